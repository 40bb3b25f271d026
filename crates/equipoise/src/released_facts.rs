//! The released table as anybody sees it: all that a public report is computed from.
//!
//! Nothing in this module can reach the input. Two inputs that differ only in people who are left
//! out and have equal released rows therefore have equal facts, and equal public reports.

use crate::prepare::sensitive::Counting;
use crate::risks::RiskQuestion;
use crate::wildcard::{Labelled, wildcard};
use equipoise_data::{Column, Dictionary, Result, Table};
use equipoise_recipe::{Output, Recipe, Role, Suppressed};
use equipoise_release::{
    ClassColumn, ClassFacts, LEFT_OUT, Published, Released, ShownClasses, ValueSet,
};
use equipoise_report as report;
use std::collections::HashMap;

/// A released table, and what was declared or decided about it in public.
pub(crate) struct ReleasedTable<'a> {
    released: &'a Released,
    /// The quasi-identifiers and the sensitive columns, row by row.
    table: Table,
    /// The quasi-identifiers, those that are aggregated within classes included.
    quasi: &'a [String],
    /// The classes of equal texts.
    published: Published<'static>,
}

impl<'a> ReleasedTable<'a> {
    /// `persons` has the person of each row in the order in which rows are written; `mark` is the
    /// label of marked rows, if there are any.
    pub(crate) fn new(
        recipe: &Recipe,
        released: &'a Released,
        persons: Option<Vec<u32>>,
        quasi: &'a [String],
        mark: Option<&str>,
    ) -> Result<Self> {
        let is_read = |(_, name): &(usize, &String)| {
            quasi.contains(name) || recipe.role(name) == Some(Role::Sensitive)
        };
        let column = |(at, name): (usize, &String)| {
            let mut dictionary = Dictionary::new();
            let mut code_of = vec![u32::MAX; released.texts[at].len()];
            let mut codes = Vec::with_capacity(released.len());
            for (row, count) in released.runs() {
                let rank = released.ranks(row)[at] as usize;
                if code_of[rank] == u32::MAX {
                    code_of[rank] = dictionary.intern(&released.texts[at][rank]);
                }
                codes.extend(std::iter::repeat_n(code_of[rank], count as usize));
            }
            Column {
                name: name.clone(),
                dictionary,
                codes,
            }
        };
        let columns = released
            .names
            .iter()
            .enumerate()
            .filter(is_read)
            .map(column)
            .collect();
        let at: Vec<usize> = quasi
            .iter()
            .filter_map(|name| released.names.iter().position(|n| n == name))
            .collect();
        let published = Published::of_classes(classes(released, &at));
        let rank_of = |c: usize, text: &str| {
            let texts = &released.texts[c];
            let rank = texts.binary_search_by(|t| t.as_str().cmp(text));
            rank.ok().map(|rank| ValueSet::leaf(rank as u32))
        };
        let marks: Option<Vec<ValueSet>> =
            mark.and_then(|mark| at.iter().map(|&c| rank_of(c, mark)).collect());
        let is_marked = |class: &usize| {
            let shown = |(at, mark): (usize, &ValueSet)| published.region(*class, at) == Some(mark);
            marks
                .as_ref()
                .is_some_and(|marks| marks.iter().enumerate().all(shown))
        };
        let marked = (0..published.buckets()).find(is_marked);
        let mut published = published.with_marked(marked);
        if let Some(persons) = persons {
            published = published.with_persons(persons)?;
        }
        let table = Table {
            rows: released.len(),
            columns,
        };
        Ok(ReleasedTable {
            released,
            table,
            quasi,
            published,
        })
    }

    /// The place of a column among the quasi-identifiers of the release.
    fn quasi_at(&self, name: &str) -> Option<usize> {
        let released = self.quasi.iter();
        released
            .filter(|quasi| self.released.names.contains(quasi))
            .position(|quasi| quasi == name)
    }

    fn column(&self, name: &str) -> Option<&Column> {
        self.table.columns.iter().find(|c| c.name == name)
    }

    /// Rows and units that are released and not marked.
    pub(crate) fn size(&self) -> (u64, u64) {
        let marked = self.published.marked().map(|of| self.published.size(of));
        let rows = self.table.rows as u64 - marked.unwrap_or(0);
        (rows, self.published.all_units(false))
    }

    /// The classes of the file, marked rows included, with the values of all sensitive columns.
    pub(crate) fn classes(&self, counting: &Counting) -> Result<Vec<ClassFacts>> {
        let sensitive = counting.columns.iter();
        let released = self
            .published
            .clone()
            .with_rows(sensitive.map(|of| of.values(&self.table)))?;
        released.class_facts(released.block(1))
    }

