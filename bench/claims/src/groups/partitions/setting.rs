//! The table of the source's second chapter, and partitions of it.

use super::counting::{Asked, Work, counting};
use super::measure::Measure;
use crate::example::bind;
use equipoise::process::process_cpu;
use equipoise_data::{Column, Encoded, Error, Hierarchy, Lattice, Quasi, Result, Sensitive, Table};
use equipoise_measure::usefulness::spread::{Spread, spread};
use equipoise_measure::usefulness::{self, Original};
use equipoise_measure::{LossOptions, Shape, loss};
use equipoise_privacy::Panel;
use equipoise_release::Published;
use equipoise_search::{
    MondrianOptions, Partition, Recode, Task, UnwatchedSearch, examine_partition, mondrian,
};
use equipoise_testkit::shared::read_cells;
use std::path::Path;
use std::sync::Arc;

/// Quasi-identifiers in the order of the source; one of size s has the first s.
const QUASI: [&str; 6] = [
    "age",
    "workclass",
    "education",
    "marital-status",
    "race",
    "sex",
];

/// The one whose values are numbers.
const NUMERIC: &str = "age";

/// Education by level; of the other categories the source gives no order, and they are in that of
/// the alphabet.
const EDUCATION: [&str; 16] = [
    "Preschool",
    "1st-4th",
    "5th-6th",
    "7th-8th",
    "9th",
    "10th",
    "11th",
    "12th",
    "HS-grad",
    "Some-college",
    "Assoc-voc",
    "Assoc-acdm",
    "Bachelors",
    "Masters",
    "Prof-school",
    "Doctorate",
];

/// The sensitive column, and the classes of similar values that the source gives: its tree.
const SENSITIVE: &str = "occupation";
const OCCUPATIONS: [&[&str]; 3] = [
    &[
        "Tech-support",
        "Craft-repair",
        "Prof-specialty",
        "Machine-op-inspct",
        "Farming-fishing",
    ],
    &[
        "Other-service",
        "Handlers-cleaners",
        "Transport-moving",
        "Priv-house-serv",
        "Protective-serv",
    ],
    &["Sales", "Exec-managerial", "Adm-clerical", "Armed-Forces"],
];

/// Adult, encoded.
pub(super) struct Setting {
    rows: usize,
    quasi: Vec<(Column, Hierarchy)>,
    sensitive: (Column, Hierarchy),
    /// The rows of each occupation.
    reference: Vec<u64>,
}

/// A partition, checked, and what it took.
pub(super) struct Run {
    pub(super) partition: Partition,
    pub(super) work: Work,
    /// CPU time of all threads.
    pub(super) cpu_ms: f64,
    pub(super) spread: Spread,
}

impl Setting {
    pub(super) fn load(data: &Path) -> Result<Setting> {
        let mut rows = read_cells(&data.join("adult/adult.csv"));
        let header = rows.remove(0);
        let mut table = Table::from_rows(
            &header.iter().map(String::as_str).collect::<Vec<_>>(),
            &rows,
        );
        let mut take = |name: &str| {
            let at = table.columns.iter().position(|c| c.name == name);
            Ok(table.columns.swap_remove(
                at.ok_or_else(|| Error::data(format!("Adult has no column `{name}`")))?,
            ))
        };
        let quasi = QUASI
            .iter()
            .map(|name| take(name).and_then(ordered))
            .collect::<Result<Vec<_>>>()?;
        let column = take(SENSITIVE)?;
        let lines = |(values, class): (&&[&str], u8)| {
            values
                .iter()
                .map(move |value| vec![(*value).to_owned(), format!("C{class}"), "*".to_owned()])
                .collect::<Vec<_>>()
        };
        let tree = bind(
            &OCCUPATIONS
                .iter()
                .zip(1..)
                .flat_map(lines)
                .collect::<Vec<_>>(),
            &column,
        )?;
        let reference = tree.leaf_rows(&column.codes);
        Ok(Setting {
            rows: rows.len(),
            quasi,
            sensitive: (column, tree),
            reference,
        })
    }

    /// The tree of occupations.
    pub(super) fn tree(&self) -> &Hierarchy {
        &self.sensitive.1
    }

    /// The rows of each occupation.
    pub(super) fn reference(&self) -> &[u64] {
        &self.reference
    }

    /// For each class of a partition its rows by occupation.
    pub(super) fn counts(&self, partition: &Partition) -> Vec<Vec<u64>> {
        let mut counts = vec![vec![0; self.reference.len()]; partition.recoding.classes()];
        let (column, tree) = &self.sensitive;
        for (&class, &code) in partition.recoding.class_of_row.iter().zip(&column.codes) {
            counts[class as usize][tree.leaf_of[code as usize] as usize] += 1;
        }
        counts
    }

