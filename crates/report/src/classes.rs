//! Class sizes in bands, and the risks that follow from them.

use crate::Classes;
use crate::mask::{Count, Totals, is_small, masked_bands};
use crate::number::share;
use serde::Serialize;

/// Least and greatest class size of each band. A risk above 1/5, 1/10 or 1/20 is a union of bands.
const BANDS: [(u64, Option<u64>); 8] =
    [(1, Some(1)), (2, Some(4)), (5, Some(9)), (10, Some(19)), (20, Some(49)), (50, Some(99)), (100, Some(999)), (1000, None)];

/// Risks above one in so many are counted.
const RISKS: [u64; 3] = [5, 10, 20];

/// From this many released rows on a share in whole per cent does not tell how many rows there were before. The bound
/// is on released rows, which everybody can count: a bound on the rows before would itself tell something of them.
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
    /// What the sizes mean for a person whom someone looks for.
    pub risk: RiskView,
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

/// Prosecutor risk: the chance to pick the right one of a class for somebody known to be in the table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RiskView {
    /// One over the smallest size.
    pub highest: Option<f64>,
    /// The average over units: classes over units.
    pub average: Option<f64>,
    /// How many have a risk above a bound.
    pub above: Vec<RiskAbove>,
}

/// How many have a risk above one in `one_in`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RiskAbove {
    /// The bound is one over this.
    pub one_in: u64,
    /// Units above it: those in smaller classes.
    pub units: Count,
    /// Their share of all units.
    pub share: Option<f64>,
}

/// Which table the classes are of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// The input, which the public does not have.
    Before,
    /// The release, which everybody has.
    After,
}

/// How much is told of the units in classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Telling {
    Counts,
    /// Shares in whole per cent.
    Shares,
    Nothing,
}

impl Telling {
    fn of(side: Side, totals: &Totals) -> Self {
        // What is left out of the table before would be the difference, so its counts go where the totals go.
        if totals.told || side == Side::After {
            Telling::Counts
        } else if totals.released_rows.exact().is_some_and(|rows| rows >= COARSE_SHARES_FROM) {
            Telling::Shares
        } else {
            Telling::Nothing
        }
    }
}

/// Sums over bands.
struct Tally {
    classes: [u64; BANDS.len()],
    units: [u64; BANDS.len()],
}

impl Tally {
    fn of(classes: &Classes) -> Self {
        let mut tally = Tally { classes: [0; BANDS.len()], units: [0; BANDS.len()] };
        for &(size, number) in classes.sizes() {
            let band = BANDS.iter().rposition(|&(from, _)| from <= size).unwrap_or(0);
            tally.classes[band] = tally.classes[band].saturating_add(number);
            tally.units[band] = tally.units[band].saturating_add(size.saturating_mul(number));
        }
        tally
    }

    fn all_classes(&self) -> u64 {
        self.classes.iter().fold(0, |sum, &n| sum.saturating_add(n))
    }

    fn all_units(&self) -> u64 {
        self.units.iter().fold(0, |sum, &n| sum.saturating_add(n))
    }

    /// Which bands are masked for this audience.
    fn masks(&self, totals: &Totals) -> Vec<bool> {
        if totals.internal() {
            return vec![false; BANDS.len()];
        }
        let bands: Vec<(u64, u64)> = BANDS.iter().zip(&self.units).map(|(&(from, _), &units)| (from, units)).collect();
        masked_bands(&bands)
    }
}

impl ClassesView {
    pub(crate) fn of(classes: &Classes, side: Side, totals: &Totals) -> Self {
        let tally = Tally::of(classes);
        let (number, all) = (tally.all_classes(), tally.all_units());
        let masks = tally.masks(totals);
        let smallest = classes.sizes().first().map(|&(size, _)| size);
        let telling = Telling::of(side, totals);
        let summed_up = totals.internal() || side == Side::After || (totals.told && !masks.contains(&true));
        let smallest = smallest.filter(|&size| summed_up || size == 1);
        let average_risk = share(number, all).filter(|_| summed_up);
        ClassesView {
            classes: summed_up.then_some(number),
            units: match all {
                _ if totals.internal() => Count::Exact(all),
                _ if is_small(all) => Count::Small,
                _ if telling == Telling::Counts => Count::Exact(all),
                _ => Count::Withheld,
            },
            smallest,
            median: median(classes, number).filter(|_| summed_up),
            average: share(all, number).filter(|_| summed_up),
            largest: classes.sizes().last().map(|&(size, _)| size).filter(|_| summed_up),
            bands: (0..BANDS.len()).map(|b| band(&tally, b, masks[b], telling)).collect(),
            risk: RiskView {
                highest: smallest.and_then(|size| share(1, size)),
                average: average_risk,
                above: RISKS.iter().map(|&one_in| risk_above(&tally, one_in, &masks, telling)).collect(),
            },
        }
    }
}

