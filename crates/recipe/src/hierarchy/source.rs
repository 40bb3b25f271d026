//! Where the hierarchy of a column comes from.

use crate::values::{Kind, OrderSource};
use equipoise_data::build::Builder;

/// Where a hierarchy comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HierarchySource {
    /// A file, relative to the recipe: one line per value, from the value to the top.
    File(String),
    /// A rule, applied to the values of the column.
    Builder(Builder),
    /// Areas put together from a table of codes and their inhabitants.
    Areas {
        /// The table, relative to the recipe.
        path: String,
        /// The fewest inhabitants of an area on each level, from level 1 up.
        inhabitants: Vec<u64>,
    },
}

impl HierarchySource {
    /// The file it is read from, relative to the recipe; none for a rule.
    pub fn path(&self) -> Option<&str> {
        match self {
            HierarchySource::File(path) | HierarchySource::Areas { path, .. } => Some(path),
            HierarchySource::Builder(_) => None,
        }
    }
}

/// Facts that a builder takes from its column.
pub(crate) struct BuilderContext<'a> {
    pub(crate) kind: Option<Kind>,
    pub(crate) order: Option<&'a OrderSource>,
    /// The format of dates, if it is sound: otherwise the column says what is wrong with it.
    pub(crate) format: Option<&'a str>,
    pub(crate) place: &'a str,
}
