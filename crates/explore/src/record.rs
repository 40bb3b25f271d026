//! What is kept of one node, as bytes.
//!
//! Where the size of classes is the only axis, a record is a *line*: sizes rise, and beside each
//! stand the units, rows and classes that a threshold just above it costs and the losses just at
//! it. What belongs to one size stands together, so that a look at it touches little memory. With
//! more axes it is a *cloud*: groups of classes with the same grades, sizes rising, and the sums
//! from which losses are computed. Units of a cloud that are persons have groups of their own.

use crate::column::{Column, Spread, put, put_grades, put_spread, put64, width_of};
use crate::known::Figures;
use equipoise_measure::{Facts, Loss};
use equipoise_privacy::Grid;
use equipoise_search::Annotation;

/// What all records of an atlas have in common.
#[derive(Clone, Copy)]
pub(crate) struct Shape<'a> {
    pub(crate) grids: &'a [Grid],
    pub(crate) losses: &'a [Box<dyn Loss>],
    pub(crate) rows: u64,
    pub(crate) units: u64,
    pub(crate) persons: bool,
    pub(crate) attributes: usize,
    pub(crate) places: Places,
}

/// Where the columns of a record are, by number. Worked out once: records are looked at by the ten
/// thousand.
#[derive(Clone, Copy, Default)]
pub(crate) struct Places {
    is_line: bool,
    /// Columns over groups; behind them come those over groups of persons.
    over_groups: usize,
    over_persons: usize,
    /// Units, and in a cloud behind them their running sums.
    units: usize,
    /// Rows, and in a cloud behind them their running sums.
    rows: usize,
    classes: usize,
    squares: Option<usize>,
    cells: usize,
    amounts: Option<usize>,
}

impl Places {
    pub(crate) fn new(
        axes: usize,
        persons: bool,
        attributes: usize,
        losses: &[Box<dyn Loss>],
    ) -> Self {
        if axes == 1 {
            let rows = 1 + usize::from(persons);
            return Places {
                is_line: true,
                over_groups: rows + 2,
                units: 1,
                rows,
                classes: rows + 1,
                ..Places::default()
            };
        }
        let squares = losses.iter().any(|l| l.needs_squares()).then_some(axes + 3);
        let cells = axes + 3 + usize::from(squares.is_some());
        let after = cells + losses.iter().filter(|l| l.cell_costs().is_some()).count() * attributes;
        let amounts = losses
            .iter()
            .any(|l| l.leaf_amounts().is_some())
            .then_some(after);
        let over_groups = after + if amounts.is_some() { attributes } else { 0 };
        let (classes, rows) = (axes, axes + 1);
        let units = if persons { over_groups + axes } else { rows };
        let over_persons = if persons { axes + 2 } else { 0 };
        Places {
            is_line: false,
            over_groups,
            over_persons,
            units,
            rows,
            classes,
            squares,
            cells,
            amounts,
        }
    }
}

/// Bytes before the widths of the columns: groups, groups of persons, classes, whether there are
/// gaps.
const FIXED: usize = 4 + 4 + 8 + 1;

/// Turns what is known of a node into a record.
pub(crate) fn encode(shape: &Shape<'_>, levels: &[u8], annotation: &Annotation) -> Vec<u8> {
    let (mut widths, mut columns) = (Vec::new(), Vec::new());
    let groups = annotation.group_rows.len();
    let mut person_groups = 0;
    if shape.places.is_line {
        put_line(shape, levels, annotation, &mut widths, &mut columns);
    } else {
        for grades in &annotation.grades {
            widths.push(put_grades(&mut columns, grades));
        }
        widths.push(put64(&mut columns, &annotation.group_classes));
        widths.push(put64(&mut columns, &annotation.group_rows));
        widths.push(put64(&mut columns, &running(&annotation.group_rows)));
        if shape.places.squares.is_some() {
            widths.push(put(&mut columns, &annotation.group_squares));
        }
        for sums in annotation
            .group_cells
            .iter()
            .chain(&annotation.group_amounts)
        {
            widths.push(put(&mut columns, sums));
        }
        if let Some(persons) = &annotation.persons {
            person_groups = persons.units.len();
            for grades in &persons.grades {
                widths.push(put_grades(&mut columns, grades));
            }
            widths.push(put64(&mut columns, &persons.units));
            widths.push(put64(&mut columns, &running(&persons.units)));
        }
    }
    debug_assert_eq!(
        widths.len(),
        shape.places.over_groups + shape.places.over_persons
    );
    let mut bytes = Vec::with_capacity(FIXED + widths.len() + columns.len());
    bytes.extend_from_slice(&(groups as u32).to_le_bytes());
    bytes.extend_from_slice(&(person_groups as u32).to_le_bytes());
    bytes.extend_from_slice(&annotation.classes.to_le_bytes());
    bytes.push(u8::from(annotation.has_gaps));
    bytes.extend_from_slice(&widths);
    bytes.extend_from_slice(&columns);
    bytes
}

