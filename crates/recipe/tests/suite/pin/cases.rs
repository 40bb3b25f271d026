//! Recipes of every shape, pinned one by one.

use super::{BRACES, DOTS_BELOW, HEADERS, comments, levels_of, parse, recipes, shapes};
use equipoise_data::{Decimal, Error, ErrorKind};
use equipoise_recipe::{ColumnRecipe, Limit, Model, Pin, pin, privacy_entries, text_literal};

fn levels(column: &ColumnRecipe) -> (u8, Option<u8>) {
    (column.min_level, column.max_level)
}

fn threshold(number: usize, key: &str, value: &str) -> Pin {
    Pin {
        thresholds: vec![(number, key.to_owned(), value.to_owned())],
        ..Pin::default()
    }
}

#[test]
fn headers_keep_their_comments_and_order() {
    let mut all = levels_of(&[("zip", 1), ("age", 0)]);
    all.thresholds = vec![
        (0, "k".to_owned(), "7".to_owned()),
        (1, "l".to_owned(), "3".to_owned()),
    ];
    all.max_suppression = Some("0.050".to_owned());
    let pinned = pin(HEADERS, &all).unwrap();
    assert_eq!(
        pinned,
        r#"version = 1
# ages
[columns."age"] # others know it
role = "quasi-identifier"
hierarchy = { intervals = [5, 10], top = 90 }
max-level = 0 # never lost
min-level = 0
# a zip code
[columns.zip]
  role = "quasi-identifier"
min-level = 1
max-level = 1
  [columns.zip.hierarchy]
  mask = "right"
[columns.job]
role = "sensitive"
[[privacy]] # size
model = "k-anonymity"
k = 7   # usual
[[privacy]]
model = "l-diversity"
column = "job"
l = 3
[output]
report = ["text"]

[search]
max-suppression = 0.050
# the end
"#
    );
}

#[test]
fn braces_stay_braces() {
    let mut all = levels_of(&[("age", 1), ("zip", 2)]);
    all.thresholds = vec![(1, "l".to_owned(), "3".to_owned())];
    all.max_suppression = Some("12".to_owned());
    all.added = vec![vec![
        ("model".to_owned(), text_literal("average-risk")),
        ("threshold".to_owned(), "0.1".to_owned()),
    ]];
    assert_eq!(
        pin(BRACES, &all).unwrap(),
        r#"search = { loss = "precision", max-suppression = 12 }
privacy = [ { model = "k-anonymity", k = 5 }, { model = "l-diversity", column = "job", l = 3 }, { model = "average-risk", threshold = 0.1 } ]
[columns]
age = { role = "quasi-identifier", hierarchy = { intervals = [5, 10] }, min-level = 1, max-level = 1 } # one line
"zip" = {role="quasi-identifier",hierarchy={mask="right"},max-level=2, min-level = 2}
job = { role = "sensitive" }
"#
    );
}

#[test]
fn other_shapes_keep_their_comments_and_take_everything() {
    let mut all = levels_of(&[("age", 1), ("zip", 2)]);
    all.thresholds = vec![(0, "k".to_owned(), "0b110".to_owned())];
    all.max_suppression = Some("1.0".to_owned());
    all.added = vec![vec![
        ("model".to_owned(), text_literal("average-risk")),
        ("threshold".to_owned(), "0.1".to_owned()),
    ]];
    for text in shapes() {
        let pinned = pin(&text, &all).unwrap();
        assert_eq!(comments(&pinned), comments(&text), "{pinned}");
        let recipe = parse(&pinned);
        assert_eq!(
            recipe.columns.iter().map(levels).collect::<Vec<_>>(),
            [(1, Some(1)), (2, Some(2)), (0, None)]
        );
        assert_eq!(recipe.privacy[0], Model::KAnonymity { k: 6 });
        assert_eq!(
            recipe.privacy.last(),
            Some(&Model::AverageRisk {
                threshold: Decimal::parse("0.1").unwrap()
            })
        );
        assert_eq!(recipe.search.max_suppression, Limit::parse("1.0").unwrap());
        assert_eq!(pinned.contains('\r'), text.contains('\r'));
        assert_eq!(
            pinned.matches('\r').count(),
            if text.contains('\r') {
                pinned.matches('\n').count()
            } else {
                0
            }
        );
        assert_eq!(
            pin(
                &pinned,
                &Pin {
                    added: vec![],
                    ..all.clone()
                }
            )
            .unwrap(),
            pinned,
            "pinned once is pinned for good"
        );
    }
}

