//! The values of a column, and which of them occur.

use crate::value_set::ValueSet;

/// The values of a column, and which of them occur in the original.
///
/// A column can have values that no row of the original has: values of a population, or lines of a
/// hierarchy. People outside the table can have them. A cell is spread evenly over those of its
/// values that occur, because no row of the original has the others.
///
/// ```
/// use equipoise_data::Region;
/// use equipoise_release::{Domain, ValueSet};
/// let ages = Domain::with_occurring(&[true, false, true, true]);
/// assert_eq!((ages.values(), ages.occurring()), (4, 3));
/// assert_eq!(ages.size(&ValueSet::from(Region { first: 0, last: 1 })), 1);
/// assert_eq!((0..ages.occurring()).map(|at| ages.nth(at)).collect::<Vec<_>>(), [0, 2, 3]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Domain {
    values: u32,
    /// Prefix counts: of the first `n` values, `before[n]` occur. `None` if every value occurs.
    before: Option<Vec<u32>>,
}

impl Domain {
    /// A column with this many values, all of which occur.
    pub fn new(values: u32) -> Self {
        Domain {
            values,
            before: None,
        }
    }

    /// A column with one flag per value: whether the value occurs.
    pub fn with_occurring(occurs: &[bool]) -> Self {
        let values = occurs.len() as u32;
        if occurs.iter().all(|occurs| *occurs) {
            return Domain::new(values);
        }
        let mut before = Vec::with_capacity(occurs.len() + 1);
        let mut number = 0;
        before.push(number);
        before.extend(occurs.iter().map(|&occurs| {
            number += u32::from(occurs);
            number
        }));
        Domain {
            values,
            before: Some(before),
        }
    }

    /// A column with this many values, of which those in `codes` occur.
    pub fn of_codes(values: u32, codes: &[u32]) -> Self {
        let mut occurs = vec![false; values as usize];
        codes.iter().for_each(|&code| occurs[code as usize] = true);
        Domain::with_occurring(&occurs)
    }

    /// Number of values.
    pub fn values(&self) -> u32 {
        self.values
    }

    /// Number of values that occur.
    pub fn occurring(&self) -> u32 {
        let counted = self.before.as_ref().and_then(|before| before.last());
        counted.copied().unwrap_or(self.values)
    }

    /// Whether a value occurs.
    pub fn occurs(&self, value: u32) -> bool {
        match &self.before {
            None => value < self.values,
            Some(before) => {
                let of = |at: usize| before.get(at).copied();
                of(value as usize + 1) > of(value as usize)
            }
        }
    }

    /// Number of values of a set that occur.
    pub fn size(&self, set: &ValueSet) -> u32 {
        match &self.before {
            None => set.len() as u32,
            Some(before) => set
                .runs()
                .map(|run| before[run.last as usize + 1] - before[run.first as usize])
                .sum(),
        }
    }

    /// The values of a set that occur, in order.
    pub fn values_of<'a>(&'a self, set: &'a ValueSet) -> impl Iterator<Item = u32> + 'a {
        set.values().filter(|&value| self.occurs(value))
    }

    /// The value at this place among those that occur.
    pub fn nth(&self, place: u32) -> u32 {
        match &self.before {
            None => place,
            Some(before) => before.partition_point(|&number| number <= place) as u32 - 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use equipoise_data::Random;

    #[test]
    fn values_that_occur_are_counted() {
        let mut random = Random::new(2);
        for round in 0..500 {
            let values = 1 + random.place(9);
            // Every value occurs in some rounds.
            let occurs: Vec<bool> = (0..values)
                .map(|_| round % 5 == 0 || random.below(2) == 0)
                .collect();
            let domain = Domain::with_occurring(&occurs);
            let expected: Vec<u32> = (0..values as u32)
                .filter(|&value| occurs[value as usize])
                .collect();
            let codes: Vec<u32> = expected.iter().chain(&expected).copied().collect();
            assert_eq!(Domain::of_codes(values as u32, &codes), domain);
            assert_eq!(domain.values() as usize, values);
            let nth: Vec<u32> = (0..domain.occurring()).map(|at| domain.nth(at)).collect();
            assert_eq!(nth, expected);
            assert!((0..=values as u32).all(|v| domain.occurs(v) == expected.contains(&v)));
            let set = ValueSet::of_values((0..3).map(|_| random.place(values) as u32)).unwrap();
            let inside: Vec<u32> = domain.values_of(&set).collect();
            assert!(
                inside
                    .iter()
                    .all(|v| set.contains(*v) && expected.contains(v))
            );
            assert_eq!(domain.size(&set) as usize, inside.len());
        }
    }
}
