//! Finds the best node of a lattice, and proves it; or a good one, where a proof would take too
//! long.
//!
//! The search knows models and losses by their traits only, works on counted tuples, and never sees
//! a string.

/// Runs code that is generic over the key width `W` at the width given, one of [`WIDTHS`].
macro_rules! at_width {
    ($words:expr, $width:ident => $run:expr) => {
        match $words {
            1 => {
                const $width: usize = 1;
                $run
            }
            2 => {
                const $width: usize = 2;
                $run
            }
            4 => {
                const $width: usize = 4;
                $run
            }
            _ => {
                const $width: usize = 16;
                $run
            }
        }
    };
}

mod above;
mod annotate;
mod best_effort;
mod board;
pub mod cells;
mod evaluate;
mod examine;
mod multidim;
mod optimal;
pub mod prefer;
pub mod record;
mod space;
mod visit;
mod waypoints;

pub use annotate::{
    Annotation, AnnotationRequest, Annotator, Axis, Graded, Persons, with_annotator,
};
pub use examine::{ClassFacts, Examined, classes_at, examine, judge_labels};
pub use multidim::{
    LocalRecoding, MondrianOptions, Partition, Recode, classes_of, examine_partition,
    local_recoding, mondrian,
};

use equipoise_data::{Encoded, Error, Hashing, Lattice, Levels, Result, WIDTHS};
use equipoise_measure::{Facts, Loss};
use equipoise_privacy::Panel;
use space::{Plan, Space};
use std::time::Instant;

/// What is to be searched, and for what.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    /// The rows as codes.
    pub encoded: &'a Encoded<'a>,
    /// The nodes to choose from.
    pub lattice: &'a Lattice,
    /// The models.
    pub panel: &'a Panel,
    /// The loss.
    pub loss: &'a dyn Loss,
    /// How many units of protection may lose a row.
    pub allowed_units: u64,
}

/// What a search may use.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes for classes that are kept at hand. What is known of the nodes may take eight times as
    /// much: a lattice that needs more is refused.
    pub memory_bytes: usize,
    /// Nodes whose classes may be formed.
    pub max_nodes: Option<u64>,
    /// When to stop.
    pub deadline: Option<Instant>,
    /// Words per key, if wider than needed: for tests.
    pub words: Option<usize>,
    /// For tests that force collisions.
    pub hashing: Hashing,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            memory_bytes: 80 << 20,
            max_nodes: None,
            deadline: None,
            words: None,
            hashing: Hashing::Full,
        }
    }
}

/// Lets a caller show progress and stop a search.
pub trait SearchWatch: Sync {
    /// So many nodes were evaluated, so many of the total are decided; `best` is the smallest loss
    /// so far.
    fn progress(&self, evaluated: u64, decided: u64, total: u64, best: Option<f64>);

    /// True when the search shall stop and return what it has.
    fn stopped(&self) -> bool;
}

/// Watches nothing.
#[derive(Clone, Copy, Debug)]
pub struct UnwatchedSearch;

impl SearchWatch for UnwatchedSearch {
    fn progress(&self, _: u64, _: u64, _: u64, _: Option<f64>) {}

    fn stopped(&self) -> bool {
        false
    }
}

/// A node and what is known of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// Its levels.
    pub levels: Levels,
    /// What was counted.
    pub facts: Facts,
    /// Its loss.
    pub loss: f64,
}

/// Why a search ended before it had a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// The caller asked for it.
    ByUser,
    /// The time was over.
    TimeLimit,
    /// As many nodes were evaluated as allowed.
    MaxNodes,
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct SearchOutcome {
    /// The best feasible node.
    pub best: Option<Found>,
    /// Where nothing is feasible, the node with the fewest suppressed units, then the smallest loss
    /// (or, where nothing is kept at all, the greatest height).
    pub nearest: Option<Found>,
    /// True when every other node is known to be no better (or, with no best, none to be feasible).
    pub proved: bool,
    /// Why the search ended early.
    pub stopped: Option<Stopped>,
    /// Nodes of the lattice.
    pub nodes_total: u64,
    /// Nodes whose classes were formed.
    pub nodes_evaluated: u64,
}

/// Finds the node with the smallest loss that suppresses no more units than allowed, and proves
/// that it is the best.
///
/// Better means smaller loss, then smaller sum of levels, then fewer suppressed units, then the
/// lexicographically smaller level vector. Losses are equal when they differ by at most 1e-12
/// relative.
///
/// # Errors
/// A lattice too large to keep a few bytes per node, or keys wider than 1,024 bits.
pub fn optimal(task: &Task<'_>, limits: &Limits, watch: &dyn SearchWatch) -> Result<SearchOutcome> {
    above::check(task)?;
    let plan = Plan::new(task);
    at_width!(words(&plan, limits)?, W => optimal::run(&Space::<W>::new(task, plan, limits), limits, watch))
}

/// Looks for a node with a small loss that suppresses no more units than allowed, in a lattice of
/// any size.
///
/// Better means what it means for [`optimal`]; every node that is returned was looked at, its facts
/// and its loss are exact. Whether there is a better one is unknown unless [`SearchOutcome::proved`] says
/// so, as happens where the lattice is small or no node is feasible at all.
///
/// # Budget
/// As long as [`Limits::max_nodes`], [`Limits::deadline`] and [`SearchWatch::stopped`] let, or until
/// there is a proof. Where neither nodes nor time are limited, it ends by itself when many starts
/// have brought nothing new, and after 60 seconds at the latest.
///
/// The same `seed` and `max_nodes` give the same answer on any number of threads. When time ends
/// the search, it may have come further or less far.
///
/// # Errors
/// Keys wider than 1,024 bits, or a lattice too large for models that look at supersets.
pub fn best_effort(
    task: &Task<'_>,
    limits: &Limits,
    seed: u64,
    watch: &dyn SearchWatch,
) -> Result<SearchOutcome> {
    above::check(task)?;
    let plan = Plan::new(task);
    Ok(
        at_width!(words(&plan, limits)?, W => best_effort::run(&Space::<W>::new(task, plan, limits), limits, seed, watch)),
    )
}

/// Evaluates every node of the lattice; the results are in index order.
///
/// # Errors
/// Keys wider than 1,024 bits, or a lattice too large for models that look at supersets.
pub fn all_nodes(task: &Task<'_>, limits: &Limits) -> Result<Vec<(Facts, f64)>> {
    above::check(task)?;
    let plan = Plan::new(task);
    Ok(at_width!(words(&plan, limits)?, W => visit::all(&Space::<W>::new(task, plan, limits))))
}

/// The key width to use, in words: the narrowest compiled one that fits.
fn words(plan: &Plan, limits: &Limits) -> Result<usize> {
    key_words(plan.layout.words().max(limits.words.unwrap_or(1)))
}

/// The narrowest compiled key width of at least so many words.
fn key_words(needed: usize) -> Result<usize> {
    WIDTHS
        .iter()
        .copied()
        .find(|&w| w >= needed)
        .ok_or_else(|| {
            Error::limit(format!(
                "the quasi-identifiers need keys of {} bits; at most 1,024 are possible",
                needed * 64
            ))
            .hint("raise min-level of quasi-identifiers with very many values")
        })
}
