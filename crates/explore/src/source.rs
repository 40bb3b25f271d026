//! The source's own algorithm, for its claims and to compare with.

use crate::order::Key;
use crate::views::nodes::for_each_at_height;
use crate::{By, KnownNodes, Wishes};
use equipoise_data::{Levels, height};

/// A node as the source's algorithm reports it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceNode {
    /// Its index in the lattice.
    pub node: u64,
    /// Its levels.
    pub levels: Levels,
    /// The sum of its levels.
    pub height: u32,
    /// Units of protection that lose a row.
    pub units: u64,
}

/// How many nodes were visited for each part of an answer: nodes whose annotation was looked at for
/// the first time. A node that was looked at for an earlier part is not counted again, so the sum
/// counts nodes once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Visited {
    /// For the exact answer: vmax, and if it satisfies all nodes of the sublattice up to the height
    /// of the answer.
    pub exact: u64,
    /// To relax the suppression: none, vmax was looked at.
    pub suppression: u64,
    /// To relax the threshold: none, vmax was looked at.
    pub threshold: u64,
    /// To relax the height: of each height on the way the nodes up to the first that answers, in
    /// lexicographic order, or all if none answers; and all nodes of the height that answers in the
    /// end.
    pub height: u64,
}

impl Visited {
    /// All nodes visited.
    pub fn total(&self) -> u64 {
        self.exact + self.suppression + self.threshold + self.height
    }
}

/// What the source's algorithm answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceAnswer {
    /// The node with all levels at their limits; no node if these are outside the lattice or its
    /// annotation is not known.
    pub vmax: Option<SourceNode>,
    /// The satisfying nodes of the lowest height below vmax: the answer, and then its ties. Empty
    /// if vmax does not satisfy.
    pub exact: Vec<SourceNode>,
    /// What to relax if vmax does not satisfy.
    pub suggestions: Option<SourceSuggestions>,
    /// How many nodes were visited.
    pub visited: Visited,
}

/// The three suggestions of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceSuggestions {
    /// Relax maxSupp, stay at vmax: the units it suppresses; none if these are all.
    pub suppression: Option<u64>,
    /// Relax k, stay at vmax: the strictest threshold within maxSupp.
    pub threshold: Option<u64>,
    /// Relax h: the satisfying nodes of the height that was found, the suggestion and then its
    /// ties. Empty if no height helps.
    pub height: Vec<SourceNode>,
}

/// Answers a request as the source does.
///
/// The request is a threshold, which `known` fixes, h = `wishes.high` and maxSupp =
/// `wishes.max_units`. The source knows no other wishes: lowest levels, the greatest loss and the
/// greatest height are not looked at. `strictest` is the strictest threshold that a node reaches
/// within maxSupp, from the annotation of that node.
///
/// A node satisfies if it suppresses at most maxSupp units, and not all there are. If vmax
/// satisfies, the sublattice below it is searched height by height from the bottom. Else there are
/// suggestions; the height is found by halving the heights from that of vmax to the top: where a
/// node answers, on to the lower half, where none does, to the upper half.
///
/// # Source
/// Pilalidou and Vassiliadis, SSDBM 2012, "Algorithm at a glance".
///
/// # Departs
/// The slides leave open which of several lowest nodes is meant: fewer suppressed, then the smaller
/// loss (`wishes.loss()`), then lexicographic levels. They do not say in which order nodes of one
/// height are looked at: lexicographic here. A node whose annotation is not known does not satisfy.
/// They know no linked columns: a step of these raises the height by more than one, so that a
/// height may have no answer although one below it has. Heights are then tried one after the other.
///
/// # Where it is wrong
/// - It takes for granted that going up never suppresses more. That holds for k-anonymity and
///   distinct l-diversity, not for entropy and recursive l-diversity, t-closeness or beta-likeness.
///   There a node below vmax may satisfy although vmax does not, and a low height may have an
///   answer although one above it has none: both are missed, and the suggested suppression is not
///   the smallest.
/// - Even for monotone models the suggested height is only the lowest that is not below vmax's. A
///   lower node outside the sublattice may satisfy.
///
/// Views and answers of an atlas look at all nodes instead and are right for all models.
pub fn source_answer(
    known: &dyn KnownNodes,
    wishes: &Wishes,
    strictest: impl Fn(u64) -> Option<u64>,
) -> SourceAnswer {
    let lattice = known.lattice();
    let wishes = &*wishes.settled(lattice);
    let mut visited = Visited::default();
    let inside = wishes
        .high
        .iter()
        .zip(lattice.bottom())
        .zip(lattice.top())
        .all(|((h, low), high)| low <= h && h <= high);
    let request = Request { known, wishes };
    let vmax = inside.then(|| request.look(&wishes.high)).flatten();
    visited.exact += u64::from(inside);
    let Some(vmax) = vmax else {
        return SourceAnswer {
            vmax,
            exact: Vec::new(),
            suggestions: None,
            visited,
        };
    };
    if request.is_met(vmax.units) {
        let exact = request.lowest_below(&vmax, &mut visited.exact);
        return SourceAnswer {
            vmax: Some(vmax),
            exact,
            suggestions: None,
            visited,
        };
    }
    let suggestions = SourceSuggestions {
        suppression: Some(vmax.units).filter(|&units| request.leaves_something(units)),
        threshold: strictest(vmax.node),
        height: request.halve_heights(&vmax, &mut visited.height),
    };
    SourceAnswer {
        vmax: Some(vmax),
        exact: Vec::new(),
        suggestions: Some(suggestions),
        visited,
    }
}

