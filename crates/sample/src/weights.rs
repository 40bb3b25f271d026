//! The invented figures behind the sample: how likely each value is, given what is drawn before it.
//!
//! Each row of a table is one group of people; its order of columns is that of the lists in
//! `values`.

use crate::draw::Choice;

/// Up to this age everybody goes to school, so there is nothing to ask about education, occupation
/// and income.
pub(crate) const SCHOOL_ENDS: u8 = 16;

/// Ages 0 to 100: one line for people born abroad, in a city, elsewhere.
pub(crate) static AGE: [Choice<101>; 3] = Choice::table([
    pyramid([
        8, 14, 18, 26, 52, 78, 92, 94, 86, 78, 68, 58, 46, 36, 28, 18, 10, 5, 2, 1, 0, 0,
    ]),
    pyramid([
        54, 52, 50, 52, 64, 76, 76, 70, 62, 58, 62, 64, 56, 46, 38, 32, 26, 16, 7, 2, 1, 0,
    ]),
    pyramid([
        46, 48, 50, 50, 46, 44, 52, 56, 56, 58, 72, 84, 78, 64, 52, 46, 38, 22, 9, 3, 1, 0,
    ]),
]);

/// Spreads weights at ages 0, 5, 10 ... 105 over single years, on straight lines between them.
pub(crate) const fn pyramid(every_five: [u32; 22]) -> [u32; 101] {
    let mut years = [0; 101];
    let mut age = 0;
    while age < 101 {
        let (at, past) = (age / 5, age as u32 % 5);
        years[age] = every_five[at] * (5 - past) + every_five[at + 1] * past;
        age += 1;
    }
    years
}

/// Of 1000 people of an age (by tens of years), how many are men.
pub(crate) static MALE: [u32; 11] = [513, 514, 511, 506, 503, 500, 488, 462, 405, 300, 200];

/// Countries other than the country itself: one line for regions with many people born abroad, one
/// for those with few.
pub(crate) static ABROAD: [Choice<35>; 2] = Choice::table([
    [
        20, 24, 14, 14, 8, 60, 34, 18, 14, 40, 32, 150, 78, 60, 34, 18, 90, 150, 78, 34, 18, 30,
        24, 12, 14, 6, 18, 10, 12, 8, 8, 14, 7, 4, 5,
    ],
    [
        10, 30, 8, 6, 6, 20, 8, 6, 5, 14, 10, 220, 90, 100, 26, 30, 150, 50, 90, 20, 8, 40, 10, 8,
        60, 4, 4, 3, 8, 3, 3, 6, 3, 2, 2,
    ],
]);

/// Lower ends of the bands that [`MARITAL`] uses.
pub(crate) static MARITAL_FROM: [u8; 7] = [18, 25, 35, 50, 65, 75, 85];
/// Marital status by band of age: women, then men.
pub(crate) static MARITAL: [Choice<6>; 14] = Choice::table([
    [940, 45, 6, 3, 5, 1],
    [980, 15, 3, 1, 1, 0],
    [520, 400, 22, 22, 34, 2],
    [640, 310, 18, 13, 18, 1],
    [250, 560, 22, 40, 118, 10],
    [320, 530, 20, 32, 95, 3],
    [120, 590, 12, 34, 184, 60],
    [160, 620, 14, 34, 157, 15],
    [70, 570, 4, 16, 150, 190],
    [80, 710, 5, 20, 135, 50],
    [60, 410, 2, 8, 100, 420],
    [50, 730, 3, 12, 85, 120],
    [70, 140, 1, 4, 65, 720],
    [40, 560, 1, 6, 43, 350],
]);

/// Lower ends of the bands that [`EDUCATION`] uses.
pub(crate) static EDUCATION_FROM: [u8; 6] = [SCHOOL_ENDS, 18, 25, 45, 65, 80];
/// Highest education by band of age: women, then men.
pub(crate) static EDUCATION: [Choice<8>; 12] = Choice::table([
    [4, 180, 816, 0, 0, 0, 0, 0],
    [5, 230, 765, 0, 0, 0, 0, 0],
    [5, 15, 190, 520, 130, 130, 10, 0],
    [6, 20, 250, 460, 170, 86, 8, 0],
    [6, 15, 95, 150, 340, 220, 155, 19],
    [8, 18, 120, 140, 370, 190, 134, 20],
    [9, 25, 160, 130, 420, 140, 100, 16],
    [8, 22, 125, 120, 455, 140, 108, 22],
    [14, 60, 330, 110, 370, 70, 40, 6],
    [10, 40, 190, 110, 445, 110, 78, 17],
    [25, 190, 470, 70, 200, 28, 15, 2],
    [15, 110, 300, 90, 360, 68, 45, 12],
]);
/// Education of the part of those born abroad that left school elsewhere: more at both ends.
pub(crate) static EDUCATION_ABROAD: Choice<8> = Choice::new([70, 150, 240, 180, 80, 130, 120, 30]);

