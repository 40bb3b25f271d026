//! What happens in a negotiation, step by step.

use crate::word::word;
use crate::{Answer, Relaxed, Shown, Thresholds, Wishes};
use equipoise_data::Levels;
use equipoise_search::prefer::Ties;
use serde::{Deserialize, Serialize};
use std::fmt;

/// One thing that a curator did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// Asked the atlas.
    Wish {
        /// What was asked.
        wishes: Wishes,
        /// The same in the curator's words: flags and their values in order, such as `k` and `5`.
        words: Vec<(String, String)>,
        /// What the atlas said.
        answer: StepOutcome,
    },
    /// Aspired to something in two measures.
    Prefer {
        /// What was wished for.
        wishes: Wishes,
        /// The same and what was aspired to, in the curator's words.
        words: Vec<(String, String)>,
        /// What was aspired to.
        aspired: Aspired,
        /// What came of it; none where nothing is within the wishes.
        answer: Option<Preferred>,
    },
    /// Took a suggestion that came with the last wish.
    Accept {
        /// Which one.
        which: Relax,
        /// For weaker privacy the axis, or the table model behind the axes, that gives; none for
        /// the one that was suggested first.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        axis: Option<usize>,
        /// Why. Weaker privacy needs a reason.
        reason: Option<String>,
    },
    /// Picked a node by hand: a tie or a neighbour.
    Choose {
        /// Its levels.
        levels: Levels,
    },
    /// Kept a node for comparison.
    Candidate(Candidate),
    /// Gave a candidate another name.
    RenameCandidate {
        /// Its name so far.
        from: String,
        /// Its name from now on.
        to: String,
    },
    /// No longer considers a candidate.
    RemoveCandidate {
        /// Its name.
        name: String,
    },
    /// Wrote something down.
    Note {
        /// The candidate it is about, or the negotiation as a whole.
        about: Option<String>,
        /// What was written.
        text: String,
    },
    /// Made up their mind.
    Decide {
        /// What is released.
        on: Choice,
        /// Why.
        because: String,
    },
}

word!(ties_name: Ties, Ties::name, Ties::from_name, "choice between equals");

/// An aspiration in two measures, and the way to it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Aspired {
    /// The measures, by their names in recipes.
    pub measures: [String; 2],
    /// The point that is aspired to.
    pub to: [f64; 2],
    /// Where the way to it begins; none where there is no way yet.
    pub from: Option<[f64; 2]>,
    /// Aspirations on the way, the last of which is the point itself.
    pub steps: u32,
    /// The choice between equals; its name in recipes in the file.
    #[serde(with = "ties_name")]
    pub ties: Ties,
}

/// What an aspiration came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Preferred {
    /// The node that comes closest, or goes furthest beyond.
    pub best: Walked,
    /// The different nodes along the way, the first first.
    pub walked: Vec<Walked>,
    /// True when every node was looked at.
    pub proved: bool,
}

/// A node that an aspiration led to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Walked {
    /// Its levels.
    pub levels: Levels,
    /// Its measures.
    pub point: [f64; 2],
    /// Its smallest class.
    pub least: u64,
    /// Units of protection that lose a row.
    pub units: u64,
}

/// A node that is kept for comparison, with what it was judged by.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Candidate {
    /// A letter, or what the curator calls it.
    pub name: String,
    /// Its levels.
    pub levels: Levels,
    /// What the models asked for when it was kept.
    pub thresholds: Thresholds,
    /// Units of protection that lose a row.
    pub units: u64,
    /// Rows that go.
    pub rows: u64,
    /// What it costs, by the loss that was asked by.
    pub loss: f64,
}

/// What a decision is for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Choice {
    /// A candidate, by its name.
    Candidate(String),
    /// The node of the last answer, accepted suggestion or pick.
    Current,
}

/// The wish that a suggestion relaxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Relax {
    /// Leave out more.
    Suppression,
    /// Coarser.
    Height,
    /// Weaker privacy.
    Threshold,
}

impl Relax {
    /// The word for it in JSON and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Relax::Suppression => "suppression",
            Relax::Height => "height",
            Relax::Threshold => "threshold",
        }
    }
}

impl fmt::Display for Relax {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What is kept of an answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StepOutcome {
    /// There was a node within the wishes.
    Answered {
        /// Its index in the lattice.
        node: u64,
        /// Its levels.
        levels: Levels,
        /// Units of protection that lose a row.
        units: u64,
        /// Rows that go.
        rows: u64,
        /// What it costs, by the loss that was asked by.
        loss: f64,
        /// True when no other node can be better.
        proved: bool,
    },
    /// There was none.
    Unmet {
        /// What would have helped.
        suggestions: Offers,
        /// True when none is within the wishes, false when none was found.
        proved: bool,
    },
}

/// The suggestions that came with an answer; one that does not exist is missing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offers {
    /// Leave out more.
    pub suppression: Option<Offer>,
    /// Weaker privacy.
    pub threshold: Option<OfferedThreshold>,
    /// Weaker privacy by other models.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub other_thresholds: Vec<OfferedThreshold>,
    /// Coarser.
    pub height: Option<Offer>,
}

/// A node that was suggested.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offer {
    /// Its levels.
    pub levels: Levels,
    /// Units of protection that lose a row.
    pub units: u64,
}

impl Offers {
    /// The suggested threshold of an axis; without one, the one that was suggested first.
    pub fn threshold_of(&self, axis: Option<usize>) -> Option<&OfferedThreshold> {
        let mut all = self.threshold.iter().chain(&self.other_thresholds);
        all.find(|offer| axis.is_none_or(|axis| offer.axis == axis))
    }
}

/// A weaker threshold that was suggested.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OfferedThreshold {
    /// Which axis, or which table model behind the axes.
    pub axis: usize,
    /// The strictest grade that is reached.
    pub grade: u64,
    /// The levels of the node that reaches it.
    pub levels: Levels,
    /// Units of protection that lose a row there.
    pub units: u64,
}

impl StepOutcome {
    /// What a session keeps of the answer to wishes.
    pub fn of(wishes: &Wishes, answer: &Answer) -> Self {
        if let Some(best) = &answer.best {
            return StepOutcome::Answered {
                node: best.node,
                levels: best.levels.clone(),
                units: best.units,
                rows: best.rows,
                loss: loss_of(best, wishes.loss()),
                proved: answer.proved,
            };
        }
        let offer = |shown: &Shown| Offer {
            levels: shown.levels.clone(),
            units: shown.units,
        };
        let weaker = |r: &Relaxed| OfferedThreshold {
            axis: r.axis,
            grade: r.grade,
            levels: r.shown.levels.clone(),
            units: r.shown.units,
        };
        let suggestions = answer
            .suggestions
            .as_ref()
            .map_or_else(Offers::default, |s| Offers {
                suppression: s.suppression.as_ref().ok().map(offer),
                threshold: s.threshold.as_ref().ok().map(weaker),
                other_thresholds: s.other_thresholds.iter().map(weaker).collect(),
                height: s.height.as_ref().ok().map(offer),
            });
        StepOutcome::Unmet {
            suggestions,
            proved: answer.proved,
        }
    }
}

/// A loss that the atlas does not have is no number, which no session takes in.
pub(super) fn loss_of(shown: &Shown, loss: usize) -> f64 {
    shown.losses.get(loss).copied().unwrap_or(f64::NAN)
}
