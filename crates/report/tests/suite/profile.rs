//! Profiles of tables and risks of one table, for their curators.

use equipoise_recipe::{Kind, Role, UniquenessEstimator};
use equipoise_report::{
    Audit, ClassSizes, ColumnSet, ColumnSets, ExposedClasses, JournalistRisk, Profile,
    ProfileColumn, ProtectionUnit, RiskFacts, SimilarityAudit, SkewnessAudit, SpecialRecord,
    SpecialUniqueFacts, UniquenessEstimate, risk_json, risk_text,
};
use proptest::prelude::*;
use serde_json::Value;

fn text(word: &str) -> String {
    word.to_owned()
}

fn column(
    name: &str,
    role: Role,
    kind: Kind,
    distinct: u64,
    missing_rows: u64,
    most: f64,
) -> ProfileColumn {
    ProfileColumn {
        name: text(name),
        role: Some(role),
        kind,
        distinct,
        missing_rows,
        most_frequent_share: Some(most),
        looks_like_identifier: distinct > 30_000,
    }
}

fn set(columns: &str, distinction: f64, separation: f64, unique_share: f64) -> ColumnSet {
    let columns = columns.split(' ').map(text).collect();
    ColumnSet {
        columns,
        distinction,
        separation: Some(separation),
        unique_share,
    }
}

fn risks() -> RiskFacts {
    RiskFacts {
        threshold: 0.15,
        journalist: Some(JournalistRisk {
            highest: 0.5,
            average: 0.0123,
            units_above: 412,
            population_uniques: 0,
        }),
        estimates: vec![
            UniquenessEstimate {
                estimator: UniquenessEstimator::Pitman,
                share: 0.0432,
                fell_back: None,
            },
            UniquenessEstimate {
                estimator: UniquenessEstimator::Snb,
                share: 0.4612,
                fell_back: Some(text("no class has two units")),
            },
        ],
        audits: vec![Audit {
            column: text("occupation"),
            homogeneity: ExposedClasses {
                classes: 14_100,
                units: 14_430,
            },
            skewness: SkewnessAudit {
                exposed: ExposedClasses {
                    classes: 2_003,
                    units: 9,
                },
                worst: Some(f64::INFINITY),
                ..SkewnessAudit::default()
            },
            similarity: Some(SimilarityAudit {
                level: 1,
                exposed: ExposedClasses {
                    classes: 15_000,
                    units: 17_000,
                },
            }),
        }],
    }
}

fn adult() -> Profile {
    Profile {
        version: text("0.1.0"),
        table: text("adult.csv"),
        unit: ProtectionUnit::Rows,
        rows: 30_162,
        units: 30_162,
        columns: vec![
            column(
                "id",
                Role::Identifying,
                Kind::Integer,
                30_162,
                0,
                1.0 / 30_162.0,
            ),
            column("sex", Role::QuasiIdentifier, Kind::Text, 2, 0, 0.6757),
            column("age", Role::QuasiIdentifier, Kind::Integer, 72, 3, 0.0268),
            column(
                "education",
                Role::QuasiIdentifier,
                Kind::Text,
                16,
                0,
                0.3263,
            ),
            column("occupation", Role::Sensitive, Kind::Text, 14, 1_843, 0.1339),
        ],
        quasi_identifiers: ["sex", "age", "education"].map(text).to_vec(),
        classes: ClassSizes::new([
            (1, 13_912),
            (2, 2_003),
            (3, 801),
            (4, 404),
            (6, 480),
            (12, 214),
            (31, 60),
            (63, 10),
            (110, 1),
            (177, 1),
        ]),
        wildcard_k: Some(4),
        risks: risks(),
        subsets: Some(ColumnSets {
            looked_at: 7,
            largest: 3,
            complete: true,
            sets: vec![
                set("sex age education", 0.06, 0.99, 0.01),
                set("sex age", 0.005, 0.97, 0.0001),
                set("age education", 0.03, 0.98, 0.004),
                set("sex", 0.0001, 0.44, 0.0),
                set("age", 0.0024, 0.95, 0.00003),
                set("education", 0.0005, 0.8, 0.0),
            ],
        }),
        special_uniques: Some(SpecialUniqueFacts {
            rows: 512,
            largest: 3,
            by_size: vec![2, 140, 402],
            contributions: vec![
                (text("sex"), 0.21),
                (text("age"), 0.93),
                (text("education"), 0.64),
            ],
            highest: (0..12)
                .map(|n| SpecialRecord {
                    row: 1_000 + n,
                    score: 6.0 / (n + 1) as f64,
                    dis_score: Some(0.11),
                })
                .collect(),
        }),
        warnings: vec![text("column `id` is left out")],
    }
}

