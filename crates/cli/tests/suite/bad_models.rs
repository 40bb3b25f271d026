//! Parameters of models that make no sense, or none for this table, each get an error of their own.

use crate::common::Workspace;
use crate::common::people::{TABLE, assert_no_values, people, people_with, recipe};
use crate::common::refusal::{DATA, USAGE, refuses, refuses_command};

const DIVERSITY: &str = "model = \"l-diversity\"\ncolumn = \"illness\"\nl = 2\n";
const NOTE: &str = "[columns.note]\nrole = \"insensitive\"";
const PERSON: &str = "[input]\nperson = \"name\"\n";

/// The recipe of the people with another model in the place of l-diversity.
fn with(model: &str) -> Workspace {
    people_with(DIVERSITY, &format!("{model}\n"))
}

/// The same for models with a column.
fn of_illness(model: &str) -> Workspace {
    with(&format!("{model}\ncolumn = \"illness\""))
}

/// What the recipe alone shows to be wrong, whatever is done with it.
fn is_refused(files: &Workspace, says: &[&str]) {
    refuses(files, &[], USAGE, says);
    refuses_command(files, &["check", "recipe.toml"], USAGE, says);
    refuses_command(files, &["inspect", "recipe.toml"], USAGE, says);
}

/// What only the table shows to be wrong.
fn does_not_fit(files: &Workspace, code: i32, says: &[&str]) {
    refuses(files, &[], code, says);
}

#[test]
fn models_by_another_name() {
    for (name, meant) in [
        ("t-closenes", "did you mean `t-closeness`?"),
        ("lkc-privcy", "did you mean `lkc-privacy`?"),
        ("kmap", "did you mean `k-map`?"),
        ("differential", "accepted: `k-anonymity`"),
    ] {
        is_refused(
            &of_illness(&format!("model = \"{name}\"")),
            &["recipe.toml line 20", &format!("`{name}`"), meant],
        );
    }
    is_refused(
        &with("column = \"illness\""),
        &["has no `model`", "`delta-presence`"],
    );
}

#[test]
fn diversity() {
    let variant = |variant: &str, keys: &str| {
        of_illness(&format!(
            "model = \"l-diversity\"\nvariant = \"{variant}\"\n{keys}"
        ))
    };
    for (name, keys, says) in [
        ("distinct", "l = 0", ["`l`", "is 0", "at least 1"]),
        ("distinct", "l = 2.5", ["`l`", "2.5", "whole"]),
        (
            "distinct",
            "l = 2\nc = 2",
            ["`c`", "the variant `recursive`", "`distinct`"],
        ),
        (
            "distinct",
            "l = 2\nestimator = \"shannon\"",
            ["`estimator`", "the variant `entropy`", "`distinct`"],
        ),
        ("distinct", "", ["has no `l`", "", ""]),
        ("probabilistic", "l = 0.9", ["`l`", "0.9", "at least 1"]),
        ("entropy", "l = 0", ["`l`", "is 0", "at least 1"]),
        (
            "entropy",
            "l = 2\nestimator = \"grasberger\"",
            ["`grasberger`", "did you mean `grassberger`?", ""],
        ),
        ("recursive", "l = 1\nc = 2", ["`l`", "is 1", "at least 2"]),
        (
            "recursive",
            "l = 2\nc = 0",
            ["`c`", "is 0", "greater than 0"],
        ),
        (
            "recursive",
            "l = 2\nc = -1",
            ["`c`", "is -1", "greater than 0"],
        ),
        ("recursive", "l = 2", ["has no `c`", "hint: ", ""]),
        (
            "recursiv",
            "l = 2",
            ["`recursiv`", "did you mean `recursive`?", ""],
        ),
    ] {
        is_refused(&variant(name, keys), &says);
    }
}

