//! The record of a negotiation.
//!
//! A session is pure data: what was asked, what came of it, what was kept, why one node was chosen.
//! It holds levels, grades, counts and the curator's own words, never a cell of the table. Steps
//! are added and never deleted, so that the way to a decision can be told afterwards.

mod file;
mod quote;
mod replay;
mod shape;
mod state;
mod step;

use crate::{Shown, Thresholds, Wishes};
use equipoise_data::{Error, Levels, Result};
use serde::{Deserialize, Serialize};
use shape::Shape;

pub use quote::{flags, quote};
pub use replay::{Came, ChangedOutcome};
pub use state::{Decision, SessionNote, State, relaxed};
pub use step::{
    Aspired, Candidate, Choice, Offer, OfferedThreshold, Offers, Preferred, Relax, Step,
    StepOutcome, Walked,
};

/// The version of the layout that this build writes and reads.
pub const VERSION: u32 = 1;

/// The checksum of an atlas.
pub type AtlasId = String;

/// The record of a negotiation with one atlas.
///
/// ```
/// use equipoise_explore::session::{Choice, StepOutcome, Session};
/// use equipoise_explore::{By, Thresholds, Wishes};
///
/// let wishes = Wishes {
///     thresholds: Thresholds { axes: vec![5], tables: vec![] },
///     low: vec![0, 0],
///     high: vec![4, 2],
///     max_units: 20,
///     max_loss: None,
///     max_height: None,
///     by: By::Loss(0),
/// };
/// let answer = StepOutcome::Answered { node: 7, levels: vec![2, 1], units: 11, rows: 11, loss: 0.24, proved: true };
/// let mut session = Session::new("a checksum", "recipe.toml");
/// session.wish(wishes, vec![("k".to_owned(), "5".to_owned())], answer)?;
/// session.decide(Choice::Current, "age stays in decades")?;
/// assert_eq!(session.state().decision.unwrap().levels, [2, 1]);
///
/// session.undo();
/// assert_eq!(session.state().decision, None);
/// assert_eq!(Session::from_json(&session.to_json())?, session);
/// # Ok::<(), equipoise_data::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Session {
    version: u32,
    atlas: AtlasId,
    recipe: String,
    cursor: usize,
    steps: Vec<Step>,
    set_aside: Vec<Step>,
}

impl Session {
    /// A session without steps: `atlas` is the checksum of the atlas that is asked, `recipe` the
    /// name of the recipe's file.
    pub fn new(atlas: impl Into<AtlasId>, recipe: impl Into<String>) -> Self {
        Session {
            version: VERSION,
            atlas: atlas.into(),
            recipe: recipe.into(),
            cursor: 0,
            steps: Vec::new(),
            set_aside: Vec::new(),
        }
    }

    /// The checksum of the atlas that is asked.
    pub fn atlas(&self) -> &str {
        &self.atlas
    }

    /// The file name of the recipe.
    pub fn recipe(&self) -> &str {
        &self.recipe
    }

    /// All steps, those behind the cursor included, which can be done again.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// How many of the steps count.
    pub fn cursor(&self) -> usize {
        self.cursor
    }

    /// Steps that were undone and then gave way to others, in the order in which they were given
    /// up.
    pub fn set_aside(&self) -> &[Step] {
        &self.set_aside
    }

    /// Checks that the session was held with this atlas.
    ///
    /// # Errors
    /// A usage error if it was another.
    pub fn check_atlas(&self, atlas: &str) -> Result<()> {
        if self.atlas == atlas {
            return Ok(());
        }
        Err(
            Error::usage("the session was held with another atlas than the one given")
                .hint("replay the session to see which answers differ, or begin a new session"),
        )
    }

    /// Records a wish and what came of it; `words` is the wish in the curator's words, flags with
    /// their values.
    ///
    /// # Errors
    /// A usage error if levels or thresholds are not like those before.
    pub fn wish(
        &mut self,
        wishes: Wishes,
        words: Vec<(String, String)>,
        answer: StepOutcome,
    ) -> Result<()> {
        self.push(Step::Wish {
            wishes,
            words,
            answer,
        })
    }

