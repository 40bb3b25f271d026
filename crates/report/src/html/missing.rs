//! Missing values, and k in both readings of them.

use super::page::{Cell, Page, code, escape};
use crate::View;
use crate::text::closing::{MissingWords, READINGS, missing_columns, missing_words, readings_words, role};

pub(super) fn render(page: &mut Page, view: &View) {
    let MissingWords { read_as, rules } = missing_words(view);
    page.paragraph(&read_as);
    let columns = missing_columns(view);
    if !columns.is_empty() {
        let rows = columns.iter().map(|line| {
            let cells = [Cell::Text(escape(role(view, &line.column))), Cell::Number(escape(&line.rows.to_string()))];
            std::iter::once(Cell::Text(code(&line.column))).chain(cells).collect()
        });
        page.table("Input rows with a missing value", &["Column", "Role", "#Rows"], rows.collect());
    }
    rules.iter().for_each(|rule| page.paragraph(rule));
    page.paragraph(readings_words(view));
    let rows = READINGS.iter().map(|(name, of)| {
        let cells = [&view.readings.before, &view.readings.after].map(|side| Cell::Number(escape(&of(side))));
        std::iter::once(Cell::Text(escape(name))).chain(cells).collect()
    });
    page.table("k-anonymity in both readings of missing values", &["Reading", "#Before", "#After"], rows.collect());
}