/// More different values than there are is a wish that cannot be met, and no mistake.
#[test]
fn an_l_above_the_number_of_values_is_unmet() {
    let files = people_with("l = 2", "l = 4");
    let before = files.snapshot();
    let ran = files.run(&["anonymize", "recipe.toml", "--json"]);
    ran.expect(1);
    assert_eq!(ran.json()["outcome"], "unmet");
    assert_no_values(&ran);
    assert!(files.snapshot() == before);
}

#[test]
fn shares_factors_and_distances() {
    for (model, says) in [
        (
            "model = \"t-closeness\"\nt = 1.1",
            ["`t`", "1.1", "at least 0 and at most 1"],
        ),
        (
            "model = \"t-closeness\"\nt = -0.1",
            ["`t`", "-0.1", "at least 0 and at most 1"],
        ),
        ("model = \"t-closeness\"", ["has no `t`", "", ""]),
        (
            "model = \"nt-closeness\"\nn = 0\nt = 0.1",
            ["`n`", "is 0", "at least 1"],
        ),
        (
            "model = \"nt-closeness\"\nn = 2\nt = 2",
            ["`t`", "is 2", "at least 0 and at most 1"],
        ),
        (
            "model = \"t-closeness\"\nt = 0.1\ndistance = \"ordered\"",
            ["`illness` has no order", "hint: ", "`order`"],
        ),
        (
            "model = \"nt-closeness\"\nn = 2\nt = 0.1\ndistance = \"ordered\"",
            ["`illness` has no order", "hint: ", "`order`"],
        ),
        (
            "model = \"t-closeness\"\nt = 0.1\ndistance = \"hierarchical\"",
            ["`illness` has no hierarchy", "hint: ", "`hierarchy`"],
        ),
        (
            "model = \"t-closeness\"\nt = 0.1\ndistance = \"smoothed\"\nbandwidth = 0",
            ["`bandwidth`", "is 0", "greater than 0"],
        ),
        (
            "model = \"t-closeness\"\nt = 0.1\ndistance = \"equal\"\nbandwidth = 1",
            ["`bandwidth`", "`smoothed`", "`equal`"],
        ),
        (
            "model = \"alpha-k-anonymity\"\nk = 2\nalpha = 0",
            ["`alpha`", "is 0", "greater than 0 and at most 1"],
        ),
        (
            "model = \"alpha-k-anonymity\"\nk = 2\nalpha = 50",
            ["`alpha`", "is 50", "it is a share"],
        ),
        (
            "model = \"alpha-k-anonymity\"\nk = 0\nalpha = 0.5",
            ["`k`", "is 0", "at least 1"],
        ),
        (
            "model = \"semantic-privacy\"\ndelta = -0.5",
            ["`delta`", "-0.5", "at least 0"],
        ),
        (
            "model = \"delta-disclosure\"\ndelta = 0",
            ["`delta`", "is 0", "greater than 0"],
        ),
        (
            "model = \"delta-disclosure\"\ndelta = 1\nlog = \"decimal\"",
            ["`log`", "`decimal`", "`binary`"],
        ),
        (
            "model = \"beta-likeness\"\nbeta = 0",
            ["`beta`", "is 0", "greater than 0"],
        ),
        (
            "model = \"lkc-privacy\"\nl = 0\nk = 2\nc = 0.5",
            ["`l`", "is 0", "at least 1"],
        ),
        (
            "model = \"lkc-privacy\"\nl = 1\nk = 2\nc = 1.5",
            ["`c`", "1.5", "greater than 0 and at most 1"],
        ),
        (
            "model = \"k-anonymity\"\nk = 2\nt = 0.1",
            ["`t`", "`t-closeness`", "`nt-closeness`"],
        ),
    ] {
        is_refused(&of_illness(model), &says);
    }
}

