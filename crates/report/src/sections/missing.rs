//! Missing values, and k in both readings of them.

use super::section::Section;
use crate::masked::mask::Count;
use crate::masked::readings::ReadingView;
use crate::masked::view::{MissingView, ReportView};
use crate::number::thousands;
use crate::page::html::{code, escape};
use crate::page::json::Fields;
use crate::page::text::fitting;
use crate::page::{html, text};
use equipoise_recipe::Role;

const TITLE: &str = "Missing values";

/// The section.
pub(super) struct Missing;

impl Section for Missing {
    fn text(&self, view: &ReportView, page: &mut text::Page) {
        page.section(TITLE);
        lines(page, view);
    }

    fn html(&self, view: &ReportView, page: &mut html::Page) {
        page.section(TITLE, |page| tables(page, view));
    }

    fn json(&self, view: &ReportView, fields: &mut Fields) {
        fields.add("missing", &view.missing);
        fields.add("readings", view.readings);
        fields.add("missing_tokens", &view.missing_tokens);
    }
}

fn lines(page: &mut text::Page, view: &ReportView) {
    let MissingWords { read_as, rules } = missing_words(view);
    page.paragraph(&read_as);
    let columns = missing_columns(view);
    if columns.is_empty() {
        return;
    }
    let width = fitting(columns.iter().map(|m| m.column.as_str()), 22, 40);
    let has_before = columns.iter().any(|line| line.rows.is_some());
    let mut heads = vec![
        text::Cell::Left("Column", width),
        text::Cell::Left("Role", 16),
        text::Cell::Right("Released rows", 16),
    ];
    heads.extend(has_before.then_some(text::Cell::Right("Input rows", 16)));
    page.head(&heads);
    for line in &columns {
        let counts: Vec<String> = [Some(line.released_rows), line.rows]
            .into_iter()
            .flatten()
            .map(|rows| rows.to_string())
            .collect();
        let mut cells = vec![
            text::Cell::Left(&line.column, width),
            text::Cell::Left(role(view, &line.column).map_or("", Role::name), 16),
        ];
        cells.extend(counts.iter().map(|rows| text::Cell::Right(rows, 16)));
        page.row(&cells);
    }
    rules.iter().for_each(|rule| page.paragraph(rule));
    if missing_in(view, Role::QuasiIdentifier) {
        page.paragraph(readings_words(view));
        let sides = readings(view);
        let mut heads = vec![text::Cell::Left("k-anonymity, missing", 30)];
        heads.extend(sides.iter().map(|side| text::Cell::Right(side.0, 14)));
        page.head(&heads);
        for (name, of) in READINGS {
            let values: Vec<String> = sides.iter().map(|side| of(side.1)).collect();
            let mut cells = vec![text::Cell::Left(name, 30)];
            cells.extend(values.iter().map(|k| text::Cell::Right(k, 14)));
            page.row(&cells);
        }
    }
}

fn tables(page: &mut html::Page, view: &ReportView) {
    let MissingWords { read_as, rules } = missing_words(view);
    page.paragraph(&read_as);
    let columns = missing_columns(view);
    if !columns.is_empty() {
        let rows = columns.iter().map(|line| {
            let counts = [Some(line.released_rows), line.rows].into_iter().flatten();
            let cells = [
                html::Cell::Text(code(&line.column)),
                html::Cell::Text(escape(role(view, &line.column).map_or("", Role::name))),
            ];
            cells
                .into_iter()
                .chain(counts.map(|rows| html::Cell::Number(escape(&rows.to_string()))))
                .collect()
        });
        let mut heads = vec!["Column", "Role", "#Released rows"];
        heads.extend(
            columns
                .iter()
                .any(|line| line.rows.is_some())
                .then_some("#Input rows"),
        );
        page.table("Rows with a missing value", &heads, rows.collect());
    }
    rules.iter().for_each(|rule| page.paragraph(rule));
    page.paragraph(readings_words(view));
    let sides = readings(view);
    let rows = READINGS.iter().map(|(name, of)| {
        let cells = sides
            .iter()
            .map(|side| html::Cell::Number(escape(&of(side.1))));
        std::iter::once(html::Cell::Text(escape(name)))
            .chain(cells)
            .collect()
    });
    let names: Vec<String> = sides.iter().map(|side| format!("#{}", side.0)).collect();
    let heads: Vec<&str> = std::iter::once("Reading")
        .chain(names.iter().map(String::as_str))
        .collect();
    page.table(
        "k-anonymity in both readings of missing values",
        &heads,
        rows.collect(),
    );
}

/// Sentences on missing values.
struct MissingWords {
    /// Texts that were read as missing.
    read_as: String,
    /// Rules by which missing values count.
    rules: Vec<&'static str>,
}

/// Columns with missing values.
fn missing_columns(view: &ReportView) -> Vec<&MissingView> {
    let is_there = |m: &&MissingView| {
        m.released_rows != Count::Exact(0) || m.rows.is_some_and(|rows| rows != Count::Exact(0))
    };
    view.missing.iter().filter(is_there).collect()
}

/// The tables that k is reported of, by name.
fn readings(view: &ReportView) -> Vec<(&'static str, &ReadingView)> {
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

fn missing_words(view: &ReportView) -> MissingWords {
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

/// Explains the two readings of missing quasi-identifiers.
fn readings_words(view: &ReportView) -> &'static str {
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

/// Writes k of a table in one of the readings.
type TellReading = fn(&ReadingView) -> String;

/// The readings by name.
const READINGS: [(&str, TellReading); 2] = [
    ("A value of its own", |of| reading(of.own_value, true)),
    ("Matches anything (wildcard)", |of| {
        reading(of.wildcard, of.wildcard_measured)
    }),
];

/// The role of a column.
fn role(view: &ReportView, column: &str) -> Option<Role> {
    view.table
        .columns
        .iter()
        .find(|c| c.name == column)
        .and_then(|c| c.role)
}
