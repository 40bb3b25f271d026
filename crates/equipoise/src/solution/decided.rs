//! The decision about a table, and everything that is known of it.
//!
//! This is what reports, records and publishing see of any decision, whatever the method. The
//! record keeps what each label stands for.

use super::account::Account;
use super::aggregate::{self, Aggregated};
use super::public_labels::{NamedLeaves, Relabelled, relabelled};
use crate::prepare::Prepared;
use crate::source::Job;
use equipoise_certify as certify;
use equipoise_data::{Column, Error, Hierarchy, Region, Result};
use equipoise_recipe::{Aggregate, Method, ReadingChoice, Recipe, Suppressed};
use equipoise_release::{Assignment, ColumnForm, RegionLabels, ReleaseForm, Released, Treatment};
use equipoise_search::{Examined, Judged, Partition};

/// A decision that was counted and judged.
pub(crate) struct Decided {
    /// Verdicts, sizes and loss.
    pub(crate) judged: Judged,
    /// The class of each row.
    pub(crate) rows: Assignment,
    /// The released form of the quasi-identifiers, in table order.
    pub(crate) form: ReleaseForm,
    /// Per quasi-identifier its hierarchy with labels that name public values only, where that is
    /// another one than the search used.
    relabelled: Vec<Option<Relabelled>>,
    /// The columns whose numbers are put together within classes.
    pub(crate) aggregated: Vec<Aggregated>,
    /// Regions that classes are compared with, where a model looks at supersets and classes have
    /// labels of their own.
    pub(crate) supersets: Vec<Vec<Region>>,
    /// Per quasi-identifier the runs that its values are divided into, where classes have labels
    /// that are the same for all of them.
    pub(crate) runs: Option<Vec<Vec<Region>>>,
    /// The method's own account.
    pub(crate) account: Account,
    /// Warnings that follow from the released table, for everybody.
    pub(crate) public_warnings: Vec<String>,
    /// Warnings that read the input, for its owner.
    pub(crate) warnings: Vec<String>,
}

impl Decided {
    /// One level for each quasi-identifier.
    pub(crate) fn levels(job: &Job, prepared: &Prepared, examined: Examined) -> Result<Self> {
        let levels = examined.judged.found.levels.clone();
        let relabelled = |q: usize| relabelled(job, prepared, &examined.rows, q, levels[q].into());
        let relabelled = (0..prepared.quasi.len())
            .map(relabelled)
            .collect::<Result<_>>()?;
        Decided {
            relabelled,
            ..Decided::new(examined, ReleaseForm::Levels(levels), Vec::new())
        }
        .aggregate(job, prepared)
    }

    fn new(examined: Examined, form: ReleaseForm, supersets: Vec<Vec<Region>>) -> Self {
        Decided {
            judged: examined.judged,
            rows: examined.rows,
            relabelled: vec![None; form.len()],
            form,
            aggregated: Vec::new(),
            supersets,
            runs: None,
            account: Account::Plain,
            public_warnings: Vec::new(),
            warnings: Vec::new(),
        }
    }

    /// Labels of its own for each class.
    pub(crate) fn classes(
        job: &Job,
        prepared: &Prepared,
        examined: Examined,
        partition: Partition,
    ) -> Result<Self> {
        let mut columns = Vec::new();
        for (a, quasi) in prepared.quasi.iter().enumerate() {
            let (regions, of_class) = partition.recoding.column(a);
            let column = &prepared.input.table.columns[quasi.at];
            let named = NamedLeaves::new(prepared, &examined.rows, a, &regions, &of_class);
            let labels = named.labels(job, prepared, &regions)?;
            check_labels(
                job,
                &column.name,
                &regions,
                &labels,
                &quasi.hierarchy,
                &|region| named.number(region),
            )?;
            columns.push(RegionLabels {
                regions,
                labels,
                of_class,
            });
        }
        Decided {
            runs: partition.runs,
            ..Decided::new(examined, ReleaseForm::Regions(columns), partition.supersets)
        }
        .aggregate(job, prepared)
    }

    fn aggregate(mut self, job: &Job, prepared: &Prepared) -> Result<Self> {
        self.aggregated = aggregate::columns(job, prepared, &self.rows)?;
        let compares = prepared.population.is_some() || !prepared.panel.supersets().is_empty();
        if compares && self.quasi_names(job, prepared).len() > prepared.quasi.len() {
            return Err(Error::usage(
                "`aggregate` of a quasi-identifier does not go with a model that compares with a population or with supersets",
            )
            .hint("give the column a hierarchy instead"));
        }
        Ok(self)
    }

    /// A code of every input row, for the released rows, in the order in which they are written.
    pub(crate) fn of_written_rows(
        &self,
        recipe: &Recipe,
        released: &Released,
        of_row: &[u32],
    ) -> Vec<u32> {
        let stays =
            |row: usize| self.rows.is_kept(row) || recipe.output.suppressed == Suppressed::Mark;
        let of_row: Vec<u32> = of_row
            .iter()
            .enumerate()
            .filter(|(row, _)| stays(*row))
            .map(|(_, &known)| known)
            .collect();
        released.in_written_order(&of_row)
    }