fn band(tally: &Tally, band: usize, masked: bool, telling: Telling) -> BandView {
    let (from, to) = BANDS[band];
    let (units, share) = counted_units(tally.units[band], tally.all_units(), masked, telling);
    BandView { from, to, classes: (telling == Telling::Counts && !masked).then_some(tally.classes[band]), units, share }
}

fn risk_above(tally: &Tally, one_in: u64, masks: &[bool], telling: Telling) -> RiskAbove {
    let bands = BANDS.iter().take_while(|&&(from, _)| from < one_in).count();
    let units = tally.units[..bands].iter().fold(0u64, |sum, &n| sum.saturating_add(n));
    // The sum of all masked bands is known from the total; a part of them is not.
    let cut = masks[..bands].contains(&true) && masks[bands..].contains(&true);
    let (units, share) = counted_units(units, tally.all_units(), cut, telling);
    RiskAbove { one_in, units, share }
}

fn counted_units(units: u64, all: u64, masked: bool, telling: Telling) -> (Count, Option<f64>) {
    match telling {
        Telling::Counts if !masked => (Count::Exact(units), share(units, all)),
        Telling::Shares if !masked => (Count::Withheld, share(units, all).map(|s| (s * 100.0).round() / 100.0)),
        _ => (Count::Withheld, None),
    }
}

fn median(classes: &Classes, number: u64) -> Option<u64> {
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
        let sizes = [1, 2, 4, 5, 9, 10, 19, 20, 49, 50, 99, 100, 999, 1000, u64::MAX];
        let tally = Tally::of(&Classes::new(sizes.map(|size| (size, 1))));
        assert_eq!(tally.classes, [1, 2, 2, 2, 2, 2, 2, 2]);
        assert_eq!(tally.units[1], 6);
        assert_eq!(tally.all_units(), u64::MAX, "sums stop at the largest number");
    }

    #[test]
    fn the_median_is_the_size_of_a_middle_class() {
        let median = |sizes: &[(u64, u64)]| {
            let classes = Classes::new(sizes.iter().copied());
            median(&classes, Tally::of(&classes).all_classes())
        };
        assert_eq!(median(&[]), None);
        assert_eq!(median(&[(3, 1), (8, 1)]), Some(3));
        assert_eq!(median(&[(3, 1), (8, 2)]), Some(8));
        assert_eq!(median(&[(3, 2), (8, 1), (9, 1)]), Some(3));
    }

    #[test]
    fn risk_is_above_one_in_five_for_classes_below_five() {
        let classes = Classes::new([(1, 20), (4, 10), (5, 10), (19, 3), (20, 5)]);
        let view = ClassesView::of(&classes, Side::Before, &totals(true));
        let above: Vec<_> = view.risk.above.iter().map(|a| (a.one_in, a.units)).collect();
        assert_eq!(above, [(5, Count::Exact(60)), (10, Count::Exact(110)), (20, Count::Exact(167))]);
        assert_eq!((view.risk.highest, view.risk.average), (Some(1.0), Some(48.0 / 267.0)));
    }

    #[test]
    fn a_masked_band_hides_what_would_undo_it() {
        let classes = Classes::new([(1, 3), (6, 10), (30, 10)]);
        let view = ClassesView::of(&classes, Side::Before, &totals(true));
        let units: Vec<_> = view.bands.iter().map(|b| b.units.exact()).collect();
        assert_eq!(units, [None, Some(0), None, Some(0), Some(300), Some(0), Some(0), Some(0)]);
        let above: Vec<_> = view.risk.above.iter().map(|a| a.units.exact()).collect();
        assert_eq!(above, [None, Some(63), Some(63)], "63 is the total less what is shown");
        assert_eq!((view.classes, view.average, view.median, view.largest), (None, None, None, None));
        assert_eq!(view.smallest, Some(1));
        let after = ClassesView::of(&classes, Side::After, &totals(true));
        assert_eq!((after.classes, after.smallest, after.largest), (Some(23), Some(1), Some(30)));
        assert_eq!(after.bands[0].units, Count::Withheld);
    }

    #[test]
    fn the_table_before_goes_with_its_total() {
        let view = ClassesView::of(&Classes::new([(1, 400), (3, 200)]), Side::Before, &totals(false));
        assert_eq!((view.units, view.classes), (Count::Withheld, None));
        assert_eq!((view.bands[0].units, view.bands[0].share), (Count::Withheld, Some(0.4)));
        let few_released = Totals { released_rows: Count::Exact(999), ..totals(false) };
        let few = ClassesView::of(&Classes::new([(1, 1_003)]), Side::Before, &few_released);
        assert_eq!(few.bands[0].share, None);
    }
}
