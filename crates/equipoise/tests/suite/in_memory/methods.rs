//! A release from memory is the release from files, for every method.

use super::people::{COLUMNS, csv, people, write_csv};
use equipoise::{
    Account, Job, Outcome, PublishOptions, Release, RunOptions, Solution, Source, TypedCells,
    Unwatched, anonymize, decide, verify,
};
use serde_json::json;
use std::path::{Path, PathBuf};

const K4: &str = "[[privacy]]\nmodel = \"k-anonymity\"\nk = 4\n";
const PERSONS: &str = "person = \"person\"\n";
const REPORTS: &str = "report = [\"html\", \"text\", \"json\"]\n";

fn recipe(input: &str, more: &str) -> String {
    format!(
        "version = 1\n[input]\npath = \"in.csv\"\nmissing = [\"\", \"NA\"]\n{input}{COLUMNS}{more}[output]\npath = \"out.csv\"\n{REPORTS}"
    )
}

fn search(keys: &str) -> String {
    format!("{K4}[search]\n{keys}\n")
}

/// The files of a release, but for the run figures, which have times.
fn files(release: &Release) -> Vec<(String, String)> {
    let all = [&release.output, &release.certificate, &release.record];
    all.into_iter()
        .chain(&release.reports)
        .map(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, std::fs::read_to_string(path).unwrap())
        })
        .collect()
}

/// A released file with all missing cells written alike; only the last column has two ways.
fn released(release: &Release) -> String {
    let text = std::fs::read_to_string(&release.output).unwrap();
    text.replace(",NA\n", ",\n")
}

fn from_files(folder: &Path, recipe: &str) -> Release {
    write_csv(&folder.join("in.csv"), &people());
    let job = Job::from_text(recipe.to_owned(), &folder.join("recipe.toml")).unwrap();
    anonymize(&job, &RunOptions::default(), &Unwatched)
        .unwrap_or_else(|e| panic!("{e}\n{recipe}"))
        .into_result()
        .unwrap_or_else(|unmet| panic!("{unmet:?}\n{recipe}"))
}

fn solved(recipe: &str, output: Option<PathBuf>) -> Solution {
    let job = Job::new(recipe).unwrap().with_output(output);
    decide(&job, Source::Table(&people()), &Unwatched)
        .unwrap_or_else(|e| panic!("{e}\n{recipe}"))
        .into_result()
        .unwrap_or_else(|unmet| panic!("{unmet:?}\n{recipe}"))
}

/// The same table, verdicts and files, from memory and from files.
fn check(input: &str, more: &str) {
    let recipe = recipe(input, more);
    let folder = tempfile::tempdir().unwrap();
    let expected = from_files(folder.path(), &recipe);
    let solution = solved(&recipe, Some(folder.path().join("memory/out.csv")));
    assert_eq!(
        json!(solution.verdicts()),
        json!(expected.privacy),
        "{recipe}"
    );
    assert_eq!(
        (
            solution.rows(),
            solution.suppressed_rows(),
            solution.suppressed_persons()
        ),
        (
            expected.rows,
            expected.suppressed_rows,
            expected.suppressed_persons
        ),
        "{recipe}"
    );
    assert_eq!(solution.levels(), expected.levels.as_deref(), "{recipe}");
    assert_eq!(solution.loss(), expected.loss, "{recipe}");
    assert_eq!(solution.warnings(), expected.warnings, "{recipe}");
    let table = solution.table(&Unwatched).unwrap();
    assert_eq!(csv(&table), released(&expected), "{recipe}");

    let published = solution
        .publish(&PublishOptions::default(), &Unwatched)
        .unwrap();
    assert_eq!(files(&published), files(&expected), "{recipe}");
    let verified = verify(
        &published.certificate,
        None,
        Some(&published.record),
        &Unwatched,
    );
    assert!(verified.unwrap().verification.holds(), "{recipe}");
}

#[test]
fn levels_are_the_same_from_memory() {
    check("", &search("max-suppression = 0.05"));
    check(
        "",
        &search("method = \"best-effort\"\nseed = 3\nmax-nodes = 30\nmax-suppression = 0.1"),
    );
}

#[test]
fn persons_are_the_same_from_memory() {
    check(PERSONS, &search("max-suppression = 0.1"));
    check(PERSONS, &search("method = \"mondrian\""));
}

#[test]
fn classes_are_the_same_from_memory() {
    check("", &search("method = \"mondrian\""));
    check(
        "",
        &search("method = \"local-recoding\"\nmax-suppression = 0.02"),
    );
    check("", &search("method = \"cell-suppression\""));
}

#[test]
fn records_and_preferences_are_the_same_from_memory() {
    check(
        "",
        "[search]\nmethod = \"record\"\n[record]\nmin-utility = \"50%\"\n",
    );
    for over in ["lattice", "partitions"] {
        let keys = format!(
            "method = \"preference\"\nover = \"{over}\"\nmax-suppression = 0.1\n[preference]\naspire = {{ necd = 0.3, nwp = 0.3 }}"
        );
        let more = match over {
            "partitions" => search(&(keys + "\nevaluations = 300")),
            _ => search(&keys),
        };
        check("", &more);
    }
}

