//! The aspirations of a preference, and what came of them.

use equipoise_recipe::{MeasureChoice, Over};
use serde::Serialize;

/// Aspirations and what came of them.
#[derive(Clone, Debug, PartialEq)]
pub struct PreferenceFacts {
    /// The set of choices.
    pub over: Over,
    /// The two measures.
    pub measures: [AspiredMeasure; 2],
    /// Figures that the release reached. They read the input.
    pub figures: Option<PreferenceFigures>,
}

/// Figures that a preference reached. They read the input.
#[derive(Clone, Debug, PartialEq)]
pub struct PreferenceFigures {
    /// The value of each measure.
    pub reached: [f64; 2],
    /// Whether nothing that was to choose from achieves more.
    pub proved: bool,
    /// Nodes of the lattice, or partitions that were evaluated.
    pub choices: u64,
    /// Distance of the release from utopia.
    pub achievement: f64,
    /// Distance of the aspirations from utopia.
    pub asked_achievement: f64,
    /// The smallest class.
    pub least: u64,
    /// Other releases that could have been: the efficient points, by rising first measure.
    pub efficient: Vec<EfficientPoint>,
}

impl PreferenceFacts {
    /// Whether both aspirations are met; none where what was reached is not reported.
    pub fn is_within(&self) -> Option<bool> {
        let figures = self.figures.as_ref()?;
        Some(
            self.measures
                .iter()
                .zip(figures.reached)
                .all(|(measure, reached)| reached <= measure.asked),
        )
    }
}

/// A measure with what was asked and reached.
#[derive(Clone, Debug, PartialEq)]
pub struct AspiredMeasure {
    /// The measure.
    pub measure: MeasureChoice,
    /// The aspiration.
    pub asked: f64,
}

/// A release that could have been.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct EfficientPoint {
    /// Its measures.
    pub point: [f64; 2],
    /// Its smallest class.
    pub least: u64,
}