#[test]
fn sizes_above_the_table() {
    for (model, says) in [
        (
            "model = \"alpha-k-anonymity\"\nalpha = 0.5\nk = 13",
            ["k is 13", "only 12 rows"],
        ),
        (
            "model = \"lkc-privacy\"\nl = 1\nk = 13\nc = 0.5",
            ["k is 13", "only 12 rows"],
        ),
        (
            "model = \"nt-closeness\"\nn = 13\nt = 0.1",
            ["n is 13", "only 12 rows"],
        ),
    ] {
        does_not_fit(&of_illness(model), USAGE, &says);
    }
    let persons = people();
    // Rows of one person follow each other: eleven persons.
    persons.write("people.csv", TABLE.replace("zorpb,", "zorpa,"));
    let nt = "model = \"nt-closeness\"\nn = 12\nt = 0.1\ncolumn = \"illness\"\n";
    persons.write(
        "recipe.toml",
        recipe(DIVERSITY, nt).replace("[input]\n", PERSON),
    );
    does_not_fit(&persons, USAGE, &["n is 12", "only 11 persons"]);
}

#[test]
fn columns_that_cannot_be_protected() {
    is_refused(
        &with("model = \"t-closeness\"\nt = 0.1"),
        &["has no `column`"],
    );
    for (column, says) in [
        (
            "ilness",
            ["`ilness`", "not in `[columns]`", "did you mean `illness`?"],
        ),
        (
            "town",
            ["`town`", "`quasi-identifier`", "it must be `sensitive`"],
        ),
        (
            "note",
            ["`note`", "`insensitive`", "it must be `sensitive`"],
        ),
    ] {
        for model in [
            "t-closeness\"\nt = 0.1",
            "beta-likeness\"\nbeta = 1",
            "lkc-privacy\"\nl = 1\nk = 2\nc = 0.5",
        ] {
            is_refused(
                &with(&format!("column = \"{column}\"\nmodel = \"{model}")),
                &says,
            );
        }
    }
}

#[test]
fn a_column_that_is_missing_in_every_row() {
    let table = ["flu", "gout", "ache"]
        .iter()
        .fold(TABLE.to_owned(), |text, illness| {
            text.replace(&format!("zorp{illness}"), "NA")
        });
    for model in [
        "model = \"l-diversity\"\nl = 1",
        "model = \"t-closeness\"\nt = 0.5",
        "model = \"semantic-privacy\"\ndelta = 1",
        "model = \"lkc-privacy\"\nl = 1\nk = 2\nc = 0.5",
    ] {
        let files = of_illness(model);
        files.write("people.csv", &table);
        does_not_fit(
            &files,
            DATA,
            &[
                "sensitive column `illness` is missing in every row",
                "hint: ",
                "`missing`",
            ],
        );
    }
}

#[test]
fn listed_values() {
    let with = |values: &str| {
        of_illness(&format!(
            "model = \"alpha-k-anonymity\"\nalpha = 0.5\nk = 2\nvalues = {values}"
        ))
    };
    is_refused(&with("[]"), &["`values`", "is empty"]);
    is_refused(
        &with("[\"zorpflu\", \"zorpflu\"]"),
        &["`values`", "repeats 1", "each value once"],
    );
    is_refused(
        &with("[\"zorpflu\", \"NA\"]"),
        &["`values`", "1 that mean a missing value"],
    );
    is_refused(&with("12"), &["`values`", "list"]);
}

/// A list of grave illnesses may be longer than what a table has. The curator is told, the readers
/// of the report are not.
#[test]
fn listed_values_that_do_not_occur() {
    for (values, absent) in [
        ("[\"zorp\", \"Zorpflu\"]", 2),
        ("[\"zorpflu\", \"zorpflu \"]", 1),
    ] {
        let files = of_illness(&format!(
            "model = \"alpha-k-anonymity\"\nalpha = 0.5\nk = 2\nvalues = {values}"
        ));
        let ran = files.run(&["anonymize", "recipe.toml"]);
        ran.expect(0);
        let warning = format!(
            "{absent} of the 2 `values` of alpha-k-anonymity do not occur in column `illness`"
        );
        assert!(ran.stderr.contains(&warning), "{}", ran.stderr);
        assert_no_values(&ran);
        assert!(!files.text("out/people.report.txt").contains("do not occur"));
    }
}

