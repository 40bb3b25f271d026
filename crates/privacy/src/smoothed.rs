//! t-closeness with the kernel-smoothed Jensen-Shannon distance.

use crate::checks;
use crate::divergence::{js, kl};
use crate::limit::Limit;
use crate::lost::fewest_rows;
use crate::model::{Bound, Class, ClassModel, Monotone};
use crate::reference::Reference;
use crate::score::Score;
use crate::scratch::with_numbers;
use equipoise_data::{ModelName, Result};

/// Distances between values and a bandwidth: values within the bandwidth share their probability.
///
/// # Source
/// `publishing-thesis` section 4.4, with the correction E4.
///
/// ```
/// use equipoise_privacy::Smoothed;
/// let apart = |i: usize, j: usize| i.abs_diff(j) as f64 / 2.0;
/// let ground: Vec<Vec<f64>> = (0..3).map(|i| (0..3).map(|j| apart(i, j)).collect()).collect();
/// assert!(Smoothed::new(&ground, None, 0.3).is_ok());
/// assert!(Smoothed::new(&ground, None, 0.0).is_err());
/// ```
#[derive(Clone, Debug)]
pub struct Smoothed {
    /// K(d) for each pair of values, K(0) = 1.
    kernel: Vec<Vec<f64>>,
    bandwidth: f64,
}

impl Smoothed {
    /// From the distances between all values, each between 0 and 1. A value that means missing is
    /// put at distance 1 from all others, whatever the table says of it.
    ///
    /// # Errors
    /// When the table is not square, not symmetric or has an entry out of range, or the bandwidth
    /// is not above 0.
    pub fn new(ground: &[Vec<f64>], missing: Option<u32>, bandwidth: f64) -> Result<Self> {
        let bandwidth = checks::bandwidth(bandwidth)?;
        let is_missing = |i: usize| Some(i as u32) == missing;
        let mut ground = ground.to_vec();
        for (i, row) in ground.iter_mut().enumerate() {
            for (j, d) in row
                .iter_mut()
                .enumerate()
                .filter(|&(j, _)| is_missing(i) || is_missing(j))
            {
                *d = if i == j { 0.0 } else { 1.0 };
            }
        }
        checks::ground(&ground)?;
        // Epanechnikov; the factor 3/4B falls out when rows are made to sum to 1.
        let weight = |d: f64| {
            if d < bandwidth {
                1.0 - (d / bandwidth).powi(2)
            } else {
                0.0
            }
        };
        let kernel = ground
            .iter()
            .map(|row| row.iter().map(|&d| weight(d)).collect())
            .collect();
        Ok(Smoothed { kernel, bandwidth })
    }

    /// The bandwidth.
    pub fn bandwidth(&self) -> f64 {
        self.bandwidth
    }
}

/// t-closeness with smoothed distance: values that are near each other count as partly the same.
///
/// # Promise
/// For every kept class the Jensen-Shannon divergence (nats, at most ln 2) between the smoothed
/// distributions of the sensitive column in the class and in the whole input is at most t. It tells
/// a step from 1 % to 11 % apart from one from 40 % to 50 %, and knows which values are similar,
/// which the earth mover's distances do not do at once.
///
/// # Assumes
/// The adversary knows the quasi-identifiers and the overall distribution. The bandwidth says what
/// counts as similar. Combine it with k-anonymity.
///
/// # Source
/// Li, Li, Venkatasubramanian, "Closeness: a new privacy measure for data publishing", TKDE 2010.
/// `publishing-thesis` section 4.4.
///
/// # Cost
/// O(values of the class x values within the bandwidth + values of the column) with two logarithms
/// per value of the column.
///
/// # Monotone
/// Under merging no: a class within t merged with one far off can be out of t. Under suppression
/// yes: the reference is the input. For counts r of a class let s(r) be the sum of the smoothed
/// counts W r, which is linear. Then s(r) JS(W r / s(r), Q) is the perspective of a convex
/// function, so it is convex, and for a class it is at most the sum over its parts. Lost rows must
/// therefore make up for s (JS - t) of the class, each by at most its weight times (the distance of
/// its value alone - t), or by what the gradient at the class says.
///
/// # Numerics
/// Floating point, wrong by less than 1e-11, rounded up to billionths: doubt is not met. A class
/// with exactly the distribution of the input scores 0.
///
/// # Departs
/// The smoothed vector is made to sum to 1, which the source forgets. A missing value is one more
/// value at distance 1 from all others.
///
/// # Example
/// Salaries 3 to 11 (thousands), one row each, as in the source: class {3, 4, 5} is at .2266, class
/// {6, 8, 11} at .0578.
/// ```
/// use equipoise_privacy::{Class, ClassModel, Score, Smoothed, SmoothedCloseness};
/// let ground: Vec<Vec<f64>> = (0..9).map(|i: i32| (0..9).map(|j| f64::from((i - j).abs()) / 8.0).collect()).collect();
/// let model = SmoothedCloseness::new(0, Score::new(1, 10), &[1; 9], &Smoothed::new(&ground, None, 0.3)?)?;
/// assert!(!model.meets(&Class::new(3, &[(0, 1), (1, 1), (2, 1)])));
/// assert!(model.meets(&Class::new(3, &[(3, 1), (5, 1), (8, 1)])));
/// # Ok::<(), equipoise_data::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct SmoothedCloseness {
    column: usize,
    t: Limit,
    bandwidth: f64,
    reference: Reference,
    /// Per value where its probability goes, and how much of it.
    spread: Vec<Vec<(u32, f64)>>,
    /// Per value the sum of its spread.
    weight: Vec<f64>,
    /// Values of one group spread alike.
    group: Vec<u32>,
    /// The smoothed distribution of the input.
    smooth: Vec<f64>,
    /// Per value the distance of a class that has no other.
    singles: Vec<f64>,
}

