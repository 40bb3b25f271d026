//! The release in a few sentences.

use crate::facts::report::Report;
use crate::facts::table::{AttributeLine, SuppressedRows};
use crate::facts::unit::ProtectionUnit;
use crate::masked::left_out::LeftOutView;
use crate::masked::mask::{Count, Totals};
use crate::number::{listed, percent, thousands};

/// The release in sentences.
pub(crate) struct Headline {
    /// All of them: who looks like whom, who is left out, what is left of the columns.
    pub(crate) all: String,
    /// The first of them as one: whether the release keeps its promises, and who looks like whom.
    pub(crate) lead: String,
    /// All sentences that the first does not include.
    pub(crate) rest: String,
}

pub(crate) fn headline(report: &Report, left_out: &LeftOutView, totals: &Totals) -> Headline {
    let sentences = [
        models(report),
        alike(report),
        missing_people(report, left_out, totals),
        columns(report),
    ];
    let joined = |sentences: &[String]| {
        sentences
            .iter()
            .filter(|s| !s.is_empty())
            .cloned()
            .collect::<Vec<_>>()
            .join(" ")
    };
    let kept = !report.models.is_empty() && report.models.iter().all(|m| m.met);
    let (lead, told) = match kept {
        true => (
            format!(
                "{}: {}",
                sentences[0].trim_end_matches('.'),
                uncapitalized(&sentences[1])
            ),
            2,
        ),
        false => (sentences[0].clone(), 1),
    };
    Headline {
        all: joined(&sentences),
        lead,
        rest: joined(&sentences[told..]),
    }
}

fn uncapitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| {
        format!("{}{}", first.to_lowercase(), chars.as_str())
    })
}

fn models(report: &Report) -> String {
    let names = report
        .models
        .iter()
        .filter(|m| !m.met)
        .map(|m| match m.model.column() {
            Some(column) => format!("{} of `{column}`", m.model.name()),
            None => m.model.name().to_string(),
        });
    let unmet: Vec<String> = names.collect();
    match (unmet.is_empty(), report.models.len()) {
        (false, _) => format!("NOT MET: {}.", listed(&unmet)),
        (true, 0) => "No privacy model was asked for.".to_owned(),
        (true, 1) => "The model asked for is met.".to_owned(),
        (true, 2) => "Both models asked for are met.".to_owned(),
        (true, number) => format!("All {number} models asked for are met."),
    }
}

fn alike(report: &Report) -> String {
    let Some(&(smallest, _)) = report.after.sizes().first() else {
        return "No row is released.".to_owned();
    };
    let others = smallest - 1;
    match (&report.unit, others) {
        (ProtectionUnit::Rows, 0) => {
            "Some released rows share their quasi-identifiers with no other row.".to_owned()
        }
        (ProtectionUnit::Persons { .. }, 0) => {
            "Some released rows share their quasi-identifiers with those of no other person."
                .to_owned()
        }
        (ProtectionUnit::Rows, _) => format!(
            "Each released row shares its quasi-identifiers with at least {} other {}.",
            thousands(others),
            report.unit.noun(others)
        ),
        (ProtectionUnit::Persons { .. }, _) => format!(
            "Each released row shares its quasi-identifiers with rows of at least {} other {}.",
            thousands(others),
            report.unit.noun(others)
        ),
    }
}

fn missing_people(report: &Report, left_out: &LeftOutView, totals: &Totals) -> String {
    let verb = match (&report.unit, &report.suppressed) {
        (ProtectionUnit::Rows, SuppressedRows::Dropped) => ("is left out", "are left out"),
        (ProtectionUnit::Rows, SuppressedRows::Marked { .. }) => ("is marked", "are marked"),
        (ProtectionUnit::Persons { .. }, SuppressedRows::Dropped) => {
            ("has rows left out", "have rows left out")
        }
        (ProtectionUnit::Persons { .. }, SuppressedRows::Marked { .. }) => {
            ("has marked rows", "have marked rows")
        }
    };
    match (left_out.units, totals.units) {
        (Count::Exact(0), _) => format!("No {} {}.", report.unit.noun(1), verb.0),
        (Count::Exact(number), Count::Exact(all)) => format!(
            "{} of {} {} ({}) {}.",
            thousands(number),
            thousands(all),
            report.unit.noun(all),
            percent(left_out.share.unwrap_or(0.0)),
            if number == 1 { verb.0 } else { verb.1 }
        ),
        (Count::Exact(number), _) => {
            format!(
                "{} {} {}.",
                thousands(number),
                report.unit.noun(number),
                if number == 1 { verb.0 } else { verb.1 }
            )
        }
        _ => format!("Fewer than 11 {} {}.", report.unit.noun(2), verb.1),
    }
}

fn columns(report: &Report) -> String {
    let of = |wanted: Fate| {
        report
            .decision
            .iter()
            .filter(move |line| fate(line) == wanted)
    };
    let quoted = |line: &AttributeLine| format!("`{}`", line.name);
    let exact: Vec<String> = of(Fate::Exact).map(quoted).collect();
    let gone: Vec<String> = of(Fate::Gone).map(quoted).collect();
    let mut grouped = Vec::new();
    for line in of(Fate::Grouped) {
        let groups = if grouped.is_empty() {
            if line.labels == 1 {
                " group"
            } else {
                " groups"
            }
        } else {
            ""
        };
        grouped.push(format!(
            "`{}` ({}{groups})",
            line.name,
            thousands(line.labels)
        ));
    }
    let mut parts = Vec::new();
    if !exact.is_empty() {
        parts.push(format!(
            "{} {} exact",
            listed(&exact),
            if exact.len() == 1 { "stays" } else { "stay" }
        ));
    }
    if !grouped.is_empty() {
        parts.push(format!(
            "{} {} coarser",
            listed(&grouped),
            if grouped.len() == 1 { "is" } else { "are" }
        ));
    }
    if !gone.is_empty() {
        parts.push(format!("nothing is left of {}", listed(&gone)));
    }
    capitalized(&parts.join("; "))
}

/// A sentence that begins with a capital letter, where it begins with a letter.
fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => format!("{}{}.", first.to_uppercase(), chars.as_str()),
        None => String::new(),
    }
}

/// The detail left of an attribute.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Exact,
    Grouped,
    Gone,
}

fn fate(line: &AttributeLine) -> Fate {
    if line.level == Some(0) || line.level.is_none() && line.loss == Some(0.0) {
        Fate::Exact
    } else if line
        .level
        .is_none_or(|level| line.height.is_none_or(|height| level >= height))
        && line.labels <= 1
    {
        Fate::Gone
    } else {
        Fate::Grouped
    }
}
