//! Aspirations in two measures, asked of an atlas.

use crate::ask::{AskOptions, Open, describe, with_explorer};
use crate::asked::Asked;
use crate::session::{check_place, save_recipe};
use crate::wish::WishTexts;
use equipoise::Job;
use equipoise::Watch;
use equipoise::{PartitionWalk, measure, walk_partitions};
use equipoise_data::{Error, Result, did_you_mean};
use equipoise_engine::first_bytes;
use equipoise_explore::session::{Aspired, Preferred, Walked};
use equipoise_explore::{Answer, Explorer, Prospect, Site, Wishes, is_atlas};
use equipoise_measure::Measure;
use equipoise_recipe::{Over, PreferenceTies, Recipe, Wanted, aspiring};
use equipoise_search::prefer::{Aspiration, Point, Ties, targets};
use serde_json::{Map, Value, json};
use std::path::Path;

/// Aspirations on the way unless somebody says how many.
const USUAL_STEPS: u32 = 10;

/// More aspirations than this are no dialogue.
const MOST_STEPS: u32 = 1_000;

/// An aspiration in words: the flags of `prefer` without their dashes. What is not said is as in
/// `[preference]` of the recipe.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AspireTexts {
    /// Two measures and what is aspired to: `necd=1.0`, `nwp=0.2`.
    pub aspire: Vec<String>,
    /// Where the way begins, in the same measures; else at the node that is looked at, or where the
    /// efficient nodes end.
    pub from: Vec<String>,
    /// Aspirations on the way: `10`.
    pub steps: Option<String>,
    /// What decides between equals: `deviation` or `privacy`.
    pub ties: Option<String>,
    /// Divide the weights of columns by their sum, where they are neither equal nor sum to one.
    pub normalize: bool,
}

impl AspireTexts {
    /// Flag and value of each, in a fixed order.
    pub fn words(&self) -> Vec<(String, String)> {
        let one = |flag: &str, value: &Option<String>| {
            value
                .iter()
                .map(|v| (flag.to_owned(), v.clone()))
                .collect::<Vec<_>>()
        };
        let many = |flag: &str, values: &[String]| {
            values
                .iter()
                .map(|v| (flag.to_owned(), v.clone()))
                .collect::<Vec<_>>()
        };
        [
            many("aspire", &self.aspire),
            many("from", &self.from),
            one("steps", &self.steps),
            one("ties", &self.ties),
        ]
        .concat()
    }

    /// What is aspired to, with all that is not said taken from the recipe and from where somebody
    /// stands.
    pub(crate) fn aspired(&self, recipe: &Recipe, start: Start<'_>) -> Result<Aspired> {
        let preference = &recipe.preference;
        let pairs: Vec<(Measure, f64)> = match self.aspire.as_slice() {
            [] => preference
                .aspire
                .iter()
                .map(|(of, number)| (measure(*of), number.to_f64()))
                .collect(),
            texts => texts
                .iter()
                .map(|text| pair("--aspire", text))
                .collect::<Result<_>>()?,
        };
        let (measures, to) = in_order("--aspire", pairs)?;
        Aspiration::new(to)?;
        if measures.iter().any(|m| is_weighed(*m)) {
            check_weights(recipe, self.normalize)?;
        }
        let from = match self.from.as_slice() {
            [] => None,
            texts => {
                let (other, from) = in_order(
                    "--from",
                    texts
                        .iter()
                        .map(|text| pair("--from", text))
                        .collect::<Result<_>>()?,
                )?;
                if other != measures {
                    return Err(
                        Error::usage("`--from` names other measures than `--aspire`")
                            .hint("a way leads from one point to another"),
                    );
                }
                Aspiration::new(from)?;
                Some(from)
            }
        };
        let ties = match (self.ties.as_deref(), preference.ties) {
            (Some("deviation"), _) | (None, PreferenceTies::Deviation) => "deviation",
            (Some("privacy"), _) | (None, PreferenceTies::Privacy) => "privacy",
            (Some(other), _) => {
                return Err(Error::usage(format!(
                    "--ties is `{other}`; it must be `deviation` or `privacy`"
                )));
            }
        };
        Ok(Aspired {
            measures: measures.map(|m| m.name().to_owned()),
            to,
            from: from.map_or_else(|| start(measures), |from| Ok(Some(from)))?,
            steps: self.steps.as_deref().map_or(Ok(USUAL_STEPS), steps)?,
            ties: ties.to_owned(),
        })
    }
}

