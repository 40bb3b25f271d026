//! The file of a session: opened, checked, saved so that no step is lost.

use crate::ask::AskOptions;
use crate::atlas_file::is_atlas_file;
use crate::atlas_file::open_atlas;
use crate::build::output_path;
use crate::head::fingerprint;
use equipoise::Job;
use equipoise_data::{Error, Result};
use equipoise_engine::{Access, Journal, read_text, refuse_link, save};
use equipoise_explore::session::Session;
use equipoise_explore::{Atlas, AxisHead, Head};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// What the file says it is.
const KIND: &str = "equipoise session";

/// The version of the file's layout. Files of version 1, which have no seal, are read too.
const VERSION: u32 = 2;

/// How long a step waits for another process that is saving one. Saving takes milliseconds.
const PATIENCE: Duration = Duration::from_secs(5);

/// What the numbers of a session are about, so that it can be read without its atlas.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct About {
    /// The atlas file.
    pub(super) atlas: PathBuf,
    /// Whether persons are the unit of protection.
    pub(super) persons: bool,
    /// Input rows.
    pub(super) rows: u64,
    /// The quasi-identifiers, in the order of levels.
    pub(super) columns: Vec<String>,
    /// The models, in the order of thresholds.
    pub(super) models: Vec<AxisHead>,
    /// How many of the models are axes; those behind judge whole tables.
    pub(super) axes: usize,
    /// The recipe's own loss.
    pub(super) loss: String,
}

impl About {
    fn new(path: &Path, head: &Head) -> Self {
        About {
            atlas: std::path::absolute(path).unwrap_or_else(|_| path.to_owned()),
            persons: head.persons,
            rows: head.rows,
            columns: head.attributes.iter().map(|a| a.name.clone()).collect(),
            models: head.axes.iter().chain(&head.tables).cloned().collect(),
            axes: head.axes.len(),
            loss: head.losses[0].metric.name().to_owned(),
        }
    }

    /// Whether levels and thresholds mean the same with another atlas.
    pub(super) fn fits(&self, head: &Head) -> bool {
        let same = |a: &AxisHead, b: &AxisHead| {
            (&a.model, &a.column, &a.detail, &a.key, a.scale)
                == (&b.model, &b.column, &b.detail, &b.key, b.scale)
        };
        let models: Vec<&AxisHead> = head.axes.iter().chain(&head.tables).collect();
        self.axes == head.axes.len()
            && self.models.len() == models.len()
            && self.models.iter().zip(models).all(|(a, b)| same(a, b))
            && self
                .columns
                .iter()
                .eq(head.attributes.iter().map(|a| &a.name))
            && self.loss == head.losses[0].metric.name()
    }
}

/// All that the file holds.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stored {
    kind: String,
    version: u32,
    about: About,
    session: Session,
    /// The checksum of all text before it; none in files of version 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seal: Option<String>,
}

/// The text of a session with its seal.
///
/// The seal is not keyed: it shows that a file was edited by somebody who knows nothing of it, not
/// who wrote the file.
fn sealed(stored: &Stored) -> Result<String> {
    let text = serde_json::to_string_pretty(stored)
        .map_err(|e| Error::internal(format!("a session has no JSON: {e}")).caused_by(e))?;
    let open = text
        .strip_suffix("\n}")
        .ok_or_else(|| Error::internal("the JSON of a session is no object"))?;
    Ok(format!("{open}{}", seal_of(open)))
}

/// The end of a text: the seal of what is before it.
fn seal_of(text: &str) -> String {
    format!(
        ",\n  \"seal\": \"{:016x}\"\n}}\n",
        equipoise_engine::checksum(text.as_bytes())
    )
}

/// Whether a text is as it was written: it ends with the seal of what is before that.
fn has_own_seal(text: &str) -> bool {
    text.rfind(",\n  \"seal\"")
        .is_some_and(|at| text[at..] == seal_of(&text[..at]))
}

/// The record of a negotiation, in a file.
///
/// Each method that adds a step saves the file before it returns: whole or not at all, readable by
/// its owner only. A file that somebody else changed since it was read is left alone, and the step
/// is refused.
#[derive(Clone, Debug)]
pub struct SessionFile {
    pub(super) path: PathBuf,
    pub(super) about: About,
    pub(super) session: Session,
    /// The text of the file as it was read or saved last; none before the first step of a new one.
    text: Option<String>,
    is_sealed: bool,
}

impl SessionFile {
    /// Opens the file of a session.
    ///
    /// # Errors
    /// A file that is none, of another version, or altered.
    pub fn open(path: &Path) -> Result<Self> {
        refuse_link(path, "a session")?;
        let text = read_text(path)?;
        let Stored {
            about,
            session,
            seal,
            ..
        } = parse(&text).map_err(|e| e.in_file(path))?;
        Ok(SessionFile {
            path: path.to_owned(),
            about,
            session,
            text: Some(text),
            is_sealed: seal.is_some(),
        })
    }

