//! The logarithm of the gamma function and its derivative, for arguments above 0: shifted up, then
//! the asymptotic series.

/// From here on the series are exact to the last place or two.
const FAR: f64 = 16.0;

/// The derivative of the logarithm of the gamma function.
pub(crate) fn digamma(mut x: f64) -> f64 {
    let mut shift = 0.0;
    while x < FAR {
        shift -= 1.0 / x;
        x += 1.0;
    }
    let y = 1.0 / (x * x);
    let series = y
        * (1.0 / 12.0
            - y * (1.0 / 120.0
                - y * (1.0 / 252.0
                    - y * (1.0 / 240.0 - y * (1.0 / 132.0 - y * 691.0 / 32_760.0)))));
    shift + x.ln() - 0.5 / x - series
}

/// The logarithm of the gamma function.
pub(crate) fn ln_gamma(mut x: f64) -> f64 {
    let mut shift = 1.0;
    while x < FAR {
        shift *= x;
        x += 1.0;
    }
    let y = 1.0 / (x * x);
    let series =
        (1.0 / 12.0 - y * (1.0 / 360.0 - y * (1.0 / 1260.0 - y * (1.0 / 1680.0 - y / 1188.0)))) / x;
    (x - 0.5) * x.ln() - x + 0.5 * std::f64::consts::TAU.ln() + series - shift.ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digamma_has_its_known_values() {
        const EULER: f64 = 0.577_215_664_901_532_9;
        for (x, value) in [
            (1.0, -EULER),
            (0.5, -EULER - 4f64.ln()),
            (2.0, 1.0 - EULER),
            (100.5, 4.605_174_352_581_845),
        ] {
            assert!((digamma(x) - value).abs() < 1e-13, "{x}");
        }
    }

    #[test]
    fn gamma_has_its_known_values() {
        let mut factorial = 1.0f64;
        for n in 1..60 {
            assert!(
                (ln_gamma(f64::from(n)) - factorial.ln()).abs() < 1e-12 * (1.0 + factorial.ln()),
                "{n}"
            );
            factorial *= f64::from(n);
        }
        assert!((ln_gamma(0.5) - std::f64::consts::PI.sqrt().ln()).abs() < 1e-14);
    }
}
