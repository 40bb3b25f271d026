//! Builder for `[record]`.

use super::keys::{Keys, Literal, setters};
use super::number::Number;
use crate::record::{
    AcrossChoice, ConsistencyChoice, FormChoice, MinUtility, NeighbourhoodChoice, OptimizerChoice,
    RecordRisk, RecordUtility, RecordWish, Sensitivity,
};
use equipoise_data::Decimal;
use std::collections::BTreeMap;

/// Builder for `[record]`. Keys that are not set keep the defaults of [`RecordWish`].
///
/// ```
/// # use equipoise_recipe::{FormChoice, RecordWish};
/// let record = RecordWish::builder().form(FormChoice::MostUtility).max_risk(0.1);
/// ```
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct RecordBuilder {
    pub(super) keys: Keys,
    rules: Vec<Literal>,
}

impl RecordWish {
    /// Starts a `[record]` section.
    pub fn builder() -> RecordBuilder {
        RecordBuilder::default()
    }
}

setters! { RecordBuilder {
    /// The optimization problem that is solved for each record.
    form(form: FormChoice) = "form", Literal::text(form.name());
    /// The utility that each record must keep.
    min_utility(utility: MinUtility) = "min-utility", min_utility_literal(&utility);
    /// The risk that no record may exceed.
    max_risk(risk: impl Into<Number>) = "max-risk", Literal::number(risk);
    /// The weight lambda of the forms `mix` and `aggregate`.
    lambda(lambda: impl Into<Number>) = "lambda", Literal::number(lambda);
    /// The exponent kappa of the form `aggregate`.
    kappa(kappa: u32) = "kappa", Literal::number(kappa);
    /// The measure of utility.
    utility(utility: RecordUtility) = "utility", Literal::text(utility.name());
    /// The measure of risk.
    risk(risk: RecordRisk) = "risk", Literal::text(risk.name());
    /// The combination of weights into a sensitivity.
    sensitivity(sensitivity: Sensitivity) = "sensitivity", Literal::text(sensitivity.name());
    /// The sensitivity of a record that is suppressed completely.
    base_sensitivity(sensitivity: impl Into<Number>) =
        "base-sensitivity", Literal::number(sensitivity);
    /// The condition under which an entry of a dictionary matches a released record.
    consistency(consistency: ConsistencyChoice) = "consistency", Literal::text(consistency.name());
    /// The smallest similarity that counts as a match, for `fuzzy`.
    similarity(similarity: impl Into<Number>) = "similarity", Literal::number(similarity);
    /// The files with people that an adversary knows, relative to the recipe.
    dictionaries(paths: impl IntoIterator<Item = impl AsRef<str>>) =
        "dictionaries", Literal::texts(paths);
    /// Whether the table itself is a dictionary.
    include_table(include: bool) = "include-table", Literal::flag(include);
    /// The combination of the risks from several dictionaries.
    across(across: AcrossChoice) = "across", Literal::text(across.name());
    /// The probability of each dictionary. The table comes first.
    priors(priors: impl IntoIterator<Item = impl Into<Number>>) =
        "priors", Literal::numbers(priors);
    /// The file with weights of columns, values, labels or persons, relative to the recipe.
    weights(path: impl AsRef<str>) = "weights", Literal::text(path);
    /// The algorithm that finds the best node of a record.
    optimizer(optimizer: OptimizerChoice) = "optimizer", Literal::text(optimizer.name());
    /// The neighbours of a node, for `aruba`.
    neighbourhood(neighbourhood: NeighbourhoodChoice) =
        "neighbourhood", Literal::text(neighbourhood.name());
    /// The maximum number of nodes in the pool, for `pool`.
    pool(nodes: u64) = "pool", Literal::number(nodes);
    /// The file with the adversary's true knowledge, relative to the recipe.
    true_dictionary(path: impl AsRef<str>) = "true-dictionary", Literal::text(path);
    /// The column that identifies persons in the table and in the true dictionary.
    id(column: impl AsRef<str>) = "id", Literal::text(column);
} }

impl RecordBuilder {
    /// Adds a rule for `min-risk`: levels by column.
    ///
    /// ```
    /// # use equipoise_recipe::{OptimizerChoice, RecordWish};
    /// use std::collections::BTreeMap;
    /// let record = RecordWish::builder()
    ///     .optimizer(OptimizerChoice::MinRisk)
    ///     .rule(&BTreeMap::from([("age", 1)]))
    ///     .rule(&BTreeMap::from([("age", 2), ("zip", 3)]));
    /// ```
    pub fn rule(mut self, levels: &BTreeMap<impl AsRef<str>, u8>) -> Self {
        let rule = levels
            .iter()
            .fold(Keys::default(), |rule, (column, level)| {
                rule.with(column.as_ref(), Literal::number(*level))
            });
        self.rules.push(rule.braces());
        self.keys.set("rules", Literal::list(self.rules.clone()));
        self
    }
}

fn min_utility_literal(utility: &MinUtility) -> Literal {
    match utility {
        MinUtility::Absolute(number) => Literal::number(*number),
        MinUtility::Share(share) => {
            // A decimal prints without an exponent, so an exponent can be appended.
            let percent = Decimal::parse(&format!("{share}e2"));
            Literal::text(percent.map_or_else(|| share.to_string(), |p| format!("{p}%")))
        }
    }
}
