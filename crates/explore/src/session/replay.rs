//! The wishes of a session, asked once more.

use super::Session;
use super::quote::flags;
use super::step::{Aspired, Preferred, Step, StepOutcome, Walked};
use crate::Wishes;
use equipoise_data::Result;
use std::fmt;

/// Losses are the same when they differ by no more than this, relative to the greater.
const SAME_LOSS: f64 = 1e-12;

/// A wish that has another outcome now.
#[derive(Clone, Debug, PartialEq)]
pub struct ChangedOutcome {
    /// The number of the step, counted from 0.
    pub step: usize,
    /// The wish in the curator's words.
    pub words: Vec<(String, String)>,
    /// What the session has.
    pub recorded: Came,
    /// What came of it now.
    pub now: Came,
}

/// What came of a step that asks.
#[derive(Clone, Debug, PartialEq)]
pub enum Came {
    /// Of a wish.
    Answer(StepOutcome),
    /// Of an aspiration; none where nothing is within the wishes.
    Preferred(Option<Preferred>),
}

impl Session {
    /// Asks each wish again, and aspires again to all that was aspired to, those behind the cursor
    /// included, and lists where the outcome is another. What was set aside is not asked.
    ///
    /// # Errors
    /// The first error of `ask` or `prefer`.
    pub fn replay(
        &self,
        mut ask: impl FnMut(&Wishes) -> Result<StepOutcome>,
        mut prefer: impl FnMut(&Wishes, &Aspired) -> Result<Option<Preferred>>,
    ) -> Result<Vec<ChangedOutcome>> {
        let mut differences = Vec::new();
        for (i, step) in self.steps.iter().enumerate() {
            let (words, recorded, now) = match step {
                Step::Wish {
                    wishes,
                    words,
                    answer,
                } => (
                    words,
                    Came::Answer(answer.clone()),
                    Came::Answer(ask(wishes)?),
                ),
                Step::Prefer {
                    wishes,
                    words,
                    aspired,
                    answer,
                } => (
                    words,
                    Came::Preferred(answer.clone()),
                    Came::Preferred(prefer(wishes, aspired)?),
                ),
                _ => continue,
            };
            if !recorded.is_same(&now) {
                differences.push(ChangedOutcome {
                    step: i,
                    words: words.clone(),
                    recorded,
                    now,
                });
            }
        }
        Ok(differences)
    }
}

impl Came {
    fn is_same(&self, other: &Came) -> bool {
        match (self, other) {
            (Came::Answer(a), Came::Answer(b)) => same(a, b),
            (Came::Preferred(Some(a)), Came::Preferred(Some(b))) => {
                let all = |p: &Preferred| {
                    p.walked
                        .iter()
                        .chain([&p.best])
                        .cloned()
                        .collect::<Vec<Walked>>()
                };
                let (x, y) = (all(a), all(b));
                a.proved == b.proved
                    && x.len() == y.len()
                    && x.iter().zip(&y).all(|(x, y)| same_walked(x, y))
            }
            (a, b) => a == b,
        }
    }
}

fn same_walked(a: &Walked, b: &Walked) -> bool {
    let is_close = |(x, y): (&f64, &f64)| (x - y).abs() <= SAME_LOSS * x.abs().max(y.abs());
    (&a.levels, a.least, a.units) == (&b.levels, b.least, b.units)
        && a.point.iter().zip(&b.point).all(is_close)
}

fn same(a: &StepOutcome, b: &StepOutcome) -> bool {
    match (a, b) {
        (StepOutcome::Answered { loss: one, .. }, StepOutcome::Answered { loss: other, .. }) => {
            let close = (one - other).abs() <= SAME_LOSS * one.abs().max(other.abs());
            close && with_loss(a, 0.0) == with_loss(b, 0.0)
        }
        _ => a == b,
    }
}

/// The outcome with another loss, so that the rest can be compared as a whole.
fn with_loss(outcome: &StepOutcome, with: f64) -> StepOutcome {
    let mut outcome = outcome.clone();
    if let StepOutcome::Answered { loss, .. } = &mut outcome {
        *loss = with;
    }
    outcome
}

impl fmt::Display for ChangedOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "step {} (`{}`): {} before, {} now",
            self.step + 1,
            flags(&self.words),
            self.recorded.told(),
            self.now.told()
        )
    }
}

impl Came {
    fn told(&self) -> String {
        match self {
            Came::Answer(outcome) => told(outcome),
            Came::Preferred(None) => "no node".to_owned(),
            Came::Preferred(Some(p)) => format!(
                "levels {:?} at {:?}, {} along the way",
                p.best.levels,
                p.best.point,
                p.walked.len()
            ),
        }
    }
}

fn told(outcome: &StepOutcome) -> String {
    match outcome {
        StepOutcome::Answered {
            levels,
            units,
            rows,
            loss,
            proved,
            ..
        } => {
            let known = if *proved { "proved" } else { "best found" };
            format!(
                "levels {levels:?} with {units} units and {rows} rows left out at loss {loss} ({known})"
            )
        }
        StepOutcome::Unmet {
            suggestions,
            proved,
        } => {
            let known = if *proved { "no node" } else { "no node found" };
            let offer = |name: &str, levels: &[u8], units: u64| {
                format!("{name} {levels:?} with {units} units left out")
            };
            let offers = [
                suggestions
                    .suppression
                    .as_ref()
                    .map(|o| offer("suppression", &o.levels, o.units)),
                suggestions
                    .height
                    .as_ref()
                    .map(|o| offer("height", &o.levels, o.units)),
                suggestions.threshold.as_ref().map(|o| {
                    format!(
                        "{}, grade {}",
                        offer("threshold", &o.levels, o.units),
                        o.grade
                    )
                }),
            ];
            let offers: Vec<String> = offers.into_iter().flatten().collect();
            if offers.is_empty() {
                format!("{known} and no suggestion")
            } else {
                format!("{known}, suggested {}", offers.join("; "))
            }
        }
    }
}
