//! The fewest suppressed cells such that k holds, for all quasi-identifiers together or for every
//! set of m of them.
//!
//! # Source
//! Cell suppression as the smallest number of entries replaced by `*`: Meyerson and Williams, PODS
//! 2004, who prove it NP-hard; the bound and [`Reading::Fitting`] are (k,1)-anonymity of Gionis,
//! Mazza and Tassa, ICDE 2008. Sets of m columns, importance and the wildcard reading: sdcMicro's
//! `localSuppression` and `kAnon`.

mod cautious;
mod classes;
mod cover;
mod fitting;
mod ground;
mod groups;
mod hitting;
mod judge;
mod nodes;
mod prints;
mod refine;
mod sets;
mod wildcard;

pub use judge::{cautious_k, wildcard_k};

use crate::{Limits, SearchWatch, Stopped};
use classes::Classes;
use equipoise_data::{Error, Result};
use ground::Ground;
use nodes::Nodes;
use prints::bits;
use std::time::Instant;

/// Attempts to improve per kind of rows, and their limits, where nobody sets another.
const STEPS_PER_KIND: u64 = 24;
const FEWEST_STEPS: u64 = 4_000;
const MOST_STEPS: u64 = 2_000_000;

/// Sets of columns that can be looked at.
const MOST_SETS: u128 = 100_000;

/// What a suppressed cell stands for when units are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reading {
    /// A suppressed cell is a value of its own. Rows with the same cells form classes, and every
    /// class has at least k units.
    #[default]
    Cautious,
    /// Every released row fits at least k units of the input: rows that agree with it wherever it
    /// shows a value.
    ///
    /// It is stronger than [`Reading::Wildcard`] and weaker than [`Reading::Cautious`]: a release
    /// with this property has k in the wildcard reading. What others suppress does not help a row,
    /// so each row has a best mask of its own.
    Fitting,
    /// A suppressed cell matches anything: row i is counted with row j if on every column they are
    /// equal or at least one of the two is suppressed.
    ///
    /// Little is needed for it, and little is it worth: where k - 1 rows are suppressed wholly,
    /// every other row has k.
    Wildcard,
}

/// What is to be suppressed, and for what.
#[derive(Clone, Debug)]
pub struct CellTask<'a> {
    /// Per quasi-identifier the leaf of each row. A missing value is a value like any other.
    pub columns: Vec<&'a [u32]>,
    /// Per row a person: then units are distinct persons, else rows.
    pub persons: Option<&'a [u32]>,
    /// How many units.
    pub k: u64,
    /// k shall hold on every set of so many quasi-identifiers; without it, on all together.
    pub subset: Option<usize>,
    /// Per quasi-identifier what a suppressed cell costs.
    pub importance: Vec<u64>,
    /// What a suppressed cell stands for.
    pub reading: Reading,
}

/// Which cells are suppressed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuppressedCells {
    /// Per row the suppressed columns: bit c is column c.
    pub masks: Vec<u64>,
    /// How many cells.
    pub cells: u64,
    /// How many per column.
    pub cells_of: Vec<u64>,
    /// The sum of their importance.
    pub cost: u64,
    /// No choice of cells that meets k costs less than this.
    pub bound: u64,
    /// True when the cost is the bound: nothing costs less.
    pub proved: bool,
    /// Why it ended early.
    pub stopped: Option<Stopped>,
}

/// Finds few cells whose suppression makes k hold.
///
/// Every result meets k: it is counted by other code before it is returned. Whether it is the best
/// is unknown unless [`SuppressedCells::proved`] says so; [`SuppressedCells::bound`] says how much
/// better it could be at most.
///
/// `None` where there are fewer than k units in all.
///
/// # Budget
/// As many attempts to improve as [`Limits::max_nodes`] says, or a number that grows with the
/// table. [`Limits::deadline`] and [`SearchWatch::stopped`] end it earlier with the best so far. Unless
/// time ended it, the same task gives the same cells on any number of threads.
///
/// [`Limits::memory_bytes`] bounds how many masks are considered together: all of them, where they
/// fit.
///
/// # Errors
/// No or more than 64 columns, more than 100,000 sets of them, columns of different lengths, k or
/// an importance of 0.
///
/// ```
/// use equipoise_search::cells::{CellTask, Reading, suppress_cells};
/// use equipoise_search::{Limits, UnwatchedSearch};
///
/// let (age, sex) = ([1, 1, 2, 2, 3], [0, 0, 0, 0, 1]);
/// let task = CellTask { columns: vec![&age, &sex], persons: None, k: 2, subset: None, importance: vec![1, 1], reading: Reading::Cautious };
/// let found = suppress_cells(&task, &Limits::default(), &UnwatchedSearch)?.expect("five rows");
/// // The last row shares no value with others: it and at least one of them must lose both cells, and nobody may be left alone.
/// assert_eq!((found.cells, found.cells_of), (6, vec![3, 3]));
/// # Ok::<(), equipoise_data::Error>(())
/// ```
pub fn suppress_cells(
    task: &CellTask<'_>,
    limits: &Limits,
    watch: &dyn SearchWatch,
) -> Result<Option<SuppressedCells>> {
    check(task)?;
    let ground = Ground::new(task);
    let task = &CellTask {
        subset: task.subset.filter(|&size| size < task.columns.len()),
        ..task.clone()
    };
    if units(task) < task.k {
        return Ok(None);
    }
    let mut progress = Progress {
        limits,
        watch,
        stopped: None,
    };
    let (masks, bound) = match (task.reading, task.subset) {
        (Reading::Cautious, None) => cautious_masks(&ground, &mut progress),
        (Reading::Cautious, Some(size)) => sets::masks(task, &ground, size, &mut progress),
        (Reading::Fitting, None) => fitting::masks(&ground, &Nodes::new(&ground, limits)),
        (Reading::Fitting, Some(size)) => hitting::masks(&ground, size, &mut progress),
        (Reading::Wildcard, _) => wildcard::masks(task, &mut progress),
    };
    let found = measured(task, masks, bound, progress.stopped);
    verified(task, found).map(Some)
}

