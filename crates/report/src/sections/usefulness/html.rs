//! Usefulness as HTML, with pictures.

use super::words::{
    accuracies, cell_name, classifier_words, errors, figures, share, table_words, words,
};
use crate::masked::usefulness::{AnalysisView, UsefulnessView};
use crate::number::{decimal, percent};
use crate::page::html::{Cell, Page, code, escape};
use crate::page::picture::{About, Ink, rows};

/// Cells of a table that are drawn.
const MOST_BARS: usize = 12;
/// Cells of a table that are listed.
const MOST_CELLS: usize = 200;

const LEGEND: &str = "<p class=\"legend\"><span class=\"key hollow\"></span> from the input, outlined \
                      <span class=\"key full\"></span> from the release, filled</p>\n";

pub(super) fn render(page: &mut Page, of: &UsefulnessView) {
    words(of).iter().for_each(|text| page.paragraph(text));
    let lines = figures(of)
        .into_iter()
        .map(|(name, value)| vec![Cell::Text(escape(&name)), Cell::Number(escape(&value))]);
    page.table("Usefulness in figures", &["", "#Value"], lines.collect());
    classifiers(page, of);
    tables(page, of);
    of.notes.iter().for_each(|note| page.note(note));
}

/// One line of a picture: a name, the value from the input, and the one from the release.
struct Pair {
    name: String,
    before: Option<f64>,
    after: Option<f64>,
}

fn classifiers(page: &mut Page, of: &UsefulnessView) {
    let Some(words) = classifier_words(of) else {
        return;
    };
    page.paragraph(&words);
    if of.told {
        let pairs: Vec<Pair> = of
            .classifiers
            .iter()
            .map(|c| Pair {
                name: c.learner.clone(),
                before: c.original,
                after: c.transferred.or(c.released),
            })
            .collect();
        figure(
            page,
            "Share of rows that are predicted right, learned from the input and from the release",
            &pairs,
            1.0,
            &percent,
        );
    }
    let lines = accuracies(of).into_iter().map(|(name, value)| {
        vec![
            Cell::Text(escape(&name)),
            Cell::Number(escape(&share(value, of.told))),
        ]
    });
    page.table(
        "Rows that are predicted right",
        &["Classifier", "#Right"],
        lines.collect(),
    );
}

fn tables(page: &mut Page, of: &UsefulnessView) {
    if of.tables.is_empty() {
        return;
    }
    page.paragraph(table_words(of));
    let lines = of.tables.iter().map(|table| {
        let errors = errors(table, of.told).map(|text| Cell::Number(escape(&text)));
        std::iter::once(Cell::Text(code(&table.table)))
            .chain(errors)
            .collect()
    });
    page.table(
        "Errors of tables",
        &["Table", "#Mean error", "#Relative", "#Of all"],
        lines.collect(),
    );
    for table in &of.tables {
        cells(page, table);
    }
}

fn cells(page: &mut Page, table: &AnalysisView) {
    let Some(cells) = table.cells.as_ref().filter(|cells| !cells.is_empty()) else {
        return;
    };
    let mut largest: Vec<Pair> = cells
        .iter()
        .map(|c| Pair {
            name: cell_name(&c.values),
            before: c.original,
            after: c.released,
        })
        .collect();
    let size = |pair: &Pair| pair.before.unwrap_or(0.0).abs();
    largest.sort_by(|a, b| size(b).total_cmp(&size(a)));
    let which = if cells.len() > MOST_BARS {
        format!(", its {MOST_BARS} largest cells")
    } else {
        String::new()
    };
    largest.truncate(MOST_BARS);
    let greatest = largest
        .iter()
        .flat_map(|pair| [pair.before, pair.after])
        .flatten()
        .fold(0.0, f64::max);
    figure(
        page,
        &format!("`{}`{which}", table.table),
        &largest,
        greatest,
        &decimal,
    );
    let number =
        |value: Option<f64>| Cell::Number(value.map_or_else(|| "none".to_owned(), decimal));
    let lines = cells.iter().take(MOST_CELLS).map(|c| {
        vec![
            Cell::Text(code(&cell_name(&c.values))),
            number(c.original),
            number(c.released),
        ]
    });
    page.push("<details><summary>All cells</summary>");
    page.table(
        &format!("`{}`", table.table),
        &["Cell", "#Input", "#Release"],
        lines.collect(),
    );
    if cells.len() > MOST_CELLS {
        page.note(&format!(
            "The first {MOST_CELLS} cells are listed; the JSON report has all of them."
        ));
    }
    page.push("</details>");
}

/// Two bars for each line.
fn figure(
    page: &mut Page,
    title: &str,
    pairs: &[Pair],
    greatest: f64,
    tell: &dyn Fn(f64) -> String,
) {
    let say = |value: Option<f64>| value.map_or_else(|| "none".to_owned(), tell);
    let said: Vec<String> = pairs
        .iter()
        .map(|p| format!("{}: {} and {}", p.name, say(p.before), say(p.after)))
        .collect();
    page.figure(title, LEGEND, |number| {
        let about = About {
            number,
            title: &title.replace('`', ""),
            description: &format!("{}.", said.join("; ")),
        };
        rows(
            &about,
            pairs.len(),
            40,
            greatest,
            &|value| tell(*value),
            |rows| {
                for (row, pair) in pairs.iter().enumerate() {
                    rows.name(row, &pair.name)?;
                    for (value, parts, ink) in [
                        (pair.before, (0.12, 0.46), Ink::Before),
                        (pair.after, (0.52, 0.88), Ink::After),
                    ] {
                        rows.bar(row, parts, value.unwrap_or(0.0), ink)?;
                        rows.number(
                            row,
                            (parts.0 + parts.1) / 2.0,
                            value.unwrap_or(0.0),
                            &say(value),
                        )?;
                    }
                }
                Ok(())
            },
        )
    });
}
