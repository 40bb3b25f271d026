//! People beside those of the table.

use crate::Job;
use crate::population::Population;
use crate::record::People;
use crate::watch::Watch;
use equipoise_data::Result;
use equipoise_engine::Input;

/// Files with people that a recipe names beside its table.
pub(crate) struct Others {
    /// The population that the table is drawn from.
    pub(crate) population: Option<Population>,
    /// Those whom attackers are taken to know.
    pub(crate) people: Option<People>,
}

impl Others {
    /// Reads what the recipe names.
    ///
    /// # Errors
    /// Files that cannot be read, or that lack what they are for.
    pub(crate) fn load(job: &Job, input: &Input, watch: &dyn Watch) -> Result<Self> {
        Ok(Others {
            population: Population::load(job, input, watch)?,
            people: People::load(job, input, watch)?,
        })
    }
}
