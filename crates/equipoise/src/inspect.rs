//! Profiles a table for its curator: what its columns are, and how exposed its people are.

use crate::prepare::flat::Flat;
use crate::prepare::sensitive::Counting;
use crate::prepare::trees_of;
use crate::risks::{RiskQuestion, THRESHOLD, sets};
use crate::source::{Expect, Job, load};
use crate::watch::{Seen, Watch};
use equipoise_data::{Column, Decimal, Error, OrderBy, Result, Table, did_you_mean, ranks};
use equipoise_engine::{InputTable, ReadOptions, read_table};
use equipoise_measure::risk::Fraction;
use equipoise_measure::risk::population::{Sampling, UniquesEstimator};
use equipoise_recipe::{Kind, Role};
use equipoise_report as report;
use serde::{Serialize, Serializer};
use serde_json::Value;
use std::path::Path;

/// A request to inspect a table.
#[derive(Clone, Debug, Default)]
pub struct InspectRequest {
    /// The quasi-identifiers of a table without a recipe; none means all columns that do not look
    /// like identifiers.
    pub quasi_identifiers: Option<Vec<String>>,
    /// Texts that mean missing in a table without a recipe; none means empty cells and `NA`.
    pub missing: Option<Vec<String>>,
    /// The share of the population that is in the table, above 0 and below 1.
    pub sampling_fraction: Option<Decimal>,
    /// Units with a risk above this share, from 0 to 1, are counted; none means 0.2.
    pub threshold: Option<Decimal>,
    /// The most columns of a minimal sample unique; none means 3.
    pub special_uniques: Option<usize>,
    /// Also measure k where a missing value matches anything.
    pub wildcard: bool,
}

/// The findings. They concern real people: nothing is masked.
#[derive(Clone, Debug)]
pub struct Inspected {
    profile: report::Profile,
}

/// Serializes as the object that `--json` prints.
impl Serialize for Inspected {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        self.json().serialize(serializer)
    }
}

impl Inspected {
    /// For a terminal.
    pub fn to_text(&self) -> String {
        self.profile.to_text()
    }

    fn json(&self) -> Value {
        serde_json::from_str(&self.profile.to_json()).unwrap_or_default()
    }

    /// Warnings: findings that deserve a second look.
    pub fn warnings(&self) -> &[String] {
        &self.profile.warnings
    }
}

/// Profiles the table of a recipe (a file that ends in `.toml`), or a table by itself.
///
/// # Errors
/// Files that cannot be read, columns that the table does not have, shares out of range.
///
/// # Cost
/// Tables of up to nine or so quasi-identifiers take well under a second; with more, sets of
/// columns are looked at up to a budget.
pub fn inspect(path: &Path, request: &InspectRequest, watch: &dyn Watch) -> Result<Inspected> {
    let mut table = path.to_path_buf();
    let subject = if path
        .extension()
        .is_some_and(|e| e.eq_ignore_ascii_case("toml"))
    {
        let job = Job::open(path)?;
        table = job.input_path()?;
        Subject::of_recipe(&job, request, watch)?
    } else {
        Subject::of_table(path, request, watch)?
    };
    let name = table
        .file_name()
        .map_or_else(String::new, |n| n.to_string_lossy().into_owned());
    subject
        .profile(name, request)
        .map(|profile| Inspected { profile })
}

/// A table and what is known of it.
struct Subject {
    input: InputTable,
    missing: Vec<String>,
    roles: Vec<(String, Role)>,
    quasi: Vec<usize>,
    person: Option<usize>,
    counting: Counting,
    estimates: Vec<(UniquesEstimator, Sampling)>,
    wildcard_k: Option<u64>,
    warnings: Vec<String>,
}

