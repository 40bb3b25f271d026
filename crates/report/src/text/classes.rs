//! Class sizes, before and after.

use super::page::{Cell, Page, bar};
use crate::number::{decimal, percent, thousands};
use crate::{BandView, ClassesView, Count, View};

const BAR: usize = 8;
const NAME: usize = 30;
const UNITS: usize = 9;
const SHARE: usize = 7;

pub(super) fn render(page: &mut Page, view: &View) {
    page.section("Class sizes, before and after");
    let (before, after) = (&view.classes.before, &view.classes.after);
    let unit = view.unit;
    page.paragraph(&format!(
        "Who knows the quasi-identifiers of somebody in the table is left with one class: the {unit} that look the same. The larger it is, \
         the better it hides those in it.",
    ));
    if view.person.is_some() {
        page.paragraph("A person with rows in several classes counts in each of them.");
    }
    if coarse(before) {
        page.paragraph("Shares before are rounded to whole per cent, because counts would tell how many are left out.");
    }
    bands(page, unit, before, after);
    sizes(page, unit, before, after);
}

fn bands(page: &mut Page, unit: &str, before: &ClassesView, after: &ClassesView) {
    head(page, &format!("{} in classes of", capital(unit)));
    for (b, a) in before.bands.iter().zip(&after.bands) {
        row(page, &name(b), (units(b.units, b.share), b.share), (units(a.units, a.share), a.share));
    }
}

fn sizes(page: &mut Page, unit: &str, before: &ClassesView, after: &ClassesView) {
    page.blank();
    let all = format!("All {unit}");
    plain(page, &all, before.units.to_string(), after.units.to_string());
    let whole = |number: Option<u64>| number.map(thousands);
    for (name, b, a) in [
        ("Classes", whole(before.classes), whole(after.classes)),
        ("Smallest class", whole(before.smallest), whole(after.smallest)),
        ("Median class", whole(before.median), whole(after.median)),
        ("Average class", before.average.map(one_decimal), after.average.map(one_decimal)),
        ("Largest class", whole(before.largest), whole(after.largest)),
    ] {
        plain(page, name, text(b, before), text(a, after));
    }
}

/// Names of columns of a table that compares before and after.
pub(super) fn head(page: &mut Page, name: &str) {
    let side = UNITS + 2 + SHARE + 2 + BAR;
    page.head(&[Cell::Left(name, NAME), Cell::Left("   Before", side), Cell::Left("    After", side)]);
}

/// A number and a share as texts, and the share for a bar.
pub(super) type Half = ((String, String), Option<f64>);

/// A line with a number, a share and a bar on either side.
pub(super) fn row(page: &mut Page, name: &str, before: Half, after: Half) {
    let bars = (bar(before.1.unwrap_or(0.0), BAR), bar(after.1.unwrap_or(0.0), BAR));
    page.row(&[
        Cell::Left(name, NAME),
        Cell::Right(&before.0.0, UNITS),
        Cell::Right(&before.0.1, SHARE),
        Cell::Left(&bars.0, BAR),
        Cell::Right(&after.0.0, UNITS),
        Cell::Right(&after.0.1, SHARE),
        Cell::Left(&bars.1, BAR),
    ]);
}

fn plain(page: &mut Page, name: &str, before: String, after: String) {
    row(page, name, ((before, String::new()), None), ((after, String::new()), None));
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
    classes.bands.iter().any(|band| band.units == Count::Withheld && band.share.is_some())
}

/// A number, or why there is none.
pub(crate) fn text(number: Option<String>, of: &ClassesView) -> String {
    number.unwrap_or_else(|| if of.units == Count::Exact(0) { "none" } else { "masked" }.to_owned())
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
    if value >= 1000.0 { decimal(value) } else { format!("{value:.1}") }
}

/// With a capital letter.
pub(crate) fn capital(unit: &str) -> String {
    let mut chars = unit.chars();
    chars.next().map_or_else(String::new, |first| format!("{}{}", first.to_uppercase(), chars.as_str()))
}
