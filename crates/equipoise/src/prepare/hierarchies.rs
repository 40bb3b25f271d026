//! Hierarchies: read, built, and bound to the columns of a table.

use crate::source::{DictionaryFiles, Job, SideTables};
use equipoise_data::build::{Areas, check_filled, lint, send_unlisted_to_top};
use equipoise_data::{Column, Dictionary, Error, Gaps, Hierarchy, Result, Table, Tree, ranks};
use equipoise_engine::read_lines;
use equipoise_recipe::{ColumnRecipe, HierarchySource, Kind, Method, Role, Unlisted};
use equipoise_release::Manner;
use equipoise_search::Recode;
use std::collections::{BTreeSet, HashSet};

/// A quasi-identifier of the table.
#[derive(Debug)]
pub struct QuasiColumn {
    /// Place among the columns that were read.
    pub at: usize,
    /// Its hierarchy, bound to the values of the table.
    pub hierarchy: Hierarchy,
    /// The lowest and the highest level that the recipe allows.
    pub levels: (usize, usize),
    pub(crate) weight: f64,
    /// Labels that classes with labels of their own may have.
    pub(crate) recode: Recode,
    /// The way in which sets of values are written that no label fits.
    pub(crate) manner: Manner,
}

/// The quasi-identifiers, and for each the codes of the population's rows, where there is one.
type QuasiAndPopulation = (Vec<QuasiColumn>, Option<Vec<Vec<u32>>>);

/// The hierarchies, as texts, of the columns with a role; none for other columns and for those
/// without one.
pub(crate) fn trees_of(
    job: &Job,
    table: &Table,
    role: Role,
    show_values: bool,
) -> Result<Vec<Option<Tree>>> {
    let mut warnings = Vec::new();
    let mut binder = Binder {
        job,
        table,
        show_values,
        gaps: Vec::new(),
        warnings: &mut warnings,
    };
    let trees = binder.trees(role)?;
    binder.finish()?;
    Ok(trees)
}

/// The hierarchy of a quasi-identifier as texts; where values were added that it does not list,
/// also as it was before.
pub(crate) fn tree_of(job: &Job, column: &Column) -> Result<Option<(Tree, Option<Tree>)>> {
    let Some(of) = job.recipe.column(&column.name) else {
        return Ok(None);
    };
    let (table, mut warnings) = (
        Table {
            columns: Vec::new(),
            rows: 0,
        },
        Vec::new(),
    );
    let mut binder = Binder {
        job,
        table: &table,
        show_values: false,
        gaps: Vec::new(),
        warnings: &mut warnings,
    };
    binder.tree(of, column, None, None)
}

/// Stands for what is missing where no text does: no cell of a table has it.
const NO_TEXT: &str = "\0";

/// Reads and binds hierarchies, and collects what does not fit.
pub(super) struct Binder<'a> {
    pub(super) job: &'a Job,
    pub(super) table: &'a Table,
    pub(super) show_values: bool,
    pub(super) gaps: Vec<String>,
    pub(super) warnings: &'a mut Vec<String>,
}