fn cautious_masks(ground: &Ground<'_>, progress: &mut Progress<'_>) -> (Vec<u64>, u64) {
    let nodes = Nodes::new(ground, progress.limits);
    let mut classes = Classes::greedy(ground, &nodes);
    let steps = progress.limits.max_nodes.unwrap_or_else(|| {
        (ground.kinds.len() as u64 * STEPS_PER_KIND).clamp(FEWEST_STEPS, MOST_STEPS)
    });
    let (mut masks, _) = cautious::improve(&mut classes, steps, progress);
    if !nodes.is_complete() {
        refine::refine(ground, &mut masks);
    }
    (masks, cautious::bound(ground, &nodes))
}

/// Sums up which cells are suppressed.
fn measured(
    task: &CellTask<'_>,
    masks: Vec<u64>,
    bound: u64,
    stopped: Option<Stopped>,
) -> SuppressedCells {
    let mut cells_of = vec![0; task.columns.len()];
    masks
        .iter()
        .flat_map(|&m| bits(m))
        .for_each(|c| cells_of[c] += 1);
    let cost = cells_of
        .iter()
        .zip(&task.importance)
        .map(|(cells, weight)| cells * weight)
        .sum();
    SuppressedCells {
        masks,
        cells: cells_of.iter().sum(),
        cells_of,
        cost,
        bound,
        proved: cost == bound,
        stopped,
    }
}

/// Counts again whether k holds.
fn verified(task: &CellTask<'_>, found: SuppressedCells) -> Result<SuppressedCells> {
    let holds = match task.reading {
        Reading::Cautious => {
            cautious_k(&task.columns, task.persons, &found.masks, task.subset) >= task.k
        }
        Reading::Fitting | Reading::Wildcard => judge::is_wildcard(
            &task.columns,
            task.persons,
            &found.masks,
            task.subset,
            task.k,
        ),
    };
    if !holds {
        return Err(Error::internal(format!(
            "cell suppression did not reach k = {}",
            task.k
        )));
    }
    Ok(found)
}

fn check(task: &CellTask<'_>) -> Result<()> {
    let columns = task.columns.len();
    if columns == 0 || columns > 64 {
        return Err(Error::limit(format!(
            "cell suppression is asked for {columns} quasi-identifiers; it takes 1 to 64"
        ))
        .hint("leave out columns that nobody outside can know"));
    }
    let rows = task.columns[0].len();
    if task.columns.iter().any(|c| c.len() != rows)
        || task.persons.is_some_and(|p| p.len() != rows)
        || task.importance.len() != columns
    {
        return Err(Error::internal(
            "columns, persons or importance of a cell suppression differ in length",
        ));
    }
    if task.k == 0 || task.subset == Some(0) {
        return Err(Error::usage(
            "k and the number of columns per set must be at least 1",
        ));
    }
    if let Some(size) = task
        .subset
        .filter(|&size| size < columns && sets_of(columns, size) > MOST_SETS)
    {
        return Err(Error::limit(format!(
            "there are more than {MOST_SETS} sets of {size} of {columns} quasi-identifiers"
        ))
        .hint("ask for k on all of them together: then it holds on every set of them"));
    }
    let dearest = task
        .importance
        .iter()
        .copied()
        .fold(0u64, u64::saturating_add);
    if task.importance.contains(&0) || u128::from(dearest) * (rows as u128 + 1) > i64::MAX as u128 {
        return Err(Error::usage(
            "the importance of a column is 0 or too large; it must be at least 1",
        )
        .hint("1 is usual, 10 is ten times as dear"));
    }
    Ok(())
}

/// How many sets of a size there are.
fn sets_of(columns: usize, size: usize) -> u128 {
    (0..size.min(columns - size) as u128).fold(1, |sets, i| sets * (columns as u128 - i) / (i + 1))
}

/// Units of protection in all.
fn units(task: &CellTask<'_>) -> u64 {
    match task.persons {
        None => task.columns[0].len() as u64,
        Some(persons) => {
            let mut persons = persons.to_vec();
            persons.sort_unstable();
            persons.dedup();
            persons.len() as u64
        }
    }
}

/// Steps between two questions whether to go on.
const EACH: u64 = 256;

/// Whether to go on.
struct Progress<'w> {
    limits: &'w Limits,
    watch: &'w dyn SearchWatch,
    stopped: Option<Stopped>,
}

impl Progress<'_> {
    /// Tells how far it is, and whether it shall end; now and then only, since it is asked at every
    /// step.
    fn is_over(&mut self, step: u64, of: u64, best: u64) -> bool {
        if step.is_multiple_of(EACH) {
            self.watch.progress(step, step, of, Some(best as f64));
            return self.is_stopped();
        }
        self.stopped.is_some()
    }

    /// True when time is over or somebody said stop.
    fn is_stopped(&mut self) -> bool {
        if self.stopped.is_none() && self.watch.stopped() {
            self.stopped = Some(Stopped::ByUser);
        } else if self.stopped.is_none()
            && self.limits.deadline.is_some_and(|d| Instant::now() >= d)
        {
            self.stopped = Some(Stopped::TimeLimit);
        }
        self.stopped.is_some()
    }

    /// The same for work of which only every so manieth step is worth the question.
    fn is_stopped_at(&mut self, step: usize) -> bool {
        if (step as u64).is_multiple_of(EACH) {
            self.is_stopped()
        } else {
            self.stopped.is_some()
        }
    }
}
