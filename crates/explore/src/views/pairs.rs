//! Pair maps: which two attributes pay for each other?

use super::cells::{Stop, stops};
use super::division::Division;
use super::nodes::{count_wished, lowest_wished};
use crate::{KnownNodes, Wishes};

/// Answers "if this attribute is kept fine, what does that do to the other one?": the best that is
/// reachable with each pair of levels required.
#[derive(Clone, Debug, PartialEq)]
pub struct PairMap {
    /// The attribute of the rows.
    pub a: usize,
    /// The attribute of the columns.
    pub b: usize,
    /// How many levels each has in the lattice; the first of them is the finest.
    pub size: (usize, usize),
    /// Row by row the best value of the measure that is asked by, over nodes that have these two
    /// levels, the wished levels of the other attributes, and meet all other wishes. Wished bounds
    /// of these two and of what is linked with them are ignored.
    pub stops: Vec<Stop>,
    /// How far the table is from what its ladders say.
    ///
    /// Let t(i, j) be the best value found in a cell, r(i) and c(j) the smallest of a row and of a
    /// column, m the smallest of all. If the two attributes had nothing to do with each other, the
    /// price of both levels would be the sum of their prices: t(i, j) - m = (r(i) - m) + (c(j) -
    /// m). The strength is the greatest |t(i, j) - r(i) - c(j) + m| over cells with a value; 0
    /// where there are none.
    pub strength: f64,
    /// Whether all nodes are listed and nothing here is open.
    pub complete: bool,
}

impl PairMap {
    /// The cell of the `i`-th level of `a` and the `j`-th of `b`, counted from the finest of the
    /// lattice.
    pub fn stop(&self, i: usize, j: usize) -> &Stop {
        &self.stops[i * self.size.1 + j]
    }
}

/// The map of two attributes. Where they are linked, only cells with the same level for both have
/// nodes.
pub fn pair_map(known: &dyn KnownNodes, wishes: &Wishes, a: usize, b: usize) -> PairMap {
    maps(known, wishes, vec![(a, b)]).remove(0)
}

/// The maps of all pairs of attributes, the strongest interaction first. Pairs that are linked with
/// each other are left out: they have nothing to trade.
///
/// # Cost
/// O(nodes x pairs), and a look at the exact figures of nodes that could be the best of a cell.
pub fn pair_maps(known: &dyn KnownNodes, wishes: &Wishes) -> Vec<PairMap> {
    let lattice = known.lattice();
    let attributes = lattice.attributes();
    let pairs = (0..attributes).flat_map(|a| (a + 1..attributes).map(move |b| (a, b)));
    let mut maps = maps(
        known,
        wishes,
        pairs
            .filter(|&(a, b)| lattice.leader_of(a) != lattice.leader_of(b))
            .collect(),
    );
    maps.sort_by(|one, other| other.strength.total_cmp(&one.strength));
    maps
}

fn maps(known: &dyn KnownNodes, wishes: &Wishes, pairs: Vec<(usize, usize)>) -> Vec<PairMap> {
    let wishes = &*wishes.settled(known.lattice());
    let division = Pairs::new(known, wishes, pairs);
    let stops = stops(known, wishes, &division, true);
    let map = |pair: &Pair| {
        let stops = stops[pair.start..][..pair.size.0 * pair.size.1].to_vec();
        let strength = strength(&stops, pair.size);
        let complete = known.is_complete() && !stops.iter().any(Stop::is_open);
        PairMap {
            a: pair.a,
            b: pair.b,
            size: pair.size,
            stops,
            strength,
            complete,
        }
    };
    division.pairs.iter().map(map).collect()
}

