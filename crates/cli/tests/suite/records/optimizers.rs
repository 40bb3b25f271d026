//! Optimizers of single records and the frontiers that they reach.

use super::{AGE, CITY, ID, RACE, W, files, files_with, number, people, release};
use crate::common::small::SENSITIVE;

#[test]
fn exact_optimizers_agree_and_others_come_near() {
    let best = |optimizer: &str| {
        let json = release(&files(
            &[],
            "seed = 3",
            &format!("optimizer = \"{optimizer}\""),
        ));
        assert_eq!(
            json["disclosure"]["optimizer"],
            if optimizer == "auto" {
                "exhaustive"
            } else {
                optimizer
            }
        );
        (
            number(&json["disclosure"]["risk"]["best"]["mean"]),
            json["disclosure"]["proved"] == true,
        )
    };
    let (least, proved) = best("exhaustive");
    assert!(proved);
    for optimizer in ["auto", "best-first", "branch-and-bound", "aruba"] {
        assert!((best(optimizer).0 - least).abs() < 1e-12, "{optimizer}");
    }
    for optimizer in ["genetic", "pool"] {
        let (found, proved) = best(optimizer);
        assert!(
            found >= least - 1e-12 && found <= least * 1.1 && !proved,
            "{optimizer}: {found} {least}"
        );
    }
    let rules = release(&files(
        &[],
        "",
        "optimizer = \"min-risk\"\nrules = [{ city = 1 }, { city = 2, age = 1 }, { race = 2 }]",
    ));
    assert!(number(&rules["disclosure"]["risk"]["best"]["mean"]) >= least);
}

#[test]
fn the_same_bytes_on_one_thread_and_on_two() {
    for record in [
        "",
        "optimizer = \"genetic\"",
        "consistency = \"fuzzy\"",
        "form = \"mix\"\nlambda = 0.1\noptimizer = \"branch-and-bound\"",
    ] {
        let w = files(
            &["model = \"k-anonymity\"\nk = 3"],
            "max-suppression = 0.05",
            record,
        );
        let bytes = |threads: &str| {
            w.succeed(&["anonymize", "recipe.toml", "--force", "--threads", threads]);
            [
                "csv",
                "certificate.json",
                "record.json",
                "report.txt",
                "report.json",
            ]
            .map(|ending| w.read(&format!("out/table.{ending}")))
        };
        assert_eq!(bytes("1"), bytes("2"), "{record}");
    }
}

#[test]
fn a_frontier_of_thresholds_optimizers_and_rules() {
    let w = files(&["model = \"k-anonymity\"\nk = 2"], "", "");
    let json = w.succeed(&[
        "frontier",
        "recipe.toml",
        "--points",
        "5",
        "--optimizers",
        "auto,aruba,genetic",
        "--output",
        "map.html",
    ]);
    let series = json["series"].as_array().unwrap();
    assert_eq!(
        series
            .iter()
            .map(|s| s["name"].as_str().unwrap())
            .collect::<Vec<_>>(),
        ["exhaustive", "aruba", "genetic"]
    );
    let risks = |at: usize| {
        series[at]["points"]
            .as_array()
            .unwrap()
            .iter()
            .map(|p| number(&p["risk"]))
            .collect::<Vec<_>>()
    };
    assert!(
        risks(0).windows(2).all(|pair| pair[0] <= pair[1] + 1e-12),
        "risk rises with what is asked"
    );
    assert!(
        risks(0)
            .iter()
            .zip(risks(1))
            .all(|(a, b)| (a - b).abs() < 1e-12),
        "both are exact"
    );
    assert!(risks(0).iter().zip(risks(2)).all(|(a, b)| *a <= b + 1e-12));
    let rules = json["rules"].as_array().unwrap();
    assert!(rules.iter().any(|r| r["k"] == 2));
    // Some of the records, and rules for the same ones: whole, everything risks the same by any
    // way.
    let json = w.succeed(&[
        "frontier",
        "recipe.toml",
        "--points",
        "2",
        "--optimizers",
        "auto",
        "--records",
        "20",
    ]);
    assert!(json["records"].as_u64() < json["records_total"].as_u64());
    let (whole, rule) = (&json["series"][0]["points"][2], &json["rules"][0]);
    assert!(
        rule["k"] == 1 && (number(&whole["risk"]) - number(&rule["risk"])).abs() < 1e-12,
        "{whole} {rule}"
    );
    assert!(
        w.run(&[
            "frontier",
            "recipe.toml",
            "--points",
            "2",
            "--records",
            "20"
        ])
        .stdout
        .contains("distinct records")
    );
    let page = w.text("map.html");
    assert!(page.contains("<svg") && page.contains("k = 2"));
    w.run(&["frontier", "recipe.toml", "--output", "map.html"])
        .expect(2);
    w.run(&["frontier", "recipe.toml", "--optimizers", "magic"])
        .expect(2);
    w.run(&[
        "frontier",
        "recipe.toml",
        "--output",
        "table.csv",
        "--force",
    ])
    .expect(2);
}

