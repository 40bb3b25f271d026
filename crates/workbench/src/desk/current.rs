//! The session of a desk: what is recorded, and where it stands.

use super::look::DEFAULT_PATIENCE;
use super::state::Desk;
use super::wire;
use crate::ask::Open;
use crate::session::SessionFile;
use equipoise_data::{Error, Levels, Result};
use equipoise_explore::session::{Candidate, Relax, State};
use equipoise_explore::{Shown, Thresholds, Wishes};
use std::sync::MutexGuard;
use std::time::Instant;

/// A node that shall be kept for comparison.
#[derive(Clone, Debug, Default)]
pub struct Kept {
    /// Its name; the next free letter without one.
    pub name: Option<String>,
    /// Its levels; the node that is looked at without them.
    pub levels: Option<Vec<u8>>,
    /// Per model what it is judged by; what is wished for without them.
    pub thresholds: Option<Vec<String>>,
}

/// What the file of a session holds.
struct Recorded {
    file: String,
    /// Steps with their kind and a sentence, and how many of them count.
    told: (Vec<(&'static str, String)>, usize),
    moment: String,
}

impl Desk<'_> {
    /// Where the session stands, and what is seen there.
    ///
    /// # Errors
    /// A node of a partial atlas that is not known any more.
    pub fn stand(&self) -> Result<wire::Stand> {
        let started = Instant::now();
        // All of one moment: another client may be at work.
        let (state, recorded) = {
            let session = self.session_now()?;
            let file = session.path().display().to_string();
            (
                session.state(),
                Recorded {
                    file,
                    told: session.told(),
                    moment: session.moment(),
                },
            )
        };
        let wishes = self.wishes_of(&state)?;
        self.explorer
            .view(&wishes.thresholds)
            .resolve(wishes.loss());
        let answer = self.explorer.ask_within(&wishes, DEFAULT_PATIENCE)?;
        let node = state
            .current
            .as_ref()
            .map(|levels| self.shown(&wishes.thresholds, levels))
            .transpose()?;
        let look = self.seen(&wishes, &answer, node, started);
        Ok(wire::Stand {
            session: self.told(&state, &wishes, recorded)?,
            look,
        })
    }

    /// Records a wish and its answer.
    ///
    /// # Errors
    /// Wishes that do not fit the atlas; a session that another process changed.
    pub fn wish(&self, wishes: &wire::PageWishes) -> Result<wire::Stand> {
        let wishes = self.wishes(wishes)?;
        self.session_now()?
            .wish_at(self.explorer, wishes, DEFAULT_PATIENCE)?;
        self.stand()
    }

    /// Accepts a suggestion of the last wish: `suppression`, `height` or `threshold`, the latter of
    /// any model that could give.
    ///
    /// # Errors
    /// A suggestion that there is not; weaker privacy without a reason.
    pub fn accept(
        &self,
        which: &str,
        model: Option<usize>,
        reason: Option<&str>,
    ) -> Result<wire::Stand> {
        let all = [Relax::Suppression, Relax::Height, Relax::Threshold];
        let which = all.into_iter().find(|relax| relax.name() == which);
        let which = which.ok_or_else(|| {
            Error::usage(
                "which is no suggestion; it must be `suppression`, `height` or `threshold`",
            )
        })?;
        self.session_now()?
            .accept_at(self.explorer, (which, model), reason, DEFAULT_PATIENCE)?;
        self.stand()
    }

    /// Picks a node by hand.
    ///
    /// # Errors
    /// Levels that are no node of the lattice, or one of which nothing is known.
    pub fn choose(&self, levels: &[u8]) -> Result<wire::Stand> {
        let levels = self.levels(levels)?;
        self.session_now()?.choose_at(self.explorer, levels)?;
        self.stand()
    }

    /// Keeps a node for comparison.
    ///
    /// # Errors
    /// No node that is looked at, one that leaves out every row, a name that was used before.
    pub fn keep(&self, kept: &Kept) -> Result<wire::Stand> {
        let mut session = self.session_now()?;
        let state = session.state();
        let levels: Levels = match &kept.levels {
            Some(levels) => self.levels(levels)?,
            None => self.current(&state)?,
        };
        let thresholds: Thresholds = match &kept.thresholds {
            Some(thresholds) => self.thresholds(thresholds)?,
            None => self.wishes_of(&state)?.thresholds,
        };
        session.keep_at(self.explorer, kept.name.as_deref(), &levels, &thresholds)?;
        drop(session);
        self.stand()
    }

    /// Gives a candidate another name.
    ///
    /// # Errors
    /// No such candidate, a name that was used before.
    pub fn rename(&self, from: &str, to: &str) -> Result<wire::Stand> {
        self.session_now()?.rename(from, to)?;
        self.stand()
    }

    /// Removes a candidate from the comparison.
    ///
    /// # Errors
    /// No such candidate, or the one that was decided on.
    pub fn remove(&self, name: &str) -> Result<wire::Stand> {
        self.session_now()?.remove(name)?;
        self.stand()
    }

    /// Writes something down, about a candidate or the whole.
    ///
    /// # Errors
    /// An empty text, no such candidate.
    pub fn note(&self, about: Option<&str>, text: &str) -> Result<wire::Stand> {
        self.session_now()?.note(about, text)?;
        self.stand()
    }

    /// Decides what is released, and why.
    ///
    /// # Errors
    /// No reason, nothing to decide on.
    pub fn decide(&self, candidate: Option<&str>, because: &str) -> Result<wire::Stand> {
        self.decide_on(candidate, because)?;
        self.stand()
    }

    /// The same without looking. The first step of a session cannot be a decision on the answer to
    /// the recipe, so that is asked first.
    pub(super) fn decide_on(&self, candidate: Option<&str>, because: &str) -> Result<()> {
        let mut session = self.session_now()?;
        let state = session.state();
        let is_same = state.decision.as_ref().is_some_and(|d| {
            let on = if candidate.is_some() {
                d.candidate.as_deref() == candidate
            } else {
                d.candidate.is_none() && Some(&d.levels) == state.current.as_ref()
            };
            on && d.because == because
        });
        if is_same {
            return Ok(());
        }
        let is_untouched = candidate.is_none() && state.current.is_none() && state.wishes.is_none();
        // A decision that is refused must not leave a wish behind.
        if is_untouched && !because.trim().is_empty() {
            session.wish_at(self.explorer, self.wishes_of(&state)?, DEFAULT_PATIENCE)?;
        }
        session.decide(candidate, because)
    }

    /// Takes back what was done last.
    ///
    /// # Errors
    /// Nothing that could be taken back.
    pub fn undo(&self) -> Result<wire::Stand> {
        self.session_now()?.undo()?;
        self.stand()
    }

    /// Does again what was taken back last.
    ///
    /// # Errors
    /// Nothing that could be done again.
    pub fn redo(&self) -> Result<wire::Stand> {
        self.session_now()?.redo()?;
        self.stand()
    }

    /// The recipe and the command lines that reproduce a candidate, or the node that is looked at.
    /// Writes nothing.
    ///
    /// # Errors
    /// Nothing to export, a recipe that is gone.
    pub fn export(&self, candidate: Option<&str>) -> Result<wire::Export> {
        let session = self.session_now()?;
        let state = session.state();
        let open = Open {
            explorer: self.explorer,
            warnings: Vec::new(),
        };
        let levels = if candidate.is_some() {
            Levels::new()
        } else {
            self.current(&state)?
        };
        let exported = session.export_at(&open, candidate, (self.wishes_of(&state)?, levels))?;
        Ok(wire::Export {
            candidate: exported.candidate,
            recipe_path: exported.recipe_path.display().to_string(),
            recipe: exported.recipe_text,
            command: exported.command_line,
            ask: exported.ask_line,
            node: Self::node(&exported.shown),
            warnings: exported.warnings,
        })
    }

    /// Refuses a step of somebody who saw the session as it was at another moment.
    ///
    /// # Errors
    /// A usage error when the session has moved on.
    pub fn check_seen(&self, seen: Option<&str>) -> Result<()> {
        if seen.is_none_or(|seen| seen == self.session().moment()) {
            return Ok(());
        }
        Err(
            Error::usage("the session has moved on: another page or program took a step meanwhile")
                .hint("look at it as it is now, and decide again"),
        )
    }

    /// The session, with what other processes did to its file.
    pub(super) fn session_now(&self) -> Result<MutexGuard<'_, SessionFile>> {
        let mut session = self.session();
        session.refresh(self.explorer.atlas())?;
        Ok(session)
    }

