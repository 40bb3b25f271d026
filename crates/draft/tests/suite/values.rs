//! Numbers, codes, dates and missing values.

use crate::fit::{beside, column, drafted};
use equipoise_data::Table;
use equipoise_draft::Drafted;
use equipoise_recipe::{Kind, Recipe, Role};

fn one<S: AsRef<str>>(name: &str, values: impl IntoIterator<Item = S>) -> (Drafted, Recipe) {
    let (draft, recipe) = drafted(&column(name, values));
    (draft.columns[0].clone(), recipe)
}

fn hierarchy(text: &str) -> &str {
    text.lines()
        .find(|l| l.starts_with("hierarchy"))
        .unwrap_or("none")
}

#[test]
fn postcodes_with_leading_zeros_stay_text() {
    let table = column(
        "postcode",
        (0..400).map(|i| format!("{:05}", i % 90 * 1001)),
    );
    let (draft, recipe) = drafted(&table);
    assert_eq!(
        (recipe.columns[0].kind, recipe.columns[0].role),
        (Kind::Text, Role::QuasiIdentifier)
    );
    assert_eq!(
        draft.columns[0].understood,
        "text: leading zeros make its values codes"
    );
    assert_eq!(hierarchy(&draft.recipe), "hierarchy = { mask = \"right\" }");
    assert!(
        draft.recipe.contains("areas = \"places.csv\""),
        "{}",
        draft.recipe
    );
}

#[test]
fn codes_of_one_digit_stay_text_and_nine_is_missing() {
    let (drafted, recipe) = one("x", (0..100).map(|i| ["1", "2", "3", "9"][i % 4]));
    assert_eq!(
        (drafted.kind, drafted.hierarchy.as_deref()),
        (Kind::Text, Some("file"))
    );
    assert_eq!(recipe.columns[0].missing, ["9"]);
    let (drafted, recipe) = one("procedures", (0..400).map(|i| (i % 21).to_string()));
    assert_eq!(
        (drafted.kind, drafted.missing.len()),
        (Kind::Integer, 0),
        "nine procedures are nine"
    );
    assert_eq!(recipe.columns[0].role, Role::QuasiIdentifier);
}

#[test]
fn ages_become_whole_numbers_in_bands() {
    let (draft, recipe) = drafted(&column("age", (0..500).map(|i| (i * 7 % 98).to_string())));
    assert_eq!(recipe.columns[0].kind, Kind::Integer);
    assert_eq!(
        hierarchy(&draft.recipe),
        "hierarchy = { intervals = [5, 10, 20, 40] }"
    );
}

#[test]
fn a_number_written_in_two_ways_may_be_two_codes() {
    let twins = (0..200).map(|i| {
        if i % 2 == 0 {
            format!("{}", i / 4)
        } else {
            format!("{}.0", i / 4)
        }
    });
    assert_eq!(one("x", twins).0.kind, Kind::Text);
    let decimals = (0..400).map(|i| format!("{}.{}", i % 150, i % 10));
    assert_eq!(one("x", decimals).0.kind, Kind::Decimal);
}

#[test]
fn dates_know_their_format_or_stay_text() {
    let format = |values: &[&str]| {
        let (drafted, recipe) = one("when", values.iter().cycle().take(40));
        (drafted.kind, recipe.columns[0].format.clone())
    };
    assert_eq!(format(&["2024-01-31", "2023-04-01"]), (Kind::Date, None));
    assert_eq!(
        format(&["31.1.2024", "01.04.2023"]),
        (Kind::Date, Some("%d.%m.%Y".into()))
    );
    assert_eq!(
        format(&["01/31/2024", "04/01/2023"]),
        (Kind::Date, Some("%m/%d/%Y".into()))
    );
    assert_eq!(
        format(&["31/01/2024", "01/04/2023"]),
        (Kind::Date, Some("%d/%m/%Y".into()))
    );
    assert_eq!(
        format(&["2024-01-31 10:00:59", "2023-04-01 23:59:00"]),
        (Kind::Date, Some("%Y-%m-%d %H:%M:%S".into()))
    );
    assert_eq!(format(&["01/02/2024", "04/01/2023"]), (Kind::Text, None));
    let ambiguous = one("when", ["01/02/2024", "04/01/2023"]).0;
    assert!(
        ambiguous
            .understood
            .contains("day and month cannot be told apart"),
        "{}",
        ambiguous.understood
    );
}

