//! Steps of a session whose atlas is open already.

use super::export::{Chosen, Exported, Said, WishCommand};
use super::file::SessionFile;
use super::steps::{figures, refuse_empty, thresholds};
use super::words;
use crate::ask::Open;
use equipoise_data::{Levels, Result};
use equipoise_explore::session::{Aspired, Preferred, Relax, State, Step, StepOutcome};
use equipoise_explore::{Answer, Atlas, Explorer, Thresholds, Wishes};
use std::path::Path;
use std::time::Duration;

impl SessionFile {
    /// Asks, and keeps the wish and its answer.
    pub(crate) fn wish_at(
        &mut self,
        explorer: &Explorer<'_>,
        wishes: Wishes,
        patience: Duration,
    ) -> Result<Answer> {
        let answer = explorer.ask_within(&wishes, patience)?;
        let step = wish_step(explorer, wishes, &answer);
        self.record(|session| session.push(step))?;
        Ok(answer)
    }

    /// Keeps what was aspired to and what came of it.
    pub(crate) fn prefer_at(
        &mut self,
        explorer: &Explorer<'_>,
        wishes: Wishes,
        aspired: Aspired,
        found: Option<Preferred>,
    ) -> Result<()> {
        let said = words::texts_of(explorer.atlas().chart(), &wishes).0.words();
        let words = said
            .into_iter()
            .chain(words::aspiration(&aspired))
            .collect();
        self.record(|session| session.prefer(wishes, words, aspired, found))
    }

    /// Accepts a suggestion of the last wish, asks again with it worked in, and keeps both.
    pub(crate) fn accept_at(
        &mut self,
        explorer: &Explorer<'_>,
        (which, axis): (Relax, Option<usize>),
        reason: Option<&str>,
        patience: Duration,
    ) -> Result<Answer> {
        let mut accepted = self.session.clone();
        accepted.accept(which, axis, reason)?;
        let wishes = accepted
            .state()
            .wishes
            .expect("a suggestion is part of a wish");
        let answer = explorer.ask_within(&wishes, patience)?;
        let step = wish_step(explorer, wishes, &answer);
        self.record(|session| {
            session.accept(which, axis, reason)?;
            session.push(step)
        })?;
        Ok(answer)
    }

    /// Picks a node by hand.
    pub(crate) fn choose_at(&mut self, explorer: &Explorer<'_>, levels: Levels) -> Result<()> {
        let thresholds = thresholds(explorer, self.session.state().wishes.as_ref());
        figures(explorer, &thresholds, &levels)?;
        self.record(|session| session.choose(levels))
    }

    /// Keeps a node for comparison, under a name or the next free letter.
    pub(crate) fn keep_at(
        &mut self,
        explorer: &Explorer<'_>,
        name: Option<&str>,
        levels: &[u8],
        thresholds: &Thresholds,
    ) -> Result<String> {
        let shown = figures(explorer, thresholds, levels)?;
        refuse_empty(&shown)?;
        // By the recipe's own loss, so that all candidates can be compared.
        self.record(|session| session.keep(name, &shown, thresholds, 0))
    }

    /// The recipe that [`SessionFile::export`] would write for a candidate; without one, for a node
    /// under wishes.
    pub(crate) fn export_at(
        &self,
        open: &Open<'_>,
        candidate: Option<&str>,
        (wishes, levels): (Wishes, Levels),
    ) -> Result<Exported> {
        if candidate.is_some() {
            return self.pinned(open, &self.chosen(candidate)?, None);
        }
        let thresholds = Some(wishes.thresholds.clone());
        let aspired = self
            .last_wish(self.session.cursor())
            .filter(|said| said.command == WishCommand::Prefer && said.wishes == wishes);
        let words = words::texts_of(open.explorer.atlas().chart(), &wishes)
            .0
            .words();
        let said = aspired.unwrap_or(Said {
            command: WishCommand::Ask,
            wishes,
            words,
        });
        self.pinned(
            open,
            &Chosen {
                candidate: None,
                levels,
                thresholds,
                wish: Some(said),
            },
            None,
        )
    }

    /// Where the negotiation stands.
    pub(crate) fn state(&self) -> State {
        self.session.state()
    }

    /// All steps with their kind and a sentence, and how many of them count.
    pub(crate) fn told(&self) -> (Vec<(&'static str, String)>, usize) {
        let told = |step: &Step| (words::kind(step), words::step(&self.about, step));
        (
            self.session.steps().iter().map(told).collect(),
            self.session.cursor(),
        )
    }

    /// Names this moment of the session: another one after any step, undo or redo.
    pub(crate) fn moment(&self) -> String {
        format!(
            "{}.{}.{}",
            self.session.cursor(),
            self.session.steps().len(),
            self.session.set_aside().len()
        )
    }

    /// Takes in what another process did with the file.
    pub(crate) fn refresh(&mut self, atlas: &Atlas) -> Result<()> {
        if !self.is_changed()? {
            return Ok(());
        }
        let there = SessionFile::open(&self.path)?;
        there.check_atlas(&self.atlas_path(), atlas)?;
        *self = there;
        Ok(())
    }

    /// Begins a session with an atlas that is open, or goes on with the one in the file.
    pub(crate) fn at_desk(path: &Path, atlas_path: &Path, explorer: &Explorer<'_>) -> Result<Self> {
        SessionFile::begin_or_go_on(path, atlas_path, explorer.atlas())
    }
}

fn wish_step(explorer: &Explorer<'_>, wishes: Wishes, answer: &Answer) -> Step {
    let words = words::texts_of(explorer.atlas().chart(), &wishes).0.words();
    let answer = StepOutcome::of(&wishes, answer);
    Step::Wish {
        wishes,
        words,
        answer,
    }
}
