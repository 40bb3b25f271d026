//! The files beside the table: hierarchies, places, recipe.

use super::places::{HOSPITALS, PLACES, REGIONS};
use super::values::{ADMISSION_TYPE, DISCHARGE_STATUS, SEX, WARD};
use crate::hierarchies::file;
use crate::values::{COUNTRY, MARITAL};

pub(super) fn files() -> Vec<(String, String)> {
    vec![
        hospitals(),
        file("ward", &WARD),
        file("sex", &SEX),
        file("marital-status", &MARITAL),
        file("nationality", &COUNTRY),
        file("admission-type", &ADMISSION_TYPE),
        file("discharge-status", &DISCHARGE_STATUS),
        places(),
    ]
}

fn hospitals() -> (String, String) {
    let line = |(i, (region, _)): (usize, &(usize, u32))| {
        let [name, half] = REGIONS[*region].names;
        format!("H{:02};{name};{half};*\n", i + 1)
    };
    (
        "hierarchies/hospital.csv".to_owned(),
        HOSPITALS.iter().enumerate().map(line).collect(),
    )
}

fn places() -> (String, String) {
    let lines = PLACES
        .iter()
        .map(|p| format!("{:05};{}\n", p.postcode, p.inhabitants));
    (
        "places.csv".to_owned(),
        "code;inhabitants\n".to_owned() + &lines.collect::<String>(),
    )
}

/// Rows of the table that the recipe is written for.
pub(super) const USUAL_ROWS: u64 = 300_000;

/// The recipe; what it counts in rows follows the size of the table.
pub(super) fn recipe(rows: u64) -> String {
    let few = (rows / 100).max(2);
    let text = include_str!("recipe.toml");
    if rows == USUAL_ROWS {
        text.to_owned()
    } else {
        text.replace("[3000, 30000]", &format!("[{few}, {}]", 10 * few))
    }
}
