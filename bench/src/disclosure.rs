//! Records that are generalized one by one: all of Adult, and made items beside a dictionary of
//! 400,000 people.

use crate::adult::{cells, hierarchy_path};
use crate::disclosure_items::items;
use crate::goal::Goal;
use crate::meter::{Cost, once, warm};
use crate::row::Row;
use crate::run::{Run, pool};
use equipoise_data::{
    Column, Encoded, Error, Hierarchy, Levels, Quasi, Region, Result, Table, Tree,
};
use equipoise_measure::disclosure::{
    Across, AdversaryDictionary, Attribute, Consistency, KnownValue, LabelWeights, Phi, RiskModel,
    Risks, Utility,
};
use equipoise_search::record::{
    Form, Genetic, RecordMethod, RecordSolutions, RecordTask, Records, Threshold, evaluate,
};
use equipoise_search::{Limits, UnwatchedSearch};
use equipoise_testkit::shared::read_cells;
use std::collections::HashMap;
use std::path::Path;

const ADULT: &str = "disclosure adult, all records";
const GENETIC: &str = "disclosure genetic, 10,000 of 400,000";
const POOL: &str = "disclosure pool, 400,000";

/// Items in the dictionary, and those of them that are disclosed one by one.
const PEOPLE: usize = 400_000;
const SOME: usize = 10_000;

/// Nodes that all items may share.
const MOST_SHARED: usize = 3_000;

/// Each record keeps this share of what it is worth when raw.
const SHARE: f64 = 0.5;

const SEED: u64 = 7;

/// Runs the workloads that are asked for.
pub(crate) fn run(run: &mut Run, data: &Path) -> Result<()> {
    let pool = pool(run.args.threads)?;
    let repeat = run.args.repeat;
    if run.wants(ADULT) {
        let columns = adult_columns(data)?;
        let ground = Ground::new(&columns, columns[0].0.len())?;
        run.add(pool.install(|| adult(&ground, repeat))?);
    }
    if run.wants(GENETIC) || run.wants(POOL) {
        let columns = items(PEOPLE)?;
        let some = Ground::new(&columns, SOME)?;
        // The answers for some items are what all of them share, so that these are needed for both
        // lines.
        let (row, shared) = pool.install(|| genetic(&some))?;
        run.add(row);
        drop(some);
        if run.wants(POOL) {
            let all = Ground::new(&columns, PEOPLE)?;
            run.add(pool.install(|| share(&all, &shared))?);
        }
    }
    Ok(())
}

/// A table of which the first rows are disclosed, to those who know all of it.
struct Ground<'a> {
    hierarchies: Vec<&'a Hierarchy>,
    attributes: Vec<Attribute>,
    levels: Vec<(usize, usize)>,
    records: Records,
    dictionaries: Vec<AdversaryDictionary>,
    risks: Risks,
}

impl<'a> Ground<'a> {
    /// `columns` has the codes of all rows with the hierarchy of each column.
    fn new(columns: &'a [(Vec<u32>, Hierarchy)], disclosed: usize) -> Result<Self> {
        let people = columns.first().map_or(0, |(codes, _)| codes.len());
        let hierarchies: Vec<&Hierarchy> = columns.iter().map(|(_, hierarchy)| hierarchy).collect();
        let encoded = Encoded {
            rows: disclosed,
            quasi: columns
                .iter()
                .map(|(codes, hierarchy)| Quasi {
                    codes: &codes[..disclosed],
                    hierarchy,
                })
                .collect(),
            sensitive: Vec::new(),
            persons: None,
            amounts: Vec::new(),
            weights: None,
            population: None,
        };
        let known = |(codes, hierarchy): &(Vec<u32>, Hierarchy)| {
            let values = hierarchy
                .leaf_of
                .iter()
                .map(|&leaf| KnownValue::Region(Region::leaf(leaf)))
                .collect::<Vec<_>>();
            Some((values, codes.clone()))
        };
        let attribute = |hierarchy: &&Hierarchy| {
            let weights = LabelWeights::new(hierarchy, 1.0, &[], &[])?;
            Ok(Attribute::new(
                hierarchy,
                (0, hierarchy.height()),
                &weights,
                Utility::Depth,
            ))
        };
        Ok(Ground {
            attributes: hierarchies.iter().map(attribute).collect::<Result<_>>()?,
            levels: hierarchies.iter().map(|h| (0, h.height())).collect(),
            records: Records::new(&encoded, None)?,
            dictionaries: vec![AdversaryDictionary::new(
                Consistency::Covered,
                people,
                columns.iter().map(known).collect(),
                None,
            )?],
            risks: Risks {
                phi: Phi::Additive { base: 0.0 },
                model: RiskModel::Expected,
                across: Across::Mean,
            },
            hierarchies,
        })
    }

    /// The least risk at half of the utility.
    fn task(&self) -> RecordTask<'_> {
        RecordTask {
            attributes: &self.attributes,
            hierarchies: &self.hierarchies,
            levels: &self.levels,
            records: &self.records,
            dictionaries: &self.dictionaries,
            risks: &self.risks,
            threshold: Threshold {
                form: Form::LeastRisk { min_utility: SHARE },
                is_share: true,
            },
        }
    }

    fn solve(&self, method: &RecordMethod<'_>) -> Result<RecordSolutions> {
        self.task()
            .solve(method, &Limits::default(), SEED, &UnwatchedSearch)
    }

    /// What is wrong with an answer: every `step`-th record is looked at by itself.
    fn wrong(&self, answer: &RecordSolutions, step: usize) -> Vec<String> {
        let task = self.task();
        let pairs: Vec<(u32, Vec<u8>)> = (0..self.records.len())
            .step_by(step)
            .map(|record| (record as u32, answer.node(record).to_vec()))
            .collect();
        let differs = |(pair, (risk, utility, _)): &(&(u32, Vec<u8>), (f64, f64, u64))| {
            let at = pair.0 as usize;
            (answer.risk[at] - risk).abs() > 1e-9 * risk
                || answer.utility[at] != *utility
                || !task.form_of(at).is_enough(*utility)
        };
        let different = pairs
            .iter()
            .zip(evaluate(&task, &pairs))
            .filter(differs)
            .count();
        if different == 0 {
            Vec::new()
        } else {
            vec![format!(
                "{different} records have another risk, or are worth too little"
            )]
        }
    }
}

