//! The answer to wishes, and what is seen beside it.

use super::node::{Node, PageChange, PageMeasured, PageRisk, PageStop, PageWishes, Sentence};
use serde::Serialize;
use utoipa::ToSchema;

/// The answer to wishes, and all that is seen without a click.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Look {
    /// The wishes.
    pub wishes: PageWishes,
    /// The best node within them.
    pub answer: Option<Node>,
    /// Whether no other node can be better, or none can be within the wishes.
    pub proved: bool,
    /// Nodes whose numbers were looked at.
    pub nodes_visited: u64,
    /// Nodes with a record.
    pub annotated: u64,
    /// Other nodes that are as good, at most twenty.
    pub ties: Vec<Node>,
    /// The node that is looked at.
    pub node: Option<Node>,
    /// Whether that node is within all wishes.
    pub within_wishes: bool,
    /// What its release would promise and cost.
    pub sentence: Option<Sentence>,
    /// What the models measure on what stays of it.
    pub measured: Vec<PageMeasured>,
    /// How likely a released record is identified.
    pub risk: Option<PageRisk>,
    /// The classes that go, by size.
    pub going: Vec<PageDropped>,
    /// How many units go as one threshold moves.
    pub curves: Vec<PageCurve>,
    /// The nodes one step away.
    pub steps: Vec<PageStep>,
    /// The efficient nodes between what is left out and the loss.
    pub front: PageFront,
    /// Where all nodes lie.
    pub density: Density,
    /// Per column what each of its levels costs.
    pub ladders: Vec<PageLadder>,
    /// Where there is no answer: what could give.
    pub suggestions: Option<PageSuggestions>,
    /// Microseconds of work.
    pub micros: u64,
}

/// Classes of one size that go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Going)]
pub struct PageDropped {
    /// Their size.
    pub size: u64,
    /// How many there are.
    pub classes: u64,
    /// Their rows.
    pub rows: u64,
}

/// How many units go as one threshold moves while all else stays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Curve)]
pub struct PageCurve {
    /// The number of the model.
    pub model: usize,
    /// Its threshold now.
    pub asked: String,
    /// Thresholds, rising, and what they leave out.
    pub points: Vec<CurvePoint>,
}

/// A threshold and what it leaves out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct CurvePoint {
    /// The threshold.
    pub threshold: String,
    /// Units that go.
    pub units: u64,
}

/// A node one step away.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = Step)]
pub struct PageStep {
    /// The column whose level changes.
    pub column: usize,
    /// Whether it gets coarser; else finer.
    pub is_coarser: bool,
    /// Its level there.
    pub level: u8,
    /// The node, where it is known.
    pub node: Option<Node>,
    /// How many units more are left out.
    pub units: Option<i64>,
    /// How much more is lost.
    pub loss: Option<f64>,
    /// How much the highest risk rises.
    pub risk: Option<f64>,
    /// Whether it is within the wishes, where that is known.
    pub within_wishes: Option<bool>,
}

/// The efficient nodes: no other leaves out fewer and loses no more.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = Front)]
pub struct PageFront {
    /// By rising number of units left out.
    pub points: Vec<FrontPoint>,
    /// Where the curve bends most, the sharpest first.
    pub knees: Vec<PageKnee>,
    /// Nodes that might belong to it and are not known.
    pub open: u64,
    /// Whether nothing is open.
    pub complete: bool,
}

/// An efficient node.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct FrontPoint {
    /// The node.
    pub node: Node,
    /// Units left out.
    pub x: f64,
    /// The loss that is asked by.
    pub y: f64,
    /// Whether it is within all wishes.
    pub within_wishes: bool,
    /// Other nodes with the same two figures.
    pub others: u64,
    /// What changes from the point before.
    pub changes: Vec<PageChange>,
}

/// A point where the price of going on rises most.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Knee)]
pub struct PageKnee {
    /// The place of the point on the front.
    pub point: usize,
    /// The point that it is compared with.
    pub from: usize,
    /// What is paid and bought, in words.
    pub words: String,
}

/// Nodes counted in hexagons over the root of the share left out (0 to 1) and the loss (`low` to
/// `high`). Odd rows are shifted by half a column.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema)]
pub struct Density {
    /// Columns of hexagons.
    pub columns: usize,
    /// Rows of hexagons.
    pub rows: usize,
    /// Column, row and number of nodes of each hexagon that is not empty.
    pub cells: Vec<(u32, u32, u64)>,
    /// The smallest loss.
    pub low: f64,
    /// The greatest loss.
    pub high: f64,
    /// Nodes counted.
    pub counted: u64,
    /// Nodes within the wished levels whose figures are not at hand.
    pub missing: u64,
}

/// What each level of a column costs.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = Ladder)]
pub struct PageLadder {
    /// The column.
    pub column: usize,
    /// From its finest level to its coarsest.
    pub stops: Vec<PageStop>,
}

/// What could give where wishes cannot be met.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = Suggestions)]
pub struct PageSuggestions {
    /// In the order in which they are shown; weaker privacy comes last.
    pub cards: Vec<Card>,
    /// Those that do not exist, and why.
    pub none: Vec<NoCard>,
    /// Columns without which the wishes are met.
    pub without: Vec<Without>,
}

/// A way out.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Card {
    /// `suppression`, `height` or `threshold`.
    pub which: &'static str,
    /// The model whose threshold gives.
    pub model: Option<usize>,
    /// What gives, in words.
    pub title: String,
    /// The number that was wished for.
    pub old: String,
    /// The number that can be had.
    pub new: String,
    /// What stays as it was wished for.
    pub stays: String,
    /// Levels beyond the wishes.
    pub changes: Vec<PageChange>,
    /// The highest risk, where the size of classes gives.
    pub risk: Option<RiskChange>,
    /// The node.
    pub node: Node,
    /// What its release would promise and cost.
    pub sentence: Sentence,
    /// The wishes after accepting.
    pub wishes: PageWishes,
}

/// The highest risk before and after.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
pub struct RiskChange {
    /// As it was wished for.
    pub old: f64,
    /// As it would be.
    pub new: f64,
}

/// A way out that does not exist.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct NoCard {
    /// `suppression`, `height` or `threshold`.
    pub which: &'static str,
    /// Why.
    pub reason: String,
    /// True when there is no such way; false when that is not known.
    pub proved: bool,
}

/// A column without which the wishes are met.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Without {
    /// The column.
    pub column: usize,
    /// The best node that says nothing of it.
    pub node: Node,
    /// What its release would promise and cost.
    pub sentence: Sentence,
}
