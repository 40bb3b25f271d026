//! Where a session stands, as plain data.

use super::file::{About, SessionFile, checksum};
use super::words;
use crate::asked::number;
use crate::atlas_file::open_atlas;
use equipoise_explore::session::{Candidate, State, Step};
use serde_json::{Map, Value, json};
use std::path::PathBuf;

/// Whether the atlas of a session is still there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AtlasState {
    /// It is the one that the session was held with.
    Same,
    /// Another one is in its place: it was built again since.
    Rebuilt,
    /// It cannot be opened, and why.
    Gone(String),
}

impl AtlasState {
    /// The word for it in JSON.
    pub fn name(&self) -> &'static str {
        match self {
            AtlasState::Same => "same",
            AtlasState::Rebuilt => "rebuilt",
            AtlasState::Gone(_) => "gone",
        }
    }
}

/// One step, told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownStep {
    /// Its number, from 1.
    pub number: usize,
    /// `wish`, `prefer`, `accept`, `choose`, `keep`, `rename`, `remove`, `note` or `decide`.
    pub kind: &'static str,
    /// A sentence.
    pub text: String,
    /// False for a step that was undone and can be done again.
    pub is_done: bool,
}

/// A candidate beside the others.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownCandidate {
    /// Its name.
    pub name: String,
    /// The level of each quasi-identifier.
    pub levels: Vec<(String, u8)>,
    /// What the models asked for: name of the model, key, value.
    pub thresholds: Vec<(String, String, String)>,
    /// Rows that would be left out.
    pub suppressed_rows: u64,
    /// Persons with such a row, where persons are the unit.
    pub suppressed_persons: Option<u64>,
    /// The recipe's own loss and its value.
    pub loss: (String, f64),
}

/// What is released, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownDecision {
    /// The candidate; none for the node that was looked at.
    pub candidate: Option<String>,
    /// Its levels.
    pub levels: Vec<(String, u8)>,
    /// Why.
    pub because: String,
}

/// Where a session stands.
#[derive(Clone, Debug)]
pub struct SessionShown {
    /// The file.
    pub path: PathBuf,
    /// The atlas.
    pub atlas: PathBuf,
    /// Whether the atlas is still there.
    pub atlas_state: AtlasState,
    /// Whether the file has a seal, a checksum that reveals edits made without updating it.
    pub is_sealed: bool,
    /// The file name of the recipe.
    pub recipe: String,
    /// Input rows.
    pub rows: u64,
    /// All steps, those that were undone last.
    pub steps: Vec<ShownStep>,
    /// How many of the steps count.
    pub cursor: usize,
    /// Steps that were undone and gave way to others; they are kept in the file.
    pub set_aside: usize,
    /// What is wished for now, as flags; none while nothing was asked.
    pub wish: Option<String>,
    /// The node that is looked at.
    pub current: Option<Vec<(String, u8)>>,
    /// What is compared.
    pub candidates: Vec<ShownCandidate>,
    /// What was written down, about a candidate or the whole.
    pub notes: Vec<(Option<String>, String)>,
    /// Reasons for accepted suggestions: which, and why.
    pub reasons: Vec<(String, String)>,
    /// What is released, and why.
    pub decision: Option<ShownDecision>,
}

