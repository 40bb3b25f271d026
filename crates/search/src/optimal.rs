//! The proved best node.
//!
//! Every node has a lower bound on its loss. Models that are monotone under merging add to it: what
//! they suppress at a node is suppressed at every node below, so one coarse node that suppresses
//! too much rules out all finer ones, and one that suppresses much raises their bounds.
//!
//! 1. *Climb.* Take the open node with the least bound, go up by random steps, and evaluate a node
//!    on that way: as a rule the last open one or one a little beyond; where nothing may be
//!    suppressed, by halves. Coarse nodes are cheap to form and decide the most nodes below them.
//! 2. *Sweep.* Where climbing decides little (no monotone model, or a loss whose bounds are weak),
//!    evaluate the open nodes in the order of their bounds, in growing batches that share roll-ups.
//!
//! Both end when no open node can win; then the best is proved. The random steps come from a fixed
//! seed and change only the number of evaluated nodes, never the answer.
//!
//! `board.rs` keeps the bounds. Losses that depend on the number of classes (`aecs`,
//! `discernibility`) also rule out coarser nodes, because classes only merge on the way up. Classes
//! are kept within a byte budget, and a node is formed from the shortest kept list of a finer node
//! (`waypoints.rs`); the nodes of a batch share their roll-ups (`visit.rs`). The answer depends on
//! none of this.

use crate::above;
use crate::board::Board;
use crate::evaluate::{Scratch, evaluate};
use crate::key_width::at_width;
use crate::space::{Plan, Space, words};
use crate::visit::visit;
use crate::waypoints::Waypoints;
use crate::{Found, Limits, SearchOutcome, SearchWatch, Stopped, Task};
use equipoise_data::{Error, Levels, Result};
use std::sync::{Mutex, MutexGuard};
use std::time::Instant;

/// After so many climbs it is looked at how much they decided.
const CLIMBS_PER_LOOK: u64 = 64;
/// A climb that decides fewer nodes than this costs more than the sweep would.
const LEAST_DECIDED_PER_CLIMB: u64 = 2;
/// Nodes of the first batch of a sweep; each later one has four times as many.
const FIRST_BATCH: usize = 64;
const LARGEST_BATCH: usize = 1 << 14;
/// Up to so many nodes are evaluated to say which of them comes nearest to an unmet wish.
const MOST_NODES_FOR_NEAREST: u64 = 1 << 18;

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
    at_width!(words(&plan, limits)?, W => run(&Space::<W>::new(task, plan, limits), limits, watch))
}

fn run<const W: usize>(
    space: &Space<'_, W>,
    limits: &Limits,
    watch: &dyn SearchWatch,
) -> Result<SearchOutcome> {
    let nodes = space.task.lattice.nodes();
    let bytes = nodes.saturating_mul(Board::BYTES_PER_NODE);
    if nodes > u64::from(u32::MAX) || bytes > limits.memory_bytes as u64 * 8 {
        return Err(Error::limit(format!(
            "the lattice has {nodes} nodes; a proved optimum would need {} MB to keep track of them",
            bytes >> 20
        ))
        .hint("set `method = \"best-effort\"` in `[search]`, or bound the levels with `min-level` and `max-level`"));
    }
    let mut search = Search {
        space,
        limits,
        watch,
        board: Board::new(space.task),
        evaluated: 1,
        climbing: true,
        nearest: None,
        stopped: None,
    };
    if space.task.panel.bounds_suppression() {
        search.climb();
    }
    search.sweep();
    if search.stopped.is_none() && search.board.best_loss().is_none() {
        search.find_nearest();
    }
    Ok(search.outcome())
}

struct Search<'s, const W: usize> {
    space: &'s Space<'s, W>,
    limits: &'s Limits,
    watch: &'s dyn SearchWatch,
    board: Board<'s>,
    evaluated: u64,
    /// Whether climbs still pay.
    climbing: bool,
    nearest: Option<Found>,
    stopped: Option<Stopped>,
}

/// How much the last climbs decided.
#[derive(Default)]
struct Pay {
    climbs: u64,
    decided: u64,
}

impl Pay {
    /// Counts a climb; from time to time looks whether they decided enough.
    fn goes_on(&mut self, board: &Board<'_>) -> bool {
        self.climbs += 1;
        if self.climbs < CLIMBS_PER_LOOK {
            return true;
        }
        let before = std::mem::replace(&mut self.decided, board.decided());
        self.climbs = 0;
        self.decided - before >= CLIMBS_PER_LOOK * LEAST_DECIDED_PER_CLIMB
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().expect("no thread panicked")
}

impl<const W: usize> Search<'_, W> {
    /// Evaluates nodes picked by climbs until none is open or climbing no longer pays. Each thread
    /// picks, evaluates and learns by itself; only the board is shared.
    fn climb(&mut self) {
        let waypoints = Waypoints::new(self.space, self.limits.memory_bytes);
        let shared = Mutex::new((&mut *self, Pay::default()));
        let work = || {
            let mut scratch = Scratch::default();
            loop {
                // In a statement of its own, so that the board is free again while the node is
                // evaluated.
                let next = lock(&shared).0.next_climb(waypoints.formed());
                let Some(levels) = next else { return };
                let classes = waypoints.classes(&levels, &mut scratch.buffer);
                let (facts, loss) = evaluate(waypoints.space(), &levels, &classes, &mut scratch);
                let mut shared = lock(&shared);
                let (search, pay) = &mut *shared;
                search.board.learn(Found {
                    levels,
                    facts,
                    loss,
                });
                search.climbing &= pay.goes_on(&search.board);
                if pay.climbs == 0 {
                    search.report();
                }
            }
        };
        rayon::scope(|scope| {
            (1..rayon::current_num_threads()).for_each(|_| scope.spawn(|_| work()));
            work();
        });
    }

