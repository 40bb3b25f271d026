//! Earth mover's distances between a class and the whole table, in integers.

use equipoise_data::Hierarchy;
use std::collections::BinaryHeap;

/// The ground distance between sensitive values, prepared for one column.
///
/// All three give a cost in integers: the distance is `cost / (size * total * scale)`, where a class has `size` units, the
/// table `total`, and `scale` is the longest ground distance in steps. A missing value is at distance 1 from all others.
///
/// # Source
/// `publishing-thesis` section 4.2 (closed forms), checked in tests against a transport solver.
#[derive(Clone, Debug)]
pub enum Distance {
    /// 0 for equal values, 1 for different ones.
    Equal,
    /// Ranks apart, over the ranks there are less one. Values of one rank are at distance 0.
    Ordered(Ordered),
    /// Level of the lowest common label, over the height.
    Hierarchical(Hierarchical),
}

/// Values on a line.
#[derive(Clone, Debug)]
pub struct Ordered {
    /// Per value its rank; missing has none.
    ranks: Vec<Option<u32>>,
    /// Number of ranks.
    count: usize,
}

/// Values as leaves of a tree.
#[derive(Clone, Debug)]
pub struct Hierarchical {
    /// For each level from 1 on, the parent of each code of the level below.
    parents: Vec<Vec<u32>>,
    leaves: usize,
}

impl Distance {
    /// Ordered distance; `ranks` has per value a dense rank, or none where the value means missing.
    pub fn ordered(ranks: &[Option<u32>]) -> Self {
        let count = ranks.iter().flatten().max().map_or(0, |&r| r as usize + 1);
        Distance::Ordered(Ordered { ranks: ranks.to_vec(), count })
    }

    /// Hierarchical distance; values are the leaves of `hierarchy`.
    pub fn hierarchical(hierarchy: &Hierarchy) -> Self {
        let parents = (1..=hierarchy.height()).map(|level| hierarchy.parents(level)).collect();
        Distance::Hierarchical(Hierarchical { parents, leaves: hierarchy.leaves() })
    }

    /// The name in recipes.
    pub fn name(&self) -> &'static str {
        match self {
            Distance::Equal => "equal",
            Distance::Ordered(_) => "ordered",
            Distance::Hierarchical(_) => "hierarchical",
        }
    }

    /// The longest ground distance, in steps.
    pub(crate) fn scale(&self) -> u64 {
        match self {
            Distance::Equal => 1,
            Distance::Ordered(o) => (o.count as u64).saturating_sub(1).max(1),
            Distance::Hierarchical(h) => (h.parents.len() as u64).max(1),
        }
    }

    /// The cheapest way to turn the class into the table, times `size * total * scale`.
    pub(crate) fn cost(&self, values: &[(u32, u64)], size: u64, reference: &[u64], total: u64) -> u128 {
        match self {
            Distance::Equal => {
                let surplus = |&(v, count): &(u32, u64)| extra(count, total, reference[v as usize], size).max(0) as u128;
                values.iter().map(surplus).sum()
            }
            Distance::Ordered(o) => o.cost(&extras(values, size, reference, total), self.scale()),
            Distance::Hierarchical(h) => h.cost(extras(values, size, reference, total)),
        }
    }
}

/// `p - q` times `size * total`.
fn extra(count: u64, total: u64, reference: u64, size: u64) -> i128 {
    i128::from(count) * i128::from(total) - i128::from(reference) * i128::from(size)
}

fn extras(values: &[(u32, u64)], size: u64, reference: &[u64], total: u64) -> Vec<i128> {
    let mut extras: Vec<i128> = reference.iter().map(|&q| extra(0, total, q, size)).collect();
    for &(value, count) in values {
        extras[value as usize] += extra(count, total, 0, size);
    }
    extras
}

impl Ordered {
    fn cost(&self, extras: &[i128], scale: u64) -> u128 {
        let mut line = vec![0i128; self.count];
        let mut missing = 0;
        for (&extra, rank) in extras.iter().zip(&self.ranks) {
            match rank {
                Some(rank) => line[*rank as usize] += extra,
                None => missing += extra,
            }
        }
        // A surplus of missing goes to the line, a lack comes from it; turning all signs around changes no cost.
        if missing < 0 {
            missing = -missing;
            line.iter_mut().for_each(|e| *e = -*e);
        }
        missing as u128 * u128::from(scale) + flow(&line, missing)
    }
}

/// What moving along the line costs when `arriving` units from outside may be put down anywhere, all at one price.
///
/// Across each gap flows the surplus to its left plus what was put down there. What was put down grows from left to
/// right, from 0 to `arriving`; the cheapest such function is the L1 isotonic fit to the surplus with its sign turned,
/// cut to that range. With nothing arriving this is the usual sum of absolute cumulated surpluses.
fn flow(line: &[i128], arriving: i128) -> u128 {
    let gaps = line.len().saturating_sub(1);
    let mut left = 0;
    let wanted: Vec<i128> = line[..gaps]
        .iter()
        .map(|e| {
            left += e;
            -left
        })
        .collect();
    if arriving == 0 {
        return wanted.iter().map(|w| w.unsigned_abs()).sum();
    }
    let put_down = isotonic_fit(&wanted);
    wanted.iter().zip(put_down).map(|(w, p)| (w - p.clamp(0, arriving)).unsigned_abs()).sum()
}

/// The non-decreasing sequence with the least sum of absolute differences to `wanted`. O(n log n), by slope trick.
fn isotonic_fit(wanted: &[i128]) -> Vec<i128> {
    let mut heap = BinaryHeap::new();
    let mut fit = Vec::with_capacity(wanted.len());
    for &w in wanted {
        heap.push(w);
        if heap.peek().is_some_and(|&top| top > w) {
            heap.pop();
            heap.push(w);
        }
        fit.push(*heap.peek().expect("one was pushed"));
    }
    for i in (1..fit.len()).rev() {
        fit[i - 1] = fit[i - 1].min(fit[i]);
    }
    fit
}

impl Hierarchical {
    fn cost(&self, mut extras: Vec<i128>) -> u128 {
        debug_assert_eq!(extras.len(), self.leaves);
        let mut cost = 0;
        for (below, parents) in self.parents.iter().enumerate() {
            let labels = parents.iter().max().map_or(0, |&p| p as usize + 1);
            let mut surplus = vec![0u128; labels];
            let mut above = vec![0i128; labels];
            for (&extra, &parent) in extras.iter().zip(parents) {
                surplus[parent as usize] += extra.max(0) as u128;
                above[parent as usize] += extra;
            }
            // What a label cannot pass on stays within it: the smaller of surplus and lack.
            let within: u128 = surplus.iter().zip(&above).map(|(&s, &a)| s - a.max(0) as u128).sum();
            cost += within * (below as u128 + 1);
            extras = above;
        }
        cost
    }
}
