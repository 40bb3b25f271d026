//! What is seen: answers, fronts, ladders, pairs, heights, and who is left out.

use crate::client::{Client, Served, look, table, wishes};
use equipoise::{Job, RunOptions, Unwatched, anonymize};
use equipoise_workbench::{AskOptions, AtlasOptions, WishTexts, ask};
use serde_json::{Value, json};
use std::collections::BTreeMap;

#[test]
fn an_answer_is_the_one_of_ask() {
    let served = Served::start();
    let mut client = served.client();
    for (k, limit) in [(2, 0), (3, 30), (5, 10), (8, 40), (40, 3)] {
        let seen = look(
            &mut client,
            json!({ "thresholds": [k.to_string(), "2", "0.5"], "max_units": limit }),
        );
        let texts = WishTexts {
            k: Some(k.to_string()),
            max_suppression: Some(limit.to_string()),
            ..WishTexts::default()
        };
        let asked = ask(
            &served.path("recipe.atlas"),
            &texts,
            &AskOptions::default(),
            &Unwatched,
        )
        .unwrap();
        let levels = |node: &equipoise_workbench::AskedNode| {
            json!(node.levels.iter().map(|l| l.1).collect::<Vec<_>>())
        };
        assert_eq!(
            seen["answer"]["levels"],
            asked.answer.as_ref().map_or(Value::Null, levels),
            "k {k}, limit {limit}"
        );
        assert_eq!(
            seen["answer"]["units"],
            asked
                .answer
                .as_ref()
                .map_or(Value::Null, |a| json!(a.suppressed_rows))
        );
        assert_eq!(seen["suggestions"].is_null(), asked.answer.is_some());
    }
}

#[test]
fn the_sentence_is_true() {
    let served = Served::start();
    let seen = look(&mut served.client(), json!({}));
    let node = &seen["node"];
    let text = seen["sentence"]["text"].as_str().unwrap();
    let share = 100.0 * node["units"].as_f64().unwrap() / 300.0;
    assert!(
        text.contains(&format!(
            "{} of 300 rows are left out ({share:.1} %)",
            node["units"]
        )),
        "{text}"
    );
    let measured: u64 = seen["measured"][0]["measured"]
        .as_str()
        .unwrap()
        .parse()
        .unwrap();
    assert!(
        text.starts_with(&format!(
            "Each released row shares its quasi-identifiers with at least {} others",
            measured - 1
        )),
        "{text}"
    );
    assert!(text.contains("others, with at least 2 different values of illness, with illness within 0.5 of the whole table; "), "{text}");
    assert!(
        seen["measured"]
            .as_array()
            .unwrap()
            .iter()
            .all(|m| m["met"] == true)
    );
}

#[test]
fn the_front_falls_and_no_listed_node_beats_it() {
    let served = Served::start();
    let mut client = served.client();
    let seen = look(&mut client, json!({}));
    let points = seen["front"]["points"].as_array().unwrap().clone();
    assert!(points.windows(2).all(
        |w| w[0]["x"].as_f64() < w[1]["x"].as_f64() && w[0]["y"].as_f64() > w[1]["y"].as_f64()
    ));
    let wishes = wishes(&mut client, json!({}));
    let (mut listed, mut releases) = (0, 0);
    for height in 0..=10 {
        let nodes = client
            .post("nodes", &json!({ "wishes": wishes, "height": height }))
            .ok();
        for node in nodes["nodes"].as_array().unwrap() {
            listed += 1;
            let (x, y) = (
                node["node"]["units"].as_f64().unwrap(),
                node["node"]["losses"][0].as_f64().unwrap_or(f64::INFINITY),
            );
            let is_release = node["node"]["classes"].as_u64() > Some(0);
            releases += u64::from(is_release);
            let beats =
                |p: &Value| x <= p["x"].as_f64().unwrap() && y < p["y"].as_f64().unwrap() - 1e-12;
            assert!(
                !is_release || !points.iter().any(beats),
                "{node} beats the front"
            );
            let within = is_release && x <= 30.0;
            assert_eq!(node["within_wishes"], within, "{node}");
        }
    }
    assert_eq!(json!(listed), client.get("chart").ok()["nodes"]);
    let counted: u64 = seen["density"]["cells"]
        .as_array()
        .unwrap()
        .iter()
        .map(|c| c[2].as_u64().unwrap())
        .sum();
    assert_eq!(counted, releases);
}