/// Whether the weights of columns matter to a measure.
pub(crate) fn is_weighed(measure: Measure) -> bool {
    matches!(measure, Measure::Loss(metric) if metric.per_attribute())
}

/// The measures among these that are losses, which an atlas has to keep.
pub fn losses_among(measures: &[String]) -> Vec<String> {
    measures
        .iter()
        .filter(|name| matches!(Measure::named(name), Some(Measure::Loss(_))))
        .cloned()
        .collect()
}

/// Whether a file is an atlas.
///
/// # Errors
/// A file that cannot be read.
pub fn is_atlas_file(path: &Path) -> Result<bool> {
    Ok(is_atlas(&first_bytes(path, 16)?))
}

/// Where somebody stands, in two measures.
pub(crate) type Start<'a> = &'a dyn Fn([Measure; 2]) -> Result<Option<Point>>;

/// # Errors
/// Weights of quasi-identifiers that are neither equal nor sum to one, unless they are to be
/// normalized.
fn check_weights(recipe: &Recipe, normalize: bool) -> Result<()> {
    match recipe
        .unusual_weights()
        .filter(|_| !recipe.preference.normalize && !normalize)
    {
        Some((message, hint)) => Err(Error::usage(message).hint(hint)),
        None => Ok(()),
    }
}

fn steps(text: &str) -> Result<u32> {
    let number = text.parse().ok().filter(|n| (1..=MOST_STEPS).contains(n));
    number.ok_or_else(|| {
        Error::usage(format!(
            "--steps is `{text}`; it must be a whole number from 1 to {MOST_STEPS}"
        ))
    })
}

/// `necd=1.0`.
fn pair(flag: &str, text: &str) -> Result<(Measure, f64)> {
    let (name, value) = text.split_once('=').ok_or_else(|| {
        Error::usage(format!(
            "`{flag} {text}` needs a measure and a number with `=` between them"
        ))
        .hint("such as `nwp=0.2`")
    })?;
    let measure = Measure::named(name).ok_or_else(|| {
        let names: Vec<&str> = Measure::all().map(|m| m.0).collect();
        let listed = names
            .iter()
            .map(|n| format!("`{n}`"))
            .collect::<Vec<_>>()
            .join(", ");
        let error = Error::usage(format!(
            "`{name}` in `{flag}` is no measure; measures: {listed}"
        ));
        match did_you_mean(name, names) {
            Some(hint) => error.hint(hint),
            None => error,
        }
    })?;
    let number = value.parse().ok().filter(|n: &f64| n.is_finite());
    number.map(|n| (measure, n)).ok_or_else(|| {
        Error::usage(format!(
            "`{flag}` of `{name}` is `{value}`; it must be a number"
        ))
    })
}

/// Two different measures in the order in which they are listed everywhere.
fn in_order(flag: &str, mut pairs: Vec<(Measure, f64)>) -> Result<([Measure; 2], Point)> {
    pairs.sort_by_key(|(measure, _)| Measure::all().position(|(_, m)| m == *measure));
    match pairs[..] {
        [(a, x), (b, y)] if a != b => Ok(([a, b], [x, y])),
        [(a, _), (b, _)] if a == b => Err(Error::usage(format!("`{flag}` names `{a}` twice; two different measures are needed"))),
        _ => Err(Error::usage(format!("`{flag}` is needed twice, with two different measures; {} are given", pairs.len()))
            .hint("such as `--aspire necd=1.0 --aspire nwp=0.2`, or `aspire = { necd = 1.0, nwp = 0.2 }` in `[preference]` of the recipe")),
    }
}

