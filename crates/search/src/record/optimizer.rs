//! Optimizers find a good node of a record.

use super::form::{Form, Infeasible, RatedNode};
use super::landscape::Landscape;

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

/// Records with more nodes are not enumerated.
pub(super) const MOST_ENUMERATED: u128 = 1 << 24;

/// What an optimizer says that needs a step up to lower the risk.
pub(super) fn needs_monotone(name: &str, is_monotone: bool) -> Result<(), String> {
    match is_monotone {
        true => Ok(()),
        false => Err(format!(
            "`{name}` needs a risk that no step up makes larger, and `entropic-raw` is not like that; only `exhaustive` admits it"
        )),
    }
}

pub(super) fn does_not_admit(name: &str, form: &Form) -> Result<(), String> {
    Err(format!(
        "`{name}` does not solve the form `{}`",
        form.name()
    ))
}
