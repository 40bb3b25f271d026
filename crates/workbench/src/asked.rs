//! An answer of an atlas, as data: what `ask` prints.

use equipoise_data::{ModelName, ThresholdKey};
use equipoise_explore::NoSuggestion;
use serde_json::{Map, Value, json};

/// A node of an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct AskedNode {
    /// The level of each quasi-identifier, in table order.
    pub levels: Vec<(String, u8)>,
    /// The sum of levels.
    pub height: u32,
    /// Rows that would be left out.
    pub suppressed_rows: u64,
    /// Persons with such a row, where persons are the unit.
    pub suppressed_persons: Option<u64>,
    /// Classes that would stay.
    pub classes: u64,
    /// Each loss of the atlas with its value.
    pub losses: Vec<AskedLoss>,
}

/// A loss of a node.
#[derive(Clone, Debug, PartialEq)]
pub struct AskedLoss {
    /// The metric.
    pub metric: String,
    /// Its value.
    pub value: f64,
}

/// A quasi-identifier as it can be asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AskedColumn {
    /// Its name.
    pub name: String,
    /// The finest and the coarsest level of the atlas.
    pub levels: (u8, u8),
    /// The finest and the coarsest level that were wished for.
    pub wished: (u8, u8),
    /// Per level of its hierarchy, from the values up, how many labels the rows of the table have.
    pub labels: Vec<u64>,
}

/// What came of a question.
#[derive(Clone, Debug)]
pub struct Asked {
    /// Input rows.
    pub rows: u64,
    /// Units of protection.
    pub units: u64,
    /// Whether persons are the unit.
    pub persons: bool,
    /// What was asked by: `height`, `suppression` or a loss.
    pub by: String,
    /// How many units may be left out.
    pub max_units: u64,
    /// The quasi-identifiers, in table order.
    pub columns: Vec<AskedColumn>,
    /// The thresholds that were asked for: name of the model, key, value.
    pub thresholds: Vec<(String, String, String)>,
    /// The best node within the wishes.
    pub answer: Option<AskedNode>,
    /// Other nodes that are as good by the measure that was asked by.
    pub ties: Vec<AskedNode>,
    /// Whether no other node can be better, or none can meet the wishes.
    pub proved: bool,
    /// Nodes whose numbers were looked at.
    pub nodes_visited: u64,
    /// Nodes of the lattice.
    pub nodes_total: u64,
    /// Nodes with a record.
    pub nodes_annotated: u64,
    /// Where there is no answer: what to relax.
    pub suggestions: Option<AskedSuggestions>,
    /// What lies behind the answer.
    pub intuition: Option<AskedIntuition>,
    /// How long the question took, without opening or building the atlas.
    pub answer_us: f64,
    /// What deserves a second look.
    pub warnings: Vec<String>,
}

/// Three ways out of wishes that cannot be met; one that is missing says why.
#[derive(Clone, Debug)]
pub struct AskedSuggestions {
    /// Leave out more.
    pub suppression: Result<AskedNode, NoSuggestion>,
    /// Coarser.
    pub height: Result<AskedNode, NoSuggestion>,
    /// Weaker privacy: shown last, never preselected.
    pub threshold: Result<AskedThreshold, NoSuggestion>,
    /// The same for each other model.
    pub other_thresholds: Vec<AskedThreshold>,
    /// Columns without which the wishes are met, each with the best node that has it at the top of
    /// its hierarchy.
    pub without_column: Vec<(String, AskedNode)>,
}

/// A threshold that could be reached.
#[derive(Clone, Debug, PartialEq)]
pub struct AskedThreshold {
    /// The model.
    pub model: ModelName,
    /// Its sensitive column.
    pub column: Option<String>,
    /// Its variant or distance.
    pub detail: Option<String>,
    /// The key of the threshold.
    pub key: ThresholdKey,
    /// What was asked.
    pub asked: String,
    /// What can be reached.
    pub value: String,
    /// The node that reaches it.
    pub node: AskedNode,
}

