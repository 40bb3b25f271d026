//! Aspirations in two measures, asked of an atlas.

use crate::ask::{AskOptions, Open, describe, with_explorer};
use crate::asked::Asked;
use crate::aspire::{AspireTexts, losses_among, measures};
use crate::atlas_file::is_atlas_file;
use crate::wish::WishTexts;
use equipoise::Job;
use equipoise::Watch;
use equipoise::{PartitionWalk, walk_partitions};
use equipoise_data::Result;
use equipoise_explore::session::{Aspired, Preferred, Walked};
use equipoise_explore::{Answer, Explorer, Prospect, Site, Wishes};
use equipoise_measure::Measure;
use equipoise_recipe::Recipe;
use equipoise_search::prefer::{Aspiration, Point, targets};
use serde_json::{Map, Value, json};
use std::path::Path;

/// What an aspiration comes to.
pub(crate) fn preferred(prospect: &Prospect, aspired: &Aspired) -> Result<Option<Preferred>> {
    let ties = aspired.ties;
    let Some(best) = prospect.best(&Aspiration::new(aspired.to)?, ties) else {
        return Ok(None);
    };
    let way = aspired.from.map_or(Ok(Vec::new()), |from| {
        targets(from, aspired.to, aspired.steps as usize)
    })?;
    let along = prospect
        .walk(&way, ties)
        .into_iter()
        .map(|(_, site)| walked(site))
        .collect();
    Ok(Some(Preferred {
        best: walked(best),
        walked: along,
        proved: prospect.is_complete,
    }))
}

fn walked(site: &Site) -> Walked {
    Walked {
        levels: site.levels.clone(),
        point: site.point,
        least: site.least,
        units: site.units,
    }
}

/// Where a way begins: at a node, or else where the efficient nodes end.
pub(crate) fn start(
    explorer: &Explorer<'_>,
    wishes: &Wishes,
    current: Option<&[u8]>,
    measures: [Measure; 2],
) -> Result<Option<Point>> {
    if let Some(levels) = current {
        let node = explorer.atlas().chart().node(levels)?;
        if let Some(point) = explorer
            .point(&wishes.thresholds, node, measures)?
            .filter(|p| p.iter().all(|n| n.is_finite()))
        {
            return Ok(Some(point));
        }
    }
    let prospect = explorer.prospect(wishes, measures)?;
    let most = |axis: usize| {
        prospect
            .front()
            .map(|s| s.point[axis])
            .fold(f64::NEG_INFINITY, f64::max)
    };
    let point = [most(0), most(1)];
    Ok(point.iter().all(|n| n.is_finite()).then_some(point))
}

/// What an aspiration came to, in words and numbers.
#[derive(Clone, Debug)]
pub struct PreferAnswer {
    /// The answer as `ask` would tell it; where there is none, with what would help.
    pub asked: Asked,
    /// What was aspired to.
    pub aspired: Aspired,
    /// What came of it.
    pub preferred: Option<Preferred>,
    /// The efficient nodes, by rising first measure.
    pub front: Vec<Walked>,
    /// The quasi-identifiers, in the order of levels.
    pub columns: Vec<String>,
}

impl PreferAnswer {
    pub(crate) fn new(explorer: &Explorer<'_>, wishes: &Wishes, aspired: Aspired) -> Result<Self> {
        let prospect = explorer.prospect(wishes, measures(&aspired)?)?;
        let preferred = preferred(&prospect, &aspired)?;
        let answer = match &preferred {
            None => explorer.ask(wishes)?,
            Some(found) => {
                let node = explorer.atlas().chart().node(&found.best.levels)?;
                let best = explorer.show(&wishes.thresholds, node);
                Answer {
                    best,
                    ties: Vec::new(),
                    proved: found.proved,
                    nodes_visited: prospect.nodes,
                    suggestions: None,
                }
            }
        };
        let front = prospect.front().map(walked).collect();
        let columns = explorer
            .atlas()
            .chart()
            .head()
            .attributes
            .iter()
            .map(|a| a.name.clone())
            .collect();
        Ok(PreferAnswer {
            asked: describe(explorer, wishes, &answer),
            aspired,
            preferred,
            front,
            columns,
        })
    }

    /// The achievement of a point; of the aspiration itself for the point that is aspired to.
    pub fn achievement(&self, point: [f64; 2]) -> f64 {
        Aspiration::new(self.aspired.to).map_or(f64::NAN, |a| a.achievement(point))
    }

