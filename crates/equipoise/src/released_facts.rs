//! The released table as anybody sees it: all that a public report is computed from.
//!
//! Nothing in this module can reach the input. Two inputs that differ only in people who are left
//! out and have equal released rows therefore have equal facts, and equal public reports.

use crate::prepare::sensitive::Counting;
use crate::risks::{RiskQuestion, audited};
use crate::wildcard::{Labelled, wildcard};
use equipoise_data::{Column, Dictionary, Encoded, Result, Table};
use equipoise_recipe::{Output, Recipe, Role, Suppressed};
use equipoise_release::Released;
use equipoise_report as report;
use equipoise_search::{ClassFacts, classes_of};
use std::collections::HashMap;

/// A released table, and what was declared or decided about it in public.
pub(crate) struct ReleasedTable<'a> {
    released: &'a Released,
    /// The quasi-identifiers and the sensitive columns, row by row.
    table: Table,
    /// Per row its person, where persons are the unit.
    persons: Option<Vec<u32>>,
    /// The quasi-identifiers, those that are aggregated within classes included.
    quasi: &'a [String],
    /// Per row its class.
    class_of_row: Vec<u32>,
    /// The class of marked rows, where there are some.
    marked: Option<u32>,
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
    ) -> Self {
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
        let mut classes: HashMap<Vec<u32>, u32> = HashMap::new();
        let mut class_of_distinct: Vec<u32> = Vec::new();
        let mut class_of_row = Vec::with_capacity(released.len());
        for (row, count) in released.runs() {
            let row = row as usize;
            if row >= class_of_distinct.len() {
                class_of_distinct.resize(row + 1, u32::MAX);
            }
            if class_of_distinct[row] == u32::MAX {
                let next = classes.len() as u32;
                let ranks = released.ranks(row as u32);
                class_of_distinct[row] = *classes
                    .entry(at.iter().map(|&c| ranks[c]).collect())
                    .or_insert(next);
            }
            class_of_row.extend(std::iter::repeat_n(class_of_distinct[row], count as usize));
        }
        let rank_of = |c: usize, text: &str| {
            released.texts[c]
                .binary_search_by(|t| t.as_str().cmp(text))
                .ok()
                .map(|rank| rank as u32)
        };
        let marks: Option<Vec<u32>> =
            mark.and_then(|mark| at.iter().map(|&c| rank_of(c, mark)).collect());
        let marked = marks
            .filter(|marks| !marks.is_empty())
            .and_then(|marks| classes.get(&marks).copied());
        let table = Table {
            rows: released.len(),
            columns,
        };
        ReleasedTable {
            released,
            table,
            persons,
            quasi,
            class_of_row,
            marked,
        }
    }

    fn column(&self, name: &str) -> Option<&Column> {
        self.table.columns.iter().find(|c| c.name == name)
    }

    /// Rows and units that are released and not marked.
    pub(crate) fn size(&self) -> (u64, u64) {
        let kept =
            || (0..self.table.rows).filter(|&row| Some(self.class_of_row[row]) != self.marked);
        let rows = kept().count() as u64;
        let units = match &self.persons {
            None => rows,
            Some(persons) => kept()
                .map(|row| persons[row])
                .collect::<std::collections::HashSet<u32>>()
                .len() as u64,
        };
        (rows, units)
    }

    /// The classes of the file, marked rows included, with the values of all sensitive columns.
    pub(crate) fn classes(&self, counting: &Counting) -> Result<Vec<ClassFacts>> {
        let codes: Vec<Vec<u32>> = counting
            .columns
            .iter()
            .map(|s| self.table.columns[s.at].codes.clone())
            .collect();
        let encoded = Encoded {
            rows: self.table.rows,
            quasi: Vec::new(),
            sensitive: audited(&counting.columns, &codes),
            persons: self.persons.as_deref(),
            amounts: Vec::new(),
            weights: None,
            population: None,
        };
        classes_of(&encoded, &self.class_of_row, &|_| Vec::new())
    }

    /// The sensitive columns, with the released values as the distribution that classes are
    /// compared with.
    pub(crate) fn counting(&self, job: &crate::source::Job) -> Result<Counting> {
        let trees = crate::prepare::trees_of(job, &self.table, Role::Sensitive, false)?;
        Counting::new(job, &self.table, &trees, self.persons.as_deref())
    }

    /// Per quasi-identifier its number of labels, and a label that many rows have.
    pub(crate) fn labels(&self, name: &str) -> (u64, Option<String>) {
        let Some(column) = self.column(name) else {
            return (0, None);
        };
        let mut rows = vec![0u64; column.dictionary.len()];
        let of_row = column.codes.iter().zip(&self.class_of_row);
        of_row
            .filter(|(_, class)| Some(**class) != self.marked)
            .for_each(|(&code, _)| rows[code as usize] += 1);
        let used = || {
            column
                .dictionary
                .texts()
                .zip(&rows)
                .filter(|(_, rows)| **rows > 0)
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
        wildcard(&columns, self.table.rows, self.persons.as_deref(), smallest)
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

/// The label of marked rows, if the recipe marks rows and some are.
pub(crate) fn mark(output: &Output, left_out: u64) -> Option<&str> {
    (output.suppressed == Suppressed::Mark && left_out > 0).then_some(output.label.as_str())
}
