//! Chances of diagnoses by age and sex.

use super::diagnoses::{COUNT, DIAGNOSES};
use crate::draw::Choice;

/// Lines of the tables of choices: band of age and sex.
pub(crate) fn line(band: usize, sex: usize) -> usize {
    2 * band + sex
}

/// Reasons of stays, by [`line`].
pub(crate) static MAIN: [Choice<COUNT>; 14] = Choice::table(table(0));

/// What is noted beside them.
pub(crate) static BESIDE: [Choice<COUNT>; 14] = Choice::table(table(1));

/// Illnesses that last.
pub(crate) static LASTING: [Choice<COUNT>; 14] = Choice::table(table(2));

pub(crate) const fn table(which: u32) -> [[u32; COUNT]; 14] {
    let mut lines = [[0; COUNT]; 14];
    let mut l = 0;
    while l < 14 {
        let mut i = 0;
        while i < COUNT {
            let d = &DIAGNOSES[i];
            let often = match which {
                0 => d.main,
                1 => d.beside,
                _ if d.lasts => d.beside,
                _ => 0,
            };
            let sex = if l % 2 == 0 { d.women } else { 200 - d.women };
            lines[l][i] = d.ages[l / 2] * often * sex;
            i += 1;
        }
        l += 1;
    }
    lines
}
