//! A decision that is finer than one level per column: each class has its own regions.
//!
//! A released cell stands for a run of leaves. Leaves are in preorder, so every label of a
//! hierarchy is a run too. Mondrian, local recoding, cell suppression and record-by-record
//! disclosure all produce a [`Recoding`]. Later steps do not depend on the method that produced it.

use equipoise_data::Region;

/// The class number of rows that are left out.
pub const LEFT_OUT: u32 = u32::MAX;

/// The class of each row, and the region of each class in every quasi-identifier.
///
/// No two classes have the same regions: readers of the release would see them as one class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recoding {
    /// The class of each row, or [`LEFT_OUT`].
    pub class_of_row: Vec<u32>,
    /// The region of each class in each quasi-identifier, one class after the other.
    pub regions: Vec<Region>,
    /// Number of quasi-identifiers.
    pub attributes: usize,
}

impl Recoding {
    /// Makes classes from groups of rows and the regions of each group. Groups with equal regions
    /// become one class. Classes are numbered in the order of their regions.
    ///
    /// ```
    /// use equipoise_data::Region;
    /// use equipoise_release::{LEFT_OUT, Recoding};
    /// let (young, old) = (Region { first: 0, last: 3 }, Region { first: 4, last: 9 });
    /// let recoding = Recoding::new(vec![0, 1, 2, LEFT_OUT], vec![old, young, old], 1);
    /// assert_eq!(recoding.class_of_row, [1, 0, 1, LEFT_OUT]);
    /// assert_eq!(recoding.class(1), [old]);
    /// ```
    pub fn new(mut group_of_row: Vec<u32>, regions: Vec<Region>, attributes: usize) -> Self {
        let of = |group: u32| &regions[group as usize * attributes..][..attributes];
        let groups = regions.len().checked_div(attributes).unwrap_or(0) as u32;
        let mut order: Vec<u32> = (0..groups).collect();
        order.sort_by(|&a, &b| of(a).cmp(of(b)));
        let mut class_of = vec![0; groups as usize];
        let mut classes: Vec<Region> = Vec::with_capacity(regions.len());
        for (i, &group) in order.iter().enumerate() {
            if i == 0 || of(order[i - 1]) != of(group) {
                classes.extend(of(group));
            }
            class_of[group as usize] = (classes.len() / attributes - 1) as u32;
        }
        for class in group_of_row.iter_mut().filter(|class| **class != LEFT_OUT) {
            *class = class_of[*class as usize];
        }
        Recoding {
            class_of_row: group_of_row,
            regions: classes,
            attributes,
        }
    }

    /// Number of classes.
    pub fn classes(&self) -> usize {
        self.regions.len().checked_div(self.attributes).unwrap_or(0)
    }

    /// The regions of a class.
    pub fn class(&self, class: usize) -> &[Region] {
        &self.regions[class * self.attributes..][..self.attributes]
    }

    /// The distinct regions of a quasi-identifier, sorted, and the index of the region of each
    /// class.
    pub fn column(&self, attribute: usize) -> (Vec<Region>, Vec<u32>) {
        let of_class = || (0..self.classes()).map(|class| self.class(class)[attribute]);
        let mut different: Vec<Region> = of_class().collect();
        different.sort_unstable();
        different.dedup();
        let place = |region: Region| {
            different
                .binary_search(&region)
                .expect("every region was sorted in") as u32
        };
        let of_class = of_class().map(place).collect();
        (different, of_class)
    }
}
