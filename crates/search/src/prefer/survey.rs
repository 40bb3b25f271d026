//! Where all nodes of a lattice are in two measures: what an exact answer is read from.

use super::achievement::{Point, RatedRelease};
use super::gauge::{Gauge, read};
use crate::evaluate::{Scratch, evaluate, evaluate_by, tally};
use crate::key_width::at_width;
use crate::space::{Plan, Space, words};
use crate::visit::visit;
use crate::{Limits, SearchWatch, Stopped, Task, above};
use equipoise_data::{Classes, Error, Levels, Result};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// Lattices with more nodes than this are not looked at one by one.
pub(super) const MOST_NODES: u64 = 1 << 22;

/// A node that may be released, in two measures.
#[derive(Clone, Debug, PartialEq)]
pub struct Spot {
    /// Its levels.
    pub levels: Levels,
    /// Its measures.
    pub point: Point,
    /// Its smallest kept class.
    pub least: u64,
    /// Units of protection that lose a row.
    pub suppressed_units: u64,
}

impl Spot {
    /// What an aspiration sees of it.
    pub fn place(&self) -> RatedRelease {
        RatedRelease {
            point: self.point,
            least: self.least,
        }
    }
}

/// The nodes of a lattice that may be released.
#[derive(Clone, Debug)]
pub struct Survey {
    /// The nodes, by height, units left out and levels: of equal ones the first is the better one.
    pub spots: Vec<Spot>,
    /// Nodes of the lattice.
    pub nodes_total: u64,
    /// Nodes that were looked at.
    pub nodes_evaluated: u64,
    /// Why not all were.
    pub stopped: Option<Stopped>,
}

impl Survey {
    /// True when every node was looked at, so that the best of these is the best of all.
    pub fn is_complete(&self) -> bool {
        self.nodes_evaluated == self.nodes_total
    }
}

/// Measures every node of the lattice under the task's models and its limit on suppression.
///
/// # Errors
/// Lattices of more than four million nodes where neither nodes nor time are limited, keys wider
/// than 1,024 bits, or a lattice too large for models that look at supersets.
///
/// # Cost
/// The classes of every node, formed once, on all threads. The answer is the same on any number of
/// them unless time or nodes are limited.
pub fn survey(
    task: &Task<'_>,
    gauges: &[Gauge<'_>; 2],
    limits: &Limits,
    watch: &dyn SearchWatch,
) -> Result<Survey> {
    let nodes = task.lattice.nodes();
    if nodes > MOST_NODES && limits.max_nodes.is_none() && limits.deadline.is_none() {
        return Err(Error::limit(format!("the lattice has {nodes} nodes; at most {MOST_NODES} can be compared one by one"))
            .hint("narrow `min-level` and `max-level` of columns, set a `time-limit` in `[search]` to compare the coarsest, or aspire over partitions: `over = \"partitions\"`"));
    }
    above::check(task)?;
    let plan = Plan::new(task);
    Ok(
        at_width!(words(&plan, limits)?, W => look_at_all(&Space::<W>::new(task, plan, limits), gauges, limits, watch)),
    )
}

fn look_at_all<const W: usize>(
    space: &Space<'_, W>,
    gauges: &[Gauge<'_>; 2],
    limits: &Limits,
    watch: &dyn SearchWatch,
) -> Survey {
    let (lattice, units) = (space.task.lattice, space.base.units());
    let total = lattice.nodes();
    let wanted = limits.max_nodes.unwrap_or(total).min(total).min(MOST_NODES);
    let is_late = || {
        limits
            .deadline
            .is_some_and(|deadline| Instant::now() >= deadline)
    };
    let spots: Mutex<Vec<Spot>> = Mutex::default();
    let done = AtomicU64::new(0);
    // Coarse nodes are the likelier releases, so these are looked at where not all can be.
    let nodes = (total - wanted..total)
        .map(|node| lattice.levels(node))
        .collect();
    visit(
        space,
        nodes,
        &|| watch.stopped() || is_late(),
        &|levels, classes, scratch: &mut Scratch<W>| {
            let spot = spot(space, gauges, units, levels, classes, scratch);
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            if let Some(spot) = spot {
                spots.lock().expect("no thread panicked").push(spot);
            }
            if done.is_multiple_of(64) {
                watch.progress(done, done, total, None);
            }
        },
    );
    let nodes_evaluated = done.into_inner();
    let stopped = match nodes_evaluated {
        all if all == total => None,
        _ if watch.stopped() => Some(Stopped::ByUser),
        some if some == wanted => Some(Stopped::MaxNodes),
        _ => Some(Stopped::TimeLimit),
    };
    let mut spots = spots.into_inner().expect("no thread panicked");
    let height = |spot: &Spot| spot.levels.iter().map(|&l| u64::from(l)).sum::<u64>();
    spots.sort_by(|a, b| {
        let first = height(a)
            .cmp(&height(b))
            .then(a.suppressed_units.cmp(&b.suppressed_units));
        first.then_with(|| a.levels.cmp(&b.levels))
    });
    Survey {
        spots,
        nodes_total: total,
        nodes_evaluated,
        stopped,
    }
}

/// A node in two measures; none where it may not be released.
fn spot<const W: usize>(
    space: &Space<'_, W>,
    gauges: &[Gauge<'_>; 2],
    units: u64,
    levels: &[u8],
    classes: &Classes<W>,
    scratch: &mut Scratch<W>,
) -> Option<Spot> {
    let mut values = [f64::NAN; 2];
    let mut facts = None;
    for (value, loss) in values
        .iter_mut()
        .zip(gauges)
        .filter_map(|(value, gauge)| Some((value, gauge.loss?)))
    {
        let (counted, of_loss) = evaluate_by(space, loss, levels, classes, scratch);
        *value = of_loss;
        facts = Some(counted);
    }
    let facts = facts.unwrap_or_else(|| evaluate(space, levels, classes, scratch).0);
    if facts.kept_classes == 0 || facts.suppressed_units > space.task.allowed_units {
        return None;
    }
    let tally = tally(space, levels, classes, &facts, units, scratch);
    let point = read(gauges, &tally, |i, _| values[i]);
    Some(Spot {
        levels: levels.to_vec(),
        point,
        least: tally.least,
        suppressed_units: facts.suppressed_units,
    })
}
