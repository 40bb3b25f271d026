//! Accounts: facts about a decision that only one method has.

mod preference;
mod records;

pub use preference::PreferenceAccount;
pub use records::RecordAccount;

use equipoise_certify as certify;
use serde_json::{Map, Value, json};

/// A method's own account of its decision.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Account {
    /// No facts beyond levels or classes.
    Plain,
    /// k of a table with suppressed cells, in both readings.
    Cells {
        /// k if a suppressed cell is its own value.
        cautious: u64,
        /// k if a suppressed cell matches any value.
        wildcard: u64,
    },
    /// Risks and utilities of records that were disclosed one by one.
    Records(Box<RecordAccount>),
    /// The aspirations of a preference, and the values reached.
    Preference(Box<PreferenceAccount>),
}

impl Account {
    /// Adds its facts to the JSON of a release.
    pub(crate) fn add_to(&self, object: &mut Map<String, Value>) {
        let (key, value) = match self {
            Account::Plain => return,
            Account::Cells { cautious, wildcard } => {
                ("k", json!({ "cautious": cautious, "wildcard": wildcard }))
            }
            Account::Records(records) => ("disclosure", json!(records)),
            Account::Preference(preference) => ("preference", json!(preference)),
        };
        object.insert(key.into(), value);
    }

    /// Adds its facts to the record.
    pub(crate) fn record(&self, facts: &mut certify::Facts) {
        match self {
            Account::Plain | Account::Cells { .. } => {}
            Account::Records(records) => facts.disclosure = Some(records.recorded()),
            Account::Preference(preference) => facts.preference = Some(preference.recorded()),
        }
    }
}
