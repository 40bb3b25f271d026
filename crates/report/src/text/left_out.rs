//! Who is left out.

use super::page::{Cell, Page, fitting};
use crate::number::{listed, percent};
use crate::{AttributeView, Audience, Count, ReportView, ShareView, ValueView};

/// Values shown per attribute.
const MOST: usize = 8;

/// How many are left out and what became of them, and whether there is more to say.
pub(crate) fn opening(view: &ReportView) -> (Vec<String>, bool) {
    if view.left_out.units == Count::Exact(0) {
        return (
            vec!["Nobody. Every row of the table is in the release.".to_owned()],
            false,
        );
    }
    let mut words = vec![treatment(view)];
    if view.left_out.attributes.is_empty() && view.audience == Audience::Public {
        words.push("The internal report describes them.".to_owned());
    }
    if !view.left_out.attributes.is_empty() && view.audience == Audience::Public {
        words.push("The publisher chose to publish this section, which describes the people who were left out.".to_owned());
    }
    (words, !view.left_out.attributes.is_empty())
}

pub(super) fn render(page: &mut Page, view: &ReportView) {
    page.section("Who is left out");
    let left_out = &view.left_out;
    let (words, goes_on) = opening(view);
    words.iter().for_each(|words| page.paragraph(words));
    if !goes_on {
        return;
    }
    page.paragraph(
        "Rows are left out when their class fails even after generalization, so they are seldom a fair sample, and who analyses the \
         release sees too little of some values. The tables list values that are more frequent among the rows left out than in the whole \
         table: their share of the rows left out, their share of the table, and the first over the second. ▲ marks a ratio above 1.25.",
    );
    if view.person.is_some() {
        page.paragraph("These tables count rows, not persons.");
    }
    for attribute in left_out
        .attributes
        .iter()
        .filter(|a| told(a, view) == Told::Values)
    {
        values(page, attribute, view);
    }
    let quiet = quiet(view);
    if !quiet.is_empty() {
        page.blank();
    }
    quiet
        .iter()
        .for_each(|line| page.wrapped(line, "  · ", "    "));
}

/// How many are left out, and what became of their rows.
fn treatment(view: &ReportView) -> String {
    let left_out = &view.left_out;
    let number = match (left_out.units, left_out.share) {
        (Count::Exact(1), _) => format!("1 {}", view.unit.trim_end_matches('s')),
        (Count::Exact(_), Some(share)) => {
            format!("{} {} ({})", left_out.units, view.unit, percent(share))
        }
        (Count::Exact(_), None) => format!("{} {}", left_out.units, view.unit),
        _ => format!("Fewer than 11 {}", view.unit),
    };
    let rows = match (&view.person, left_out.rows) {
        (Some(_), Count::Exact(1)) => " (1 row in all)".to_owned(),
        (Some(_), Count::Exact(_)) => format!(" ({} rows in all)", left_out.rows),
        _ => String::new(),
    };
    let fate = match &left_out.label {
        Some(label) => format!(
            "These rows are in the file with `{label}` in every quasi-identifier, and were judged as one more class."
        ),
        None => "These rows are not in the file.".to_owned(),
    };
    let verb = match (&view.person, left_out.units == Count::Exact(1)) {
        (None, true) => "is",
        (None, false) => "are",
        (Some(_), true) => "has rows",
        (Some(_), false) => "have rows",
    };
    let others = if view.person.is_some() {
        " Other rows of these persons may be kept."
    } else {
        ""
    };
    format!("{number} {verb} in classes that do not keep the promises{rows}. {fate}{others}")
}

/// What there is to say of an attribute.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Told {
    /// Some values are left out more often than others.
    Values,
    /// There is one label.
    OneLabel,
    /// No value is left out much more often than others.
    Even,
    /// Nothing may be told.
    Masked,
}

