//! JSON objects as they grow.

use serde::Serialize;
use serde_json::{Map, Value};

/// The fields of an object, in the order in which they are added.
#[derive(Default)]
pub(crate) struct Fields(Map<String, Value>);

impl Fields {
    /// Adds a field.
    pub(crate) fn add(&mut self, key: &str, value: impl Serialize) {
        // Values hold texts, integers and numbers under texts as keys, which JSON can always say.
        let value = serde_json::to_value(value).expect("a value is plain data");
        self.0.insert(key.to_owned(), value);
    }

    /// Adds a field where there is a value.
    pub(crate) fn add_some(&mut self, key: &str, value: Option<impl Serialize>) {
        if let Some(value) = value {
            self.add(key, value);
        }
    }

    /// The object on several lines, with a line break at its end.
    pub(crate) fn finish(self) -> String {
        format!("{:#}\n", Value::Object(self.0))
    }
}
