//! What a curator does in a session.

use super::file::SessionFile;
use super::words;
use crate::ask::{AskOptions, Open, describe, with_explorer};
use crate::asked::{Asked, AskedNode};
use crate::aspire::AspireTexts;
use crate::prefer::{PreferAnswer, recipe_of, start};
use crate::wish::{WishTexts, axis_called};
use equipoise::Watch;
use equipoise_data::{Error, Levels, Result, did_you_mean};
use equipoise_explore::session::{Aspired, Choice, Relax, Session, Step, StepOutcome, Walked};
use equipoise_explore::{Answer, AxisHead, Explorer, Shown, Thresholds, Wishes};
use serde_json::{Value, json};
use std::path::Path;
use std::time::Instant;

/// Asks in a session, which begins with this wish if it is new, and keeps the wish and its answer.
/// Without a source the session's own atlas is asked.
///
/// # Errors
/// Those of [`SessionFile::open_or_begin`] and [`SessionFile::ask`].
pub fn ask_in_session(
    session: &Path,
    source: Option<&Path>,
    wishes: &WishTexts,
    options: &AskOptions,
    watch: &dyn Watch,
) -> Result<Asked> {
    SessionFile::open_or_begin(session, source, options)?.ask(wishes, options, watch)
}

/// Aspires to something in a session, which begins with it if it is new, and keeps it with what
/// came of it. Without a source the session's own atlas is asked.
///
/// # Errors
/// Those of [`SessionFile::open_or_begin`] and [`SessionFile::prefer`].
pub fn prefer_in_session(
    session: &Path,
    source: Option<&Path>,
    (wishes, aspire): (&WishTexts, &AspireTexts),
    options: &AskOptions,
    watch: &dyn Watch,
) -> Result<PreferAnswer> {
    SessionFile::open_or_begin(session, source, options)?.prefer(wishes, aspire, options, watch)
}

/// A node that was picked or kept.
#[derive(Clone, Debug)]
pub struct Picked {
    /// The name that a kept candidate has.
    pub name: Option<String>,
    /// The node under the thresholds that are wished for, with what lies behind it.
    pub asked: Asked,
    /// Whether it is within all wishes.
    pub is_within_wishes: bool,
}

impl Picked {
    /// The node.
    pub fn node(&self) -> &AskedNode {
        self.asked
            .answer
            .as_ref()
            .expect("a picked node is described as an answer")
    }

    /// The object that `--json` prints.
    pub fn to_json(&self) -> Value {
        let mut object = self.asked.to_json();
        json!({ "candidate": self.name, "node": object["answer"].take(), "within_wishes": self.is_within_wishes, "warnings": self.asked.warnings })
    }
}

