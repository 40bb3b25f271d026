//! People beside those of the table.

use crate::dictionary_files::DictionaryFiles;
use crate::job::Job;
use crate::population::Population;
use crate::watch::Watch;
use equipoise_data::Result;
use equipoise_engine::Input;

/// Files with people that a recipe names beside its table.
pub(crate) struct Others {
    /// The population that the table is drawn from.
    pub(crate) population: Option<Population>,
    /// People whom attackers are assumed to know.
    pub(crate) dictionaries: Option<DictionaryFiles>,
}

impl Others {
    /// Reads what the recipe names.
    ///
    /// # Errors
    /// Files that cannot be read, or that lack what they are for.
    pub(crate) fn load(job: &Job, input: &Input, watch: &dyn Watch) -> Result<Self> {
        Ok(Others {
            population: Population::load(job, input, watch)?,
            dictionaries: DictionaryFiles::load(job, input, watch)?,
        })
    }
}
