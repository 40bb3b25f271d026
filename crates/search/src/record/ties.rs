//! Answers that are equally good.

use super::form::{compare, point};
use super::{Form, Landscape, Point, nodes};
use std::cmp::Ordering;
use std::collections::HashSet;

/// The best of nodes with the least risk, and of the finer nodes that are as little risky: these are worth more.
///
/// The searches from the top find the coarsest of equally risky nodes. By monotonicity all nodes between two of the same risk have it too, so going down by single steps finds all of them.
pub(super) fn settle(land: &dyn Landscape, form: &Form, least: Vec<Point>) -> Option<Point> {
    let risk = least.iter().map(|p| p.risk).fold(f64::INFINITY, f64::min);
    let mut seen: HashSet<Vec<u8>> = HashSet::new();
    let mut open: Vec<Point> = least.into_iter().filter(|p| compare(p.risk, risk) == Ordering::Equal).collect();
    let mut best = None;
    while let Some(next) = open.pop() {
        if !seen.insert(next.node.clone()) {
            continue;
        }
        form.take(&mut best, &next.node, next.risk, next.utility);
        let finer = nodes::below(&next.node).filter(|node| !seen.contains(node)).map(|node| point(land, &node));
        open.extend(finer.filter(|p| compare(p.risk, risk) == Ordering::Equal));
    }
    best
}
