//! All columns with their roles and the reasons for them, also those that are not released.

use super::page::{Cell, Page, code, escape, prose};
use crate::number::thousands;
use crate::text::attributes::level;
use crate::{ColumnView, ReportView};
use equipoise_recipe::Role;

pub(super) fn render(page: &mut Page, view: &ReportView) {
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
            Cell::Text(code(&column.name)),
            Cell::Text(format!(
                "<span class=\"one-line\">{}</span>",
                escape(column.role.map_or("", Role::name))
            )),
            Cell::Text(escape(&fate(column, view))),
            Cell::Text(reason),
        ];
        if distinct {
            cells.push(Cell::Number(
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
