//! `equipoise sample census --rows 20000`, `equipoise sample hospital`

use crate::args::Sample;
use crate::exit::Exit;
use crate::say::{self, grouped};
use equipoise::{Result, Watch, make_sample};
use serde_json::json;

/// Makes a sample.
pub(crate) fn run(args: &Sample, watch: &dyn Watch) -> Result<Exit> {
    let folder = args
        .directory
        .clone()
        .unwrap_or_else(|| args.name.clone().into());
    let sample = make_sample(
        args.name.parse()?,
        args.rows,
        args.seed,
        &folder,
        args.force,
        watch,
    )?;
    if args.shared.json {
        let files: Vec<String> = sample
            .files
            .iter()
            .map(|f| f.display().to_string())
            .collect();
        say::object(&json!({
            "outcome": "written", "rows": sample.rows, "seed": args.seed,
            "table": sample.table.display().to_string(), "recipe": sample.recipe.display().to_string(), "files": files,
        }))?;
    } else if !args.shared.quiet {
        say::text(&format!(
            "Made {} rows: {}\nTry:  equipoise anonymize {}\n",
            grouped(sample.rows),
            sample.table.display(),
            sample.recipe.display()
        ))?;
    }
    Ok(Exit::Done)
}