/// See [`PairMap::strength`].
fn strength(stops: &[Stop], (rows, columns): (usize, usize)) -> f64 {
    let mut row = vec![f64::INFINITY; rows];
    let mut column = vec![f64::INFINITY; columns];
    let mut least = f64::INFINITY;
    let values = || {
        stops.iter().enumerate().filter_map(|(cell, stop)| {
            stop.found()
                .map(|(value, _)| (cell / columns, cell % columns, value))
        })
    };
    for (i, j, value) in values() {
        row[i] = row[i].min(value);
        column[j] = column[j].min(value);
        least = least.min(value);
    }
    values()
        .map(|(i, j, value)| (value - row[i] - column[j] + least).abs())
        .fold(0.0, f64::max)
}

/// Two attributes and the cells of their levels.
struct Pair {
    a: usize,
    b: usize,
    size: (usize, usize),
    start: usize,
}

impl Pair {
    /// How many levels above the finest ones a cell is.
    fn steps(&self, cell: usize) -> (usize, usize) {
        (
            (cell - self.start) / self.size.1,
            (cell - self.start) % self.size.1,
        )
    }
}

/// A cell for each pair of attributes and of their levels.
struct Pairs<'a> {
    known: &'a dyn KnownNodes,
    wishes: &'a Wishes,
    pairs: Vec<Pair>,
    len: usize,
}

impl<'a> Pairs<'a> {
    fn new(known: &'a dyn KnownNodes, wishes: &'a Wishes, pairs: Vec<(usize, usize)>) -> Self {
        let lattice = known.lattice();
        let levels = |a: usize| usize::from(lattice.top()[a] - lattice.bottom()[a]) + 1;
        let mut len = 0;
        let mut place = |(a, b)| {
            let pair = Pair {
                a,
                b,
                size: (levels(a), levels(b)),
                start: len,
            };
            len += pair.size.0 * pair.size.1;
            pair
        };
        let pairs = pairs.into_iter().map(&mut place).collect();
        Pairs {
            known,
            wishes,
            pairs,
            len,
        }
    }

    fn pair(&self, cell: usize) -> &Pair {
        &self.pairs[self.pairs.partition_point(|pair| pair.start <= cell) - 1]
    }
}

impl Division for Pairs<'_> {
    fn len(&self) -> usize {
        self.len
    }

    fn cells(&self, levels: &[u8], cells: &mut Vec<usize>) {
        cells.clear();
        let (low, high) = (&self.wishes.low, &self.wishes.high);
        let lattice = self.known.lattice();
        let mut outside = lattice
            .leaders()
            .filter(|&a| levels[a] < low[a] || levels[a] > high[a]);
        let (one, two) = (outside.next(), outside.next());
        if outside.next().is_some() {
            return;
        }
        let bottom = lattice.bottom();
        let frees = |pair: &Pair, attribute: Option<usize>| {
            attribute
                .is_none_or(|x| x == lattice.leader_of(pair.a) || x == lattice.leader_of(pair.b))
        };
        for pair in self
            .pairs
            .iter()
            .filter(|pair| frees(pair, one) && frees(pair, two))
        {
            let (i, j) = (
                levels[pair.a] - bottom[pair.a],
                levels[pair.b] - bottom[pair.b],
            );
            cells.push(pair.start + usize::from(i) * pair.size.1 + usize::from(j));
        }
    }

    fn size(&self, cell: usize) -> u64 {
        let lattice = self.known.lattice();
        let pair = self.pair(cell);
        let (i, j) = pair.steps(cell);
        if lattice.leader_of(pair.a) == lattice.leader_of(pair.b) && i != j {
            return 0;
        }
        count_wished(lattice, self.wishes, &[pair.a, pair.b])
    }

    fn lowest(&self, cell: usize) -> u32 {
        let lattice = self.known.lattice();
        let pair = self.pair(cell);
        let (i, j) = pair.steps(cell);
        let height = |a: usize, step: usize| {
            (lattice.group(a).count() * (usize::from(lattice.bottom()[a]) + step)) as u32
        };
        let is_one_group = lattice.leader_of(pair.a) == lattice.leader_of(pair.b);
        let held = height(pair.a, i) + if is_one_group { 0 } else { height(pair.b, j) };
        held + lowest_wished(lattice, self.wishes, &[pair.a, pair.b])
    }
}
