//! Finer than one level per column: Mondrian, local recoding, suppressed cells, and queries to what
//! comes out.

use crate::adult::{cells, hierarchy_path};
use crate::goal::Goal;
use crate::meter::{once, warm};
use crate::row::Row;
use crate::run::{Run, pool};
use equipoise_data::{Column, Encoded, Error, Hierarchy, Lattice, Quasi, Result, Table, Tree};
use equipoise_measure::usefulness::queries::Workload;
use equipoise_measure::usefulness::{self, Original};
use equipoise_measure::{Aggregation, Loss, LossOptions, Metric, Shape, loss};
use equipoise_privacy::{AnyModel, KAnonymity, Panel};
use equipoise_release::{LEFT_OUT, Recoding};
use equipoise_search::cells::{
    CellTask, Reading, SuppressedCells, cautious_k, suppress_cells, wildcard_k,
};
use equipoise_search::{
    Limits, MondrianOptions, Partition, Recode, Task, UnwatchedSearch, examine_partition,
    local_recoding, mondrian,
};
use equipoise_testkit::shared::read_cells;
use equipoise_testkit::synth::resample;
use std::path::Path;

/// The columns on which peers were measured.
const SIX: [&str; 6] = [
    "age",
    "education",
    "marital-status",
    "occupation",
    "sex",
    "native-country",
];

/// Rows of the large table.
const MILLION: usize = 1_000_000;

/// Cuts of Adult: the name, whether rows with one value may be parted, and the discernibility of
/// the best Python peer.
const CUTS: [(&str, bool, f64); 2] = [
    ("adult mondrian, strict", false, 702_000.0),
    ("adult mondrian, relaxed", true, 470_000.0),
];
const SYNTH: &str = "synth1m mondrian, 9 columns";
const LOCAL: &str = "adult local recoding, 9 columns";
/// Readings of a suppressed cell, with the cells that sdcMicro suppresses.
const CELLS: [(&str, Reading, Option<f64>); 2] = [
    ("adult cells, wildcard", Reading::Wildcard, Some(18_679.0)),
    ("adult cells, cautious", Reading::Cautious, None),
];
/// Queries, by the number of columns that each asks for.
const QUERIES: [(&str, usize); 2] = [
    ("adult 10,000 queries, 2 columns", 2),
    ("adult 10,000 queries, 4 columns", 4),
];

/// CPU milliseconds of ARX for its local recoding of Adult, about; the loss is then about 0.077.
const ARX_LOCAL_MS: f64 = 10_000.0;

/// Runs the workloads that are asked for.
pub(crate) fn run(run: &mut Run, data: &Path) -> Result<()> {
    let pool = pool(run.args.threads)?;
    let repeat = run.args.repeat;
    let all = cells(data);
    for (name, relaxed, peer) in CUTS {
        if run.wants(name) {
            let ground = Ground::six(&all)?;
            run.add(pool.install(|| cuts(&ground, name, relaxed, peer, repeat))?);
        }
    }
    if run.wants(SYNTH) {
        let ground = Ground::million(&all)?;
        run.add(pool.install(|| synth(&ground, repeat))?);
    }
    if run.wants(LOCAL) {
        let ground = Ground::nine(&all, data)?;
        run.add(pool.install(|| local(&ground, repeat))?);
    }
    for (name, reading, peer) in CELLS {
        if run.wants(name) {
            let ground = Ground::six(&all)?;
            run.add(pool.install(|| suppressed(&ground, name, reading, peer))?);
        }
    }
    for (name, dimensions) in QUERIES {
        if run.wants(name) {
            let ground = Ground::six(&all)?;
            run.add(pool.install(|| queries(&ground, name, dimensions, repeat))?);
        }
    }
    Ok(())
}

/// A table of which all columns are quasi-identifiers.
pub(crate) struct Ground {
    pub(crate) rows: usize,
    /// Codes and hierarchy.
    pub(crate) columns: Vec<(Vec<u32>, Hierarchy)>,
}

impl Ground {
    /// Six columns of Adult without hierarchies: ages in the order of numbers, all else in that of
    /// the alphabet.
    fn six(cells: &[Vec<String>]) -> Result<Ground> {
        Ground::new(cells, &SIX.map(str::to_owned), in_order)
    }

    /// All columns with their hierarchies.
    pub(crate) fn nine(cells: &[Vec<String>], data: &Path) -> Result<Ground> {
        Ground::new(cells, &cells[0], |column| {
            Tree::new(read_cells(&hierarchy_path(data, &column.name)))
        })
    }

