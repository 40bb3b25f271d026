//! What is behind tabs and drawers.

use super::node::{Node, PageStop};
use serde::Serialize;
use utoipa::ToSchema;

/// The best of each pair of levels, for all pairs of columns.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Pairs {
    /// The strongest interaction first.
    pub pairs: Vec<Pair>,
}

/// The best of each pair of levels of two columns.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Pair {
    /// The column of the rows.
    pub a: usize,
    /// The column of the columns.
    pub b: usize,
    /// How far it is from what the two ladders say.
    pub interaction: f64,
    /// A row per level of `a`, with a stop per level of `b`; their `level` is that of `b`.
    pub rows: Vec<Vec<PageStop>>,
}

/// What lies at each sum of levels.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Heights {
    /// From the lowest to the highest.
    pub rows: Vec<PageAtHeight>,
    /// Whether nothing is open.
    pub complete: bool,
}

/// The nodes of one sum of levels.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = AtHeight)]
pub struct PageAtHeight {
    /// The sum.
    pub height: u32,
    /// How many nodes have it: the sum of the next four.
    pub nodes: u64,
    /// Outside the wished levels.
    pub outside: u64,
    /// Within all wishes.
    pub feasible: u64,
    /// Within the wished levels, and not within all wishes.
    pub infeasible: u64,
    /// Of which it is not known.
    pub unknown: u64,
    /// The best of them.
    pub best: PageStop,
}

/// Nodes of one sum of levels.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Nodes {
    /// The best first.
    pub nodes: Vec<Listed>,
    /// How many more there are.
    pub more: u64,
}

/// A node in a list.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Listed {
    /// The node.
    pub node: Node,
    /// Whether it is within all wishes.
    pub within_wishes: bool,
}

/// Who is left out.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = LeftOut)]
pub struct PageLeftOut {
    /// Input rows.
    pub rows: u64,
    /// Those of them that are left out.
    pub left_out: u64,
    /// By the values of each column.
    pub columns: Vec<LeftOutColumn>,
}

/// Who is left out, by the values of one column.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct LeftOutColumn {
    /// Its name.
    pub name: String,
    /// `quasi-identifier` or `sensitive`.
    pub role: &'static str,
    /// The values, those over-represented most first.
    pub groups: Vec<PageGroup>,
}

/// Rows with one value.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = Group)]
pub struct PageGroup {
    /// The value, or its label on the finest level that has few.
    pub label: String,
    /// Input rows with it.
    pub rows: u64,
    /// Those of them that are left out.
    pub left_out: u64,
    /// Share among those left out over share among all.
    pub ratio: f64,
    /// Whether they are left out clearly more often than others.
    pub is_marked: bool,
}

/// Rows before and after.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Rows {
    /// The columns; identifying ones are not among them.
    pub columns: Vec<RowColumn>,
    /// Input rows.
    pub total: u64,
    /// The number of the first row shown, from 0.
    pub from: u64,
    /// The rows, in the order of the input.
    pub rows: Vec<Row>,
}

/// A column of the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RowColumn {
    /// Its name.
    pub name: String,
    /// Its role.
    pub role: &'static str,
}

/// A row before and after.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Row {
    /// Its number in the input, from 1.
    pub number: u64,
    /// Its cells.
    pub before: Vec<String>,
    /// The same in the release; none where it is left out.
    pub after: Option<Vec<String>>,
}
