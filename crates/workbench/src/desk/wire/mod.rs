//! What goes over the wire: plain data in snake case, with schemas.

mod behind;
mod prefer;
mod session;

pub use behind::*;
pub use prefer::*;
pub use session::*;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What does not change while a table is explored.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Chart {
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
    pub columns: Vec<Column>,
    /// The models whose thresholds can be negotiated; the first is the size of classes.
    pub models: Vec<Model>,
    /// The losses; the first is the recipe's own.
    pub losses: Vec<Loss>,
    /// The measures that can be aspired to.
    pub measures: Vec<MeasureWords>,
    /// The aspiration of the recipe, or a usual one.
    pub aspire: Aspire,
    /// The wishes of the recipe.
    pub wishes: Wishes,
    /// What deserves a second look.
    pub warnings: Vec<String>,
}

/// A quasi-identifier.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// The finest level that the recipe allows.
    pub low: u8,
    /// The coarsest level that the recipe allows.
    pub high: u8,
    /// Other columns that always have the same level.
    pub linked: Vec<usize>,
    /// All levels of its hierarchy, from the values up.
    pub levels: Vec<Level>,
}

/// A level of a hierarchy.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Level {
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
pub struct Model {
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
pub struct Loss {
    /// Its name in recipes.
    pub metric: String,
    /// What it measures.
    pub words: String,
}

/// Everything that is wished for at once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Wishes {
    /// Per model its threshold as a decimal number.
    pub thresholds: Vec<String>,
    /// Per column the finest level that is wished for.
    pub low: Vec<u8>,
    /// Per column the coarsest level that is accepted.
    pub high: Vec<u8>,
    /// How many units may be left out.
    pub max_units: u64,
    /// The greatest loss.
    #[serde(default)]
    pub max_loss: Option<f64>,
    /// The greatest sum of levels.
    #[serde(default)]
    pub max_height: Option<u32>,
    /// What the best answer is: a loss, `height` or `suppression`.
    pub by: String,
}

/// A node of the lattice under given thresholds.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Node {
    /// Its levels, which name it.
    pub levels: Vec<u8>,
    /// The sum of its levels.
    pub height: u32,
    /// Units of protection that are left out.
    pub units: u64,
    /// Rows that are left out.
    pub rows: u64,
    /// Classes that stay.
    pub classes: u64,
    /// Per loss its value; none where nothing stays and the loss has no end.
    pub losses: Vec<Option<f64>>,
}

/// The answer to wishes, and all that is seen without a click.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Look {
    /// The wishes.
    pub wishes: Wishes,
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
    pub measured: Vec<Measured>,
    /// How likely a released record is identified.
    pub risk: Option<Risk>,
    /// The classes that go, by size.
    pub going: Vec<Going>,
    /// How many units go as one threshold moves.
    pub curves: Vec<Curve>,
    /// The nodes one step away.
    pub steps: Vec<Step>,
    /// The efficient nodes between what is left out and the loss.
    pub front: Front,
    /// Where all nodes lie.
    pub density: Density,
    /// Per column what each of its levels costs.
    pub ladders: Vec<Ladder>,
    /// Where there is no answer: what could give.
    pub suggestions: Option<Suggestions>,
    /// Microseconds of work.
    pub micros: u64,
}

/// What a release promises and costs, in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Sentence {
    /// The whole sentence.
    pub text: String,
    /// What it promises.
    pub privacy: String,
    /// Who is left out.
    pub left_out: String,
    /// How fine its columns are.
    pub levels: String,
}

/// What a model measures.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Measured {
    /// The number of the model.
    pub model: usize,
    /// Its threshold.
    pub asked: String,
    /// What is measured on the classes that stay; none where none stays.
    pub measured: Option<String>,
    /// Whether that is within the threshold.
    pub met: bool,
}

/// How likely somebody who is known to be in the release is identified.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
pub struct Risk {
    /// In the smallest class.
    pub highest: f64,
    /// On the average over released rows; none where persons have several rows.
    pub average: Option<f64>,
}

/// Classes of one size that go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Going {
    /// Their size.
    pub size: u64,
    /// How many there are.
    pub classes: u64,
    /// Their rows.
    pub rows: u64,
}

/// How many units go as one threshold moves while all else stays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Curve {
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
pub struct Step {
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
pub struct Front {
    /// By rising number of units left out.
    pub points: Vec<FrontPoint>,
    /// Where the curve bends most, the sharpest first.
    pub knees: Vec<Knee>,
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
    pub changes: Vec<Change>,
}

/// A column that changes its level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Change {
    /// The column.
    pub column: usize,
    /// Its level before.
    pub from: u8,
    /// Its level now.
    pub to: u8,
}

/// A point where the price of going on rises most.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Knee {
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
pub struct Ladder {
    /// The column.
    pub column: usize,
    /// From its finest level to its coarsest.
    pub stops: Vec<Stop>,
}

/// What is reachable with a level required.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Stop {
    /// The level.
    pub level: u8,
    /// `reached`, `unreachable`, or `open` where not all that matters is known.
    pub state: &'static str,
    /// The best value that was found.
    pub value: Option<f64>,
    /// Where it is open: nothing can be better than this.
    pub bound: Option<f64>,
    /// The node that has the value.
    pub levels: Option<Vec<u8>>,
    /// Why it cannot be reached.
    pub reason: Option<String>,
}

/// What could give where wishes cannot be met.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Suggestions {
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
    pub changes: Vec<Change>,
    /// The highest risk, where the size of classes gives.
    pub risk: Option<RiskChange>,
    /// The node.
    pub node: Node,
    /// What its release would promise and cost.
    pub sentence: Sentence,
    /// The wishes after accepting.
    pub wishes: Wishes,
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
