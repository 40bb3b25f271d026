//! One invented person: place first, then each attribute given those before it.

use crate::draw::Draws;
use crate::income::income;
use crate::places::{self, REGIONS, Town};
use crate::values::*;
use crate::weights as w;

/// A person; all but numbers are indices into the lists of [`crate::values`].
pub(crate) struct Person {
    pub(crate) sex: usize,
    pub(crate) age: u8,
    pub(crate) postcode: u32,
    pub(crate) marital: usize,
    pub(crate) education: usize,
    pub(crate) occupation: usize,
    pub(crate) country: usize,
    pub(crate) household: usize,
    pub(crate) income: u32,
    pub(crate) diagnosis: usize,
    pub(crate) unknown: Unknown,
}

/// Which answers are missing.
pub(crate) struct Unknown {
    pub(crate) education: bool,
    pub(crate) occupation: bool,
    pub(crate) income: bool,
    pub(crate) diagnosis: bool,
}

impl Person {
    /// Draws a person. The order of the draws is part of the result: changing it changes every
    /// sample.
    pub(crate) fn draw(draws: &mut Draws) -> Self {
        let town = places::town(draws.below(places::population()));
        let country = country(town, draws);
        let age = age(country, town, draws);
        let sex = usize::from(draws.per_mille(w::MALE[usize::from(age / 10)]));
        let marital = marital(age, sex, draws);
        let education = education(age, sex, country, town, draws);
        let occupation = occupation(age, sex, marital, education, draws);
        let household = household(age, marital, country, draws);
        let diagnosis = diagnosis(age, sex, occupation, draws);
        let unknown = unknown(age, draws);
        let postcode = town.postcode;
        let income = income(age, sex, education, occupation, town, draws);
        Person {
            sex,
            age,
            postcode,
            marital,
            education,
            occupation,
            country,
            household,
            income,
            diagnosis,
            unknown,
        }
    }
}

/// Row of a table with one line per band of age and sex.
fn line(from: &[u8], age: u8, sex: usize) -> usize {
    2 * from.partition_point(|&f| f <= age) + sex
}

fn country(town: Town, draws: &mut Draws) -> usize {
    let abroad = REGIONS[town.region].abroad;
    let share = if town.city {
        abroad * 4 / 3
    } else {
        abroad * 4 / 5
    };
    if !draws.per_mille(share) {
        return HOME;
    }
    1 + draws.pick(&w::ABROAD[usize::from(abroad < 100)])
}

fn age(country: usize, town: Town, draws: &mut Draws) -> u8 {
    let line = match (country, town.city) {
        (HOME, true) => 1,
        (HOME, false) => 2,
        _ => 0,
    };
    draws.pick(&w::AGE[line]) as u8
}

pub(crate) fn marital(age: u8, sex: usize, draws: &mut Draws) -> usize {
    if age < w::MARITAL_FROM[0] {
        return SINGLE;
    }
    draws.pick(&w::MARITAL[line(&w::MARITAL_FROM, age, sex) - 2])
}

fn education(age: u8, sex: usize, country: usize, town: Town, draws: &mut Draws) -> usize {
    if age < w::SCHOOL_ENDS {
        return usize::from(age >= 11);
    }
    let elsewhere = country != HOME && age >= 25 && draws.per_mille(450);
    if elsewhere {
        return draws.pick(&w::EDUCATION_ABROAD);
    }
    let table = &w::EDUCATION[line(&w::EDUCATION_FROM, age, sex) - 2];
    let level = draws.pick(table);
    // Cities attract the educated: some people there get a second chance at a higher level.
    if town.city && draws.per_mille(300) {
        level.max(draws.pick(table))
    } else {
        level
    }
}

fn occupation(age: u8, sex: usize, marital: usize, education: usize, draws: &mut Draws) -> usize {
    if age < w::SCHOOL_ENDS {
        return if age < 6 { CHILD } else { PUPIL };
    }
    let table = &w::ACTIVITY[line(&w::ACTIVITY_FROM, age, sex) - 2];
    let mut activity = PUPIL + draws.pick(table);
    // Few people keep house for themselves alone.
    if activity == HOMEMAKER && !in_a_couple(marital) {
        activity = PUPIL + draws.pick(table);
    }
    if activity < JOBS {
        return if activity == STUDENT && age < 18 {
            PUPIL
        } else {
            activity
        };
    }
    JOBS + draws.pick(&w::JOB[2 * education_group(education) + sex])
}

fn household(age: u8, marital: usize, country: usize, draws: &mut Draws) -> usize {
    let line = match (in_a_couple(marital), age) {
        (_, ..18) => 0,
        (false, ..30) => 1,
        (false, ..60) => 2,
        (false, _) => 3,
        (true, ..35) => 4,
        (true, ..60) => 5,
        (true, _) => 6,
    };
    let size = 1 + draws.pick(&w::HOUSEHOLD[line]);
    if country != HOME && size < 8 && draws.per_mille(200) {
        size + 1
    } else {
        size
    }
}

fn diagnosis(age: u8, sex: usize, occupation: usize, draws: &mut Draws) -> usize {
    let table = &w::DIAGNOSIS[line(&w::DIAGNOSIS_FROM, age, sex)];
    let found = draws.pick(table);
    // People who cannot work are seldom without a condition.
    if occupation == UNABLE && found == HEALTHY {
        draws.pick(table)
    } else {
        found
    }
}

/// Refusals come together, and mostly from older people: few answers are missing by themselves.
fn unknown(age: u8, draws: &mut Draws) -> Unknown {
    let refuses = draws.per_mille(if age < 65 { 4 } else { 34 });
    let mut skips = |share: u32| draws.per_mille(if refuses { 850 } else { share });
    let (education, occupation, income, diagnosis) = (skips(4), skips(5), skips(11), skips(5));
    let asked = age >= w::SCHOOL_ENDS;
    Unknown {
        education: asked && education,
        occupation: asked && occupation,
        income: asked && income,
        diagnosis,
    }
}
