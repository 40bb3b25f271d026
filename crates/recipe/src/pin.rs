//! A recipe with a decision written into it.
//!
//! Whoever negotiated levels and thresholds wants them back in the file, with its comments and its
//! order. So the text is edited in place, and what comes out is read again and compared with what
//! went in.

use crate::column::Role;
use crate::preference::Preference;
use crate::privacy::Model;
use crate::reader::quoted;
use crate::recipe::Recipe;
use crate::search::{Method, Over, Search};
use equipoise_data::{Error, Result, did_you_mean};
use toml_edit::{Decor, DocumentMut, InlineTable, Item, Table, TableLike, Value};

/// What [`pin`] writes into a recipe.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pin {
    /// Quasi-identifiers by name, each with the one level it keeps.
    pub levels: Vec<(String, u8)>,
    /// Parameters of models: the number of the `[[privacy]]` entry in the file, counted from 0 (see
    /// [`privacy_entries`]), its key, and the value as a TOML number such as `5` or `0.20`.
    pub thresholds: Vec<(usize, String, String)>,
    /// `max-suppression` as a TOML number: `20` is units, `0.02` a share.
    pub max_suppression: Option<String>,
    /// Further `[[privacy]]` entries: keys, and values as TOML writes them. [`text_literal`] puts a
    /// text in quotes.
    pub added: Vec<Vec<(String, String)>>,
}

/// The text of a recipe with levels, thresholds and the suppression limit set, and models added.
/// Comments, order and everything else stay.
///
/// An entry that asks a second time for the same model changes along with the one that is named:
/// otherwise the old threshold would stay in force beside the new one.
///
/// ```
/// # use equipoise_recipe::{Pin, Recipe, pin};
/// let text = r#"
/// version = 1
/// [columns.age]
/// role = "quasi-identifier" # known to neighbours
/// hierarchy = { intervals = [5, 10, 20] }
/// [[privacy]]
/// model = "k-anonymity"
/// k = 5
/// "#;
/// let levels = vec![("age".to_owned(), 2)];
/// let pinned = pin(text, &Pin { levels, max_suppression: Some("0.01".to_owned()), ..Pin::default() })?;
/// assert!(pinned.contains("# known to neighbours"));
/// let recipe = Recipe::parse(&pinned, "recipe.toml")?;
/// assert_eq!((recipe.columns[0].min_level, recipe.columns[0].max_level), (2, Some(2)));
/// assert_eq!(recipe.search.max_suppression.allowed(500), 5);
/// # Ok::<(), equipoise_data::Error>(())
/// ```
///
/// # Errors
/// A usage error for a recipe that cannot be read, before or after: a column that it does not have
/// or that is no quasi-identifier, an entry that does not exist, a value out of range. A limit
/// error for whole numbers above 2^63 - 1.
pub fn pin(recipe_text: &str, pin: &Pin) -> Result<String> {
    let before = Recipe::parse(recipe_text, "the recipe")?;
    check_columns(&before, pin)?;
    let mut document = document(recipe_text)?;
    let models = entry_models(&document)?;
    for (column, level) in &pin.levels {
        pin_level(&mut document, column, *level)?;
    }
    let mut changed = vec![false; models.len()];
    for (number, key, literal) in &pin.thresholds {
        let value = numeral(literal)
            .map_err(|e| e.at_key(format!("`{{}}` of privacy entry {}: ", number + 1), key))?;
        let model = models
            .get(*number)
            .ok_or_else(|| no_entry(*number, models.len()))?;
        for same in (0..models.len()).filter(|i| models[*i] == *model) {
            changed[same] = true;
            set(entry(&mut document, same)?, key, value.clone());
        }
    }
    if let Some(literal) = &pin.max_suppression {
        let value = numeral(literal).map_err(|e| e.at_key("`{}`: ", "max-suppression"))?;
        let search = document.entry("search").or_insert_with(toml_edit::table);
        set(
            Some(search)
                .and_then(Shape::of)
                .ok_or_else(|| lost("[search]"))?,
            "max-suppression",
            value,
        );
    }
    for keys in &pin.added {
        add(&mut document, keys)?;
    }
    if before.search.method == Method::Preference {
        settle(&mut document);
    }
    let text = with_line_ends_of(recipe_text, document.to_string());
    check_meaning(&before, &models, &changed, pin, &text)?;
    Ok(text)
}

/// A node that was chosen is not looked for by what was aspired to before.
fn settle(document: &mut DocumentMut) {
    if let Some(search) = document.get_mut("search").and_then(Item::as_table_like_mut) {
        search.insert("method", Item::Value(Value::from(Method::Optimal.name())));
        search.remove("over");
    }
    document.remove("preference");
}

/// The text of a recipe after its document was edited, with the ends of lines that it had.
pub(crate) fn edited(
    recipe_text: &str,
    edit: impl FnOnce(&mut DocumentMut) -> Result<()>,
) -> Result<String> {
    let mut document = document(recipe_text)?;
    edit(&mut document)?;
    Ok(with_line_ends_of(recipe_text, document.to_string()))
}

