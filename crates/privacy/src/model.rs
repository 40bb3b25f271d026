//! What a privacy model is to the rest of the project.

use crate::Score;
use std::fmt::Debug;

/// Which side of the asked value is good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The score must reach the asked value, as with k and l.
    AtLeast,
    /// The score must not exceed the asked value, as with t.
    AtMost,
}

impl Bound {
    /// Whether `score` is within the bound `asked`.
    pub fn allows(self, score: Score, asked: Score) -> bool {
        match self {
            Bound::AtLeast => score >= asked,
            Bound::AtMost => score <= asked,
        }
    }

    /// The worse of two scores.
    pub fn worse(self, a: Score, b: Score) -> Score {
        match self {
            Bound::AtLeast => a.min(b),
            Bound::AtMost => a.max(b),
        }
    }
}

/// What a model declares about itself; searches prune by it and property tests try to refute it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Monotone {
    /// A class that meets the model still meets it after merging with any other class, so fewer units are suppressed
    /// on the way up. (Stronger than: a table that meets it still does after generalization.)
    pub under_merging: bool,
    /// A table that meets the model still meets it after any classes are removed.
    pub under_suppression: bool,
}

/// A model that judges each class by itself.
///
/// `values` are the (value, units) pairs of the sensitive column that the model needs, empty if it needs none.
pub trait ClassModel: Debug + Send + Sync {
    /// The name in recipes, such as `k-anonymity`.
    fn name(&self) -> &'static str;

    /// The sensitive column (its number among the counted ones) whose values the model needs.
    fn needs(&self) -> Option<usize>;

    /// What the model declares about itself.
    fn monotone(&self) -> Monotone;

    /// Which side of [`ClassModel::asked`] is good.
    fn bound(&self) -> Bound;

    /// The parameter asked for.
    fn asked(&self) -> Score;

    /// The strictest parameter that a class of `size` units with these values meets.
    fn score(&self, size: u64, values: &[(u32, u64)]) -> Score;

    /// Whether a class meets the model. Models may shortcut [`ClassModel::score`] but must agree with it.
    fn meets(&self, size: u64, values: &[(u32, u64)]) -> bool {
        self.bound().allows(self.score(size, values), self.asked())
    }

    /// No class smaller than this can meet the model. It spares most classes a closer look.
    fn least_size(&self) -> u64 {
        1
    }

    /// True when [`ClassModel::least_size`] is all there is to check.
    fn size_decides(&self) -> bool {
        false
    }
}

/// A model that judges all kept classes together, from how many classes there are of each size.
pub trait TableModel: Debug + Send + Sync {
    /// The name in recipes.
    fn name(&self) -> &'static str;

    /// Which side of [`TableModel::asked`] is good.
    fn bound(&self) -> Bound;

    /// The parameter asked for.
    fn asked(&self) -> Score;

    /// The score of a table whose kept classes have these (size, classes), sizes rising.
    fn score(&self, sizes: &[(u64, u64)]) -> Score;
}

/// A model of either kind.
#[derive(Debug)]
pub enum Model {
    /// Judges each class by itself; failing classes are suppressed.
    Class(Box<dyn ClassModel>),
    /// Judges the table; classes are suppressed smallest first until it holds.
    Table(Box<dyn TableModel>),
}

impl Model {
    /// The name in recipes.
    pub fn name(&self) -> &'static str {
        match self {
            Model::Class(m) => m.name(),
            Model::Table(m) => m.name(),
        }
    }

    /// The parameter asked for.
    pub fn asked(&self) -> Score {
        match self {
            Model::Class(m) => m.asked(),
            Model::Table(m) => m.asked(),
        }
    }

    /// Which side of the asked parameter is good.
    pub fn bound(&self) -> Bound {
        match self {
            Model::Class(m) => m.bound(),
            Model::Table(m) => m.bound(),
        }
    }
}
