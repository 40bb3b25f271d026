//! The best partitions on the way to an aspiration.

use crate::methods::{PreferenceSetup, blocking_node, check_links};
use crate::prepare::Prepared;
use crate::source::Job;
use crate::watch::{Seen, Watch};
use equipoise_data::{Error, Region, Result};
use equipoise_explore::session::Aspired;
use equipoise_recipe::{
    AggregationChoice, AspiredValue, Decimal, LossChoice, MeasureChoice, Method, Over,
};
use equipoise_release::Regions;
use equipoise_search::prefer::{
    Aspiration, BestPartition, PartitionOptions, RatedRelease, Seeds, best, partitions, targets,
};
use equipoise_search::{Limits, Stopped, Task};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};
use std::time::Instant;

/// No aspiration on the way gets fewer evaluations than this.
const LEAST_EVALUATIONS: u64 = 2_000;

/// A partition that was found.
#[derive(Clone, Debug)]
pub struct PartitionFound {
    /// The first aspiration on the way that it is the best for.
    pub target: [f64; 2],
    /// The search that found it: a recipe with the same aspiration and evaluations finds it again.
    pub found_by: PartitionSearch,
    /// Its measures.
    pub point: [f64; 2],
    /// Its smallest class.
    pub least: u64,
    /// Units of protection that lose a row.
    pub units: u64,
    /// The labels of each quasi-identifier.
    pub labels: Vec<ColumnLabels>,
    /// Whether all partitions were looked at.
    pub proved: bool,
}

/// A search for a partition.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PartitionSearch {
    /// The aspiration.
    pub aspiration: [f64; 2],
    /// The most partitions that it evaluates.
    pub evaluations: u64,
}

/// A column and the labels that its values are divided into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColumnLabels {
    /// The name of the column.
    pub column: String,
    /// Its labels, in the order of its values.
    pub labels: Vec<String>,
}

/// The best partitions on the way to an aspiration; the last is for the aspiration itself.
#[derive(Clone, Debug)]
pub struct PartitionWalk {
    /// The aspiration.
    pub aspired: Aspired,
    /// Different partitions, in the order in which they come up. Empty where none was found that
    /// may be released.
    pub found: Vec<PartitionFound>,
    /// The reason why there is none: the nearest node of the lattice, and the models that block it.
    pub unmet: Option<String>,
    /// Partitions that were evaluated in all.
    pub evaluations: u64,
    /// Whether persons are the unit of protection.
    pub persons: bool,
    /// The models that are promised, in words.
    pub promised: Vec<String>,
    /// Warnings for the terminal.
    pub warnings: Vec<String>,
}

/// Serializes as the object that `--json` prints.
impl Serialize for PartitionWalk {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        self.json().serialize(serializer)
    }
}

impl PartitionWalk {
    /// The achievement of a point.
    pub fn achievement(&self, point: [f64; 2]) -> f64 {
        Aspiration::new(self.aspired.to).map_or(f64::NAN, |a| a.achievement(point))
    }

    /// Whether a partition meets both aspirations.
    pub fn is_within(&self, found: &PartitionFound) -> bool {
        found
            .point
            .iter()
            .zip(self.aspired.to)
            .all(|(reached, asked)| *reached <= asked)
    }

    fn json(&self) -> Value {
        let names = &self.aspired.measures;
        let pair =
            |point: [f64; 2]| json!({ names[0].as_str(): point[0], names[1].as_str(): point[1] });
        let partition = |found: &PartitionFound| {
            let labels: Map<String, Value> = found
                .labels
                .iter()
                .map(|of| (of.column.clone(), json!(of.labels)))
                .collect();
            json!({ "target": pair(found.target), "measures": pair(found.point), "k": found.least,
                    if self.persons { "suppressed_persons" } else { "suppressed_rows" }: found.units,
                    "achievement": self.achievement(found.point), "within_aspiration": self.is_within(found),
                    "exact": found.proved, "labels": labels })
        };
        json!({
            "aspired": pair(self.aspired.to),
            "aspired_achievement": self.achievement(self.aspired.to),
            "from": self.aspired.from.map(pair),
            "steps": self.aspired.steps,
            "over": "partitions",
            "answer": self.found.last().map(partition),
            "walked": self.found.iter().map(partition).collect::<Vec<_>>(),
            "unmet": self.unmet,
            "evaluations": self.evaluations,
            "warnings": self.warnings,
        })
    }
}

