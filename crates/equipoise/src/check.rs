//! Judges any table as it stands.

use crate::describe;
use crate::load::{Expect, load};
use crate::outcome::Measured;
use crate::prepare::trees_of;
use crate::retold::Retold;
use crate::watch::{Watch, until_stopped};
use crate::{Job, sensitive};
use equipoise_certify::{self as certify, Persons, Question};
use equipoise_data::Result;
use equipoise_privacy::{Bound, Score};
use equipoise_recipe::{Model, Role};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// What to look at beside the models.
#[derive(Clone, Copy, Debug, Default)]
pub struct CheckRequest {
    /// Also measure k where a missing value matches anything.
    pub wildcard: bool,
    /// Let error messages show cell values.
    pub show_values: bool,
}

/// What a table was found to be.
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
    /// What each model of the recipe measures.
    pub privacy: Vec<Measured>,
    /// k where a missing value matches anything.
    pub wildcard_k: Option<u64>,
    /// What deserves a second look.
    pub warnings: Vec<String>,
}

/// Judges the table of a job as it is, without generalizing anything, by the independent judge of releases.
///
/// Roles, models and missing values come from the recipe; the table may be another one ([`Job::with_input`]). The reference
/// of t-closeness is the table itself.
///
/// # Errors
/// Files that cannot be read, values that the order or hierarchy of a sensitive column does not know.
pub fn check(job: &Job, request: CheckRequest, watch: &dyn Watch) -> Result<Checked> {
    let (input, mut warnings) = load(job, Expect::Released, watch)?;
    warnings.extend(job.recipe.warnings.iter().cloned());
    let recipe = &job.recipe;
    let person = recipe.input.person.as_ref().and_then(|p| input.table.column(p));
    let trees = trees_of(job, &input.table, Role::Sensitive, request.show_values)?;
    let columns = sensitive::columns(job, &input.table, &trees, person)?;
    let question = Question {
        delimiter: Retold::WRITING.delimiter,
        quote: Retold::WRITING.quote,
        header: false,
        columns: input.table.columns.iter().map(|c| c.name.clone()).collect(),
        quasi_identifiers: recipe.with_role(Role::QuasiIdentifier, &input.names).into_iter().map(|i| input.names[i].clone()).collect(),
        sensitive: columns.iter().map(|c| c.question(recipe, &str::to_owned)).collect(),
        missing: recipe.input.missing.clone(),
        mark_label: None,
        persons: person.map_or(Persons::Rows, |p| Persons::Column(p.name.clone())),
    };
    let measured = until_stopped(Retold::new(&input.table), watch, |rows| certify::measure(&question, rows))?;
    let wildcard = || until_stopped(Retold::new(&input.table), watch, |rows| certify::wildcard_k(&question, rows));
    let wildcard_k = if request.wildcard { wildcard()?.k } else { None };
    Ok(Checked {
        rows: measured.rows,
        units: measured.units,
        persons: person.is_some(),
        classes: measured.classes,
        sizes: measured.class_sizes.clone(),
        privacy: recipe.privacy.iter().map(|m| judge(m, &measured, &str::to_owned)).collect(),
        wildcard_k,
        warnings,
    })
}

/// A model and what the independent judge measured of it; `show` turns the name of a column into the one in the file.
pub(crate) fn judge(model: &Model, measured: &certify::Measured, show: &dyn Fn(&str) -> String) -> Measured {
    let column = |name: &str| measured.sensitive.iter().find(|s| s.name == show(name));
    let (asked, bound, found) = match model {
        Model::KAnonymity { k } => (Score::whole(*k), Bound::AtLeast, measured.smallest_class.map(Score::whole)),
        Model::LDiversity { column: name, l, .. } => {
            (Score::whole(*l), Bound::AtLeast, column(name).and_then(|c| c.distinct_l).map(Score::whole))
        }
        Model::TCloseness { column: name, t, distance } => {
            let (numerator, denominator) = t.numerator_denominator().unwrap_or((0, 1));
            let of_distance = |c: &&certify::MeasuredCloseness| c.distance.name() == distance.name();
            let found = column(name).and_then(|c| c.closeness.iter().find(of_distance)).and_then(|c| c.against_input);
            (Score::new(numerator, denominator), Bound::AtMost, found.map(|r| Score::new(r.num(), r.den())))
        }
    };
    describe::measured_model(model, found, found.is_some_and(|f| bound.allows(f, asked)))
}

impl Checked {
    /// Whether the table meets every model.
    pub fn met(&self) -> bool {
        self.privacy.iter().all(|m| m.met)
    }

    /// The object that `--json` prints.
    pub fn to_json(&self) -> Value {
        json!({
            "outcome": if self.met() { "met" } else { "unmet" },
            "rows": self.rows,
            "unit": if self.persons { "persons" } else { "rows" },
            "units": self.units,
            "classes": self.classes,
            "smallest_class": self.sizes.keys().next(),
            "privacy": self.privacy.iter().map(Measured::to_json).collect::<Vec<_>>(),
            "wildcard": self.wildcard_k.map(|k| json!({ "model": "k-anonymity", "measured": k })),
            "warnings": self.warnings,
        })
    }
}
