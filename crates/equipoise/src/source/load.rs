//! Reads the table of a job and checks it against the recipe.

use super::derived::{add_derived, is_source, unify_missing};
use super::job::Job;
use crate::typed_table::TypedTable;
use crate::watch::{Pace, Seen, Stage, Watch};
use equipoise_data::{Column, Error, Result};
use equipoise_engine::{
    FileFormat, InputTable, Keep, ReadOptions, ReadWatch, read_tables, take_table,
};
use equipoise_recipe::{ColumnSensitivity, Recipe, Role};

/// The columns that a table must have.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Expect {
    /// All columns that the recipe names.
    AllColumns,
    /// Identifying columns may be absent, as they are in a released table.
    Released,
}

/// The table of a job.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub enum Source<'a> {
    /// The files that the recipe, or [`Job::with_input`], names.
    #[default]
    Files,
    /// A table in memory. The recipe needs no input path, and an input path is ignored.
    Table(&'a TypedTable),
}

/// Reads the table from its files and checks it as [`load_from`] does.
pub(crate) fn load(
    job: &Job,
    expect: Expect,
    watch: &dyn Watch,
) -> Result<(InputTable, Vec<String>)> {
    load_from(job, Source::Files, expect, watch)
}

/// Reads the table from its source. Identifying columns are dropped, except the person column. If
/// persons are not the unit of protection, identifying columns are first inspected once, to warn of
/// people with several rows.
pub(crate) fn load_from(
    job: &Job,
    source: Source<'_>,
    expect: Expect,
    watch: &dyn Watch,
) -> Result<(InputTable, Vec<String>)> {
    let recipe = &job.recipe;
    let options = read_options(recipe);
    let keep = |names: &[String]| {
        if expect == Expect::Released {
            check_person_column(recipe, names)?;
        }
        expected(recipe, expect, names).check_columns(names)?;
        Ok(names
            .iter()
            .map(|n| {
                recipe.input.person.is_none()
                    || recipe.role(n) != Some(Role::Identifying)
                    || is_person(recipe, n)
                    || is_source(recipe, n)
                    || is_weight(recipe, n)
            })
            .collect())
    };
    let mut input = match source {
        Source::Files => read_tables(&job.input_paths()?, &options, &keep, &Seen(watch))?,
        Source::Table(table) => take(table, &options, &keep, watch)?,
    };
    unify_missing(recipe, &mut input.table);
    let mut warnings = add_derived(recipe, &mut input, |_| true)?;
    warnings.extend(suspicious_columns(recipe, &input));
    warnings.extend(left_out(&input));
    if input.repeated {
        warnings
            .push("two input files have the same content; if one is a copy, everybody in it counts twice and is protected less".to_owned());
    }
    input.table.columns.retain(|c| {
        recipe.role(&c.name) != Some(Role::Identifying)
            || is_person(recipe, &c.name)
            || is_weight(recipe, &c.name)
    });
    check_persons(recipe, &input)?;
    Ok((input, warnings))
}

/// Takes a table in memory. Its missing cells become texts, as nulls in Parquet files do.
fn take(
    table: &TypedTable,
    options: &ReadOptions,
    keep: &Keep<'_>,
    watch: &dyn Watch,
) -> Result<InputTable> {
    let cells = table.cell_count();
    let encoded = table.encode(
        options.null.as_deref(),
        &Pace::new(watch, Stage::Read, 2 * cells),
    )?;
    let hashing = Hashing { watch, cells };
    let input = take_table(encoded, table.parquet_types(), options, keep, &hashing)?;
    watch.progress(Stage::Read, 2 * cells, 2 * cells);
    if watch.stopped() {
        return Err(Error::stopped());
    }
    Ok(input)
}

/// Reports progress in the second half of taking a table: after its cells are encoded, its text is
/// hashed.
struct Hashing<'a> {
    watch: &'a dyn Watch,
    cells: u64,
}

impl ReadWatch for Hashing<'_> {
    fn progress(&self, done: u64, total: u64) {
        let cells = self.cells / total.max(1) * done;
        let all = 2 * self.cells;
        self.watch.progress(Stage::Read, self.cells + cells, all);
    }

    fn stopped(&self) -> bool {
        self.watch.stopped()
    }
}

/// The layout of the table, as the recipe describes it.
pub(crate) fn read_options(recipe: &Recipe) -> ReadOptions {
    let input = &recipe.input;
    let identifying = recipe.columns.iter().filter(|c| {
        c.role == Role::Identifying
            && !is_person(recipe, &c.name)
            && !is_source(recipe, &c.name)
            && !is_weight(recipe, &c.name)
    });
    ReadOptions {
        delimiter: input.delimiter,
        quote: input.quote,
        header: input.header,
        format: input.format.map(|format| match format {
            equipoise_recipe::Format::Csv => FileFormat::Csv,
            equipoise_recipe::Format::Parquet => FileFormat::Parquet,
        }),
        null: null_text(recipe).map(str::to_owned),
        dispensable: identifying.map(|c| c.name.clone()).collect(),
    }
}

