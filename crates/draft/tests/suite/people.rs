//! Persons, roles and dates that belong together.

use crate::fit::{beside, column, drafted, drafted_with};
use equipoise_data::{ErrorKind, Table};
use equipoise_draft::{DraftOptions, draft};
use equipoise_recipe::{AgeAt, Derive, Recipe, Role};

const ROWS: usize = 600;

fn day(i: usize) -> String {
    format!(
        "{}-{:02}-{:02}",
        2020 + i / 336 % 4,
        1 + i / 28 % 12,
        1 + i % 28
    )
}

/// Stays of 200 patients, three each, in rows that are not beside each other.
fn stays(id: &str) -> Vec<Table> {
    let patient = |i: usize| i % 200;
    vec![
        column(
            id,
            (0..ROWS).map(|i| format!("X{:04}", patient(i) * 37 % 9973)),
        ),
        column("sex", (0..ROWS).map(|i| ["F", "M"][patient(i) * 7 % 2])),
        column(
            "region",
            (0..ROWS).map(|i| ["north", "south", "east"][patient(i) % 3]),
        ),
        column(
            "ward",
            (0..ROWS).map(|i| ["a", "b", "c", "d"][i * 5 / 3 % 4]),
        ),
        column("reason", (0..ROWS).map(|i| ["x", "y", "z"][i / 7 % 3])),
    ]
}

fn person(tables: Vec<Table>) -> Option<String> {
    drafted(&beside(tables)).1.input.person
}

#[test]
fn persons_are_found_by_name_or_by_what_belongs_to_them() {
    assert_eq!(person(stays("PatientNr")).as_deref(), Some("PatientNr"));
    assert_eq!(
        person(stays("x17")).as_deref(),
        Some("x17"),
        "sex and region belong to it"
    );
    let (draft, _) = drafted(&beside(stays("x17")));
    assert!(
        draft.recipe.contains("each value has 3.0 rows on average"),
        "{}",
        draft.recipe
    );
    assert_eq!(
        (draft.columns[0].role, draft.person.as_deref()),
        (Role::Identifying, Some("x17"))
    );
}

#[test]
fn what_is_no_person_is_not_taken_for_one() {
    let mut unique = stays("patient-id");
    unique[0] = column("patient-id", (0..ROWS).map(|i| format!("X{i:04}")));
    let (draft, recipe) = drafted(&beside(unique));
    assert_eq!(
        (recipe.input.person, draft.columns[0].role),
        (None, Role::Identifying),
        "one row each"
    );
    let mut loose = stays("x17");
    loose[0] = column("x17", (0..ROWS).map(|i| format!("X{:04}", i * 31 % 211)));
    assert_eq!(person(loose), None, "nothing belongs to its values");
    let mut gaps = stays("patient-id");
    gaps[0] = column(
        "patient-id",
        (0..ROWS).map(|i| {
            if i == 5 {
                "NA".to_owned()
            } else {
                format!("X{:04}", i % 200)
            }
        }),
    );
    let (draft, recipe) = drafted(&beside(gaps));
    assert_eq!(recipe.input.person, None);
    assert!(
        draft.notes[0].contains("not every row has one"),
        "{:?}",
        draft.notes
    );
}

#[test]
fn a_person_column_can_be_named() {
    let options = DraftOptions {
        person: Some("ward".into()),
        k: 7,
        ..DraftOptions::new("t.csv", "release/t.csv")
    };
    let (_, recipe) = drafted_with(&beside(stays("x17")), &options);
    assert_eq!(
        (recipe.input.person.as_deref(), recipe.role("ward")),
        (Some("ward"), Some(Role::Identifying))
    );
    assert!(
        recipe
            .privacy
            .contains(&equipoise_recipe::Model::KAnonymity { k: 7 })
    );
    let wrong = DraftOptions {
        person: Some("wart".into()),
        ..options.clone()
    };
    let error = draft(&beside(stays("x17")), &wrong).unwrap_err();
    assert_eq!(
        (error.message().as_str(), error.hint_text()),
        (
            "the table has no column `wart` to tell persons apart",
            Some("did you mean `ward`?")
        )
    );
    let alone = column("ward", ["a", "b"]);
    assert_eq!(
        draft(&alone, &options).unwrap_err().kind(),
        ErrorKind::Usage
    );
    assert_eq!(
        draft(&beside(stays("x")), &DraftOptions { k: 1, ..options })
            .unwrap_err()
            .kind(),
        ErrorKind::Usage
    );
}

fn role(name: &str, values: impl IntoIterator<Item = String>) -> Role {
    let other = column("other", (0..ROWS).map(|i| ["p", "q"][i % 2]));
    drafted(&beside([column(name, values), other])).1.columns[0].role
}

