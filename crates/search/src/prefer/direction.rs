//! From one point towards another, and the best releases along the way.

use super::achievement::{Aspiration, Point, RatedRelease, Ties, best};
use equipoise_data::Result;

/// `steps` aspirations on the straight way from a point to another, the last of which is that
/// point.
///
/// # Source
/// The reference direction, `publisher-preferences` section 5.
///
/// # Errors
/// A point that is not above the utopian point.
pub fn targets(from: Point, to: Point, steps: usize) -> Result<Vec<Aspiration>> {
    // Ends are taken as they are: rounding must not make the last aspiration another one.
    let between =
        |m: usize, axis: usize| from[axis] + (to[axis] - from[axis]) * (m as f64 / steps as f64);
    let target = |m: usize| {
        if m == steps {
            to
        } else {
            [between(m, 0), between(m, 1)]
        }
    };
    (1..=steps).map(|m| Aspiration::new(target(m))).collect()
}

/// The different places that do best for aspirations, in the order in which they come up; with each
/// the first aspiration it is for. Where nothing tells places apart, the first of them stands for
/// all.
///
/// ```
/// use equipoise_search::prefer::{RatedRelease, Ties, targets, walk};
/// let place = |point| RatedRelease { point, least: 2 };
/// let places = [place([0.27, 0.07]), place([0.18, 0.09]), place([0.18, 0.3])];
/// let way = targets([1.0, 0.2], [0.1, 0.1], 10)?;
/// let found: Vec<usize> = walk(&places, &way, Ties::Deviation).iter().map(|f| f.1).collect();
/// assert_eq!(found, [0, 1]);
/// # Ok::<(), equipoise_data::Error>(())
/// ```
///
/// # Cost
/// O(aspirations x places).
pub fn walk(places: &[RatedRelease], way: &[Aspiration], ties: Ties) -> Vec<(usize, usize)> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    for (m, aspiration) in way.iter().enumerate() {
        let place = best(places, aspiration, ties).first().copied();
        found.extend(
            place
                .filter(|p| found.iter().all(|f| f.1 != *p))
                .map(|p| (m, p)),
        );
    }
    found
}