fn put_line(
    shape: &Shape<'_>,
    levels: &[u8],
    annotation: &Annotation,
    widths: &mut Vec<u8>,
    bytes: &mut Vec<u8>,
) {
    let sizes = &annotation.grades[0];
    let mut fields: Vec<Vec<u64>> = vec![sizes.clone()];
    if let Some(persons) = &annotation.persons {
        let (mut at, mut sum) = (0, 0);
        let mut up_to = |size: u64| {
            while at < persons.units.len() && persons.grades[0][at] <= size {
                sum += persons.units[at];
                at += 1;
            }
            sum
        };
        fields.push(sizes.iter().map(|&size| up_to(size)).collect());
    }
    fields.push(running(&annotation.group_rows));
    fields.push(running(&annotation.group_classes));
    widths.extend(
        fields
            .iter()
            .map(|f| width_of(f.iter().max().copied().unwrap_or(0).into())),
    );
    let losses = line_losses(shape, levels, annotation);
    let step: usize =
        widths.iter().map(|&w| usize::from(w)).sum::<usize>() + 8 * shape.losses.len();
    bytes.resize(step * sizes.len(), 0);
    let mut at = 0;
    for (field, &width) in fields.iter().zip(&*widths) {
        put_spread(&mut bytes[at..], step, width, field);
        at += usize::from(width);
    }
    for of_loss in losses.chunks(sizes.len().max(1)) {
        bytes[at..]
            .chunks_mut(step)
            .zip(of_loss)
            .for_each(|(to, loss)| to[..8].copy_from_slice(&loss.to_le_bytes()));
        at += 8;
    }
}

/// Sums up to and with each number.
fn running(numbers: &[u64]) -> Vec<u64> {
    let add = |sum: &mut u64, n: &u64| {
        *sum += n;
        Some(*sum)
    };
    numbers.iter().scan(0, add).collect()
}

/// `[loss][step]`: the loss when the groups before a step are suppressed.
fn line_losses(shape: &Shape<'_>, levels: &[u8], annotation: &Annotation) -> Vec<f64> {
    let groups = annotation.group_rows.len();
    let mut all = Vec::with_capacity(groups * shape.losses.len());
    let mut cells = annotation.group_cells.chunks(shape.attributes.max(1));
    for loss in shape.losses {
        let cells = if loss.cell_costs().is_some() {
            cells.next().unwrap_or(&[])
        } else {
            &[]
        };
        let amounts: &[Vec<u128>] = if loss.leaf_amounts().is_some() {
            &annotation.group_amounts
        } else {
            &[]
        };
        let squares: &[u128] = if loss.needs_squares() {
            &annotation.group_squares
        } else {
            &[]
        };
        let mut facts = Facts {
            classes: annotation.classes,
            kept_classes: annotation.classes,
            cells: cells
                .iter()
                .map(|of_attribute| of_attribute.iter().sum())
                .collect(),
            amounts: amounts
                .iter()
                .map(|of_attribute| of_attribute.iter().sum())
                .collect(),
            squares: squares.iter().sum(),
            ..Facts::default()
        };
        for group in 0..groups {
            all.push(loss.value(levels, &facts));
            facts.kept_classes -= annotation.group_classes[group];
            facts.suppressed_rows += annotation.group_rows[group];
            facts
                .cells
                .iter_mut()
                .zip(cells)
                .for_each(|(sum, of_attribute)| *sum -= of_attribute[group]);
            facts
                .amounts
                .iter_mut()
                .zip(amounts)
                .for_each(|(sum, of_attribute)| *sum -= of_attribute[group]);
            facts.squares -= squares.get(group).copied().unwrap_or(0);
        }
    }
    all
}

