//! Mistakes in `[input]`, `[search]` and `[output]`.

use super::{BASE, added, failure};
use equipoise_recipe::Recipe;

#[test]
fn input() {
    let input = |line: &str| added(&format!("[input]\n{line}"));
    assert_eq!(
        input("path = 3"),
        "13: `path` in `[input]` is 3; it must be a text in quotes"
    );
    assert_eq!(
        input("path = \"\""),
        "13: `path` in `[input]` is ``; it must not be empty"
    );
    assert_eq!(
        input("format = \"xlsx\""),
        "13: `format` in `[input]` is `xlsx`; accepted: `csv`, `parquet`"
    );
    assert_eq!(
        input("format = \"arrow\""),
        "13: `format` in `[input]` is `arrow`; that is not in this version; accepted: `csv`, `parquet`"
    );
    assert_eq!(
        input("path = []"),
        "13: `path` in `[input]` is a list without a path, or with an empty one"
    );
    assert_eq!(
        input("path = [\"a.csv\", \"\"]"),
        "13: `path` in `[input]` is a list without a path, or with an empty one"
    );
    assert_eq!(
        input("encoding = \"latin1\""),
        "13: `encoding` in `[input]` is `latin1`; this version reads only `utf-8`"
    );
    let one = "it must be one ASCII character, such as `,` or `;`";
    assert_eq!(
        input("delimiter = \"||\""),
        format!("13: `delimiter` in `[input]` is `||`; {one}")
    );
    assert_eq!(
        input("delimiter = \"ä\""),
        format!("13: `delimiter` in `[input]` is `ä`; {one}")
    );
    assert_eq!(
        input("delimiter = \"\""),
        format!("13: `delimiter` in `[input]` is ``; {one}")
    );
    assert_eq!(
        input("quote = \"<>\""),
        "13: `quote` in `[input]` is `<>`; it must be one ASCII character, or empty when nothing is quoted"
    );
    assert_eq!(
        input("delimiter = '\"'"),
        "13: `delimiter` and `quote` in `[input]` are the same character"
    );
    assert_eq!(
        input("header = \"yes\""),
        "13: `header` in `[input]` is `yes`; it must be true or false"
    );
    assert_eq!(
        input("missing = \"NA\""),
        "13: `missing` in `[input]` is `NA`; it must be a list of texts in quotes"
    );
    assert_eq!(
        input("missing = [\"NA\", 99]"),
        "13: item 2 of `missing` in `[input]` is a number; it must be a text in quotes"
    );
    assert_eq!(
        input("person = \"\""),
        "13: `person` in `[input]` is ``; it must not be empty"
    );
}

