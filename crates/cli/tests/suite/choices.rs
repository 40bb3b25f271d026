//! What a recipe can choose, on tables small enough to work out by hand.

use crate::common::Workspace;
use serde_json::{Value, json};

/// A table with columns, a role and perhaps more lines for each, models, and further sections.
struct Recipe<'a> {
    columns: &'a [(&'a str, &'a str)],
    models: &'a [&'a str],
    input: &'a str,
    search: &'a str,
    output: &'a str,
}

impl Recipe<'_> {
    fn text(&self) -> String {
        let mut text = format!(
            "version = 1\n[input]\npath = \"table.csv\"\n{}\n",
            self.input
        );
        for (name, lines) in self.columns {
            text += &format!("[columns.{name}]\n{lines}\n");
        }
        for model in self.models {
            text += &format!("[[privacy]]\n{model}\n");
        }
        text + &format!(
            "[search]\n{}\n[output]\npath = \"out/table.csv\"\n{}\n",
            self.search, self.output
        )
    }
}

const Q: &str = "role = \"quasi-identifier\"\nhierarchy = \"q.csv\"";
const S: &str = "role = \"sensitive\"";
const QS: &[(&str, &str)] = &[("q", Q), ("s", S)];
const K2: &str = "model = \"k-anonymity\"\nk = 2";
const L2: &str = "model = \"l-diversity\"\ncolumn = \"s\"\nl = 2";
const TWO: &str = "max-suppression = 2";

fn workspace(recipe: &Recipe<'_>, table: &str) -> Workspace {
    let files = Workspace::new();
    files.write("table.csv", table);
    files.write("q.csv", "a,*\nb,*\nc,*\nd,*\n");
    files.write("recipe.toml", recipe.text());
    files
}

fn released(recipe: &Recipe<'_>, table: &str) -> (Value, String) {
    let files = workspace(recipe, table);
    let found = files.succeed(&["anonymize", "recipe.toml"]);
    files.succeed(&[
        "verify",
        "out/table.certificate.json",
        "--record",
        "out/table.record.json",
    ]);
    (found, files.text("out/table.csv"))
}

const MARK: Recipe<'_> = Recipe {
    columns: QS,
    models: &[K2, L2],
    input: "",
    search: TWO,
    output: "suppressed = \"mark\"",
};
const FOUR_AND_TWO: &str = "q,s\na,x\na,y\nb,x\nb,y\nc,x\nd,y\n";

#[test]
fn marked_rows_stay_as_one_more_class() {
    let (found, text) = released(&MARK, FOUR_AND_TWO);
    assert_eq!(text, "q,s\n*,x\n*,y\na,x\na,y\nb,x\nb,y\n");
    assert_eq!(
        (&found["suppressed_rows"], &found["classes"]),
        (&json!(2), &json!(2))
    );
    assert_eq!(found["privacy"][0]["measured"], 2);

    let (_, text) = released(
        &Recipe {
            output: "suppressed = \"mark\"\nlabel = \"gone\"",
            ..MARK
        },
        FOUR_AND_TWO,
    );
    assert_eq!(text, "q,s\na,x\na,y\nb,x\nb,y\ngone,x\ngone,y\n");
    let (found, text) = released(&Recipe { output: "", ..MARK }, FOUR_AND_TWO);
    assert_eq!(text, "q,s\na,x\na,y\nb,x\nb,y\n");
    assert_eq!(found["suppressed_rows"], 2);
}

#[test]
fn a_marked_table_verifies_checks_and_one_more_than_its_k_fails() {
    let files = workspace(&MARK, FOUR_AND_TWO);
    files.succeed(&["anonymize", "recipe.toml"]);
    let checked = files.succeed(&["check", "recipe.toml", "--table", "out/table.csv"]);
    assert_eq!(
        (
            &checked["rows"],
            &checked["classes"],
            &checked["smallest_class"]
        ),
        (&json!(6), &json!(3), &json!(2))
    );
    files.write("recipe.toml", MARK.text().replace("k = 2", "k = 3"));
    files
        .run(&["check", "recipe.toml", "--table", "out/table.csv"])
        .expect(1);
}

/// Two marked rows beside classes of three: what is measured is the worst in the file, not only
/// among kept classes.
#[test]
fn marked_rows_count_in_what_is_measured() {
    let table = "q,s\na,x\na,y\na,x\nb,x\nb,y\nb,y\nc,x\nd,y\n";
    let (found, _) = released(&MARK, table);
    assert_eq!(
        (&found["suppressed_rows"], &found["privacy"][0]["measured"]),
        (&json!(2), &json!(2))
    );
    let (found, _) = released(&Recipe { output: "", ..MARK }, table);
    assert_eq!(found["privacy"][0]["measured"], 3);
}