/// What lies behind an answer.
#[derive(Clone, Debug)]
pub struct AskedIntuition {
    /// Per model: its name, the key, what was asked, and what is measured on the classes that stay.
    pub measured: Vec<(String, String, String, Option<String>)>,
    /// Classes that would go: (size, classes, rows), sizes rising.
    pub going: Vec<(u64, u64, u64)>,
    /// How suppression moves with each threshold while the others stay.
    pub curves: Vec<AskedCurve>,
    /// What each one-step neighbour costs.
    pub steps: Vec<AskedStep>,
}

/// How suppression moves with a threshold.
#[derive(Clone, Debug)]
pub struct AskedCurve {
    /// The model.
    pub model: String,
    /// The key of the threshold.
    pub key: ThresholdKey,
    /// What was asked.
    pub asked: String,
    /// (threshold, suppressed units), thresholds rising.
    pub points: Vec<(String, u64)>,
}

/// A node one step away.
#[derive(Clone, Debug)]
pub struct AskedStep {
    /// The column whose level changes.
    pub column: String,
    /// The level there.
    pub level: u8,
    /// Whether it is one level coarser; else finer.
    pub is_coarser: bool,
    /// The node, if its figures are known.
    pub node: Option<AskedNode>,
    /// Change in suppressed units, and in the loss.
    pub change: Option<(i64, f64)>,
    /// Whether it meets the wishes; none where that is not known.
    pub is_feasible: Option<bool>,
}

/// A number as JSON writes it: whole numbers stay whole.
pub(crate) fn number(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| json!(text))
}

impl AskedNode {
    fn to_json(&self) -> Map<String, Value> {
        let levels: Map<String, Value> = self
            .levels
            .iter()
            .map(|(name, level)| (name.clone(), json!(level)))
            .collect();
        let mut object = Map::new();
        object.insert("levels".into(), Value::Object(levels));
        object.insert("height".into(), json!(self.height));
        object.insert("suppressed_rows".into(), json!(self.suppressed_rows));
        if let Some(persons) = self.suppressed_persons {
            object.insert("suppressed_persons".into(), json!(persons));
        }
        object.insert("classes".into(), json!(self.classes));
        let loss = |of: &AskedLoss| json!({ "metric": of.metric, "value": of.value });
        if let Some(first) = self.losses.first() {
            object.insert("loss".into(), loss(first));
        }
        if self.losses.len() > 1 {
            object.insert("losses".into(), self.losses.iter().map(loss).collect());
        }
        object
    }
}

impl AskedThreshold {
    fn to_json(&self) -> Value {
        let mut object = self.node.to_json();
        object.insert("model".into(), json!(self.model.as_str()));
        if let Some(column) = &self.column {
            object.insert("column".into(), json!(column));
        }
        object.insert("asked".into(), number(&self.asked));
        object.insert("value".into(), number(&self.value));
        if self.model == equipoise_explore::SIZE {
            object.insert("k".into(), number(&self.value));
        }
        Value::Object(object)
    }
}

