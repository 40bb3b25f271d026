//! `equipoise demo`

use super::anonymize::{explanation, summary};
use crate::args::Demo;
use crate::exit::Exit;
use crate::say;
use equipoise::{
    Job, Outcome, Result, RunOptions, SampleKind, Watch, anonymize, make_sample, verify,
};
use serde_json::json;

/// Makes a sample, anonymizes it, verifies the release, and says where the report is.
pub(crate) fn run(args: &Demo, watch: &dyn Watch) -> Result<Exit> {
    // What an earlier demo left is replaced; a folder that holds something else is not touched.
    let again = args.directory.join("census.csv").exists();
    let sample = make_sample(
        SampleKind::Census,
        args.rows,
        1,
        &args.directory,
        again,
        watch,
    )?;
    let job = Job::open(&sample.recipe)?;
    let outcome = anonymize(
        &job,
        &RunOptions {
            force: true,
            ..RunOptions::default()
        },
        watch,
    )?;
    let Outcome::Met(release) = &outcome else {
        if args.shared.json {
            say::object(&outcome)?
        } else if let Outcome::Unmet(unmet) = &outcome {
            say::text(&explanation(unmet))?
        }
        return Ok(Exit::Unmet);
    };
    let verified = verify(&release.certificate, None, Some(&release.record), watch)?;
    if args.shared.json {
        let mut object = say::as_json(&outcome);
        object["verified"] = json!(verified.verification.holds());
        say::object(&object)?;
    } else if !args.shared.quiet {
        say::warnings(&release.warnings);
        let mut text = format!(
            "A made-up census of {} rows: {}\n",
            say::grouped(args.rows),
            sample.table.display()
        );
        text += &format!(
            "Its recipe, to read and change:  {}\n\n{}",
            sample.recipe.display(),
            summary(release)
        );
        text += &format!(
            "\nVerified from the released file: {}\n",
            if verified.verification.holds() {
                "yes"
            } else {
                "NO"
            }
        );
        if let Some(report) = release.reports.first() {
            text += &format!("Read the report: {}\n", report.display());
        }
        say::text(&text)?;
    }
    Ok(Exit::judged(verified.verification.holds()))
}
