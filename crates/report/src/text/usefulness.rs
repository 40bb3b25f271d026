//! What the release is still good for.

use super::page::{Cell, Page, bar, fitting};
use crate::number::{decimal, percent, thousands};
use crate::{AnalysisView, ClassifierView, ReportView, UsefulnessView};

const BAR: usize = 16;
/// Cells of a table that are listed.
pub(crate) const MOST_CELLS: usize = 24;

pub(super) fn render(page: &mut Page, view: &ReportView) {
    let Some(of) = &view.usefulness else { return };
    page.section("What it is still good for");
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

/// Sentences on what was measured and how a release is read.
pub(crate) fn words(of: &UsefulnessView) -> Vec<String> {
    let mut words = vec![
        "What can be learned from the release, against the same from the input. A released cell is read as each of the values that it stands \
         for, equally likely. Smaller errors are better."
            .to_owned(),
    ];
    if !of.told {
        words.push(
            "What compares with the input is masked, because it would tell about those left out."
                .to_owned(),
        );
    }
    if let Some(queries) = &of.queries {
        let columns = if queries.dimensions == 1 {
            "one quasi-identifier".to_owned()
        } else {
            format!("{} quasi-identifiers", queries.dimensions)
        };
        let too = queries
            .sensitive
            .as_ref()
            .map_or_else(String::new, |column| format!(" and of `{column}`"));
        let asked = format!(
            "{} random questions were asked: how many rows have one of these values of {columns}{too}?",
            thousands(queries.number)
        );
        words.push(match (queries.mean_percent, queries.median_percent) {
            (Some(mean), Some(median)) => format!(
                "{asked} Answers from the release are off by {} on average, and half of them by less than {}.",
                percent(mean / 100.0),
                percent(median / 100.0)
            ),
            _ if of.told => format!("{asked} No row of the input answers any of them, so there is no error to tell."),
            _ => asked,
        });
    }
    words
}

/// Names of figures and their values.
pub(crate) fn figures(of: &UsefulnessView) -> Vec<(String, String)> {
    let masked = || if of.told { "none" } else { "masked" }.to_owned();
    let text = |value: Option<String>| value.unwrap_or_else(masked);
    let bits = |bits: f64| format!("{} bits", decimal(bits));
    let mut figures = Vec::new();
    if let Some(queries) = &of.queries {
        figures.push((
            "Error of random questions, mean".to_owned(),
            text(queries.mean_percent.map(|p| percent(p / 100.0))),
        ));
        figures.push((
            "Error of random questions, median".to_owned(),
            text(queries.median_percent.map(|p| percent(p / 100.0))),
        ));
    }
    figures.push((
        "Share of a column that a cell covers (NCP)".to_owned(),
        text(of.ncp.map(percent)),
    ));
    for line in &of.attributes {
        figures.push((format!("NCP of {}", line.name), text(line.ncp.map(percent))));
    }
    for line in of
        .attributes
        .iter()
        .chain(&of.aggregated)
        .filter(|line| line.squared_error.is_some())
    {
        figures.push((
            format!("Squared error of {}, of its variance", line.name),
            text(line.squared_error.map(percent)),
        ));
    }
    figures.push((
        "Unknown of a row (ambiguity)".to_owned(),
        text(of.ambiguity_bits.map(bits)),
    ));
    let infinite = || if of.told { "infinite" } else { "masked" }.to_owned();
    figures.push((
        "Distance of distributions (KL)".to_owned(),
        of.kl_bits.map_or_else(infinite, bits),
    ));
    figures.push((
        "Sum of squared class sizes (discernibility)".to_owned(),
        text(of.discernibility.map(thousands)),
    ));
    figures.push((
        "Average class".to_owned(),
        of.average_class.map_or_else(|| "none".to_owned(), decimal),
    ));
    for line in &of.information {
        let value = format!(
            "{} of {}",
            decimal(line.utility_bits),
            bits(line.entropy_bits)
        );
        figures.push((format!("What a class tells about {}", line.column), value));
    }
    figures
}

/// A share, or why there is none.
pub(crate) fn share(value: Option<f64>, told: bool) -> String {
    value.map_or_else(|| if told { "none" } else { "masked" }.to_owned(), percent)
}

/// What classifiers are about.
pub(crate) fn classifier_words(of: &UsefulnessView) -> Option<String> {
    let target = of.target.as_ref().filter(|_| !of.classifiers.is_empty())?;
    let baseline = of.classifiers.first().and_then(|c| c.baseline);
    let named = baseline.map_or_else(String::new, |share| {
        format!(
            " Always naming the most frequent value is right for {}.",
            percent(share)
        )
    });
    Some(format!(
        "How often `{target}` is predicted right from the quasi-identifiers, for rows that were not learned from.{named}"
    ))
}

/// One way to learn and to test.
type Accuracy = fn(&ClassifierView) -> Option<f64>;
const ACCURACIES: [(&str, Accuracy); 3] = [
    ("learned from the input", |of| of.original),
    ("learned from the release, tested on it", |of| of.released),
    ("learned from the release, tested on the input", |of| {
        of.transferred
    }),
];

/// For each classifier and way to learn, a name and the share that is right.
pub(crate) fn accuracies(of: &UsefulnessView) -> Vec<(String, Option<f64>)> {
    let of_line = |line: &ClassifierView| {
        ACCURACIES.map(|(name, value)| (format!("{}, {name}", line.learner), value(line)))
    };
    of.classifiers.iter().flat_map(of_line).collect()
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

/// What the errors of tables are.
pub(crate) fn table_words(of: &UsefulnessView) -> &'static str {
    match of.tables.iter().any(|t| t.cells.is_some()) {
        true => {
            "Tables that the recipe asks for, counted in the input and estimated from the release. The mean error is that of a cell, relative \
             to it in the next column; the last one is the error of all cells over all that is in them."
        }
        false => {
            "Tables that the recipe asks for, estimated from the release. The mean error is that of a cell, relative to it in the next \
             column; the last one is the error of all cells over all that is in them."
        }
    }
}

/// The errors of a table as texts: mean, relative, overall.
pub(crate) fn errors(table: &AnalysisView, told: bool) -> [String; 3] {
    let absolute = table
        .mean_absolute
        .map_or_else(|| if told { "none" } else { "masked" }.to_owned(), decimal);
    [
        absolute,
        share(table.mean_relative, told),
        share(table.overall, told),
    ]
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

/// The values of a cell as one text.
pub(crate) fn cell_name(values: &[String]) -> String {
    if values.is_empty() {
        "all rows".to_owned()
    } else {
        values.join(", ")
    }
}
