//! A table and everything that is asked of it.

use crate::OracleModel;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

/// A table, its hierarchies, the models asked for, the loss and the limit.
///
/// A column that is neither a quasi-identifier, nor sensitive, nor the person is insensitive.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// Names in file order.
    pub columns: Vec<String>,
    /// The cells, row by row.
    pub rows: Vec<Vec<String>>,
    /// The quasi-identifiers in the column order of the table; a node has one level for each.
    pub quasi: Vec<OracleQuasiColumn>,
    /// The sensitive columns in the column order of the table.
    pub sensitive: Vec<SensitiveColumn>,
    /// The column that names the person, when persons are the unit of protection.
    pub person: Option<usize>,
    /// The population, for the models that compare with one.
    pub population: Option<Population>,
    /// The texts that mean a missing value.
    pub missing: Vec<String>,
    /// The models, at least one.
    pub models: Vec<OracleModel>,
    /// The loss to minimize.
    pub loss: OracleLoss,
    /// How the values of the attributes become one number; `None` is the default of the loss.
    pub aggregation: Option<OracleAggregation>,
    /// The g of the losses, from 0 to 1.
    pub suppression_weight: f64,
    /// How many units may be suppressed.
    pub limit: OracleLimit,
}

/// A quasi-identifier and its hierarchy.
#[derive(Clone, Debug, PartialEq)]
pub struct OracleQuasiColumn {
    /// Position in the table.
    pub index: usize,
    /// The hierarchy: on each line a value first and the top last. Lines are equally long.
    pub lines: Vec<Vec<String>>,
    /// Weight of the attribute in the loss.
    pub weight: f64,
    /// Lowest level allowed.
    pub min_level: usize,
    /// Highest level allowed.
    pub max_level: usize,
}

impl OracleQuasiColumn {
    /// The number of steps from a value to the top.
    pub fn height(&self) -> usize {
        self.lines[0].len() - 1
    }
}

/// A sensitive column.
#[derive(Clone, Debug, PartialEq)]
pub struct SensitiveColumn {
    /// Position in the table.
    pub index: usize,
    /// The hierarchy, if the column has one.
    pub lines: Option<Vec<Vec<String>>>,
    /// All values in order, without missing; values that do not occur may be among them.
    pub order: Vec<String>,
    /// The values are numbers: smoothing takes their differences as distances.
    pub numbers: bool,
    /// The cells are sets of items, with this character between them.
    pub items: Option<char>,
}

impl SensitiveColumn {
    /// A column of words, without a hierarchy.
    pub fn new(index: usize, order: Vec<String>) -> Self {
        SensitiveColumn {
            index,
            lines: None,
            order,
            numbers: false,
            items: None,
        }
    }
}

/// The people among whom those of the table live.
#[derive(Clone, Debug, PartialEq)]
pub struct Population {
    /// One cell for each quasi-identifier, in the order of the case.
    pub rows: Vec<Vec<String>>,
    /// The person of each row, when persons are the unit of protection; else each row is a unit.
    pub persons: Option<Vec<String>>,
}

/// What to minimize.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OracleLoss {
    /// The share of the domain that a label covers.
    Loss,
    /// The share of the values that occur which a label covers.
    Nwp,
    /// The level over the height.
    Precision,
    /// The average class size.
    Aecs,
    /// The sum of squared class sizes.
    Discernibility,
    /// The bits lost.
    Entropy,
    /// The sum of levels.
    Height,
}

/// How the values of the attributes become one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OracleAggregation {
    /// The product of (1 + v)^(w / sum of w), minus 1.
    Geometric,
    /// The sum of w v over the sum of w.
    Arithmetic,
    /// The sum of w v.
    Sum,
    /// The largest w v.
    Max,
}

/// How many units may be suppressed.
#[derive(Clone, Debug, PartialEq)]
pub enum OracleLimit {
    /// A number of units.
    Units(u64),
    /// A share of the units.
    Share {
        /// Numerator of the share.
        numerator: u64,
        /// Denominator of the share.
        denominator: u64,
        /// The share as a recipe writes it.
        text: String,
    },
}

