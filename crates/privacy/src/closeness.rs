//! t-closeness.

use crate::score::product;
use crate::{Bound, Class, ClassModel, Distance, Monotone, Score, checks};
use equipoise_data::{Error, Result};

/// Up to here size x total x scale, and sums of as many as 2^32 such terms, fit 128 bits.
const MOST_UNITS: u64 = 1 << 45;

/// t-closeness: no class may drift further than t from the whole table.
///
/// # Promise
/// For every kept class E the earth mover's distance between the distribution of the sensitive column in E and in the
/// whole input, before suppression, is at most t. Whoever finds a person's class learns at most that much more than
/// from the table's overall distribution.
///
/// # Assumes
/// The adversary knows the quasi-identifiers and the overall distribution. Guards against attribute disclosure only:
/// combine it with k-anonymity.
///
/// # Source
/// Li, Li, Venkatasubramanian, ICDE 2007. `publishing-thesis` sections 3 and 4; distances in [`Distance`].
///
/// # Cost
/// O(values of the class) for equal distance, O(values of the column) for ordered and hierarchical distance.
///
/// # Monotone
/// Under merging no: a class within t merged with one far off can be out of t, so the suppressed units can grow on the
/// way up (though a table that is t-close as a whole stays so). Under suppression yes: the reference is the input.
///
/// # Numerics
/// Exact: one common denominator, 128-bit products of counts, compared with t by a 256-bit cross product. (With 32-bit
/// products, as in the strongest peer, classes that violate t pass in a table of a million rows.)
///
/// # Departs
/// A missing value is one more value at distance 1 from all others.
///
/// # Example
/// Salaries 3 to 11 (thousands), one row each: class {3, 4, 5} is at 0.375, class {6, 8, 11} at 1/6.
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
    t: Score,
    reference: Vec<u64>,
    total: u64,
    distance: Distance,
}

impl TCloseness {
    /// t-closeness to `reference`: the units of each value in the whole input.
    ///
    /// # Errors
    /// When t is not within 0 and 1, or the reference is empty or has more than 2^45 units.
    pub fn new(column: usize, t: Score, reference: &[u64], distance: Distance) -> Result<Self> {
        let total: u64 = reference.iter().sum();
        if total == 0 {
            return Err(Error::data("t-closeness has no reference distribution: the table has no rows"));
        }
        if total > MOST_UNITS {
            return Err(Error::limit(format!("t-closeness over {total} units; it is exact up to {MOST_UNITS}")));
        }
        Ok(TCloseness { column, t: checks::share("t", t)?, reference: reference.to_vec(), total, distance })
    }

    /// The distance between values.
    pub fn distance(&self) -> &Distance {
        &self.distance
    }

    /// The units of each value in the whole input.
    pub fn reference(&self) -> &[u64] {
        &self.reference
    }

    /// Numerator and denominator of the distance of a class.
    fn fraction(&self, values: &[(u32, u64)]) -> (u128, u128) {
        let size: u64 = values.iter().map(|v| v.1).sum();
        if size == 0 {
            return (0, 1);
        }
        let cost = self.distance.cost(values, size, &self.reference, self.total);
        (cost, u128::from(size) * u128::from(self.total) * u128::from(self.distance.scale()))
    }
}

impl ClassModel for TCloseness {
    fn name(&self) -> &'static str {
        "t-closeness"
    }

    fn needs(&self) -> Option<usize> {
        Some(self.column)
    }

    fn monotone(&self) -> Monotone {
        Monotone { under_merging: false, under_suppression: true }
    }

    fn bound(&self) -> Bound {
        Bound::AtMost
    }

    fn asked(&self) -> Score {
        self.t
    }

    fn score(&self, class: &Class<'_>) -> Score {
        let (numerator, denominator) = self.fraction(class.values);
        Score::new(numerator, denominator)
    }

    fn meets(&self, class: &Class<'_>) -> bool {
        let (numerator, denominator) = self.fraction(class.values);
        let (t_numerator, t_denominator) = self.t.fraction();
        product(numerator, t_denominator) <= product(t_numerator, denominator)
    }
}
