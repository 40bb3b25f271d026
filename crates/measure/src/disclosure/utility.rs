//! What a shown label is still worth.

use super::ChainLabel;

/// A utility of records: a sum over attributes of what the shown label is worth, which falls with
/// generality.
///
/// # Source
/// §4.4. The two losses are turned into utilities by subtracting them from the loss of the top, so
/// that all of them are largest for the raw record, and 0 (U1: the least) for the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Utility {
    /// U1: one over the number of values below the label.
    Leaves,
    /// U2: the logarithm of all values over those below the label.
    Information,
    /// U3: how deep the label lies below the top. The thesis uses it everywhere.
    Depth,
    /// The loss of Xiao and Tao, (n - 1) / m for n of m values, subtracted from that of the top.
    XiaoTao,
    /// The loss LM, (n - 1) / (m - 1), subtracted from that of the top; 0 where there is one value.
    Lm,
}

impl Utility {
    /// What a label is worth in a column whose hierarchy has so many lines.
    ///
    /// ```
    /// use equipoise_data::Region;
    /// use equipoise_measure::disclosure::{ChainLabel, Utility};
    /// let half = ChainLabel { level: 1, region: Region { first: 0, last: 3 }, depth: 1, leaves: 4, is_top: false };
    /// assert_eq!(Utility::Leaves.of(&half, 8), 0.25);
    /// assert_eq!(Utility::Information.of(&half, 8), 2f64.ln());
    /// assert_eq!(Utility::Depth.of(&half, 8), 1.0);
    /// assert_eq!(Utility::XiaoTao.of(&half, 8), 7.0 / 8.0 - 3.0 / 8.0);
    /// assert_eq!(Utility::Lm.of(&half, 8), 1.0 - 3.0 / 7.0);
    /// ```
    pub fn of(self, step: &ChainLabel, lines: u64) -> f64 {
        // A value that the hierarchy does not list counts as one line, and the top as all.
        let all = lines.max(1) as f64;
        let below = (step.leaves.max(1) as f64).min(all);
        match self {
            Utility::Leaves => 1.0 / below,
            Utility::Information => (all / below).ln(),
            Utility::Depth => f64::from(step.depth),
            Utility::XiaoTao => (all - 1.0) / all - (below - 1.0) / all,
            Utility::Lm if lines <= 1 => 0.0,
            Utility::Lm => 1.0 - (below - 1.0) / (all - 1.0),
        }
    }
}
