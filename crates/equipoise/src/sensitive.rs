//! Sensitive columns as values, and the models that look at them.

use crate::Job;
use equipoise_certify as certify;
use equipoise_data::{Column, Error, Hierarchy, Result, Table, Tree, ranks};
use equipoise_privacy::{ClassModel, Distance, DistinctDiversity, KAnonymity, Model, Score, TCloseness};
use equipoise_recipe::{self as recipe, Recipe};
use std::collections::HashSet;

/// A sensitive column that a model looks at.
pub(crate) struct SensitiveColumn {
    /// Place among the columns that were read.
    pub(crate) at: usize,
    pub(crate) name: String,
    /// For each dictionary code its value.
    pub(crate) value_of: Vec<u32>,
    missing: Option<u32>,
    /// Units of each value in the whole table.
    reference: Vec<u64>,
    /// Per value a text, none for missing.
    texts: Vec<Option<String>>,
    /// Per value its rank, where an ordered distance is asked for.
    ranks: Option<Vec<Option<u32>>>,
    hierarchy: Option<Hierarchy>,
    tree: Option<Tree>,
}

/// The columns that the models of a recipe look at, in table order.
pub(crate) fn columns(job: &Job, table: &Table, trees: &[Option<Tree>], persons: Option<&Column>) -> Result<Vec<SensitiveColumn>> {
    let recipe = &job.recipe;
    let mut columns = Vec::new();
    for (at, column) in table.columns.iter().enumerate() {
        let models: Vec<&recipe::Model> = recipe.privacy.iter().filter(|m| m.column() == Some(column.name.as_str())).collect();
        if !models.is_empty() {
            columns.push(encode(recipe, at, column, trees[at].as_ref(), &models, persons)?);
        }
    }
    Ok(columns)
}

fn encode(
    recipe: &Recipe,
    at: usize,
    column: &Column,
    tree: Option<&Tree>,
    models: &[&recipe::Model],
    persons: Option<&Column>,
) -> Result<SensitiveColumn> {
    let tokens = &recipe.input.missing;
    let hierarchy =
        tree.map(|t| Hierarchy::bind(t, column, tokens).map_err(|_| Error::internal("a sensitive hierarchy has gaps"))).transpose()?;
    let value_of = match &hierarchy {
        Some(hierarchy) => hierarchy.leaf_of.clone(),
        None => dense_values(column, tokens),
    };
    let values = value_of.iter().max().map_or(0, |&v| v as usize + 1);
    let is_missing = |text: &str| tokens.iter().any(|m| m == text);
    let (mut texts, mut missing) = (vec![None; values], None);
    for (text, &value) in column.dictionary.texts().zip(&value_of) {
        if is_missing(text) { missing = Some(value) } else { texts[value as usize] = Some(text.to_owned()) }
    }
    let asks =
        |distance: recipe::Distance| models.iter().any(|m| matches!(m, recipe::Model::TCloseness { distance: d, .. } if *d == distance));
    if asks(recipe::Distance::Hierarchical) && tree.is_some_and(|t| t.height() == 0) {
        return Err(Error::data(format!(
            "hierarchy of `{}` has only one column; a hierarchical distance needs labels above the values",
            column.name
        )));
    }
    let ranks = if asks(recipe::Distance::Ordered) { Some(value_ranks(recipe, column, tree, &value_of, values)?) } else { None };
    let reference = reference(column, &value_of, values, persons);
    let tree = tree.cloned();
    Ok(SensitiveColumn { at, name: column.name.clone(), value_of, missing, reference, texts, ranks, hierarchy, tree })
}

/// Dictionary codes, except that all missing tokens are one value, the last.
fn dense_values(column: &Column, tokens: &[String]) -> Vec<u32> {
    let is_missing = |text: &str| tokens.iter().any(|m| m == text);
    let present = column.dictionary.texts().filter(|t| !is_missing(t)).count() as u32;
    let mut next = 0..present;
    column.dictionary.texts().map(|t| if is_missing(t) { present } else { next.next().expect("as many as counted") }).collect()
}

fn value_ranks(recipe: &Recipe, column: &Column, tree: Option<&Tree>, value_of: &[u32], values: usize) -> Result<Vec<Option<u32>>> {
    let by = recipe.column(&column.name).and_then(|c| c.order_by(tree));
    let by = by.ok_or_else(|| Error::usage(format!("nothing gives the values of `{}` an order", column.name)))?;
    let of_code = ranks(column, &recipe.input.missing, by)?;
    let mut of_value = vec![None; values];
    value_of.iter().zip(of_code).for_each(|(&value, rank)| of_value[value as usize] = rank);
    Ok(of_value)
}

