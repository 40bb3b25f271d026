//! Judges any table as it is.

mod table_levels;

use crate::judge::{CsvRows, QuestionFacts};
use crate::prepare::flat::Flat;
use crate::prepare::models::{Facts, models};
use crate::prepare::sensitive::Counting;
use crate::prepare::trees_of;
use crate::risks::{RiskQuestion, THRESHOLD, sets};
use crate::solution::JudgedModel;
use crate::source::{Expect, Job, Population, load};
use crate::watch::{Watch, until_stopped};
use equipoise_certify::{self as certify, Persons, Question};
use equipoise_data::Result;
use equipoise_engine::InputTable;
use equipoise_measure::risk::Fraction;
use equipoise_privacy::Score;
use equipoise_recipe::{Model, Role};
use equipoise_report as report;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use table_levels::TableLevels;

/// Measurements beside the models.
#[derive(Clone, Copy, Debug, Default)]
pub struct CheckRequest {
    /// Also measure k where a missing value matches anything.
    pub wildcard: bool,
    /// Let error messages show cell values.
    pub show_values: bool,
}

/// The findings about a table.
#[derive(Clone, Debug)]
pub struct Checked {
    /// Rows of the table.
    pub rows: u64,
    /// Rows, or distinct persons.
    pub units: u64,
    /// Whether persons are the unit.
    pub persons: bool,
    /// Classes of rows that agree on all quasi-identifiers.
    pub classes: u64,
    /// Classes by size.
    pub sizes: BTreeMap<u64, u64>,
    /// Each model of the recipe with its measured value and verdict.
    pub privacy: Vec<JudgedModel>,
    /// k where a missing value matches anything.
    pub wildcard_k: Option<u64>,
    risks: report::RiskFacts,
    sets: report::Sets,
    person: Option<String>,
    /// Warnings for the terminal.
    pub warnings: Vec<String>,
}

/// Judges the table of a job as it is, without generalizing anything, by the independent judge of
/// releases.
///
/// Roles, models and missing values come from the recipe; the table may be another one
/// ([`Job::with_input`]). The reference of t-closeness is the table itself.
///
/// # Errors
/// Files that cannot be read, values that the order or hierarchy of a sensitive column does not
/// know.
pub fn check(job: &Job, request: CheckRequest, watch: &dyn Watch) -> Result<Checked> {
    let (input, mut warnings) = load(job, Expect::Released, watch)?;
    warnings.extend(job.recipe.warnings.iter().cloned());
    let recipe = &job.recipe;
    let person = recipe
        .input
        .person
        .as_ref()
        .and_then(|p| input.table.column(p));
    let units = person.map_or(input.table.rows, |p| p.dictionary.len()) as u64;
    let trees = trees_of(job, &input.table, Role::Sensitive, request.show_values)?;
    let counting = Counting::new(
        job,
        &input.table,
        &trees,
        person.map(|p| p.codes.as_slice()),
    )?;
    // Also checks that parameters fit the table.
    models(
        recipe,
        &Facts {
            counting: &counting,
            units,
            by_person: person.is_some(),
        },
    )?;
    let mut question = question(job, &input);
    let levels = TableLevels::new(job, &input.table, Population::load(job, &input, watch)?)?;
    let facts = QuestionFacts {
        recipe,
        counting: &counting,
        units,
        show: &str::to_owned,
        population: &|_| levels.population(&question),
        input: &|model| levels.input(&question, model),
    };
    question.models = facts.asks()?;
    let measured = until_stopped(CsvRows::new(&input.table), watch, |rows| {
        certify::measure(&question, rows)
    })?;
    if question.models.iter().any(|ask| ask.reference().is_some()) {
        warnings.push(
            "models that compare with the input are compared with this table itself here; `verify --record` compares a release with its input"
                .to_owned(),
        );
    }
    let wildcard_k = if request.wildcard {
        wildcard_k(job, &input, watch)?
    } else {
        None
    };
    let names = question.quasi_identifiers.clone();
    let flat = Flat::new(
        input
            .table
            .columns
            .iter()
            .filter(|c| recipe.role(&c.name) == Some(Role::QuasiIdentifier)),
        &recipe.input.missing,
    );
    let classes = flat.classes(&input.table, &counting.columns, person)?;
    let question = RiskQuestion {
        sensitive: &counting.columns,
        estimates: crate::report::estimates(recipe, units),
        threshold: Fraction::new(THRESHOLD.0, THRESHOLD.1),
    };
    Ok(Checked {
        rows: measured.rows,
        units: measured.units,
        persons: person.is_some(),
        classes: measured.classes,
        sizes: measured.class_sizes.clone(),
        privacy: recipe
            .privacy
            .iter()
            .zip(&measured.models)
            .map(|(model, found)| judged(model, found))
            .collect(),
        wildcard_k,
        risks: question.answer(&classes),
        sets: sets(&flat.codes(), &names, None, None)?,
        person: person.map(|p| p.name.clone()),
        warnings,
    })
}