impl Subject {
    fn of_recipe(job: &Job, request: &InspectRequest, watch: &dyn Watch) -> Result<Self> {
        if request.quasi_identifiers.is_some() || request.missing.is_some() {
            return Err(
                Error::usage("quasi-identifiers and missing values come from the recipe")
                    .hint("give the table itself to choose others"),
            );
        }
        let (input, mut warnings) = load(job, Expect::Released, watch)?;
        let recipe = &job.recipe;
        warnings.extend(recipe.warnings.iter().cloned());
        let place = |name: &String| input.table.columns.iter().position(|c| c.name == *name);
        let person = recipe.input.person.as_ref().and_then(place);
        let trees = trees_of(job, &input.table, Role::Sensitive, false)?;
        // What models need of a column, such as an order, is not needed here.
        let mut without_models = job.clone();
        without_models.recipe.privacy.clear();
        let counting = Counting::new(
            &without_models,
            &input.table,
            &trees,
            person.map(|p| input.table.columns[p].codes.as_slice()),
        )?;
        let wildcard_k = if request.wildcard {
            crate::check::wildcard_k(job, &input, watch)?
        } else {
            None
        };
        let role = |c: &Column| recipe.role(&c.name);
        let quasi = (0..input.table.columns.len())
            .filter(|&i| role(&input.table.columns[i]) == Some(Role::QuasiIdentifier))
            .collect();
        let units = person.map_or(input.table.rows, |p| {
            input.table.columns[p].dictionary.len()
        }) as u64;
        let mut estimates = crate::report::estimates(recipe, units);
        estimates.extend(sampled(request)?);
        Ok(Subject {
            missing: recipe.input.missing.clone(),
            roles: input
                .names
                .iter()
                .filter_map(|n| Some((n.clone(), recipe.role(n)?)))
                .collect(),
            quasi,
            person,
            counting,
            estimates,
            wildcard_k,
            warnings,
            input,
        })
    }

    fn of_table(path: &Path, request: &InspectRequest, watch: &dyn Watch) -> Result<Self> {
        let missing = request
            .missing
            .clone()
            .unwrap_or_else(|| vec![String::new(), "NA".to_owned()]);
        let null = missing
            .iter()
            .find(|m| m.is_empty())
            .or(missing.first())
            .cloned();
        let options = ReadOptions {
            null,
            ..ReadOptions::default()
        };
        let input = read_table(
            path,
            &options,
            &|names| Ok(vec![true; names.len()]),
            &Seen(watch),
        )?;
        let mut warnings = Vec::new();
        let quasi = match &request.quasi_identifiers {
            Some(names) => {
                if let Some(twice) = names
                    .iter()
                    .enumerate()
                    .find(|(i, n)| names[..*i].contains(n))
                    .map(|(_, n)| n)
                {
                    return Err(Error::usage(format!(
                        "--quasi-identifiers names `{twice}` twice"
                    )));
                }
                names
                    .iter()
                    .map(|n| find(&input.table, n))
                    .collect::<Result<_>>()?
            }
            None => {
                let rows = input.table.rows;
                let all: Vec<usize> = (0..input.table.columns.len()).collect();
                let quasi: Vec<usize> = all
                    .into_iter()
                    .filter(|&i| !is_identifier(&input.table.columns[i], rows))
                    .collect();
                warnings
                    .push("no quasi-identifiers were named: all columns that do not look like identifiers were taken for some".to_owned());
                quasi
            }
        };
        if request.wildcard {
            warnings.push("the wildcard reading needs a recipe".to_owned());
        }
        Ok(Subject {
            missing,
            roles: Vec::new(),
            quasi,
            person: None,
            counting: Counting::none(),
            estimates: sampled(request)?,
            wildcard_k: None,
            warnings,
            input,
        })
    }

    fn profile(self, table: String, request: &InspectRequest) -> Result<report::Profile> {
        let columns = &self.input.table.columns;
        let names: Vec<String> = self
            .quasi
            .iter()
            .map(|&i| columns[i].name.clone())
            .collect();
        let flat = Flat::new(self.quasi.iter().map(|&i| &columns[i]), &self.missing);
        let person = self.person.map(|p| &columns[p]);
        let classes = flat.classes(&self.input.table, &self.counting.columns, person)?;
        let question = RiskQuestion {
            sensitive: &self.counting.columns,
            estimates: self.estimates.clone(),
            threshold: request
                .threshold
                .as_ref()
                .map_or(Ok(Fraction::new(THRESHOLD.0, THRESHOLD.1)), threshold)?,
        };
        let report::Sets {
            subsets,
            special_uniques,
        } = sets(
            &flat.codes(),
            &names,
            request.special_uniques,
            fraction(request)?,
        )?;
        Ok(report::Profile {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            table,
            unit: person.map_or(report::ProtectionUnit::Rows, |p| {
                report::ProtectionUnit::Persons {
                    column: p.name.clone(),
                }
            }),
            rows: self.input.table.rows as u64,
            units: person.map_or(self.input.table.rows, |p| p.dictionary.len()) as u64,
            columns: columns.iter().map(|c| self.column(c)).collect(),
            quasi_identifiers: names,
            classes: report::ClassSizes::new(classes.iter().map(|c| (c.size, 1))),
            wildcard_k: self.wildcard_k,
            risks: question.answer(&classes),
            subsets,
            special_uniques,
            warnings: self.warnings.clone(),
        })
    }

