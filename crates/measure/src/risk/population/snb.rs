//! The slide negative binomial model.
//!
//! With w = (1 - p) / p, z = w / (1 + pi w), v = (1 - pi) z and B = 1 / (1 + pi w) the two
//! equations are F_1 / (K pi) = B^a (1 + a v) and F_2 / (K pi^2) = B^a a z (1 + (1 + a) v / 2).
//! Their quotient rises with a and is quadratic in it, so each w has exactly one a, and what is
//! left is one equation in w.

use super::root::root;
use super::sample::{FallBack, Found, Sample};

/// What rounding can do to the equation that is solved.
const NOISE: f64 = 1e-13;

/// ln w is looked for from -30 to 30, in steps of 1/8.
const STEPS: i32 = 240;

pub(super) fn estimate(sample: &Sample) -> Found {
    let (singles, pairs) = (sample.of_size(1) as f64, sample.of_size(2) as f64);
    if sample.classes == sample.units {
        return Err(FallBack::AllUnique);
    }
    if pairs == 0.0 {
        return Err(FallBack::NoPairs);
    }
    let classes = shlosser(sample);
    let equation = Equation {
        fraction: sample.fraction,
        quotient: pairs / (singles * sample.fraction),
        singles: singles / (classes * sample.fraction),
    };
    let share = |ln: f64| classes * equation.unique_share(ln) / sample.population;
    let mut best: Option<(f64, f64)> = None;
    for step in -STEPS..STEPS {
        let (low, high) = (f64::from(step) / 8.0, f64::from(step + 1) / 8.0);
        let Some(found) = root(|ln| equation.excess(ln), low, high) else {
            continue;
        };
        let steepness =
            ((equation.excess(found.at + 1e-4) - equation.excess(found.at - 1e-4)) / 2e-4).abs();
        let doubt = found.width + (4.0 * NOISE / steepness).min(1.0);
        let value = share(found.at);
        let error = 2.0
            * (share(found.at + doubt) - value)
                .abs()
                .max((share(found.at - doubt) - value).abs())
            + value * NOISE;
        if best.is_none_or(|(most, _)| value > most) {
            best = Some((value, error));
        }
    }
    best.ok_or(FallBack::NoSolution)
}

struct Equation {
    /// pi.
    fraction: f64,
    /// The quotient of the two right sides, F_2 / (F_1 pi).
    quotient: f64,
    /// F_1 / (K pi).
    singles: f64,
}

impl Equation {
    /// The only a > 0 that gives the quotient, for ln w: z v / 2 a^2 + (z + z v / 2 - R v) a - R =
    /// 0.
    fn shape(&self, ln: f64) -> f64 {
        let (z, v) = self.odds(ln);
        let (square, linear) = (z * v / 2.0, z + z * v / 2.0 - self.quotient * v);
        let discriminant = (linear * linear + 4.0 * square * self.quotient).sqrt();
        if linear > 0.0 {
            2.0 * self.quotient / (linear + discriminant)
        } else {
            (discriminant - linear) / (2.0 * square)
        }
    }

    fn odds(&self, ln: f64) -> (f64, f64) {
        let w = ln.exp();
        let z = w / (1.0 + self.fraction * w);
        (z, (1.0 - self.fraction) * z)
    }

    /// ln of what F_1 would be, in parts of what it is.
    fn excess(&self, ln: f64) -> f64 {
        let (_, v) = self.odds(ln);
        let a = self.shape(ln);
        (a * v).ln_1p() - a * (self.fraction * ln.exp()).ln_1p() - self.singles.ln()
    }

    /// p^a, the share of classes that are unique.
    fn unique_share(&self, ln: f64) -> f64 {
        (-self.shape(ln) * ln.exp().ln_1p()).exp()
    }
}

/// The number of classes in the population: Shlosser's estimator as modified by Haas and Stokes
/// (1998, "Sh3").
fn shlosser(sample: &Sample) -> f64 {
    let q = sample.fraction;
    let (stay, grow, both) = ((-q).ln_1p(), q.ln_1p(), (-q * q).ln_1p());
    let (mut a, mut b, mut c, mut d) = (0.0, 0.0, 0.0, 0.0);
    for &(size, classes) in &sample.sizes {
        let (i, classes) = (size as f64, classes as f64);
        a += classes * i * q * q * ((i - 1.0) * both).exp();
        // (1 - q)^i ((1 + q)^i - 1), written so that neither power overflows nor the difference
        // loses digits.
        b += classes * -(i * both).exp() * (-i * grow).exp_m1();
        c += classes * (i * stay).exp();
        d += classes * i * q * ((i - 1.0) * stay).exp();
    }
    sample.classes as f64 + sample.of_size(1) as f64 * (a / b) * (c / d) * (c / d)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::risk::population::sample::Sampling;

    /// The equations against the model by definition: sums over population sizes, each thinned with
    /// probability pi.
    #[test]
    fn equations_follow_from_the_model() {
        for (a, p, pi) in [(0.7, 0.4, 0.2), (3.0, 0.8, 0.5), (0.1, 0.05, 0.03)] {
            let (mut chance, mut ones, mut twos) = (f64::powf(p, a), 0.0, 0.0);
            for size in 1..4000 {
                let j = f64::from(size);
                ones += chance * j * pi * f64::powf(1.0 - pi, j - 1.0);
                twos += chance * j * (j - 1.0) / 2.0 * pi * pi * f64::powf(1.0 - pi, j - 2.0);
                chance *= (a + j - 1.0) / j * (1.0 - p);
            }
            let ln = ((1.0 - p) / p).ln();
            let equation = Equation {
                fraction: pi,
                quotient: twos / (ones * pi),
                singles: ones / pi,
            };
            assert!(
                (equation.shape(ln) / a - 1.0).abs() < 1e-10,
                "{} {a}",
                equation.shape(ln)
            );
            assert!(equation.excess(ln).abs() < 1e-10);
            assert!((equation.unique_share(ln) / f64::powf(p, a) - 1.0).abs() < 1e-10);
        }
    }

    /// F_1 = 2, F_2 = 1, pi = 1/2: 3 + 2 * (a/b) (c/d)^2 with a = 2/4 + 2/4 * 3/4, b = 2 * 1/4 +
    /// 5/16, c = 5/4, d = 3/2.
    #[test]
    fn the_number_of_classes_by_hand() {
        let sample = Sample::new(&[(1, 2), (2, 1)], Sampling::Population(8)).unwrap();
        let expected = 3.0 + 2.0 * (0.875 / 0.8125) * (1.25f64 / 1.5).powi(2);
        assert!((shlosser(&sample) - expected).abs() < 1e-14);
    }
}
