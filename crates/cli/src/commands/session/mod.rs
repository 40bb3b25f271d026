//! `equipoise session show negotiation.json`

mod text;

use super::ask::tell as tell_answer;
use crate::again::Again;
use crate::args::session::{Accept, Common, Export, Session, SessionCommand};
use crate::exit::Exit;
use crate::say;
use equipoise::{Result, Watch};
use equipoise_workbench::{AskOptions, ExportOptions, Picked, SessionFile, WishTexts};
use serde_json::json;

/// Runs one step of a session, or shows it.
pub(crate) fn run(args: &Session, watch: &dyn Watch) -> Result<Exit> {
    let common = args.command.common();
    let mut session = SessionFile::open(&common.session)?;
    let options = AskOptions::default();
    if !common.shared.json {
        say::warnings(&Vec::from_iter(session.unsealed()));
    }
    match &args.command {
        SessionCommand::Show(_) => {
            let shown = session.show();
            tell(common, || shown.to_json(), || text::shown(&shown))
        }
        SessionCommand::Undo(_) => session
            .undo()
            .and_then(|undone| done(common, &session, &format!("took back: {undone}"))),
        SessionCommand::Redo(_) => session
            .redo()
            .and_then(|again| done(common, &session, &format!("did again: {again}"))),
        SessionCommand::Accept(a) => accept(a, &mut session, &options, watch),
        SessionCommand::Choose(a) => picked(common, &session.choose(&a.levels, &options, watch)?),
        SessionCommand::Keep(a) => {
            picked(common, &session.keep(a.name.as_deref(), &options, watch)?)
        }
        SessionCommand::Rename(a) => {
            session.rename(&a.from, &a.to)?;
            done(
                common,
                &session,
                &format!("candidate `{}` is now `{}`", a.from, a.to),
            )
        }
        SessionCommand::Remove(a) => {
            session.remove(&a.name)?;
            done(
                common,
                &session,
                &format!("candidate `{}` is removed", a.name),
            )
        }
        SessionCommand::Note(a) => {
            session.note(a.about.as_deref(), &a.text)?;
            done(common, &session, "noted")
        }
        SessionCommand::Decide(a) => {
            session.decide(a.candidate.as_deref(), &a.because)?;
            done(
                common,
                &session,
                "decided; `equipoise session export` writes the recipe that releases it",
            )
        }
        SessionCommand::Replay(_) => {
            let replayed = session.replay(&options, watch)?;
            if !common.shared.json {
                say::warnings(&replayed.warnings);
            }
            tell(common, || replayed.to_json(), || text::replayed(&replayed))?;
            Ok(Exit::judged(replayed.differences.is_empty()))
        }
        SessionCommand::Export(a) => export(a, &session, &options, watch),
    }
}

/// A session as text.
pub(crate) fn shown(session: &SessionFile) -> String {
    text::shown(&session.show())
}

/// Prints what is asked for, as an object or as text.
fn tell(
    common: &Common,
    object: impl FnOnce() -> serde_json::Value,
    text: impl FnOnce() -> String,
) -> Result<Exit> {
    if common.shared.json {
        say::object(&object())?;
    } else if !common.shared.quiet {
        say::text(&text())?;
    }
    Ok(Exit::Done)
}

/// Prints that a step was taken; as an object with where the session stands.
fn done(common: &Common, session: &SessionFile, what: &str) -> Result<Exit> {
    let object = || {
        let mut object = session.show().to_json();
        object["did"] = json!(what);
        object
    };
    tell(common, object, || {
        format!("{}{}.\n", what[..1].to_uppercase(), &what[1..])
    })
}

fn accept(
    args: &Accept,
    session: &mut SessionFile,
    options: &AskOptions,
    watch: &dyn Watch,
) -> Result<Exit> {
    let asked = session.accept(&args.which, args.reason.as_deref(), options, watch)?;
    let again = Again {
        command: "ask",
        source: format!("--session={}", args.common.session.display()),
        manner: Vec::new(),
    };
    tell_answer(&asked, &WishTexts::default(), &again, &args.common.shared)?;
    Ok(Exit::Done)
}

fn picked(common: &Common, picked: &Picked) -> Result<Exit> {
    if !common.shared.json {
        say::warnings(&picked.asked.warnings);
    }
    tell(common, || picked.to_json(), || text::picked(picked))
}

fn export(
    args: &Export,
    session: &SessionFile,
    options: &AskOptions,
    watch: &dyn Watch,
) -> Result<Exit> {
    let export = ExportOptions {
        candidate: args.candidate.clone(),
        output: args.output.clone(),
        force: args.force,
    };
    let exported = session.export(&export, options, watch)?;
    if !args.common.shared.json {
        say::warnings(&exported.warnings);
    }
    tell(
        &args.common,
        || exported.to_json(),
        || text::exported(&exported),
    )
}
