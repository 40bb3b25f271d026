//! How models that look at more than one class judge: by supersets, by groups that cut across
//! classes, by the whole table.

use crate::panel::{Judgement, Witness, kept_of, offer};
use crate::{Class, JointClasses, JointModel, SupersetModel, Supersets, TableModel};
use equipoise_data::Classes;

/// The class that is farthest from all its supersets.
pub(crate) fn farthest_class<const W: usize>(
    model: &dyn SupersetModel,
    classes: &Classes<W>,
    above: &dyn Supersets,
    kept: &[usize],
) -> Option<Witness> {
    let (mut worst, mut scratch) = (None, Vec::new());
    for &class in kept {
        let seen = Class::new(
            classes.size(class),
            classes.values(model.needs(), class, &mut scratch),
        );
        let score = model.score(&seen, class, above, false);
        offer(
            &mut worst,
            model.bound(),
            Witness {
                class,
                size: seen.size,
                score,
            },
        );
    }
    worst
}

/// Suppresses the kept classes that no superset is close enough to.
pub(crate) fn remove_far<const W: usize>(
    model: &dyn SupersetModel,
    classes: &Classes<W>,
    above: &dyn Supersets,
    out: &mut [Judgement],
) {
    let mut scratch = Vec::new();
    for class in kept_of(out) {
        let class = class as usize;
        let seen = Class::new(
            classes.size(class),
            classes.values(model.needs(), class, &mut scratch),
        );
        if !model
            .bound()
            .allows(model.score(&seen, class, above, true), model.asked())
        {
            out[class] = Judgement::Fails;
        }
    }
}

/// A class of the worst group.
pub(crate) fn worst_group<const W: usize>(
    model: &dyn JointModel,
    classes: &Classes<W>,
    kept: &[usize],
) -> Option<Witness> {
    let kept: Vec<u32> = kept.iter().map(|&c| c as u32).collect();
    let mut worst = None;
    model.scores(classes, &kept, &mut |score, members| {
        let class = members[0] as usize;
        offer(
            &mut worst,
            model.bound(),
            Witness {
                class,
                size: classes.size(class),
                score,
            },
        );
    });
    worst
}

/// Suppresses the classes of failing groups, round after round. Returns the rows that are lost at
/// every finer node too.
///
/// Classes of the first round are lost for good if their group is, even without the classes that
/// other models removed: a group only shrinks when it is divided. Later rounds rest on removals
/// that a finer node may not need, so they prove nothing.
pub(crate) fn remove_groups<const W: usize>(
    model: &dyn JointModel,
    classes: &Classes<W>,
    out: &mut [Judgement],
) -> u64 {
    let mut lost = 0;
    let mut is_first = out.iter().all(|j| *j != Judgement::Fails);
    loop {
        let (mut failing, mut for_good) = (Vec::new(), Vec::new());
        model.scores(classes, &kept_of(out), &mut |score, members| {
            if !model.bound().allows(score, model.asked()) {
                let is_for_good = is_first && model.fails_for_good(classes, members);
                if is_for_good {
                    &mut for_good
                } else {
                    &mut failing
                }
                .extend_from_slice(members);
            }
        });
        if failing.is_empty() && for_good.is_empty() {
            return lost;
        }
        failing
            .iter()
            .for_each(|&class| out[class as usize] = Judgement::Fails);
        for &class in &for_good {
            if out[class as usize] != Judgement::FailsForGood {
                out[class as usize] = Judgement::FailsForGood;
                lost += classes.rows(class as usize);
            }
        }
        is_first = false;
    }
}

impl<const W: usize> JointClasses for Classes<W> {
    fn attributes(&self) -> usize {
        self.layout().attributes()
    }

    fn by(&self, attributes: &[usize], classes: &[u32]) -> Vec<Vec<u32>> {
        let mask = self.layout().mask::<W>(attributes.iter().copied());
        let masked = |class: u32| {
            let key = self.key(class as usize);
            std::array::from_fn::<u64, W, _>(|w| key[w] & mask[w])
        };
        let mut keyed: Vec<([u64; W], u32)> = classes
            .iter()
            .map(|&class| (masked(class), class))
            .collect();
        keyed.sort_unstable();
        keyed
            .chunk_by(|a, b| a.0 == b.0)
            .map(|run| run.iter().map(|e| e.1).collect())
            .collect()
    }

    fn joint_size(&self, classes: &[u32]) -> u64 {
        Classes::joint_size(self, classes)
    }

    fn joint_values(&self, column: usize, classes: &[u32]) -> Vec<(u32, u64)> {
        Classes::joint_values(self, column, classes)
    }
}

/// (size, classes) of the picked classes, sizes rising.
pub(crate) fn sizes<const W: usize>(classes: &Classes<W>, picked: &[usize]) -> Vec<(u64, u64)> {
    let mut all: Vec<u64> = picked.iter().map(|&c| classes.size(c)).collect();
    all.sort_unstable();
    all.chunk_by(|a, b| a == b)
        .map(|run| (run[0], run.len() as u64))
        .collect()
}

/// Suppresses the kept classes of the smallest size, size after size, until the model holds for the
/// rest. Classes of one size go together, so the outcome does not depend on their order.
pub(crate) fn remove_smallest_first<const W: usize>(
    model: &dyn TableModel,
    classes: &Classes<W>,
    out: &mut [Judgement],
) {
    let kept: Vec<usize> = (0..out.len())
        .filter(|&c| out[c] == Judgement::Kept)
        .collect();
    let sizes = sizes(classes, &kept);
    let holds_from = (0..sizes.len()).find(|&i| {
        model
            .bound()
            .allows(model.score(&sizes[i..]), model.asked())
    });
    let least = holds_from.map_or(u64::MAX, |i| sizes[i].0);
    for class in kept {
        if classes.size(class) < least {
            out[class] = Judgement::Fails;
        }
    }
}
