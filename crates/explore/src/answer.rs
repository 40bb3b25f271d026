//! What an atlas answers.

use crate::known::Figures;
use equipoise_data::{Lattice, Levels, height};

/// A node as an answer shows it.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    /// Its index in the lattice.
    pub node: u64,
    /// Its levels.
    pub levels: Levels,
    /// The sum of its levels.
    pub height: u32,
    /// Units of protection that lose a row.
    pub units: u64,
    /// Rows that go.
    pub rows: u64,
    /// Classes that stay.
    pub kept_classes: u64,
    /// Per loss of the atlas its value.
    pub losses: Vec<f64>,
}

impl Shown {
    pub(crate) fn new(lattice: &Lattice, node: u64, figures: Figures) -> Self {
        let levels = lattice.levels(node);
        let height = height(&levels);
        let Figures {
            units,
            rows,
            kept_classes,
            losses,
        } = figures;
        Shown {
            node,
            levels,
            height,
            units,
            rows,
            kept_classes,
            losses,
        }
    }
}

/// The answer to wishes: the best node, or what would have to give.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The best node within the wishes.
    pub best: Option<Shown>,
    /// Other nodes that are as good by the measure that was asked by, the best of them first.
    pub ties: Vec<Shown>,
    /// True when no other node can be better; or, with no best, when none is within the wishes.
    pub proved: bool,
    /// Nodes whose numbers were looked at.
    pub nodes_visited: u64,
    /// Where there is no best: what to relax.
    pub suggestions: Option<Suggestions>,
}

/// Three ways out of wishes that cannot be met, each relaxing one of them and keeping the rest. One
/// that is missing says why.
#[derive(Clone, Debug)]
pub struct Suggestions {
    /// Leave out more: the fewest units over all nodes within the level bounds.
    pub suppression: Result<Shown, NoSuggestion>,
    /// Coarser: the lowest sum of levels where the coarsest levels are given up.
    pub height: Result<Shown, NoSuggestion>,
    /// Weaker privacy: the strictest threshold of one model that vmax reaches. It comes last
    /// wherever suggestions are shown.
    pub threshold: Result<Relaxed, NoSuggestion>,
    /// The same for each other model that could be relaxed, in the order of the recipe.
    pub other_thresholds: Vec<Relaxed>,
}

/// The reason why a suggestion is missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoSuggestion {
    /// A sentence without its full stop.
    pub reason: String,
    /// True when there is no such way. False when that is not known, because nodes that matter have
    /// no record.
    pub proved: bool,
}

impl NoSuggestion {
    /// There is no such way.
    pub(crate) fn proved(reason: impl Into<String>) -> Self {
        NoSuggestion {
            reason: reason.into(),
            proved: true,
        }
    }

    /// Whether there is such a way is not known.
    pub(crate) fn unknown(why: &str) -> Self {
        NoSuggestion {
            reason: format!("it is not known whether there is such a way: {why}"),
            proved: false,
        }
    }
}

/// A threshold that can be reached.
#[derive(Clone, Debug, PartialEq)]
pub struct Relaxed {
    /// Which axis, or which table model behind the axes.
    pub axis: usize,
    /// The strictest grade that is reached.
    pub grade: u64,
    /// The node that reaches it: vmax.
    pub shown: Shown,
}
