//! Usefulness as plain text.

use super::words::{
    accuracies, cell_name, classifier_words, errors, figures, share, table_words, words,
};
use crate::masked::usefulness::{AnalysisView, UsefulnessView};
use crate::number::{decimal, thousands};
use crate::page::text::{Cell, Page, bar, fitting};

const BAR: usize = 16;
/// Cells of a table that are listed.
const MOST_CELLS: usize = 24;

pub(super) fn render(page: &mut Page, of: &UsefulnessView) {
    words(of).iter().for_each(|text| page.paragraph(text));
    let figures = figures(of);
    let width = fitting(figures.iter().map(|f| f.0.as_str()), 30, 56);
    page.head(&[Cell::Left("Figure", width), Cell::Right("Value", 14)]);
    figures
        .iter()
        .for_each(|(name, value)| page.row(&[Cell::Left(name, width), Cell::Right(value, 14)]));
    classifiers(page, of);
    tables(page, of);
    of.notes.iter().for_each(|note| page.paragraph(note));
}

fn classifiers(page: &mut Page, of: &UsefulnessView) {
    let Some(words) = classifier_words(of) else {
        return;
    };
    page.paragraph(&words);
    page.head(&[
        Cell::Left("Classifier", 62),
        Cell::Right("Right", 8),
        Cell::Left("", BAR),
    ]);
    for (name, value) in accuracies(of) {
        page.row(&[
            Cell::Left(&name, 62),
            Cell::Right(&share(value, of.told), 8),
            Cell::Left(&bar(value.unwrap_or(0.0), BAR), BAR),
        ]);
    }
}

fn tables(page: &mut Page, of: &UsefulnessView) {
    if of.tables.is_empty() {
        return;
    }
    page.paragraph(table_words(of));
    let width = fitting(of.tables.iter().map(|t| t.table.as_str()), 20, 44);
    page.head(&[
        Cell::Left("Table", width),
        Cell::Right("Mean error", 12),
        Cell::Right("Relative", 10),
        Cell::Right("Of all", 10),
    ]);
    for table in &of.tables {
        let [absolute, relative, overall] = errors(table, of.told);
        page.row(&[
            Cell::Left(&table.table, width),
            Cell::Right(&absolute, 12),
            Cell::Right(&relative, 10),
            Cell::Right(&overall, 10),
        ]);
    }
    of.tables.iter().for_each(|table| cells(page, table));
}

fn cells(page: &mut Page, table: &AnalysisView) {
    let Some(cells) = table.cells.as_ref().filter(|cells| !cells.is_empty()) else {
        return;
    };
    page.blank();
    page.head(&[
        Cell::Left(&table.table, 48),
        Cell::Right("Input", 14),
        Cell::Right("Release", 14),
    ]);
    let number = |value: Option<f64>| value.map_or_else(|| "none".to_owned(), decimal);
    for cell in cells.iter().take(MOST_CELLS) {
        page.row(&[
            Cell::Left(&cell_name(&cell.values), 48),
            Cell::Right(&number(cell.original), 14),
            Cell::Right(&number(cell.released), 14),
        ]);
    }
    if cells.len() > MOST_CELLS {
        page.line(&format!(
            "and {} more cells, in the JSON report",
            thousands((cells.len() - MOST_CELLS) as u64)
        ));
    }
}