fn flowing(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What holds for every profile.
fn check(profile: &Profile) -> (String, Value) {
    let (text, json) = (profile.to_text(), profile.to_json());
    assert_eq!(
        (&text, &json),
        (&profile.to_text(), &profile.to_json()),
        "the same bytes each time"
    );
    for odd in ["NaN", "inf ", "inf%", "masked", "<11"] {
        assert!(!text.contains(odd), "{odd} in\n{text}");
    }
    for line in text.lines() {
        assert_eq!(line, line.trim_end());
        assert!(!line.contains(char::is_control));
    }
    (flowing(&text), serde_json::from_str(&json).unwrap())
}

#[test]
fn a_profile_tells_all() {
    let (text, _) = check(&adult());
    for words in [
        "Equipoise 0.1.0 · profile of adult.csv",
        "30,162 rows, in 5 columns. This profile shows every count",
        "age quasi-identifier integer 72 3 2.7 %",
        "Nearly every row has a value of its own in `id`",
        "A class is all rows that agree on `sex`, `age` and `education`.",
        "17,886 classes: the smallest has 1, the median 1, the average 1.7, the largest 177.",
        "Where a missing value matches anything, the smallest class has 4.",
        "highest risk 100.0 %",
        "rows with risk over 15.0 % 24,817 82.3 %",
        "rows with risk over 1 in 5 21,937 72.7 %",
        "Journalist, who has a register of the population",
        "risk over 15.0 % 412 1.4 %",
        "right links expected 17,886 59.3 %",
        "look like no other 13,912 46.1 %",
        "unique in the population, estimated (pitman) 4.3 %",
        "`snb` had no answer, because no class has two units.",
        "homogeneity 14,100 14,430 47.8 %",
        "skewness, without limit 2,003 9 <0.1 %",
        "similarity, level 1 15,000 17,000 56.4 %",
        "All 7 sets of quasi-identifiers were looked at.",
        "512 rows are unique by 3 or fewer quasi-identifiers (special uniques, SUDA).",
        "1,000 6 11.0 %",
        "and 2 more in the JSON",
        "! column `id` is left out",
    ] {
        assert!(text.contains(words), "{words} in {text}");
    }
}

#[test]
fn a_profile_fits_a_terminal() {
    let mut persons = adult();
    persons.unit = ProtectionUnit::Persons {
        column: text("patient"),
    };
    persons.columns[1].name = "long".repeat(40);
    for profile in [adult(), persons] {
        assert!(
            profile
                .to_text()
                .lines()
                .all(|line| line.chars().count() <= 100),
            "{}",
            profile.to_text()
        );
    }
}

#[test]
fn sets_are_ranked_by_size_and_then_by_what_they_tell() {
    let (text, json) = check(&adult());
    let sets = json["subsets"]["sets"].as_array().unwrap();
    let names: Vec<String> = sets
        .iter()
        .map(|set| {
            set["columns"]
                .as_array()
                .unwrap()
                .iter()
                .map(|c| c.as_str().unwrap())
                .collect::<Vec<_>>()
                .join(" ")
        })
        .collect();
    assert_eq!(
        names,
        [
            "age",
            "education",
            "sex",
            "age education",
            "sex age",
            "sex age education"
        ]
    );
    let place = |words: &str| text.find(words).unwrap();
    assert!(place("age, education 3.0 %") < place("sex, age 0.5 %"));
    let mut many = adult();
    let subsets = many.subsets.as_mut().unwrap();
    subsets.sets = (0..9)
        .map(|n| set(&format!("sex c{n}"), 0.1, 0.2, 0.3))
        .collect();
    (subsets.complete, subsets.largest, subsets.looked_at) = (false, 2, 45);
    let (text, json) = check(&many);
    assert!(
        text.contains("All 45 sets of up to 2 quasi-identifiers")
            && text.contains("and 4 more of 2 columns; the JSON has all")
    );
    assert_eq!(json["subsets"]["sets"].as_array().unwrap().len(), 9);
}

#[test]
fn json_has_the_numbers() {
    let (_, json) = check(&adult());
    for (path, value) in [
        ("/rows", Value::from(30_162)),
        ("/unit", "rows".into()),
        ("/columns/2/type", "integer".into()),
        ("/columns/0/looks_like_identifier", true.into()),
        ("/classes/smallest", 1.into()),
        ("/wildcard_k", 4.into()),
        ("/risk/prosecutor/highest", 1.0.into()),
        ("/risk/prosecutor/above/1/threshold", 0.15.into()),
        ("/risk/prosecutor/above/0/units", 21_937.into()),
        ("/risk/journalist/above/units", 412.into()),
        ("/risk/marketer/expected", 17_886.into()),
        ("/risk/sample_uniques/units", 13_912.into()),
        (
            "/risk/population_uniques/1/fell_back",
            "no class has two units".into(),
        ),
        ("/audits/0/skewness/worst", "infinite".into()),
        ("/audits/0/similarity/units", 17_000.into()),
        ("/special_uniques/highest/0/row", 1_000.into()),
        ("/special_uniques/by_size/1", 140.into()),
    ] {
        assert_eq!(json.pointer(path), Some(&value), "{path}");
    }
    assert_eq!(json.get("person"), None);
}

#[test]
fn small_profiles() {
    let nothing = Profile {
        version: String::new(),
        table: String::new(),
        unit: ProtectionUnit::Rows,
        rows: 0,
        units: 0,
        columns: vec![],
        quasi_identifiers: vec![],
        classes: ClassSizes::default(),
        wildcard_k: None,
        risks: RiskFacts::default(),
        subsets: None,
        special_uniques: None,
        warnings: vec![],
    };
    let (text, json) = check(&nothing);
    assert!(
        text.contains("0 rows, in 0 columns.")
            && text.contains("No quasi-identifier is named")
            && text.contains("There is nobody")
    );
    assert_eq!(json["risk"]["prosecutor"]["highest"], Value::Null);
    let one_class = Profile {
        rows: 7,
        units: 7,
        quasi_identifiers: vec![self::text("sex")],
        classes: ClassSizes::new([(7, 1)]),
        ..nothing.clone()
    };
    let (text, _) = check(&one_class);
    assert!(text.contains("1 class: the smallest has 7") && text.contains("highest risk 14.3 %"));
    let empty = Profile {
        quasi_identifiers: vec![self::text("sex")],
        ..nothing
    };
    assert!(check(&empty).0.contains("There is no class."));
}

#[test]
fn persons_are_counted_as_such() {
    let profile = Profile {
        unit: ProtectionUnit::Persons {
            column: text("patient"),
        },
        units: 20_111,
        ..adult()
    };
    let (words, json) = check(&profile);
    assert!(
        words.contains("30,162 rows of 20,111 persons, told apart by `patient`, in 5 columns.")
    );
    assert!(
        words.contains("persons with risk over 1 in 5")
            && words.contains("A person with rows in several classes")
    );
    assert_eq!(
        (&json["unit"], &json["person"]),
        (&"persons".into(), &"patient".into())
    );
}

#[test]
fn names_from_hostile_files() {
    let mut profile = adult();
    let nasty = "\u{1b}[2J\r\n\"'`<b>名\u{202e}\u{0}";
    profile.table = nasty.to_owned();
    profile.columns[1].name = nasty.to_owned();
    profile.quasi_identifiers[0] = nasty.to_owned();
    profile.subsets.as_mut().unwrap().sets[0].columns = vec![nasty.to_owned()];
    profile.special_uniques.as_mut().unwrap().contributions[0].0 = nasty.to_owned();
    profile.risks.audits[0].column = nasty.to_owned();
    profile.risks.estimates[1].fell_back = Some(nasty.to_owned());
    check(&profile);
}

#[test]
fn the_risks_of_one_table() {
    let classes = ClassSizes::new([(1, 2), (3, 4)]);
    let text = flowing(&risk_text(
        &ProtectionUnit::Rows,
        &classes,
        &RiskFacts::default(),
    ));
    for words in [
        "highest risk 100.0 %",
        "average risk 42.9 %",
        "lowest risk 33.3 %",
        "rows with risk over 1 in 5 14 100.0 %",
        "look like no other 2 14.3 %",
    ] {
        assert!(text.contains(words), "{words} in {text}");
    }
    assert!(!text.contains("Journalist") && !text.contains("Homogeneity"));
    let json = risk_json(&classes, &risks());
    assert_eq!(json["risk"]["sample_uniques"]["units"], 2);
    assert_eq!(json["audits"][0]["homogeneity"]["classes"], 14_100);
    let empty = flowing(&risk_text(
        &ProtectionUnit::Rows,
        &ClassSizes::default(),
        &RiskFacts::default(),
    ));
    assert!(empty.contains("highest risk none") && !empty.contains("NaN"));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Facts that contradict each other are the caller's mistake, but no reason to fail.
    #[test]
    fn any_facts_can_be_rendered(
        sizes in prop::collection::vec((any::<u64>(), any::<u64>()), 0..6),
        (a, b, c) in (any::<f64>(), any::<f64>(), any::<f64>()),
        (n, m) in (any::<u64>(), any::<u64>()),
        name in any::<String>(),
    ) {
        let mut profile = adult();
        profile.classes = ClassSizes::new(sizes);
        profile.rows = n;
        profile.columns[0].most_frequent_share = Some(a);
        profile.columns[0].distinct = m;
        profile.columns[1].name = name;
        profile.risks.threshold = b;
        profile.risks.journalist = Some(JournalistRisk { highest: a, average: b, units_above: n, population_uniques: m });
        profile.risks.estimates[0].share = c;
        profile.risks.audits[0].skewness = SkewnessAudit { reference: equipoise_report::Reference::Input, exposed: ExposedClasses { classes: n, units: m }, factor: a, least_share: b, worst: Some(c) };
        profile.subsets.as_mut().unwrap().sets[0] = ColumnSet { columns: vec![], distinction: a, separation: Some(b), unique_share: c };
        let special = profile.special_uniques.as_mut().unwrap();
        special.by_size = vec![n, m];
        special.contributions[0].1 = a;
        special.highest[0] = SpecialRecord { row: n, score: b, dis_score: Some(c) };
        check(&profile);
    }
}