/// `NA` for North America would be read back as missing.
#[test]
fn a_label_that_means_missing_is_refused() {
    let files = workspace(&MARK, FOUR_AND_TWO);
    files.write("q.csv", "a,NA,*\nb,NA,*\nc,EU,*\nd,EU,*\n");
    let ran = files.run(&["anonymize", "recipe.toml", "--json"]);
    ran.expect(3);
    let message = ran.json()["error"]["message"].as_str().unwrap().to_owned();
    assert!(
        message.contains(
            "hierarchy of `q`: the label of level 1 on line 1 is a text that means missing"
        ),
        "{message}"
    );
}

#[test]
fn marked_rows_that_fail_a_model_are_an_error_with_remedies() {
    for (model, table, says) in [
        (
            L2,
            "q,s\na,x\na,y\nb,x\nb,y\nc,x\nd,x\n",
            "do not meet distinct 2-diversity of `s`",
        ),
        (
            K2,
            "q,s\na,x\na,y\nb,x\nb,y\nc,x\n",
            "do not meet 2-anonymity",
        ),
        (
            "model = \"t-closeness\"\ncolumn = \"s\"\nt = 0.2\ndistance = \"equal\"",
            "q,s\na,x\na,y\nb,x\nb,y\nc,x\nd,x\n",
            "0.2-closeness of `s`",
        ),
    ] {
        let files = workspace(
            &Recipe {
                models: &[model],
                ..MARK
            },
            table,
        );
        let before = files.snapshot();
        let ran = files.run(&["anonymize", "recipe.toml", "--json"]);
        ran.expect(1);
        let object = ran.json();
        assert_eq!(
            (&object["outcome"], &object["error"]["kind"]),
            (&json!("error"), &json!("unmet"))
        );
        let message = object["error"]["message"].as_str().unwrap();
        assert!(
            message.contains("marked rows") && message.contains(says),
            "{message}"
        );
        let hint = object["error"]["hint"].as_str().unwrap();
        assert!(hint.contains("suppressed = \"drop\""), "{hint}");
        assert!(files.snapshot() == before);
    }
}

#[test]
fn a_raw_value_equal_to_the_label_is_refused() {
    let files = workspace(&MARK, "q,s\na,x\na,y\n*,x\n*,y\n");
    files.write("q.csv", "a,all\n*,all\n");
    let ran = files.run(&["anonymize", "recipe.toml", "--json"]);
    ran.expect(3);
    assert!(
        ran.json()["error"]["message"]
            .as_str()
            .unwrap()
            .contains("column `q` has a value equal to the label `*`")
    );
    files.write(
        "recipe.toml",
        Recipe {
            output: "suppressed = \"mark\"\nlabel = \"NA\"",
            ..MARK
        }
        .text(),
    );
    let ran = files.run(&["anonymize", "recipe.toml", "--json"]);
    ran.expect(2);
    assert!(
        ran.json()["error"]["message"]
            .as_str()
            .unwrap()
            .contains("missing value")
    );
    assert!(files.names("out").is_empty());
}

const PERSONS: Recipe<'_> = Recipe {
    columns: QS,
    models: &[K2],
    input: "person = \"who\"",
    search: "max-suppression = 1",
    output: "",
};

/// One person has twelve rows: as a class they are one.
fn rows_of_three_persons() -> String {
    let many: String = (0..12).map(|i| format!("p1,a,x{}\n", i % 3)).collect();
    format!("who,q,s\n{many}p2,b,x\np3,b,x\n")
}

#[test]
fn twelve_rows_of_one_person_are_a_class_of_one() {
    let (found, text) = released(&PERSONS, &rows_of_three_persons());
    assert_eq!(text, "q,s\nb,x\nb,x\n");
    assert_eq!(
        (
            &found["rows"],
            &found["suppressed_rows"],
            &found["suppressed_persons"]
        ),
        (&json!(14), &json!(12), &json!(1))
    );
    assert_eq!(
        (
            &found["privacy"][0]["measured"],
            &found["decision"]["levels"]["q"]
        ),
        (&json!(2), &json!(0))
    );

    // Without persons the same rows are a class of twelve.
    let rows = Recipe {
        columns: &[("who", "role = \"identifying\""), QS[0], QS[1]],
        input: "",
        ..PERSONS
    };
    let (found, _) = released(&rows, &rows_of_three_persons());
    assert_eq!(
        (&found["suppressed_rows"], found.get("suppressed_persons")),
        (&json!(0), None)
    );

    // Nobody may be left out: all are generalized, and three persons are one class.
    let (found, _) = released(
        &Recipe {
            search: "max-suppression = 0",
            ..PERSONS
        },
        &rows_of_three_persons(),
    );
    assert_eq!(
        (
            &found["privacy"][0]["measured"],
            &found["decision"]["levels"]["q"]
        ),
        (&json!(3), &json!(1))
    );
}

