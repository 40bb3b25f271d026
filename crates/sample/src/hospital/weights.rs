//! The invented figures behind the hospital table, beside those of diagnoses and places.

use crate::draw::Choice;
use crate::weights::pyramid;

/// Ages of patients who are no newborns, 0 to 100.
pub(crate) static AGE: Choice<101> = Choice::new(pyramid([
    34, 14, 11, 17, 28, 36, 38, 32, 28, 32, 42, 52, 58, 62, 68, 70, 62, 40, 20, 6, 1, 0,
]));
/// Of 1000 patients, those who come by being born.
pub(crate) const NEWBORNS: u32 = 45;
/// Of 1000 patients of an age (by tens of years), how many are men. Births bring young women.
pub(crate) static MALE: [u32; 11] = [530, 510, 380, 390, 490, 520, 520, 490, 420, 320, 240];

/// Most stays of one patient.
pub(crate) const MOST_STAYS: usize = 30;
/// Stays per patient in two years: children, adults, 60 and older.
pub(crate) static STAYS: [Choice<MOST_STAYS>; 3] = Choice::table([
    stays([8_300, 1_150, 330, 110, 50, 24, 14, 10, 6], 1),
    stays([7_100, 1_750, 610, 240, 110, 60, 36, 24, 16], 2),
    stays([5_700, 2_150, 980, 500, 260, 150, 90, 60, 40], 3),
]);

/// The first nine, and then a weight that falls slowly.
const fn stays(first: [u32; 9], further: u32) -> [u32; MOST_STAYS] {
    let mut weights = [0; MOST_STAYS];
    let mut i = 0;
    while i < MOST_STAYS {
        weights[i] = if i < 9 {
            first[i]
        } else {
            further * (MOST_STAYS - i) as u32 / 5
        };
        i += 1;
    }
    weights
}

/// From so many stays on, a patient comes for one treatment again and again.
pub(crate) const SERIES: usize = 6;

/// Bands of age of the tables by band: 0, 1 to 14, 15 to 29, 30 to 44, 45 to 59, 60 to 74, 75 and
/// older.
pub(crate) fn band(age: u32) -> usize {
    [1, 15, 30, 45, 60, 75].partition_point(|&from| from <= age)
}

/// Lasting illnesses of a patient, none to four, by band of age.
pub(crate) static CHRONIC: [Choice<5>; 7] = Choice::table([
    [960, 40, 0, 0, 0],
    [870, 120, 10, 0, 0],
    [740, 220, 35, 5, 0],
    [600, 290, 90, 15, 5],
    [360, 340, 200, 80, 20],
    [160, 290, 290, 180, 80],
    [70, 220, 310, 260, 140],
]);

/// Further diagnoses of a stay, none to seven, by band of age.
pub(crate) static FURTHER: [Choice<8>; 7] = Choice::table([
    [620, 240, 90, 30, 12, 5, 2, 1],
    [600, 260, 90, 30, 12, 5, 2, 1],
    [460, 300, 140, 60, 25, 10, 4, 1],
    [360, 300, 180, 90, 40, 18, 8, 4],
    [210, 270, 230, 150, 75, 40, 18, 7],
    [110, 200, 240, 200, 125, 70, 35, 20],
    [60, 130, 210, 230, 170, 105, 60, 35],
]);

/// How much likelier than typical people die, in percent, by band of age.
pub(crate) static DEATH: [u32; 7] = [60, 20, 25, 40, 80, 130, 240];
/// How those who live leave, by band of age, in the order of the values.
pub(crate) static STATUS: [Choice<6>; 7] = Choice::table([
    [950, 20, 28, 0, 0, 2],
    [962, 14, 18, 3, 0, 3],
    [930, 20, 18, 10, 1, 21],
    [912, 30, 20, 20, 2, 16],
    [868, 44, 28, 46, 4, 10],
    [780, 78, 36, 84, 18, 4],
    [600, 160, 44, 90, 104, 2],
]);

/// Who pays: nationals of working age or younger, nationals of 65 and older, foreigners.
pub(crate) static INSURANCE: [Choice<9>; 3] = Choice::table([
    [420, 230, 120, 70, 90, 40, 20, 8, 2],
    [520, 190, 90, 60, 80, 48, 8, 3, 1],
    [430, 190, 90, 110, 30, 20, 20, 50, 60],
]);

/// Procedures of a stay: conservative wards, surgical wards.
pub(crate) static PROCEDURES: [Choice<14>; 2] = Choice::table([
    [330, 250, 160, 100, 60, 38, 24, 14, 9, 6, 4, 2, 2, 1],
    [40, 230, 240, 180, 115, 75, 46, 28, 18, 11, 7, 4, 3, 3],
]);
