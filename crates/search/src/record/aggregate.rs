//! The aggregate form: privacy and utility in one sum.

use super::form::{Form, Infeasible, compare};
use super::landscape::Landscape;
use super::nodes;
use super::optimizer::{MOST_ENUMERATED, Optimizer, Solved, does_not_admit, needs_monotone};

/// Makes lambda / risk + utility ^ kappa large, by a row of simpler problems.
///
/// With risk = sensitivity / |rho| the sum is at least alpha at some node exactly if g = lambda
/// |rho| + sensitivity (utility ^ kappa - alpha) is at least 0 somewhere. So g is made large for
/// the alpha of the best node so far, which gives a better node or a proof (Dinkelbach's method:
/// few rounds, exact), where the source halves an interval of alpha.
///
/// # Source
/// §5.2, Theorem 5.2.2. For a sensitivity that is a sum, g is supermodular, and each round could be
/// a minimum cut or a submodular minimization; `largest` in its file enumerates instead and is the
/// one place to change for that.
///
/// # Needs
/// Model I, an additive sensitivity with a base above 0 (E6: else the top has no risk and always
/// wins), one dictionary.
///
/// # Cost
/// Rounds (two to four, and one to settle ties, which is not counted as visiting) x nodes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Dinkelbach;

impl Optimizer for Dinkelbach {
    fn name(&self) -> &'static str {
        "aggregate"
    }

    fn admits(&self, form: &Form, is_monotone: bool) -> Result<(), String> {
        match form {
            Form::Aggregate { .. } => needs_monotone(self.name(), is_monotone),
            _ => does_not_admit(self.name(), form),
        }
    }

    fn solve(&self, land: &dyn Landscape, form: &Form, _: u64) -> Result<Solved, Infeasible> {
        let &Form::Aggregate { lambda, kappa } = form else {
            return Err(form.nearest(land));
        };
        let value = |node: &[u8]| -form.objective(land.risk(node), land.utility(node));
        let (mut alpha, mut visited) = (value(&land.finest()), 0);
        loop {
            let gain = |node: &[u8]| {
                let (crowd, phi) = land.parts(node).unwrap_or((1.0 / land.risk(node), 1.0));
                // What must never be shown is not worth anything.
                if phi.is_finite() {
                    lambda * crowd + phi * (land.utility(node).powi(kappa as i32) - alpha)
                } else {
                    f64::NEG_INFINITY
                }
            };
            let next = largest(land.heights(), &gain, &mut visited);
            let reached = value(&next);
            // Compared by the sums themselves: the gain of the best node is 0 but for rounding.
            if reached.partial_cmp(&alpha) != Some(std::cmp::Ordering::Greater) {
                break;
            }
            alpha = reached;
        }
        // Of nodes that reach the largest sum the one that is worth more.
        let mut best = None;
        nodes::for_each(land.heights(), |node| {
            let (risk, utility) = (land.risk(node), land.utility(node));
            if compare(-form.objective(risk, utility), alpha) == std::cmp::Ordering::Equal {
                form.take(&mut best, node, risk, utility);
            }
        });
        best.map(|point| Solved {
            point,
            visited,
            proved: true,
        })
        .ok_or_else(|| form.nearest(land))
    }

    fn looks_below(&self) -> bool {
        true
    }

    fn most_nodes(&self) -> u128 {
        MOST_ENUMERATED
    }
}

/// The node where a supermodular function is largest; the first of equal ones.
fn largest(heights: &[u8], gain: &dyn Fn(&[u8]) -> f64, visited: &mut u64) -> Vec<u8> {
    let mut best: Option<(f64, Vec<u8>)> = None;
    nodes::for_each(heights, |node| {
        *visited += 1;
        let gain = gain(node);
        if best.as_ref().is_none_or(|held| gain > held.0) {
            best = Some((gain, node.to_vec()));
        }
    });
    best.map(|b| b.1).unwrap_or_default()
}
