//! The frontier of risk and utility: by the optimizers, and by k-anonymity rules.

use crate::methods::{
    RecordSetup, RecordSolution, own_dictionary, record_threshold, solve_records,
};
use crate::page::write_owned;
use crate::prepare::Prepared;
use crate::source::Job;
use crate::watch::{Seen, Stage, Watch};
use equipoise_data::{Decimal, Error, ErrorKind, Levels, Random, Result};
use equipoise_engine::same_file;
use equipoise_measure::disclosure::Consistency;
use equipoise_recipe::{self as recipe, Method, OptimizerChoice};
use equipoise_report as report;
use equipoise_search::Limits;
use equipoise_search::record::{
    Form, RatedRule, RecordTask, Records, TableRule, Threshold, evaluate, measure_rules,
    raw_records,
};
use serde::{Serialize, Serializer};
use serde_json::Value;
use std::path::Path;
use std::time::Instant;

/// The sweep to make.
#[derive(Clone, Debug)]
pub struct FrontierRequest {
    /// Thresholds between nothing and all of the utility.
    pub points: u64,
    /// The optimizers to compare; each must solve for the least risk.
    pub optimizers: Vec<OptimizerChoice>,
    /// Distinct records that are solved, spread over the table; 0 for all.
    pub records: u64,
    /// Let error messages show cell values.
    pub show_values: bool,
}

/// Risks and utilities, swept.
#[derive(Clone, Debug)]
pub struct Frontier {
    map: report::RiskUtilityMap,
    /// Warnings for the terminal.
    pub warnings: Vec<String>,
}

/// Rules that are measured; from larger lattices this many are drawn.
const MOST_RULES: u64 = 4_096;

/// The k of rules that are shown.
const KS: [u64; 8] = [1, 2, 3, 5, 10, 20, 50, 100];

/// Sweeps the required utility from nothing to all, by each optimizer, and sets k-anonymity rules
/// beside that; where the recipe asks for the aggregate form, also `lambda`.
///
/// # Errors
/// As `anonymize` of records; optimizers that do not solve for the least risk.
pub fn frontier(job: &Job, request: &FrontierRequest, watch: &dyn Watch) -> Result<Frontier> {
    let mut job = job.clone();
    job.recipe.search.method = Method::Record;
    let (mut prepared, suspicions) = Prepared::read(&job, request.show_values, watch)?;
    prepared.warnings.extend(suspicions);
    let encoded = prepared.encoded();
    let setup = RecordSetup::new(&job, &prepared, &encoded, watch)?;
    let sample = match (request.records as usize, setup.records.len()) {
        (0, _) => setup.records.clone(),
        (wanted, all) => setup.records.subset(
            &(0..all)
                .step_by(all.div_ceil(wanted).max(1))
                .collect::<Vec<_>>(),
        ),
    };
    for optimizer in &request.optimizers {
        FrontierRequest::optimizer(optimizer.name())?;
    }
    let mixes: &[f64] = if job.recipe.record.form == recipe::FormChoice::Aggregate {
        &LAMBDAS
    } else {
        &[]
    };
    let mut sweep = Sweep {
        prepared: &prepared,
        setup: &setup,
        sample: &sample,
        most: 0.0,
        done: 0,
        all: request.optimizers.len() as u64 * (request.points + 1) + mixes.len() as u64,
        watch,
    };
    sweep.most = raw_records(&sweep.task(ALL)).means(&sample).1;
    let mut series = Vec::new();
    for &optimizer in &request.optimizers {
        job.recipe.record.optimizer = optimizer;
        series.push(sweep.by_threshold(&mut job, optimizer.name(), request.points)?);
    }
    if !mixes.is_empty() {
        series.push(sweep.by_lambda(&mut job, mixes)?);
    }
    let rules = rules(&job, &sweep)?;
    let mut warnings = prepared.all_warnings();
    warnings.extend(setup.warnings.iter().cloned());
    let map = report::RiskUtilityMap {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        rows: prepared.input.table.rows as u64,
        records: sample.len() as u64,
        records_total: setup.records.len() as u64,
        series,
        rules,
    };
    Ok(Frontier { map, warnings })
}

/// All of the utility.
const ALL: Threshold = Threshold {
    form: Form::LeastRisk { min_utility: 1.0 },
    is_share: true,
};

/// Weights of one over the risk for the aggregate form, as multiples of the weight at which hiding
/// everything and showing everything are equally good: its answers tend to these extremes, and
/// others lie between.
const LAMBDAS: [f64; 13] = [
    0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0, 300.0, 1000.0,
];

