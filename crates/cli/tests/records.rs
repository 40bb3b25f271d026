//! Records that are disclosed one by one, from the recipe to the verified certificate.

mod common;

use common::Workspace;
use common::small::{SENSITIVE, Small};
use serde_json::Value;
use std::collections::BTreeMap;

const CITY: &str = "role = \"quasi-identifier\"\nhierarchy = \"city.csv\"";
const RACE: &str = "role = \"quasi-identifier\"\nhierarchy = \"race.csv\"";
const AGE: &str = "role = \"quasi-identifier\"\nhierarchy = \"age.csv\"";
const CITIES: &str = "Lafayette,Tippecanoe,Indiana,*\nDayton,Tippecanoe,Indiana,*\nGary,Gary,Indiana,*\nChicago,Cook,Illinois,*\nNaperville,DuPage,Illinois,*\nBoston,Boston,Boston,*\n";
const RACES: &str = "White,Any,*\nBlack,Any,*\nChinese,Asian,*\nThai,Asian,*\n";

fn ages() -> String {
    (20..60)
        .map(|age| {
            format!(
                "{age},{}s,{},*\n",
                age / 10,
                if age < 40 { "young" } else { "old" }
            )
        })
        .collect()
}

fn people() -> String {
    let mut text = String::from("city,race,age,ill,id,w\n");
    for i in 0..120usize {
        let city = [
            "Lafayette",
            "Dayton",
            "Gary",
            "Chicago",
            "Naperville",
            "Boston",
            "Lafayette",
        ][i * 5 % 7];
        let race = ["White", "Black", "Chinese", "White", "Thai"][i * 3 % 5];
        let age = if i == 17 {
            String::new()
        } else {
            (20 + i * i % 40).to_string()
        };
        let ill = ["flu", "gout", "cold"][i % 3];
        text += &format!(
            "{city},{race},{age},{ill},p{i},{}\n",
            ["1", "0.5", "2"][i % 3]
        );
    }
    text
}

const ID: (&str, &str) = ("id", "role = \"identifying\"");
const W: (&str, &str) = ("w", "role = \"identifying\"");

/// The people with further keys of `[record]`.
fn files(models: &[&str], search: &str, record: &str) -> Workspace {
    files_with(
        &[
            ("city", CITY),
            ("race", RACE),
            ("age", AGE),
            ("ill", SENSITIVE),
            ID,
            W,
        ],
        models,
        "",
        &format!("{search}\n[record]\n{record}"),
    )
}

fn files_with(columns: &[(&str, &str)], models: &[&str], input: &str, search: &str) -> Workspace {
    let (table, ages, search) = (people(), ages(), format!("method = \"record\"\n{search}"));
    let files = [
        ("city.csv", CITIES),
        ("race.csv", RACES),
        ("age.csv", ages.as_str()),
    ];
    Small {
        table: &table,
        columns,
        models,
        input,
        search: &search,
        files: &files,
    }
    .files()
}

fn release(w: &Workspace) -> Value {
    let json = w.succeed(&["anonymize", "recipe.toml"]);
    assert_eq!(json["outcome"], "released", "{json}");
    w.run(&[
        "verify",
        "out/table.certificate.json",
        "--record",
        "out/table.record.json",
    ])
    .expect(0);
    json
}

fn number(value: &Value) -> f64 {
    value
        .as_f64()
        .unwrap_or_else(|| panic!("{value} is no number"))
}

/// The cells of a CSV file.
fn cells(text: &str) -> Vec<Vec<String>> {
    text.lines()
        .map(|line| line.split(',').map(str::to_owned).collect())
        .collect()
}

/// A shown label: the lines of the hierarchy below it, its depth and its weight.
struct Label {
    below: Vec<String>,
    depth: f64,
    weight: f64,
}

fn label(lines: &[Vec<String>], text: &str) -> Label {
    let height = lines[0].len() - 1;
    if text.is_empty() {
        // What is missing is a value of its own, right below the top.
        return Label {
            below: vec![String::new()],
            depth: 1.0,
            weight: 1.0,
        };
    }
    let level = (0..=height)
        .find(|&l| lines.iter().any(|line| line[l] == text))
        .unwrap_or_else(|| panic!("{text}"));
    let below: Vec<&Vec<String>> = lines.iter().filter(|line| line[level] == text).collect();
    let depth = below[0][level..]
        .windows(2)
        .filter(|pair| pair[0] != pair[1])
        .count() as f64;
    let weight = if level == height {
        0.0
    } else {
        1.0 / below.len() as f64
    };
    let mut values: Vec<String> = below.iter().map(|line| line[0].clone()).collect();
    if level == height {
        values.push(String::new());
    }
    Label {
        below: values,
        depth,
        weight,
    }
}