/// Error of the divergence.
const ERROR: f64 = 1e-11;
/// Wider than a billionth and the error together.
const MARGIN: f64 = 1e-8;

impl SmoothedCloseness {
    /// t-closeness to `reference`: the units of each value in the whole input. Values that do not
    /// occur there take no part in smoothing.
    ///
    /// # Errors
    /// When t is not within 0 and 1, the reference is empty or has more than 2^45 units, or the
    /// distances are not over its values.
    pub fn new(column: usize, t: Score, reference: &[u64], distance: &Smoothed) -> Result<Self> {
        let t = Limit::new(checks::share("t", t)?);
        checks::same_values("the distances", distance.kernel.len(), reference.len())?;
        let spread = spread(&distance.kernel, reference);
        let weight = spread.iter().map(|s| s.iter().map(|e| e.1).sum()).collect();
        let group = groups(&spread);
        let mut model = SmoothedCloseness {
            column,
            t,
            bandwidth: distance.bandwidth,
            reference: Reference::new("t-closeness", reference)?,
            spread,
            weight,
            group,
            smooth: vec![0.0; reference.len()],
            singles: Vec::new(),
        };
        let whole: Vec<(u32, u64)> = (0..)
            .zip(reference.iter().copied())
            .filter(|v| v.1 > 0)
            .collect();
        let mut smooth = vec![0.0; reference.len()];
        model.smooth_into(&whole, &mut smooth);
        model.smooth = smooth;
        let single = |v: u32| {
            if reference[v as usize] > 0 {
                model.distance(&[(v, 1)])
            } else {
                0.0
            }
        };
        model.singles = (0..reference.len() as u32).map(single).collect();
        Ok(model)
    }

    /// The bandwidth.
    pub fn bandwidth(&self) -> f64 {
        self.bandwidth
    }

    /// Smooths a class and makes it sum to 1; gives the sum before.
    fn smooth_into(&self, values: &[(u32, u64)], out: &mut [f64]) -> f64 {
        for &(value, count) in values {
            for &(to, share) in &self.spread[value as usize] {
                out[to as usize] += share * count as f64;
            }
        }
        let sum: f64 = out.iter().sum();
        out.iter_mut().for_each(|p| *p /= sum);
        sum
    }

    fn distance(&self, values: &[(u32, u64)]) -> f64 {
        if values.is_empty() {
            return 0.0;
        }
        with_numbers(self.smooth.len(), |smooth| {
            self.smooth_into(values, smooth);
            js(smooth, &self.smooth)
        })
    }

    /// The gradient of (sum of smoothed counts) x (distance) at a class, for the values of the
    /// class: a price per row under which no class is worth more than that product, and this one
    /// exactly as much, because the product is convex and grows in proportion to the class.
    ///
    /// For smoothed counts a with sum s, p = a / s and m = (p + q) / 2, the derivative by a_i is
    /// KL(q, m) / 2 + ln(p_i / m_i) / 2.
    fn prices(&self, values: &[(u32, u64)]) -> Vec<f64> {
        let mut slope = vec![0.0; self.smooth.len()];
        self.smooth_into(values, &mut slope);
        let middle: Vec<f64> = slope
            .iter()
            .zip(&self.smooth)
            .map(|(p, q)| (p + q) / 2.0)
            .collect();
        let common = kl(&self.smooth, &middle) / 2.0;
        for (p, m) in slope.iter_mut().zip(&middle) {
            *p = if *p > 0.0 {
                common + (*p / m).ln() / 2.0
            } else {
                0.0
            };
        }
        let mut prices = vec![0.0; slope.len()];
        for &(value, _) in values {
            prices[value as usize] = self.spread[value as usize]
                .iter()
                .map(|&(to, share)| share * slope[to as usize])
                .sum();
        }
        prices
    }

