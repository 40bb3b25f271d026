//! Losses: one file per metric, one trait for the search.

mod aecs;
mod cells;
mod discernibility;
mod entropy;
mod granularity;
mod height;
mod precision;
mod weighing;

pub use cells::CellCosts;
pub use weighing::Aggregation;

use crate::Facts;
use equipoise_data::{Error, Hierarchy, Region, Result};
use std::fmt::Debug;
use weighing::Weighing;

/// The table as a loss sees it.
#[derive(Clone, Debug)]
pub struct Shape<'a> {
    /// Input rows.
    pub rows: u64,
    /// Per quasi-identifier its hierarchy.
    pub hierarchies: Vec<&'a Hierarchy>,
    /// Per quasi-identifier the input rows with each leaf.
    pub leaf_rows: Vec<Vec<u64>>,
    /// No kept class has fewer rows.
    pub least_size: u64,
}

/// The names of the losses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    /// Share of the domain that a released value covers, the default.
    Loss,
    /// Normalized weighted penalty: share of the values that occur which a released value covers.
    Nwp,
    /// Level over height.
    Precision,
    /// Average equivalence class size.
    Aecs,
    /// Squared class sizes.
    Discernibility,
    /// Bits lost per cell.
    Entropy,
    /// Sum of levels.
    Height,
}

impl Metric {
    /// All metrics with their names in recipes.
    pub const NAMES: [(&'static str, Metric); 7] = [
        ("loss", Metric::Loss),
        ("nwp", Metric::Nwp),
        ("precision", Metric::Precision),
        ("aecs", Metric::Aecs),
        ("discernibility", Metric::Discernibility),
        ("entropy", Metric::Entropy),
        ("height", Metric::Height),
    ];

    /// The name in recipes.
    pub fn name(self) -> &'static str {
        Metric::NAMES
            .iter()
            .find(|(_, m)| *m == self)
            .expect("every metric has a name")
            .0
    }

    /// True when the loss is put together from a value per attribute, so that weights and
    /// aggregation have a meaning.
    pub fn per_attribute(self) -> bool {
        matches!(
            self,
            Metric::Loss | Metric::Nwp | Metric::Precision | Metric::Entropy
        )
    }
}

/// Which loss, and how its parts are weighed.
#[derive(Clone, Debug, PartialEq)]
pub struct LossOptions {
    /// The metric.
    pub metric: Metric,
    /// How the values of the attributes become one; each metric has its own default.
    pub aggregation: Option<Aggregation>,
    /// A weight per attribute; empty means equal weights.
    pub weights: Vec<f64>,
    /// From 0 (only generalization counts) to 1 (only suppression counts); 0.5 weighs both fully.
    pub suppression_weight: f64,
}

impl Default for LossOptions {
    fn default() -> Self {
        LossOptions {
            metric: Metric::Loss,
            aggregation: None,
            weights: Vec::new(),
            suppression_weight: 0.5,
        }
    }
}

/// What is known of a node before its classes are formed.
#[derive(Clone, Copy, Debug)]
pub struct EarlyBounds {
    /// At least as many rows are suppressed.
    pub suppressed_rows: u64,
    /// At most as many classes are kept.
    pub kept_classes: u64,
}

/// A loss, bound to a table. Smaller is better.
pub trait Loss: Debug + Send + Sync {
    /// The loss of a node.
    fn value(&self, levels: &[u8], facts: &Facts) -> f64;

    /// No node with these levels of which this much is known has a smaller loss.
    fn bound(&self, levels: &[u8], known: EarlyBounds) -> f64;

    /// The value of each attribute, where the loss is made of them.
    fn attributes(&self, _levels: &[u8], _facts: &Facts) -> Option<Vec<f64>> {
        None
    }

    /// The cell costs to be summed over kept rows.
    fn cell_costs(&self) -> Option<&CellCosts> {
        None
    }

    /// The cost of a cell that stands for a run of leaves, where the loss is a sum over cells; the
    /// lines of the run elsewhere. `low` is the finest level whose labels may be shown.
    fn region_cost(
        &self,
        _attribute: usize,
        hierarchy: &Hierarchy,
        low: u8,
        region: Region,
    ) -> u64 {
        hierarchy.lines_of(region, low.into())
    }

    /// Amounts per leaf of each attribute to be summed over kept rows.
    fn leaf_amounts(&self) -> Option<&[Vec<u64>]> {
        None
    }

    /// Whether squared class sizes are needed.
    fn needs_squares(&self) -> bool {
        false
    }

    /// Whether knowing a bound on the number of kept classes sharpens [`Loss::bound`].
    fn uses_class_bound(&self) -> bool {
        false
    }
}

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

/// Rows with each code of a level.
fn level_rows(hierarchy: &Hierarchy, leaf_rows: &[u64], level: usize) -> Vec<u64> {
    let level = &hierarchy.levels[level];
    let mut rows = vec![0; level.labels.len()];
    for (&code, &count) in level.of_leaf.iter().zip(leaf_rows) {
        rows[code as usize] += count;
    }
    rows
}
