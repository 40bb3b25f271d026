//! k^m-anonymity.

use crate::checks;
use crate::model::{Bound, Class, ClassModel, Monotone};
use crate::score::Score;
use equipoise_data::{ModelName, Result};
use std::collections::HashMap;

/// k^m-anonymity: who knows a person's quasi-identifiers and m of their items finds k candidates.
///
/// # Promise
/// The column holds sets of items. In every kept class, each combination of at most m items that
/// one row has, at least k rows have.
///
/// # Assumes
/// The adversary knows the quasi-identifiers and at most m items, and not that an item is absent.
///
/// # Source
/// Terrovitis, Mamoulis, Kalnis, VLDB 2008, definition 1, here within each class (without
/// quasi-identifiers the table is one class).
///
/// # Cost
/// Per class the combinations of m items of each of its different sets.
///
/// # Monotone
/// Under merging no: the other class may bring a combination of its own that is rare. Under
/// suppression yes: other classes stay.
///
/// # Numerics
/// Exact. Only combinations of m items, and whole sets of fewer, need a look: a smaller combination
/// is in at least as many rows.
///
/// # Departs
/// The source generalizes items; here items stay as they are and classes that fail are suppressed.
/// A missing cell is an empty set. Only where rows are the unit: what a person's rows hold together
/// is not counted.
///
/// # Example
/// ```
/// use equipoise_privacy::{Class, ClassModel, KmAnonymity, Score};
/// // Values 0 = {milk, bread}, 1 = {milk}, 2 = {milk, bread, tea}.
/// let model = KmAnonymity::new(0, 2, 2, vec![vec![0, 1], vec![0], vec![0, 1, 2]])?;
/// assert_eq!(model.score(&Class::new(3, &[(0, 2), (1, 1)])), Score::whole(2));
/// assert!(!model.meets(&Class::new(3, &[(0, 2), (2, 1)])), "only one row has tea");
/// # Ok::<(), equipoise_data::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct KmAnonymity {
    column: usize,
    k: u64,
    m: u64,
    /// Per value its items, sorted.
    items: Vec<Vec<u32>>,
}

impl KmAnonymity {
    /// k^m-anonymity of a column whose values are sets: for each value its items.
    ///
    /// # Errors
    /// When `k` or `m` is 0.
    pub fn new(column: usize, k: u64, m: u64, mut items: Vec<Vec<u32>>) -> Result<Self> {
        let (k, m) = (checks::at_least_one("k", k)?, checks::at_least_one("m", m)?);
        for set in &mut items {
            set.sort_unstable();
            set.dedup();
        }
        Ok(KmAnonymity {
            column,
            k,
            m,
            items,
        })
    }

    /// The fewest rows that share a combination that occurs; none in a class without items.
    fn least_support(&self, values: &[(u32, u64)]) -> Option<u64> {
        let mut support: HashMap<Vec<u32>, u64> = HashMap::new();
        let mut whole = Vec::new();
        for &(value, rows) in values {
            let set = &self.items[value as usize];
            let size = usize::try_from(self.m).unwrap_or(usize::MAX);
            if set.len() < size {
                whole.push(set);
            } else {
                combinations(set, size, &mut |combination| {
                    *support.entry(combination.to_vec()).or_insert(0) += rows
                });
            }
        }
        let of_whole = |set: &&Vec<u32>| -> u64 {
            let has = |value: u32| {
                set.iter()
                    .all(|item| self.items[value as usize].binary_search(item).is_ok())
            };
            values.iter().filter(|v| has(v.0)).map(|v| v.1).sum()
        };
        support
            .into_values()
            .chain(whole.iter().filter(|set| !set.is_empty()).map(of_whole))
            .min()
    }
}

fn combinations(set: &[u32], size: usize, visit: &mut dyn FnMut(&[u32])) {
    let mut at: Vec<usize> = (0..size).collect();
    loop {
        visit(&at.iter().map(|&i| set[i]).collect::<Vec<_>>());
        let Some(last) = (0..size).rev().find(|&i| at[i] < set.len() - size + i) else {
            return;
        };
        at[last] += 1;
        for i in last + 1..size {
            at[i] = at[i - 1] + 1;
        }
    }
}

impl ClassModel for KmAnonymity {
    fn name(&self) -> ModelName {
        ModelName::KmAnonymity
    }

    fn needs(&self) -> Option<usize> {
        Some(self.column)
    }

    fn monotone(&self) -> Monotone {
        Monotone {
            under_merging: false,
            under_generalization: true,
            under_suppression: true,
        }
    }

    fn bound(&self) -> Bound {
        Bound::AtLeast
    }

    fn asked(&self) -> Score {
        Score::whole(self.k)
    }

    fn has_whole_scores(&self) -> bool {
        true
    }

    fn score(&self, class: &Class<'_>) -> Score {
        // Where nobody has an item there is none to know.
        self.least_support(class.values)
            .map_or(Score::INFINITE, Score::whole)
    }
}