    /// The rows of `synth1m`, straight from its generator, without hierarchies.
    pub(crate) fn million(cells: &[Vec<String>]) -> Result<Ground> {
        let base = table(cells);
        let hierarchies = base
            .columns
            .iter()
            .map(|column| bind(&in_order(column)?, column))
            .collect::<Result<Vec<_>>>()?;
        let mut codes = vec![Vec::with_capacity(MILLION); hierarchies.len()];
        for row in resample(&cells[1..], MILLION) {
            for ((text, column), codes) in row.iter().zip(&base.columns).zip(&mut codes) {
                codes.push(
                    column
                        .dictionary
                        .find(text)
                        .ok_or_else(|| Error::internal("a made row has a value of its own"))?,
                );
            }
        }
        Ok(Ground {
            rows: MILLION,
            columns: codes.into_iter().zip(hierarchies).collect(),
        })
    }

    fn new(
        cells: &[Vec<String>],
        names: &[String],
        tree: impl Fn(&Column) -> Result<Tree>,
    ) -> Result<Ground> {
        let table = table(cells);
        let column = |name: &String| {
            let column = table
                .column(name)
                .ok_or_else(|| Error::data(format!("Adult has no column `{name}`")))?;
            Ok((column.codes.clone(), bind(&tree(column)?, column)?))
        };
        Ok(Ground {
            rows: table.rows,
            columns: names.iter().map(column).collect::<Result<_>>()?,
        })
    }

    /// The leaf of each row.
    pub(crate) fn leaves(&self) -> Vec<Vec<u32>> {
        self.columns
            .iter()
            .map(|(codes, h)| codes.iter().map(|&code| h.leaf_of[code as usize]).collect())
            .collect()
    }
}

fn table(cells: &[Vec<String>]) -> Table {
    Table::from_rows(
        &cells[0].iter().map(String::as_str).collect::<Vec<_>>(),
        &cells[1..],
    )
}

fn bind(tree: &Tree, column: &Column) -> Result<Hierarchy> {
    Hierarchy::bind(tree, column, &[])
        .map_err(|_| Error::data(format!("the hierarchy of `{}` lacks values", column.name)))
}

/// A tree with nothing above the values: numbers in their order, before texts in that of the
/// alphabet.
fn in_order(column: &Column) -> Result<Tree> {
    let mut values: Vec<&str> = column.dictionary.texts().collect();
    values.sort_by_key(|value| (value.parse().unwrap_or(u32::MAX), *value));
    Tree::new(
        values
            .into_iter()
            .map(|value| vec![value.to_owned(), "*".to_owned()])
            .collect(),
    )
}

/// A task with k-anonymity. The loss is the arithmetic mean of the columns.
pub(crate) struct Question<'a> {
    encoded: Encoded<'a>,
    lattice: Lattice,
    panel: Panel,
    loss: Box<dyn Loss>,
}

