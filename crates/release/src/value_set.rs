//! The values that a released cell stands for.

use equipoise_data::Region;

/// The values that a released cell stands for: one or more of the values of a column.
///
/// Nearly every set is one run: values are numbered in the order of their hierarchy, in which every
/// label is a run. A label of another tool, such as the list `a|c`, can be several runs.
///
/// Sets are ordered by their first run, then by the others.
///
/// ```
/// use equipoise_data::Region;
/// use equipoise_release::ValueSet;
/// let run = ValueSet::from(Region { first: 2, last: 4 });
/// assert_eq!((run.len(), run.as_run()), (3, Some(Region { first: 2, last: 4 })));
/// let list = ValueSet::of_values([7, 2, 3, 2]).expect("there are values");
/// assert_eq!(list.values().collect::<Vec<_>>(), [2, 3, 7]);
/// assert_eq!((list.len(), list.as_run()), (3, None));
/// assert!(list.contains(7) && !list.contains(5));
/// assert_eq!(ValueSet::of_values([]), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ValueSet {
    /// The run with the smallest values.
    first: Region,
    /// The other runs, in order. A gap lies between any two runs.
    rest: Box<[Region]>,
}

impl ValueSet {
    /// The set of one value.
    pub fn leaf(value: u32) -> Self {
        ValueSet::from(Region::leaf(value))
    }

    /// Every value of a column with this many values.
    pub fn all(values: u32) -> Self {
        ValueSet::from(Region {
            first: 0,
            last: values.saturating_sub(1),
        })
    }

    /// The set of these values, in any order; `None` without values.
    pub fn of_values(values: impl IntoIterator<Item = u32>) -> Option<Self> {
        ValueSet::of_runs(values.into_iter().map(Region::leaf))
    }

    /// The set of the values of these runs, which may overlap and be in any order; `None` without
    /// runs.
    pub fn of_runs(runs: impl IntoIterator<Item = Region>) -> Option<Self> {
        let mut runs: Vec<Region> = runs.into_iter().collect();
        runs.sort_unstable();
        let mut joined: Vec<Region> = Vec::new();
        for run in runs {
            match joined
                .last_mut()
                .filter(|last| run.first <= last.last.saturating_add(1))
            {
                Some(last) => last.last = last.last.max(run.last),
                None => joined.push(run),
            }
        }
        let (&first, rest) = joined.split_first()?;
        Some(ValueSet {
            first,
            rest: rest.into(),
        })
    }

    /// Its runs, from the smallest values to the largest.
    pub fn runs(&self) -> impl Iterator<Item = Region> + Clone + '_ {
        std::iter::once(self.first).chain(self.rest.iter().copied())
    }

    /// Its values in order.
    pub fn values(&self) -> impl Iterator<Item = u32> + '_ {
        self.runs().flat_map(|run| run.first..=run.last)
    }

    /// The set as one run, if it is one.
    pub fn as_run(&self) -> Option<Region> {
        self.rest.is_empty().then_some(self.first)
    }

    /// The smallest value.
    pub fn first(&self) -> u32 {
        self.first.first
    }

    /// The largest value.
    pub fn last(&self) -> u32 {
        self.rest.last().unwrap_or(&self.first).last
    }

    /// Number of values.
    pub fn len(&self) -> usize {
        self.runs().map(Region::len).sum()
    }

    /// Always false: no set is empty.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Whether a value is in the set.
    pub fn contains(&self, value: u32) -> bool {
        self.first.contains(value) || self.rest.iter().any(|run| run.contains(value))
    }
}

impl From<Region> for ValueSet {
    fn from(run: Region) -> Self {
        ValueSet {
            first: run,
            rest: Box::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use equipoise_data::Random;
    use std::collections::BTreeSet;

    #[test]
    fn sets_hold_the_values_that_they_were_made_of() {
        let mut random = Random::new(1);
        let mut of_several_runs = 0;
        for _ in 0..500 {
            let values: Vec<u32> = (0..1 + random.place(8))
                .map(|_| random.below(12) as u32)
                .collect();
            let expected: BTreeSet<u32> = values.iter().copied().collect();
            let set = ValueSet::of_values(values).unwrap();
            assert!(set.values().eq(expected.iter().copied()));
            assert_eq!(set.len(), expected.len());
            assert_eq!(Some(&set.first()), expected.first());
            assert_eq!(Some(&set.last()), expected.last());
            assert!((0..14).all(|value| set.contains(value) == expected.contains(&value)));
            // Runs have gaps between them, so equal sets are equal.
            let runs: Vec<Region> = set.runs().collect();
            assert!(runs.windows(2).all(|two| two[0].last + 1 < two[1].first));
            assert_eq!(set.as_run().is_some(), runs.len() == 1);
            of_several_runs += usize::from(runs.len() > 1);
        }
        assert!(of_several_runs > 100, "{of_several_runs}");
    }

    #[test]
    fn sets_of_one_run_are_ordered_as_runs() {
        let run = |first, last| Region { first, last };
        let runs = [run(0, 0), run(0, 4), run(1, 1), run(1, 2), run(3, 9)];
        assert!(runs.windows(2).all(|two| two[0] < two[1]));
        let sets: Vec<ValueSet> = runs.into_iter().map(ValueSet::from).collect();
        assert!(sets.windows(2).all(|two| two[0] < two[1]));
        assert_eq!(
            ValueSet::of_runs([run(3, u32::MAX), run(0, 3)]),
            Some(ValueSet::from(run(0, u32::MAX)))
        );
        assert_eq!(ValueSet::all(0), ValueSet::leaf(0));
    }
}
