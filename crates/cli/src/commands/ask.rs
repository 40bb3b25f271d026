//! `equipoise ask recipe.toml --k 5 --max-suppression 0.02`

mod answer;
mod bars;
mod behind;
mod cards;
mod words;

pub(crate) use cards::Again;
pub(crate) use words::quoted;

use crate::args::{Ask, Shared};
use crate::say;
use equipoise::{Asked, Error, Result, Watch, WishTexts, ask, ask_in_session};

/// Asks an atlas. That nothing meets the wishes is an answer too.
pub(crate) fn run(args: &Ask, watch: &dyn Watch) -> Result<u8> {
    let wishes = args.wishes();
    let asked = match (&args.session, &args.source) {
        (Some(session), source) => ask_in_session(session, source.as_deref(), &wishes, &args.options()?, watch)?,
        (None, Some(source)) => ask(source, &wishes, &args.options()?, watch)?,
        (None, None) => return Err(Error::usage("there is nothing to ask: name an atlas, a recipe or a session")),
    };
    tell(&asked, &wishes, &args.again(), &args.shared)?;
    let has_ways_out = asked.suggestions.is_some() && !args.shared.json && !args.shared.quiet;
    if let Some(session) = args.session.as_ref().filter(|_| has_ways_out) {
        let session = quoted(&session.display().to_string());
        say::text(&format!("\nTake one within the session:\n   > equipoise session accept {session} suppression|height|threshold\n"))?;
    }
    Ok(0)
}

/// Prints an answer.
pub(crate) fn tell(asked: &Asked, wishes: &WishTexts, again: &Again, shared: &Shared) -> Result<()> {
    if shared.json {
        say::object(&asked.to_json())?;
    } else if !shared.quiet {
        say::warnings(&asked.warnings);
        let text = match (&asked.answer, &asked.suggestions) {
            (Some(best), _) => answer::text(asked, best) + &behind::text(asked, best, bars::Ink::of_stdout()),
            (None, Some(suggestions)) => cards::text(asked, suggestions, wishes, again),
            (None, None) => cards::title(asked, wishes),
        };
        say::text(&text)?;
    }
    Ok(())
}