    /// The next node to look at; none when climbing is over.
    fn next_climb(&mut self, formed: u64) -> Option<Levels> {
        self.evaluated = 1 + formed;
        if !self.climbing || !self.board.has_open() || self.is_stopped() {
            None
        } else {
            self.board.pick_by_climb()
        }
    }

    /// Evaluates all open nodes, least bound first.
    fn sweep(&mut self) {
        let mut batch = FIRST_BATCH;
        while self.board.has_open() && !self.is_stopped() {
            let left = self
                .limits
                .max_nodes
                .map_or(u64::MAX, |most| most.saturating_sub(self.evaluated));
            let targets = self
                .board
                .pick_least(batch.min(usize::try_from(left).unwrap_or(usize::MAX)));
            let found = Mutex::new(Vec::with_capacity(targets.len()));
            let stop = || self.should_stop().is_some();
            let formed = visit(
                self.space,
                targets,
                &stop,
                &|levels, classes, scratch: &mut Scratch<W>| {
                    let (facts, loss) = evaluate(self.space, levels, classes, scratch);
                    lock(&found).push(Found {
                        levels: levels.to_vec(),
                        facts,
                        loss,
                    });
                },
            );
            self.evaluated += formed;
            found
                .into_inner()
                .expect("no thread panicked")
                .into_iter()
                .for_each(|f| self.board.learn(f));
            batch = (batch * 4).min(LARGEST_BATCH);
            self.report();
        }
    }

    /// Nothing is feasible: finds the node that suppresses the fewest, whatever was evaluated so
    /// far and in which order. Where there are too many nodes for that, the top is looked at: under
    /// monotone models no node suppresses fewer.
    fn find_nearest(&mut self) {
        let lattice = self.space.task.lattice;
        let targets = if lattice.nodes() <= MOST_NODES_FOR_NEAREST {
            (0..lattice.nodes()).map(|i| lattice.levels(i)).collect()
        } else {
            vec![lattice.top().to_vec()]
        };
        let nearest: Mutex<Option<Found>> = Mutex::new(None);
        let stop = || self.should_stop().is_some();
        let formed = visit(
            self.space,
            targets,
            &stop,
            &|levels, classes, scratch: &mut Scratch<W>| {
                let (facts, loss) = evaluate(self.space, levels, classes, scratch);
                let found = Found {
                    levels: levels.to_vec(),
                    facts,
                    loss,
                };
                let mut nearest = lock(&nearest);
                // Of nodes that keep nothing the coarsest is the nearest: it shows what blocks the
                // wish.
                let height = |f: &Found| f.levels.iter().map(|&l| f64::from(l)).sum::<f64>();
                let key = |f: &Found| {
                    (
                        f.facts.suppressed_units,
                        if f.facts.kept_classes == 0 {
                            -height(f)
                        } else {
                            f.loss
                        },
                    )
                };
                let is_nearer = |n: &Found| {
                    key(&found) < key(n) || key(&found) == key(n) && found.levels < n.levels
                };
                if nearest.as_ref().is_none_or(is_nearer) {
                    *nearest = Some(found);
                }
            },
        );
        self.evaluated += formed;
        self.nearest = nearest.into_inner().expect("no thread panicked");
    }

    fn report(&self) {
        self.watch.progress(
            self.evaluated,
            self.board.decided(),
            self.space.task.lattice.nodes(),
            self.board.best_loss(),
        );
    }

    fn is_stopped(&mut self) -> bool {
        self.stopped = self.should_stop();
        self.stopped.is_some()
    }

    fn should_stop(&self) -> Option<Stopped> {
        if self.watch.stopped() {
            Some(Stopped::ByUser)
        } else if self.limits.deadline.is_some_and(|d| Instant::now() >= d) {
            Some(Stopped::TimeLimit)
        } else if self.limits.max_nodes.is_some_and(|m| self.evaluated >= m) {
            Some(Stopped::MaxNodes)
        } else {
            None
        }
    }

    fn outcome(self) -> SearchOutcome {
        let nodes_total = self.space.task.lattice.nodes();
        SearchOutcome {
            best: self.board.best().cloned(),
            nearest: self.nearest,
            proved: self.stopped.is_none(),
            stopped: self.stopped,
            nodes_total,
            nodes_evaluated: self.evaluated,
        }
    }
}
