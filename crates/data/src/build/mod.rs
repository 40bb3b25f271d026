//! Hierarchies that are made from a rule instead of read from a file.
//!
//! A builder looks at the distinct values of a column and gives a [`Tree`] with one line per value
//! that is not missing. Lines are sorted by what the values mean, so the order of the rows changes
//! nothing. The highest level is the one label `*`.

mod areas;
mod dates;
mod frequency;
mod groups;
mod intervals;
mod labels;
mod lint;
mod mask;
mod ordered;
mod prefix;
mod ranges;
mod runs;
mod stub;

pub use areas::{Areas, CodedPlace};
pub use dates::{CalendarUnit, Dates};
pub use frequency::Frequency;
pub use groups::{Group, Groups};
pub use intervals::Intervals;
pub use lint::lint;
pub use mask::{Mask, Side};
pub use ordered::{Ordered, Sequence};
pub use prefix::Prefix;
pub use ranges::CodeRange;
pub use stub::{PLACEHOLDER, check_filled, stub};

use crate::error::Result;
use crate::hierarchy::Tree;
use crate::table::Column;
use labels::{TOP, known_texts};

/// A rule that makes a hierarchy.
///
/// ```
/// # use equipoise_data::{Table, build::{Builder, Mask, Side}};
/// let table = Table::from_rows(&["zip"], &[["8010"], ["8020"]]);
/// let rule = Builder::Mask(Mask::new(Side::Right));
/// let tree = rule.tree(&table.columns[0], &[])?;
/// assert_eq!(tree.lines()[1], ["8020", "802*", "80**", "8***", "*"]);
/// # Ok::<(), equipoise_data::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Builder {
    /// Bands of numbers.
    Intervals(Intervals),
    /// Characters replaced one by one.
    Mask(Mask),
    /// Values listed under labels.
    Groups(Groups),
    /// Units of the calendar.
    Dates(Dates),
    /// Runs of consecutive values.
    Ordered(Ordered),
    /// Rare values under one label.
    Frequency(Frequency),
    /// The first characters of codes.
    Prefix(Prefix),
}

impl Builder {
    /// The word that selects this builder in a recipe.
    pub fn name(&self) -> &'static str {
        match self {
            Builder::Intervals(_) => "intervals",
            Builder::Mask(_) => "mask",
            Builder::Groups(_) => "groups",
            Builder::Dates(_) => "dates",
            Builder::Ordered(_) => "ordered",
            Builder::Frequency(_) => "frequency",
            Builder::Prefix(_) => "prefix",
        }
    }

    /// Checks the rule itself, before any data are seen.
    pub fn check(&self) -> Result<()> {
        match self {
            Builder::Intervals(rule) => rule.check(),
            Builder::Mask(rule) => rule.check(),
            Builder::Groups(rule) => rule.check(),
            Builder::Dates(rule) => rule.check(),
            Builder::Ordered(rule) => rule.check(),
            Builder::Frequency(rule) => rule.check(),
            Builder::Prefix(rule) => rule.check(),
        }
    }

    /// The hierarchy for the values of `column`. Texts in `missing` get no line.
    ///
    /// # Errors
    /// A usage error for a wrong rule; a data error that counts the values the rule has no place
    /// for.
    ///
    /// # Cost
    /// O(v log v) for v distinct values, times the levels.
    pub fn tree(&self, column: &Column, missing: &[String]) -> Result<Tree> {
        self.check()?;
        let lines = match self {
            Builder::Intervals(rule) => rule.lines(column, missing)?,
            Builder::Mask(rule) => rule.lines(column, missing)?,
            Builder::Groups(rule) => rule.lines(column, missing)?,
            Builder::Dates(rule) => rule.lines(column, missing)?,
            Builder::Ordered(rule) => rule.lines(column, missing)?,
            Builder::Frequency(rule) => rule.lines(column, missing)?,
            Builder::Prefix(rule) => rule.lines(column, missing)?,
        };
        if lines.is_empty() {
            // A column of nothing but missing values still needs a top to generalize to.
            return Tree::new(vec![vec![TOP.to_owned(); self.least_height() + 1]]);
        }
        Tree::new(lines)
    }

    /// The height for a column without values.
    fn least_height(&self) -> usize {
        match self {
            Builder::Intervals(rule) => rule.widths.len() + 1,
            Builder::Mask(_) => 1,
            Builder::Groups(rule) => rule.height(),
            Builder::Dates(rule) => rule.units.len() + 1,
            Builder::Ordered(rule) => rule.sizes.len() + 1,
            Builder::Frequency(rule) => rule.thresholds.len() + 1,
            Builder::Prefix(rule) => rule.height(),
        }
    }
}

