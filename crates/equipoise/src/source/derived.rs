//! Changes to a table right after reading: missing codes of single columns, and derived columns.

use equipoise_data::derive::{At, Dated, Rule, derive};
use equipoise_data::{Column, Dictionary, Error, Result, Table};
use equipoise_engine::InputTable;
use equipoise_recipe::{AgeAt, Derive, Recipe, Role};

/// Replaces the missing codes of single columns by the first text that means missing everywhere, so
/// that all that follows, the released file and its judge included, knows one kind of missing.
/// Columns that are released as they are keep theirs.
pub(crate) fn unify_missing(recipe: &Recipe, table: &mut Table) {
    let Some(token) = recipe.input.missing.first() else {
        return;
    };
    for column in &mut table.columns {
        let Some(of) = recipe
            .column(&column.name)
            .filter(|c| c.role != Role::Insensitive && !c.missing.is_empty())
        else {
            continue;
        };
        if of
            .missing
            .iter()
            .any(|m| column.dictionary.find(m).is_some())
        {
            replace(column, &of.missing, token);
        }
    }
}

fn replace(column: &mut Column, codes: &[String], token: &str) {
    let mut dictionary = Dictionary::new();
    let text_of = |text| {
        if codes.iter().any(|m| m == text) {
            token
        } else {
            text
        }
    };
    let code_of: Vec<u32> = column
        .dictionary
        .texts()
        .map(|text| dictionary.intern(text_of(text)))
        .collect();
    column
        .codes
        .iter_mut()
        .for_each(|code| *code = code_of[*code as usize]);
    column.dictionary = dictionary;
}

/// Adds the wanted columns that the recipe derives and the table does not have, after all others,
/// in the order of the recipe. Gives warnings.
pub(crate) fn add_derived(
    recipe: &Recipe,
    input: &mut InputTable,
    is_wanted: impl Fn(&str) -> bool,
) -> Result<Vec<String>> {
    let mut warnings = Vec::new();
    for column in recipe.columns.iter().filter(|c| is_wanted(&c.name)) {
        let Some(rule) = column
            .derive
            .as_ref()
            .filter(|_| !input.names.contains(&column.name))
        else {
            continue;
        };
        let source = |name: &str| dated(recipe, &input.table, name);
        let rule = match rule {
            Derive::Age {
                birth,
                at: AgeAt::Day(day),
            } => Rule::Age {
                birth: source(birth)?,
                at: At::Day(day),
            },
            Derive::Age {
                birth,
                at: AgeAt::Column(at),
            } => Rule::Age {
                birth: source(birth)?,
                at: At::Column(source(at)?),
            },
            Derive::Days { from, to } => Rule::Days {
                from: source(from)?,
                to: source(to)?,
            },
            Derive::Weekday(of) => Rule::Weekday(source(of)?),
        };
        let derived = derive(&column.name, rule, &recipe.input.missing)
            .map_err(|e| e.at_column("derived column `{}`: ", &column.name))?;
        if derived.reversed > 0 {
            warnings.push(format!(
                "derived column `{}`: rows whose second date is before the first count as missing",
                column.name
            ));
        }
        input.names.push(column.name.clone());
        input.table.columns.push(derived.column);
    }
    Ok(warnings)
}

fn dated<'a>(recipe: &'a Recipe, table: &'a Table, name: &str) -> Result<Dated<'a>> {
    let column = table
        .column(name)
        .ok_or_else(|| Error::internal("was not read").at_column("column `{}` ", name))?;
    Ok(Dated {
        column,
        format: recipe.column(name).and_then(|c| c.format.as_deref()),
    })
}

/// Whether a column can be derived in a table with these columns.
pub(crate) fn is_derivable(recipe: &Recipe, name: &str, names: &[String]) -> bool {
    let rule = recipe.column(name).and_then(|c| c.derive.as_ref());
    rule.is_some_and(|rule| {
        rule.sources()
            .iter()
            .all(|source| names.iter().any(|n| n == source))
    })
}

/// Whether some column is derived from this one.
pub(crate) fn is_source(recipe: &Recipe, name: &str) -> bool {
    recipe
        .columns
        .iter()
        .filter_map(|c| c.derive.as_ref())
        .any(|rule| rule.sources().contains(&name))
}
