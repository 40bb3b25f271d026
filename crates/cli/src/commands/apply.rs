//! `equipoise apply recipe.toml --input new.csv --output release/new.csv`

use crate::args::Apply;
use crate::commands::anonymize::tell;
use crate::exit::Exit;
use equipoise::{Job, Result, Watch, apply};

/// Applies the decision of an earlier release to new rows.
pub(crate) fn run(args: &Apply, watch: &dyn Watch) -> Result<Exit> {
    let job = Job::open(&args.recipe)?;
    let record = match &args.record {
        Some(path) => path.clone(),
        None => job.record_path()?,
    };
    let job = job
        .with_input(Some(args.input.clone()))
        .with_output(Some(args.output.clone()))
        .with_max_suppression(args.writing.max_suppression()?)?;
    tell(
        &apply(&job, &record, args.unseen(), &args.writing.options(), watch)?,
        &args.shared,
    )
}
