//! The solution of a job: the decision about a table, with all facts about it. Methods produce it;
//! reports and releases are made from it.

mod account;
mod aggregate;
mod decided;
mod figures;
mod judged_model;
mod public_labels;
mod released_labels;
mod unmet;

pub use account::{Account, PreferenceAccount, RecordAccount};
pub(crate) use decided::Decided;
pub use equipoise_report::DecidedBy;
pub use figures::{SearchFigures, SearchLimit};
pub(crate) use judged_model::judged_models;
pub use judged_model::{JudgedModel, SuppressedCellReading};
pub(crate) use public_labels::is_made_of_ends;
pub use public_labels::labels_as_released;
pub(crate) use released_labels::released_labels;
pub use unmet::{BlockingColumn, ModelSuppression, NearestNode, Unmet};

/// A decision that meets every model, with the cost of finding it.
pub(crate) struct MethodResult {
    pub(crate) decided: Decided,
    pub(crate) search: SearchFigures,
}
