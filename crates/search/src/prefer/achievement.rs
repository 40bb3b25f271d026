//! How well a point does for who aspires to another one, and which points nobody can better.

use equipoise_data::{Error, Result};
use std::cmp::Ordering;

/// A release in two measures, both to be small.
pub type Point = [f64; 2];

/// The utopian point: a little better than what any release can reach, which is 0 in every measure.
///
/// # Source
/// `publisher-preferences` section 4, where the small number is 1e-6.
pub const UTOPIAN: f64 = -1e-6;

/// Numbers that differ by no more than this, relative to the greater, are equal.
const EQUAL: f64 = 1e-12;

/// A publisher's target in two measures.
///
/// # Formula
/// With u the utopian point and q' the aspiration: w = (1 / (q'1 - u1)) / (1 / (q'1 - u1) + 1 /
/// (q'2 - u2)), and the achievement of q is max(w (q1 - u1), (1 - w) (q2 - u2)). The smaller, the
/// better. Its minimum is weakly efficient; with ties broken by deviation it is strongly efficient,
/// and every efficient point is the only minimum for whoever aspires to just that point.
///
/// # Source
/// `publisher-preferences` section 4.
///
/// ```
/// use equipoise_search::prefer::Aspiration;
/// let aspiration = Aspiration::new([0.3, 0.08])?;
/// let round = |number: f64| (number * 100.0).round() / 100.0;
/// assert_eq!(round(aspiration.achievement([3.0 / 11.0, 0.0682])), 0.06);
/// assert!(Aspiration::new([0.3, -0.1]).is_err());
/// # Ok::<(), equipoise_data::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aspiration {
    point: Point,
    /// The weight of the first measure.
    weight: f64,
}

impl Aspiration {
    /// The aspiration to a point.
    ///
    /// # Errors
    /// A point that is not above the utopian point in both measures.
    pub fn new(point: [f64; 2]) -> Result<Self> {
        if let Some(number) = point.iter().find(|n| !n.is_finite() || **n <= UTOPIAN) {
            return Err(Error::usage(format!(
                "the aspiration {number} is at or below the utopian point, which is {UTOPIAN}: no release is better than 0 in any measure"
            ))
            .hint("aspire to 0 or more"));
        }
        let [first, second] = point.map(|n| 1.0 / (n - UTOPIAN));
        Ok(Aspiration {
            point,
            weight: first / (first + second),
        })
    }

    /// The point that is aspired to.
    pub fn point(&self) -> [f64; 2] {
        self.point
    }

    /// How far a point is from utopia, weighed so that the aspiration itself is as far in one
    /// measure as in the other.
    pub fn achievement(&self, q: [f64; 2]) -> f64 {
        (self.weight * (q[0] - UTOPIAN)).max((1.0 - self.weight) * (q[1] - UTOPIAN))
    }

    /// The achievement of the aspiration itself: a point with less goes beyond it in both measures.
    pub fn own_achievement(&self) -> f64 {
        self.achievement(self.point)
    }

    /// The least achievement of any point with this much in the second measure.
    pub(crate) fn bound_of_second(&self, second: f64) -> f64 {
        (1.0 - self.weight) * (second - UTOPIAN)
    }

    /// The least achievement of any point with this much in the first measure.
    pub(crate) fn bound_of_first(&self, first: f64) -> f64 {
        self.weight * (first - UTOPIAN)
    }

    /// How much more than aspired to a point has of both measures together.
    pub fn deviation(&self, q: [f64; 2]) -> f64 {
        q[0] + q[1] - self.point[0] - self.point[1]
    }
}

/// What decides between points with the same achievement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ties {
    /// The least deviation: the answer is strongly efficient.
    #[default]
    Deviation,
    /// The largest effective k, then the least deviation, as where effective k is a second
    /// objective: `publisher-preferences` section 6.
    Privacy,
}

impl Ties {
    /// The name in recipes.
    pub fn name(self) -> &'static str {
        match self {
            Ties::Deviation => "deviation",
            Ties::Privacy => "privacy",
        }
    }

    /// The ones with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Ties::Deviation, Ties::Privacy]
            .into_iter()
            .find(|ties| ties.name() == name)
    }
}

/// A release that may be chosen: where it is, and its effective k.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatedRelease {
    /// Its measures.
    pub point: [f64; 2],
    /// Its smallest class.
    pub least: u64,
}

