//! How generalization and suppression, and the attributes among themselves, are weighed.

use super::metric::{Aggregation, LossOptions, Metric};
use equipoise_data::{Error, Result};

/// Weights, checked and ready.
#[derive(Clone, Debug)]
pub(super) struct Weighing {
    aggregation: Aggregation,
    weights: Vec<f64>,
    /// What generalization terms are multiplied by.
    pub(super) generalization: f64,
    /// What suppression terms are multiplied by.
    pub(super) suppression: f64,
    /// The logarithm of 1 + 1.
    log_of_two: f64,
}

impl Weighing {
    pub(super) fn new(options: &LossOptions, attributes: usize) -> Result<Self> {
        let g = options.suppression_weight;
        if !(0.0..=1.0).contains(&g) {
            return Err(Error::usage(format!(
                "suppression-weight is {g}; it must be at least 0 and at most 1"
            )));
        }
        let weights = if options.weights.is_empty() {
            vec![1.0; attributes]
        } else {
            options.weights.clone()
        };
        let total: f64 = weights.iter().sum();
        if weights.len() != attributes
            || weights.iter().any(|w| !w.is_finite() || *w < 0.0)
            || !total.is_finite()
            || total <= 0.0
        {
            return Err(Error::usage(
                "weights must be numbers of at least 0, one per quasi-identifier and not all 0",
            ));
        }
        let aggregation = options.aggregation.unwrap_or(match options.metric {
            Metric::Entropy => Aggregation::Sum,
            Metric::Nwp | Metric::Precision => Aggregation::Arithmetic,
            _ => Aggregation::Geometric,
        });
        // Means need the shares of the weights only.
        let shares = matches!(
            aggregation,
            Aggregation::Geometric | Aggregation::Arithmetic
        );
        let weights = if shares {
            weights.iter().map(|w| w / total).collect()
        } else {
            weights
        };
        Ok(Weighing {
            aggregation,
            weights,
            generalization: (2.0 * (1.0 - g)).min(1.0),
            suppression: (2.0 * g).min(1.0),
            log_of_two: 1f64.ln_1p(),
        })
    }

    /// The part of one attribute in [`Weighing::combine`].
    pub(super) fn term(&self, attribute: usize, value: f64) -> f64 {
        let w = self.weights[attribute];
        match self.aggregation {
            Aggregation::Geometric => w * value.ln_1p(),
            _ => w * value,
        }
    }

    /// One number from the values of the attributes. Many of them are 1, as at the top, or
    /// `frequent`: these logarithms are taken once.
    #[inline]
    pub(super) fn combine_values(&self, values: impl Iterator<Item = f64>, frequent: f64) -> f64 {
        if self.aggregation != Aggregation::Geometric {
            return self.combine(values.enumerate().map(|(a, value)| self.term(a, value)));
        }
        let log_of_frequent = frequent.ln_1p();
        let log = |value: f64| match value {
            1.0 => self.log_of_two,
            _ if value.to_bits() == frequent.to_bits() => log_of_frequent,
            _ => value.ln_1p(),
        };
        self.combine(
            values
                .zip(&self.weights)
                .map(|(value, weight)| weight * log(value)),
        )
    }

    /// A bound from the least term of each attribute and level. Where nobody is suppressed, they
    /// are in `free`.
    pub(super) fn bound(
        &self,
        levels: &[u8],
        free: &[Vec<f64>],
        suppressed_rows: u64,
        least_term: impl Fn(usize, u8) -> f64,
    ) -> f64 {
        if suppressed_rows == 0 {
            let terms = levels.iter().zip(free);
            return self.combine(terms.map(|(&l, free)| free[usize::from(l)]));
        }
        let terms = levels.iter().enumerate();
        self.combine(terms.map(|(a, &l)| least_term(a, l)))
    }

    /// One number from the parts, in attribute order.
    pub(super) fn combine(&self, terms: impl Iterator<Item = f64>) -> f64 {
        match self.aggregation {
            Aggregation::Geometric => terms.sum::<f64>().exp_m1(),
            Aggregation::Arithmetic | Aggregation::Sum => terms.sum(),
            Aggregation::Max => terms.fold(0.0, f64::max),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// To the last bit: an atlas and a search must agree.
    #[test]
    fn values_that_repeat_change_nothing() {
        for aggregation in Aggregation::NAMES.map(|a| a.1) {
            let options = LossOptions {
                aggregation: Some(aggregation),
                weights: vec![1.0, 0.3, 2.0, 0.0, 1.0, 7.0],
                ..LossOptions::default()
            };
            let weighing = Weighing::new(&options, 6).unwrap();
            for i in 0..1000 {
                let share = f64::from(i) / 977.0;
                let values = [share, 1.0, f64::from(i * 7 % 31) / 31.0, share, 0.0, 1.0];
                let expected =
                    weighing.combine(values.iter().enumerate().map(|(a, &v)| weighing.term(a, v)));
                for frequent in [share, 1.0, 0.0, 0.5, f64::NAN] {
                    let found = weighing.combine_values(values.into_iter(), frequent);
                    assert_eq!(
                        found.to_bits(),
                        expected.to_bits(),
                        "{aggregation:?} {values:?} {frequent}"
                    );
                }
            }
        }
    }
}
