//! Atlas files of earlier versions: they must still open and answer as they did.

use crate::common::{Prepared, with_atlas, with_linked_atlas, with_whole_atlas};
use equipoise_explore::{Atlas, By, Explorer, VERSION, Wishes};
use equipoise_testkit::{
    Case, OracleDistance, OracleLimit, OracleLoss, OracleModel, OracleQuasiColumn, SensitiveColumn,
    best,
};
use std::path::{Path, PathBuf};

fn age(a: u32) -> Vec<String> {
    vec![
        a.to_string(),
        format!("{}-{}", a / 10 * 10, a / 10 * 10 + 9),
        format!("{}s", if a < 40 { "young" } else { "old" }),
        "*".into(),
    ]
}

/// A made-up table of fourteen rows.
fn case(models: Vec<OracleModel>, person: bool) -> Case {
    let ages = "17 18 21 22 25 25 31 33 33 38 41 41 52 57".split(' ');
    let places = "a a b a b b c c a c b a c a".split(' ');
    let values = "x y x x z y x x y z x y - z".split(' ');
    let persons = "1 2 3 3 4 5 6 7 8 9 9 10 11 12".split(' ');
    let rows = ages
        .zip(places)
        .zip(values)
        .zip(persons)
        .map(|(((a, p), v), n)| [a, p, v, n].map(str::to_owned).to_vec());
    let place = |p: &str| vec![p.to_owned(), "*".into()];
    let quasi = |index: usize, lines: Vec<Vec<String>>| OracleQuasiColumn {
        max_level: lines[0].len() - 1,
        index,
        lines,
        weight: 1.0,
        min_level: 0,
    };
    Case {
        columns: ["age", "place", "value", "person"]
            .map(str::to_owned)
            .to_vec(),
        rows: rows.collect(),
        quasi: vec![
            OracleQuasiColumn {
                max_level: 2,
                ..quasi(0, (17..60).map(age).collect())
            },
            quasi(1, ["a", "b", "c"].map(place).to_vec()),
        ],
        sensitive: vec![SensitiveColumn::new(
            2,
            ["x", "y", "z"].map(str::to_owned).to_vec(),
        )],
        person: person.then_some(3),
        population: None,
        missing: vec!["-".into()],
        models,
        loss: OracleLoss::Loss,
        aggregation: None,
        suppression_weight: 0.5,
        limit: OracleLimit::Units(6),
    }
}