impl Binder<'_> {
    /// The quasi-identifiers, and for each the codes of the population's rows.
    pub(super) fn quasi(&mut self, side_tables: &SideTables) -> Result<QuasiAndPopulation> {
        let recipe = &self.job.recipe;
        let (mut quasi, mut codes) = (Vec::new(), Vec::new());
        let population = side_tables.population.as_ref();
        for (at, column) in self.table.columns.iter().enumerate() {
            // Aggregated columns form no classes.
            let is_quasi =
                |c: &&ColumnRecipe| c.role == Role::QuasiIdentifier && c.aggregate.is_none();
            let Some(of) = self.job.recipe.column(&column.name).filter(is_quasi) else {
                continue;
            };
            let joined = population.map(|p| p.joined(codes.len(), column));
            let joined_column = joined.as_ref().map(|j| &j.0);
            let flat = self.job.given_tree(&of.name).is_none()
                && recipe
                    .search
                    .ignores_hierarchy(of.kind, of.hierarchy.is_some());
            let (tree, listed) = match flat {
                true => (
                    flat_tree(self.job, of, joined_column.unwrap_or(column))?,
                    None,
                ),
                false => self
                    .tree(of, column, joined_column, side_tables.dictionaries.as_ref())?
                    .ok_or_else(|| {
                        Error::usage("has no hierarchy")
                            .at_column("quasi-identifier `{}` ", &of.name)
                    })?,
            };
            let levels = levels(of, tree.height())?;
            self.check_labels(&tree, &of.name)?;
            let whole = self.whole_domain(&tree, joined_column.unwrap_or(column));
            if let Some(mut hierarchy) =
                self.bind(&tree, whole.as_ref().or(joined_column).unwrap_or(column))
            {
                if let Some(listed) = listed {
                    hierarchy.count_lines_of(&listed);
                }
                let recode = if flat { Recode::Runs } else { Recode::Labels };
                let manner = if is_rising(of, column, &hierarchy, &self.job.recipe.input.missing) {
                    manner(of.kind)
                } else {
                    Manner::List
                };
                quasi.push(QuasiColumn {
                    at,
                    hierarchy,
                    levels,
                    weight: of.weight.to_f64(),
                    recode,
                    manner,
                });
            }
            codes.extend(joined.map(|j| j.1));
        }
        Ok((quasi, population.map(|_| codes)))
    }

    /// Where records are disclosed one by one, a column with all values of its hierarchy, and a
    /// missing one: labels are distinguished by all values that they cover, those that no row has
    /// too, and the top by what is missing.
    fn whole_domain(&self, tree: &Tree, column: &Column) -> Option<Column> {
        (self.job.recipe.search.method == Method::Record).then(|| {
            let mut column = column.clone();
            let missing = self
                .job
                .recipe
                .input
                .missing
                .first()
                .map_or(NO_TEXT, String::as_str);
            tree.lines()
                .iter()
                .map(|line| line[0].as_str())
                .chain([missing])
                .for_each(|text| {
                    column.dictionary.intern(text);
                });
            column
        })
    }

    /// The trees of columns with a role, checked for gaps.
    pub(super) fn trees(&mut self, role: Role) -> Result<Vec<Option<Tree>>> {
        let mut trees = Vec::new();
        for column in &self.table.columns {
            let of = self
                .job
                .recipe
                .column(&column.name)
                .filter(|c| c.role == role);
            let tree = of
                .map(|of| self.tree(of, column, None, None))
                .transpose()?
                .flatten()
                .map(|t| t.0);
            if let Some(tree) = &tree {
                self.bind(tree, column);
            }
            trees.push(tree);
        }
        Ok(trees)
    }

    /// The hierarchy of a column as texts; where values were added that it does not list, also as
    /// it was before. `joined` has the values of a population too; `dictionaries` have more
    /// values, which a rule sorts in where it can.
    fn tree(
        &mut self,
        of: &ColumnRecipe,
        column: &Column,
        joined: Option<&Column>,
        dictionaries: Option<&DictionaryFiles>,
    ) -> Result<Option<(Tree, Option<Tree>)>> {
        if let Some(tree) = self.job.given_tree(&of.name) {
            return Ok(Some((tree.clone(), None)));
        }
        let missing = &self.job.recipe.input.missing;
        let extend = |tree: &Tree, column: &Column| {
            send_unlisted_to_top(tree, column, missing)
                .map_err(|e| e.at_column("hierarchy of `{}`: ", &of.name))
        };
        let tree = match &of.hierarchy {
            None => return Ok(None),
            Some(HierarchySource::Builder(builder)) => {
                let named = |e: Error| {
                    if e.place().column.is_some() {
                        e
                    } else {
                        e.at_column("column `{}`: ", &of.name)
                    }
                };
                let build = |column: &Column| builder.tree(column, missing).map_err(named);
                let tree = build(column)?;
                let Some(joined) = joined else {
                    let known = dictionaries
                        .map(|files| files.values(&of.name))
                        .unwrap_or_default();
                    return Ok(Some(
                        match sorted_in(&tree, column, missing, &known, &|column| {
                            builder.tree(column, missing).ok()
                        }) {
                            Some(larger) => (larger, Some(tree)),
                            None => (tree, None),
                        },
                    ));
                };
                // The population may not change what the table is generalized to.
                if let Some(larger) = build(joined).ok().filter(|larger| contains(larger, &tree)) {
                    return Ok(Some((larger, Some(tree))));
                }
                self.warnings.push(format!(
                    "values of `{}` that only the population has are counted at the top of its hierarchy only, because it is built from the values of the table",
                    of.name
                ));
                return Ok(Some((extend(&tree, joined)?, Some(tree))));
            }
            Some(HierarchySource::File(path)) => {
                let lines = self.job.hierarchy_lines(&of.name, path)?;
                let tree = check_filled(&lines)
                    .and_then(|()| Tree::new(lines))
                    .map_err(|e| e.at_column("hierarchy of `{}`: ", &of.name))?;
                self.warnings.extend(
                    lint(&tree)
                        .into_iter()
                        .map(|w| format!("hierarchy of `{}`: {w}", of.name)),
                );
                tree
            }
            Some(HierarchySource::Areas { path, inhabitants }) => {
                let places = Areas::read(
                    read_lines(&self.job.resolve(path), None)?,
                    inhabitants.clone(),
                );
                places
                    .and_then(|places| places.tree())
                    .map_err(|e| e.at_column("areas of `{}`: ", &of.name))?
            }
        };
        if of.unlisted == Unlisted::Top {
            return Ok(Some((extend(&tree, joined.unwrap_or(column))?, Some(tree))));
        }
        Ok(Some((tree, None)))
    }

    fn bind(&mut self, tree: &Tree, column: &Column) -> Option<Hierarchy> {
        let missing = match &self.job.recipe.input.missing[..] {
            [] if self.job.recipe.search.method == Method::Record => &[NO_TEXT.to_owned()],
            missing => missing,
        };
        match Hierarchy::bind(tree, column, missing) {
            Ok(hierarchy) => Some(hierarchy),
            Err(gaps) => {
                self.gaps.push(self.describe(&gaps, column));
                None
            }
        }
    }

    /// A label like a token for missing would be read back as missing.
    fn check_labels(&self, tree: &Tree, name: &str) -> Result<()> {
        let missing = &self.job.recipe.input.missing;
        let is_token =
            |line: &[String]| (1..line.len()).find(|&level| missing.contains(&line[level]));
        match tree
            .lines()
            .iter()
            .enumerate()
            .find_map(|(i, line)| Some((i + 1, is_token(line)?)))
        {
            None => Ok(()),
            Some((line, level)) => Err(Error::data(format!(
                "the label of level {level} on line {line} is a text that means missing"
            ))
            .at_line("", line as u64)
            .at_column("hierarchy of `{}`: ", name)
            .hint("rename the label, or take the text out of `missing` in `[input]`")),
        }
    }

    fn describe(&self, gaps: &Gaps, column: &Column) -> String {
        let (lacking, all) = (gaps.codes.len(), column.dictionary.len());
        // Values that no row of the table has are those of the population.
        let place = if gaps.first_row == 0 {
            "only the population has them".to_owned()
        } else {
            format!("first at row {}", gaps.first_row)
        };
        let mut text = format!(
            "hierarchy of `{}` lacks {lacking} of {all} values in the data ({place})",
            column.name
        );
        if self.show_values {
            let values: Vec<String> = gaps
                .codes
                .iter()
                .map(|&c| format!("`{}`", column.dictionary.text(c)))
                .collect();
            text += &format!(": {}", values.join(", "));
        }
        text
    }

    pub(super) fn finish(self) -> Result<()> {
        if self.gaps.is_empty() {
            return Ok(());
        }
        let hint = if self.show_values {
            "add a line for each value, let `--stub` write a file to fill in, or set `unlisted = \"top\"` for the column to send them to the top"
        } else {
            "`--show-values` prints them and `--stub` writes a file to fill in; add a line for each, or set `unlisted = \"top\"` for the column"
        };
        Err(Error::data(self.gaps.join("; ")).hint(hint))
    }
}