/// Adds a line for each value of `column` that `tree` does not list: the value itself, and the top
/// label above it.
///
/// Values in `missing` need no line. The new lines stand after the old ones, sorted by text.
///
/// # Errors
/// A data error when the tree already uses its top label for something else on a lower level.
pub fn send_unlisted_to_top(tree: &Tree, column: &Column, missing: &[String]) -> Result<Tree> {
    let listed: hashbrown::HashSet<&str> =
        tree.lines().iter().map(|line| line[0].as_str()).collect();
    let mut unlisted: Vec<&str> = known_texts(column, missing)
        .filter(|t| !listed.contains(t))
        .collect();
    unlisted.sort_unstable();
    let top = tree.lines()[0]
        .last()
        .expect("a tree has at least one column");
    let mut lines = tree.lines().to_vec();
    lines.extend(unlisted.into_iter().map(|value| {
        let mut line = vec![top.clone(); tree.height() + 1];
        line[0] = value.to_owned();
        line
    }));
    Tree::new(lines)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Hierarchy, Table};

    /// A column with these values, one per row.
    pub(super) fn column(values: &[&str]) -> Column {
        let rows: Vec<[&str; 1]> = values.iter().map(|v| [*v]).collect();
        Table::from_rows(&["x"], &rows).columns.remove(0)
    }

    /// The lines of a tree, each joined by blanks and bars.
    pub(super) fn shown(tree: &Tree) -> Vec<String> {
        tree.lines().iter().map(|line| line.join(" | ")).collect()
    }

    #[test]
    fn a_column_of_missing_values_still_has_a_top() {
        let missing = ["NA".to_owned()];
        let column = column(&["NA", "NA"]);
        for rule in [
            Builder::Mask(Mask::new(Side::Left)),
            Builder::Intervals(Intervals::new(vec![crate::Decimal::ONE])),
            Builder::Groups(Groups::new(vec![vec![Group::new("g", &["a"])]])),
            Builder::Dates(Dates::new(vec![CalendarUnit::Month, CalendarUnit::Year])),
            Builder::Ordered(Ordered {
                sizes: vec![2, 4],
                order: Sequence::Integer,
            }),
            Builder::Ordered(Ordered {
                sizes: vec![2],
                order: Sequence::List(vec!["a".into()]),
            }),
            Builder::Frequency(Frequency::new(vec![10])),
            Builder::Prefix(Prefix {
                ranges: vec![CodeRange::parse("A-B", None).unwrap()],
                ..Prefix::new(vec![3, 1])
            }),
        ] {
            let tree = rule.tree(&column, &missing).unwrap();
            let bound = Hierarchy::bind(&tree, &column, &missing).unwrap();
            assert_eq!(bound.levels[0].labels, ["NA"]);
            assert_eq!(bound.height(), rule.least_height());
            assert_eq!(bound.levels.last().unwrap().labels, ["*"]);
        }
    }

    #[test]
    fn unlisted_values_go_to_the_top_at_once() {
        let tree = Tree::new(vec![vec!["1".into(), "low".into(), "all".into()]]).unwrap();
        let all =
            send_unlisted_to_top(&tree, &column(&["9", "NA", "1", "7"]), &["NA".into()]).unwrap();
        assert_eq!(
            shown(&all),
            ["1 | low | all", "7 | all | all", "9 | all | all"]
        );
        assert_eq!(
            send_unlisted_to_top(&tree, &column(&["1"]), &[]).unwrap(),
            tree
        );
    }
}
