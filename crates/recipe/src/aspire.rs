//! A recipe that releases what is aspired to.

use crate::pin::edited;
use crate::preference::Measure;
use crate::recipe::Recipe;
use crate::search::Over;
use equipoise_data::{Error, Result};
use toml_edit::{InlineTable, Item, Value};

/// The text of a recipe whose search comes closest to an aspiration in two measures, over the lattice or over partitions. Comments, order and
/// everything else stay.
///
/// ```
/// use equipoise_recipe::{Measure, Method, Over, Recipe, aspiring};
/// let text = r#"
/// version = 1
/// [columns.age]
/// role = "quasi-identifier" # known to neighbours
/// hierarchy = { intervals = [5, 10, 20] }
/// [[privacy]]
/// model = "k-anonymity"
/// k = 5
/// "#;
/// let aspire = [(Measure::Necd, 1.0), (Measure::Nwp, 0.2)];
/// let recipe = Recipe::parse(&aspiring(text, Over::Partitions, &aspire)?, "recipe.toml")?;
/// assert_eq!((recipe.search.method, recipe.search.over), (Method::Preference, Over::Partitions));
/// assert_eq!(recipe.preference.aspire[1].1.to_f64(), 0.2);
/// # Ok::<(), equipoise_data::Error>(())
/// ```
///
/// # Errors
/// A recipe that cannot be read, before or after: keys that mean nothing to this method are mistakes.
pub fn aspiring(recipe_text: &str, over: Over, aspire: &[(Measure, f64)]) -> Result<String> {
    Recipe::parse(recipe_text, "the recipe")?;
    let text = edited(recipe_text, |document| {
        let lost = |what: &str| Error::internal(format!("`{what}` of the recipe cannot be edited"));
        let search = document.entry("search").or_insert_with(toml_edit::table).as_table_like_mut().ok_or_else(|| lost("[search]"))?;
        search.insert("method", Item::Value(Value::from("preference")));
        search.insert("over", Item::Value(Value::from(over.name())));
        let preference = document.entry("preference").or_insert_with(toml_edit::table);
        let preference = preference.as_table_like_mut().ok_or_else(|| lost("[preference]"))?;
        let mut pairs = InlineTable::new();
        aspire.iter().for_each(|(measure, number)| _ = pairs.insert(measure.name(), Value::from(*number)));
        preference.insert("aspire", Item::Value(Value::InlineTable(pairs)));
        Ok(())
    })?;
    Recipe::parse(&text, "the exported recipe")?;
    Ok(text)
}
