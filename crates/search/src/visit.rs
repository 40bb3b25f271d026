//! Visits many nodes, each formed from the nearest finer one at hand.

use crate::space::Space;
use equipoise_data::{Buffer, Classes, Levels};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

/// What is done at a node. `S` is state that one thread uses again at every node it visits.
type Visitor<'v, const W: usize, S> = dyn Fn(&[u8], &Classes<W>, &mut S) + Sync + 'v;

/// What one thread uses again and again: buffers to form classes, and the state of the visitor.
type Scratch<S> = (Buffer, S);

/// Forms the classes of all `targets`, on all threads, and hands each to `visitor`. Returns how
/// many nodes were formed.
///
/// The targets make a tree by their levels in the order of [`Space::order`]. On the way down the
/// tree each list of classes is rolled up from its predecessor on the same branch, so the strongest
/// attributes are generalized first and most roll-ups start from short lists; a branch with one
/// target goes to it directly. Nothing more is formed once `stop` says so. Memory is a few lists
/// per attribute and thread. With all nodes as targets each node is formed exactly once.
pub(crate) fn visit<const W: usize, S: Default + Send>(
    space: &Space<'_, W>,
    mut targets: Vec<Levels>,
    stop: &(dyn Fn() -> bool + Sync),
    visitor: &Visitor<'_, W, S>,
) -> u64 {
    let order = &space.order;
    targets.sort_by(|a, b| {
        order
            .iter()
            .map(|&i| a[i].cmp(&b[i]))
            .find(|c| c.is_ne())
            .unwrap_or(std::cmp::Ordering::Equal)
    });
    let formed = AtomicU64::new(0);
    if !targets.is_empty() {
        let spare = Mutex::default();
        let walk = Walk {
            space,
            visitor,
            stop,
            formed: &formed,
            spare: &spare,
        };
        rayon::scope(|scope| walk.task(scope, &space.base, &space.bottom(), 0, &targets));
    }
    formed.into_inner()
}

struct Walk<'w, 'v, const W: usize, S> {
    space: &'w Space<'w, W>,
    visitor: &'w Visitor<'v, W, S>,
    stop: &'w (dyn Fn() -> bool + Sync),
    formed: &'w AtomicU64,
    /// Buffers of tasks that have ended.
    spare: &'w Mutex<Vec<Scratch<S>>>,
}

impl<const W: usize, S> Clone for Walk<'_, '_, W, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<const W: usize, S> Copy for Walk<'_, '_, W, S> {}

/// Branches with fewer targets are not worth a task of their own.
const TASK_TARGETS: usize = 8;

impl<'w, const W: usize, S: Default + Send> Walk<'w, '_, W, S> {
    fn task<'s>(
        self,
        scope: &rayon::Scope<'s>,
        classes: &Classes<W>,
        levels: &[u8],
        depth: usize,
        targets: &'s [Levels],
    ) where
        'w: 's,
        Self: 's,
    {
        let spare = || self.spare.lock().expect("no thread panicked");
        let mut scratch = spare().pop().unwrap_or_default();
        self.branch(scope, &mut scratch, classes, levels, depth, targets);
        spare().push(scratch);
    }

    /// Visits `targets`, which agree with `levels` on the first `depth` attributes of the order.
    fn branch<'s>(
        self,
        scope: &rayon::Scope<'s>,
        scratch: &mut Scratch<S>,
        classes: &Classes<W>,
        levels: &[u8],
        depth: usize,
        targets: &'s [Levels],
    ) where
        'w: 's,
        Self: 's,
    {
        if (self.stop)() {
            return;
        }
        if let [target] = targets {
            return self.finish(scratch, classes, levels, target);
        }
        if depth == self.space.order.len() {
            return self.finish(scratch, classes, levels, &targets[0]);
        }
        let attribute = self.space.order[depth];
        let mut own: Option<(Levels, Arc<Classes<W>>)> = None;
        for run in targets.chunk_by(|a, b| a[attribute] == b[attribute]) {
            let (at, from) = own
                .as_ref()
                .map_or((levels, classes), |(l, c)| (l.as_slice(), c.as_ref()));
            let mut next = at.to_vec();
            next[attribute] = run[0][attribute];
            if next == at {
                self.branch(scope, scratch, from, at, depth + 1, run);
                continue;
            }
            if let [target] = run {
                self.finish(scratch, from, at, target);
                continue;
            }
            let rolled = Arc::new(self.form(scratch, from, at, &next));
            if run.len() >= TASK_TARGETS && rayon::current_num_threads() > 1 {
                let (task_classes, task_levels) = (Arc::clone(&rolled), next.clone());
                scope.spawn(move |scope| {
                    self.task(scope, &task_classes, &task_levels, depth + 1, run)
                });
            } else {
                self.branch(scope, scratch, &rolled, &next, depth + 1, run);
            }
            own = Some((next, rolled));
        }
    }

    fn finish(&self, scratch: &mut Scratch<S>, classes: &Classes<W>, levels: &[u8], target: &[u8]) {
        if levels == target {
            (self.visitor)(target, classes, &mut scratch.1);
        } else {
            let rolled = self.form(scratch, classes, levels, target);
            (self.visitor)(target, &rolled, &mut scratch.1);
        }
    }

    fn form(
        &self,
        scratch: &mut Scratch<S>,
        classes: &Classes<W>,
        from: &[u8],
        to: &[u8],
    ) -> Classes<W> {
        self.formed.fetch_add(1, Ordering::Relaxed);
        self.space.roll_up(classes, from, to, &mut scratch.0)
    }
}
