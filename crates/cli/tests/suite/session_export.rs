//! What was negotiated is what is released: random tables, models, wishes and picks, exported and
//! run.

use crate::common::Workspace;
use crate::common::cases::{self, Manner, Texts};
use equipoise::{ErrorKind, Job, Outcome, Release, RunOptions, Unwatched, anonymize, verify};
use equipoise_testkit::{Case, CaseShape, Seeded};
use equipoise_workbench::{
    AskOptions, AtlasInfo, AtlasOptions, ExportOptions, Picked, SessionFile, WishTexts, build_atlas,
};
use serde_json::Value;
use std::path::Path;
use std::process::Command;

const CASES: u64 = 400;

/// What happened in all cases, so that none of it happened in too few.
#[derive(Debug, Default)]
struct Seen {
    released: usize,
    accepted: [usize; 3],
    chosen: usize,
    asked_again: usize,
    cannot_be_said: usize,
    empty: usize,
    with_persons: usize,
    without_k: usize,
}

#[test]
fn an_exported_recipe_releases_exactly_the_candidate() {
    let shapes = [CaseShape::default(), CaseShape::all_models()];
    let mut seen = Seen::default();
    for seed in 0..CASES {
        let mut r = Seeded::new(seed ^ 0x5e55);
        let case = Case::random(seed, &shapes[(seed % 2) as usize]);
        let manner = Manner {
            texts: Texts::Plain,
            ..Manner::random(&mut r)
        };
        let case = manner.dress(case);
        if cases::is_refused(&case) {
            continue;
        }
        let files = Workspace::new();
        cases::write(&case, manner, &files);
        let job = Job::open(&files.path("recipe.toml")).unwrap();
        // An atlas does not hold every model; that is not what is tested here.
        if let Err(e) = build_atlas(&job, &AtlasOptions::default(), &Unwatched) {
            assert_eq!(e.kind(), ErrorKind::Usage, "seed {seed}: {e}");
            continue;
        }
        negotiate(&case, &files, &mut r, &mut seen, seed);
    }
    let enough = seen.released > 150
        && seen.asked_again > 50
        && seen.cannot_be_said < 5
        && seen.accepted.iter().all(|n| *n > 5)
        && seen.chosen > 50
        && seen.empty > 0;
    assert!(
        enough && seen.with_persons > 10 && seen.without_k > 10,
        "the cases are worth something: {seen:?}"
    );
}

