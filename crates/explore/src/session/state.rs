//! Where a negotiation stands: its steps, one after the other.

use super::step::{Aspired, Candidate, Choice, Offers, Preferred, Relax, Step, StepOutcome};
use crate::{Thresholds, Wishes};
use equipoise_data::{Error, Levels, Result};

/// Where a negotiation stands.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    /// What is wished for now: the last wish, with the suggestion that was accepted worked into it.
    pub wishes: Option<Wishes>,
    /// The node that is looked at: of the last answer, accepted suggestion or pick. None while a
    /// wish is unmet.
    pub current: Option<Levels>,
    /// What is compared, in the order in which it was kept.
    pub candidates: Vec<Candidate>,
    /// Everything that was written down, in order.
    pub notes: Vec<SessionNote>,
    /// The reasons that came with accepted suggestions, in order.
    pub reasons: Vec<(Relax, String)>,
    /// What is released, and why.
    pub decision: Option<Decision>,
    /// What was aspired to last, and what came of it.
    pub aspired: Option<(Aspired, Option<Preferred>)>,
    /// The last wish as it was asked, and what was suggested if it was not met.
    asked: Option<(Wishes, Option<Offers>)>,
    /// Every name that a candidate ever had.
    used: Vec<String>,
}

/// Something that was written down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionNote {
    /// The candidate it is about, by its present or last name.
    pub about: Option<String>,
    /// What was written.
    pub text: String,
}

/// What is released, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The candidate, unless it was the node that was looked at.
    pub candidate: Option<String>,
    /// The levels of the node.
    pub levels: Levels,
    /// What the models must reach. None when a node was picked by hand and nothing was ever wished
    /// for.
    pub thresholds: Option<Thresholds>,
    /// Why.
    pub because: String,
}

/// A candidate's name has at most so many characters, so that a table of candidates stays a table.
const LONGEST_NAME: usize = 40;

impl State {
    /// Goes one step further.
    ///
    /// # Errors
    /// A usage error for a step that cannot follow here.
    pub(super) fn take(&mut self, step: &Step) -> Result<()> {
        match step {
            Step::Wish { wishes, answer, .. } => self.wish(wishes, answer),
            Step::Prefer {
                wishes,
                aspired,
                answer,
                ..
            } => {
                self.current = answer.as_ref().map(|a| a.best.levels.clone());
                self.wishes = Some(wishes.clone());
                self.asked = None;
                self.aspired = Some((aspired.clone(), answer.clone()));
            }
            Step::Accept {
                which,
                axis,
                reason,
            } => self.accept(*which, *axis, reason.as_deref())?,
            Step::Choose { levels } => self.current = Some(levels.clone()),
            Step::Candidate(candidate) => {
                self.take_name(&candidate.name)?;
                self.candidates.push(candidate.clone());
            }
            Step::RenameCandidate { from, to } => self.rename(from, to)?,
            Step::RemoveCandidate { name } => self.remove(name)?,
            Step::Note { about, text } => self.note(about.as_deref(), text)?,
            Step::Decide { on, because } => self.decide(on, because)?,
        }
        Ok(())
    }

    /// The name for a candidate that was given none: A, B, ... Z, AA, AB and so on, without those
    /// that were used.
    pub fn next_name(&self) -> String {
        let letters = |mut number: usize| {
            let mut name = Vec::new();
            while number > 0 {
                number -= 1;
                name.push(char::from(b'A' + (number % 26) as u8));
                number /= 26;
            }
            name.iter().rev().collect::<String>()
        };
        (1..)
            .map(letters)
            .find(|name| !self.used.contains(name))
            .expect("there are more names than candidates")
    }

    fn wish(&mut self, wishes: &Wishes, answer: &StepOutcome) {
        let (current, offers) = match answer {
            StepOutcome::Answered { levels, .. } => (Some(levels.clone()), None),
            StepOutcome::Unmet { suggestions, .. } => (None, Some(suggestions.clone())),
        };
        self.current = current;
        self.aspired = None;
        self.wishes = Some(wishes.clone());
        self.asked = Some((wishes.clone(), offers));
    }

    /// A second suggestion of the same wish takes the place of the first: each relaxes one wish and
    /// keeps the rest.
    fn accept(&mut self, which: Relax, axis: Option<usize>, reason: Option<&str>) -> Result<()> {
        let Some((asked, offers)) = &self.asked else {
            return Err(Error::usage(format!(
                "there is no suggestion `{which}` to accept: nothing was asked yet"
            )));
        };
        let Some(offers) = offers else {
            return Err(Error::usage(format!(
                "there is no suggestion `{which}` to accept: the last wish was met"
            )));
        };
        let (wishes, levels) = relaxed(asked, offers, which, axis)?;
        let reason = reason.filter(|r| !r.trim().is_empty());
        if which == Relax::Threshold && reason.is_none() {
            return Err(Error::usage("weaker privacy needs a reason")
                .hint("say why the people in the table can bear it, or accept the suggestion `suppression` or `height` instead"));
        }
        self.wishes = Some(wishes);
        self.current = Some(levels);
        self.reasons.extend(reason.map(|r| (which, r.to_owned())));
        Ok(())
    }

