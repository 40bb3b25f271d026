//! A session asked once more.

use super::file::{SessionFile, checksum};
use super::steps::figures;
use super::words;
use crate::ask::{AskOptions, with_explorer};
use crate::aspire::measures;
use crate::prefer::preferred;
use crate::wish::WishTexts;
use equipoise::Watch;
use equipoise_data::{Error, Result};
use equipoise_explore::session::{Aspired, Came, Candidate, Step, StepOutcome};
use equipoise_explore::{By, Explorer, Head, Wishes};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Losses are the same when they differ by no more than this, relative to the greater.
const SAME_LOSS: f64 = 1e-12;

/// Something that comes out differently now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayDifference {
    /// The number of the step, from 1; none for a candidate.
    pub step: Option<usize>,
    /// The wish as flags, or the name of the candidate.
    pub what: String,
    /// What the session has.
    pub before: String,
    /// What comes out now.
    pub now: String,
}

/// What came of asking all wishes again.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The atlas that was asked.
    pub atlas: PathBuf,
    /// Whether it is another one than the session was held with.
    pub is_rebuilt: bool,
    /// Wishes that were asked.
    pub wishes: usize,
    /// Candidates that were looked at.
    pub candidates: usize,
    /// What differs.
    pub differences: Vec<ReplayDifference>,
    /// What deserves a second look.
    pub warnings: Vec<String>,
}

impl Replayed {
    /// The object that `--json` prints.
    pub fn to_json(&self) -> Value {
        let difference = |d: &ReplayDifference| json!({ "step": d.step, "what": d.what, "before": d.before, "now": d.now });
        json!({
            "atlas": { "path": self.atlas.display().to_string(), "state": if self.is_rebuilt { "rebuilt" } else { "same" } },
            "wishes": self.wishes,
            "candidates": self.candidates,
            "same": self.differences.is_empty(),
            "differences": self.differences.iter().map(difference).collect::<Vec<_>>(),
            "warnings": self.warnings,
        })
    }
}

impl SessionFile {
    /// Asks every wish again, those that were undone included, looks at all candidates again, and
    /// lists what differs. The atlas may have been built again. Limits count as the numbers that
    /// they were: a share is not taken of a new table.
    ///
    /// # Errors
    /// An atlas with other columns, models or levels than the session.
    pub fn replay(&self, options: &AskOptions, watch: &dyn Watch) -> Result<Replayed> {
        let path = self.atlas_path();
        with_explorer(&path, &WishTexts::default(), options, watch, |open| {
            let explorer = open.explorer;
            if !self.about.fits(explorer.atlas().chart().head()) {
                return Err(Error::usage("has other columns, models or losses than the atlas that the session was held with")
                    .at_file("`{}` ", &path)
                .hint("its wishes cannot be asked again; begin a new session"));
            }
            let candidates = self.session.state().candidates;
            let mut differences = self.wishes_again(explorer)?;
            for candidate in &candidates {
                differences.extend(self.candidate_again(explorer, candidate)?);
            }
            Ok(Replayed {
                atlas: path.clone(),
                is_rebuilt: checksum(explorer.atlas()) != self.session.atlas(),
                wishes: self
                    .session
                    .steps()
                    .iter()
                    .filter(|s| matches!(s, Step::Wish { .. } | Step::Prefer { .. }))
                    .count(),
                candidates: candidates.len(),
                differences,
                warnings: open.warnings,
            })
        })
    }

    fn wishes_again(&self, explorer: &Explorer<'_>) -> Result<Vec<ReplayDifference>> {
        let losses = self.losses_in(explorer.atlas().chart().head())?;
        let translated = |wishes: &Wishes| match wishes.by {
            By::Loss(number) if number > 0 => Wishes {
                by: By::Loss(losses[&number]),
                ..wishes.clone()
            },
            _ => wishes.clone(),
        };
        let ask = |wishes: &Wishes| {
            let wishes = translated(wishes);
            Ok(StepOutcome::of(&wishes, &explorer.ask(&wishes)?))
        };
        let prefer = |wishes: &Wishes, aspired: &Aspired| {
            preferred(
                &explorer.prospect(&translated(wishes), measures(aspired)?)?,
                aspired,
            )
        };
        let differences = self.session.replay(ask, prefer)?;
        let came = |step: usize, came: &Came| match (came, &self.session.steps()[step]) {
            (Came::Answer(outcome), _) => words::outcome(&self.about, outcome, true),
            (Came::Preferred(found), Step::Prefer { aspired, .. }) => {
                words::preferred(&self.about, aspired, found.as_ref())
            }
            (Came::Preferred(_), _) => String::new(),
        };
        let told = |d: equipoise_explore::session::ChangedOutcome| ReplayDifference {
            step: Some(d.step + 1),
            what: words::wish(&d.words),
            before: came(d.step, &d.recorded),
            now: came(d.step, &d.now),
        };
        Ok(differences.into_iter().map(told).collect())
    }

    /// For each number of a loss that the wishes ask by its number in an atlas, which may hold
    /// other losses in another order.
    ///
    /// # Errors
    /// A loss that the atlas does not hold.
    fn losses_in(&self, head: &Head) -> Result<BTreeMap<usize, usize>> {
        let mut losses = BTreeMap::new();
        for (i, step) in self.session.steps().iter().enumerate() {
            let (Step::Wish { wishes, words, .. } | Step::Prefer { wishes, words, .. }) = step
            else {
                continue;
            };
            // The recipe's own loss is the first of every atlas that fits the session.
            let By::Loss(number @ 1..) = wishes.by else {
                continue;
            };
            let name = words
                .iter()
                .find(|(flag, _)| flag == "by")
                .map_or("", |(_, name)| name.as_str());
            let there = head.losses.iter().position(|loss| loss.metric.name() == name).ok_or_else(|| {
                let held: Vec<&str> = head.losses.iter().map(|loss| loss.metric.name()).collect();
                Error::usage(format!("step {} asks for the best by the loss `{name}`; the atlas holds only `{}`", i + 1, held.join("`, `")))
                    .hint(format!(
                        "`equipoise atlas build {} --loss {name} --force` builds an atlas that holds it too",
                        crate::command_line::quoted(Path::new(&head.origin.recipe_path))
                    ))
            })?;
            losses.insert(number, there);
        }
        Ok(losses)
    }

    fn candidate_again(
        &self,
        explorer: &Explorer<'_>,
        candidate: &Candidate,
    ) -> Result<Option<ReplayDifference>> {
        let told = |units: u64, rows: u64, loss: f64| {
            format!(
                "{}; {}; loss {loss:.6}",
                words::levels(&self.about, &candidate.levels),
                words::left_out(&self.about, units, Some(rows))
            )
        };
        let before = told(candidate.units, candidate.rows, candidate.loss);
        let now = if explorer.atlas().chart().node(&candidate.levels).is_ok() {
            let shown = figures(explorer, &candidate.thresholds, &candidate.levels)?;
            let loss = shown.losses[0];
            let is_same =
                (loss - candidate.loss).abs() <= SAME_LOSS * loss.abs().max(candidate.loss.abs());
            if is_same && (shown.units, shown.rows) == (candidate.units, candidate.rows) {
                return Ok(None);
            }
            told(shown.units, shown.rows, loss)
        } else {
            "the atlas no longer has these levels".to_owned()
        };
        Ok(Some(ReplayDifference {
            step: None,
            what: candidate.name.clone(),
            before,
            now,
        }))
    }
}