impl AskedSuggestions {
    /// The suggestions and the reasons for those that do not exist.
    fn to_json(&self) -> (Value, Value) {
        let mut reasons = Map::new();
        let mut node = |key: &str, suggestion: &Result<AskedNode, NoSuggestion>| match suggestion {
            Ok(node) => Value::Object(node.to_json()),
            Err(why) => {
                reasons.insert(key.to_owned(), json!(why.reason));
                Value::Null
            }
        };
        let (suppression, height) = (
            node("suppression", &self.suppression),
            node("height", &self.height),
        );
        let threshold = match &self.threshold {
            Ok(threshold) => threshold.to_json(),
            Err(why) => {
                reasons.insert("threshold".into(), json!(why.reason));
                Value::Null
            }
        };
        let without: Vec<Value> = self
            .without_column
            .iter()
            .map(|(column, node)| {
                let mut object = node.to_json();
                object.insert("column".into(), json!(column));
                Value::Object(object)
            })
            .collect();
        // The one that weakens privacy comes last.
        let suggestions =
            json!({ "suppression": suppression, "height": height, "threshold": threshold });
        let mut suggestions = suggestions;
        if let Value::Object(object) = &mut suggestions {
            if !self.other_thresholds.is_empty() {
                object.insert(
                    "other_thresholds".into(),
                    self.other_thresholds
                        .iter()
                        .map(AskedThreshold::to_json)
                        .collect(),
                );
            }
            if !without.is_empty() {
                object.insert("without_column".into(), json!(without));
            }
        }
        (suggestions, Value::Object(reasons))
    }
}

impl AskedIntuition {
    fn to_json(&self) -> Value {
        let measured =
            |(model, key, asked, measured): &(String, String, String, Option<String>)| {
                let measured = measured.as_deref().map_or(Value::Null, number);
                json!({ "model": model, "key": key, "asked": number(asked), "measured": measured })
            };
        let going = |(size, classes, rows): &(u64, u64, u64)| json!({ "size": size, "classes": classes, "rows": rows });
        let curve = |c: &AskedCurve| {
            let points: Vec<Value> = c
                .points
                .iter()
                .map(|(value, units)| json!([number(value), units]))
                .collect();
            json!({ "model": c.model, "key": c.key.as_str(), "asked": number(&c.asked), "points": points })
        };
        let step = |s: &AskedStep| {
            let mut object = s.node.as_ref().map_or_else(Map::new, AskedNode::to_json);
            object.remove("levels");
            object.insert("column".into(), json!(s.column));
            object.insert("level".into(), json!(s.level));
            object.insert(
                "direction".into(),
                json!(if s.is_coarser { "coarser" } else { "finer" }),
            );
            object.insert("suppressed_change".into(), json!(s.change.map(|c| c.0)));
            object.insert("loss_change".into(), json!(s.change.map(|c| c.1)));
            object.insert("within_wishes".into(), json!(s.is_feasible));
            Value::Object(object)
        };
        json!({
            "measured": self.measured.iter().map(measured).collect::<Vec<_>>(),
            "leaving": self.going.iter().map(going).collect::<Vec<_>>(),
            "curves": self.curves.iter().map(curve).collect::<Vec<_>>(),
            "one_step": self.steps.iter().map(step).collect::<Vec<_>>(),
        })
    }
}

impl Asked {
    /// The object that `--json` prints.
    pub fn to_json(&self) -> Value {
        let node = |node: &AskedNode| Value::Object(node.to_json());
        let (suggestions, reasons) = self
            .suggestions
            .as_ref()
            .map_or((Value::Null, json!({})), AskedSuggestions::to_json);
        let asked = |(model, key, value): &(String, String, String)| json!({ "model": model, "key": key, "value": number(value) });
        json!({
            "exact": self.answer.is_some(),
            "proved": self.proved,
            "nodes_visited": self.nodes_visited,
            "answer": self.answer.as_ref().map(node),
            "ties": self.ties.iter().map(node).collect::<Vec<_>>(),
            "suggestions": suggestions,
            "reasons": reasons,
            "asked": {
                "by": self.by,
                "max_suppressed": self.max_units,
                "unit": if self.persons { "persons" } else { "rows" },
                "thresholds": self.thresholds.iter().map(asked).collect::<Vec<_>>(),
            },
            "rows": self.rows,
            "units": self.units,
            "nodes_total": self.nodes_total,
            "nodes_annotated": self.nodes_annotated,
            "intuition": self.intuition.as_ref().map(AskedIntuition::to_json),
            "answer_us": (self.answer_us * 10.0).round() / 10.0,
            "warnings": self.warnings,
        })
    }
}