/// Looks for the best partition for the aspiration, with the recipe's budget, then for each step of
/// the way to it, with a share of it. Of all that is found, each step gets what is best for it.
///
/// # Errors
/// Bad recipes, bad data, measures that partitions do not have, a stop by the user.
pub fn walk_partitions(
    job: &Job,
    aspired: Aspired,
    show_values: bool,
    watch: &dyn Watch,
) -> Result<PartitionWalk> {
    let mut job = job.clone();
    let search = &mut job.recipe.search;
    (search.method, search.over) = (Method::Preference, Over::Partitions);
    if matches!(search.loss, LossChoice::Loss | LossChoice::Nwp) {
        search.aggregation = Some(AggregationChoice::Arithmetic);
    }
    job.recipe.preference.aspire = aspire_of(&aspired)?;
    let (prepared, suspicions) = Prepared::read(&job, show_values, watch)?;
    check_links(&job, &prepared)?;
    let setup = PreferenceSetup::new(&job, &prepared)?;
    let encoded = setup.encoded(&prepared);
    let task = prepared.task(&encoded);
    let way = match aspired.from {
        Some(from) => targets(from, aspired.to, aspired.steps as usize)?,
        None => vec![setup.aspiration],
    };
    let all = find_along(&job, &prepared, &setup, &task, &way, watch)?;
    let mut walk = PartitionWalk {
        aspired,
        found: Vec::new(),
        unmet: None,
        evaluations: all.iter().map(|(_, best)| best.evaluations).sum(),
        persons: prepared.persons().is_some(),
        promised: job.recipe.privacy.iter().map(ToString::to_string).collect(),
        warnings: prepared.all_warnings(),
    };
    walk.warnings.extend(suspicions);
    let cut = all
        .iter()
        .filter(|(_, best)| best.stopped == Some(Stopped::TimeLimit))
        .count();
    if cut > 0 {
        walk.warnings.push(format!(
            "the time limit ended {cut} of {} searches before they had used their evaluations",
            all.len()
        ));
    }
    let released: Vec<&(Looked, BestPartition)> = all
        .iter()
        .filter(|(_, best)| best.partition.is_some())
        .collect();
    let places: Vec<RatedRelease> = released.iter().map(|(_, best)| best.place).collect();
    for aspiration in &way {
        let Some(&i) = best(&places, aspiration, setup.ties).first() else {
            continue;
        };
        let found = described(&prepared, aspiration, released[i])?;
        // What comes up again is for the later aspiration: the last is for what is aspired to.
        walk.found.retain(|known| known.labels != found.labels);
        walk.found.push(found);
    }
    if walk.found.is_empty() {
        walk.unmet = Some(blocking_node(&job, &prepared, &task)?.explanation);
    }
    Ok(walk)
}

/// The aspiration that something was looked for with, and the budget of evaluations.
type Looked = (Aspiration, u64);

/// The aspiration itself first, with half of the time; then the way to it, step by step.
fn find_along(
    job: &Job,
    prepared: &Prepared,
    setup: &PreferenceSetup,
    task: &Task<'_>,
    way: &[Aspiration],
    watch: &dyn Watch,
) -> Result<Vec<(Looked, BestPartition)>> {
    let gauges = setup.gauges();
    let usual = setup.partition_options(job, prepared)?;
    let end = job
        .recipe
        .search
        .time_limit
        .map(|limit| Instant::now() + limit);
    let seeds = Seeds::new(
        task,
        &gauges,
        &Limits {
            deadline: end,
            ..Limits::default()
        },
        &Seen(watch),
    )?;
    let share = (usual.evaluations / way.len() as u64)
        .max(LEAST_EVALUATIONS)
        .min(usual.evaluations);
    let mut found = Vec::new();
    for (number, aspiration) in way.iter().rev().enumerate() {
        let evaluations = if number == 0 {
            usual.evaluations
        } else {
            share
        };
        let left = (way.len() - number) as u32;
        let deadline = end.map(|end| {
            let rest = end.saturating_duration_since(Instant::now());
            Instant::now()
                + if left == 1 {
                    rest
                } else if number == 0 {
                    rest / 2
                } else {
                    rest / left
                }
        });
        let options = PartitionOptions {
            evaluations,
            ..usual.clone()
        };
        let best = partitions(
            task,
            &gauges,
            aspiration,
            &options,
            &seeds.of(aspiration, setup.ties),
            deadline,
            &Seen(watch),
        )?;
        if watch.stopped() {
            return Err(Error::stopped());
        }
        found.push(((*aspiration, evaluations), best));
    }
    Ok(found)
}

/// A partition with its labels in words.
fn described(
    prepared: &Prepared,
    aspiration: &Aspiration,
    (looked, best): &(Looked, BestPartition),
) -> Result<PartitionFound> {
    let labels = |(a, name): (usize, &str)| {
        let (quasi, regions): (_, &[Region]) = (&prepared.quasi[a], &best.regions[a]);
        let (hierarchy, low, manner) = (&quasi.hierarchy, quasi.levels.0, quasi.manner);
        // Nothing of this is published.
        let column = Regions {
            hierarchy,
            low,
            manner,
            names_ends: false,
            may_name: &|_, _| true,
        };
        Ok(ColumnLabels {
            column: name.to_owned(),
            labels: column.labels(regions)?,
        })
    };
    Ok(PartitionFound {
        target: aspiration.point(),
        found_by: PartitionSearch {
            aspiration: looked.0.point(),
            evaluations: looked.1,
        },
        point: best.place.point,
        least: best.place.least,
        units: best.suppressed_units,
        labels: prepared
            .quasi_names()
            .enumerate()
            .map(labels)
            .collect::<Result<_>>()?,
        proved: best.proved,
    })
}

/// An aspiration as the recipe holds it.
fn aspire_of(aspired: &Aspired) -> Result<Vec<AspiredValue>> {
    let pair = |i: usize| {
        let measure = MeasureChoice::named(&aspired.measures[i])
            .ok_or_else(|| Error::internal("a measure is no measure of recipes"))?;
        if measure.is_of_levels() {
            return Err(Error::usage(format!(
                "`{measure}` is a measure of levels, and partitions have none"
            )));
        }
        // Shortest digits that mean the same number.
        let value = Decimal::parse(&format!("{}", aspired.to[i]))
            .ok_or_else(|| Error::usage("an aspiration has too many digits"))?;
        Ok(AspiredValue { measure, value })
    };
    Ok(vec![pair(0)?, pair(1)?])
}
