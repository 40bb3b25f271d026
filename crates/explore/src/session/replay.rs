//! The wishes of a session, asked once more.

use super::Session;
use super::quote::flags;
use super::step::{Outcome, Step};
use crate::Wishes;
use equipoise_data::Result;
use std::fmt;

/// Losses are the same when they differ by no more than this, relative to the greater.
const SAME_LOSS: f64 = 1e-12;

/// A wish that has another outcome now.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// The number of the step, counted from 0.
    pub step: usize,
    /// The wish in the curator's words.
    pub words: Vec<(String, String)>,
    /// What the session has.
    pub recorded: Outcome,
    /// What came of it now.
    pub now: Outcome,
}

impl Session {
    /// Asks each wish again, those behind the cursor included, and lists where the outcome is another. What was set
    /// aside is not asked.
    ///
    /// # Errors
    /// The first error of `ask`.
    pub fn replay(&self, mut ask: impl FnMut(&Wishes) -> Result<Outcome>) -> Result<Vec<Difference>> {
        let mut differences = Vec::new();
        for (i, step) in self.steps.iter().enumerate() {
            let Step::Wish { wishes, words, answer } = step else { continue };
            let now = ask(wishes)?;
            if !same(answer, &now) {
                differences.push(Difference { step: i, words: words.clone(), recorded: answer.clone(), now });
            }
        }
        Ok(differences)
    }
}

fn same(a: &Outcome, b: &Outcome) -> bool {
    match (a, b) {
        (Outcome::Answered { loss: one, .. }, Outcome::Answered { loss: other, .. }) => {
            let close = (one - other).abs() <= SAME_LOSS * one.abs().max(other.abs());
            close && with_loss(a, 0.0) == with_loss(b, 0.0)
        }
        _ => a == b,
    }
}

/// The outcome with another loss, so that the rest can be compared as a whole.
fn with_loss(outcome: &Outcome, with: f64) -> Outcome {
    let mut outcome = outcome.clone();
    if let Outcome::Answered { loss, .. } = &mut outcome {
        *loss = with;
    }
    outcome
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "step {} (`{}`): {} before, {} now", self.step + 1, flags(&self.words), told(&self.recorded), told(&self.now))
    }
}

fn told(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Answered { levels, units, rows, loss, proved, .. } => {
            let known = if *proved { "proved" } else { "best found" };
            format!("levels {levels:?} with {units} units and {rows} rows left out at loss {loss} ({known})")
        }
        Outcome::Unmet { suggestions, proved } => {
            let known = if *proved { "no node" } else { "no node found" };
            let offer = |name: &str, levels: &[u8], units: u64| format!("{name} {levels:?} with {units} units left out");
            let offers = [
                suggestions.suppression.as_ref().map(|o| offer("suppression", &o.levels, o.units)),
                suggestions.height.as_ref().map(|o| offer("height", &o.levels, o.units)),
                suggestions.threshold.as_ref().map(|o| format!("{}, grade {}", offer("threshold", &o.levels, o.units), o.grade)),
            ];
            let offers: Vec<String> = offers.into_iter().flatten().collect();
            if offers.is_empty() { format!("{known} and no suggestion") } else { format!("{known}, suggested {}", offers.join("; ")) }
        }
    }
}
