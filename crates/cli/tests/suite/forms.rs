//! The forms that tables come in, and that the released text is what it should be, byte for byte.

use crate::common::Workspace;
use crate::common::people::{RECIPE, RELEASED, TABLE, TOWNS, people, people_with, recipe};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use std::io::{Read, Write};

const VERIFY: [&str; 4] = [
    "verify",
    "out/people.certificate.json",
    "--record",
    "out/people.record.json",
];

/// Releases, verifies with the record, and checks the released file by the recipe.
fn release(files: &Workspace) -> String {
    files.succeed(&["anonymize", "recipe.toml"]);
    files.succeed(&VERIFY);
    files.succeed(&["check", "recipe.toml", "--table", "out/people.csv"]);
    files.text("out/people.csv")
}

fn gzip(text: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn line_ends_and_marks_change_nothing() {
    let expected = release(&people());
    assert!(expected.starts_with("age,town,illness,note\n") && !expected.contains('\r'));
    for table in [
        TABLE.replace('\n', "\r\n"),
        format!("\u{feff}{TABLE}"),
        TABLE.trim_end().to_owned(),
        format!("\n{TABLE}\n\n"),
    ] {
        let files = people();
        files.write("people.csv", table);
        assert_eq!(release(&files), expected);
    }
    let files = people();
    files.write(
        "recipe.toml",
        format!("\u{feff}{}", RECIPE.replace('\n', "\r\n")),
    );
    files.write(
        "town.csv",
        format!("\u{feff}{}", TOWNS.replace(';', ",").replace('\n', "\r\n")),
    );
    assert_eq!(release(&files), expected);
}

/// What a table is does not depend on how its file is written.
#[test]
fn any_form_is_checked_alike() {
    let files = people();
    let expected = files
        .run(&["check", "recipe.toml", "--json"])
        .expect(1)
        .json();
    let semicolons = TABLE.replace(',', ";");
    for table in [
        TABLE.replace('\n', "\r\n").into_bytes(),
        format!("\u{feff}{TABLE}").into_bytes(),
        format!("\n\n{}\n\n", TABLE.replace('\n', "\n\n")).into_bytes(),
        semicolons.into_bytes(),
        gzip(TABLE),
    ] {
        files.write("people.csv", table);
        assert_eq!(
            files
                .run(&["check", "recipe.toml", "--json"])
                .expect(1)
                .json(),
            expected
        );
    }
}

/// In a file of one column an empty line is a row without a value: here the only one, so a class of
/// its own.
#[test]
fn an_empty_line_in_a_table_of_one_column() {
    let files = people();
    files.write("recipe.toml", "version = 1\n[input]\npath = \"one.csv\"\n[columns.town]\nrole = \"quasi-identifier\"\nhierarchy = \"town.csv\"\n[[privacy]]\nmodel = \"k-anonymity\"\nk = 2\n[search]\nmax-suppression = 1\n[output]\npath = \"out/people.csv\"\n");
    files.write("one.csv", "town\nzorpau\nzorpau\n\n");
    let found = files
        .run(&["check", "recipe.toml", "--json"])
        .expect(1)
        .json();
    assert_eq!(
        (&found["rows"], &found["classes"], &found["smallest_class"]),
        (&3.into(), &2.into(), &1.into())
    );
    files.write("one.csv", "town\nzorpau\nzorpau\n\n\n");
    files.succeed(&["check", "recipe.toml"]);
    assert_eq!(release(&files), "town\n\"\"\n\"\"\nzorpau\nzorpau\n");
}

#[cfg(unix)]
#[test]
fn a_table_from_a_pipe() {
    let files = people();
    let expected = release(&files);
    for command in [
        "anonymize recipe.toml --input /dev/stdin --force",
        "check recipe.toml --table /dev/stdin",
    ] {
        let script = format!("cat people.csv | \"$0\" {command} --quiet");
        let status = std::process::Command::new("sh")
            .args(["-c", &script, crate::common::binary()])
            .current_dir(files.path(""))
            .status();
        assert_eq!(
            status.unwrap().code(),
            Some(i32::from(command.starts_with("check"))),
            "{command}"
        );
    }
    assert_eq!(files.text("out/people.csv"), expected);
}

#[test]
fn the_delimiter_is_detected_and_used_again() {
    let expected = release(&people());
    for (delimiter, given) in [
        (';', false),
        ('\t', false),
        ('|', false),
        ('^', true),
        (' ', true),
    ] {
        let change = |text: &str| text.replace(' ', "_").replace(',', &delimiter.to_string());
        let files = people();
        files.write("people.csv", change(TABLE));
        if given {
            files.write(
                "recipe.toml",
                recipe(
                    "[input]\n",
                    &format!("[input]\ndelimiter = \"{delimiter}\"\n"),
                ),
            );
        }
        assert_eq!(release(&files), change(&expected), "{delimiter:?}");
    }
}

#[test]
fn a_file_without_header() {
    let with_header = release(&people());
    let files = people();
    let (_, rows) = TABLE.split_once('\n').unwrap();
    files.write("people.csv", rows);
    let mut text = recipe("[input]\n", "[input]\nheader = false\n");
    for (i, name) in ["name", "age", "town", "illness", "note"]
        .iter()
        .enumerate()
    {
        text = text.replace(
            &format!("[columns.{name}]"),
            &format!("[columns.column-{}]", i + 1),
        );
    }
    files.write(
        "recipe.toml",
        text.replace("column = \"illness\"", "column = \"column-4\""),
    );
    let found = files.succeed(&["anonymize", "recipe.toml"]);
    assert_eq!(
        crate::common::keys(&found["decision"]["levels"]),
        ["column-2", "column-3"]
    );
    files.succeed(&VERIFY);
    assert_eq!(
        format!("age,town,illness,note\n{}", files.text("out/people.csv")),
        with_header
    );
}

#[test]
fn gzip_in_and_out() {
    let expected = release(&people());
    let files = people_with("out/people.csv", "out/people.csv.gz");
    // What counts is the content, not the name.
    files.write("people.csv", gzip(TABLE));
    files.write("town.csv", gzip(TOWNS));
    let found = files.succeed(&["anonymize", "recipe.toml"]);
    assert!(
        found["output"]
            .as_str()
            .unwrap()
            .ends_with("out/people.csv.gz")
    );
    let mut names = RELEASED.map(|n| {
        if n == "people.csv" {
            "people.csv.gz"
        } else {
            n
        }
    });
    names.sort_unstable();
    assert_eq!(files.names("out"), names);
    let mut text = String::new();
    GzDecoder::new(&files.read("out/people.csv.gz")[..])
        .read_to_string(&mut text)
        .unwrap();
    assert_eq!(text, expected);
    files.succeed(&VERIFY);
    files.succeed(&["check", "recipe.toml", "--table", "out/people.csv.gz"]);

    files.write(
        "out/people.csv.gz",
        gzip(&expected.replacen("zorpflu", "zorpgout", 1)),
    );
    assert_eq!(
        files
            .run(&[&VERIFY[..], &["--json"]].concat())
            .expect(1)
            .json()["findings"][0]["kind"],
        "data-altered"
    );
    files.write("out/people.csv.gz", &gzip(&expected)[..20]);
    files.run(&VERIFY).expect(3);
}

/// Names of columns, insensitive and sensitive cells pass as they are, whatever they hold.
#[test]
fn unchanged_columns_pass_byte_for_byte() {
    let odd = [
        "\"a, b\"",
        "\"say \"\"hi\"\"\"",
        "\"two\nlines\"",
        "007",
        "1.0",
        " lead",
        "trail ",
        "\u{e9}\u{1f600}",
        "'",
        "=1+1",
        "\"cr\r\nlf\"",
        "NA",
    ];
    let files = people();
    let rows: Vec<&str> = TABLE.lines().skip(1).collect();
    let table: String = rows
        .iter()
        .zip(odd)
        .map(|(row, cell)| format!("{},{cell}\n", row.rsplit_once(',').unwrap().0))
        .collect();
    files.write(
        "people.csv",
        format!("name,age,town,illness,\"no,te\"\n{table}"),
    );
    files.write(
        "recipe.toml",
        recipe("[columns.note]", "[columns.\"no,te\"]"),
    );
    let released = release(&files);
    assert!(released.starts_with("age,town,illness,\"no,te\"\n"));
    for cell in odd {
        assert_eq!(
            released.matches(&format!(",{cell}\n")).count(),
            1,
            "{cell:?} in\n{released}"
        );
    }
    for name in "abcdefghijkl".chars() {
        assert!(
            !released.contains(&format!("zorp{name},")),
            "identifying cells are gone"
        );
    }
}

#[test]
fn another_quote_is_used_again() {
    let files = people_with("[input]\n", "[input]\nquote = \"'\"\n");
    files.write(
        "people.csv",
        TABLE
            .replace("zorp 1", "'zorp, 1'")
            .replace("zorp 2", "'it''s'")
            .replace("zorp 3", "a \"b\""),
    );
    let released = release(&files);
    for (cell, times) in [(",'zorp, 1'\n", 4), (",'it''s'\n", 4), (",a \"b\"\n", 4)] {
        assert_eq!(
            released.matches(cell).count(),
            times,
            "{cell} in\n{released}"
        );
    }
}

#[test]
fn where_nothing_is_quoted_a_quote_is_a_letter() {
    let files = people_with("[input]\n", "[input]\nquote = \"\"\n");
    files.write(
        "people.csv",
        TABLE
            .replace("zorp 1", "\"zorp")
            .replace("zorpflu", "5\" fall"),
    );
    let found = files.succeed(&["anonymize", "recipe.toml"]);
    assert_eq!(found["privacy"][1]["met"], true);
    files.succeed(&VERIFY);
    assert_eq!(
        files.text("out/people.csv").matches("\"\"\"zorp\"").count(),
        4,
        "{}",
        files.text("out/people.csv")
    );
    let checked = files
        .run(&["check", "recipe.toml", "--json"])
        .expect(1)
        .json();
    assert_eq!(
        (&checked["rows"], &checked["classes"]),
        (&12.into(), &12.into())
    );
}

#[test]
fn rows_are_sorted_or_on_request_as_in_the_input() {
    let released = release(&people());
    let rows: Vec<&str> = released.lines().skip(1).collect();
    assert!(rows.is_sorted());

    let files = people_with("[output]\n", "[output]\norder = \"input\"\n");
    let found = files.succeed(&["anonymize", "recipe.toml"]);
    assert!(
        found["warnings"]
            .as_array()
            .unwrap()
            .iter()
            .any(|w| w.as_str().unwrap().contains("input order"))
    );
    files.succeed(&VERIFY);
    let notes: Vec<String> = files
        .lines("out/people.csv")
        .iter()
        .skip(1)
        .map(|l| l.rsplit_once(',').unwrap().1.to_owned())
        .collect();
    let given: Vec<&str> = TABLE
        .lines()
        .skip(1)
        .map(|l| l.rsplit_once(',').unwrap().1)
        .collect();
    assert_eq!(notes, given, "nothing is suppressed here");
    let mut sorted = files.lines("out/people.csv");
    sorted[1..].sort_unstable();
    assert_eq!(sorted.join("\n") + "\n", released);
}

const FORMULAS: &str = "\
name,@age,-town,+illness,note
a,1,-a,=x,=1+1
b,2,-a,-,-5
c,1,-b,@y,+z
d,2,-b,=x,plain
e,1,-a,@y,'-q
f,2,-b,-,\t
";

/// The checker must know a guarded name, value, label and token of a missing value again.
#[test]
fn spreadsheets_are_guarded_everywhere() {
    let files = Workspace::new();
    files.write("people.csv", FORMULAS);
    files.write("town.csv", "-a,*\n-b,*\n");
    let text = recipe("[input]\n", "[input]\nmissing = [\"\", \"-\"]\n")
        .replace("[columns.age]", "[columns.\"@age\"]")
        .replace("[columns.town]", "[columns.\"-town\"]")
        .replace("[columns.illness]", "[columns.\"+illness\"]")
        .replace("column = \"illness\"", "column = \"+illness\"")
        .replace("[output]\n", "[output]\nspreadsheet-safe = true\n");
    files.write("recipe.toml", &text);
    let found = files.succeed(&["anonymize", "recipe.toml"]);
    // Rows b and f have no known illness: they do not count as one more value.
    assert_eq!(found["privacy"][1]["measured"], 2);
    files.succeed(&VERIFY);
    let lines = files.lines("out/people.csv");
    assert_eq!(lines[0], "'@age,'-town,'+illness,note");
    for line in &lines {
        for cell in line.split(',') {
            assert!(
                !cell
                    .trim_matches('"')
                    .starts_with(['=', '+', '-', '@', '\t']),
                "{cell:?} is a formula"
            );
        }
    }
    let notes: Vec<&str> = lines
        .iter()
        .skip(1)
        .map(|l| l.rsplit_once(',').unwrap().1)
        .collect();
    for note in ["'=1+1", "'-5", "'+z", "plain", "'-q", "'\t"] {
        assert_eq!(
            notes.iter().filter(|n| **n == note).count(),
            1,
            "{note} in {notes:?}"
        );
    }

    // The same with marked rows and a distance that lists its values.
    let closeness = text
        .replace(
            "model = \"l-diversity\"\ncolumn = \"+illness\"\nl = 2\n",
            "model = \"t-closeness\"\ncolumn = \"+illness\"\nt = 0.5\ndistance = \"ordered\"\n",
        )
        .replace(
            "role = \"sensitive\"\n",
            "role = \"sensitive\"\norder = [\"=x\", \"@y\"]\n",
        )
        .replace(
            "[output]\n",
            "[output]\nsuppressed = \"mark\"\nlabel = \"-gone\"\n",
        );
    files.write("recipe.toml", closeness);
    files.succeed(&["anonymize", "recipe.toml", "--force"]);
    files.succeed(&VERIFY);
}

/// `-5` and `'-5` would look alike, and classes would be merged that are not the same.
#[test]
fn values_that_a_guard_makes_alike_are_refused() {
    for (from, to) in [
        (",-5\n", ",'=1+1\n"),
        (",2,-b,=x", ",2,'-a,=x"),
        (",@y,+z", ",'-,+z"),
    ] {
        let files = Workspace::new();
        assert!(FORMULAS.contains(from));
        files.write("people.csv", FORMULAS.replace(from, to));
        files.write("town.csv", "-a,*\n-b,*\n'-a,*\n");
        let text = recipe("[input]\n", "[input]\nmissing = [\"\", \"-\"]\n")
            .replace("[columns.age]", "[columns.\"@age\"]")
            .replace("[columns.town]", "[columns.\"-town\"]\nmax-level = 0")
            .replace("[columns.illness]", "[columns.\"+illness\"]")
            .replace("column = \"illness\"", "column = \"+illness\"")
            .replace("l = 2", "l = 1")
            .replace("max-suppression = 0.25", "max-suppression = 0.5")
            .replace("[output]\n", "[output]\nspreadsheet-safe = true\n");
        files.write("recipe.toml", text);
        let ran = files.run(&["anonymize", "recipe.toml", "--json"]);
        ran.expect(3);
        let message = ran.json()["error"]["message"].as_str().unwrap().to_owned();
        assert!(
            message.contains("spreadsheet-safe") && message.contains("column `"),
            "{message}"
        );
        assert!(files.names("out").is_empty());
    }
}