    /// Records what was aspired to and what came of it.
    ///
    /// # Errors
    /// A usage error if levels or thresholds are not like those before, or numbers are none.
    pub fn prefer(
        &mut self,
        wishes: Wishes,
        words: Vec<(String, String)>,
        aspired: Aspired,
        answer: Option<Preferred>,
    ) -> Result<()> {
        self.push(Step::Prefer {
            wishes,
            words,
            aspired,
            answer,
        })
    }

    /// Accepts a suggestion of the last wish; `axis` says which model gives where several could.
    ///
    /// # Errors
    /// A usage error if there is no such suggestion, or no reason for weaker privacy.
    pub fn accept(
        &mut self,
        which: Relax,
        axis: Option<usize>,
        reason: Option<&str>,
    ) -> Result<()> {
        self.push(Step::Accept {
            which,
            axis,
            reason: reason.map(str::to_owned),
        })
    }

    /// Picks a node by hand.
    ///
    /// # Errors
    /// A usage error if it has not as many levels as those before.
    pub fn choose(&mut self, levels: Levels) -> Result<()> {
        self.push(Step::Choose { levels })
    }

    /// Keeps a node for comparison, under a name or the next free letter, and says which name it
    /// got. `loss` is the number of the loss that is asked by.
    ///
    /// # Errors
    /// A usage error for a name that was used before, or levels or thresholds unlike those before.
    pub fn keep(
        &mut self,
        name: Option<&str>,
        shown: &Shown,
        thresholds: &Thresholds,
        loss: usize,
    ) -> Result<String> {
        let name = name.map_or_else(|| self.state().next_name(), str::to_owned);
        self.push(Step::Candidate(Candidate {
            name: name.clone(),
            levels: shown.levels.clone(),
            thresholds: thresholds.clone(),
            units: shown.units,
            rows: shown.rows,
            loss: step::loss_of(shown, loss),
        }))?;
        Ok(name)
    }

    /// Gives a candidate another name. Its notes go with it.
    ///
    /// # Errors
    /// A usage error if there is no such candidate, or the new name was used before.
    pub fn rename(&mut self, from: &str, to: &str) -> Result<()> {
        self.push(Step::RenameCandidate {
            from: from.to_owned(),
            to: to.to_owned(),
        })
    }

    /// Removes a candidate from the comparison. Its name stays used.
    ///
    /// # Errors
    /// A usage error if there is no such candidate, or it is the one that was decided on.
    pub fn remove(&mut self, name: &str) -> Result<()> {
        self.push(Step::RemoveCandidate {
            name: name.to_owned(),
        })
    }

    /// Writes something down, about a candidate or the whole.
    ///
    /// # Errors
    /// A usage error for an empty text or a candidate that is not there.
    pub fn note(&mut self, about: Option<&str>, text: &str) -> Result<()> {
        self.push(Step::Note {
            about: about.map(str::to_owned),
            text: text.to_owned(),
        })
    }

    /// Decides what is released.
    ///
    /// # Errors
    /// A usage error without a reason, or if what is decided on is not there.
    pub fn decide(&mut self, on: Choice, because: &str) -> Result<()> {
        self.push(Step::Decide {
            on,
            because: because.to_owned(),
        })
    }

    /// Adds a step after the cursor. Steps that were undone are set aside.
    ///
    /// # Errors
    /// A usage error for a step that cannot follow here; the session is then as it was.
    pub fn push(&mut self, step: Step) -> Result<()> {
        let mut shape = Shape::default();
        for known in self.steps.iter().chain(&self.set_aside) {
            shape.check(known)?;
        }
        shape.check(&step)?;
        self.state().take(&step)?;
        self.set_aside.extend(self.steps.drain(self.cursor..));
        self.steps.push(step);
        self.cursor += 1;
        Ok(())
    }

    /// Goes one step back and says which; none at the beginning.
    pub fn undo(&mut self) -> Option<&Step> {
        self.cursor = self.cursor.checked_sub(1)?;
        self.steps.get(self.cursor)
    }

    /// Does again what was undone last and says what; none if nothing was.
    pub fn redo(&mut self) -> Option<&Step> {
        let step = self.steps.get(self.cursor)?;
        self.cursor += 1;
        Some(step)
    }

    /// Where the negotiation stands: all steps up to the cursor, one after the other.
    pub fn state(&self) -> State {
        let mut state = State::default();
        for step in &self.steps[..self.cursor] {
            state
                .take(step)
                .expect("each step was tried when it was added or read");
        }
        state
    }
}
