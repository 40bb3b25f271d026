//! Classes by their size.

/// Classes by their size in units. With persons, a person with rows in several classes counts in
/// each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClassSizes {
    /// Pairs of a size and the number of classes of that size, by rising size, none with 0.
    sizes: Vec<(u64, u64)>,
}

impl ClassSizes {
    /// From pairs of a size and the number of classes of that size, in any order.
    ///
    /// ```
    /// use equipoise_report::ClassSizes;
    /// let classes = ClassSizes::new([(5, 2), (3, 1), (5, 1)]);
    /// assert_eq!(classes.sizes(), [(3, 1), (5, 3)]);
    /// ```
    pub fn new(sizes: impl IntoIterator<Item = (u64, u64)>) -> Self {
        let mut sorted: Vec<(u64, u64)> = sizes
            .into_iter()
            .filter(|&(size, classes)| size > 0 && classes > 0)
            .collect();
        sorted.sort_unstable();
        sorted.dedup_by(|later, first| {
            let same = later.0 == first.0;
            if same {
                first.1 = first.1.saturating_add(later.1);
            }
            same
        });
        ClassSizes { sizes: sorted }
    }

    /// Pairs of a size and the number of classes of that size, by rising size.
    pub fn sizes(&self) -> &[(u64, u64)] {
        &self.sizes
    }
}