#[test]
fn nothing_to_pin_changes_no_byte() {
    for text in recipes() {
        // Dotted keys of one table are gathered where they stand apart.
        if !text.contains("columns.age.role") {
            assert_eq!(pin(&text, &Pin::default()).unwrap(), text);
        }
    }
}

#[test]
fn repeated_entries_change_together() {
    assert_eq!(privacy_entries(DOTS_BELOW).unwrap(), [vec![0, 2], vec![1]]);
    assert_eq!(privacy_entries(HEADERS).unwrap(), [vec![0], vec![1]]);
    for number in [0, 2] {
        let recipe = parse(&pin(DOTS_BELOW, &threshold(number, "k", "2")).unwrap());
        assert_eq!(
            recipe.privacy.len(),
            2,
            "the old k = 5 must not stay in force"
        );
        assert_eq!(recipe.privacy[0], Model::KAnonymity { k: 2 });
    }
}

#[test]
fn a_key_that_had_its_default_is_written_out() {
    let text = format!(
        "{HEADERS}[[privacy]]\nmodel = \"delta-presence\"\npopulation = \"all.csv\"\nmax = 0.5\n"
    );
    let recipe = parse(&pin(&text, &threshold(2, "min", "0.25")).unwrap());
    let decimal = |digits| Decimal::parse(digits).unwrap();
    let expected = Model::DeltaPresence {
        population: "all.csv".to_owned(),
        min: decimal("0.25"),
        max: decimal("0.5"),
    };
    assert_eq!(recipe.privacy[2], expected);
}

fn refused(pinning: &Pin) -> Error {
    let e = pin(HEADERS, pinning).unwrap_err();
    assert_eq!(e.kind(), ErrorKind::Usage, "{e}");
    e
}

#[test]
fn what_is_not_there_cannot_be_pinned() {
    let e = refused(&levels_of(&[("agee", 1)]));
    assert_eq!(
        e.message(),
        "column `agee` is not in the recipe; its quasi-identifiers are `age`, `zip`"
    );
    assert_eq!(e.hint_text(), Some("did you mean `age`?"));
    let e = refused(&levels_of(&[("job", 1)]));
    assert_eq!(
        e.message(),
        "column `job` has the role `sensitive`; only quasi-identifiers have levels"
    );
    let e = refused(&levels_of(&[("age", 1), ("age", 2)]));
    assert_eq!(
        e.message(),
        "column `age` is given two levels to keep; it can keep one"
    );
    let e = refused(&threshold(2, "k", "5"));
    assert_eq!(
        e.message(),
        "there is no `[[privacy]]` entry number 3; the recipe has 2"
    );
    let e = refused(&threshold(0, "l", "5"));
    assert!(
        e.message()
            .contains("unknown key `l` in `[[privacy]]` number 1"),
        "{e}"
    );
}

#[test]
fn values_must_fit() {
    let e = refused(&threshold(0, "k", "five"));
    assert_eq!(
        e.message(),
        "`k` of privacy entry 1: `five` is not a number as TOML writes it"
    );
    for wrong in [
        "0",
        "1.5",
        "inf",
        "nan",
        "-1",
        "99999999999999999999",
        "\"5\"",
        "5 # six",
        "5\n[x]",
        "[5]",
        "",
    ] {
        refused(&threshold(0, "k", wrong));
    }
    for wrong in ["1.2", "-1", "5%", "\"1\"", "true"] {
        refused(&Pin {
            max_suppression: Some(wrong.to_owned()),
            ..Pin::default()
        });
    }
    let added = |key: &str, value: &str| Pin {
        added: vec![vec![(key.to_owned(), value.to_owned())]],
        ..Pin::default()
    };
    let e = refused(&added("model", "k-anonymity"));
    assert_eq!(e.message(), "`model`: the value is not a TOML value");
    for (key, value) in [
        ("model", "\"k-anonymity\""),
        ("model", "\"k\""),
        ("k", "5"),
        ("a b]", "5"),
    ] {
        refused(&added(key, value));
    }
}

#[test]
fn a_number_beyond_the_editor_is_a_limit() {
    let text = format!("{HEADERS}[search]\nseed = {}\n", u64::MAX);
    parse(&text);
    let e = pin(&text, &Pin::default()).unwrap_err();
    assert_eq!(e.kind(), ErrorKind::Limit);
    assert!(e.message().contains("9223372036854775807"), "{e}");
}

#[test]
fn texts_are_quoted_for_toml() {
    for text in ["k-anonymity", "a \"b\" 'c'", "x\\y", "one\ntwo", "", "é"] {
        let line = format!("x = {}", text_literal(text));
        let table: toml::Table = line.parse().unwrap();
        assert_eq!(table["x"].as_str(), Some(text), "{line}");
    }
}
