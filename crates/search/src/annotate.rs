//! Annotates nodes: what their classes come to under every threshold at once.
//!
//! A class has a grade on every axis: its size, and its score under each model, rounded to a grid
//! on which comparing with a threshold is exact ([`Grid`](equipoise_privacy::Grid)). The classes of
//! a node are grouped by their grades: classes with the same grade on every axis stay or go
//! together, whatever the thresholds. Each group keeps the counts from which every loss is
//! computed. Persons are grouped by the worst grades of their classes. Models of the whole table
//! need no axis: they suppress the smallest classes, which has the same effect as a larger size
//! threshold.

mod annotation;
mod grade;
mod group;
mod request;
mod sums;

pub use annotation::{Annotation, Persons};
pub use request::{AnnotationRequest, Axis, Graded};

use crate::key_width::at_width;
use crate::space::{Plan, Space, words};
use crate::visit::visit;
use crate::waypoints::Waypoints;
use crate::{Limits, Task, above};
use equipoise_data::{Buffer, Classes, Levels, Result};
use equipoise_privacy::Alone;
use grade::{Memos, grade};
use group::Grouping;

/// Buffers that one thread uses again for every node, of one annotator.
#[derive(Default)]
struct Workspace {
    grouping: Grouping,
    memos: Memos,
}

/// Annotates nodes of one table.
pub trait Annotator: Sync {
    /// Annotates one node. Classes on the way are kept within the byte budget, so that later nodes
    /// start from shorter lists.
    fn annotate(&self, levels: &[u8]) -> Annotation;

    /// Annotates many nodes on all threads, in no particular order, until `stop` says so.
    fn annotate_all(
        &self,
        nodes: Vec<Levels>,
        stop: &(dyn Fn() -> bool + Sync),
        take: &(dyn Fn(&[u8], Annotation) + Sync),
    );
}

/// Counts the rows of a table once and hands an annotator of its nodes to `run`. The panel of the
/// task has the models that axes name; its thresholds do not matter.
///
/// # Errors
/// Keys wider than 1,024 bits, or a lattice too large for models that look at supersets.
pub fn with_annotator<R>(
    task: &Task<'_>,
    wanted: &AnnotationRequest<'_>,
    limits: &Limits,
    run: impl FnOnce(&dyn Annotator) -> R,
) -> Result<R> {
    above::check(task)?;
    let plan = Plan::new(task);
    Ok(at_width!(words(&plan, limits)?, W => {
        let space = Space::<W>::new(task, plan, limits);
        let kept = Waypoints::new(&space, limits.memory_bytes);
        run(&Live { space: &space, kept, wanted })
    }))
}

struct Live<'s, const W: usize> {
    space: &'s Space<'s, W>,
    kept: Waypoints<'s, W>,
    wanted: &'s AnnotationRequest<'s>,
}

impl<const W: usize> Annotator for Live<'_, W> {
    fn annotate(&self, levels: &[u8]) -> Annotation {
        let classes = self.kept.classes(levels, &mut Buffer::default());
        annotation(
            self.space,
            self.wanted,
            levels,
            &classes,
            &mut Workspace::default(),
        )
    }

    fn annotate_all(
        &self,
        nodes: Vec<Levels>,
        stop: &(dyn Fn() -> bool + Sync),
        take: &(dyn Fn(&[u8], Annotation) + Sync),
    ) {
        visit(self.space, nodes, stop, &|levels, classes, workspace| {
            take(
                levels,
                annotation(self.space, self.wanted, levels, classes, workspace),
            );
        });
    }
}

fn annotation<const W: usize>(
    space: &Space<'_, W>,
    wanted: &AnnotationRequest<'_>,
    levels: &[u8],
    classes: &Classes<W>,
    Workspace { grouping, memos }: &mut Workspace,
) -> Annotation {
    let grades = match grouping.by_size(wanted, classes) {
        Some(sizes) => vec![sizes],
        None => {
            match &space.above {
                None => grade(
                    space.task,
                    wanted,
                    classes,
                    &Alone,
                    memos,
                    &mut grouping.grades,
                ),
                Some(above) => grade(
                    space.task,
                    wanted,
                    classes,
                    &above.of(&space.steps, levels, classes),
                    memos,
                    &mut grouping.grades,
                ),
            }
            grouping.by_grades()
        }
    };
    let mut annotation = Annotation {
        classes: classes.len() as u64,
        has_gaps: classes.empty_classes() > 0,
        grades,
        ..Annotation::default()
    };
    sums::fill(&mut annotation, space, wanted, levels, classes, grouping);
    if let Some(persons) = classes.persons() {
        annotation.persons = Some(group::persons(
            wanted,
            persons,
            &grouping.grades,
            classes.len(),
        ));
    }
    annotation
}
