//! Decides about a table; publishing the decision is a separate step.

use crate::methods::solve;
use crate::options::{PublishOptions, RunOptions};
use crate::outcome::{LossValue, Outcome, Release};
use crate::prepare::Prepared;
use crate::publish::{Places, Publication, released_table};
use crate::solution::{Account, Decided, JudgedModel, MethodResult, SearchFigures, judged_models};
use crate::source::{Expect, Job, SideTables, Source, load_from, named_file, write_stubs};
use crate::typed_table::{CellType, TypedTable};
use crate::usefulness;
use crate::watch::Watch;
use equipoise_data::{Error, Result};
use equipoise_recipe::ColumnLevel;
use std::collections::BTreeMap;
use std::fmt;

/// Finds the best release of a table without writing anything.
///
/// ```
/// use equipoise::{Job, Source, TypedTable, Unwatched, decide};
/// let job = Job::new(
///     r#"
///     version = 1
///     [columns.age]
///     role = "quasi-identifier"
///     hierarchy = { intervals = [10, 20] }
///     [[privacy]]
///     model = "k-anonymity"
///     k = 2
///     "#,
/// )?;
/// let table = TypedTable::new().with_column("age", [34, 36, 51, 58])?;
/// let outcome = decide(&job, Source::Table(&table), &Unwatched)?;
/// let solution = outcome.into_result().expect("ten years are enough");
/// assert_eq!(solution.levels().unwrap()[0].level, 1);
/// # Ok::<(), equipoise::Error>(())
/// ```
///
/// # Errors
/// Those of [`anonymize`](crate::anonymize()), except errors about files of the release.
pub fn decide(job: &Job, source: Source<'_>, watch: &dyn Watch) -> Result<Outcome<Solution>> {
    decide_with(job, source, &RunOptions::default(), watch)
}

/// Decides with these options. With `stub`, it also writes hierarchy files to fill in.
pub(crate) fn decide_with(
    job: &Job,
    source: Source<'_>,
    options: &RunOptions,
    watch: &dyn Watch,
) -> Result<Outcome<Solution>> {
    check_models(job)?;
    let (input, suspicions) = load_from(job, source, Expect::AllColumns, watch)?;
    if options.stub {
        write_stubs(job, &input, options.force)?;
    }
    let side_tables = SideTables::load(job, &input, watch)?;
    let mut prepared = Prepared::new(job, input, side_tables, options.show_values)?;
    prepared.warnings.extend(suspicions);
    check_fit(job, &prepared)?;
    usefulness::check(job, &prepared.input.table)?;
    let result = solve(job, &prepared, watch)?;
    result.try_map(|result| Ok(Solution::new(job.clone(), source, prepared, result)))
}

/// Rejects a recipe without a privacy model. All code that reads or builds recipes rejects it too.
fn check_models(job: &Job) -> Result<()> {
    if job.recipe.privacy.is_empty() {
        return Err(Error::usage("the recipe asks for no privacy model")
            .hint("add a section `[[privacy]]` with a `model`, such as `k-anonymity` with `k`"));
    }
    Ok(())
}

/// Rejects labels that the table does not allow.
pub(crate) fn check_fit(job: &Job, prepared: &Prepared) -> Result<()> {
    if job.recipe.output.suppressed == equipoise_recipe::Suppressed::Mark {
        let label = &job.recipe.output.label;
        for q in &prepared.quasi {
            let column = &prepared.input.table.columns[q.at];
            if column.dictionary.find(label).is_some() {
                return Err(Error::data(format!(
                    "has a value equal to the label `{label}` of suppressed rows"
                ))
                .at_column("column `{}` ", &column.name)
                .hint("choose another `label` in `[output]`"));
            }
        }
    }
    Ok(())
}

/// A decision about a table that meets every model of the recipe. It contains the input, which is
/// personal data.
pub struct Solution {
    job: Job,
    prepared: Prepared,
    decided: Decided,
    search: SearchFigures,
    verdicts: Vec<JudgedModel>,
    levels: Option<Vec<ColumnLevel>>,
    warnings: Vec<String>,
    /// The column types of a table in memory; none if the input was read from files.
    types: Option<BTreeMap<String, CellType>>,
}

impl Solution {
    pub(crate) fn new(
        job: Job,
        source: Source<'_>,
        prepared: Prepared,
        result: MethodResult,
    ) -> Self {
        let MethodResult { decided, search } = result;
        let levels = decided.level_of_each();
        let warnings = prepared.all_warnings().into_iter();
        Solution {
            verdicts: judged_models(&job, &decided.judged.verdicts),
            levels: levels.map(|levels| prepared.named_levels(levels)),
            warnings: warnings.chain(decided.all_warnings()).collect(),
            types: match source {
                Source::Files => None,
                Source::Table(table) => Some(table.types()),
            },
            job,
            prepared,
            decided,
            search,
        }
    }

