//! The slide negative binomial model: in the population, the size of a class less 1 is negative
//! binomial.
//!
//! With K classes and parameters alpha and beta, K beta^alpha of them have one unit. K is estimated
//! from the sample by Shlosser's estimator in the third form of Haas and Stokes (1998); alpha and
//! beta are those with which the sample is expected to have as many classes of one and of two units
//! as it has, when each unit is sampled with the same chance.

use super::sample::{Sample, root};

/// None where no parameters give the sample.
pub(super) fn share(sample: &Sample<'_>) -> Option<f64> {
    let (ones, twos) = (sample.of_size(1), sample.of_size(2));
    if twos == 0.0 || sample.classes >= sample.n {
        return None;
    }
    let classes = shlosser(sample);
    let model = Model {
        fraction: sample.fraction,
        quotient: twos / ones,
    };
    let excess = |odds: f64| classes * model.of_one(odds) - ones;
    let unique = |odds: f64| classes * (model.alpha(odds) * beta(odds).ln()).exp();
    // The expected number of ones is a smooth function of one variable. Among several solutions the
    // one with most uniques is taken, which overstates nothing but the risk.
    const STEPS: i32 = 240;
    let point = |i: i32| f64::from(i) / 8.0;
    let mut worst: Option<f64> = None;
    for i in -STEPS..STEPS {
        let (low, high) = (point(i), point(i + 1));
        if (excess(low) < 0.0) != (excess(high) < 0.0) {
            let found = unique(root(low, high, excess)) / sample.population;
            worst = Some(worst.map_or(found, |held| held.max(found)));
        }
    }
    worst
}

/// beta and 1 - beta from ln((1 - beta) / beta), each with all its digits.
fn beta(odds: f64) -> f64 {
    1.0 / (1.0 + odds.exp())
}

fn rest(odds: f64) -> f64 {
    1.0 / (1.0 + (-odds).exp())
}

/// The estimated number of classes in the population.
fn shlosser(sample: &Sample<'_>) -> f64 {
    let q = sample.fraction;
    let square = sample.sum(|i| i * q * q * (1.0 - q * q).powf(i - 1.0));
    let gained = sample.sum(|i| (1.0 - q).powf(i) * ((1.0 + q).powf(i) - 1.0));
    let missed = sample.sum(|i| (1.0 - q).powf(i));
    let seen = sample.sum(|i| i * q * (1.0 - q).powf(i - 1.0));
    sample.classes + sample.of_size(1) * (square / gained) * (missed / seen).powi(2)
}

/// Parameters for which the sample has so many classes of two units for each of one, told by the
/// odds ln((1 - beta) / beta).
struct Model {
    fraction: f64,
    quotient: f64,
}

impl Model {
    /// The positive root of the quadratic equation that the quotient gives.
    fn alpha(&self, odds: f64) -> f64 {
        let Model { fraction, quotient } = self;
        let (c, x) = (rest(odds), 1.0 - fraction);
        let d = fraction + x * beta(odds);
        let a = fraction / 2.0 * c * c * x;
        let b = fraction / 2.0 * c * (2.0 * d + c * x) - quotient * d * c * x;
        let e = quotient * d * d;
        let discriminant = (b * b + 4.0 * a * e).sqrt();
        if b > 0.0 {
            2.0 * e / (b + discriminant)
        } else {
            (discriminant - b) / (2.0 * a)
        }
    }

    /// The probability that a class of the population has one unit in the sample.
    fn of_one(&self, odds: f64) -> f64 {
        let alpha = self.alpha(odds);
        let (c, x) = (rest(odds), 1.0 - self.fraction);
        let d = self.fraction + x * beta(odds);
        self.fraction * (alpha * (beta(odds).ln() - d.ln())).exp() * (d + alpha * c * x) / d
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Probabilities of one and two units summed over all sizes in the population.
    #[test]
    fn probabilities_are_those_of_thinned_classes() {
        let (fraction, quotient) = (0.3, 0.4);
        let model = Model { fraction, quotient };
        for c in [0.1f64, 0.4, 0.7, 0.9] {
            let odds = (c / (1.0 - c)).ln();
            let (alpha, beta) = (model.alpha(odds), 1.0 - c);
            let (mut p, mut one, mut two) = (beta.powf(alpha), 0.0, 0.0);
            for j in 1..3000 {
                let size = f64::from(j);
                one += p * size * fraction * (1.0 - fraction).powi(j - 1);
                two += p * size * (size - 1.0) / 2.0
                    * fraction
                    * fraction
                    * (1.0 - fraction).powi(j - 2);
                p *= (alpha + size - 1.0) / size * c;
            }
            assert!((model.of_one(odds) - one).abs() < 1e-12, "{c}");
            assert!((two / one - quotient).abs() < 1e-10, "{c}");
        }
    }
}
