//! Sets keys of a recipe, as a person with an editor would.

use toml_edit::{DocumentMut, Item, Table};

/// The text of a recipe with the keys of another one set: tables are joined, everything else is
/// replaced.
pub(crate) fn set(recipe: &str, keys: &str) -> String {
    let mut document: DocumentMut = recipe.parse().expect("the recipe is TOML");
    let keys: DocumentMut = keys.parse().expect("the keys are TOML");
    join(document.as_table_mut(), keys.as_table());
    document.to_string()
}

fn join(table: &mut Table, keys: &Table) {
    for (key, item) in keys {
        match (table.get_mut(key), item) {
            (Some(Item::Table(inner)), Item::Table(keys)) => join(inner, keys),
            _ => {
                table.insert(key, item.clone());
            }
        }
    }
}

#[test]
fn tables_are_joined_and_values_replaced() {
    let recipe = "version = 1\n[columns.a]\nrole = \"x\"\nweight = 2\n[[privacy]]\nk = 5\n";
    let joined = set(
        recipe,
        "[columns.a]\nrole = \"y\"\n[columns.b]\nrole = \"z\"\n",
    );
    assert!(
        joined.contains("role = \"y\"")
            && joined.contains("weight = 2")
            && joined.contains("[columns.b]")
            && joined.contains("k = 5")
    );
}
