//! Yearly income: by occupation, then education, age, sex and region, times a chance factor with a
//! long tail.

use crate::draw::Draws;
use crate::places::{REGIONS, Town};
use crate::values::{CHILD, FEMALE, HOMEMAKER, JOBS, PUPIL, STUDENT};

/// Typical income by occupation, in the order of [`crate::values::OCCUPATION`].
const TYPICAL: [u32; 25] = [
    0, 0, 7_000, 10_500, 6_000, 12_500, 17_500, 66_000, 58_000, 57_000, 78_000, 49_000, 65_000,
    44_000, 34_000, 40_000, 36_000, 27_000, 24_000, 23_000, 18_000, 30_000, 36_000, 33_000, 28_000,
];
/// In percent, by education.
const BY_EDUCATION: [u32; 8] = [80, 84, 90, 97, 101, 110, 120, 134];
/// In percent, by tens of years; for people at work.
const BY_AGE: [u32; 11] = [40, 48, 82, 100, 110, 112, 106, 80, 60, 60, 60];
/// The chance factor of 1000 at 0/32, 1/32 ... 31/32 of all people: a log-normal law.
const SPREAD: [u32; 32] = [
    348, 457, 525, 575, 617, 654, 689, 722, 753, 784, 814, 845, 875, 905, 936, 968, 1000, 1033,
    1068, 1105, 1143, 1184, 1228, 1275, 1327, 1386, 1452, 1528, 1621, 1739, 1905, 2187,
];
/// The same within the uppermost 32nd: a Pareto law, cut off at the end.
const TAIL: [u32; 33] = [
    2187, 2216, 2246, 2278, 2312, 2347, 2384, 2423, 2465, 2509, 2556, 2606, 2660, 2717, 2779, 2846,
    2919, 2998, 3086, 3183, 3290, 3412, 3550, 3709, 3896, 4119, 4392, 4739, 5201, 5863, 6942, 9266,
    15000,
];

/// The income of a person in units of money, a multiple of 100.
pub(crate) fn income(
    age: u8,
    sex: usize,
    education: usize,
    occupation: usize,
    town: Town,
    draws: &mut Draws,
) -> u32 {
    // Great fortunes take time.
    let limit = if age < 25 { 1_600 } else { u32::MAX };
    let chance = u64::from(chance(draws.bits()).min(limit));
    let none = match occupation {
        CHILD | PUPIL => true,
        STUDENT => draws.per_mille(400),
        HOMEMAKER => draws.per_mille(700),
        _ => false,
    };
    if none {
        return 0;
    }
    let works = occupation >= JOBS;
    let region = REGIONS[town.region].income + if town.city { 5 } else { 0 };
    let by_age = if works {
        BY_AGE[usize::from(age / 10)]
    } else {
        100
    };
    // Part-time work and careers broken off widen the gap beyond equal pay, and it lasts into old
    // age.
    let by_sex = match (sex, works) {
        (FEMALE, true) => 84,
        (FEMALE, false) => 88,
        _ => 100,
    };
    let percents = [BY_EDUCATION[education], by_age, by_sex, region];
    let amount = percents
        .iter()
        .fold(u64::from(TYPICAL[occupation]), |amount, &p| {
            amount * u64::from(p) / 100
        });
    (amount * chance / 1_000 / 100 * 100) as u32
}

/// The factor at a point of its distribution, on straight lines between the points of the tables.
pub(crate) fn chance(bits: u32) -> u32 {
    let at = (bits >> 27) as usize;
    let rest = bits << 5;
    if at < 31 {
        between(SPREAD[at], SPREAD[at + 1], rest)
    } else {
        between_tail(rest)
    }
}

fn between_tail(bits: u32) -> u32 {
    let at = (bits >> 27) as usize;
    between(TAIL[at], TAIL[at + 1], bits << 5)
}

fn between(low: u32, high: u32, share: u32) -> u32 {
    low + ((u64::from(high - low) * u64::from(share)) >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chance_factor_never_falls_and_has_a_long_tail() {
        let points: Vec<u32> = (0..=4_096u64)
            .map(|i| chance((i << 20).min(u64::from(u32::MAX)) as u32))
            .collect();
        assert!(points.is_sorted());
        assert_eq!((points[0], points[2_048]), (348, 1_000));
        assert!(points[4_096] > 14_000);
    }
}
