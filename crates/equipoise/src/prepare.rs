//! From a recipe and a table to what the search works on: codes, hierarchies, models and a loss.

use crate::dictionary_files::DictionaryFiles;
use crate::job::Job;
use crate::load::{Expect, load};
use crate::models::{Facts, models};
use crate::others::Others;
use crate::sensitive::Counting;
use crate::watch::Watch;
use equipoise_data::build::{Areas, check_filled, lint, send_unlisted_to_top};
use equipoise_data::{
    Column, Encoded, Error, Gaps, Hierarchy, Lattice, Quasi, Result, Sensitive, Table, Tree, ranks,
};
use equipoise_engine::{Input, read_lines};
use equipoise_measure::{Aggregation, Loss, LossOptions, Metric, Shape, loss};
use equipoise_privacy::Panel;
use equipoise_recipe::{ColumnRecipe, HierarchySource, Kind, Method, Over, Recipe, Role, Unlisted};
use equipoise_release::Manner;
use equipoise_search::{Examined, Recode, Task};
use rayon::prelude::*;
use std::collections::BTreeSet;

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
    /// What cells of classes with labels of their own may say.
    pub(crate) recode: Recode,
    /// How sets of values are written that no label fits.
    pub(crate) manner: Manner,
}

/// Rows that were taken out of the table before it was counted: they are left out like those whose
/// class fails.
#[derive(Clone, Debug, Default)]
pub(crate) struct TakenOut {
    pub(crate) rows: u64,
    /// The persons that they belong to, where persons are the unit.
    pub(crate) persons: BTreeSet<String>,
}

/// Everything a search borrows from.
pub struct Prepared {
    /// The table as it was read.
    pub input: Input,
    /// The quasi-identifiers, in table order.
    pub quasi: Vec<QuasiColumn>,
    pub(crate) counting: Counting,
    /// Per quasi-identifier the codes of the population's rows, where there is one.
    pub(crate) population: Option<Vec<Vec<u32>>>,
    /// Those whom attackers are taken to know, where records are disclosed one by one.
    pub(crate) dictionaries: Option<DictionaryFiles>,
    person: Option<usize>,
    amounts: Vec<Vec<u64>>,
    /// All combinations of levels.
    pub lattice: Lattice,
    /// The models, bound to the table.
    pub panel: Panel,
    /// The loss to make small.
    pub loss: Box<dyn Loss>,
    /// Rows, or distinct persons.
    pub units: u64,
    /// Units that may be left out.
    pub allowed_units: u64,
    /// What was taken out of the table before it was counted.
    pub(crate) taken_out: TakenOut,
    /// What the report may tell too.
    pub(crate) warnings: Vec<String>,
    /// What only the curator may know: it says something about values of the input.
    pub(crate) for_curator: Vec<String>,
}

impl Prepared {
    /// Reads the table of a job and prepares it, with warnings about suspicious columns.
    ///
    /// # Errors
    /// Everything about the table, hierarchies and parameters that does not fit the recipe.
    pub fn read(job: &Job, show_values: bool, watch: &dyn Watch) -> Result<(Self, Vec<String>)> {
        let (input, suspicions) = load(job, Expect::AllColumns, watch)?;
        let others = Others::load(job, &input, watch)?;
        Ok((Prepared::new(job, input, others, show_values)?, suspicions))
    }

    /// The models of a recipe that differs from the job's in thresholds only, bound to the table.
    ///
    /// # Errors
    /// Thresholds that do not fit the table.
    pub fn panel_of(&self, recipe: &Recipe) -> Result<Panel> {
        let facts = Facts {
            counting: &self.counting,
            units: self.units,
            by_person: self.persons().is_some(),
        };
        Ok(Panel::new(models(recipe, &facts)?))
    }

