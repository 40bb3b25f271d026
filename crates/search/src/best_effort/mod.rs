//! A good node where a lattice is too large for a proof.
//!
//! 1. *Descend.* From the top, and later from many other nodes, go to better neighbours until there
//!    is none: one attribute at another level, or one a level coarser and another one a level
//!    finer. Not all neighbours are looked at. What steps did to earlier nodes tells what they are
//!    likely to do here, so a few nodes with the best prospects are enough ([`effects`]).
//! 2. *Start anew* from nodes that chance puts some steps away from good ones, or between two of
//!    them ([`starts`]).
//! 3. *Close.* Where a few bytes per node are affordable and new starts have brought nothing for a
//!    while, rule out what cannot win, and look at the rest ([`close`]). If this comes to an end,
//!    the best node is proved. Every other answer is labelled as found, not as proved.
//!
//! Nodes are looked at in batches whose size does not depend on the machine, and results are taken
//! in a fixed order. So the same seed goes the same way on any number of threads; only a time limit
//! may cut it off elsewhere.

mod close;
mod effects;
mod elites;
mod lists;
mod look;
mod search;
mod seen;
mod starts;
mod walk;

use crate::above;
use crate::key_width::at_width;
use crate::space::{Plan, Space, words};
use crate::{Limits, SearchOutcome, SearchWatch, Stopped, Task};
use effects::Effects;
use elites::Elites;
use equipoise_data::{Random, Result};
use lists::Lists;
use search::Search;
use seen::{Best, Memory};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Where neither time nor nodes are limited, the time is.
const DEFAULT_TIME: Duration = Duration::from_secs(60);

/// So many starts in a row that bring nothing better are enough where nothing else ends the search.
const STARTS_IN_VAIN: usize = 48;

/// After so many starts in a row that bring nothing better it is tried to close a small lattice.
const STARTS_BEFORE_CLOSING: usize = 24;

/// A lattice of at most so many nodes is small.
const SMALL: u64 = 1 << 16;

/// Looks for a node with a small loss that suppresses no more units than allowed, in a lattice of
/// any size.
///
/// Better means what it means for [`optimal`](crate::optimal()); every node that is returned was
/// looked at, its facts and its loss are exact. Whether there is a better one is unknown unless
/// [`SearchOutcome::proved`] says so, as happens where the lattice is small or no node is feasible at all.
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
        at_width!(words(&plan, limits)?, W => run(&Space::<W>::new(task, plan, limits), limits, seed, watch)),
    )
}

fn run<const W: usize>(
    space: &Space<'_, W>,
    limits: &Limits,
    seed: u64,
    watch: &dyn SearchWatch,
) -> SearchOutcome {
    let is_limited = limits.max_nodes.is_some() || limits.deadline.is_some();
    let deadline = if is_limited {
        limits.deadline
    } else {
        Some(Instant::now() + DEFAULT_TIME)
    };
    let mut search = Search {
        space,
        task: space.task,
        limits: Limits {
            deadline,
            ..*limits
        },
        is_limited,
        watch,
        lists: Lists::new(space, limits.memory_bytes / 4 * 3),
        memory: Memory::new(limits.memory_bytes / 4),
        effects: Effects::new(space.task),
        best: Best::default(),
        elites: Elites::default(),
        random: Random::new(seed),
        evaluated: 1,
        proved: false,
        stopped: None,
        scratches: Mutex::default(),
    };
    search.run();
    let (best, nearest) = search.best.into_found();
    SearchOutcome {
        best,
        nearest,
        proved: search.proved,
        stopped: if search.proved { None } else { search.stopped },
        nodes_total: space.task.lattice.nodes(),
        nodes_evaluated: search.evaluated,
    }
}

impl<const W: usize> Search<'_, W> {
    fn run(&mut self) {
        if self.is_stopped() && self.stopped == Some(Stopped::ByUser) {
            return;
        }
        // These two are looked at even if the time is over: without them there would be no answer
        // at all.
        for end in [self.task.lattice.bottom(), self.task.lattice.top()] {
            for (levels, seen) in self.look_at(vec![end.to_vec()]) {
                self.elites.add(levels, seen);
            }
        }
        if self.is_hopeless() {
            self.proved = true;
            return;
        }
        if let Some(&seen) = self.memory.get(self.task.lattice.nodes() - 1) {
            self.descend(self.task.lattice.top().to_vec(), seen);
        }
        self.start_anew();
    }

    /// Whether the top shows that no node is feasible: models that are monotone under merging lose
    /// as much at every other node.
    fn is_hopeless(&self) -> bool {
        let all = self.task.encoded.total_rows();
        self.memory
            .get(self.task.lattice.nodes() - 1)
            .is_some_and(|top| top.lost_units > self.task.allowed_units || top.lost_rows == all)
    }

    /// Descends from new nodes as long as the budget lasts, or as it seems worth it.
    fn start_anew(&mut self) {
        let can_close = self.can_close();
        let patience = if can_close && self.task.lattice.nodes() <= SMALL {
            STARTS_BEFORE_CLOSING
        } else {
            STARTS_IN_VAIN
        };
        let (mut starts, mut in_vain) = (0, 0);
        while !self.is_all_known() && !self.is_stopped() {
            if can_close && in_vain >= patience {
                return self.close();
            }
            if !self.is_limited && in_vain >= patience.max(starts / 2) {
                return;
            }
            let before = self.best.rank();
            self.start(in_vain);
            starts += 1;
            in_vain = if self.best.rank() < before {
                0
            } else {
                in_vain + 1
            };
        }
        self.proved = self.is_all_known();
    }

    /// Whether every node was looked at.
    fn is_all_known(&self) -> bool {
        self.memory.is_whole && self.memory.len() as u64 == self.task.lattice.nodes()
    }
}
