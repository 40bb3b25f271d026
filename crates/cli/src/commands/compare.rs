//! `equipoise compare recipe.toml release/a.csv release/b.csv --output compare.html`

use crate::args::Compare;
use crate::exit::Exit;
use crate::say;
use equipoise::{CompareRequest, Job, Result, Watch, compare};

/// Sets releases side by side.
pub(crate) fn run(args: &Compare, watch: &dyn Watch) -> Result<Exit> {
    let job = Job::open(&args.recipe)?.with_input(args.input.clone());
    let request = CompareRequest {
        releases: args.releases.clone(),
        show_values: args.show_values,
    };
    let compared = compare(&job, &request, watch)?;
    if let Some(path) = &args.output {
        compared.write_page(&job, path, args.force)?;
    }
    if args.shared.json {
        let mut object = say::as_json(&compared);
        object["page"] = args
            .output
            .as_ref()
            .map(|path| path.display().to_string())
            .into();
        say::object(&object)?;
    } else if !args.shared.quiet {
        say::warnings(&compared.warnings);
        let page = args.output.as_ref().map_or_else(String::new, |path| {
            format!(
                "\npage         {} (tells about those left out: keep it to yourself)\n",
                path.display()
            )
        });
        say::text(&format!("{}{page}", compared.to_text()))?;
    }
    Ok(Exit::Done)
}
