//! Counts that may be masked, and the totals that decide what else must be.

use crate::number::thousands;
use crate::{Audience, ProtectionUnit, Report};
use serde::{Serialize, Serializer};
use std::fmt;

/// Counts of people below this number are masked in public reports.
pub const MASK_BELOW: u64 = 11;

/// A count of people as an audience may see it.
///
/// In JSON: a number, `"<11"`, `null` where it is withheld, or `"~1800"` where it is rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// The number itself.
    Exact(u64),
    /// It is from 1 to 10.
    Small,
    /// It is not told, because it is small or because a small one could be computed from it.
    Withheld,
}

impl Count {
    /// The number, where it is exact.
    pub fn exact(self) -> Option<u64> {
        match self {
            Count::Exact(number) => Some(number),
            _ => None,
        }
    }

    /// Small if it is small, else withheld: for a count that gives a small one away.
    fn hidden(number: u64) -> Count {
        if is_small(number) {
            Count::Small
        } else {
            Count::Withheld
        }
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // `pad` lets callers align it.
        match self {
            Count::Exact(number) => f.pad(&thousands(*number)),
            Count::Small => f.pad("<11"),
            Count::Withheld => f.pad("masked"),
        }
    }
}

impl Serialize for Count {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Count::Exact(number) => serializer.serialize_u64(*number),
            Count::Small => serializer.serialize_str("<11"),
            Count::Withheld => serializer.serialize_unit(),
        }
    }
}

/// True for 1 to 10.
pub(crate) fn is_small(number: u64) -> bool {
    (1..MASK_BELOW).contains(&number)
}

/// The totals of a release, and whether they are told.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Totals {
    pub(crate) audience: Audience,
    /// False when a total is masked: then nothing that depends on the input may give it away.
    pub(crate) told: bool,
    pub(crate) rows: Count,
    pub(crate) units: Count,
    pub(crate) released_rows: Count,
    pub(crate) left_out_rows: Count,
    pub(crate) left_out_units: Count,
}

impl Totals {
    pub(crate) fn of(report: &Report, audience: Audience) -> Self {
        let (table, left_out) = (&report.table, &report.left_out);
        let by_row = report.unit == ProtectionUnit::Rows;
        // Who has a row left out may have other rows in the release, so persons do not add up.
        let all_units = if by_row || left_out.units == 0 {
            Some(table.released_units.saturating_add(left_out.units))
        } else {
            None
        };
        let left_out_rows = left_out
            .rows
            .or((by_row || left_out.units == 0).then_some(left_out.units));
        let all_rows = left_out_rows.map(|rows| table.released_rows.saturating_add(rows));
        let count = |number: Option<u64>| number.map_or(Count::Withheld, Count::Exact);
        let exact = Totals {
            audience,
            told: true,
            rows: count(report.before.as_ref().map(|b| b.rows).or(all_rows)),
            units: count(report.before.as_ref().map(|b| b.units).or(all_units)),
            released_rows: Count::Exact(table.released_rows),
            left_out_rows: count(left_out_rows),
            left_out_units: Count::Exact(left_out.units),
        };
        if audience == Audience::Internal {
            return exact;
        }
        if is_small(table.released_units) {
            let zero_or_hidden = |number: Option<u64>| match number {
                Some(0) => Count::Exact(0),
                number => number.map_or(Count::Withheld, Count::hidden),
            };
            return Totals {
                told: false,
                rows: Count::Withheld,
                units: Count::Withheld,
                released_rows: Count::hidden(table.released_rows),
                left_out_rows: zero_or_hidden(left_out_rows),
                left_out_units: zero_or_hidden(Some(left_out.units)),
                ..exact
            };
        }
        if is_small(left_out.units) {
            return Totals {
                told: false,
                rows: Count::Withheld,
                units: Count::Withheld,
                left_out_rows: left_out_rows.map_or(Count::Withheld, Count::hidden),
                left_out_units: Count::Small,
                ..exact
            };
        }
        exact
    }

