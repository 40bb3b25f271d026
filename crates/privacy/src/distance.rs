//! Earth mover's distances between a class and the whole table, in integers.

use equipoise_data::Hierarchy;

/// The ground distance between sensitive values, prepared for one column.
///
/// All three give a cost in integers: the distance is `cost / (size * total * scale)`, where a
/// class has `size` units, the table `total`, and `scale` is the longest ground distance in steps.
/// A missing value is at distance 1 from all others.
///
/// # Source
/// `publishing-thesis` section 4.2 (closed forms), checked in tests against a transport solver.
#[derive(Clone, Debug)]
pub enum Distance {
    /// 0 for equal values, 1 for different ones.
    Equal,
    /// Ranks apart, over the ranks there are less one. Values of one rank are at distance 0.
    Ordered(OrderedDistance),
    /// Level of the lowest common label, over the height.
    Hierarchical(HierarchicalDistance),
}

/// Values on a line.
#[derive(Clone, Debug)]
pub struct OrderedDistance {
    /// Per value its rank; missing has none.
    pub(crate) ranks: Vec<Option<u32>>,
    /// Number of ranks.
    pub(crate) count: usize,
}

/// Values as leaves of a tree.
#[derive(Clone, Debug)]
pub struct HierarchicalDistance {
    /// For each level from 1 on, the parent of each code of the level below.
    pub(crate) parents: Vec<Vec<u32>>,
    pub(crate) leaves: usize,
}

impl Distance {
    /// Ordered distance; `ranks` has per value a dense rank, or none where the value means missing.
    pub fn ordered(ranks: &[Option<u32>]) -> Self {
        let count = ranks.iter().flatten().max().map_or(0, |&r| r as usize + 1);
        Distance::Ordered(OrderedDistance {
            ranks: ranks.to_vec(),
            count,
        })
    }

    /// Hierarchical distance; values are the leaves of `hierarchy`.
    pub fn hierarchical(hierarchy: &Hierarchy) -> Self {
        let parents = (1..=hierarchy.height())
            .map(|level| hierarchy.parents(level))
            .collect();
        Distance::Hierarchical(HierarchicalDistance {
            parents,
            leaves: hierarchy.leaves(),
        })
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
}
