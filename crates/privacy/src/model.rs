//! What a privacy model is to the rest of the project.

use crate::score::Score;
use equipoise_data::ModelName;
use std::fmt::Debug;

/// Which side of the asked value is good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The score must reach the asked value, as with k and l.
    AtLeast,
    /// The score must not exceed the asked value, as with t.
    AtMost,
    /// The score must be below the asked value, as with c of recursive diversity.
    Below,
}

impl Bound {
    /// Whether `score` is within the bound `asked`.
    pub fn allows(self, score: Score, asked: Score) -> bool {
        match self {
            Bound::AtLeast => score >= asked,
            Bound::AtMost => score <= asked,
            Bound::Below => score < asked,
        }
    }

    /// The worse of two scores.
    pub fn worse(self, a: Score, b: Score) -> Score {
        match self {
            Bound::AtLeast => a.min(b),
            Bound::AtMost | Bound::Below => a.max(b),
        }
    }
}

/// What a model declares about itself; searches prune by it and property tests try to refute it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Monotone {
    /// A class that meets the model still meets it after merging with any other class, so fewer
    /// units are suppressed on the way up. Only models that judge each class by itself.
    pub under_merging: bool,
    /// A table that meets the model as a whole still does after generalization, where rows are the
    /// unit. (Persons do not add up: one who is in two classes makes the merged class smaller than
    /// the sum. With persons only `under_merging` says something.)
    pub under_generalization: bool,
    /// A table that meets the model still meets it after any classes are removed.
    pub under_suppression: bool,
}

/// What a model sees of a class.
#[derive(Clone, Copy, Debug, Default)]
pub struct Class<'a> {
    /// Units of protection in it: rows, or distinct persons.
    pub size: u64,
    /// The (value, units) pairs of the sensitive column that the model needs, each value once, in
    /// no particular order, without values that do not occur; empty if it needs none. Where persons
    /// are the unit, a person with several values counts for each, so the units may add up to more
    /// than `size`.
    pub values: &'a [(u32, u64)],
    /// Where only occurrence is counted ([`ClassModel::only_occurrence`]) and there are few values:
    /// a bit for each value that occurs, and `values` is empty.
    pub marks: Option<u64>,
    /// Units of the population that fall into it; 0 where no population is known.
    pub population: u64,
}

impl<'a> Class<'a> {
    /// A class of `size` units with these values.
    pub fn new(size: u64, values: &'a [(u32, u64)]) -> Self {
        Class {
            size,
            values,
            marks: None,
            population: 0,
        }
    }
}

/// A model that judges each class by itself.
pub trait ClassModel: Debug + Send + Sync {
    /// The name in recipes, such as `k-anonymity`.
    fn name(&self) -> ModelName;

    /// The sensitive column (its number among the counted ones) whose values the model needs.
    fn needs(&self) -> Option<usize>;

    /// True when it only matters which values occur in a class: it may then get [`Class::marks`]
    /// instead of [`Class::values`].
    fn only_occurrence(&self) -> bool {
        false
    }

    /// What the model declares about itself.
    fn monotone(&self) -> Monotone;

    /// Which side of [`ClassModel::asked`] is good.
    fn bound(&self) -> Bound;

    /// The parameter asked for.
    fn asked(&self) -> Score;

    /// The strictest parameter that a class meets; [`Score::INFINITE`] where small scores are good
    /// and none is lax enough, or large ones and every one is met.
    fn score(&self, class: &Class<'_>) -> Score;

    /// Whether a class meets the model. Models may shortcut [`ClassModel::score`] but must agree
    /// with it.
    fn meets(&self, class: &Class<'_>) -> bool {
        self.bound().allows(self.score(class), self.asked())
    }

    /// At least so many units of a class fall into failing classes however it is divided further.
    /// Searches rule out finer nodes by it; 0 is always right. Asked only where units add up, that
    /// is, where rows are the unit.
    ///
    /// A model with a score that is convex in the distribution of the class knows a bound though it
    /// is not monotone under merging: the mean score of the parts is no better than that of the
    /// whole, so where the whole fails, some part must.
    fn lost_within(&self, class: &Class<'_>) -> u64 {
        if self.monotone().under_merging && !self.meets(class) {
            class.size
        } else {
            0
        }
    }

    /// True when [`ClassModel::lost_within`] can be more than 0.
    fn bounds_loss(&self) -> bool {
        self.monotone().under_merging
    }

    /// No class smaller than this can meet the model. It spares most classes a closer look.
    fn least_size(&self) -> u64 {
        1
    }

    /// True when every class of the population must keep a row: whoever sees that a class is gone
    /// learns that its people are not in the table. Then nothing may be suppressed, and a class of
    /// the population without rows breaks the model.
    fn forbids_absence(&self) -> bool {
        false
    }

    /// True when all scores are whole numbers.
    fn has_whole_scores(&self) -> bool {
        false
    }

    /// True when [`ClassModel::least_size`] is all there is to check.
    fn size_decides(&self) -> bool {
        false
    }
}

/// A model that judges all kept classes together, from how many classes there are of each size.
pub trait TableModel: Debug + Send + Sync {
    /// The name in recipes.
    fn name(&self) -> ModelName;

    /// What the model declares about itself.
    fn monotone(&self) -> Monotone;

    /// Which side of [`TableModel::asked`] is good.
    fn bound(&self) -> Bound;