/// Some records, solved for one wish after the other.
struct Sweep<'a> {
    prepared: &'a Prepared,
    setup: &'a RecordSetup<'a>,
    sample: &'a Records,
    /// The mean utility of the table as it is.
    most: f64,
    done: u64,
    all: u64,
    watch: &'a dyn Watch,
}

impl Sweep<'_> {
    fn task(&self, threshold: Threshold) -> RecordTask<'_> {
        RecordTask {
            records: self.sample,
            ..self.setup.task(threshold)
        }
    }

    /// Solves for what the recipe asks now.
    fn solve(&mut self, job: &Job) -> Result<RecordSolution> {
        let limits = Limits {
            max_nodes: job.recipe.search.max_nodes,
            deadline: job
                .recipe
                .search
                .time_limit
                .map(|limit| Instant::now() + limit),
            ..Limits::default()
        };
        let solution = solve_records(
            job,
            self.prepared,
            &self.task(record_threshold(&job.recipe.record)),
            &limits,
            &Silent(self.watch),
        );
        if self.watch.stopped() {
            return Err(Error::stopped());
        }
        self.done += 1;
        self.watch.progress(Stage::Search, self.done, self.all);
        solution
    }

    fn point(&self, solution: &RecordSolution) -> report::MapPoint {
        let (risk, utility) = solution.answer.means(self.sample);
        report::MapPoint {
            threshold: None,
            lambda: None,
            k: None,
            risk,
            utility: utility / positive(self.most),
        }
    }

    /// From nothing to all of the utility, or to what all records can keep: where values must never
    /// be shown, that is less.
    fn by_threshold(&mut self, job: &mut Job, name: &str, points: u64) -> Result<report::Series> {
        let mut line = report::Series {
            name: name.to_owned(),
            points: Vec::new(),
            proved: true,
            ends_at: None,
        };
        job.recipe.record.form = recipe::FormChoice::LeastRisk;
        for step in 0..=points {
            let share = step as f64 / points.max(1) as f64;
            job.recipe.record.min_utility = recipe::MinUtility::Share(
                Decimal::parse(&share.to_string()).unwrap_or(Decimal::ONE),
            );
            let solution = match self.solve(job) {
                Err(error) if error.kind() == ErrorKind::Usage && !line.points.is_empty() => {
                    line.ends_at = Some(share);
                    self.done += points - step;
                    break;
                }
                solution => solution?,
            };
            line.proved &= solution.answer.proved;
            line.name = solution.optimizer.to_owned();
            line.points.push(report::MapPoint {
                threshold: Some(share),
                ..self.point(&solution)
            });
        }
        Ok(line)
    }

    /// Mean risk and utility where everything is hidden, and where everything is shown.
    fn at_end(&self, end: usize) -> RatedRule<()> {
        let task = self.task(ALL);
        let levels: Levels = task.levels.iter().map(|l| [l.1, l.0][end] as u8).collect();
        let pairs: Vec<(u32, Vec<u8>)> = (0..self.sample.len())
            .map(|r| (r as u32, task.steps(r, &levels)))
            .collect();
        let (mut risk, mut utility, mut rows) = (0.0, 0.0, 0.0);
        for ((of, worth, _), &of_record) in
            evaluate(&task, &pairs).into_iter().zip(&self.sample.rows)
        {
            (risk, utility, rows) = (
                risk + of * of_record as f64,
                utility + worth * of_record as f64,
                rows + of_record as f64,
            );
        }
        RatedRule {
            rule: (),
            risk: risk / positive(rows),
            utility: utility / positive(rows),
        }
    }

    /// The aggregate form, for many weights of privacy.
    fn by_lambda(&mut self, job: &mut Job, lambdas: &[f64]) -> Result<report::Series> {
        let mut line = report::Series {
            name: "aggregate".to_owned(),
            points: Vec::new(),
            proved: true,
            ends_at: None,
        };
        job.recipe.record.form = recipe::FormChoice::Aggregate;
        job.recipe.record.optimizer = OptimizerChoice::Auto;
        let [hidden, shown] = [0, 1].map(|end| self.at_end(end));
        let kappa = job.recipe.record.kappa as i32;
        let even = (shown.utility.powi(kappa) - hidden.utility.powi(kappa))
            / (1.0 / hidden.risk - 1.0 / shown.risk);
        for &times in lambdas {
            // Two digits are enough to ask for it again.
            let lambda: f64 = format!("{:.1e}", even * times).parse().unwrap_or(times);
            job.recipe.record.lambda = Decimal::parse(&lambda.to_string()).unwrap_or(Decimal::ONE);
            let solution = self.solve(job)?;
            line.proved &= solution.answer.proved;
            line.points.push(report::MapPoint {
                lambda: Some(lambda),
                ..self.point(&solution)
            });
        }
        Ok(line)
    }
}