/// The measures of an aspiration that was kept.
///
/// # Errors
/// Names that this version does not know.
pub(crate) fn measures(aspired: &Aspired) -> Result<[Measure; 2]> {
    let named = |name: &String| {
        Measure::named(name).ok_or_else(|| Error::data(format!("there is no measure `{name}`")))
    };
    Ok([named(&aspired.measures[0])?, named(&aspired.measures[1])?])
}

fn ties(aspired: &Aspired) -> Ties {
    if aspired.ties == "privacy" {
        Ties::Privacy
    } else {
        Ties::Deviation
    }
}

/// What an aspiration comes to.
pub(crate) fn preferred(prospect: &Prospect, aspired: &Aspired) -> Result<Option<Preferred>> {
    let ties = ties(aspired);
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
            "ties": self.aspired.ties,
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
        let aspired = aspire.aspired(&job.recipe, &|_| Ok(None))?;
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
    let aspired = aspire.aspired(&job.recipe, &|_| Ok(None))?;
    walk_partitions(job, aspired, show_values, watch)
}

/// Writes a recipe that was made from that of a job, into the same folder.
///
/// # Errors
/// A file that exists, or a place where the paths in the recipe would lead elsewhere.
pub fn write_recipe(job: &Job, path: &Path, text: &str, force: bool) -> Result<()> {
    check_place(path, job)?;
    save_recipe(path, text, force)
}

/// The recipe of a job with a search that comes closest to an aspiration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AspiringRecipe {
    /// Over free partitions; else over the lattice.
    pub over_partitions: bool,
    /// The point.
    pub to: Point,
    /// Divide the weights of columns by their sum.
    pub normalize: bool,
    /// Partitions that are evaluated; else as the recipe says.
    pub evaluations: Option<u64>,
}

impl AspiringRecipe {
    /// Its text.
    ///
    /// # Errors
    /// Keys of the recipe that mean nothing to a preference.
    pub fn text(&self, job: &Job, aspired: &Aspired) -> Result<String> {
        let named = |i: usize| {
            let measure = equipoise_recipe::Measure::named(&aspired.measures[i]);
            measure
                .map(|measure| (measure, self.to[i]))
                .ok_or_else(|| Error::internal("a measure is no measure of recipes"))
        };
        let wanted = Wanted {
            over: if self.over_partitions {
                Over::Partitions
            } else {
                Over::Lattice
            },
            aspire: [named(0)?, named(1)?],
            ties: if aspired.ties == "privacy" {
                PreferenceTies::Privacy
            } else {
                PreferenceTies::Deviation
            },
            normalize: self.normalize,
            evaluations: self.evaluations,
        };
        aspiring(&job.text, &wanted)
    }
}

/// Checks that a recipe can be written to a place, before the work is done.
///
/// # Errors
/// A file that exists, a place where the paths in the recipe would lead elsewhere, keys that mean
/// nothing to a preference.
pub fn check_export(
    job: &Job,
    path: &Path,
    force: bool,
    aspire: &AspireTexts,
    over_partitions: bool,
) -> Result<()> {
    check_place(path, job)?;
    if path.symlink_metadata().is_ok() && !force {
        return Err(Error::usage(format!("`{}` exists already", path.display()))
            .hint("`--force` replaces it"));
    }
    let aspired = aspire.aspired(&job.recipe, &|_| Ok(None))?;
    let recipe = AspiringRecipe {
        over_partitions,
        to: aspired.to,
        normalize: aspire.normalize,
        evaluations: None,
    };
    recipe.text(job, &aspired).map(|_| ())
}
