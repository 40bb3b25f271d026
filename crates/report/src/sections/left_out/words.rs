//! Sentences and labels that text and HTML share.

use crate::audience::Audience;
use crate::masked::left_out::{AttributeView, ShareView};
use crate::masked::mask::Count;
use crate::masked::view::ReportView;
use crate::number::{listed, percent};

/// Sentences on the number and treatment of people left out, and whether tables follow.
pub(super) fn opening(view: &ReportView) -> (Vec<String>, bool) {
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

/// A sentence on the number of people left out and the treatment of their rows.
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

/// The finding about one attribute.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Finding {
    /// Some values are left out more often than others.
    Values,
    /// There is one label.
    OneLabel,
    /// No value is left out much more often than others.
    Even,
    /// Nothing may be told.
    Masked,
}

pub(super) fn finding(attribute: &AttributeView, view: &ReportView) -> Finding {
    let all_masked = attribute.values.iter().all(|v| v.counts.ratio.is_none());
    let one_label = view.decision.iter().any(|d| {
        d.name == attribute.name
            && d.labels <= 1
            && d.level
                .is_some_and(|level| level > 0 && d.height.is_none_or(|height| level >= height))
    });
    match &attribute.masked_together {
        _ if one_label || (attribute.values.len() <= 1 && attribute.masked_together.is_none()) => {
            Finding::OneLabel
        }
        Some(_) if all_masked => Finding::Masked,
        together => {
            let marked = |counts: &ShareView| counts.over_represented == Some(true);
            let any = attribute.values.iter().any(|v| marked(&v.counts))
                || together.as_ref().is_some_and(marked);
            if any { Finding::Values } else { Finding::Even }
        }
    }
}

/// A label that can be seen.
pub(super) fn label(label: &str, missing_tokens: &[String]) -> String {
    let missing = missing_tokens.iter().any(|token| token == label);
    match (label.trim().is_empty(), missing) {
        (true, true) => "(missing)".to_owned(),
        (true, false) => "(empty)".to_owned(),
        (false, true) => format!("{label} (missing)"),
        (false, false) => label.to_owned(),
    }
}

/// A sentence for each kind of attribute that needs no table.
pub(super) fn quiet(view: &ReportView) -> Vec<String> {
    let with = |wanted: Finding| {
        let attributes = view
            .left_out
            .attributes
            .iter()
            .filter(move |a| finding(a, view) == wanted);
        attributes
            .map(|a| format!("`{}`", a.name))
            .collect::<Vec<_>>()
    };
    [
        (
            Finding::Even,
            "No value is over-represented by more than 1.25 times",
        ),
        (Finding::OneLabel, "One label only, nothing to compare"),
        (
            Finding::Masked,
            "Masked, because too few with the same value are left out",
        ),
    ]
    .into_iter()
    .map(|(wanted, words)| (with(wanted), words))
    .filter(|(names, _)| !names.is_empty())
    .map(|(names, words)| format!("{words}: {}.", listed(&names)))
    .collect()
}
