//! A decision as a recipe that releases it.

use super::file::SessionFile;
use super::steps::{pick, refuse_empty};
use super::words::texts_of;
use crate::ask::{AskOptions, Open};
use crate::asked::AskedNode;
use crate::command_line::quoted;
use crate::head::fingerprint;
use crate::recipe_file::{check_place, save_recipe};
use crate::wish::WishTexts;
use equipoise::Job;
use equipoise::Watch;
use equipoise_data::{Error, Levels, Result};
use equipoise_explore::session::{Choice, Step, flags};
use equipoise_explore::{AxisHead, Head, Shown, Thresholds, Wishes};
use equipoise_recipe::{Pin, pin, privacy_entries, text_literal};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// What is exported, and where to.
#[derive(Clone, Debug, Default)]
pub struct ExportOptions {
    /// A candidate by its name; by default what was decided on, or the node that is looked at.
    pub candidate: Option<String>,
    /// The recipe to write, in the folder of the original one; by default named after that and the
    /// candidate.
    pub output: Option<PathBuf>,
    /// Replace a file that exists.
    pub force: bool,
}

/// A recipe that releases what was negotiated.
#[derive(Clone, Debug)]
pub struct Exported {
    /// The candidate; none for a decision on the node that is looked at.
    pub candidate: Option<String>,
    /// The file.
    pub recipe_path: PathBuf,
    /// Its text.
    pub recipe_text: String,
    /// The command line that releases it.
    pub command_line: String,
    /// The command line that asks the wish it came from; none where flags cannot say it.
    pub ask_line: Option<String>,
    /// What the release will be.
    pub node: AskedNode,
    pub(crate) shown: Shown,
    /// The figures of the node, as `ask` prints them.
    node_json: Value,
    /// What deserves a second look.
    pub warnings: Vec<String>,
}

impl Exported {
    /// The object that `--json` prints.
    pub fn to_json(&self) -> Value {
        json!({
            "candidate": self.candidate,
            "recipe": self.recipe_path.display().to_string(),
            "command": self.command_line,
            "ask": self.ask_line,
            "release": self.node_json,
            "warnings": self.warnings,
        })
    }
}

/// The command that a wish belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum WishCommand {
    Ask,
    Prefer,
}

impl WishCommand {
    fn as_str(self) -> &'static str {
        match self {
            WishCommand::Ask => "ask",
            WishCommand::Prefer => "prefer",
        }
    }
}

/// A wish as it was said.
pub(super) struct Said {
    pub(super) command: WishCommand,
    pub(super) wishes: Wishes,
    pub(super) words: Vec<(String, String)>,
}

/// What is to be exported.
pub(super) struct Chosen {
    pub(super) candidate: Option<String>,
    pub(super) levels: Levels,
    pub(super) thresholds: Option<Thresholds>,
    /// The wish that it came from: what was asked, and in which words.
    pub(super) wish: Option<Said>,
}

impl SessionFile {
    /// Writes a recipe that releases a candidate, what was decided on, or the node that is looked
    /// at: levels, thresholds and the number of units that are left out are pinned. All else is as
    /// in the recipe that the atlas was built with.
    ///
    /// # Errors
    /// Nothing to export, a file that exists, a place where the paths in the recipe would lead
    /// elsewhere.
    pub fn export(
        &self,
        export: &ExportOptions,
        options: &AskOptions,
        watch: &dyn Watch,
    ) -> Result<Exported> {
        let chosen = self.chosen(export.candidate.as_deref())?;
        let exported = self.with_atlas(options, watch, |open| {
            self.pinned(&open, &chosen, export.output.clone())
        })?;
        save_recipe(&exported.recipe_path, &exported.recipe_text, export.force)?;
        Ok(exported)
    }