#[test]
fn search() {
    let search = |lines: &str| failure(&format!("{BASE}[search]\n{lines}"));
    assert_eq!(
        search("method = \"fast\"").0,
        "13: `method` in `[search]` is `fast`; accepted: `optimal`, `best-effort`, `mondrian`, `local-recoding`, `cell-suppression`, `record`, `preference`"
    );
    assert_eq!(
        search("loss = \"lost\"").0,
        "13: `loss` in `[search]` is `lost`; accepted: `loss`, `nwp`, `precision`, `aecs`, `discernibility`, `entropy`, `height`"
    );
    assert_eq!(
        search("aggregation = \"mean\"").0,
        "13: `aggregation` in `[search]` is `mean`; accepted: `geometric`, `arithmetic`, `sum`, `max`"
    );
    for loss in ["aecs", "discernibility", "height"] {
        assert_eq!(
            search(&format!("loss = \"{loss}\"\naggregation = \"sum\"")).0,
            format!(
                "14: `aggregation` in `[search]` has no meaning for `{loss}`, which is a loss of the whole table; it is for `loss`, `nwp`, `precision` and `entropy`"
            )
        );
    }
    for loss in ["aecs", "height"] {
        assert_eq!(
            search(&format!("loss = \"{loss}\"\nsuppression-weight = 0.5")).0,
            format!(
                "14: `suppression-weight` in `[search]` has no meaning for `{loss}`, which has no separate terms for generalization and suppression"
            )
        );
    }
    for loss in ["discernibility", "entropy", "precision", "loss"] {
        assert!(
            Recipe::parse(
                &format!("{BASE}[search]\nloss = \"{loss}\"\nsuppression-weight = 0.5"),
                "r"
            )
            .is_ok()
        );
    }
    assert_eq!(
        search("suppression-weight = 1.5").0,
        "13: `suppression-weight` in `[search]` is 1.5; it must be at least 0 and at most 1"
    );
    for (text, shown) in [
        ("1.2", "1.2"),
        ("-1", "-1"),
        ("-0.5", "-0.5"),
        ("nan", "nan"),
        ("inf", "inf"),
    ] {
        let (message, hint) = search(&format!("max-suppression = {text}"));
        assert_eq!(
            message,
            format!(
                "13: max-suppression is `{shown}`; it must be a whole number of units, or a share from 0.0 to 1.0 with a decimal point"
            )
        );
        assert_eq!(
            hint,
            "`0.02` allows two in a hundred, `20` allows twenty, `1` allows one and `1.0` allows all"
        );
    }
    assert_eq!(
        search("max-suppression = \"5%\"").0,
        "13: `max-suppression` in `[search]` is `5%`; it must be a number without quotes"
    );
    assert_eq!(
        search("seed = -1").0,
        "13: `seed` in `[search]` is -1; it must be a whole number, at least 0"
    );
    assert_eq!(
        search("time-limit = 0").0,
        "13: `time-limit` in `[search]` is 0; it must be a number of seconds greater than 0"
    );
    assert_eq!(
        search("time-limit = -1.5").0,
        "13: `time-limit` in `[search]` is -1.5; it must be a number of seconds greater than 0"
    );
    assert_eq!(
        search("max-nodes = 0").0,
        "13: `max-nodes` in `[search]` is 0; it must be a whole number, at least 1"
    );
}

#[test]
fn output() {
    let output = |lines: &str| added(&format!("[output]\n{lines}"));
    assert_eq!(
        output("path = \"\""),
        "13: `path` in `[output]` is ``; it must not be empty"
    );
    assert_eq!(
        output("format = \"json\""),
        "13: `format` in `[output]` is `json`; accepted: `csv`, `parquet`"
    );
    assert_eq!(
        output("suppressed = \"keep\""),
        "13: `suppressed` in `[output]` is `keep`; accepted: `drop`, `mark`"
    );
    assert_eq!(
        output("label = \"\""),
        "13: `label` in `[output]` is ``; it must not be empty"
    );
    assert_eq!(
        output("label = \"a\\nb\""),
        "13: `label` in `[output]` has a control character"
    );
    assert_eq!(
        output("suppressed = \"mark\"\nlabel = \"NA\""),
        "14: `label` in `[output]` is `NA`, which also means a missing value; marked rows could not be told apart"
    );
    assert_eq!(
        output("order = \"sorted\""),
        "13: `order` in `[output]` is `sorted`; accepted: `canonical`, `input`"
    );
    assert_eq!(
        output("report = \"pdf\""),
        "13: `report` in `[output]` is `pdf`; accepted: one or a list of `text`, `json`, `html`"
    );
    assert_eq!(
        output("public = \"befor\""),
        "13: `public` in `[output]` is `befor`; accepted: one or a list of `before`, `left-out`, `loss`, `usefulness`"
    );
    assert_eq!(
        output("report = [\"text\", 3]"),
        "13: `report` in `[output]` is 3; accepted: one or a list of `text`, `json`, `html`"
    );
    assert_eq!(
        output("spreadsheet-safe = 1"),
        "13: `spreadsheet-safe` in `[output]` is 1; it must be true or false"
    );
}
