//! Class sizes in bands.

use crate::ClassSizes;
use crate::mask::{Count, Totals, is_small, masked_bands};
use crate::number::share;
use serde::Serialize;

/// Least and greatest class size of each band. A risk above 1/5, 1/10 or 1/20 is a union of bands.
pub(crate) const BANDS: [(u64, Option<u64>); 8] = [
    (1, Some(1)),
    (2, Some(4)),
    (5, Some(9)),
    (10, Some(19)),
    (20, Some(49)),
    (50, Some(99)),
    (100, Some(999)),
    (1000, None),
];

/// From this many released rows on a share in whole per cent does not tell how many rows there were
/// before. The bound is on released rows, which everybody can count: a bound on the rows before
/// would itself tell something of them.
const COARSE_SHARES_FROM: u64 = 1000;

/// The classes of a table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClassesView {
    /// Their number.
    pub classes: Option<u64>,
    /// The units in them.
    pub units: Count,
    /// The smallest size.
    pub smallest: Option<u64>,
    /// The median size over classes, the lower of two middle ones.
    pub median: Option<u64>,
    /// The average size.
    pub average: Option<f64>,
    /// The largest size.
    pub largest: Option<u64>,
    /// By size.
    pub bands: Vec<BandView>,
}

/// Classes of similar size.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BandView {
    /// The least size.
    pub from: u64,
    /// The greatest size; none for the last band.
    pub to: Option<u64>,
    /// Classes of these sizes.
    pub classes: Option<u64>,
    /// The units in them.
    pub units: Count,
    /// Their share of all units.
    pub share: Option<f64>,
}

/// Which table the classes are of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum When {
    /// The input, which the public does not have.
    Before,
    /// The release, which everybody has.
    After,
}

/// How much is told of the units in classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Telling {
    Counts,
    /// Shares in whole per cent.
    Shares,
    Nothing,
}

impl Telling {
    fn of(when: When, totals: &Totals) -> Self {
        // What is left out of the table before would be the difference, so its counts go where the
        // totals go.
        if totals.told || when == When::After {
            Telling::Counts
        } else if totals
            .released_rows
            .exact()
            .is_some_and(|rows| rows >= COARSE_SHARES_FROM)
        {
            Telling::Shares
        } else {
            Telling::Nothing
        }
    }
}

/// The classes of a table in bands, and what may be told of them.
pub(crate) struct Banded<'a> {
    classes: &'a ClassSizes,
    in_band: [u64; BANDS.len()],
    units: [u64; BANDS.len()],
    /// Which bands are masked.
    pub(crate) masks: Vec<bool>,
    pub(crate) telling: Telling,
    /// Whether numbers over all classes are told.
    pub(crate) summed_up: bool,
}

impl<'a> Banded<'a> {
    pub(crate) fn new(classes: &'a ClassSizes, when: When, totals: &Totals) -> Self {
        let (mut in_band, mut units) = ([0u64; BANDS.len()], [0u64; BANDS.len()]);
        for &(size, number) in classes.sizes() {
            let band = BANDS
                .iter()
                .rposition(|&(from, _)| from <= size)
                .unwrap_or(0);
            in_band[band] = in_band[band].saturating_add(number);
            units[band] = units[band].saturating_add(size.saturating_mul(number));
        }
        let masks = if totals.internal() {
            vec![false; BANDS.len()]
        } else {
            masked_bands(
                &BANDS
                    .iter()
                    .zip(&units)
                    .map(|(&(from, _), &units)| (from, units))
                    .collect::<Vec<_>>(),
            )
        };
        let summed_up =
            totals.internal() || when == When::After || (totals.told && !masks.contains(&true));
        Banded {
            classes,
            in_band,
            units,
            masks,
            telling: Telling::of(when, totals),
            summed_up,
        }
    }

    pub(crate) fn all_classes(&self) -> u64 {
        self.in_band.iter().fold(0, |sum, &n| sum.saturating_add(n))
    }

    pub(crate) fn all_units(&self) -> u64 {
        self.units_below(BANDS.len())
    }

    /// The units of the first so many bands.
    pub(crate) fn units_below(&self, bands: usize) -> u64 {
        self.units[..bands]
            .iter()
            .fold(0, |sum, &n| sum.saturating_add(n))
    }

    /// The smallest size, where it is told.
    pub(crate) fn smallest(&self) -> Option<u64> {
        self.classes
            .sizes()
            .first()
            .map(|&(size, _)| size)
            .filter(|&size| self.summed_up || size == 1)
    }

    /// The largest size, where it is told.
    pub(crate) fn largest(&self) -> Option<u64> {
        self.classes
            .sizes()
            .last()
            .map(|&(size, _)| size)
            .filter(|_| self.summed_up)
    }

