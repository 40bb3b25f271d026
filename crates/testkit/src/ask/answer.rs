//! The answer to a request.

use crate::emd::ReducedFraction;
use crate::oracle::OracleFacts;

/// A node under some thresholds.
#[derive(Clone, Debug, PartialEq)]
pub struct AskNode {
    /// Its levels.
    pub levels: Vec<usize>,
    /// The sum of its levels.
    pub height: usize,
    /// Units that lose a row.
    pub units: u64,
    /// Rows that are suppressed.
    pub rows: u64,
    /// Classes that are kept; without one the node is never an answer.
    pub kept_classes: u64,
    /// The loss.
    pub loss: f64,
}

impl AskNode {
    pub(crate) fn new(levels: Vec<usize>, facts: &OracleFacts) -> Self {
        AskNode {
            height: levels.iter().sum(),
            units: facts.suppressed_units,
            rows: facts.suppressed_rows,
            kept_classes: facts.kept_classes,
            loss: facts.loss,
            levels,
        }
    }
}

/// A threshold of one model with which vmax satisfies a request.
#[derive(Clone, Debug, PartialEq)]
pub struct AskThreshold {
    /// The model, by its place in the case.
    pub model: usize,
    /// The strictest value, a multiple of 1 / [`steps`](crate::ask::steps).
    pub value: ReducedFraction,
    /// True when the value comes from a score that is no exact number here: another correct program
    /// may differ by a few steps.
    pub rounded: bool,
    /// vmax under this value.
    pub node: AskNode,
}

/// The answer to a request: the best node and its ties, or three ways out.
#[derive(Clone, Debug, PartialEq)]
pub struct AskAnswer {
    /// The best node that satisfies the request.
    pub best: Option<AskNode>,
    /// All other satisfying nodes that equal the best in what is asked by, in the order of
    /// preference.
    pub ties: Vec<AskNode>,
    /// Without a best: the node between the bounds that suppresses the fewest units, within the
    /// greatest loss and height.
    pub suppression: Option<AskNode>,
    /// Without a best: the strictest value of the first model that makes vmax satisfy the request
    /// when it alone is relaxed.
    pub threshold: Option<AskThreshold>,
    /// The same of the models after that one, where it exists.
    pub other_thresholds: Vec<AskThreshold>,
    /// Without a best: the lowest node that satisfies what is asked but for the coarsest levels and
    /// the height.
    pub height: Option<AskNode>,
    /// True when rounding could decide something here, so that another correct program may answer
    /// otherwise.
    pub doubtful: bool,
}
