//! Annotates nodes: what their classes come to under every threshold at once.
//!
//! The classes of a node are grouped by their grades: classes with the same grade on every axis
//! stay or go together, whatever the thresholds. Per group the counts are kept from which every
//! loss is computed.

mod grade;
mod group;
mod sums;

use crate::evaluate::Scratch;
use crate::space::{Plan, Space};
use crate::visit::visit;
use crate::waypoints::Waypoints;
use crate::{Limits, Task, above, words};
use equipoise_data::{Classes, Levels, Result};
use equipoise_measure::Loss;
use equipoise_privacy::{Alone, Grid};
use grade::{Memos, grade};
use group::Grouping;

/// A way to grade classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Axis {
    /// What is graded.
    pub of: Graded,
    /// The grid of its thresholds.
    pub grid: Grid,
}

/// What an axis grades.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Graded {
    /// The size of a class, in units of protection.
    Size,
    /// The score of a class model or a superset model: its number in the panel.
    Model(usize),
}

/// What is to be known of nodes.
#[derive(Clone, Copy, Debug)]
pub struct AnnotationRequest<'a> {
    /// The axes.
    pub axes: &'a [Axis],
    /// The losses. At most one of them may need leaf amounts, and these are in [`Task::encoded`].
    pub losses: &'a [&'a dyn Loss],
}

/// What the classes of a node come to under every threshold at once.
///
/// Groups are in rising order of their grades (axis by axis) where large grades are good on the
/// first axis, so the worst come first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Annotation {
    /// Classes of the node.
    pub classes: u64,
    /// Whether some class of the population has no row.
    pub has_gaps: bool,
    /// `[axis][group]`: the grade of the classes of a group.
    pub grades: Vec<Vec<u64>>,
    /// Per group its classes.
    pub group_classes: Vec<u64>,
    /// Per group the rows of its classes.
    pub group_rows: Vec<u64>,
    /// Per group the sum of squared rows of its classes; empty unless a loss needs it.
    pub group_squares: Vec<u128>,
    /// `[loss with cell costs x attributes + attribute][group]`: the costs of the cells.
    pub group_cells: Vec<Vec<u128>>,
    /// `[attribute][group]`: summed amounts; empty unless a loss needs it.
    pub group_amounts: Vec<Vec<u128>>,
    /// Where persons are the unit.
    pub persons: Option<Persons>,
}

/// Persons by the worst grades of the classes they are in: one is left out as soon as one of their
/// classes is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Persons {
    /// `[axis][group]`.
    pub grades: Vec<Vec<u64>>,
    /// Per group its persons.
    pub units: Vec<u64>,
}

/// Buffers that one thread uses again for every node, of one annotator.
#[derive(Default)]
pub(crate) struct Workspace {
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
        let mut scratch = Scratch::<W>::default();
        let classes = self.kept.classes(levels, &mut scratch.buffer);
        annotation(
            self.space,
            self.wanted,
            levels,
            &classes,
            &mut scratch.workspace,
        )
    }

    fn annotate_all(
        &self,
        nodes: Vec<Levels>,
        stop: &(dyn Fn() -> bool + Sync),
        take: &(dyn Fn(&[u8], Annotation) + Sync),
    ) {
        visit(self.space, nodes, stop, &|levels, classes, scratch| {
            take(
                levels,
                annotation(
                    self.space,
                    self.wanted,
                    levels,
                    classes,
                    &mut scratch.workspace,
                ),
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
                    &above.of(space, levels, classes),
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