/// What the released file says by itself: mean and largest risk, mean utility, fewest people who
/// fit, smallest class.
fn recomputed(w: &Workspace) -> (f64, f64, f64, u64, u64) {
    recomputed_with(w, "table.csv", [1.0; 3])
}

/// The same to those who know another file, where the values of each column weigh so much.
fn recomputed_with(
    w: &Workspace,
    dictionary: &str,
    weights: [f64; 3],
) -> (f64, f64, f64, u64, u64) {
    let trees = ["city.csv", "race.csv", "age.csv"].map(|name| cells(&w.text(name)));
    let known = cells(&w.text(dictionary));
    let place = ["city", "race", "age"].map(|name| known[0].iter().position(|n| n == name));
    let released = cells(&w.text("out/table.csv"));
    let mut classes: BTreeMap<&[String], u64> = BTreeMap::new();
    let (mut risks, mut utilities, mut fewest) = (Vec::new(), Vec::new(), u64::MAX);
    for row in &released[1..] {
        *classes.entry(&row[..3]).or_default() += 1;
        let labels: Vec<Label> = row[..3]
            .iter()
            .zip(&trees)
            .map(|(text, lines)| label(lines, text))
            .collect();
        let fits = |person: &&Vec<String>| {
            place
                .iter()
                .zip(&labels)
                .all(|(at, label)| at.is_none_or(|at| label.below.contains(&person[at])))
        };
        let crowd = known[1..].iter().filter(fits).count() as u64;
        fewest = fewest.min(crowd);
        // Who fits nobody counts as fitting one.
        risks.push(
            labels
                .iter()
                .zip(weights)
                .map(|(l, w)| l.weight * w)
                .sum::<f64>()
                / crowd.max(1) as f64,
        );
        utilities.push(labels.iter().map(|l| l.depth).sum::<f64>());
    }
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    (
        mean(&risks),
        risks.iter().copied().fold(0.0, f64::max),
        mean(&utilities),
        fewest,
        *classes.values().min().unwrap(),
    )
}

#[test]
fn risk_and_utility_are_those_of_the_released_file() {
    for record in [
        "",
        "min-utility = \"80%\"",
        "min-utility = 3",
        "form = \"most-utility\"\nmax-risk = 0.1",
        "form = \"mix\"\nlambda = 0.05",
        "optimizer = \"genetic\"",
    ] {
        for models in [
            vec![],
            vec!["model = \"k-anonymity\"\nk = 5"],
            vec!["model = \"l-diversity\"\ncolumn = \"ill\"\nl = 2"],
        ] {
            let w = files(&models, "", record);
            let json = release(&w);
            let told = &json["disclosure"];
            let (mean, most, utility, crowd, class) = recomputed(&w);
            let near = |told: &Value, own: f64| (number(told) - own).abs() < 1e-9;
            assert!(
                near(&told["risk"]["after"]["mean"], mean)
                    && near(&told["risk"]["after"]["most"], most),
                "{record} {told} {mean} {most}"
            );
            assert!(
                near(&told["utility"]["after"]["mean"], utility),
                "{record} {told} {utility}"
            );
            assert_eq!(
                (&told["least_crowd"], &told["least_class"]),
                (&crowd.into(), &class.into()),
                "{record}"
            );
            let kept: Value = serde_json::from_str(&w.text("out/table.record.json")).unwrap();
            let kept = &kept["disclosure"];
            assert_eq!(
                kept["after"]["risk"][5],
                number(&told["risk"]["after"]["mean"]).to_string(),
                "{kept}"
            );
            assert_eq!(kept["least_class"], told["least_class"]);
            let rows = |line: &Value| {
                line[1]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|n| n.as_u64().unwrap())
                    .sum::<u64>()
            };
            assert!(
                kept["rows_by_level"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .all(|line| rows(line) == 120),
                "{kept}"
            );
            let k = if models == ["model = \"k-anonymity\"\nk = 5"] {
                5
            } else {
                2
            };
            assert!(
                class >= k && crowd >= class,
                "{record} {models:?}: k is a promise of the file"
            );
            assert_eq!(json["suppressed_rows"], 0);
            // Classes never make the most exposed row riskier than the optimum does.
            assert!(
                most <= number(&told["risk"]["best"]["most"]) + 1e-9,
                "{told}"
            );
            assert!(
                number(&told["risk"]["best"]["mean"]) <= number(&told["risk"]["before"]["mean"])
            );
        }
    }
}