#[test]
fn accounts_tell_what_the_json_of_a_release_has() {
    let records = recipe(
        "",
        "[search]\nmethod = \"record\"\n[record]\nmin-utility = \"50%\"\n",
    );
    let solution = solved(&records, None);
    let Account::Records(account) = solution.account() else {
        panic!("records were disclosed one by one")
    };
    let json = json!(account);
    assert_eq!(json["optimizer"], account.optimizer());
    assert_eq!(json["proved"], account.is_proved());
    for (when, spreads) in [
        ("before", account.before()),
        ("best", account.best()),
        ("after", account.after()),
    ] {
        assert_eq!(json["risk"][when], json!(spreads.risk));
        assert_eq!(json["utility"][when], json!(spreads.utility));
    }
    assert_eq!(json["least_crowd"], account.least_crowd());
    assert_eq!(json["least_class"], account.least_class());
    assert_eq!(json["moved_rows"], account.moved_rows());
    assert_eq!(json["short_rows"], account.short_rows());
    assert_eq!(json["upper_bound"]["valid"], account.is_upper_bound());

    let aspiring = search(
        "method = \"preference\"\nmax-suppression = 0.1\n[preference]\naspire = { necd = 0.3, nwp = 0.3 }",
    );
    let solution = solved(&recipe("", &aspiring), None);
    let Account::Preference(account) = solution.account() else {
        panic!("a preference decided")
    };
    let json = json!(account);
    assert_eq!(json["over"], account.over().name());
    for (measure, reached) in account.measures().iter().zip(account.reached()) {
        assert_eq!(json["aspired"][measure.measure.name()], measure.asked);
        assert_eq!(json["reached"][measure.measure.name()], reached);
    }
    assert_eq!(json["within_aspiration"], account.is_within_aspiration());
    assert_eq!(json["exact"], account.is_proved());
    assert_eq!(json["achievement"], account.achievement());
    assert_eq!(json["effective_k"], account.effective_k());
}

#[test]
fn marked_rows_and_other_layouts_are_the_same_from_memory() {
    let search = search("max-suppression = 0.1");
    let diverse = "[[privacy]]\nmodel = \"l-diversity\"\ncolumn = \"disease\"\nl = 2\n[[privacy]]\nmodel = \"t-closeness\"\ncolumn = \"disease\"\ndistance = \"equal\"\nt = 0.6\n";
    check("", &format!("{diverse}{search}"));
    check("", &format!("{search}[usefulness]\nqueries = 20\n"));
    let marked = recipe("", &search).replace(
        REPORTS,
        "suppressed = \"mark\"\nlabel = \"(hidden)\"\norder = \"input\"\n",
    );
    let folder = tempfile::tempdir().unwrap();
    let expected = from_files(folder.path(), &marked);
    assert!(expected.suppressed_rows > 0);
    let table = solved(&marked, None).table(&Unwatched).unwrap();
    assert_eq!(csv(&table), released(&expected));
    assert!(released(&expected).contains("(hidden)"));
}

#[test]
fn aggregated_columns_are_texts_and_unchanged_ones_keep_their_types() {
    let more = search("max-suppression = 0.1");
    let types = |table: &equipoise::TypedTable| -> Vec<String> {
        let name = |cells: &TypedCells| match cells {
            TypedCells::Text(_) => "text",
            TypedCells::Integer(_) => "integer",
            TypedCells::Decimal(_) => "decimal",
            TypedCells::Date(_) => "date",
            TypedCells::Boolean(_) => "boolean",
            _ => "other",
        };
        let columns = table.columns().iter();
        columns
            .map(|c| format!("{} {}", c.name(), name(c.cells())))
            .collect()
    };
    let plain = recipe("", &more);
    let table = solved(&plain, None).table(&Unwatched).unwrap();
    assert_eq!(
        types(&table),
        [
            "age text",
            "sex text",
            "zip text",
            "born date",
            "income decimal",
            "smoker boolean",
            "disease text"
        ]
    );
    let mean = plain.replace(
        "type = \"decimal\"",
        "type = \"decimal\"\naggregate = \"mean\"",
    );
    let table = solved(&mean, None).table(&Unwatched).unwrap();
    assert_eq!(types(&table)[4], "income text");
    let unchanged = plain
        .replace("[5, 10, 20, 40] }", "[5, 10, 20, 40] }\nmax-level = 0")
        .replace("k = 4", "k = 1");
    let table = solved(&unchanged, None).table(&Unwatched).unwrap();
    assert_eq!(types(&table)[0], "age integer");
    let folder = tempfile::tempdir().unwrap();
    let expected = from_files(folder.path(), &mean);
    let table = solved(&mean, None).table(&Unwatched).unwrap();
    assert_eq!(csv(&table), released(&expected));
}

#[test]
fn files_give_a_table_of_texts() {
    let folder = tempfile::tempdir().unwrap();
    let recipe = recipe("", &search("max-suppression = 0.05"));
    let expected = from_files(folder.path(), &recipe);
    let job = Job::from_text(recipe.clone(), &folder.path().join("recipe.toml")).unwrap();
    let Outcome::Met(solution) = decide(&job, Source::Files, &Unwatched).unwrap() else {
        panic!("nothing was decided")
    };
    let table = solution.table(&Unwatched).unwrap();
    let is_text = |c: &equipoise::TypedColumn| matches!(c.cells(), TypedCells::Text(_));
    assert!(table.columns().iter().all(is_text));
    assert_eq!(csv(&table), released(&expected));
    let options = PublishOptions {
        force: true,
        ..PublishOptions::default()
    };
    let before = files(&expected);
    assert_eq!(
        files(&solution.publish(&options, &Unwatched).unwrap()),
        before
    );
}
