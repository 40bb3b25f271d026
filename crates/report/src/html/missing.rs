//! Missing values, and k in both readings of them.

use super::page::{Cell, Page, code, escape};
use crate::ReportView;
use crate::text::closing::{
    MissingWords, READINGS, missing_columns, missing_words, readings, readings_words, role,
};
use equipoise_recipe::Role;

pub(super) fn render(page: &mut Page, view: &ReportView) {
    let MissingWords { read_as, rules } = missing_words(view);
    page.paragraph(&read_as);
    let columns = missing_columns(view);
    if !columns.is_empty() {
        let rows = columns.iter().map(|line| {
            let counts = [Some(line.released_rows), line.rows].into_iter().flatten();
            let cells = [
                Cell::Text(code(&line.column)),
                Cell::Text(escape(role(view, &line.column).map_or("", Role::name))),
            ];
            cells
                .into_iter()
                .chain(counts.map(|rows| Cell::Number(escape(&rows.to_string()))))
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
        let cells = sides.iter().map(|side| Cell::Number(escape(&of(side.1))));
        std::iter::once(Cell::Text(escape(name)))
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
