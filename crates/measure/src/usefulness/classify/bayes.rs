//! Naive Bayes.

use super::predictor::Predictor;
use super::samples::Samples;
use equipoise_release::{Domain, ValueSet};

/// Naive Bayes on counts.
///
/// # Formula
/// The label with the largest p(label) times the product over features of p(region | label), of
/// those that were seen in training. Rows of a region are spread evenly over its values that occur
/// in the original, each such value of each label gets one more, and the probability of a region is
/// the sum over its values.
///
/// # Departs
/// From making two features of the bounds of a region: a value of the original hardly ever is such
/// a bound, so a model of bounds could not be tested on the original, and unordered columns have
/// none.
///
/// # Cost
/// O(samples x features) to train, O(features x labels) to predict.
#[derive(Debug)]
pub(super) struct NaiveBayes {
    /// Logarithms of the share of each label; minus infinity for one that was not seen.
    priors: Vec<f64>,
    /// `[feature][label]`: rows, with those added, of all values before each.
    before: Vec<Vec<Vec<f64>>>,
}

impl NaiveBayes {
    pub(super) fn train(samples: &Samples, weights: &[u64]) -> Self {
        let labels = samples.target.regions.len();
        let mut rows = vec![0_u64; labels];
        weights
            .iter()
            .zip(&samples.target.codes)
            .for_each(|(&weight, &label)| rows[label as usize] += weight);
        let total = rows.iter().sum::<u64>() as f64;
        let priors = rows
            .iter()
            .map(|&rows| (rows as f64 / total).ln())
            .collect();
        let before = samples.features.iter().map(|feature| {
            let mut counts = vec![0_u64; feature.regions.len() * labels];
            for (sample, &weight) in weights.iter().enumerate() {
                counts[feature.codes[sample] as usize * labels
                    + samples.target.codes[sample] as usize] += weight;
            }
            let of_label = |label: usize| {
                running(
                    &feature.regions,
                    |region| counts[region * labels + label],
                    &feature.domain,
                )
            };
            (0..labels).map(of_label).collect()
        });
        NaiveBayes {
            priors,
            before: before.collect(),
        }
    }
}

/// Rows of all values before each, where rows of a region are spread evenly over its values that
/// occur and each value that occurs has one row more.
fn running(regions: &[ValueSet], rows: impl Fn(usize) -> u64, domain: &Domain) -> Vec<f64> {
    let values = domain.values() as usize;
    let mut steps = vec![0.0; values + 1];
    for (at, region) in regions.iter().enumerate() {
        let each = rows(at) as f64 / f64::from(domain.size(region).max(1));
        for run in region.runs() {
            steps[run.first as usize] += each;
            steps[run.last as usize + 1] -= each;
        }
    }
    let (mut each, mut before, mut list) = (0.0, 0.0, Vec::with_capacity(values + 1));
    for (value, step) in (0..).zip(steps) {
        list.push(before);
        each += step;
        if domain.occurs(value) {
            before += each + 1.0;
        }
    }
    list
}

impl Predictor for NaiveBayes {
    fn predict(&self, features: &[&ValueSet]) -> usize {
        let log = |label: usize| {
            let of_feature = |(before, region): (&Vec<Vec<f64>>, &&ValueSet)| {
                let before = &before[label];
                let of_runs = region
                    .runs()
                    .map(|run| before[run.last as usize + 1] - before[run.first as usize]);
                (of_runs.sum::<f64>() / before[before.len() - 1]).ln()
            };
            self.priors[label]
                + self
                    .before
                    .iter()
                    .zip(features)
                    .map(of_feature)
                    .sum::<f64>()
        };
        let mut best = (0, f64::NEG_INFINITY);
        for label in 0..self.priors.len() {
            let log = log(label);
            if log > best.1 {
                best = (label, log);
            }
        }
        best.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use equipoise_data::Random;

    /// Rows of regions are spread, summed and smoothed as the formula says.
    #[test]
    fn running_sums_are_those_of_single_values() {
        let mut random = Random::new(2);
        for _ in 0..200 {
            let values = 1 + random.place(9);
            let occurs: Vec<bool> = (0..values).map(|_| random.below(4) > 0).collect();
            let domain = Domain::with_occurring(&occurs);
            let region = |random: &mut Random| {
                let values = (0..1 + random.place(3)).map(|_| random.place(values) as u32);
                ValueSet::of_values(values.collect::<Vec<_>>()).unwrap()
            };
            let regions: Vec<ValueSet> = (0..1 + random.place(5))
                .map(|_| region(&mut random))
                .collect();
            let rows: Vec<u64> = regions.iter().map(|_| random.below(9)).collect();
            let found = running(&regions, |at| rows[at], &domain);
            let of_value = |value: usize| {
                if !occurs[value] {
                    return 0.0;
                }
                let covering = regions
                    .iter()
                    .zip(&rows)
                    .filter(|(region, _)| region.contains(value as u32));
                let size =
                    |region: &ValueSet| region.values().filter(|&v| occurs[v as usize]).count();
                1.0 + covering
                    .map(|(region, &rows)| rows as f64 / size(region) as f64)
                    .sum::<f64>()
            };
            assert_eq!(found.len(), values + 1);
            for (end, found) in found.into_iter().enumerate() {
                assert!((found - (0..end).map(of_value).sum::<f64>()).abs() < 1e-9);
            }
        }
    }

    /// One feature of three values: 3 rows of label 0 shown as the first two values, 1 row of label
    /// 1 as the last.
    #[test]
    fn the_more_likely_label_is_predicted() {
        let (domain, first) = (Domain::new(3), ValueSet::of_values([0, 1]).unwrap());
        let before = vec![vec![
            running(std::slice::from_ref(&first), |_| 3, &domain),
            running(&[ValueSet::leaf(2)], |_| 1, &domain),
        ]];
        let model = NaiveBayes {
            priors: vec![0.75_f64.ln(), 0.25_f64.ln()],
            before,
        };
        // p(first | 0) = 2.5/6 and p(first | 1) = 1/4; p(last | 0) = 1/6 and p(last | 1) = 2/4.
        assert_eq!(model.predict(&[&ValueSet::leaf(0)]), 0);
        assert_eq!(
            model.predict(&[&ValueSet::all(3)]),
            0,
            "nothing is known but the shares of labels"
        );
        let even = NaiveBayes {
            priors: vec![0.5_f64.ln(); 2],
            ..model
        };
        assert_eq!(even.predict(&[&ValueSet::leaf(2)]), 1);
        assert_eq!(even.predict(&[&first]), 0);
    }
}