#[test]
fn models_of_the_whole_table() {
    for (model, says) in [
        (
            "model = \"sample-uniqueness\"\nthreshold = 1.5",
            ["`threshold`", "1.5", "at least 0 and at most 1"],
        ),
        (
            "model = \"sample-uniqueness\"",
            ["has no `threshold`", "", ""],
        ),
        (
            "model = \"sample-uniqueness\"\nthreshold = 0.5\ncolumn = \"illness\"",
            ["`column`", "models that protect a sensitive column", ""],
        ),
        (
            "model = \"average-risk\"\nthreshold = 0",
            ["`threshold`", "is 0", "greater than 0 and at most 1"],
        ),
        (
            "model = \"population-uniqueness\"\nthreshold = 0.5",
            [
                "neither `sampling-fraction` nor `population-size`",
                "hint: ",
                "",
            ],
        ),
    ] {
        is_refused(&with(model), &says);
    }
    let drawn = |keys: &str| {
        with(&format!(
            "model = \"population-uniqueness\"\nthreshold = 0.5\n{keys}"
        ))
    };
    for fraction in ["0", "1", "1.5", "-0.1"] {
        is_refused(
            &drawn(&format!("sampling-fraction = {fraction}")),
            &[
                "`sampling-fraction`",
                fraction,
                "greater than 0 and less than 1",
            ],
        );
    }
    is_refused(
        &drawn("population-size = 0"),
        &["`population-size`", "is 0"],
    );
    is_refused(
        &drawn("population-size = 99\nsampling-fraction = 0.1"),
        &["both `sampling-fraction` and `population-size`"],
    );
    is_refused(
        &drawn("population-size = 99\nestimator = \"zaiatz\""),
        &["`zaiatz`", "did you mean `zayatz`?"],
    );
    for size in [11, 12] {
        does_not_fit(
            &drawn(&format!("population-size = {size}")),
            USAGE,
            &[
                &format!("population-size is {size}"),
                "the table alone has 12 rows",
            ],
        );
    }
}

#[test]
fn estimated_k_map() {
    let with = |keys: &str| with(&format!("model = \"k-map\"\nk = 2\n{keys}"));
    for (keys, says) in [
        ("", ["neither `population` nor `estimator`", "hint: "]),
        (
            "estimator = \"poisson\"",
            [
                "neither `sampling-fraction` nor `population-size`",
                "hint: ",
            ],
        ),
        (
            "estimator = \"poison\"\nsampling-fraction = 0.1",
            ["`poison`", "did you mean `poisson`?"],
        ),
        (
            "estimator = \"poisson\"\nsampling-fraction = 0.1\nsignificance = 0",
            ["`significance`", "greater than 0 and less than 1"],
        ),
        (
            "estimator = \"poisson\"\npopulation = \"all.csv\"",
            ["both `population` and `estimator`", ""],
        ),
        (
            "population = \"all.csv\"\nsignificance = 0.1",
            ["`significance`", "for estimates"],
        ),
    ] {
        is_refused(&with(keys), &says);
    }
    let files = with("estimator = \"poisson\"\npopulation-size = 12");
    does_not_fit(
        &files,
        USAGE,
        &["population-size is 12", "the table alone has 12 rows"],
    );
}

#[test]
fn presence() {
    let with = |keys: &str| with(&format!("model = \"delta-presence\"\n{keys}"));
    for (keys, says) in [
        ("max = 0.5", ["has no `population`", ""]),
        ("population = \"all.csv\"", ["has no `max`", ""]),
        ("population = \"\"\nmax = 0.5", ["`population`", ""]),
        (
            "population = \"all.csv\"\nmax = 0",
            ["`max`", "greater than 0 and at most 1"],
        ),
        (
            "population = \"all.csv\"\nmax = 0.5\nmin = 0.6",
            ["`min`", "above the maximum"],
        ),
    ] {
        is_refused(&with(keys), &says);
    }
}

