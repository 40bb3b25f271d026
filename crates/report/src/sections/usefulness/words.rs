//! Sentences and figures that text and HTML share.

use crate::masked::usefulness::{AnalysisView, ClassifierView, UsefulnessView};
use crate::number::{decimal, percent, thousands};

/// Sentences on what was measured and how a release is read.
pub(super) fn words(of: &UsefulnessView) -> Vec<String> {
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
pub(super) fn figures(of: &UsefulnessView) -> Vec<(String, String)> {
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
pub(super) fn share(value: Option<f64>, told: bool) -> String {
    value.map_or_else(|| if told { "none" } else { "masked" }.to_owned(), percent)
}

/// A sentence on the classifiers.
pub(super) fn classifier_words(of: &UsefulnessView) -> Option<String> {
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
pub(super) fn accuracies(of: &UsefulnessView) -> Vec<(String, Option<f64>)> {
    let of_line = |line: &ClassifierView| {
        ACCURACIES.map(|(name, value)| (format!("{}, {name}", line.learner), value(line)))
    };
    of.classifiers.iter().flat_map(of_line).collect()
}

/// A sentence on the errors of tables.
pub(super) fn table_words(of: &UsefulnessView) -> &'static str {
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
pub(super) fn errors(table: &AnalysisView, told: bool) -> [String; 3] {
    let absolute = table
        .mean_absolute
        .map_or_else(|| if told { "none" } else { "masked" }.to_owned(), decimal);
    [
        absolute,
        share(table.mean_relative, told),
        share(table.overall, told),
    ]
}

/// The values of a cell as one text.
pub(super) fn cell_name(values: &[String]) -> String {
    if values.is_empty() {
        "all rows".to_owned()
    } else {
        values.join(", ")
    }
}
