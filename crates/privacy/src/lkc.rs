//! LKC-privacy.

use crate::checks;
use crate::model::{Bound, JointClasses, JointModel, Monotone};
use crate::score::Score;
use equipoise_data::{ModelName, Result};

/// LKC-privacy: who knows at most L quasi-identifiers of a person finds K candidates, and no value
/// likelier than C.
///
/// # Promise
/// For every choice of L quasi-identifiers (all of them, where there are fewer), each group of kept
/// rows that agree on these has at least K units, and no known sensitive value is held by more than
/// the share C of them. The same then holds for every choice of fewer: its groups are unions of
/// such groups.
///
/// # Assumes
/// The adversary knows at most L quasi-identifiers of the person, whichever. With L equal to their
/// number this is k-anonymity with a bound on confidence; with fewer it asks less, and so keeps
/// more of tables with many quasi-identifiers.
///
/// # Source
/// Mohammed, Fung, Hung, Lee, KDD 2009, definition 3.1.
///
/// # Cost
/// Per round, for each choice of L out of q quasi-identifiers a sort of the classes.
///
/// # Monotone
/// A group below K units stays below K however its classes are divided, so such rows are lost at
/// every finer node. Confidence is not monotone. Under suppression no: removing a class makes
/// groups smaller, so removal goes on in rounds until all groups hold.
///
/// # Numerics
/// Exact.
///
/// # Departs
/// The source removes values and records one by one; here whole classes of failing groups go, as
/// with every other model. A missing sensitive value counts in the size of a group and is not one
/// of the values.
///
/// # Example
/// ```
/// use equipoise_privacy::{JointModel, LkcPrivacy, Score};
/// let model = LkcPrivacy::new(2, 5, Score::new(1, 2), 0, None)?;
/// assert_eq!(model.asked(), Score::new(1, 2));
/// # Ok::<(), equipoise_data::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct LkcPrivacy {
    l: u64,
    k: u64,
    c: Score,
    column: usize,
    missing: Option<u32>,
}

impl LkcPrivacy {
    /// LKC-privacy with L = `l`, K = `k`, C = `c`, for a sensitive column in which the value
    /// `missing`, if any, means missing.
    ///
    /// # Errors
    /// When `l` or `k` is 0, or `c` is not a share above 0.
    pub fn new(l: u64, k: u64, c: Score, column: usize, missing: Option<u32>) -> Result<Self> {
        let (l, k) = (checks::at_least_one("l", l)?, checks::at_least_one("k", k)?);
        Ok(LkcPrivacy {
            l,
            k,
            c: checks::positive_share("c", c)?,
            column,
            missing,
        })
    }
}

impl JointModel for LkcPrivacy {
    fn name(&self) -> ModelName {
        ModelName::LkcPrivacy
    }

    fn monotone(&self) -> Monotone {
        Monotone {
            under_merging: false,
            under_generalization: true,
            under_suppression: false,
        }
    }

    fn bound(&self) -> Bound {
        Bound::AtMost
    }

    fn asked(&self) -> Score {
        self.c
    }

    fn needs(&self) -> Option<usize> {
        Some(self.column)
    }

    fn scores(
        &self,
        groups: &dyn JointClasses,
        classes: &[u32],
        visit: &mut dyn FnMut(Score, &[u32]),
    ) {
        let attributes = groups.attributes();
        let known = usize::try_from(self.l)
            .unwrap_or(usize::MAX)
            .min(attributes);
        for_each_choice(attributes, known, &mut |choice| {
            for members in groups.by(choice, classes) {
                let size = groups.joint_size(&members);
                if size < self.k {
                    visit(Score::INFINITE, &members);
                    continue;
                }
                let values = groups.joint_values(self.column, &members);
                let most = values
                    .iter()
                    .filter(|v| Some(v.0) != self.missing)
                    .map(|v| v.1)
                    .max()
                    .unwrap_or(0);
                visit(Score::new(most.into(), size.into()), &members);
            }
        });
    }

    fn fails_for_good(&self, groups: &dyn JointClasses, members: &[u32]) -> bool {
        groups.joint_size(members) < self.k
    }
}

/// All ways to choose `size` of the numbers below `of`, each in rising order.
fn for_each_choice(of: usize, size: usize, visit: &mut dyn FnMut(&[usize])) {
    let mut choice: Vec<usize> = (0..size).collect();
    loop {
        visit(&choice);
        let Some(last) = (0..size).rev().find(|&i| choice[i] < of - size + i) else {
            return;
        };
        choice[last] += 1;
        for i in last + 1..size {
            choice[i] = choice[i - 1] + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_comes_once() {
        for (of, size, expected) in [(4, 2, 6), (5, 5, 1), (9, 4, 126), (3, 1, 3), (0, 0, 1)] {
            let mut seen = std::collections::BTreeSet::new();
            for_each_choice(of, size, &mut |choice| {
                assert!(seen.insert(choice.to_vec()))
            });
            assert_eq!(seen.len(), expected);
        }
    }
}
