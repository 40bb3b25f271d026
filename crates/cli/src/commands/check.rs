//! `equipoise check recipe.toml --table any.csv`

use super::anonymize::models;
use crate::args::Check;
use crate::exit::Exit;
use crate::say::{self, grouped};
use equipoise::{CheckRequest, Job, Result, Watch, check};

/// Judges a table.
pub(crate) fn run(args: &Check, watch: &dyn Watch) -> Result<Exit> {
    let job = Job::open(&args.recipe)?.with_input(args.table.clone());
    let checked = check(
        &job,
        CheckRequest {
            wildcard: args.wildcard,
            show_values: args.show_values,
        },
        watch,
    )?;
    if args.shared.json {
        say::object(&checked)?;
    } else if !args.shared.quiet {
        say::warnings(&checked.warnings);
        let unit = if checked.persons { "persons" } else { "rows" };
        let mut text = format!(
            "{} rows in {} classes; unit of protection: {unit}\n",
            grouped(checked.rows),
            grouped(checked.classes)
        );
        text += &models(&checked.privacy);
        if let Some(k) = checked.wildcard_k {
            text += &format!("k-anonymity where a missing value matches anything: measured {k}\n");
        }
        text += &checked.risk_text();
        say::text(&text)?;
    }
    Ok(Exit::judged(checked.met()))
}
