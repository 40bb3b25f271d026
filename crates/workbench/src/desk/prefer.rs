//! Aspirations at the desk: the efficient nodes in two measures, what comes closest, and what lies
//! on the way.

use super::state::Desk;
use super::wire;
use crate::aspire::{is_weighed, measures};
use crate::prefer::{preferred, recipe_of, start};
use crate::session::SessionFile;
use equipoise_data::{Error, Result};
use equipoise_explore::session::{Aspired, Walked};
use equipoise_explore::{Explorer, Wishes};
use equipoise_measure::{Measure, Metric};
use equipoise_search::prefer::{Aspiration, Ties};
use std::sync::MutexGuard;
use std::time::Instant;

/// The most aspirations on a way.
const MOST_STEPS: u32 = 100;

/// The measures that an atlas can be asked about, with what they tell.
pub(super) fn measures_of(explorer: &Explorer<'_>) -> Vec<wire::MeasureWords> {
    let losses = &explorer.atlas().chart().head().losses;
    let is_there = |measure: Measure| match measure {
        Measure::Loss(metric) => losses.iter().any(|l| l.metric == metric),
        _ => true,
    };
    let all = Measure::all().filter(|(_, measure)| is_there(*measure));
    all.map(|(name, measure)| wire::MeasureWords {
        name: name.to_owned(),
        words: words(measure).to_owned(),
    })
    .collect()
}

fn words(measure: Measure) -> &'static str {
    match measure {
        Measure::Necd => "bias (NECD)",
        Measure::HighestRisk => "highest risk",
        Measure::AverageRisk => "average risk",
        Measure::Uniqueness => "share that is unique",
        Measure::Suppression => "share left out",
        Measure::Loss(metric) => super::words::loss(metric),
    }
}

impl Desk<'_> {
    /// What comes closest to an aspiration, and what lies around it and on the way. Nothing is
    /// recorded.
    ///
    /// # Errors
    /// Wishes or aspirations that do not fit the atlas.
    pub fn prefer_look(
        &self,
        wishes: &wire::PageWishes,
        aspire: &wire::Aspire,
    ) -> Result<wire::PreferLook> {
        let started = Instant::now();
        let wishes = self.wishes(wishes)?;
        let aspired = self.aspired(&wishes, aspire)?;
        self.prefer_seen(&wishes, &aspired, started)
    }

    /// Records an aspiration and what came of it.
    ///
    /// # Errors
    /// Wishes or aspirations that do not fit the atlas; a session that another process changed.
    pub fn prefer(&self, wishes: &wire::PageWishes, aspire: &wire::Aspire) -> Result<wire::Stand> {
        let wishes = self.wishes(wishes)?;
        let aspired = self.aspired(&wishes, aspire)?;
        let prospect = self
            .prospects
            .at(self.explorer, &wishes, measures(&aspired)?)?;
        let found = preferred(&prospect, &aspired)?;
        let mut session: MutexGuard<'_, SessionFile> = self.session_now()?;
        match found {
            Some(found) => session.prefer_at(self.explorer, wishes, aspired, Some(found))?,
            // What would have to give can be accepted then.
            None => _ = session.wish_at(self.explorer, wishes, super::look::DEFAULT_PATIENCE)?,
        }
        drop(session);
        self.stand()
    }

    /// What is aspired to: on a way from where it says, or from the node that is looked at.
    fn aspired(&self, wishes: &Wishes, given: &wire::Aspire) -> Result<Aspired> {
        let aspired = Aspired {
            measures: given.measures.clone(),
            to: given.to,
            from: given.from,
            steps: given.steps.clamp(1, MOST_STEPS),
            ties: given
                .ties
                .as_deref()
                .and_then(Ties::from_name)
                .unwrap_or_default(),
        };
        if given.measures[0] == given.measures[1] {
            return Err(Error::usage("two different measures are needed"));
        }
        let of = measures(&aspired)?;
        Aspiration::new(aspired.to)?;
        if let Some(from) = aspired.from {
            Aspiration::new(from)?;
        }
        let from = match aspired.from {
            Some(from) => Some(from),
            None => start(
                self.explorer,
                wishes,
                self.session().state().current.as_deref(),
                of,
            )?,
        };
        Ok(Aspired { from, ..aspired })
    }

    fn prefer_seen(
        &self,
        wishes: &Wishes,
        aspired: &Aspired,
        started: Instant,
    ) -> Result<wire::PreferLook> {
        let of = measures(aspired)?;
        let prospect = self.prospects.at(self.explorer, wishes, of)?;
        let found = preferred(&prospect, aspired)?;
        let aspiration = Aspiration::new(aspired.to)?;
        let point = |walked: &Walked| wire::PreferPoint {
            levels: walked.levels.clone(),
            point: walked.point,
            k: walked.least,
            units: walked.units,
            achievement: aspiration.achievement(walked.point),
            within_aspiration: walked
                .point
                .iter()
                .zip(aspired.to)
                .all(|(reached, asked)| *reached <= asked),
        };
        let front = prospect.front().map(|site| {
            point(&Walked {
                levels: site.levels.clone(),
                point: site.point,
                least: site.least,
                units: site.units,
            })
        });
        let sentence = match &found {
            Some(found) => Some(self.sentence(
                &self.shown(&wishes.thresholds, &found.best.levels)?,
                &wishes.thresholds,
            )),
            None => None,
        };
        Ok(wire::PreferLook {
            aspire: wire::Aspire {
                measures: aspired.measures.clone(),
                to: aspired.to,
                from: aspired.from,
                steps: aspired.steps,
                ties: Some(aspired.ties.name().to_owned()),
            },
            words: of.map(|m| words(m).to_owned()),
            front: front.collect(),
            nodes: prospect.sites().len() as u64,
            answer: found.as_ref().map(|f| point(&f.best)),
            walked: found.iter().flat_map(|f| &f.walked).map(point).collect(),
            sentence,
            // At the desk nobody can change the recipe, so what a command would ask about is done
            // and told.
            note: recipe_of(self.explorer)?
                .unusual_weights()
                .filter(|_| of.into_iter().any(is_weighed))
                .map(|_| "weights of columns are divided by their sum".to_owned()),
            proved: prospect.is_complete,
            micros: started.elapsed().as_micros() as u64,
        })
    }
}

/// What an aspiration begins with: of the recipe, else bias against the loss that is nearest to
/// NWP.
pub(super) fn usual_aspiration(explorer: &Explorer<'_>) -> wire::Aspire {
    let of_recipe = recipe_of(explorer)
        .map(|recipe| recipe.preference.aspire)
        .unwrap_or_default();
    let losses = &explorer.atlas().chart().head().losses;
    let has_nwp = losses.iter().any(|l| l.metric == Metric::Nwp);
    let second = if has_nwp {
        Metric::Nwp.name().to_owned()
    } else {
        losses[0].metric.name().to_owned()
    };
    let has = |name: &str| measures_of(explorer).iter().any(|m| m.name == name);
    let (measures, to) = match of_recipe.as_slice() {
        [a, b] if has(a.measure.name()) && has(b.measure.name()) => (
            [a.measure.name().to_owned(), b.measure.name().to_owned()],
            [a.value.to_f64(), b.value.to_f64()],
        ),
        _ => (["necd".to_owned(), second], [0.1, 0.2]),
    };
    wire::Aspire {
        measures,
        to,
        from: None,
        steps: 10,
        ties: None,
    }
}