    pub(super) fn chosen(&self, candidate: Option<&str>) -> Result<Chosen> {
        let state = self.session.state();
        let wish = |name: Option<&str>| self.wish_of(name);
        if let Some(name) = candidate {
            let known: Vec<String> = state
                .candidates
                .iter()
                .map(|c| format!("`{}`", c.name))
                .collect();
            let found = state
                .candidates
                .into_iter()
                .find(|c| c.name == name)
                .ok_or_else(|| {
                    let known = if known.is_empty() {
                        "there is none".to_owned()
                    } else {
                        format!("there are {}", known.join(", "))
                    };
                    Error::usage(format!("there is no candidate `{name}`; {known}"))
                })?;
            return Ok(Chosen {
                wish: wish(Some(name)),
                candidate: Some(found.name),
                levels: found.levels,
                thresholds: Some(found.thresholds),
            });
        }
        if let Some(decision) = state.decision {
            let wish = wish(decision.candidate.as_deref());
            return Ok(Chosen {
                candidate: decision.candidate,
                levels: decision.levels,
                thresholds: decision.thresholds,
                wish,
            });
        }
        let levels = state.current.ok_or_else(|| {
            Error::usage(
                "there is nothing to export: nothing was decided, and the last wish was not met",
            )
            .hint("accept a suggestion, choose a node, or name a candidate")
        })?;
        let last = self.last_wish(self.session.cursor());
        Ok(Chosen {
            candidate: None,
            levels,
            thresholds: state.wishes.map(|w| w.thresholds),
            wish: last,
        })
    }

    /// The last wish before a step.
    pub(super) fn last_wish(&self, before: usize) -> Option<Said> {
        let said = |command, wishes: &Wishes, words: &[(String, String)]| Said {
            command,
            wishes: wishes.clone(),
            words: words.to_vec(),
        };
        self.session.steps()[..before]
            .iter()
            .rev()
            .find_map(|step| match step {
                Step::Wish { wishes, words, .. } => Some(said(WishCommand::Ask, wishes, words)),
                Step::Prefer { wishes, words, .. } => {
                    Some(said(WishCommand::Prefer, wishes, words))
                }
                _ => None,
            })
    }

    /// The wish that a candidate came from; without a name, the one that the decision came from.
    fn wish_of(&self, name: Option<&str>) -> Option<Said> {
        let mut name = name.map(str::to_owned);
        for (i, step) in self.session.steps()[..self.session.cursor()]
            .iter()
            .enumerate()
            .rev()
        {
            match (step, &name) {
                (Step::RenameCandidate { from, to }, Some(wanted)) if to == wanted => {
                    name = Some(from.clone())
                }
                (Step::Candidate(candidate), Some(wanted)) if candidate.name == *wanted => {
                    return self.last_wish(i);
                }
                (
                    Step::Decide {
                        on: Choice::Current,
                        ..
                    },
                    None,
                ) => return self.last_wish(i),
                _ => {}
            }
        }
        None
    }

    pub(super) fn pinned(
        &self,
        open: &Open<'_>,
        chosen: &Chosen,
        output: Option<PathBuf>,
    ) -> Result<Exported> {
        let chart = open.explorer.atlas().chart();
        let head = chart.head();
        let recipe = self.recipe_path(head)?;
        let recipe_path =
            output.unwrap_or_else(|| default_path(&recipe, chosen.candidate.as_deref()));
        let job = Job::from_text(head.origin.recipe.clone(), &recipe)?;
        check_place(&recipe_path, &job)?;
        let wished = chosen
            .thresholds
            .clone()
            .unwrap_or_else(|| chart.thresholds());
        let (asked, words, command) = match &chosen.wish {
            Some(said) => (said.wishes.clone(), flags(&said.words), said.command),
            None => (
                WishTexts::default().wishes(chart)?,
                String::new(),
                WishCommand::Ask,
            ),
        };
        let (shown, picked) = pick(
            open,
            Some(&Wishes {
                thresholds: wished.clone(),
                ..asked.clone()
            }),
            &chosen.levels,
        )?;
        refuse_empty(&shown)?;
        let atlas = quoted(&self.atlas_path());
        // The page normalizes and says so; a command wants to be told.
        let is_unusual = command == WishCommand::Prefer
            && !job.recipe().preference.normalize
            && job.recipe().unusual_weights().is_some();
        let normalize = if is_unusual { " --normalize" } else { "" };
        let can_be_said = texts_of(chart, &asked).1;
        let mut warnings = picked.asked.warnings.clone();
        warnings.extend(changed_since(&job, head));
        Ok(Exported {
            candidate: chosen.candidate.clone(),
            command_line: format!("equipoise anonymize {}", quoted(&recipe_path)),
            ask_line: can_be_said.then(|| {
                format!("equipoise {} {atlas} {words}{normalize}", command.as_str())
                    .trim_end()
                    .to_owned()
            }),
            recipe_path,
            recipe_text: with_title(
                &pin(&head.origin.recipe, &pin_of(head, &shown, wished)?)?,
                chosen.candidate.as_deref(),
            ),
            node_json: picked.to_json()["node"].take(),
            node: picked.node().clone(),
            shown,
            warnings,
        })
    }

