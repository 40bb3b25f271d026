//! All measures of usefulness, of one release.

use super::nearest::Nearest;
use super::subject::{Named, Subject};
use equipoise_data::{Error, ErrorKind, Result};
use equipoise_measure::usefulness::ambiguity::ambiguity;
use equipoise_measure::usefulness::classify::{Classification, Learner};
use equipoise_measure::usefulness::divergence::divergence;
use equipoise_measure::usefulness::information::information;
use equipoise_measure::usefulness::queries::{Mode, Workload};
use equipoise_measure::usefulness::spread::spread;
use equipoise_measure::usefulness::squared_error::squared_error;
use equipoise_measure::usefulness::{ColumnPlace, tables};
use equipoise_recipe::{Analysis, QueryMode, Role};
use equipoise_release::Published;
use equipoise_report as report;

impl Subject<'_> {
    /// Measures a release in every way.
    ///
    /// # Errors
    /// A release of another table.
    pub(crate) fn measure(&self, released: &Published<'_>) -> Result<report::UsefulnessFacts> {
        let original = &self.original;
        let nearest = if self.asks_for_aggregated() {
            Some(Nearest::new(self, released)?)
        } else {
            None
        };
        let mut notes = Vec::new();
        let (spread, ambiguity) = (spread(original, released), ambiguity(original, released));
        let squared = squared_error(original, released).unwrap_or_default();
        let of_place = |place: ColumnPlace| {
            squared
                .iter()
                .find(|e| e.place == place)
                .map(|e| e.relative)
        };
        let attribute = |(at, of): (usize, &Named)| report::SpreadLine {
            name: of.name.clone(),
            penalty: Some(spread.penalties[at]),
            squared_error: of_place(ColumnPlace::Quasi(at)),
        };
        let aggregated = |(at, of): (usize, &Named)| report::SpreadLine {
            name: of.name.clone(),
            penalty: None,
            squared_error: of_place(ColumnPlace::Aggregated(at)),
        };
        Ok(report::UsefulnessFacts {
            queries: self.queries(released)?,
            attributes: self.quasi.iter().enumerate().map(attribute).collect(),
            penalty: spread.gcp_share,
            discernibility: u64::try_from(spread.discernibility).unwrap_or(u64::MAX),
            average_class: spread.average_class,
            divergence_bits: divergence(original, released)?.bits(),
            ambiguity: ambiguity.mean,
            ambiguity_bits: ambiguity.mean_bits,
            information: self.information(released)?,
            aggregated: self.aggregated.iter().enumerate().map(aggregated).collect(),
            target: self.settings.target.clone(),
            classifiers: self.classifiers(released, nearest.as_ref(), &mut notes)?,
            tables: self.tables(released, nearest.as_ref(), &mut notes)?,
            notes,
        })
    }

    fn queries(&self, released: &Published<'_>) -> Result<Option<report::QueryLine>> {
        let settings = &self.settings;
        if settings.queries == 0 {
            return Ok(None);
        }
        let workload = Workload {
            queries: settings.queries as usize,
            dimensions: (settings.dimensions as usize).min(self.quasi.len()),
            selectivity: settings.selectivity.to_f64(),
            mode: if settings.mode == QueryMode::Uniform {
                Mode::Uniform
            } else {
                Mode::Fixed
            },
            sensitive: self.asked_for(),
            sanity: settings.sanity,
            seed: settings.seed,
        };
        let found = workload.run(&self.original, released)?;
        Ok(Some(report::QueryLine {
            number: settings.queries,
            dimensions: workload.dimensions as u64,
            sensitive: workload.sensitive.map(|at| self.plain[at].name.clone()),
            selectivity: settings.selectivity,
            mode: settings.mode,
            answered: found.answered,
            mean_percent: found.mean_percent,
            median_percent: found.median_percent,
        }))
    }

    fn information(&self, released: &Published<'_>) -> Result<Vec<report::InformationLine>> {
        let is_sensitive =
            |(_, of): &(usize, &Named)| self.recipe.role(&of.name) == Some(Role::Sensitive);
        let line = |(at, of): (usize, &Named)| {
            let found = information(&self.original, released, at)?.bits();
            Ok(report::InformationLine {
                column: of.name.clone(),
                entropy_bits: found.entropy,
                utility_bits: found.utility,
            })
        };
        self.plain
            .iter()
            .enumerate()
            .filter(is_sensitive)
            .map(line)
            .collect()
    }

    /// Whether a table or a classifier needs an aggregated column as an ordinary one.
    fn asks_for_aggregated(&self) -> bool {
        let is_one = |name: &String| matches!(self.place(name), Some(ColumnPlace::Aggregated(_)));
        self.settings.target.iter().any(is_one)
            || self
                .recipe
                .analyses
                .iter()
                .any(|of| of.by.iter().any(is_one))
    }

    fn classifiers(
        &self,
        released: &Published<'_>,
        nearest: Option<&Nearest>,
        notes: &mut Vec<String>,
    ) -> Result<Vec<report::ClassifierLine>> {
        let Some(name) = &self.settings.target else {
            return Ok(Vec::new());
        };
        let (mut original, mut released, mut target) = (&self.original, released, self.place(name));
        if let (Some(ColumnPlace::Aggregated(_)), Some(of)) = (target, nearest) {
            (original, released, target) = (
                &of.original,
                &of.released,
                target.map(|place| of.place(place)),
            );
        }
        let features: Vec<ColumnPlace> = (0..self.quasi.len())
            .map(ColumnPlace::Quasi)
            .filter(|place| Some(*place) != target)
            .collect();
        let Some(target) = target.filter(|_| !features.is_empty() && original.rows() >= 2) else {
            notes.push(format!(
                "No classifier was trained for `{name}`: there is nothing to learn it from."
            ));
            return Ok(Vec::new());
        };
        let folds = (self.settings.folds as usize).min(original.rows());
        let task = Classification {
            target,
            features,
            folds,
            seed: self.settings.seed,
        };
        let line = |(learner, name): (Learner, &str)| {
            let found = task.compare(learner, original, released)?;
            Ok(report::ClassifierLine {
                learner: name.to_owned(),
                baseline: found.baseline,
                original: found.original,
                released: found.released,
                transferred: found.transferred,
            })
        };
        [
            (Learner::Tree, "decision tree"),
            (Learner::NaiveBayes, "naive Bayes"),
        ]
        .into_iter()
        .map(line)
        .collect()
    }

    fn tables(
        &self,
        released: &Published<'_>,
        nearest: Option<&Nearest>,
        notes: &mut Vec<String>,
    ) -> Result<Vec<report::TableLine>> {
        self.recipe
            .analyses
            .iter()
            .filter_map(|of| self.table(of, released, nearest, notes).transpose())
            .collect()
    }

    /// A table of the recipe; none where it has too many cells.
    fn table(
        &self,
        of: &Analysis,
        released: &Published<'_>,
        nearest: Option<&Nearest>,
        notes: &mut Vec<String>,
    ) -> Result<Option<report::TableLine>> {
        let place = |name: &String| {
            self.place(name)
                .ok_or_else(|| Error::internal("is not measured").at_column("column `{}` ", name))
        };
        let mut table = tables::CrossTable {
            by: of.by.iter().map(place).collect::<Result<_>>()?,
            mean: of.mean.as_ref().map(place).transpose()?,
        };
        let nearest = nearest.filter(|_| {
            table
                .by
                .iter()
                .any(|place| matches!(place, ColumnPlace::Aggregated(_)))
        });
        let (original, released) = nearest.map_or((&self.original, released), |of| {
            (&of.original, &of.released)
        });
        if let Some(of) = nearest {
            table
                .by
                .iter_mut()
                .chain(&mut table.mean)
                .for_each(|place| *place = of.place(*place));
        }
        let found = match table.compare(original, released) {
            Err(error) if error.kind() == ErrorKind::Limit => {
                notes.push(format!(
                    "The table `{of}` was not filled: {}.",
                    error.message()
                ));
                return Ok(None);
            }
            found => found?,
        };
        let text = |(&place, &code): (&ColumnPlace, &u32)| {
            let of_nearest = nearest.and_then(|of| of.texts(place));
            of_nearest.unwrap_or_else(|| &self.named(place).texts)[code as usize].clone()
        };
        let cell = |cell: &tables::Cell| report::CellLine {
            values: table.by.iter().zip(&cell.codes).map(text).collect(),
            original: cell.original,
            released: cell.estimate,
        };
        Ok(Some(report::TableLine {
            name: of.to_string(),
            mean_absolute: found.mean_absolute,
            mean_relative: found.mean_relative,
            overall: found.overall,
            without_estimate: found.without_estimate,
            cells: found.cells.iter().map(cell).collect(),
        }))
    }
}
