//! `[[analysis]]` in code, and the builder for `[usefulness]`.

use super::keys::{Keys, Literal, setters};
use super::number::Number;
use crate::analysis::{Analysis, QueryMode, Usefulness};

impl Analysis {
    /// A table of counts by these columns.
    ///
    /// ```
    /// # use equipoise_recipe::Analysis;
    /// assert_eq!(Analysis::count_by(["sex", "age"]).to_string(), "count by sex, age");
    /// ```
    pub fn count_by(columns: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Analysis {
            by: columns.into_iter().map(Into::into).collect(),
            mean: None,
        }
    }

    /// The mean of a numeric column over the whole table. [`Analysis::by`] splits it by other
    /// columns.
    ///
    /// ```
    /// # use equipoise_recipe::Analysis;
    /// assert_eq!(Analysis::mean_of("age").to_string(), "mean of age");
    /// assert_eq!(Analysis::mean_of("age").by(["sex"]).to_string(), "mean of age by sex");
    /// ```
    pub fn mean_of(column: impl Into<String>) -> Self {
        Analysis {
            by: Vec::new(),
            mean: Some(column.into()),
        }
    }

    /// Splits the figures by the values of these columns.
    #[must_use]
    pub fn by(self, columns: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Analysis {
            by: columns.into_iter().map(Into::into).collect(),
            ..self
        }
    }
}

/// The keys of an `[[analysis]]`.
pub(super) fn analysis_keys(analysis: &Analysis) -> Keys {
    let mut keys = Keys::default();
    if let Some(mean) = &analysis.mean {
        keys.set("mean", Literal::text(mean));
    }
    if !analysis.by.is_empty() {
        keys.set("by", Literal::texts(&analysis.by));
    }
    keys
}

/// Builder for `[usefulness]`. Keys that are not set keep the defaults of [`Usefulness`].
///
/// ```
/// # use equipoise_recipe::Usefulness;
/// let usefulness = Usefulness::builder().queries(500).target("diagnosis");
/// ```
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct UsefulnessBuilder {
    pub(super) keys: Keys,
}

impl Usefulness {
    /// Starts a `[usefulness]` section.
    pub fn builder() -> UsefulnessBuilder {
        UsefulnessBuilder::default()
    }
}

setters! { UsefulnessBuilder {
    /// The number of random COUNT queries.
    queries(queries: u64) = "queries", Literal::number(queries);
    /// The number of quasi-identifiers in each query.
    dimensions(dimensions: u64) = "dimensions", Literal::number(dimensions);
    /// The selectivity of queries, above 0 and at most 1.
    selectivity(selectivity: impl Into<Number>) = "selectivity", Literal::number(selectivity);
    /// The meaning of the selectivity.
    mode(mode: QueryMode) = "mode", Literal::text(mode.name());
    /// Whether errors are relative to at least a thousandth of the rows.
    sanity(sanity: bool) = "sanity", Literal::flag(sanity);
    /// The column that classifiers predict from the quasi-identifiers.
    target(column: impl AsRef<str>) = "target", Literal::text(column);
    /// The folds of cross-validation.
    folds(folds: u64) = "folds", Literal::number(folds);
    /// The seed of queries and folds.
    seed(seed: u64) = "seed", Literal::number(seed);
} }
