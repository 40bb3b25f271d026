//! Reads the table of a job and checks it against the recipe.

use crate::Job;
use crate::watch::{Seen, Watch};
use equipoise_data::{Column, Error, Result};
use equipoise_engine::{Input, ReadOptions, read_table};
use equipoise_recipe::{Recipe, Role};

/// Which columns a table must have.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Expect {
    /// All that the recipe names.
    AllColumns,
    /// Identifying columns may be gone, as they are from a released table.
    Released,
}

/// Reads the table. Identifying columns are not kept, except the person column; where persons are not the unit they are
/// looked at once, to warn of people with several rows, and then forgotten.
pub(crate) fn load(job: &Job, expect: Expect, watch: &dyn Watch) -> Result<(Input, Vec<String>)> {
    let recipe = &job.recipe;
    let path = job.input_path()?;
    let options = ReadOptions { delimiter: recipe.input.delimiter, quote: recipe.input.quote, header: recipe.input.header };
    let keep = |names: &[String]| {
        let mut expected = recipe.clone();
        expected.columns.retain(|c| expect == Expect::AllColumns || c.role != Role::Identifying || names.contains(&c.name));
        expected.check_columns(names)?;
        Ok(names
            .iter()
            .map(|n| recipe.input.person.is_none() || recipe.role(n) != Some(Role::Identifying) || is_person(recipe, n))
            .collect())
    };
    let mut input = read_table(&path, &options, &keep, &Seen(watch))?;
    let warnings = suspicious_columns(recipe, &input);
    input.table.columns.retain(|c| recipe.role(&c.name) != Some(Role::Identifying) || is_person(recipe, &c.name));
    check_persons(recipe, &input)?;
    Ok((input, warnings))
}

fn is_person(recipe: &Recipe, name: &str) -> bool {
    recipe.input.person.as_deref() == Some(name)
}

/// Columns that may identify people although the recipe does not treat them so.
fn suspicious_columns(recipe: &Recipe, input: &Input) -> Vec<String> {
    let rows = input.table.rows;
    let mut warnings = Vec::new();
    for column in &input.table.columns {
        let distinct = column.dictionary.len();
        match recipe.role(&column.name) {
            Some(Role::Insensitive) if distinct >= 20 && distinct * 10 >= rows => warnings.push(format!(
                "insensitive column `{}` has many distinct values for the number of rows; it may identify people, and it is released unchanged",
                column.name
            )),
            Some(Role::Identifying) if recipe.input.person.is_none() && looks_repeated(column, rows) => warnings.push(format!(
                "identifying column `{}` has values that repeat a few times each: people may have several rows; if so, set `person = \"{}\"` in `[input]`, else they are protected less than it seems",
                column.name, column.name
            )),
            _ => {}
        }
    }
    warnings
}

/// Many values, each a few times: an identifier of people with several rows.
fn looks_repeated(column: &Column, rows: usize) -> bool {
    let distinct = column.dictionary.len();
    distinct >= 10 && distinct < rows && rows < distinct * 50
}

fn check_persons(recipe: &Recipe, input: &Input) -> Result<()> {
    let Some(person) = &recipe.input.person else { return Ok(()) };
    let column = input.table.column(person).ok_or_else(|| Error::internal("the person column was not read"))?;
    let missing: Vec<u32> = recipe.input.missing.iter().filter_map(|m| column.dictionary.find(m)).collect();
    let without = column.codes.iter().filter(|c| missing.contains(c)).count();
    if without == 0 {
        return Ok(());
    }
    let first = column.codes.iter().position(|c| missing.contains(c)).map_or(0, |r| r + 1);
    Err(Error::data(format!("person column `{person}` is missing in {without} rows (first at row {first}); every row needs a person"))
        .hint("give these rows a person, each one of its own where they are different people, or leave them out of the table"))
}
