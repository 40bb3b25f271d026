//! A model with what was asked and measured.

use equipoise_recipe::Model;
use std::fmt;

/// The side of the threshold on which a model is met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThresholdSide {
    /// Measured must be at least what was asked.
    AtLeast,
    /// Measured must be at most what was asked.
    AtMost,
    /// Measured must be below what was asked.
    Below,
}

impl ThresholdSide {
    /// `at least`, `at most` or `below`, to stand before a number.
    pub fn name(self) -> &'static str {
        match self {
            ThresholdSide::AtLeast => "at least",
            ThresholdSide::AtMost => "at most",
            ThresholdSide::Below => "below",
        }
    }
}

impl fmt::Display for ThresholdSide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One model: what was asked of it and what was measured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelLine {
    /// The model with the parameters that were asked.
    pub model: Model,
    /// The side of the threshold on which the model is met.
    pub side: ThresholdSide,
    /// The worst value over the kept classes: an integer, a decimal, a fraction `a/b` or
    /// `infinite`; none when no class is kept.
    pub measured: Option<String>,
    /// The other end, for a model that is bounded from both sides: the least share of
    /// delta-presence.
    pub least: Option<String>,
    /// Whether every kept class meets the model.
    pub met: bool,
}