#[test]
fn a_person_column_that_stays_lets_anyone_check() {
    let kept = Recipe {
        columns: &[("who", "role = \"insensitive\""), QS[0], QS[1]],
        ..PERSONS
    };
    let files = workspace(&kept, &rows_of_three_persons());
    let found = files.succeed(&["anonymize", "recipe.toml"]);
    assert!(
        found["warnings"][0].as_str().unwrap().contains("`who`"),
        "{found:#}"
    );
    assert_eq!(files.text("out/table.csv"), "who,q,s\np2,b,x\np3,b,x\n");
    files.succeed(&["verify", "out/table.certificate.json"]);
    let checked = files.succeed(&["check", "recipe.toml", "--table", "out/table.csv"]);
    assert_eq!(
        (&checked["unit"], &checked["units"]),
        (&json!("persons"), &json!(2))
    );
    let raw = files
        .run(&["check", "recipe.toml", "--json"])
        .expect(1)
        .json();
    assert_eq!(
        (&raw["rows"], &raw["units"], &raw["smallest_class"]),
        (&json!(14), &json!(3), &json!(1))
    );
}

#[test]
fn rows_without_a_person_are_refused_and_several_rows_per_person_are_noticed() {
    let files = workspace(&PERSONS, "who,q,s\np1,a,x\n,a,x\nNA,b,y\n");
    let ran = files.run(&["anonymize", "recipe.toml", "--json"]);
    ran.expect(3);
    let message = ran.json()["error"]["message"].as_str().unwrap().to_owned();
    assert!(
        message.contains("person column `who` is missing in 2 rows (first at row 2)"),
        "{message}"
    );

    let table: String = (0..40)
        .map(|i| format!("p{},{},x\n", i % 20, ["a", "b"][i % 2]))
        .collect();
    let unaware = Recipe {
        columns: &[("who", "role = \"identifying\""), QS[0], QS[1]],
        input: "",
        ..PERSONS
    };
    let (found, _) = released(&unaware, &format!("who,q,s\n{table}"));
    let warning = found["warnings"][0].as_str().unwrap();
    assert!(
        warning.contains("`who`") && warning.contains("person = \"who\""),
        "{warning}"
    );
}

/// A missing quasi-identifier is a value of its own below the top; a missing sensitive value is
/// never one more.
#[test]
fn missing_values() {
    let recipe = Recipe {
        models: &[K2, L2],
        input: "missing = [\"?\", \"none\"]",
        search: "max-suppression = 4",
        ..PLAIN
    };
    let (found, text) = released(
        &recipe,
        "q,s\na,x\na,y\n?,x\nnone,y\nb,?\nb,x\nc,?\nc,none\n",
    );
    // Of b only one value is known, of c none.
    assert_eq!(text, "q,s\n?,x\n?,y\na,x\na,y\n");
    assert_eq!(
        (&found["suppressed_rows"], &found["privacy"][1]["measured"]),
        (&json!(4), &json!(2))
    );

    let top = Recipe {
        columns: &[
            (
                "q",
                "role = \"quasi-identifier\"\nhierarchy = \"q.csv\"\nmin-level = 1",
            ),
            QS[1],
        ],
        ..recipe
    };
    let (_, text) = released(&top, "q,s\na,x\na,y\n?,x\nnone,y\n");
    assert_eq!(text, "q,s\n*,x\n*,x\n*,y\n*,y\n");
}

#[test]
fn the_wildcard_reading_is_an_extra() {
    let files = workspace(&PLAIN, "q,s\na,x\na,y\n,x\n");
    let strict = files
        .run(&["check", "recipe.toml", "--wildcard", "--json"])
        .expect(1)
        .json();
    assert_eq!(
        (
            &strict["privacy"][0]["measured"],
            &strict["wildcard"]["measured"]
        ),
        (&json!(1), &json!(3))
    );
}

const PLAIN: Recipe<'_> = Recipe {
    columns: QS,
    models: &[K2],
    input: "",
    search: "",
    output: "",
};
const CROSS: &str = "q,r\na,a\na,b\nb,a\nb,b\n";

fn levels_of(q: &str, r: &str) -> (Value, String) {
    let column = |more: &str| format!("{Q}\n{more}");
    let (q, r) = (column(q), column(r));
    let (found, text) = released(
        &Recipe {
            columns: &[("q", &q), ("r", &r)],
            ..PLAIN
        },
        CROSS,
    );
    (found["decision"]["levels"].clone(), text)
}

