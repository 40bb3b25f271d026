//! Zayatz: population classes are supposed to have the sizes of sample classes, and a unit that is
//! unique in the sample to come from a class of any size with the probability that sampling without
//! replacement gives it.

use super::sample::Sample;

/// With s classes of size 1 in a sample of n: s/n times the probability that a class of one sampled
/// unit has one in the population.
pub(super) fn share(sample: &Sample<'_>) -> f64 {
    let rest = sample.population - sample.n;
    // Sampling one of j units, relative to sampling a single one: j times the product of (N - n + 1
    // - i) / (N - i) for i below j.
    let (mut product, mut reached, mut sum) = (1.0, 1u64, 0.0);
    for (&size, &classes) in sample.sizes {
        while reached < size && product > 0.0 {
            let i = reached as f64;
            product *= ((rest + 1.0 - i) / (sample.population - i)).max(0.0);
            reached += 1;
        }
        sum += classes as f64 * size as f64 * product;
    }
    sample.of_size(1) / sample.n * (sample.of_size(1) / sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Binomial coefficients of the hypergeometric distribution, written out.
    #[test]
    fn it_is_bayes_rule_with_hypergeometric_sampling() {
        let choose = |n: u64, k: u64| {
            (0..k).fold(1.0, |product, i| product * (n - i) as f64 / (i + 1) as f64)
        };
        let sizes = [(1, 5), (2, 3), (4, 1)].into_iter().collect();
        let (n, population) = (15u64, 40u64);
        let sample = Sample {
            sizes: &sizes,
            n: 15.0,
            classes: 9.0,
            population: 40.0,
            fraction: 15.0 / 40.0,
        };
        let once = |j: u64| j as f64 * choose(population - j, n - 1) / choose(population, n);
        let probability = 5.0 * once(1) / (5.0 * once(1) + 3.0 * once(2) + once(4));
        assert!((share(&sample) - 5.0 * probability / 15.0).abs() < 1e-14);
    }
}