    /// The distance of a class from other counts of the same values, such as those of a superset.
    pub(crate) fn between(&self, values: &[(u32, u64)], other: &[u64]) -> Score {
        let others: Vec<(u32, u64)> = (0..)
            .zip(other.iter().copied())
            .filter(|v| v.1 > 0)
            .collect();
        let (mut mine, mut theirs) = (vec![0.0; self.smooth.len()], vec![0.0; self.smooth.len()]);
        self.smooth_into(values, &mut mine);
        self.smooth_into(&others, &mut theirs);
        let distance = js(&mine, &theirs);
        let is_like = || {
            Reference::new("nt-closeness", other)
                .is_ok_and(|r| r.is_proportional(values, &self.group))
        };
        if distance < MARGIN && is_like() {
            Score::whole(0)
        } else {
            Score::over(distance, ERROR)
        }
    }

    /// Whether the class has exactly the distribution of the input, values that spread alike taken
    /// together.
    fn is_like_the_input(&self, values: &[(u32, u64)]) -> bool {
        self.reference.is_proportional(values, &self.group)
    }
}

/// The normalized kernel by columns: W_ij is the part of value j that counts for value i, and for
/// each i they sum to 1 over j.
fn spread(kernel: &[Vec<f64>], reference: &[u64]) -> Vec<Vec<(u32, f64)>> {
    let occurs = |i: &usize| reference[*i] > 0;
    let mut spread = vec![Vec::new(); kernel.len()];
    for i in (0..kernel.len()).filter(occurs) {
        let sum: f64 = (0..kernel.len()).filter(occurs).map(|j| kernel[i][j]).sum();
        for j in (0..kernel.len())
            .filter(occurs)
            .filter(|&j| kernel[i][j] > 0.0)
        {
            spread[j].push((i as u32, kernel[i][j] / sum));
        }
    }
    spread
}

/// The first value that spreads in the same way as each value.
fn groups(spread: &[Vec<(u32, f64)>]) -> Vec<u32> {
    let mut order: Vec<usize> = (0..spread.len()).collect();
    let key = |&i: &usize| {
        spread[i]
            .iter()
            .map(|&(to, share)| (to, share.to_bits()))
            .collect::<Vec<_>>()
    };
    order.sort_by_cached_key(|i| (key(i), *i));
    let mut group = vec![0; spread.len()];
    let mut first = 0;
    for (place, &i) in order.iter().enumerate() {
        if place == 0 || spread[i] != spread[order[place - 1]] {
            first = i as u32;
        }
        group[i] = first;
    }
    group
}

impl ClassModel for SmoothedCloseness {
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
        let distance = self.distance(class.values);
        if distance < MARGIN && self.is_like_the_input(class.values) {
            return Score::whole(0);
        }
        Score::over(distance, ERROR)
    }

    fn meets(&self, class: &Class<'_>) -> bool {
        let (distance, t) = (self.distance(class.values), self.t.to_f64());
        if (distance - t).abs() > MARGIN {
            return distance < t;
        }
        self.score(class) <= self.t.score()
    }

    fn lost_within(&self, class: &Class<'_>) -> u64 {
        if self.meets(class) {
            return 0;
        }
        let t = self.t.to_f64();
        let weight: f64 = class
            .values
            .iter()
            .map(|&(v, count)| self.weight[v as usize] * count as f64)
            .sum();
        let needed = weight * (self.distance(class.values) - t - 2.0 * MARGIN);
        let rows = |of_row: &dyn Fn(u32) -> f64| {
            fewest_rows(needed, weight, class.values, |v| of_row(v) + MARGIN)
        };
        let by_single = rows(&|v| self.weight[v as usize] * (self.singles[v as usize] - t));
        let price = self.prices(class.values);
        let by_price = rows(&|v| price[v as usize] - t * self.weight[v as usize]);
        by_single.max(by_price).max(1).min(class.size)
    }

    fn bounds_loss(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// O13: before they are made to sum to 1, smoothed salaries sum to less.
    #[test]
    fn sums_before_they_are_made_one() {
        let ground: Vec<Vec<f64>> = (0..9)
            .map(|i: i32| (0..9).map(|j| f64::from((i - j).abs()) / 8.0).collect())
            .collect();
        let model = SmoothedCloseness::new(
            0,
            Score::whole(1),
            &[1; 9],
            &Smoothed::new(&ground, None, 0.3).unwrap(),
        )
        .unwrap();
        for (class, printed) in [([0, 1, 2], 0.99678), ([3, 5, 8], 0.95378)] {
            let sum = model.smooth_into(&class.map(|v| (v, 1)), &mut [0.0; 9]) / 3.0;
            assert!((sum - printed).abs() < 0.5e-5, "{sum}");
        }
    }
}
