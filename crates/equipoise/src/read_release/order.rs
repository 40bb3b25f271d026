//! An order of values in which the cells of releases are runs.
//!
//! Releases of one table can be made in different orders: the order of a hierarchy, or that of
//! numbers. Decision trees use the first and last value of a cell, so an order in which cells are
//! runs suits them best.

use super::sequence::Sequence;
use equipoise_release::ValueSet;

/// The order of the values of a column in a view.
pub(crate) struct ColumnOrder {
    /// The place of each leaf.
    pub(crate) places: Vec<u32>,
    by_leaf: Sequence,
}

impl ColumnOrder {
    fn new(places: Vec<u32>) -> Self {
        ColumnOrder {
            by_leaf: Sequence::new(places.iter().copied().map(Some).collect()),
            places,
        }
    }

    /// Finds the first order in which all sets are runs: the order in which leaves are numbered, or
    /// one of `orders`. If there is none, takes the order in which leaves are numbered.
    pub(crate) fn common<'a>(
        sets: impl Iterator<Item = &'a ValueSet> + Clone,
        leaves: usize,
        orders: &[Vec<u32>],
    ) -> Self {
        let as_numbered = || ColumnOrder::new((0..leaves as u32).collect());
        let of_order = |order: &Vec<u32>| {
            let mut places = vec![0; leaves];
            (0..)
                .zip(order)
                .for_each(|(place, &leaf)| places[leaf as usize] = place);
            ColumnOrder::new(places)
        };
        let orders = orders.iter().filter(|order| order.len() == leaves);
        std::iter::once_with(as_numbered)
            .chain(orders.map(of_order))
            .find(|order| sets.clone().all(|set| order.set(set).as_run().is_some()))
            .unwrap_or_else(as_numbered)
    }

    /// The places of a set of leaves.
    pub(crate) fn set(&self, leaves: &ValueSet) -> ValueSet {
        let places = self.by_leaf.set(leaves);
        places.expect("every leaf has a place")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_is_found_that_serves_all() {
        let list = ValueSet::of_values([0, 2]).unwrap();
        let sets = [ValueSet::leaf(1), list.clone()];
        let order = ColumnOrder::common(sets.iter(), 3, &[vec![0, 2, 1]]);
        assert_eq!(order.places, [0, 2, 1], "the second order fits");
        assert_eq!(order.set(&list), ValueSet::of_values([0, 1]).unwrap());
        let as_numbered = ColumnOrder::common(sets[..1].iter(), 3, &[vec![0, 2, 1]]);
        assert_eq!(as_numbered.places, [0, 1, 2]);
    }

    #[test]
    fn sets_that_are_runs_in_no_order_stay_sets() {
        let list = ValueSet::of_values([0, 2]).unwrap();
        let sets = [list.clone(), ValueSet::of_values([0, 1]).unwrap()];
        let order = ColumnOrder::common(sets.iter(), 4, &[vec![0, 2, 3, 1], vec![0, 1]]);
        assert_eq!(
            (order.places.as_slice(), order.set(&list)),
            (&[0, 1, 2, 3][..], list)
        );
    }
}
