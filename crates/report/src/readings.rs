//! k-anonymity in both readings of missing values.

use crate::classes::{Banded, When};
use crate::mask::Totals;
use crate::{ClassSizes, Report};
use serde::Serialize;

/// k in both readings, of input and release.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ReadingsView {
    /// The input, where it is reported.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<ReadingView>,
    /// The release.
    pub after: ReadingView,
}

/// k of one table in both readings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ReadingView {
    /// A missing value is a value of its own: the smallest class. None where it is masked, or where
    /// there is no row.
    pub own_value: Option<u64>,
    /// A missing value matches anything. None where it is masked, was not measured, or where there
    /// is no row.
    pub wildcard: Option<u64>,
    /// Whether the second one was measured.
    pub wildcard_measured: bool,
}

impl ReadingsView {
    pub(crate) fn of(report: &Report, totals: &Totals) -> Self {
        ReadingsView {
            before: report
                .before
                .as_ref()
                .map(|of| ReadingView::of(&of.classes, of.wildcard, When::Before, totals)),
            after: ReadingView::of(&report.after, report.wildcard, When::After, totals),
        }
    }
}

impl ReadingView {
    fn of(classes: &ClassSizes, wildcard: Option<u64>, when: When, totals: &Totals) -> Self {
        let banded = Banded::new(classes, when, totals);
        // It goes with the smallest class: it is the same kind of number, over the same people.
        let told = |k: &u64| banded.summed_up || *k == 1;
        ReadingView {
            own_value: banded.smallest(),
            wildcard: wildcard.filter(told),
            wildcard_measured: wildcard.is_some(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mask::tests::totals;

    #[test]
    fn the_wildcard_goes_where_the_smallest_class_goes() {
        let reading = |sizes: &[(u64, u64)], wildcard, when, told| {
            let view = ReadingView::of(
                &ClassSizes::new(sizes.iter().copied()),
                wildcard,
                when,
                &totals(told),
            );
            (view.own_value, view.wildcard)
        };
        let many = [(2, 40), (30, 10)];
        assert_eq!(
            reading(&many, Some(3), When::Before, true),
            (Some(2), Some(3))
        );
        assert_eq!(reading(&many, Some(3), When::Before, false), (None, None));
        assert_eq!(
            reading(&many, Some(3), When::After, false),
            (Some(2), Some(3))
        );
        // A few who look like no other are masked, and so is how many match the loneliest of them.
        let few = [(1, 3), (6, 10), (30, 10)];
        assert_eq!(reading(&few, Some(2), When::Before, true), (Some(1), None));
        assert_eq!(
            reading(&few, Some(1), When::Before, true),
            (Some(1), Some(1))
        );
        assert_eq!(reading(&few, None, When::After, true), (Some(1), None));
    }
}
