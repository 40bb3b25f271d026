//! Anonymizes a table from file to file, and verifies the release.
//!
//! `cargo run -p equipoise --example file_to_file`

#![expect(clippy::print_stdout, reason = "an example shows what it found")]

use equipoise::{Job, Result, RunOptions, SampleKind, Unwatched, anonymize, make_sample, verify};

pub(crate) fn main() -> Result<()> {
    // A generated census with its hierarchies and recipe stands in for your own table.
    let folder = tempfile::tempdir().expect("the system has room for temporary files");
    let sample = make_sample(
        SampleKind::Census,
        2_000,
        1,
        folder.path(),
        false,
        &Unwatched,
    )?;

    // Paths in a recipe are relative to its folder.
    let job = Job::open(&sample.recipe)?;
    let outcome = anonymize(&job, &RunOptions::default(), &Unwatched)?;
    let release = match outcome.into_result() {
        Ok(release) => release,
        Err(unmet) => {
            println!("Nothing was released: {}", unmet.explanation);
            return Ok(());
        }
    };

    println!(
        "{} of {} rows are suppressed; {} is {:.4}.",
        release.suppressed_rows, release.rows, release.loss.metric, release.loss.value
    );
    for column in release.levels.iter().flatten() {
        println!(
            "  {} is generalized to level {}",
            column.column, column.level
        );
    }
    for verdict in &release.privacy {
        println!(
            "  {}: {}",
            verdict.model,
            if verdict.met { "met" } else { "not met" }
        );
    }

    // The table, its certificate and its reports are now files. Anybody with the table and the
    // certificate can measure the table again.
    let verified = verify(&release.certificate, None, None, &Unwatched)?;
    println!("The certificate holds: {}", verified.verification.holds());
    Ok(())
}
