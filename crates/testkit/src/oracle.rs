//! A case made ready to be evaluated, and what is true of its nodes.

use crate::case::Case;
use crate::measured::OracleMeasured;
use crate::reference::Reference;
use std::collections::BTreeMap;
use std::rc::Rc;

/// What is true of a node.
#[derive(Clone, Debug, PartialEq)]
pub struct OracleFacts {
    /// The classes, in the order of their labels.
    pub classes: Vec<OracleClass>,
    /// Number of classes that are kept.
    pub kept_classes: u64,
    /// Rows of the classes that are not.
    pub suppressed_rows: u64,
    /// Persons with at least one suppressed row; without persons the suppressed rows.
    pub suppressed_units: u64,
    /// The suppressed units are within the limit and at least one row is kept.
    pub feasible: bool,
    /// The loss, smaller is better.
    pub loss: f64,
    /// The value of each attribute before aggregation; empty for a loss that has none.
    pub attributes: Vec<f64>,
    /// For each model the worst over the kept classes, or over what a table-wide model judges;
    /// `None` when no class is kept.
    pub measured: Vec<Option<OracleMeasured>>,
}

/// Rows that are alike in all quasi-identifiers.
#[derive(Clone, Debug, PartialEq)]
pub struct OracleClass {
    /// The rows by number, from 0, ascending.
    pub rows: Vec<usize>,
    /// Distinct persons among them; without persons the number of rows.
    pub units: u64,
    /// For each model the score of this class; `None` for a model that is table-wide.
    pub scores: Vec<Option<OracleMeasured>>,
    /// True when the class meets every model that has a score for it, and no table-wide model
    /// removed it.
    pub kept: bool,
}

/// What a cell of a quasi-identifier becomes at a level.
pub(crate) struct Cell<'a> {
    /// The label; `None` is a missing value that stays missing.
    pub(crate) label: Option<&'a str>,
    /// Lines of the hierarchy with this label at this level; a missing value counts as one line.
    pub(crate) lines: u64,
    /// Different values of the input with this label at this level, without missing ones; at least
    /// one.
    pub(crate) values: u64,
    /// Rows of the input with this label at this level.
    pub(crate) rows: u64,
}

/// Rows by their labels.
pub(crate) type Groups<'a> = BTreeMap<Vec<Option<&'a str>>, Vec<usize>>;

/// A case made ready to evaluate many nodes. It only looks things up that [`crate::evaluate`] would look
/// up again each time.
pub struct Oracle<'a> {
    pub(crate) case: &'a Case,
    /// By quasi-identifier, level and row.
    pub(crate) cells: Vec<Vec<Vec<Cell<'a>>>>,
    /// For each row the unit it belongs to: the first row of the same person, or the row itself.
    pub(crate) unit: Vec<usize>,
    /// For each model with a column its reference.
    pub(crate) references: Vec<Option<Reference<'a>>>,
    /// The groups of the nodes seen before.
    pub(crate) groups: BTreeMap<Vec<usize>, Rc<Groups<'a>>>,
}
