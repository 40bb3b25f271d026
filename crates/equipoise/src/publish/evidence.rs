//! Evidence for the independent judge beside the released file: the population and the whole input,
//! recoded to the released labels.

use crate::judge::CsvRows;
use crate::prepare::Prepared;
use crate::published;
use crate::solution::Decided;
use crate::source::Job;
use equipoise_certify::{self as certify, Persons, Question};
use equipoise_data::{Region, Result};
use equipoise_recipe::Model;
use equipoise_release::{ColumnForm, Published, RegionLabels, ValueSet};

/// Reads population and input as they would look in the release. The judge counts them by itself.
pub(crate) struct Evidence<'a> {
    pub(crate) job: &'a Job,
    pub(crate) prepared: &'a Prepared,
    pub(crate) decided: &'a Decided,
    /// Turns a name or a value into the text that is released.
    pub(crate) show: &'a dyn Fn(&str) -> String,
}

impl Evidence<'_> {
    /// The units of the population in each class.
    pub(crate) fn population(&self) -> Result<Option<certify::ClassCounts>> {
        let Some(population) = &self.prepared.population else {
            return Ok(None);
        };
        let labels = |q: usize| match &self.decided.runs {
            Some(runs) => self.labels_of_runs(q, &runs[q]),
            None => self.labels(q),
        };
        if self.decided.is_by_class() && self.decided.runs.is_none() {
            return self.population_of_classes(population).map(Some);
        }
        let columns = population
            .iter()
            .enumerate()
            .map(|(q, codes)| (codes.as_slice(), labels(q)))
            .collect();
        let names: Vec<String> = self.prepared.quasi_names().map(self.show).collect();
        certify::count_classes(
            &self.question(names.clone(), names, Persons::Rows),
            CsvRows::recoded(columns),
        )
        .map(Some)
    }

    /// The classes of the whole input with the values of the model's column.
    pub(crate) fn input(&self, model: &Model) -> Result<Option<certify::InputClasses>> {
        let Model::NtCloseness { column, .. } = model else {
            return Ok(None);
        };
        let table = &self.prepared.input.table;
        let quasi = self
            .prepared
            .quasi
            .iter()
            .enumerate()
            .map(|(q, of)| (table.columns[of.at].codes.as_slice(), self.labels(q)));
        let shown =
            |c: &equipoise_data::Column| c.dictionary.texts().map(self.show).collect::<Vec<_>>();
        let others = table
            .column(column)
            .into_iter()
            .chain(self.prepared.persons());
        let columns = quasi
            .chain(others.map(|c| (c.codes.as_slice(), shown(c))))
            .collect();
        let names: Vec<String> = self.prepared.quasi_names().map(self.show).collect();
        let mut all = names.clone();
        all.push((self.show)(column));
        // A name of its own, in case the column of persons is released too.
        const PERSON: &str = "person of the row";
        let persons = match self.prepared.persons() {
            None => Persons::Rows,
            Some(_) => {
                all.push(PERSON.into());
                Persons::Column(PERSON.into())
            }
        };
        let lines = if self.decided.is_by_class() {
            Vec::new()
        } else {
            (0..names.len()).map(|q| self.lines(q)).collect()
        };
        let question = self.question(all, names, persons);
        let mut input = certify::count_input(
            &question,
            &(self.show)(column),
            &[],
            lines,
            CsvRows::recoded(columns),
        )?;
        input.regions = self.decided.is_by_class().then(|| self.regions());
        Ok(Some(input))
    }

    /// The values behind the labels of classes, and the sets that classes may be compared with.
    fn regions(&self) -> certify::Regions {
        let run = |region: &Region| (region.first, region.last);
        let values = |q: &crate::prepare::QuasiColumn| {
            let known =
                (0..q.hierarchy.leaves()).filter(|&leaf| Some(leaf as u32) != q.hierarchy.missing);
            known
                .map(|leaf| (self.show)(&q.hierarchy.levels[0].labels[leaf]))
                .collect()
        };
        let labels = |form: ColumnForm<'_>| match form {
            ColumnForm::Level(_) => Vec::new(),
            ColumnForm::Regions(of) => of
                .labels
                .iter()
                .zip(&of.regions)
                .map(|(label, r)| ((self.show)(label), r.first, r.last))
                .collect(),
        };
        certify::Regions {
            values: self.prepared.quasi.iter().map(values).collect(),
            labels: self.decided.form.columns().map(labels).collect(),
            sets: self
                .decided
                .supersets
                .iter()
                .map(|set| set.iter().map(run).collect())
                .collect(),
        }
    }

    /// The units of the population that fit the labels of each class. Labels of classes overlap, so
    /// that one can be in several.
    fn population_of_classes(&self, population: &[Vec<u32>]) -> Result<certify::ClassCounts> {
        let released = Published::of_classes(published::kept_classes(self.prepared, self.decided));
        let mut fitting: Vec<u32> = Vec::new();
        published::for_each_fit(self.prepared, &released, population, |bucket| {
            fitting.push(bucket as u32);
        })?;
        let label = |of: &RegionLabels, region: Option<&ValueSet>| {
            let run = region.and_then(ValueSet::as_run);
            let at = run.and_then(|run| of.regions.binary_search(&run).ok());
            at.map_or_else(String::new, |at| (self.show)(&of.labels[at]))
        };
        let column = |(quasi, form): (usize, ColumnForm<'_>)| {
            let of_class = |class: usize| match form {
                ColumnForm::Level(_) => String::new(),
                ColumnForm::Regions(of) => label(of, released.region(class, quasi)),
            };
            (
                fitting.as_slice(),
                (0..released.buckets()).map(of_class).collect(),
            )
        };
        let names: Vec<String> = self.prepared.quasi_names().map(self.show).collect();
        let columns = self
            .decided
            .form
            .columns()
            .enumerate()
            .map(column)
            .collect();
        certify::count_classes(
            &self.question(names.clone(), names, Persons::Rows),
            CsvRows::recoded(columns),
        )
    }

    fn question(
        &self,
        columns: Vec<String>,
        quasi_identifiers: Vec<String>,
        persons: Persons,
    ) -> Question {
        Question {
            format: certify::FileFormat::Csv,
            delimiter: CsvRows::WRITING.delimiter,
            quote: CsvRows::WRITING.quote,
            header: false,
            columns,
            quasi_identifiers,
            grouping: certify::Grouping::EqualTexts,
            models: Vec::new(),
            missing: self
                .job
                .recipe
                .input
                .missing
                .iter()
                .map(|m| (self.show)(m))
                .collect(),
            mark_label: None,
            persons,
        }
    }

    /// The released level; that of raw values where classes have labels of their own.
    fn level(&self, quasi: usize) -> usize {
        self.decided
            .level_of_each()
            .map_or(0, |levels| usize::from(levels[quasi]))
    }

    /// For each dictionary code its released label.
    fn labels(&self, quasi: usize) -> Vec<String> {
        let hierarchy = self.decided.hierarchy(self.prepared, quasi);
        let level = &hierarchy.levels[self.level(quasi)];
        hierarchy
            .leaf_of
            .iter()
            .map(|&leaf| (self.show)(&level.labels[level.of_leaf[leaf as usize] as usize]))
            .collect()
    }

    /// For each dictionary code the label of its run. A run that no released row is in has no
    /// label, and gets a text that no other has.
    fn labels_of_runs(&self, quasi: usize, runs: &[Region]) -> Vec<String> {
        let ColumnForm::Regions(of) = self.decided.form.column(quasi) else {
            return self.labels(quasi);
        };
        let released: Vec<String> = of.labels.iter().map(|label| (self.show)(label)).collect();
        let longer = ".".repeat(released.iter().map(String::len).max().unwrap_or(0));
        let label = |(number, run): (usize, &Region)| {
            of.regions
                .iter()
                .position(|r| r == run)
                .map_or_else(|| format!("{longer}{number}"), |i| released[i].clone())
        };
        let labels: Vec<String> = runs.iter().enumerate().map(label).collect();
        let run = |leaf: u32| runs.partition_point(|run| run.last < leaf);
        self.prepared.quasi[quasi]
            .hierarchy
            .leaf_of
            .iter()
            .map(|&leaf| labels[run(leaf)].clone())
            .collect()
    }

    /// The released labels of a quasi-identifier, each with those above it.
    fn lines(&self, quasi: usize) -> Vec<Vec<String>> {
        let hierarchy = self.decided.hierarchy(self.prepared, quasi);
        let from = self.level(quasi);
        let known = (0..hierarchy.leaves()).filter(|&leaf| Some(leaf as u32) != hierarchy.missing);
        let line = |leaf: usize| {
            let label = |level: &equipoise_data::Level| {
                (self.show)(&level.labels[level.of_leaf[leaf] as usize])
            };
            hierarchy.levels[from..]
                .iter()
                .map(label)
                .collect::<Vec<String>>()
        };
        let mut lines: Vec<Vec<String>> = known.map(line).collect();
        lines.sort();
        lines.dedup();
        lines
    }
}
