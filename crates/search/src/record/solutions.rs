//! The nodes that were found for the records of a table.

use super::records::Records;

/// What was found for each record of a table.
#[derive(Clone, Debug)]
pub struct RecordSolutions {
    /// Steps of all records, one record after the other.
    pub nodes: Vec<u8>,
    /// Number of attributes.
    pub attributes: usize,
    /// Per record its risk.
    pub risk: Vec<f64>,
    /// Per record its utility.
    pub utility: Vec<f64>,
    /// Per record |rho|, the least over all dictionaries.
    pub crowd: Vec<u64>,
    /// Nodes looked at, over all records.
    pub visited: u64,
    /// Whether no record has a better node.
    pub proved: bool,
    /// Whether time was over before all records were solved; the others have a quick answer.
    pub out_of_time: bool,
}

impl RecordSolutions {
    /// The node of a record.
    pub fn node(&self, record: usize) -> &[u8] {
        &self.nodes[record * self.attributes..][..self.attributes]
    }

    /// The mean risk and the mean utility of rows.
    pub fn means(&self, records: &Records) -> (f64, f64) {
        let rows: f64 = records.rows.iter().map(|&r| r as f64).sum();
        let mean = |values: &[f64]| {
            values
                .iter()
                .zip(&records.rows)
                .map(|(v, &r)| v * r as f64)
                .sum::<f64>()
                / rows.max(1.0)
        };
        (mean(&self.risk), mean(&self.utility))
    }

    pub(super) fn empty(attributes: usize) -> Self {
        RecordSolutions {
            nodes: Vec::new(),
            attributes,
            risk: Vec::new(),
            utility: Vec::new(),
            crowd: Vec::new(),
            visited: 0,
            proved: false,
            out_of_time: false,
        }
    }
}
