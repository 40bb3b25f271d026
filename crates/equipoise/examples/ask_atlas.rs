//! Builds an atlas once, then asks it for the cost of each threshold.
//!
//! `cargo run -p equipoise --example ask_atlas`

#![expect(clippy::print_stdout, reason = "an example shows what it found")]

use equipoise::{Job, Result, SampleKind, Unwatched, make_sample};
use equipoise_workbench::{AskOptions, AtlasOptions, WishTexts, ask, build_atlas};

pub(crate) fn main() -> Result<()> {
    let folder = tempfile::tempdir().expect("the system has room for temporary files");
    let sample = make_sample(
        SampleKind::Census,
        2_000,
        1,
        folder.path(),
        false,
        &Unwatched,
    )?;

    // Every combination of levels is counted once. This is the slow part.
    let options = AtlasOptions {
        output: Some(folder.path().join("census.atlas")),
        ..AtlasOptions::default()
    };
    let atlas = build_atlas(&Job::open(&sample.recipe)?, &options, &Unwatched)?;
    println!(
        "The atlas has {} combinations of levels.",
        atlas.nodes_annotated
    );

    // From here on, a question is a lookup. Wishes that are not set default to those of the recipe.
    for k in [2, 5, 10, 50] {
        let wishes = WishTexts {
            k: Some(k.to_string()),
            max_suppression: Some("0.02".to_owned()),
            ..WishTexts::default()
        };
        let source = folder.path().join("census.atlas");
        let asked = ask(&source, &wishes, &AskOptions::default(), &Unwatched)?;
        match (asked.answer, asked.suggestions) {
            (Some(best), _) => println!(
                "k = {k}: {} {:.4}, {} rows suppressed",
                best.losses[0].metric, best.losses[0].value, best.suppressed_rows
            ),
            (None, Some(ways_out)) => match ways_out.suppression {
                Ok(node) => println!(
                    "k = {k}: only if {} rows may be suppressed",
                    node.suppressed_rows
                ),
                Err(_) => println!("k = {k}: at no combination of levels"),
            },
            (None, None) => println!("k = {k}: not known yet"),
        }
    }
    Ok(())
}