#[test]
fn populations() {
    let presence = "model = \"delta-presence\"\npopulation = \"all.csv\"\nmax = 0.5";
    for model in [
        "model = \"k-map\"\nk = 2\npopulation = \"all.csv\"",
        presence,
    ] {
        let files = with(model);
        does_not_fit(&files, USAGE, &["all.csv", "no such file", "hint: "]);
        files.write("all.csv", "name,town\nzorpa,zorpau\n");
        does_not_fit(
            &files,
            DATA,
            &[
                "population `all.csv` lacks the quasi-identifiers `age`",
                "hint: ",
            ],
        );
        files.write("all.csv", "name\nzorpa\n");
        does_not_fit(&files, DATA, &["`age`, `town`"]);
        files.write("all.csv", "name,age,town\n");
        does_not_fit(&files, DATA, &["all.csv", "no rows"]);
        // A town that no line of the hierarchy lists.
        files.write(
            "all.csv",
            format!("{TABLE}zorpz,7701,zorpelsewhere,zorpflu,zorp 1\n"),
        );
        does_not_fit(&files, DATA, &["hierarchy of `town` lacks 1", "hint: "]);
    }
    let two = with(&format!(
        "{presence}\n[[privacy]]\nmodel = \"k-map\"\nk = 2\npopulation = \"others.csv\""
    ));
    two.write("all.csv", TABLE);
    two.write("others.csv", TABLE);
    does_not_fit(&two, USAGE, &["different population files", "hint: "]);

    // Who is in no class of the release must be in a marked row.
    for model in [
        presence,
        "model = \"k-map\"\nk = 2\npopulation = \"all.csv\"",
        "model = \"nt-closeness\"\ncolumn = \"illness\"\nn = 2\nt = 0.5",
    ] {
        let files = with(model);
        files.write(
            "recipe.toml",
            files
                .text("recipe.toml")
                .replace("[output]\n", "[output]\nsuppressed = \"mark\"\n"),
        );
        files.write("all.csv", TABLE);
        does_not_fit(
            &files,
            USAGE,
            &[
                "cannot judge marked rows",
                "hint: set `suppressed = \"drop\"`",
            ],
        );
    }
    let persons = with(presence);
    persons.write(
        "recipe.toml",
        recipe(DIVERSITY, &format!("{presence}\n")).replace("[input]\n", PERSON),
    );
    persons.write(
        "all.csv",
        format!("{TABLE}zorpa,7701,zorpau,zorpflu,zorp 1\n"),
    );
    does_not_fit(
        &persons,
        DATA,
        &[
            "population `all.csv` has several rows for one person",
            "`name`",
            "one row for each person",
        ],
    );
}

#[test]
fn other_columns_as_quasi_identifiers() {
    const OTHERS: &str = "others-as-quasi-identifiers = true";
    is_refused(
        &of_illness(&format!("model = \"t-closeness\"\nt = 0.1\n{OTHERS}")),
        &["`illness` is the only sensitive column", "hint: "],
    );
    is_refused(
        &with(&format!(
            "model = \"average-risk\"\nthreshold = 0.5\n{OTHERS}"
        )),
        &["models that protect a sensitive column"],
    );
    is_refused(
        &of_illness("model = \"t-closeness\"\nt = 0.1\nothers-as-quasi-identifiers = 1"),
        &["others-as-quasi-identifiers", "true"],
    );
    let two_columns = |model: &str| {
        let files = people();
        let text = recipe(
            DIVERSITY,
            &format!("{model}\ncolumn = \"illness\"\n{OTHERS}\n"),
        );
        files.write(
            "recipe.toml",
            text.replace(NOTE, "[columns.note]\nrole = \"sensitive\""),
        );
        files
    };
    for (name, model) in [
        ("nt-closeness", "model = \"nt-closeness\"\nn = 2\nt = 0.1"),
        (
            "lkc-privacy",
            "model = \"lkc-privacy\"\nl = 1\nk = 2\nc = 0.5",
        ),
    ] {
        let says = [
            name,
            "cannot be combined with `others-as-quasi-identifiers`",
            "hint: ",
        ];
        does_not_fit(&two_columns(model), USAGE, &says);
        refuses_command(&two_columns(model), &["check", "recipe.toml"], USAGE, &says);
    }
    // Persons who are in several parts have no size that these models could divide by.
    for model in [
        "model = \"alpha-k-anonymity\"\nalpha = 0.5\nk = 2",
        "model = \"l-diversity\"\nvariant = \"probabilistic\"\nl = 2",
    ] {
        let files = two_columns(model);
        files.write(
            "recipe.toml",
            files.text("recipe.toml").replace("[input]\n", PERSON),
        );
        let says = [
            if model.contains("alpha") {
                "alpha-k-anonymity"
            } else {
                "l-diversity"
            },
            "person",
        ];
        does_not_fit(&files, USAGE, &says);
    }
}

