//! `equipoise explore recipe.toml`

use crate::args::Explore;
use crate::exit::Exit;
use crate::say;
use equipoise::{Initiated, Result, Watch};
use equipoise_server::{Place, ServeOptions, serve};
use equipoise_workbench::desk::{ExploreOptions, recipe_for};
use serde_json::json;

/// Serves the page until Ctrl-C.
pub(crate) fn run(args: &Explore, watch: &dyn Watch) -> Result<Exit> {
    let (source, drafted) = recipe_for(&args.source, watch)?;
    if let Some(drafted) = &drafted {
        say::warnings(&[draft(drafted)]);
    }
    let options = ServeOptions {
        explore: ExploreOptions {
            atlas: args.atlas()?,
            session: args.session.clone(),
        },
        port: args.port,
    };
    serve(&source, &options, watch, |place| {
        if args.shared.json {
            say::object(&object(place))
        } else {
            say::text(&text(place))
        }
    })?;
    if !args.shared.json && !args.shared.quiet {
        say::text("Stopped.\n")?;
    }
    Ok(Exit::Done)
}

fn draft(made: &Initiated) -> String {
    format!(
        "there was no recipe for this table: {} is a draft; read every role in it before anything is released",
        made.recipe.display()
    )
}

fn object(place: &Place) -> serde_json::Value {
    json!({ "address": place.address, "url": place.url, "key": place.key })
}

fn text(place: &Place) -> String {
    format!(
        "Open this address in a browser on this machine. Keep it to yourself: whoever has it can see the table.\n\n  {}\n\n\
         Ctrl-C stops it. What you decide is kept in a session; the page can be opened again.\n",
        place.address
    )
}
