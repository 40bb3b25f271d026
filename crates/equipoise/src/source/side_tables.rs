//! Tables of people beside the one to release.

use super::dictionary_files::DictionaryFiles;
use super::job::Job;
use super::population::Population;
use crate::watch::Watch;
use equipoise_data::Result;
use equipoise_engine::InputTable;

/// Tables of people that a recipe names beside its own.
pub(crate) struct SideTables {
    /// The population that the table is drawn from.
    pub(crate) population: Option<Population>,
    /// People whom adversaries are assumed to know.
    pub(crate) dictionaries: Option<DictionaryFiles>,
}

impl SideTables {
    /// Reads the files that the recipe names.
    ///
    /// # Errors
    /// Files that cannot be read, or that lack what they are for.
    pub(crate) fn load(job: &Job, input: &InputTable, watch: &dyn Watch) -> Result<Self> {
        Ok(SideTables {
            population: Population::load(job, input, watch)?,
            dictionaries: DictionaryFiles::load(job, input, watch)?,
        })
    }
}