/// Passes on when to stop, and drops progress: that of a single wish says nothing about the sweep.
struct Silent<'a>(&'a dyn Watch);

impl Watch for Silent<'_> {
    fn progress(&self, _: Stage, _: u64, _: u64) {}

    fn stopped(&self) -> bool {
        self.0.stopped()
    }
}

fn positive(number: f64) -> f64 {
    if number > 0.0 { number } else { 1.0 }
}

impl FrontierRequest {
    /// Parses the name of an optimizer, as recipes write it.
    ///
    /// # Errors
    /// A name of no optimizer, or of one that does not solve for the least risk.
    pub fn optimizer(word: &str) -> Result<OptimizerChoice> {
        const KNOWN: [OptimizerChoice; 7] = [
            OptimizerChoice::Auto,
            OptimizerChoice::Exhaustive,
            OptimizerChoice::BestFirst,
            OptimizerChoice::Aruba,
            OptimizerChoice::BranchAndBound,
            OptimizerChoice::Genetic,
            OptimizerChoice::Pool,
        ];
        KNOWN.into_iter().find(|o| o.name() == word).ok_or_else(|| {
            let known: Vec<String> = KNOWN.iter().map(|o| format!("`{o}`")).collect();
            Error::usage(format!(
                "`{word}` is no optimizer for the least risk; accepted: {}",
                known.join(", ")
            ))
        })
    }
}

/// For each k, of the rules that give it the one with the largest utility; of equal ones the least
/// risky. k is that of the whole table; risk and utility are those of the same records as
/// elsewhere.
fn rules(job: &Job, sweep: &Sweep<'_>) -> Result<Vec<report::MapPoint>> {
    let own = own_dictionary(job, sweep.prepared, Consistency::Covered)?;
    let lattice = &sweep.prepared.lattice;
    let mut random = Random::new(job.recipe.search.seed);
    let nodes: Vec<Levels> = match lattice.nodes() <= MOST_RULES {
        true => (0..lattice.nodes())
            .map(|index| lattice.levels(index))
            .collect(),
        false => (0..MOST_RULES)
            .map(|_| lattice.levels(random.below(lattice.nodes())))
            .collect(),
    };
    let measured = measure_rules(
        &sweep.task(ALL),
        &own,
        &sweep.setup.records,
        &nodes,
        &Seen(sweep.watch),
    );
    if sweep.watch.stopped() {
        return Err(Error::stopped());
    }
    let best = |k: u64| {
        // What must never be shown makes a rule impossible.
        let of_k = measured
            .iter()
            .filter(|rule| rule.k >= k && rule.rule.risk.is_finite());
        let better = |a: &&TableRule, b: &&TableRule| {
            a.rule
                .utility
                .total_cmp(&b.rule.utility)
                .then(b.rule.risk.total_cmp(&a.rule.risk))
                .then_with(|| b.rule.rule.cmp(&a.rule.rule))
        };
        of_k.max_by(better).map(|rule| report::MapPoint {
            threshold: None,
            lambda: None,
            k: Some(k),
            risk: rule.rule.risk,
            utility: rule.rule.utility / positive(sweep.most),
        })
    };
    Ok(KS.into_iter().filter_map(best).collect())
}

/// Serializes as the object that `--json` prints.
impl Serialize for Frontier {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        self.json().serialize(serializer)
    }
}

impl Frontier {
    /// The map for a terminal.
    pub fn to_text(&self) -> String {
        self.map.to_text()
    }

    fn json(&self) -> Value {
        let mut object = self.map.to_json();
        object["warnings"] = serde_json::json!(self.warnings);
        object
    }

    /// Writes the map as a page with a picture that only its owner can read.
    ///
    /// # Errors
    /// A file that exists, unless `force`; one that the map is made from, whatever `force` says; a
    /// full disk.
    pub fn write_page(&self, job: &Job, path: &Path, force: bool) -> Result<()> {
        if let Some(source) = job
            .sources()?
            .into_iter()
            .find(|source| same_file(path, &source.path))
        {
            return Err(
                Error::usage(format!("is {}; the page never replaces it", source.kind))
                    .at_file("`{}` ", path)
                    .hint("choose another path"),
            );
        }
        write_owned(path, force, &self.map.to_html())
    }
}