    /// A number of these units and its share, as they are told.
    pub(crate) fn counted(&self, units: u64, masked: bool) -> (Count, Option<f64>) {
        let all = self.all_units();
        match self.telling {
            Telling::Counts if !masked => (Count::Exact(units), share(units, all)),
            Telling::Shares if !masked => (
                Count::Withheld,
                share(units, all).map(|s| (s * 100.0).round() / 100.0),
            ),
            _ => (Count::Withheld, None),
        }
    }

    fn band(&self, band: usize) -> BandView {
        let ((from, to), masked) = (BANDS[band], self.masks[band]);
        let (units, share) = self.counted(self.units[band], masked);
        BandView {
            from,
            to,
            classes: (self.telling == Telling::Counts && !masked).then_some(self.in_band[band]),
            units,
            share,
        }
    }
}

impl ClassesView {
    pub(crate) fn of(classes: &ClassSizes, when: When, totals: &Totals) -> Self {
        let banded = Banded::new(classes, when, totals);
        let (number, all) = (banded.all_classes(), banded.all_units());
        let summed_up = banded.summed_up;
        ClassesView {
            classes: summed_up.then_some(number),
            units: match all {
                _ if totals.internal() => Count::Exact(all),
                _ if is_small(all) => Count::Small,
                _ if banded.telling == Telling::Counts => Count::Exact(all),
                _ => Count::Withheld,
            },
            smallest: banded.smallest(),
            median: median(classes, number).filter(|_| summed_up),
            average: share(all, number).filter(|_| summed_up),
            largest: banded.largest(),
            bands: (0..BANDS.len()).map(|b| banded.band(b)).collect(),
        }
    }
}

fn median(classes: &ClassSizes, number: u64) -> Option<u64> {
    let middle = number.div_ceil(2);
    let mut seen = 0u64;
    classes
        .sizes()
        .iter()
        .find(|&&(_, n)| {
            seen = seen.saturating_add(n);
            seen >= middle
        })
        .map(|&(size, _)| size)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mask::tests::totals;

    #[test]
    fn sizes_fall_into_their_bands() {
        let sizes = [
            1,
            2,
            4,
            5,
            9,
            10,
            19,
            20,
            49,
            50,
            99,
            100,
            999,
            1000,
            u64::MAX,
        ];
        let classes = ClassSizes::new(sizes.map(|size| (size, 1)));
        let banded = Banded::new(&classes, When::After, &totals(true));
        assert_eq!(banded.in_band, [1, 2, 2, 2, 2, 2, 2, 2]);
        assert_eq!(banded.units[1], 6);
        assert_eq!(
            banded.all_units(),
            u64::MAX,
            "sums stop at the largest number"
        );
    }

    #[test]
    fn the_median_is_the_size_of_a_middle_class() {
        let median = |sizes: &[(u64, u64)]| {
            let classes = ClassSizes::new(sizes.iter().copied());
            median(&classes, sizes.iter().map(|(_, number)| number).sum())
        };
        assert_eq!(median(&[]), None);
        assert_eq!(median(&[(3, 1), (8, 1)]), Some(3));
        assert_eq!(median(&[(3, 1), (8, 2)]), Some(8));
        assert_eq!(median(&[(3, 2), (8, 1), (9, 1)]), Some(3));
    }

    #[test]
    fn a_masked_band_hides_what_would_undo_it() {
        let classes = ClassSizes::new([(1, 3), (6, 10), (30, 10)]);
        let view = ClassesView::of(&classes, When::Before, &totals(true));
        let units: Vec<_> = view.bands.iter().map(|b| b.units.exact()).collect();
        assert_eq!(
            units,
            [
                None,
                Some(0),
                None,
                Some(0),
                Some(300),
                Some(0),
                Some(0),
                Some(0)
            ]
        );
        assert_eq!(
            (view.classes, view.average, view.median, view.largest),
            (None, None, None, None)
        );
        assert_eq!(view.smallest, Some(1));
        let after = ClassesView::of(&classes, When::After, &totals(true));
        assert_eq!(
            (after.classes, after.smallest, after.largest),
            (Some(23), Some(1), Some(30))
        );
        assert_eq!(after.bands[0].units, Count::Withheld);
    }

    #[test]
    fn the_table_before_goes_with_its_total() {
        let view = ClassesView::of(
            &ClassSizes::new([(1, 400), (3, 200)]),
            When::Before,
            &totals(false),
        );
        assert_eq!((view.units, view.classes), (Count::Withheld, None));
        assert_eq!(
            (view.bands[0].units, view.bands[0].share),
            (Count::Withheld, Some(0.4))
        );
        let few_released = Totals {
            released_rows: Count::Exact(999),
            ..totals(false)
        };
        let few = ClassesView::of(&ClassSizes::new([(1, 1_003)]), When::Before, &few_released);
        assert_eq!(few.bands[0].share, None);
    }
}
