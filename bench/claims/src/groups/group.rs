//! A group of claims.

use crate::claim::Claim;
use equipoise_data::Result;

/// Claims that are computed together.
pub(crate) struct Group {
    /// The ids that its lines have; an id may have lines in several groups.
    pub(crate) ids: &'static [&'static str],
    /// Computes the lines.
    pub(crate) run: fn() -> Result<Vec<Claim>>,
}
