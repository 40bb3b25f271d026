//! ARUBA: along the frontier of what is worth enough.

use super::form::{Form, Infeasible, RatedNode, compare, point};
use super::landscape::Landscape;
use super::optimizer::{Optimizer, Solved, does_not_admit, needs_monotone};
use super::{nodes, ties};
use std::cmp::Ordering;
use std::collections::HashSet;

/// Which nodes are next to a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Neighbourhood {
    /// All that differ by at most one step on every attribute, as in the source: 3^attributes - 1
    /// of them, so for at most [`MOST_CUBE`] attributes.
    Cube,
    /// One step on one attribute, or a step up on one and down on another: attributes squared of
    /// them.
    #[default]
    Exchange,
}

/// More attributes have too many neighbours in a cube.
pub const MOST_CUBE: usize = 12;

/// Walks along the frontier: nodes that are worth enough, of which some immediate generalization is
/// not. A node of least risk is among them.
///
/// # Source
/// §4.3.3, Algorithm 3, with its guards for thresholds that everything or nothing reaches (E11).
/// The first nodes of the frontier are found by raising attributes from the last to the first.
///
/// # Departs
/// The algorithm begins with the last node of that walk that is worth enough, and counts those
/// before it as visited. Any of these can be on the frontier, and the only way to the rest of it:
/// with utilities that do not change on some step, the printed algorithm misses the best node (two
/// attributes, worth (1, 0) and (1, 0, 0), at least 1: the walk marks (0, 1) as visited and ends at
/// (0, 2), and (1, 0) is next to (0, 1) only). So all nodes of the walk that are on the frontier
/// are taken.
///
/// # Exact
/// If the frontier is connected by neighbourhoods. The source proves less (that inner nodes have
/// enough neighbours, for two attributes); no counterexample is known, and tests compare with
/// exhaustive search on thousands of records for both neighbourhoods. So it is called proved only
/// where the table was checked otherwise: [`Solved::proved`] is false.
///
/// # Cost
/// O(frontier x neighbours x attributes) utilities, and a risk for each node of the frontier.
#[derive(Clone, Copy, Debug, Default)]
pub struct Aruba {
    /// Which nodes are next to a node.
    pub neighbourhood: Neighbourhood,
}

impl Optimizer for Aruba {
    fn name(&self) -> &'static str {
        "aruba"
    }

    fn admits(&self, form: &Form, is_monotone: bool) -> Result<(), String> {
        match form {
            Form::LeastRisk { .. } => needs_monotone(self.name(), is_monotone),
            _ => does_not_admit(self.name(), form),
        }
    }

    fn most_attributes(&self) -> usize {
        match self.neighbourhood {
            Neighbourhood::Cube => MOST_CUBE,
            Neighbourhood::Exchange => usize::MAX,
        }
    }

    fn solve(&self, land: &dyn Landscape, form: &Form, _: u64) -> Result<Solved, Infeasible> {
        let heights = land.heights();
        let (bottom, is_enough) = (land.finest(), |node: &[u8]| {
            form.is_enough(land.utility(node))
        });
        if !is_enough(&bottom) {
            return Err(form.nearest(land));
        }
        if is_enough(heights) {
            let (point, proved) = ties::settle(land, form, vec![point(land, heights)])
                .ok_or_else(|| form.nearest(land))?;
            return Ok(Solved {
                point,
                visited: 1,
                proved,
            });
        }
        let is_frontier = |node: &[u8]| {
            is_enough(node) && nodes::above(node, heights).any(|above| !is_enough(&above))
        };
        let walked = walk(heights, &is_enough);
        let mut open: Vec<Vec<u8>> = walked
            .iter()
            .filter(|node| is_frontier(node))
            .cloned()
            .collect();
        let (mut seen, mut least): (HashSet<Vec<u8>>, Vec<RatedNode>) =
            (walked.into_iter().collect(), Vec::new());
        while let Some(next) = open.pop() {
            let found = point(land, &next);
            match least
                .first()
                .map_or(Ordering::Less, |held| compare(found.risk, held.risk))
            {
                Ordering::Less => least = vec![found],
                Ordering::Equal => least.push(found),
                Ordering::Greater => {}
            }
            self.for_neighbours(&next, heights, |node| {
                if !seen.contains(node) {
                    seen.insert(node.to_vec());
                    if is_frontier(node) {
                        open.push(node.to_vec());
                    }
                }
            });
        }
        let visited = seen.len() as u64;
        let (point, _) = ties::settle(land, form, least).ok_or_else(|| form.nearest(land))?;
        Ok(Solved {
            point,
            visited,
            proved: false,
        })
    }
}

/// The nodes on a way from the raw record towards the top, up to the first that is not worth
/// enough.
fn walk(heights: &[u8], is_enough: &dyn Fn(&[u8]) -> bool) -> Vec<Vec<u8>> {
    let mut walked = vec![vec![0; heights.len()]];
    for a in (0..heights.len()).rev() {
        for _ in 0..heights[a] {
            let next = nodes::moved(walked.last().expect("it begins with one"), a, 1);
            walked.push(next);
            if !is_enough(walked.last().expect("it was just added")) {
                return walked;
            }
        }
    }
    walked
}

impl Aruba {
    fn for_neighbours(&self, node: &[u8], heights: &[u8], mut visit: impl FnMut(&[u8])) {
        let mut near = node.to_vec();
        match self.neighbourhood {
            Neighbourhood::Cube => cube(node, heights, 0, &mut near, &mut |near| {
                if near != node {
                    visit(near);
                }
            }),
            Neighbourhood::Exchange => {
                for a in 0..node.len() {
                    for (up, room) in [(1i8, node[a] < heights[a]), (-1, node[a] > 0)] {
                        if !room {
                            continue;
                        }
                        near[a] = node[a].wrapping_add_signed(up);
                        visit(&near);
                        // Exchanges go up on `a` and down on another; the other way round comes
                        // when the two change places.
                        for b in (0..node.len()).filter(|&b| up > 0 && b != a && node[b] > 0) {
                            near[b] = node[b] - 1;
                            visit(&near);
                            near[b] = node[b];
                        }
                        near[a] = node[a];
                    }
                }
            }
        }
    }
}

/// All nodes around a node, itself among them.
fn cube(
    node: &[u8],
    heights: &[u8],
    from: usize,
    near: &mut Vec<u8>,
    visit: &mut dyn FnMut(&[u8]),
) {
    if from == node.len() {
        return visit(near);
    }
    for step in node[from].saturating_sub(1)..=node[from].saturating_add(1).min(heights[from]) {
        near[from] = step;
        cube(node, heights, from + 1, near, visit);
    }
    near[from] = node[from];
}
