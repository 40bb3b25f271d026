//! Words of documents: enums by name, and texts that no enum has.

use serde::{Deserialize, Serialize};

/// A word of a document. A word that this version does not know is kept as it is, so that a check
/// can say which statement it belongs to and judge the others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Word<T> {
    /// A word that this version knows.
    Known(T),
    /// Any other text.
    Unknown(String),
}

impl<T> Word<T> {
    /// The word, if this version knows it.
    pub fn known(&self) -> Option<&T> {
        match self {
            Word::Known(word) => Some(word),
            Word::Unknown(_) => None,
        }
    }
}

impl<T> From<T> for Word<T> {
    fn from(word: T) -> Self {
        Word::Known(word)
    }
}

/// Defines an enum whose variants have a name in recipes and JSON.
macro_rules! named {
    ($(#[$doc:meta])* $type:ident { $($(#[$item_doc:meta])* $variant:ident = $name:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        pub enum $type {
            $($(#[$item_doc])* #[serde(rename = $name)] $variant),+
        }

        impl $type {
            /// Its name in recipes and JSON.
            pub fn name(self) -> &'static str {
                match self {
                    $($type::$variant => $name),+
                }
            }
        }
    };
}

pub(crate) use named;
