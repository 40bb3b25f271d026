//! What each record risks and is worth.

use super::page::{Cell, Page, bar, fitting};
use crate::number::{percent, thousands};
use crate::{DisclosureFiguresView, DisclosureView, Quartiles, ReportView};

pub(super) fn render(page: &mut Page, view: &ReportView) {
    let Some(of) = &view.disclosure else { return };
    page.section("What each record risks and is worth");
    words(of, view.unit)
        .iter()
        .for_each(|text| page.paragraph(text));
    let Some(figures) = &of.figures else { return };
    page.head(&[
        Cell::Left("", 29),
        Cell::Right("Least", 8),
        Cell::Right("Quarter", 8),
        Cell::Right("Half", 8),
        Cell::Right("3/4", 8),
        Cell::Right("Most", 8),
        Cell::Right("Mean", 8),
    ]);
    for (name, spread) in spreads(figures) {
        let numbers = numbers(&spread);
        let cells = numbers.iter().map(|text| Cell::Right(text, 8));
        page.row(
            &std::iter::once(Cell::Left(name, 29))
                .chain(cells)
                .collect::<Vec<_>>(),
        );
    }
    page.paragraph("How far each attribute went: the share of released rows at each level, from the value itself (level 0) to the top.");
    let width = fitting(figures.attributes.iter().map(|a| a.name.as_str()), 16, 30);
    page.head(&[
        Cell::Left("Attribute", width),
        Cell::Right("Level", 6),
        Cell::Right("Rows", 9),
        Cell::Left("", 24),
    ]);
    for line in &figures.attributes {
        for (level, &share) in line.shares.iter().enumerate() {
            let name = if level == 0 { line.name.as_str() } else { "" };
            page.row(&[
                Cell::Left(name, width),
                Cell::Right(&level.to_string(), 6),
                Cell::Right(&percent(share), 9),
                Cell::Left(&bar(share, 24), 24),
            ]);
        }
    }
}

/// Sentences on what was asked and found.
pub(crate) fn words(of: &DisclosureView, unit: &str) -> Vec<String> {
    let people = |d: &crate::DictionaryLine| {
        d.people
            .map_or_else(String::new, |n| format!(", {} people", thousands(n)))
    };
    let one =
        |d: &crate::DictionaryLine| format!("{} ({}{})", d.name, d.columns.join(", "), people(d));
    let known = of
        .dictionaries
        .iter()
        .map(one)
        .collect::<Vec<_>>()
        .join("; ");
    let proof = match of.figures.as_ref().map(|figures| figures.proved) {
        Some(true) => ": no record has a better choice",
        Some(false) => ": the best found; whether some record has a better choice is not known",
        None => "",
    };
    let mut words = vec![
        format!(
            "Each record was given labels of its own: {}. {} {}",
            of.asked, of.risk, of.utility
        ),
        format!(
            "Attackers are taken to know: {known}. Found by `{}`{proof}.",
            of.optimizer
        ),
        format!(
            "That a record fits k people of a dictionary does not make k rows of the file alike. So rows were put into classes that meet the models above, some of them under \
             wider labels than is best for them. The smallest class of the released file has {} {unit}{}.",
            thousands(of.least_class.unwrap_or(0)),
            of.figures
                .as_ref()
                .map_or_else(String::new, |figures| format!(
                    ", and no released record fits fewer than {} people of a dictionary",
                    thousands(figures.least_crowd)
                ))
        ),
    ];
    let Some(figures) = &of.figures else {
        return words;
    };
    let (moved, short) = (thousands(figures.moved_rows), thousands(figures.short_rows));
    words.push(format!(
        "{moved} rows were moved for that, {short} of them below what was asked for them."
    ));
    if figures.unknown_rows > 0 {
        words.push(format!(
            "{} released rows fit nobody in some dictionary. An attacker with it finds nobody, but a row must not look safer than one that says less: each is counted as fitting one person.",
            thousands(figures.unknown_rows)
        ));
    }
    let bound = if figures.upper_bound {
        "is an upper bound of the true one"
    } else {
        "is no upper bound of the true one"
    };
    words.push(format!(
        "The risk reported here {bound}: {}.",
        figures.upper_bound_reason
    ));
    words
}

/// Spreads by name.
pub(crate) fn spreads(of: &DisclosureFiguresView) -> [(&'static str, Quartiles); 6] {
    [
        ("Risk, input as it is", of.before.risk),
        ("Risk, best for each record", of.best.risk),
        ("Risk, release", of.after.risk),
        ("Utility, input as it is", of.before.utility),
        ("Utility, best for each record", of.best.utility),
        ("Utility, release", of.after.utility),
    ]
}

/// The numbers of a spread as texts.
pub(crate) fn numbers(spread: &Quartiles) -> [String; 6] {
    [
        spread.least,
        spread.quarter,
        spread.median,
        spread.three_quarters,
        spread.most,
        spread.mean,
    ]
    .map(figure)
}

/// A number in three digits.
pub(crate) fn figure(value: f64) -> String {
    match value {
        v if !v.is_finite() => "infinite".to_owned(),
        0.0 => "0".to_owned(),
        v if v.abs() >= 1000.0 || v.abs() < 0.001 => format!("{v:.1e}"),
        v if v.abs() >= 100.0 => format!("{v:.0}"),
        v if v.abs() >= 10.0 => format!("{v:.1}"),
        v if v.abs() >= 1.0 => format!("{v:.2}"),
        v => format!("{v:.4}"),
    }
}
