//! One invented patient: what stays the same from stay to stay.

use super::chances::{LASTING, line};
use super::date::{Day, day};
use super::diagnoses::DIAGNOSES;
use super::places::{self, NEAR, Place, REGIONS};
use super::weights as w;
use crate::draw::Draws;
use crate::person::marital;
use crate::values::HOME;
use crate::weights::ABROAD;

/// The first day of the table, and how many days it spans: the years 2023 and 2024.
pub(crate) const FIRST: Day = day(2023, 1, 1);
pub(crate) const DAYS: u32 = day(2025, 1, 1) - FIRST;

/// Most lasting illnesses of one patient.
const MOST: usize = 4;

/// A patient; all but dates are indices into lists.
pub(crate) struct Patient {
    /// Counts patients through the whole table.
    pub(crate) number: u64,
    pub(crate) born: Day,
    /// Whether the first stay is that of the birth.
    pub(crate) newborn: bool,
    pub(crate) sex: usize,
    pub(crate) place: &'static Place,
    /// Where the patient moves to, and before which stay.
    pub(crate) moves: Option<(&'static Place, usize)>,
    pub(crate) country: usize,
    pub(crate) marital: usize,
    pub(crate) insurance: usize,
    /// The hospital near by.
    pub(crate) hospital: usize,
    pub(crate) stays: usize,
    lasting: [usize; MOST],
    illnesses: usize,
    pub(crate) unknown: Unknown,
}

/// Which facts about the patient were never noted.
pub(crate) struct Unknown {
    pub(crate) born: bool,
    pub(crate) sex: bool,
    pub(crate) postcode: bool,
    pub(crate) country: bool,
}

impl Patient {
    /// Draws a patient. The order of the draws is part of the result: changing it changes every
    /// sample.
    pub(crate) fn draw(number: u64, draws: &mut Draws) -> Self {
        let newborn = draws.per_mille(w::NEWBORNS);
        let age = if newborn { 0 } else { draws.pick(&w::AGE) };
        let sex = usize::from(draws.per_mille(w::MALE[age / 10]));
        let place = places::place(draws.below(places::population()));
        let country = country(place, draws);
        let stays = 1 + draws.pick(&w::STAYS[[18, 60].partition_point(|&from| from <= age)]);
        let born = if newborn {
            FIRST + draws.below(DAYS / stays as u32 - 9)
        } else {
            FIRST - 1 - (age as u32 * 1_461).div_ceil(4) - draws.below(365)
        };
        let insured = if country == HOME {
            usize::from(age >= 65)
        } else {
            2
        };
        let mut patient = Patient {
            number,
            born,
            newborn,
            sex,
            place,
            moves: moves(place, stays, draws),
            country,
            marital: marital(age as u8, sex, draws),
            insurance: draws.pick(&w::INSURANCE[insured]),
            hospital: draws.pick(&NEAR[usize::from(place.region)]),
            stays,
            lasting: [0; MOST],
            illnesses: 0,
            unknown: Unknown {
                born: draws.per_mille(6),
                sex: draws.per_mille(2),
                postcode: draws.per_mille(4),
                country: draws.per_mille(8),
            },
        };
        patient.fall_ill(w::band(age as u32), draws);
        patient
    }

    /// Illnesses that come back at every stay.
    pub(crate) fn lasting(&self) -> &[usize] {
        &self.lasting[..self.illnesses]
    }

    /// The lasting illness that is most often a reason of stays, by its place in the list.
    pub(crate) fn worst(&self) -> usize {
        let returns = |&i: &usize| DIAGNOSES[self.lasting[i]].returns();
        (0..self.illnesses).max_by_key(returns).unwrap_or(0)
    }

    fn fall_ill(&mut self, band: usize, draws: &mut Draws) {
        // Who comes three times has a reason.
        let wanted = draws
            .pick(&w::CHRONIC[band])
            .max(usize::from(self.stays > 2));
        for _ in 0..wanted {
            let illness = draws.pick(&LASTING[line(band, self.sex)]);
            if !self.lasting().iter().any(|&known| alike(known, illness)) {
                self.lasting[self.illnesses] = illness;
                self.illnesses += 1;
            }
        }
    }
}

/// Whether two diagnoses say the same up to detail, so that nobody notes both.
pub(crate) fn alike(a: usize, b: usize) -> bool {
    DIAGNOSES[a].code.as_bytes()[..3] == DIAGNOSES[b].code.as_bytes()[..3]
}

fn country(place: &Place, draws: &mut Draws) -> usize {
    let abroad = REGIONS[usize::from(place.region)].abroad;
    if draws.per_mille(abroad) {
        1 + draws.pick(&ABROAD[usize::from(abroad < 100)])
    } else {
        HOME
    }
}

/// Few people move, most of them within their region.
fn moves(from: &'static Place, stays: usize, draws: &mut Draws) -> Option<(&'static Place, usize)> {
    let (mut to, before) = (
        places::place(draws.below(places::population())),
        1 + draws.below(stays as u32) as usize,
    );
    if to.region != from.region {
        to = places::place(draws.below(places::population()));
    }
    (draws.per_mille(60) && before < stays).then_some((to, before))
}