#[test]
fn ladders_pairs_and_heights_agree_with_answers() {
    let served = Served::start();
    let mut client = served.client();
    let seen = look(&mut client, json!({}));
    let best = seen["answer"]["losses"][0].as_f64().unwrap();
    for ladder in seen["ladders"].as_array().unwrap() {
        let column = ladder["column"].as_u64().unwrap() as usize;
        let mut least = f64::INFINITY;
        for stop in ladder["stops"].as_array().unwrap() {
            let mut bound = wishes(&mut client, json!({}));
            bound["low"][column] = stop["level"].clone();
            bound["high"][column] = stop["level"].clone();
            let answer = client.post("look", &json!({ "wishes": bound })).ok()["answer"].clone();
            assert_eq!(
                stop["value"], answer["losses"][0],
                "column {column}, {stop}"
            );
            assert_eq!(
                stop["state"],
                if answer.is_null() {
                    "unreachable"
                } else {
                    "reached"
                }
            );
            assert_eq!(stop["reason"].is_string(), answer.is_null());
            least = least.min(stop["value"].as_f64().unwrap_or(f64::INFINITY));
        }
        assert_eq!(least, best);
    }
    let wishes = wishes(&mut client, json!({}));
    let pairs = client.post("pairs", &json!({ "wishes": wishes })).ok();
    let pairs = pairs["pairs"].as_array().unwrap();
    assert_eq!(pairs.len(), 3);
    for pair in pairs {
        let cells = pair["rows"]
            .as_array()
            .unwrap()
            .iter()
            .flat_map(|row| row.as_array().unwrap());
        let least = cells
            .filter_map(|c| c["value"].as_f64())
            .fold(f64::INFINITY, f64::min);
        assert_eq!(least, best);
    }
    let heights = client.post("heights", &json!({ "wishes": wishes })).ok();
    let rows = heights["rows"].as_array().unwrap();
    let sum = |key: &str| rows.iter().map(|r| r[key].as_u64().unwrap()).sum::<u64>();
    assert_eq!(
        sum("nodes"),
        sum("outside") + sum("feasible") + sum("infeasible") + sum("unknown")
    );
    assert_eq!(
        rows.iter()
            .filter_map(|r| r["best"]["value"].as_f64())
            .fold(f64::INFINITY, f64::min),
        best
    );
}

#[test]
fn one_step_away_is_what_choosing_it_shows() {
    let served = Served::start();
    let mut client = served.client();
    let seen = look(&mut client, json!({}));
    let steps = seen["steps"].as_array().unwrap();
    assert!(!steps.is_empty());
    for step in steps {
        let there = client
            .post(
                "look",
                &json!({ "wishes": seen["wishes"], "levels": step["node"]["levels"] }),
            )
            .ok();
        assert_eq!(there["node"], step["node"]);
        assert_eq!(there["within_wishes"], step["within_wishes"], "{step}");
        let change =
            there["node"]["units"].as_i64().unwrap() - seen["node"]["units"].as_i64().unwrap();
        assert_eq!(step["units"], change);
    }
}

/// Who is left out, counted from the rows that are shown.
#[test]
fn who_is_left_out_is_who_is_missing_among_the_rows() {
    let served = Served::start();
    let mut client = served.client();
    let seen = look(
        &mut client,
        json!({ "thresholds": ["6", "2", "0.5"], "max_units": 60 }),
    );
    let node = json!({ "levels": seen["node"]["levels"], "thresholds": ["6", "2", "0.5"] });
    let rows = all_rows(&mut client, &node);
    assert_eq!(rows.len(), 300);
    assert_eq!(
        json!(rows.iter().filter(|r| r["after"].is_null()).count()),
        seen["node"]["rows"]
    );
    let names: Vec<String> = table(300)
        .lines()
        .skip(1)
        .map(|line| line.split(',').skip(1).collect::<Vec<_>>().join(","))
        .collect();
    let before = |row: &Value| {
        row["before"]
            .as_array()
            .unwrap()
            .iter()
            .map(|c| c.as_str().unwrap())
            .collect::<Vec<_>>()
            .join(",")
    };
    assert_eq!(
        rows.iter().map(before).collect::<Vec<_>>(),
        names,
        "identifying columns are not shown"
    );
    let left_out = client.post("left-out", &node).ok();
    let of_sex = left_out["columns"]
        .as_array()
        .unwrap()
        .iter()
        .find(|c| c["name"] == "sex")
        .unwrap();
    let mut expected: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
    for row in &rows {
        let count = expected
            .entry(row["before"][2].as_str().unwrap())
            .or_default();
        *count = (count.0 + 1, count.1 + u64::from(row["after"].is_null()));
    }
    for group in of_sex["groups"].as_array().unwrap() {
        let (all, gone) = expected[group["label"].as_str().unwrap()];
        assert_eq!(
            (&group["rows"], &group["left_out"]),
            (&json!(all), &json!(gone))
        );
        let ratio = (gone as f64 / seen["node"]["rows"].as_f64().unwrap()) / (all as f64 / 300.0);
        assert!((group["ratio"].as_f64().unwrap() - ratio).abs() < 1e-9);
        assert!(
            group["is_marked"] == false || (ratio > 1.25 && gone >= 5),
            "{group}"
        );
    }
}