/// One of two alike columns must be generalized. A tie goes to the smaller level vector; weights
/// and bounds decide otherwise.
#[test]
fn weights_and_bounds() {
    assert_eq!(
        levels_of("", ""),
        (
            json!({ "q": 0, "r": 1 }),
            "q,r\na,*\na,*\nb,*\nb,*\n".into()
        )
    );
    assert_eq!(levels_of("weight = 3", "").0, json!({ "q": 0, "r": 1 }));
    assert_eq!(levels_of("", "weight = 1.5").0, json!({ "q": 1, "r": 0 }));
    assert_eq!(levels_of("weight = 0", "").0, json!({ "q": 1, "r": 0 }));
    assert_eq!(levels_of("min-level = 1", "").0, json!({ "q": 1, "r": 0 }));
    assert_eq!(levels_of("", "max-level = 0").0, json!({ "q": 1, "r": 0 }));
    assert_eq!(
        levels_of("min-level = 1", "min-level = 1").0,
        json!({ "q": 1, "r": 1 })
    );
}

#[test]
fn a_hierarchy_of_height_0_is_never_generalized() {
    let files = workspace(
        &Recipe {
            columns: &[
                ("q", Q),
                ("r", "role = \"quasi-identifier\"\nhierarchy = \"r.csv\""),
            ],
            ..PLAIN
        },
        CROSS,
    );
    files.write("r.csv", "a\nb\n");
    let found = files.succeed(&["anonymize", "recipe.toml"]);
    assert_eq!(found["decision"]["levels"], json!({ "q": 1, "r": 0 }));
    assert_eq!(found["search"]["nodes_total"], 2);
    files.succeed(&[
        "verify",
        "out/table.certificate.json",
        "--record",
        "out/table.record.json",
    ]);
}

/// Values without a line stay as they are at level 0 and become the top label above.
#[test]
fn values_that_no_line_lists_can_go_to_the_top() {
    let (bottom, above) = (
        format!("{Q}\nunlisted = \"top\"\nmax-level = 0"),
        format!("{Q}\nunlisted = \"top\"\nmin-level = 1"),
    );
    let table = "q,s\na,x\na,x\nb,x\nb,x\nnew,x\nnew,x\n";
    for (column, lines, expected) in [
        (
            &bottom,
            "a,ab,*\nb,ab,*\n",
            "q,s\na,x\na,x\nb,x\nb,x\nnew,x\nnew,x\n",
        ),
        (
            &above,
            "a,ab,*\nb,ab,*\n",
            "q,s\n*,x\n*,x\nab,x\nab,x\nab,x\nab,x\n",
        ),
    ] {
        let files = workspace(
            &Recipe {
                columns: &[("q", column), QS[1]],
                ..PLAIN
            },
            table,
        );
        files.write("q.csv", lines);
        files.succeed(&["anonymize", "recipe.toml"]);
        files.succeed(&[
            "verify",
            "out/table.certificate.json",
            "--record",
            "out/table.record.json",
        ]);
        assert_eq!(files.text("out/table.csv"), expected);
    }
}

#[test]
fn several_sensitive_columns_each_with_its_models() {
    let models = [
        "model = \"l-diversity\"\ncolumn = \"s\"\nl = 2",
        "model = \"t-closeness\"\ncolumn = \"u\"\nt = 0.25\ndistance = \"ordered\"",
        "model = \"t-closeness\"\ncolumn = \"s\"\nt = 0.5\ndistance = \"equal\"",
    ];
    let number = "role = \"sensitive\"\ntype = \"integer\"";
    let recipe = Recipe {
        columns: &[("q", Q), ("s", S), ("u", number)],
        models: &models,
        search: TWO,
        ..PLAIN
    };
    // Every class has both ends of u; c has only one s.
    let table = "q,s,u\na,x,1\na,y,9\nb,y,1\nb,x,9\nc,x,1\nc,x,9\n";
    let (found, text) = released(&recipe, table);
    assert_eq!(text, "q,s,u\na,x,1\na,y,9\nb,x,9\nb,y,1\n");
    let privacy = found["privacy"].as_array().unwrap();
    assert_eq!(privacy[0]["measured"], 2);
    assert_eq!(
        (&privacy[1]["column"], privacy[1]["measured"].as_f64()),
        (&json!("u"), Some(0.0))
    );
    // The table has x in 4 of 6 rows, a class in 1 of 2.
    let measured = privacy[2]["measured"].as_f64().unwrap();
    assert!((measured - (4.0 / 6.0 - 0.5)).abs() < 1e-12, "{measured}");
}
