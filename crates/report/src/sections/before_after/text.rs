//! Before and after, as lines of text.

use crate::page::text::{Cell, Page, bar};

const BAR: usize = 8;
const NAME: usize = 30;
const UNITS: usize = 9;
const SHARE: usize = 7;

/// Names of columns of a table that compares before and after.
pub(crate) fn head(page: &mut Page, name: &str, has_before: bool) {
    let side = UNITS + 2 + SHARE + 2 + BAR;
    match has_before {
        true => page.head(&[
            Cell::Left(name, NAME),
            Cell::Left("   Before", side),
            Cell::Left("    After", side),
        ]),
        false => page.head(&[Cell::Left(name, NAME), Cell::Left("  Release", side)]),
    }
}

/// A number and a share as texts, and the share for a bar.
pub(crate) type Half = ((String, String), Option<f64>);

/// A line with a number, a share and a bar for the release and, where it is reported, for the
/// input.
pub(crate) fn row(page: &mut Page, name: &str, before: Option<Half>, after: Half) {
    let halves: Vec<(Half, String)> = before
        .into_iter()
        .chain([after])
        .map(|half| (half.clone(), bar(half.1.unwrap_or(0.0), BAR)))
        .collect();
    let mut cells = vec![Cell::Left(name, NAME)];
    for ((words, _), bar) in &halves {
        cells.extend([
            Cell::Right(&words.0, UNITS),
            Cell::Right(&words.1, SHARE),
            Cell::Left(bar, BAR),
        ]);
    }
    page.row(&cells);
}

/// A line with a text for the release and, where it is reported, for the input.
pub(crate) fn plain(page: &mut Page, name: &str, before: Option<String>, after: String) {
    let half = |words: String| ((words, String::new()), None);
    row(page, name, before.map(half), half(after));
}
