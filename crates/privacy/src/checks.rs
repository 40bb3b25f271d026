//! Every check of a privacy parameter, in one place.

use crate::Score;
use equipoise_data::{Error, Result};

/// `k` or `l`: a whole number of at least 1.
pub(crate) fn at_least_one(letter: &str, value: u64) -> Result<u64> {
    if value == 0 {
        return Err(Error::usage(format!("{letter} is 0; it must be at least 1")));
    }
    Ok(value)
}

/// A share: at least 0 and at most 1.
pub(crate) fn share(letter: &str, value: Score) -> Result<Score> {
    if value > Score::whole(1) {
        return Err(Error::usage(format!("{letter} is {value}; it must be at least 0 and at most 1")));
    }
    Ok(value)
}
