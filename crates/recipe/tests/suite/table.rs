//! How a recipe fits the columns of a table.

use equipoise_data::ErrorKind;
use equipoise_recipe::{Recipe, Role};

const TEXT: &str = r#"
version = 1
[input]
person = "pid"
[columns.zipcode]
role = "quasi-identifier"
hierarchy = { mask = "right" }
[columns.age]
role = "quasi-identifier"
hierarchy = { intervals = [5] }
[columns.job]
role = "sensitive"
[[privacy]]
model = "k-anonymity"
k = 2
"#;

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|n| (*n).to_owned()).collect()
}

fn recipe() -> Recipe {
    Recipe::parse(TEXT, "recipe.toml").unwrap()
}

#[test]
fn quasi_identifiers_are_in_the_order_of_the_table() {
    let table = names(&["job", "age", "pid", "zipcode"]);
    recipe().check_columns(&table).unwrap();
    assert_eq!(recipe().with_role(Role::QuasiIdentifier, &table), [1, 3]);
    assert_eq!(recipe().with_role(Role::Sensitive, &table), [0]);
    assert_eq!(
        recipe().with_role(Role::Identifying, &table),
        [2],
        "persons are dropped unless the recipe says otherwise"
    );
    let kept = TEXT.replace(
        "[columns.job]",
        "[columns.pid]\nrole = \"insensitive\"\n[columns.job]",
    );
    let kept = Recipe::parse(&kept, "recipe.toml").unwrap();
    assert_eq!(kept.with_role(Role::Insensitive, &table), [2]);
}

#[test]
fn every_name_that_does_not_fit_is_told_at_once() {
    let e = recipe()
        .check_columns(&names(&["zip", "age", "note", "job", "p-id"]))
        .unwrap_err();
    assert_eq!(
        e.message(),
        "recipe.toml: column `zipcode` is not in the table; person column `pid` is not in the table; columns of the table: `zip`, `age`, \
         `note`, `job`, `p-id`; columns `zip`, `note`, `p-id` of the table have no role in the recipe"
    );
    assert_eq!(
        e.hint_text(),
        Some(
            "did you mean `zip`? did you mean `p-id`? add a section such as `[columns.zip]` with `role` for each: `quasi-identifier`, \
             `sensitive`, `insensitive` or `identifying`"
        )
    );
    assert_eq!(e.kind(), ErrorKind::Usage);
    let e = recipe()
        .check_columns(&names(&["zipcode", "age", "post code", "job", "pid"]))
        .unwrap_err();
    assert_eq!(
        e.message(),
        "recipe.toml: column `post code` of the table has no role in the recipe"
    );
    assert!(
        e.hint_text()
            .unwrap()
            .starts_with("add a section such as `[columns.\"post code\"]` with `role`")
    );
    let e = recipe()
        .check_columns(&names(&["zipcode", "age", "pid"]))
        .unwrap_err();
    assert_eq!(
        e.message(),
        "recipe.toml: column `job` is not in the table; columns of the table: `zipcode`, `age`, `pid`"
    );
    assert_eq!(e.hint_text(), None);
}
