//! Sums and ratios of the gamma family that keep their digits where differences of the textbook
//! functions would lose them.

/// From here on the asymptotic series below are good to the last place.
const FAR: f64 = 16.0;

/// B_2k / 2k for the series of the digamma function.
const DIGAMMA: [f64; 5] = [
    1.0 / 12.0,
    -1.0 / 120.0,
    1.0 / 252.0,
    -1.0 / 240.0,
    1.0 / 132.0,
];

/// B_2k / (2k (2k - 1)) for Stirling's series.
const STIRLING: [f64; 5] = [
    1.0 / 12.0,
    -1.0 / 360.0,
    1.0 / 1260.0,
    -1.0 / 1680.0,
    1.0 / 1188.0,
];

/// 1/x + 1/(x+1) + .. with `terms` terms, for x > 0: psi(x + terms) - psi(x).
pub(super) fn harmonic(mut x: f64, mut terms: f64) -> f64 {
    let mut sum = 0.0;
    while terms > 0.0 && (x < FAR || terms < 8.0) {
        sum += 1.0 / x;
        x += 1.0;
        terms -= 1.0;
    }
    if terms <= 0.0 {
        return sum;
    }
    let end = x + terms;
    let mut series = 0.0;
    let (inverse, inverse_end) = (1.0 / (x * x), 1.0 / (end * end));
    let (mut power, mut power_end) = (inverse, inverse_end);
    for coefficient in DIGAMMA {
        series += coefficient * (power - power_end);
        power *= inverse;
        power_end *= inverse_end;
    }
    sum + ((terms / x).ln_1p() + (0.5 * terms / x / end + series))
}

/// 1/(y+1) + 2/(y+2) + .. with `terms` terms, for y > -1.
pub(super) fn weighted_harmonic(y: f64, terms: f64) -> f64 {
    if terms < 32.0 {
        return (1..=terms as u32)
            .map(|i| f64::from(i) / (y + f64::from(i)))
            .sum();
    }
    if y < FAR {
        return terms - y * harmonic(y + 1.0, terms);
    }
    // Euler and Maclaurin for t / (y + t): the integral, half the last term, and derivatives at
    // both ends.
    let end = y + terms;
    let mut series = 0.0;
    let (inverse, inverse_end) = (1.0 / (y * y), 1.0 / (end * end));
    let (mut power, mut power_end) = (1.0 / y, y / end / end);
    for coefficient in DIGAMMA {
        series += coefficient * (power_end - power);
        power *= inverse;
        power_end *= inverse_end;
    }
    y * less_ln_1p(terms / y) + (0.5 * terms / end + series)
}

/// r - ln(1 + r), for r >= 0.
fn less_ln_1p(r: f64) -> f64 {
    if r > 0.05 {
        return r - r.ln_1p();
    }
    (2..16).rev().fold(0.0, |sum, k| {
        (if k % 2 == 0 { 1.0 } else { -1.0 }) / f64::from(k) + r * sum
    }) * r
        * r
}

/// ln(G(x + a) / G(x)) for x > 0 and 0 <= a <= 1.
pub(super) fn ln_gamma_ratio(mut x: f64, a: f64) -> f64 {
    let mut sum = 0.0;
    while x < FAR {
        sum -= (a / x).ln_1p();
        x += 1.0;
    }
    let end = x + a;
    let (mut power, mut power_end) = (1.0 / x, 1.0 / end);
    let mut series = 0.0;
    for coefficient in STIRLING {
        series += coefficient * (power_end - power);
        power /= x * x;
        power_end /= end * end;
    }
    sum + (a * x.ln() + ((end - 0.5) * (a / x).ln_1p() - a) + series)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: f64, known: f64) {
        assert!(
            (found - known).abs() <= 1e-12 * known.abs().max(1e-3),
            "{found} is not {known}"
        );
    }

    #[test]
    fn harmonic_numbers() {
        close(harmonic(1.0, 10.0), 7381.0 / 2520.0);
        close(harmonic(1.0, 100.0), 5.187377517639621);
        close(harmonic(1.0, 1e6), 14.392726722865724);
        // psi(1) - psi(1/2) = 2 ln 2, up to 1/(2 terms).
        close(
            harmonic(0.5, 1e15) - harmonic(1.0, 1e15),
            2.0 * std::f64::consts::LN_2,
        );
        // psi(3/4) - psi(1/4) = pi.
        close(
            harmonic(0.25, 1e16) - harmonic(0.75, 1e16),
            std::f64::consts::PI,
        );
        assert_eq!(harmonic(3.0, 0.0), 0.0);
        close(harmonic(1e20, 50.0), 5e-19);
    }

    #[test]
    fn sums_term_by_term() {
        for x in [1e-6, 0.3, 1.0, 2.7, 15.9, 16.0, 40.0, 3e3, 7e8] {
            for terms in [1u32, 2, 7, 8, 31, 32, 33, 100, 5000] {
                let direct: f64 = (0..terms).rev().map(|i| 1.0 / (x + f64::from(i))).sum();
                close(harmonic(x, terms.into()) / direct, 1.0);
                for y in [x, x - 0.9] {
                    let direct: f64 = (1..=terms).map(|i| f64::from(i) / (y + f64::from(i))).sum();
                    close(weighted_harmonic(y, terms.into()) / direct, 1.0);
                }
            }
        }
        // Terms i / y in the limit: 5050 / y.
        close(weighted_harmonic(1e14, 100.0) * 1e14 / 5050.0, 1.0);
    }

    #[test]
    fn gamma_ratios() {
        let root_pi = std::f64::consts::PI.sqrt();
        close(ln_gamma_ratio(0.5, 0.5), -root_pi.ln()); // G(1) / G(1/2)
        close(ln_gamma_ratio(1.0, 0.5), (root_pi / 2.0).ln());
        close(
            ln_gamma_ratio(10.0, 0.5),
            (root_pi * 654_729_075.0 / 1024.0 / 362_880.0).ln(),
        ); // G(10.5) = 19!! / 2^10 root pi
        for x in [1e-3f64, 0.7, 5.0, 15.5, 16.5, 1e3, 1e9] {
            close(ln_gamma_ratio(x, 1.0), x.ln());
            close(ln_gamma_ratio(x, 0.0), 0.0);
            close(
                ln_gamma_ratio(x, 0.4) + ln_gamma_ratio(x + 0.4, 0.6),
                x.ln(),
            );
        }
    }
}