pub(crate) fn told(attribute: &AttributeView, view: &ReportView) -> Told {
    let all_masked = attribute.values.iter().all(|v| v.counts.ratio.is_none());
    let one_label = view.decision.iter().any(|d| {
        d.name == attribute.name
            && d.labels <= 1
            && d.level
                .is_some_and(|level| level > 0 && d.height.is_none_or(|height| level >= height))
    });
    match &attribute.masked_together {
        _ if one_label || (attribute.values.len() <= 1 && attribute.masked_together.is_none()) => {
            Told::OneLabel
        }
        Some(_) if all_masked => Told::Masked,
        together => {
            let marked = |counts: &ShareView| counts.over_represented == Some(true);
            let any = attribute.values.iter().any(|v| marked(&v.counts))
                || together.as_ref().is_some_and(marked);
            if any { Told::Values } else { Told::Even }
        }
    }
}

fn values(page: &mut Page, attribute: &AttributeView, view: &ReportView) {
    let over: Vec<&ValueView> = attribute
        .values
        .iter()
        .filter(|v| v.counts.ratio.is_some_and(|r| r > 1.0))
        .collect();
    let shown = &over[..over.len().min(MOST)];
    let labels: Vec<String> = shown
        .iter()
        .map(|v| label(&v.label, &view.missing_tokens))
        .collect();
    let name = format!("`{}`", attribute.name);
    let width = fitting(
        labels.iter().map(String::as_str).chain([name.as_str()]),
        22,
        28,
    );
    page.head(&[
        Cell::Left(&name, width),
        Cell::Right("left out", 10),
        Cell::Right("in table", 11),
        Cell::Right("of left out", 11),
        Cell::Right("of table", 9),
        Cell::Right("ratio", 7),
    ]);
    for (value, label) in shown.iter().zip(&labels) {
        row(page, label, &value.counts, width);
    }
    if let Some(together) = &attribute.masked_together {
        row(page, "other values, masked", together, width);
    }
    if over.len() > MOST {
        page.line(&format!(
            "and {} more; the JSON report has all",
            over.len() - MOST
        ));
    }
}

fn row(page: &mut Page, label: &str, counts: &ShareView, width: usize) {
    let share = |share: Option<f64>| share.map_or_else(String::new, percent);
    let ratio = counts.ratio.map_or_else(String::new, |r| format!("{r:.2}"));
    let mark = if counts.over_represented == Some(true) {
        "▲"
    } else {
        ""
    };
    page.row(&[
        Cell::Left(label, width),
        Cell::Right(&counts.left_out.to_string(), 10),
        Cell::Right(&counts.rows.to_string(), 11),
        Cell::Right(&share(counts.share_of_left_out), 11),
        Cell::Right(&share(counts.share_of_table), 9),
        Cell::Right(&ratio, 7),
        Cell::Left(mark, 1),
    ]);
}

/// A label that can be seen.
pub(crate) fn label(label: &str, missing_tokens: &[String]) -> String {
    let missing = missing_tokens.iter().any(|token| token == label);
    match (label.trim().is_empty(), missing) {
        (true, true) => "(missing)".to_owned(),
        (true, false) => "(empty)".to_owned(),
        (false, true) => format!("{label} (missing)"),
        (false, false) => label.to_owned(),
    }
}

/// A sentence for each kind of attribute that needs no table.
pub(crate) fn quiet(view: &ReportView) -> Vec<String> {
    let with = |wanted: Told| {
        let attributes = view
            .left_out
            .attributes
            .iter()
            .filter(move |a| told(a, view) == wanted);
        attributes
            .map(|a| format!("`{}`", a.name))
            .collect::<Vec<_>>()
    };
    [
        (
            Told::Even,
            "No value is over-represented by more than 1.25 times",
        ),
        (Told::OneLabel, "One label only, nothing to compare"),
        (
            Told::Masked,
            "Masked, because too few with the same value are left out",
        ),
    ]
    .into_iter()
    .map(|(wanted, words)| (with(wanted), words))
    .filter(|(names, _)| !names.is_empty())
    .map(|(names, words)| format!("{words}: {}.", listed(&names)))
    .collect()
}
