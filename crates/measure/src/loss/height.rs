//! `height`: sum of levels.

use super::{EarlyBounds, Loss};
use crate::Facts;

/// The sum of levels: the rule of the interactive-exploration source. It ignores how much is
/// suppressed.
#[derive(Debug)]
pub(super) struct Height;

impl Loss for Height {
    fn value(&self, levels: &[u8], _: &Facts) -> f64 {
        levels.iter().map(|&l| f64::from(l)).sum()
    }

    fn bound(&self, levels: &[u8], _: EarlyBounds) -> f64 {
        levels.iter().map(|&l| f64::from(l)).sum()
    }
}