/// Lower ends of the bands that [`ACTIVITY`] uses.
pub(crate) static ACTIVITY_FROM: [u8; 7] = [SCHOOL_ENDS, 20, 25, 35, 55, 65, 70];
/// What people do after school, by band of age, women then men: pupil, student, unemployed,
/// homemaker, unable to work, retired, at work.
pub(crate) static ACTIVITY: [Choice<7>; 14] = Choice::table([
    [680, 120, 20, 10, 5, 0, 165],
    [660, 80, 35, 1, 6, 0, 218],
    [20, 330, 50, 35, 9, 0, 556],
    [20, 280, 75, 2, 12, 0, 611],
    [0, 50, 50, 130, 14, 0, 756],
    [0, 50, 62, 8, 18, 0, 862],
    [0, 4, 42, 135, 34, 0, 785],
    [0, 3, 52, 10, 36, 0, 899],
    [0, 0, 42, 130, 85, 70, 673],
    [0, 0, 56, 8, 96, 60, 780],
    [0, 0, 4, 60, 10, 776, 150],
    [0, 0, 5, 3, 12, 740, 240],
    [0, 0, 0, 25, 0, 955, 20],
    [0, 0, 0, 0, 0, 950, 50],
]);

/// Jobs by education (basic, middle, higher): women, then men.
pub(crate) static JOB: [Choice<18>; 6] = Choice::table([
    [
        10, 1, 1, 0, 2, 0, 6, 80, 14, 20, 160, 250, 110, 230, 20, 3, 80, 13,
    ],
    [
        18, 4, 4, 0, 1, 0, 4, 40, 12, 4, 40, 120, 110, 70, 200, 103, 240, 30,
    ],
    [
        40, 8, 10, 0, 20, 1, 60, 260, 80, 160, 100, 160, 40, 25, 8, 8, 12, 8,
    ],
    [
        80, 60, 40, 0, 6, 1, 30, 100, 70, 30, 20, 70, 50, 8, 110, 190, 115, 20,
    ],
    [
        130, 70, 60, 95, 250, 45, 80, 90, 110, 45, 10, 8, 2, 1, 1, 1, 1, 1,
    ],
    [
        200, 240, 160, 75, 95, 50, 55, 35, 60, 10, 3, 4, 2, 1, 4, 3, 2, 1,
    ],
]);

/// Persons in the household, 1 to 8. Lines: child, young and alone, alone, old and alone, young
/// couple, couple, old couple.
pub(crate) static HOUSEHOLD: [Choice<8>; 7] = Choice::table([
    [0, 85, 270, 410, 160, 50, 17, 8],
    [330, 210, 180, 180, 70, 20, 7, 3],
    [560, 220, 130, 60, 20, 7, 2, 1],
    [790, 150, 40, 12, 5, 2, 1, 0],
    [0, 360, 270, 250, 85, 25, 7, 3],
    [0, 330, 240, 290, 100, 28, 8, 4],
    [0, 840, 105, 35, 13, 5, 1, 1],
]);

/// Lower ends of the bands that [`DIAGNOSIS`] uses, beside the first.
pub(crate) static DIAGNOSIS_FROM: [u8; 6] = [15, 30, 45, 60, 75, 85];
/// Conditions by band of age: women, then men.
pub(crate) static DIAGNOSIS: [Choice<26>; 14] = Choice::table(by_sex([
    [
        1600, 0, 2, 0, 5, 2, 28, 110, 90, 8, 1, 3, 0, 6, 14, 0, 12, 10, 0, 80, 8, 0, 0, 0, 1, 0,
    ],
    [
        1150, 10, 3, 1, 8, 20, 30, 60, 120, 6, 3, 40, 0, 55, 60, 18, 50, 9, 0, 40, 16, 1, 0, 1, 4,
        4,
    ],
    [
        850, 45, 8, 3, 22, 40, 50, 45, 90, 10, 15, 85, 1, 70, 50, 22, 50, 8, 0, 20, 20, 7, 0, 3, 6,
        6,
    ],
    [
        560, 140, 25, 10, 60, 55, 55, 35, 50, 25, 50, 110, 8, 75, 35, 20, 30, 7, 1, 12, 22, 18, 6,
        9, 7, 5,
    ],
    [
        260, 240, 70, 25, 115, 55, 45, 30, 20, 45, 100, 95, 25, 45, 20, 10, 10, 6, 8, 8, 18, 25,
        28, 20, 5, 2,
    ],
    [
        110, 230, 130, 55, 120, 40, 20, 20, 8, 55, 125, 60, 55, 30, 12, 3, 3, 5, 75, 6, 10, 20, 34,
        26, 3, 1,
    ],
    [
        50, 200, 170, 60, 70, 25, 5, 10, 4, 45, 130, 40, 90, 20, 8, 1, 1, 3, 220, 4, 5, 15, 25, 20,
        1, 0,
    ],
]));

/// How much likelier a condition is among women, then among men, in percent.
const SEX_FACTOR: [[u32; 26]; 2] = [
    [
        92, 95, 75, 95, 90, 170, 100, 105, 105, 90, 120, 105, 175, 130, 140, 50, 155, 95, 115, 110,
        95, 199, 0, 85, 90, 40,
    ],
    [
        108, 105, 125, 105, 110, 30, 100, 95, 95, 110, 80, 95, 25, 70, 60, 150, 45, 105, 85, 90,
        105, 1, 200, 115, 110, 160,
    ],
];

const fn by_sex(weights: [[u32; 26]; 7]) -> [[u32; 26]; 14] {
    let mut out = [[0; 26]; 14];
    let mut row = 0;
    while row < 14 {
        let mut i = 0;
        while i < 26 {
            out[row][i] = weights[row / 2][i] * SEX_FACTOR[row % 2][i];
            i += 1;
        }
        row += 1;
    }
    out
}
