//! How many units a class must lose, however it is divided.
//!
//! Where a model is convex, the union K of all kept parts of a class meets it too: linear
//! conditions add up, and so do convex ones that scale with the size. So no division keeps more
//! than the largest K within the class that meets the model, and the rest is lost. Everything here
//! errs towards fewer lost units.

/// What stands for 1 in a [`cap`].
const ONE: u128 = 1 << 60;

/// Larger than all rounding errors of the few operations that lead here.
const DOUBT: f64 = 1e-12;

/// The share of a class that a value may have at most, in parts of 2^60, rounded up.
pub(crate) fn cap(share: f64) -> u64 {
    let parts = (share * (1.0 + DOUBT) * ONE as f64).ceil();
    if parts < ONE as f64 {
        parts as u64 + 1
    } else {
        ONE as u64
    }
}

/// A cap that forbids nothing.
pub(crate) const NO_CAP: u64 = ONE as u64;

/// The most rows of a class that can be kept when each value may have no larger share of them than
/// its [`cap`].
pub(crate) fn most_kept(size: u64, values: &[(u32, u64)], cap_of: impl Fn(u32) -> u64) -> u64 {
    most_kept_within(size, values, 1.0, cap_of)
}

/// The same when only a share `within` of the kept rows must be within the caps, together.
///
/// That is the largest y with sum over s of min(r_s, a_s y) >= within y. The left side is concave
/// in y, so the answer is found by Newton's steps from above, each of which either ends or adds a
/// value to those that are capped.
pub(crate) fn most_kept_within(
    size: u64,
    values: &[(u32, u64)],
    within: f64,
    cap_of: impl Fn(u32) -> u64,
) -> u64 {
    let within = if within < 1.0 {
        (within * (1.0 - DOUBT) * ONE as f64) as u128
    } else {
        ONE
    };
    let mut kept = size;
    loop {
        let (mut free, mut capped) = (0u128, 0u128);
        for &(value, count) in values {
            let cap = u128::from(cap_of(value));
            if cap * u128::from(kept) < u128::from(count) << 60 {
                capped += cap;
            } else {
                free += u128::from(count);
            }
        }
        if capped >= within {
            return kept;
        }
        let next = (free << 60) / (within - capped);
        if next >= u128::from(kept) {
            return kept;
        }
        kept = next as u64;
    }
}

/// The fewest rows that can bring together `needed` when a row with a value brings at most what
/// `of_row` says.
///
/// Rows that bring most go first. `needed` and what rows bring are floating point, wrong by at most
/// a relative 1e-13 of `scale`.
pub(crate) fn fewest_rows(
    needed: f64,
    scale: f64,
    values: &[(u32, u64)],
    of_row: impl Fn(u32) -> f64,
) -> u64 {
    let mut left = needed - scale * DOUBT;
    let (mut rows, mut last) = (0, (f64::INFINITY, u32::MAX));
    while left > 0.0 {
        // The next value in falling order of what its rows bring; equal ones by their number.
        let rest = values
            .iter()
            .map(|&(v, count)| (of_row(v) * (1.0 + DOUBT), v, count))
            .filter(|r| (r.0, r.1) < last);
        let Some((brings, value, count)) = rest.max_by(|a, b| {
            (a.0, a.1)
                .partial_cmp(&(b.0, b.1))
                .expect("no value is NaN")
        }) else {
            return rows;
        };
        if brings <= 0.0 {
            return rows;
        }
        let enough = (left / brings * (1.0 - DOUBT)).ceil();
        // With many values the search for the next one would take too long: all rows then count as
        // the best.
        if enough <= count as f64 || values.len() > 64 {
            return rows + enough as u64;
        }
        left -= brings * count as f64;
        rows += count;
        last = (brings, value);
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_what_the_caps_allow() {
        // At most one half each: of 8 and 2, four rows can stay.
        assert_eq!(most_kept(10, &[(0, 8), (1, 2)], |_| cap(0.5)), 4);
        // Two values with at most a third each can never fill a class; with free rows they can.
        assert_eq!(most_kept(100, &[(0, 50), (1, 50)], |_| cap(1.0 / 3.0)), 0);
        let third_but_2 = |v| if v == 2 { NO_CAP } else { cap(1.0 / 3.0) };
        assert_eq!(most_kept(101, &[(0, 50), (1, 50), (2, 1)], third_but_2), 3);
        assert_eq!(
            most_kept(9, &[(0, 3), (1, 3), (2, 3)], |_| cap(1.0 / 3.0)),
            9
        );
        assert_eq!(most_kept(9, &[(0, 9)], |_| NO_CAP), 9);
    }

    /// Brute force over all numbers of kept rows.
    #[test]
    fn is_the_largest_that_fits() {
        for seed in 0u64..3000 {
            let at = |i: u64| {
                seed.wrapping_mul(0x9e37_79b9_7f4a_7c15)
                    .rotate_left((i * 7) as u32)
                    % 12
            };
            let values: Vec<(u32, u64)> = (0..4).map(|v| (v, at(u64::from(v)))).collect();
            let size = values.iter().map(|v| v.1).sum();
            let share = |v: u32| (at(u64::from(v) + 5) + 1) as f64 / 16.0;
            let fits = |y: u64| {
                values
                    .iter()
                    .map(|&(v, r)| (r as f64).min(share(v) * y as f64))
                    .sum::<f64>()
                    >= y as f64 - 1e-9
            };
            let expected = (0..=size).rev().find(|&y| fits(y)).unwrap();
            assert_eq!(
                most_kept(size, &values, |v| cap(share(v))),
                expected,
                "{values:?}"
            );
        }
    }

    #[test]
    fn takes_the_rows_that_bring_most() {
        let brings = |v: u32| [0.5, 0.25, -1.0][v as usize];
        assert_eq!(fewest_rows(0.9, 1.0, &[(0, 1), (1, 5), (2, 9)], brings), 3);
        assert_eq!(fewest_rows(1.0, 1.0, &[(0, 2), (1, 5)], brings), 2);
        assert_eq!(fewest_rows(0.0, 1.0, &[(0, 2)], brings), 0);
    }
}