/// k of a table where a missing value matches anything.
pub(crate) fn wildcard_k(job: &Job, input: &InputTable, watch: &dyn Watch) -> Result<Option<u64>> {
    let question = question(job, input);
    until_stopped(CsvRows::new(&input.table), watch, |rows| {
        certify::wildcard_k(&question, rows)
    })
    .map(|found| found.k)
}

/// The layout and the roles of a table that was read, as a question to the judge.
fn question(job: &Job, input: &InputTable) -> Question {
    let recipe = &job.recipe;
    let person = recipe
        .input
        .person
        .as_ref()
        .and_then(|p| input.table.column(p));
    Question {
        format: certify::FileFormat::Csv,
        delimiter: CsvRows::WRITING.delimiter,
        quote: CsvRows::WRITING.quote,
        header: false,
        columns: input.table.columns.iter().map(|c| c.name.clone()).collect(),
        quasi_identifiers: recipe
            .with_role(Role::QuasiIdentifier, &input.names)
            .into_iter()
            .map(|i| input.names[i].clone())
            .collect(),
        grouping: certify::Grouping::EqualTexts,
        models: Vec::new(),
        missing: recipe.input.missing.clone(),
        mark_label: None,
        persons: person.map_or(Persons::Rows, |p| Persons::Column(p.name.clone())),
    }
}

/// A model and what the independent judge measured of it.
fn judged(model: &Model, found: &certify::MeasuredModel) -> JudgedModel {
    let score = found.value.map(|value| match value.ratio() {
        Some(ratio) => Score::new(ratio.num(), ratio.den()),
        None => Score::INFINITE,
    });
    JudgedModel::new(model, score, found.met)
}

/// Serializes as the object that `--json` prints.
impl Serialize for Checked {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        self.json().serialize(serializer)
    }
}

impl Checked {
    /// Whether the table meets every model.
    pub fn met(&self) -> bool {
        self.privacy.iter().all(|m| m.met)
    }

    /// The risks of the people of the table, for a terminal.
    pub fn risk_text(&self) -> String {
        let unit = self
            .person
            .clone()
            .map_or(report::ProtectionUnit::Rows, |column| {
                report::ProtectionUnit::Persons { column }
            });
        report::risk_text(&unit, &self.class_sizes(), &self.risks) + &self.sets.to_text()
    }

    fn class_sizes(&self) -> report::ClassSizes {
        report::ClassSizes::new(self.sizes.iter().map(|(&size, &classes)| (size, classes)))
    }

    fn json(&self) -> Value {
        let risks = report::risk_json(&self.class_sizes(), &self.risks);
        json!({
            "outcome": if self.met() { "met" } else { "unmet" },
            "rows": self.rows,
            "unit": if self.persons { "persons" } else { "rows" },
            "units": self.units,
            "classes": self.classes,
            "smallest_class": self.sizes.keys().next(),
            "privacy": self.privacy,
            "wildcard": self.wildcard_k.map(|k| json!({ "model": "k-anonymity", "measured": k })),
            "risk": risks["risk"],
            "audits": risks["audits"],
            "sets": self.sets.to_json(),
            "warnings": self.warnings,
        })
    }
}
