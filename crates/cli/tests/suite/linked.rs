//! Linked columns, asked about: an atlas moves them together, as a search does.

use crate::common::Workspace;
use crate::common::refusal::refuses_command;
use serde_json::Value;

const RECIPE: &str = r#"
version = 1
[input]
path = "stays.csv"
[columns.from]
role = "quasi-identifier"
type = "date"
hierarchy = { dates = ["month", "quarter", "year"] }
[columns.kind]
role = "quasi-identifier"
hierarchy = { frequency = [4] }
[columns.to]
role = "quasi-identifier"
type = "date"
linked = "from"
hierarchy = { dates = ["month", "quarter", "year"] }
[columns.age]
role = "quasi-identifier"
type = "integer"
hierarchy = { intervals = [5, 10, 20] }
[[privacy]]
model = "k-anonymity"
k = 3
[search]
max-suppression = 0.1
[output]
path = "out.csv"
"#;

/// Three hundred made-up stays of up to forty days.
fn stays() -> Workspace {
    let files = Workspace::new();
    let mut table = "from,kind,to,age\n".to_owned();
    for i in 0..300u64 {
        let drawn = |salt: u64, below: u64| {
            ((i * 7 + salt + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33) % below
        };
        let (day, stay) = (drawn(0, 360), drawn(1, 40));
        let date = |day: u64| {
            format!(
                "{}-{:02}-{:02}",
                2023 + day / 360,
                day % 360 / 30 + 1,
                day % 28 + 1
            )
        };
        table += &format!(
            "{},{},{},{}\n",
            date(day),
            ["a", "b", "c", "d", "e"][drawn(2, 5) as usize],
            date(day + stay),
            20 + drawn(3, 60)
        );
    }
    files.write("stays.csv", table);
    files.write("recipe.toml", RECIPE);
    files
}

fn level(node: &Value, column: &str) -> u64 {
    node["levels"][column]
        .as_u64()
        .unwrap_or_else(|| panic!("no level of {column} in {node}"))
}

/// The search proves its answers in another way, so both must agree.
#[test]
fn answers_are_those_of_the_search() {
    let files = stays();
    files.succeed(&["atlas", "build", "recipe.toml"]);
    for k in ["2", "3", "5", "10"] {
        for limit in ["0", "0.05", "0.3"] {
            let asked =
                files.succeed(&["ask", "recipe.atlas", "--k", k, "--max-suppression", limit]);
            assert_eq!(asked["proved"], true);
            let answer = &asked["answer"];
            files.write(
                "again.toml",
                RECIPE
                    .replace("k = 3", &format!("k = {k}"))
                    .replace("= 0.1", &format!("= {limit}")),
            );
            let ran = files.run(&["anonymize", "again.toml", "--json", "--force"]);
            if answer.is_null() {
                ran.expect(1);
                continue;
            }
            let released = ran.expect(0).json();
            assert_eq!(
                released["decision"]["levels"], answer["levels"],
                "k {k}, {limit}"
            );
            assert_eq!(
                released["suppressed_rows"], answer["suppressed_rows"],
                "k {k}, {limit}"
            );
            assert_eq!(level(answer, "from"), level(answer, "to"));
            let sum: u64 = ["from", "kind", "to", "age"]
                .iter()
                .map(|c| level(answer, c))
                .sum();
            assert_eq!(answer["height"], sum, "each of linked columns counts");
        }
    }
}

#[test]
fn a_bound_on_one_linked_column_holds_for_the_other() {
    let files = stays();
    files.succeed(&["atlas", "build", "recipe.toml"]);
    let ask = |wishes: &[&str]| {
        files.succeed(&[&["ask", "recipe.atlas", "--max-suppression", "0.9"], wishes].concat())
    };
    let (one, other) = (
        ask(&["--max-level", "to=1"]),
        ask(&["--max-level", "from=1"]),
    );
    assert!(level(&one["answer"], "from") <= 1);
    assert_eq!(one["answer"], other["answer"]);
    assert_eq!(one["ties"], other["ties"]);
    assert!(level(&ask(&["--min-level", "to=3"])["answer"], "from") >= 3);
    let says = [
        "`to` and `from` are linked",
        "at least 3 for `to` and at most 2 for `from`",
        "raise the one or lower the other",
    ];
    refuses_command(
        &files,
        &[
            "ask",
            "recipe.atlas",
            "--max-level",
            "from=2",
            "--min-level",
            "to=3",
        ],
        2,
        &says,
    );
    // A step moves both, and is told once.
    let steps = one["intuition"]["one_step"].as_array().unwrap();
    assert!(steps.iter().all(|step| step["column"] != "to"));
    let height = one["answer"]["height"].as_u64().unwrap();
    let step = steps
        .iter()
        .find(|step| step["column"] == "from" && step["direction"] == "coarser")
        .unwrap();
    assert_eq!(step["height"], height + 2);
}

/// Wishes that cannot be met: what is suggested are nodes with both columns on one level, and a
/// suggestion can be taken.
#[test]
fn suggestions_move_linked_columns_together_and_can_be_released() {
    let files = stays();
    files.succeed(&["atlas", "build", "recipe.toml"]);
    let impossible = [
        "ask",
        "recipe.atlas",
        "--max-level",
        "to=1",
        "--max-suppression",
        "0",
        "--session",
        "board.json",
    ];
    let asked = files.succeed(&impossible);
    assert!(asked["answer"].is_null() && asked["proved"] == true);
    for which in ["suppression", "height"] {
        let node = &asked["suggestions"][which];
        assert_eq!(level(node, "from"), level(node, "to"), "{which}");
    }
    let accepted = files.succeed(&["session", "accept", "board.json", "height"]);
    assert!(!accepted["answer"].is_null());
    files.succeed(&["session", "keep", "board.json"]);
    files.succeed(&[
        "session",
        "decide",
        "board.json",
        "A",
        "--because",
        "a test",
    ]);
    files.succeed(&["session", "export", "board.json"]);
    let released = files.succeed(&["anonymize", "recipe.A.toml"]);
    assert_eq!(
        released["suppressed_rows"],
        accepted["answer"]["suppressed_rows"]
    );
    assert_eq!(released["decision"]["levels"], accepted["answer"]["levels"]);
}

/// A node that is picked by hand by the level of one column has that level for what is linked with
/// it.
#[test]
fn picking_a_level_moves_linked_columns_along() {
    let files = stays();
    files.succeed(&["atlas", "build", "recipe.toml"]);
    files.succeed(&["ask", "recipe.atlas", "--session", "board.json"]);
    for (picked, expected) in [("to=4", 4), ("from=2", 2), ("to=3", 3)] {
        let node = files.succeed(&["session", "choose", "board.json", picked])["node"].clone();
        assert_eq!(
            (level(&node, "from"), level(&node, "to")),
            (expected, expected),
            "{picked}"
        );
    }
    let both = ["session", "choose", "board.json", "from=1", "to=2"];
    refuses_command(
        &files,
        &both,
        2,
        &["`from` and `to` are linked and always have the same level; these are 1 and 2"],
    );
    assert_eq!(
        files
            .run(&["session", "replay", "board.json"])
            .expect(0)
            .code,
        Some(0)
    );
}

/// The sample hospital has millions of nodes, persons with several rows, and a discharge that is
/// linked with the admission.
#[test]
fn the_hospital_can_be_asked() {
    let files = Workspace::new();
    files
        .run(&["sample", "hospital", "--rows", "1500"])
        .expect(0);
    let built = files.succeed(&[
        "atlas",
        "build",
        "hospital/recipe.toml",
        "--max-nodes",
        "200",
    ]);
    assert_eq!(built["nodes_annotated"], 200);
    let asked = files.succeed(&["ask", "hospital/recipe.atlas", "--max-level", "discharge=3"]);
    let answer = &asked["answer"];
    assert!(!answer.is_null() && asked["proved"] == false);
    assert_eq!(level(answer, "admission"), level(answer, "discharge"));
    assert!(level(answer, "admission") <= 3);
}
