//! Without a column: which one stands in the way?

use super::cells::{Stop, stops};
use super::division::Division;
use super::nodes::{count_wished, lowest_wished};
use super::show::show;
use crate::{KnownNodes, Shown, Wishes};

/// Answers "could I have all I wish for without this column?", for wishes that cannot be met.
#[derive(Clone, Debug, PartialEq)]
pub struct WithoutColumn {
    /// Each attribute whose top level, with the wished bounds of the others kept, meets the wishes,
    /// with the best node by the measure that is asked by; in a partial atlas the best found.
    /// Linked attributes go together: only the first is listed.
    pub met: Vec<(usize, Shown)>,
    /// Attributes of which it is not known.
    pub unknown: Vec<usize>,
    /// Whether all nodes are listed and nothing here is open.
    pub complete: bool,
}

/// The columns without which the wishes are met. At its top level a column says nothing, as if it
/// were left out.
pub fn without_column(known: &dyn KnownNodes, wishes: &Wishes) -> WithoutColumn {
    let wishes = &*wishes.settled(known.lattice());
    let mut without = WithoutColumn {
        met: Vec::new(),
        unknown: Vec::new(),
        complete: known.is_complete(),
    };
    for (attribute, stop) in stops(known, wishes, &Tops { known, wishes }, false)
        .into_iter()
        .enumerate()
    {
        if !known.lattice().leads(attribute) {
            continue;
        }
        without.complete &= !stop.is_open();
        match (stop.found().and_then(|(_, node)| show(known, node)), stop) {
            (Some(shown), _) => without.met.push((attribute, shown)),
            (None, Stop::Unreachable { .. }) => {}
            (None, _) => without.unknown.push(attribute),
        }
    }
    without
}

/// A cell for each attribute: the nodes that have it at the top of the lattice, and the others
/// within the wished levels. Those of attributes that are linked to another are empty.
struct Tops<'a> {
    known: &'a dyn KnownNodes,
    wishes: &'a Wishes,
}

impl Division for Tops<'_> {
    fn len(&self) -> usize {
        self.known.lattice().attributes()
    }

    fn cells(&self, levels: &[u8], cells: &mut Vec<usize>) {
        cells.clear();
        let lattice = self.known.lattice();
        let top = lattice.top();
        let (low, high) = (&self.wishes.low, &self.wishes.high);
        let mut outside = lattice
            .leaders()
            .filter(|&a| levels[a] < low[a] || levels[a] > high[a]);
        match (outside.next(), outside.next()) {
            (None, _) => cells.extend(lattice.leaders().filter(|&a| levels[a] == top[a])),
            (Some(a), None) if levels[a] == top[a] => cells.push(a),
            _ => {}
        }
    }

    fn size(&self, cell: usize) -> u64 {
        let lattice = self.known.lattice();
        if lattice.leads(cell) {
            count_wished(lattice, self.wishes, &[cell])
        } else {
            0
        }
    }

    fn lowest(&self, cell: usize) -> u32 {
        let lattice = self.known.lattice();
        let held = lattice.group(cell).count() as u32 * u32::from(lattice.top()[cell]);
        held + lowest_wished(lattice, self.wishes, &[cell])
    }
}
