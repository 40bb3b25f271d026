//! Estimates of the share of a population that is unique in it, from the class sizes of a sample.
//!
//! # Source
//! Zayatz (1991); Chen and Keller-McNulty, Journal of Official Statistics 14 (1998); Hoshino,
//! Journal of Official Statistics 17 (2001); the choice among them by Dankar, El Emam, Neisa and
//! Roffey, BMC Medical Informatics and Decision Making 12:66 (2012).
//!
//! # Numerics
//! Floating point, rounded up. Where an estimator is not defined for the sample, the share of units
//! that are unique in the sample is used: chance makes more units unique in a sample than are in
//! the population.

mod pitman;
mod sample;
mod snb;
mod zayatz;

use crate::float::{float, over};
use crate::measured::Value;
use crate::parameters::{Sampling, UniquenessEstimator};
use crate::ratio::decimal;
use crate::{Error, Ratio, Result};
use sample::Sample;
use std::collections::BTreeMap;

/// An estimate and where it came from.
pub(crate) struct Estimate {
    pub(crate) share: Value,
    pub(crate) used: &'static str,
}

/// At most this share of the population: Pitman's estimator in the rule of Dankar and others.
const SMALL_FRACTION: f64 = 0.1;

/// Estimates the share of units of the population that are unique in it.
pub(crate) fn estimate(
    sizes: &BTreeMap<u64, u64>,
    estimator: UniquenessEstimator,
    sampling: &Sampling,
) -> Result<Estimate> {
    let units = sizes.iter().try_fold(0u64, |sum, (size, classes)| {
        size.checked_mul(*classes)?.checked_add(sum)
    });
    let units = units
        .filter(|units| *units > 0)
        .ok_or_else(|| Error::internal("class sizes do not add up to a sample"))?;
    let unique = sizes.get(&1).copied().unwrap_or(0);
    let safe = Value::Exact(Ratio::new(unique.into(), units.into())?);
    if unique == 0 {
        return Ok(Estimate {
            share: safe,
            used: estimator.name(),
        });
    }
    let (population, fraction) = match sampling {
        Sampling::Fraction(text) => {
            let fraction = decimal(text)?;
            if fraction == Ratio::ZERO || fraction >= Ratio::whole(1) {
                return Err(Error::usage(format!(
                    "the sampling fraction is {text}; it must be above 0 and below 1"
                )));
            }
            (units as f64 / float(fraction), float(fraction))
        }
        Sampling::PopulationSize(size) => {
            if *size <= units {
                return Err(Error::usage(format!(
                    "the population has {size} units; it must have more than the {units} of the table"
                )));
            }
            (*size as f64, units as f64 / *size as f64)
        }
    };
    let classes = sizes.values().map(|classes| *classes as f64).sum();
    let sample = Sample {
        sizes,
        n: units as f64,
        classes,
        population,
        fraction,
    };
    let (share, used) = match estimator {
        UniquenessEstimator::Zayatz => (Some(zayatz::share(&sample)), "zayatz"),
        UniquenessEstimator::Pitman => (pitman::share(&sample), "pitman"),
        UniquenessEstimator::Snb => (snb::share(&sample), "snb"),
        UniquenessEstimator::Dankar => by_rule(&sample),
    };
    match share.filter(|share| share.is_finite() && *share >= 0.0) {
        Some(share) => Ok(Estimate {
            share: over(share.min(1.0))?,
            used,
        }),
        None => Ok(Estimate {
            share: safe,
            used: "sample-uniqueness",
        }),
    }
}

