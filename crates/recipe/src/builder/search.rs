//! Builder for `[search]`.

use super::keys::{Keys, Literal, setters};
use super::number::Number;
use crate::limit::Limit;
use crate::search::{AggregationChoice, Cuts, LossChoice, Method, Over, ReadingChoice, Search};
use equipoise_data::Decimal;
use std::time::Duration;

/// Builder for `[search]`. Keys that are not set keep the defaults of [`Search`].
///
/// ```
/// # use equipoise_recipe::{Limit, LossChoice, Search};
/// let search = Search::builder().loss(LossChoice::Nwp).max_suppression(Limit::parse("0.02")?);
/// # Ok::<(), equipoise_data::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct SearchBuilder {
    pub(super) keys: Keys,
}

impl Search {
    /// Starts a `[search]` section.
    pub fn builder() -> SearchBuilder {
        SearchBuilder::default()
    }
}

setters! { SearchBuilder {
    /// The search method.
    method(method: Method) = "method", Literal::text(method.name());
    /// The loss to minimize.
    loss(loss: LossChoice) = "loss", Literal::text(loss.name());
    /// The aggregation of the losses of quasi-identifiers.
    aggregation(aggregation: AggregationChoice) = "aggregation", Literal::text(aggregation.name());
    /// The weight of suppression against generalization, from 0 to 1.
    suppression_weight(weight: impl Into<Number>) = "suppression-weight", Literal::number(weight);
    /// The maximum number of units to suppress: a count or a share.
    max_suppression(limit: Limit) = "max-suppression", Literal::digits(limit);
    /// The seed of random draws.
    seed(seed: u64) = "seed", Literal::number(seed);
    /// The time after which the search returns its best checked node.
    time_limit(time: Duration) = "time-limit", seconds(time);
    /// The number of nodes after which the search returns its best checked node.
    max_nodes(nodes: u64) = "max-nodes", Literal::number(nodes);
    /// Whether Mondrian may divide rows with equal values.
    cuts(cuts: Cuts) = "cuts", Literal::text(cuts.name());
    /// The number of quasi-identifiers that cell suppression considers together.
    subsets(size: u64) = "subsets", Literal::number(size);
    /// The meaning of a suppressed cell.
    reading(reading: ReadingChoice) = "reading", Literal::text(reading.name());
    /// The candidates that a preference chooses from.
    over(over: Over) = "over", Literal::text(over.name());
} }

fn seconds(time: Duration) -> Literal {
    let text = format!("{}.{:09}", time.as_secs(), time.subsec_nanos());
    Literal::number(Decimal::parse(&text).expect("it has at most 29 digits"))
}
