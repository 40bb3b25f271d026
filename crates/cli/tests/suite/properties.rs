//! Random tables through the whole flow, against the brute force of the testkit, which shares no
//! code with it.

use crate::common::cases::{self, Manner, Texts};
use crate::common::{Snapshot, Workspace};
use equipoise::{
    CheckRequest, ErrorKind, Job, Outcome, RunOptions, Unwatched, anonymize, check, verify,
};
use equipoise_testkit::{
    Best, Case, CaseShape, ModelKind, Oracle, OracleFacts, OracleMeasured, OracleModel,
    OracleQuasiColumn, Seeded, best, evaluate,
};
use rayon::{ThreadPool, ThreadPoolBuilder};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::ops::Range;

const CASES: u64 = 1_200;

/// What a release holds that has no path, time or thread count in it.
const ALWAYS_THE_SAME: [&str; 4] = [
    "release.csv",
    "release.certificate.json",
    "release.report.txt",
    "release.report.json",
];

struct Bench {
    seed: u64,
    case: Case,
    manner: Manner,
    files: Workspace,
    one: ThreadPool,
    two: ThreadPool,
}

impl Bench {
    /// A case of its own for each seed; none where the library refuses what the case asks.
    fn new(seed: u64, shape: &CaseShape) -> Option<Self> {
        let mut manner = Manner::random(&mut Seeded::new(!seed));
        let case = Case::random(seed, shape);
        if case
            .sensitive
            .iter()
            .any(|s| s.numbers || s.items.is_some())
        {
            manner.texts = Texts::Plain;
        }
        let case = manner.dress(case);
        if cases::is_refused(&case) {
            return None;
        }
        let files = Workspace::new();
        cases::write(&case, manner, &files);
        let pool = |threads| {
            ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .unwrap()
        };
        Some(Bench {
            seed,
            case,
            manner,
            files,
            one: pool(1),
            two: pool(2),
        })
    }

    fn job(&self) -> Job {
        Job::open(&self.files.path("recipe.toml"))
            .unwrap_or_else(|e| panic!("seed {}: {e}", self.seed))
    }

    /// Releases into a folder.
    fn release(&self, folder: &str, pool: &ThreadPool, force: bool) -> Outcome {
        let job = self
            .job()
            .with_output(Some(self.files.path(&format!("{folder}/release.csv"))));
        pool.install(|| {
            anonymize(
                &job,
                &RunOptions {
                    force,
                    ..RunOptions::default()
                },
                &Unwatched,
            )
        })
        .unwrap_or_else(|e| panic!("seed {}: {e}", self.seed))
    }

    fn released(&self, folder: &str, names: &[&str]) -> Snapshot {
        names
            .iter()
            .map(|name| {
                (
                    (*name).to_owned(),
                    self.files.read(&format!("{folder}/{name}")),
                )
            })
            .collect()
    }

    fn holds(&self, with_record: bool) -> bool {
        let record = self.files.path("out/release.record.json");
        let verified = verify(
            &self.files.path("out/release.certificate.json"),
            None,
            with_record.then_some(record.as_path()),
            &Unwatched,
        );
        verified
            .unwrap_or_else(|e| panic!("seed {}: {e}", self.seed))
            .verification
            .holds()
    }
}

/// Half the cases each, so that two cores have something to do.
#[test]
fn even_cases_are_released_as_brute_force_says() {
    run_cases((0..CASES).step_by(2));
}

#[test]
fn odd_cases_are_released_as_brute_force_says() {
    run_cases((1..CASES).step_by(2));
}

fn run_cases(seeds: impl Iterator<Item = u64>) {
    let (mut released, mut unmet) = (0, 0);
    let shapes = [CaseShape::default(), CaseShape::all_models()];
    for seed in seeds {
        let Some(bench) = Bench::new(seed, &shapes[(seed / 2 % 2) as usize]) else {
            continue;
        };
        let outcome = bench.release("out", &bench.one, false);
        match best(&bench.case) {
            Some(best) => {
                released += 1;
                compare(&bench, &json(&outcome), &best);
                verifies_until_a_cell_is_altered(&bench);
                checks(&bench, best.facts.suppressed_rows);
                same_bytes(&bench);
            }
            None => {
                unmet += 1;
                compare_unmet(&bench, &json(&outcome));
            }
        }
    }
    assert!(
        released > 300 && unmet > 30,
        "the cases are worth something: {released} released, {unmet} unmet"
    );
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().max(b.abs()).max(1.0)
}

