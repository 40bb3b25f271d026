//! Checks that the views of random releases of every method agree with what a reader finds in their
//! files.

use super::{class_facts, kept_classes};
use crate::methods::solve;
use crate::options::RunOptions;
use crate::outcome::Outcome;
use crate::prepare::Prepared;
use crate::read_release::ReleaseReader;
use crate::solution::{Decided, MethodResult};
use crate::source::{Expect, Job, SideTables, load};
use crate::usefulness::{Subject, released, subject};
use crate::watch::Unwatched;
use equipoise_data::Random;
use equipoise_recipe::{Method, Suppressed};
use equipoise_release::{ColumnForm, Estimator, Published, ValueSet};
use equipoise_report::UsefulnessFacts;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

/// Each method, with the keys that it requires.
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

/// The place of a method in the list. The match is exhaustive, so a new method needs a place
/// here.
fn place(method: Method) -> usize {
    match method {
        Method::Optimal => 0,
        Method::BestEffort => 1,
        Method::Mondrian => 2,
        Method::LocalRecoding => 4,
        Method::CellSuppression => 5,
        Method::Record => 6,
        Method::Preference => 7,
    }
}

/// Nobody lives in the first one.
const CITIES: &str = "Trier;Mosel;Germany;*\nBonn;Rhine;Germany;*\nCologne;Rhine;Germany;*\nUlm;Swabia;Germany;*\nLyon;Rhone;France;*\nNice;Azur;France;*\n";

/// A table of some rows with missing values, and a recipe for it.
fn random_job(random: &mut Random, folder: &Path, method: &str) -> Job {
    let mut table = "age,city,sex,job,hours,person\n".to_owned();
    let has_missing = random.below(2) == 0;
    for row in 0..20 + random.place(40) {
        let cell = |random: &mut Random, values: &[&str]| match random.below(12) {
            0 if has_missing => String::new(),
            _ => values[random.place(values.len())].to_owned(),
        };
        let age = match random.below(15) {
            0 if has_missing => String::new(),
            _ => (20 + random.place(30)).to_string(),
        };
        let city = cell(random, &["Bonn", "Cologne", "Ulm", "Lyon", "Nice"]);
        let sex = cell(random, &["f", "m"]);
        let job = cell(random, &["cook", "smith", "nurse"]);
        let person = random.place(row + 1);
        writeln!(
            table,
            "{age},{city},{sex},{job},{},p{person}",
            random.place(40)
        )
        .unwrap();
    }
    std::fs::write(folder.join("in.csv"), table).unwrap();
    std::fs::write(folder.join("cities.csv"), CITIES).unwrap();
    let cities = CITIES.lines().map(|line| line.split(';').next().unwrap());
    let register = cities.flat_map(|city| (15..60).map(move |age| format!("{age},{city},f\n")));
    let register: String = register.collect();
    std::fs::write(
        folder.join("register.csv"),
        format!("age,city,sex\n{register}{}", register.replace(",f", ",m")),
    )
    .unwrap();
    let aggregate = ["", "aggregate = \"mean\"\n", "aggregate = \"interval\"\n"];
    let suppressed = ["drop", "mark"][random.place(2)];
    // One label of marked rows equals the top label of hierarchies; the other does not.
    let label = ["*", "(hidden)"][random.place(2)];
    let person = ["", "person = \"person\"\n"][random.place(2)];
    // The register has ages and cities that nobody in the table has.
    let population = match suppressed {
        "drop" if !has_missing && random.below(2) == 0 => {
            "[[privacy]]\nmodel = \"k-map\"\nk = 2\npopulation = \"register.csv\"\n"
        }
        _ => "",
    };
    let recipe = format!(
        "version = 1\n[input]\npath = \"in.csv\"\n{person}\
         [columns.age]\nrole = \"quasi-identifier\"\ntype = \"integer\"\nhierarchy = {{ intervals = [5, 10, 20] }}\n\
         [columns.city]\nrole = \"quasi-identifier\"\nhierarchy = \"cities.csv\"\n\
         [columns.sex]\nrole = \"quasi-identifier\"\nhierarchy = {{ mask = \"right\" }}\n\
         [columns.job]\nrole = \"sensitive\"\n\
         [columns.hours]\nrole = \"insensitive\"\ntype = \"integer\"\n{}\
         [columns.person]\nrole = \"identifying\"\n\
         [[privacy]]\nmodel = \"k-anonymity\"\nk = {}\n\
         {population}\
         [output]\npath = \"out.csv\"\nreport = []\nsuppressed = \"{suppressed}\"\nlabel = \"{label}\"\n\
         [usefulness]\n\
         [search]\nmax-suppression = {}\n{method}\n",
        aggregate[random.place(3)],
        2 + random.place(3),
        ["0.1", "0.3", "0.6"][random.place(3)],
    );
    Job::from_text(recipe, &folder.join("recipe.toml")).unwrap()
}