#[test]
fn risks_to_who_knows_other_people_are_those_of_the_released_file() {
    let census: String = std::iter::once("age,city\n".to_owned())
        .chain((0..300).map(|i| {
            format!(
                "{},{}\n",
                20 + i % 37,
                ["Lafayette", "Gary", "Chicago", "Dayton"][i % 4]
            )
        }))
        .collect();
    let [city, race] = [CITY, RACE].map(|of| {
        format!(
            "{of}\nsensitivity = {}",
            if of == CITY { "0.25" } else { "4" }
        )
    });
    let columns = [
        ("city", city.as_str()),
        ("race", race.as_str()),
        ("age", AGE),
        ("ill", SENSITIVE),
        ID,
        W,
    ];
    for record in [
        "",
        "optimizer = \"genetic\"",
        "form = \"mix\"\nlambda = 0.02",
    ] {
        let w = files_with(
            &columns,
            &["model = \"k-anonymity\"\nk = 3"],
            "",
            &format!("[record]\ndictionaries = [\"census.csv\"]\n{record}"),
        );
        w.write("census.csv", &census);
        let told = release(&w)["disclosure"].clone();
        let (mean, most, utility, crowd, class) =
            recomputed_with(&w, "census.csv", [0.25, 4.0, 1.0]);
        let near = |told: &Value, own: f64| (number(told) - own).abs() < 1e-9;
        assert!(
            near(&told["risk"]["after"]["mean"], mean)
                && near(&told["risk"]["after"]["most"], most),
            "{told} {mean} {most}"
        );
        assert!(near(&told["utility"]["after"]["mean"], utility) && class >= 3);
        assert_eq!(told["least_crowd"], crowd);
    }
}

#[test]
fn a_cap_on_risk_is_kept_by_every_released_row() {
    for cap in [0.02, 0.1, 0.5] {
        let w = files(
            &["model = \"k-anonymity\"\nk = 3"],
            "",
            &format!("form = \"most-utility\"\nmax-risk = {cap}"),
        );
        release(&w);
        let (_, most, ..) = recomputed(&w);
        assert!(most <= cap, "{most} {cap}");
    }
}

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
fn weights_by_column_value_label_person_and_row() {
    let plain = release(&files(&[], "", "min-utility = \"60%\""));
    let with = |columns: &[(&str, &str)], input: &str, record: &str, weights: &str| {
        let w = files_with(
            columns,
            &[],
            input,
            &format!("[record]\nmin-utility = \"60%\"\n{record}"),
        );
        w.write("weights.csv", weights);
        (release(&w), w)
    };
    let city = format!("{CITY}\nsensitivity = 5");
    let all = |city: &'static str| {
        [
            ("city", city),
            ("race", RACE),
            ("age", AGE),
            ("ill", SENSITIVE),
            ID,
            W,
        ]
    };
    let leaked: &'static str = Box::leak(city.into_boxed_str());
    let (heavier, _) = with(&all(leaked), "", "", "");
    assert!(
        number(&heavier["disclosure"]["risk"]["before"]["mean"])
            > number(&plain["disclosure"]["risk"]["before"]["mean"])
    );
    let (by_file, _) = with(
        &all(CITY),
        "",
        "weights = \"weights.csv\"",
        "column,value,weight\ncity,,5\n",
    );
    assert_eq!(
        by_file["disclosure"]["risk"], heavier["disclosure"]["risk"],
        "a file says the same as the recipe"
    );
    let (never, w) = with(
        &all(CITY),
        "",
        "weights = \"weights.csv\"",
        "column,value,weight\ncity,Boston,inf\ncity,Tippecanoe,0.1\n",
    );
    assert!(
        !w.text("out/table.csv").contains("Boston"),
        "what must never be shown is not shown"
    );
    assert!(number(&never["disclosure"]["risk"]["after"]["most"]).is_finite());
    let by_row: &'static str =
        Box::leak(format!("{CITY}\nsensitivity = {{ column = \"w\" }}").into_boxed_str());
    let (rows, w) = with(&all(by_row), "", "", "");
    assert_ne!(rows["disclosure"]["risk"], plain["disclosure"]["risk"]);
    assert!(
        w.lines("out/table.csv")[0] == "city,race,age,ill",
        "weights are not released"
    );
    let (person, _) = with(
        &all(CITY),
        "person = \"id\"",
        "weights = \"weights.csv\"",
        "column,person,weight\ncity,p1,3\n,p2,0\n",
    );
    assert_ne!(person["disclosure"]["risk"], plain["disclosure"]["risk"]);
}

