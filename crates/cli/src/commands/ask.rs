//! `equipoise ask recipe.toml --k 5 --max-suppression 0.02`

mod answer;
mod bars;
mod behind;
mod cards;
mod words;

pub(crate) use words::quoted;

use crate::again::Again;
use crate::args::{Ask, Shared};
use crate::exit::Exit;
use crate::say;
use equipoise::{Error, Result, Watch};
use equipoise_workbench::{Asked, WishTexts, ask, ask_in_session};

/// Asks an atlas. That nothing meets the wishes is an answer too.
pub(crate) fn run(args: &Ask, watch: &dyn Watch) -> Result<Exit> {
    let wishes = args.wishes();
    let asked = match (&args.session, &args.source) {
        (Some(session), source) => {
            ask_in_session(session, source.as_deref(), &wishes, &args.options()?, watch)?
        }
        (None, Some(source)) => ask(source, &wishes, &args.options()?, watch)?,
        (None, None) => {
            return Err(Error::usage(
                "there is nothing to ask: name an atlas, a recipe or a session",
            ));
        }
    };
    tell(&asked, &wishes, &args.again(), &args.shared)?;
    let is_silent = args.shared.json || args.shared.quiet;
    if let Some((session, ways_out)) = args
        .session
        .as_ref()
        .zip(asked.suggestions.as_ref())
        .filter(|_| !is_silent)
    {
        let session = quoted(&session.display().to_string());
        let of_model = if ways_out.other_thresholds.is_empty() {
            ""
        } else {
            "[:MODEL[:COLUMN]]"
        };
        say::text(&format!(
            "\nTake one within the session:\n   > equipoise session accept {session} suppression|height|threshold{of_model}\n"
        ))?;
    }
    Ok(Exit::Done)
}

/// Prints an answer.
pub(crate) fn tell(
    asked: &Asked,
    wishes: &WishTexts,
    again: &Again,
    shared: &Shared,
) -> Result<()> {
    if shared.json {
        say::object(&asked.to_json())?;
    } else if !shared.quiet {
        say::warnings(&asked.warnings);
        let text = match (&asked.answer, &asked.suggestions) {
            (Some(best), _) => {
                answer::text(asked, best) + &behind::text(asked, best, bars::Ink::of_stdout())
            }
            (None, Some(suggestions)) => cards::text(asked, suggestions, wishes, again),
            (None, None) => cards::title(asked, wishes),
        };
        say::text(&text)?;
    }
    Ok(())
}
