//! The arithmetic of the class models, on counts.

use crate::{OracleEstimator, OracleLog, OracleMeasured, ReducedFraction};
use std::collections::BTreeMap;

/// Units over the units of the most frequent known value; 0 without a known value.
pub(crate) fn probabilistic(units: u64, known: &[u64]) -> OracleMeasured {
    match known.iter().max() {
        Some(&most) => OracleMeasured::ratio(units.into(), most.into()),
        None => OracleMeasured::whole(0),
    }
}

/// The exponential of the entropy of the known values; 0 without a known value.
pub(crate) fn entropy(known: &[u64], estimator: OracleEstimator) -> OracleMeasured {
    if known.is_empty() {
        return OracleMeasured::whole(0);
    }
    match estimator {
        OracleEstimator::Shannon => match exact_perplexity(known) {
            Some(exact) => OracleMeasured::Exact(exact),
            None => OracleMeasured::Float(shannon(known).exp()),
        },
        OracleEstimator::Grassberger => OracleMeasured::Float(grassberger(known).exp()),
    }
}

/// Minus the sum of p ln p.
pub(crate) fn shannon(counts: &[u64]) -> f64 {
    let n = counts.iter().sum::<u64>() as f64;
    counts
        .iter()
        .filter(|&&r| r > 0)
        .map(|&r| r as f64 / n)
        .map(|p| -p * p.ln())
        .sum()
}

/// The exponential of the entropy where it is a fraction.
///
/// Its N-th power is the product of (N / r)^r over the counts r, whose sum is N. By unique
/// factorization it is a fraction exactly when N divides the exponent of every prime in that
/// product.
fn exact_perplexity(counts: &[u64]) -> Option<ReducedFraction> {
    let n: u64 = counts.iter().sum();
    let mut exponents: BTreeMap<u64, i128> = BTreeMap::new();
    for (count, sign) in counts.iter().map(|&r| (r, -1)).chain([(n, 1)]) {
        for prime in primes(count) {
            *exponents.entry(prime).or_default() += sign * i128::from(count);
        }
    }
    let (mut num, mut den) = (1, 1);
    for (prime, exponent) in exponents {
        if exponent % i128::from(n) != 0 {
            return None;
        }
        let root = u32::try_from((exponent / i128::from(n)).abs()).expect("a small power");
        *if exponent > 0 { &mut num } else { &mut den } *= i128::from(prime).pow(root);
    }
    Some(ReducedFraction::new(num, den))
}

/// The prime factors, each as often as it divides.
fn primes(mut number: u64) -> Vec<u64> {
    let mut found = Vec::new();
    let mut prime = 2;
    while number > 1 {
        if number.is_multiple_of(prime) {
            found.push(prime);
            number /= prime;
        } else {
            prime += 1;
        }
    }
    found
}

/// ln N - (1/N) sum n G(n), G(n) = psi(n) + (-1)^n (psi((n + 1) / 2) - psi(n / 2)) / 2.
fn grassberger(counts: &[u64]) -> f64 {
    let g = |n: u64| {
        let sign = if n.is_multiple_of(2) { 0.5 } else { -0.5 };
        psi_of_half(2 * n) + sign * (psi_of_half(n + 1) - psi_of_half(n))
    };
    let n = counts.iter().sum::<u64>() as f64;
    n.ln() - counts.iter().map(|&r| r as f64 * g(r)).sum::<f64>() / n
}

/// The digamma function at `twice / 2`, from its values at 1/2 and 1 and from psi(x + 1) = psi(x) +
/// 1/x.
fn psi_of_half(twice: u64) -> f64 {
    const EULER: f64 = 0.577_215_664_901_532_9;
    let start = if twice.is_multiple_of(2) {
        -EULER
    } else {
        -EULER - 2.0 * 2f64.ln()
    };
    let first = if twice.is_multiple_of(2) { 2 } else { 1 };
    start
        + (first..twice)
            .step_by(2)
            .map(|t| 2.0 / t as f64)
            .sum::<f64>()
}

/// r_1 / (r_l + ... + r_m); infinite with fewer than l known values.
pub(crate) fn recursive(known: &[u64], l: u64) -> OracleMeasured {
    let mut falling = known.to_vec();
    falling.sort_unstable_by(|a, b| b.cmp(a));
    let rare: u64 = falling.iter().skip(l as usize - 1).sum();
    if rare == 0 {
        OracleMeasured::Infinite
    } else {
        OracleMeasured::ratio(falling[0].into(), rare.into())
    }
}

/// The greatest share of the units; 0 when no value is counted.
pub(crate) fn greatest_share(units: u64, counts: &[u64]) -> ReducedFraction {
    ReducedFraction::new(
        counts.iter().max().copied().unwrap_or(0).into(),
        units.into(),
    )
}

