//! Price ladders: what does each level of each attribute cost?

use super::cells::{Stop, stops};
use super::division::Division;
use super::nodes::{count_wished, lowest_wished};
use crate::{KnownNodes, Wishes};

/// Answers "what does keeping this attribute fine cost?": the best that is still reachable with
/// each of its levels required.
#[derive(Clone, Debug, PartialEq)]
pub struct Ladder {
    /// The attribute.
    pub attribute: usize,
    /// The level of the first stop, the finest of the lattice.
    pub first: u8,
    /// Per level from the finest to the coarsest the best value of the measure that is asked by,
    /// over nodes that have this level, the wished levels of the other attributes, and meet all
    /// other wishes. Wished bounds of this attribute are ignored, and so are those of attributes
    /// that are linked with it: these have the same stops.
    pub stops: Vec<Stop>,
    /// Whether all nodes are listed and nothing here is open.
    pub complete: bool,
}

/// The ladder of each attribute.
///
/// # Cost
/// O(nodes x attributes), and a look at the exact figures of nodes that could be the best of a
/// stop.
pub fn ladders(known: &dyn KnownNodes, wishes: &Wishes) -> Vec<Ladder> {
    let lattice = known.lattice();
    let wishes = &*wishes.settled(lattice);
    let division = Levels::new(known, wishes);
    let stops = stops(known, wishes, &division, true);
    let ladder = |attribute: usize| {
        let leader = lattice.leader_of(attribute);
        let stops = stops[division.starts[leader]..division.starts[leader + 1]].to_vec();
        let complete = known.is_complete() && !stops.iter().any(Stop::is_open);
        Ladder {
            attribute,
            first: lattice.bottom()[attribute],
            stops,
            complete,
        }
    };
    (0..lattice.attributes()).map(ladder).collect()
}

/// A cell for each attribute that leads and each of its levels.
struct Levels<'a> {
    known: &'a dyn KnownNodes,
    wishes: &'a Wishes,
    /// Per attribute its first cell, and the end.
    starts: Vec<usize>,
    /// At hand for each node.
    leaders: Vec<Leader>,
}

/// An attribute that leads, and its wished levels.
struct Leader {
    attribute: usize,
    low: u8,
    high: u8,
    /// The level of its first cell, and that cell.
    first: (u8, usize),
}

impl Leader {
    fn cell(&self, levels: &[u8]) -> usize {
        self.first.1 + usize::from(levels[self.attribute] - self.first.0)
    }

    fn is_outside(&self, levels: &[u8]) -> bool {
        levels[self.attribute] < self.low || levels[self.attribute] > self.high
    }
}

impl<'a> Levels<'a> {
    fn new(known: &'a dyn KnownNodes, wishes: &'a Wishes) -> Self {
        let lattice = known.lattice();
        let mut starts = vec![0];
        for a in 0..lattice.attributes() {
            let cells = if lattice.leads(a) {
                usize::from(lattice.top()[a] - lattice.bottom()[a]) + 1
            } else {
                0
            };
            starts.push(starts[a] + cells);
        }
        let (low, high) = (&wishes.low, &wishes.high);
        let leader = |a: usize| Leader {
            attribute: a,
            low: low[a],
            high: high[a],
            first: (lattice.bottom()[a], starts[a]),
        };
        let leaders = lattice.leaders().map(leader).collect();
        Levels {
            known,
            wishes,
            starts,
            leaders,
        }
    }

    fn attribute(&self, cell: usize) -> usize {
        self.starts.partition_point(|&start| start <= cell) - 1
    }
}

impl Division for Levels<'_> {
    fn len(&self) -> usize {
        self.starts[self.starts.len() - 1]
    }

    fn cells(&self, levels: &[u8], cells: &mut Vec<usize>) {
        cells.clear();
        let mut outside = self
            .leaders
            .iter()
            .filter(|leader| leader.is_outside(levels));
        match (outside.next(), outside.next()) {
            (None, _) => cells.extend(self.leaders.iter().map(|leader| leader.cell(levels))),
            (Some(leader), None) => cells.push(leader.cell(levels)),
            (Some(_), Some(_)) => {}
        }
    }

    fn size(&self, cell: usize) -> u64 {
        count_wished(self.known.lattice(), self.wishes, &[self.attribute(cell)])
    }

    fn lowest(&self, cell: usize) -> u32 {
        let lattice = self.known.lattice();
        let held = self.attribute(cell);
        let level = usize::from(lattice.bottom()[held]) + cell - self.starts[held];
        (lattice.group(held).count() * level) as u32 + lowest_wished(lattice, self.wishes, &[held])
    }
}