fn cases() -> [(&'static str, Case); 2] {
    let t = OracleModel::T {
        column: 2,
        t_num: 2,
        t_den: 5,
        text: "0.4".into(),
        distance: OracleDistance::Equal,
    };
    [
        ("atlas-1-sizes", case(vec![OracleModel::K { k: 3 }], false)),
        (
            "atlas-1-models",
            case(
                vec![
                    OracleModel::K { k: 2 },
                    OracleModel::DistinctL { column: 2, l: 2 },
                    t,
                ],
                true,
            ),
        ),
    ]
}

/// The same table with a second age, which is linked with the first.
fn linked() -> (Case, Vec<usize>) {
    let mut case = case(vec![OracleModel::K { k: 2 }], false);
    case.columns.push("later".into());
    for (i, row) in case.rows.iter_mut().enumerate() {
        let later = row[0].parse::<u32>().unwrap() + i as u32 % 4;
        row.push(later.to_string());
    }
    case.quasi.push(OracleQuasiColumn {
        index: 4,
        lines: (17..70).map(age).collect(),
        ..case.quasi[0].clone()
    });
    (case, vec![0, 1, 0])
}

/// What the file with linked columns answered when it was written: levels, suppressed units.
const LINKED: (&str, [u8; 3], u64) = ("atlas-2-linked", [1, 1, 1], 0);

#[test]
fn linked_columns_are_kept_in_version_2() {
    let (name, levels, units) = LINKED;
    let (case, links) = linked();
    let prepared = Prepared::try_new(&case).unwrap();
    let all = |_| true;
    // Among the nodes in which linked columns agree it is the best.
    with_atlas(&case, &prepared, Vec::new, all, |free, _| {
        let (explorer, lattice) = (Explorer::new(free, None), free.chart().lattice());
        let nodes =
            (0..lattice.nodes()).filter_map(|n| explorer.show(&free.chart().thresholds(), n));
        let allowed = nodes.filter(|s| s.levels[0] == s.levels[2] && s.units <= case.allowed());
        let best = allowed
            .min_by(|a, b| a.losses[0].total_cmp(&b.losses[0]))
            .unwrap();
        assert_eq!((best.levels, best.units), (levels.to_vec(), units));
    });
    with_linked_atlas(&case, &prepared, &links, Vec::new, all, |atlas, _| {
        if std::env::var_os("WRITE_KEPT").is_some() {
            std::fs::write(path(name), atlas.bytes()).unwrap();
        }
        assert_eq!(atlas.bytes()[8], 2);
        assert!(atlas.bytes() == read(name), "{name}");
    });
    let kept = Atlas::open(Box::new(read(name)), |_| Ok(Vec::new())).unwrap();
    let best = Explorer::new(&kept, None)
        .ask(&recipe(&kept))
        .unwrap()
        .best
        .unwrap();
    assert_eq!((best.levels, best.units), (levels.to_vec(), units));
}

/// What the kept files answered when they were written: levels, suppressed units and rows.
const ANSWERS: [(&str, [u8; 2], u64, u64); 2] = [
    ("atlas-1-sizes", [2, 0], 4, 4),
    ("atlas-1-models", [2, 0], 4, 4),
];

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/kept")
        .join(name)
}

fn read(name: &str) -> Vec<u8> {
    std::fs::read(path(name)).unwrap_or_else(|e| panic!("{}: {e}", path(name).display()))
}

/// What the recipe of an atlas asks for.
fn recipe(atlas: &Atlas) -> Wishes {
    let lattice = atlas.chart().lattice();
    Wishes {
        thresholds: atlas.chart().thresholds(),
        low: lattice.bottom().to_vec(),
        high: lattice.top().to_vec(),
        max_units: atlas.chart().head().max_units,
        max_loss: None,
        max_height: None,
        by: By::Loss(0),
    }
}

/// These answers are those of full enumeration.
#[test]
fn kept_answers_are_right() {
    for ((name, case), answer) in cases().iter().zip(ANSWERS) {
        let best = best(case).unwrap();
        let levels: Vec<usize> = answer.1.iter().map(|&l| l.into()).collect();
        assert_eq!((*name, best.levels), (answer.0, levels));
        assert_eq!(
            (best.facts.suppressed_units, best.facts.suppressed_rows),
            (answer.2, answer.3),
            "{name}"
        );
    }
}

#[test]
fn kept_files_open_and_answer_as_they_did() {
    for (name, levels, units, rows) in ANSWERS {
        let atlas = Atlas::open(Box::new(read(name)), |_| Ok(Vec::new())).unwrap();
        let best = Explorer::new(&atlas, None)
            .ask(&recipe(&atlas))
            .unwrap()
            .best
            .unwrap();
        assert_eq!(
            (best.levels, best.units, best.rows),
            (levels.to_vec(), units, rows),
            "{name}"
        );
    }
}

/// What is written today has the bytes of the kept file. Where it has not, the version must rise,
/// and both files are kept.
#[test]
fn the_format_changes_only_with_its_version() {
    assert_eq!(VERSION, 1, "keep files of the new version too");
    for (name, case) in cases() {
        let prepared = Prepared::try_new(&case).unwrap();
        with_whole_atlas(&case, &prepared, |atlas| {
            if std::env::var_os("WRITE_KEPT").is_some() {
                std::fs::write(path(name), atlas.bytes()).unwrap();
            }
            assert!(atlas.bytes() == read(name), "{name}");
        });
    }
}
