//! What each record risks and is worth.

use super::page::{Cell, Page, bar, fitting};
use crate::number::{percent, thousands};
use crate::{DisclosureView, Spread, View};

pub(super) fn render(page: &mut Page, view: &View) {
    let Some(of) = &view.disclosure else { return };
    page.section("What each record risks and is worth");
    words(of, view.unit).iter().for_each(|text| page.paragraph(text));
    let lines = spreads(of);
    if !lines.is_empty() {
        page.head(&[
            Cell::Left("", 29),
            Cell::Right("Least", 8),
            Cell::Right("Quarter", 8),
            Cell::Right("Half", 8),
            Cell::Right("3/4", 8),
            Cell::Right("Most", 8),
            Cell::Right("Mean", 8),
        ]);
        for (name, spread) in lines {
            let numbers = numbers(&spread);
            let cells = numbers.iter().map(|text| Cell::Right(text, 8));
            page.row(&std::iter::once(Cell::Left(name, 29)).chain(cells).collect::<Vec<_>>());
        }
    }
    page.paragraph("How far each attribute went: the share of released rows at each level, from the value itself (level 0) to the top.");
    let width = fitting(of.attributes.iter().map(|a| a.name.as_str()), 16, 30);
    page.head(&[Cell::Left("Attribute", width), Cell::Right("Level", 6), Cell::Right("Rows", 9), Cell::Left("", 24)]);
    for line in &of.attributes {
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
    let people = |d: &crate::DictionaryLine| d.people.map_or_else(String::new, |n| format!(", {} people", thousands(n)));
    let one = |d: &crate::DictionaryLine| format!("{} ({}{})", d.name, d.columns.join(", "), people(d));
    let known = of.dictionaries.iter().map(one).collect::<Vec<_>>().join("; ");
    let proof = match of.proved {
        true => "no record has a better choice",
        false => "the best found; whether some record has a better choice is not known",
    };
    let mut words = vec![
        format!("Each record was given labels of its own: {}. {} {}", of.asked, of.risk, of.utility),
        format!("Attackers are taken to know: {known}. Found by `{}`: {proof}.", of.optimizer),
        format!(
            "That a record fits k people of a dictionary does not make k rows of the file alike. So rows were put into classes that meet the models above, some of them under \
             wider labels than is best for them. The smallest class of the released file has {} {unit}{}.",
            thousands(of.least_class),
            of.least_crowd.map_or_else(String::new, |crowd| format!(
                ", and no released record fits fewer than {} people of a dictionary",
                thousands(crowd)
            ))
        ),
    ];
    if let (Some(moved), Some(short)) = (of.moved_rows, of.short_rows) {
        words.push(format!("{} rows were moved for that, {} of them below what was asked for them.", thousands(moved), thousands(short)));
    }
    if let Some(unknown) = of.unknown_rows.filter(|rows| *rows > 0) {
        words.push(format!(
            "{} released rows fit nobody in some dictionary. An attacker with it finds nobody, but a row must not look safer than one that says less: each is counted as fitting one person.",
            thousands(unknown)
        ));
    }
    let bound = if of.upper_bound { "is an upper bound of the true one" } else { "is no upper bound of the true one" };
    words.push(format!("The risk told here {bound}: {}.", of.upper_bound_reason));
    words
}

/// Names of spreads.
pub(crate) fn spreads(of: &DisclosureView) -> Vec<(&'static str, Spread)> {
    let all = [
        ("Risk, input as it is", of.before.map(|s| s.risk)),
        ("Risk, best for each record", of.best.map(|s| s.risk)),
        ("Risk, release", of.after.risk),
        ("Utility, input as it is", of.before.map(|s| s.utility)),
        ("Utility, best for each record", of.best.map(|s| s.utility)),
        ("Utility, release", of.after.utility),
    ];
    all.into_iter().filter_map(|(name, spread)| Some((name, spread?))).collect()
}

/// The numbers of a spread as texts.
pub(crate) fn numbers(spread: &Spread) -> [String; 6] {
    [spread.least, spread.quarter, spread.median, spread.three_quarters, spread.most, spread.mean].map(figure)
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
