//! The samples, drafted without help.

use crate::fit::drafted;
use equipoise_data::{Dictionary, Table};
use equipoise_recipe::{AgeAt, Derive, HierarchySource, Kind, Method, Recipe, Role};
use equipoise_sample::{Census, Hospital};

fn table(csv: &[u8]) -> Table {
    let text = std::str::from_utf8(csv).unwrap();
    let mut lines = text.lines().map(|l| l.split(',').collect::<Vec<_>>());
    let header = lines.next().unwrap();
    Table::from_rows(&header, &lines.collect::<Vec<_>>())
}

fn roles(recipe: &Recipe, role: Role) -> Vec<&str> {
    recipe
        .columns
        .iter()
        .filter(|c| c.role == role)
        .map(|c| c.name.as_str())
        .collect()
}

#[test]
fn the_census() {
    let table = table(
        &Census {
            rows: 5_000,
            seed: 1,
        }
        .to_csv(),
    );
    let (draft, recipe) = drafted(&table);
    assert_eq!(recipe.input.person, None, "one row each");
    assert_eq!(roles(&recipe, Role::Identifying), ["person-id"]);
    assert_eq!(roles(&recipe, Role::Sensitive), ["income", "diagnosis"]);
    let kind = |name: &str| recipe.column(name).unwrap().kind;
    assert_eq!(
        (
            kind("age"),
            kind("postcode"),
            kind("income"),
            kind("household-size")
        ),
        (Kind::Integer, Kind::Text, Kind::Integer, Kind::Text)
    );
    assert!(
        draft
            .recipe
            .contains("column = \"diagnosis\"\nvariant = \"distinct\"\nl = 3"),
        "{}",
        draft.recipe
    );
    assert!(recipe.columns.iter().all(|c| c.missing.is_empty()));
    let again = drafted(&table).0;
    assert_eq!(again, draft, "the same table gives the same draft");
}

#[test]
fn the_hospital() {
    let (draft, recipe) = drafted(&table(
        &Hospital {
            rows: 20_000,
            seed: 1,
        }
        .to_csv(),
    ));
    assert_eq!(recipe.input.person.as_deref(), Some("patient-id"));
    assert_eq!(
        roles(&recipe, Role::Identifying),
        ["record-id", "patient-id", "birth-date", "physician"],
        "{}",
        draft.recipe
    );
    let diagnoses: Vec<String> = (1..=8).map(|i| format!("diagnosis-{i}")).collect();
    assert_eq!(
        roles(&recipe, Role::Sensitive),
        diagnoses
            .iter()
            .map(String::as_str)
            .chain(["cost"])
            .collect::<Vec<_>>()
    );
    let missing = |name: &str| recipe.column(name).unwrap().missing.join(" ");
    assert_eq!(
        [
            "birth-date",
            "sex",
            "insurance",
            "admission-type",
            "discharge-status",
            "procedures"
        ]
        .map(missing),
        ["1900-01-01", "9", "99", "9", "99", ""]
    );
    assert_eq!(recipe.input.missing[0], "NA");
    let derive = recipe.column("age").and_then(|c| c.derive.clone());
    assert_eq!(
        derive,
        Some(Derive::Age {
            birth: "birth-date".into(),
            at: AgeAt::Column("admission".into())
        })
    );
    assert_eq!(
        recipe.column("discharge").unwrap().linked.as_deref(),
        Some("admission")
    );
    assert_eq!(
        recipe.search.method,
        Method::BestEffort,
        "with persons each node costs a look at all rows"
    );
    let kind = |name: &str| recipe.column(name).unwrap().kind;
    assert_eq!(
        ["postcode", "insurance", "procedures", "cost"].map(kind),
        [Kind::Text, Kind::Text, Kind::Integer, Kind::Decimal]
    );
    let rule = |name: &str| match &recipe.column(name).unwrap().hierarchy {
        Some(HierarchySource::Builder(builder)) => builder.name(),
        Some(_) => "file",
        None => "none",
    };
    assert_eq!(
        ["postcode", "admission", "discharge", "sex", "procedures"].map(rule),
        ["mask", "dates", "dates", "file", "intervals"]
    );
}

#[test]
fn the_order_of_rows_changes_nothing() {
    let table = table(
        &Hospital {
            rows: 2_000,
            seed: 2,
        }
        .to_csv(),
    );
    let mut shuffled = table.clone();
    for column in &mut shuffled.columns {
        let mut dictionary = Dictionary::new();
        let texts =
            (0..table.rows).map(|row| column.dictionary.text(column.codes[row * 997 % table.rows]));
        column.codes = texts.map(|t| dictionary.intern(t)).collect();
        column.dictionary = dictionary;
    }
    assert_eq!(drafted(&shuffled).0, drafted(&table).0);
}
