//! Classes of rows that show the same regions.

use crate::recoding::{LEFT_OUT, Recoding};
use crate::value_set::ValueSet;

/// The regions that classes show in one column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassColumn {
    /// Number of values of the column.
    pub values: u32,
    /// The distinct regions, sorted.
    pub regions: Vec<ValueSet>,
    /// The index of the region that each class shows.
    pub of_class: Vec<u32>,
}

/// The classes of a table, sorted by the regions that they show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownClasses {
    /// The columns.
    columns: Vec<ClassColumn>,
    /// Number of classes.
    len: usize,
    /// The class of each row of the table, or [`LEFT_OUT`].
    class_of_row: Vec<u32>,
}

impl ShownClasses {
    /// Makes classes from groups of rows. `group_of_row` has the group of each row, or
    /// [`LEFT_OUT`], and `columns` the regions that each group shows. Groups that show the same
    /// become one class. Groups without rows become no class. Without columns, all groups show the
    /// same.
    ///
    /// # Cost
    /// O(rows + groups x log(groups) x columns).
    ///
    /// ```
    /// use equipoise_data::Region;
    /// use equipoise_release::{ClassColumn, ShownClasses, LEFT_OUT};
    /// let (young, old) = (Region { first: 0, last: 3 }, Region { first: 4, last: 9 });
    /// let regions = vec![young.into(), old.into()];
    /// let age = ClassColumn { values: 10, regions, of_class: vec![1, 0, 1, 0] };
    /// let classes = ShownClasses::new(vec![0, 1, 2, LEFT_OUT], vec![age]);
    /// assert_eq!((classes.len(), classes.class_of_row()), (2, &[1, 0, 1, LEFT_OUT][..]));
    /// ```
    pub fn new(group_of_row: Vec<u32>, columns: Vec<ClassColumn>) -> Self {
        ShownClasses::with_tags(group_of_row, columns, &[])
    }

    /// Makes classes as [`ShownClasses::new`] does, but keeps groups with different tags apart.
    /// `tags` has the tag of each group; if it is empty, all groups have the same tag.
    ///
    /// Readers distinguish classes by their texts, and two texts can stand for the same region.
    pub fn with_tags(mut group_of_row: Vec<u32>, columns: Vec<ClassColumn>, tags: &[u32]) -> Self {
        let kept = || group_of_row.iter().filter(|group| **group != LEFT_OUT);
        let groups = kept().max().map_or(0, |&group| group as usize + 1);
        let mut has_rows = vec![false; groups];
        kept().for_each(|&group| has_rows[group as usize] = true);
        let shown = |group: u32| {
            let of_columns = columns.iter().map(move |of| of.of_class[group as usize]);
            of_columns.chain(tags.get(group as usize).copied())
        };
        let mut order: Vec<u32> = (0..groups as u32)
            .filter(|&group| has_rows[group as usize])
            .collect();
        order.sort_by(|&a, &b| shown(a).cmp(shown(b)));
        let mut class_of = vec![LEFT_OUT; groups];
        let mut first: Vec<u32> = Vec::with_capacity(order.len());
        for &group in &order {
            if first
                .last()
                .is_none_or(|&last| shown(last).ne(shown(group)))
            {
                first.push(group);
            }
            class_of[group as usize] = first.len() as u32 - 1;
        }
        for class in group_of_row.iter_mut().filter(|class| **class != LEFT_OUT) {
            *class = class_of[*class as usize];
        }
        let columns = columns.into_iter().map(|of| ClassColumn {
            of_class: first
                .iter()
                .map(|&group| of.of_class[group as usize])
                .collect(),
            ..of
        });
        ShownClasses {
            columns: columns.map(ClassColumn::without_unused).collect(),
            len: first.len(),
            class_of_row: group_of_row,
        }
    }

    /// The classes of a recoding. `values` has the number of values of each column.
    pub fn of_recoding(recoding: &Recoding, values: &[u32]) -> Self {
        let column = |(at, &values): (usize, &u32)| {
            let (regions, of_class) = recoding.column(at);
            ClassColumn {
                values,
                regions: regions.into_iter().map(ValueSet::from).collect(),
                of_class,
            }
        };
        ShownClasses::new(
            recoding.class_of_row.clone(),
            values.iter().enumerate().map(column).collect(),
        )
    }

    /// The regions that classes show in each column, and the class of each row.
    pub(super) fn into_parts(self) -> (Vec<ClassColumn>, Vec<u32>) {
        (self.columns, self.class_of_row)
    }

    /// Number of classes.
    pub fn len(&self) -> usize {
        self.len
    }

    /// True when no row is in a class.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The regions that classes show in each column.
    pub fn columns(&self) -> &[ClassColumn] {
        &self.columns
    }

    /// The class of each row of the table, or [`LEFT_OUT`].
    pub fn class_of_row(&self) -> &[u32] {
        &self.class_of_row
    }
}

impl ClassColumn {
    /// Removes the regions that no class shows.
    fn without_unused(mut self) -> Self {
        let mut place = vec![LEFT_OUT; self.regions.len()];
        self.of_class.iter().for_each(|&at| place[at as usize] = 0);
        let used = place.iter_mut().filter(|place| **place == 0);
        (0..).zip(used).for_each(|(at, place)| *place = at);
        let mut places = place.iter();
        self.regions
            .retain(|_| places.next().is_some_and(|place| *place != LEFT_OUT));
        self.of_class
            .iter_mut()
            .for_each(|at| *at = place[*at as usize]);
        self
    }
}