    /// Whether a node meets both aspirations.
    pub fn is_within(&self, walked: &Walked) -> bool {
        walked
            .point
            .iter()
            .zip(self.aspired.to)
            .all(|(reached, asked)| *reached <= asked)
    }

    /// The object that `--json` prints.
    pub fn to_json(&self) -> Value {
        let names = &self.aspired.measures;
        let pair =
            |point: [f64; 2]| json!({ names[0].as_str(): point[0], names[1].as_str(): point[1] });
        let unit = if self.asked.persons {
            "suppressed_persons"
        } else {
            "suppressed_rows"
        };
        let node = |walked: &Walked| {
            let levels: Map<String, Value> = self
                .columns
                .iter()
                .cloned()
                .zip(walked.levels.iter().map(|l| json!(l)))
                .collect();
            let mut object = Map::new();
            object.insert("levels".into(), Value::Object(levels));
            object.insert("measures".into(), pair(walked.point));
            object.insert("k".into(), json!(walked.least));
            object.insert(unit.into(), json!(walked.units));
            object.insert("achievement".into(), json!(self.achievement(walked.point)));
            object.insert("within_aspiration".into(), json!(self.is_within(walked)));
            Value::Object(object)
        };
        let asked = self.asked.to_json();
        let found = self.preferred.as_ref();
        json!({
            "aspired": pair(self.aspired.to),
            "aspired_achievement": self.achievement(self.aspired.to),
            "from": self.aspired.from.map(pair),
            "steps": self.aspired.steps,
            "ties": self.aspired.ties.name(),
            "over": "lattice",
            "exact": found.is_some_and(|f| f.proved),
            "answer": found.map(|f| node(&f.best)),
            "walked": found.map(|f| f.walked.iter().map(node).collect::<Vec<_>>()).unwrap_or_default(),
            "front": self.front.iter().map(node).collect::<Vec<_>>(),
            "suggestions": asked["suggestions"],
            "reasons": asked["reasons"],
            "asked": asked["asked"],
            "nodes_total": self.asked.nodes_total,
            "nodes_annotated": self.asked.nodes_annotated,
            "warnings": self.asked.warnings,
        })
    }
}

/// Asks an atlas file, or a recipe, for what comes closest to an aspiration or goes furthest
/// beyond, and for the best nodes on the way to it.
///
/// # Errors
/// Wishes and aspirations that do not fit, files that cannot be read.
pub fn prefer(
    source: &Path,
    wishes: &WishTexts,
    aspire: &AspireTexts,
    options: &AskOptions,
    watch: &dyn Watch,
) -> Result<PreferAnswer> {
    let options = with_losses(source, aspire, options)?;
    with_explorer(source, wishes, &options, watch, |open| {
        prefer_open(&open, wishes, aspire)
    })
}

fn prefer_open(open: &Open<'_>, wishes: &WishTexts, aspire: &AspireTexts) -> Result<PreferAnswer> {
    let chart = open.explorer.atlas().chart();
    let given = wishes.wishes(chart)?;
    let aspired = aspire.aspired(&recipe_of(open.explorer)?, &|measures| {
        start(open.explorer, &given, None, measures)
    })?;
    let mut answer = PreferAnswer::new(open.explorer, &given, aspired)?;
    answer.asked.warnings.clone_from(&open.warnings);
    Ok(answer)
}

/// The recipe that an atlas was made with.
pub(crate) fn recipe_of(explorer: &Explorer<'_>) -> Result<Recipe> {
    Recipe::parse(
        &explorer.atlas().chart().head().origin.recipe,
        "the recipe in the atlas",
    )
}

/// With the losses that are needed, kept by an atlas that is made on the spot. What is wrong with
/// the aspiration is told before that.
fn with_losses(source: &Path, aspire: &AspireTexts, options: &AskOptions) -> Result<AskOptions> {
    let mut options = options.clone();
    if !is_atlas_file(source)? {
        let job = Job::open(source)?;
        let aspired = aspire.aspired(job.recipe(), &|_| Ok(None))?;
        options.atlas.losses.extend(losses_among(&aspired.measures));
    }
    Ok(options)
}

/// Looks for the best partitions on the way to an aspiration, for a recipe. Without `from` there is
/// no way, only the aspiration.
///
/// # Errors
/// Bad recipes, bad data, measures that partitions do not have, a stop by the user.
pub fn prefer_partitions(
    job: &Job,
    aspire: &AspireTexts,
    show_values: bool,
    watch: &dyn Watch,
) -> Result<PartitionWalk> {
    let aspired = aspire.aspired(job.recipe(), &|_| Ok(None))?;
    walk_partitions(job, aspired, show_values, watch)
}
