//! Atlas files of earlier versions: they must still open and answer as they did.

mod common;

use common::{Prepared, tables, with_atlas};
use equipoise_explore::{Atlas, By, Explorer, VERSION, Wishes};
use equipoise_testkit::{Case, Distance, Limit, Loss, Model, QuasiColumn, SensitiveColumn, best};
use std::path::Path;

/// A made-up table of fourteen rows.
fn case(models: Vec<Model>, person: bool) -> Case {
    let ages = "17 18 21 22 25 25 31 33 33 38 41 41 52 57".split(' ');
    let places = "a a b a b b c c a c b a c a".split(' ');
    let values = "x y x x z y x x y z x y - z".split(' ');
    let persons = "1 2 3 3 4 5 6 7 8 9 9 10 11 12".split(' ');
    let rows = ages.zip(places).zip(values).zip(persons).map(|(((a, p), v), n)| [a, p, v, n].map(str::to_owned).to_vec());
    let age = |a: u32| {
        vec![
            a.to_string(),
            format!("{}-{}", a / 10 * 10, a / 10 * 10 + 9),
            format!("{}s", if a < 40 { "young" } else { "old" }),
            "*".into(),
        ]
    };
    let place = |p: &str| vec![p.to_owned(), "*".into()];
    let quasi =
        |index: usize, lines: Vec<Vec<String>>| QuasiColumn { max_level: lines[0].len() - 1, index, lines, weight: 1.0, min_level: 0 };
    Case {
        columns: ["age", "place", "value", "person"].map(str::to_owned).to_vec(),
        rows: rows.collect(),
        quasi: vec![QuasiColumn { max_level: 2, ..quasi(0, (17..60).map(age).collect()) }, quasi(1, ["a", "b", "c"].map(place).to_vec())],
        sensitive: vec![SensitiveColumn::new(2, ["x", "y", "z"].map(str::to_owned).to_vec())],
        person: person.then_some(3),
        population: None,
        missing: vec!["-".into()],
        models,
        loss: Loss::Loss,
        aggregation: None,
        suppression_weight: 0.5,
        limit: Limit::Units(6),
    }
}

fn cases() -> [(&'static str, Case); 2] {
    let t = Model::T { column: 2, t_num: 2, t_den: 5, text: "0.4".into(), distance: Distance::Equal };
    [
        ("atlas-1-sizes", case(vec![Model::K { k: 3 }], false)),
        ("atlas-1-models", case(vec![Model::K { k: 2 }, Model::DistinctL { column: 2, l: 2 }, t], true)),
    ]
}

/// What the kept files answered when they were written: levels, suppressed units and rows.
const ANSWERS: [(&str, [u8; 2], u64, u64); 2] = [("atlas-1-sizes", [2, 0], 4, 4), ("atlas-1-models", [2, 0], 4, 4)];

fn read(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kept").join(name);
    std::fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// These answers are those of full enumeration.
#[test]
fn kept_answers_are_right() {
    for ((name, case), answer) in cases().iter().zip(ANSWERS) {
        let best = best(case).unwrap();
        let levels: Vec<usize> = answer.1.iter().map(|&l| l.into()).collect();
        assert_eq!((*name, best.levels), (answer.0, levels));
        assert_eq!((best.facts.suppressed_units, best.facts.suppressed_rows), (answer.2, answer.3), "{name}");
    }
}

#[test]
fn kept_files_open_and_answer_as_they_did() {
    for (name, levels, units, rows) in ANSWERS {
        let atlas = Atlas::open(Box::new(read(name)), |_| Ok(Vec::new())).unwrap();
        let explorer = Explorer::new(&atlas, None);
        let lattice = atlas.chart().lattice();
        let wishes = Wishes {
            thresholds: atlas.chart().thresholds(),
            low: lattice.bottom().to_vec(),
            high: lattice.top().to_vec(),
            max_units: atlas.chart().head().max_units,
            max_loss: None,
            max_height: None,
            by: By::Loss(0),
        };
        let best = explorer.ask(&wishes).unwrap().best.unwrap();
        assert_eq!((best.levels, best.units, best.rows), (levels.to_vec(), units, rows), "{name}");
    }
}

/// What is written today has the bytes of the kept file. Where it has not, the version must rise, and both files are kept.
#[test]
fn the_format_changes_only_with_its_version() {
    assert_eq!(VERSION, 1, "keep files of the new version too");
    for (name, case) in cases() {
        let prepared = Prepared::try_new(&case).unwrap();
        with_atlas(
            &case,
            &prepared,
            || tables(&case),
            |_| true,
            |atlas, _| {
                if std::env::var_os("WRITE_KEPT").is_some() {
                    std::fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kept").join(name), atlas.bytes()).unwrap();
                }
                assert!(atlas.bytes() == read(name), "{name}");
            },
        );
    }
}
