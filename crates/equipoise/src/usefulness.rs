//! How useful a release is: the table and its release as the measures see them, and what they find.

mod nearest;

use crate::Job;
use crate::prepare::Prepared;
use crate::solution::{Decided, Shown};
use equipoise_data::{
    Column, Decimal, Error, Hierarchy, LEFT_OUT, Recoding, Region, Result, Table, numbers,
};
use equipoise_measure::usefulness::ambiguity::ambiguity;
use equipoise_measure::usefulness::classify::{Classification, Learner};
use equipoise_measure::usefulness::divergence::divergence;
use equipoise_measure::usefulness::information::information;
use equipoise_measure::usefulness::queries::{Mode, Workload};
use equipoise_measure::usefulness::spread::spread;
use equipoise_measure::usefulness::squared_error::squared_error;
use equipoise_measure::usefulness::{self as measure, ColumnPlace, Original, ReleasedView, tables};
use equipoise_recipe::{Analysis, ColumnRecipe, QueryMode, Recipe, Role, Suppressed, Usefulness};
use equipoise_report as report;
use nearest::Nearest;
use std::collections::HashMap;

/// Values of a quasi-identifier in an order in which released cells are runs.
pub(crate) struct Ordered {
    /// Place among the columns of the table.
    pub(crate) at: usize,
    /// For each code of its dictionary the leaf.
    pub(crate) leaf_of: Vec<u32>,
    /// The text of each leaf.
    pub(crate) texts: Vec<String>,
}

impl Ordered {
    /// The order of a hierarchy.
    pub(crate) fn of(at: usize, hierarchy: &Hierarchy) -> Self {
        Ordered {
            at,
            leaf_of: hierarchy.leaf_of.clone(),
            texts: hierarchy.levels[0].labels.clone(),
        }
    }
}

/// A table that releases are compared with: the columns that are measured, as codes.
pub(crate) struct Subject<'a> {
    recipe: &'a Recipe,
    pub(crate) settings: Usefulness,
    pub(crate) original: Original,
    pub(crate) quasi: Vec<Named>,
    pub(crate) plain: Vec<Named>,
    pub(crate) aggregated: Vec<Named>,
}

/// A column with the texts of its codes.
pub(crate) struct Named {
    pub(crate) name: String,
    texts: Vec<String>,
}

/// A release as it is measured.
pub(crate) struct View<'a> {
    pub(crate) recoding: &'a Recoding,
    /// For each aggregated column the number that each class shows.
    pub(crate) numbers: Vec<Vec<f64>>,
    /// Columns that are released as they are, where it is not known which row of the table a
    /// released one comes from.
    pub(crate) plain: Option<Vec<Vec<u32>>>,
}

impl<'a> Subject<'a> {
    /// The table as the recipe reads it.
    ///
    /// # Errors
    /// Values of a column of numbers that are none.
    pub(crate) fn new(recipe: &'a Recipe, table: &Table, quasi: &[Ordered]) -> Result<Self> {
        let settings = recipe.usefulness.clone().unwrap_or_default();
        let (mut columns, mut names) = (Vec::new(), Vec::new());
        for of in quasi {
            let column = &table.columns[of.at];
            columns.push(recoded(recipe, column, of)?);
            names.push(Named {
                name: column.name.clone(),
                texts: of.texts.clone(),
            });
        }
        let (mut plain, mut plain_names) = (Vec::new(), Vec::new());
        for column in table
            .columns
            .iter()
            .filter(|c| is_plain(recipe, &settings, &c.name))
        {
            plain.push(as_it_is(recipe, column)?);
            plain_names.push(Named {
                name: column.name.clone(),
                texts: column.dictionary.texts().map(str::to_owned).collect(),
            });
        }
        let (mut aggregated, mut aggregated_names) = (Vec::new(), Vec::new());
        for column in table
            .columns
            .iter()
            .filter(|c| is_aggregated(recipe, &c.name))
        {
            aggregated.push(as_it_is(recipe, column)?);
            aggregated_names.push(Named {
                name: column.name.clone(),
                texts: column.dictionary.texts().map(str::to_owned).collect(),
            });
        }
        let original = Original::new(columns, plain)?.with_aggregated(aggregated)?;
        Ok(Subject {
            recipe,
            settings,
            original,
            quasi: names,
            plain: plain_names,
            aggregated: aggregated_names,
        })
    }

    fn place(&self, name: &str) -> Option<ColumnPlace> {
        let at = |columns: &[Named]| columns.iter().position(|c| c.name == name);
        at(&self.quasi)
            .map(ColumnPlace::Quasi)
            .or(at(&self.plain).map(ColumnPlace::Plain))
            .or(at(&self.aggregated).map(ColumnPlace::Aggregated))
    }