    /// The rows, and the units of protection with a row, that are left out in all.
    pub(crate) fn left_out(&self, prepared: &Prepared) -> (u64, u64) {
        prepared.left_out(&self.judged, &self.rows)
    }

    /// All warnings, for the owner of the input.
    pub(crate) fn all_warnings(&self) -> impl Iterator<Item = String> {
        self.public_warnings.iter().chain(&self.warnings).cloned()
    }

    /// True when classes have labels of their own.
    pub(crate) fn is_by_class(&self) -> bool {
        self.form.levels().is_none()
    }

    /// The hierarchy of a quasi-identifier with the labels that are released.
    pub(crate) fn hierarchy<'a>(&'a self, prepared: &'a Prepared, quasi: usize) -> &'a Hierarchy {
        self.relabelled[quasi]
            .as_ref()
            .map_or(&prepared.quasi[quasi].hierarchy, |of| &of.hierarchy)
    }

    /// The level of a quasi-identifier as public values alone define levels.
    pub(crate) fn public_level(&self, quasi: usize) -> u8 {
        self.relabelled[quasi]
            .as_ref()
            .map_or(self.judged.found.levels[quasi], |of| of.level)
    }

    /// The treatment of a column of the table.
    pub(crate) fn treatment<'a>(&'a self, prepared: &'a Prepared, at: usize) -> Treatment<'a> {
        let class_of_row = self.rows.class_of_row();
        if let Some(of) = self.aggregated.iter().find(|of| of.at == at) {
            return Treatment::Classes {
                class_of_row,
                of_class: &of.of_class,
                labels: &of.labels,
            };
        }
        let Some(q) = prepared.quasi.iter().position(|q| q.at == at) else {
            return Treatment::Unchanged;
        };
        match self.form.column(q) {
            ColumnForm::Level(level) => Treatment::Level(self.hierarchy(prepared, q), level),
            ColumnForm::Regions(of) => Treatment::Classes {
                class_of_row,
                of_class: &of.of_class,
                labels: &of.labels,
            },
        }
    }

    /// Whether every released cell of a column is what it was in the input.
    pub(crate) fn is_unchanged(&self, prepared: &Prepared, at: usize) -> bool {
        match self.treatment(prepared, at) {
            Treatment::Unchanged => true,
            Treatment::Level(..) => prepared
                .quasi
                .iter()
                .position(|q| q.at == at)
                .is_some_and(|q| self.public_level(q) == 0),
            Treatment::Classes { .. } => false,
        }
    }

    /// The level of each quasi-identifier; none where classes have labels of their own.
    pub(crate) fn level_of_each(&self) -> Option<&[u8]> {
        self.form.levels()
    }

    /// The names of all quasi-identifiers of the release: those that form classes, then those that
    /// are aggregated within them.
    pub(crate) fn quasi_names(&self, job: &Job, prepared: &Prepared) -> Vec<String> {
        let aggregated = self
            .aggregated
            .iter()
            .map(|of| &prepared.input.table.columns[of.at].name);
        let aggregated = aggregated
            .filter(|name| job.recipe.role(name) == Some(equipoise_recipe::Role::QuasiIdentifier));
        prepared
            .quasi_names()
            .map(str::to_owned)
            .chain(aggregated.cloned())
            .collect()
    }

    /// The decision as the certificate states it.
    pub(crate) fn kind(
        &self,
        job: &Job,
        prepared: &Prepared,
        show: &dyn Fn(&str) -> String,
    ) -> certify::Decision {
        let names = || prepared.quasi_names().map(show);
        let aggregated = self.aggregated_kinds(job, prepared, show);
        let search = &job.recipe.search;
        match (self.level_of_each(), &self.account) {
            (Some(levels), _) => certify::Decision::Levels {
                levels: certify::Levels(
                    names()
                        .zip((0..levels.len()).map(|q| self.public_level(q).into()))
                        .collect(),
                ),
                aggregated,
            },
            (None, Account::Cells { .. }) => certify::Decision::Cells {
                reading: match search.reading {
                    ReadingChoice::Cautious => certify::CellReading::Cautious.into(),
                    ReadingChoice::Wildcard => certify::CellReading::Wildcard.into(),
                },
                subsets: search.subsets,
                label: show(&job.recipe.output.label),
                aggregated,
            },
            (None, Account::Plain | Account::Records(_) | Account::Preference(_)) => {
                certify::Decision::Classes {
                    method: class_method(search.method),
                    aggregated,
                }
            }
        }
    }

