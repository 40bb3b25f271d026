//! Values in some order, in which ranges are sets of values.

use equipoise_data::Region;
use equipoise_release::ValueSet;

/// Values in some order: by number, or by the lines of a record. Some places have no value.
///
/// A range in one order is often a run of values. Whole runs are found at once, so that a wide
/// range costs no more than a narrow one.
pub(super) struct Sequence {
    values: Vec<Option<u32>>,
    /// For each place, the last place of the longest stretch from there in which each value is one
    /// more than the value before it.
    stretch_ends: Vec<usize>,
}

impl Sequence {
    pub(super) fn new(values: Vec<Option<u32>>) -> Self {
        let mut stretch_ends: Vec<usize> = (0..values.len()).collect();
        for place in (1..values.len()).rev() {
            let is_next = |(before, value): (u32, u32)| before.checked_add(1) == Some(value);
            if values[place - 1].zip(values[place]).is_some_and(is_next) {
                stretch_ends[place - 1] = stretch_ends[place];
            }
        }
        Sequence {
            values,
            stretch_ends,
        }
    }

    /// The runs of values at the places of a range.
    pub(super) fn runs(&self, range: Region) -> impl Iterator<Item = Region> + '_ {
        let end = (range.last as usize + 1).min(self.values.len());
        let mut place = range.first as usize;
        std::iter::from_fn(move || {
            while place < end {
                let last = self.stretch_ends[place].min(end - 1);
                let run = self.values[place].zip(self.values[last]);
                place = last + 1;
                if let Some((first, last)) = run {
                    return Some(Region { first, last });
                }
            }
            None
        })
    }

    /// The values at the places of a set; none if no place has a value.
    pub(super) fn set(&self, places: &ValueSet) -> Option<ValueSet> {
        ValueSet::of_runs(places.runs().flat_map(|range| self.runs(range)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use equipoise_data::Random;

    #[test]
    fn ranges_are_the_values_at_their_places() {
        let mut random = Random::new(1);
        for _ in 0..500 {
            let len = 1 + random.place(12);
            let mut values: Vec<Option<u32>> = (0..len as u32).map(Some).collect();
            for _ in 0..random.place(4) {
                values.swap(random.place(len), random.place(len));
                if random.below(3) == 0 {
                    values[random.place(len)] = None;
                }
            }
            let sequence = Sequence::new(values.clone());
            let ends = [random.place(len), random.place(len)].map(|place| place as u32);
            let range = Region {
                first: ends[0].min(ends[1]),
                last: ends[0].max(ends[1]),
            };
            let inside = &values[range.first as usize..=range.last as usize];
            let expected = ValueSet::of_values(inside.iter().flatten().copied());
            assert_eq!(
                sequence.set(&range.into()),
                expected,
                "{values:?} {range:?}"
            );
        }
        // A range beyond the last place ends there.
        let sequence = Sequence::new(vec![Some(4), Some(5)]);
        let beyond = ValueSet::from(Region { first: 1, last: 9 });
        assert_eq!(sequence.set(&beyond), Some(ValueSet::leaf(5)));
    }
}
