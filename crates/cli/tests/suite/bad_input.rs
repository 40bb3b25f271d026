//! Bad input gets a clear error, the right exit code, and leaves everything as it was.

use crate::common::people::{RECIPE, TABLE, TOWNS, assert_no_values, people, people_with, recipe};
use crate::common::refusal::{DATA, USAGE, refuses, refuses_command};

#[test]
fn the_recipe_itself_works() {
    let files = people();
    let found = files.succeed(&["anonymize", "recipe.toml"]);
    assert_eq!(found["outcome"], "released");
    assert_eq!(files.names("out"), crate::common::people::RELEASED);
    let ran = files.run(&["anonymize", "recipe.toml", "--force"]);
    assert_no_values(&ran);
    assert_eq!(ran.stderr, "", "no progress in a pipe");
}

#[test]
fn a_file_without_rows() {
    for (text, says) in [
        ("", ["people.csv: the file is empty", "hint: "]),
        ("\n\n\r\n", ["people.csv: the file is empty", "hint: "]),
        (
            "name,age,town,illness,note\n",
            ["people.csv: the file has a header but no rows", "hint: "],
        ),
        (
            "name,age,town,illness,note",
            ["people.csv: the file has a header but no rows", "hint: "],
        ),
    ] {
        let files = people();
        files.write("people.csv", text);
        refuses(&files, &[], DATA, &says);
    }
}

#[test]
fn ragged_rows_are_told_by_line() {
    let files = people();
    for (to, says) in [
        (
            "zorpe,7712,zorpbo,zorpflu\n",
            "people.csv: line 6 has 4 fields, 5 expected",
        ),
        (
            "zorpe,7712,zorpbo,zorpflu,zorp 2,zorp\n",
            "people.csv: line 6 has 6 fields, 5 expected",
        ),
        ("\n\nzorpe\n", "people.csv: line 8 has 1 field, 5 expected"),
        (
            "\"zorp\ne\",7712,zorpbo,zorpflu,zorp 2\nzorp,,\n",
            "people.csv: line 8 has 3 fields, 5 expected",
        ),
    ] {
        files.write(
            "people.csv",
            TABLE.replace("zorpe,7712,zorpbo,zorpflu,zorp 2\n", to),
        );
        refuses(&files, &[], DATA, &[says, "hint: "]);
    }
}

#[test]
fn quotes_that_do_not_close_are_told_by_line() {
    let files = people();
    files.write("people.csv", TABLE.replace("zorpe,", "\"zorpe,"));
    refuses(
        &files,
        &[],
        DATA,
        &[
            "people.csv: line 6 has an opening quote without a closing one",
            "hint: ",
        ],
    );
    files.write("people.csv", TABLE.replace("zorpe,", "\"zorp\"e,"));
    refuses(
        &files,
        &[],
        DATA,
        &[
            "people.csv: line 6 has a quoted value that goes on after its closing quote",
            "hint: ",
        ],
    );
}

#[test]
fn column_names_are_unique_and_there() {
    let files = people();
    files.write("people.csv", TABLE.replacen("illness", "town", 1));
    refuses(
        &files,
        &[],
        DATA,
        &[
            "line 1 gives several columns the same name: `town` at columns 3 and 4",
            "hint: ",
        ],
    );
    files.write("people.csv", TABLE.replacen("illness", "", 1));
    refuses(
        &files,
        &[],
        DATA,
        &["line 1 has no name for column 4", "hint: "],
    );
}

#[test]
fn text_that_is_not_utf8_is_told_by_line() {
    let files = people();
    let latin: Vec<u8> = TABLE
        .replace("zorpe", "z\u{e9}")
        .chars()
        .map(|c| c as u8)
        .collect();
    files.write("people.csv", latin);
    refuses(
        &files,
        &[],
        DATA,
        &[
            "people.csv: line 6 is not valid UTF-8",
            "hint: save the file as UTF-8",
        ],
    );
    let utf16: Vec<u8> = "\u{feff}name"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    files.write("people.csv", utf16);
    refuses(
        &files,
        &[],
        DATA,
        &["UTF-16", "hint: save the file as UTF-8"],
    );
    files.write("people.csv", TABLE);
    files.write("town.csv", b"zorpau;north;*\nzorpbo;\xe4;*\n");
    refuses(&files, &[], DATA, &["town.csv: line 2 is not valid UTF-8"]);
    files.write("town.csv", TOWNS);
    files.write("recipe.toml", b"version = 1\n# \xe4\n");
    refuses(
        &files,
        &[],
        DATA,
        &["recipe.toml: line 2 is not valid UTF-8"],
    );
}