/// The text for missing cells that have none, such as nulls in Parquet files: the empty text if
/// that means missing, else the first text that does. A null is missing whatever texts the recipe
/// lists.
pub(crate) fn null_text(recipe: &Recipe) -> Option<&str> {
    let missing = &recipe.input.missing;
    let empty = missing.iter().find(|text| text.is_empty());
    empty.or(missing.first()).map(String::as_str)
}

/// Warns of files in the folder that may have been meant as parts of the table. The warning does
/// not name them: names are for the curator only, and a report repeats the warning.
fn left_out(input: &InputTable) -> Option<String> {
    let files = input.left_out.len();
    let noun = if files == 1 { "file" } else { "files" };
    (files > 0).then(|| {
        format!("the input folder has {files} {noun} left out for their names: they do not end like a table, or begin with `.` or `_`")
    })
}

/// Rejects a table without the person column: persons cannot be counted in it.
fn check_person_column(recipe: &Recipe, names: &[String]) -> Result<()> {
    match &recipe.input.person {
        Some(person) if !names.contains(person) => Err(Error::usage(
            "is not in the table, so persons cannot be counted",
        )
        .at_column("person column `{}` ", person)
        .hint("a release has no person column; `verify` with `--record` measures it in persons")),
        _ => Ok(()),
    }
}

/// The recipe, without the requirements that do not apply to the table.
fn expected(recipe: &Recipe, expect: Expect, names: &[String]) -> Recipe {
    let mut expected = recipe.clone();
    if expect == Expect::Released {
        expected
            .columns
            .retain(|c| c.role != Role::Identifying || names.contains(&c.name));
        // A released table contains the derived columns themselves.
        expected
            .columns
            .iter_mut()
            .filter(|c| names.contains(&c.name))
            .for_each(|c| c.derive = None);
    }
    expected
}

fn is_person(recipe: &Recipe, name: &str) -> bool {
    recipe.input.person.as_deref() == Some(name)
}

/// Whether a column has the weights of rows, which are needed but may be absent from the release.
fn is_weight(recipe: &Recipe, name: &str) -> bool {
    let is_named =
        |s: &ColumnSensitivity| matches!(s, ColumnSensitivity::Column(column) if column == name);
    let is_id =
        recipe.record.true_dictionary.is_some() && recipe.record.id.as_deref() == Some(name);
    is_id
        || recipe
            .columns
            .iter()
            .filter_map(|c| c.sensitivity.as_ref())
            .any(is_named)
}

/// Warns of columns that may identify people although the recipe does not treat them as
/// identifying.
fn suspicious_columns(recipe: &Recipe, input: &InputTable) -> Vec<String> {
    let rows = input.table.rows;
    let mut warnings = Vec::new();
    for column in &input.table.columns {
        let distinct = column.dictionary.len();
        match recipe.role(&column.name) {
            Some(Role::Sensitive) if distinct >= 20 && distinct * 2 >= rows => warnings.push(format!(
                "sensitive column `{}` has a value of its own in most rows, and it is released unchanged: whoever knows the value finds the row",
                column.name
            )),
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

/// Whether a column has many values, each a few times, like an identifier of people with several
/// rows.
fn looks_repeated(column: &Column, rows: usize) -> bool {
    let distinct = column.dictionary.len();
    distinct >= 10 && distinct < rows && rows < distinct * 50
}

fn check_persons(recipe: &Recipe, input: &InputTable) -> Result<()> {
    let Some(person) = &recipe.input.person else {
        return Ok(());
    };
    let column = input
        .table
        .column(person)
        .ok_or_else(|| Error::internal("the person column was not read"))?;
    let missing: Vec<u32> = recipe
        .input
        .missing
        .iter()
        .filter_map(|m| column.dictionary.find(m))
        .collect();
    let without = column.codes.iter().filter(|c| missing.contains(c)).count();
    if without == 0 {
        return Ok(());
    }
    let first = column
        .codes
        .iter()
        .position(|c| missing.contains(c))
        .map_or(0, |r| r + 1);
    Err(Error::data(format!("is missing in {without} rows (first at row {first}); every row needs a person"))
        .at_column("person column `{}` ", person)
        .at_row(first as u64)
        .hint("give these rows a person, each one of its own where they are different people, or leave them out of the table"))
}
