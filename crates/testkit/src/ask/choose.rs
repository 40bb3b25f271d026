//! The rules by which an answer is chosen among nodes whose figures are known.

use super::{AskAnswer, AskNode, AskThreshold, OracleBy, Request};
use crate::equal;

/// Chooses the answer to a request among the nodes of a lattice, all of them, judged under its
/// thresholds.
///
/// `relaxed` is asked, for a model by its number, for vmax under every milder value of that model
/// alone that may make a difference, the strictest first.
///
/// "Equal to 1e-12 relative" is not transitive, so this is how an order of preference is read: of
/// the nodes whose first measure equals the smallest, those whose second measure equals the
/// smallest, and so on, and the lexicographically smallest levels of what is left come first; then
/// the same without that node.
pub fn choose(
    request: &Request,
    nodes: &[AskNode],
    mut relaxed: impl FnMut(usize) -> Vec<AskThreshold>,
) -> AskAnswer {
    let satisfying: Vec<&AskNode> = nodes
        .iter()
        .filter(|node| is_between(request, node) && satisfies(request, node))
        .collect();
    let mut tied = as_good_as_the_best(satisfying, request.by)
        .into_iter()
        .cloned();
    let mut answer = AskAnswer {
        best: tied.next(),
        ties: tied.collect(),
        suppression: None,
        threshold: None,
        other_thresholds: Vec::new(),
        height: None,
        doubtful: false,
    };
    if answer.best.is_none() {
        answer.suppression = fewest_suppressed(request, nodes);
        answer.height = lowest(request, nodes);
        let strictest = |model| {
            relaxed(model)
                .into_iter()
                .find(|relaxed| satisfies(request, &relaxed.node))
        };
        let mut reached = (0..request.thresholds.len()).filter_map(strictest);
        answer.threshold = reached.next();
        answer.other_thresholds = reached.collect();
    }
    answer
}

/// Whether the levels are within the bounds.
fn is_between(request: &Request, node: &AskNode) -> bool {
    node.levels
        .iter()
        .zip(&request.low)
        .zip(&request.high)
        .all(|((level, low), high)| low <= level && level <= high)
}

/// Whether everything but the bounds on the levels is kept.
fn satisfies(request: &Request, node: &AskNode) -> bool {
    node.units <= request.max_units
        && is_release(node)
        && is_good_enough(request, node)
        && is_low_enough(request, node)
}

/// A table without rows is no release.
fn is_release(node: &AskNode) -> bool {
    node.kept_classes > 0
}

fn is_good_enough(request: &Request, node: &AskNode) -> bool {
    request
        .max_loss
        .is_none_or(|max| node.loss <= max || equal(node.loss, max))
}

fn is_low_enough(request: &Request, node: &AskNode) -> bool {
    request.max_height.is_none_or(|max| node.height <= max)
}

/// The fewest units between the bounds; vmax where it is among those, else the first in the order
/// that is asked by.
fn fewest_suppressed(request: &Request, nodes: &[AskNode]) -> Option<AskNode> {
    let possible = |node: &&AskNode| {
        is_between(request, node)
            && is_release(node)
            && is_good_enough(request, node)
            && is_low_enough(request, node)
    };
    let possible: Vec<&AskNode> = nodes.iter().filter(possible).collect();
    let fewest = possible.iter().map(|node| node.units).min()?;
    let tied: Vec<&AskNode> = possible
        .into_iter()
        .filter(|node| node.units == fewest)
        .collect();
    let vmax = tied
        .iter()
        .find(|node| node.levels == request.high)
        .copied();
    vmax.or_else(|| first(&tied, request.by)).cloned()
}

/// The lowest node of all that keeps the finest levels, the thresholds, the suppression and the
/// loss.
fn lowest(request: &Request, nodes: &[AskNode]) -> Option<AskNode> {
    let free = Request {
        max_height: None,
        ..request.clone()
    };
    let is_coarse_enough = |node: &AskNode| {
        node.levels
            .iter()
            .zip(&request.low)
            .all(|(level, low)| low <= level)
    };
    let satisfying: Vec<&AskNode> = nodes
        .iter()
        .filter(|node| is_coarse_enough(node) && satisfies(&free, node))
        .collect();
    first(&satisfying, OracleBy::Height).cloned()
}

/// What nodes are compared by.
#[derive(Clone, Copy)]
enum Measure {
    Loss,
    Height,
    Units,
}

impl Measure {
    fn of(self, node: &AskNode) -> f64 {
        match self {
            Measure::Loss => node.loss,
            Measure::Height => node.height as f64,
            Measure::Units => node.units as f64,
        }
    }
}

impl OracleBy {
    fn measures(self) -> [Measure; 3] {
        match self {
            OracleBy::Loss => [Measure::Loss, Measure::Height, Measure::Units],
            OracleBy::Height => [Measure::Height, Measure::Units, Measure::Loss],
            OracleBy::Suppression => [Measure::Units, Measure::Loss, Measure::Height],
        }
    }
}

/// The nodes whose measure equals the smallest.
fn smallest<'a>(nodes: &[&'a AskNode], measure: Measure) -> Vec<&'a AskNode> {
    let least = nodes
        .iter()
        .map(|node| measure.of(node))
        .fold(f64::INFINITY, f64::min);
    nodes
        .iter()
        .copied()
        .filter(|node| equal(measure.of(node), least))
        .collect()
}

/// The first in the order of preference.
fn first<'a>(nodes: &[&'a AskNode], by: OracleBy) -> Option<&'a AskNode> {
    let left = by
        .measures()
        .into_iter()
        .fold(nodes.to_vec(), |left, measure| smallest(&left, measure));
    left.into_iter().min_by_key(|node| node.levels.clone())
}

/// The best node and all that equal it in the first measure, in the order of preference.
fn as_good_as_the_best(nodes: Vec<&AskNode>, by: OracleBy) -> Vec<&AskNode> {
    let mut left = smallest(&nodes, by.measures()[0]);
    let mut ordered = Vec::new();
    while let Some(next) = first(&left, by) {
        left.retain(|node| node.levels != next.levels);
        ordered.push(next);
    }
    ordered
}
