//! Grassberger's correction of the entropy of small samples.

use std::f64::consts::LN_2;

/// G(n) = psi(n) + (-1)^n / 2 [psi((n + 1) / 2) - psi(n / 2)].
///
/// Even and odd n have a common form, psi(floor(n / 2) + 1/2) + ln 2: for even n by the duplication
/// formula 2 psi(n) = psi(n / 2) + psi((n + 1) / 2) + 2 ln 2, and for odd n by the same formula
/// with the sign turned.
pub(super) fn g(n: u64) -> f64 {
    digamma((n / 2) as f64 + 0.5) + LN_2
}

/// The derivative of ln gamma, for x > 0: shifted up by psi(x) = psi(x + 1) - 1/x, then by its
/// asymptotic series, whose first left-out term is below 1e-17 from 12 on.
fn digamma(mut x: f64) -> f64 {
    let mut shift = 0.0;
    while x < 12.0 {
        shift += 1.0 / x;
        x += 1.0;
    }
    let y = 1.0 / (x * x);
    let series = y
        * (1.0 / 12.0
            - y * (1.0 / 120.0
                - y * (1.0 / 252.0
                    - y * (1.0 / 240.0 - y * (1.0 / 132.0 - y * (691.0 / 32760.0 - y / 12.0))))));
    x.ln() - 0.5 / x - series - shift
}

#[cfg(test)]
mod tests {
    use super::*;

    const EULER: f64 = 0.577_215_664_901_532_9;

    #[test]
    fn digamma_at_known_places() {
        assert!((digamma(1.0) + EULER).abs() < 1e-14);
        assert!((digamma(0.5) + EULER + 2.0 * LN_2).abs() < 1e-14);
        let harmonic: f64 = (1..100).map(|k| 1.0 / f64::from(k)).sum();
        assert!((digamma(100.0) - (harmonic - EULER)).abs() < 1e-13);
    }

    /// Against the definition, and the values of the paper: G(1) = -gamma - ln 2, G(2) = 2 - gamma
    /// - ln 2.
    #[test]
    fn g_is_as_defined() {
        assert!((g(1) + EULER + LN_2).abs() < 1e-14);
        assert!((g(2) - (2.0 - EULER - LN_2)).abs() < 1e-14);
        for n in 1..400u64 {
            let x = n as f64;
            let sign = if n % 2 == 0 { 0.5 } else { -0.5 };
            let defined = digamma(x) + sign * (digamma((x + 1.0) / 2.0) - digamma(x / 2.0));
            assert!((g(n) - defined).abs() < 1e-13, "n = {n}");
        }
    }
}
