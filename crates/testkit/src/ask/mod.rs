//! Asking an atlas, by looking at every node under every threshold anew.
//!
//! A [`Request`] names a threshold for each model of a case, a box of levels, limits, and what the
//! best answer is. [`answer`] judges every node from the rows and applies the rules of
//! [`choose()`], which knows nodes by their figures only, so that a list from anywhere can be put
//! through the same rules. [`random_request`] draws requests, and [`trap_cases`] are small tables
//! where a search that trusts monotonicity goes wrong.
//!
//! ```
//! use equipoise_testkit::ask::{answer, random_request};
//! use equipoise_testkit::{Case, Seeded, CaseShape};
//! let case = Case::random(5, &CaseShape::default());
//! let request = random_request(&case, &mut Seeded::new(1));
//! let answer = answer(&case, &request);
//! if let Some(best) = &answer.best {
//!     assert!(best.units <= request.max_units && best.kept_classes > 0);
//! }
//! ```

mod choose;
mod doubt;
mod request;
mod threshold;
mod traps;

pub use choose::choose;
pub use request::random_request;
pub use threshold::{GRID, is_milder, steps, threshold_of, with_threshold};
pub use traps::{Trap, trap_cases};

use crate::{Case, Oracle, OracleFacts, OracleModel, ReducedFraction};

/// What makes an answer the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OracleBy {
    /// The smallest loss, then the smallest sum of levels, then the fewest suppressed units.
    Loss,
    /// The smallest sum of levels, then the fewest suppressed units, then the smallest loss.
    Height,
    /// The fewest suppressed units, then the smallest loss, then the smallest sum of levels.
    Suppression,
}

/// What is asked of an atlas of a case.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// For each model of the case another parameter, a multiple of 1 / [`steps`]; see
    /// [`with_threshold`].
    pub thresholds: Vec<ReducedFraction>,
    /// The finest levels, not below the lowest ones of the case.
    pub low: Vec<usize>,
    /// The coarsest levels, not above the highest ones of the case. The node of these is vmax.
    pub high: Vec<usize>,
    /// How many units may be suppressed. The limit of the case does not count.
    pub max_units: u64,
    /// The greatest loss; a loss that is equal to 1e-12 relative is within it.
    pub max_loss: Option<f64>,
    /// The greatest sum of levels.
    pub max_height: Option<usize>,
    /// What the best answer is.
    pub by: OracleBy,
}

impl Request {
    /// The models of the case with the thresholds of the request.
    ///
    /// # Panics
    /// When there are not as many thresholds as models.
    pub fn models(&self, case: &Case) -> Vec<OracleModel> {
        assert_eq!(
            case.models.len(),
            self.thresholds.len(),
            "a request has a threshold for each model"
        );
        case.models
            .iter()
            .zip(&self.thresholds)
            .map(|(model, &value)| with_threshold(model, value))
            .collect()
    }
}

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
    fn new(levels: Vec<usize>, facts: &OracleFacts) -> Self {
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
    /// The strictest value, a multiple of 1 / [`steps`].
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

/// Answers a request from the rows.
///
/// The whole lattice is that of the case: the nodes between its lowest and highest levels.
///
/// # Panics
/// When the case asks for lkc-privacy, which an atlas does not have, or when the request does not
/// fit the case.
///
/// # Cost
/// Every node is evaluated from the rows, and vmax once more for every score of every model.
pub fn answer(case: &Case, request: &Request) -> AskAnswer {
    assert!(
        !case
            .models
            .iter()
            .any(|model| matches!(model.inner(), OracleModel::LkcPrivacy { .. })),
        "an atlas has no lkc-privacy"
    );
    let asked = Case {
        models: request.models(case),
        ..case.clone()
    };
    let mut oracle = Oracle::new(&asked);
    let judged: Vec<(Vec<usize>, OracleFacts)> = case
        .nodes()
        .into_iter()
        .map(|levels| (levels.clone(), oracle.evaluate(&levels)))
        .collect();
    let nodes: Vec<AskNode> = judged
        .iter()
        .map(|(levels, facts)| AskNode::new(levels.clone(), facts))
        .collect();
    let mut doubtful = doubt::in_scores(&asked, &judged) || doubt::in_losses(request, &nodes);
    let mut answer = choose(request, &nodes, |model| {
        let candidates = threshold::candidates(&asked, &request.high, model);
        doubtful |= doubt::in_candidates(&candidates);
        candidates
            .into_iter()
            .map(|(value, rounded)| relaxed(&asked, &request.high, model, value, rounded))
            .collect()
    });
    answer.doubtful = doubtful;
    answer
}

/// vmax under another value of one model.
fn relaxed(
    asked: &Case,
    vmax: &[usize],
    model: usize,
    value: ReducedFraction,
    rounded: bool,
) -> AskThreshold {
    let mut case = asked.clone();
    case.models[model] = with_threshold(&case.models[model], value);
    let node = AskNode::new(vmax.to_vec(), &Oracle::new(&case).evaluate(vmax));
    AskThreshold {
        model,
        value,
        rounded,
        node,
    }
}
