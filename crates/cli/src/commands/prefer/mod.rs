//! `equipoise prefer recipe.toml --aspire necd=1.0 --aspire nwp=0.2`

mod dialogue;
mod text;

use super::ask::{Again, tell as tell_answer};
use crate::args::Prefer;
use crate::say;
use equipoise::{
    Error, Job, PreferAnswer, Result, SessionFile, Watch, aspiring_recipe, prefer, prefer_in_session, prefer_partitions, write_recipe,
};
use std::path::Path;

/// Aspires to something. That nothing is within the wishes is an answer too.
pub(crate) fn run(args: &Prefer, watch: &dyn Watch) -> Result<u8> {
    if args.is_dialogue() {
        return dialogue::hold(args, &mut std::io::stdin().lock(), watch);
    }
    if args.is_over_partitions() {
        return over_partitions(args, watch);
    }
    if let Some(number) = args.pick {
        let session = args.session.as_ref().ok_or_else(|| {
            Error::usage("`--pick` needs `--session`, which knows what was found along the way").hint("or `--over partitions --export`")
        })?;
        let picked = SessionFile::open(session)?.pick_walked(number)?;
        if args.aspire().words().is_empty() {
            return tell_picked(args, session, &picked);
        }
    }
    let (wishes, aspire, options) = (args.wishes(), args.aspire(), args.options()?);
    let answer = match (&args.session, &args.source) {
        (Some(session), source) => prefer_in_session(session, source.as_deref(), (&wishes, &aspire), &options, watch)?,
        (None, Some(source)) => prefer(source, &wishes, &aspire, &options, watch)?,
        (None, None) => return Err(Error::usage("there is nothing to ask: name a recipe, an atlas or a session")),
    };
    let exported = export(args, &answer)?;
    tell(args, &answer, exported)?;
    Ok(0)
}

/// Prints an answer.
fn tell(args: &Prefer, answer: &PreferAnswer, exported: Option<&Path>) -> Result<()> {
    if args.shared.json {
        let mut object = answer.to_json();
        object["recipe"] = exported.map(|path| path.display().to_string()).into();
        return say::object(&object);
    }
    if args.shared.quiet {
        return Ok(());
    }
    if answer.preferred.is_none() {
        let source = args.source.as_ref().or(args.session.as_ref()).map(|p| p.display().to_string()).unwrap_or_default();
        return tell_answer(&answer.asked, &args.wishes(), &Again { source, manner: Vec::new() }, &args.shared);
    }
    say::warnings(&answer.asked.warnings);
    let recipe = exported.map_or_else(String::new, |path| format!("\nrecipe       {}\n", path.display()));
    say::text(&format!("{}{recipe}", text::answer(answer)))
}

/// Writes the recipe that releases the answer, if it is asked for.
fn export<'a>(args: &'a Prefer, answer: &PreferAnswer) -> Result<Option<&'a Path>> {
    let (Some(path), Some(source)) = (&args.export, &args.source) else { return Ok(None) };
    let job = Job::open(source)?;
    let recipe = aspiring_recipe(&job, false, &answer.aspired, answer.aspired.to)?;
    write_recipe(&job, path, &recipe, args.force)?;
    Ok(Some(path))
}

fn tell_picked(args: &Prefer, session: &Path, picked: &equipoise::Walked) -> Result<u8> {
    if args.shared.json {
        say::object(&SessionFile::open(session)?.show().to_json())?;
    } else if !args.shared.quiet {
        say::text(&format!("Went to {}.\n", text::node(&SessionFile::open(session)?.show(), picked)))?;
    }
    Ok(0)
}

fn over_partitions(args: &Prefer, watch: &dyn Watch) -> Result<u8> {
    let refused = |what: &str| Error::usage(format!("`{what}` does not go with `--over partitions`, which keeps what the recipe asks for"));
    if args.session.is_some() {
        return Err(refused("--session"));
    }
    if let Some((flag, _)) = args.wishes().words().first() {
        return Err(refused(&format!("--{flag}")).hint("change the recipe instead"));
    }
    let Some(source) = &args.source else { return Err(Error::usage("name a recipe")) };
    let job = Job::open(source)?;
    let walk = prefer_partitions(&job, &args.aspire(), args.show_values, watch)?;
    let picked = match (args.pick, walk.found.len()) {
        (None, _) => walk.found.last(),
        (Some(number), 1..) if (1..=walk.found.len()).contains(&number) => walk.found.get(number - 1),
        (Some(number), found) => {
            return Err(Error::usage(format!("there is no number {number} to pick: {found} are along the way, counted from 1")));
        }
    };
    let exported = match (&args.export, picked) {
        (Some(path), Some(picked)) => {
            let recipe = aspiring_recipe(&job, true, &walk.aspired, picked.target)?;
            write_recipe(&job, path, &recipe, args.force)?;
            Some(path)
        }
        _ => None,
    };
    if args.shared.json {
        let mut object = walk.to_json();
        object["recipe"] = exported.map(|path| path.display().to_string()).into();
        say::object(&object)?;
    } else if !args.shared.quiet {
        say::warnings(&walk.warnings);
        let recipe = exported.map_or_else(String::new, |path| format!("\nrecipe       {}\n", path.display()));
        say::text(&format!("{}{recipe}", text::partitions(&walk)))?;
    }
    Ok(0)
}