#[test]
fn values_without_a_line_are_reported_for_all_columns_at_once() {
    let files = people_with(
        "[columns.illness]\n",
        "[columns.illness]\nhierarchy = \"illness.csv\"\n",
    );
    files.write("illness.csv", "zorpflu,*\n");
    files.write("town.csv", "zorpau;north;*\n");
    let both = [
        "hierarchy of `town` lacks 2 of 3 values in the data (first at row 4)",
        "hierarchy of `illness` lacks 2 of 3 values in the data (first at row 2)",
        "`--show-values` prints them",
    ];
    refuses(&files, &[], DATA, &both);

    let before = files.snapshot();
    let shown = files.run(&["anonymize", "recipe.toml", "--show-values"]);
    shown.expect(DATA);
    for value in ["`zorpbo`, `zorpcy`", "`zorpgout`, `zorpache`"] {
        assert!(shown.stderr.contains(value), "{}", shown.stderr);
    }
    assert!(!shown.stderr.contains("zorpau") && files.snapshot() == before);
}

#[test]
fn values_that_a_builder_or_an_order_cannot_read() {
    let files = people();
    files.write("people.csv", TABLE.replace("7712", "zorp7712"));
    refuses(
        &files,
        &[],
        DATA,
        &["column `age`", "1 of 12 values are not", "first at row 5"],
    );

    let ordered =
        "model = \"t-closeness\"\ncolumn = \"illness\"\nt = 0.5\ndistance = \"ordered\"\n";
    let with = |illness: &str| {
        recipe(
            "model = \"l-diversity\"\ncolumn = \"illness\"\nl = 2\n",
            ordered,
        )
        .replacen("role = \"sensitive\"\n", illness, 1)
    };
    files.write("people.csv", TABLE);
    for (illness, says) in [
        (
            "role = \"sensitive\"\ntype = \"integer\"\n",
            "3 of 3 values are not",
        ),
        (
            "role = \"sensitive\"\ntype = \"date\"\n",
            "3 of 3 values are not",
        ),
        (
            "role = \"sensitive\"\norder = [\"zorpflu\"]\n",
            "2 of 3 values are not",
        ),
    ] {
        files.write("recipe.toml", with(illness));
        refuses(&files, &[], DATA, &["column `illness`", says]);
    }
    files.write("recipe.toml", with("role = \"sensitive\"\n"));
    refuses(
        &files,
        &[],
        USAGE,
        &["`distance`", "column `illness` has no order", "hint: "],
    );
}

#[test]
fn a_hierarchy_that_is_no_tree() {
    let files = people();
    for (text, says) in [
        (
            "zorpau;north;*\nzorpbo;north;all\nzorpcy;south;*\n",
            "lines 1 and 2 put one label of level 1 under two labels of level 2",
        ),
        (
            "zorpau;north;*\nzorpau;south;*\nzorpbo;south;*\n",
            "line 2 repeats the value of line 1",
        ),
        (
            "zorpau;north;*\nzorpbo;north\nzorpcy;south;*\n",
            "line 2 has 2 columns, line 1 has 3",
        ),
        (
            "zorpau;north\nzorpbo;north\nzorpcy;south\n",
            "level 1 has several labels",
        ),
        ("", "empty"),
    ] {
        files.write("town.csv", text);
        refuses(&files, &[], DATA, &["hierarchy of `town`", says]);
    }
}

#[test]
fn roles_and_names_fit_the_table() {
    for (from, to, says) in [
        (
            "[columns.note]\nrole = \"insensitive\"\n",
            "",
            &[
                "column `note` of the table has no role",
                "hint: add a section such as `[columns.note]`",
            ][..],
        ),
        (
            "[columns.note]",
            "[columns.nose]",
            &[
                "column `nose` is not in the table",
                "columns of the table: `name`",
                "did you mean `note`?",
            ],
        ),
        (
            "path = \"people.csv\"",
            "path = \"people.csv\"\nperson = \"nam\"",
            &[
                "person column `nam` is not in the table",
                "did you mean `name`?",
            ],
        ),
        (
            "role = \"identifying\"\n",
            "",
            &["recipe.toml line 4", "column `name` has no role"],
        ),
        (
            "role = \"identifying\"",
            "role = \"identifing\"",
            &[
                "recipe.toml line 5",
                "`identifing`",
                "did you mean `identifying`?",
            ],
        ),
    ] {
        refuses(&people_with(from, to), &[], USAGE, says);
    }
}

