//! Weights of sensitive values: by column, value, label and person.

use crate::job::Job;
use crate::prepare::Prepared;
use crate::watch::{Seen, Watch};
use equipoise_data::{Column, Error, Result, Table};
use equipoise_engine::{ReadOptions, read_table};
use equipoise_measure::disclosure::LabelWeights;
use equipoise_recipe::ColumnSensitivity;
use std::collections::HashMap;

/// Weights of labels, and what they are multiplied by for each row.
pub(super) struct Weights {
    pub(super) of_labels: Vec<LabelWeights>,
    /// For each row, attribute by attribute.
    pub(super) factors: Option<Vec<f64>>,
    /// A warning about them.
    pub(super) warning: Option<String>,
}

/// The weights of values, labels and persons that a file gives.
#[derive(Default)]
struct Listed {
    /// Per attribute its usual weight.
    usual: Vec<Option<f64>>,
    leaves: Vec<Vec<(u32, f64)>>,
    labels: Vec<Vec<(usize, u32, f64)>>,
    /// By person, per attribute.
    persons: HashMap<String, Vec<Option<f64>>>,
}

impl Weights {
    /// # Errors
    /// Weights that are negative, no numbers, of something that is not there, or that rise with
    /// generality.
    pub(super) fn new(job: &Job, prepared: &Prepared, watch: &dyn Watch) -> Result<Self> {
        let listed = match &job.recipe.record.weights {
            Some(path) => Listed::read(job, prepared, path, watch)
                .map_err(|e| e.at_file("weights `{}`: ", path))?,
            None => Listed::empty(prepared.quasi.len()),
        };
        let mut of_labels = Vec::new();
        for (a, (name, quasi)) in prepared.quasi_names().zip(&prepared.quasi).enumerate() {
            let by_recipe = match job.recipe.column(name).and_then(|c| c.sensitivity.as_ref()) {
                Some(ColumnSensitivity::Weight(weight)) => Some(
                    weight
                        .as_ref()
                        .map_or(f64::INFINITY, equipoise_data::Decimal::to_f64),
                ),
                _ => None,
            };
            let usual = listed.usual[a].or(by_recipe).unwrap_or(1.0);
            let weights = LabelWeights::new(
                &quasi.hierarchy,
                usual,
                &listed.leaves[a],
                &listed.labels[a],
            );
            of_labels.push(weights.map_err(|e| e.at_column("weights of column `{}`: ", name))?);
        }
        let persons = prepared.persons();
        let is_absent =
            |person: &String| persons.is_none_or(|p| p.dictionary.find(person).is_none());
        let warning = listed.persons.keys().any(is_absent).then(|| {
            "the weights name persons that the table does not have; these change nothing".to_owned()
        });
        Ok(Weights {
            of_labels,
            factors: factors(job, prepared, &listed)?,
            warning,
        })
    }
}

/// What weights are multiplied by, where rows differ.
fn factors(job: &Job, prepared: &Prepared, listed: &Listed) -> Result<Option<Vec<f64>>> {
    let table = &prepared.input.table;
    let column = |name: &str| match job.recipe.column(name).and_then(|c| c.sensitivity.as_ref()) {
        Some(ColumnSensitivity::Column(of)) => table
            .column(of)
            .map(|c| numbers(c, &job.recipe.input.missing))
            .transpose(),
        _ => Ok(None),
    };
    let columns: Vec<Option<Vec<f64>>> =
        prepared.quasi_names().map(column).collect::<Result<_>>()?;
    if columns.iter().all(Option::is_none) && listed.persons.is_empty() {
        return Ok(None);
    }
    let of_person: Option<Vec<Option<&Vec<Option<f64>>>>> = prepared.persons().map(|persons| {
        persons
            .dictionary
            .texts()
            .map(|text| listed.persons.get(text))
            .collect()
    });
    let factor = |row: usize, a: usize| {
        let by_column = columns[a].as_ref().map_or(1.0, |of| of[row]);
        let person = prepared.persons().map(|p| p.codes[row] as usize);
        let by_person = person
            .and_then(|p| of_person.as_ref()?[p]?[a])
            .unwrap_or(1.0);
        if by_column == 0.0 || by_person == 0.0 {
            0.0
        } else {
            by_column * by_person
        }
    };
    Ok(Some(
        (0..table.rows)
            .flat_map(|row| (0..columns.len()).map(move |a| (row, a)))
            .map(|(row, a)| factor(row, a))
            .collect(),
    ))
}

