//! Sensitive columns as values: what models and the judge need to know of them.

use crate::source::Job;
use equipoise_data::{Column, Decimal, Error, Hierarchy, Result, Table, Tree, numbers, ranks};
use equipoise_recipe::{DistanceChoice, Model, Recipe, Role};
use std::collections::{HashMap, HashSet};

/// A sensitive column.
pub(crate) struct SensitiveColumn {
    /// Place among the columns that were read.
    pub(crate) at: usize,
    pub(crate) name: String,
    /// For each dictionary code its value.
    pub(crate) value_of: Vec<u32>,
    pub(crate) missing: Option<u32>,
    /// Units of each value in the whole table.
    pub(crate) reference: Vec<u64>,
    /// Per value a text, none for missing.
    pub(crate) texts: Vec<Option<String>>,
    /// Per value its rank, where the recipe or the type gives an order and a model needs it.
    pub(crate) ranks: Option<Vec<Option<u32>>>,
    /// Per value its number, where it has one and a model needs it.
    pub(crate) numbers: Option<Vec<Option<Decimal>>>,
    pub(crate) hierarchy: Option<Hierarchy>,
    pub(crate) tree: Option<Tree>,
    /// The separator of the items of a set-valued column.
    pub(crate) items: Option<String>,
}

/// The values that are counted in each class: of single columns, or of one with all others.
pub(crate) struct Counting {
    /// All sensitive columns, in table order.
    pub(crate) columns: Vec<SensitiveColumn>,
    lists: Vec<List>,
}

/// One counted column.
enum List {
    /// The values of a column.
    Column(usize),
    /// The values of a column together with those of all other sensitive columns.
    Joint(Joint),
}

/// Pairs of what the other sensitive columns say and a value of one column.
pub(crate) struct Joint {
    column: usize,
    /// Per row its pair.
    codes: Vec<u32>,
    /// Pairs are their own values.
    identity: Vec<u32>,
    /// Per pair what the others say, as a number.
    pub(crate) part_of: Vec<u32>,
    /// Per pair the value of the column.
    pub(crate) value_of: Vec<u32>,
}

impl Counting {
    /// The sensitive columns of a table, and what the models of a recipe need counted.
    ///
    /// # Errors
    /// Columns without the order or hierarchy that a distance needs.
    pub(crate) fn new(
        job: &Job,
        table: &Table,
        trees: &[Option<Tree>],
        persons: Option<&[u32]>,
    ) -> Result<Self> {
        let recipe = &job.recipe;
        let mut columns = Vec::new();
        for (at, column) in table.columns.iter().enumerate() {
            let models: Vec<&Model> = recipe
                .privacy
                .iter()
                .filter(|m| m.column() == Some(column.name.as_str()))
                .collect();
            if recipe.role(&column.name) == Some(Role::Sensitive) {
                columns.push(SensitiveColumn::new(
                    recipe,
                    at,
                    column,
                    trees[at].as_ref(),
                    &models,
                    persons,
                )?);
            }
        }
        let mut counting = Counting {
            columns,
            lists: Vec::new(),
        };
        for model in &recipe.privacy {
            if let Some(at) = model
                .column()
                .and_then(|name| counting.columns.iter().position(|c| c.name == name))
            {
                counting.count(at, model.others_as_quasi_identifiers(), table);
            }
        }
        Ok(counting)
    }

    /// No sensitive columns.
    pub(crate) fn none() -> Self {
        Counting {
            columns: Vec::new(),
            lists: Vec::new(),
        }
    }

    fn count(&mut self, column: usize, joint: bool, table: &Table) {
        if self.find(column, joint).is_none() {
            let list = if joint {
                List::Joint(Joint::new(&self.columns, column, table))
            } else {
                List::Column(column)
            };
            self.lists.push(list);
        }
    }

    fn find(&self, column: usize, joint: bool) -> Option<usize> {
        self.lists.iter().position(|list| match list {
            List::Column(at) => *at == column && !joint,
            List::Joint(list) => list.column == column && joint,
        })
    }

    /// The column of a model, and the number of its list among the counted ones.
    pub(crate) fn column_of(&self, model: &Model) -> Result<(&SensitiveColumn, usize)> {
        let name = model.column().unwrap_or_default();
        let lacking = || Error::internal("was not prepared").at_column("column `{}` ", name);
        let at = self
            .columns
            .iter()
            .position(|c| c.name == name)
            .ok_or_else(lacking)?;
        Ok((
            &self.columns[at],
            self.find(at, model.others_as_quasi_identifiers())
                .ok_or_else(lacking)?,
        ))
    }

    /// The pairs of a list, where it has pairs.
    pub(crate) fn joint(&self, list: usize) -> Option<&Joint> {
        match &self.lists[list] {
            List::Column(_) => None,
            List::Joint(joint) => Some(joint),
        }
    }

    /// Per list the code of each row, and the value of each code.
    pub(crate) fn lists<'a>(
        &'a self,
        table: &'a Table,
    ) -> impl Iterator<Item = (&'a [u32], &'a [u32])> {
        self.lists.iter().map(|list| match list {
            List::Column(at) => (
                table.columns[self.columns[*at].at].codes.as_slice(),
                self.columns[*at].value_of.as_slice(),
            ),
            List::Joint(joint) => (joint.codes.as_slice(), joint.identity.as_slice()),
        })
    }
}