    fn named(&self, place: ColumnPlace) -> &Named {
        match place {
            ColumnPlace::Quasi(at) => &self.quasi[at],
            ColumnPlace::Plain(at) => &self.plain[at],
            ColumnPlace::Aggregated(at) => &self.aggregated[at],
        }
    }

    /// The sensitive column that queries ask for too: the first.
    fn asked_for(&self) -> Option<usize> {
        self.plain
            .iter()
            .position(|c| self.recipe.role(&c.name) == Some(Role::Sensitive))
    }

    /// Measures a release in every way.
    ///
    /// # Errors
    /// A release of another table.
    pub(crate) fn measure(&self, view: &View<'_>) -> Result<report::UsefulnessFacts> {
        let original = &self.original;
        let released = match &view.plain {
            None => ReleasedView::linked(original, view.recoding)?,
            Some(plain) => ReleasedView::unlinked(original, view.recoding, plain.clone())?,
        };
        let released = &released.with_aggregated(original, view.numbers.clone())?;
        let nearest = if self.asks_for_aggregated() {
            Some(Nearest::new(self, view)?)
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
            divergence_bits: divergence(original, released).bits(),
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

    fn queries(&self, released: &ReleasedView) -> Result<Option<report::QueryLine>> {
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

    fn information(&self, released: &ReleasedView) -> Result<Vec<report::InformationLine>> {
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
        released: &ReleasedView,
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
        released: &ReleasedView,
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
        released: &ReleasedView,
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
            Err(error) if error.kind() == equipoise_data::ErrorKind::Limit => {
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

/// Whether a column is measured as it is.
pub(crate) fn is_plain(recipe: &Recipe, settings: &Usefulness, name: &str) -> bool {
    let is_named = || {
        let in_table =
            |of: &Analysis| of.mean.as_deref() == Some(name) || of.by.iter().any(|by| by == name);
        settings.target.as_deref() == Some(name) || recipe.analyses.iter().any(in_table)
    };
    match recipe.role(name) {
        Some(Role::Sensitive) => true,
        Some(Role::Insensitive) => !is_aggregated(recipe, name) && is_named(),
        _ => false,
    }
}

/// Whether each class shows one number of a column.
pub(crate) fn is_aggregated(recipe: &Recipe, name: &str) -> bool {
    let may = |of: &&ColumnRecipe| matches!(of.role, Role::QuasiIdentifier | Role::Insensitive);
    recipe
        .column(name)
        .filter(may)
        .is_some_and(|of| of.aggregate.is_some())
}

/// The number of each code of a column of numbers; NaN for those without.
pub(crate) fn numbers_of(recipe: &Recipe, column: &Column) -> Result<Option<Vec<f64>>> {
    let Some(order) = recipe.column(&column.name).and_then(|of| of.order_by(None)) else {
        return Ok(None);
    };
    let found = numbers(column, &recipe.input.missing, order)?;
    Ok(found.map(|of| {
        of.iter()
            .map(|number| number.as_ref().map_or(f64::NAN, Decimal::to_f64))
            .collect()
    }))
}

/// The code that stands for missing: the least of all texts that mean it.
pub(crate) fn missing_code(recipe: &Recipe, column: &Column) -> Option<u32> {
    recipe
        .input
        .missing
        .iter()
        .filter_map(|m| column.dictionary.find(m))
        .min()
}

/// A column with one kind of missing: a file of another format can write it otherwise.
fn as_it_is(recipe: &Recipe, column: &Column) -> Result<measure::CodedColumn> {
    let values = column.dictionary.len().max(1) as u32;
    let mut code_of: Vec<u32> = (0..values).collect();
    for code in recipe
        .input
        .missing
        .iter()
        .filter_map(|m| column.dictionary.find(m))
    {
        code_of[code as usize] = missing_code(recipe, column).unwrap_or(code);
    }
    let codes = column
        .codes
        .iter()
        .map(|&code| code_of[code as usize])
        .collect();
    Ok(measure::CodedColumn {
        codes,
        values,
        numbers: numbers_of(recipe, column)?,
    })
}

fn recoded(recipe: &Recipe, column: &Column, of: &Ordered) -> Result<measure::CodedColumn> {
    let numbers = numbers_of(recipe, column)?.map(|of_code| {
        let mut of_leaf = vec![f64::NAN; of.texts.len()];
        of.leaf_of
            .iter()
            .zip(of_code)
            .for_each(|(&leaf, number)| of_leaf[leaf as usize] = number);
        of_leaf
    });
    let codes = column
        .codes
        .iter()
        .map(|&code| of.leaf_of[code as usize])
        .collect();
    Ok(measure::CodedColumn {
        codes,
        values: of.texts.len() as u32,
        numbers,
    })
}

/// What a release of this run is still good for, if the recipe asks.
pub(crate) fn of_release(
    job: &Job,
    prepared: &Prepared,
    decided: &Decided,
) -> Result<Option<report::UsefulnessFacts>> {
    if job.recipe.usefulness.is_none() && job.recipe.analyses.is_empty() {
        return Ok(None);
    }
    let table = &prepared.input.table;
    let quasi: Vec<Ordered> = prepared
        .quasi
        .iter()
        .map(|q| Ordered::of(q.at, &q.hierarchy))
        .collect();
    let subject = Subject::new(&job.recipe, table, &quasi)?;
    let recoding = recoding(job, prepared, decided);
    let numbers = aggregated(&subject, table, decided, &recoding);
    subject
        .measure(&View {
            recoding: &recoding,
            numbers,
            plain: None,
        })
        .map(Some)
}

/// The classes of a decision. Marked rows are one more: they show nothing, and are there.
fn recoding(job: &Job, prepared: &Prepared, decided: &Decided) -> Recoding {
    let (table, examined) = (&prepared.input.table, &decided.examined);
    let marked = job.recipe.output.suppressed == Suppressed::Mark;
    let all: Vec<Region> = prepared
        .quasi
        .iter()
        .map(|q| Region::all(&q.hierarchy))
        .collect();
    let region = |a: usize, row: usize| match &decided.shown[a] {
        Shown::Level(level) => {
            let (of, hierarchy) = (
                &prepared.quasi[a].hierarchy.levels[usize::from(*level)].of_leaf,
                &prepared.quasi[a].hierarchy,
            );
            let label = of[hierarchy.leaf_of
                [table.columns[prepared.quasi[a].at].codes[row] as usize]
                as usize];
            Region {
                first: of.partition_point(|&c| c < label) as u32,
                last: of.partition_point(|&c| c <= label) as u32 - 1,
            }
        }
        Shown::Classes(by) => by.regions[by.of_class[examined.class_of_row[row] as usize] as usize],
    };
    let mut groups: HashMap<u32, u32> = HashMap::new();
    let mut regions: Vec<Region> = Vec::new();
    let mut group_of_row = Vec::with_capacity(table.rows);
    for row in 0..table.rows {
        let is_kept = examined.kept_rows[row];
        if !is_kept && !marked {
            group_of_row.push(LEFT_OUT);
            continue;
        }
        let next = groups.len() as u32;
        group_of_row.push(
            *groups
                .entry(if is_kept {
                    examined.class_of_row[row]
                } else {
                    LEFT_OUT
                })
                .or_insert_with(|| {
                    match is_kept {
                        true => regions.extend((0..all.len()).map(|a| region(a, row))),
                        false => regions.extend(&all),
                    }
                    next
                }),
        );
    }
    Recoding::new(group_of_row, regions, all.len())
}

/// For each aggregated column the number that each class shows.
fn aggregated(
    subject: &Subject<'_>,
    table: &Table,
    decided: &Decided,
    recoding: &Recoding,
) -> Vec<Vec<f64>> {
    let of_column = |(at, named): (usize, &Named)| {
        let mut of_class = vec![f64::NAN; recoding.classes()];
        let Some(of) = decided
            .aggregated
            .iter()
            .find(|of| table.columns[of.at].name == named.name)
        else {
            return of_class;
        };
        let numbers = subject.original.aggregated()[at]
            .numbers
            .as_deref()
            .unwrap_or(&[]);
        let shown: Vec<f64> = of
            .labels
            .iter()
            .map(|label| number_shown(label, &table.columns[of.at], numbers))
            .collect();
        let examined = &decided.examined;
        for (row, &class) in recoding
            .class_of_row
            .iter()
            .enumerate()
            .filter(|&(row, _)| examined.kept_rows[row])
        {
            of_class[class as usize] =
                shown[of.of_class[examined.class_of_row[row] as usize] as usize];
        }
        of_class
    };
    subject
        .aggregated
        .iter()
        .enumerate()
        .map(of_column)
        .collect()
}

/// The number that a class shows: a value of the column, another number, or the middle of two; NaN
/// for anything else.
pub(crate) fn number_shown(text: &str, column: &Column, numbers: &[f64]) -> f64 {
    let number = |text: &str| match column.dictionary.find(text) {
        Some(code) => numbers.get(code as usize).copied().unwrap_or(f64::NAN),
        None => Decimal::parse(text).map_or(f64::NAN, |number| number.to_f64()),
    };
    match (number(text), text.split_once("..")) {
        (x, Some((first, last))) if x.is_nan() => (number(first) + number(last)) / 2.0,
        (x, _) => x,
    }
}