/// Pitman for small fractions, else the smaller of Zayatz and the slide negative binomial where
/// that is defined.
fn by_rule(sample: &Sample<'_>) -> (Option<f64>, &'static str) {
    if sample.fraction <= SMALL_FRACTION {
        return (pitman::share(sample), "pitman");
    }
    let zayatz = zayatz::share(sample);
    match snb::share(sample) {
        Some(snb) if snb < zayatz => (Some(snb), "snb"),
        _ => (Some(zayatz), "zayatz"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes(pairs: &[(u64, u64)]) -> BTreeMap<u64, u64> {
        pairs.iter().copied().collect()
    }

    fn value(
        pairs: &[(u64, u64)],
        estimator: UniquenessEstimator,
        fraction: &str,
    ) -> (f64, &'static str) {
        let found = estimate(
            &sizes(pairs),
            estimator,
            &Sampling::Fraction(fraction.into()),
        )
        .unwrap();
        (float(found.share.ratio().unwrap()), found.used)
    }

    /// A population with a known number of uniques, and the class sizes that are expected in a
    /// sample of it: sizes follow the slide negative binomial, so its estimator must find the
    /// uniques again.
    #[test]
    fn the_model_finds_its_own_parameters() {
        let (k, alpha, beta, pi) = (1e6f64, 0.8f64, 0.3f64, 0.3f64);
        // Population classes of size j, then binomial thinning.
        let mut expected = vec![0.0f64; 400];
        let mut p = beta.powf(alpha);
        let mut population = 0.0;
        for j in 1..400usize {
            population += k * p * j as f64;
            let mut thinned = (1.0 - pi).powi(j as i32);
            for (f, classes) in expected.iter_mut().enumerate().take(j + 1).skip(1) {
                thinned *= (j - f + 1) as f64 / f as f64 * pi / (1.0 - pi);
                *classes += k * p * thinned;
            }
            p *= (alpha + j as f64 - 1.0) / j as f64 * (1.0 - beta);
        }
        let pairs: BTreeMap<u64, u64> = expected
            .iter()
            .enumerate()
            .map(|(f, e)| (f as u64, e.round() as u64))
            .filter(|(f, e)| *f > 0 && *e > 0)
            .collect();
        let found = estimate(
            &pairs,
            UniquenessEstimator::Snb,
            &Sampling::Fraction("0.3".into()),
        )
        .unwrap();
        let share = float(found.share.ratio().unwrap());
        let truth = k * beta.powf(alpha) / population;
        // The number of classes is an estimate of its own, here 5 % too large, so the parameters
        // are met only nearly.
        assert!(
            (share / truth - 1.0).abs() < 0.15,
            "{share} against {truth}"
        );
    }

    #[test]
    fn estimates_fall_with_the_sampling_fraction_and_stay_below_the_sample() {
        let table = [
            (1, 600),
            (2, 90),
            (3, 30),
            (4, 20),
            (6, 15),
            (10, 10),
            (40, 3),
        ];
        let unique = 600.0
            / table
                .iter()
                .map(|(size, classes)| size * classes)
                .sum::<u64>() as f64;
        for estimator in [UniquenessEstimator::Zayatz, UniquenessEstimator::Pitman] {
            let mut last = 1.0;
            for fraction in ["0.9", "0.5", "0.2", "0.05", "0.01"] {
                let (share, used) = value(&table, estimator, fraction);
                assert_eq!(used, estimator.name());
                assert!(
                    share > 0.0 && share < unique && share < last,
                    "{estimator:?} at {fraction}: {share} after {last}"
                );
                last = share;
            }
        }
        for (fraction, chosen) in [
            ("0.05", UniquenessEstimator::Pitman),
            ("0.1", UniquenessEstimator::Pitman),
        ] {
            assert_eq!(
                value(&table, UniquenessEstimator::Dankar, fraction),
                value(&table, chosen, fraction)
            );
        }
        let smaller = value(&table, UniquenessEstimator::Zayatz, "0.5")
            .0
            .min(value(&table, UniquenessEstimator::Snb, "0.5").0);
        assert_eq!(value(&table, UniquenessEstimator::Dankar, "0.5").0, smaller);
    }

    #[test]
    fn undefined_estimates_fall_back_on_the_sample() {
        assert_eq!(
            value(&[(1, 10)], UniquenessEstimator::Pitman, "0.1"),
            (1.0, "sample-uniqueness")
        );
        assert_eq!(
            value(&[(1, 4), (3, 2)], UniquenessEstimator::Snb, "0.1"),
            (0.4, "sample-uniqueness")
        );
        assert_eq!(
            value(&[(2, 4)], UniquenessEstimator::Pitman, "0.1"),
            (0.0, "pitman")
        );
        assert!(
            estimate(
                &sizes(&[(1, 4)]),
                UniquenessEstimator::Zayatz,
                &Sampling::PopulationSize(4)
            )
            .is_err()
        );
        assert!(
            estimate(
                &sizes(&[(1, 4)]),
                UniquenessEstimator::Zayatz,
                &Sampling::Fraction("1".into())
            )
            .is_err()
        );
    }
}