/// Of each model in [`Recipe::privacy`] the numbers of the `[[privacy]]` entries of the file that
/// ask for it, counted from 0: one, or several where the recipe repeats itself; none where the
/// method asks for it by itself.
///
/// # Errors
/// A usage error for a recipe that cannot be read.
pub fn privacy_entries(recipe_text: &str) -> Result<Vec<Vec<usize>>> {
    let recipe = Recipe::parse(recipe_text, "the recipe")?;
    let models = entry_models(&document(recipe_text)?)?;
    Ok(recipe
        .privacy
        .iter()
        .map(|model| (0..models.len()).filter(|i| models[*i] == *model).collect())
        .collect())
}

/// A text as TOML writes it, in quotes.
///
/// ```
/// assert_eq!(equipoise_recipe::text_literal("k-anonymity"), r#""k-anonymity""#);
/// ```
pub fn text_literal(text: &str) -> String {
    Value::from(text).to_string()
}

fn check_columns(recipe: &Recipe, pin: &Pin) -> Result<()> {
    let quasi = || {
        recipe
            .columns
            .iter()
            .filter(|c| c.role == Role::QuasiIdentifier)
            .map(|c| c.name.as_str())
    };
    for (i, (name, _)) in pin.levels.iter().enumerate() {
        let Some(column) = recipe.column(name) else {
            let error = Error::usage(format!(
                "is not in the recipe; its quasi-identifiers are {}",
                quoted(quasi())
            ))
            .at_column("column `{}` ", name);
            return Err(match did_you_mean(name, quasi()) {
                Some(hint) => error.hint(hint),
                None => error,
            });
        };
        if column.role != Role::QuasiIdentifier {
            return Err(Error::usage(format!(
                "has the role `{}`; only quasi-identifiers have levels",
                column.role
            ))
            .at_column("column `{}` ", name));
        }
        if pin.levels[..i].iter().any(|(earlier, _)| earlier == name) {
            return Err(Error::usage("is given two levels to keep; it can keep one")
                .at_column("column `{}` ", name));
        }
    }
    Ok(())
}

/// The text for editing. It was read as a recipe before, which allows larger numbers than the
/// editor does.
fn document(text: &str) -> Result<DocumentMut> {
    text.parse().map_err(|e: toml_edit::TomlError| {
        Error::limit(format!(
            "the recipe cannot be rewritten, because one of its numbers is larger than {}",
            i64::MAX
        ))
        .caused_by(e)
        .hint(
            "write that number smaller, or set the levels by hand with `min-level` and `max-level`",
        )
    })
}

/// A table in one of the two forms in which new keys need different care.
enum Shape<'a> {
    /// With a header or with dotted keys: a key is a line.
    Lines(&'a mut Table),
    /// Within braces.
    Braces(&'a mut InlineTable),
}

impl<'a> Shape<'a> {
    fn of(item: &'a mut Item) -> Option<Self> {
        match item {
            Item::Table(table) => Some(Shape::Lines(table)),
            Item::Value(Value::InlineTable(table)) => Some(Shape::Braces(table)),
            _ => None,
        }
    }

    fn get(self, key: &str) -> Option<&'a mut Item> {
        match self {
            Shape::Lines(table) => TableLike::get_mut(table, key),
            Shape::Braces(table) => TableLike::get_mut(table, key),
        }
    }
}

/// What is in a recipe that was read can be found in its text again.
fn lost(what: &str) -> Error {
    Error::internal(format!(
        "`{what}` of the recipe was not found again in its text"
    ))
}

fn no_entry(number: usize, entries: usize) -> Error {
    Error::usage(format!(
        "there is no `[[privacy]]` entry number {}; the recipe has {entries}",
        number + 1
    ))
}

fn pin_level(document: &mut DocumentMut, column: &str, level: u8) -> Result<()> {
    for key in ["min-level", "max-level"] {
        let columns = document.get_mut("columns").and_then(Shape::of);
        let table = columns
            .and_then(|c| c.get(column))
            .and_then(Shape::of)
            .ok_or_else(|| lost(column))?;
        set(table, key, Value::from(i64::from(level)));
    }
    Ok(())
}

fn entry(document: &mut DocumentMut, number: usize) -> Result<Shape<'_>> {
    let table = match document.get_mut("privacy") {
        Some(Item::ArrayOfTables(tables)) => tables.get_mut(number).map(Shape::Lines),
        Some(Item::Value(Value::Array(list))) => list
            .get_mut(number)
            .and_then(Value::as_inline_table_mut)
            .map(Shape::Braces),
        _ => None,
    };
    table.ok_or_else(|| lost("[[privacy]]"))
}

/// Sets a key. Blanks and the comment beside an old value stay where they are.
fn set(table: Shape<'_>, key: &str, mut value: Value) {
    let (table, braces): (&mut dyn TableLike, bool) = match table {
        Shape::Lines(table) => (table, false),
        Shape::Braces(table) => (table, true),
    };
    if let Some(old) = table.get_mut(key).and_then(Item::as_value_mut) {
        *value.decor_mut() = old.decor().clone();
        *old = value;
        return;
    }
    if let Some(last) = table
        .iter_mut()
        .last()
        .and_then(|(_, item)| item.as_value_mut())
        .filter(|_| braces)
    {
        append(last, &mut value);
    }
    table.insert(key, Item::Value(value));
}

