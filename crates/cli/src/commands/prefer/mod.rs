//! `equipoise prefer recipe.toml --aspire necd=1.0 --aspire nwp=0.2`

mod dialogue;
mod tell;
mod text;

use crate::args::Prefer;
use crate::exit::Exit;
use crate::say;
use equipoise::{Error, Job, PartitionFound, PartitionWalk, Result, Watch};
use equipoise_workbench::{
    AspiringRecipe, PreferAnswer, SessionFile, check_export, is_atlas_file, prefer,
    prefer_in_session, prefer_partitions, write_recipe,
};
use std::path::Path;
use tell::tell;

/// Aspires to something. That nothing is within the wishes is an answer too.
pub(crate) fn run(args: &Prefer, watch: &dyn Watch) -> Result<Exit> {
    if is_over_partitions(args)? {
        return over_partitions(args, watch);
    }
    if args.is_dialogue() {
        return dialogue::hold(args, &mut std::io::stdin().lock(), watch);
    }
    check_export_of_levels(args)?;
    let picked = args.pick.map(|number| pick(args, number)).transpose()?;
    let (wishes, aspire, options) = (args.wishes(), args.aspire(), args.options()?);
    if let (Some(picked), Some(session)) = (&picked, &args.session)
        && aspire.words().is_empty()
    {
        return tell_picked(args, session, picked);
    }
    let answer = match (&args.session, &args.source) {
        (Some(session), source) => {
            let answer = prefer_in_session(
                session,
                source.as_deref(),
                (&wishes, &aspire),
                &options,
                watch,
            );
            // Both steps are taken, or none.
            if answer.is_err() && picked.is_some() {
                SessionFile::open(session)?.undo()?;
            }
            answer?
        }
        (None, Some(source)) => prefer(source, &wishes, &aspire, &options, watch)?,
        (None, None) => {
            return Err(Error::usage(
                "there is nothing to ask: name a recipe, an atlas or a session",
            ));
        }
    };
    let exported = export(args, &answer)?;
    tell(args, &answer, exported)?;
    Ok(Exit::Done)
}

/// As the flag says, or else the recipe.
fn is_over_partitions(args: &Prefer) -> Result<bool> {
    match (&args.over, &args.source) {
        (Some(over), _) => Ok(over == "partitions"),
        (None, Some(source))
            if args.session.is_none() && !args.wants_dialogue() && !is_atlas_file(source)? =>
        {
            Ok(Job::open(source)?.is_over_partitions())
        }
        _ => Ok(false),
    }
}

/// Goes to a node that was found along the last way of the session.
fn pick(args: &Prefer, number: usize) -> Result<equipoise_workbench::Walked> {
    let session = args.session.as_ref().ok_or_else(|| {
        Error::usage("`--pick` needs `--session`, which knows what was found along the way")
            .hint("or `--over partitions --export`")
    })?;
    if let Some((flag, _)) = args
        .wishes()
        .words()
        .first()
        .filter(|_| args.aspire().words().is_empty())
    {
        return Err(
            Error::usage(format!("`--{flag}` has no meaning with `--pick` alone"))
                .hint("aspire to something under it: `--aspire`"),
        );
    }
    SessionFile::open(session)?.pick_walked(number)
}

/// # Errors
/// What a recipe that is to be written cannot say, told before the work is done.
fn check_export_of_levels(args: &Prefer) -> Result<()> {
    let (Some(path), Some(source)) = (&args.export, &args.source) else {
        return Ok(());
    };
    if is_atlas_file(source)? {
        return Err(Error::usage("`--export` needs a recipe to begin with, and an atlas was named")
            .hint("name the recipe; or keep a session with `--session`, which `equipoise session export` makes a recipe of"));
    }
    if let Some((flag, _)) = args.wishes().words().first() {
        return Err(Error::usage(format!(
            "`--{flag}` does not go with `--export`: the recipe that is written keeps what the recipe asks for"
        ))
        .hint("change the recipe; or keep a session with `--session`, which `equipoise session export` makes a recipe of"));
    }
    check_export(&Job::open(source)?, path, args.force, &args.aspire(), false)
}

