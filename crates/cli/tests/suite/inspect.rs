//! `inspect`: what a table is like and whom it gives away, worked out by hand.

use crate::common::people::{RECIPE, people, people_with};
use crate::common::refusal::{DATA, USAGE, refuses_command};
use crate::common::small::{FIXED, SENSITIVE, Small, TWO_CLASSES, rows};
use crate::common::{Workspace, keys};
use serde_json::{Value, json};

/// Three who look the same, one with a zip of its own for that age, one of another age, and one
/// without a zip.
const SIX: &str = "zip,age,ill\n01234,30,flu\n01234,30,flu\n01234,30,gout\n05678,30,flu\n05678,41,ache\n,41,flu\n";

fn table(text: impl AsRef<[u8]>) -> Workspace {
    let files = Workspace::new();
    files.write("table.csv", text);
    files
}

fn inspect(files: &Workspace, arguments: &[&str]) -> Value {
    files.succeed(&[&["inspect"], arguments].concat())
}

/// The six rows with their two quasi-identifiers.
fn six(arguments: &[&str]) -> Value {
    inspect(
        &table(SIX),
        &[&["table.csv", "--quasi-identifiers", "zip,age"], arguments].concat(),
    )
}

fn text(files: &Workspace, arguments: &[&str]) -> String {
    let ran = files.run(&[&["inspect"], arguments].concat());
    ran.expect(0);
    assert_eq!(ran.stderr, "");
    ran.stdout
}

/// All words of a line are in one line of the text, in this order.
fn assert_line(text: &str, words: &[&str]) {
    let has = |line: &str| {
        words
            .iter()
            .try_fold(line, |rest, word| {
                rest.find(word).map(|at| &rest[at + word.len()..])
            })
            .is_some()
    };
    assert!(text.lines().any(has), "no line has {words:?}:\n{text}");
}

fn close(found: &Value, expected: f64) {
    let found = found
        .as_f64()
        .unwrap_or_else(|| panic!("{found} is no number"));
    assert!(
        (found - expected).abs() < 1e-12,
        "{found} is not {expected}"
    );
}