/// Whether two numbers are equal up to rounding.
pub(crate) fn near(a: f64, b: f64) -> bool {
    a == b || a.is_finite() && b.is_finite() && (a - b).abs() <= EQUAL * a.abs().max(b.abs())
}

/// Whether `a` is less than `b` by more than rounding.
fn less(a: f64, b: f64) -> bool {
    a < b && !near(a, b)
}

/// The order of numbers where those that are equal up to rounding are equal.
pub(crate) fn compare(a: f64, b: f64) -> Ordering {
    if near(a, b) {
        Ordering::Equal
    } else {
        a.total_cmp(&b)
    }
}

impl Ties {
    /// Which of two releases does better; equal where the aspiration has no reason to prefer one.
    pub(crate) fn order(
        self,
        aspiration: &Aspiration,
        a: &RatedRelease,
        b: &RatedRelease,
    ) -> Ordering {
        let achievement = compare(
            aspiration.achievement(a.point),
            aspiration.achievement(b.point),
        );
        let privacy = if self == Ties::Privacy {
            b.least.cmp(&a.least)
        } else {
            Ordering::Equal
        };
        let sum = |p: &RatedRelease| p.point[0] + p.point[1];
        achievement
            .then(privacy)
            .then_with(|| compare(sum(a), sum(b)))
    }
}

impl Ties {
    /// Whether an aspiration has no reason to prefer one of two releases.
    pub fn is_tied(self, aspiration: &Aspiration, a: &RatedRelease, b: &RatedRelease) -> bool {
        self.order(aspiration, a, b).is_eq()
    }
}

/// The places that do best, in their order: one, or several that nothing tells apart.
///
/// # Cost
/// O(places).
pub fn best(places: &[RatedRelease], aspiration: &Aspiration, ties: Ties) -> Vec<usize> {
    let order = |a: usize, b: usize| ties.order(aspiration, &places[a], &places[b]);
    let Some(one) = (0..places.len()).reduce(|a, b| if order(b, a).is_lt() { b } else { a }) else {
        return Vec::new();
    };
    (0..places.len())
        .filter(|&i| order(i, one).is_eq())
        .collect()
}

/// Whether a point can be bettered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Efficiency {
    /// No other point is as good in both measures and better in one.
    Strong,
    /// No other point is better in both measures.
    Weak,
    /// Some point is better in both.
    None,
}

/// Which of the points can be bettered by another. Numbers that are equal up to rounding are equal:
/// no point is better than another by the last bits of a number.
///
/// # Source
/// `publisher-preferences` section 3, which corrects the source's strong dominance: it is smaller
/// or equal in both measures and different.
///
/// # Cost
/// O(n log n).
pub fn efficiency(points: &[Point]) -> Vec<Efficiency> {
    let mut order: Vec<usize> = (0..points.len()).collect();
    order.sort_by(|&a, &b| points[a][0].total_cmp(&points[b][0]));
    // The least second measure of the first 0, 1, 2 ... points in this order.
    let mut least = vec![f64::INFINITY];
    order
        .iter()
        .for_each(|&i| least.push(least[least.len() - 1].min(points[i][1])));
    let of_point = |&[first, second]: &Point| {
        let better = order.partition_point(|&i| less(points[i][0], first));
        let not_worse = order.partition_point(|&i| !less(first, points[i][0]));
        let is_bettered =
            better > 0 && !less(second, least[better]) || less(least[not_worse], second);
        match (is_bettered, less(least[better], second)) {
            (false, _) => Efficiency::Strong,
            (true, false) => Efficiency::Weak,
            (true, true) => Efficiency::None,
        }
    };
    points.iter().map(of_point).collect()
}

/// The points that are strongly efficient, by rising first measure; of points that are equal up to
/// rounding the first.
///
/// # Cost
/// O(n log n).
pub fn front(points: &[Point]) -> Vec<usize> {
    let efficient = efficiency(points);
    let mut front: Vec<usize> = (0..points.len())
        .filter(|&i| efficient[i] == Efficiency::Strong)
        .collect();
    front.sort_by(|&a, &b| points[a][0].total_cmp(&points[b][0]).then(a.cmp(&b)));
    // Of two efficient points that are equal in one measure neither is better in the other, so
    // equal ones are neighbours.
    front.dedup_by(|b, a| {
        let are_equal = near(points[*a][0], points[*b][0]) && near(points[*a][1], points[*b][1]);
        if are_equal {
            *a = (*a).min(*b);
        }
        are_equal
    });
    front
}
