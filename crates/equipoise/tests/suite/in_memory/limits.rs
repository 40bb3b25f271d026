//! What a job in memory refuses, and what it cannot do.

use super::people::{COLUMNS, ROWS, people};
use equipoise::{
    Decimal, ErrorKind, Job, Limit, LimitKind, Outcome, PublishOptions, Solution, Source, Stage,
    TypedCells, TypedTable, Unwatched, Watch, decide, verify,
};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

fn recipe(k: usize) -> String {
    format!("version = 1\n{COLUMNS}[[privacy]]\nmodel = \"k-anonymity\"\nk = {k}\n")
}

fn decided(recipe: &str, table: &TypedTable) -> equipoise::Result<Outcome<Solution>> {
    decide(&Job::new(recipe)?, Source::Table(table), &Unwatched)
}

/// The message and the hint of the error of a table.
fn refused(recipe: &str, table: &TypedTable) -> (ErrorKind, String) {
    let error = decided(recipe, table).expect_err(recipe);
    (error.kind(), error.message())
}

#[test]
fn a_suppression_limit_that_is_no_share_is_refused() {
    let job = Job::new(recipe(2)).unwrap();
    for share in ["1.5", "-0.5", "100.0"] {
        let limit = Limit::Share(Decimal::parse(share).unwrap());
        let error = job.clone().with_max_suppression(Some(limit)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Usage, "{share}");
    }
    let share = Limit::Share(Decimal::parse("0.5").unwrap());
    assert!(job.with_max_suppression(Some(share)).is_ok());
}

#[test]
fn numbers_that_usefulness_cannot_square_are_refused() {
    let recipe = "version = 1\n[columns.age]\nrole = \"quasi-identifier\"\nhierarchy = { intervals = [10] }\n[columns.pay]\nrole = \"sensitive\"\ntype = \"decimal\"\n[[privacy]]\nmodel = \"k-anonymity\"\nk = 2\n[usefulness]\n";
    let table = TypedTable::new()
        .with_column("age", [31, 34, 36, 38])
        .and_then(|table| table.with_column("pay", [f64::MAX, f64::MIN, 1e308, -1e308]))
        .unwrap();
    let (kind, message) = refused(recipe, &table);
    assert_eq!(kind, ErrorKind::Data);
    assert!(message.contains("beyond 1e150"), "{message}");
    // Without usefulness, nobody squares them.
    assert!(decided(&recipe.replace("[usefulness]\n", ""), &table).is_ok());
}

#[test]
fn columns_that_do_not_fit_are_refused() {
    let table = TypedTable::new().with_column("a", [1, 2]).unwrap();
    let message = |name: &str, cells: TypedCells| {
        let error = table.clone().with_column(name, cells).unwrap_err();
        (error.message(), error.place().row)
    };
    assert_eq!(
        message("b", TypedCells::from([1.5])).0,
        "column `b` has 1 row, and column `a` has 2 rows"
    );
    assert_eq!(
        message("a", TypedCells::from(["x", "y"])).0,
        "column `a` is already in the table"
    );
    assert_eq!(
        message(" ", TypedCells::from(["x", "y"])).0,
        "column 2 has no name"
    );
    for number in [f64::NAN, f64::INFINITY] {
        assert_eq!(
            message("b", TypedCells::from([Some(number), None])),
            (
                "column `b`: a cell is infinite or not a number (row 1)".to_owned(),
                Some(1)
            )
        );
    }
    assert_eq!(
        message(
            "b",
            TypedCells::dates([Some("2026-02-28"), Some("2026-02-30")])
        ),
        (
            "column `b`: a cell is not a valid date (row 2)".to_owned(),
            Some(2)
        )
    );
}

#[test]
fn tables_that_do_not_fit_the_recipe_are_refused() {
    let (kind, message) = refused(&recipe(4), &TypedTable::new());
    assert_eq!(kind, ErrorKind::Usage);
    assert!(message.contains("`age`"), "{message}");
    let mut empty = TypedTable::new();
    for column in people().columns() {
        empty = empty.with_column(column.name(), Vec::<i64>::new()).unwrap();
    }
    assert_eq!(
        refused(&recipe(4), &empty),
        (ErrorKind::Data, "the table has no rows".to_owned())
    );
    let more = people().with_column("more", vec![1; ROWS]).unwrap();
    assert!(refused(&recipe(4), &more).1.contains("`more`"));
    let without_missing = recipe(4).replace("version = 1", "version = 1\n[input]\nmissing = []");
    assert_eq!(
        refused(&without_missing, &people()).1,
        "column `age` has missing cells (first at row 1), and no text of the recipe means missing"
    );
    let by_disease = recipe(4).replace(
        "version = 1",
        "version = 1\n[input]\nperson = \"sex\"\nmissing = [\"\", \"NA\"]",
    );
    let (kind, message) = refused(&by_disease, &people());
    assert_eq!(kind, ErrorKind::Data, "{message}");
    assert!(
        message.contains("person column `sex` is missing in"),
        "{message}"
    );
}

