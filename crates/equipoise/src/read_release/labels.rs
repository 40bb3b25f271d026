//! Finds the values that released labels stand for, from the record of a release or the recipe's
//! hierarchies.

use super::column::{KnownColumn, NumberOrder, WrittenRange};
use super::sequence::Sequence;
use super::written::{list, ranges};
use equipoise_certify::DecisionFacts;
use equipoise_data::{Column, Region};
use equipoise_engine::guard;
use equipoise_release::ValueSet;
use std::collections::{HashMap, HashSet};

/// A text of a released column and the values that it stands for.
pub(crate) struct Label {
    pub(crate) set: ValueSet,
    /// Number of hierarchy lines: the cost of a cell.
    pub(crate) lines: u64,
    /// Whether its text is the mark of suppressed rows and cells. The top label can have the same
    /// text.
    pub(crate) shows_mark: bool,
}

/// Finds the values that labels of one column of one release stand for.
///
/// A text is looked up in this order: as a label of the record, or of the hierarchy if there is no
/// record; as a missing value; as the mark of suppressed cells; as a list of labels, values and
/// ranges; as a range; as a label with its level (`North (level 2)`).
pub(super) struct Labels<'a> {
    column: &'a KnownColumn<'a>,
    missing: &'a [String],
    /// The mark of suppressed rows and cells.
    mark: &'a str,
    known: HashMap<String, ValueSet>,
    /// The level of the column, if a record has it.
    level: Option<usize>,
    numbers: Option<NumberOrder>,
}

impl<'a> Labels<'a> {
    /// Finds the values of each text of a released column, from the record if there is one, else
    /// from the hierarchy of the recipe.
    ///
    /// # Errors
    /// The first text that stands for no values.
    pub(super) fn resolve(
        column: &'a KnownColumn<'a>,
        missing: &'a [String],
        mark: &'a str,
        facts: Option<&DecisionFacts>,
        released: &Column,
    ) -> std::result::Result<Vec<Label>, String> {
        let texts: Vec<&str> = released.dictionary.texts().collect();
        let mut labels = Labels {
            column,
            missing,
            mark,
            known: facts
                .map(|facts| recorded(column, facts))
                .unwrap_or_default(),
            level: facts
                .filter(|facts| facts.labels.is_empty())
                .map(|facts| usize::from(facts.level)),
            numbers: None,
        };
        if facts.is_none() {
            labels.add_levels(&texts);
        }
        labels.numbers = column.by_number(&labels.ends(&texts));
        texts
            .iter()
            .map(|text| labels.label(text).ok_or_else(|| (*text).to_owned()))
            .collect()
    }

    fn label(&self, text: &str) -> Option<Label> {
        let set = self.set(text)?;
        let lines = match self.is_mark(text) {
            true => self.column.hierarchy.domain,
            false => self.column.lines(text, &set, self.level),
        };
        Some(Label {
            set,
            lines,
            shows_mark: self.shows_mark(text),
        })
    }

    fn shows_mark(&self, text: &str) -> bool {
        text == self.mark || text == guard(self.mark)
    }

    /// Whether a text is the mark, and not a label or a missing value.
    fn is_mark(&self, text: &str) -> bool {
        let is_other = || self.known.contains_key(text) || self.missing_set(text).is_some();
        self.shows_mark(text) && !is_other()
    }

    fn is_missing(&self, text: &str) -> bool {
        let mut missing = self.missing.iter();
        missing.any(|m| m == text || guard(m) == text)
    }

    /// The missing value, if this is a text for it and the table has it.
    fn missing_set(&self, text: &str) -> Option<ValueSet> {
        let leaf = self.column.hierarchy.missing;
        leaf.filter(|_| self.is_missing(text)).map(ValueSet::leaf)
    }

    fn set(&self, text: &str) -> Option<ValueSet> {
        let known = self
            .known
            .get(text)
            .cloned()
            .or_else(|| self.missing_set(text))
            .or_else(|| self.is_mark(text).then(|| self.column.all()));
        // Spreadsheet-safe files put an apostrophe before signs; other tools, before more.
        let guarded = || text.strip_prefix('\'').and_then(|text| self.written(text));
        known.or_else(|| self.written(text)).or_else(guarded)
    }

    /// Adds the labels of the hierarchy.
    fn add_levels(&mut self, texts: &[&str]) {
        for level in self.levels(texts) {
            let of = &self.column.hierarchy.levels[level];
            for (region, label) in of.regions().into_iter().zip(&of.labels) {
                let set = ValueSet::from(region);
                self.known
                    .entry(guard(label))
                    .or_insert_with(|| set.clone());
                self.known.entry(label.clone()).or_insert(set);
            }
        }
    }

    /// The levels to search for labels: the one that has all texts, else all levels from the
    /// coarsest.
    fn levels(&self, texts: &[&str]) -> Vec<usize> {
        let hierarchy = &self.column.hierarchy;
        let is_other = |text: &str| text == self.mark || self.missing.iter().any(|m| m == text);
        let fits = |level: usize| {
            let labels: HashSet<&str> = hierarchy.levels[level]
                .labels
                .iter()
                .map(String::as_str)
                .collect();
            texts
                .iter()
                .all(|text| is_other(text) || labels.contains(text))
        };
        match (0..hierarchy.levels.len()).find(|&level| fits(level)) {
            Some(level) => vec![level],
            None => (0..hierarchy.levels.len()).rev().collect(),
        }
    }