    /// The sensitive columns, with the released values as the distribution that classes are
    /// compared with.
    pub(crate) fn counting(&self, job: &crate::source::Job) -> Result<Counting> {
        let trees = crate::prepare::trees_of(job, &self.table, Role::Sensitive, false)?;
        Counting::new(job, &self.table, &trees, self.published.persons())
    }

    /// Per quasi-identifier its number of labels, and a label that many rows have.
    pub(crate) fn labels(&self, name: &str) -> (u64, Option<String>) {
        let Some(at) = self.released.names.iter().position(|n| n == name) else {
            return (0, None);
        };
        let Some(cells) = self.quasi_at(name).and_then(|at| self.published.cells(at)) else {
            return (0, None);
        };
        // The rows of each label.
        let mut rows = vec![0u64; cells.regions.len()];
        let of_class = cells
            .of_bucket
            .iter()
            .zip(self.published.sizes())
            .enumerate();
        of_class
            .filter(|(class, _)| Some(*class) != self.published.marked())
            .for_each(|(_, (&label, size))| rows[label as usize] += size);
        let text = |label: &ValueSet| self.released.texts[at][label.first() as usize].as_str();
        let used = || {
            let labels = cells.regions.iter().map(text).zip(&rows);
            labels.filter(|(_, rows)| **rows > 0)
        };
        let most = used().max_by(|a, b| a.1.cmp(b.1).then_with(|| b.0.cmp(a.0)));
        (used().count() as u64, most.map(|(text, _)| text.to_owned()))
    }

    /// Columns with missing values.
    pub(crate) fn missing(&self, tokens: &[String]) -> Vec<report::MissingLine> {
        let line = |(at, name): (usize, &String)| {
            let is_missing = |rank: u32| tokens.contains(&self.released.texts[at][rank as usize]);
            let rows = self
                .released
                .runs()
                .filter(|&(row, _)| is_missing(self.released.ranks(row)[at]))
                .map(|(_, count)| count)
                .sum();
            (rows > 0).then(|| report::MissingLine {
                column: name.clone(),
                rows,
            })
        };
        self.released
            .names
            .iter()
            .enumerate()
            .filter_map(line)
            .collect()
    }

    /// k where a missing quasi-identifier matches anything.
    pub(crate) fn wildcard(&self, tokens: &[String], smallest: Option<u64>) -> Option<u64> {
        let columns: Vec<Labelled<'_>> = self
            .quasi
            .iter()
            .filter_map(|name| self.column(name))
            .map(|column| Labelled::new(column, tokens))
            .collect();
        wildcard(
            &columns,
            self.table.rows,
            self.published.persons(),
            smallest,
        )
    }

    /// Risks of the release. The journalist's come from a declared population.
    pub(crate) fn risks(
        &self,
        question: &RiskQuestion<'_>,
        classes: &[ClassFacts],
        journalist: Option<report::JournalistRisk>,
    ) -> report::RiskFacts {
        let mut risks = question.answer(classes);
        risks.journalist = journalist;
        risks
            .audits
            .iter_mut()
            .for_each(|audit| audit.skewness.reference = report::Reference::Release);
        risks
    }
}

/// The classes of rows with equal texts of these columns. Texts are the values of a column here.
fn classes(released: &Released, columns: &[usize]) -> ShownClasses {
    let mut known: HashMap<Vec<u32>, u32> = HashMap::new();
    let mut group_of_distinct: Vec<u32> = Vec::new();
    let mut group_of_row = Vec::with_capacity(released.len());
    for (row, count) in released.runs() {
        let row = row as usize;
        if row >= group_of_distinct.len() {
            group_of_distinct.resize(row + 1, LEFT_OUT);
        }
        if group_of_distinct[row] == LEFT_OUT {
            let next = known.len() as u32;
            let ranks = released.ranks(row as u32);
            let shown = columns.iter().map(|&c| ranks[c]).collect();
            group_of_distinct[row] = *known.entry(shown).or_insert(next);
        }
        group_of_row.extend(std::iter::repeat_n(group_of_distinct[row], count as usize));
    }
    let column = |(at, &c): (usize, &usize)| {
        let mut of_class = vec![0; known.len()];
        known
            .iter()
            .for_each(|(shown, &group)| of_class[group as usize] = shown[at]);
        let texts = released.texts[c].len() as u32;
        ClassColumn {
            values: texts,
            regions: (0..texts).map(ValueSet::leaf).collect(),
            of_class,
        }
    };
    ShownClasses::new(
        group_of_row,
        columns.iter().enumerate().map(column).collect(),
    )
}

/// The label of marked rows, if the recipe marks rows and some are.
pub(crate) fn mark(output: &Output, left_out: u64) -> Option<&str> {
    (output.suppressed == Suppressed::Mark && left_out > 0).then_some(output.label.as_str())
}
