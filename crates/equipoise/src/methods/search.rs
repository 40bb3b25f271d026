//! What a method is: the search, what it works with, and what it hands over.

use super::clock::Clock;
use super::unmet::no_classes;
use crate::job::Job;
use crate::prepare::Prepared;
use crate::solution::{Account, SearchFigures, SearchLimit, Unmet};
use crate::watch::Watch;
use equipoise_data::{Encoded, Error, Levels, Result};
use equipoise_measure::Facts;
use equipoise_privacy::Verdict;
use equipoise_recipe::Method;
use equipoise_search::{Examined, Limits, Partition, Stopped, Task};

/// A way to decide about a table.
pub(super) trait SearchMethod {
    /// The table as the search counts it.
    fn encoded<'a>(&self, prepared: &'a Prepared) -> Encoded<'a> {
        prepared.encoded()
    }

    /// Searches for a release that meets the models within the limit.
    ///
    /// # Errors
    /// A recipe that does not fit the method, a limit that ends the search with nothing found, a
    /// stop by the user.
    fn search(&self, setting: &Setting<'_>) -> Result<Search>;
}

/// Everything that a method works with.
pub(super) struct Setting<'a> {
    pub(super) job: &'a Job,
    pub(super) prepared: &'a Prepared,
    pub(super) task: &'a Task<'a>,
    pub(super) limits: Limits,
    pub(super) clock: Clock,
    pub(super) watch: &'a dyn Watch,
}

/// The result of a search.
pub(super) enum Search {
    Found(Box<Found>),
    Unmet(Box<Unmet>),
}

/// A release that was found, for the final stage.
pub(super) struct Found {
    pub(super) form: Form,
    pub(super) figures: SearchFigures,
    pub(super) account: Account,
    /// Verdicts of the method itself, where classes of equal labels do not show whether the models
    /// are met.
    pub(super) verdicts: Option<Vec<Verdict>>,
    /// Warnings that follow from the released table, for everybody.
    pub(super) public_warnings: Vec<String>,
    /// Warnings that read the input, for its owner.
    pub(super) warnings: Vec<String>,
}

/// The form of a release.
pub(super) enum Form {
    /// One level for each quasi-identifier, and what the search counted there.
    Levels(Levels, Counted),
    /// Levels whose rows the method itself has just counted and judged.
    Examined(Box<Examined>),
    /// Labels of its own for each class.
    Classes(Partition),
}

/// Counts of the search that a second count must reproduce.
pub(super) enum Counted {
    Facts(Facts),
    SuppressedUnits(u64),
}

impl Search {
    pub(super) fn unmet(unmet: Unmet) -> Self {
        Search::Unmet(Box::new(unmet))
    }
}

impl Found {
    /// A release about which the method has nothing else to report.
    pub(super) fn new(form: Form, figures: SearchFigures) -> Self {
        Found {
            form,
            figures,
            account: Account::Plain,
            verdicts: None,
            public_warnings: Vec::new(),
            warnings: Vec::new(),
        }
    }
}

impl From<Found> for Search {
    fn from(found: Found) -> Self {
        Search::Found(Box::new(found))
    }
}

impl Setting<'_> {
    /// Figures with the time that has passed.
    pub(super) fn figures(&self) -> SearchFigures {
        self.clock.figures()
    }

    /// # Errors
    /// A stop by the user.
    pub(super) fn check_stopped(&self) -> Result<()> {
        if self.watch.stopped() {
            Err(Error::stopped())
        } else {
            Ok(())
        }
    }

    /// A partition that was found, if one was: `None` means that not even one class of all rows
    /// meets the models.
    ///
    /// # Errors
    /// A stop by the user.
    pub(super) fn partition(
        &self,
        found: Option<Partition>,
        figures: SearchFigures,
    ) -> Result<Search> {
        self.check_stopped()?;
        Ok(match found {
            Some(partition) => Found::new(Form::Classes(partition), figures).into(),
            None => Search::unmet(no_classes(
                self.job,
                self.prepared,
                "not even all rows together in one class meet",
                figures,
            )),
        })
    }
}

/// The limit that ended a search.
///
/// # Errors
/// A stop by the user.
pub(super) fn reached_limit(why: Option<Stopped>) -> Result<Option<SearchLimit>> {
    match why {
        None => Ok(None),
        Some(Stopped::ByUser) => Err(Error::stopped()),
        Some(Stopped::TimeLimit) => Ok(Some(SearchLimit::Time)),
        Some(Stopped::MaxNodes) => Ok(Some(SearchLimit::Nodes)),
    }
}

/// Refuses linked columns, which share a level: classes with labels of their own have none.
///
/// # Errors
/// A linked quasi-identifier.
pub(crate) fn check_links(job: &Job, prepared: &Prepared) -> Result<()> {
    let is_linked = |name: &&str| job.recipe.column(name).is_some_and(|c| c.linked.is_some());
    let method = job.recipe.search.method;
    match prepared.quasi_names().find(is_linked) {
        None => Ok(()),
        Some(column) => Err(Error::usage(format!(
            "`linked` of `{column}` has no meaning for `method = \"{method}\"`: classes have labels of their own, and no levels"
        ))
        .hint(if method == Method::Preference {
            "take `linked` out, or use `over = \"lattice\"`"
        } else {
            "take `linked` out, or use `method = \"optimal\"`"
        })),
    }
}
