//! Rows as lines of text.

use super::date::{Day, civil};
use super::diagnoses::DIAGNOSES;
use super::patient::Patient;
use super::stay::Stay;
use super::values::*;
use crate::census::{comma, number, text};
use crate::values::{COUNTRY, MARITAL};

/// Appends row `i` of the table.
pub(crate) fn row(i: u64, patient: &Patient, stay: &Stay, out: &mut Vec<u8>) {
    let unknown = &stay.unknown;
    out.push(b'R');
    number(i + 1, 8, out);
    out.extend_from_slice(b",P");
    number(patient.number + 1, 7, out);
    out.extend_from_slice(b",H");
    number(stay.hospital as u64 + 1, 2, out);
    text(WARD[stay.ward][0], out);
    who(patient, stay, out);
    coded(
        INSURANCE[patient.insurance],
        unknown.insurance,
        NINETY_NINE,
        out,
    );
    coded(
        ADMISSION_TYPE[stay.admission_type][0],
        unknown.admission_type,
        NINE,
        out,
    );
    date(stay.admission, out);
    date(stay.discharge, out);
    coded(
        DISCHARGE_STATUS[stay.status][0],
        unknown.status,
        NINETY_NINE,
        out,
    );
    for (n, diagnosis) in stay.diagnoses.iter().enumerate() {
        let known = diagnosis.filter(|_| n > 0 || !unknown.reason);
        text(known.map_or(NA, |d| DIAGNOSES[d].code), out);
    }
    treatment(stay, out);
    out.push(b'\n');
}

/// What is known of the patient as a person.
fn who(patient: &Patient, stay: &Stay, out: &mut Vec<u8>) {
    let unknown = &patient.unknown;
    if unknown.born {
        text(NO_DATE, out);
    } else {
        date(patient.born, out);
    }
    coded(SEX[patient.sex][0], unknown.sex, NINE, out);
    coded(MARITAL[patient.marital][0], stay.unknown.marital, NA, out);
    coded(COUNTRY[patient.country][0], unknown.country, NA, out);
    if unknown.postcode {
        text(NA, out);
    } else {
        comma(out);
        number(stay.postcode.into(), 5, out);
    }
}

fn treatment(stay: &Stay, out: &mut Vec<u8>) {
    let unknown = &stay.unknown;
    if unknown.procedures {
        text(NA, out);
    } else {
        comma(out);
        number(stay.procedures.into(), 1, out);
    }
    if unknown.cost {
        text(NA, out);
    } else {
        comma(out);
        number(stay.cost / 100, 1, out);
        out.push(b'.');
        number(stay.cost % 100, 2, out);
    }
    if unknown.physician {
        text(NA, out);
    } else {
        out.extend_from_slice(b",D");
        number(stay.hospital as u64 + 1, 2, out);
        number(stay.ward as u64 + 1, 2, out);
        number(stay.physician.into(), 2, out);
    }
}

/// Appends a comma and a value, or the code that says it is not known.
fn coded(value: &str, unknown: bool, code: &str, out: &mut Vec<u8>) {
    text(if unknown { code } else { value }, out);
}

/// Appends a comma and a date.
fn date(day: Day, out: &mut Vec<u8>) {
    let (year, month, of_month) = civil(day);
    comma(out);
    number(year.into(), 4, out);
    out.push(b'-');
    number(month.into(), 2, out);
    out.push(b'-');
    number(of_month.into(), 2, out);
}
