//! Class sizes, before and after.

use super::before_after::html::{Half, Line, compare, figure, together};
use super::before_after::text::{head, plain, row};
use super::before_after::words::{number_or_reason, title, units};
use super::section::Section;
use crate::masked::classes::{BandView, ClassesView};
use crate::masked::mask::Count;
use crate::masked::view::ReportView;
use crate::number::{capital, one_decimal, thousands};
use crate::page::json::Fields;
use crate::page::{html, text};

/// The section.
pub(super) struct Classes;

impl Section for Classes {
    fn text(&self, view: &ReportView, page: &mut text::Page) {
        page.section(&title("Class sizes", view));
        words(view).iter().for_each(|words| page.paragraph(words));
        let (before, after) = (view.classes.before.as_ref(), &view.classes.after);
        bands(page, view.unit, before, after);
        sizes(page, view.unit, before, after);
    }

    fn html(&self, view: &ReportView, page: &mut html::Page) {
        page.section(&title("Class sizes", view), |page| {
            words(view).iter().for_each(|words| page.paragraph(words));
            comparison(page, view);
        });
    }

    fn json(&self, view: &ReportView, fields: &mut Fields) {
        fields.add("classes", &view.classes);
    }
}

/// Sentences on what classes are.
fn words(view: &ReportView) -> Vec<String> {
    let unit = view.unit;
    let mut words = vec![format!(
        "Who knows the quasi-identifiers of somebody in the table is left with one class: the {unit} that look the same. The larger it is, \
         the better it hides those in it."
    )];
    if view.person.is_some() {
        words.push("A person with rows in several classes counts in each of them.".to_owned());
    }
    if view.classes.before.as_ref().is_some_and(coarse) {
        words.push(
            "Shares before are rounded to whole per cent, because counts would tell how many are left out."
                .to_owned(),
        );
    }
    words
}

fn bands(page: &mut text::Page, unit: &str, before: Option<&ClassesView>, after: &ClassesView) {
    head(
        page,
        &format!("{} in classes of", capital(unit)),
        before.is_some(),
    );
    for (at, a) in after.bands.iter().enumerate() {
        let half = |band: &BandView| (units(band.units, band.share), band.share);
        row(
            page,
            &band_name(a),
            before.map(|before| half(&before.bands[at])),
            half(a),
        );
    }
}

fn sizes(page: &mut text::Page, unit: &str, before: Option<&ClassesView>, after: &ClassesView) {
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
            before.map(|of| number_or_reason(size(of), of)),
            number_or_reason(size(after), after),
        );
    }
}

fn comparison(page: &mut html::Page, view: &ReportView) {
    let (before, after, unit) = (view.classes.before.as_ref(), &view.classes.after, view.unit);
    let half = |band: &BandView| Half {
        words: together(units(band.units, band.share)),
        share: band.share,
    };
    let line = |(at, a): (usize, &BandView)| Line {
        name: format!("Class of {}", band_name(a).trim()),
        before: before.map(|of| half(&of.bands[at])),
        after: half(a),
    };
    let mut lines: Vec<Line> = after.bands.iter().enumerate().map(line).collect();
    figure(
        page,
        &title(&format!("Share of {unit} by the size of their class"), view),
        &lines,
    );
    lines.extend(size_lines(unit, before, after));
    compare(
        page,
        &format!("{} by the size of their class", capital(unit)),
        &lines,
    );
}

fn size_lines(unit: &str, before: Option<&ClassesView>, after: &ClassesView) -> Vec<Line> {
    let half = |words: String| Half { words, share: None };
    let all = Line {
        name: format!("All {unit}"),
        before: before.map(|of| half(of.units.to_string())),
        after: half(after.units.to_string()),
    };
    let line = |(name, size): (&str, ClassSize)| Line {
        name: name.to_owned(),
        before: before.map(|of| half(number_or_reason(size(of), of))),
        after: half(number_or_reason(size(after), after)),
    };
    std::iter::once(all).chain(SIZES.map(line)).collect()
}

/// A figure of class sizes.
type ClassSize = fn(&ClassesView) -> Option<String>;

/// The figures of class sizes by name.
const SIZES: [(&str, ClassSize); 5] = [
    ("Number of classes", |of| of.classes.map(thousands)),
    ("Smallest class", |of| of.smallest.map(thousands)),
    ("Median class", |of| of.median.map(thousands)),
    ("Average class", |of| of.average.map(one_decimal)),
    ("Largest class", |of| of.largest.map(thousands)),
];

/// Whether shares are told in place of counts.
fn coarse(classes: &ClassesView) -> bool {
    classes
        .bands
        .iter()
        .any(|band| band.units == Count::Withheld && band.share.is_some())
}

/// The sizes of a band.
pub(crate) fn band_name(band: &BandView) -> String {
    match band.to {
        Some(to) if to == band.from => format!("  {to}"),
        Some(to) => format!("  {} to {}", thousands(band.from), thousands(to)),
        None => format!("  {} or more", thousands(band.from)),
    }
}