    /// Partitions the table with all quasi-identifiers.
    pub(super) fn run(&self, measure: Measure) -> Result<Run> {
        self.run_with(QUASI.len(), measure)
    }

    /// Partitions the table with the first so many quasi-identifiers, and has the partition judged
    /// by itself.
    ///
    /// # Errors
    /// Also when the partition does not meet what is asked: then no line about it means anything.
    pub(super) fn run_with(&self, quasi: usize, measure: Measure) -> Result<Run> {
        let asked = Arc::new(Asked::default());
        let options = MondrianOptions {
            relaxed: false,
            recode: vec![Recode::Runs; quasi],
        };
        let start = process_cpu();
        let partition = self.with_task(
            quasi,
            Panel::new(counting(
                measure.models(self.tree(), self.reference())?,
                &asked,
            )),
            |task| mondrian(task, &options, &UnwatchedSearch),
        )?;
        let cpu_ms = (process_cpu() - start).as_secs_f64() * 1e3;
        let partition = partition.ok_or_else(|| {
            Error::internal(format!("the whole of Adult does not meet {measure:?}"))
        })?;
        let examined = self.with_task(
            quasi,
            Panel::new(measure.models(self.tree(), self.reference())?),
            |task| examine_partition(task, &partition),
        )?;
        if !examined.judged.verdicts.iter().all(|verdict| verdict.met)
            || examined.judged.found.facts.suppressed_rows > 0
        {
            return Err(Error::internal(format!(
                "a partition does not meet {measure:?}, or leaves rows out"
            )));
        }
        let (original, released) = self.usefulness(quasi, &partition)?;
        Ok(Run {
            work: asked.work(),
            cpu_ms,
            spread: spread(&original, &released),
            partition,
        })
    }

    /// What the usefulness of a partition is measured by.
    pub(super) fn usefulness(
        &self,
        quasi: usize,
        partition: &Partition,
    ) -> Result<(Original, Published<'static>)> {
        let column = |(column, hierarchy): &(Column, Hierarchy)| {
            let number = |label: &String| label.parse().unwrap_or(f64::NAN);
            usefulness::CodedColumn {
                codes: column
                    .codes
                    .iter()
                    .map(|&code| hierarchy.leaf_of[code as usize])
                    .collect(),
                values: hierarchy.leaves() as u32,
                numbers: (column.name == NUMERIC)
                    .then(|| hierarchy.levels[0].labels.iter().map(number).collect()),
            }
        };
        let original = Original::new(
            self.quasi[..quasi].iter().map(column).collect(),
            vec![column(&self.sensitive)],
        )?;
        let released = original.recoded(&partition.recoding)?.into_owned();
        Ok((original, released))
    }

    fn with_task<R>(
        &self,
        quasi: usize,
        panel: Panel,
        run: impl FnOnce(&Task<'_>) -> Result<R>,
    ) -> Result<R> {
        let (column, tree) = &self.sensitive;
        let quasi = &self.quasi[..quasi];
        let encoded = Encoded {
            rows: self.rows,
            quasi: quasi
                .iter()
                .map(|(c, hierarchy)| Quasi {
                    codes: &c.codes,
                    hierarchy,
                })
                .collect(),
            sensitive: vec![Sensitive {
                codes: &column.codes,
                value_of: &tree.leaf_of,
                only_occurrence: panel.only_occurrence(0),
            }],
            persons: None,
            amounts: Vec::new(),
            weights: None,
            population: None,
        };
        let lattice = Lattice::new(
            &quasi
                .iter()
                .map(|(_, h)| (0, h.height()))
                .collect::<Vec<_>>(),
        )?;
        let shape = Shape {
            rows: self.rows as u64,
            hierarchies: quasi.iter().map(|(_, h)| h).collect(),
            leaf_rows: quasi.iter().map(|(c, h)| h.leaf_rows(&c.codes)).collect(),
            least_size: panel.least_size(),
        };
        let loss = loss::prepare(&LossOptions::default(), &shape)?;
        run(&Task {
            encoded: &encoded,
            lattice: &lattice,
            panel: &panel,
            loss: loss.as_ref(),
            allowed_units: 0,
        })
    }
}

/// A column whose values are in order and have no labels but themselves.
fn ordered(column: Column) -> Result<(Column, Hierarchy)> {
    let mut values: Vec<&str> = column.dictionary.texts().collect();
    let level = |value: &str| EDUCATION.iter().position(|e| *e == value);
    // Numbers come by their size, education by its level, and all else by the alphabet.
    values.sort_by_key(|value| (value.parse().unwrap_or(u32::MAX), level(value), *value));
    let lines: Vec<Vec<String>> = values
        .into_iter()
        .map(|value| vec![value.to_owned(), "*".to_owned()])
        .collect();
    let hierarchy = bind(&lines, &column)?;
    Ok((column, hierarchy))
}