impl SessionFile {
    /// Where the session stands. It needs no atlas.
    pub fn show(&self) -> SessionShown {
        let (session, about) = (&self.session, &self.about);
        let State {
            current,
            candidates,
            notes,
            reasons,
            decision,
            ..
        } = session.state();
        let atlas = self.atlas_path();
        let atlas_state = match open_atlas(&atlas) {
            Ok(there) if checksum(&there) == session.atlas() => AtlasState::Same,
            Ok(_) => AtlasState::Rebuilt,
            Err(error) => AtlasState::Gone(error.message()),
        };
        let step = |(i, step): (usize, &Step)| ShownStep {
            number: i + 1,
            kind: words::kind(step),
            text: words::step(about, step),
            is_done: i < session.cursor(),
        };
        let done = &session.steps()[..session.cursor()];
        let is_wish = |s: &Step| matches!(s, Step::Wish { .. } | Step::Prefer { .. });
        let last = done
            .iter()
            .rev()
            .find(|s| is_wish(s))
            .and_then(|s| match s {
                Step::Wish { words, .. } | Step::Prefer { words, .. } => Some(words),
                _ => None,
            });
        SessionShown {
            path: self.path.clone(),
            atlas,
            atlas_state,
            is_sealed: self.unsealed().is_none(),
            recipe: session.recipe().to_owned(),
            rows: about.rows,
            steps: session.steps().iter().enumerate().map(step).collect(),
            cursor: session.cursor(),
            set_aside: session.set_aside().len(),
            wish: last.map(|said| words::wish(said)),
            current: current.map(|levels| named(about, &levels)),
            candidates: candidates.iter().map(|c| candidate(about, c)).collect(),
            notes: notes.into_iter().map(|n| (n.about, n.text)).collect(),
            reasons: reasons
                .into_iter()
                .map(|(which, why)| (which.name().to_owned(), why))
                .collect(),
            decision: decision.map(|d| ShownDecision {
                candidate: d.candidate,
                levels: named(about, &d.levels),
                because: d.because,
            }),
        }
    }
}

fn named(about: &About, levels: &[u8]) -> Vec<(String, u8)> {
    about
        .columns
        .iter()
        .cloned()
        .zip(levels.iter().copied())
        .collect()
}

fn candidate(about: &About, candidate: &Candidate) -> ShownCandidate {
    ShownCandidate {
        name: candidate.name.clone(),
        levels: named(about, &candidate.levels),
        thresholds: words::thresholds(about, &candidate.thresholds),
        suppressed_rows: candidate.rows,
        suppressed_persons: about.persons.then_some(candidate.units),
        loss: (about.loss.clone(), candidate.loss),
    }
}

fn levels_json(levels: &[(String, u8)]) -> Value {
    Value::Object(
        levels
            .iter()
            .map(|(name, level)| (name.clone(), json!(level)))
            .collect(),
    )
}

impl ShownCandidate {
    fn to_json(&self) -> Value {
        let threshold = |(model, key, value): &(String, String, String)| json!({ "model": model, "key": key, "value": number(value) });
        let mut object = Map::new();
        object.insert("name".into(), json!(self.name));
        object.insert("levels".into(), levels_json(&self.levels));
        object.insert(
            "thresholds".into(),
            self.thresholds.iter().map(threshold).collect(),
        );
        object.insert("suppressed_rows".into(), json!(self.suppressed_rows));
        if let Some(persons) = self.suppressed_persons {
            object.insert("suppressed_persons".into(), json!(persons));
        }
        object.insert(
            "loss".into(),
            json!({ "metric": self.loss.0, "value": self.loss.1 }),
        );
        Value::Object(object)
    }
}

impl SessionShown {
    /// The object that `--json` prints.
    pub fn to_json(&self) -> Value {
        let step = |s: &ShownStep| json!({ "number": s.number, "kind": s.kind, "text": s.text, "done": s.is_done });
        let decision = |d: &ShownDecision| json!({ "candidate": d.candidate, "levels": levels_json(&d.levels), "because": d.because });
        json!({
            "session": self.path.display().to_string(),
            "atlas": { "path": self.atlas.display().to_string(), "state": self.atlas_state.name() },
            "sealed": self.is_sealed,
            "recipe": self.recipe,
            "rows": self.rows,
            "steps": self.steps.iter().map(step).collect::<Vec<_>>(),
            "cursor": self.cursor,
            "set_aside": self.set_aside,
            "wish": self.wish,
            "current": self.current.as_deref().map(levels_json),
            "candidates": self.candidates.iter().map(ShownCandidate::to_json).collect::<Vec<_>>(),
            "notes": self.notes.iter().map(|(about, text)| json!({ "about": about, "text": text })).collect::<Vec<_>>(),
            "reasons": self.reasons.iter().map(|(which, why)| json!({ "accepted": which, "reason": why })).collect::<Vec<_>>(),
            "decision": self.decision.as_ref().map(decision),
        })
    }
}