    /// What is wished for: those of the recipe at the beginning.
    fn wishes_of(&self, state: &State) -> Result<Wishes> {
        state
            .wishes
            .clone()
            .map_or_else(|| self.wishes(&self.chart.wishes), Ok)
    }

    /// The node that is looked at: at the beginning, the answer to the recipe.
    fn current(&self, state: &State) -> Result<Levels> {
        let none = || {
            Error::usage("no node is looked at: the last wish was not met")
                .hint("accept a suggestion, or choose a node on the front")
        };
        match (&state.current, &state.wishes) {
            (Some(levels), _) => Ok(levels.clone()),
            (None, Some(_)) => Err(none()),
            (None, None) => {
                let answer = self
                    .explorer
                    .ask_within(&self.wishes_of(state)?, DEFAULT_PATIENCE)?;
                answer.best.map(|best| best.levels).ok_or_else(none)
            }
        }
    }

    fn told(
        &self,
        state: &State,
        wishes: &Wishes,
        recorded: Recorded,
    ) -> Result<wire::PageSession> {
        let (steps, cursor) = recorded.told;
        let text = |at: Option<usize>| {
            at.and_then(|at| steps.get(at))
                .map(|(_, text)| text.clone())
        };
        let step = |(i, (kind, text)): (usize, &(&'static str, String))| wire::Recorded {
            number: i + 1,
            kind,
            text: text.clone(),
            is_done: i < cursor,
        };
        let candidates = state
            .candidates
            .iter()
            .map(|c| self.candidate(c, state))
            .collect::<Result<_>>()?;
        Ok(wire::PageSession {
            file: recorded.file,
            moment: recorded.moment,
            cursor,
            can_undo: cursor > 0,
            can_redo: cursor < steps.len(),
            undoes: text(cursor.checked_sub(1)),
            redoes: text(Some(cursor)),
            wishes: self.wished(wishes),
            current: self.current(state).ok(),
            aspired: state.aspired.as_ref().map(|(a, _)| wire::Aspire {
                measures: a.measures.clone(),
                to: a.to,
                from: a.from,
                steps: a.steps,
                ties: Some(a.ties.name().to_owned()),
            }),
            candidates,
            notes: state
                .notes
                .iter()
                .map(|n| wire::Note {
                    about: n.about.clone(),
                    text: n.text.clone(),
                })
                .collect(),
            decision: state.decision.as_ref().map(|d| wire::PageDecision {
                candidate: d.candidate.clone(),
                levels: d.levels.clone(),
                because: d.because.clone(),
            }),
            steps: steps.iter().enumerate().map(step).collect(),
        })
    }

    fn candidate(&self, candidate: &Candidate, state: &State) -> Result<wire::PageCandidate> {
        let shown: Shown = self.shown(&candidate.thresholds, &candidate.levels)?;
        let about = |note: &&equipoise_explore::session::SessionNote| {
            note.about.as_deref() == Some(candidate.name.as_str())
        };
        Ok(wire::PageCandidate {
            name: candidate.name.clone(),
            node: Self::node(&shown),
            thresholds: self.threshold_texts(&candidate.thresholds),
            sentence: self.sentence(&shown, &candidate.thresholds),
            measured: self.measured(&shown, &candidate.thresholds),
            risk: self.risk(&shown, &candidate.thresholds),
            notes: state
                .notes
                .iter()
                .filter(about)
                .map(|n| n.text.clone())
                .collect(),
        })
    }
}