/// Writes the recipe that releases the answer, if it is asked for.
fn export<'a>(args: &'a Prefer, answer: &PreferAnswer) -> Result<Option<&'a Path>> {
    let (Some(path), Some(source), Some(_)) = (&args.export, &args.source, &answer.preferred)
    else {
        return Ok(None);
    };
    let job = Job::open(source)?;
    let aspiring = AspiringRecipe {
        over_partitions: false,
        to: answer.aspired.to,
        normalize: args.aspire().normalize,
        evaluations: None,
    };
    let recipe = aspiring.text(&job, &answer.aspired)?;
    write_recipe(&job, path, &recipe, args.force)?;
    Ok(Some(path))
}

fn tell_picked(
    args: &Prefer,
    session: &Path,
    picked: &equipoise_workbench::Walked,
) -> Result<Exit> {
    if args.shared.json {
        say::object(&SessionFile::open(session)?.show().to_json())?;
    } else if !args.shared.quiet {
        say::text(&format!(
            "Went to {}.\n",
            text::node(&SessionFile::open(session)?.show(), picked)
        ))?;
    }
    Ok(Exit::Done)
}

fn over_partitions(args: &Prefer, watch: &dyn Watch) -> Result<Exit> {
    let refused = |what: &str, why: &str| {
        Err(Error::usage(format!(
            "`{what}` does not go with partitions, {why}"
        )))
    };
    if args.session.is_some() || args.wants_dialogue() {
        let what = if args.session.is_some() {
            "--session"
        } else {
            "--dialogue"
        };
        return refused(
            what,
            "of which an answer takes seconds; walk them with `--from` and `--steps`, and `--export` one",
        );
    }
    if let Some((flag, _)) = args.wishes().words().first() {
        return refused(&format!("--{flag}"), "which keep what the recipe asks for")
            .map_err(|e: Error| e.hint("change the recipe instead"));
    }
    if args.has_budget() {
        return refused(
            "--max-nodes",
            "nor do other budgets of an atlas; `evaluations` and `time-limit` in the recipe bound the search",
        );
    }
    if args.pick.is_some() && args.export.is_none() {
        return refused(
            "--pick",
            "unless `--export` writes the recipe of what is picked",
        );
    }
    let Some(source) = &args.source else {
        return Err(Error::usage("name a recipe"));
    };
    if is_atlas_file(source)? {
        return refused(
            &source.display().to_string(),
            "which are found in the table that a recipe names, not in an atlas",
        );
    }
    let job = Job::open(source)?;
    let aspire = args.aspire();
    if let Some(path) = &args.export {
        check_export(&job, path, args.force, &aspire, true)?;
    }
    let walk = prefer_partitions(&job, &aspire, args.show_values, watch)?;
    let exported = match (&args.export, picked(args, &walk)?) {
        (Some(path), Some(picked)) => {
            let aspiring = AspiringRecipe {
                over_partitions: true,
                to: picked.found_by.aspiration,
                normalize: aspire.normalize,
                evaluations: Some(picked.found_by.evaluations),
            };
            write_recipe(&job, path, &aspiring.text(&job, &walk.aspired)?, args.force)?;
            Some(path)
        }
        _ => None,
    };
    if args.shared.json {
        let mut object = say::as_json(&walk);
        object["recipe"] = exported.map(|path| path.display().to_string()).into();
        say::object(&object)?;
    } else if !args.shared.quiet {
        say::warnings(&walk.warnings);
        let recipe = exported.map_or_else(String::new, |path| {
            format!("\nrecipe       {}\n", path.display())
        });
        say::text(&format!("{}{recipe}", text::partitions(&walk)))?;
    }
    Ok(Exit::Done)
}

/// The partition whose recipe is wanted: the answer, unless another is picked.
fn picked<'w>(args: &Prefer, walk: &'w PartitionWalk) -> Result<Option<&'w PartitionFound>> {
    let found = &walk.found;
    match args.pick {
        None => Ok(found.last()),
        Some(number) if (1..=found.len()).contains(&number) => Ok(found.get(number - 1)),
        Some(number) => Err(Error::usage(format!(
            "there is no number {number} to pick: {} are along the way, counted from 1",
            found.len()
        ))),
    }
}