/// Asks, accepts or picks, keeps, exports, releases and compares.
fn negotiate(case: &Case, files: &Workspace, r: &mut Seeded, seen: &mut Seen, seed: u64) {
    let (options, path) = (AskOptions::default(), files.path("session.json"));
    let mut session =
        SessionFile::open_or_begin(&path, Some(&files.path("recipe.toml")), &options).unwrap();
    let columns = AtlasInfo::open(&files.path("recipe.atlas"))
        .unwrap()
        .attributes;
    let wishes = WishTexts {
        max_levels: columns
            .iter()
            .filter(|_| r.chance(30))
            .map(|(name, low, _)| format!("{name}={low}"))
            .collect(),
        k: r.chance(60)
            .then(|| r.pick(&["1", "2", "3", "5"]).to_owned()),
        max_suppression: r
            .chance(70)
            .then(|| r.pick(&["0", "1", "3", "0.5"]).to_owned()),
        by: r
            .chance(40)
            .then(|| r.pick(&["height", "suppression"]).to_owned()),
        ..WishTexts::default()
    };
    let asked = session
        .ask(&wishes, &options, &Unwatched)
        .unwrap_or_else(|e| panic!("seed {seed}: {e}"));
    if let Some(suggestions) = &asked.suggestions {
        let offered = [
            suggestions.suppression.is_ok(),
            suggestions.height.is_ok(),
            suggestions.threshold.is_ok(),
        ];
        let which = (0..3)
            .map(|i| (i + seed as usize) % 3)
            .find(|i| offered[*i]);
        if let Some(which) = which {
            let names = ["suppression", "height", "threshold"];
            let again = session
                .accept(names[which], Some("a test"), &options, &Unwatched)
                .unwrap_or_else(|e| panic!("seed {seed}: {e}"));
            assert!(
                again.answer.is_some(),
                "seed {seed}: what was suggested is met"
            );
            seen.accepted[which] += 1;
        }
    }
    let mut is_chosen = false;
    if session.show().current.is_none() || r.chance(50) {
        let mut level =
            |(low, high): (u8, u8)| usize::from(low) + r.below(usize::from(high - low) + 1);
        let levels: Vec<String> = asked
            .columns
            .iter()
            .map(|c| format!("{}={}", c.name, level(c.levels)))
            .collect();
        session
            .choose(&levels, &options, &Unwatched)
            .unwrap_or_else(|e| panic!("seed {seed}: {e}"));
        is_chosen = true;
        seen.chosen += 1;
    }
    let export = ExportOptions {
        candidate: Some("A".into()),
        ..ExportOptions::default()
    };
    let kept = match session.keep(None, &options, &Unwatched) {
        Ok(kept) => kept,
        Err(e) => {
            assert!(
                e.kind() == ErrorKind::Usage && e.message().contains("leaves out every row"),
                "seed {seed}: {e}"
            );
            assert!(
                session
                    .export(&ExportOptions::default(), &options, &Unwatched)
                    .is_err(),
                "seed {seed}"
            );
            seen.empty += 1;
            return;
        }
    };
    let exported = session.export(&export, &options, &Unwatched);
    let exported = exported.unwrap_or_else(|e| panic!("seed {seed}: {e}"));
    assert_eq!(exported.recipe_path.file_name().unwrap(), "recipe.A.toml");
    assert_eq!(exported.warnings, Vec::<String>::new(), "seed {seed}");
    match &exported.ask_line {
        // The wish in words, those of accepted suggestions included, is the wish that was asked.
        Some(line) if !is_chosen => {
            assert_eq!(
                asked_again(line)["answer"],
                kept.asked.to_json()["answer"],
                "seed {seed}: {line}"
            );
            seen.asked_again += 1;
        }
        Some(_) => {}
        None => seen.cannot_be_said += 1,
    }
    let release = released(&exported.recipe_path, seed, &exported.recipe_text);
    compare(&kept, &release, seed);
    let verified = verify(
        &release.certificate,
        None,
        Some(&release.record),
        &Unwatched,
    )
    .unwrap();
    assert!(verified.verification.holds(), "seed {seed}");
    seen.released += 1;
    seen.with_persons += usize::from(case.person.is_some());
    let had_k = std::fs::read_to_string(files.path("recipe.toml"))
        .unwrap()
        .contains("\"k-anonymity\"");
    seen.without_k += usize::from(!had_k && exported.recipe_text.contains("\"k-anonymity\""));
}

/// Runs a command line that was printed.
fn asked_again(line: &str) -> Value {
    let rest = line
        .strip_prefix("equipoise ")
        .unwrap_or_else(|| panic!("{line}"));
    let output = Command::new("sh")
        .args([
            "-c",
            &format!("\"$0\" {rest} --json"),
            crate::common::binary(),
        ])
        .output()
        .unwrap();
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|e| panic!("{line}: {e}\n{}", String::from_utf8_lossy(&output.stderr)))
}

fn released(recipe: &Path, seed: u64, text: &str) -> Release {
    let job = Job::open(recipe).unwrap_or_else(|e| panic!("seed {seed}: {e}\n{text}"));
    match anonymize(&job, &RunOptions::default(), &Unwatched)
        .unwrap_or_else(|e| panic!("seed {seed}: {e}\n{text}"))
    {
        Outcome::Met(release) => *release,
        unmet => panic!("seed {seed}: {unmet:?}\n{text}"),
    }
}

fn compare(kept: &Picked, release: &Release, seed: u64) {
    let node = kept.node();
    let levels = release.levels.iter().flatten();
    let levels: Vec<(String, u8)> = levels.map(|of| (of.column.clone(), of.level)).collect();
    assert_eq!(levels, node.levels, "seed {seed}");
    assert_eq!(release.suppressed_rows, node.suppressed_rows, "seed {seed}");
    assert_eq!(
        release.suppressed_persons, node.suppressed_persons,
        "seed {seed}"
    );
    assert_eq!(release.classes, node.classes, "seed {seed}");
    let loss = node.losses[0].value;
    assert_eq!(
        release.loss.metric.name(),
        node.losses[0].metric,
        "seed {seed}"
    );
    assert!(
        (release.loss.value - loss).abs() <= 1e-9 * loss.abs().max(1.0),
        "seed {seed}: {} is not {loss}",
        release.loss.value
    );
    assert!(release.privacy.iter().all(|m| m.met), "seed {seed}");
}
