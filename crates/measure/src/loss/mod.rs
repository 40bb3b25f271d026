//! Losses: one file per metric, one trait for the search.

mod aecs;
mod cells;
mod discernibility;
mod entropy;
mod granularity;
mod height;
mod interface;
mod metric;
mod precision;
mod shape;
mod weighing;

pub use cells::CellCosts;
pub use interface::{EarlyBounds, Loss};
pub use metric::{Aggregation, LossOptions, Metric};
pub use shape::Shape;

use equipoise_data::{Error, Result};
use weighing::Weighing;

/// Prepares a loss for a table.
///
/// # Errors
/// Options that have no meaning for the metric, or weights that are not usable.
pub fn prepare(options: &LossOptions, shape: &Shape<'_>) -> Result<Box<dyn Loss>> {
    let weighing = Weighing::new(options, shape.hierarchies.len())?;
    if !options.metric.per_attribute() && options.aggregation.is_some() {
        return Err(Error::usage(format!(
            "`{}` is not made of values per attribute; aggregation has no meaning for it",
            options.metric.name()
        )));
    }
    Ok(match options.metric {
        Metric::Loss => Box::new(granularity::Granularity::new(
            shape,
            granularity::Domain::Lines,
            weighing,
        )),
        Metric::Nwp => Box::new(granularity::Granularity::new(
            shape,
            granularity::Domain::Values,
            weighing,
        )),
        Metric::Precision => Box::new(precision::Precision::new(shape, weighing)),
        Metric::Entropy => Box::new(entropy::Entropy::new(shape, weighing)),
        Metric::Aecs => Box::new(aecs::Aecs::new(shape)),
        Metric::Discernibility => Box::new(discernibility::Discernibility::new(shape, weighing)),
        Metric::Height => Box::new(height::Height),
    })
}
