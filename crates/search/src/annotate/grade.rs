//! Grades classes on every axis.

use super::{AnnotationRequest, Axis, Graded};
use crate::Task;
use equipoise_data::Classes;
use equipoise_privacy::{AnyModel, Class, ClassModel, Grid, SupersetModel, Supersets};

/// What was worked out before, one for each sensitive column. They may be used again for other
/// nodes of the same table and the same axes.
pub(super) type Memos = Vec<Memo>;

/// A class model on its axis.
struct Judge<'m> {
    model: &'m dyn ClassModel,
    grid: Grid,
    axis: usize,
}

/// The grade of every class on every axis.
pub(super) fn grade<const W: usize>(
    task: &Task<'_>,
    wanted: &AnnotationRequest<'_>,
    classes: &Classes<W>,
    above: &dyn Supersets,
    memos: &mut Memos,
    out: &mut Vec<Vec<u64>>,
) {
    out.resize_with(wanted.axes.len(), Vec::new);
    out.iter_mut()
        .for_each(|grades| grades.resize(classes.len(), 0));
    // Models that look at the same column share a pass over its values.
    let mut by_column: Vec<(usize, Vec<Judge<'_>>)> = Vec::new();
    for (axis, &Axis { of, grid }) in wanted.axes.iter().enumerate() {
        let Graded::Model(model) = of else {
            sizes(classes, &mut out[axis]);
            continue;
        };
        match &task.panel.models()[model] {
            AnyModel::Class(model) => {
                let judge = Judge {
                    model: model.as_ref(),
                    grid,
                    axis,
                };
                match judge
                    .model
                    .needs()
                    .filter(|_| classes.is_empty() || classes.marks(0).is_none())
                {
                    None => by_size(&judge, classes, &mut out[axis]),
                    Some(column) => match by_column.iter_mut().find(|c| c.0 == column) {
                        Some(judges) => judges.1.push(judge),
                        None => by_column.push((column, vec![judge])),
                    },
                }
            }
            AnyModel::Superset(model) => {
                by_supersets(model.as_ref(), grid, classes, above, &mut out[axis])
            }
            AnyModel::Joint(_) | AnyModel::Table(_) => {
                unreachable!("no axis grades classes by a model that does not")
            }
        }
    }
    memos.resize_with(by_column.len(), Memo::default);
    for ((column, judges), memo) in by_column.iter().zip(memos) {
        by_values(judges, *column, classes, memo, out);
    }
}

fn sizes<const W: usize>(classes: &Classes<W>, grades: &mut [u64]) {
    if classes.persons().is_some() {
        return grades
            .iter_mut()
            .enumerate()
            .for_each(|(class, grade)| *grade = classes.size(class));
    }
    let mut grades = grades.iter_mut();
    classes.for_each(|_, rows| *grades.next().expect("a grade for each class") = rows);
}

/// By what is known of a class without its values, but for the marks of those that occur.
fn by_size<const W: usize>(judge: &Judge<'_>, classes: &Classes<W>, grades: &mut [u64]) {
    let marks = |class: usize| judge.model.needs().and_then(|_| classes.marks(class));
    for (c, grade) in grades.iter_mut().enumerate() {
        let class = Class {
            marks: marks(c),
            population: classes.population(c),
            ..Class::new(classes.size(c), &[])
        };
        *grade = judge.grid.grade(judge.model.score(&class));
    }
}

fn by_values<const W: usize>(
    judges: &[Judge<'_>],
    column: usize,
    classes: &Classes<W>,
    memo: &mut Memo,
    out: &mut [Vec<u64>],
) {
    memo.prepare(judges.len());
    let mut lists: Vec<Vec<u64>> = judges
        .iter()
        .map(|judge| std::mem::take(&mut out[judge.axis]))
        .collect();
    // Classes with the same values are the same to every model, unless persons or a population are
    // counted too.
    let only_values =
        classes.persons().is_none() && (0..classes.len()).all(|c| classes.population(c) == 0);
    classes.for_each_values(column, |c, values| {
        let key = if only_values { key(values) } else { NO_KEY };
        let [held, grades @ ..] = memo.slot(key) else {
            return;
        };
        if *held != key || key == NO_KEY {
            *held = key;
            let class = Class {
                population: classes.population(c),
                ..Class::new(classes.size(c), values)
            };
            work_out(judges, &class, grades);
        }
        lists
            .iter_mut()
            .zip(&*grades)
            .for_each(|(list, &grade)| list[c] = grade);
    });
    judges
        .iter()
        .zip(lists)
        .for_each(|(judge, list)| out[judge.axis] = list);
}

/// Apart from the loop above, so that this stays small.
#[inline(never)]
fn work_out(judges: &[Judge<'_>], class: &Class<'_>, grades: &mut [u64]) {
    grades
        .iter_mut()
        .zip(judges)
        .for_each(|(grade, judge)| *grade = judge.grid.grade(judge.model.score(class)));
}

fn by_supersets<const W: usize>(
    model: &dyn SupersetModel,
    grid: Grid,
    classes: &Classes<W>,
    above: &dyn Supersets,
    grades: &mut [u64],
) {
    classes.for_each_values(model.needs(), |c, values| {
        grades[c] = grid.grade(model.score(&Class::new(classes.size(c), values), c, above, false));
    });
}

/// Grades of small classes by their values. Most classes of fine nodes have a few rows, and many
/// are alike.
#[derive(Default)]
pub(super) struct Memo {
    /// Slot by slot a key and the grade of each judge.
    slots: Vec<u64>,
    /// Numbers per slot.
    step: usize,
}

/// Slots of a memo, in bits: few enough to stay in a near cache.
const SLOT_BITS: u32 = 12;

/// Values that fit a key.
const KEY_VALUES: usize = 4;

/// Of classes that are not remembered. No class with rows has this key.
const NO_KEY: u64 = 0;

/// The values of a class and their rows in one word, if there are few and small ones.
#[inline]
fn key(values: &[(u32, u64)]) -> u64 {
    if values.len() > KEY_VALUES {
        return NO_KEY;
    }
    let (mut key, mut any) = (0, 0);
    for &(value, rows) in values {
        any |= u64::from(value) | rows;
        key = key << 16 | u64::from(value) << 8 | rows;
    }
    if any < 1 << 8 { key } else { NO_KEY }
}

impl Memo {
    fn prepare(&mut self, judges: usize) {
        if self.slots.is_empty() {
            *self = Memo {
                slots: vec![NO_KEY; (judges + 1) << SLOT_BITS],
                step: judges + 1,
            };
        }
    }

    /// The slot for a key, which may hold another.
    #[inline]
    fn slot(&mut self, key: u64) -> &mut [u64] {
        let slot = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (u64::BITS - SLOT_BITS)) as usize;
        &mut self.slots[slot * self.step..][..self.step]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A key holds all values and rows, so no two classes share one.
    #[test]
    fn different_classes_have_different_keys() {
        let pairs: Vec<(u32, u64)> = [0, 1, 255]
            .into_iter()
            .flat_map(|value| [1, 2, 255].map(|rows| (value, rows)))
            .collect();
        let mut lists: Vec<Vec<(u32, u64)>> = vec![vec![]];
        let mut longest = lists.clone();
        for _ in 0..KEY_VALUES {
            longest = longest
                .iter()
                .flat_map(|list| pairs.iter().map(|&pair| [&list[..], &[pair]].concat()))
                .collect();
            lists.extend_from_slice(&longest);
        }
        let keys: std::collections::HashSet<u64> = lists.iter().map(|list| key(list)).collect();
        assert_eq!(keys.len(), lists.len());
        assert_eq!(
            lists.iter().filter(|list| key(list) == NO_KEY).count(),
            1,
            "only a class without rows"
        );
        for list in [
            &[(0, 1); KEY_VALUES + 1][..],
            &[(256, 1)],
            &[(0, 256)],
            &[(1, 2), (0, u64::MAX)],
        ] {
            assert_eq!(key(list), NO_KEY, "{list:?}");
        }
    }

    #[test]
    fn slots_are_apart() {
        let mut memo = Memo::default();
        memo.prepare(2);
        let keys = || (1..20_000u64).map(|i| i * 257);
        for key in keys() {
            memo.slot(key).copy_from_slice(&[key, key + 1, key + 2]);
        }
        let mut held = 0;
        for key in keys()
            .filter(|&key| memo.slot(key)[0] == key)
            .collect::<Vec<_>>()
        {
            assert_eq!(memo.slot(key), [key, key + 1, key + 2]);
            held += 1;
        }
        assert!(held > 1 << (SLOT_BITS - 1), "{held}");
    }
}
