//! The view of random releases of every method is what anybody reads from their files.

use crate::methods::solve;
use crate::options::RunOptions;
use crate::outcome::Outcome;
use crate::prepare::Prepared;
use crate::read_release::ReleaseReader;
use crate::solution::MethodResult;
use crate::source::{Expect, Job, SideTables, load};
use crate::usefulness::{Subject, released, subject};
use crate::watch::Unwatched;
use equipoise_data::{Random, Region};
use equipoise_release::Published;
use std::fmt::Write;
use std::path::Path;

/// Each method, with what it needs to be told.
const METHODS: [&str; 9] = [
    "method = \"optimal\"",
    "method = \"best-effort\"\nmax-nodes = 12",
    "method = \"mondrian\"",
    "method = \"mondrian\"\ncuts = \"relaxed\"",
    "method = \"local-recoding\"",
    "method = \"cell-suppression\"",
    "method = \"record\"\n[record]\nmin-utility = \"60%\"",
    "method = \"preference\"\n[preference]\naspire = { necd = 0.3, nwp = 0.3 }",
    "method = \"preference\"\nover = \"partitions\"\n[preference]\nevaluations = 60\naspire = { necd = 0.3, nwp = 0.3 }",
];

const CITIES: &str = "Bonn;Rhine;Germany;*\nCologne;Rhine;Germany;*\nUlm;Swabia;Germany;*\nLyon;Rhone;France;*\nNice;Azur;France;*\n";

/// A table of some rows with missing values, and a recipe for it.
fn random_job(random: &mut Random, folder: &Path, method: &str) -> Job {
    let mut table = "age,city,sex,job,hours\n".to_owned();
    for _ in 0..20 + random.place(40) {
        let cell = |random: &mut Random, values: &[&str]| match random.below(12) {
            0 => String::new(),
            _ => values[random.place(values.len())].to_owned(),
        };
        let age = match random.below(15) {
            0 => String::new(),
            _ => (20 + random.place(30)).to_string(),
        };
        let city = cell(random, &["Bonn", "Cologne", "Ulm", "Lyon", "Nice"]);
        let sex = cell(random, &["f", "m"]);
        let job = cell(random, &["cook", "smith", "nurse"]);
        writeln!(table, "{age},{city},{sex},{job},{}", random.place(40)).unwrap();
    }
    std::fs::write(folder.join("in.csv"), table).unwrap();
    std::fs::write(folder.join("cities.csv"), CITIES).unwrap();
    let aggregate = ["", "aggregate = \"mean\"\n", "aggregate = \"interval\"\n"];
    let suppressed = ["drop", "mark"][random.place(2)];
    let recipe = format!(
        "version = 1\n[input]\npath = \"in.csv\"\n\
         [columns.age]\nrole = \"quasi-identifier\"\ntype = \"integer\"\nhierarchy = {{ intervals = [5, 10, 20] }}\n\
         [columns.city]\nrole = \"quasi-identifier\"\nhierarchy = \"cities.csv\"\n\
         [columns.sex]\nrole = \"quasi-identifier\"\nhierarchy = {{ mask = \"right\" }}\n\
         [columns.job]\nrole = \"sensitive\"\n\
         [columns.hours]\nrole = \"insensitive\"\ntype = \"integer\"\n{}\
         [[privacy]]\nmodel = \"k-anonymity\"\nk = {}\n\
         [output]\npath = \"out.csv\"\nreport = []\nsuppressed = \"{suppressed}\"\n\
         [usefulness]\n\
         [search]\nmax-suppression = {}\n{method}\n",
        aggregate[random.place(3)],
        2 + random.place(3),
        ["0.1", "0.3", "0.6"][random.place(3)],
    );
    Job::from_text(recipe, &folder.join("recipe.toml")).unwrap()
}

/// What the rows of a release show, as texts: values of quasi-identifiers, sensitive values, numbers
/// of aggregated columns. Sorted, since a file has its own order of rows.
fn rows(subject: &Subject<'_>, released: &Published<'_>) -> Vec<(Vec<Vec<String>>, Vec<String>)> {
    let quasi = subject.quasi.len();
    let texts = |at: usize, region: Region| {
        let run = region.first as usize..=region.last as usize;
        let mut texts = subject.quasi[at].texts[run].to_vec();
        texts.sort();
        texts
    };
    let plain: Vec<Vec<u32>> = (quasi..released.columns())
        .map(|column| released.codes(column))
        .collect();
    let of_row = |(row, (_, bucket)): (usize, (usize, usize))| {
        let shown = (0..quasi)
            .map(|at| {
                texts(
                    at,
                    released.region(bucket, at).expect("classes show regions"),
                )
            })
            .collect();
        let values = subject.plain.iter().zip(&plain);
        let mut values: Vec<String> = values
            .map(|(of, codes)| of.texts[codes[row] as usize].clone())
            .collect();
        values.extend((0..subject.aggregated.len()).map(|at| {
            let numbers = released.aggregated(at).expect("every class has a number");
            format!("{:.6}", numbers[bucket])
        }));
        (shown, values)
    };
    let mut rows: Vec<_> = released.released_rows().enumerate().map(of_row).collect();
    rows.sort();
    rows
}

#[test]
fn the_view_of_a_decision_is_what_is_read_from_its_file() {
    let mut random = Random::new(7);
    let mut released_by_method = [0; METHODS.len()];
    for round in 0..90 {
        let (number, method) = (round % METHODS.len(), METHODS[round % METHODS.len()]);
        let folder = tempfile::tempdir().unwrap();
        let job = random_job(&mut random, folder.path(), method);
        let what = || format!("round {round}\n{}", job.text);
        // What nobody can be asked to release is no matter of views.
        let Ok(Outcome::Met(release)) = crate::anonymize(&job, &RunOptions::default(), &Unwatched)
        else {
            continue;
        };
        released_by_method[number] += 1;

        let (input, _) = load(&job, Expect::AllColumns, &Unwatched).unwrap();
        let side_tables = SideTables::load(&job, &input, &Unwatched).unwrap();
        let prepared = Prepared::new(&job, input, side_tables, true).unwrap();
        let Outcome::Met(result) = solve(&job, &prepared, &Unwatched).unwrap() else {
            panic!("the same job has no release: {}", what());
        };
        let MethodResult { decided, .. } = *result;
        let table = subject(&job, &prepared).unwrap();
        let of_decision = released(&table, &job, &prepared, &decided).unwrap();
        assert!(of_decision.is_linked());
        assert_eq!(of_decision.table_rows() as u64, release.rows, "{}", what());

        let reader = ReleaseReader::open(&job, &Unwatched).unwrap();
        let read = reader.read(&release.output, true, &Unwatched).unwrap();
        let places = reader.places(&[&read]).unwrap();
        let as_read = reader.subject(&places).unwrap();
        let (_, of_file) = reader.view(&read, &as_read, &places).unwrap();
        assert!(!of_file.is_linked());

        assert_eq!(of_file.left_out(), of_decision.left_out(), "{}", what());
        assert_eq!(
            of_file.sizes().len(),
            of_decision.sizes().len(),
            "{}",
            what()
        );
        assert_eq!(
            rows(&as_read, &of_file),
            rows(&table, &of_decision),
            "{}",
            what()
        );
    }
    assert!(
        released_by_method.iter().all(|&releases| releases >= 3),
        "{released_by_method:?}"
    );
}