/// Labels of ranges name only values of people who stay, in the release and in the rows that are
/// shown before it.
#[test]
fn rows_are_shown_with_the_labels_of_the_release() {
    let folder = tempfile::tempdir().unwrap();
    let rows = (0..24).map(|i| format!("{},f\n", 1 + i % 12));
    let table = format!("age,sex\n99,m\n{}", rows.collect::<String>());
    std::fs::write(folder.path().join("people.csv"), table).unwrap();
    let recipe = "version = 1\n[input]\npath = \"people.csv\"\n[columns.age]\nrole = \"quasi-identifier\"\ntype = \"integer\"\nhierarchy = { ordered = [5] }\nmin-level = 1\nmax-level = 1\n[columns.sex]\nrole = \"quasi-identifier\"\nhierarchy = { mask = \"right\" }\nmax-level = 0\n[[privacy]]\nmodel = \"k-anonymity\"\nk = 2\n[search]\nmax-suppression = 1\n[output]\npath = \"release/people.csv\"\norder = \"input\"\n";
    std::fs::write(folder.path().join("recipe.toml"), recipe).unwrap();
    let served = Served::again(folder, AtlasOptions::default(), 0);
    let mut client = served.client();
    let node = json!({ "levels": [1, 0], "thresholds": ["2"], "from": 0, "count": 100 });
    let page = client.post("rows", &node).ok();
    let shown: Vec<String> = page["rows"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|row| row["after"].as_array())
        .map(|cells| {
            format!(
                "{},{}",
                cells[0].as_str().unwrap(),
                cells[1].as_str().unwrap()
            )
        })
        .collect();
    let job = Job::open(&served.path("recipe.toml")).unwrap();
    anonymize(&job, &RunOptions::default(), &Unwatched).unwrap();
    let released = std::fs::read_to_string(served.path("release/people.csv")).unwrap();
    let released: Vec<&str> = released.lines().skip(1).collect();
    assert_eq!(shown, released);
    assert!(shown.contains(&"11 .. 12,f".to_owned()), "{shown:?}");
}

fn all_rows(client: &mut Client, node: &Value) -> Vec<Value> {
    let mut rows = Vec::new();
    while rows.len() < 300 {
        let mut asked = node.clone();
        (asked["from"], asked["count"]) = (json!(rows.len()), json!(1000));
        let page = client.post("rows", &asked).ok()["rows"]
            .as_array()
            .unwrap()
            .clone();
        assert_eq!(page.len(), 100, "no more than a hundred at once");
        rows.extend(page);
    }
    rows
}

#[test]
fn a_partial_atlas_says_what_is_open_and_finds_more_when_it_looks_harder() {
    let served = Served::partial();
    let mut client = served.client();
    let chart = client.get("chart").ok();
    assert_eq!(
        (
            &chart["complete"],
            chart["annotated"].as_u64() < chart["nodes"].as_u64()
        ),
        (&json!(false), true)
    );
    let wishes = wishes(&mut client, json!({ "thresholds": ["7", "2", "0.4"] }));
    let seen = client
        .post("look", &json!({ "wishes": wishes, "patience_ms": 0 }))
        .ok();
    let stops: Vec<&Value> = seen["ladders"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|l| l["stops"].as_array().unwrap())
        .collect();
    for stop in stops.iter().filter(|s| s["state"] == "open") {
        let (value, bound) = (stop["value"].as_f64(), stop["bound"].as_f64());
        assert!(
            value.is_none_or(|value| bound.is_none_or(|bound| bound <= value)),
            "{stop}"
        );
    }
    let harder = client
        .post("look", &json!({ "wishes": wishes, "patience_ms": 5000 }))
        .ok();
    assert!(harder["annotated"].as_u64() >= seen["annotated"].as_u64());
    assert_eq!(harder["proved"], true);
    assert_eq!(
        harder["front"]["complete"], true,
        "looking harder leaves nothing open here"
    );
    let open = |look: &Value| {
        let ladders = look["ladders"].as_array().unwrap().clone();
        ladders
            .iter()
            .flat_map(|l| l["stops"].as_array().unwrap().clone())
            .filter(|s| s["state"] == "open")
            .count()
    };
    assert_eq!(open(&harder), 0);
    let complete = Served::start();
    let whole = complete
        .client()
        .post("look", &json!({ "wishes": wishes }))
        .ok();
    assert_eq!(harder["answer"], whole["answer"]);
}
