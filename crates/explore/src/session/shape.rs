//! Whether the steps of a session speak of one lattice and one set of models.

use super::step::{Aspired, Step, StepOutcome, Walked};
use crate::{Thresholds, Wishes};
use equipoise_data::{Error, Levels, Result};

/// What the steps looked at so far agree on.
#[derive(Default)]
pub(super) struct Shape {
    /// How many quasi-identifiers there are.
    width: Option<usize>,
    /// How many axes, and how many table models.
    models: Option<(usize, usize)>,
}

impl Shape {
    /// Checks the numbers of one step by themselves and against the steps before.
    ///
    /// # Errors
    /// A usage error that says what does not fit.
    pub(super) fn check(&mut self, step: &Step) -> Result<()> {
        match step {
            Step::Wish { wishes, answer, .. } => {
                self.wishes(wishes)?;
                self.outcome(answer)
            }
            Step::Prefer {
                wishes,
                aspired,
                answer,
                ..
            } => {
                self.wishes(wishes)?;
                self.aspired(aspired)?;
                answer
                    .iter()
                    .flat_map(|a| a.walked.iter().chain([&a.best]))
                    .try_for_each(|walked| self.walked(walked))
            }
            Step::Choose { levels } => self.levels(levels),
            Step::Candidate(candidate) => {
                self.levels(&candidate.levels)?;
                self.thresholds(&candidate.thresholds)?;
                finite("the loss", candidate.loss)
            }
            Step::Accept { .. }
            | Step::RenameCandidate { .. }
            | Step::RemoveCandidate { .. }
            | Step::Note { .. }
            | Step::Decide { .. } => Ok(()),
        }
    }

    fn wishes(&mut self, wishes: &Wishes) -> Result<()> {
        self.thresholds(&wishes.thresholds)?;
        self.levels(&wishes.low)?;
        self.levels(&wishes.high)?;
        wishes
            .max_loss
            .map_or(Ok(()), |loss| finite("the greatest loss", loss))
    }

    fn aspired(&self, aspired: &Aspired) -> Result<()> {
        if aspired.measures[0] == aspired.measures[1] {
            return Err(Error::usage(format!(
                "`{}` is aspired to twice; two measures are needed",
                aspired.measures[0]
            )));
        }
        aspired
            .to
            .iter()
            .chain(aspired.from.iter().flatten())
            .try_for_each(|&number| finite("what is aspired to", number))
    }

    fn walked(&mut self, walked: &Walked) -> Result<()> {
        self.levels(&walked.levels)?;
        walked
            .point
            .iter()
            .try_for_each(|&number| finite("a measure", number))
    }

    fn outcome(&mut self, outcome: &StepOutcome) -> Result<()> {
        match outcome {
            StepOutcome::Answered { levels, loss, .. } => {
                self.levels(levels)?;
                finite("the loss", *loss)
            }
            StepOutcome::Unmet { suggestions, .. } => {
                for offer in suggestions.suppression.iter().chain(&suggestions.height) {
                    self.levels(&offer.levels)?;
                }
                let (axes, tables) = self.models.unwrap_or_default();
                for offer in suggestions
                    .threshold
                    .iter()
                    .chain(&suggestions.other_thresholds)
                {
                    self.levels(&offer.levels)?;
                    if offer.axis >= axes + tables {
                        return Err(Error::usage(format!(
                            "a threshold of model {} is suggested, and there are {}",
                            offer.axis,
                            axes + tables
                        )));
                    }
                }
                Ok(())
            }
        }
    }

    fn levels(&mut self, levels: &Levels) -> Result<()> {
        let width = *self.width.get_or_insert(levels.len());
        if levels.len() == width {
            return Ok(());
        }
        Err(Error::usage(format!(
            "a node has {} levels and another has {width}; each has one per quasi-identifier",
            levels.len()
        )))
    }

    fn thresholds(&mut self, thresholds: &Thresholds) -> Result<()> {
        let given = (thresholds.axes.len(), thresholds.tables.len());
        let known = *self.models.get_or_insert(given);
        if given == known {
            return Ok(());
        }
        let told = |(axes, tables)| format!("{axes} axes and {tables} table models");
        Err(Error::usage(format!(
            "thresholds for {} stand beside thresholds for {}",
            told(given),
            told(known)
        )))
    }
}

/// A file cannot hold what is no number.
fn finite(what: &str, number: f64) -> Result<()> {
    if number.is_finite() {
        Ok(())
    } else {
        Err(Error::usage(format!(
            "{what} is {number}; it must be a finite number"
        )))
    }
}
