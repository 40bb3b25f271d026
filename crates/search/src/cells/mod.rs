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
mod progress;
mod refine;
mod sets;
mod task;
mod wildcard;

pub use judge::{cautious_k, wildcard_k};
pub use task::{CellTask, Reading};

use crate::{Limits, SearchWatch, Stopped};
use cautious::cautious_masks;
use equipoise_data::{Error, Result};
use ground::Ground;
use nodes::Nodes;
use prints::bits;
use progress::Progress;

/// Sets of columns that can be looked at.
const MOST_SETS: u128 = 100_000;

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