#[test]
fn a_misspelt_key_gets_a_suggestion() {
    for (from, to, says) in [
        (
            "max-suppression",
            "max-supression",
            [
                "recipe.toml line 24: unknown key `max-supression` in `[search]`",
                "did you mean `max-suppression`?",
            ],
        ),
        (
            "hierarchy = \"town.csv\"",
            "hierarchie = \"town.csv\"",
            [
                "unknown key `hierarchie` in `[columns.town]`",
                "did you mean `hierarchy`?",
            ],
        ),
        (
            "[output]",
            "[outptu]",
            ["unknown key `outptu`", "did you mean `output`?"],
        ),
        (
            "intervals",
            "interval",
            ["names no builder", "did you mean `intervals`?"],
        ),
        (
            "k-anonymity",
            "k-anonimity",
            ["`k-anonimity`", "did you mean `k-anonymity`?"],
        ),
        (
            "k = 2",
            "kk = 2",
            ["unknown key `kk` in `[[privacy]]`", "`k`"],
        ),
    ] {
        refuses(&people_with(from, to), &[], USAGE, &says);
    }
}

#[test]
fn parameters_out_of_range() {
    let t = |t: &str| format!("model = \"t-closeness\"\ncolumn = \"illness\"\nt = {t}\n#");
    let l = "model = \"l-diversity\"\ncolumn = \"illness\"\n";
    for (from, to, says) in [
        (
            "k = 2",
            "k = 0",
            [
                "recipe.toml line 18",
                "`k` in `[[privacy]]` number 1",
                "is 0",
                "at least 1",
            ],
        ),
        (
            "k = 2",
            "k = -3",
            ["recipe.toml line 18", "`k`", "-3", "at least 1"],
        ),
        (
            "k = 2",
            "k = 2.5",
            ["recipe.toml line 18", "`k`", "2.5", "whole"],
        ),
        ("k = 2", "k = 13", ["k is 13", "only 12 rows", "", ""]),
        (
            "l = 2",
            "l = 0",
            ["recipe.toml line 22", "`l`", "is 0", "at least 1"],
        ),
        (l, &t("1.2"), ["`t`", "1.2", "at least 0 and at most 1", ""]),
        (
            l,
            &t("-0.1"),
            ["`t`", "-0.1", "at least 0 and at most 1", ""],
        ),
        (
            "0.25",
            "1.2",
            [
                "recipe.toml line 24",
                "max-suppression is `1.2`",
                "share from 0.0 to 1.0",
                "hint: ",
            ],
        ),
        (
            "0.25",
            "-1",
            [
                "recipe.toml line 24",
                "max-suppression is `-1`",
                "whole number of units",
                "hint: ",
            ],
        ),
        (
            "0.25",
            "\"all\"",
            [
                "recipe.toml line 24",
                "`max-suppression`",
                "number without quotes",
                "",
            ],
        ),
        (
            "[search]",
            "[search]\nsuppression-weight = 2",
            ["`suppression-weight`", "2", "at least 0 and at most 1", ""],
        ),
        (
            "role = \"quasi-identifier\"\nhierarchy = \"town.csv\"",
            "role = \"quasi-identifier\"\nhierarchy = \"town.csv\"\nmax-level = 3",
            ["max-level of `town` is 3", "levels 0 to 2", "", ""],
        ),
    ] {
        refuses(&people_with(from, to), &[], USAGE, &says);
    }
    // Six rows of three persons.
    let persons = people();
    let few: String = TABLE
        .lines()
        .take(7)
        .map(|line| format!("{line}\n"))
        .collect();
    persons.write(
        "people.csv",
        few.replace("zorpd,", "zorpa,")
            .replace("zorpe,", "zorpa,")
            .replace("zorpf,", "zorpb,"),
    );
    persons.write(
        "recipe.toml",
        recipe("k = 2", "k = 4").replacen("[input]\n", "[input]\nperson = \"name\"\n", 1),
    );
    refuses(&persons, &[], USAGE, &["k is 4", "only 3 persons"]);
}

#[test]
fn a_limit_on_the_command_line_follows_the_same_rule() {
    let files = people();
    for limit in ["1.2", "-1", "2%", "all", "1.0000001", ""] {
        let argument = format!("--max-suppression={limit}");
        refuses(
            &files,
            &[&argument],
            USAGE,
            &[
                "--max-suppression",
                &format!("`{limit}`"),
                "share from 0.0 to 1.0",
                "hint: ",
            ],
        );
    }
    for threads in ["-1", "two", "100000"] {
        let argument = format!("--threads={threads}");
        refuses(
            &files,
            &[&argument],
            USAGE,
            &["--threads", threads, "whole number from 0 to 1024"],
        );
    }
}

