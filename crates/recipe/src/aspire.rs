//! A recipe that releases what is aspired to.

use crate::pin::edited;
use crate::preference::{MeasureChoice, OF_PARTITIONS, PreferenceTies};
use crate::recipe::Recipe;
use crate::search::Over;
use equipoise_data::{Error, Result};
use toml_edit::{InlineTable, Item, Value};

/// What an exported recipe is to aspire to.
#[derive(Clone, Debug, PartialEq)]
pub struct ExportedAspiration {
    /// What is chosen from.
    pub over: Over,
    /// Two measures with a number each.
    pub aspire: [(MeasureChoice, f64); 2],
    /// What decides between equals.
    pub ties: PreferenceTies,
    /// Whether weights are divided by their sum; else as the recipe says.
    pub normalize: bool,
    /// Partitions that are evaluated; else as the recipe says.
    pub evaluations: Option<u64>,
}

/// The text of a recipe whose search comes closest to an aspiration in two measures, over the
/// lattice or over partitions. Comments, order and everything else stay.
///
/// ```
/// # use equipoise_recipe::{MeasureChoice, Method, Over, PreferenceTies, Recipe, ExportedAspiration, aspiring};
/// let text = r#"
/// version = 1
/// [columns.age]
/// role = "quasi-identifier" # known to neighbours
/// hierarchy = { intervals = [5, 10, 20] }
/// [[privacy]]
/// model = "k-anonymity"
/// k = 5
/// "#;
/// let aspire = [(MeasureChoice::Necd, 1.0), (MeasureChoice::Nwp, 0.2)];
/// let wanted = ExportedAspiration { over: Over::Partitions, aspire, ties: PreferenceTies::Privacy, normalize: false, evaluations: None };
/// let recipe = Recipe::parse(&aspiring(text, &wanted)?, "recipe.toml")?;
/// assert_eq!((recipe.search.method, recipe.search.over), (Method::Preference, Over::Partitions));
/// assert_eq!(recipe.preference.aspire[1].value.to_f64(), 0.2);
/// # Ok::<(), equipoise_data::Error>(())
/// ```
///
/// # Errors
/// A recipe that cannot be read, before or after: keys that mean nothing to this method are
/// mistakes.
pub fn aspiring(recipe_text: &str, wanted: &ExportedAspiration) -> Result<String> {
    Recipe::parse(recipe_text, "the recipe")?;
    let text = edited(recipe_text, |document| {
        let lost = |what: &str| Error::internal(format!("`{what}` of the recipe cannot be edited"));
        let search = document
            .entry("search")
            .or_insert_with(toml_edit::table)
            .as_table_like_mut()
            .ok_or_else(|| lost("[search]"))?;
        search.insert("method", Item::Value(Value::from("preference")));
        search.insert("over", Item::Value(Value::from(wanted.over.name())));
        let preference = document
            .entry("preference")
            .or_insert_with(toml_edit::table);
        let preference = preference
            .as_table_like_mut()
            .ok_or_else(|| lost("[preference]"))?;
        let mut pairs = InlineTable::new();
        wanted
            .aspire
            .iter()
            .for_each(|(measure, number)| _ = pairs.insert(measure.name(), Value::from(*number)));
        preference.insert("aspire", Item::Value(Value::InlineTable(pairs)));
        preference.insert("ties", Item::Value(Value::from(wanted.ties.name())));
        if wanted.normalize {
            preference.insert("normalize", Item::Value(Value::from(true)));
        }
        if let Some(evaluations) = wanted.evaluations {
            preference.insert("evaluations", Item::Value(Value::from(evaluations as i64)));
        }
        // Keys of the other kind of choice would be mistakes.
        if wanted.over == Over::Lattice {
            OF_PARTITIONS
                .iter()
                .for_each(|key| _ = preference.remove(key));
        }
        Ok(())
    })?;
    Recipe::parse(&text, "the exported recipe")?;
    Ok(text)
}
