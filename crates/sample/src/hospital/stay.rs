//! One stay of a patient: diagnosis first, then ward, dates, and how it ends.

use super::chances::{BESIDE, MAIN, line};
use super::date::{Day, weekday, years};
use super::diagnoses::{BORN, DIAGNOSES, THERAPY};
use super::diagnosis::Diagnosis;
use super::patient::{DAYS, FIRST, Patient, alike};
use super::places::{HOSPITALS, NEAR};
use super::values::*;
use super::weights as w;
use crate::draw::{Choice, Draws};
use crate::income::chance;

/// Columns for diagnoses.
pub(crate) const DIAGNOSES_NOTED: usize = 8;

/// A stay; all but numbers and dates are indices into lists.
pub(crate) struct Stay {
    pub(crate) postcode: u32,
    pub(crate) hospital: usize,
    pub(crate) ward: usize,
    pub(crate) admission_type: usize,
    pub(crate) admission: Day,
    pub(crate) discharge: Day,
    pub(crate) status: usize,
    /// The reason first; none where the list ends.
    pub(crate) diagnoses: [Option<usize>; DIAGNOSES_NOTED],
    pub(crate) procedures: u32,
    /// In hundredths.
    pub(crate) cost: u64,
    pub(crate) physician: u32,
    pub(crate) unknown: Unknown,
}

/// What was not noted about the stay.
pub(crate) struct Unknown {
    pub(crate) marital: bool,
    pub(crate) insurance: bool,
    pub(crate) admission_type: bool,
    pub(crate) status: bool,
    pub(crate) reason: bool,
    pub(crate) procedures: bool,
    pub(crate) cost: bool,
    pub(crate) physician: bool,
}

static BORN_WITH: Choice<{ BORN.len() }> = {
    let mut weights = [0; BORN.len()];
    let mut i = 0;
    while i < BORN.len() {
        weights[i] = BORN[i].1;
        i += 1;
    }
    Choice::new(weights)
};

impl Stay {
    /// Draws stay `n` of a patient, counted from 0.
    pub(crate) fn draw(patient: &Patient, n: usize, draws: &mut Draws) -> Self {
        // Each stay has its own part of the two years, so stays never overlap.
        let part = |n: usize| FIRST + DAYS * n as u32 / patient.stays as u32;
        let (from, to) = (part(n), part(n + 1));
        let birth = patient.newborn && n == 0;
        let about = years(patient.born, if birth { patient.born } else { to - 1 });
        let band = w::band(about);
        let reason = if birth {
            BORN[draws.pick(&BORN_WITH)].0
        } else {
            reason(patient, band, draws)
        };
        let what = &DIAGNOSES[reason];
        let admission_type = if birth {
            BIRTH
        } else {
            admission_type(what, draws)
        };
        let days = days(patient, what, draws);
        let (admission, discharge) = if birth {
            (patient.born, patient.born + days.min(to - 1 - patient.born))
        } else {
            dates(from.max(patient.born), to, days, admission_type, draws)
        };
        let hospital = if draws.per_mille(140) {
            draws.pick(&NEAR[usize::from(patient.place.region)])
        } else {
            patient.hospital
        };
        let ward = ward(what, about, HOSPITALS[hospital].1, draws);
        let diagnoses = noted(patient, reason, band, draws);
        let further = diagnoses.iter().flatten().count() as u32 - 1;
        let stayed = discharge - admission;
        let procedures = procedures(ward, stayed, draws);
        Stay {
            postcode: patient
                .moves
                .filter(|(_, before)| n >= *before)
                .map_or(patient.place, |(to, _)| to)
                .postcode,
            hospital,
            ward,
            admission_type,
            admission,
            discharge,
            status: status(patient, n, what, band, draws),
            diagnoses,
            procedures,
            cost: cost(what, stayed, procedures, further, draws),
            physician: draws.below(4 + HOSPITALS[hospital].1),
            unknown: Unknown::draw(draws),
        }
    }
}

impl Unknown {
    fn draw(draws: &mut Draws) -> Self {
        let mut skips = |share: u32| draws.per_mille(share);
        Unknown {
            marital: skips(8),
            insurance: skips(7),
            admission_type: skips(5),
            status: skips(4),
            reason: skips(3),
            procedures: skips(10),
            cost: skips(12),
            physician: skips(15),
        }
    }
}

/// Why the patient comes: often for an illness that lasts, and always the same one where it takes
/// many stays.
fn reason(patient: &Patient, band: usize, draws: &mut Draws) -> usize {
    let illnesses = patient.lasting();
    let again = match patient.stays {
        1 => 180,
        2 => 380,
        3..w::SERIES => 520,
        _ => 860,
    };
    if !illnesses.is_empty() && draws.per_mille(again) {
        let which = if patient.stays < w::SERIES {
            draws.below(illnesses.len() as u32) as usize
        } else {
            patient.worst()
        };
        let illness = illnesses[which];
        if patient.stays >= w::SERIES
            && DIAGNOSES[illness].code.starts_with('C')
            && draws.per_mille(750)
        {
            return THERAPY;
        }
        if draws.below(10) < DIAGNOSES[illness].returns() {
            return illness;
        }
    }
    draws.pick(&MAIN[line(band, patient.sex)])
}