/// The columns of Adult. What is missing, and all lines of a hierarchy, are values of the column,
/// so that the top is no label of a level below.
fn adult_columns(data: &Path) -> Result<Vec<(Vec<u32>, Hierarchy)>> {
    let cells = cells(data);
    let table = Table::from_rows(
        &cells[0].iter().map(String::as_str).collect::<Vec<_>>(),
        &cells[1..],
    );
    let bound = |mut column: Column| {
        let tree = Tree::new(read_cells(&hierarchy_path(data, &column.name)))?;
        tree.lines()
            .iter()
            .map(|line| line[0].as_str())
            .chain([""])
            .for_each(|text| {
                column.dictionary.intern(text);
            });
        let gaps = |_| Error::data(format!("the hierarchy of `{}` lacks values", column.name));
        let hierarchy = Hierarchy::bind(&tree, &column, &[String::new()]).map_err(gaps)?;
        Ok((column.codes, hierarchy))
    };
    table.columns.into_iter().map(bound).collect()
}

/// CPU and memory on Adult that are aimed at.
const ADULT_MS: f64 = 2_000.0;
const ADULT_MB: f64 = 500.0;

fn adult(ground: &Ground<'_>, repeat: u16) -> Result<Row> {
    let (cost, answer) = warm(repeat, || ground.solve(&RecordMethod::All));
    let answer = answer?;
    let mut wrong = ground.wrong(&answer, 1);
    if !answer.proved {
        wrong.push("it is not proved".to_owned());
    }
    Ok(Row {
        goals: vec![
            Goal::Cpu {
                measured: cost.cpu_ms,
                below: ADULT_MS,
            },
            Goal::Memory {
                measured: cost.peak_mb,
                below: ADULT_MB,
            },
        ],
        wrong,
        notes: vec![told(ground, &answer, "proved")],
        ..Row::new(ADULT, cost)
    })
}

/// What an answer comes to.
fn told(ground: &Ground<'_>, answer: &RecordSolutions, how: &str) -> String {
    let records = ground.records.len();
    format!(
        "mean risk {:.6}, {how}; {records} distinct records, {} nodes each",
        answer.means(&ground.records).0,
        answer.visited / records as u64
    )
}

/// CPU of the genetic algorithm that is aimed at.
const GENETIC_MS: f64 = 90_000.0;

/// The line, and the nodes that the answers have, the most frequent first, by their levels.
fn genetic(ground: &Ground<'_>) -> Result<(Row, Vec<Levels>)> {
    let (cost, answer) = measured(|| ground.solve(&RecordMethod::Each(&Genetic::default())))?;
    let task = ground.task();
    let mut rows: HashMap<Levels, u64> = HashMap::new();
    for record in 0..ground.records.len() {
        *rows
            .entry(task.levels(record, answer.node(record)))
            .or_default() += ground.records.rows[record];
    }
    let distinct = rows.len();
    let mut shared: Vec<(u64, Levels)> = rows
        .into_iter()
        .map(|(levels, rows)| (rows, levels))
        .collect();
    shared.sort_unstable_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    let row = Row {
        goals: vec![Goal::Cpu {
            measured: cost.cpu_ms,
            below: GENETIC_MS,
        }],
        wrong: ground.wrong(&answer, SOME / 100),
        notes: vec![format!(
            "{}; {distinct} different nodes are taken",
            told(ground, &answer, "best found")
        )],
        ..Row::new(GENETIC, cost)
    };
    // The raw record is worth enough for everyone.
    let raw = vec![0; ground.attributes.len()];
    Ok((
        row,
        shared
            .into_iter()
            .map(|(_, levels)| levels)
            .take(MOST_SHARED - 1)
            .chain([raw])
            .collect(),
    ))
}

/// CPU with a shared pool that is aimed at.
const POOL_MS: f64 = 60_000.0;

fn share(ground: &Ground<'_>, shared: &[Levels]) -> Result<Row> {
    let (cost, answer) = measured(|| ground.solve(&RecordMethod::Pool(shared)))?;
    let some = ground.records.of_row[..SOME]
        .iter()
        .map(|&record| answer.risk[record as usize])
        .sum::<f64>()
        / SOME as f64;
    Ok(Row {
        goals: vec![Goal::Cpu {
            measured: cost.cpu_ms,
            below: POOL_MS,
        }],
        wrong: ground.wrong(&answer, PEOPLE / 100),
        notes: vec![
            told(ground, &answer, "best found among nodes that all share"),
            format!("mean risk {some:.6} for the items of the line above"),
        ],
        ..Row::new(POOL, cost)
    })
}

/// Runs long work once.
fn measured(work: impl FnOnce() -> Result<RecordSolutions>) -> Result<(Cost, RecordSolutions)> {
    let mut answer = None;
    let cost = once(|| answer = Some(work()));
    Ok((
        cost,
        answer.ok_or_else(|| Error::internal("the work was not done"))??,
    ))
}