/// p_s / q_s for each value of the input.
fn ratios(p: &[u64], q: &[u64]) -> Vec<ReducedFraction> {
    let (p_sum, q_sum) = (p.iter().sum::<u64>(), q.iter().sum::<u64>());
    let ratio = |(&p, &q): (&u64, &u64)| {
        ReducedFraction::new(
            i128::from(p) * i128::from(q_sum),
            i128::from(p_sum) * i128::from(q),
        )
    };
    p.iter().zip(q).map(ratio).collect()
}

/// The greatest |log(p_s / q_s)|. A value that is absent from the class makes it infinite or, on
/// request, does not count.
pub(crate) fn log_ratio(
    p: &[u64],
    q: &[u64],
    log: OracleLog,
    absent_counts: bool,
) -> OracleMeasured {
    let all = ratios(p, q);
    if absent_counts && all.iter().any(|ratio| ratio.num == 0) {
        return OracleMeasured::Infinite;
    }
    let upright = |ratio: &ReducedFraction| {
        if ratio.num < ratio.den {
            ReducedFraction::new(ratio.den, ratio.num)
        } else {
            *ratio
        }
    };
    let greatest = all
        .iter()
        .filter(|ratio| ratio.num > 0)
        .map(upright)
        .max()
        .expect("a class has a value");
    // The logarithm of a fraction is one itself only for 1 and, to the base 2, for whole powers of
    // 2.
    let power_of_two = greatest.den == 1 && greatest.num.count_ones() == 1;
    match log {
        OracleLog::Natural if greatest == ReducedFraction::whole(1) => OracleMeasured::whole(0),
        OracleLog::Natural => OracleMeasured::Float(greatest.to_f64().ln()),
        OracleLog::Binary if power_of_two => {
            OracleMeasured::whole(greatest.num.trailing_zeros().into())
        }
        OracleLog::Binary => OracleMeasured::Float(greatest.to_f64().log2()),
    }
}

/// The greatest (p_s - q_s) / q_s, at least 0. The enhanced variant: infinite when one exceeds
/// -ln(q_s).
pub(crate) fn gain(p: &[u64], q: &[u64], enhanced: bool) -> OracleMeasured {
    let q_sum = q.iter().sum::<u64>() as f64;
    let one = ReducedFraction::whole(1);
    let mut greatest = ReducedFraction::whole(0);
    for (ratio, &q) in ratios(p, q)
        .into_iter()
        .zip(q)
        .filter(|(ratio, _)| *ratio > one)
    {
        let gain = ReducedFraction::new(ratio.num - ratio.den, ratio.den);
        let ceiling = -(q as f64 / q_sum).ln();
        if enhanced && gain.to_f64() > ceiling - crate::measured::DOUBT {
            return OracleMeasured::Infinite;
        }
        greatest = greatest.max(gain);
    }
    OracleMeasured::Exact(greatest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn perplexities_that_are_fractions() {
        assert_eq!(
            exact_perplexity(&[3, 3, 3]),
            Some(ReducedFraction::whole(3))
        );
        assert_eq!(exact_perplexity(&[7]), Some(ReducedFraction::whole(1)));
        // 1/2, 1/8 x 4: 2^(1/2) x 8^(1/2) = 4.
        assert_eq!(
            exact_perplexity(&[4, 1, 1, 1, 1]),
            Some(ReducedFraction::whole(4))
        );
        assert_eq!(exact_perplexity(&[2, 1]), None);
        assert_eq!(exact_perplexity(&[49, 1]), None);
    }

    /// G(1) = G(0 + 1) = -gamma - ln 2, and G(2n + 1) = G(2n) for n > 0, as the source notes.
    #[test]
    fn digamma_and_grassberger() {
        let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-12, "{a} is not {b}");
        close(psi_of_half(2), -0.577_215_664_901_532_9);
        close(psi_of_half(1), -1.963_510_026_021_423_5);
        close(psi_of_half(4), 0.422_784_335_098_467_1);
        close(psi_of_half(3), 0.036_489_973_978_576_52);
        // One unit: ln 1 - G(1) = gamma + ln 2. Two alike: ln 2 - G(2) = ln 2 - (2 - gamma - ln 2).
        // Three alike: G(3) = G(2).
        let g1 = -0.577_215_664_901_532_9 - 2f64.ln();
        close(grassberger(&[1]), -g1);
        close(grassberger(&[2]), 2f64.ln() - (2.0 + g1));
        close(grassberger(&[3]), 3f64.ln() - (2.0 + g1));
        close(grassberger(&[5]), 5f64.ln() - (2.0 + 2.0 / 3.0 + g1));
    }
}
