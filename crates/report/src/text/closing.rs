//! Missing values, caveats, warnings, and how to reproduce the release.

use super::page::{Cell, Page, fitting};
use crate::number::thousands;
use crate::{Count, MissingView, ReadingView, ReportView};
use equipoise_recipe::{Role, RowOrderChoice};

pub(super) fn missing(page: &mut Page, view: &ReportView) {
    page.section("Missing values");
    let MissingWords { read_as, rules } = missing_words(view);
    page.paragraph(&read_as);
    let columns = missing_columns(view);
    if columns.is_empty() {
        return;
    }
    let width = fitting(columns.iter().map(|m| m.column.as_str()), 22, 40);
    let has_before = columns.iter().any(|line| line.rows.is_some());
    let mut heads = vec![
        Cell::Left("Column", width),
        Cell::Left("Role", 16),
        Cell::Right("Released rows", 16),
    ];
    heads.extend(has_before.then_some(Cell::Right("Input rows", 16)));
    page.head(&heads);
    for line in &columns {
        let counts: Vec<String> = [Some(line.released_rows), line.rows]
            .into_iter()
            .flatten()
            .map(|rows| rows.to_string())
            .collect();
        let mut cells = vec![
            Cell::Left(&line.column, width),
            Cell::Left(role(view, &line.column).map_or("", Role::name), 16),
        ];
        cells.extend(counts.iter().map(|rows| Cell::Right(rows, 16)));
        page.row(&cells);
    }
    rules.iter().for_each(|rule| page.paragraph(rule));
    if missing_in(view, Role::QuasiIdentifier) {
        page.paragraph(readings_words(view));
        let sides = readings(view);
        let mut heads = vec![Cell::Left("k-anonymity, missing", 30)];
        heads.extend(sides.iter().map(|side| Cell::Right(side.0, 14)));
        page.head(&heads);
        for (name, of) in READINGS {
            let values: Vec<String> = sides.iter().map(|side| of(side.1)).collect();
            let mut cells = vec![Cell::Left(name, 30)];
            cells.extend(values.iter().map(|k| Cell::Right(k, 14)));
            page.row(&cells);
        }
    }
}

/// Sentences on missing values.
pub(crate) struct MissingWords {
    /// What was read as missing.
    pub(crate) read_as: String,
    /// How missing values count.
    pub(crate) rules: Vec<&'static str>,
}

/// Columns with missing values.
pub(crate) fn missing_columns(view: &ReportView) -> Vec<&MissingView> {
    let is_there = |m: &&MissingView| {
        m.released_rows != Count::Exact(0) || m.rows.is_some_and(|rows| rows != Count::Exact(0))
    };
    view.missing.iter().filter(is_there).collect()
}

/// The tables that k is reported of, by name.
pub(crate) fn readings(view: &ReportView) -> Vec<(&'static str, &ReadingView)> {
    match &view.readings.before {
        Some(before) => vec![("Before", before), ("After", &view.readings.after)],
        None => vec![("Release", &view.readings.after)],
    }
}

fn missing_in(view: &ReportView, wanted: Role) -> bool {
    missing_columns(view)
        .iter()
        .any(|m| role(view, &m.column) == Some(wanted))
}

pub(crate) fn missing_words(view: &ReportView) -> MissingWords {
    let tokens: Vec<String> = view
        .missing_tokens
        .iter()
        .map(|t| {
            if t.is_empty() {
                "an empty cell".to_owned()
            } else {
                format!("`{t}`")
            }
        })
        .collect();
    let none = if missing_columns(view).is_empty() {
        "None. "
    } else {
        ""
    };
    let read_as = match tokens.is_empty() {
        true => format!("{none}No text was read as missing."),
        false => format!("{none}Read as missing: {}.", tokens.join(", ")),
    };
    let mut rules = Vec::new();
    if missing_in(view, Role::QuasiIdentifier) {
        rules.push(
            "A missing quasi-identifier is a value of its own: it looks like other missing ones and like nothing else. Below the top it \
             stays missing; at the top it becomes the top label like all others.",
        );
    }
    if missing_in(view, Role::Sensitive) {
        rules.push(
            "A row with a missing sensitive value counts in the size of its class. Models that count or limit values, such as l-diversity, \
             never take the missing one for a value. For models that compare a class with the whole table, such as t-closeness, it is one \
             more value, at distance 1 from all others.",
        );
    }
    MissingWords { read_as, rules }
}

/// What the two readings of missing quasi-identifiers are.
pub(crate) fn readings_words(view: &ReportView) -> &'static str {
    match missing_in(view, Role::QuasiIdentifier) {
        true => {
            "This release is judged by the first of two readings, which is the stricter one. In the other a missing value matches anything, as \
             for somebody who cannot tell what it would have been: k is then the fewest that match a row in all that both have."
        }
        false => {
            "No quasi-identifier has a missing value, so both readings of missing values give the same k."
        }
    }
}

/// A value of k, or why there is none.
fn reading(k: Option<u64>, measured: bool) -> String {
    match (k, measured) {
        (Some(k), _) => thousands(k),
        (None, true) => "masked".to_owned(),
        (None, false) => "not measured".to_owned(),
    }
}

/// How k of a table is told in one of the readings.
pub(crate) type TellReading = fn(&ReadingView) -> String;

/// The readings by name.
pub(crate) const READINGS: [(&str, TellReading); 2] = [
    ("A value of its own", |of| reading(of.own_value, true)),
    ("Matches anything (wildcard)", |of| {
        reading(of.wildcard, of.wildcard_measured)
    }),
];

/// The role of a column.
pub(crate) fn role(view: &ReportView, column: &str) -> Option<Role> {
    view.table
        .columns
        .iter()
        .find(|c| c.name == column)
        .and_then(|c| c.role)
}

pub(super) fn caveats(page: &mut Page, view: &ReportView) {
    page.section("What this does NOT protect against");
    page.paragraph("The models promise what section 1 says and no more. All values were measured; none of them is a judgement that the data may be published.");
    for caveat in &view.caveats {
        page.blank();
        page.wrapped(&caveat.title, "  · ", "    ");
        page.wrapped(&caveat.text, "    ", "    ");
    }
}

pub(super) fn warnings(page: &mut Page, view: &ReportView) {
    page.section("Warnings");
    if view.warnings.is_empty() {
        page.paragraph("None.");
        return;
    }
    page.blank();
    for warning in &view.warnings {
        page.wrapped(warning, "  ! ", "    ");
    }
}

pub(super) fn reproduce(page: &mut Page, view: &ReportView) {
    page.section("How to reproduce this");
    let order = match view.row_order {
        RowOrderChoice::Input => "Rows are in the order of the input, which links them to it.",
        RowOrderChoice::Canonical => {
            "Rows are sorted by their released values, so a row's place tells nothing."
        }
    };
    page.paragraph(&format!(
        "{order} The same table and recipe give the same release and the same report, byte for byte, with Equipoise {}.",
        view.equipoise
    ));
    if !view.reproduce.is_empty() {
        page.blank();
    }
    for command in &view.reproduce {
        page.line(&format!("  $ {command}"));
    }
}
