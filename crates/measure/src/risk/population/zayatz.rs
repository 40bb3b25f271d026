//! Zayatz: Bayes with the sizes of the sample's classes as prior.

use super::sample::{Found, Sample};

/// Below this a product adds nothing to any sum of counts, and would stop shrinking soon.
const NEGLIGIBLE: f64 = 1e-280;

/// With h_j / h_1 = j (N - n)(N - n - 1) .. (N - n - j + 2) / ((N - 1)(N - 2) .. (N - j + 1)) the
/// probability that a sample unique is a population unique is F_1 / sum of F_j h_j / h_1. Takes as
/// many steps as the largest class has units, at most.
pub(super) fn estimate(sample: &Sample) -> Found {
    let (people, units, uniques) = (
        sample.population,
        sample.units as f64,
        sample.of_size(1) as f64,
    );
    let (mut sum, mut doubt) = (0.0, 0.0);
    // The product for a class of `reached` units.
    let (mut product, mut reached) = (1.0, 1u64);
    for &(size, classes) in &sample.sizes {
        while reached < size && product > NEGLIGIBLE {
            let i = (reached - 1) as f64;
            product *= ((people - units - i) / (people - 1.0 - i)).max(0.0);
            reached += 1;
        }
        if product <= NEGLIGIBLE {
            break;
        }
        let term = classes as f64 * size as f64 * product;
        sum += term;
        // Each factor is off by at most four units in the last place (two differences, a quotient,
        // a product).
        doubt += term * (4.0 * size as f64 + 4.0);
    }
    let share = uniques * uniques / (sum * units);
    let terms = sample.sizes.len() as f64;
    Ok((share, share * f64::EPSILON * (doubt / sum + terms + 8.0)))
}