/// The hierarchy of a rule with more values, as far as the rule knows what to do with them; none
/// where that adds nothing, or would change what the table is generalized to.
fn sorted_in(
    tree: &Tree,
    column: &Column,
    missing: &[String],
    values: &BTreeSet<&str>,
    build: &dyn Fn(&Column) -> Option<Tree>,
) -> Option<Tree> {
    let labels: BTreeSet<&str> = tree.lines().iter().flatten().map(String::as_str).collect();
    let mut larger = column.clone();
    for &value in values
        .iter()
        .filter(|value| !labels.contains(**value) && !missing.iter().any(|m| m == **value))
    {
        let mut alone = Column {
            dictionary: Dictionary::new(),
            codes: Vec::new(),
            ..column.clone()
        };
        alone.dictionary.intern(value);
        if build(&alone).is_some() {
            larger.dictionary.intern(value);
        }
    }
    if larger.dictionary.len() == column.dictionary.len() {
        return None;
    }
    build(&larger).filter(|larger| contains(larger, tree))
}

/// Whether all lines of a hierarchy are lines of another.
fn contains(larger: &Tree, tree: &Tree) -> bool {
    let lines: HashSet<&Vec<String>> = larger.lines().iter().collect();
    tree.lines().iter().all(|line| lines.contains(line))
}