#[test]
fn a_frontier_ends_where_values_must_not_be_shown_and_sweeps_lambda() {
    let never = format!("{CITY}\nsensitivity = \"infinite\"");
    let columns = [
        ("city", never.as_str()),
        ("race", RACE),
        ("age", AGE),
        ("ill", SENSITIVE),
        ID,
        W,
    ];
    let w = files_with(&columns, &[], "", "[record]\n");
    let json = w.succeed(&[
        "frontier",
        "recipe.toml",
        "--points",
        "10",
        "--optimizers",
        "auto,genetic",
    ]);
    for series in json["series"].as_array().unwrap() {
        let points = series["points"].as_array().unwrap();
        assert!(
            !points.is_empty() && points.len() < 11 && number(&series["ends_at"]) < 1.0,
            "{series}"
        );
    }
    let w = files(&[], "", "form = \"aggregate\"\nbase-sensitivity = 0.1");
    let json = w.succeed(&[
        "frontier",
        "recipe.toml",
        "--points",
        "2",
        "--optimizers",
        "auto",
    ]);
    let swept = json["series"][1]["points"].as_array().unwrap();
    assert_eq!(json["series"][1]["name"], "aggregate");
    assert!(
        swept
            .windows(2)
            .all(|p| number(&p[0]["lambda"]) < number(&p[1]["lambda"])
                && number(&p[0]["risk"]) >= number(&p[1]["risk"]))
    );
    assert!(
        number(&swept[0]["utility"]) > 0.9 && number(&swept[12]["utility"]) < 0.1,
        "from everything to nothing"
    );
}

#[test]
fn pools_and_rules_tell_what_they_can_reach() {
    release(&files(
        &[],
        "",
        "optimizer = \"pool\"\npool = 2\nform = \"most-utility\"\nmax-risk = 0.1",
    ));
    let told = |record: &str| {
        let ran = files(&[], "", record).run(&["anonymize", "recipe.toml"]);
        ran.expect(2);
        ran.stderr
    };
    let rules = "optimizer = \"min-risk\"\nrules = [{ city = 3, race = 2, age = 3 }]";
    assert!(
        told(&format!("{rules}\nmin-utility = 1"))
            .contains("the largest that each of them can keep is 0")
    );
    assert!(
        told(&format!("{rules}\nmin-utility = \"50%\""))
            .contains("the largest share that each of them can keep is 0 %")
    );
    let rules = "optimizer = \"min-risk\"\nrules = [{ city = 1 }]\nform = \"most-utility\"\nmax-risk = 0.01";
    assert!(
        !told(rules).contains("all of them can keep is 0\n"),
        "{}",
        told(rules)
    );
    let pool = "optimizer = \"pool\"\nform = \"aggregate\"\nbase-sensitivity = 0.1";
    assert!(told(pool).contains("`pool` does not solve the form `aggregate`"));
    let never: &'static str =
        Box::leak(format!("{CITY}\nsensitivity = \"infinite\"").into_boxed_str());
    let w = files_with(
        &[
            ("city", never),
            ("race", RACE),
            ("age", AGE),
            ("ill", SENSITIVE),
            ID,
            W,
        ],
        &[],
        "",
        "[record]\nmin-utility = \"90%\"",
    );
    let ran = w.run(&["anonymize", "recipe.toml"]);
    ran.expect(2);
    let share: f64 = ran
        .stderr
        .split("can keep is ")
        .nth(1)
        .unwrap()
        .split(' ')
        .next()
        .unwrap()
        .parse()
        .unwrap();
    w.write(
        "recipe.toml",
        w.text("recipe.toml").replace("90%", &format!("{share}%")),
    );
    release(&w);
}

#[test]
fn a_bound_is_claimed_only_where_it_holds() {
    let told = |record: &str, table: &str| {
        let w = files(&[], "", &format!("consistency = \"compatible\"\n{record}"));
        w.write("table.csv", table);
        release(&w)["disclosure"]["upper_bound"]["valid"].clone()
    };
    assert_eq!(told("", &people()), true);
    assert_eq!(
        told("risk = \"entropic\"", &people()),
        false,
        "it grows with the people that an attacker knows"
    );
    let twice = people().replace(",p1,", ",p0,");
    assert_eq!(
        told("id = \"id\"\ntrue-dictionary = \"table.csv\"", &people()),
        true
    );
    assert_eq!(
        told("id = \"id\"\ntrue-dictionary = \"table.csv\"", &twice),
        false,
        "one person with two rows counts as two"
    );
}
