//! A table with everything that a search borrows from: codes, hierarchies, models and a loss.

use super::hierarchies::{Binder, QuasiColumn};
use super::models::{Facts, models};
use super::sensitive::Counting;
use crate::source::{DictionaryFiles, Expect, Job, SideTables, load};
use crate::watch::Watch;
use equipoise_data::{Column, Encoded, Error, Lattice, Quasi, Result, Sensitive, Table};
use equipoise_engine::InputTable;
use equipoise_measure::{Aggregation, Loss, LossOptions, Metric, Shape, loss};
use equipoise_privacy::Panel;
use equipoise_recipe::ColumnLevel;
use equipoise_recipe::{AggregationChoice, LossChoice, Recipe, Role};
use equipoise_release::Assignment;
use equipoise_search::{Judged, Task};
use rayon::prelude::*;
use std::collections::BTreeSet;

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
    pub input: InputTable,
    /// The quasi-identifiers, in table order.
    pub quasi: Vec<QuasiColumn>,
    pub(crate) counting: Counting,
    /// Per quasi-identifier the codes of the population's rows, where there is one.
    pub(crate) population: Option<Vec<Vec<u32>>>,
    /// People whom adversaries are assumed to know, where records are disclosed one by one.
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
    /// Rows that were taken out of the table before it was counted.
    pub(crate) taken_out: TakenOut,
    /// Warnings for the terminal and the report.
    pub(crate) warnings: Vec<String>,
    /// Warnings for the terminal only: they say something about values of the input.
    pub(crate) for_curator: Vec<String>,
}

impl Prepared {
    /// Reads the table of a job and prepares it, with warnings about suspicious columns.
    ///
    /// # Errors
    /// Everything about the table, hierarchies and parameters that does not fit the recipe.
    pub fn read(job: &Job, show_values: bool, watch: &dyn Watch) -> Result<(Self, Vec<String>)> {
        let (input, suspicions) = load(job, Expect::AllColumns, watch)?;
        let side_tables = SideTables::load(job, &input, watch)?;
        let prepared = Prepared::new(job, input, side_tables, show_values)?;
        Ok((prepared, suspicions))
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
    pub(crate) fn new(
        job: &Job,
        input: InputTable,
        side_tables: SideTables,
        show_values: bool,
    ) -> Result<Self> {
        let recipe = &job.recipe;
        let mut warnings = recipe.warnings.clone();
        let mut binder = Binder {
            job,
            table: &input.table,
            show_values,
            gaps: Vec::new(),
            warnings: &mut warnings,
        };
        let (quasi, population) = binder.quasi(&side_tables)?;
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
            dictionaries: side_tables.dictionaries,
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
    pub(crate) fn left_out(&self, judged: &Judged, assignment: &Assignment) -> (u64, u64) {
        let facts = &judged.found.facts;
        let rows = facts.suppressed_rows + self.taken_out.rows;
        let Some(persons) = self.persons() else {
            return (rows, rows);
        };
        let mut is_out = vec![false; persons.dictionary.len()];
        persons
            .codes
            .iter()
            .zip(assignment.stays())
            .filter(|(_, stays)| !stays)
            .for_each(|(&code, _)| is_out[code as usize] = true);
        let others = self.taken_out.persons.iter().filter(|p| {
            !persons
                .dictionary
                .find(p)
                .is_some_and(|code| is_out[code as usize])
        });
        (rows, facts.suppressed_units + others.count() as u64)
    }

    /// The loss of the recipe, with its weights.
    pub fn loss_options(&self, job: &Job) -> LossOptions {
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
    pub(crate) fn named_levels(&self, levels: &[u8]) -> Vec<ColumnLevel> {
        self.quasi_names()
            .zip(levels)
            .map(|(column, &level)| ColumnLevel {
                column: column.to_owned(),
                level,
            })
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

/// A loss, and for each quasi-identifier the amount that each code adds to it.
type LossAndAmounts = (Box<dyn Loss>, Vec<Vec<u64>>);

/// The loss of the recipe, with its weights.
fn loss_options(job: &Job, quasi: &[QuasiColumn]) -> LossOptions {
    let search = &job.recipe.search;
    LossOptions {
        metric: metric(search.loss),
        aggregation: search.aggregation.map(aggregation),
        weights: quasi.iter().map(|q| q.weight).collect(),
        suppression_weight: search.suppression_weight.to_f64(),
    }
}

fn metric(choice: LossChoice) -> Metric {
    match choice {
        LossChoice::Loss => Metric::Loss,
        LossChoice::Nwp => Metric::Nwp,
        LossChoice::Precision => Metric::Precision,
        LossChoice::Aecs => Metric::Aecs,
        LossChoice::Discernibility => Metric::Discernibility,
        LossChoice::Entropy => Metric::Entropy,
        LossChoice::Height => Metric::Height,
    }
}

fn aggregation(choice: AggregationChoice) -> Aggregation {
    match choice {
        AggregationChoice::Geometric => Aggregation::Geometric,
        AggregationChoice::Arithmetic => Aggregation::Arithmetic,
        AggregationChoice::Sum => Aggregation::Sum,
        AggregationChoice::Max => Aggregation::Max,
    }
}

fn prepare_loss(
    job: &Job,
    table: &Table,
    quasi: &[QuasiColumn],
    panel: &Panel,
) -> Result<LossAndAmounts> {
    let options = loss_options(job, quasi);
    let shape = Shape {
        rows: table.rows as u64,
        hierarchies: quasi.iter().map(|q| &q.hierarchy).collect(),
        leaf_rows: quasi
            .par_iter()
            .map(|q| q.hierarchy.leaf_rows(&table.columns[q.at].codes))
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