    /// Reads hierarchies, binds them to the table, and sets up models and loss.
    ///
    /// # Errors
    /// Everything about hierarchies and parameters that does not fit the table; values without a
    /// line are reported for all columns at once.
    pub(crate) fn new(job: &Job, input: Input, others: Others, show_values: bool) -> Result<Self> {
        let recipe = &job.recipe;
        let mut warnings = recipe.warnings.clone();
        let mut binder = Binder {
            job,
            table: &input.table,
            show_values,
            gaps: Vec::new(),
            warnings: &mut warnings,
        };
        let (quasi, population) = binder.quasi(&others)?;
        let trees = binder.trees(Role::Sensitive)?;
        binder.finish()?;
        let person = recipe
            .input
            .person
            .as_ref()
            .and_then(|p| input.table.columns.iter().position(|c| c.name == *p));
        let persons = person.map(|p| &input.table.columns[p]);
        let units = persons.map_or(input.table.rows, |p| p.dictionary.len()) as u64;
        let counting = Counting::new(
            job,
            &input.table,
            &trees,
            persons.map(|p| p.codes.as_slice()),
        )?;
        let facts = Facts {
            counting: &counting,
            units,
            by_person: persons.is_some(),
        };
        facts.check_fit(recipe)?;
        let for_curator = facts.absent_values(recipe)?;
        let panel = Panel::new(models(recipe, &facts)?);
        let (loss, amounts) = prepare_loss(job, &input.table, &quasi, &panel)?;
        let lattice = lattice(recipe, &input.table, &quasi)?;
        let allowed_units = recipe.search.max_suppression.allowed(units);
        Ok(Prepared {
            quasi,
            counting,
            population,
            dictionaries: others.dictionaries,
            person,
            amounts,
            lattice,
            panel,
            loss,
            units,
            allowed_units,
            taken_out: TakenOut::default(),
            warnings,
            for_curator,
            input,
        })
    }

    /// The rows as codes, with what the search counts.
    pub fn encoded(&self) -> Encoded<'_> {
        let columns = &self.input.table.columns;
        Encoded {
            rows: self.input.table.rows,
            quasi: self
                .quasi
                .iter()
                .map(|q| Quasi {
                    codes: &columns[q.at].codes,
                    hierarchy: &q.hierarchy,
                })
                .collect(),
            sensitive: self.sensitive().collect(),
            persons: self.persons().map(|p| p.codes.as_slice()),
            amounts: self.amounts.clone(),
            weights: None,
            population: self.population.as_deref(),
        }
    }

    fn sensitive(&self) -> impl Iterator<Item = Sensitive<'_>> {
        let lists = self.counting.lists(&self.input.table).enumerate();
        lists.map(|(i, (codes, value_of))| Sensitive {
            codes,
            value_of,
            only_occurrence: self.panel.only_occurrence(i),
        })
    }

    pub(crate) fn task<'a>(&'a self, encoded: &'a Encoded<'a>) -> Task<'a> {
        Task {
            encoded,
            lattice: &self.lattice,
            panel: &self.panel,
            loss: self.loss.as_ref(),
            allowed_units: self.allowed_units,
        }
    }

    /// Warnings for the terminal.
    pub fn all_warnings(&self) -> Vec<String> {
        self.warnings
            .iter()
            .chain(&self.for_curator)
            .cloned()
            .collect()
    }

    /// The person column, where persons are the unit.
    pub fn persons(&self) -> Option<&Column> {
        self.person.map(|p| &self.input.table.columns[p])
    }

    /// Takes note of rows that were taken out before: the limit is a share of all.
    pub(crate) fn without(mut self, job: &Job, taken_out: TakenOut) -> Self {
        self.taken_out = taken_out;
        self.allowed_units = job.recipe.search.max_suppression.allowed(self.all_units());
        self
    }

    /// Units of the input, those that were taken out included.
    pub(crate) fn all_units(&self) -> u64 {
        let taken_out = &self.taken_out;
        let new = |persons: &Column| {
            taken_out
                .persons
                .iter()
                .filter(|p| persons.dictionary.find(p).is_none())
                .count() as u64
        };
        self.units + self.persons().map_or(taken_out.rows, new)
    }

    /// Input rows, those that were taken out included.
    pub(crate) fn all_rows(&self) -> u64 {
        self.input.table.rows as u64 + self.taken_out.rows
    }

    /// The rows, and the units of protection with a row, that a decision leaves out in all.
    pub(crate) fn left_out(&self, examined: &Examined) -> (u64, u64) {
        let facts = &examined.found.facts;
        let rows = facts.suppressed_rows + self.taken_out.rows;
        let Some(persons) = self.persons() else {
            return (rows, rows);
        };
        let mut is_out = vec![false; persons.dictionary.len()];
        persons
            .codes
            .iter()
            .zip(&examined.kept_rows)
            .filter(|(_, kept)| !**kept)
            .for_each(|(&code, _)| is_out[code as usize] = true);
        let others = self.taken_out.persons.iter().filter(|p| {
            !persons
                .dictionary
                .find(p)
                .is_some_and(|code| is_out[code as usize])
        });
        (rows, facts.suppressed_units + others.count() as u64)
    }

    /// How the recipe weighs its loss.
    pub fn loss_options(&self, job: &Job) -> Result<LossOptions> {
        loss_options(job, &self.quasi)
    }

    /// "rows" or "persons", or the singular of that.
    pub(crate) fn unit_name(&self, count: u64) -> &'static str {
        match (self.person.is_some(), count) {
            (false, 1) => "row",
            (false, _) => "rows",
            (true, 1) => "person",
            (true, _) => "persons",
        }
    }

    /// Levels with the names of their quasi-identifiers.
    pub(crate) fn named_levels(&self, levels: &[u8]) -> Vec<(String, u8)> {
        self.quasi_names()
            .map(str::to_owned)
            .zip(levels.iter().copied())
            .collect()
    }

    /// The names of the quasi-identifiers, in table order.
    pub(crate) fn quasi_names(&self) -> impl Iterator<Item = &str> {
        self.quasi
            .iter()
            .map(|q| self.input.table.columns[q.at].name.as_str())
    }
}

