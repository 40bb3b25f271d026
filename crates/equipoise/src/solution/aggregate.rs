//! Micro-aggregation: one text for all numbers of a class.

use crate::prepare::Prepared;
use crate::source::Job;
use equipoise_data::{Column, Decimal, Error, Result, numbers};
use equipoise_recipe::{Aggregate, ColumnRecipe, Role};
use equipoise_release::Assignment;
use std::collections::BTreeMap;

/// Most digits of a mean after the decimal point.
const DIGITS: u32 = 6;

/// A column with a text for each class.
pub(crate) struct Aggregated {
    /// Place among the columns that were read.
    pub(crate) at: usize,
    pub(crate) labels: Vec<String>,
    /// For each class which of them it has.
    pub(crate) of_class: Vec<u32>,
}

/// The columns whose numbers are put together within classes, as the recipe asks.
///
/// A class shows one text, so classes stay as they are. Missing values are left out of a mean; a
/// class of nothing but missing values stays missing.
pub(crate) fn columns(
    job: &Job,
    prepared: &Prepared,
    rows: &Assignment,
) -> Result<Vec<Aggregated>> {
    let mut all = Vec::new();
    for (at, column) in prepared.input.table.columns.iter().enumerate() {
        let Some(of) = job.recipe.column(&column.name) else {
            continue;
        };
        let Some(by) = of
            .aggregate
            .filter(|_| matches!(of.role, Role::QuasiIdentifier | Role::Insensitive))
        else {
            continue;
        };
        all.push(aggregate(job, column, of, by, at, rows)?);
    }
    Ok(all)
}

fn aggregate(
    job: &Job,
    column: &Column,
    of: &ColumnRecipe,
    by: Aggregate,
    at: usize,
    rows: &Assignment,
) -> Result<Aggregated> {
    let order = of.order_by(None).ok_or_else(|| {
        Error::usage("is for numbers").at_column("`aggregate` of `{}` ", &column.name)
    })?;
    let missing = &job.recipe.input.missing;
    let number_of = numbers(column, missing, order)?.ok_or_else(|| {
        Error::usage("are no numbers").at_column("the values of `{}` ", &column.name)
    })?;
    // For each class its codes with their rows.
    let mut counts: BTreeMap<(usize, u32), u64> = BTreeMap::new();
    rows.kept()
        .for_each(|(row, class)| *counts.entry((class, column.codes[row])).or_insert(0) += 1);
    // The same text for all classes, whichever texts mean missing in rows that are left out.
    let absent = missing.first().cloned().unwrap_or_default();
    let (mut labels, mut places, mut of_class) =
        (Vec::new(), BTreeMap::new(), vec![0; rows.classes()]);
    let all: Vec<((usize, u32), u64)> = counts.into_iter().collect();
    for of_one in all.chunk_by(|a, b| a.0.0 == b.0.0) {
        let mut values: Vec<(&Decimal, u32, u64)> = of_one
            .iter()
            .filter_map(|&((_, code), rows)| Some((number_of[code as usize].as_ref()?, code, rows)))
            .collect();
        values.sort_by(|a, b| {
            a.0.cmp(b.0)
                .then_with(|| column.dictionary.text(a.1).cmp(column.dictionary.text(b.1)))
        });
        let text = if values.is_empty() {
            absent.clone()
        } else {
            text(by, &values, column)
        };
        let place = *places.entry(text.clone()).or_insert_with(|| {
            labels.push(text);
            labels.len() as u32 - 1
        });
        of_class[of_one[0].0.0] = place;
    }
    if labels.is_empty() {
        labels.push(absent);
    }
    Ok(Aggregated {
        at,
        labels,
        of_class,
    })
}

/// The text in place of these numbers, which are sorted and not empty.
fn text(by: Aggregate, values: &[(&Decimal, u32, u64)], column: &Column) -> String {
    let raw = |code: u32| column.dictionary.text(code).to_owned();
    let total: u64 = values.iter().map(|v| v.2).sum();
    match by {
        Aggregate::Mean => mean(values, total),
        Aggregate::Median => {
            let mut before = 0;
            let middle = values.iter().find(|v| {
                before += v.2;
                2 * before >= total
            });
            middle.map_or_else(String::new, |v| raw(v.1))
        }
        Aggregate::Mode => {
            let most = values.iter().map(|v| v.2).max().unwrap_or(0);
            values
                .iter()
                .find(|v| v.2 == most)
                .map_or_else(String::new, |v| raw(v.1))
        }
        Aggregate::Interval => match (&values[0], &values[values.len() - 1]) {
            (first, last) if first.0 == last.0 => raw(first.1),
            (first, last) => format!("{}..{}", raw(first.1), raw(last.1)),
        },
    }
}

/// Digits after the decimal point to which sums are exact.
const SCALE: u32 = 12;

/// The mean, rounded to a few digits, half away from zero; exact where they suffice. Numbers that
/// are too large or too fine for exact sums are added up as floating-point numbers.
fn mean(values: &[(&Decimal, u32, u64)], total: u64) -> String {
    let exact = |number: &Decimal| {
        if number.scale() <= SCALE {
            number.floor_scaled(SCALE)
        } else {
            None
        }
    };
    let sum = values.iter().try_fold(0i128, |sum, (number, _, rows)| {
        sum.checked_add(exact(number)?.checked_mul(i128::from(*rows))?)
    });
    let Some(sum) = sum else {
        let sum: f64 = values
            .iter()
            .map(|(number, _, rows)| number.to_f64() * *rows as f64)
            .sum();
        return trimmed(&format!("{:.*}", DIGITS as usize, sum / total as f64));
    };
    // Rounded once, at the last digit that is shown.
    let divisor = u128::from(total) * 10u128.pow(SCALE - DIGITS);
    let rounded = (sum.unsigned_abs() + divisor / 2) / divisor;
    let (whole, rest) = (rounded / 10u128.pow(DIGITS), rounded % 10u128.pow(DIGITS));
    let sign = if sum < 0 && rounded > 0 { "-" } else { "" };
    trimmed(&format!(
        "{sign}{whole}.{rest:0width$}",
        width = DIGITS as usize
    ))
}

/// Without zeros at the end.
fn trimmed(number: &str) -> String {
    number
        .trim_end_matches('0')
        .trim_end_matches('.')
        .to_owned()
}