    fn column(&self, column: &Column) -> report::ProfileColumn {
        let counts = column.counts();
        let is_missing = |text: &str| self.missing.iter().any(|m| m == text);
        let rows = |wanted: bool| {
            column
                .dictionary
                .texts()
                .zip(&counts)
                .filter(move |(t, _)| is_missing(t) == wanted)
                .map(|(_, &n)| n)
        };
        let most = rows(false).max();
        report::ProfileColumn {
            name: column.name.clone(),
            role: self.roles.iter().find(|r| r.0 == column.name).map(|r| r.1),
            kind: kind(column, &self.missing),
            distinct: rows(false).count() as u64,
            missing_rows: rows(true).sum(),
            most_frequent_share: most.map(|most| most as f64 / self.input.table.rows.max(1) as f64),
            looks_like_identifier: is_identifier(column, self.input.table.rows),
        }
    }
}

fn find(table: &Table, name: &str) -> Result<usize> {
    table
        .columns
        .iter()
        .position(|c| c.name == name)
        .ok_or_else(|| {
            let error =
                Error::usage(format!("the table has no column `{name}`")).at_column("", name);
            match did_you_mean(name, table.columns.iter().map(|c| c.name.as_str())) {
                Some(hint) => error.hint(hint),
                None => error,
            }
        })
}

/// A value of its own in nearly every row.
fn is_identifier(column: &Column, rows: usize) -> bool {
    rows >= 20 && column.dictionary.len() * 20 >= rows * 19
}

/// The type that the values appear to have. Texts with leading zeros are codes, not numbers.
fn kind(column: &Column, missing: &[String]) -> Kind {
    let mut texts = column
        .dictionary
        .texts()
        .filter(|t| missing.iter().all(|m| m != t))
        .peekable();
    if texts.peek().is_none()
        || texts.any(|t| t.len() > 1 && t.starts_with('0') && !t.starts_with("0."))
    {
        return Kind::Text;
    }
    let reads = |by| ranks(column, missing, by).is_ok();
    if reads(OrderBy::Integer) {
        Kind::Integer
    } else if reads(OrderBy::Decimal) {
        Kind::Decimal
    } else if reads(OrderBy::Date(None)) {
        Kind::Date
    } else {
        Kind::Text
    }
}

fn threshold(given: &Decimal) -> Result<Fraction> {
    let refused = |reason: &str| Error::usage(format!("the threshold is {given}; it {reason}"));
    if given.is_negative() || *given > Decimal::ONE {
        return Err(refused("must be a number from 0 to 1"));
    }
    let fraction = given
        .fraction()
        .ok_or_else(|| refused("has too many digits"))?;
    Ok(Fraction::new(fraction.numerator, fraction.denominator))
}

fn fraction(request: &InspectRequest) -> Result<Option<f64>> {
    let Some(given) = &request.sampling_fraction else {
        return Ok(None);
    };
    let value = given.to_f64();
    if value <= 0.0 || value >= 1.0 {
        return Err(Error::usage(format!(
            "the sampling fraction is {given}; it must be above 0 and below 1"
        )));
    }
    Ok(Some(value))
}

/// All estimators, where the sampling fraction is known.
fn sampled(request: &InspectRequest) -> Result<Vec<(UniquesEstimator, Sampling)>> {
    let all = [
        UniquesEstimator::Dankar,
        UniquesEstimator::Pitman,
        UniquesEstimator::Zayatz,
        UniquesEstimator::Snb,
    ];
    Ok(fraction(request)?.map_or_else(Vec::new, |f| {
        all.map(|e| (e, Sampling::Fraction(f))).to_vec()
    }))
}