/// What is asked.
struct Request<'a> {
    known: &'a dyn KnownNodes,
    wishes: &'a Wishes,
}

impl Request<'_> {
    /// Looks at the annotation of a node.
    fn look(&self, levels: &[u8]) -> Option<SourceNode> {
        let node = self.known.lattice().index(levels);
        let (least, most) = self.known.units(node);
        let units = if least == most && !self.known.has_persons() {
            most
        } else {
            self.units(node)?
        };
        Some(SourceNode {
            node,
            levels: levels.to_vec(),
            height: height(levels),
            units,
        })
    }

    /// Units that a node suppresses; more than there are when it leaves nothing.
    fn units(&self, node: u64) -> Option<u64> {
        let figures = self.known.figures(node)?;
        Some(if self.known.leaves_something(&figures) {
            figures.units
        } else {
            self.known.all_units() + 1
        })
    }

    fn is_met(&self, units: u64) -> bool {
        units <= self.wishes.max_units && self.leaves_something(units)
    }

    fn leaves_something(&self, units: u64) -> bool {
        units < self.known.all_units() + u64::from(self.known.has_persons())
    }

    /// The satisfying nodes of the lowest height that has any, in the sublattice below vmax.
    fn lowest_below(&self, vmax: &SourceNode, visited: &mut u64) -> Vec<SourceNode> {
        let bottom = self.known.lattice().bottom();
        for height in height(bottom)..vmax.height {
            let found = self.exhaust(bottom, &vmax.levels, height, visited);
            if !found.is_empty() {
                return found;
            }
        }
        vec![vmax.clone()]
    }

    /// All satisfying nodes of a height, the best first.
    fn exhaust(&self, low: &[u8], high: &[u8], height: u32, visited: &mut u64) -> Vec<SourceNode> {
        let mut found = Vec::new();
        for_each_at_height(self.known.lattice(), low, high, height, |levels| {
            *visited += 1;
            found.extend(self.look(levels).filter(|noted| self.is_met(noted.units)));
            true
        });
        self.rank(found)
    }

    /// The satisfying nodes of the lowest height from that of vmax to the top, by halving where
    /// that is right.
    fn halve_heights(&self, vmax: &SourceNode, visited: &mut u64) -> Vec<SourceNode> {
        let lattice = self.known.lattice();
        let (mut low, mut high) = (vmax.height, height(lattice.top()) + 1);
        let has_links = (0..lattice.attributes()).any(|a| !lattice.leads(a));
        let mut last = None;
        while low < high {
            let middle = if has_links {
                low
            } else {
                low.midpoint(high - 1)
            };
            let (answers, seen) = self.try_height(vmax, middle);
            *visited += seen;
            if answers {
                (high, last) = (middle, Some((middle, seen)));
            } else {
                low = middle + 1;
            }
        }
        let Some((height, seen)) = last else {
            return Vec::new();
        };
        // The last height is tested to its end. What was seen of it, vmax included, is not counted
        // again.
        let mut all = 0;
        let found = self.exhaust(lattice.bottom(), lattice.top(), height, &mut all);
        *visited += all - seen - u64::from(height == vmax.height);
        found
    }

    /// Whether a node of a height answers, and how many had to be looked at, vmax aside.
    fn try_height(&self, vmax: &SourceNode, height: u32) -> (bool, u64) {
        let lattice = self.known.lattice();
        let (mut answers, mut seen) = (false, 0);
        for_each_at_height(lattice, lattice.bottom(), lattice.top(), height, |levels| {
            if levels != vmax.levels {
                seen += 1;
                answers = self
                    .look(levels)
                    .is_some_and(|noted| self.is_met(noted.units));
            }
            !answers
        });
        (answers, seen)
    }

    /// Puts nodes of one height in order: fewer suppressed, then the smaller loss, then
    /// lexicographic levels.
    fn rank(&self, nodes: Vec<SourceNode>) -> Vec<SourceNode> {
        let loss = |node| {
            self.known
                .figures(node)
                .map_or(f64::INFINITY, |figures| figures.losses[self.wishes.loss()])
        };
        let key = |noted: SourceNode| {
            (
                Key {
                    units: noted.units,
                    loss: loss(noted.node),
                    height: noted.height,
                    node: noted.node,
                },
                noted,
            )
        };
        let mut nodes: Vec<(Key, SourceNode)> = nodes.into_iter().map(key).collect();
        nodes.sort_by(|(a, _), (b, _)| a.compare_exactly(b, By::Height));
        // Losses that are equal but for rounding do not decide which is first.
        if let Some(first) =
            (0..nodes.len()).min_by(|&a, &b| nodes[a].0.compare(&nodes[b].0, By::Height))
        {
            nodes[..=first].rotate_right(1);
        }
        nodes.into_iter().map(|(_, noted)| noted).collect()
    }
}