#[test]
fn dictionaries_of_other_people() {
    let census: String = std::iter::once("city,age\n".to_owned())
        .chain((0..300).map(|i| {
            format!(
                "{},{}\n",
                ["Lafayette", "Gary", "Chicago", "Boston", "Indiana"][i % 5],
                20 + i % 40
            )
        }))
        .collect();
    let told = |record: &str| {
        let w = files(&[], "", record);
        w.write("census.csv", &census);
        w.write(
            "half.csv",
            people()
                .lines()
                .take(60)
                .map(|line| format!("{line}\n"))
                .collect::<String>(),
        );
        w.write("truth.csv", people().replace("Dayton", "Tippecanoe"));
        release(&w)["disclosure"].clone()
    };
    let mean = |told: &Value| number(&told["risk"]["before"]["mean"]);
    let (own, other) = (told(""), told("dictionaries = [\"census.csv\"]"));
    assert_ne!(
        mean(&other),
        mean(&own),
        "other people, who are known by two columns"
    );
    let both = "dictionaries = [\"census.csv\"]\ninclude-table = true";
    let (average, worst) = (told(both), told(&format!("{both}\nacross = \"worst\"")));
    let bayes = told(&format!("{both}\npriors = [0.5, 0.5]"));
    assert!(
        mean(&worst) >= mean(&average)
            && mean(&worst) >= mean(&own).max(mean(&other))
            && (mean(&bayes) - mean(&average)).abs() < 1e-12
    );
    let compatible = told("dictionaries = [\"census.csv\"]\nconsistency = \"compatible\"");
    assert!(
        mean(&compatible) <= mean(&other),
        "entries that are coarser fit too"
    );
    assert!(mean(&told("consistency = \"fuzzy\"\nsimilarity = 0.7")) <= mean(&own));
    assert_eq!(own["upper_bound"]["valid"], false);
    assert_eq!(
        told("consistency = \"compatible\"")["upper_bound"]["valid"],
        true
    );
    let truth = "consistency = \"compatible\"\nid = \"id\"\ntrue-dictionary = ";
    assert_eq!(
        told(&format!("{truth}\"truth.csv\""))["upper_bound"]["valid"],
        true,
        "the truth says the same or less"
    );
    assert_eq!(
        told(&format!("{truth}\"table.csv\""))["upper_bound"]["valid"],
        true
    );
    assert_eq!(
        told(&format!("{truth}\"half.csv\""))["upper_bound"]["valid"],
        false,
        "people whom the truth does not know"
    );
}

#[test]
fn persons_with_several_rows_are_one() {
    let columns = [
        ("city", CITY),
        ("race", RACE),
        ("age", AGE),
        ("ill", SENSITIVE),
        ID,
        W,
    ];
    let rows: String = people()
        .lines()
        .enumerate()
        .map(|(i, line)| {
            if i == 0 {
                format!("{line}\n")
            } else {
                line.replace(&format!(",p{},", i - 1), &format!(",p{},", (i - 1) / 3)) + "\n"
            }
        })
        .collect();
    let w = files_with(
        &columns,
        &["model = \"k-anonymity\"\nk = 3"],
        "person = \"id\"",
        "[record]\nmin-utility = \"40%\"",
    );
    w.write("table.csv", rows);
    let json = release(&w);
    assert!(json["disclosure"]["least_class"].as_u64() >= Some(3));
    assert!(json["disclosure"]["least_crowd"].as_u64() >= Some(3));
}

