//! All columns with their roles and the reasons for them, also those that are not released.

use super::attributes::level;
use super::section::Section;
use crate::masked::view::{ColumnView, ReportView};
use crate::number::{listed, thousands};
use crate::page::html::{code, escape, prose};
use crate::page::json::Fields;
use crate::page::{html, text};
use equipoise_recipe::Role;

/// The section. In the text it opens the part on what was asked and measured.
pub(super) struct Columns;

impl Section for Columns {
    fn text(&self, view: &ReportView, page: &mut text::Page) {
        page.section("What was asked, and what was measured");
        by_role(page, view);
        page.wrapped(&counted(view), "  · ", "    ");
    }

    fn html(&self, view: &ReportView, page: &mut html::Page) {
        page.section("Columns, their roles and why", |page| all(page, view));
    }

    fn json(&self, view: &ReportView, fields: &mut Fields) {
        fields.add("table", &view.table);
    }
}

/// A sentence on the unit of protection.
pub(super) fn counted(view: &ReportView) -> String {
    match &view.person {
        Some(column) => {
            format!("Counted are persons, told apart by `{column}`, however many rows they have.")
        }
        None => "Counted are rows: each row stands for one person.".to_owned(),
    }
}

/// The columns by their role.
fn by_role(page: &mut text::Page, view: &ReportView) {
    let with_role = |role: Role| {
        view.table
            .columns
            .iter()
            .filter(|c| c.role == Some(role))
            .map(|c| format!("`{}`", c.name))
            .collect::<Vec<_>>()
    };
    page.blank();
    for (role, words) in [
        (
            Role::QuasiIdentifier,
            "Quasi-identifiers, by which somebody could be found",
        ),
        (Role::Sensitive, "Sensitive, released as they are"),
        (Role::Insensitive, "Insensitive, released as they are"),
        (Role::Identifying, "Identifying, not released"),
    ] {
        let names = with_role(role);
        if !names.is_empty() {
            page.wrapped(&format!("{words}: {}.", listed(&names)), "  · ", "    ");
        }
    }
    let reasons = view
        .table
        .columns
        .iter()
        .filter_map(|c| c.reason.as_ref().map(|reason| (c, reason)));
    for (column, reason) in reasons {
        page.wrapped(
            &format!(
                "`{}` is {}: {reason}",
                column.name,
                column.role.map_or("", Role::name)
            ),
            "  · ",
            "    ",
        );
    }
}

fn all(page: &mut html::Page, view: &ReportView) {
    page.paragraph(
        "What a column is taken for decides everything else in this report. A quasi-identifier is what somebody could know of a person and \
         find the row by; a sensitive column is what nobody should learn; an insensitive one is neither; an identifying one names a person.",
    );
    let distinct = view.table.columns.iter().any(|c| c.distinct.is_some());
    let mut heads = vec!["Column", "Role", "In the release", "Reason"];
    if distinct {
        heads.push("#Distinct values");
    }
    let rows = view.table.columns.iter().map(|column| {
        let reason = column.reason.as_deref().map_or_else(
            || "<span class=\"note\">none given</span>".to_owned(),
            prose,
        );
        let mut cells = vec![
            html::Cell::Text(code(&column.name)),
            html::Cell::Text(format!(
                "<span class=\"one-line\">{}</span>",
                escape(column.role.map_or("", Role::name))
            )),
            html::Cell::Text(escape(&fate(column, view))),
            html::Cell::Text(reason),
        ];
        if distinct {
            cells.push(html::Cell::Number(
                column.distinct.map_or_else(String::new, thousands),
            ));
        }
        cells
    });
    page.table("All columns of the input", &heads, rows.collect());
}

fn fate(column: &ColumnView, view: &ReportView) -> String {
    if let Some(line) = view.decision.iter().find(|line| line.name == column.name) {
        return match line.level {
            Some(0) => "exact".to_owned(),
            Some(_) => level(line).map_or_else(String::new, |level| format!("level {level}")),
            None => "by class".to_owned(),
        };
    }
    match column.role {
        Some(Role::Identifying) => "not released".to_owned(),
        Some(Role::Sensitive | Role::Insensitive) => "as it is".to_owned(),
        Some(Role::QuasiIdentifier) | None => String::new(),
    }
}
