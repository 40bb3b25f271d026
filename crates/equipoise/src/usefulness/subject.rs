//! A table and its releases as the measures of usefulness see them.

use equipoise_data::{Column, Decimal, Error, Hierarchy, Result, Table, numbers};
use equipoise_measure::usefulness::{CodedColumn, ColumnPlace, Original};
use equipoise_recipe::{Analysis, ColumnRecipe, Recipe, Role, Usefulness};

/// Values of a quasi-identifier in an order in which released cells are runs.
pub(crate) struct Ordered {
    /// Place among the columns of the table.
    pub(crate) at: usize,
    /// For each code of its dictionary the leaf.
    pub(crate) leaf_of: Vec<u32>,
    /// The text of each leaf.
    pub(crate) texts: Vec<String>,
}

impl Ordered {
    /// The order of a hierarchy.
    pub(crate) fn by_hierarchy(at: usize, hierarchy: &Hierarchy) -> Self {
        Ordered {
            at,
            leaf_of: hierarchy.leaf_of.clone(),
            texts: hierarchy.levels[0].labels.clone(),
        }
    }
}

/// A table that releases are compared with: the columns that are measured, as codes.
pub(crate) struct Subject<'a> {
    pub(super) recipe: &'a Recipe,
    pub(crate) settings: Usefulness,
    pub(crate) original: Original,
    pub(crate) quasi: Vec<Named>,
    pub(crate) plain: Vec<Named>,
    pub(crate) aggregated: Vec<Named>,
}

/// A column with the texts of its codes.
pub(crate) struct Named {
    pub(crate) name: String,
    pub(crate) texts: Vec<String>,
}

impl<'a> Subject<'a> {
    /// The table as the recipe reads it.
    ///
    /// # Errors
    /// Values of a column of numbers that are none.
    pub(crate) fn new(recipe: &'a Recipe, table: &Table, quasi: &[Ordered]) -> Result<Self> {
        let settings = recipe.usefulness.clone().unwrap_or_default();
        let (mut columns, mut names) = (Vec::new(), Vec::new());
        for of in quasi {
            let column = &table.columns[of.at];
            columns.push(recoded(recipe, column, of)?);
            names.push(Named {
                name: column.name.clone(),
                texts: of.texts.clone(),
            });
        }
        let (mut plain, mut plain_names) = (Vec::new(), Vec::new());
        for column in table
            .columns
            .iter()
            .filter(|c| is_plain(recipe, &settings, &c.name))
        {
            plain.push(as_it_is(recipe, column)?);
            plain_names.push(Named {
                name: column.name.clone(),
                texts: column.dictionary.texts().map(str::to_owned).collect(),
            });
        }
        let (mut aggregated, mut aggregated_names) = (Vec::new(), Vec::new());
        for column in table
            .columns
            .iter()
            .filter(|c| is_aggregated(recipe, &c.name))
        {
            aggregated.push(as_it_is(recipe, column)?);
            aggregated_names.push(Named {
                name: column.name.clone(),
                texts: column.dictionary.texts().map(str::to_owned).collect(),
            });
        }
        let original = Original::new(columns, plain)?.with_aggregated(aggregated)?;
        Ok(Subject {
            recipe,
            settings,
            original,
            quasi: names,
            plain: plain_names,
            aggregated: aggregated_names,
        })
    }

    pub(super) fn place(&self, name: &str) -> Option<ColumnPlace> {
        let at = |columns: &[Named]| columns.iter().position(|c| c.name == name);
        at(&self.quasi)
            .map(ColumnPlace::Quasi)
            .or(at(&self.plain).map(ColumnPlace::Plain))
            .or(at(&self.aggregated).map(ColumnPlace::Aggregated))
    }

    pub(super) fn named(&self, place: ColumnPlace) -> &Named {
        match place {
            ColumnPlace::Quasi(at) => &self.quasi[at],
            ColumnPlace::Plain(at) => &self.plain[at],
            ColumnPlace::Aggregated(at) => &self.aggregated[at],
        }
    }

    /// The sensitive column that queries ask for too: the first.
    pub(super) fn asked_for(&self) -> Option<usize> {
        self.plain
            .iter()
            .position(|c| self.recipe.role(&c.name) == Some(Role::Sensitive))
    }
}