#[test]
fn rows_may_be_left_out_instead_of_losing_more_than_was_asked() {
    let strict = release(&files(
        &["model = \"k-anonymity\"\nk = 4"],
        "",
        "min-utility = \"60%\"",
    ));
    let loose = release(&files(
        &["model = \"k-anonymity\"\nk = 4"],
        "max-suppression = 1.0",
        "min-utility = \"60%\"",
    ));
    assert!(strict["disclosure"]["short_rows"].as_u64() > Some(0));
    assert!(
        strict["warnings"]
            .to_string()
            .contains("less than was asked")
    );
    assert_eq!(loose["disclosure"]["short_rows"], 0);
    assert!(
        loose["suppressed_rows"].as_u64() > Some(0)
            && loose["suppressed_rows"].as_u64() < Some(120)
    );
}

/// Where no class can have what was asked, there are classes all the same, and an empty table is no
/// release.
#[test]
fn a_wish_that_no_class_can_have_still_gives_classes() {
    let json = release(&files(
        &["model = \"k-anonymity\"\nk = 8"],
        "max-suppression = 1.0",
        "min-utility = \"95%\"",
    ));
    assert!(
        json["classes"].as_u64() > Some(1) && json["disclosure"]["short_rows"].as_u64() > Some(0),
        "{json}"
    );
}

#[test]
fn aggregate_solutions_that_are_all_or_nothing_are_told_with_the_remedy() {
    let json = release(&files(
        &[],
        "",
        "form = \"aggregate\"\nbase-sensitivity = 0.1",
    ));
    assert!(
        json["warnings"]
            .to_string()
            .contains("shown whole or hidden whole"),
        "{}",
        json["warnings"]
    );
    assert!(
        json["warnings"].to_string().contains("min-level"),
        "{}",
        json["warnings"]
    );
}

#[test]
fn what_cannot_be_is_refused_with_the_reason() {
    let refused = |record: &str, code: i32, says: &[&str]| {
        let w = files(&[], "", record);
        w.write("strangers.csv", "height,weight\n1,2\n");
        w.write("negative.csv", "column,weight\ncity,-1\n");
        w.write("rising.csv", "column,value,weight\ncity,Tippecanoe,2\n");
        w.write("nowhere.csv", "column,value,weight\ncity,Atlantis,2\n");
        let ran = w.run(&["anonymize", "recipe.toml"]);
        ran.expect(code);
        for words in says {
            assert!(
                ran.stderr.contains(words),
                "{record}: {words:?} is not in\n{}",
                ran.stderr
            );
        }
        assert!(w.names("out").is_empty());
    };
    refused(
        "min-utility = 9",
        2,
        &[
            "cannot keep a utility of 9",
            "the largest that each of them can keep is 6",
        ],
    );
    refused(
        "form = \"aggregate\"",
        2,
        &["needs a sensitivity above 0 everywhere", "base-sensitivity"],
    );
    refused(
        "dictionaries = [\"strangers.csv\"]",
        3,
        &["shares no quasi-identifier with the table", "`city`"],
    );
    refused(
        "weights = \"negative.csv\"",
        3,
        &["line 2", "negative or no number"],
    );
    refused(
        "weights = \"rising.csv\"",
        2,
        &["must not rise with generality", "`city`"],
    );
    refused(
        "weights = \"nowhere.csv\"",
        3,
        &["line 2", "neither a value nor a label"],
    );
    refused(
        "form = \"mix\"\noptimizer = \"aruba\"",
        2,
        &["`aruba` does not solve the form `mix`"],
    );
    refused(
        "risk = \"entropic-raw\"\noptimizer = \"genetic\"",
        2,
        &["only `exhaustive` admits it"],
    );
    refused("form = \"most-utility\"", 2, &["needs `max-risk`"]);
    refused("max-risk = 0.1", 2, &["`max-risk` in `[record]` is for"]);
    refused(
        "priors = [0.5, 0.6]\ndictionaries = [\"a.csv\"]\ninclude-table = true",
        2,
        &["sum to 1.1"],
    );
    refused(
        "min-utility = \"half\"",
        2,
        &["`min-utility` in `[record]` is `half`", "50%"],
    );
    refused(
        "optimiser = \"genetic\"",
        2,
        &["unknown key `optimiser`", "did you mean `optimizer`"],
    );
}

