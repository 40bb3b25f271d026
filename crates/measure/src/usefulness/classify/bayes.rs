//! Naive Bayes.

use super::Model;
use super::samples::Samples;
use equipoise_data::Region;

/// Naive Bayes on counts.
///
/// # Formula
/// The label with the largest p(label) times the product over features of p(region | label), of those that were seen in training. Rows of a
/// region are spread evenly over its values, each value of each label gets one more, and the probability of a region is the sum over its values.
///
/// # Departs
/// From making two features of the bounds of a region: a value of the original hardly ever is such a bound, so a model of bounds could not
/// be tested on the original, and unordered columns have none.
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
        weights.iter().zip(&samples.target.codes).for_each(|(&weight, &label)| rows[label as usize] += weight);
        let total = rows.iter().sum::<u64>() as f64;
        let priors = rows.iter().map(|&rows| (rows as f64 / total).ln()).collect();
        let before = samples.features.iter().map(|feature| {
            let mut counts = vec![0_u64; feature.regions.len() * labels];
            for (sample, &weight) in weights.iter().enumerate() {
                counts[feature.codes[sample] as usize * labels + samples.target.codes[sample] as usize] += weight;
            }
            let of_label = |label: usize| running(&feature.regions, |region| counts[region * labels + label], feature.values as usize);
            (0..labels).map(of_label).collect()
        });
        NaiveBayes { priors, before: before.collect() }
    }
}

/// Rows of all values before each, where rows of a region are spread evenly over its values and each value has one row more.
fn running(regions: &[Region], rows: impl Fn(usize) -> u64, values: usize) -> Vec<f64> {
    let mut steps = vec![0.0; values + 1];
    for (at, region) in regions.iter().enumerate() {
        let each = rows(at) as f64 / region.len() as f64;
        steps[region.first as usize] += each;
        steps[region.last as usize + 1] -= each;
    }
    let (mut each, mut before, mut list) = (0.0, 0.0, Vec::with_capacity(values + 1));
    for step in steps {
        list.push(before);
        each += step;
        before += each + 1.0;
    }
    list
}

impl Model for NaiveBayes {
    fn predict(&self, features: &[Region]) -> usize {
        let log = |label: usize| {
            let of_feature = |(before, region): (&Vec<Vec<f64>>, &Region)| {
                let before = &before[label];
                let here = before[region.last as usize + 1] - before[region.first as usize];
                (here / before[before.len() - 1]).ln()
            };
            self.priors[label] + self.before.iter().zip(features).map(of_feature).sum::<f64>()
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
