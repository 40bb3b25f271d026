//! Answers that are equally good.

use super::form::{Form, RatedNode, compare, point};
use super::landscape::Landscape;
use super::nodes;
use std::cmp::Ordering;
use std::collections::HashSet;

/// So many equally risky nodes are compared. Columns that add no risk, each with some steps, can
/// make that many more.
const MOST_EQUAL: usize = 1 << 12;

/// The best of nodes with the least risk, and of the finer nodes that are as little risky: these
/// are worth more. Also whether all of them were compared.
///
/// The searches from the top find the coarsest of equally risky nodes. By monotonicity all nodes
/// between two of the same risk have it too, so going down by single steps finds all of them. Where
/// they are too many, what is found is a node that no single step down, at the same risk, makes
/// worth more.
pub(super) fn settle(
    land: &dyn Landscape,
    form: &Form,
    least: Vec<RatedNode>,
) -> Option<(RatedNode, bool)> {
    let risk = least.iter().map(|p| p.risk).fold(f64::INFINITY, f64::min);
    let is_least = |p: &RatedNode| compare(p.risk, risk) == Ordering::Equal;
    let mut seen: HashSet<Vec<u8>> = HashSet::new();
    let mut open: Vec<RatedNode> = least.into_iter().filter(is_least).collect();
    let mut best = None;
    while let Some(next) = open.pop() {
        if !seen.insert(next.node.clone()) {
            continue;
        }
        form.take(&mut best, &next.node, next.risk, next.utility);
        if seen.len() > MOST_EQUAL {
            return best.map(|best| (descend(land, form, best, &is_least), false));
        }
        let finer = nodes::below(&next.node)
            .filter(|node| !seen.contains(node))
            .map(|node| point(land, &node));
        open.extend(finer.filter(&is_least));
    }
    best.map(|best| (best, true))
}

/// Goes down, where the risk stays the same, as long as that is worth more.
fn descend(
    land: &dyn Landscape,
    form: &Form,
    mut held: RatedNode,
    is_least: &dyn Fn(&RatedNode) -> bool,
) -> RatedNode {
    loop {
        let finer = nodes::below(&held.node)
            .map(|node| point(land, &node))
            .filter(|p| is_least(p));
        match finer
            .min_by(|a, b| form.compare(a, b))
            .filter(|next| form.compare(next, &held) == Ordering::Less)
        {
            Some(next) => held = next,
            None => return held,
        }
    }
}
