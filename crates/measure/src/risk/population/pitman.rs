//! Pitman's sampling formula, fitted by maximum likelihood.
//!
//! The log-likelihood of the sizes, up to a constant, is sum over i < u of ln(theta + i alpha) -
//! sum over i < n of ln(theta + i) + sum over classes of sum over i < size of ln(i - alpha). For
//! each alpha the derivative by theta has one change of sign; along these theta(alpha) the
//! derivative by alpha changes its sign at the maximum. Both are found by enclosing the root, so no
//! starting value decides.

use super::root::{Root, root};
use super::sample::{FallBack, Found, Sample};
use super::special::{harmonic, ln_gamma_ratio, weighted_harmonic};

/// What rounding can do to the logarithm of a quotient of two sums.
const NOISE: f64 = 1e-13;

/// The smallest alpha that is told apart from 0, and its distance from 1.
const EDGE: f64 = 1e-9;

/// The parameters of Pitman's sampling formula that fit a table best.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PitmanFit {
    /// How fast the number of classes grows with the sample: as its power alpha, 0 <= alpha < 1.
    pub alpha: f64,
    /// theta > -alpha: the larger, the more classes there are from the beginning.
    pub theta: f64,
    /// theta + alpha, which has more digits than the sum of the two where it is small.
    theta_alpha: f64,
}

impl PitmanFit {
    /// The expected share of uniques among `people` people.
    pub fn share(&self, people: f64) -> f64 {
        let rest = 1.0 - self.alpha;
        (ln_gamma_ratio(self.theta_alpha, rest)
            - ln_gamma_ratio(self.theta_alpha + people - 1.0, rest))
        .exp()
    }

    /// The limit of that for many people, G(theta + 1) / G(theta + alpha) N^(alpha - 1), which is
    /// the published estimate. It is never smaller, and above 1 where theta is large compared with
    /// N.
    pub fn limit_share(&self, people: f64) -> f64 {
        let rest = 1.0 - self.alpha;
        (ln_gamma_ratio(self.theta_alpha, rest) - rest * people.ln()).exp()
    }
}

pub(super) fn fit(sample: &Sample) -> Result<PitmanFit, FallBack> {
    solve(sample).map(|(fit, _)| fit)
}

pub(super) fn estimate(sample: &Sample) -> Found {
    let (fit, doubt) = solve(sample)?;
    let share = fit.limit_share(sample.population);
    let likelihood = Likelihood { sample };
    let by_alpha = [fit.alpha - doubt, fit.alpha + doubt]
        .into_iter()
        .filter(|alpha| (EDGE..1.0 - EDGE).contains(alpha))
        .filter_map(|alpha| likelihood.at(alpha))
        .map(|(other, _)| (other.limit_share(sample.population) - share).abs())
        .fold(0.0, f64::max);
    let doubt = likelihood.doubt_of_theta(fit);
    let theta_alpha = fit.theta_alpha * (1.0 + doubt);
    let by_theta = (PitmanFit {
        theta_alpha,
        theta: theta_alpha - fit.alpha,
        ..fit
    }
    .limit_share(sample.population)
        - share)
        .abs();
    Ok((share.min(1.0), 2.0 * (by_alpha + by_theta) + share * NOISE))
}

/// The fit, and how far alpha can be off.
fn solve(sample: &Sample) -> Result<(PitmanFit, f64), FallBack> {
    if sample.classes == sample.units {
        return Err(FallBack::AllUnique);
    }
    if sample.classes < 2 {
        return Err(FallBack::NoSolution);
    }
    let likelihood = Likelihood { sample };
    let slope = |alpha: f64| likelihood.at(alpha).map_or(f64::NAN, |(_, slope)| slope);
    if slope(EDGE) <= 0.0 {
        let theta = likelihood.theta_of_ewens().ok_or(FallBack::NotConverged)?;
        return Ok((
            PitmanFit {
                alpha: 0.0,
                theta,
                theta_alpha: theta,
            },
            0.0,
        ));
    }
    let Root { at, width } = root(slope, EDGE, 1.0 - EDGE).ok_or(FallBack::NoSolution)?;
    let step = 1e-4 * at.min(1.0 - at);
    let steepness = ((slope(at + step) - slope(at - step)) / (2.0 * step)).abs();
    let (fit, _) = likelihood.at(at).ok_or(FallBack::NotConverged)?;
    // A flat likelihood makes the doubt large; the share is then judged by what that does to it.
    Ok((fit, width + (4.0 * NOISE / steepness).min(1.0)))
}

struct Likelihood<'a> {
    sample: &'a Sample,
}

impl Likelihood<'_> {
    /// For one alpha the best theta, and the slope by alpha there: ln of the quotient of its
    /// positive and negative parts.
    fn at(&self, alpha: f64) -> Option<(PitmanFit, f64)> {
        let found = root(|ln| self.slope_of_theta(alpha, ln), -80.0, 80.0)?;
        let theta_alpha = found.at.exp();
        let fit = PitmanFit {
            alpha,
            theta: theta_alpha - alpha,
            theta_alpha,
        };
        let classes = self.sample.classes as f64;
        let up = weighted_harmonic(theta_alpha / alpha - 1.0, classes - 1.0) / alpha;
        let down: f64 = self
            .sample
            .sizes
            .iter()
            .map(|&(size, count)| count as f64 * harmonic(1.0 - alpha, size as f64 - 1.0))
            .sum();
        Some((fit, (up / down).ln()))
    }

    /// The slope by theta at ln(theta + alpha), as ln of a quotient: positive below the best theta,
    /// negative above.
    fn slope_of_theta(&self, alpha: f64, ln: f64) -> f64 {
        let theta_alpha = ln.exp();
        let up = harmonic(theta_alpha / alpha, self.sample.classes as f64 - 1.0) / alpha;
        let down = harmonic(theta_alpha + (1.0 - alpha), self.sample.units as f64 - 1.0);
        (up / down).ln()
    }

    /// The best theta for alpha = 0: (u - 1) / theta = 1 / (theta + 1) + .. + 1 / (theta + n - 1).
    fn theta_of_ewens(&self) -> Option<f64> {
        let (classes, units) = (self.sample.classes as f64, self.sample.units as f64);
        let slope =
            |ln: f64| ((classes - 1.0) / (ln.exp() * harmonic(ln.exp() + 1.0, units - 1.0))).ln();
        root(slope, -80.0, 80.0).map(|found| found.at.exp())
    }

    /// How far theta + alpha can be off, relatively.
    fn doubt_of_theta(&self, fit: PitmanFit) -> f64 {
        let (alpha, ln) = (fit.alpha.max(EDGE), fit.theta_alpha.ln());
        let steepness = ((self.slope_of_theta(alpha, ln + 1e-4)
            - self.slope_of_theta(alpha, ln - 1e-4))
            / 2e-4)
            .abs();
        (4.0 * NOISE / steepness).min(1.0)
    }
}