#[test]
fn dates_that_nobody_means_are_missing() {
    let days = (0..600).map(|i| {
        if i % 20 == 0 {
            "1900-01-01".to_owned()
        } else {
            format!("{}-{:02}-{:02}", 1940 + i % 60, 1 + i % 12, 1 + i % 28)
        }
    });
    let (drafted, _) = one("seen", days.clone());
    assert_eq!(
        (drafted.kind, drafted.missing),
        (Kind::Date, vec!["1900-01-01".to_owned()])
    );
    let once: Vec<String> = days
        .filter(|d| d != "1900-01-01")
        .chain(["1900-01-01".to_owned()])
        .collect();
    let (drafted, _) = one("seen", once);
    assert_eq!(drafted.missing, Vec::<String>::new(), "once it may be true");
    assert!(
        drafted.remarks.iter().any(|r| r.contains("1900-01-01")),
        "{:?}",
        drafted.remarks
    );
    let odd = (0..60).map(|i| {
        if i == 7 {
            "9999-12-31".to_owned()
        } else if i == 8 {
            "0000-00-00".to_owned()
        } else {
            format!("2024-01-{:02}", 1 + i % 28)
        }
    });
    assert_eq!(one("seen", odd).0.missing, ["0000-00-00", "9999-12-31"]);
}

#[test]
fn tokens_of_the_table_and_words_of_a_column() {
    let rows: Vec<[String; 2]> = (0..90)
        .map(|i| {
            [
                ["NA", "red", "blue"][i % 3].to_owned(),
                ["?", "Unknown", "yes", "no"][i % 4].to_owned(),
            ]
        })
        .collect();
    let (draft, recipe) = drafted(&Table::from_rows(&["a", "b"], &rows));
    assert_eq!(recipe.input.missing, ["NA", "?", ""]);
    assert_eq!(recipe.columns[1].missing, ["Unknown"]);
    assert_eq!(draft.files[1].lines, [["no", "*"], ["yes", "*"]]);
}

#[test]
fn hierarchies_go_by_what_values_look_like() {
    let rule = |name: &str, values: Vec<String>| {
        hierarchy(&drafted(&column(name, values)).0.recipe).to_owned()
    };
    let codes = (0..900u32)
        .map(|i| {
            format!(
                "{}{:02}.{}",
                char::from(b'A' + (i % 20) as u8),
                i % 90,
                i % 7
            )
            .replace("A00.0", "A00")
        })
        .collect();
    assert_eq!(rule("x", codes), "hierarchy = { prefix = [3, 1] }");
    let words = (0..900)
        .map(|i| {
            "abcdefghij"
                .chars()
                .cycle()
                .skip(i % 10)
                .take(1 + i % 17)
                .collect()
        })
        .collect();
    assert_eq!(rule("x", words), "hierarchy = { frequency = [10, 100] }");
    let days = ["Sunday", "Monday", "Friday", "Tuesday", "Saturday"];
    assert_eq!(
        rule("x", (0..50).map(|i| days[i % 5].to_owned()).collect()),
        "hierarchy = { ordered = [2, 4] }"
    );
    let few = (0..90)
        .map(|i| ["red", "green", "blue"][i % 3].to_owned())
        .collect();
    assert_eq!(rule("a b/C", few), "hierarchy = \"hierarchies/a-b-c.csv\"");
    let long = (0..300)
        .map(|i| format!("{:09}", i / 3 * 1_234_567))
        .collect();
    assert_eq!(
        rule("x", long),
        "hierarchy = { mask = \"right\", levels = 5 }"
    );
}

#[test]
fn large_lattices_are_not_proved() {
    let columns = |n: usize| {
        beside((0..n).map(|c| {
            column(
                &format!("c{c}"),
                (0..400).map(move |i| (i * (c + 3) % 97).to_string()),
            )
        }))
    };
    assert!(
        drafted(&columns(3))
            .0
            .recipe
            .contains("method = \"optimal\"")
    );
    let large = drafted(&columns(9)).0.recipe;
    assert!(
        large.contains("method = \"best-effort\"\ntime-limit = 30\n"),
        "{large}"
    );
}