/// The lattice, with the links that the recipe asks for: the first of linked columns leads.
fn lattice(recipe: &Recipe, table: &Table, quasi: &[QuasiColumn]) -> Result<Lattice> {
    let name = |a: usize| table.columns[quasi[a].at].name.as_str();
    // All columns of a group name one of them, or are that one.
    let group = |a: usize| {
        recipe
            .column(name(a))
            .and_then(|c| c.linked.as_deref())
            .unwrap_or(name(a))
    };
    let leader_of: Vec<usize> = (0..quasi.len())
        .map(|a| (0..a).find(|&b| group(b) == group(a)).unwrap_or(a))
        .collect();
    if let Some((a, &leader)) = leader_of
        .iter()
        .enumerate()
        .find(|&(a, &leader)| quasi[leader].levels != quasi[a].levels)
    {
        let heights = [leader, a].map(|i| quasi[i].hierarchy.height());
        return Err(Error::usage(format!(
            "`{}` and `{}` are linked, and their hierarchies have {} and {} levels above the values",
            name(leader),
            name(a),
            heights[0],
            heights[1]
        ))
        .hint("linked columns need hierarchies of the same height and the same bounds on their levels"));
    }
    Lattice::linked(
        &quasi.iter().map(|q| q.levels).collect::<Vec<_>>(),
        &leader_of,
    )
}

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
struct Binder<'a> {
    job: &'a Job,
    table: &'a Table,
    show_values: bool,
    gaps: Vec<String>,
    warnings: &'a mut Vec<String>,
}

