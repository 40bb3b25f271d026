//! A quasi-identifier of the table, with the values that labels of its releases can stand for.

use super::sequence::Sequence;
use crate::prepare::{tree_of, values_under_label};
use crate::source::Job;
use equipoise_certify::DecisionFacts;
use equipoise_data::{
    Column, Dictionary, Error, Hierarchy, Level, Region, Result, ranks, readable,
};
use equipoise_engine::guard;
use equipoise_recipe::ColumnRecipe;
use equipoise_release::ValueSet;
use std::collections::{HashMap, HashSet};

/// A quasi-identifier of the table, with its values in the order of its hierarchy.
pub(crate) struct KnownColumn<'a> {
    /// Place among the columns of the table.
    pub(crate) at: usize,
    pub(crate) name: String,
    pub(crate) hierarchy: Hierarchy,
    of: &'a ColumnRecipe,
    missing: &'a [String],
    /// The finest level that the recipe allows.
    low: usize,
    leaf_of: HashMap<String, u32>,
    /// Values and labels of the hierarchy that no row has.
    absent: HashSet<String>,
}

impl<'a> KnownColumn<'a> {
    /// Takes the values of a column in the order of its hierarchy, or in their own order if it has
    /// none.
    ///
    /// # Errors
    /// A hierarchy that cannot be read or lacks values.
    pub(crate) fn new(
        job: &'a Job,
        column: &Column,
        at: usize,
        of: &'a ColumnRecipe,
    ) -> Result<Self> {
        let missing = &job.recipe.input.missing;
        let (tree, listed) = match tree_of(job, column)? {
            Some(trees) => trees,
            None => (values_under_label(job, of, column)?, None),
        };
        let mut hierarchy = Hierarchy::bind(&tree, column, missing).map_err(|gaps| {
            Error::data(format!(
                "lacks {} of {} values in the data",
                gaps.codes.len(),
                column.dictionary.len()
            ))
            .at_column("hierarchy of `{}` ", &column.name)
            .hint("add a line for each value, or set `unlisted = \"top\"` for the column")
        })?;
        if let Some(listed) = &listed {
            hierarchy.count_lines_of(listed);
        }
        let leaves = hierarchy.levels[0].labels.iter().cloned().zip(0..);
        let leaf_of: HashMap<String, u32> = leaves.collect();
        let labels = hierarchy.levels.iter().flat_map(|level| &level.labels);
        let occurring: HashSet<&String> = labels.collect();
        let texts = tree.lines().iter().flatten();
        let absent = texts.filter(|text| !occurring.contains(text)).cloned();
        let absent: HashSet<String> = absent.collect();
        Ok(KnownColumn {
            at,
            name: column.name.clone(),
            low: usize::from(of.min_level).min(hierarchy.height()),
            absent,
            leaf_of,
            hierarchy,
            of,
            missing,
        })
    }

    /// All values, including missing ones.
    pub(super) fn all(&self) -> ValueSet {
        ValueSet::all(self.hierarchy.leaves() as u32)
    }

    /// The leaf of a value of the table.
    pub(super) fn leaf(&self, text: &str) -> Option<u32> {
        self.leaf_of.get(text).copied()
    }

    /// Whether this is a value or label of the hierarchy that no row has.
    pub(super) fn is_absent(&self, text: &str) -> bool {
        self.absent.contains(text)
    }

    /// The number of hierarchy lines that a cell with this text stands for: those of the finest
    /// label of the hierarchy with this text and these leaves, or of the one at `level` if that is
    /// known. A set that is not a run counts the lines of each of its runs; a run without such a
    /// label counts as [`Hierarchy::lines_of`] does.
    pub(super) fn lines(&self, text: &str, set: &ValueSet, level: Option<usize>) -> u64 {
        let Some(region) = set.as_run() else {
            let runs = set.runs();
            return runs.map(|run| self.hierarchy.lines_of(run, self.low)).sum();
        };
        let of_level = |level: &Level| {
            let code = level.of_leaf[region.first as usize];
            let label = level.labels[code as usize].as_str();
            let is_shown = (label == text || guard(label) == text) && level.region(code) == region;
            is_shown.then(|| level.lines[code as usize])
        };
        let levels = level.map_or(&self.hierarchy.levels[..], |level| {
            self.hierarchy.levels.get(level..=level).unwrap_or_default()
        });
        levels
            .iter()
            .find_map(of_level)
            .unwrap_or_else(|| self.hierarchy.lines_of(region, self.low))
    }

