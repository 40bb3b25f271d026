//! Recursive (c,l)-diversity.

use crate::checks;
use crate::limit::Limit;
use crate::model::{Bound, Class, ClassModel, Monotone};
use crate::score::{Score, product};
use crate::scratch::with_counts;
use equipoise_data::{ExactFraction, ModelName, Result};

/// Up to so many largest values are kept on the stack.
const FEW: usize = 16;

/// Recursive (c,l)-diversity: the most frequent value is not too frequent, and the l-th and rarer
/// ones are not too rare.
///
/// # Promise
/// For every kept class, with the units of its known values sorted so that r_1 is the largest, r_1
/// < c (r_l + ... + r_m). Whoever can rule out one value still faces a class that is (c, l -
/// 1)-diverse.
///
/// # Assumes
/// The adversary knows the quasi-identifiers and can exclude up to l - 2 values. Values may mean
/// nearly the same.
///
/// # Source
/// Machanavajjhala, Kifer, Gehrke, Venkitasubramaniam, TKDD 2007, definition of recursive
/// diversity. `publishing-thesis` section 3.
///
/// # Cost
/// O(values of the class) for l up to 17, O(values + l) with a partial sort above.
///
/// # Monotone
/// Under merging no: {a, b} merged with many a. Under suppression yes. The excess r_1 + c (r_1 +
/// ... + r_(l-1)) - c r is convex in the class, negative for kept parts and at most 1 per row of
/// lost ones: a class with excess x loses more than x rows.
///
/// # Numerics
/// Exact fractions. The score r_1 / (r_l + ... + r_m) is infinite with fewer than l known values.
///
/// # Example
/// ```
/// use equipoise_privacy::{Class, ClassModel, RecursiveDiversity, Score};
/// let model = RecursiveDiversity::new(0, 2, Score::whole(3), None)?;
/// let class = Class::new(8, &[(0, 5), (1, 2), (2, 1)]);
/// assert_eq!(model.score(&class), Score::new(5, 3));
/// assert!(model.meets(&class));
/// assert!(!model.meets(&Class::new(8, &[(0, 6), (1, 2)])), "6 is not below 3 x 2");
/// # Ok::<(), equipoise_data::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct RecursiveDiversity {
    column: usize,
    l: u64,
    c: Limit,
    missing: Option<u32>,
}

/// What decides about a class.
#[derive(Clone, Copy, Debug, Default)]
struct Sorted {
    /// Units of the most frequent known value.
    first: u64,
    /// Units of the l - 1 most frequent.
    top: u64,
    /// Units of all known values.
    all: u64,
}

impl RecursiveDiversity {
    /// Recursive diversity of a sensitive column in which the value `missing`, if any, means
    /// missing.
    ///
    /// # Errors
    /// When l is below 2, or c is not above 0 or infinite.
    pub fn new(column: usize, l: u64, c: Score, missing: Option<u32>) -> Result<Self> {
        Ok(RecursiveDiversity {
            column,
            l: checks::at_least_two("l", l)?,
            c: Limit::new(checks::positive("c", c)?),
            missing,
        })
    }

    /// The l asked for; [`ClassModel::asked`] is c.
    pub fn l(&self) -> u64 {
        self.l
    }

    #[inline]
    fn sorted(&self, values: &[(u32, u64)]) -> Sorted {
        match self.l {
            2 => {
                let (mut first, mut all) = (0, 0);
                for count in self.known(values) {
                    all += count;
                    first = first.max(count);
                }
                Sorted {
                    first,
                    top: first,
                    all,
                }
            }
            3 => self.fixed::<2>(values),
            4 => self.fixed::<3>(values),
            5 => self.fixed::<4>(values),
            l if l as usize <= FEW + 1 => self.few(values, l as usize - 1),
            _ => self.many(values),
        }
    }

