//! A table whose records are to be disclosed, and what is asked of each record.

use super::form::Form;
use super::records::Records;
use equipoise_data::{Error, Hierarchy};
use equipoise_measure::disclosure::{AdversaryDictionary, Attribute, Record, Risks};

/// What is asked of each record.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Threshold {
    /// The form.
    pub form: Form,
    /// True where the required utility is a share of what the raw record is worth.
    pub is_share: bool,
}

impl Threshold {
    /// The form for a record that is worth so much when raw.
    pub fn of(&self, most_utility: f64) -> Form {
        match self.form {
            Form::LeastRisk { min_utility } if self.is_share => Form::LeastRisk {
                min_utility: min_utility * most_utility,
            },
            form => form,
        }
    }
}

/// A table whose records are to be disclosed.
#[derive(Clone, Copy, Debug)]
pub struct RecordTask<'a> {
    /// The quasi-identifiers.
    pub attributes: &'a [Attribute],
    /// Their hierarchies.
    pub hierarchies: &'a [&'a Hierarchy],
    /// Per attribute the lowest and the highest level.
    pub levels: &'a [(usize, usize)],
    /// The records.
    pub records: &'a Records,
    /// Whom attackers know.
    pub dictionaries: &'a [AdversaryDictionary],
    /// What a risk is.
    pub risks: &'a Risks,
    /// What is asked.
    pub threshold: Threshold,
}

impl RecordTask<'_> {
    /// The steps of a record at levels.
    pub fn steps(&self, record: usize, levels: &[u8]) -> Vec<u8> {
        let step = |(a, attribute): (usize, &Attribute)| {
            let chain = attribute.chains.of(self.records.leaves[a][record]);
            (chain.partition_point(|step| step.level <= levels[a]) - 1) as u8
        };
        self.attributes.iter().enumerate().map(step).collect()
    }

    /// The levels of a record at steps.
    pub fn levels(&self, record: usize, node: &[u8]) -> Vec<u8> {
        let level = |(a, attribute): (usize, &Attribute)| {
            attribute.chains.of(self.records.leaves[a][record])[usize::from(node[a])].level
        };
        self.attributes.iter().enumerate().map(level).collect()
    }

    /// The form for a record.
    pub fn form_of(&self, record: usize) -> Form {
        self.threshold.of(self.most_utility(record))
    }

    /// What a record is worth when raw.
    fn most_utility(&self, record: usize) -> f64 {
        self.attributes
            .iter()
            .zip(&self.records.leaves)
            .map(|(a, leaves)| a.utilities(leaves[record])[0])
            .sum()
    }

    /// The error for records that cannot keep to the threshold, each with what is nearest to it,
    /// and the one that all can keep to.
    pub(super) fn infeasible(&self, nearest: Vec<(usize, Option<f64>)>) -> Error {
        let (some, all) = (nearest.len(), self.records.len());
        let never = nearest.iter().filter(|n| n.1.is_none()).count();
        let nearest: Vec<(usize, f64)> = nearest
            .into_iter()
            .filter_map(|(record, nearest)| Some((record, nearest?)))
            .collect();
        let records = if all == 1 { "record" } else { "records" };
        match self.threshold.form {
            _ if never > 0 => Error::usage(format!(
                "{never} of {all} distinct {records} cannot be shown at all: every node has values of infinite weight"
            ))
            .hint("raise `max-level` of the columns that must never be shown"),
            Form::LeastRisk { min_utility } if self.threshold.is_share => {
                let share = |(record, nearest): (usize, f64)| nearest / self.most_utility(record);
                let largest = nearest.into_iter().map(share).fold(f64::INFINITY, f64::min);
                // Rounded down, so that what is told can be asked for.
                Error::usage(format!(
                    "{some} of {all} distinct {records} cannot keep {} of their utility; the largest share that each of them can keep is {}",
                    percent(min_utility),
                    percent((largest * 1000.0 + 1e-9).floor() / 1000.0)
                ))
                .hint("lower `min-utility` in `[record]`")
            }
            Form::LeastRisk { min_utility } => {
                let largest = nearest.into_iter().map(|n| n.1).fold(f64::INFINITY, f64::min);
                Error::usage(format!(
                    "{some} of {all} distinct {records} cannot keep a utility of {min_utility}; the largest that each of them can keep is {largest}"
                ))
                .hint("lower `min-utility` in `[record]`; a share such as \"50%\" asks of each record a part of what it has")
            }
            Form::MostUtility { max_risk } => {
                let least = nearest.into_iter().map(|n| n.1).fold(0.0, f64::max);
                Error::usage(format!(
                    "{some} of {all} distinct {records} cannot keep a risk of at most {max_risk}; the least that all of them can keep is {least}"
                ))
                .hint("the hierarchies do not go up far enough, or the dictionary is too small, for this `max-risk`")
            }
            _ => Error::internal("records without a threshold keep to none"),
        }
    }
}

/// A share as people write it.
fn percent(share: f64) -> String {
    // Nine digits: a share that was read as 0.29 is 29 %, not 28.999999999999996.
    format!("{} %", (share * 1e11).round() / 1e9)
}

/// The finest node of a record that may be shown.
pub(super) fn finest(task: &RecordTask<'_>, record: usize) -> Vec<u8> {
    let leaves = task.records.leaves_of(record);
    Record::unknown(
        task.attributes,
        &leaves,
        task.records.factors_of(record),
        task.risks,
    )
    .finest()
}