/// A record, taken apart.
#[derive(Clone, Debug)]
pub(crate) struct Record<'a> {
    pub(crate) groups: usize,
    person_groups: usize,
    /// Classes of the node.
    pub(crate) classes: u64,
    has_gaps: bool,
    widths: &'a [u8],
    columns: &'a [u8],
}

impl<'a> Record<'a> {
    /// Takes the bytes of a record apart; none when they are no record of this shape.
    pub(crate) fn parse(shape: &Shape<'_>, bytes: &'a [u8]) -> Option<Self> {
        let (fixed, rest) = bytes.split_at_checked(FIXED)?;
        let number = |at: usize| {
            u32::from_le_bytes(fixed[at..at + 4].try_into().expect("four bytes")) as usize
        };
        let (widths, columns) =
            rest.split_at_checked(shape.places.over_groups + shape.places.over_persons)?;
        Some(Record {
            groups: number(0),
            person_groups: number(4),
            classes: u64::from_le_bytes(fixed[8..16].try_into().expect("eight bytes")),
            has_gaps: fixed[16] != 0,
            widths,
            columns,
        })
    }

    /// Whether all columns are there, in full, and nothing else.
    pub(crate) fn is_whole(&self, shape: &Shape<'_>) -> bool {
        let size = |widths: &[u8], len: usize| {
            let wide = widths.iter().all(|w| [0, 1, 2, 4, 8, 16].contains(w));
            let width: usize = widths.iter().map(|&w| usize::from(w)).sum();
            wide.then(|| width.checked_mul(len)).flatten()
        };
        let (of_groups, of_persons) = self.widths.split_at(shape.places.over_groups);
        let losses = if shape.places.is_line {
            self.groups.checked_mul(8 * shape.losses.len())
        } else {
            Some(0)
        };
        let is_narrow = !shape.places.is_line || of_groups.iter().all(|&w| w <= 8);
        let total = size(of_groups, self.groups)
            .zip(size(of_persons, self.person_groups))
            .zip(losses);
        is_narrow && total.is_some_and(|((a, b), c)| a + b + c == self.columns.len())
    }

    /// A column by its number.
    fn column(&self, shape: &Shape<'_>, number: usize) -> Column<'a> {
        let over_groups = shape.places.over_groups;
        let before = |from: usize, to: usize| {
            self.widths[from..to]
                .iter()
                .map(|&w| usize::from(w))
                .sum::<usize>()
        };
        let (start, len) = if number < over_groups {
            (before(0, number) * self.groups, self.groups)
        } else {
            (
                before(0, over_groups) * self.groups
                    + before(over_groups, number) * self.person_groups,
                self.person_groups,
            )
        };
        let width = self.widths[number];
        Column {
            width,
            bytes: &self.columns[start..start + usize::from(width) * len],
        }
    }

    /// Bytes from one step of a line to the next.
    #[inline]
    fn line_step(&self, shape: &Shape<'_>) -> usize {
        self.widths.iter().map(|&w| usize::from(w)).sum::<usize>() + 8 * shape.losses.len()
    }

    /// A field of a line by its number.
    #[inline]
    fn field(&self, shape: &Shape<'_>, number: usize) -> Spread<'a> {
        let start: usize = self.widths[..number].iter().map(|&w| usize::from(w)).sum();
        Spread {
            width: self.widths[number],
            step: self.line_step(shape),
            bytes: self.columns.get(start..).unwrap_or(&[]),
        }
    }

    #[inline]
    fn line_loss(&self, shape: &Shape<'_>, loss: usize, step: usize) -> f64 {
        if step >= self.groups {
            return f64::INFINITY;
        }
        let per_step = self.line_step(shape);
        let at = (step + 1) * per_step - 8 * (shape.losses.len() - loss);
        f64::from_le_bytes(self.columns[at..at + 8].try_into().expect("eight bytes"))
    }
}

/// Buffers for looking at clouds, one for each thread.
#[derive(Default)]
pub(crate) struct Marks {
    of_groups: Vec<u8>,
    of_persons: Vec<u8>,
}

/// Which groups of a record fail.
pub(crate) enum Failing<'m> {
    /// The first so many of a line.
    First(usize),
    /// Of a cloud.
    Marked {
        groups: Suffix<'m>,
        persons: Suffix<'m>,
    },
    /// All: a class may not be absent.
    All,
}

/// Groups are in the order of their sizes: those before `first` fail by their size, the others
/// where they have a mark.
pub(crate) struct Suffix<'m> {
    first: usize,
    marks: &'m [u8],
}