    /// The leaves in the order of a record, followed by the leaves that it does not list.
    pub(super) fn order_of(&self, facts: &DecisionFacts) -> Vec<u32> {
        let mut order: Vec<u32> = facts
            .lines
            .iter()
            .filter_map(|line| self.leaf(line.first()?))
            .collect();
        let mut is_known = vec![false; self.hierarchy.leaves()];
        order
            .iter()
            .for_each(|&leaf| is_known[leaf as usize] = true);
        order.extend((0..self.hierarchy.leaves() as u32).filter(|&leaf| !is_known[leaf as usize]));
        order
    }

    /// The leaves in the order of their numbers or dates, if all of them have one.
    pub(super) fn order_of_numbers(&self) -> Option<Vec<u32>> {
        let ordered = self.by_number(&[])?;
        let mut order: Vec<u32> = ordered.leaves().collect();
        order.extend(self.hierarchy.missing);
        (order.len() == self.hierarchy.leaves()).then_some(order)
    }

    /// The leaves of a numeric or date column in order, and the places of these texts among them;
    /// none for a column without such an order. Texts that are not numbers or dates have no place.
    pub(super) fn by_number(&self, texts: &[&str]) -> Option<NumberOrder> {
        let by = self.of.order_by(None)?;
        let ranks_of = |dictionary: Dictionary| {
            let column = Column {
                name: self.name.clone(),
                codes: Vec::new(),
                dictionary,
            };
            ranks(&column, self.missing, by).ok()
        };
        let mut dictionary = Dictionary::new();
        // One text that is not a number would invalidate all of them.
        let is_readable = readable(by).ok()?;
        for text in texts {
            let is_missing = self.missing.iter().any(|missing| missing == text);
            if !is_missing && is_readable(text) {
                dictionary.intern(text);
            }
        }
        let known: Vec<String> = dictionary.texts().map(str::to_owned).collect();
        let mut leaves: Vec<(u32, u32)> = Vec::new();
        for (text, &leaf) in &self.leaf_of {
            if Some(leaf) != self.hierarchy.missing {
                leaves.push((dictionary.intern(text), leaf));
            }
        }
        let ranks = ranks_of(dictionary)?;
        let rank = |code: u32| ranks[code as usize];
        let mut ordered: Vec<(u32, u32)> = leaves
            .into_iter()
            .filter_map(|(code, leaf)| Some((rank(code)?, leaf)))
            .collect();
        ordered.sort_unstable();
        let rank_of_text = known.into_iter().zip(0..);
        let rank_of_text = rank_of_text.filter_map(|(text, code)| Some((text, rank(code)?)));
        Some(NumberOrder {
            rank_of_text: rank_of_text.collect(),
            sequence: Sequence::new(ordered.iter().map(|&(_, leaf)| Some(leaf)).collect()),
            ordered,
        })
    }
}

/// The leaves of a column of numbers or dates, in order.
pub(super) struct NumberOrder {
    /// The rank of each text that is a number or a date.
    rank_of_text: HashMap<String, u32>,
    /// Rank and leaf, sorted.
    ordered: Vec<(u32, u32)>,
    sequence: Sequence,
}

/// A range of numbers or dates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WrittenRange<'t> {
    pub(super) first: &'t str,
    pub(super) last: &'t str,
    /// Whether the first value belongs to the range.
    pub(super) has_first: bool,
    /// Whether the last value belongs to the range.
    pub(super) has_last: bool,
}

impl<'t> WrittenRange<'t> {
    /// A range that includes both ends.
    pub(super) fn closed(first: &'t str, last: &'t str) -> Self {
        WrittenRange {
            first: first.trim(),
            last: last.trim(),
            has_first: true,
            has_last: true,
        }
    }
}

impl NumberOrder {
    fn leaves(&self) -> impl Iterator<Item = u32> + '_ {
        self.ordered.iter().map(|&(_, leaf)| leaf)
    }

    /// The leaves within a range, whose ends need not occur: some or none. `None` if an end is not
    /// a number or date, or the last one comes before the first.
    pub(super) fn within(&self, range: WrittenRange<'_>) -> Option<Option<ValueSet>> {
        let (first, last) = (
            *self.rank_of_text.get(range.first)?,
            *self.rank_of_text.get(range.last)?,
        );
        if last < first {
            return None;
        }
        let before = |rank: u32, is_in: bool| {
            self.ordered
                .partition_point(|&(of, _)| of < rank || (of == rank && !is_in))
        };
        let (start, end) = (
            before(first, range.has_first),
            before(last, !range.has_last),
        );
        let places = |last: usize| Region {
            first: start as u32,
            last: last as u32,
        };
        let last = end.checked_sub(1).filter(|&last| start <= last);
        Some(last.and_then(|last| self.sequence.set(&places(last).into())))
    }
}
