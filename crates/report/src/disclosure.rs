//! Records that were disclosed one by one: facts as the caller fills them in, and what an audience
//! may see of them.
//!
//! Figures count how many people of the input, or of a dictionary, fit a record. They read the
//! input, so only its owner sees them.

use crate::Audience;
use serde::Serialize;

/// What was asked of records, and what became of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Disclosure {
    /// What was asked of each record, as a sentence.
    pub asked: String,
    /// How a risk is computed, as a sentence.
    pub risk: String,
    /// How a utility is computed, as a sentence.
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
    /// What is best for each record by itself.
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
    /// How far each attribute went.
    pub attributes: Vec<DepthLine>,
}

/// People that an attacker is taken to know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DictionaryLine {
    /// What it is called.
    pub name: String,
    /// The people in it.
    pub people: Option<u64>,
    /// The quasi-identifiers that it has.
    pub columns: Vec<String>,
}

/// How risks and utilities of rows are spread.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Spreads {
    /// Risks.
    pub risk: Quartiles,
    /// Utilities.
    pub utility: Quartiles,
}

/// How numbers are spread.
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

impl Quartiles {
    /// The spread of numbers that occur so often each.
    ///
    /// ```
    /// use equipoise_report::Quartiles;
    /// let spread = Quartiles::new(vec![(3.0, 1), (1.0, 2), (2.0, 1)]);
    /// assert_eq!((spread.least, spread.median, spread.most, spread.mean), (1.0, 1.0, 3.0, 1.75));
    /// ```
    pub fn new(mut values: Vec<(f64, u64)>) -> Self {
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
}

/// How far an attribute went.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DepthLine {
    /// The attribute.
    pub name: String,
    /// Released rows by level, from level 0.
    pub rows: Vec<u64>,
}

/// What an audience may see.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DisclosureView {
    /// What was asked of each record.
    pub asked: String,
    /// How a risk is computed.
    pub risk: String,
    /// How a utility is computed.
    pub utility: String,
    /// The optimizer.
    pub optimizer: String,
    /// The lists of people that attackers are assumed to have.
    pub dictionaries: Vec<DictionaryLine>,
    /// The smallest class of the released file.
    pub least_class: Option<u64>,
    /// Figures that read the input, for its owner.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub figures: Option<DisclosureFiguresView>,
}

/// Figures of an optimization record by record.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DisclosureFiguresView {
    /// Whether no record has a better node, the classes of the release left aside.
    pub proved: bool,
    /// Whether the risk is an upper bound of the true one.
    pub upper_bound: bool,
    /// Why.
    pub upper_bound_reason: String,
    /// The input as it is.
    pub before: Spreads,
    /// What is best for each record by itself.
    pub best: Spreads,
    /// The release.
    pub after: Spreads,
    /// The fewest people that a released record fits.
    pub least_crowd: u64,
    /// Released rows that fit nobody in some dictionary.
    pub unknown_rows: u64,
    /// Rows that are shown otherwise than is best for them.
    pub moved_rows: u64,
    /// Rows that are shown with less than was asked.
    pub short_rows: u64,
    /// Released rows by level of each attribute, as shares.
    pub attributes: Vec<DepthView>,
}

/// How far an attribute went, in shares of released rows.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DepthView {
    /// The attribute.
    pub name: String,
    /// Shares by level, from level 0.
    pub shares: Vec<f64>,
}

impl Disclosure {
    pub(crate) fn seen(&self, least_class: Option<u64>, audience: Audience) -> DisclosureView {
        let internal = audience == Audience::Internal;
        let line = |d: &DictionaryLine| DictionaryLine {
            people: d.people.filter(|_| internal),
            ..d.clone()
        };
        DisclosureView {
            asked: self.asked.clone(),
            risk: self.risk.clone(),
            utility: self.utility.clone(),
            optimizer: self.optimizer.clone(),
            dictionaries: self.dictionaries.iter().map(line).collect(),
            least_class,
            figures: self
                .figures
                .as_ref()
                .filter(|_| internal)
                .map(DisclosureFigures::seen),
        }
    }
}

impl DisclosureFigures {
    fn seen(&self) -> DisclosureFiguresView {
        let depth = |line: &DepthLine| DepthView {
            name: line.name.clone(),
            shares: line
                .rows
                .iter()
                .map(|&rows| (rows as f64 / self.rows.max(1) as f64 * 1e4).round() / 1e4)
                .collect(),
        };
        DisclosureFiguresView {
            proved: self.proved,
            upper_bound: self.bound,
            upper_bound_reason: self.bound_reason.clone(),
            before: self.before,
            best: self.best,
            after: self.after,
            least_crowd: self.least_crowd,
            unknown_rows: self.unknown_rows,
            moved_rows: self.moved_rows,
            short_rows: self.short_rows,
            attributes: self.attributes.iter().map(depth).collect(),
        }
    }
}
