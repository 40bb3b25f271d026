//! Price ladders: what does each level of each attribute cost?

use super::cells::{Division, Stop, stops};
use super::nodes::{choices, wished};
use crate::{Known, Wishes};

/// Answers "what does keeping this attribute fine cost?": the best that is still reachable with each of its levels required.
#[derive(Clone, Debug, PartialEq)]
pub struct Ladder {
    /// The attribute.
    pub attribute: usize,
    /// The level of the first stop, the finest of the lattice.
    pub first: u8,
    /// Per level from the finest to the coarsest the best value of the measure that is asked by, over nodes that have this level,
    /// the wished levels of the other attributes, and meet all other wishes. Wished bounds of this attribute are ignored.
    pub stops: Vec<Stop>,
    /// Whether all nodes are listed and nothing here is open.
    pub complete: bool,
}

/// The ladder of each attribute.
///
/// # Cost
/// O(nodes x attributes), and a look at the exact figures of nodes that could be the best of a stop.
pub fn ladders(known: &dyn Known, wishes: &Wishes) -> Vec<Ladder> {
    let lattice = known.lattice();
    let division = Levels::new(known, wishes);
    let mut stops = stops(known, wishes, &division, true).into_iter();
    let ladder = |attribute| {
        let stops: Vec<Stop> = stops.by_ref().take(division.starts[attribute + 1] - division.starts[attribute]).collect();
        let complete = known.is_complete() && !stops.iter().any(Stop::is_open);
        Ladder { attribute, first: lattice.bottom()[attribute], stops, complete }
    };
    (0..lattice.attributes()).map(ladder).collect()
}

/// A cell for each attribute and level.
struct Levels<'a> {
    known: &'a dyn Known,
    wishes: &'a Wishes,
    /// Per attribute its first cell, and the end.
    starts: Vec<usize>,
}

impl<'a> Levels<'a> {
    fn new(known: &'a dyn Known, wishes: &'a Wishes) -> Self {
        let lattice = known.lattice();
        let mut starts = vec![0];
        for (low, high) in lattice.bottom().iter().zip(lattice.top()) {
            starts.push(starts[starts.len() - 1] + usize::from(high - low) + 1);
        }
        Levels { known, wishes, starts }
    }

    fn cell(&self, attribute: usize, level: u8) -> usize {
        self.starts[attribute] + usize::from(level - self.known.lattice().bottom()[attribute])
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
        let (low, high) = (&self.wishes.low, &self.wishes.high);
        let mut outside = (0..levels.len()).filter(|&a| levels[a] < low[a] || levels[a] > high[a]);
        match (outside.next(), outside.next()) {
            (None, _) => cells.extend(levels.iter().enumerate().map(|(a, &level)| self.cell(a, level))),
            (Some(a), None) => cells.push(self.cell(a, levels[a])),
            (Some(_), Some(_)) => {}
        }
    }

    fn size(&self, cell: usize) -> u64 {
        let lattice = self.known.lattice();
        let held = self.attribute(cell);
        (0..lattice.attributes()).filter(|&a| a != held).map(|a| choices(lattice, self.wishes, a)).product()
    }

    fn lowest(&self, cell: usize) -> u32 {
        let lattice = self.known.lattice();
        let held = self.attribute(cell);
        let level = usize::from(lattice.bottom()[held]) + cell - self.starts[held];
        let others = (0..lattice.attributes()).filter(|&a| a != held).map(|a| u32::from(wished(lattice, self.wishes, a).0));
        level as u32 + others.sum::<u32>()
    }
}