    /// Each model of the recipe with its measured value and verdict.
    pub fn verdicts(&self) -> &[JudgedModel] {
        &self.verdicts
    }

    /// Cost and certainty of the search.
    pub fn search(&self) -> &SearchFigures {
        &self.search
    }

    /// The level of each quasi-identifier, in table order; none where classes have their own
    /// labels.
    pub fn levels(&self) -> Option<&[ColumnLevel]> {
        self.levels.as_deref()
    }

    /// The loss that the recipe names, and its value.
    pub fn loss(&self) -> LossValue {
        LossValue {
            metric: self.job.recipe.search.loss,
            value: self.decided.judged.found.loss,
        }
    }

    /// Number of input rows.
    pub fn rows(&self) -> u64 {
        self.prepared.all_rows()
    }

    /// Number of suppressed rows.
    pub fn suppressed_rows(&self) -> u64 {
        self.decided.left_out(&self.prepared).0
    }

    /// Number of persons with a suppressed row, where persons are the unit of protection.
    pub fn suppressed_persons(&self) -> Option<u64> {
        let persons = self.decided.left_out(&self.prepared).1;
        self.prepared.persons().map(|_| persons)
    }

    /// Number of kept classes.
    pub fn classes(&self) -> u64 {
        let judged = &self.decided.judged;
        judged.found.facts.kept_classes
    }

    /// The method's own account of the decision.
    pub fn account(&self) -> &Account {
        &self.decided.account
    }

    /// Warnings for the owner of the input.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// The release in memory.
    ///
    /// Columns, rows and cells are those of the file that [`publish`](Solution::publish) writes,
    /// except that a table in memory never has the apostrophes that `spreadsheet-safe` puts before
    /// some cells of a CSV file. If the input is a table in memory, a column keeps its type if all
    /// of its cells are released unchanged. All other columns are texts.
    ///
    /// As with a file, code that shares no counting with the search judges the text of the table
    /// before the caller gets it.
    ///
    /// # Errors
    /// A stop by the user. An internal error if the search and the judge disagree, or if the judge
    /// finds a model unmet.
    pub fn table(&self, watch: &dyn Watch) -> Result<TypedTable> {
        released_table(&self.publication(watch), self.types.as_ref())
    }

    /// Writes the release. The table goes to the output path of the options, or else to that of the
    /// job. Its certificate, record and reports go next to it.
    ///
    /// The files appear complete, and only after code that shares no counting with the search has
    /// read the table back and judged it. The certificate appears last. If anything fails before
    /// that, no file is left, and an older release stays unchanged.
    ///
    /// ```
    /// # use equipoise::{Job, Source, TypedTable, decide};
    /// use equipoise::{PublishOptions, Unwatched};
    /// # let folder = tempfile::tempdir().unwrap();
    /// # let folder = folder.path();
    /// # let job = Job::new(
    /// #     r#"
    /// #     version = 1
    /// #     [columns.age]
    /// #     role = "quasi-identifier"
    /// #     hierarchy = { intervals = [10, 20] }
    /// #     [[privacy]]
    /// #     model = "k-anonymity"
    /// #     k = 2
    /// #     "#,
    /// # )?;
    /// # let table = TypedTable::new().with_column("age", [34, 36, 51, 58])?;
    /// # let outcome = decide(&job, Source::Table(&table), &Unwatched)?;
    /// # let solution = outcome.into_result().expect("ten years are enough");
    /// let options = PublishOptions {
    ///     output: Some(folder.join("released.csv")),
    ///     ..PublishOptions::default()
    /// };
    /// let release = solution.publish(&options, &Unwatched)?;
    /// assert!(release.output.is_file() && release.certificate.is_file());
    /// # Ok::<(), equipoise::Error>(())
    /// ```
    ///
    /// # Errors
    /// No output path in the options or the job, existing files, another process that writes the
    /// same release, a stop by the user, a full disk.
    pub fn publish(&self, options: &PublishOptions, watch: &dyn Watch) -> Result<Release> {
        let output = match &options.output {
            Some(path) => named_file(path.clone())?,
            None => self.job.output_path()?,
        };
        let places = Places::new(&self.job, output, self.types.is_none(), options.force)?;
        self.publish_at(&places, options, watch)
    }