impl<'a> Question<'a> {
    fn new(ground: &'a Ground, k: u64) -> Result<Question<'a>> {
        Question::by(ground, k, Metric::Loss)
    }

    pub(crate) fn by(ground: &'a Ground, k: u64, metric: Metric) -> Result<Question<'a>> {
        let quasi = |(codes, hierarchy): &'a (Vec<u32>, Hierarchy)| Quasi { codes, hierarchy };
        let encoded = Encoded {
            rows: ground.rows,
            quasi: ground.columns.iter().map(quasi).collect(),
            sensitive: Vec::new(),
            persons: None,
            amounts: Vec::new(),
            weights: None,
            population: None,
        };
        let shape = Shape {
            rows: ground.rows as u64,
            hierarchies: ground
                .columns
                .iter()
                .map(|(_, hierarchy)| hierarchy)
                .collect(),
            leaf_rows: ground
                .columns
                .iter()
                .map(|(codes, hierarchy)| hierarchy.leaf_rows(codes))
                .collect(),
            least_size: k,
        };
        let options = LossOptions {
            metric,
            aggregation: Some(Aggregation::Arithmetic),
            ..LossOptions::default()
        };
        Ok(Question {
            encoded,
            lattice: Lattice::new(
                &ground
                    .columns
                    .iter()
                    .map(|(_, h)| (0, h.height()))
                    .collect::<Vec<_>>(),
            )?,
            panel: Panel::new(vec![AnyModel::Class(Box::new(KAnonymity::new(k)?))]),
            loss: loss::prepare(&options, &shape)?,
        })
    }

    pub(crate) fn task(&self) -> Task<'_> {
        Task {
            encoded: &self.encoded,
            lattice: &self.lattice,
            panel: &self.panel,
            loss: self.loss.as_ref(),
            allowed_units: 0,
        }
    }

    fn mondrian(&self, relaxed: bool) -> Result<Partition> {
        let options = MondrianOptions {
            relaxed,
            recode: vec![Recode::Runs; self.encoded.quasi.len()],
        };
        mondrian(&self.task(), &options, &UnwatchedSearch)?.ok_or_else(nothing)
    }

    /// The loss of a partition, its discernibility, and what is wrong with it.
    pub(crate) fn judged(&self, partition: &Partition) -> Result<(f64, f64, Vec<String>)> {
        let examined = examine_partition(&self.task(), partition)?;
        let mut wrong = outside(&self.encoded, &partition.recoding);
        if !examined.judged.verdicts.iter().all(|verdict| verdict.met) {
            wrong.push("a class is smaller than k".to_owned());
        }
        if examined.judged.found.facts.suppressed_rows > 0 {
            wrong.push(format!(
                "{} rows are left out",
                examined.judged.found.facts.suppressed_rows
            ));
        }
        Ok((
            examined.judged.found.loss,
            examined.judged.found.facts.squares as f64,
            wrong,
        ))
    }
}

fn nothing() -> Error {
    Error::internal("the whole table does not meet k")
}

/// Rows whose values are not among those that their class shows.
fn outside(encoded: &Encoded<'_>, recoding: &Recoding) -> Vec<String> {
    let is_outside = |row: usize, class: u32| {
        let regions = recoding.class(class as usize).iter();
        encoded
            .quasi
            .iter()
            .zip(regions)
            .any(|(q, region)| !region.contains(q.hierarchy.leaf_of[q.codes[row] as usize]))
    };
    let classes = recoding
        .class_of_row
        .iter()
        .enumerate()
        .filter(|(_, class)| **class != LEFT_OUT);
    match classes
        .filter(|(row, class)| is_outside(*row, **class))
        .count()
    {
        0 => Vec::new(),
        rows => vec![format!("{rows} rows are not in the region of their class")],
    }
}

fn cuts(ground: &Ground, name: &str, relaxed: bool, peer: f64, repeat: u16) -> Result<Row> {
    let question = Question::new(ground, 10)?;
    let (cost, partition) = warm(repeat, || question.mondrian(relaxed));
    let partition = partition?;
    let (loss, discernibility, wrong) = question.judged(&partition)?;
    Ok(Row {
        goals: vec![
            Goal::Cpu {
                measured: cost.cpu_ms,
                below: 30.0,
            },
            Goal::Count {
                what: "discernibility",
                measured: discernibility,
                most: peer,
            },
        ],
        wrong,
        notes: vec![format!(
            "{} classes, loss {loss:.4}; the best Python peer needs 600 to 800 ms",
            partition.recoding.classes()
        )],
        ..Row::new(name, cost)
    })
}

fn synth(ground: &Ground, repeat: u16) -> Result<Row> {
    let question = Question::new(ground, 5)?;
    let (cost, partition) = warm(repeat, || question.mondrian(false));
    let partition = partition?;
    let (loss, discernibility, wrong) = question.judged(&partition)?;
    let classes = partition.recoding.classes();
    Ok(Row {
        goals: vec![Goal::Cpu {
            measured: cost.cpu_ms,
            below: 2_000.0,
        }],
        wrong,
        notes: vec![format!(
            "strict: {classes} classes, discernibility {discernibility}, loss {loss:.4}"
        )],
        ..Row::new(SYNTH, cost)
    })
}

fn local(ground: &Ground, repeat: u16) -> Result<Row> {
    let question = Question::new(ground, 5)?;
    let weights = vec![1.0; ground.columns.len()];
    let (cost, found) = warm(repeat, || {
        local_recoding(
            &question.task(),
            &weights,
            &Limits::default(),
            1,
            &UnwatchedSearch,
        )
    });
    let found = found?.ok_or_else(nothing)?;
    let (loss, discernibility, wrong) = question.judged(&found.partition)?;
    let classes = found.partition.recoding.classes();
    Ok(Row {
        nodes: Some((found.nodes_evaluated, question.lattice.nodes())),
        arx_cpu_ms: Some(ARX_LOCAL_MS),
        goals: vec![
            Goal::Cpu {
                measured: cost.cpu_ms,
                below: 1_000.0,
            },
            Goal::Loss {
                measured: loss,
                most: 0.075,
            },
        ],
        wrong,
        notes: vec![format!(
            "{classes} classes, discernibility {discernibility}; ARX has a loss of about 0.077"
        )],
        ..Row::new(LOCAL, cost)
    })
}

/// Once: it takes seconds.
fn suppressed(ground: &Ground, name: &str, reading: Reading, peer: Option<f64>) -> Result<Row> {
    const K: u64 = 5;
    let leaves = ground.leaves();
    let columns: Vec<&[u32]> = leaves.iter().map(Vec::as_slice).collect();
    let task = CellTask {
        columns,
        persons: None,
        k: K,
        subset: None,
        importance: vec![1; leaves.len()],
        reading,
    };
    let mut found: Result<Option<SuppressedCells>> = Ok(None);
    let cost = once(|| found = suppress_cells(&task, &Limits::default(), &UnwatchedSearch));
    let found = found?.ok_or_else(nothing)?;
    let counted: u64 = found
        .masks
        .iter()
        .map(|mask| u64::from(mask.count_ones()))
        .sum();
    let (cautious, wildcard) = (
        cautious_k(&task.columns, None, &found.masks, None),
        wildcard_k(&task.columns, None, &found.masks, None),
    );
    let k = if reading == Reading::Cautious {
        cautious
    } else {
        wildcard
    };
    let of_peer = |most| {
        [
            Goal::Cpu {
                measured: cost.cpu_ms,
                below: 10_000.0,
            },
            Goal::Count {
                what: "cells",
                measured: counted as f64,
                most,
            },
        ]
    };
    let mut notes = vec![format!(
        "{counted} cells, {:.1} %, and {} at least; k is {cautious} in the cautious reading, {wildcard} in that of wildcards",
        100.0 * counted as f64 / (ground.rows * leaves.len()) as f64,
        found.bound
    )];
    notes.extend(peer.map(|cells| format!("sdcMicro: {cells} cells in 849 s")));
    Ok(Row {
        goals: peer.map(of_peer).into_iter().flatten().collect(),
        wrong: (k < K).then(|| format!("k is {k}")).into_iter().collect(),
        notes,
        ..Row::new(name, cost)
    })
}

/// Queries to a partition with many classes, from codes on.
fn queries(ground: &Ground, name: &str, dimensions: usize, repeat: u16) -> Result<Row> {
    let partition = Question::new(ground, 10)?.mondrian(false)?;
    let column =
        |(codes, (_, hierarchy)): (Vec<u32>, &(Vec<u32>, Hierarchy))| usefulness::CodedColumn {
            codes,
            values: hierarchy.leaves() as u32,
            numbers: None,
        };
    let original = Original::new(
        ground
            .leaves()
            .into_iter()
            .zip(&ground.columns)
            .map(column)
            .collect(),
        Vec::new(),
    )?;
    let released = original.recoded(&partition.recoding)?;
    let workload = Workload {
        queries: 10_000,
        dimensions,
        ..Workload::default()
    };
    let (cost, errors) = warm(repeat, || workload.run(&original, &released));
    let errors = errors?;
    let percent = |number: Option<f64>| {
        number.map_or_else(|| "none".to_owned(), |number| format!("{number:.1} %"))
    };
    Ok(Row {
        goals: vec![Goal::Cpu {
            measured: cost.cpu_ms,
            below: 300.0,
        }],
        notes: vec![format!(
            "{} of a release with {} classes are answered; relative error {} in the mean, {} in the median",
            errors.answered,
            partition.recoding.classes(),
            percent(errors.mean_percent),
            percent(errors.median_percent)
        )],
        ..Row::new(name, cost)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use equipoise_testkit::shared::shared_data;

    #[test]
    fn partitions_are_right_and_another_recoding_is_told() {
        let Some(data) = shared_data() else { return };
        let ground = Ground::six(&cells(&data)).unwrap();
        for (name, relaxed, peer) in CUTS {
            let row = cuts(&ground, name, relaxed, peer, 1).unwrap();
            assert!(row.wrong.is_empty(), "{name}: {:?}", row.wrong);
        }
        let question = Question::new(&ground, 10).unwrap();
        let mut partition = question.mondrian(false).unwrap();
        let row = partition
            .recoding
            .class_of_row
            .iter()
            .position(|&class| class != 0)
            .unwrap();
        partition.recoding.class_of_row[row] = 0;
        let told = question.judged(&partition).unwrap().2;
        assert!(told[0].contains("1 rows are not in the region"), "{told:?}");
        partition.recoding.class_of_row[row] = LEFT_OUT;
        assert!(
            question
                .judged(&partition)
                .unwrap()
                .2
                .contains(&"1 rows are left out".to_owned())
        );
    }
}
