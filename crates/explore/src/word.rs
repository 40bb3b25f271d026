//! Enums as words in files.

/// Declares a module for `#[serde(with)]` that writes a value as its word.
macro_rules! word {
    ($module:ident: $type:ty, $write:expr, $read:expr, $what:literal) => {
        mod $module {
            use super::*;
            use serde::de::{Deserialize, Deserializer, Error};
            use serde::ser::Serializer;

            pub(super) fn serialize<S: Serializer>(
                value: &$type,
                serializer: S,
            ) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(($write)(*value))
            }

            pub(super) fn deserialize<'de, D: Deserializer<'de>>(
                deserializer: D,
            ) -> Result<$type, D::Error> {
                let word = String::deserialize(deserializer)?;
                ($read)(&word).ok_or_else(|| Error::custom(format!("unknown {} `{word}`", $what)))
            }
        }
    };
}

pub(crate) use word;