    /// Totals of a table that only its curator looks at.
    pub(crate) fn of_own_table(rows: u64, units: u64) -> Self {
        let (none, rows, units) = (Count::Exact(0), Count::Exact(rows), Count::Exact(units));
        let audience = Audience::Internal;
        Totals {
            audience,
            told: true,
            rows,
            units,
            released_rows: rows,
            left_out_rows: none,
            left_out_units: none,
        }
    }

    /// True when every number may be shown as it is.
    pub(crate) fn internal(&self) -> bool {
        self.audience == Audience::Internal
    }
}

/// A count of released rows, as a report shows it.
pub(crate) fn released_rows(rows: u64, totals: &Totals) -> Count {
    if is_small(rows) && !totals.internal() {
        Count::Small
    } else {
        Count::Exact(rows)
    }
}

/// Input rows with a missing value, as the public may know them.
pub(crate) fn missing_rows(rows: u64, totals: &Totals) -> Count {
    let nobody_is_left_out = totals.told && totals.left_out_units == Count::Exact(0);
    match rows {
        _ if totals.internal() || rows == 0 => Count::Exact(rows),
        _ if !nobody_is_left_out => Count::Withheld,
        _ if is_small(rows) => Count::Small,
        _ => Count::Exact(rows),
    }
}

/// Which values of an attribute are folded into one sum: see the text on masking of this crate.
/// Takes the units left out per value.
pub(crate) fn folded(left_out_units: &[u64]) -> Vec<bool> {
    if left_out_units.iter().all(|&units| units >= MASK_BELOW) {
        return vec![false; left_out_units.len()];
    }
    let cover = left_out_units
        .iter()
        .copied()
        .filter(|&units| units >= MASK_BELOW)
        .min();
    left_out_units
        .iter()
        .map(|&units| units < MASK_BELOW || Some(units) == cover)
        .collect()
}

/// Which bands of class sizes are masked: see the text on masking of this crate. Takes the least
/// size and the units of each band.
pub(crate) fn masked_bands(bands: &[(u64, u64)]) -> Vec<bool> {
    if !bands.iter().any(|&(_, units)| is_small(units)) {
        return vec![false; bands.len()];
    }
    let has_room = |&(least, units): &(u64, u64)| units > least.max(MASK_BELOW);
    let cover = (0..bands.len())
        .filter(|&b| has_room(&bands[b]))
        .min_by_key(|&b| bands[b].1);
    (0..bands.len())
        .map(|b| cover.is_none() || is_small(bands[b].1) || Some(b) == cover)
        .collect()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Totals of a public report that are told or not.
    pub(crate) fn totals(told: bool) -> Totals {
        let count = if told {
            Count::Exact(5000)
        } else {
            Count::Withheld
        };
        let (audience, released_rows) = (Audience::Public, Count::Exact(4000));
        Totals {
            audience,
            told,
            rows: count,
            units: count,
            released_rows,
            left_out_rows: count,
            left_out_units: count,
        }
    }

    #[test]
    fn a_small_value_takes_the_smallest_large_one_along() {
        assert_eq!(folded(&[500, 40, 3, 90]), [false, true, true, false]);
        assert_eq!(folded(&[500, 40, 40, 0]), [false, true, true, true]);
        assert_eq!(folded(&[500, 40, 40]), [false; 3]);
        assert_eq!(folded(&[500, 3]), [true; 2]);
        assert_eq!(folded(&[]), [false; 0]);
    }

    #[test]
    fn a_small_band_needs_one_with_room() {
        assert_eq!(
            masked_bands(&[(1, 3), (2, 90), (5, 0), (10, 40)]),
            [true, false, false, true]
        );
        // One class of 20 cannot be smaller, so nothing could move: everything goes.
        assert_eq!(masked_bands(&[(1, 1), (2, 0), (20, 20)]), [true; 3]);
        assert_eq!(masked_bands(&[(1, 300), (2, 0)]), [false; 2]);
    }
}