impl Binder<'_> {
    /// The quasi-identifiers, and for each the codes of the population's rows.
    fn quasi(&mut self, others: &Others) -> Result<QuasiAndPopulation> {
        let (mut quasi, mut codes) = (Vec::new(), Vec::new());
        let population = others.population.as_ref();
        for (at, column) in self.table.columns.iter().enumerate() {
            // Aggregated columns form no classes.
            let is_quasi =
                |c: &&ColumnRecipe| c.role == Role::QuasiIdentifier && c.aggregate.is_none();
            let Some(of) = self.job.recipe.column(&column.name).filter(is_quasi) else {
                continue;
            };
            let joined = population.map(|p| p.joined(codes.len(), column));
            let joined_column = joined.as_ref().map(|j| &j.0);
            let flat = self.job.given_tree(&of.name).is_none() && is_flat(&self.job.recipe, of);
            let (tree, listed) = match flat {
                true => (
                    flat_tree(self.job, of, joined_column.unwrap_or(column))?,
                    None,
                ),
                false => self
                    .tree(of, column, joined_column, others.dictionaries.as_ref())?
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
    /// missing one: labels are told apart by all values that they stand for, those that no row has
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
    fn trees(&mut self, role: Role) -> Result<Vec<Option<Tree>>> {
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
                let lines = read_lines(&self.job.resolve(path), None)?;
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

    fn finish(self) -> Result<()> {
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
            dictionary: equipoise_data::Dictionary::new(),
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
    let lines: std::collections::HashSet<&Vec<String>> = larger.lines().iter().collect();
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

/// Whether a quasi-identifier is released in runs of its own order, whatever its hierarchy:
/// Mondrian cuts numbers anywhere, and suppressed cells know nothing between a value and none.
fn is_flat(recipe: &Recipe, of: &ColumnRecipe) -> bool {
    match recipe.search.method {
        Method::Mondrian => of.hierarchy.is_none() || of.kind != Kind::Text,
        Method::CellSuppression => true,
        Method::Preference => recipe.search.over == Over::Partitions && of.hierarchy.is_none(),
        Method::Optimal | Method::BestEffort | Method::LocalRecoding | Method::Record => false,
    }
}

/// The values of a column in their order, and one label above all of them.
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
    if values.iter().any(|(_, text)| text == label) {
        return Err(
            Error::data(format!("has a value equal to the label `{label}`"))
                .at_column("column `{}` ", &of.name)
                .hint("choose another `label` in `[output]`"),
        );
    }
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

/// The quasi-identifiers, and for each the codes of the population's rows, where there is one.
type QuasiAndPopulation = (Vec<QuasiColumn>, Option<Vec<Vec<u32>>>);

/// A loss, and for each quasi-identifier the amount that each code adds to it.
type LossAndAmounts = (Box<dyn Loss>, Vec<Vec<u64>>);

/// How the recipe weighs its loss.
fn loss_options(job: &Job, quasi: &[QuasiColumn]) -> Result<LossOptions> {
    let search = &job.recipe.search;
    let find = |name: &str| Metric::NAMES.iter().find(|m| m.0 == name).map(|m| m.1);
    let metric = find(search.loss.name())
        .ok_or_else(|| Error::internal(format!("unknown loss `{}`", search.loss.name())))?;
    let aggregation = search.aggregation.and_then(|a| {
        Aggregation::NAMES
            .iter()
            .find(|n| n.0 == a.name())
            .map(|n| n.1)
    });
    Ok(LossOptions {
        metric,
        aggregation,
        weights: quasi.iter().map(|q| q.weight).collect(),
        suppression_weight: search.suppression_weight.to_f64(),
    })
}

fn prepare_loss(
    job: &Job,
    table: &Table,
    quasi: &[QuasiColumn],
    panel: &Panel,
) -> Result<LossAndAmounts> {
    let options = loss_options(job, quasi)?;
    let shape = Shape {
        rows: table.rows as u64,
        hierarchies: quasi.iter().map(|q| &q.hierarchy).collect(),
        leaf_rows: quasi
            .par_iter()
            .map(|q| leaf_rows(&table.columns[q.at], &q.hierarchy))
            .collect(),
        least_size: panel.least_size(),
    };
    let loss = loss::prepare(&options, &shape)?;
    let of_code = |(amounts, q): (&Vec<u64>, &QuasiColumn)| {
        q.hierarchy
            .leaf_of
            .iter()
            .map(|&leaf| amounts[leaf as usize])
            .collect()
    };
    let amounts = loss.leaf_amounts().map_or_else(Vec::new, |amounts| {
        amounts.iter().zip(quasi).map(of_code).collect()
    });
    Ok((loss, amounts))
}

/// Rows of the table with each leaf of a hierarchy.
pub fn leaf_rows(column: &Column, hierarchy: &Hierarchy) -> Vec<u64> {
    let mut rows = vec![0; hierarchy.leaves()];
    for (count, &leaf) in column.counts().into_iter().zip(&hierarchy.leaf_of) {
        rows[leaf as usize] += count;
    }
    rows
}