fn compare(bench: &Bench, found: &Value, best: &Best) {
    let (seed, case) = (bench.seed, &bench.case);
    assert_eq!(found["outcome"], "released", "seed {seed}");
    assert_eq!(found["rows"], case.rows.len(), "seed {seed}");
    assert_eq!(found["search"]["proved_optimal"], true, "seed {seed}");
    assert_eq!(
        found["search"]["nodes_total"],
        case.nodes().len(),
        "seed {seed}"
    );
    let loss = found["loss"]["value"].as_f64().unwrap();
    assert!(
        close(loss, best.facts.loss),
        "seed {seed}: loss {loss} is not {}",
        best.facts.loss
    );
    if best.doubtful {
        return;
    }
    let levels: Value = case
        .quasi
        .iter()
        .zip(&best.levels)
        .map(|(q, &level)| (case.columns[q.index].clone(), json!(level)))
        .collect();
    assert_eq!(
        found["decision"],
        json!({ "kind": "levels", "levels": levels }),
        "seed {seed}"
    );
    assert_eq!(
        found["suppressed_rows"], best.facts.suppressed_rows,
        "seed {seed}"
    );
    assert_eq!(found["classes"], best.facts.kept_classes, "seed {seed}");
    let persons = case.person.map(|_| best.facts.suppressed_units);
    assert_eq!(
        found.get("suppressed_persons").map(|p| p.as_u64().unwrap()),
        persons,
        "seed {seed}"
    );
    compare_measured(seed, found, &best.facts);
    let rows = cases::rows(&bench.files.read("out/release.csv"), bench.manner);
    assert_eq!(
        rows.len() as u64,
        case.rows.len() as u64 - best.facts.suppressed_rows,
        "seed {seed}"
    );
}

fn compare_measured(seed: u64, found: &Value, facts: &OracleFacts) {
    for (i, measured) in facts.measured.iter().enumerate() {
        let promise = &found["privacy"][i];
        assert_eq!(promise["met"], true, "seed {seed}");
        match measured.as_ref().expect("a class is kept") {
            OracleMeasured::Infinite => {
                assert_eq!(promise["measured"], "infinite", "seed {seed}: {promise}")
            }
            OracleMeasured::Both { greatest, .. } => {
                assert!(
                    close(promise["measured"].as_f64().unwrap(), greatest.to_f64()),
                    "seed {seed}: {promise}"
                );
            }
            other => assert!(
                other.agrees(promise["measured"].as_f64().unwrap()),
                "seed {seed}: {promise} is not {other:?}"
            ),
        }
    }
}

/// Nothing is written, and the nearest node is told with what it would suppress.
fn compare_unmet(bench: &Bench, found: &Value) {
    let (seed, case) = (bench.seed, &bench.case);
    assert_eq!(found["outcome"], "unmet", "seed {seed}");
    assert!(!bench.files.path("out").exists(), "seed {seed}");
    let nearest = &found["nearest"];
    let levels = nearest["decision"]["levels"].as_object().unwrap();
    let levels: Vec<usize> = case
        .quasi
        .iter()
        .map(|q| levels[&case.columns[q.index]].as_u64().unwrap() as usize)
        .collect();
    let mut oracle = Oracle::new(case);
    let facts = oracle.evaluate(&levels);
    assert!(!facts.feasible, "seed {seed}");
    assert_eq!(
        nearest["suppressed_rows"], facts.suppressed_rows,
        "seed {seed}"
    );
    let fewest = case
        .nodes()
        .iter()
        .map(|node| oracle.evaluate(node).suppressed_units)
        .min()
        .unwrap();
    assert_eq!(
        facts.suppressed_units, fewest,
        "seed {seed}: the nearest node suppresses the fewest"
    );
}

fn verifies_until_a_cell_is_altered(bench: &Bench) {
    let seed = bench.seed;
    assert!(bench.holds(false) && bench.holds(true), "seed {seed}");
    let whole = bench.files.read("out/release.csv");
    let rows = cases::rows(&whole, bench.manner);
    let header = whole.len() - cases::delimited(&rows, bench.manner).len();
    let mut r = Seeded::new(seed);
    for _ in 0..3 {
        let mut altered = rows.clone();
        let (row, column) = (r.below(rows.len()), r.below(rows[0].len()));
        // Another value of the same column, where there is one: that alters no value, only who has
        // it.
        let other = &rows[r.below(rows.len())][column];
        altered[row][column] = if *other == rows[row][column] {
            "altered".into()
        } else {
            other.clone()
        };
        let text = [&whole[..header], &cases::delimited(&altered, bench.manner)].concat();
        bench.files.write("out/release.csv", text);
        assert!(
            !bench.holds(false) && !bench.holds(true),
            "seed {seed}: row {row} column {column} was altered"
        );
    }
    bench.files.write("out/release.csv", whole);
    assert!(bench.holds(true), "seed {seed}");
}

