//! An order of values in which the cells of releases are runs.
//!
//! Releases of one table can be made in different orders: that of a hierarchy, or that of numbers.
//! The same questions can be asked of all of them only if one order serves all.

use super::labels::Cover;
use equipoise_data::Region;

/// The first of some orders in which all covers are runs, as the place of each leaf.
pub(crate) fn common<'a>(
    covers: impl Iterator<Item = &'a Cover> + Clone,
    leaves: usize,
    orders: &[Vec<u32>],
) -> Option<Vec<u32>> {
    let as_it_is: Vec<u32> = (0..leaves as u32).collect();
    let fits = |places: &Vec<u32>| covers.clone().all(|cover| run(cover, places).is_some());
    let places = |order: &Vec<u32>| {
        let mut places = vec![0; leaves];
        (0..)
            .zip(order)
            .for_each(|(place, &leaf)| places[leaf as usize] = place);
        places
    };
    std::iter::once(as_it_is)
        .chain(
            orders
                .iter()
                .filter(|order| order.len() == leaves)
                .map(places),
        )
        .find(fits)
}

/// The places that a cover takes, if they are neighbours.
pub(crate) fn run(cover: &Cover, places: &[u32]) -> Option<Region> {
    let of = |leaves: &mut dyn Iterator<Item = u32>| {
        let (first, last) = leaves
            .map(|leaf| places[leaf as usize])
            .fold((u32::MAX, 0), |(low, high), at| (low.min(at), high.max(at)));
        ((last - first) as usize + 1 == cover.len()).then_some(Region { first, last })
    };
    match cover {
        Cover::Run(region) => of(&mut (region.first..=region.last)),
        Cover::Set(leaves) => of(&mut leaves.iter().copied()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_is_found_that_serves_all() {
        let covers = [
            Cover::Run(Region { first: 1, last: 1 }),
            Cover::Set(vec![0, 2]),
        ];
        let places = common(covers.iter(), 3, &[vec![0, 2, 1]]).expect("the second order fits");
        assert_eq!(places, [0, 2, 1]);
        assert_eq!(run(&covers[1], &places), Some(Region { first: 0, last: 1 }));
        assert_eq!(common(covers.iter(), 3, &[]), None);
        assert_eq!(common(covers[..1].iter(), 3, &[]), Some(vec![0, 1, 2]));
    }
}
