//! Risk and utility of single records, computed again from the released file.

use super::{AGE, CITY, ID, RACE, W, cells, files, files_with, number, people, release};
use crate::common::Workspace;
use crate::common::small::{SENSITIVE, Small};
use serde_json::Value;
use std::collections::BTreeMap;

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
pub(super) fn recomputed(w: &Workspace) -> (f64, f64, f64, u64, u64) {
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