/// The released file, judged as any table is, meets what was asked; one more than the measured k
/// fails.
fn checks(bench: &Bench, suppressed_rows: u64) {
    let (seed, case) = (bench.seed, &bench.case);
    if case.person.is_some() && !bench.manner.keep_person {
        return; // Without the persons nobody can judge by persons.
    }
    if bench.manner.texts == Texts::Formulas {
        return; // Guarded values are not the ones that the recipe orders.
    }
    let released = Some(bench.files.path("out/release.csv"));
    let judge = |recipe: &str| {
        bench.files.write("check.toml", recipe);
        let job = Job::open(&bench.files.path("check.toml"))
            .unwrap()
            .with_input(released.clone());
        check(&job, CheckRequest::default(), &Unwatched)
            .unwrap_or_else(|e| panic!("seed {seed}: {e}"))
    };
    let checked = judge(&cases::recipe(case, bench.manner));
    for promise in &checked.privacy {
        // The table itself is the reference here: closeness to the input is another promise once
        // rows are gone.
        let relative = [
            "t-closeness",
            "nt-closeness",
            "semantic-privacy",
            "delta-disclosure",
            "beta-likeness",
        ];
        let is_other = suppressed_rows > 0 && relative.contains(&promise.model.name().as_str());
        // From the labels alone it may not be clear which level they are of, and so not which part
        // of a population they cover.
        let is_doubtful =
            ["k-map", "delta-presence", "nt-closeness"].contains(&promise.model.name().as_str());
        assert!(
            promise.met || is_other || is_doubtful,
            "seed {seed}: {promise:?}"
        );
    }
    let smallest = *checked.sizes.keys().next().unwrap();
    assert!(
        judge(&cases::recipe_with_k(case, bench.manner, smallest)).met(),
        "seed {seed}"
    );
    assert!(
        !judge(&cases::recipe_with_k(case, bench.manner, smallest + 1)).met(),
        "seed {seed}"
    );
}

/// The same bytes on one thread and on two, when run again, and from shuffled rows.
fn same_bytes(bench: &Bench) {
    let seed = bench.seed;
    let with_record = [&ALWAYS_THE_SAME[..], &["release.record.json"]].concat();
    let first = bench.released("out", &with_record);
    bench.release("two", &bench.two, false);
    assert!(
        bench.released("two", &with_record) == first,
        "seed {seed}: two threads"
    );
    bench.release("out", &bench.one, true);
    assert!(
        bench.released("out", &with_record) == first,
        "seed {seed}: again"
    );

    let mut shuffled = bench.case.clone();
    Seeded::new(seed + 1).shuffle(&mut shuffled.rows);
    bench
        .files
        .write("table.csv", cases::table(&shuffled, bench.manner));
    bench.release("shuffled", &bench.two, false);
    let names = |folder| bench.released(folder, &ALWAYS_THE_SAME);
    assert!(
        names("shuffled") == names("out"),
        "seed {seed}: shuffled rows"
    );
}

/// Marked rows are judged as rows of the released table: the release stands or falls with them.
#[test]
fn marked_rows_are_judged_as_brute_force_judges_them() {
    let shapes = [
        CaseShape::default(),
        CaseShape::all_class_models(),
        CaseShape::all_models(),
    ];
    let (pass, fail) = judge_marked(700_000..700_500, &shapes);
    assert!(
        pass > 15 && fail > 30,
        "the cases are worth something: {pass} pass, {fail} fail"
    );
}

/// LKC-privacy looks at some of the quasi-identifiers, and finds marked rows among kept ones that
/// show the same label.
#[test]
fn marked_rows_are_judged_by_lkc_privacy_as_brute_force_judges_them() {
    let of_persons = |persons| CaseShape {
        persons: Some(persons),
        max_rows: 12,
        ..CaseShape::only(ModelKind::LkcPrivacy)
    };
    let (pass, fail) = judge_marked(710_000..713_000, &[of_persons(true), of_persons(false)]);
    assert!(
        pass > 60 && fail > 60,
        "the cases are worth something: {pass} pass, {fail} fail"
    );
}

