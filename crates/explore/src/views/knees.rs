//! Knees: the few points of a front worth a sentence.

use super::efficient::EfficientNode;

/// At most this many knees are named.
const KNEES: usize = 3;

/// A corner is worth a sentence if it lies this share of the range of y below the line between its
/// neighbours.
const DROP: f64 = 0.02;

/// A point at which the price of going on rises most: up to here a little buys much, from here on
/// it buys less.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Knee {
    /// The place of the point on the front.
    pub point: usize,
    /// The place of the point it is compared with, which comes before it.
    pub from: usize,
    /// The measure that is paid, there and here: "leaving out 44 rows instead of 0".
    pub x: (f64, f64),
    /// The measure that is bought, there and here: "loss 0.573 -> 0.437".
    pub y: (f64, f64),
    /// How much steeper the curve is before the point than after it.
    pub bend: f64,
}

/// The knees of a front, the sharpest first.
///
/// The front is scaled to a unit square: y by its range, x by its range too, and then by the square
/// root if `root`, as suppression is drawn. Of its lower convex hull the corner that lies least
/// below the line between its neighbours is dropped, again and again, until three are left between
/// the ends and none of them is flat. So a tiny step with a tiny gain is no knee, however steep it
/// is. The slope of an edge is what y gains per change of x; the bend of a corner is the slope
/// before it less the slope after it. A knee is compared with the corner before it.
pub(super) fn knees(points: &[EfficientNode], places: &[(f64, f64)], root: bool) -> Vec<Knee> {
    let scaled = scale(places, root);
    let corners = simplified(hull(&scaled), &scaled);
    let slope = |a: usize, b: usize| (scaled[a].1 - scaled[b].1) / (scaled[b].0 - scaled[a].0);
    let knee = |corner: &[usize]| {
        let [before, point, after] = [corner[0], corner[1], corner[2]];
        let (from, to) = (&points[before], &points[point]);
        Knee {
            point,
            from: before,
            x: (from.x, to.x),
            y: (from.y, to.y),
            bend: slope(before, point) - slope(point, after),
        }
    };
    let mut knees: Vec<Knee> = corners.windows(3).map(knee).collect();
    knees.sort_by(|a, b| b.bend.total_cmp(&a.bend));
    knees.truncate(KNEES);
    knees
}

/// The ends of a hull and its few corners that matter.
fn simplified(mut hull: Vec<usize>, points: &[(f64, f64)]) -> Vec<usize> {
    let drop = |hull: &[usize], at: usize| {
        let [before, here, after] = [points[hull[at - 1]], points[hull[at]], points[hull[at + 1]]];
        before.1 + (here.0 - before.0) / (after.0 - before.0) * (after.1 - before.1) - here.1
    };
    while hull.len() > 2 {
        let drops = (1..hull.len() - 1).map(|at| (drop(&hull, at), at));
        let Some((least, at)) = drops.min_by(|a, b| a.0.total_cmp(&b.0)) else {
            break;
        };
        if least >= DROP && hull.len() <= KNEES + 2 {
            break;
        }
        hull.remove(at);
    }
    hull
}

/// The points within the unit square. They have rising x and falling y, so that the ends span the
/// ranges.
fn scale(places: &[(f64, f64)], root: bool) -> Vec<(f64, f64)> {
    let (Some(&first), Some(&last)) = (places.first(), places.last()) else {
        return Vec::new();
    };
    let share = |x: f64| (x - first.0) / (last.0 - first.0);
    places
        .iter()
        .map(|&(x, y)| {
            (
                if root { share(x).sqrt() } else { share(x) },
                (y - last.1) / (first.1 - last.1),
            )
        })
        .collect()
}

/// The corners of the lower convex hull of points with rising x.
fn hull(points: &[(f64, f64)]) -> Vec<usize> {
    let mut hull: Vec<usize> = Vec::new();
    for (at, &p) in points.iter().enumerate() {
        while let &[.., a, b] = &hull[..] {
            let (a, b) = (points[a], points[b]);
            // The corner in the middle stays only if it lies below the line between its neighbours.
            if (b.0 - a.0) * (p.1 - a.1) > (b.1 - a.1) * (p.0 - a.0) {
                break;
            }
            hull.pop();
        }
        hull.push(at);
    }
    hull
}