impl Case {
    /// True when `text` means a missing value.
    pub fn is_missing(&self, text: &str) -> bool {
        self.missing.iter().any(|m| m == text)
    }

    /// A cell, or `None` when it is missing: all tokens for missing are one value.
    pub fn value(&self, column: usize, row: usize) -> Option<&str> {
        let text = self.rows[row][column].as_str();
        if self.is_missing(text) {
            None
        } else {
            Some(text)
        }
    }

    /// What a cell of the quasi-identifier `quasi` becomes at `level`; `None` is a missing value
    /// that stays missing.
    ///
    /// A missing value becomes the top label at the top and stays itself below. A hierarchy of
    /// height 0 has nothing to generalize, so there it stays itself too.
    ///
    /// # Panics
    /// When the hierarchy has no line for the value.
    pub fn label(&self, quasi: usize, level: usize, row: usize) -> Option<&str> {
        self.label_of(quasi, level, &self.rows[row][self.quasi[quasi].index])
    }

    /// What a text becomes at `level` of the quasi-identifier `quasi`, as [`Case::label`] does for
    /// a cell.
    pub(crate) fn label_of(&self, quasi: usize, level: usize, text: &str) -> Option<&str> {
        let column = &self.quasi[quasi];
        if !self.is_missing(text) {
            return Some(line_of(&column.lines, text)[level].as_str());
        }
        (level == column.height() && level > 0).then(|| column.lines[0][level].as_str())
    }

    /// The number of units: distinct persons, or rows.
    pub fn units(&self) -> u64 {
        match self.person {
            Some(person) => self
                .rows
                .iter()
                .map(|row| &row[person])
                .collect::<BTreeSet<_>>()
                .len() as u64,
            None => self.rows.len() as u64,
        }
    }

    /// The number of units that may be suppressed: the floor of share x units, in integers.
    pub fn allowed(&self) -> u64 {
        match &self.limit {
            OracleLimit::Units(units) => *units,
            OracleLimit::Share {
                numerator,
                denominator,
                ..
            } => numerator * self.units() / denominator,
        }
    }

    /// All nodes within the lowest and highest levels, in lexicographic order.
    pub fn nodes(&self) -> Vec<Vec<usize>> {
        grid(
            self.quasi
                .iter()
                .map(|column| column.min_level..=column.max_level),
        )
    }

    /// All nodes at or above `levels` up to the tops of the hierarchies, whatever levels are
    /// allowed.
    pub fn nodes_above(&self, levels: &[usize]) -> Vec<Vec<usize>> {
        grid(
            self.quasi
                .iter()
                .zip(levels)
                .map(|(column, &level)| level..=column.height()),
        )
    }

    /// The sensitive column at that position in the table.
    ///
    /// # Panics
    /// When the column there is not sensitive.
    pub fn sensitive_column(&self, index: usize) -> &SensitiveColumn {
        self.sensitive
            .iter()
            .find(|s| s.index == index)
            .expect("a model names a sensitive column")
    }
}

/// One number from each range, in all ways, in lexicographic order.
fn grid(ranges: impl Iterator<Item = RangeInclusive<usize>>) -> Vec<Vec<usize>> {
    let longer = |node: &Vec<usize>, level| node.iter().copied().chain([level]).collect();
    ranges.fold(vec![Vec::new()], |nodes, range| {
        nodes
            .iter()
            .flat_map(|node| range.clone().map(move |l| longer(node, l)))
            .collect()
    })
}

/// The line of a hierarchy that begins with `value`.
pub(crate) fn line_of<'a>(lines: &'a [Vec<String>], value: &str) -> &'a [String] {
    lines
        .iter()
        .find(|line| line[0] == value)
        .expect("a hierarchy has a line for every value that occurs")
}
