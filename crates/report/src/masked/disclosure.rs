//! Records that were disclosed one by one, as an audience may see them.
//!
//! Figures count how many people of the input, or of a dictionary, fit a record. They read the
//! input, so only its owner sees them.

use crate::audience::Audience;
use crate::facts::disclosure::{DepthLine, DictionaryLine, Disclosure, DisclosureFigures, Spreads};
use serde::Serialize;

/// Disclosure record by record, as an audience may see it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DisclosureView {
    /// The request for each record.
    pub asked: String,
    /// The definition of a risk.
    pub risk: String,
    /// The definition of a utility.
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
    /// The best choice for each record by itself.
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

/// Levels of one attribute, in shares of released rows.
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
