//! Missing values, caveats, warnings, and how to reproduce the release.

use super::page::{Cell, Page, fitting};
use crate::{Count, View};

pub(super) fn missing(page: &mut Page, view: &View) {
    page.section("Missing values");
    let columns: Vec<_> = view.missing.iter().filter(|m| m.rows != Count::Exact(0)).collect();
    let tokens: Vec<String> =
        view.missing_tokens.iter().map(|t| if t.is_empty() { "an empty cell".to_owned() } else { format!("`{t}`") }).collect();
    let read_as = match tokens.is_empty() {
        true => "No text was read as missing.".to_owned(),
        false => format!("Read as missing: {}.", tokens.join(", ")),
    };
    if columns.is_empty() {
        page.paragraph(&format!("None. {read_as}"));
        return;
    }
    page.paragraph(&read_as);
    let width = fitting(columns.iter().map(|m| m.column.as_str()), 22, 40);
    page.head(&[Cell::Left("Column", width), Cell::Left("Role", 16), Cell::Right("Rows", 16)]);
    for line in &columns {
        page.row(&[Cell::Left(&line.column, width), Cell::Left(role(view, &line.column), 16), Cell::Right(&line.rows.to_string(), 16)]);
    }
    let any = |wanted: &str| columns.iter().any(|m| role(view, &m.column) == wanted);
    if any("quasi-identifier") {
        page.paragraph(
            "A missing quasi-identifier is a value of its own: it looks like other missing ones and like nothing else. Below the top it \
             stays missing; at the top it becomes the top label like all others.",
        );
    }
    if any("sensitive") {
        page.paragraph(
            "A row with a missing sensitive value counts in the size of its class. Models that count or limit values, such as l-diversity, \
             never take the missing one for a value. For models that compare a class with the whole table, such as t-closeness, it is one \
             more value, at distance 1 from all others.",
        );
    }
}

fn role<'a>(view: &'a View, column: &str) -> &'a str {
    view.table.columns.iter().find(|c| c.name == column).map_or("", |c| c.role.as_str())
}

pub(super) fn caveats(page: &mut Page, view: &View) {
    page.section("What this does NOT protect against");
    page.paragraph("The models promise what section 1 says and no more. All values were measured; none of them is a judgement that the data may be published.");
    for caveat in &view.caveats {
        page.blank();
        page.wrapped(&caveat.title, "  · ", "    ");
        page.wrapped(&caveat.text, "    ", "    ");
    }
}

pub(super) fn warnings(page: &mut Page, view: &View) {
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

pub(super) fn reproduce(page: &mut Page, view: &View) {
    page.section("How to reproduce this");
    let order = match view.row_order {
        "input" => "Rows are in the order of the input, which links them to it.",
        _ => "Rows are sorted by their released values, so a row's place tells nothing.",
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