    /// Writes the release to paths that are already checked and locked.
    pub(crate) fn publish_at(
        &self,
        places: &Places,
        options: &PublishOptions,
        watch: &dyn Watch,
    ) -> Result<Release> {
        let usefulness = self.publication(watch).write(places, options)?;
        Ok(Release {
            rows: self.rows(),
            suppressed_rows: self.suppressed_rows(),
            suppressed_persons: self.suppressed_persons(),
            classes: self.classes(),
            levels: self.levels.clone(),
            account: self.account().clone(),
            usefulness,
            loss: self.loss(),
            privacy: self.verdicts.clone(),
            search: self.search.clone(),
            warnings: [self.warnings.as_slice(), &places.remarks()].concat(),
            output: places.output.clone(),
            certificate: places.certificate.clone(),
            record: places.record.clone(),
            run: places.run.clone(),
            reports: places.reports.iter().map(|r| r.1.clone()).collect(),
        })
    }

    fn publication<'a>(&'a self, watch: &'a dyn Watch) -> Publication<'a> {
        Publication {
            job: &self.job,
            prepared: &self.prepared,
            decided: &self.decided,
            search: &self.search,
            watch,
        }
    }
}

/// Omits cell values.
impl fmt::Debug for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solution")
            .field("rows", &self.rows())
            .field("suppressed_rows", &self.suppressed_rows())
            .field("classes", &self.classes())
            .field("levels", &self.levels)
            .field("loss", &self.loss())
            .field("verdicts", &self.verdicts)
            .field("search", &self.search)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::watch::Unwatched;
    use equipoise_data::ErrorKind;
    use equipoise_privacy::Score;
    use equipoise_recipe::Model;

    const RECIPE: &str = "version = 1\n[columns.age]\nrole = \"quasi-identifier\"\nhierarchy = { intervals = [10, 20] }\n[[privacy]]\nmodel = \"k-anonymity\"\nk = 2\n";

    /// Changes a sound solution, and checks that it yields neither a table nor a file.
    fn assert_refused(change: impl FnOnce(&mut Solution), message: &str) {
        let folder = tempfile::tempdir().unwrap();
        let output = folder.path().join("out.csv");
        let job = Job::new(RECIPE).unwrap().with_output(Some(output));
        let table = TypedTable::new()
            .with_column("age", [34, 36, 51, 58])
            .unwrap();
        let solution = decide(&job, Source::Table(&table), &Unwatched).unwrap();
        let mut solution = solution.into_result().unwrap();
        assert_eq!(solution.table(&Unwatched).unwrap().rows(), 4);

        change(&mut solution);
        let error = solution.table(&Unwatched).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Internal);
        assert!(error.message().contains(message), "{error}");
        let published = solution.publish(&PublishOptions::default(), &Unwatched);
        assert_eq!(published.unwrap_err().kind(), ErrorKind::Internal);
        assert!(!folder.path().join("out.csv").exists());
    }

    #[test]
    fn nothing_is_handed_over_where_the_judges_disagree() {
        assert_refused(
            |solution| {
                solution.decided.judged.verdicts[0].measured = Some(Score::new(3, 1));
            },
            "measure 2-anonymity differently",
        );
    }

    #[test]
    fn nothing_is_handed_over_where_the_judge_finds_a_model_unmet() {
        // Both judges then measure 2, and the recipe asks for 3.
        assert_refused(
            |solution| solution.job.recipe.privacy[0] = Model::KAnonymity { k: 3 },
            "does not fulfil k-anonymity: asked 3, measured 2",
        );
    }

    #[test]
    fn a_recipe_without_a_model_decides_nothing() {
        let mut job = Job::new(RECIPE).unwrap();
        job.recipe.privacy.clear();
        let table = TypedTable::new().with_column("age", [34, 36]).unwrap();
        let error = decide(&job, Source::Table(&table), &Unwatched).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Usage);
        assert_eq!(error.message(), "the recipe asks for no privacy model");
        assert!(error.hint_text().is_some());
    }

    #[test]
    fn nothing_is_handed_over_where_models_were_not_judged() {
        assert_refused(
            |solution| solution.job.recipe.privacy.clear(),
            "asks for 0 models; the search judged 1",
        );
        assert_refused(
            |solution| solution.decided.judged.verdicts.clear(),
            "asks for 1 models; the search judged 0",
        );
        assert_refused(
            |solution| {
                solution.job.recipe.privacy.clear();
                solution.decided.judged.verdicts.clear();
            },
            "needs a privacy model",
        );
    }
}