/// The texts of a region that rows of the table have.
fn texts(
    subject: &Subject<'_>,
    released: &Published<'_>,
    at: usize,
    region: &ValueSet,
) -> Vec<String> {
    let values = released.domain(at).values_of(region);
    let mut texts: Vec<String> = values
        .map(|value| subject.quasi[at].texts[value as usize].clone())
        .collect();
    texts.sort();
    texts
}

/// The contents of all rows of a release, as texts: values of quasi-identifiers, sensitive values,
/// numbers of aggregated columns. Sorted, because a file has its own order of rows.
fn rows(subject: &Subject<'_>, released: &Published<'_>) -> Vec<(Vec<Vec<String>>, Vec<String>)> {
    let quasi = subject.quasi.len();
    let plain: Vec<Vec<u32>> = (quasi..released.columns())
        .map(|column| released.codes(column))
        .collect();
    let of_row = |(row, (_, bucket)): (usize, (usize, usize))| {
        let region = |at: usize| released.region(bucket, at).expect("classes show regions");
        let shown = (0..quasi)
            .map(|at| texts(subject, released, at, region(at)))
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

/// A person and a query, as texts: a value of each quasi-identifier, and the values that the query
/// accepts of each.
struct Asked {
    person: Vec<String>,
    accepted: Vec<Vec<String>>,
}

impl Asked {
    fn new(random: &mut Random, subject: &Subject<'_>, released: &Published<'_>) -> Self {
        let quasi = 0..subject.quasi.len();
        let all = |at: usize| {
            let all = ValueSet::all(released.domain(at).values());
            texts(subject, released, at, &all)
        };
        Asked {
            person: quasi
                .clone()
                .map(|at| {
                    let texts = all(at);
                    texts[random.place(texts.len())].clone()
                })
                .collect(),
            accepted: quasi
                .map(|at| {
                    let mut texts = all(at);
                    texts.retain(|_| random.below(2) == 0);
                    texts
                })
                .collect(),
        }
    }

    /// The weights of the buckets that can hold the person, sorted, and the answer to the query.
    fn answers(&self, subject: &Subject<'_>, released: &Published<'_>) -> (Vec<f64>, f64) {
        let quasi: Vec<usize> = (0..subject.quasi.len()).collect();
        let value = |at: usize, text: &String| {
            let place = subject.quasi[at].texts.iter().position(|of| of == text);
            place.expect("both views have the values of the table") as u32
        };
        let person = quasi.iter().map(|&at| value(at, &self.person[at]));
        let found = released
            .matching(&quasi, &person.collect::<Vec<_>>())
            .unwrap();
        let mut weights: Vec<f64> = found.iter().map(|fit| fit.weight).collect();
        weights.sort_by(f64::total_cmp);
        let estimator = Estimator::new(released, &quasi).unwrap();
        let accepted = quasi.iter().map(|&at| {
            let values = self.accepted[at].iter().map(|text| value(at, text));
            estimator.accepting(at, values.collect())
        });
        let estimate = estimator.estimate(&quasi, &accepted.collect::<Vec<_>>());
        (weights, estimate)
    }
}

/// The cells of each released row, read from the decision alone: for each quasi-identifier the
/// values with the same label, and whether the row shows the mark in all of them.
fn listed(job: &Job, prepared: &Prepared, decided: &Decided) -> Vec<Option<(Vec<Vec<u32>>, bool)>> {
    let is_marking = job.recipe.output.suppressed == Suppressed::Mark;
    let mark = &job.recipe.output.label;
    let of_row = |row: usize| {
        let class = decided.rows.class(row);
        if class.is_none() {
            let all = prepared.quasi.iter();
            let all = all.map(|quasi| (0..quasi.hierarchy.leaves() as u32).collect());
            return is_marking.then(|| (all.collect(), true));
        }
        let class = class?;
        let mut shows_mark = is_marking;
        let forms = prepared.quasi.iter().zip(decided.form.columns());
        let cell = |(quasi, form): (&crate::prepare::QuasiColumn, ColumnForm<'_>)| {
            let (cell, text) = match form {
                ColumnForm::Level(level) => {
                    let level = &quasi.hierarchy.levels[usize::from(level)];
                    let code = prepared.input.table.columns[quasi.at].codes[row];
                    let label = level.of_leaf[quasi.hierarchy.leaf_of[code as usize] as usize];
                    let leaves = 0..quasi.hierarchy.leaves() as u32;
                    let cell: Vec<u32> = leaves
                        .filter(|&leaf| level.of_leaf[leaf as usize] == label)
                        .collect();
                    (cell, &level.labels[label as usize])
                }
                ColumnForm::Regions(of) => {
                    let at = of.of_class[class] as usize;
                    let region = of.regions[at];
                    ((region.first..=region.last).collect(), &of.labels[at])
                }
            };
            shows_mark &= text == mark;
            cell
        };
        let cells: Vec<Vec<u32>> = forms.map(cell).collect();
        Some((cells, shows_mark))
    };
    (0..decided.rows.len()).map(of_row).collect()
}

/// Checks a view of a decision against the decision, row by row.
fn check_view(job: &Job, prepared: &Prepared, decided: &Decided, released: &Published<'_>) {
    let rows = listed(job, prepared, decided);
    let persons = prepared.persons().map(|persons| &persons.codes);
    let unit = |row: usize| persons.map_or(row as u32, |codes| codes[row]);
    let mut bucket_of = BTreeMap::new();
    let mut units: BTreeMap<usize, BTreeSet<u32>> = BTreeMap::new();
    for (row, shown) in rows.iter().enumerate() {
        let bucket = released.bucket_of(row);
        assert_eq!(bucket.is_some(), shown.is_some());
        let (Some(bucket), Some((cells, shows_mark))) = (bucket, shown) else {
            continue;
        };
        for (at, cell) in cells.iter().enumerate() {
            let region = released.bucket(bucket).region(at);
            let region = region.expect("classes show regions");
            assert!(region.values().eq(cell.iter().copied()));
        }
        // Rows are in one bucket if and only if they show the same.
        let key = (cells.clone(), *shows_mark);
        assert_eq!(*bucket_of.entry(key).or_insert(bucket), bucket);
        units.entry(bucket).or_default().insert(unit(row));
        if decided.rows.class(row).is_none() {
            assert_eq!(released.marked(), Some(bucket));
        }
    }
    let buckets: BTreeSet<usize> = bucket_of.values().copied().collect();
    assert_eq!(
        (buckets.len(), released.buckets()),
        (bucket_of.len(), bucket_of.len())
    );
    let expected: Vec<u64> = units.values().map(|of| of.len() as u64).collect();
    assert_eq!(released.units(), expected);
    let is_shown = |row: &&Option<_>| row.is_some();
    assert_eq!(released.rows(), rows.iter().filter(is_shown).count());
    assert_eq!(
        rows.len() as u64,
        released.left_out() + released.rows() as u64
    );
    let all_kept = decided.rows.stays().all(|stays| stays);
    let is_marking = job.recipe.output.suppressed == Suppressed::Mark;
    assert_eq!(released.marked().is_some(), is_marking && !all_kept);
}

fn near(found: f64, expected: f64, what: &dyn Fn() -> String) {
    let is_near = (found - expected).abs() <= 1e-9 * (1.0 + expected.abs());
    assert!(is_near, "found {found}, expected {expected}: {}", what());
}

/// Figures that do not depend on the order of values.
fn figures(of: &UsefulnessFacts) -> Vec<f64> {
    let information = of.information.iter().map(|line| line.utility_bits);
    [
        of.penalty,
        of.discernibility as f64,
        of.average_class.unwrap_or(-1.0),
        of.divergence_bits,
        of.ambiguity,
        of.ambiguity_bits,
    ]
    .into_iter()
    .chain(information)
    .collect()
}

#[test]
fn the_view_of_a_decision_is_what_is_read_from_its_file() {
    let mut random = Random::new(7);
    let (mut released_by_method, mut without_record) = ([0; METHODS.len()], 0);
    let mut with_population = 0;
    for round in 0..180 {
        let (number, method) = (round % METHODS.len(), METHODS[round % METHODS.len()]);
        let folder = tempfile::tempdir().unwrap();
        let job = random_job(&mut random, folder.path(), method);
        let what = || format!("round {round}\n{}", job.text);
        let keys = METHODS[place(job.recipe.search.method)].lines().next();
        assert_eq!(method.lines().next(), keys);
        let Ok(Outcome::Met(release)) = crate::anonymize(&job, &RunOptions::default(), &Unwatched)
        else {
            continue;
        };
        released_by_method[number] += 1;
        with_population += u32::from(job.text.contains("k-map"));

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
        check_view(&job, &prepared, &decided, &of_decision);
        assert_eq!(of_decision.table_rows() as u64, release.rows, "{}", what());

        let reader = ReleaseReader::open(&job, &Unwatched).unwrap();
        let read = reader.read(&release.output, true, &Unwatched).unwrap();
        let orders = reader.orders(&[&read]);
        let as_read = reader.subject(&orders).unwrap();
        let of_file = reader.view(&read, &as_read, &orders).unwrap().released;
        assert!(!of_file.is_linked());

        assert_eq!(of_file.left_out(), of_decision.left_out(), "{}", what());
        let sorted = |mut units: Vec<u64>| {
            units.sort_unstable();
            units
        };
        let by_rows = (of_file.sizes().to_vec(), of_decision.sizes().to_vec());
        assert_eq!(sorted(by_rows.0), sorted(by_rows.1), "{}", what());
        let kept = kept_classes(&prepared, &decided);
        let facts = class_facts(&prepared, kept, &prepared.counting.columns).unwrap();
        assert_eq!(
            sorted(of_file.units()),
            sorted(of_decision.units()),
            "{}",
            what()
        );
        let marked = |released: &Published<'_>| released.marked().map(|of| released.size(of));
        // A release that marks rows may have none to mark, and a class with the text of the mark.
        if of_decision.marked().is_some() || job.recipe.output.suppressed == Suppressed::Drop {
            assert_eq!(marked(&of_file), marked(&of_decision), "{}", what());
        }
        if job.recipe.output.suppressed == Suppressed::Drop {
            let units = facts.iter().map(|class| class.size).collect();
            assert_eq!(sorted(of_file.units()), sorted(units), "{}", what());
        }
        let shown = rows(&table, &of_decision);
        assert_eq!(rows(&as_read, &of_file), shown, "{}", what());
        for _ in 0..20 {
            let asked = Asked::new(&mut random, &table, &of_decision);
            let found = asked.answers(&as_read, &of_file);
            let expected = asked.answers(&table, &of_decision);
            near(found.1, expected.1, &what);
            assert_eq!(found.0.len(), expected.0.len(), "{}", what());
            let weights = found.0.iter().zip(&expected.0);
            weights.for_each(|(&found, &expected)| near(found, expected, &what));
        }
        let measured = table.measure(&of_decision).unwrap();
        let found = figures(&as_read.measure(&of_file).unwrap());
        let figures = found.iter().zip(figures(&measured));
        figures.for_each(|(&found, expected)| near(found, expected, &what));

        // Without the record, labels are interpreted by the hierarchies and by their notation. A
        // range names values that released rows have, so it can leave out values that only other
        // people have.
        std::fs::remove_file(&release.record).unwrap();
        let read = reader.read(&release.output, true, &Unwatched);
        let read = read.unwrap_or_else(|error| panic!("{error}: {}", what()));
        let orders = reader.orders(&[&read]);
        let as_read = reader.subject(&orders).unwrap();
        let of_file = reader.view(&read, &as_read, &orders).unwrap().released;
        if of_decision.left_out() == 0 && job.recipe.output.suppressed == Suppressed::Drop {
            assert_eq!(rows(&as_read, &of_file), shown, "{}", what());
            without_record += 1;
        }
    }
    assert!(
        released_by_method.iter().all(|&releases| releases >= 8),
        "{released_by_method:?}"
    );
    assert!(without_record > 30, "{without_record}");
    assert!(with_population > 15, "{with_population}");
}
