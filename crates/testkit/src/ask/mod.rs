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

mod answer;
mod choose;
mod doubt;
mod request;
mod threshold;
mod traps;

pub use answer::{AskAnswer, AskNode, AskThreshold};
pub use choose::choose;
pub use request::{OracleBy, Request, random_request};
pub use threshold::{GRID, is_milder, steps, threshold_of, with_threshold};
pub use traps::{Trap, trap_cases};

use crate::case::Case;
use crate::emd::ReducedFraction;
use crate::model::OracleModel;
use crate::oracle::{Oracle, OracleFacts};

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