impl Joint {
    fn new(columns: &[SensitiveColumn], column: usize, table: &Table) -> Self {
        let value =
            |c: &SensitiveColumn, row: usize| c.value_of[table.columns[c.at].codes[row] as usize];
        let (mut parts, mut pairs) = (HashMap::new(), HashMap::new());
        let (mut part_of, mut value_of) = (Vec::new(), Vec::new());
        let codes = (0..table.rows)
            .map(|row| {
                let others: Vec<u32> = columns
                    .iter()
                    .enumerate()
                    .filter(|(i, _)| *i != column)
                    .map(|(_, c)| value(c, row))
                    .collect();
                let next = parts.len() as u32;
                let pair = (
                    *parts.entry(others).or_insert(next),
                    value(&columns[column], row),
                );
                *pairs.entry(pair).or_insert_with(|| {
                    part_of.push(pair.0);
                    value_of.push(pair.1);
                    part_of.len() as u32 - 1
                })
            })
            .collect();
        Joint {
            column,
            codes,
            identity: (0..part_of.len() as u32).collect(),
            part_of,
            value_of,
        }
    }
}

impl SensitiveColumn {
    /// The number of values, and the value of each row of a table.
    pub(crate) fn values(&self, table: &Table) -> (u32, Vec<u32>) {
        let codes = table.columns[self.at].codes.iter();
        let values = codes.map(|&code| self.value_of[code as usize]);
        (self.reference.len() as u32, values.collect())
    }

    fn new(
        recipe: &Recipe,
        at: usize,
        column: &Column,
        tree: Option<&Tree>,
        models: &[&Model],
        persons: Option<&[u32]>,
    ) -> Result<SensitiveColumn> {
        let tokens = &recipe.input.missing;
        let gaps = |_| Error::internal("a sensitive hierarchy has gaps");
        let hierarchy = tree
            .map(|t| Hierarchy::bind(t, column, tokens).map_err(gaps))
            .transpose()?;
        let value_of = match &hierarchy {
            Some(hierarchy) => hierarchy.leaf_of.clone(),
            None => dense_values(column, tokens),
        };
        let values = value_of.iter().max().map_or(0, |&v| v as usize + 1);
        let (mut texts, mut missing) = (vec![None; values], None);
        for (text, &value) in column.dictionary.texts().zip(&value_of) {
            if tokens.iter().any(|m| m == text) {
                missing = Some(value)
            } else {
                texts[value as usize] = Some(text.to_owned())
            }
        }
        let mut sensitive = SensitiveColumn {
            at,
            name: column.name.clone(),
            missing,
            reference: reference(column, &value_of, values, persons),
            value_of,
            texts,
            ranks: None,
            numbers: None,
            hierarchy,
            tree: tree.cloned(),
            items: recipe.column(&column.name).and_then(|c| c.items.clone()),
        };
        for distance in models.iter().filter_map(|m| m.distance()) {
            sensitive.prepare(recipe, column, distance)?;
        }
        Ok(sensitive)
    }

    /// Finds what a distance stands on.
    fn prepare(
        &mut self,
        recipe: &Recipe,
        column: &Column,
        distance: DistanceChoice,
    ) -> Result<()> {
        let by = recipe
            .column(&column.name)
            .and_then(|c| c.order_by(self.tree.as_ref()));
        match distance {
            DistanceChoice::Equal => {}
            DistanceChoice::Hierarchical => {
                if self.tree.as_ref().is_some_and(|t| t.height() == 0) {
                    return Err(Error::data("has only one column; a hierarchical distance needs labels above the values")
                        .at_column("hierarchy of `{}` ", &column.name));
                }
            }
            DistanceChoice::Ordered => {
                let by = by.ok_or_else(|| {
                    Error::usage(format!(
                        "nothing gives the values of `{}` an order",
                        column.name
                    ))
                    .at_column("", &column.name)
                })?;
                self.ranks = Some(self.by_value(ranks(column, &recipe.input.missing, by)?));
            }
            DistanceChoice::Smoothed { .. } => {
                let Some(by) = by else { return Ok(()) };
                let numbers = numbers(column, &recipe.input.missing, by)?;
                self.numbers = numbers.map(|of_code| self.by_value(of_code));
                if self.numbers.is_none() && self.tree.is_none() {
                    self.ranks = Some(self.by_value(ranks(column, &recipe.input.missing, by)?));
                }
            }
        }
        Ok(())
    }

    /// Facts about codes, by value.
    fn by_value<T: Clone>(&self, of_code: Vec<Option<T>>) -> Vec<Option<T>> {
        let mut of_value = vec![None; self.texts.len()];
        self.value_of
            .iter()
            .zip(of_code)
            .for_each(|(&value, of)| of_value[value as usize] = of);
        of_value
    }
}

/// Dictionary codes, except that all missing tokens are one value, the last.
pub(crate) fn dense_values(column: &Column, tokens: &[String]) -> Vec<u32> {
    let is_missing = |text: &str| tokens.iter().any(|m| m == text);
    let present = column.dictionary.texts().filter(|t| !is_missing(t)).count() as u32;
    let mut next = 0..present;
    column
        .dictionary
        .texts()
        .map(|t| {
            if is_missing(t) {
                present
            } else {
                next.next().expect("as many as counted")
            }
        })
        .collect()
}

/// Units of each value; a person counts once per value.
fn reference(
    column: &Column,
    value_of: &[u32],
    values: usize,
    persons: Option<&[u32]>,
) -> Vec<u64> {
    let mut reference = vec![0; values];
    match persons {
        None => column
            .counts()
            .into_iter()
            .zip(value_of)
            .for_each(|(count, &value)| reference[value as usize] += count),
        Some(persons) => {
            let mut seen = HashSet::new();
            for (&person, &code) in persons.iter().zip(&column.codes) {
                let value = value_of[code as usize];
                if seen.insert((person, value)) {
                    reference[value as usize] += 1;
                }
            }
        }
    }
    reference
}
