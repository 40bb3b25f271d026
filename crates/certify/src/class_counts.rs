//! Counts of tables that are not released: a population, the whole input.

use crate::person_list::PersonList;
use serde::{Deserialize, Serialize};

/// The quasi-identifier texts of a class; `None` is "missing".
pub type Labels = Vec<Option<String>>;

/// The units of a population in each class, sorted by labels; classes that are not listed have
/// none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClassCounts(pub Vec<(Labels, u64)>);

/// The classes of the whole input at the released levels, and what may be above their labels.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InputClasses {
    /// The classes.
    pub classes: Vec<InputClass>,
    /// For each quasi-identifier the labels of its released level, each followed by those above it
    /// up to the top. A label may stand on several lines if these agree. "Missing", and a label
    /// without a line, stays as it is below the top.
    pub lines: Vec<Vec<Vec<String>>>,
    /// Regions, where released classes have labels of their own: then `classes` are those of the raw
    /// values, and there are no lines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub regions: Option<Regions>,
}

/// The values that labels of classes stand for, and the sets of rows that a class may be compared
/// with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Regions {
    /// For each quasi-identifier its values in their order. "Missing" comes after all of them.
    pub values: Vec<Vec<String>>,
    /// For each quasi-identifier the released labels, each with the places of the first and the
    /// last of the values that it stands for.
    pub labels: Vec<Vec<(String, u32, u32)>>,
    /// For each set, for each quasi-identifier, the places of its first and its last value.
    pub sets: Vec<Vec<(u32, u32)>>,
}

/// One class of the whole input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InputClass {
    /// Its labels, then the values of the other columns that divide it.
    pub labels: Labels,
    /// Its sensitive values; `None` is "missing".
    pub values: Vec<(Option<String>, Units)>,
}

/// Units that may be counted again in a larger class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Units {
    /// Rows add up.
    Rows(u64),
    /// Persons do not, so they are listed.
    Persons(PersonList),
}
