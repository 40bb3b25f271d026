//! What classes tell about a column that is released as it is.

use super::view::{ColumnPlace, Original};
use equipoise_data::{Error, Result};
use equipoise_release::Published;
use std::f64::consts::LN_2;

/// Information utility, in nats.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Information {
    /// H(T): the entropy of the column among released rows.
    pub entropy: f64,
    /// IL: the mean over rows of the entropy within their classes.
    pub within: f64,
    /// U = H(T) - IL: what knowing the class tells about the value.
    pub utility: f64,
}

impl Information {
    /// The same in bits.
    #[must_use]
    pub fn bits(self) -> Self {
        Information {
            entropy: self.entropy / LN_2,
            within: self.within / LN_2,
            utility: self.utility / LN_2,
        }
    }
}

/// The information utility of a release for one of the columns that are released as they are.
///
/// # Formula
/// U = H(T) - sum over classes of |E| / |T| H(E): the mutual information of class and value. It is
/// 0 when every class has the distribution of the whole, and H(T) when every class has one value. T
/// are the released rows.
///
/// # Source
/// Li's thesis on publishing, chapter 2; Li, Li, Venkatasubramanian 2010.
///
/// # Cost
/// O(rows log rows).
///
/// # Numerics
/// From whole counts; rounding can leave U below 0 by some 1e-16, which is cut.
///
/// # Example
/// Classes with (300, 300), (200, 1800) and (200, 200) rows of two values: H(T) = 0.54327, IL =
/// 0.44777, U = 0.09550.
///
/// # Errors
/// There is no such column.
pub fn information(
    original: &Original,
    released: &Published<'_>,
    plain: usize,
) -> Result<Information> {
    let number = original.number(ColumnPlace::Plain(plain));
    let Some(column) = number.filter(|_| plain < original.plain().len()) else {
        return Err(Error::internal(
            "the column of the information utility does not exist",
        ));
    };
    let entries = released.tuples(&[column])?;
    let rows = released.rows() as f64;
    let mut totals = vec![0_u64; original.plain()[plain].values as usize];
    let mut within = 0.0;
    for e in 0..entries.len() {
        let (class, value, count) = (
            entries.columns[0][e],
            entries.columns[1][e],
            entries.weights[e],
        );
        totals[value as usize] += count;
        within += count as f64 * (released.size(class as usize) as f64 / count as f64).ln();
    }
    let surprise = |&count: &u64| count as f64 * (rows / count as f64).ln();
    let entropy = totals
        .iter()
        .filter(|&&count| count > 0)
        .map(surprise)
        .sum::<f64>()
        / rows.max(1.0);
    let within = within / rows.max(1.0);
    Ok(Information {
        entropy,
        within,
        utility: (entropy - within).max(0.0),
    })
}