/// Makes a value the next one after the last. What stands between the last value and the closing
/// bracket belongs there, not before the comma.
fn append(last: &mut Value, next: &mut Value) {
    let after = last.decor().suffix().cloned().unwrap_or_default();
    last.decor_mut().set_suffix("");
    *next.decor_mut() = Decor::new(" ", after);
}

fn add(document: &mut DocumentMut, keys: &[(String, String)]) -> Result<()> {
    let values = keys.iter().map(|(key, literal)| {
        Ok((
            key.as_str(),
            any_value(literal).map_err(|e| e.at_key("`{}`: ", key))?,
        ))
    });
    let values: Vec<(&str, Value)> = values.collect::<Result<_>>()?;
    match document.get_mut("privacy") {
        // A method may ask for a model by itself, and the recipe for none.
        None => {
            let tables: toml_edit::ArrayOfTables = [values.into_iter().collect::<Table>()]
                .into_iter()
                .collect();
            document.insert("privacy", Item::ArrayOfTables(tables));
        }
        Some(Item::ArrayOfTables(tables)) => tables.push(values.into_iter().collect()),
        Some(Item::Value(Value::Array(list))) => {
            let mut value = Value::InlineTable(values.into_iter().collect());
            if let Some(last) = list.iter_mut().last() {
                append(last, &mut value);
            }
            list.push_formatted(value);
        }
        _ => return Err(lost("[[privacy]]")),
    }
    Ok(())
}

/// A value from outside, without blanks of its own.
fn any_value(literal: &str) -> Result<Value> {
    let mut value: Value = literal.trim().parse().map_err(|_| {
        Error::usage("the value is not a TOML value")
            .hint("a text stands in quotes, a number does not: `\"k-anonymity\"`, `5`, `0.2`")
    })?;
    value.decor_mut().clear();
    Ok(value)
}

fn numeral(literal: &str) -> Result<Value> {
    let value = any_value(literal)
        .ok()
        .filter(|v| v.is_integer() || v.is_float());
    value.ok_or_else(|| {
        Error::usage(format!("`{literal}` is not a number as TOML writes it"))
            .hint("write digits, such as `5` or `0.2`, without quotes")
    })
}

/// The model of each entry in the order of the file, repetitions included: each is read with the
/// others left out.
fn entry_models(document: &DocumentMut) -> Result<Vec<Model>> {
    let entries = match document.get("privacy") {
        Some(Item::ArrayOfTables(tables)) => tables.len(),
        Some(Item::Value(Value::Array(list))) => list.len(),
        _ => 0,
    };
    let alone = |number: usize| {
        let mut document = document.clone();
        let mut at = 0..;
        match document.get_mut("privacy") {
            Some(Item::ArrayOfTables(tables)) => tables.retain(|_| at.next() == Some(number)),
            Some(Item::Value(Value::Array(list))) => list.retain(|_| at.next() == Some(number)),
            _ => {}
        }
        // What a method asks for by itself comes behind what the entry asks for.
        let recipe = Recipe::parse(&document.to_string(), "the recipe")?;
        recipe
            .privacy
            .into_iter()
            .next()
            .ok_or_else(|| lost("[[privacy]]"))
    };
    (0..entries).map(alone).collect()
}

/// The editor ends every line in one way; a file from another system keeps its own.
fn with_line_ends_of(original: &str, text: String) -> String {
    let lines = original.matches('\n').count();
    if lines > 0 && lines == original.matches("\r\n").count() {
        text.replace("\r\n", "\n").replace('\n', "\r\n")
    } else {
        text
    }
}

/// What was asked for is there and nothing else has changed.
fn check_meaning(
    before: &Recipe,
    models: &[Model],
    changed: &[bool],
    pin: &Pin,
    text: &str,
) -> Result<()> {
    let after = Recipe::parse(text, "the pinned recipe")?;
    let mut expected = before.clone();
    for column in &mut expected.columns {
        if let Some((_, level)) = pin.levels.iter().find(|(name, _)| *name == column.name) {
            (column.min_level, column.max_level) = (*level, Some(*level));
        }
    }
    if pin.max_suppression.is_some() {
        expected.search.max_suppression = after.search.max_suppression;
    }
    if before.search.method == Method::Preference {
        expected.preference = Preference::default();
        expected.search = Search {
            method: Method::Optimal,
            over: Over::Lattice,
            aggregation: after.search.aggregation,
            ..expected.search
        };
    }
    let kept = entry_models(&document(text)?)?;
    let is_kept = kept.len() == models.len() + pin.added.len()
        && (0..models.len()).all(|i| changed[i] || kept[i] == models[i]);
    // Models were compared one by one; names and warnings differ by the lines they mention.
    let after = Recipe {
        name: expected.name.clone(),
        privacy: expected.privacy.clone(),
        warnings: expected.warnings.clone(),
        ..after
    };
    if after != expected || !is_kept {
        return Err(Error::internal(
            "the recipe would mean something else with the levels written into it",
        ));
    }
    Ok(())
}