    /// A set that a text spells out.
    fn written(&self, text: &str) -> Option<ValueSet> {
        if let Some(parts) = list(text) {
            return self.all_of(&parts);
        }
        let of_range = || self.within(text).flatten();
        of_range().or_else(|| self.at_level(text))
    }

    /// The values within a range, some or none. `None` for a text that is not a range of numbers or
    /// dates of this column, or that can be read as different ranges.
    fn within(&self, text: &str) -> Option<Option<ValueSet>> {
        let numbers = self.numbers.as_ref()?;
        let mut readings = ranges(text)
            .into_iter()
            .filter_map(|range| numbers.within(range));
        let first = readings.next()?;
        readings.all(|other| other == first).then_some(first)
    }

    /// The values of all parts of a list. The list may also name values that no row has: values of
    /// the hierarchy, numbers and dates, ranges of these, and missing values.
    fn all_of(&self, parts: &[&str]) -> Option<ValueSet> {
        let of_part = |part: &&str| -> Option<Option<ValueSet>> {
            let label = || self.known.get(*part).cloned();
            let value = || self.column.leaf(part).map(ValueSet::leaf);
            let single = || list(part).is_none().then(|| self.written(part)).flatten();
            let missing = || self.missing_set(part);
            let found = label().or_else(value).or_else(missing).or_else(single);
            if found.is_some() {
                return Some(found);
            }
            // A number can be written in several ways: `21.0` is the value 21.
            let number = || {
                let numbers = self.numbers.as_ref()?;
                numbers.within(WrittenRange::closed(part, part))
            };
            let is_absent = || self.column.is_absent(part) || self.is_missing(part);
            number()
                .or_else(|| self.within(part))
                .or_else(|| is_absent().then_some(None))
        };
        let sets: Vec<Option<ValueSet>> = parts.iter().map(of_part).collect::<Option<_>>()?;
        let sets: Vec<ValueSet> = sets.into_iter().flatten().collect();
        ValueSet::of_runs(sets.iter().flat_map(ValueSet::runs))
    }

    /// The values of a hierarchy label that is written with its level. Releases add the level where
    /// two labels have the same text.
    fn at_level(&self, text: &str) -> Option<ValueSet> {
        let (label, level) = text.strip_suffix(')')?.rsplit_once(" (level ")?;
        let level = self
            .column
            .hierarchy
            .levels
            .get(level.parse::<usize>().ok()?)?;
        let code = level.labels.iter().position(|of| of == label)?;
        Some(level.region(code as u32).into())
    }

    /// Texts that can be ends of ranges, or numbers in lists.
    fn ends<'t>(&self, texts: &[&'t str]) -> Vec<&'t str> {
        let unknown = texts.iter().filter(|text| !self.known.contains_key(**text));
        let parts = unknown.flat_map(|text| {
            let text = text.strip_prefix('\'').unwrap_or(text);
            list(text).unwrap_or_else(|| vec![text])
        });
        let ends_of = |part| {
            let ends = ranges(part).into_iter();
            ends.flat_map(|range| [range.first, range.last])
                .chain([part.trim()])
        };
        let mut ends: Vec<&str> = parts.flat_map(ends_of).collect();
        ends.sort_unstable();
        ends.dedup();
        ends
    }
}

/// The values that the labels of a record stand for.
fn recorded(column: &KnownColumn<'_>, facts: &DecisionFacts) -> HashMap<String, ValueSet> {
    let missing = column.hierarchy.missing;
    // The lines of the record, and one more place for missing values.
    let leaves = facts.lines.iter().map(|line| column.leaf(line.first()?));
    let leaves = Sequence::new(leaves.chain([missing]).collect());
    let mut places: HashMap<&str, Vec<Region>> = HashMap::new();
    if facts.labels.is_empty() {
        let level = usize::from(facts.level);
        for (place, line) in (0..).zip(&facts.lines) {
            if let Some(label) = line.get(level) {
                places.entry(label).or_default().push(Region::leaf(place));
            }
        }
        // At the top, missing values have the same label as all others.
        let top = facts
            .lines
            .first()
            .filter(|line| level + 1 == line.len() && level > 0);
        if let Some(line) = top {
            let place = facts.lines.len() as u32;
            places
                .entry(&line[level])
                .or_default()
                .push(Region::leaf(place));
        }
    }
    for (label, first, last) in &facts.labels {
        places.entry(label).or_default().push(Region {
            first: *first,
            last: *last,
        });
    }
    let mut known = HashMap::new();
    for (label, places) in places {
        let places = ValueSet::of_runs(places).and_then(|places| leaves.set(&places));
        if let Some(set) = places {
            known.insert(guard(label), set.clone());
            known.insert(label.to_owned(), set);
        }
    }
    known
}