/// All diagnoses of the stay: the reason, the lasting illnesses, and some more.
fn noted(
    patient: &Patient,
    reason: usize,
    band: usize,
    draws: &mut Draws,
) -> [Option<usize>; DIAGNOSES_NOTED] {
    let mut noted = [None; DIAGNOSES_NOTED];
    noted[0] = Some(reason);
    let wanted = 1 + draws
        .pick(&w::FURTHER[band])
        .max(patient.lasting().len().min(2));
    let mut count = 1;
    let mut note = |diagnosis: usize| {
        if count < wanted
            && !noted[..count]
                .iter()
                .flatten()
                .any(|&other| alike(other, diagnosis))
        {
            noted[count] = Some(diagnosis);
            count += 1;
        }
    };
    patient.lasting().iter().for_each(|&illness| note(illness));
    for _ in 1..wanted {
        note(draws.pick(&BESIDE[line(band, patient.sex)]));
    }
    noted
}

fn admission_type(what: &Diagnosis, draws: &mut Draws) -> usize {
    if draws.per_mille(what.urgent) {
        return 0;
    }
    match draws.below(100) {
        ..24 => 1,
        24..94 => PLANNED,
        _ => 4,
    }
}

/// How long the stay should last. Many of the stays of a series are short.
fn days(patient: &Patient, what: &Diagnosis, draws: &mut Draws) -> u32 {
    let typical = if patient.stays < w::SERIES {
        what.days
    } else {
        what.days.div_ceil(2)
    };
    (typical * chance(draws.bits()) / 1_000).min(120)
}

/// Admission and discharge between two days, the second excluded. Planned stays begin on working
/// days, and few people are sent home at a weekend.
fn dates(from: Day, to: Day, days: u32, admission_type: usize, draws: &mut Draws) -> (Day, Day) {
    let days = days.min(to - 1 - from);
    let free = to - days - from;
    let mut admission = from + draws.below(free);
    let weekend = if admission_type == PLANNED { 700 } else { 80 };
    for _ in 0..3 {
        if weekday(admission) >= 5 && draws.per_mille(weekend) {
            admission = from + draws.below(free);
        }
    }
    let discharge = admission + days;
    let moves = draws.per_mille(600);
    match weekday(discharge) {
        5 if moves && days > 1 => (admission, discharge - 1),
        6 if moves && discharge + 1 < to => (admission, discharge + 1),
        _ => (admission, discharge),
    }
}

/// Children have a ward of their own, the very old often too, and small hospitals lack the rarer
/// ones.
fn ward(what: &Diagnosis, age: u32, size: u32, draws: &mut Draws) -> usize {
    let ward = match (what.ward, age) {
        (OBSTETRICS | NEWBORN | EARS, _) => what.ward,
        (_, ..15) => CHILDREN,
        (CHILDREN, _) => INTERNAL,
        (INTERNAL | CARDIOLOGY | LUNGS, 80..) if draws.per_mille(220) => GERIATRICS,
        (INTERNAL..=SURGERY, _) if draws.per_mille(60) => INTERNAL,
        (ward, _) => ward,
    };
    if size < WARD_FROM[ward] {
        WARD_INSTEAD[ward]
    } else {
        ward
    }
}

fn procedures(ward: usize, days: u32, draws: &mut Draws) -> u32 {
    let surgical = matches!(ward, SURGERY..=EARS | GYNAECOLOGY | OBSTETRICS);
    (draws.pick(&w::PROCEDURES[usize::from(surgical)]) as u32) + days / 14
}

/// Only the last stay can end in death.
fn status(patient: &Patient, n: usize, what: &Diagnosis, band: usize, draws: &mut Draws) -> usize {
    let dies = draws.below(100_000) < what.grave * w::DEATH[band];
    if dies && n + 1 == patient.stays {
        DIED
    } else {
        draws.pick(&w::STATUS[band])
    }
}

/// Days cost most; what is done and how ill the patient is besides adds to it.
fn cost(what: &Diagnosis, days: u32, procedures: u32, further: u32, draws: &mut Draws) -> u64 {
    let typical = 100 * what.cost + 420 * days + 180 * procedures + 90 * further;
    // Between 0.7 and 1.3, and some more for few.
    let factor = 7_000
        + u64::from(draws.below(6_000))
        + u64::from(chance(draws.bits()).saturating_sub(2_000));
    u64::from(typical) * factor / 100 + u64::from(draws.below(100))
}
