//! What utility costs in risk: by the optimizers, and by k-anonymity rules.

use super::{Setup, dictionaries, solve, threshold};
use crate::Job;
use crate::load::{Expect, load};
use crate::population::Population;
use crate::prepare::Prepared;
use crate::watch::{Seen, Watch, stopped};
use equipoise_data::{Decimal, Error, Levels, Random, Result};
use equipoise_engine::{Access, Staged, publish_all, same_file, write_error};
use equipoise_measure::disclosure::Consistency;
use equipoise_recipe::{self as recipe, Method, Optimizer};
use equipoise_report as report;
use equipoise_search::Limits;
use equipoise_search::record::{Form, RecordTask, TableRule, Threshold, measure_rules, raw_records};
use serde_json::Value;
use std::io::Write;
use std::path::Path;
use std::time::Instant;

/// What to sweep.
#[derive(Clone, Debug)]
pub struct FrontierRequest {
    /// Thresholds between nothing and all of the utility.
    pub points: u64,
    /// The optimizers to compare, by their words in recipes.
    pub optimizers: Vec<String>,
    /// Distinct records that are solved, spread over the table; 0 for all.
    pub records: u64,
    /// Let error messages show cell values.
    pub show_values: bool,
}

/// Risks and utilities, swept.
#[derive(Clone, Debug)]
pub struct Frontier {
    map: report::RiskUtilityMap,
    /// What deserves a second look.
    pub warnings: Vec<String>,
}

/// Rules that are looked at; of larger lattices so many are drawn.
const MOST_RULES: u64 = 4_096;

/// The k of rules that are shown.
const KS: [u64; 8] = [1, 2, 3, 5, 10, 20, 50, 100];

/// Sweeps the required utility from nothing to all, by each optimizer, and sets k-anonymity rules beside that.
///
/// # Errors
/// As `anonymize` of records; optimizers that are not known or do not solve for the least risk.
pub fn frontier(job: &Job, request: &FrontierRequest, watch: &dyn Watch) -> Result<Frontier> {
    let mut job = job.clone();
    job.recipe.search.method = Method::Record;
    let (input, suspicions) = load(&job, Expect::AllColumns, watch)?;
    let population = Population::load(&job, &input, watch)?;
    let mut prepared = Prepared::new(&job, input, population, request.show_values)?;
    prepared.warnings.extend(suspicions);
    let encoded = prepared.encoded();
    let setup = Setup::new(&job, &prepared, &encoded, watch)?;
    let at = |share: f64| Threshold { form: Form::LeastRisk { min_utility: share }, is_share: true };
    let sample = match (request.records as usize, setup.records.len()) {
        (0, _) => setup.records.clone(),
        (wanted, all) => setup.records.subset(&(0..all).step_by(all.div_ceil(wanted).max(1)).collect::<Vec<_>>()),
    };
    let of_sample = |threshold: Threshold| RecordTask { records: &sample, ..setup.task(threshold) };
    let most = raw_records(&of_sample(at(1.0))).means(&sample).1;
    let words = optimizers(&request.optimizers)?;
    let mut series = Vec::new();
    for (done, word) in words.iter().enumerate() {
        job.recipe.record.optimizer = *word;
        let mut line = report::Series { name: word.name().to_owned(), points: Vec::new(), proved: true };
        for step in 0..=request.points {
            let share = step as f64 / request.points.max(1) as f64;
            job.recipe.record.form = recipe::Form::LeastRisk;
            job.recipe.record.min_utility = recipe::MinUtility::Share(Decimal::parse(&share.to_string()).unwrap_or(Decimal::ONE));
            let wanted = threshold(&job.recipe.record);
            let limits = Limits {
                max_nodes: job.recipe.search.max_nodes,
                deadline: job.recipe.search.time_limit.map(|limit| Instant::now() + limit),
                ..Limits::default()
            };
            let solution = solve(&job, &prepared, &of_sample(wanted), &limits, &crate::Unwatched)?;
            if watch.stopped() {
                return Err(stopped());
            }
            let all = words.len() as u64 * (request.points + 1);
            watch.progress(crate::Stage::Search, done as u64 * (request.points + 1) + step + 1, all);
            let (risk, utility) = solution.answer.means(&sample);
            line.proved &= solution.answer.proved;
            line.name = solution.optimizer.to_owned();
            line.points.push(report::MapPoint { threshold: Some(share), k: None, risk, utility: utility / positive(most) });
        }
        series.push(line);
    }
    // What a rule comes to is counted for all rows: its k is.
    let most = raw_records(&setup.task(at(1.0))).means(&setup.records).1;
    let rules = rules(&job, &prepared, &setup, at(0.0), most, watch)?;
    let map =
        report::RiskUtilityMap { version: env!("CARGO_PKG_VERSION").to_owned(), rows: prepared.input.table.rows as u64, series, rules };
    Ok(Frontier { map, warnings: prepared.all_warnings() })
}

