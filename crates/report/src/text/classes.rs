//! Class sizes, before and after.

use super::page::{Cell, Page, bar};
use crate::number::{decimal, percent, thousands};
use crate::{BandView, ClassesView, Count, ReportView};

const BAR: usize = 8;
const NAME: usize = 30;
const UNITS: usize = 9;
const SHARE: usize = 7;

pub(super) fn render(page: &mut Page, view: &ReportView) {
    page.section(&title("Class sizes", view));
    let (before, after) = (view.classes.before.as_ref(), &view.classes.after);
    let unit = view.unit;
    page.paragraph(&format!(
        "Who knows the quasi-identifiers of somebody in the table is left with one class: the {unit} that look the same. The larger it is, \
         the better it hides those in it.",
    ));
    if view.person.is_some() {
        page.paragraph("A person with rows in several classes counts in each of them.");
    }
    if before.is_some_and(coarse) {
        page.paragraph("Shares before are rounded to whole per cent, because counts would tell how many are left out.");
    }
    bands(page, unit, before, after);
    sizes(page, unit, before, after);
}

fn bands(page: &mut Page, unit: &str, before: Option<&ClassesView>, after: &ClassesView) {
    head(
        page,
        &format!("{} in classes of", capital(unit)),
        before.is_some(),
    );
    for (at, a) in after.bands.iter().enumerate() {
        let half = |band: &BandView| (units(band.units, band.share), band.share);
        row(
            page,
            &name(a),
            before.map(|before| half(&before.bands[at])),
            half(a),
        );
    }
}

fn sizes(page: &mut Page, unit: &str, before: Option<&ClassesView>, after: &ClassesView) {
    page.blank();
    plain(
        page,
        &format!("All {unit}"),
        before.map(|of| of.units.to_string()),
        after.units.to_string(),
    );
    for (name, size) in SIZES {
        plain(
            page,
            name,
            before.map(|of| text(size(of), of)),
            text(size(after), after),
        );
    }
}

/// A figure of class sizes.
pub(crate) type ClassSize = fn(&ClassesView) -> Option<String>;

/// The figures of class sizes by name.
pub(crate) const SIZES: [(&str, ClassSize); 5] = [
    ("Number of classes", |of| of.classes.map(thousands)),
    ("Smallest class", |of| of.smallest.map(thousands)),
    ("Median class", |of| of.median.map(thousands)),
    ("Average class", |of| of.average.map(one_decimal)),
    ("Largest class", |of| of.largest.map(thousands)),
];

/// The title of a section that compares the release with the input where both are reported.
pub(crate) fn title(name: &str, view: &ReportView) -> String {
    if view.classes.before.is_some() {
        format!("{name}, before and after")
    } else {
        name.to_owned()
    }
}

/// Names of columns of a table that compares before and after.
pub(super) fn head(page: &mut Page, name: &str, has_before: bool) {
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
pub(super) type Half = ((String, String), Option<f64>);

/// A line with a number, a share and a bar for the release and, where it is reported, for the
/// input.
pub(super) fn row(page: &mut Page, name: &str, before: Option<Half>, after: Half) {
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

fn plain(page: &mut Page, name: &str, before: Option<String>, after: String) {
    let half = |words: String| ((words, String::new()), None);
    row(page, name, before.map(half), half(after));
}

/// A number with its share. A masked number says so, unless its share is told.
pub(crate) fn units(units: Count, share: Option<f64>) -> (String, String) {
    let number = match (units, share) {
        (Count::Withheld, Some(_)) => String::new(),
        _ => units.to_string(),
    };
    let share = match (units, share) {
        (_, None) => String::new(),
        (Count::Withheld, Some(share)) => format!("{:.0} %", share * 100.0),
        (_, Some(share)) => percent(share),
    };
    (number, share)
}

/// Whether shares are told in place of counts.
pub(crate) fn coarse(classes: &ClassesView) -> bool {
    classes
        .bands
        .iter()
        .any(|band| band.units == Count::Withheld && band.share.is_some())
}

/// A number, or why there is none.
pub(crate) fn text(number: Option<String>, of: &ClassesView) -> String {
    number.unwrap_or_else(|| {
        if of.units == Count::Exact(0) {
            "none"
        } else {
            "masked"
        }
        .to_owned()
    })
}

/// The sizes of a band.
pub(crate) fn name(band: &BandView) -> String {
    match band.to {
        Some(to) if to == band.from => format!("  {to}"),
        Some(to) => format!("  {} to {}", thousands(band.from), thousands(to)),
        None => format!("  {} or more", thousands(band.from)),
    }
}

pub(crate) fn one_decimal(value: f64) -> String {
    if value >= 1000.0 {
        decimal(value)
    } else {
        format!("{value:.1}")
    }
}

/// With a capital letter.
pub(crate) fn capital(unit: &str) -> String {
    let mut chars = unit.chars();
    chars.next().map_or_else(String::new, |first| {
        format!("{}{}", first.to_uppercase(), chars.as_str())
    })
}
