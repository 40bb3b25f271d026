//! Pitman's sampling formula with the parameters of greatest likelihood.
//!
//! For n units in u classes, of which F_j have size j, the likelihood of theta and alpha (0 < alpha
//! < 1, theta > -alpha) is proportional to the product of theta + i alpha for i below u, over that
//! of theta + i for i below n, times that of i - alpha for i below j over all classes. A population
//! of N units is then expected to have Gamma(theta + 1) / Gamma(theta + alpha) N^alpha unique ones
//! (Hoshino 2001).

use super::sample::{Sample, root};
use crate::gamma::{digamma, ln_gamma};

/// None where the likelihood grows up to alpha = 1.
pub(super) fn share(sample: &Sample<'_>) -> Option<f64> {
    if sample.classes < 2.0 || sample.classes >= sample.n {
        return None;
    }
    let slope = |alpha: f64| by_alpha(sample, best_theta(sample, alpha), alpha);
    let (low, high) = (1e-6, 1.0 - 1e-9);
    if slope(low) <= 0.0 {
        // Likeliest is alpha = 0, the formula of Ewens, with theta unique ones in any large
        // population.
        return Some(theta_of_ewens(sample) / sample.population);
    }
    if slope(high) >= 0.0 {
        return None;
    }
    let alpha = root(low, high, slope);
    let theta = best_theta(sample, alpha);
    Some(
        (ln_gamma(theta + 1.0) - ln_gamma(theta + alpha) + (alpha - 1.0) * sample.population.ln())
            .exp(),
    )
}

/// The theta of greatest likelihood for this alpha, where the derivative by theta falls from
/// infinity to below 0.
fn best_theta(sample: &Sample<'_>, alpha: f64) -> f64 {
    let slope = |above: f64| by_theta(sample, above - alpha, alpha);
    let mut high = 1.0;
    while slope(high) > 0.0 && high < 1e18 {
        high *= 2.0;
    }
    root(high * 1e-18, high, slope) - alpha
}

/// The theta of greatest likelihood where alpha is 0.
fn theta_of_ewens(sample: &Sample<'_>) -> f64 {
    let slope = |theta: f64| {
        (sample.classes - 1.0) / theta - (digamma(theta + sample.n) - digamma(theta + 1.0))
    };
    let mut high = 1.0;
    while slope(high) > 0.0 && high < 1e18 {
        high *= 2.0;
    }
    root(high * 1e-18, high, slope)
}

/// The sum of 1 / (theta + i alpha) for i from 1 to u - 1.
fn steps(sample: &Sample<'_>, theta: f64, alpha: f64) -> f64 {
    const FEW: f64 = 20_000.0;
    if sample.classes <= FEW {
        return (1..sample.classes as u64)
            .map(|i| 1.0 / (theta + i as f64 * alpha))
            .sum();
    }
    (digamma(theta / alpha + sample.classes) - digamma(theta / alpha + 1.0)) / alpha
}

fn by_theta(sample: &Sample<'_>, theta: f64, alpha: f64) -> f64 {
    steps(sample, theta, alpha) - (digamma(theta + sample.n) - digamma(theta + 1.0))
}

fn by_alpha(sample: &Sample<'_>, theta: f64, alpha: f64) -> f64 {
    let classes = (sample.classes - 1.0 - theta * steps(sample, theta, alpha)) / alpha;
    let start = digamma(1.0 - alpha);
    classes - sample.sum(|size| digamma(size - alpha) - start)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// The logarithm of the likelihood, written out.
    fn likelihood(sizes: &BTreeMap<u64, u64>, theta: f64, alpha: f64) -> f64 {
        let (n, u) = sizes.iter().fold((0, 0), |(n, u), (size, classes)| {
            (n + size * classes, u + classes)
        });
        let classes: f64 = (1..u).map(|i| (theta + i as f64 * alpha).ln()).sum();
        let units: f64 = (1..n).map(|i| (theta + i as f64).ln()).sum();
        let within: f64 = sizes
            .iter()
            .map(|(j, f)| *f as f64 * (1..*j).map(|i| (i as f64 - alpha).ln()).sum::<f64>())
            .sum();
        classes - units + within
    }

    #[test]
    fn no_other_parameters_are_likelier() {
        let sizes: BTreeMap<u64, u64> = [(1, 30), (2, 12), (3, 5), (7, 2), (20, 1)]
            .into_iter()
            .collect();
        let sample = Sample {
            sizes: &sizes,
            n: 103.0,
            classes: 50.0,
            population: 1030.0,
            fraction: 0.1,
        };
        let slope = |alpha: f64| by_alpha(&sample, best_theta(&sample, alpha), alpha);
        let alpha = root(1e-6, 1.0 - 1e-9, slope);
        let theta = best_theta(&sample, alpha);
        let best = likelihood(&sizes, theta, alpha);
        for i in 1..200 {
            for j in 1..200 {
                let (alpha, theta) = (f64::from(i) / 200.0, f64::from(j) / 4.0 - 1.0);
                assert!(
                    theta <= -alpha || likelihood(&sizes, theta, alpha) <= best,
                    "{theta} {alpha}"
                );
            }
        }
        let expected =
            (ln_gamma(theta + 1.0) - ln_gamma(theta + alpha)).exp() * 1030f64.powf(alpha) / 1030.0;
        assert!((share(&sample).unwrap() - expected).abs() < 1e-12);
    }
}
