//! Models of a recipe with their measured values and verdicts.

use crate::source::Job;
use equipoise_privacy::{Score, Verdict};
use equipoise_recipe::{Method, Model, ModelParameter, ReadingChoice};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};

/// A model of the recipe, its measured value and its verdict.
#[derive(Clone, Debug)]
pub struct JudgedModel {
    /// The model, with the thresholds that were asked for.
    pub model: Model,
    /// The reading of suppressed cells under which it was measured, if cells were suppressed.
    pub cells: Option<SuppressedCellReading>,
    /// The worst value over kept classes.
    pub measured: Option<Score>,
    /// Whether the thresholds are met.
    pub met: bool,
}

/// The reading of a table with suppressed cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SuppressedCellReading {
    /// The values that a suppressed cell matches.
    pub reading: ReadingChoice,
    /// The number of quasi-identifiers that adversaries are assumed to know; none means all.
    pub subsets: Option<u64>,
}

/// The models of a job with their verdicts.
pub(crate) fn judged_models(job: &Job, verdicts: &[Verdict]) -> Vec<JudgedModel> {
    let search = &job.recipe.search;
    // In a table with suppressed cells, k has another meaning than elsewhere, so it is labelled.
    let cells = (search.method == Method::CellSuppression).then_some(SuppressedCellReading {
        reading: search.reading,
        subsets: search.subsets,
    });
    let judged = |(model, verdict): (&Model, &Verdict)| JudgedModel {
        cells,
        ..JudgedModel::new(model, verdict.measured, verdict.met)
    };
    job.recipe
        .privacy
        .iter()
        .zip(verdicts)
        .map(judged)
        .collect()
}

/// Serializes as in the `privacy` list of the JSON.
impl Serialize for JudgedModel {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.json().serialize(serializer)
    }
}

impl JudgedModel {
    /// A model of a table without suppressed cells.
    pub(crate) fn new(model: &Model, measured: Option<Score>, met: bool) -> Self {
        JudgedModel {
            model: model.clone(),
            cells: None,
            measured,
            met,
        }
    }

    /// The name of its variant: of the model, or of the reading of suppressed cells.
    pub fn variant(&self) -> Option<&'static str> {
        match self.cells {
            Some(cells) => Some(cells.reading.name()),
            None => self.model.variant(),
        }
    }

    /// Settings other than column, variant, distance and thresholds.
    fn settings(&self) -> Vec<ModelParameter> {
        let subsets = self.cells.and_then(|cells| cells.subsets);
        let of_cells = subsets.map(|m| ModelParameter::new("subsets", &m));
        self.model.settings().into_iter().chain(of_cells).collect()
    }

    fn json(&self) -> Value {
        let mut object = Map::new();
        object.insert("model".into(), json!(self.model.name().as_str()));
        let distance = self.model.distance().map(|distance| distance.name());
        for (key, value) in [
            ("column", self.model.column()),
            ("variant", self.variant()),
            ("distance", distance),
        ] {
            if let Some(value) = value {
                object.insert(key.into(), json!(value));
            }
        }
        let all = |parameters: &[ModelParameter]| {
            parameters
                .iter()
                .map(|of| (of.key.to_owned(), number(&of.value)))
                .collect::<Map<_, _>>()
        };
        let asked = match &self.model.asked()[..] {
            [only] => number(&only.value),
            several => Value::Object(all(several)),
        };
        object.insert("asked".into(), asked);
        let settings = self.settings();
        if !settings.is_empty() {
            object.insert("settings".into(), Value::Object(all(&settings)));
        }
        object.insert("measured".into(), self.measured.map_or(Value::Null, score));
        object.insert("met".into(), json!(self.met));
        Value::Object(object)
    }
}

/// A number in JSON notation: whole numbers stay whole.
fn number(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| json!(text))
}

fn score(score: Score) -> Value {
    let fraction = score.fraction();
    match fraction.denominator {
        0 => json!("infinite"),
        1 => u64::try_from(fraction.numerator).map_or_else(|_| json!(score.to_f64()), |n| json!(n)),
        _ => json!(score.to_f64()),
    }
}