/// The weights of a column of the table, row by row; a missing one changes nothing.
fn numbers(column: &Column, missing: &[String]) -> Result<Vec<f64>> {
    let number = |text: &str| {
        if missing.iter().any(|m| m == text) {
            Some(1.0)
        } else {
            weight(text)
        }
    };
    let of_code: Vec<Option<f64>> = column.dictionary.texts().map(number).collect();
    let of_row = |(row, &code): (usize, &u32)| {
        of_code[code as usize].ok_or_else(|| {
            Error::data(format!(
                "has a weight at row {} that is negative or no number",
                row + 1
            ))
            .at_column("column `{}` ", &column.name)
            .at_row(row as u64 + 1)
            .hint("a weight is a number of at least 0, or `inf`")
        })
    };
    column.codes.iter().enumerate().map(of_row).collect()
}

fn weight(text: &str) -> Option<f64> {
    match text.trim() {
        "inf" | "infinite" => Some(f64::INFINITY),
        text => text.parse().ok().filter(|w: &f64| *w >= 0.0),
    }
}

impl Listed {
    fn empty(attributes: usize) -> Self {
        Listed {
            usual: vec![None; attributes],
            leaves: vec![Vec::new(); attributes],
            labels: vec![Vec::new(); attributes],
            persons: HashMap::new(),
        }
    }

    /// Reads a file with the columns `column` and `weight`, and `value` and `person` where they
    /// matter.
    fn read(job: &Job, prepared: &Prepared, path: &str, watch: &dyn Watch) -> Result<Self> {
        let keep = |names: &[String]| {
            let has = |name: &str| names.iter().any(|n| n == name);
            match has("weight") && has("column") {
                true => Ok(vec![true; names.len()]),
                false => Err(Error::data(
                    "it needs a header with `column` and `weight`, and may have `value` and `person`",
                )),
            }
        };
        let options = ReadOptions {
            format: None,
            header: true,
            ..crate::load::options(&job.recipe)
        };
        let table = read_table(&job.resolve(path), &options, &keep, &Seen(watch))?.table;
        let mut listed = Listed::empty(prepared.quasi.len());
        for row in 0..table.rows {
            listed
                .take(job, prepared, &table, row)
                .map_err(|e| e.at_line("line {}: ", row as u64 + 2))?;
        }
        Ok(listed)
    }

    fn take(&mut self, job: &Job, prepared: &Prepared, table: &Table, row: usize) -> Result<()> {
        let cell = |name: &str| {
            let column = table.column(name)?;
            Some(column.dictionary.text(column.codes[row])).filter(|text| !text.is_empty())
        };
        let number = cell("weight").and_then(weight).ok_or_else(|| {
            Error::data("the weight is negative or no number")
                .hint("a weight is a number of at least 0, or `inf`")
        })?;
        let named = cell("column");
        let all: Vec<usize> = prepared
            .quasi_names()
            .enumerate()
            .filter(|(_, n)| named.is_none_or(|name| name == *n))
            .map(|(a, _)| a)
            .collect();
        if all.is_empty() {
            return Err(Error::data(
                "the column is no quasi-identifier of the table",
            ));
        }
        if let Some(person) = cell("person") {
            if cell("value").is_some() {
                return Err(Error::data(
                    "a weight is of a value or of a person, not of both",
                ));
            }
            if job.recipe.input.person.is_none() {
                return Err(Error::data(
                    "a person is weighed, and the recipe has no `person` in `[input]`",
                ));
            }
            let of = self
                .persons
                .entry(person.to_owned())
                .or_insert_with(|| vec![None; prepared.quasi.len()]);
            all.iter().for_each(|&a| of[a] = Some(number));
            return Ok(());
        }
        let Some(value) = cell("value") else {
            all.iter().for_each(|&a| self.usual[a] = Some(number));
            return Ok(());
        };
        let [a] = all[..] else {
            return Err(Error::data("a value is weighed without its column"));
        };
        let levels = &prepared.quasi[a].hierarchy.levels;
        let places = levels.iter().enumerate().filter_map(|(level, of)| {
            Some((level, of.labels.iter().position(|l| l == value)? as u32))
        });
        let places: Vec<(usize, u32)> = places.collect();
        match places[..] {
            [] => {
                return Err(Error::data(
                    "the value is neither a value nor a label of its column",
                ));
            }
            // A label that neighbouring levels repeat is one.
            _ => places.iter().for_each(|&(level, code)| match level {
                0 => self.leaves[a].push((code, number)),
                _ => self.labels[a].push((level, code, number)),
            }),
        }
        Ok(())
    }
}