/// Units of each value; a person counts once per value.
fn reference(column: &Column, value_of: &[u32], values: usize, persons: Option<&Column>) -> Vec<u64> {
    let mut reference = vec![0; values];
    match persons {
        None => column.counts().into_iter().zip(value_of).for_each(|(count, &value)| reference[value as usize] += count),
        Some(persons) => {
            let mut seen = HashSet::new();
            for (&person, &code) in persons.codes.iter().zip(&column.codes) {
                let value = value_of[code as usize];
                if seen.insert((person, value)) {
                    reference[value as usize] += 1;
                }
            }
        }
    }
    reference
}

/// The models of a recipe, bound to the columns they look at.
pub(crate) fn models(recipe: &Recipe, columns: &[SensitiveColumn]) -> Result<Vec<Model>> {
    recipe.privacy.iter().map(|m| model(m, columns).map(Model::Class)).collect()
}

fn model(model: &recipe::Model, columns: &[SensitiveColumn]) -> Result<Box<dyn ClassModel>> {
    let find = |name: &str| {
        columns.iter().position(|c| c.name == name).ok_or_else(|| Error::internal(format!("column `{name}` was not prepared")))
    };
    Ok(match model {
        recipe::Model::KAnonymity { k } => Box::new(KAnonymity::new(*k)?),
        recipe::Model::LDiversity { column, l, .. } => {
            let at = find(column)?;
            Box::new(DistinctDiversity::new(at, *l, columns[at].missing)?)
        }
        recipe::Model::TCloseness { column, t, distance } => {
            let at = find(column)?;
            let (numerator, denominator) =
                t.numerator_denominator().ok_or_else(|| Error::usage(format!("t is {t}; it has too many digits or is below 0")))?;
            let distance = columns[at].distance(*distance)?;
            Box::new(TCloseness::new(at, Score::new(numerator, denominator), &columns[at].reference, distance)?)
        }
    })
}

impl SensitiveColumn {
    fn distance(&self, distance: recipe::Distance) -> Result<Distance> {
        let lacking = |what: &str| Error::internal(format!("column `{}` has no {what}", self.name));
        Ok(match distance {
            recipe::Distance::Equal => Distance::Equal,
            recipe::Distance::Ordered => Distance::ordered(self.ranks.as_ref().ok_or_else(|| lacking("order"))?),
            recipe::Distance::Hierarchical => Distance::hierarchical(self.hierarchy.as_ref().ok_or_else(|| lacking("hierarchy"))?),
        })
    }

    /// What the independent checker needs to know of this column. `show` turns a value into the text that is released.
    pub(crate) fn question(&self, recipe: &Recipe, show: &dyn Fn(&str) -> String) -> certify::SensitiveColumn {
        let mut column = certify::SensitiveColumn { name: show(&self.name), distinct: false, closeness: Vec::new() };
        for model in recipe.privacy.iter().filter(|m| m.column() == Some(self.name.as_str())) {
            match model {
                recipe::Model::KAnonymity { .. } => {}
                recipe::Model::LDiversity { .. } => column.distinct = true,
                recipe::Model::TCloseness { distance, .. } => {
                    let distance = self.question_distance(*distance, show);
                    if column.closeness.iter().all(|c| c.distance != distance) {
                        column.closeness.push(certify::Closeness { distance, reference: Some(self.question_reference(show)) });
                    }
                }
            }
        }
        column
    }

    fn question_reference(&self, show: &dyn Fn(&str) -> String) -> Vec<(Option<String>, u64)> {
        self.texts.iter().zip(&self.reference).map(|(text, &units)| (text.as_deref().map(show), units)).collect()
    }

    fn question_distance(&self, distance: recipe::Distance, show: &dyn Fn(&str) -> String) -> certify::Distance {
        match distance {
            recipe::Distance::Equal => certify::Distance::Equal,
            recipe::Distance::Ordered => {
                let ranks = self.ranks.iter().flatten().zip(&self.texts);
                certify::Distance::Ordered { ranks: ranks.filter_map(|(rank, text)| Some((show(text.as_ref()?), (*rank)?))).collect() }
            }
            recipe::Distance::Hierarchical => {
                let lines = self.tree.iter().flat_map(Tree::lines);
                let shown = |line: &Vec<String>| line.iter().enumerate().map(|(i, t)| if i == 0 { show(t) } else { t.clone() }).collect();
                certify::Distance::Hierarchical { lines: lines.map(shown).collect() }
            }
        }
    }
}
