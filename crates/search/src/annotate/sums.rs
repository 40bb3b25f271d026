//! What losses need, summed per group.

use super::group::Grouping;
use super::{Annotation, AnnotationRequest, Graded};
use crate::space::Space;
use equipoise_data::{Classes, Field, Key};
use equipoise_measure::CellCosts;
use std::ops::AddAssign;

/// Counts rows, squares, costs and amounts of all groups.
pub(super) fn fill<const W: usize>(
    annotation: &mut Annotation,
    space: &Space<'_, W>,
    wanted: &AnnotationRequest<'_>,
    levels: &[u8],
    classes: &Classes<W>,
    grouping: &Grouping,
) {
    let groups = Groups { classes, grouping };
    annotation.group_classes = grouping.classes.clone();
    // Where the size in rows is an axis, the classes of a group have as many rows each.
    let size = wanted
        .axes
        .iter()
        .position(|axis| axis.of == Graded::Size)
        .filter(|_| classes.persons().is_none());
    annotation.group_rows = match size {
        Some(axis) => annotation.grades[axis]
            .iter()
            .zip(&grouping.classes)
            .map(|(size, classes)| size * classes)
            .collect(),
        None => groups.sum(|_, rows| rows),
    };
    if wanted.losses.iter().any(|l| l.needs_squares()) {
        annotation.group_squares = groups.sum(|_, rows| u128::from(rows).pow(2));
    }
    for costs in wanted.losses.iter().filter_map(|l| l.cell_costs()) {
        let first = annotation.group_cells.len();
        let even = |(a, &level): (usize, &u8)| match costs.even(a, level) {
            Some(cost) => annotation
                .group_rows
                .iter()
                .map(|&rows| u128::from(cost) * u128::from(rows))
                .collect(),
            None => Vec::new(),
        };
        annotation
            .group_cells
            .extend(levels.iter().enumerate().map(even));
        groups.uneven(costs, space, levels, &mut annotation.group_cells[first..]);
    }
    if wanted.losses.iter().any(|l| l.leaf_amounts().is_some()) {
        let of_attribute = |a: usize| {
            let mut amounts = classes.amounts(a).iter();
            groups.sum(|_, _| *amounts.next().expect("an amount for each class"))
        };
        annotation.group_amounts = (0..levels.len()).map(of_attribute).collect();
    }
}

/// The classes of a node in their groups.
struct Groups<'g, const W: usize> {
    classes: &'g Classes<W>,
    grouping: &'g Grouping,
}

/// What the labels of an attribute cost.
#[derive(Clone, Copy)]
struct Costs<'c> {
    field: Field,
    costs: &'c [u64],
}

impl Costs<'_> {
    #[inline(always)]
    fn of<const W: usize>(&self, key: &Key<W>) -> u64 {
        let word = if W == 1 { 0 } else { self.field.word };
        self.costs[(key[word] >> self.field.shift & self.field.mask) as usize]
    }
}

impl<const W: usize> Groups<'_, W> {
    /// Per group the sum over its classes.
    #[inline(always)]
    fn sum<N: Copy + Default + AddAssign>(
        &self,
        mut of_class: impl FnMut(&Key<W>, u64) -> N,
    ) -> Vec<N> {
        let mut sums = vec![N::default(); self.grouping.classes.len()];
        self.grouping.for_each(self.classes, |group, key, rows| {
            sums[group] += of_class(key, rows)
        });
        sums
    }

    /// The costs of cells of attributes whose labels do not all cost the same. Several attributes
    /// share a look at the classes.
    fn uneven(&self, all: &CellCosts, space: &Space<'_, W>, levels: &[u8], out: &mut [Vec<u128>]) {
        let costs = |a: usize| Costs {
            field: space.steps.layout().field(a),
            costs: &all.costs[a][usize::from(levels[a])],
        };
        let attributes: Vec<usize> = (0..levels.len())
            .filter(|&a| all.even(a, levels[a]).is_none())
            .collect();
        if !all.sums_fit_64_bits {
            for a in attributes {
                out[a] = self.sum(|key, rows| u128::from(costs(a).of(key)) * u128::from(rows));
            }
            return;
        }
        for few in attributes.chunks(3) {
            match *few {
                [a] => self.cells([a], [costs(a)], out),
                [a, b] => self.cells([a, b], [a, b].map(costs), out),
                [a, b, c] => self.cells([a, b, c], [a, b, c].map(costs), out),
                _ => {}
            }
        }
    }

    /// The costs of cells of these attributes, where sums fit 64 bits.
    fn cells<const N: usize>(
        &self,
        attributes: [usize; N],
        costs: [Costs<'_>; N],
        out: &mut [Vec<u128>],
    ) {
        let mut sums = vec![[0; N]; self.grouping.classes.len()];
        self.grouping.for_each(self.classes, |group, key, rows| {
            sums[group]
                .iter_mut()
                .zip(&costs)
                .for_each(|(sum, costs)| *sum += costs.of(key) * rows);
        });
        for (i, a) in attributes.into_iter().enumerate() {
            out[a] = sums.iter().map(|sums| u128::from(sums[i])).collect();
        }
    }
}
