//! Every check of a privacy parameter, in one place.

use crate::score::Score;
use equipoise_data::{Error, Result};

/// Up to here size x total x scale, and sums of as many as 2^32 such terms, fit 128 bits.
const MOST_UNITS: u64 = 1 << 45;

fn wrong<T>(letter: &str, value: impl std::fmt::Display, must: &str) -> Result<T> {
    Err(Error::usage(format!(
        "{letter} is {value}; it must be {must}"
    )))
}

/// `k` or `l`: a whole number of at least 1.
pub(crate) fn at_least_one(letter: &str, value: u64) -> Result<u64> {
    if value == 0 {
        wrong(letter, value, "at least 1")
    } else {
        Ok(value)
    }
}

/// The `l` of recursive diversity: with l = 1 the sum would start at the most frequent value
/// itself.
pub(crate) fn at_least_two(letter: &str, value: u64) -> Result<u64> {
    if value < 2 {
        wrong(letter, value, "a whole number of at least 2")
    } else {
        Ok(value)
    }
}

/// An `l` that need not be whole.
pub(crate) fn one_or_more(letter: &str, value: Score) -> Result<Score> {
    if value < Score::whole(1) || value == Score::INFINITE {
        wrong(letter, value, "a number of at least 1")
    } else {
        Ok(value)
    }
}

/// A share: at least 0 and at most 1.
pub(crate) fn share(letter: &str, value: Score) -> Result<Score> {
    if value > Score::whole(1) {
        wrong(letter, value, "at least 0 and at most 1")
    } else {
        Ok(value)
    }
}

/// A share that is not 0.
pub(crate) fn positive_share(letter: &str, value: Score) -> Result<Score> {
    let ok = value > Score::whole(0) && value <= Score::whole(1);
    if ok {
        Ok(value)
    } else {
        wrong(letter, value, "above 0 and at most 1")
    }
}

/// A share that is neither 0 nor 1.
pub(crate) fn proper_share(letter: &str, value: Score) -> Result<Score> {
    let ok = value > Score::whole(0) && value < Score::whole(1);
    if ok {
        Ok(value)
    } else {
        wrong(letter, value, "above 0 and below 1")
    }
}

/// The `k` of an estimated population: sums run over as many terms as its root.
pub(crate) fn estimable_k(k: u64) -> Result<u64> {
    const MOST: u64 = 1_000_000_000;
    if k > MOST {
        wrong(
            "k",
            k,
            &format!("at most {MOST} where the population is estimated"),
        )
    } else {
        at_least_one("k", k)
    }
}

/// A significance; far smaller ones than anybody wants cannot be told from 0.
pub(crate) fn significance(value: Score) -> Result<Score> {
    let ok = value >= Score::new(1, 10u128.pow(30)) && value < Score::whole(1);
    if ok {
        Ok(value)
    } else {
        wrong("significance", value, "at least 1e-30 and below 1")
    }
}

/// A number above 0.
pub(crate) fn positive(letter: &str, value: Score) -> Result<Score> {
    let ok = value > Score::whole(0) && value < Score::INFINITE;
    if ok {
        Ok(value)
    } else {
        wrong(letter, value, "a number above 0")
    }
}

/// A number of at least 0.
pub(crate) fn finite(letter: &str, value: Score) -> Result<Score> {
    if value == Score::INFINITE {
        wrong(letter, value, "a number of at least 0")
    } else {
        Ok(value)
    }
}

/// The width of a kernel.
pub(crate) fn bandwidth(value: f64) -> Result<f64> {
    if value > 0.0 && value.is_finite() {
        Ok(value)
    } else {
        wrong("bandwidth", value, "a number above 0")
    }
}

/// Two shares that are the ends of a range.
pub(crate) fn range(min: Score, max: Score) -> Result<(Score, Score)> {
    let (min, max) = (share("min", min)?, share("max", max)?);
    if min > max {
        return Err(Error::usage(format!(
            "min is {min} and max is {max}; min must not be above max"
        )));
    }
    Ok((min, max))
}

/// The units of each value in the whole input; gives their sum.
pub(crate) fn reference(model: &str, counts: &[u64]) -> Result<u64> {
    let total: u128 = counts.iter().map(|&c| u128::from(c)).sum();
    if total == 0 {
        return Err(Error::data(format!(
            "{model} has no reference distribution: the table has no rows"
        )));
    }
    if total > u128::from(MOST_UNITS) {
        return Err(Error::limit(format!(
            "{model} over {total} units; it is exact up to {MOST_UNITS}"
        )));
    }
    Ok(total as u64)
}

/// Distances between values: a square table with zeros from each value to itself, otherwise between
/// 0 and 1, and the same there and back.
pub(crate) fn ground(distances: &[Vec<f64>]) -> Result<()> {
    let values = distances.len();
    for (i, row) in distances.iter().enumerate() {
        if row.len() != values {
            return Err(Error::usage(format!(
                "row {i} of the distances has {} entries; there are {values} values",
                row.len()
            )));
        }
        for (j, &d) in row.iter().enumerate() {
            if !(0.0..=1.0).contains(&d) {
                return wrong(
                    &format!("the distance between values {i} and {j}"),
                    d,
                    "at least 0 and at most 1",
                );
            }
            if i == j && d != 0.0 {
                return wrong(&format!("the distance of value {i} to itself"), d, "0");
            }
            if distances
                .get(j)
                .and_then(|r| r.get(i))
                .is_some_and(|&back| back != d)
            {
                return Err(Error::usage(format!(
                    "the distance between values {i} and {j} is not the same in both directions"
                )));
            }
        }
    }
    Ok(())
}

/// Two lists over the values of one column.
pub(crate) fn same_values(what: &str, given: usize, values: usize) -> Result<()> {
    if given != values {
        return Err(Error::usage(format!(
            "{what} are over {given} values; the column has {values}"
        )));
    }
    Ok(())
}