impl SessionFile {
    /// Opens the atlas of the session, which must be the one it was held with so far.
    pub(super) fn with_atlas<R>(
        &self,
        options: &AskOptions,
        watch: &dyn Watch,
        run: impl FnOnce(Open<'_>) -> Result<R>,
    ) -> Result<R> {
        let path = self.atlas_path();
        with_explorer(&path, &WishTexts::default(), options, watch, |open| {
            self.check_atlas(&path, open.explorer.atlas())?;
            run(open)
        })
    }

    /// Asks, and keeps the wish and its answer.
    ///
    /// # Errors
    /// Wishes that do not fit, an atlas that was built again, a session that was changed by another
    /// process.
    pub fn ask(
        &mut self,
        wishes: &WishTexts,
        options: &AskOptions,
        watch: &dyn Watch,
    ) -> Result<Asked> {
        if options.as_in_source {
            return Err(Error::usage(
                "a session keeps exact answers, not those of the source's algorithm",
            )
            .hint("leave out `--session`, or ask `--by height` for the source's measure"));
        }
        let (step, asked) = self.with_atlas(options, watch, |open| {
            let given = wishes.wishes(open.explorer.atlas().chart())?;
            put(open, given, wishes.words())
        })?;
        self.record(|session| session.push(step))?;
        Ok(asked)
    }

    /// Aspires to something in two measures, on a way that begins at the node that is looked at
    /// unless it is said otherwise, and keeps it with what came of it. Wishes that are not said are
    /// those of before.
    ///
    /// # Errors
    /// Wishes and aspirations that do not fit, an atlas that was built again, a session that was
    /// changed by another process.
    pub fn prefer(
        &mut self,
        wishes: &WishTexts,
        aspire: &AspireTexts,
        options: &AskOptions,
        watch: &dyn Watch,
    ) -> Result<PreferAnswer> {
        let state = self.session.state();
        let (step, answer) = self.with_atlas(options, watch, |open| {
            let chart = open.explorer.atlas().chart();
            let said = match (wishes.words().is_empty(), &state.wishes) {
                (true, Some(before)) => before.clone(),
                _ => wishes.wishes(chart)?,
            };
            let current = state.current.as_deref();
            let aspired = aspire.aspired(&recipe_of(open.explorer)?, &|measures| {
                start(open.explorer, &said, current, measures)
            })?;
            prefer_step(&open, said, aspired)
        })?;
        self.record(|session| session.push(step))?;
        Ok(answer)
    }

    /// Picks one of the nodes along the way to the last aspiration, counted from 1.
    ///
    /// # Errors
    /// Nothing that was aspired to, or fewer nodes than that.
    pub fn pick_walked(&mut self, number: usize) -> Result<Walked> {
        let walked = self
            .session
            .state()
            .aspired
            .and_then(|(_, found)| found)
            .map_or_else(Vec::new, |found| found.walked);
        let picked = number
            .checked_sub(1)
            .and_then(|i| walked.get(i))
            .cloned()
            .ok_or_else(|| {
                let there = match walked.len() {
                    0 => "nothing was found along a way yet".to_owned(),
                    n => format!("there are {n} along the way, counted from 1"),
                };
                Error::usage(format!("there is no number {number} to pick: {there}"))
            })?;
        self.record(|session| session.choose(picked.levels.clone()))?;
        Ok(picked)
    }

    /// Accepts a suggestion of the last wish (`suppression`, `height` or `threshold`), asks again
    /// with it worked in, and keeps both. Weaker privacy needs a reason. `threshold` is the first
    /// threshold that was suggested; `threshold:MODEL:COLUMN` names another one.
    ///
    /// # Errors
    /// A suggestion that there is not, a reason that is lacking, and those of [`SessionFile::ask`].
    pub fn accept(
        &mut self,
        which: &str,
        reason: Option<&str>,
        options: &AskOptions,
        watch: &dyn Watch,
    ) -> Result<Asked> {
        let (which, axis) = self.suggestion(which)?;
        let mut accepted = self.session.clone();
        accepted.accept(which, axis, reason)?;
        let wishes = accepted
            .state()
            .wishes
            .expect("a suggestion is part of a wish");
        let (step, asked) = self.with_atlas(options, watch, |open| {
            let said = words::texts_of(open.explorer.atlas().chart(), &wishes)
                .0
                .words();
            put(open, wishes, said)
        })?;
        self.record(|session| {
            session.accept(which, axis, reason)?;
            session.push(step)
        })?;
        Ok(asked)
    }

    /// A suggestion by its name.
    fn suggestion(&self, name: &str) -> Result<(Relax, Option<usize>)> {
        if let Some(model) = name.strip_prefix("threshold:") {
            let models: Vec<&AxisHead> = self.about.models.iter().collect();
            return Ok((Relax::Threshold, Some(axis_called(&models, model)?)));
        }
        let all = [Relax::Suppression, Relax::Height, Relax::Threshold];
        let which = all.into_iter().find(|r| r.name() == name).ok_or_else(|| {
            Error::usage(format!(
                "`{name}` is no suggestion; suggestions are `suppression`, `height`, `threshold` and `threshold:MODEL:COLUMN`"
            ))
        })?;
        Ok((which, None))
    }

    /// Picks a node by hand: each `column=level` changes a level of the node that is looked at.
    ///
    /// # Errors
    /// Texts that are no levels, a node of which nothing is known.
    pub fn choose(
        &mut self,
        levels: &[String],
        options: &AskOptions,
        watch: &dyn Watch,
    ) -> Result<Picked> {
        let state = self.session.state();
        let (levels, picked) = self.with_atlas(options, watch, |open| {
            let levels = self.changed_levels(open.explorer, state.current.as_deref(), levels)?;
            Ok((
                levels.clone(),
                pick(&open, state.wishes.as_ref(), &levels)?.1,
            ))
        })?;
        self.record(|session| session.choose(levels))?;
        Ok(picked)
    }

    /// Keeps the node that is looked at for comparison, under a name or the next free letter.
    ///
    /// # Errors
    /// No node that is looked at, one that leaves out every row, a name that was used before.
    pub fn keep(
        &mut self,
        name: Option<&str>,
        options: &AskOptions,
        watch: &dyn Watch,
    ) -> Result<Picked> {
        let state = self.session.state();
        let levels = state.current.ok_or_else(|| {
            Error::usage("there is no node to keep: the last wish was not met")
                .hint("accept a suggestion, or choose a node by its levels")
        })?;
        let (shown, thresholds, mut picked) = self.with_atlas(options, watch, |open| {
            let thresholds = thresholds(open.explorer, state.wishes.as_ref());
            let (shown, picked) = pick(&open, state.wishes.as_ref(), &levels)?;
            refuse_empty(&shown)?;
            Ok((shown, thresholds, picked))
        })?;
        // By the recipe's own loss, so that all candidates can be compared.
        picked.name = Some(self.record(|session| session.keep(name, &shown, &thresholds, 0))?);
        Ok(picked)
    }

    /// Gives a candidate another name.
    ///
    /// # Errors
    /// No such candidate, a name that was used before.
    pub fn rename(&mut self, from: &str, to: &str) -> Result<()> {
        self.record(|session| session.rename(from, to))
    }

    /// Removes a candidate from the comparison.
    ///
    /// # Errors
    /// No such candidate, or the one that was decided on.
    pub fn remove(&mut self, name: &str) -> Result<()> {
        self.record(|session| session.remove(name))
    }

    /// Writes something down, about a candidate or the whole.
    ///
    /// # Errors
    /// An empty text, no such candidate.
    pub fn note(&mut self, about: Option<&str>, text: &str) -> Result<()> {
        self.record(|session| session.note(about, text))
    }

    /// Decides on a candidate, or on the node that is looked at.
    ///
    /// # Errors
    /// No reason, nothing to decide on.
    pub fn decide(&mut self, candidate: Option<&str>, because: &str) -> Result<()> {
        let on = candidate.map_or(Choice::Current, |name| Choice::Candidate(name.to_owned()));
        self.record(|session| session.decide(on, because))
    }

    /// Takes back what was done last, and says what.
    ///
    /// # Errors
    /// Nothing that could be taken back.
    pub fn undo(&mut self) -> Result<String> {
        let about = self.about.clone();
        self.record(|session| {
            let mut undone = session
                .undo()
                .cloned()
                .ok_or_else(|| Error::usage("nothing was done yet that could be undone"))?;
            // Accepting a suggestion asks again: that is one thing for whoever did it.
            let before = session
                .cursor()
                .checked_sub(1)
                .map(|at| session.steps()[at].clone());
            if let Some(accept @ Step::Accept { .. }) = before
                && is_asked_again(session, &undone)
            {
                session.undo();
                undone = accept;
            }
            Ok(words::step(&about, &undone))
        })
    }

    /// Does again what was taken back last, and says what.
    ///
    /// # Errors
    /// Nothing that could be done again.
    pub fn redo(&mut self) -> Result<String> {
        let about = self.about.clone();
        self.record(|session| {
            let done = session
                .redo()
                .cloned()
                .ok_or_else(|| Error::usage("nothing was undone that could be done again"))?;
            let next = session.steps().get(session.cursor()).cloned();
            if matches!(done, Step::Accept { .. })
                && next.is_some_and(|next| is_asked_again(session, &next))
            {
                session.redo();
            }
            Ok(words::step(&about, &done))
        })
    }

    /// The levels of the node that is looked at, some of them changed. Columns that are linked with
    /// these move along.
    fn changed_levels(
        &self,
        explorer: &Explorer<'_>,
        current: Option<&[u8]>,
        texts: &[String],
    ) -> Result<Levels> {
        let (head, lattice) = (
            explorer.atlas().chart().head(),
            explorer.atlas().chart().lattice(),
        );
        let mut named: Vec<Option<u8>> = vec![None; head.attributes.len()];
        for text in texts {
            let (name, value) = text.rsplit_once('=').ok_or_else(|| {
                Error::usage(format!(
                    "`{text}` is no level; it needs a column and its level with `=` between them"
                ))
                .hint("such as `age=1`")
            })?;
            let names = head.attributes.iter().map(|a| a.name.as_str());
            let at = names.clone().position(|n| n == name).ok_or_else(|| {
                let error = Error::usage(format!(
                    "`{name}` is no quasi-identifier; quasi-identifiers: {}",
                    self.about.columns.join(", ")
                ));
                match did_you_mean(name, names) {
                    Some(hint) => error.hint(hint),
                    None => error,
                }
            })?;
            let of = &head.attributes[at];
            let level = value
                .parse()
                .ok()
                .filter(|level| (of.low..=of.high).contains(level));
            named[at] = Some(level.ok_or_else(|| {
                Error::usage(format!(
                    "is `{value}`; it must be a whole number from {} to {}",
                    of.low, of.high
                ))
                .at_column("the level of `{}` ", name)
            })?);
        }
        let of_group = |a: usize| named[a].or_else(|| lattice.group(a).find_map(|b| named[b]));
        let levels: Vec<Option<u8>> = (0..named.len())
            .map(|a| of_group(a).or_else(|| current.map(|c| c[a])))
            .collect();
        let lacking: Vec<&str> = head
            .attributes
            .iter()
            .zip(&levels)
            .filter(|(_, l)| l.is_none())
            .map(|(a, _)| a.name.as_str())
            .collect();
        if !lacking.is_empty() {
            return Err(Error::usage(format!(
                "no node is looked at yet, so all levels are needed; these lack: {}",
                lacking.join(", ")
            ))
            .hint("such as `age=1`, once per column"));
        }
        Ok(levels.into_iter().flatten().collect())
    }
}

/// True for a wish that is the one which the session stands at: a suggestion was accepted, and
/// asked again.
fn is_asked_again(session: &Session, step: &Step) -> bool {
    matches!(step, Step::Wish { wishes, .. } if session.state().wishes.as_ref() == Some(wishes))
}

/// Asks, and makes a step of it.
fn put(open: Open<'_>, wishes: Wishes, said: Vec<(String, String)>) -> Result<(Step, Asked)> {
    let started = Instant::now();
    let answer = open.explorer.ask(&wishes)?;
    let answer_us = started.elapsed().as_secs_f64() * 1e6;
    let mut asked = describe(open.explorer, &wishes, &answer);
    (asked.answer_us, asked.warnings) = (answer_us, open.warnings);
    let outcome = StepOutcome::of(&wishes, &answer);
    Ok((
        Step::Wish {
            wishes,
            words: said,
            answer: outcome,
        },
        asked,
    ))
}

/// Aspires, and makes a step of it.
pub(super) fn prefer_step(
    open: &Open<'_>,
    wishes: Wishes,
    aspired: Aspired,
) -> Result<(Step, PreferAnswer)> {
    let mut answer = PreferAnswer::new(open.explorer, &wishes, aspired.clone())?;
    answer.asked.warnings.clone_from(&open.warnings);
    let said = words::texts_of(open.explorer.atlas().chart(), &wishes)
        .0
        .words();
    let words_of_wishes = said.clone();
    let words = said
        .into_iter()
        .chain(words::aspiration(&aspired))
        .collect();
    // Where nothing is within the wishes, what counts is what would have to give, and that can be
    // accepted.
    let step = match &answer.preferred {
        Some(found) => Step::Prefer {
            wishes,
            words,
            aspired,
            answer: Some(found.clone()),
        },
        None => {
            let outcome = StepOutcome::of(&wishes, &open.explorer.ask(&wishes)?);
            Step::Wish {
                words: words_of_wishes,
                wishes,
                answer: outcome,
            }
        }
    };
    Ok((step, answer))
}

/// The thresholds that are wished for, or the recipe's own.
pub(super) fn thresholds(explorer: &Explorer<'_>, wishes: Option<&Wishes>) -> Thresholds {
    wishes.map_or_else(
        || explorer.atlas().chart().thresholds(),
        |w| w.thresholds.clone(),
    )
}

/// The figures of the node with these levels.
pub(crate) fn figures(
    explorer: &Explorer<'_>,
    thresholds: &Thresholds,
    levels: &[u8],
) -> Result<Shown> {
    let node = explorer.atlas().chart().node(levels)?;
    explorer.show(thresholds, node).ok_or_else(|| {
        Error::usage("the atlas has no record of this node, and its table is not at hand as it was")
            .hint("put the table back, or choose a node that the atlas has a record of")
    })
}

/// A node as if it were the answer to the wishes.
pub(super) fn pick(
    open: &Open<'_>,
    wishes: Option<&Wishes>,
    levels: &[u8],
) -> Result<(Shown, Picked)> {
    let explorer = open.explorer;
    let wishes = match wishes {
        Some(wishes) => wishes.clone(),
        None => WishTexts::default().wishes(explorer.atlas().chart())?,
    };
    let shown = figures(explorer, &wishes.thresholds, levels)?;
    let as_answer = Answer {
        best: Some(shown.clone()),
        ties: Vec::new(),
        proved: false,
        nodes_visited: 1,
        suggestions: None,
    };
    let mut asked = describe(explorer, &wishes, &as_answer);
    asked.warnings.clone_from(&open.warnings);
    let is_within_wishes = wishes.allow(&shown);
    Ok((
        shown,
        Picked {
            name: None,
            asked,
            is_within_wishes,
        },
    ))
}

/// # Errors
/// A usage error for a node of which nothing would be released.
pub(super) fn refuse_empty(shown: &Shown) -> Result<()> {
    if shown.kept_classes > 0 {
        return Ok(());
    }
    Err(
        Error::usage("this node leaves out every row, which is no release")
            .hint("choose a coarser one"),
    )
}
