//! The outcome of a run, as data and as the JSON of the command line.

use crate::solution::{Account, JudgedModel, SearchFigures, Unmet};
use equipoise_recipe::ColumnLevel;
use equipoise_recipe::LossChoice;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};

/// The outcome of [`anonymize`](crate::anonymize()), [`apply`](crate::apply()) or
/// [`decide`](crate::decide()).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Outcome<T = Release> {
    /// The models are met. Holds the release, or the solution to publish.
    Met(Box<T>),
    /// No release meets the models within the limits of the recipe.
    Unmet(Box<Unmet>),
}

/// A release that was written and checked.
#[derive(Clone, Debug)]
pub struct Release {
    /// Input rows.
    pub rows: u64,
    /// Rows that were suppressed.
    pub suppressed_rows: u64,
    /// Persons with a suppressed row, where persons are the unit.
    pub suppressed_persons: Option<u64>,
    /// Kept classes.
    pub classes: u64,
    /// The level of each quasi-identifier, in table order; none where classes have their own
    /// labels.
    pub levels: Option<Vec<ColumnLevel>>,
    /// The method's own account of the decision.
    pub account: Account,
    /// Its usefulness, if the recipe asks for it.
    pub usefulness: Option<equipoise_report::UsefulnessFacts>,
    /// The loss and its value.
    pub loss: LossValue,
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

/// A loss and its value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LossValue {
    /// The loss.
    pub metric: LossChoice,
    /// Its value.
    pub value: f64,
}

impl<T> Outcome<T> {
    /// Returns the release or the solution, or else the reason why there is none.
    ///
    /// # Errors
    /// Models that are not met.
    pub fn into_result(self) -> Result<T, Box<Unmet>> {
        match self {
            Outcome::Met(met) => Ok(*met),
            Outcome::Unmet(unmet) => Err(unmet),
        }
    }

    /// Applies `make` to the release or the solution.
    pub(crate) fn try_map<U>(
        self,
        make: impl FnOnce(T) -> equipoise_data::Result<U>,
    ) -> equipoise_data::Result<Outcome<U>> {
        Ok(match self {
            Outcome::Met(met) => Outcome::Met(Box::new(make(*met)?)),
            Outcome::Unmet(unmet) => Outcome::Unmet(unmet),
        })
    }
}

/// Serializes as the object that `--json` prints.
impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Outcome::Met(release) => release.serialize(serializer),
            Outcome::Unmet(unmet) => unmet.serialize(serializer),
        }
    }
}

/// Serializes as the object that `--json` prints.
impl Serialize for Release {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.json().serialize(serializer)
    }
}

/// Serializes as the object that `--json` prints.
impl Serialize for Unmet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        unmet_json(self).serialize(serializer)
    }
}

fn levels(levels: &[ColumnLevel]) -> Value {
    let levels: Map<String, Value> = levels
        .iter()
        .map(|of| (of.column.clone(), json!(of.level)))
        .collect();
    json!({ "kind": "levels", "levels": levels })
}

fn text(path: &Path) -> String {
    path.display().to_string()
}

impl Release {
    fn json(&self) -> Value {
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
            json!({ "metric": self.loss.metric.name(), "value": self.loss.value }),
        );
        object.insert("privacy".into(), json!(self.privacy));
        if let Some(usefulness) = &self.usefulness {
            object.insert("usefulness".into(), json!(usefulness));
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
            .map(|of| json!({ "model": of.model.to_string(), "suppressed": of.suppressed }))
            .collect();
        let blocking = n
            .blocking
            .as_ref()
            .map(|of| json!({ "column": of.column, "suppressed_without": of.suppressed_without }));
        let mut object = Map::new();
        object.insert("decision".into(), levels(&n.levels));
        object.insert("suppressed_rows".into(), json!(n.suppressed_rows));
        if let Some(persons) = n.suppressed_persons {
            object.insert("suppressed_persons".into(), json!(persons));
        }
        object.insert("by_model".into(), json!(by_model));
        object.insert("blocking_attribute".into(), json!(blocking));
        Value::Object(object)
    });
    json!({
        "outcome": "unmet", "rows": unmet.rows, "explanation": unmet.explanation, "hint": unmet.hint,
        "nearest": nearest, "search": unmet.search, "warnings": unmet.warnings,
    })
}
