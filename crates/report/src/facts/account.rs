//! The account of a method.

use super::disclosure::Disclosure;
use super::preference::PreferenceFacts;
use equipoise_recipe::ReadingChoice;

/// Facts that only one method has to report.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum AccountSection {
    /// The method has none.
    #[default]
    Plain,
    /// Single cells were suppressed.
    Cells {
        /// The meaning of a suppressed cell, by which k is measured.
        reading: ReadingChoice,
        /// The number of quasi-identifiers in the sets that k holds for; without it, k holds for
        /// all of them together.
        subsets: Option<u64>,
    },
    /// Records were disclosed one by one: the risk and the utility of each.
    Records(Box<Disclosure>),
    /// A preference decided: what was aspired to and reached.
    Preference(PreferenceFacts),
}