impl<'a> Record<'a> {
    /// Which groups fail, where only thresholds of axes count.
    #[inline]
    pub(crate) fn failing<'m>(
        &self,
        shape: &Shape<'_>,
        axes: &[u64],
        marks: &'m mut Marks,
    ) -> Failing<'m> {
        if shape.places.is_line {
            return Failing::First(self.field(shape, 0).below(self.groups, axes[0]));
        }
        let Marks {
            of_groups,
            of_persons,
        } = marks;
        let groups = self.mark(shape, 0, self.groups, axes, of_groups);
        let persons = if shape.persons { self.person_groups } else { 0 };
        Failing::Marked {
            groups,
            persons: self.mark(shape, shape.places.over_groups, persons, axes, of_persons),
        }
    }

    /// Marks those of `len` groups that fail, by the grades in the columns from `column` on.
    fn mark<'m>(
        &self,
        shape: &Shape<'_>,
        column: usize,
        len: usize,
        axes: &[u64],
        marks: &'m mut Vec<u8>,
    ) -> Suffix<'m> {
        marks.clear();
        if len == 0 {
            return Suffix { first: 0, marks };
        }
        let first = self.column(shape, column).below(len, axes[0]);
        marks.resize(len - first, 0);
        for (axis, (grid, &threshold)) in shape.grids.iter().zip(axes).enumerate().skip(1) {
            self.column(shape, column + axis)
                .from(first)
                .mark_failing(grid.bound, threshold, marks);
        }
        Suffix { first, marks }
    }

    /// The sum of a column over failing groups; its running sums stand behind it.
    fn sum_failing(&self, shape: &Shape<'_>, column: usize, failing: &Suffix<'_>) -> u64 {
        let before = match failing.first {
            0 => 0,
            first => self.column(shape, column + 1).get64(first - 1),
        };
        before
            + self
                .column(shape, column)
                .from(failing.first)
                .sum(failing.marks, 1) as u64
    }

    /// Whether what fails may not fail: a class that must not be absent is.
    pub(crate) fn breaks(
        &self,
        shape: &Shape<'_>,
        failing: &Failing<'_>,
        forbids_absence: bool,
    ) -> bool {
        forbids_absence && (self.has_gaps || self.rows(shape, failing) > 0)
    }

    /// Units that are suppressed.
    #[inline]
    pub(crate) fn units(&self, shape: &Shape<'_>, failing: &Failing<'_>) -> u64 {
        match failing {
            Failing::All => shape.units,
            Failing::First(0) => 0,
            Failing::First(step) => self.field(shape, shape.places.units).get(step - 1),
            Failing::Marked { persons, .. } if shape.persons => {
                self.sum_failing(shape, shape.places.units, persons)
            }
            Failing::Marked { .. } => self.rows(shape, failing),
        }
    }

    /// Rows that are suppressed.
    #[inline]
    pub(crate) fn rows(&self, shape: &Shape<'_>, failing: &Failing<'_>) -> u64 {
        match failing {
            Failing::All => shape.rows,
            Failing::First(0) => 0,
            Failing::First(step) => self.field(shape, shape.places.rows).get(step - 1),
            Failing::Marked { groups, .. } => self.sum_failing(shape, shape.places.rows, groups),
        }
    }

    /// Classes that stay.
    fn kept_classes(&self, shape: &Shape<'_>, failing: &Failing<'_>) -> u64 {
        match failing {
            Failing::All => 0,
            Failing::First(0) => self.classes,
            Failing::First(step) => {
                self.classes - self.field(shape, shape.places.classes).get(step - 1)
            }
            Failing::Marked { groups, .. } => self
                .column(shape, shape.places.classes)
                .from(groups.first)
                .sum(groups.marks, 0) as u64,
        }
    }

    /// The first loss of a line, which is there to read; of a cloud, not a number.
    pub(crate) fn ready_loss(&self, shape: &Shape<'_>, failing: &Failing<'_>) -> f64 {
        match failing {
            Failing::First(step) => self.line_loss(shape, 0, *step),
            Failing::All => f64::INFINITY,
            Failing::Marked { .. } => f64::NAN,
        }
    }

    /// All figures of the node.
    pub(crate) fn figures(
        &self,
        shape: &Shape<'_>,
        levels: &[u8],
        failing: &Failing<'_>,
    ) -> Figures {
        let (units, rows) = (self.units(shape, failing), self.rows(shape, failing));
        let kept_classes = self.kept_classes(shape, failing);
        let losses = (0..shape.losses.len())
            .map(|l| self.loss(shape, levels, failing, l, (units, rows, kept_classes)))
            .collect();
        Figures {
            units,
            rows,
            kept_classes,
            losses,
        }
    }

    fn loss(
        &self,
        shape: &Shape<'_>,
        levels: &[u8],
        failing: &Failing<'_>,
        number: usize,
        (units, rows, kept_classes): (u64, u64, u64),
    ) -> f64 {
        let groups = match failing {
            Failing::All => return f64::INFINITY,
            Failing::First(step) => return self.line_loss(shape, number, *step),
            Failing::Marked { .. } if rows == shape.rows => return f64::INFINITY,
            Failing::Marked { groups, .. } => groups,
        };
        let loss = &shape.losses[number];
        let sum = |column: usize| {
            self.column(shape, column)
                .from(groups.first)
                .sum(groups.marks, 0)
        };
        let sums = |from: usize| (from..from + shape.attributes).map(sum).collect();
        let before = shape.losses[..number]
            .iter()
            .filter(|l| l.cell_costs().is_some())
            .count();
        let facts = Facts {
            classes: self.classes,
            kept_classes,
            suppressed_rows: rows,
            suppressed_units: units,
            cells: if loss.cell_costs().is_some() {
                sums(shape.places.cells + before * shape.attributes)
            } else {
                Vec::new()
            },
            amounts: shape
                .places
                .amounts
                .filter(|_| loss.leaf_amounts().is_some())
                .map_or_else(Vec::new, sums),
            squares: shape
                .places
                .squares
                .filter(|_| loss.needs_squares())
                .map_or(0, sum),
            ..Facts::default()
        };
        loss.value(levels, &facts)
    }

    /// Calls `visit` with (size, classes, rows, fails) of each group, sizes rising.
    pub(crate) fn for_each_group(
        &self,
        shape: &Shape<'_>,
        failing: &Failing<'_>,
        mut visit: impl FnMut(u64, u64, u64, bool),
    ) {
        if shape.places.is_line {
            let step = if let Failing::First(step) = failing {
                *step
            } else {
                self.groups
            };
            let places = [0, shape.places.classes, shape.places.rows];
            let [sizes, classes, rows] = places.map(|place| self.field(shape, place));
            let mut before = (0, 0);
            for group in 0..self.groups {
                let now = (classes.get(group), rows.get(group));
                visit(
                    sizes.get(group),
                    now.0 - before.0,
                    now.1 - before.1,
                    group < step,
                );
                before = now;
            }
            return;
        }
        let places = [0, shape.places.classes, shape.places.rows];
        let [sizes, classes, rows] = places.map(|place| self.column(shape, place));
        for group in 0..self.groups {
            let fails = match failing {
                Failing::Marked { groups, .. } => {
                    group < groups.first || groups.marks[group - groups.first] == 1
                }
                _ => true,
            };
            visit(
                sizes.grade(group),
                classes.get64(group),
                rows.get64(group),
                fails,
            );
        }
    }

    /// The grades of an axis, group by group.
    pub(crate) fn grades(&self, shape: &Shape<'_>, axis: usize) -> Vec<u64> {
        if shape.places.is_line {
            let sizes = self.field(shape, 0);
            return (0..self.groups).map(|group| sizes.get(group)).collect();
        }
        let grades = self.column(shape, axis);
        (0..self.groups).map(|group| grades.grade(group)).collect()
    }

    /// The worst grade on an axis over the classes that stay.
    pub(crate) fn worst_kept(
        &self,
        shape: &Shape<'_>,
        axis: usize,
        failing: &Failing<'_>,
    ) -> Option<u64> {
        match failing {
            Failing::All => None,
            Failing::First(step) => (*step < self.groups).then(|| self.field(shape, 0).get(*step)),
            Failing::Marked { groups, .. } => {
                let (grades, grid) = (self.column(shape, axis), shape.grids[axis]);
                let kept = groups
                    .marks
                    .iter()
                    .zip(groups.first..)
                    .filter(|(mark, _)| **mark == 0);
                kept.map(|(_, group)| grades.grade(group))
                    .reduce(|a, b| grid.worse(a, b))
            }
        }
    }
}
