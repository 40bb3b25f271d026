//! The best partitions on the way to an aspiration.

use super::Setup;
use crate::Job;
use crate::load::{Expect, load};
use crate::others::Others;
use crate::prepare::Prepared;
use crate::watch::{Seen, Watch, stopped};
use equipoise_data::{Error, Region, Result};
use equipoise_explore::session::Aspired;
use equipoise_recipe::{Aggregation, Decimal, Loss, Measure, Method, Over};
use equipoise_release::region_labels;
use equipoise_search::Limits;
use equipoise_search::prefer::{Aspiration, BestPartition, PartitionOptions, Seeds, partitions, targets};
use serde_json::{Map, Value, json};
use std::time::Instant;

/// No aspiration on the way gets fewer evaluations than this.
const LEAST_EVALUATIONS: u64 = 2_000;

/// A partition that an aspiration led to.
#[derive(Clone, Debug)]
pub struct PartitionFound {
    /// The aspiration it is for.
    pub target: [f64; 2],
    /// Its measures.
    pub point: [f64; 2],
    /// Its smallest class.
    pub least: u64,
    /// The labels of each quasi-identifier.
    pub labels: Vec<(String, Vec<String>)>,
    /// Whether all partitions were looked at.
    pub proved: bool,
}

/// The best partitions on the way to an aspiration; the last is for the aspiration itself.
#[derive(Clone, Debug)]
pub struct PartitionWalk {
    /// What was aspired to.
    pub aspired: Aspired,
    /// Different partitions, in the order in which they came up. Empty where none was found that may be released.
    pub found: Vec<PartitionFound>,
    /// Partitions that were evaluated in all.
    pub evaluations: u64,
    /// What deserves a second look.
    pub warnings: Vec<String>,
}

impl PartitionWalk {
    /// The achievement of a point.
    pub fn achievement(&self, point: [f64; 2]) -> f64 {
        Aspiration::new(self.aspired.to).map_or(f64::NAN, |a| a.achievement(point))
    }

    /// The object that `--json` prints.
    pub fn to_json(&self) -> Value {
        let names = &self.aspired.measures;
        let pair = |point: [f64; 2]| json!({ names[0].as_str(): point[0], names[1].as_str(): point[1] });
        let partition = |found: &PartitionFound| {
            let labels: Map<String, Value> = found.labels.iter().map(|(name, labels)| (name.clone(), json!(labels))).collect();
            json!({ "target": pair(found.target), "measures": pair(found.point), "k": found.least,
                    "achievement": self.achievement(found.point), "exact": found.proved, "labels": labels })
        };
        json!({
            "aspired": pair(self.aspired.to),
            "aspired_achievement": self.achievement(self.aspired.to),
            "from": self.aspired.from.map(pair),
            "steps": self.aspired.steps,
            "over": "partitions",
            "answer": self.found.last().map(partition),
            "walked": self.found.iter().map(partition).collect::<Vec<_>>(),
            "evaluations": self.evaluations,
            "warnings": self.warnings,
        })
    }
}

/// Looks for the best partition on each step of the way to an aspiration: the recipe's budget for the aspiration itself, a share of it for each of the others.
///
/// # Errors
/// Bad recipes, bad data, measures that partitions do not have, a stop by the user.
pub(crate) fn walk_partitions(job: &Job, aspired: Aspired, show_values: bool, watch: &dyn Watch) -> Result<PartitionWalk> {
    let mut job = job.clone();
    let search = &mut job.recipe.search;
    (search.method, search.over) = (Method::Preference, Over::Partitions);
    if matches!(search.loss, Loss::Loss | Loss::Nwp) {
        search.aggregation = Some(Aggregation::Arithmetic);
    }
    job.recipe.preference.aspire = aspire_of(&aspired)?;
    let (input, suspicions) = load(&job, Expect::AllColumns, watch)?;
    let others = Others::load(&job, &input, watch)?;
    let prepared = Prepared::new(&job, input, others, show_values)?;
    crate::find::check_links(&job, &prepared)?;
    let setup = Setup::new(&job, &prepared)?;
    let encoded = setup.encoded(&prepared);
    let task = prepared.task(&encoded);
    let gauges = setup.gauges();
    let limits = Limits { deadline: job.recipe.search.time_limit.map(|limit| Instant::now() + limit), ..Limits::default() };
    let usual = setup.partition_options(&job, &prepared)?;
    let way = match aspired.from {
        Some(from) => targets(from, aspired.to, aspired.steps as usize)?,
        None => vec![setup.aspiration],
    };
    let mut walk = PartitionWalk { aspired, found: Vec::new(), evaluations: 0, warnings: prepared.all_warnings() };
    walk.warnings.extend(suspicions);
    let seeds = Seeds::new(&task, &gauges, &limits, &Seen(watch))?;
    for (m, aspiration) in way.iter().enumerate() {
        let is_last = m + 1 == way.len();
        let share = (usual.evaluations / way.len() as u64).max(LEAST_EVALUATIONS).min(usual.evaluations);
        let options = PartitionOptions { evaluations: if is_last { usual.evaluations } else { share }, ..usual.clone() };
        let best = partitions(&task, &gauges, aspiration, &options, &seeds.of(aspiration, setup.ties), limits.deadline, &Seen(watch))?;
        if watch.stopped() {
            return Err(stopped());
        }
        walk.evaluations += best.evaluations;
        if best.partition.is_some() {
            let found = told(&prepared, aspiration, &best)?;
            walk.found.retain(|known| known.labels != found.labels);
            walk.found.push(found);
        }
    }
    Ok(walk)
}

fn told(prepared: &Prepared, aspiration: &Aspiration, best: &BestPartition) -> Result<PartitionFound> {
    let labels = |(a, name): (usize, &str)| {
        let (quasi, regions): (_, &[Region]) = (&prepared.quasi[a], &best.regions[a]);
        Ok((name.to_owned(), region_labels(&quasi.hierarchy, regions, quasi.levels.0, quasi.manner)?))
    };
    Ok(PartitionFound {
        target: aspiration.point(),
        point: best.place.point,
        least: best.place.least,
        labels: prepared.quasi_names().enumerate().map(labels).collect::<Result<_>>()?,
        proved: best.proved,
    })
}

/// An aspiration as the recipe holds it.
pub(crate) fn aspire_of(aspired: &Aspired) -> Result<Vec<(Measure, Decimal)>> {
    let pair = |i: usize| {
        let measure = Measure::named(&aspired.measures[i]).ok_or_else(|| Error::internal("a measure is no measure of recipes"))?;
        if measure.is_of_levels() {
            return Err(Error::usage(format!("`{measure}` is a measure of levels, and partitions have none")));
        }
        // Shortest digits that mean the same number.
        let number = Decimal::parse(&format!("{}", aspired.to[i])).ok_or_else(|| Error::usage("an aspiration has too many digits"))?;
        Ok((measure, number))
    };
    Ok(vec![pair(0)?, pair(1)?])
}