/// Releases the cases of these seeds with marked rows; returns how many are released and how many
/// must not be.
fn judge_marked(seeds: Range<u64>, shapes: &[CaseShape]) -> (u64, u64) {
    let (mut pass, mut fail) = (0, 0);
    for seed in seeds {
        let Some(bench) = Bench::new(seed, &shapes[seed as usize % shapes.len()]) else {
            continue;
        };
        // The library refuses marked rows where a model compares with a population or with
        // supersets.
        let compares = |m: &OracleModel| {
            matches!(
                m.inner(),
                OracleModel::KMap { .. }
                    | OracleModel::DeltaPresence { .. }
                    | OracleModel::NtCloseness { .. }
            )
        };
        if bench.case.models.iter().any(compares) {
            continue;
        }
        let Some(best) = best(&bench.case).filter(|b| b.facts.suppressed_rows > 0 && !b.doubtful)
        else {
            continue;
        };
        // The top label of a hierarchy, or a text that no label has. A recipe takes no label with a
        // line end.
        let top = bench
            .case
            .quasi
            .iter()
            .filter(|q| q.height() > 0)
            .find_map(|q| q.lines[0].last().cloned());
        let label = top
            .filter(|top| seed / 2 % 2 == 0 && !top.contains('\n'))
            .unwrap_or_else(|| "gone".to_owned());
        let marking = format!("[output]\nsuppressed = \"mark\"\nlabel = {label:?}\n");
        let recipe = cases::recipe(&bench.case, bench.manner).replace("[output]\n", &marking);
        bench.files.write("recipe.toml", recipe);
        let result = bench
            .one
            .install(|| anonymize(&bench.job(), &RunOptions::default(), &Unwatched));
        let shown = as_shown(&bench.case, &best, &label);
        let facts = evaluate(&shown, &vec![0; shown.quasi.len()]);
        if facts.classes.iter().any(|class| !class.kept) {
            fail += 1;
            let error = result.expect_err("the marked rows fail");
            assert_eq!(error.kind(), ErrorKind::Unmet, "seed {seed}: {error}");
            assert!(!bench.files.path("out").exists(), "seed {seed}");
            continue;
        }
        pass += 1;
        let found = json(&result.unwrap_or_else(|e| panic!("seed {seed}: {e}")));
        assert_eq!(
            found["suppressed_rows"], best.facts.suppressed_rows,
            "seed {seed}"
        );
        compare_measured(seed, &found, &facts);
        assert!(bench.holds(false) && bench.holds(true), "seed {seed}");
        let rows = cases::rows(&bench.files.read("out/release.csv"), bench.manner);
        assert_eq!(rows.len(), bench.case.rows.len(), "seed {seed}");
        let is_dropped =
            |column: &usize| shown.person == Some(*column) && !bench.manner.keep_person;
        let place = |index: usize| (0..index).filter(|column| !is_dropped(column)).count();
        let marked_in_file = rows
            .iter()
            .filter(|row| {
                shown
                    .quasi
                    .iter()
                    .all(|q| row[place(q.index)].ends_with(&label))
            })
            .count();
        let marked = shown
            .rows
            .iter()
            .filter(|row| shown.quasi.iter().all(|q| row[q.index] == label))
            .count();
        assert_eq!(marked_in_file, marked, "seed {seed}");
    }
    (pass, fail)
}

/// The case with the quasi-identifiers that a release shows at the best node, and a label in place
/// of those of suppressed rows.
fn as_shown(case: &Case, best: &Best, label: &str) -> Case {
    let mut shown = case.clone();
    for (q, &level) in case.quasi.iter().zip(&best.levels) {
        let line = |row: &Vec<String>| q.lines.iter().find(|line| line[0] == row[q.index]);
        for (row, cells) in shown.rows.iter_mut().enumerate() {
            cells[q.index] = match line(&case.rows[row]) {
                Some(line) => line[level].clone(),
                // A missing value becomes the top label at the top.
                None if level > 0 && level == q.height() => q.lines[0][level].clone(),
                None => cells[q.index].clone(),
            };
        }
    }
    for class in best.facts.classes.iter().filter(|c| !c.kept) {
        class.rows.iter().for_each(|&row| {
            case.quasi
                .iter()
                .for_each(|q| shown.rows[row][q.index] = label.to_owned())
        });
    }
    for i in 0..case.quasi.len() {
        let index = case.quasi[i].index;
        let labels: BTreeSet<String> = shown
            .rows
            .iter()
            .map(|row| row[index].clone())
            .filter(|label| !case.is_missing(label))
            .collect();
        let lines = labels.into_iter().map(|label| vec![label]).collect();
        shown.quasi[i] = OracleQuasiColumn {
            index,
            lines,
            weight: 1.0,
            min_level: 0,
            max_level: 0,
        };
    }
    shown
}

