//! How many units of a population can be claimed for a class, given how many were sampled.

use crate::parameters::MapEstimator;

/// How far sums may be off, relative to themselves.
const DOUBT: f64 = 1e-9;

/// The greatest k for which the probability of fewer than k units is at most `significance`, where
/// the units are Poisson distributed with this mean (without 0, where that is left out).
///
/// Probabilities are summed upwards from where they begin to count: 20 standard deviations below
/// the mean less than 1e-80 is left.
pub(super) fn surely(mean: f64, significance: f64, estimator: MapEstimator) -> u64 {
    // Below this mean the probability of nothing is a number of full precision; above it Stirling's
    // series is.
    let first = if mean < 700.0 {
        0.0
    } else {
        (mean - 20.0 * mean.sqrt()).floor()
    };
    let nothing = match estimator {
        MapEstimator::Poisson => 0.0,
        MapEstimator::ZeroTruncatedPoisson => (-mean).exp(),
    };
    let (mut k, mut probability, mut below) = (first, at(first, mean), 0.0);
    // `below` is the probability of fewer than k units.
    loop {
        let next = below + probability;
        let truncated = ((next - nothing) / (1.0 - nothing)).max(0.0);
        // The mean bounds what can be claimed with a significance that is worth its name, and ends
        // the loop in any case.
        if truncated * (1.0 + DOUBT) > significance || k > mean + 20.0 * mean.sqrt() + 100.0 {
            return k as u64;
        }
        (below, k) = (next, k + 1.0);
        probability *= mean / k;
    }
}

/// The probability of k units. Stirling's series keeps the logarithm exact where k is large.
fn at(k: f64, mean: f64) -> f64 {
    if k == 0.0 {
        return (-mean).exp();
    }
    let x = (k - mean) / mean;
    let deviance = mean * ((1.0 + x) * x.ln_1p() - x);
    let stirling = (1.0 / 12.0 - (1.0 / 360.0 - 1.0 / (1260.0 * k * k)) / (k * k)) / k;
    (-deviance - stirling).exp() / (std::f64::consts::TAU * k).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sums of the plain definition.
    fn naive(mean: f64, significance: f64, truncated: bool) -> u64 {
        let (mut k, mut sum, mut term) = (0u64, 0.0, (-mean).exp());
        let nothing = if truncated { term } else { 0.0 };
        loop {
            sum += term;
            if (sum - nothing) / (1.0 - nothing) > significance {
                return k;
            }
            k += 1;
            term *= mean / k as f64;
        }
    }

    #[test]
    fn small_means_are_summed_as_defined() {
        for size in 1..60 {
            for fraction in [0.9, 0.5, 0.25, 0.1] {
                let mean = f64::from(size) / fraction;
                for significance in [0.5, 0.05, 0.01, 0.001] {
                    assert_eq!(
                        surely(mean, significance, MapEstimator::Poisson),
                        naive(mean, significance, false)
                    );
                    assert_eq!(
                        surely(mean, significance, MapEstimator::ZeroTruncatedPoisson),
                        naive(mean, significance, true)
                    );
                }
            }
        }
    }

    /// A table of the distribution: for mean 10 the probability of fewer than 4 is 0.010336, of
    /// fewer than 3 it is 0.002769.
    #[test]
    fn it_agrees_with_tables() {
        assert_eq!(surely(10.0, 0.0103, MapEstimator::Poisson), 3);
        assert_eq!(surely(10.0, 0.0104, MapEstimator::Poisson), 4);
        assert_eq!(surely(0.5, 0.01, MapEstimator::Poisson), 0);
        assert_eq!(surely(0.5, 0.01, MapEstimator::ZeroTruncatedPoisson), 1);
    }

    #[test]
    fn large_means_are_near_the_normal_quantile() {
        for mean in [1e4, 1e6, 1e8] {
            let found = surely(mean, 0.01, MapEstimator::Poisson) as f64;
            let normal = mean - 2.326_347_9 * mean.sqrt();
            assert!(
                (found - normal).abs() < 3.0 + 1e-4 * mean.sqrt(),
                "{mean}: {found} against {normal}"
            );
        }
    }
}
