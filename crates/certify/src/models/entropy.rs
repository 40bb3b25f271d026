//! The exponential of an entropy, and when it is a fraction.
//!
//! With N units, `r` of each value, the exponential of Shannon's entropy is the N-th root of the
//! product of (N/r)^r. By unique factorization it is a fraction exactly when N divides the exponent
//! of every prime in that product. Only then can a class tie with a decimal parameter, so ties are
//! decided without rounding.

use crate::float::{float, under};
use crate::gamma::digamma;
use crate::measured::Value;
use crate::{Error, Ratio, Result};
use hashbrown::HashMap;
use std::collections::BTreeMap;

/// How close a class must be to the parameter before it is factorized.
const NEAR: f64 = 1e-6;

/// Exponential of Shannon's entropy. Exact where all values are equally frequent, and where it ties
/// with `asked`.
pub(super) fn shannon(units: &[u64], asked: Ratio, factors: &mut Factors) -> Result<Value> {
    if units.windows(2).all(|pair| pair[0] == pair[1]) {
        return Ok(Value::whole(units.len() as u64));
    }
    let total: u64 = units.iter().sum();
    let n = total as f64;
    // Each term is at least 0, so nothing cancels.
    let entropy: f64 = units
        .iter()
        .map(|r| *r as f64 / n * (n / *r as f64).ln())
        .sum();
    let value = entropy.exp();
    let near = float(asked);
    if (value - near).abs() <= NEAR * near
        && let Some(root) = factors.root(units, total)
        && root == asked
    {
        return Ok(Value::Exact(root));
    }
    under(value)
}

/// Exponential of Grassberger's estimate: ln N - (1/N) sum of r G(r), where G(r) = psi(r) + (-1)^r
/// [psi((r+1)/2) - psi(r/2)] / 2.
pub(super) fn grassberger(units: &[u64]) -> Result<Value> {
    let n = units.iter().sum::<u64>() as f64;
    // As ln N is the mean of itself, the differences are summed: they are small where ln N is
    // large.
    let entropy: f64 = units.iter().map(|r| *r as f64 / n * (n.ln() - g(*r))).sum();
    under(entropy.exp())
}

/// By the duplication formula of psi, G(r) = psi(floor(r/2) + 1/2) + ln 2.
fn g(r: u64) -> f64 {
    digamma((r / 2) as f64 + 0.5) + std::f64::consts::LN_2
}

/// Prime factors of counts; classes have the same few counts again and again.
#[derive(Default)]
pub(super) struct Factors(HashMap<u64, Vec<(u64, u32)>>);

impl Factors {
    fn of(&mut self, number: u64) -> &[(u64, u32)] {
        self.0.entry(number).or_insert_with(|| factorize(number))
    }

    /// The N-th root of the product of (N/r)^r where it is a fraction that fits.
    fn root(&mut self, units: &[u64], total: u64) -> Option<Ratio> {
        let mut exponents: BTreeMap<u64, i128> = BTreeMap::new();
        for (prime, times) in self.of(total) {
            *exponents.entry(*prime).or_default() += i128::from(total) * i128::from(*times);
        }
        for r in units {
            for (prime, times) in self.of(*r) {
                *exponents.entry(*prime).or_default() -= i128::from(*r) * i128::from(*times);
            }
        }
        let (mut num, mut den) = (1u128, 1u128);
        for (prime, exponent) in exponents {
            if exponent % i128::from(total) != 0 {
                return None;
            }
            let exponent = exponent / i128::from(total);
            let power =
                u128::from(prime).checked_pow(u32::try_from(exponent.unsigned_abs()).ok()?)?;
            let side = if exponent > 0 { &mut num } else { &mut den };
            *side = side.checked_mul(power)?;
        }
        Ratio::new(num, den).map_err(|_: Error| ()).ok()
    }
}

/// By trial division, which is quick for counts of units.
fn factorize(mut number: u64) -> Vec<(u64, u32)> {
    let mut factors = Vec::new();
    let mut prime = 2;
    while prime <= number / prime {
        let mut times = 0;
        while number.is_multiple_of(prime) {
            number /= prime;
            times += 1;
        }
        if times > 0 {
            factors.push((prime, times));
        }
        prime += if prime == 2 { 1 } else { 2 };
    }
    if number > 1 {
        factors.push((number, 1));
    }
    factors
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_are_exact_and_near_misses_are_not() {
        let four = Ratio::whole(4);
        let mut factors = Factors::default();
        // Shares 1/2, 1/8, 1/8, 1/8, 1/8: two bits.
        assert_eq!(
            shannon(&[4, 1, 1, 1, 1], four, &mut factors).unwrap(),
            Value::Exact(four)
        );
        assert_eq!(
            shannon(
                &[4_000_000, 1_000_000, 1_000_000, 1_000_000, 1_000_000],
                four,
                &mut factors
            )
            .unwrap(),
            Value::Exact(four)
        );
        let off = shannon(
            &[4_000_001, 1_000_000, 1_000_000, 1_000_000, 1_000_000],
            four,
            &mut factors,
        )
        .unwrap();
        assert!(matches!(off, Value::Rounded(value) if value < four));
        assert_eq!(
            shannon(&[7, 7, 7], four, &mut factors).unwrap(),
            Value::whole(3)
        );
    }

    /// The definition with three values of psi, against the short form.
    #[test]
    fn g_is_as_published() {
        for r in 1..60u64 {
            let x = r as f64;
            let sign = if r % 2 == 0 { 0.5 } else { -0.5 };
            let published = digamma(x) + sign * (digamma((x + 1.0) / 2.0) - digamma(x / 2.0));
            assert!((g(r) - published).abs() < 1e-12, "{r}");
        }
    }

    #[test]
    fn factors_multiply_to_the_number() {
        for number in (1..3000).chain([1 << 40, 1_000_003 * 1_000_033]) {
            let product: u64 = factorize(number)
                .iter()
                .map(|(prime, times)| prime.pow(*times))
                .product();
            assert_eq!(product, number);
        }
    }
}