#[test]
fn a_wish_that_cannot_be_met_is_explained() {
    let text = recipe(30).replace("hierarchy =", "max-level = 0\nhierarchy =");
    let Outcome::Unmet(unmet) = decided(&text, &people()).unwrap() else {
        panic!("values are not that frequent")
    };
    assert!(unmet.explanation.contains("30-anonymity"), "{unmet:?}");
    assert_eq!(unmet.nearest.unwrap().suppressed_rows, ROWS as u64);
}

#[test]
fn a_solution_without_an_output_path_is_published_where_the_options_say() {
    let solution = decided(&recipe(4), &people())
        .unwrap()
        .into_result()
        .unwrap();
    assert!(solution.table(&Unwatched).unwrap().rows() > 0);
    let error = solution
        .publish(&PublishOptions::default(), &Unwatched)
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Usage);
    assert!(error.message().contains("output"), "{}", error.message());
    let folder = tempfile::tempdir().unwrap();
    let options = |output: &str| PublishOptions {
        output: Some(folder.path().join(output)),
        ..PublishOptions::default()
    };
    for output in ["a.csv", "b.csv"] {
        let release = solution.publish(&options(output), &Unwatched).unwrap();
        assert_eq!(release.output, folder.path().join(output));
        let verified = verify(&release.certificate, None, None, &Unwatched).unwrap();
        assert!(verified.verification.holds());
    }
    let wrong = solution.publish(&options(".."), &Unwatched).unwrap_err();
    assert_eq!(wrong.message(), "the output path names no file");
    let job = Job::new(recipe(4)).unwrap();
    let error = decide(&job, Source::Files, &Unwatched).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Usage, "{error}");
}

#[test]
fn a_release_from_memory_replaces_no_file_that_it_is_made_from() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    std::fs::write(at("sexes.csv"), "F;*\nM;*\n").unwrap();
    let text = recipe(2).replacen(
        "hierarchy = { mask = \"right\" }",
        "hierarchy = \"sexes.csv\"",
        1,
    );
    let job = Job::from_text(text, &at("recipe.toml")).unwrap();
    let job = job.with_output(Some(at("sexes.csv")));
    let solution = decide(&job, Source::Table(&people()), &Unwatched);
    let options = PublishOptions {
        force: true,
        ..PublishOptions::default()
    };
    let error = solution
        .unwrap()
        .into_result()
        .unwrap()
        .publish(&options, &Unwatched)
        .unwrap_err();
    assert!(error.message().contains("is a hierarchy"), "{error}");
}

#[test]
fn hierarchies_come_from_the_caller() {
    let text = recipe(4).replacen(
        "hierarchy = { mask = \"right\" }",
        "hierarchy = \"no such file\"",
        1,
    );
    let lines = |values: &[&str]| -> Vec<Vec<String>> {
        let line = |value: &&str| vec![(*value).to_owned(), "any".to_owned()];
        values.iter().map(line).collect()
    };
    let job = Job::new(text).unwrap();
    let table = people();
    let with = |values: &[&str]| {
        let job = job.clone().with_hierarchy("sex", lines(values)).unwrap();
        decide(&job, Source::Table(&table), &Unwatched)
    };
    let solution = with(&["F", "M"]).unwrap().into_result().unwrap();
    let released = solution.table(&Unwatched).unwrap();
    assert_eq!(released.columns().len(), 7);
    let error = with(&["F"]).unwrap_err();
    assert!(
        error
            .message()
            .contains("hierarchy of `sex` lacks 1 of 3 values"),
        "{error}"
    );
    let error = job
        .clone()
        .with_hierarchy("six", lines(&["F"]))
        .unwrap_err();
    assert_eq!(error.message(), "column `six` is not in the recipe");
    let error = job.with_hierarchy("sex", lines(&["F", "F"])).unwrap_err();
    assert!(
        error.message().starts_with("hierarchy of `sex`: "),
        "{error}"
    );
}

/// Stops when it was asked this many times whether to.
struct StopAfter(AtomicUsize);