fn positive(number: f64) -> f64 {
    if number > 0.0 { number } else { 1.0 }
}

fn optimizers(words: &[String]) -> Result<Vec<Optimizer>> {
    const KNOWN: [Optimizer; 7] = [
        Optimizer::Auto,
        Optimizer::Exhaustive,
        Optimizer::BestFirst,
        Optimizer::Aruba,
        Optimizer::BranchAndBound,
        Optimizer::Genetic,
        Optimizer::Pool,
    ];
    let find = |word: &String| {
        KNOWN.into_iter().find(|o| o.name() == word).ok_or_else(|| {
            let known: Vec<String> = KNOWN.iter().map(|o| format!("`{o}`")).collect();
            Error::usage(format!("`{word}` is no optimizer for the least risk; accepted: {}", known.join(", ")))
        })
    };
    words.iter().map(find).collect()
}

/// For each k, of the rules that give it the one with the largest utility; of equal ones the least risky.
fn rules(job: &Job, prepared: &Prepared, setup: &Setup<'_>, at: Threshold, most: f64, watch: &dyn Watch) -> Result<Vec<report::MapPoint>> {
    let own = dictionaries::own(job, prepared, Consistency::Covered)?;
    let lattice = &prepared.lattice;
    let mut random = Random::new(job.recipe.search.seed);
    let nodes: Vec<Levels> = match lattice.nodes() <= MOST_RULES {
        true => (0..lattice.nodes()).map(|index| lattice.levels(index)).collect(),
        false => (0..MOST_RULES).map(|_| lattice.levels(random.below(lattice.nodes()))).collect(),
    };
    let measured = measure_rules(&setup.task(at), &own, &nodes, &Seen(watch));
    if watch.stopped() {
        return Err(stopped());
    }
    let best = |k: u64| {
        let of_k = measured.iter().filter(|rule| rule.k >= k);
        let better = |a: &&TableRule, b: &&TableRule| {
            a.rule.utility.total_cmp(&b.rule.utility).then(b.rule.risk.total_cmp(&a.rule.risk)).then_with(|| b.rule.rule.cmp(&a.rule.rule))
        };
        of_k.max_by(better).map(|rule| report::MapPoint {
            threshold: None,
            k: Some(k),
            risk: rule.rule.risk,
            utility: rule.rule.utility / positive(most),
        })
    };
    Ok(KS.into_iter().filter_map(best).collect())
}

impl Frontier {
    /// The map for a terminal.
    pub fn to_text(&self) -> String {
        self.map.to_text()
    }

    /// The object that `--json` prints.
    pub fn to_json(&self) -> Value {
        let mut object = self.map.to_json();
        object["warnings"] = serde_json::json!(self.warnings);
        object
    }

    /// Writes the map as a page with a picture that only its owner can read.
    ///
    /// # Errors
    /// A file that exists, unless `force`; one that the map is made from, whatever `force` says; a full disk.
    pub fn write_page(&self, job: &Job, path: &Path, force: bool) -> Result<()> {
        if let Some((what, _)) = job.sources()?.into_iter().find(|(_, source)| same_file(path, source)) {
            return Err(Error::usage(format!("`{}` is {what}; the page never replaces it", path.display())).hint("choose another path"));
        }
        if !force && path.symlink_metadata().is_ok() {
            return Err(Error::usage(format!("`{}` exists already", path.display())).hint("`--force` replaces it, or choose another path"));
        }
        let mut staged = Staged::create(path, Access::OwnerOnly, force)?;
        staged.write_all(self.map.to_html().as_bytes()).map_err(|e| write_error(path, &e))?;
        publish_all(vec![staged.finish()?])
    }
}
