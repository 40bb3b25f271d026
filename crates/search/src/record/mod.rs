//! Each record gets its own best generalization: least risk for a required utility, most utility
//! under a cap on risk, or the best mix.
//!
//! # Source
//! M. R. Fouad, *Privacy Risk and Scalability of Differentially-Private Data Anonymization*
//! (Purdue, CERIAS TR 2012-10), chapters 2, 4 and 5; section and algorithm numbers are those of the
//! thesis. What risk and utility are is in [`equipoise_measure::disclosure`].
//!
//! An optimizer sees a record as a [`Landscape`]: a box of nodes with a risk and a utility at each.
//! It says which [forms](Form) of the problem it [admits](Optimizer::admits). One file each:
//!
//! | optimizer | admits | answer |
//! |---|---|---|
//! | [`Exhaustive`] | all forms | exact, by definition |
//! | [`MinRisk`] | all forms | the best of given nodes |
//! | [`BestFirst`] (BTDA and its dual) | least risk, most utility | exact |
//! | [`Aruba`] | least risk | exact wherever it was tested, see there |
//! | [`BranchAndBound`] | all but the aggregate | exact unless its budget ends |
//! | [`Genetic`] | least risk | best found |
//! | [`Dinkelbach`] | the aggregate | exact |
//!
//! Whole tables are solved in `table.rs`, by going through records or, where a node's classes tell
//! the crowd of every record at once, through nodes (`sweep.rs`). `floor` turns what was decided
//! for records into classes that meet the models of the released table.

mod aggregate;
mod aruba;
mod best_first;
mod birkhoff;
mod branch_and_bound;
mod exhaustive;
mod floor;
mod form;
mod genetic;
mod greedy;
mod min_risk;
mod nodes;
mod rules;
mod sweep;
mod table;
mod ties;

pub use aggregate::Dinkelbach;
pub use aruba::{Aruba, MOST_CUBE, Neighbourhood};
pub use best_first::BestFirst;
pub use birkhoff::Birkhoff;
pub use branch_and_bound::BranchAndBound;
pub use exhaustive::Exhaustive;

pub use floor::{Floored, floor};
pub use form::{Form, RatedNode};
pub use genetic::Genetic;
pub use min_risk::{MinRisk, RatedRule, min_risk};
pub use rules::{TableRule, measure_rules};
pub use table::{
    RecordMethod, RecordSolutions, RecordTask, Records, Threshold, evaluate, raw_records,
};

use equipoise_measure::disclosure::Record;

/// The nodes of a record with their risks and utilities.
///
/// A node has a step for each attribute, from 0, the raw value, to its height. A step up makes
/// neither risk nor utility larger; where risks do not keep to that, only what does not need it is
/// [admitted](Optimizer::admits).
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

/// What an optimizer found for a record.
#[derive(Clone, Debug, PartialEq)]
pub struct Solved {
    /// The node, its risk and its utility.
    pub point: RatedNode,
    /// Nodes that it looked at, as its source counts them.
    pub visited: u64,
    /// Whether no other node is better.
    pub proved: bool,
}

/// No node of the record keeps to the threshold; this is the one nearest to it that some node keeps
/// to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Infeasible {
    /// The largest utility, or the least risk, of any node that may be shown; none where no node
    /// may.
    pub nearest: Option<f64>,
}

/// A way to find a good node.
pub trait Optimizer: Sync {
    /// Its name in recipes and reports.
    fn name(&self) -> &'static str;

    /// Whether it can solve this form where risks are, or are not, monotone.
    ///
    /// # Errors
    /// The reason why not.
    fn admits(&self, form: &Form, is_monotone: bool) -> Result<(), String>;

    /// Finds a node. `seed` is for those that draw at random.
    ///
    /// # Errors
    /// No node keeps to the threshold.
    fn solve(&self, land: &dyn Landscape, form: &Form, seed: u64) -> Result<Solved, Infeasible>;

    /// Records with more nodes take too long, and are refused: for those that look at every node.
    fn most_nodes(&self) -> u128 {
        u128::MAX
    }

    /// Records with more attributes take too long, and are refused: for those that look at all
    /// nodes around a node.
    fn most_attributes(&self) -> usize {
        usize::MAX
    }

    /// Whether it looks at the risks of nodes that are worth too little. If not, people who fit
    /// only such nodes need not be counted.
    fn looks_below(&self) -> bool {
        false
    }
}

/// A node with one attribute a step up and, where it is another, one a step down.
fn exchanged(node: &[u8], up: usize, down: usize) -> Vec<u8> {
    let mut near = node.to_vec();
    near[up] += 1;
    near[down] -= u8::from(up != down);
    near
}

/// Records with more nodes are not enumerated.
const MOST_ENUMERATED: u128 = 1 << 24;

/// What an optimizer says that needs a step up to lower the risk.
fn needs_monotone(name: &str, is_monotone: bool) -> Result<(), String> {
    match is_monotone {
        true => Ok(()),
        false => Err(format!(
            "`{name}` needs a risk that no step up makes larger, and `entropic-raw` is not like that; only `exhaustive` admits it"
        )),
    }
}

fn does_not_admit(name: &str, form: &Form) -> Result<(), String> {
    Err(format!(
        "`{name}` does not solve the form `{}`",
        form.name()
    ))
}