    fn aggregated_kinds(
        &self,
        job: &Job,
        prepared: &Prepared,
        show: &dyn Fn(&str) -> String,
    ) -> certify::Aggregations {
        let name = |of: &Aggregated| prepared.input.table.columns[of.at].name.as_str();
        let by = |of: &Aggregated| {
            job.recipe
                .column(name(of))
                .and_then(|c| c.aggregate)
                .map_or_else(
                    || certify::Word::Unknown(String::new()),
                    certified_aggregate,
                )
        };
        certify::Aggregations(
            self.aggregated
                .iter()
                .map(|of| (show(name(of)), by(of)))
                .collect(),
        )
    }

    /// The decision about each quasi-identifier, with the labels of its values: for the record.
    pub(crate) fn facts(&self, prepared: &Prepared) -> Vec<certify::DecisionFacts> {
        let facts = |((column, q), form): ((&str, usize), ColumnForm<'_>)| {
            let (level, labels) = match form {
                ColumnForm::Level(level) => (level, Vec::new()),
                ColumnForm::Regions(of) => (
                    0,
                    of.labels
                        .iter()
                        .zip(&of.regions)
                        .map(|(label, r)| (label.clone(), r.first, r.last))
                        .collect(),
                ),
            };
            let lines = self.relabelled[q].as_ref().map_or_else(
                || lines(&prepared.quasi[q].hierarchy),
                |of| of.lines.clone(),
            );
            let absent = absent(&lines, &prepared.input.table.columns[prepared.quasi[q].at]);
            let public_level = self.relabelled[q]
                .as_ref()
                .map(|of| of.level)
                .filter(|public| *public != level);
            certify::DecisionFacts {
                column: column.to_owned(),
                level,
                public_level,
                lines,
                absent,
                labels,
            }
        };
        prepared
            .quasi_names()
            .zip(0..)
            .zip(self.form.columns())
            .map(facts)
            .collect()
    }
}

/// The method of classes with labels of their own, as the certificate names it.
fn class_method(method: Method) -> certify::Word<certify::Method> {
    match method {
        Method::Mondrian => certify::Method::Mondrian.into(),
        Method::LocalRecoding => certify::Method::LocalRecoding.into(),
        Method::Record => certify::Method::Record.into(),
        Method::Preference => certify::Method::Preference.into(),
        Method::Optimal | Method::BestEffort | Method::CellSuppression => {
            certify::Word::Unknown(method.name().to_owned())
        }
    }
}

fn certified_aggregate(aggregate: Aggregate) -> certify::Word<certify::Aggregate> {
    match aggregate {
        Aggregate::Mean => certify::Aggregate::Mean.into(),
        Aggregate::Median => certify::Aggregate::Median.into(),
        Aggregate::Mode => certify::Aggregate::Mode.into(),
        Aggregate::Interval => certify::Aggregate::Interval.into(),
    }
}

/// A label may not look like something else that a cell can be.
fn check_labels(
    job: &Job,
    column: &str,
    regions: &[Region],
    labels: &[String],
    hierarchy: &Hierarchy,
    named: &dyn Fn(usize) -> usize,
) -> Result<()> {
    let is_wider = |region: &Region| region.first < region.last;
    let missing = &job.recipe.input.missing;
    let is_token =
        |(region, label): (&Region, &String)| is_wider(region) && missing.contains(label);
    if regions.iter().zip(labels).any(is_token) {
        return Err(Error::data("is a text that means missing")
            .at_column("a label of column `{}` ", column)
        .hint(
            "choose another `label` in `[output]`, or take the text out of `missing` in `[input]`",
        ));
    }
    let values = &hierarchy.levels[0].labels;
    // A region of which one value is named has the text of that value.
    let is_value = |(number, (region, label)): (usize, (&Region, &String))| {
        is_wider(region) && named(number) != 1 && hierarchy.height() == 1 && values.contains(label)
    };
    if regions.iter().zip(labels).enumerate().any(is_value) {
        return Err(Error::data("is equal to one of its values")
            .at_column("a label of column `{}` ", column)
            .hint("choose another `label` in `[output]`"));
    }
    Ok(())
}

/// The line of each value that occurs and is not missing.
fn lines(hierarchy: &Hierarchy) -> Vec<Vec<String>> {
    let known = (0..hierarchy.leaves()).filter(|&leaf| hierarchy.missing != Some(leaf as u32));
    known
        .map(|leaf| {
            hierarchy
                .levels
                .iter()
                .map(|level| level.labels[level.of_leaf[leaf] as usize].clone())
                .collect()
        })
        .collect()
}

/// The places among the lines of values that no row has.
fn absent(lines: &[Vec<String>], column: &Column) -> Vec<u32> {
    let counts = column.counts();
    let occurs = |line: &Vec<String>| {
        column
            .dictionary
            .find(&line[0])
            .is_some_and(|code| counts[code as usize] > 0)
    };
    lines
        .iter()
        .zip(0..)
        .filter(|(line, _)| !occurs(line))
        .map(|(_, place)| place)
        .collect()
}