    /// The units of known values, 0 for the missing one.
    #[inline]
    fn known<'a>(&self, values: &'a [(u32, u64)]) -> impl Iterator<Item = u64> + use<'a> {
        let missing = self.missing;
        values
            .iter()
            .map(move |&(v, count)| if Some(v) == missing { 0 } else { count })
    }

    /// Keeps the K largest in falling order, without a branch.
    fn fixed<const K: usize>(&self, values: &[(u32, u64)]) -> Sorted {
        let (mut largest, mut all) = ([0u64; K], 0);
        for mut count in self.known(values) {
            all += count;
            for kept in &mut largest {
                (*kept, count) = ((*kept).max(count), (*kept).min(count));
            }
        }
        Sorted {
            first: largest[0],
            top: largest.iter().sum(),
            all,
        }
    }

    /// Keeps the largest in falling order. Most values are no larger than the last kept and change
    /// nothing.
    fn few(&self, values: &[(u32, u64)], keep: usize) -> Sorted {
        let mut largest = [0u64; FEW];
        let largest = &mut largest[..keep];
        let mut all = 0;
        for count in self.known(values) {
            all += count;
            if count > largest[keep - 1] {
                let mut place = keep - 1;
                while place > 0 && largest[place - 1] < count {
                    largest[place] = largest[place - 1];
                    place -= 1;
                }
                largest[place] = count;
            }
        }
        Sorted {
            first: largest[0],
            top: largest.iter().sum(),
            all,
        }
    }

    fn many(&self, values: &[(u32, u64)]) -> Sorted {
        with_counts(|counts| {
            counts.extend(self.known(values));
            let keep = usize::try_from(self.l - 1).unwrap_or(usize::MAX);
            let all = counts.iter().sum();
            let first = counts.iter().copied().max().unwrap_or(0);
            if counts.len() <= keep {
                return Sorted {
                    first,
                    top: all,
                    all,
                };
            }
            let (above, at, _) = counts.select_nth_unstable_by(keep - 1, |a, b| b.cmp(a));
            Sorted {
                first,
                top: above.iter().sum::<u64>() + *at,
                all,
            }
        })
    }
}

impl ClassModel for RecursiveDiversity {
    fn name(&self) -> ModelName {
        ModelName::LDiversity
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
        Bound::Below
    }

    fn asked(&self) -> Score {
        self.c.score()
    }

    fn score(&self, class: &Class<'_>) -> Score {
        let sorted = self.sorted(class.values);
        match sorted.all - sorted.top {
            0 => Score::INFINITE,
            rest => Score::new(sorted.first.into(), rest.into()),
        }
    }

    fn meets(&self, class: &Class<'_>) -> bool {
        if self.l > 2 {
            // The l - 1 most frequent have at least what one of them has, and at most l - 1 times
            // as much: most classes are decided by that.
            let (mut first, mut all) = (0u64, 0u64);
            for count in self.known(class.values) {
                all += count;
                first = first.max(count);
            }
            if all == first || self.c.compare(first.into(), (all - first).into()).is_ge() {
                return false;
            }
            let least_rest = all.saturating_sub(first.saturating_mul(self.l - 1));
            if least_rest > 0 && self.c.compare(first.into(), least_rest.into()).is_lt() {
                return true;
            }
        }
        let sorted = self.sorted(class.values);
        let rest = sorted.all - sorted.top;
        rest > 0 && self.c.compare(sorted.first.into(), rest.into()).is_lt()
    }

    fn lost_within(&self, class: &Class<'_>) -> u64 {
        let sorted = self.sorted(class.values);
        let rest = sorted.all - sorted.top;
        if rest == 0 {
            // No part has more different values than the class.
            return class.size;
        }
        if self.c.compare(sorted.first.into(), rest.into()).is_lt() {
            return 0;
        }
        // The excess is first - c x rest; more than that is lost, unless nothing is kept.
        let ExactFraction {
            numerator,
            denominator,
        } = self.c.score().fraction();
        let excess = match (
            product(rest.into(), numerator),
            product(sorted.first.into(), denominator),
        ) {
            ((0, less), (0, more)) => (more - less) / denominator,
            _ => 0,
        };
        (excess as u64 + 1).min(class.size)
    }

    fn bounds_loss(&self) -> bool {
        true
    }
}