/// The way in which sets of values of a column are written, where no label fits.
fn manner(kind: Kind) -> Manner {
    match kind {
        Kind::Text => Manner::List,
        Kind::Integer | Kind::Decimal | Kind::Date => Manner::Range,
    }
}

/// Whether the leaves of a hierarchy are in the order of the numbers or dates that they are: only
/// then does a range say what is in it.
fn is_rising(
    of: &ColumnRecipe,
    column: &Column,
    hierarchy: &Hierarchy,
    missing: &[String],
) -> bool {
    let Some(ranks) = of
        .order_by(None)
        .and_then(|by| ranks(column, missing, by).ok())
    else {
        return false;
    };
    let mut of_leaf: Vec<(u32, u32)> = ranks
        .iter()
        .zip(&hierarchy.leaf_of)
        .filter_map(|(rank, &leaf)| rank.map(|rank| (leaf, rank)))
        .collect();
    of_leaf.sort_unstable();
    of_leaf.windows(2).all(|pair| pair[0].1 <= pair[1].1)
}

fn levels(of: &ColumnRecipe, height: usize) -> Result<(usize, usize)> {
    if height > usize::from(u8::MAX) {
        return Err(Error::limit(format!(
            "has {height} levels above the values; at most 255 are possible"
        ))
        .at_column("the hierarchy of `{}` ", &of.name));
    }
    let (low, high) = (
        usize::from(of.min_level),
        of.max_level.map_or(height, usize::from),
    );
    for (key, level) in [("min-level", low), ("max-level", high)] {
        if level > height {
            return Err(Error::usage(format!(
                "{key} of `{}` is {level}; its hierarchy has levels 0 to {height}",
                of.name
            )));
        }
    }
    Ok((low, high))
}

/// Makes the flat hierarchy of a column for a method without levels.
fn flat_tree(job: &Job, of: &ColumnRecipe, column: &Column) -> Result<Tree> {
    for (key, given) in [
        ("min-level", of.min_level > 0),
        ("max-level", of.max_level.is_some()),
        ("linked", of.linked.is_some()),
    ] {
        if given {
            let method = job.recipe.search.method;
            return Err(Error::usage(format!(
                "`{key}` of `{}` has no meaning for `method = \"{method}\"`, which has no levels for it",
                of.name
            )));
        }
    }
    let label = &job.recipe.output.label;
    if column.dictionary.find(label).is_some() && !job.recipe.input.missing.contains(label) {
        return Err(
            Error::data(format!("has a value equal to the label `{label}`"))
                .at_column("column `{}` ", &of.name)
                .hint("choose another `label` in `[output]`"),
        );
    }
    values_under_label(job, of, column)
}

/// A hierarchy of the values of a column in their order, with the label of suppressed cells above
/// all of them.
///
/// # Errors
/// Values that the order does not contain.
pub(crate) fn values_under_label(job: &Job, of: &ColumnRecipe, column: &Column) -> Result<Tree> {
    let (missing, label) = (&job.recipe.input.missing, &job.recipe.output.label);
    let mut values: Vec<(Option<u32>, &str)> = match of.order_by(None) {
        None => column.dictionary.texts().map(|text| (None, text)).collect(),
        Some(by) => ranks(column, missing, by)?
            .into_iter()
            .zip(column.dictionary.texts())
            .collect(),
    };
    values.retain(|(_, text)| !missing.iter().any(|m| m == text));
    values.sort_unstable();
    match values.is_empty() {
        true => Tree::new(vec![vec![String::new(), label.clone()]]),
        false => Tree::new(
            values
                .into_iter()
                .map(|(_, text)| vec![text.to_owned(), label.clone()])
                .collect(),
        ),
    }
}