#[test]
fn no_quasi_identifier_no_model_no_paths() {
    let without = RECIPE.replace("quasi-identifier", "insensitive");
    for (text, says) in [
        (without, ["no column has the role `quasi-identifier`", "hint: "]),
        (
            RECIPE.replace(
                "[[privacy]]\nmodel = \"k-anonymity\"\nk = 2\n[[privacy]]\nmodel = \"l-diversity\"\ncolumn = \"illness\"\nl = 2\n",
                "",
            ),
            ["asks for no privacy model", "hint: "],
        ),
        (recipe("path = \"people.csv\"", ""), ["the recipe names no input", "hint: "]),
        (recipe("path = \"out/people.csv\"", ""), ["the recipe names no output", "hint: "]),
        (recipe("hierarchy = \"town.csv\"\n", ""), ["quasi-identifier `town` has no hierarchy", "hint: "]),
        (recipe("version = 1", "version = 2"), ["`version`", "version 1"]),
        (recipe("[search]", "[search"), ["recipe.toml line 23", "not valid TOML"]),
    ] {
        let files = people();
        files.write("recipe.toml", text);
        refuses(&files, &[], USAGE, &says);
    }
}

#[test]
fn files_that_are_not_there() {
    let files = people();
    refuses_command(
        &files,
        &["anonymize", "nowhere.toml"],
        USAGE,
        &["could not open `nowhere.toml`: no such file", "hint: "],
    );
    refuses_command(
        &files,
        &["check", "nowhere.toml"],
        USAGE,
        &["could not open `nowhere.toml`: no such file", "hint: "],
    );
    refuses_command(
        &files,
        &["verify", "nowhere.json"],
        USAGE,
        &["could not open `nowhere.json`: no such file", "hint: "],
    );
    refuses_command(
        &files,
        &["anonymize", "."],
        USAGE,
        &["could not open `.`: it is a folder", "hint: "],
    );
    refuses(
        &files,
        &["--input", "nowhere.csv"],
        USAGE,
        &["could not open `nowhere.csv`: no such file", "hint: "],
    );
    files.write("recipe.toml", recipe("town.csv", "twon.csv"));
    refuses(&files, &[], USAGE, &["twon.csv", "no such file", "hint: "]);
    files.write("people.csv.gz", [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 1]);
    files.write("recipe.toml", recipe("people.csv", "people.csv.gz"));
    refuses(
        &files,
        &[],
        DATA,
        &["people.csv.gz: the gzip data", "hint: "],
    );
}

#[test]
fn an_unknown_flag_or_command() {
    let files = people();
    for arguments in [
        &["anonymize", "recipe.toml", "--frce"][..],
        &["anonymise", "recipe.toml"],
        &["anonymize"],
        &["check", "recipe.toml", "--force"],
        &["sample", "census", "--rows", "many"],
    ] {
        let before = files.snapshot();
        let plain = files.run(arguments);
        plain.expect(USAGE);
        assert!(
            plain.stdout.is_empty() && plain.stderr.starts_with("error: "),
            "{plain:?}"
        );
        let json = files.run(&[arguments, &["--json"]].concat());
        json.expect(USAGE);
        let object = json.json();
        assert_eq!(
            (&object["outcome"], &object["error"]["kind"]),
            (&"error".into(), &"usage".into())
        );
        assert!(!object["error"]["message"].as_str().unwrap().is_empty());
        assert!(files.snapshot() == before);
    }
    let misspelt = files.run(&["anonymize", "recipe.toml", "--frce"]);
    assert!(
        misspelt.stderr.contains("--frce") && misspelt.stderr.contains("--force"),
        "{}",
        misspelt.stderr
    );
    refuses_command(
        &files,
        &["sample", "cencus"],
        USAGE,
        &["there is no sample `cencus`", "`census`"],
    );
    refuses_command(
        &files,
        &["sample", "census", "--rows", "0"],
        USAGE,
        &["0 rows", "at least 1"],
    );
}

#[test]
fn a_table_is_not_a_certificate() {
    let files = people();
    files.succeed(&["anonymize", "recipe.toml"]);
    let table = files
        .names("out")
        .into_iter()
        .find(|name| name.ends_with(".csv"))
        .expect("the released table");
    let path = format!("out/{table}");
    refuses_command(
        &files,
        &["verify", &path],
        USAGE,
        &["is not a certificate", "`.certificate.json`"],
    );
    // An altered certificate is a finding, not a wrong file.
    let certificate = path.replace(".csv", ".certificate.json");
    files.write(&certificate, format!("x{}", files.text(&certificate)));
    files.run(&["verify", &certificate]).expect(1);
}