#[test]
fn columns_of_a_table() {
    let columns = "a,b,c,d,e,f,g\n007,0,1.5,2024-01-31,NA,x,-3\n7,10,0.5,2023-12-01,,1,4\n7,10,2,2023-12-01,NA,2,4\n7,NA,2,,,x,4\n";
    let files = table(columns);
    let found = inspect(&files, &["table.csv"]);
    let column = |i: usize| &found["columns"][i];
    assert_eq!(
        keys(column(0)),
        [
            "name",
            "type",
            "distinct",
            "missing_rows",
            "most_frequent_share",
            "looks_like_identifier"
        ]
    );
    let types: Vec<&Value> = (0..7).map(|i| &column(i)["type"]).collect();
    assert_eq!(
        types,
        [
            "text", "integer", "decimal", "date", "text", "text", "integer"
        ],
        "a code with a leading zero is no number"
    );
    let counts: Vec<(u64, u64)> = (0..7)
        .map(|i| {
            (
                column(i)["distinct"].as_u64().unwrap(),
                column(i)["missing_rows"].as_u64().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        counts,
        [(2, 0), (2, 1), (3, 0), (2, 1), (0, 4), (3, 0), (2, 0)]
    );
    assert_eq!(
        (
            &column(0)["most_frequent_share"],
            &column(4)["most_frequent_share"]
        ),
        (&json!(0.75), &Value::Null)
    );
    let text = text(&files, &["table.csv"]);
    assert_line(&text, &["b", "integer", "2", "1", "50.0 %"]);
    assert_line(&text, &["e", "text", "0", "4", "none"]);

    // What means missing can be said; then nothing else does.
    let found = inspect(&files, &["table.csv", "--missing", "7", "--missing", "x"]);
    assert_eq!(
        (
            &found["columns"][0]["distinct"],
            &found["columns"][0]["missing_rows"]
        ),
        (&json!(1), &json!(3))
    );
    assert_eq!(
        (
            &found["columns"][5]["distinct"],
            &found["columns"][5]["missing_rows"]
        ),
        (&json!(2), &json!(2))
    );
    assert_eq!(
        (
            &found["columns"][4]["distinct"],
            &found["columns"][4]["missing_rows"]
        ),
        (&json!(2), &json!(0))
    );
}

#[test]
fn classes_and_risks() {
    let found = six(&[]);
    let expected = "format equipoise table unit rows units columns quasi_identifiers classes risk audits subsets special_uniques warnings";
    assert_eq!(keys(&found).join(" "), expected);
    assert_eq!(
        (&found["rows"], &found["units"], &found["unit"]),
        (&json!(6), &json!(6), &json!("rows"))
    );
    assert_eq!(
        (&found["table"], &found["quasi_identifiers"]),
        (&json!("table.csv"), &json!(["zip", "age"]))
    );
    assert_eq!(
        (&found["audits"], &found["warnings"]),
        (&json!([]), &json!([])),
        "a table by itself has no sensitive columns"
    );
    // Three together, and three alone: a missing zip is a value of its own.
    let classes = &found["classes"];
    assert_eq!(
        (
            &classes["classes"],
            &classes["smallest"],
            &classes["largest"]
        ),
        (&json!(4), &json!(1), &json!(3))
    );
    assert_eq!(
        (&classes["median"], &classes["average"]),
        (&json!(1), &json!(1.5))
    );
    assert_eq!(
        classes["bands"][0],
        json!({ "from": 1, "to": 1, "classes": 3, "units": 3, "share": 0.5 })
    );
    assert_eq!(
        classes["bands"][1],
        json!({ "from": 2, "to": 4, "classes": 1, "units": 3, "share": 0.5 })
    );
    let risk = &found["risk"];
    assert_eq!(keys(risk), ["prosecutor", "marketer", "sample_uniques"]);
    close(&risk["prosecutor"]["highest"], 1.0);
    close(&risk["prosecutor"]["average"], 4.0 / 6.0);
    close(&risk["prosecutor"]["lowest"], 1.0 / 3.0);
    assert_eq!(
        risk["marketer"],
        json!({ "expected": 4, "share": 4.0 / 6.0 })
    );
    assert_eq!(risk["sample_uniques"], json!({ "units": 3, "share": 0.5 }));
    let text = text(
        &table(SIX),
        &["table.csv", "--quasi-identifiers", "zip,age"],
    );
    for words in [
        &["6 rows, in 3 columns"][..],
        &["`zip` and `age`"],
        &["4 classes: the smallest has 1, the median 1, the average 1.5, the largest 3"],
        &["highest risk", "100.0 %"],
        &["average risk", "66.7 %"],
        &["lowest risk", "33.3 %"],
        &["right links expected", "4", "66.7 %"],
        &["look like no other", "3", "50.0 %"],
    ] {
        assert_line(&text, words);
    }
}

/// A risk of one in three is above 0.3, at 1/3 it is not above, and one of 1 is above everything
/// but 1.
#[test]
fn rows_above_a_threshold() {
    let units = |threshold: &str| {
        let found = six(&["--threshold", threshold]);
        let above = found["risk"]["prosecutor"]["above"]
            .as_array()
            .unwrap()
            .clone();
        let wanted: f64 = threshold.parse().unwrap();
        let at = above
            .iter()
            .find(|a| a["threshold"] == wanted)
            .expect("the threshold that was asked for");
        (at["units"].as_u64().unwrap(), above.len())
    };
    assert_eq!(
        [units("0.3"), units("0.34"), units("1"), units("0")],
        [(6, 4), (3, 4), (0, 4), (6, 4)]
    );
    assert_eq!(units("0.2"), (6, 3), "it is there anyway");
    assert_eq!(units("0.5"), (3, 4));
    let text = text(
        &table(SIX),
        &[
            "table.csv",
            "--quasi-identifiers",
            "zip,age",
            "--threshold",
            "0.34",
        ],
    );
    assert_line(&text, &["risk over 34.0 %", "3", "50.0 %"]);
}

/// Of fifteen pairs of rows, zip tells 3*2 + 3 + 2 apart, age 4*2, both together all but the three
/// among the first three.
#[test]
fn sets_of_columns() {
    let found = six(&[]);
    let subsets = &found["subsets"];
    assert_eq!(
        (
            &subsets["looked_at"],
            &subsets["largest"],
            &subsets["complete"]
        ),
        (&json!(3), &json!(2), &json!(true))
    );
    let expected = [
        (json!(["zip"]), 3, 11, 1),
        (json!(["age"]), 2, 8, 0),
        (json!(["zip", "age"]), 4, 12, 3),
    ];
    for (set, (columns, distinct, pairs, unique)) in
        subsets["sets"].as_array().unwrap().iter().zip(expected)
    {
        assert_eq!(set["columns"], columns);
        close(&set["distinction"], f64::from(distinct) / 6.0);
        close(&set["separation"], f64::from(pairs) / 15.0);
        close(&set["unique_share"], f64::from(unique) / 6.0);
    }
    let text = text(
        &table(SIX),
        &["table.csv", "--quasi-identifiers", "zip,age"],
    );
    assert_line(&text, &["zip, age", "66.7 %", "80.0 %", "50.0 %"]);
}

/// The third row is unique by its first column; the next three by second and third together, and by
/// no smaller part.
const STANDING_OUT: &str = "a,b,c,d\n1,1,1,1\n1,1,1,1\n2,1,1,1\n1,2,2,1\n1,2,1,1\n1,1,2,1\n";

#[test]
fn rows_that_stand_out() {
    let files = table(STANDING_OUT);
    let found = inspect(&files, &["table.csv"]);
    let special = &found["special_uniques"];
    assert_eq!(
        (&special["rows"], &special["largest"], &special["by_size"]),
        (&json!(4), &json!(3), &json!([1, 3, 0]))
    );
    assert_eq!(
        special["contributions"],
        json!([["a", 0.5], ["b", 0.5], ["c", 0.5], ["d", 0.0]])
    );
    // With four columns and sets of up to three, a single column scores 3 * 2 * 1, a pair 2 * 1.
    let highest: Vec<(u64, f64)> = special["highest"]
        .as_array()
        .unwrap()
        .iter()
        .map(|r| (r["row"].as_u64().unwrap(), r["score"].as_f64().unwrap()))
        .collect();
    assert_eq!(highest, [(3, 6.0), (4, 2.0), (5, 2.0), (6, 2.0)]);
    let text = text(&files, &["table.csv"]);
    assert_line(&text, &["4 rows are unique"]);

    // Four are unique and two are a pair. Drawn one in two, a match with a unique row is right in 2
    // of 3 cases.
    let found = inspect(&files, &["table.csv", "--sampling-fraction", "0.5"]);
    let spread = 6f64.powf(-1.2) + 3.0 * 2f64.powf(-1.2);
    for (record, score) in found["special_uniques"]["highest"]
        .as_array()
        .unwrap()
        .iter()
        .zip([6f64, 2.0])
    {
        close(
            &record["dis_score"],
            1.0 / (1.0 + 4.0 * (1.5 - 1.0) / (score.powf(1.2) * spread)),
        );
    }
    // Where sets of all columns are looked at, the last factor is 1 and not 0: one row by its
    // missing zip, two by both columns.
    let all = &six(&[])["special_uniques"];
    assert_eq!(
        (&all["by_size"], &all["contributions"]),
        (&json!([1, 2]), &json!([["zip", 1.0], ["age", 2.0 / 3.0]]))
    );
    // Looking at single columns only, the pairs are not seen.
    let found = inspect(&files, &["table.csv", "--special-uniques", "1"]);
    assert_eq!(
        (
            &found["special_uniques"]["rows"],
            &found["special_uniques"]["by_size"]
        ),
        (&json!(1), &json!([1]))
    );
}

#[test]
fn estimates_need_a_sampling_fraction() {
    assert!(six(&[])["risk"].get("population_uniques").is_none());
    let found = six(&["--sampling-fraction", "0.5"]);
    let estimates = found["risk"]["population_uniques"].as_array().unwrap();
    let names: Vec<&str> = estimates
        .iter()
        .map(|e| e["estimator"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["dankar", "pitman", "zayatz", "snb"]);
    for estimate in estimates {
        let share = estimate["share"].as_f64().unwrap();
        assert!(
            (0.0..=0.5).contains(&share),
            "not more than in the table: {estimate}"
        );
    }
    // Zayatz by hand: three of four classes have size 1 and one has 3; drawn 6 of 12 these are seen
    // once with chances of 1/2 and 9/22.
    let (one, three) = (0.75 * 0.5, 0.25 * 9.0 / 22.0);
    let zayatz = &estimates[2]["share"];
    assert!(
        (zayatz.as_f64().unwrap() - 3.0 / 6.0 * one / (one + three)).abs() < 1e-9,
        "{zayatz}"
    );
    // No class has two rows, which the slide negative binomial cannot do without.
    assert!(
        estimates[3]["fell_back"]
            .as_str()
            .unwrap()
            .contains("no class has two")
    );
    let text = text(
        &table(SIX),
        &[
            "table.csv",
            "--quasi-identifiers",
            "zip,age",
            "--sampling-fraction",
            "0.5",
        ],
    );
    assert_line(
        &text,
        &["unique in the population, estimated (zayatz)", "39.3 %"],
    );
    assert!(text.contains("`snb` had no answer, because no class has two units"));

    // The recipe's own estimate, beside those that are asked for here.
    let model = "model = \"population-uniqueness\"\nthreshold = 0.9\nestimator = \"zayatz\"\npopulation-size = 90\n";
    let files = people_with("model = \"k-anonymity\"\nk = 2\n", model);
    let found = inspect(&files, &["recipe.toml"]);
    assert_eq!(
        found["risk"]["population_uniques"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
    assert_eq!(
        found["risk"]["population_uniques"][0]["estimator"],
        "zayatz"
    );
}

#[test]
fn wrong_arguments() {
    let files = people();
    for (arguments, says) in [
        (
            &["people.csv", "--quasi-identifiers", "agee"][..],
            &["the table has no column `agee`", "did you mean `age`?"][..],
        ),
        (
            &["people.csv", "--quasi-identifiers", "age,twon"],
            &["the table has no column `twon`", "did you mean `town`?"],
        ),
        (
            &["people.csv", "--threshold", "1.5"],
            &["--threshold is `1.5`", "from 0 to 1"],
        ),
        (
            &["people.csv", "--threshold", "20%"],
            &["--threshold is `20%`", "from 0 to 1"],
        ),
        (
            &["people.csv", "--sampling-fraction", "0"],
            &["--sampling-fraction is `0`", "above 0 and below 1"],
        ),
        (
            &["people.csv", "--sampling-fraction", "1"],
            &["--sampling-fraction is `1`", "above 0 and below 1"],
        ),
        (
            &["people.csv", "--sampling-fraction", "2"],
            &["--sampling-fraction is `2`", "from 0 to 1"],
        ),
        (
            &["people.csv", "--special-uniques", "0"],
            &["0 columns", "at least 1"],
        ),
        (
            &["recipe.toml", "--quasi-identifiers", "age"],
            &["come from the recipe", "hint: give the table itself"],
        ),
        (
            &["recipe.toml", "--missing", "-"],
            &["come from the recipe", "hint: give the table itself"],
        ),
        (&["recipe.toml", "--threshold=-1"], &["--threshold is `-1`"]),
        (
            &["nowhere.csv"],
            &["could not open `nowhere.csv`: no such file"],
        ),
        (
            &["nowhere.toml"],
            &["could not open `nowhere.toml`: no such file"],
        ),
    ] {
        refuses_command(&files, &[&["inspect"], arguments].concat(), USAGE, says);
    }
    files.write(
        "recipe.toml",
        RECIPE.replace("quasi-identifier", "insensitive"),
    );
    refuses_command(
        &files,
        &["inspect", "recipe.toml"],
        USAGE,
        &["no column has the role `quasi-identifier`", "hint: "],
    );
}

#[test]
fn tables_without_rows() {
    for (text, says) in [
        ("", "people.csv: the file is empty"),
        (
            "name,age,town,illness,note\n",
            "people.csv: the file has a header but no rows",
        ),
    ] {
        let files = people();
        files.write("people.csv", text);
        refuses_command(&files, &["inspect", "people.csv"], DATA, &[says, "hint: "]);
        refuses_command(&files, &["inspect", "recipe.toml"], DATA, &[says, "hint: "]);
    }
}

#[test]
fn one_row() {
    let files = table("a,b\n1,x\n");
    let found = inspect(&files, &["table.csv", "--sampling-fraction", "0.1"]);
    assert_eq!(
        (
            &found["classes"]["classes"],
            &found["risk"]["prosecutor"]["lowest"]
        ),
        (&json!(1), &json!(1.0))
    );
    // There is no pair of rows that could be told apart.
    assert_eq!(found["subsets"]["sets"][0]["separation"], Value::Null);
    assert_eq!(found["special_uniques"]["by_size"], json!([2, 0]));
    let text = text(&files, &["table.csv"]);
    assert_line(&text, &["1 row, in 2 columns"]);
    assert_line(&text, &["1 class: the smallest has 1"]);
    assert_line(&text, &["a, b", "100.0 %", "none", "100.0 %"]);
}

/// Twenty rows and nearly as many values look like names. Nobody told by which columns people could
/// be found.
#[test]
fn columns_that_look_like_identifiers() {
    let numbered: String = (0..20)
        .map(|i| format!("n{},{}\n", i.max(1), i % 2))
        .collect();
    let files = table(format!("name,sex\n{numbered}"));
    let found = inspect(&files, &["table.csv"]);
    assert_eq!(
        (
            &found["columns"][0]["looks_like_identifier"],
            &found["columns"][1]["looks_like_identifier"]
        ),
        (&json!(true), &json!(false))
    );
    assert_eq!(found["quasi_identifiers"], json!(["sex"]));
    assert!(
        found["warnings"][0]
            .as_str()
            .unwrap()
            .contains("no quasi-identifiers were named")
    );
    assert!(text(&files, &["table.csv"]).contains("in `name`: this looks like an identifier"));
    // Naming it is a decision.
    let found = inspect(&files, &["table.csv", "--quasi-identifiers", "name"]);
    assert_eq!(
        (
            &found["quasi_identifiers"],
            &found["classes"]["classes"],
            &found["warnings"]
        ),
        (&json!(["name"]), &json!(19), &json!([]))
    );
    // One value less, and it could be something else.
    let files = table(format!("name,sex\n{}", numbered.replace("n19,", "n18,")));
    assert_eq!(
        inspect(&files, &["table.csv"])["quasi_identifiers"],
        json!(["name", "sex"])
    );
}

#[test]
fn no_quasi_identifier_is_left() {
    let files = table(format!(
        "name\n{}",
        (0..20).map(|i| format!("{i}\n")).collect::<String>()
    ));
    let found = inspect(&files, &["table.csv"]);
    assert_eq!(
        (&found["quasi_identifiers"], &found["classes"]["classes"]),
        (&json!([]), &json!(1))
    );
    assert!(found.get("subsets").is_none() && found.get("special_uniques").is_none());
    assert!(text(&files, &["table.csv"]).contains("No quasi-identifier is named"));
}

/// Delimiters, line ends and a byte order mark are found out; the table is the same.
#[test]
fn other_manners_of_writing() {
    let expected = six(&[]);
    let (semicolons, tabs) = (SIX.replace(',', ";"), SIX.replace(',', "\t"));
    for text in [
        SIX.replace('\n', "\r\n"),
        semicolons.clone(),
        semicolons.replace('\n', "\r\n"),
        format!("\u{feff}{tabs}"),
    ] {
        let found = inspect(
            &table(&text),
            &["table.csv", "--quasi-identifiers", "zip,age"],
        );
        assert_eq!(found, expected, "{text:?}");
    }
    // The order in which columns are named changes nothing that was counted.
    let other = inspect(
        &table(SIX),
        &["table.csv", "--quasi-identifiers", "age,zip"],
    );
    assert_eq!(
        (&other["classes"], &other["risk"]),
        (&expected["classes"], &expected["risk"])
    );
}

/// Four persons with six rows: two in the first class, one in the second, and two in the third, one
/// of whom is in the second too.
const PERSONS: &str = "name,age,q,s\n1,30,a,x\n1,30,a,x\n2,30,a,y\n3,41,a,x\n3,41,,x\n4,41,,x\n";

#[test]
fn persons_of_a_recipe_and_the_wildcard() {
    let columns = [
        ("name", "role = \"identifying\""),
        (
            "age",
            "role = \"quasi-identifier\"\nhierarchy = { intervals = [10, 20] }",
        ),
        ("q", FIXED),
        ("s", SENSITIVE),
    ];
    let models = &["model = \"k-anonymity\"\nk = 2"];
    let small = Small {
        table: PERSONS,
        input: "person = \"name\"",
        columns: &columns,
        models,
        ..TWO_CLASSES
    };
    let files = small.files();
    let found = inspect(&files, &["recipe.toml", "--wildcard"]);
    assert_eq!(
        (
            &found["unit"],
            &found["person"],
            &found["rows"],
            &found["units"]
        ),
        (&json!("persons"), &json!("name"), &json!(6), &json!(4))
    );
    let roles: Vec<&Value> = found["columns"]
        .as_array()
        .unwrap()
        .iter()
        .map(|c| &c["role"])
        .collect();
    assert_eq!(
        roles,
        [
            "identifying",
            "quasi-identifier",
            "quasi-identifier",
            "sensitive"
        ]
    );
    assert_eq!(found["quasi_identifiers"], json!(["age", "q"]));
    let classes = &found["classes"];
    assert_eq!(
        (
            &classes["classes"],
            &classes["units"],
            &classes["smallest"],
            &classes["largest"]
        ),
        (&json!(3), &json!(5), &json!(1), &json!(2))
    );
    close(&found["risk"]["prosecutor"]["average"], 3.0 / 5.0);
    assert_eq!(
        found["risk"]["sample_uniques"],
        json!({ "units": 1, "share": 0.2 })
    );
    // Where a missing place may be any, the third person is one of two.
    assert_eq!(found["wildcard_k"], 2);
    assert!(
        inspect(&files, &["recipe.toml"])
            .get("wildcard_k")
            .is_none()
    );
    let checked = files
        .run(&["check", "recipe.toml", "--wildcard", "--json"])
        .expect(1)
        .json();
    assert_eq!(
        (&checked["wildcard"]["measured"], &checked["risk"]),
        (&json!(2), &found["risk"]),
        "`check` says the same"
    );
    // All of forty-one have x, and the person in two classes counts in both.
    assert_eq!(
        found["audits"][0]["homogeneity"],
        json!({ "classes": 2, "units": 3, "share": 0.6 })
    );
    let text = text(&files, &["recipe.toml", "--wildcard"]);
    assert_line(&text, &["6 rows of 4 persons, told apart by `name`"]);
    assert_line(
        &text,
        &["Where a missing value matches anything, the smallest class has 2"],
    );
    assert_line(&text, &["age", "quasi-identifier", "integer"]);
}

/// rare and other have one row of 22 each. a: one rare of two; b: sixteen common; c: one other of
/// two; d: a common and a missing one.
#[test]
fn what_classes_give_away() {
    let counted = [
        ("a,rare", 1),
        ("a,common", 1),
        ("b,common", 16),
        ("c,common", 1),
        ("c,other", 1),
        ("d,common", 1),
        ("d,", 1),
    ];
    let text_of_table = rows("q,s", &counted);
    let hierarchy = format!("{SENSITIVE}\nhierarchy = \"s.csv\"");
    let small = Small {
        table: &text_of_table,
        columns: &[("q", FIXED), ("s", &hierarchy)],
        models: &["model = \"k-anonymity\"\nk = 2"],
        files: &[("s.csv", "rare,u,*\ncommon,u,*\nother,v,*\n")],
        ..TWO_CLASSES
    };
    let files = small.files();
    let found = inspect(&files, &["recipe.toml"]);
    let audit = &found["audits"][0];
    assert_eq!(
        (&audit["column"], found["audits"].as_array().unwrap().len()),
        (&json!("s"), 1)
    );
    // All known values of b and d are the same.
    assert_eq!(
        (
            &audit["homogeneity"]["classes"],
            &audit["homogeneity"]["units"]
        ),
        (&json!(2), &json!(18))
    );
    // Half of a is rare and half of c is other: eleven times their share.
    let skewness = &audit["skewness"];
    assert_eq!(
        (&skewness["classes"], &skewness["units"], &skewness["worst"]),
        (&json!(2), &json!(4), &json!(11.0))
    );
    assert_eq!(
        (&skewness["factor"], &skewness["least_share"]),
        (&json!(5.0), &json!(0.5))
    );
    // Under u are a, b and d.
    let similarity = &audit["similarity"];
    assert_eq!(
        (
            &similarity["level"],
            &similarity["classes"],
            &similarity["units"]
        ),
        (&json!(1), &json!(3), &json!(20))
    );
    let text = text(&files, &["recipe.toml"]);
    assert_line(&text, &["s", "homogeneity", "2", "18", "81.8 %"]);
    assert_line(&text, &["skewness", "2", "4", "18.2 %"]);
    assert_line(&text, &["similarity, level 1", "3", "20", "90.9 %"]);
    // Without a hierarchy nothing is known of what values mean.
    let plain = Small {
        columns: &[("q", FIXED), ("s", SENSITIVE)],
        ..small
    };
    assert!(
        inspect(&plain.files(), &["recipe.toml"])["audits"][0]
            .get("similarity")
            .is_none()
    );
}

/// A profile is about people, and still shows no cell.
#[test]
fn no_cell_is_shown() {
    let files = people();
    for arguments in [
        &["people.csv"][..],
        &["recipe.toml"],
        &[
            "people.csv",
            "--sampling-fraction",
            "0.1",
            "--special-uniques",
            "4",
        ],
    ] {
        for more in [&[][..], &["--json"]] {
            let printed = files
                .run(&[&["inspect"], arguments, more].concat())
                .expect(0)
                .stdout
                .clone();
            // A share may have the digits of an age in it.
            let words = printed.split(|c: char| !c.is_ascii_alphanumeric() && c != '.');
            let cells: Vec<&str> = words
                .filter(|w| w.contains("zorp") || (w.starts_with("77") && w.len() == 4))
                .collect();
            assert_eq!(cells, [""; 0], "{printed}");
        }
    }
    assert!(
        files
            .run(&["inspect", "people.csv", "--quiet"])
            .expect(0)
            .stdout
            .is_empty()
    );
    let names: Vec<String> = files.snapshot().into_keys().collect();
    assert_eq!(
        names,
        ["people.csv", "recipe.toml", "town.csv"],
        "nothing is written"
    );
}

/// One thread and several find the same.
#[test]
fn threads_change_nothing() {
    let lines: String = (0..300)
        .map(|i: u32| format!("{},{},{},{}\n", i % 7, i / 7 % 5, i * i % 11, i % 3))
        .collect();
    let files = table(format!("a,b,c,d\n{lines}"));
    let on = |threads| {
        inspect(
            &files,
            &[
                "table.csv",
                "--sampling-fraction",
                "0.05",
                "--threads",
                threads,
            ],
        )
    };
    assert_eq!(on("1"), on("4"));
}