    fn take_name(&mut self, name: &str) -> Result<()> {
        let length = name.chars().count();
        if name.trim() != name
            || name.chars().any(char::is_control)
            || !(1..=LONGEST_NAME).contains(&length)
        {
            return Err(Error::usage(format!(
                "the name of a candidate must be 1 to {LONGEST_NAME} characters without blanks at its ends or line breaks, and this one is not"
            )));
        }
        if self.used.iter().any(|used| used == name) {
            return Err(Error::usage(format!(
                "the name `{name}` was given to a candidate before; a name is used once"
            ))
            .hint("give another name, or none to get the next letter"));
        }
        self.used.push(name.to_owned());
        Ok(())
    }

    fn place_of(&self, name: &str) -> Result<usize> {
        self.candidates
            .iter()
            .position(|c| c.name == name)
            .ok_or_else(|| {
                let known: Vec<String> = self
                    .candidates
                    .iter()
                    .map(|c| format!("`{}`", c.name))
                    .collect();
                let known = if known.is_empty() {
                    "there is none yet".to_owned()
                } else {
                    format!("there are {}", known.join(", "))
                };
                Error::usage(format!("there is no candidate `{name}`; {known}"))
            })
    }

    fn rename(&mut self, from: &str, to: &str) -> Result<()> {
        let place = self.place_of(from)?;
        self.take_name(to)?;
        self.candidates[place].name = to.to_owned();
        let mentions = self
            .notes
            .iter_mut()
            .map(|n| &mut n.about)
            .chain(self.decision.iter_mut().map(|d| &mut d.candidate));
        for mention in mentions.filter(|name| name.as_deref() == Some(from)) {
            *mention = Some(to.to_owned());
        }
        Ok(())
    }

    fn remove(&mut self, name: &str) -> Result<()> {
        let place = self.place_of(name)?;
        if self
            .decision
            .as_ref()
            .is_some_and(|d| d.candidate.as_deref() == Some(name))
        {
            return Err(Error::usage(format!(
                "candidate `{name}` is the one that was decided on, so it stays"
            ))
            .hint("decide on another first, or undo the decision"));
        }
        self.candidates.remove(place);
        Ok(())
    }

    fn note(&mut self, about: Option<&str>, text: &str) -> Result<()> {
        if text.trim().is_empty() {
            return Err(Error::usage("the note is empty; it needs a text"));
        }
        about.map(|name| self.place_of(name)).transpose()?;
        self.notes.push(SessionNote {
            about: about.map(str::to_owned),
            text: text.to_owned(),
        });
        Ok(())
    }

    fn decide(&mut self, on: &Choice, because: &str) -> Result<()> {
        if because.trim().is_empty() {
            return Err(Error::usage("a decision needs a reason")
                .hint("say in a sentence why this node and no other"));
        }
        let (candidate, levels, thresholds) = match on {
            Choice::Candidate(name) => {
                let candidate = &self.candidates[self.place_of(name)?];
                (
                    Some(name.clone()),
                    candidate.levels.clone(),
                    Some(candidate.thresholds.clone()),
                )
            }
            Choice::Current => {
                let Some(levels) = self.current.clone() else {
                    return Err(Error::usage("there is no current node to decide on")
                        .hint("ask for something that can be met, accept a suggestion, or decide on a candidate"));
                };
                (
                    None,
                    levels,
                    self.wishes.as_ref().map(|w| w.thresholds.clone()),
                )
            }
        };
        self.decision = Some(Decision {
            candidate,
            levels,
            thresholds,
            because: because.to_owned(),
        });
        Ok(())
    }
}

/// The wishes after one of them gave way, and the node that then is within them.
///
/// # Errors
/// A suggestion that is not among the offers.
pub fn relaxed(
    asked: &Wishes,
    offers: &Offers,
    which: Relax,
    axis: Option<usize>,
) -> Result<(Wishes, Levels)> {
    let none = || Error::usage(format!("the last wish came without a suggestion `{which}`"));
    let mut wishes = asked.clone();
    let levels = match which {
        Relax::Suppression => {
            let offer = offers.suppression.as_ref().ok_or_else(none)?;
            wishes.max_units = wishes.max_units.max(offer.units);
            &offer.levels
        }
        Relax::Height => {
            let levels = &offers.height.as_ref().ok_or_else(none)?.levels;
            // The bounds widen just as far as it takes to let the node in.
            for (i, level) in levels.iter().enumerate() {
                wishes.low[i] = wishes.low[i].min(*level);
                wishes.high[i] = wishes.high[i].max(*level);
            }
            let height = levels.iter().map(|l| u32::from(*l)).sum();
            wishes.max_height = wishes.max_height.map(|most| most.max(height));
            levels
        }
        Relax::Threshold => {
            let offer = offers.threshold_of(axis).ok_or_else(none)?;
            let Thresholds { axes, tables } = &mut wishes.thresholds;
            let grade = axes
                .iter_mut()
                .chain(tables)
                .nth(offer.axis)
                .ok_or_else(none)?;
            *grade = offer.grade;
            &offer.levels
        }
    };
    Ok((wishes, levels.clone()))
}
