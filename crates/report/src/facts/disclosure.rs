//! Records that were disclosed one by one.

use serde::Serialize;

/// Disclosure record by record: the request and its outcome.
#[derive(Clone, Debug, PartialEq)]
pub struct Disclosure {
    /// The request for each record, as a sentence.
    pub asked: String,
    /// The definition of a risk, as a sentence.
    pub risk: String,
    /// The definition of a utility, as a sentence.
    pub utility: String,
    /// The optimizer.
    pub optimizer: String,
    /// The lists of people that attackers are assumed to have.
    pub dictionaries: Vec<DictionaryLine>,
    /// Figures of the optimization. They read the input.
    pub figures: Option<DisclosureFigures>,
}

/// Figures of an optimization record by record. They read the input, because they count who fits a
/// record.
#[derive(Clone, Debug, PartialEq)]
pub struct DisclosureFigures {
    /// Whether no record has a better node, the classes of the release left aside.
    pub proved: bool,
    /// Whether the risk is an upper bound of the true one.
    pub bound: bool,
    /// Why.
    pub bound_reason: String,
    /// The input as it is.
    pub before: Spreads,
    /// The best choice for each record by itself.
    pub best: Spreads,
    /// The release.
    pub after: Spreads,
    /// The fewest people of a dictionary that a released record fits.
    pub least_crowd: u64,
    /// Released rows that fit nobody in some dictionary, and are counted as fitting one.
    pub unknown_rows: u64,
    /// Rows that are shown otherwise than is best for them, so that classes meet the models.
    pub moved_rows: u64,
    /// Rows that are shown with less than was asked.
    pub short_rows: u64,
    /// Released rows.
    pub rows: u64,
    /// Levels of each attribute.
    pub attributes: Vec<DepthLine>,
}

/// People that an attacker is taken to know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DictionaryLine {
    /// Its name.
    pub name: String,
    /// The people in it.
    pub people: Option<u64>,
    /// The quasi-identifiers that it has.
    pub columns: Vec<String>,
}

/// The spread of risks and utilities of rows.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Spreads {
    /// Risks.
    pub risk: Quartiles,
    /// Utilities.
    pub utility: Quartiles,
}

/// The spread of numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Quartiles {
    /// The least.
    pub least: f64,
    /// A quarter is below.
    pub quarter: f64,
    /// Half is below.
    pub median: f64,
    /// Three quarters are below.
    pub three_quarters: f64,
    /// The largest.
    pub most: f64,
    /// The mean.
    pub mean: f64,
}

/// The spread of numbers, each with its number of occurrences.
///
/// ```
/// use equipoise_report::quartiles;
/// let spread = quartiles(vec![(3.0, 1), (1.0, 2), (2.0, 1)]);
/// assert_eq!((spread.least, spread.median, spread.most, spread.mean), (1.0, 1.0, 3.0, 1.75));
/// ```
pub fn quartiles(mut values: Vec<(f64, u64)>) -> Quartiles {
    values.retain(|v| v.1 > 0);
    values.sort_by(|a, b| a.0.total_cmp(&b.0));
    let all: u64 = values.iter().map(|v| v.1).sum();
    if all == 0 {
        return Quartiles::default();
    }
    let at = |share: f64| {
        let wanted = ((all as f64 * share).ceil() as u64).max(1);
        let mut seen = 0;
        values.iter().find(|v| {
            seen += v.1;
            seen >= wanted
        })
    };
    let value = |share: f64| at(share).map_or(0.0, |v| v.0);
    Quartiles {
        least: values[0].0,
        quarter: value(0.25),
        median: value(0.5),
        three_quarters: value(0.75),
        most: values[values.len() - 1].0,
        mean: values.iter().map(|v| v.0 * v.1 as f64).sum::<f64>() / all as f64,
    }
}

/// Levels of one attribute.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DepthLine {
    /// The attribute.
    pub name: String,
    /// Released rows by level, from level 0.
    pub rows: Vec<u64>,
}
