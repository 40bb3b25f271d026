//! Caveats as they are collected.

use serde::Serialize;

/// Something that the models of a release do not protect against.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Caveat {
    /// In a few words.
    pub title: String,
    /// In a few sentences.
    pub text: String,
}

/// Caveats, the most particular first.
pub(super) struct Caveats(pub(super) Vec<Caveat>);

impl Caveats {
    /// Adds a caveat.
    pub(super) fn add(&mut self, title: &str, text: impl Into<String>) {
        self.0.push(Caveat {
            title: title.to_owned(),
            text: text.into(),
        });
    }
}