/// The same through the real binary: exit codes and printed objects.
#[test]
fn the_binary_says_what_the_library_says() {
    let (mut released, mut unmet) = (0, 0);
    for seed in 500_000..500_080 {
        let Some(bench) = Bench::new(
            seed,
            &if seed % 2 == 0 {
                CaseShape::default()
            } else {
                CaseShape::all_models()
            },
        ) else {
            continue;
        };
        let files = &bench.files;
        let ran = files.run(&[
            "anonymize",
            "recipe.toml",
            "--json",
            "--threads",
            if seed % 2 == 0 { "1" } else { "2" },
        ]);
        let Some(best) = best(&bench.case) else {
            unmet += 1;
            compare_unmet(&bench, &ran.expect(1).json());
            continue;
        };
        released += 1;
        compare(&bench, &ran.expect(0).json(), &best);
        let verify = [
            "verify",
            "out/release.certificate.json",
            "--record",
            "out/release.record.json",
            "--json",
        ];
        assert_eq!(files.run(&verify).expect(0).json()["outcome"], "verified");
        let mut bytes = files.read("out/release.csv");
        let last = bytes.len() - 2;
        bytes[last] = if bytes[last] == b'0' { b'1' } else { b'0' };
        files.write("out/release.csv", bytes);
        assert_eq!(files.run(&verify).expect(1).json()["outcome"], "unmet");
        assert_eq!(files.run(&verify[..2]).expect(1).stderr, "");
    }
    assert!(
        released > 20 && unmet > 3,
        "the cases are worth something: {released} released, {unmet} unmet"
    );
}

/// A table of a realistic size and kind.
#[test]
fn a_census_of_three_thousand_verifies_and_is_the_same_on_one_and_two_threads() {
    let files = Workspace::new();
    files.succeed(&["sample", "census", "--rows", "3000", "--directory", "."]);
    let release = |folder: &str, threads: &str| {
        files.succeed(&[
            "anonymize",
            "recipe.toml",
            "--output",
            &format!("{folder}/release.csv"),
            "--threads",
            threads,
        ])
    };
    let (one, two) = (release("one", "1"), release("two", "2"));
    for key in [
        "rows",
        "suppressed_rows",
        "classes",
        "decision",
        "loss",
        "privacy",
    ] {
        assert_eq!(one[key], two[key], "{key}");
    }
    let names = |folder: &str| -> Vec<Vec<u8>> {
        let names = ALWAYS_THE_SAME.iter().chain(&["release.record.json"]);
        names
            .map(|name| files.read(&format!("{folder}/{name}")))
            .collect()
    };
    assert!(names("one") == names("two"));
    files.succeed(&[
        "verify",
        "one/release.certificate.json",
        "--record",
        "one/release.record.json",
    ]);
    let checked = files.succeed(&["check", "recipe.toml", "--table", "one/release.csv"]);
    assert_eq!(checked["privacy"], one["privacy"]);
    assert_eq!(checked["classes"], one["classes"]);

    let asked = one["privacy"][0]["measured"].as_u64().unwrap();
    let stricter = files
        .text("recipe.toml")
        .replacen("k = 5", &format!("k = {}", asked + 1), 1);
    files.write("stricter.toml", stricter);
    files
        .run(&["check", "stricter.toml", "--table", "one/release.csv"])
        .expect(1);

    let mut lines = files.lines("census.csv");
    Seeded::new(3).shuffle(&mut lines[1..]);
    files.write("census.csv", lines.join("\n") + "\n");
    release("shuffled", "2");
    for name in ALWAYS_THE_SAME {
        assert!(
            files.read(&format!("shuffled/{name}")) == files.read(&format!("one/{name}")),
            "{name}"
        );
    }
}

fn json(outcome: &Outcome) -> Value {
    serde_json::to_value(outcome).unwrap()
}