#[test]
fn roles_go_by_names_and_values() {
    let few = || (0..ROWS).map(|i| ["p", "q", "r"][i % 3].to_owned());
    let unique = || (0..ROWS).map(|i| format!("v{}", i * i));
    let sensitive = [
        "diagnosis-1",
        "mainDiagnosis",
        "ICD10",
        "religion",
        "HIV",
        "Krankheit",
        "offence type",
        "salaire",
    ];
    sensitive
        .iter()
        .for_each(|name| assert_eq!(role(name, few()), Role::Sensitive, "{name}"));
    for name in [
        "e-mail",
        "Phone number",
        "last_name",
        "Vorname",
        "street",
        "physician",
    ] {
        assert_eq!(role(name, few()), Role::Identifying, "{name}");
    }
    for name in [
        "colour",
        "hospital-name",
        "country",
        "id",
        "diagnosed",
        "message",
    ] {
        let expected = if name == "diagnosed" {
            Role::Sensitive
        } else {
            Role::QuasiIdentifier
        };
        assert_eq!(role(name, few()), expected, "{name}");
    }
    assert_eq!(role("colour", unique()), Role::Identifying);
    assert_eq!(role("record-id", unique()), Role::Identifying);
    assert_eq!(
        role("n", (0..ROWS).map(|i| i.to_string())),
        Role::Identifying,
        "it numbers the rows"
    );
    assert_eq!(
        role("income", (0..ROWS).map(|i| (i * i).to_string())),
        Role::Sensitive
    );
    assert_eq!(
        role("steps", (0..ROWS).map(|i| (i * i).to_string())),
        Role::QuasiIdentifier
    );
}

fn derived(recipe: &Recipe) -> Option<&Derive> {
    recipe.columns.iter().find_map(|c| c.derive.as_ref())
}

#[test]
fn a_date_of_birth_becomes_an_age() {
    let birth = || {
        column(
            "birth-date",
            (0..ROWS).map(|i| format!("{}-{:02}-{:02}", 1930 + i % 80, 1 + i % 12, 1 + i % 28)),
        )
    };
    let admission = || column("admission", (0..ROWS).map(day));
    let (_, recipe) = drafted(&beside([birth(), admission()]));
    assert_eq!(recipe.role("birth-date"), Some(Role::Identifying));
    assert_eq!(
        derived(&recipe),
        Some(&Derive::Age {
            birth: "birth-date".into(),
            at: AgeAt::Column("admission".into())
        })
    );
    let (_, recipe) = drafted(&birth());
    assert_eq!(
        derived(&recipe),
        Some(&Derive::Age {
            birth: "birth-date".into(),
            at: AgeAt::Day("2010-01-01".into())
        })
    );
    let age = column("age", (0..ROWS).map(|i| (i % 80).to_string()));
    assert_eq!(
        derived(&drafted(&beside([birth(), age])).1),
        None,
        "the table has it already"
    );
    let mut odd = admission();
    odd.columns[0].name = "2020-01-01".to_owned();
    let (_, recipe) = drafted(&beside([birth(), odd]));
    assert!(
        matches!(
            derived(&recipe),
            Some(Derive::Age {
                at: AgeAt::Day(_),
                ..
            })
        ),
        "a column named like a date would be read as one"
    );
}

#[test]
fn dates_in_one_order_are_linked() {
    let start = column("start", (0..ROWS).map(day));
    let end = column(
        "end",
        (0..ROWS).map(|i| {
            if i % 9 == 0 {
                "".to_owned()
            } else {
                day(i + i % 13)
            }
        }),
    );
    let other = column("other", (0..ROWS).map(|i| day(i * 7919 % 1344)));
    let (draft, recipe) = drafted(&beside([start, end, other]));
    let linked: Vec<Option<&str>> = recipe.columns.iter().map(|c| c.linked.as_deref()).collect();
    assert_eq!(linked, [None, Some("start"), None]);
    assert!(
        draft
            .recipe
            .contains("dates = [\"month\", \"quarter\", \"year\"]"),
        "{}",
        draft.recipe
    );
}

#[test]
fn something_is_always_generalized() {
    let (draft, recipe) = drafted(&column("name", (0..30).map(|i| format!("N{i}"))));
    assert_eq!(
        (recipe.columns[0].role, draft.notes.len()),
        (Role::QuasiIdentifier, 1)
    );
    let (draft, _) = drafted(&column("x", ["a"]));
    assert!(
        draft.notes[0].contains("fewer than 5 rows"),
        "{:?}",
        draft.notes
    );
}

#[test]
fn no_value_of_the_table_is_in_a_comment_or_reason() {
    let secret = (0..ROWS).map(|i| format!("secret{}", i % 9));
    let table = beside([
        column("a", secret),
        column("b", (0..ROWS).map(|i| format!("7{:04}", i % 300))),
    ]);
    let (draft, _) = drafted(&table);
    assert!(!draft.recipe.contains("secret") && !draft.recipe.contains("70001"));
    assert!(
        draft
            .columns
            .iter()
            .all(|c| !format!("{c:?}").contains("secret"))
    );
    assert_eq!(
        draft.files[0].lines.len(),
        9,
        "hierarchy files are the curator's"
    );
}
