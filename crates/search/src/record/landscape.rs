//! A record as optimizers see it: a box of nodes with a risk and a utility at each.

use equipoise_measure::disclosure::Record;

/// The nodes of a record with their risks and utilities.
///
/// A node has a step for each attribute, from 0, the raw value, to its height. A step up makes
/// neither risk nor utility larger; where risks do not keep to that, only what does not need it is
/// [admitted](super::Optimizer::admits).
pub trait Landscape {
    /// Per attribute its highest step.
    fn heights(&self) -> &[u8];

    /// What a node is worth.
    fn utility(&self, node: &[u8]) -> f64;

    /// How risky a node is.
    fn risk(&self, node: &[u8]) -> f64;

    /// The nodes that are one step up on an attribute and, where it is another, one step down on a
    /// second, and whose risk is less than `below`: (up, down, risk).
    fn exchange_risks(&self, node: &[u8], below: f64) -> Vec<(usize, usize, f64)> {
        let mut risks = Vec::new();
        for up in (0..node.len()).filter(|&a| node[a] < self.heights()[a]) {
            for down in (0..node.len()).filter(|&b| b == up || node[b] > 0) {
                let risk = self.risk(&exchanged(node, up, down));
                risks.extend((risk < below).then_some((up, down, risk)));
            }
        }
        risks
    }

    /// The finest node that may be shown.
    fn finest(&self) -> Vec<u8> {
        vec![0; self.heights().len()]
    }

    /// |rho| and sensitivity of a node, of which the aggregate form is made. None where the risk is made of something else.
    fn parts(&self, _node: &[u8]) -> Option<(f64, f64)> {
        None
    }
}

impl Landscape for Record<'_> {
    fn heights(&self) -> &[u8] {
        &self.heights
    }

    fn utility(&self, node: &[u8]) -> f64 {
        Record::utility(self, node)
    }

    fn risk(&self, node: &[u8]) -> f64 {
        Record::risk(self, node)
    }

    fn exchange_risks(&self, node: &[u8], below: f64) -> Vec<(usize, usize, f64)> {
        Record::exchange_risks(self, node, below)
    }

    fn finest(&self) -> Vec<u8> {
        Record::finest(self)
    }

    fn parts(&self, node: &[u8]) -> Option<(f64, f64)> {
        let crowd = self.crowds(node).next()?;
        Some((crowd.max(1) as f64, self.phi(node)))
    }
}

/// A node with one attribute a step up and, where it is another, one a step down.
pub(super) fn exchanged(node: &[u8], up: usize, down: usize) -> Vec<u8> {
    let mut near = node.to_vec();
    near[up] += 1;
    near[down] -= u8::from(up != down);
    near
}
