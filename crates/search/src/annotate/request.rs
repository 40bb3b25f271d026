//! The axes and losses under which nodes are annotated.

use equipoise_measure::Loss;
use equipoise_privacy::Grid;

/// A way to grade classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Axis {
    /// What is graded.
    pub of: Graded,
    /// The grid of its thresholds.
    pub grid: Grid,
}

/// What an axis grades.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Graded {
    /// The size of a class, in units of protection.
    Size,
    /// The score of a class model or a superset model: its number in the panel.
    Model(usize),
}

/// What is to be known of nodes.
#[derive(Clone, Copy, Debug)]
pub struct AnnotationRequest<'a> {
    /// The axes.
    pub axes: &'a [Axis],
    /// The losses. At most one of them may need leaf amounts, and these are in [`Task::encoded`](crate::Task::encoded).
    pub losses: &'a [&'a dyn Loss],
}