/// Whether a column is measured as it is.
pub(crate) fn is_plain(recipe: &Recipe, settings: &Usefulness, name: &str) -> bool {
    let is_named = || {
        let in_table =
            |of: &Analysis| of.mean.as_deref() == Some(name) || of.by.iter().any(|by| by == name);
        settings.target.as_deref() == Some(name) || recipe.analyses.iter().any(in_table)
    };
    match recipe.role(name) {
        Some(Role::Sensitive) => true,
        Some(Role::Insensitive) => !is_aggregated(recipe, name) && is_named(),
        _ => false,
    }
}

/// Whether each class shows one number of a column.
pub(crate) fn is_aggregated(recipe: &Recipe, name: &str) -> bool {
    let may = |of: &&ColumnRecipe| matches!(of.role, Role::QuasiIdentifier | Role::Insensitive);
    recipe
        .column(name)
        .filter(may)
        .is_some_and(|of| of.aggregate.is_some())
}

/// The number of each code of a column of numbers; NaN for those without.
pub(crate) fn numbers_of(recipe: &Recipe, column: &Column) -> Result<Option<Vec<f64>>> {
    let Some(order) = recipe.column(&column.name).and_then(|of| of.order_by(None)) else {
        return Ok(None);
    };
    let Some(found) = numbers(column, &recipe.input.missing, order)? else {
        return Ok(None);
    };
    let found = found.iter();
    let found: Vec<f64> = found
        .map(|number| number.as_ref().map_or(f64::NAN, Decimal::to_f64))
        .collect();
    // Sums of squares of larger numbers can be infinite.
    const LARGEST: f64 = 1e150;
    if found.iter().any(|number| number.abs() > LARGEST) {
        return Err(
            Error::data("has numbers beyond 1e150, whose usefulness cannot be measured")
                .at_column("column `{}` ", &column.name)
                .hint("rescale the column, or set `type = \"text\"` for it"),
        );
    }
    Ok(Some(found))
}

/// Checks that the numbers of all measured columns can be measured.
///
/// # Errors
/// Values of a column of numbers that are none, or too large.
pub(crate) fn check_numbers(recipe: &Recipe, table: &Table) -> Result<()> {
    let settings = recipe.usefulness.clone().unwrap_or_default();
    let is_measured = |name: &str| {
        recipe.role(name) == Some(Role::QuasiIdentifier)
            || is_plain(recipe, &settings, name)
            || is_aggregated(recipe, name)
    };
    let mut columns = table.columns.iter();
    columns.try_for_each(|column| match is_measured(&column.name) {
        true => numbers_of(recipe, column).map(drop),
        false => Ok(()),
    })
}

/// The code of missing values: the least of all texts that mean missing.
pub(crate) fn missing_code(recipe: &Recipe, column: &Column) -> Option<u32> {
    recipe
        .input
        .missing
        .iter()
        .filter_map(|m| column.dictionary.find(m))
        .min()
}

/// A column with one kind of missing: a file of another format can write it otherwise.
fn as_it_is(recipe: &Recipe, column: &Column) -> Result<CodedColumn> {
    let values = column.dictionary.len().max(1) as u32;
    let mut code_of: Vec<u32> = (0..values).collect();
    for code in recipe
        .input
        .missing
        .iter()
        .filter_map(|m| column.dictionary.find(m))
    {
        code_of[code as usize] = missing_code(recipe, column).unwrap_or(code);
    }
    let codes = column
        .codes
        .iter()
        .map(|&code| code_of[code as usize])
        .collect();
    Ok(CodedColumn {
        codes,
        values,
        numbers: numbers_of(recipe, column)?,
    })
}

fn recoded(recipe: &Recipe, column: &Column, of: &Ordered) -> Result<CodedColumn> {
    let numbers = numbers_of(recipe, column)?.map(|of_code| {
        let mut of_leaf = vec![f64::NAN; of.texts.len()];
        of.leaf_of
            .iter()
            .zip(of_code)
            .for_each(|(&leaf, number)| of_leaf[leaf as usize] = number);
        of_leaf
    });
    let codes = column
        .codes
        .iter()
        .map(|&code| of.leaf_of[code as usize])
        .collect();
    Ok(CodedColumn {
        codes,
        values: of.texts.len() as u32,
        numbers,
    })
}
