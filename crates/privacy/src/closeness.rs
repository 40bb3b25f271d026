//! t-closeness.

use crate::checks;
use crate::distance::Distance;
use crate::limit::Limit;
use crate::lost::{cap, fewest_rows, most_kept_within};
use crate::model::{Bound, Class, ClassModel, Monotone};
use crate::mover::Mover;
use crate::score::Score;
use equipoise_data::{ModelName, Result};

/// t-closeness: no class may drift further than t from the whole table.
///
/// # Promise
/// For every kept class E the earth mover's distance between the distribution of the sensitive
/// column in E and in the whole input, before suppression, is at most t. Whoever finds a person's
/// class learns at most that much more than from the table's overall distribution.
///
/// # Assumes
/// The adversary knows the quasi-identifiers and the overall distribution. Guards against attribute
/// disclosure only: combine it with k-anonymity.
///
/// # Source
/// Li, Li, Venkatasubramanian, ICDE 2007. `publishing-thesis` sections 3 and 4; distances in
/// [`Distance`].
///
/// # Cost
/// O(values of the class) for equal distance. For the others O(values of the column), and for a
/// class with few of many values O(v log m) (ordered, nothing missing) or O(v x height)
/// (hierarchical). A missing value in an ordered column adds a factor log m.
///
/// # Monotone
/// Under merging no: a class within t merged with one far off can be out of t, so the suppressed
/// units can grow on the way up (though a table that is t-close as a whole stays so). Under
/// suppression yes: the reference is the input.
///
/// # Numerics
/// Exact: one common denominator, 128-bit products of counts, compared with t by a 256-bit cross
/// product. (With 32-bit products, as in the strongest peer, classes that violate t pass in a table
/// of a million rows.)
///
/// # Departs
/// A missing value is one more value at distance 1 from all others.
///
/// # Example
/// Salaries 3 to 11 (thousands), one row each: class {3, 4, 5} is at 0.375, class {6, 8, 11} at
/// 1/6.
/// ```
/// use equipoise_privacy::{Class, ClassModel, Distance, Score, TCloseness};
/// let ranks: Vec<Option<u32>> = (0..9).map(Some).collect();
/// let model = TCloseness::new(0, Score::new(2, 10), &[1; 9], Distance::ordered(&ranks))?;
/// assert_eq!(model.score(&Class::new(3, &[(0, 1), (1, 1), (2, 1)])), Score::new(3, 8));
/// assert_eq!(model.score(&Class::new(3, &[(3, 1), (5, 1), (8, 1)])), Score::new(1, 6));
/// # Ok::<(), equipoise_data::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct TCloseness {
    column: usize,
    t: Limit,
    reference: Vec<u64>,
    distance: Distance,
    mover: Mover,
    /// Per value the distance of a class that has no other.
    singles: Vec<f64>,
}

impl TCloseness {
    /// t-closeness to `reference`: the units of each value in the whole input.
    ///
    /// # Errors
    /// When t is not within 0 and 1, or the reference is empty or has more than 2^45 units.
    pub fn new(column: usize, t: Score, reference: &[u64], distance: Distance) -> Result<Self> {
        checks::reference("t-closeness", reference)?;
        let mover = Mover::new(&distance, reference);
        let singles = (0..reference.len() as u32)
            .map(|v| mover.of_single(v))
            .collect();
        Ok(TCloseness {
            column,
            t: Limit::new(checks::share("t", t)?),
            reference: reference.to_vec(),
            distance,
            mover,
            singles,
        })
    }

    /// The distance between values.
    pub fn distance(&self) -> &Distance {
        &self.distance
    }

    /// The units of each value in the whole input.
    pub fn reference(&self) -> &[u64] {
        &self.reference
    }

    /// Kept parts together are within t. With equal distance the largest such part of a class is
    /// known; else the lost rows must make up for what the class is too far off, each by at most
    /// the distance of its value alone, or by the price of its value, since what is kept is worth
    /// at most t per row.
    fn lost(&self, class: &Class<'_>, distance: f64) -> u64 {
        let t = self.t.to_f64();
        if matches!(self.distance, Distance::Equal) {
            let share = |v: u32| self.reference[v as usize] as f64 / self.mover.total() as f64;
            // What a value has beyond its share in the input must move: a share t of the kept rows
            // may.
            class.size - most_kept_within(class.size, class.values, 1.0 - t, |v| cap(share(v)))
        } else {
            let rows = class.size as f64;
            let by_single = fewest_rows(rows * (distance - t), rows, class.values, |v| {
                self.singles[v as usize] - t
            });
            let Some(price) = self.mover.prices(class.values) else {
                return by_single;
            };
            let worth: f64 = class
                .values
                .iter()
                .map(|&(v, count)| count as f64 * price[v as usize])
                .sum();
            by_single.max(fewest_rows(worth - rows * t, rows, class.values, |v| {
                price[v as usize] - t
            }))
        }
    }
}

impl ClassModel for TCloseness {
    fn name(&self) -> ModelName {
        ModelName::TCloseness
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
        Bound::AtMost
    }

    fn asked(&self) -> Score {
        self.t.score()
    }

    fn score(&self, class: &Class<'_>) -> Score {
        let (numerator, denominator) = self.mover.fraction(class.values);
        Score::new(numerator, denominator)
    }

    fn meets(&self, class: &Class<'_>) -> bool {
        self.mover.is_within(class.values, &self.t)
    }

    fn lost_within(&self, class: &Class<'_>) -> u64 {
        let (numerator, denominator) = self.mover.fraction(class.values);
        if self.t.compare(numerator, denominator).is_le() {
            return 0;
        }
        // Parts that are all within t would make a whole within t: one row at least is lost.
        self.lost(class, numerator as f64 / denominator as f64)
            .max(1)
            .min(class.size)
    }

    fn bounds_loss(&self) -> bool {
        true
    }
}
