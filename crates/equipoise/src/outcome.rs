//! The outcome of a run, as data and as the JSON of the command line.

use crate::solution::{Account, JudgedModel, SearchFigures, Unmet};
use equipoise_recipe::LossChoice;
use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};

/// The outcome of `anonymize` or `apply`.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// A release was written and checked.
    Released(Box<Release>),
    /// No node meets the models within the limit.
    Unmet(Box<Unmet>),
}

/// A release that was written.
#[derive(Clone, Debug)]
pub struct Release {
    /// Input rows.
    pub rows: u64,
    /// Rows that were suppressed.
    pub suppressed_rows: u64,
    /// Persons with a suppressed row, where persons are the unit.
    pub suppressed_persons: Option<u64>,
    /// Classes that stay.
    pub classes: u64,
    /// The level of each quasi-identifier, in table order; none where classes have labels of their
    /// own.
    pub levels: Option<Vec<(String, u8)>>,
    /// The method's own account of the decision.
    pub account: Account,
    /// Its usefulness, where the recipe asks for that.
    pub usefulness: Option<equipoise_report::UsefulnessFacts>,
    /// The loss and its value.
    pub loss: (LossChoice, f64),
    /// Each model with its measured value and verdict.
    pub privacy: Vec<JudgedModel>,
    /// Cost and certainty of the search.
    pub search: SearchFigures,
    /// Warnings for the terminal.
    pub warnings: Vec<String>,
    /// The released table.
    pub output: PathBuf,
    /// The public certificate.
    pub certificate: PathBuf,
    /// The internal record.
    pub record: PathBuf,
    /// The run figures.
    pub run: PathBuf,
    /// The reports.
    pub reports: Vec<PathBuf>,
}

impl Outcome {
    /// The object that `--json` prints.
    pub fn to_json(&self) -> Value {
        match self {
            Outcome::Released(release) => release.to_json(),
            Outcome::Unmet(unmet) => unmet_json(unmet),
        }
    }
}

fn levels(levels: &[(String, u8)]) -> Value {
    let levels: Map<String, Value> = levels
        .iter()
        .map(|(name, level)| (name.clone(), json!(level)))
        .collect();
    json!({ "kind": "levels", "levels": levels })
}

fn text(path: &Path) -> String {
    path.display().to_string()
}

impl Release {
    fn to_json(&self) -> Value {
        let mut object = Map::new();
        object.insert("outcome".into(), json!("released"));
        object.insert("rows".into(), json!(self.rows));
        object.insert("suppressed_rows".into(), json!(self.suppressed_rows));
        if let Some(persons) = self.suppressed_persons {
            object.insert("suppressed_persons".into(), json!(persons));
        }
        object.insert("classes".into(), json!(self.classes));
        let decision = self
            .levels
            .as_ref()
            .map_or_else(|| json!({ "kind": self.search.method }), |of| levels(of));
        object.insert("decision".into(), decision);
        self.account.add_to(&mut object);
        object.insert(
            "loss".into(),
            json!({ "metric": self.loss.0.name(), "value": self.loss.1 }),
        );
        object.insert(
            "privacy".into(),
            self.privacy.iter().map(JudgedModel::to_json).collect(),
        );
        if let Some(usefulness) = &self.usefulness {
            object.insert("usefulness".into(), usefulness.to_json());
        }
        object.insert("search".into(), json!(self.search));
        object.insert("warnings".into(), json!(self.warnings));
        object.insert("output".into(), json!(text(&self.output)));
        object.insert("certificate".into(), json!(text(&self.certificate)));
        object.insert("record".into(), json!(text(&self.record)));
        object.insert("run".into(), json!(text(&self.run)));
        object.insert(
            "report".into(),
            json!(self.reports.first().map(|p| text(p))),
        );
        object.insert(
            "reports".into(),
            self.reports.iter().map(|p| text(p)).collect(),
        );
        Value::Object(object)
    }
}

fn unmet_json(unmet: &Unmet) -> Value {
    let nearest = unmet.nearest.as_ref().map(|n| {
        let by_model: Vec<Value> = n
            .by_model
            .iter()
            .map(|(model, units)| json!({ "model": model.to_string(), "suppressed": units }))
            .collect();
        let attribute = n
            .attribute
            .as_ref()
            .map(|(name, units)| json!({ "column": name, "suppressed_without": units }));
        let mut object = Map::new();
        object.insert("decision".into(), levels(&n.levels));
        object.insert("suppressed_rows".into(), json!(n.suppressed_rows));
        if let Some(persons) = n.suppressed_persons {
            object.insert("suppressed_persons".into(), json!(persons));
        }
        object.insert("by_model".into(), json!(by_model));
        object.insert("blocking_attribute".into(), json!(attribute));
        Value::Object(object)
    });
    json!({
        "outcome": "unmet", "rows": unmet.rows, "explanation": unmet.explanation, "hint": unmet.hint,
        "nearest": nearest, "search": unmet.search, "warnings": unmet.warnings,
    })
}