#[test]
fn the_report_tells_risks_to_the_owner_and_masks_them_for_others() {
    let w = files(
        &[],
        "",
        "dictionaries = [\"secret/people.csv\"]\ninclude-table = true\nmin-utility = \"29%\"",
    );
    std::fs::create_dir(w.path("secret")).unwrap();
    w.write("secret/people.csv", people());
    release(&w);
    // Sentences are wrapped.
    let read = || {
        w.text("out/table.report.txt")
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    };
    let text = read();
    for words in [
        "What each record risks and is worth",
        "guesses one of them",
        "at least 29 % of its utility",
        "`people.csv`",
    ] {
        assert!(text.contains(words), "{words:?} is not in\n{text}");
    }
    for words in [
        "input as it is",
        "Risk, release",
        "Utility, release",
        "How far each attribute went",
        "upper bound",
    ] {
        assert!(
            !text.contains(words),
            "{words:?} is for the owner of the input"
        );
    }
    let json = w.text("out/table.report.json");
    assert!(
        !text.contains("secret") && !json.contains("secret"),
        "folders are nobody's business"
    );
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        json["search"]["nodes_total"], 0,
        "a number of nodes of all records would tell how many there are"
    );
    w.run(&["anonymize", "recipe.toml", "--force", "--internal"])
        .expect(0);
    let text = read();
    for words in [
        "Risk, input as it is",
        "rows were moved for that",
        "Utility, release",
        "How far each attribute went",
        "no upper bound",
    ] {
        assert!(text.contains(words), "{words:?} is not in\n{text}");
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

/// A mark shows what a class under the highest labels shows, and both would be one class to whoever
/// reads the file.
#[test]
fn rows_get_the_widest_labels_instead_of_a_mark() {
    for (k, share) in [(4, "60%"), (8, "95%"), (3, "0%")] {
        let w = files(
            &[&format!("model = \"k-anonymity\"\nk = {k}")],
            "max-suppression = 0.5",
            &format!("min-utility = \"{share}\""),
        );
        w.write(
            "recipe.toml",
            w.text("recipe.toml")
                .replace("[output]\n", "[output]\nsuppressed = \"mark\"\n"),
        );
        assert_eq!(release(&w)["suppressed_rows"], 0);
        assert!(recomputed(&w).4 >= k);
    }
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

/// One column `x` of a table, with rows for each value.
fn one_column(
    rows: &[(&str, &str, usize)],
    lines: &str,
    column: &str,
    models: &[&str],
    search: &str,
) -> Workspace {
    let row = |(x, ill, times): &(&str, &str, usize)| format!("{x},{ill}\n").repeat(*times);
    let table = format!("x,ill\n{}", rows.iter().map(row).collect::<String>());
    let x = format!("role = \"quasi-identifier\"\nhierarchy = \"x.csv\"\n{column}");
    let search = format!("method = \"record\"\n{search}");
    Small {
        table: &table,
        columns: &[("x", &x), ("ill", SENSITIVE)],
        models,
        input: "",
        search: &search,
        files: &[("x.csv", lines)],
    }
    .files()
}

#[test]
fn a_row_that_fits_no_class_makes_some_classes_one_and_not_all() {
    let values: Vec<String> = (0..20).map(|i| format!("v{i:02}")).collect();
    let rows: Vec<(&str, &str, usize)> = values
        .iter()
        .flat_map(|v| [(v.as_str(), "yes", 5), (v.as_str(), "no", 5)])
        .chain([("z", "yes", 1)])
        .collect();
    let lines: String = values
        .iter()
        .map(|v| format!("{v},*\n"))
        .chain(["z,*\n".to_owned()])
        .collect();
    let w = one_column(
        &rows,
        &lines,
        "",
        &["model = \"t-closeness\"\ncolumn = \"ill\"\nt = 0.02"],
        "[record]\nmin-utility = \"100%\"",
    );
    release(&w);
    let hidden = w
        .lines("out/table.csv")
        .iter()
        .filter(|line| line.starts_with('*'))
        .count();
    assert!(hidden > 1 && hidden < 100, "{hidden} of 201 rows");
}

#[test]
fn a_risk_that_is_not_monotone_keeps_the_classes_that_there_are() {
    let rows = [
        ("a", "flu", 5),
        ("b", "flu", 5),
        ("c", "flu", 2),
        ("d", "flu", 2),
    ];
    let k = "model = \"k-anonymity\"\nk = 3";
    let w = one_column(
        &rows,
        "a,*\nb,*\nc,*\nd,*\n",
        "",
        &[k],
        "[record]\nmin-utility = \"0%\"\nrisk = \"entropic-raw\"",
    );
    release(&w);
    assert_eq!(
        w.lines("out/table.csv")
            .iter()
            .filter(|line| line.starts_with('*'))
            .count(),
        4
    );
}

#[test]
fn who_is_left_out_is_who_finds_no_class() {
    let lines = "a,A,*\nb,A,*\nc,A,*\nd,D,*\ne,E,*\n";
    let rows = [
        ("a", "flu", 1),
        ("b", "flu", 3),
        ("d", "flu", 3),
        ("e", "flu", 1),
    ];
    let k = "model = \"k-anonymity\"\nk = 3";
    let wish = "max-suppression = 1\n[record]\nmin-utility = \"100%\"";
    let w = one_column(&rows, lines, "max-level = 1", &[k], wish);
    assert_eq!(release(&w)["suppressed_rows"], 1);
    assert!(
        w.lines("out/table.csv")
            .iter()
            .any(|line| line.starts_with("A,"))
            && !w.text("out/table.csv").contains("e,")
    );
    // A mark cannot be taken for a label here, so rows may have one.
    let wish = "max-suppression = 3\n[record]\nmin-utility = \"100%\"";
    let w = one_column(
        &[("b", "flu", 3), ("d", "flu", 3), ("e", "flu", 3)],
        lines,
        "max-level = 1",
        &["model = \"k-anonymity\"\nk = 3"],
        wish,
    );
    w.write(
        "table.csv",
        w.text("table.csv")
            .replacen("b,flu\n", "", 2)
            .replacen("e,flu\n", "", 1),
    );
    w.write(
        "recipe.toml",
        w.text("recipe.toml")
            .replace("[output]\n", "[output]\nsuppressed = \"mark\"\n"),
    );
    assert_eq!(release(&w)["suppressed_rows"], 3);
    assert_eq!(
        w.lines("out/table.csv")
            .iter()
            .filter(|line| line.starts_with("*,"))
            .count(),
        3
    );
    let w = one_column(
        &rows,
        lines,
        "max-level = 1",
        &[k],
        "[record]\nmin-utility = \"100%\"",
    );
    let ran = w.run(&["anonymize", "recipe.toml"]);
    ran.expect(1);
    assert!(
        ran.stderr.contains("within `max-level`") || ran.stdout.contains("within `max-level`"),
        "{} {}",
        ran.stdout,
        ran.stderr
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
fn values_that_only_a_dictionary_has_are_sorted_in_by_rules() {
    let table = "age,ill\n20,flu\n24,flu\n30,cold\n30,cold\n";
    let age =
        "role = \"quasi-identifier\"\ntype = \"integer\"\nhierarchy = { intervals = [5, 10] }";
    let told = |known: &str| {
        let search = "method = \"record\"\n[record]\nmin-utility = \"50%\"\nrisk = \"identification\"\ndictionaries = [\"known.csv\"]";
        let files = [("known.csv", known)];
        let w = Small {
            table,
            columns: &[("age", age), ("ill", SENSITIVE)],
            models: &[],
            input: "",
            search,
            files: &files,
        }
        .files();
        let json = release(&w);
        (
            json["disclosure"]["risk"]["best"]["least"].clone(),
            json["warnings"].to_string(),
        )
    };
    let many = format!("age\n{}", "21\n".repeat(500));
    let (least, warnings) = told(&many);
    assert_eq!(
        (
            number(&least),
            warnings.contains("neither values nor labels")
        ),
        (1.0 / 500.0, false),
        "those of 21 fit 20 to 24"
    );
    let (least, warnings) = told(&format!("{many}old\n"));
    assert!(
        number(&least) == 1.0 / 500.0 && warnings.contains("neither values nor labels"),
        "{least} {warnings}"
    );
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