    /// The parameter asked for.
    fn asked(&self) -> Score;

    /// The score of a table whose kept classes have these (size, classes), sizes rising.
    fn score(&self, sizes: &[(u64, u64)]) -> Score;
}

/// The classes of a node as a model sees them that looks at several together.
pub trait JointClasses {
    /// Number of quasi-identifiers.
    fn attributes(&self) -> usize;

    /// The given classes by what they have in common on some quasi-identifiers.
    fn by(&self, attributes: &[usize], classes: &[u32]) -> Vec<Vec<u32>>;

    /// The size of classes taken together, in units of protection.
    fn joint_size(&self, classes: &[u32]) -> u64;

    /// The (value, units) pairs of a sensitive column in classes taken together.
    fn joint_values(&self, column: usize, classes: &[u32]) -> Vec<(u32, u64)>;
}

/// A model that judges groups which cut across classes, such as all rows with the same age and sex.
///
/// Suppression works in rounds: all groups of the classes that are left are judged, every class in
/// a failing group goes, and so on until none fails. So the outcome does not depend on the order of
/// groups.
pub trait JointModel: Debug + Send + Sync {
    /// The name in recipes.
    fn name(&self) -> ModelName;

    /// What the model declares about itself.
    fn monotone(&self) -> Monotone;

    /// Which side of [`JointModel::asked`] is good.
    fn bound(&self) -> Bound;

    /// The parameter asked for.
    fn asked(&self) -> Score;

    /// The sensitive column (its number among the counted ones) whose values the model needs.
    fn needs(&self) -> Option<usize>;

    /// The groups of these classes, each with its score.
    fn scores(
        &self,
        groups: &dyn JointClasses,
        classes: &[u32],
        visit: &mut dyn FnMut(Score, &[u32]),
    );

    /// Whether a failing group also fails in every division of its classes.
    fn fails_for_good(&self, groups: &dyn JointClasses, members: &[u32]) -> bool;
}

/// The classes that a class is a part of at nodes above its own.
pub trait Supersets {
    /// Calls `visit` with the size and the units of each value (of a sensitive column) of supersets
    /// of a class, until it says that it has seen enough. All that are large enough for some model
    /// are visited, in an order that depends on the table only.
    fn visit(&self, class: usize, column: usize, visit: &mut dyn FnMut(u64, &[u64]) -> bool);
}

/// No supersets: for panels without models that look at them.
#[derive(Clone, Copy, Debug)]
pub struct Alone;

impl Supersets for Alone {
    fn visit(&self, _: usize, _: usize, _: &mut dyn FnMut(u64, &[u64]) -> bool) {}
}

/// A model that compares a class with supersets of it.
pub trait SupersetModel: Debug + Send + Sync {
    /// The name in recipes.
    fn name(&self) -> ModelName;

    /// The sensitive column (its number among the counted ones) whose values the model needs.
    fn needs(&self) -> usize;

    /// Only supersets of so many units count.
    fn least_superset(&self) -> u64;

    /// What the model declares about itself.
    fn monotone(&self) -> Monotone;

    /// Which side of [`SupersetModel::asked`] is good.
    fn bound(&self) -> Bound;

    /// The parameter asked for.
    fn asked(&self) -> Score;

    /// The score of a class, the best over its supersets. It may stop at one that meets the model
    /// when `enough`.
    fn score(&self, class: &Class<'_>, number: usize, above: &dyn Supersets, enough: bool)
    -> Score;
}

/// A model of any kind.
#[derive(Debug)]
pub enum AnyModel {
    /// Judges each class by itself; failing classes are suppressed.
    Class(Box<dyn ClassModel>),
    /// Judges each class by classes of coarser nodes that contain it; failing classes are
    /// suppressed.
    Superset(Box<dyn SupersetModel>),
    /// Judges groups of classes; all classes of failing groups are suppressed, round after round.
    Joint(Box<dyn JointModel>),
    /// Judges the table; classes are suppressed smallest first until it holds.
    Table(Box<dyn TableModel>),
}

impl AnyModel {
    /// The name in recipes.
    pub fn name(&self) -> ModelName {
        match self {
            AnyModel::Class(m) => m.name(),
            AnyModel::Superset(m) => m.name(),
            AnyModel::Joint(m) => m.name(),
            AnyModel::Table(m) => m.name(),
        }
    }

    /// The parameter asked for.
    pub fn asked(&self) -> Score {
        match self {
            AnyModel::Class(m) => m.asked(),
            AnyModel::Superset(m) => m.asked(),
            AnyModel::Joint(m) => m.asked(),
            AnyModel::Table(m) => m.asked(),
        }
    }

    /// What the model declares about itself.
    pub fn monotone(&self) -> Monotone {
        match self {
            AnyModel::Class(m) => m.monotone(),
            AnyModel::Superset(m) => m.monotone(),
            AnyModel::Joint(m) => m.monotone(),
            AnyModel::Table(m) => m.monotone(),
        }
    }

    /// Which side of the asked parameter is good.
    pub fn bound(&self) -> Bound {
        match self {
            AnyModel::Class(m) => m.bound(),
            AnyModel::Superset(m) => m.bound(),
            AnyModel::Joint(m) => m.bound(),
            AnyModel::Table(m) => m.bound(),
        }
    }
}
