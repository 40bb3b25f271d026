//! Builder for `[preference]`.

use super::keys::{Keys, Literal, setters};
use super::number::Number;
use crate::preference::{MeasureChoice, Preference, PreferenceTies};

/// Builder for `[preference]`. Keys that are not set keep the defaults of [`Preference`].
///
/// ```
/// # use equipoise_recipe::{MeasureChoice, Preference};
/// let preference = Preference::builder()
///     .aspire(MeasureChoice::Necd, 1.0)
///     .aspire(MeasureChoice::Nwp, 0.2);
/// ```
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct PreferenceBuilder {
    pub(super) keys: Keys,
    aspire: Keys,
    granulate: Keys,
}

impl Preference {
    /// Starts a `[preference]` section.
    pub fn builder() -> PreferenceBuilder {
        PreferenceBuilder::default()
    }
}

setters! { PreferenceBuilder {
    /// The tie-break between releases with the same achievement.
    ties(ties: PreferenceTies) = "ties", Literal::text(ties.name());
    /// Whether weights of columns are divided by their sum.
    normalize(normalize: bool) = "normalize", Literal::flag(normalize);
    /// The number of partitions in a generation.
    population(partitions: u64) = "population", Literal::number(partitions);
    /// The number of partitions to evaluate.
    evaluations(partitions: u64) = "evaluations", Literal::number(partitions);
    /// The probability that two partitions are crossed.
    crossover(probability: impl Into<Number>) = "crossover", Literal::number(probability);
    /// The probability that a boundary changes.
    mutation(probability: impl Into<Number>) = "mutation", Literal::number(probability);
    /// Whether the best partition is improved by local search.
    polish(polish: bool) = "polish", Literal::flag(polish);
    /// Whether only labels of hierarchies are released.
    taxonomy(taxonomy: bool) = "taxonomy", Literal::flag(taxonomy);
} }

impl PreferenceBuilder {
    /// Sets the target value of a measure. A preference needs two measures.
    pub fn aspire(mut self, measure: MeasureChoice, value: impl Into<Number>) -> Self {
        self.aspire.set(measure.name(), Literal::number(value));
        self.keys.set("aspire", self.aspire.braces());
        self
    }

    /// Restricts cuts in a numeric column to multiples of `width`.
    pub fn granulate(mut self, column: impl AsRef<str>, width: impl Into<Number>) -> Self {
        self.granulate.set(column.as_ref(), Literal::number(width));
        self.keys.set("granulate", self.granulate.braces());
        self
    }
}