    /// Opens the file of a session, or begins one with an atlas, or with a recipe that has its
    /// atlas beside it. A new file appears with the first step.
    ///
    /// # Errors
    /// Those of [`SessionFile::open`]; a new session without a source; a source that has no atlas,
    /// or another one than the session.
    pub fn open_or_begin(path: &Path, source: Option<&Path>, options: &AskOptions) -> Result<Self> {
        refuse_link(path, "a session")?;
        let there = path.exists();
        let Some(source) = source else {
            let begin = || {
                Error::usage(format!("there is no session `{}` yet", path.display()))
                    .at_file("", path)
                    .hint("name the atlas or the recipe to begin one")
            };
            return if there {
                SessionFile::open(path)
            } else {
                Err(begin())
            };
        };
        let atlas_path = atlas_of(source, options)?;
        SessionFile::begin_or_go_on(path, &atlas_path, &open_atlas(&atlas_path)?)
    }

    /// Opens the file of a session with an atlas, or begins one.
    pub(super) fn begin_or_go_on(path: &Path, atlas_path: &Path, atlas: &Atlas) -> Result<Self> {
        refuse_link(path, "a session")?;
        if path.exists() {
            let file = SessionFile::open(path)?;
            file.check_atlas(atlas_path, atlas)?;
            return Ok(file);
        }
        let head = atlas.chart().head();
        let recipe = Path::new(&head.origin.recipe_path)
            .file_name()
            .map_or_else(String::new, |n| n.to_string_lossy().into_owned());
        let session = Session::new(checksum(atlas), recipe);
        Ok(SessionFile {
            path: path.to_owned(),
            about: About::new(atlas_path, head),
            session,
            text: None,
            is_sealed: true,
        })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// A warning when the file has no seal, so that nobody can tell whether it was edited. The next
    /// step seals it.
    pub fn unsealed(&self) -> Option<String> {
        (!self.is_sealed).then(|| {
            format!(
                "the session `{}` has no seal: an earlier version of Equipoise wrote it, or somebody edited it; the next step seals it with its present content",
                self.path.display()
            )
        })
    }

    /// Where the atlas is: where it was, or beside the session when both were moved.
    pub(super) fn atlas_path(&self) -> PathBuf {
        let moved = self
            .about
            .atlas
            .file_name()
            .map(|name| self.path.with_file_name(name))
            .filter(|path| path.exists());
        if self.about.atlas.exists() {
            self.about.atlas.clone()
        } else {
            moved.unwrap_or_else(|| self.about.atlas.clone())
        }
    }

    /// # Errors
    /// A usage error when the atlas is not the one of the session.
    pub(super) fn check_atlas(&self, path: &Path, atlas: &Atlas) -> Result<()> {
        if self.session.atlas() == checksum(atlas) {
            return Ok(());
        }
        Err(Error::usage(format!(
            "is not the atlas that the session `{}` was held with: it was built again, or it is another one",
            self.path.display()
        ))
        .at_file("`{}` ", path)
        .hint("`equipoise session replay` asks every wish again and lists what differs; begin a new session to go on"))
    }

    /// Changes the session and saves it; after an error it is as it was.
    pub(super) fn record<R>(
        &mut self,
        change: impl FnOnce(&mut Session) -> Result<R>,
    ) -> Result<R> {
        let mut session = self.session.clone();
        let result = change(&mut session)?;
        let stored = Stored {
            kind: KIND.to_owned(),
            version: VERSION,
            about: self.about.clone(),
            session,
            seal: None,
        };
        let text = sealed(&stored)?;
        let lock = lock(&self.path)?;
        let saved = self
            .check_unchanged()
            .and_then(|()| save(&self.path, Access::OwnerOnly, text.as_bytes()));
        // The lock goes with the process, whatever becomes of its file.
        let _ = lock.remove();
        saved?;
        (self.session, self.text, self.is_sealed) = (stored.session, Some(text), true);
        Ok(result)
    }

    /// Whether the file is there and not as it was read.
    pub(super) fn is_changed(&self) -> Result<bool> {
        Ok(self.path.exists() && Some(read_text(&self.path)?) != self.text)
    }

    /// # Errors
    /// A usage error when the file is not as it was read.
    fn check_unchanged(&self) -> Result<()> {
        refuse_link(&self.path, "a session")?;
        let there = if self.path.exists() {
            Some(read_text(&self.path)?)
        } else {
            None
        };
        if there == self.text {
            return Ok(());
        }
        Err(
            Error::usage("was changed by another process meanwhile; this step is not in it")
                .at_file("the session `{}` ", &self.path)
                .hint("look at it with `equipoise session show`, then run the command again"),
        )
    }
}

/// What an atlas is called in sessions.
pub(super) fn checksum(atlas: &Atlas) -> String {
    format!("{:016x}", atlas.checksum())
}

fn parse(text: &str) -> Result<Stored> {
    let refused = |what: String| Error::data(format!("the session cannot be read: {what}"));
    let value: Value = serde_json::from_str(text)
        .map_err(|e| refused(format!("it is not valid JSON: {e}")).caused_by(e))?;
    if value.get("kind").and_then(Value::as_str) != Some(KIND) {
        return Err(refused("it is not the file of a session".to_owned())
            .hint("a session begins with `equipoise ask ATLAS --session FILE`"));
    }
    let version = value.get("version").and_then(Value::as_u64);
    if !version.is_some_and(|version| (1..=VERSION.into()).contains(&version)) {
        let told = version.map_or_else(|| "no version".to_owned(), |v| format!("version {v}"));
        return Err(Error::data(format!(
            "the session has {told}; this build reads versions 1 to {VERSION}"
        ))
        .hint("a newer Equipoise may have written it"));
    }
    let stored: Stored =
        serde_json::from_str(text).map_err(|e| refused(e.to_string()).caused_by(e))?;
    Session::from_json(&value["session"].to_string())?;
    check_about(&stored).map_err(refused)?;
    if (stored.version > 1 || stored.seal.is_some()) && !has_own_seal(text) {
        return Err(refused(
            "it was edited or damaged: its seal does not match its text".to_owned(),
        )
        .hint(
            "restore the file from a copy; add steps only with `equipoise session` or on the page",
        ));
    }
    Ok(stored)
}

/// Checks that the steps speak of the columns and models that the file names.
fn check_about(stored: &Stored) -> Result<(), String> {
    use equipoise_explore::session::Step;
    let about = &stored.about;
    if about.axes > about.models.len() || about.models.iter().any(|m| m.scale == 0) {
        return Err("its models contradict each other".to_owned());
    }
    let models = (about.axes, about.models.len() - about.axes);
    let steps = stored
        .session
        .steps()
        .iter()
        .chain(stored.session.set_aside());
    let (levels, thresholds): (Vec<usize>, Vec<(usize, usize)>) = steps
        .filter_map(|step| match step {
            Step::Wish { wishes, .. } | Step::Prefer { wishes, .. } => {
                Some((wishes.low.len(), Some(&wishes.thresholds)))
            }
            Step::Choose { levels } => Some((levels.len(), None)),
            Step::Candidate(candidate) => {
                Some((candidate.levels.len(), Some(&candidate.thresholds)))
            }
            _ => None,
        })
        .map(|(levels, t)| (levels, t.map_or(models, |t| (t.axes.len(), t.tables.len()))))
        .unzip();
    // Within the steps they agree; that was checked before.
    if levels.iter().all(|&n| n == about.columns.len()) && thresholds.iter().all(|&n| n == models) {
        return Ok(());
    }
    Err("its steps are not about the columns and models that it names".to_owned())
}

/// Makes sure that nobody else saves a step. The lock ends with the process, so a killed one leaves
/// at most an empty file.
fn lock(path: &Path) -> Result<Journal> {
    let mut name = path
        .file_name()
        .map(|n| n.to_os_string())
        .unwrap_or_default();
    name.push(".lock");
    let place = path.with_file_name(name);
    let started = Instant::now();
    loop {
        let error = match Journal::open(&place, KIND.as_bytes()) {
            Ok((journal, _)) => return Ok(journal),
            Err(error) => error,
        };
        // Without the file, it is not another process that stands in the way.
        if started.elapsed()
            >= if place.exists() {
                PATIENCE
            } else {
                PATIENCE / 10
            }
        {
            return Err(error);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// The atlas of a source.
fn atlas_of(source: &Path, options: &AskOptions) -> Result<PathBuf> {
    if is_atlas_file(source)? {
        return Ok(source.to_owned());
    }
    let job = Job::open(source)?;
    let beside = output_path(&job, &options.atlas)?;
    let build = format!(
        "equipoise atlas build {}",
        crate::command_line::quoted(source)
    );
    if !beside.exists() {
        return Err(Error::usage("")
            .at_file("has no atlas yet: there is no `{}`", beside)
            .at_file("`{}` ", source)
            .hint(format!(
                "a session is held with an atlas; `{build}` makes it"
            )));
    }
    if open_atlas(&beside)?.chart().head().origin.sources != fingerprint(&job)? {
        return Err(Error::usage(
            "is out of date: the recipe or a file that it names has changed since",
        )
        .at_file("`{}` ", beside)
        .hint(format!(
            "`{build} --force` builds it again; or name the atlas itself"
        )));
    }
    Ok(beside)
}
