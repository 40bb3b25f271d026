//! A measure with what is needed to read it.

use super::achievement::Point;
use equipoise_measure::{Loss, Measure, Tally};

/// A measure, and for a loss what values it.
#[derive(Clone, Copy, Debug)]
pub struct Gauge<'a> {
    /// The measure.
    pub measure: Measure,
    /// The loss of the table, where the measure is one.
    pub loss: Option<&'a dyn Loss>,
}

/// Reads two gauges; `value` gives the value of a loss.
pub(crate) fn read(
    gauges: &[Gauge<'_>; 2],
    tally: &Tally,
    value: impl Fn(usize, &dyn Loss) -> f64,
) -> Point {
    std::array::from_fn(|i| match gauges[i].loss {
        Some(loss) => value(i, loss),
        None => gauges[i].measure.of_classes(tally).unwrap_or(f64::INFINITY),
    })
}
