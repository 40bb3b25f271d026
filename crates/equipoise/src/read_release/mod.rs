//! Reads released files of a table, made by any tool, into the external view of a release.
//!
//! If the record of a release is next to it, the record says what its labels stand for. Otherwise
//! labels are those of the recipe's hierarchies, lists (`a|b`) and ranges (`20..29`).

mod column;
mod file;
mod labels;
mod order;
mod sequence;
mod view;
mod written;

pub(crate) use file::{ReadRelease, ReleaseFile};
pub(crate) use order::ColumnOrder;

use crate::source::{Expect, Job, load};
use crate::usefulness::{is_aggregated, is_plain};
use crate::watch::Watch;
use column::KnownColumn;
use equipoise_data::{Error, Result, Table};
use equipoise_engine::InputTable;
use equipoise_recipe::Role;
use labels::{Label, Labels};
use std::path::Path;

/// A table, with everything needed to read its releases.
pub(crate) struct ReleaseReader<'a> {
    pub(crate) job: &'a Job,
    input: InputTable,
    /// The quasi-identifiers that are not aggregated.
    pub(crate) quasi: Vec<KnownColumn<'a>>,
    /// The columns to read from a release.
    wanted: Vec<String>,
}

impl<'a> ReleaseReader<'a> {
    /// Reads the table that the recipe names.
    ///
    /// # Errors
    /// Files that cannot be read, hierarchies that lack values.
    pub(crate) fn open(job: &'a Job, watch: &dyn Watch) -> Result<Self> {
        let (input, _) = load(job, Expect::AllColumns, watch)?;
        let recipe = &job.recipe;
        let mut quasi = Vec::new();
        for (at, column) in input.table.columns.iter().enumerate() {
            let of = recipe
                .column(&column.name)
                .filter(|of| of.role == Role::QuasiIdentifier && of.aggregate.is_none());
            quasi.extend(
                of.map(|of| KnownColumn::new(job, column, at, of))
                    .transpose()?,
            );
        }
        let settings = recipe.usefulness.clone().unwrap_or_default();
        let is_wanted = |name: &str| {
            let is_person = recipe.input.person.as_deref() == Some(name);
            recipe.role(name) == Some(Role::QuasiIdentifier)
                || is_plain(recipe, &settings, name)
                || is_aggregated(recipe, name)
                || is_person
        };
        let names = input.table.columns.iter().map(|c| c.name.clone());
        Ok(ReleaseReader {
            wanted: names.filter(|name| is_wanted(name)).collect(),
            job,
            quasi,
            input,
        })
    }

    /// The table.
    pub(crate) fn table(&self) -> &Table {
        &self.input.table
    }

    /// Reads a release, given its table, certificate or record.
    ///
    /// # Errors
    /// Files that cannot be read, a record of another table, missing columns, more rows than the
    /// table has, labels that stand for no values.
    pub(crate) fn read(
        &self,
        path: &Path,
        show_values: bool,
        watch: &dyn Watch,
    ) -> Result<ReadRelease> {
        let file = ReleaseFile::read(self.job, path, &self.input.sha256, &self.wanted, watch)?;
        if file.input.table.rows > self.table().rows {
            return Err(
                Error::data("has more rows than the table, so it is not a release of it")
                    .at_file("`{}` ", file.table),
            );
        }
        let labels = self
            .quasi
            .iter()
            .map(|column| labels(self.job, &file, column, show_values))
            .collect::<Result<_>>()?;
        Ok(ReadRelease { file, labels })
    }
}

/// The values that the texts of a quasi-identifier in a release stand for.
fn labels(
    job: &Job,
    file: &ReleaseFile,
    column: &KnownColumn<'_>,
    show_values: bool,
) -> Result<Vec<Label>> {
    let facts = file.facts(&column.name);
    let missing = &job.recipe.input.missing;
    let released = file.column(&column.name)?;
    Labels::resolve(column, missing, &file.mark, facts, released).map_err(|text| {
        let which = if show_values { format!(" `{text}`") } else { String::new() };
        let hint = match (facts.is_some(), show_values) {
            (true, _) => "the record next to the file belongs to another release",
            (false, true) => "put the record of the release next to the file, or list the label in the hierarchy of the column",
            (false, false) => "put the record of the release next to the file, or list the label in the hierarchy; `--show-values` prints it",
        };
        Error::data(format!("has a label{which} that stands for no values of the table"))
            .at_file("of `{}` ", &file.table)
            .at_column("column `{}` ", &column.name)
            .hint(hint)
    })
}
