//! Records that were disclosed one by one: facts as the caller fills them in, and what an audience may see of them.
//!
//! Risks are made of how many people of the input, or of a dictionary, fit a record, and with one of them that number is told: only their owner sees them. Utilities after go to the public where the loss goes, in two
//! digits. How far each attribute went is seen in the released file anyway.

use crate::mask::Totals;
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
    /// Whether no record has a better node, the classes of the release left aside.
    pub proved: bool,
    /// Whom attackers are taken to know, each with the people in it and the columns that it has.
    pub dictionaries: Vec<DictionaryLine>,
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
    /// The smallest class of the released file, in units of protection.
    pub least_class: u64,
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
    pub risk: Spread,
    /// Utilities.
    pub utility: Spread,
}

/// How numbers are spread.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Spread {
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

impl Spread {
    /// The spread of numbers that occur so often each.
    ///
    /// ```
    /// use equipoise_report::Spread;
    /// let spread = Spread::new(vec![(3.0, 1), (1.0, 2), (2.0, 1)]);
    /// assert_eq!((spread.least, spread.median, spread.most, spread.mean), (1.0, 1.0, 3.0, 1.75));
    /// ```
    pub fn new(mut values: Vec<(f64, u64)>) -> Self {
        values.retain(|v| v.1 > 0);
        values.sort_by(|a, b| a.0.total_cmp(&b.0));
        let all: u64 = values.iter().map(|v| v.1).sum();
        if all == 0 {
            return Spread::default();
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
        Spread {
            least: values[0].0,
            quarter: value(0.25),
            median: value(0.5),
            three_quarters: value(0.75),
            most: values[values.len() - 1].0,
            mean: values.iter().map(|v| v.0 * v.1 as f64).sum::<f64>() / all as f64,
        }
    }

    fn rounded(self) -> Self {
        Spread {
            least: two_digits(self.least),
            quarter: two_digits(self.quarter),
            median: two_digits(self.median),
            three_quarters: two_digits(self.three_quarters),
            most: two_digits(self.most),
            mean: two_digits(self.mean),
        }
    }
}

/// Two significant digits.
fn two_digits(value: f64) -> f64 {
    format!("{value:.1e}").parse().unwrap_or(value)
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
    /// Whether no record has a better node, the classes of the release left aside.
    pub proved: bool,
    /// Whom attackers are taken to know.
    pub dictionaries: Vec<DictionaryLine>,
    /// Whether the risk is an upper bound of the true one.
    pub upper_bound: bool,
    /// Why.
    pub upper_bound_reason: String,
    /// The input as it is, for its owner.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<Spreads>,
    /// What is best for each record by itself, for the owner of the input.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<Spreads>,
    /// The release.
    pub after: AfterView,
    /// The fewest people that a released record fits, for the owner of the input.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub least_crowd: Option<u64>,
    /// Released rows that fit nobody in some dictionary, for the owner of the input.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unknown_rows: Option<u64>,
    /// The smallest class of the released file.
    pub least_class: u64,
    /// Rows that are shown otherwise than is best for them, for the owner of the input.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moved_rows: Option<u64>,
    /// Rows that are shown with less than was asked, for the owner of the input.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub short_rows: Option<u64>,
    /// Released rows by level of each attribute, as shares.
    pub attributes: Vec<DepthView>,
}

/// How risks and utilities of released rows are spread.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct AfterView {
    /// Risks, for the owner of the input.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub risk: Option<Spread>,
    /// Utilities; none where they would tell about those left out.
    pub utility: Option<Spread>,
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
    pub(crate) fn seen(&self, totals: &Totals) -> DisclosureView {
        let internal = totals.internal();
        let utility = if internal { Some(self.after.utility) } else { totals.told.then(|| self.after.utility.rounded()) };
        let line = |d: &DictionaryLine| DictionaryLine { people: d.people.filter(|_| internal), ..d.clone() };
        let depth = |line: &DepthLine| DepthView {
            name: line.name.clone(),
            shares: line.rows.iter().map(|&rows| (rows as f64 / self.rows.max(1) as f64 * 1e4).round() / 1e4).collect(),
        };
        DisclosureView {
            asked: self.asked.clone(),
            risk: self.risk.clone(),
            utility: self.utility.clone(),
            optimizer: self.optimizer.clone(),
            proved: self.proved,
            dictionaries: self.dictionaries.iter().map(line).collect(),
            upper_bound: self.bound,
            upper_bound_reason: self.bound_reason.clone(),
            before: internal.then_some(self.before),
            best: internal.then_some(self.best),
            after: AfterView { risk: internal.then_some(self.after.risk), utility },
            least_crowd: internal.then_some(self.least_crowd),
            unknown_rows: internal.then_some(self.unknown_rows),
            least_class: self.least_class,
            moved_rows: internal.then_some(self.moved_rows),
            short_rows: internal.then_some(self.short_rows),
            attributes: self.attributes.iter().map(depth).collect(),
        }
    }
}