#[test]
fn sets_of_items() {
    let km = "model = \"km-anonymity\"\nk = 2\nm = 2";
    is_refused(
        &of_illness(km),
        &[
            "column `illness`, which has no `items`",
            "hint: ",
            "`items = \"|\"`",
        ],
    );
    let items = |model: &str| {
        let files = of_illness(model);
        files.write(
            "recipe.toml",
            files.text("recipe.toml").replace(
                "role = \"sensitive\"",
                "role = \"sensitive\"\nitems = \"|\"",
            ),
        );
        files
    };
    for (model, says) in [
        (
            "model = \"km-anonymity\"\nk = 0\nm = 2",
            ["`k`", "at least 1"],
        ),
        (
            "model = \"km-anonymity\"\nk = 2\nm = 0",
            ["`m`", "at least 1"],
        ),
        ("model = \"km-anonymity\"\nk = 2", ["has no `m`", ""]),
    ] {
        is_refused(&items(model), &says);
    }
    does_not_fit(
        &items("model = \"km-anonymity\"\nk = 13\nm = 2"),
        USAGE,
        &["k is 13", "only 12 rows"],
    );
    let persons = items(km);
    persons.write(
        "recipe.toml",
        persons.text("recipe.toml").replace("[input]\n", PERSON),
    );
    does_not_fit(
        &persons,
        USAGE,
        &["km-anonymity counts rows", "`person`", "hint: "],
    );
    let safe = items(km);
    safe.write(
        "recipe.toml",
        safe.text("recipe.toml")
            .replace("[output]\n", "[output]\nspreadsheet-safe = true\n"),
    );
    does_not_fit(
        &safe,
        USAGE,
        &["km-anonymity", "`spreadsheet-safe`", "hint: "],
    );
    let empty = items(km);
    empty.write(
        "recipe.toml",
        empty
            .text("recipe.toml")
            .replace("items = \"|\"", "items = \"\""),
    );
    is_refused(&empty, &["`items`"]);
}

/// Numbers with more digits than can be compared exactly.
#[test]
fn too_many_digits() {
    let digits = format!("0.{}1", "0".repeat(40));
    is_refused(
        &of_illness(&format!("model = \"t-closeness\"\nt = {digits}")),
        &["`t`", "at most 38 digits"],
    );
    for number in ["nan", "inf", "\"0.5\""] {
        is_refused(
            &of_illness(&format!("model = \"t-closeness\"\nt = {number}")),
            &["recipe.toml line 21", "`t`"],
        );
    }
}

/// Several mistakes are told at once, each with its line.
#[test]
fn all_mistakes_at_once() {
    let files = of_illness("model = \"t-closeness\"\nt = 2\ndistance = \"ordered\"\nbandwith = 1");
    let says = [
        "recipe.toml has 3 problems",
        "line 21: `t`",
        "line 22: `distance`",
        "no order",
        "line 23: ",
        "did you mean `bandwidth`?",
    ];
    is_refused(&files, &says);
}