impl StopAfter {
    fn times(times: usize) -> Self {
        StopAfter(AtomicUsize::new(times))
    }
}

impl Watch for StopAfter {
    fn progress(&self, _: Stage, _: u64, _: u64) {}

    fn stopped(&self) -> bool {
        let less = |left: usize| Some(left.saturating_sub(1));
        self.0
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, less)
            == Ok(0)
    }
}

/// The number of times that a call could be stopped before it was done.
fn stops<T>(call: impl Fn(&dyn Watch) -> equipoise::Result<T>) -> usize {
    for times in 0.. {
        match call(&StopAfter::times(times)) {
            Ok(_) => return times,
            Err(error) => assert_eq!(error.limit_kind(), Some(LimitKind::Stopped), "{error}"),
        }
    }
    unreachable!("every call ends")
}

/// Stops once some of a stage is done, and notes what it saw of that stage.
struct StopDuring {
    stage: Stage,
    from: f64,
    seen: Mutex<Vec<(u64, u64)>>,
}

impl StopDuring {
    /// Stops when more than this share of a stage is done.
    fn new(stage: Stage, from: f64) -> Self {
        StopDuring {
            stage,
            from,
            seen: Mutex::default(),
        }
    }

    /// The share that was done last.
    fn share(&self) -> f64 {
        let seen = self.seen.lock().unwrap();
        let &(done, total) = seen.last().expect("the stage was reported");
        assert!(seen.is_sorted() && done <= total, "{seen:?}");
        done as f64 / total as f64
    }
}

impl Watch for StopDuring {
    fn progress(&self, stage: Stage, done: u64, total: u64) {
        if stage == self.stage {
            self.seen.lock().unwrap().push((done, total));
        }
    }

    fn stopped(&self) -> bool {
        let seen = self.seen.lock().unwrap();
        seen.last()
            .is_some_and(|&(done, total)| done as f64 > self.from * total as f64)
    }
}

#[test]
fn a_watch_stops_the_reading_of_a_table_in_memory() {
    let rows = 60_000;
    let table = TypedTable::new()
        .with_column("age", (0..rows).map(|i| 20 + i % 60).collect::<Vec<i64>>())
        .and_then(|t| t.with_column("city", vec!["Bonn"; rows as usize]))
        .unwrap();
    let recipe = "version = 1\n[columns]\nage = { role = \"quasi-identifier\", hierarchy = { intervals = [10] } }\ncity = { role = \"insensitive\" }\n[[privacy]]\nmodel = \"k-anonymity\"\nk = 2\n";
    let job = Job::new(recipe).unwrap();
    let decided = |watch: &dyn Watch| decide(&job, Source::Table(&table), watch);
    // Cells are encoded in the first half, and their text is hashed in the second one.
    for from in [0.1, 0.6] {
        let watch = StopDuring::new(Stage::Read, from);
        let error = decided(&watch).unwrap_err();
        assert_eq!(error.limit_kind(), Some(LimitKind::Stopped));
        let share = watch.share();
        assert!(from < share && share < from + 0.2, "{share}");
    }
    let watch = StopDuring::new(Stage::Read, 1.0);
    let solution = decided(&watch).unwrap().into_result().unwrap();
    assert_eq!(watch.share(), 1.0);
    for from in [0.1, 0.6] {
        let watch = StopDuring::new(Stage::Write, from);
        let error = solution.table(&watch).unwrap_err();
        assert_eq!(error.limit_kind(), Some(LimitKind::Stopped));
        let share = watch.share();
        assert!(from < share && share < from + 0.2, "{share}");
    }
    assert_eq!(solution.table(&Unwatched).unwrap().rows(), rows as usize);
}

#[test]
fn a_watch_stops_a_job_in_memory() {
    let folder = tempfile::tempdir().unwrap();
    let job = Job::new(recipe(4)).unwrap();
    let job = job.with_output(Some(folder.path().join("out.csv")));
    let table = people();
    let decided = |watch: &dyn Watch| decide(&job, Source::Table(&table), watch);
    assert!(stops(decided) >= 3);
    let solution = decided(&Unwatched).unwrap().into_result().unwrap();
    assert!(stops(|watch| solution.table(watch)) >= 3);
    let written = || std::fs::read_dir(folder.path()).unwrap().count();
    let publish = |watch: &dyn Watch| {
        let before = written();
        let published = solution.publish(&PublishOptions::default(), watch);
        assert!(published.is_ok() || written() == before);
        published
    };
    assert!(stops(publish) >= 2);
    assert!(written() >= 4);
}
