//! What is asked of a record, and which of two answers is better.

use super::landscape::Landscape;
use std::cmp::Ordering;

/// The problem to be solved for a record.
///
/// # Source
/// §4.3 (the threshold forms), §5.2 (the aggregate).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Form {
    /// The least risk such that the utility is at least so much.
    LeastRisk {
        /// The utility.
        min_utility: f64,
    },
    /// The largest utility such that the risk is at most so much.
    MostUtility {
        /// The risk. What rounding puts above the line does not count as kept.
        max_risk: f64,
    },
    /// The least risk less lambda times utility.
    Mix {
        /// What utility is worth.
        lambda: f64,
    },
    /// The largest lambda / risk + utility ^ kappa.
    Aggregate {
        /// What one over the risk is worth.
        lambda: f64,
        /// The power of the utility.
        kappa: u32,
    },
}

/// A node with its risk and utility.
#[derive(Clone, Debug, PartialEq)]
pub struct RatedNode {
    /// Its steps.
    pub node: Vec<u8>,
    /// Its risk.
    pub risk: f64,
    /// Its utility.
    pub utility: f64,
}

/// No node of the record keeps to the threshold; this is the one nearest to it that some node keeps
/// to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Infeasible {
    /// The largest utility, or the least risk, of any node that may be shown; none where no node
    /// may.
    pub nearest: Option<f64>,
}

/// Numbers that differ by less, relatively, are equal: sums are rounded.
pub(super) const EQUAL: f64 = 1e-12;

/// Compares two numbers; those that rounding could make equal are.
pub(super) fn compare(a: f64, b: f64) -> Ordering {
    if a == b || (a - b).abs() <= EQUAL * a.abs().max(b.abs()) && a.is_finite() && b.is_finite() {
        return Ordering::Equal;
    }
    a.total_cmp(&b)
}

impl Form {
    /// Its name in recipes.
    pub fn name(&self) -> &'static str {
        match self {
            Form::LeastRisk { .. } => "least-risk",
            Form::MostUtility { .. } => "most-utility",
            Form::Mix { .. } => "mix",
            Form::Aggregate { .. } => "aggregate",
        }
    }

    /// Whether a utility is enough.
    pub fn is_enough(&self, utility: f64) -> bool {
        match self {
            Form::LeastRisk { min_utility } => compare(utility, *min_utility) != Ordering::Less,
            _ => true,
        }
    }

    /// Whether a risk is small enough. What may never be shown is never small enough.
    pub fn is_bearable(&self, risk: f64) -> bool {
        match self {
            Form::MostUtility { max_risk } => risk <= *max_risk && risk < f64::INFINITY,
            _ => risk < f64::INFINITY,
        }
    }

    /// What is made small.
    pub fn objective(&self, risk: f64, utility: f64) -> f64 {
        match self {
            Form::LeastRisk { .. } => risk,
            Form::MostUtility { .. } => -utility,
            Form::Mix { lambda } => risk - lambda * utility,
            Form::Aggregate { lambda, kappa } => {
                let privacy = if *lambda == 0.0 { 0.0 } else { lambda / risk };
                -(privacy + utility.powi(*kappa as i32))
            }
        }
    }

    /// The better answer is less: by the objective, then by utility (where that is the objective,
    /// by risk), then by the steps in lexicographic order.
    pub fn compare(&self, a: &RatedNode, b: &RatedNode) -> Ordering {
        self.compare_values((a.risk, a.utility), (b.risk, b.utility))
            .then_with(|| a.node.cmp(&b.node))
    }

    /// [`Form::compare`] without the steps.
    pub(super) fn compare_values(&self, a: (f64, f64), b: (f64, f64)) -> Ordering {
        let objective = match self {
            // The difference of two large numbers has the rounding of both.
            Form::Mix { lambda } => {
                let (x, y) = (self.objective(a.0, a.1), self.objective(b.0, b.1));
                let scale = a.0.abs().max(b.0.abs()) + lambda * a.1.abs().max(b.1.abs());
                if (x - y).abs() <= EQUAL * scale && scale.is_finite() {
                    Ordering::Equal
                } else {
                    x.total_cmp(&y)
                }
            }
            _ => compare(self.objective(a.0, a.1), self.objective(b.0, b.1)),
        };
        objective.then_with(|| match self {
            Form::MostUtility { .. } => compare(a.0, b.0),
            _ => compare(b.1, a.1),
        })
    }

    /// The better of an answer and what was held, if it keeps to the threshold.
    pub(super) fn take(&self, held: &mut Option<RatedNode>, node: &[u8], risk: f64, utility: f64) {
        if !self.is_enough(utility) || !self.is_bearable(risk) {
            return;
        }
        let is_better = held.as_ref().is_none_or(|held| {
            self.compare_values((risk, utility), (held.risk, held.utility))
                .then_with(|| node.cmp(&held.node[..]))
                == Ordering::Less
        });
        if is_better {
            *held = Some(RatedNode {
                node: node.to_vec(),
                risk,
                utility,
            });
        }
    }

    /// What is nearest to the threshold where no node keeps to it: by monotonicity the finest node
    /// has the largest utility and the top the least risk.
    pub(super) fn nearest(&self, land: &dyn Landscape) -> Infeasible {
        let (finest, least) = (land.finest(), land.risk(land.heights()));
        let nearest = match self {
            _ if least == f64::INFINITY => None,
            Form::MostUtility { .. } => Some(least),
            _ => Some(land.utility(&finest)),
        };
        Infeasible { nearest }
    }
}

/// A node with its risk and utility.
pub(super) fn point(land: &dyn Landscape, node: &[u8]) -> RatedNode {
    RatedNode {
        node: node.to_vec(),
        risk: land.risk(node),
        utility: land.utility(node),
    }
}
