//! What does not change while a table is explored.

use super::node::PageWishes;
use super::prefer::{Aspire, MeasureWords};
use serde::Serialize;
use utoipa::ToSchema;

/// What does not change while a table is explored.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Chart)]
pub struct PageChart {
    /// The file name of the recipe.
    pub name: String,
    /// Input rows.
    pub rows: u64,
    /// Units of protection.
    pub units: u64,
    /// What a unit is: `rows` or `persons`.
    pub unit: &'static str,
    /// Nodes of the lattice.
    pub nodes: u64,
    /// Nodes with a record.
    pub annotated: u64,
    /// Whether every node has a record.
    pub complete: bool,
    /// Whether the table is at hand: without it nobody can say who is left out.
    pub has_table: bool,
    /// The quasi-identifiers, in table order.
    pub columns: Vec<PageColumn>,
    /// The models whose thresholds can be negotiated; the first is the size of classes.
    pub models: Vec<PageModel>,
    /// The losses; the first is the recipe's own.
    pub losses: Vec<PageLoss>,
    /// The measures that can be aspired to.
    pub measures: Vec<MeasureWords>,
    /// The aspiration of the recipe, or a usual one.
    pub aspire: Aspire,
    /// The wishes of the recipe.
    pub wishes: PageWishes,
    /// What deserves a second look.
    pub warnings: Vec<String>,
}

/// A quasi-identifier.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Column)]
pub struct PageColumn {
    /// Its name.
    pub name: String,
    /// The finest level that the recipe allows.
    pub low: u8,
    /// The coarsest level that the recipe allows.
    pub high: u8,
    /// Other columns that always have the same level.
    pub linked: Vec<usize>,
    /// All levels of its hierarchy, from the values up.
    pub levels: Vec<PageLevel>,
}

/// A level of a hierarchy.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Level)]
pub struct PageLevel {
    /// Its number; 0 are the values themselves.
    pub level: u8,
    /// How many different labels the rows have there.
    pub labels: u64,
    /// How fine it is, such as `in bands of 20`.
    pub words: String,
    /// Some of its labels.
    pub examples: Vec<String>,
}

/// A model whose threshold can be negotiated.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Model)]
pub struct PageModel {
    /// What it is called in sentences.
    pub name: String,
    /// The model, by its name in recipes.
    pub model: String,
    /// Its sensitive column.
    pub column: Option<String>,
    /// Its variant or distance.
    pub detail: Option<String>,
    /// The key of the threshold, such as `k`.
    pub key: String,
    /// Whether thresholds are whole numbers.
    pub is_whole: bool,
    /// Which way is more private: `up` or `down`.
    pub is_more_private: &'static str,
    /// False for the size of classes where the recipe does not ask for one.
    pub in_recipe: bool,
    /// What it promises, in a sentence.
    pub words: String,
    /// The laxest threshold that is offered.
    pub least: String,
    /// The greatest threshold that is offered.
    pub most: String,
    /// Thresholds worth stopping at, rising.
    pub steps: Vec<String>,
}

/// A loss.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Loss)]
pub struct PageLoss {
    /// Its name in recipes.
    pub metric: String,
    /// What it measures.
    pub words: String,
}
