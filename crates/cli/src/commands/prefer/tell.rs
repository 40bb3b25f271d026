//! Prints an answer to an aspiration.

use super::text;
use crate::again::Again;
use crate::args::Prefer;
use crate::commands::ask::tell as tell_answer;
use crate::say;
use equipoise::Result;
use equipoise_workbench::PreferAnswer;
use std::path::Path;

/// Prints an answer.
pub(super) fn tell(args: &Prefer, answer: &PreferAnswer, exported: Option<&Path>) -> Result<()> {
    if args.shared.json {
        let mut object = answer.to_json();
        object["recipe"] = exported.map(|path| path.display().to_string()).into();
        return say::object(&object);
    }
    if args.shared.quiet {
        return Ok(());
    }
    if answer.preferred.is_none() {
        return tell_answer(&answer.asked, &args.wishes(), &again(args), &args.shared);
    }
    say::warnings(&answer.asked.warnings);
    let recipe = exported.map_or_else(String::new, |path| {
        format!("\nrecipe       {}\n", path.display())
    });
    say::text(&format!("{}{recipe}", text::answer(answer)))
}

/// The same aspiration, under other wishes.
fn again(args: &Prefer) -> Again {
    let session = args
        .session
        .as_ref()
        .map(|path| format!("--session={}", path.display()));
    let source = args.source.as_ref().map(|path| path.display().to_string());
    let mut manner: Vec<String> = args
        .aspire()
        .words()
        .into_iter()
        .flat_map(|(flag, value)| [format!("--{flag}"), value])
        .collect();
    manner.extend(args.aspire().normalize.then(|| "--normalize".to_owned()));
    // A session knows what it asks.
    Again {
        command: "prefer",
        source: session.or(source).unwrap_or_default(),
        manner,
    }
}