    /// Where the recipe of the atlas is: where it was, or beside the atlas when both were moved.
    fn recipe_path(&self, head: &Head) -> Result<PathBuf> {
        let was = PathBuf::from(&head.origin.recipe_path);
        let moved = was
            .file_name()
            .map(|name| self.atlas_path().with_file_name(name));
        [Some(was.clone()), moved].into_iter().flatten().find(|path| path.exists()).ok_or_else(|| {
            Error::usage(format!("the recipe of the atlas is not at `{}` any more", was.display()))
                .at_file("", &was)
                .hint("put it back, or put recipe and atlas into one folder: paths in a recipe are relative to it")
        })
    }
}

/// What is written into the recipe of an atlas so that it releases one node.
pub(crate) fn pin_of(head: &Head, shown: &Shown, mut wished: Thresholds) -> Result<Pin> {
    let mut pin = Pin {
        levels: head
            .attributes
            .iter()
            .map(|a| a.name.clone())
            .zip(shown.levels.iter().copied())
            .collect(),
        max_suppression: Some(shown.units.to_string()),
        ..Pin::default()
    };
    let entries = privacy_entries(&head.origin.recipe)?;
    for (number, axis) in head.axes.iter().chain(&head.tables).enumerate() {
        let grade = *wished.of(number);
        if grade == axis.asked {
            continue;
        }
        match axis.entry {
            // One of the entries that ask for the same will do: the others change along.
            Some(model) => {
                let entry = entries.get(model).and_then(|same| same.first());
                let entry = *entry.ok_or_else(|| {
                    Error::data("the atlas has models that its recipe does not have")
                })?;
                pin.thresholds
                    .push((entry, axis.key.to_string(), axis.show(grade)));
            }
            None => pin.added.push(added(axis, grade)),
        }
    }
    Ok(pin)
}

/// The recipe under a line that says where it comes from: its own comments may speak of what was
/// pinned since.
fn with_title(recipe: &str, candidate: Option<&str>) -> String {
    let end = if recipe.contains("\r\n") {
        "\r\n"
    } else {
        "\n"
    };
    let of = candidate.map_or_else(String::new, |name| format!(" as candidate `{name}`"));
    format!(
        "# Exported from a session: levels, thresholds and max-suppression are pinned as they were negotiated{of}.{end}{recipe}"
    )
}

/// A model that the recipe does not have.
fn added(axis: &AxisHead, grade: u64) -> Vec<(String, String)> {
    vec![
        ("model".to_owned(), text_literal(axis.model.as_str())),
        (axis.key.to_string(), axis.show(grade)),
    ]
}

/// Beside the recipe, named after it and the candidate.
fn default_path(recipe: &Path, candidate: Option<&str>) -> PathBuf {
    let plain = |c: char| {
        if c.is_alphanumeric() || matches!(c, '-' | '_') {
            c
        } else {
            '-'
        }
    };
    let name: String = candidate.unwrap_or("decision").chars().map(plain).collect();
    let stem = recipe
        .file_stem()
        .map_or_else(String::new, |s| s.to_string_lossy().into_owned());
    recipe.with_file_name(format!("{stem}.{name}.toml"))
}

/// A warning when the atlas no longer shows the table that would be released.
fn changed_since(job: &Job, head: &Head) -> Option<String> {
    let is_same = fingerprint(job).is_ok_and(|now| now == head.origin.sources);
    let warning = "a file that the recipe names has changed since the atlas was built: the release may differ from what was negotiated";
    (!is_same).then(|| warning.to_owned())
}
