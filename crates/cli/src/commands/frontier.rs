//! `equipoise frontier recipe.toml --output frontier.html`

use crate::args::Frontier;
use crate::exit::Exit;
use crate::say;
use equipoise::{FrontierRequest, Job, Result, Watch, frontier};

/// Shows what utility costs in risk.
pub(crate) fn run(args: &Frontier, watch: &dyn Watch) -> Result<Exit> {
    let job = Job::open(&args.recipe)?.with_input(args.input.clone());
    let words = args.optimizers.iter();
    let optimizers = words.map(|word| FrontierRequest::optimizer(word));
    let request = FrontierRequest {
        points: args.points,
        optimizers: optimizers.collect::<Result<_>>()?,
        records: args.records,
        show_values: args.show_values,
    };
    let found = frontier(&job, &request, watch)?;
    if let Some(path) = &args.output {
        found.write_page(&job, path, args.force)?;
    }
    if args.shared.json {
        let mut object = say::as_json(&found);
        object["page"] = args
            .output
            .as_ref()
            .map(|path| path.display().to_string())
            .into();
        say::object(&object)?;
    } else if !args.shared.quiet {
        say::warnings(&found.warnings);
        let page = args.output.as_ref().map_or_else(String::new, |path| {
            format!(
                "\npage         {} (counted in the table: keep it to yourself)\n",
                path.display()
            )
        });
        say::text(&format!("{}{page}", found.to_text()))?;
    }
    Ok(Exit::Done)
}
