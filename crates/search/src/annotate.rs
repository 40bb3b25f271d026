//! Annotates nodes: what their classes come to under every threshold at once.
//!
//! The classes of a node are grouped by their grades: classes with the same grade on every axis stay or go together,
//! whatever the thresholds. Per group the counts are kept from which every loss is computed.

mod group;
mod sums;

use crate::evaluate::Scratch;
use crate::space::{Plan, Space};
use crate::visit::visit;
use crate::waypoints::Waypoints;
use crate::{Limits, Task, above, words};
use equipoise_data::{Classes, Levels, Result};
use equipoise_measure::Loss;
use equipoise_privacy::{Alone, Class, ClassModel, Grid, Model, SupersetModel, Supersets};
pub(crate) use group::Grouping;

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
pub struct Wanted<'a> {
    /// The axes.
    pub axes: &'a [Axis],
    /// The losses. At most one of them may need leaf amounts, and these are in [`Task::encoded`].
    pub losses: &'a [&'a dyn Loss],
}

/// What the classes of a node come to under every threshold at once.
///
/// Groups are in rising order of their grades (axis by axis) where large grades are good on the first axis, so the worst
/// come first.
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

/// Persons by the worst grades of the classes they are in: one is left out as soon as one of their classes is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Persons {
    /// `[axis][group]`.
    pub grades: Vec<Vec<u64>>,
    /// Per group its persons.
    pub units: Vec<u64>,
}

/// Annotates nodes of one table.
pub trait Annotator: Sync {
    /// Annotates one node. Classes on the way are kept within the byte budget, so that later nodes start from shorter lists.
    fn annotate(&self, levels: &[u8]) -> Annotation;

    /// Annotates many nodes on all threads, in no particular order, until `stop` says so.
    fn annotate_all(&self, nodes: Vec<Levels>, stop: &(dyn Fn() -> bool + Sync), take: &(dyn Fn(&[u8], Annotation) + Sync));
}

/// Counts the rows of a table once and hands an annotator of its nodes to `run`. The panel of the task has the models that axes
/// name; its thresholds do not matter.
///
/// # Errors
/// Keys wider than 1,024 bits, or a lattice too large for models that look at supersets.
pub fn with_annotator<R>(task: &Task<'_>, wanted: &Wanted<'_>, limits: &Limits, run: impl FnOnce(&dyn Annotator) -> R) -> Result<R> {
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
    wanted: &'s Wanted<'s>,
}

impl<const W: usize> Annotator for Live<'_, W> {
    fn annotate(&self, levels: &[u8]) -> Annotation {
        let mut scratch = Scratch::default();
        let classes = self.kept.classes(levels, &mut scratch.buffer);
        annotation(self.space, self.wanted, levels, &classes, &mut scratch.grouping)
    }

    fn annotate_all(&self, nodes: Vec<Levels>, stop: &(dyn Fn() -> bool + Sync), take: &(dyn Fn(&[u8], Annotation) + Sync)) {
        visit(self.space, nodes, stop, &|levels, classes, scratch| {
            take(levels, annotation(self.space, self.wanted, levels, classes, &mut scratch.grouping));
        });
    }
}

fn annotation<const W: usize>(
    space: &Space<'_, W>,
    wanted: &Wanted<'_>,
    levels: &[u8],
    classes: &Classes<W>,
    grouping: &mut Grouping<W>,
) -> Annotation {
    match &space.above {
        None => grade(space.task, wanted, classes, &Alone, &mut grouping.grades),
        Some(above) => grade(space.task, wanted, classes, &above.of(space, levels, classes), &mut grouping.grades),
    }
    grouping.group(classes);
    let mut annotation = Annotation {
        classes: classes.len() as u64,
        has_gaps: classes.empty_classes() > 0,
        grades: grouping.group_grades(),
        ..Annotation::default()
    };
    sums::fill(&mut annotation, space, wanted, levels, classes, grouping);
    if let Some(persons) = classes.persons() {
        annotation.persons = Some(group::persons(wanted, persons, &grouping.grades, classes.len()));
    }
    annotation
}

/// The grade of every class on every axis.
fn grade<const W: usize>(task: &Task<'_>, wanted: &Wanted<'_>, classes: &Classes<W>, above: &dyn Supersets, out: &mut Vec<Vec<u64>>) {
    out.resize_with(wanted.axes.len(), Vec::new);
    for (axis, grades) in wanted.axes.iter().zip(out) {
        grades.clear();
        match axis.of {
            Graded::Size if classes.persons().is_none() => classes.for_each(|_, rows| grades.push(rows)),
            Graded::Size => grades.extend((0..classes.len()).map(|class| classes.size(class))),
            Graded::Model(model) => match &task.panel.models()[model] {
                Model::Class(model) => grade_by_class(model.as_ref(), axis.grid, classes, grades),
                Model::Superset(model) => grade_by_supersets(model.as_ref(), axis.grid, classes, above, grades),
                Model::Joint(_) | Model::Table(_) => unreachable!("no axis grades classes by a model that does not"),
            },
        }
    }
}

fn grade_by_class<const W: usize>(model: &dyn ClassModel, grid: Grid, classes: &Classes<W>, grades: &mut Vec<u64>) {
    let Some(column) = model.needs() else {
        let class = |c: usize| Class { population: classes.population(c), ..Class::new(classes.size(c), &[]) };
        return grades.extend((0..classes.len()).map(|c| grid.grade(model.score(&class(c)))));
    };
    if !classes.is_empty() && classes.marks(0).is_some() {
        let class = |c: usize| Class { marks: classes.marks(c), population: classes.population(c), ..Class::new(classes.size(c), &[]) };
        return grades.extend((0..classes.len()).map(|c| grid.grade(model.score(&class(c)))));
    }
    classes.for_each_values(column, |c, values| {
        let class = Class { population: classes.population(c), ..Class::new(classes.size(c), values) };
        grades.push(grid.grade(model.score(&class)));
    });
}

fn grade_by_supersets<const W: usize>(
    model: &dyn SupersetModel,
    grid: Grid,
    classes: &Classes<W>,
    above: &dyn Supersets,
    grades: &mut Vec<u64>,
) {
    classes.for_each_values(model.needs(), |c, values| {
        grades.push(grid.grade(model.score(&Class::new(classes.size(c), values), c, above, false)));
    });
}
