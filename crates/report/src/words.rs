//! Choices as the words that recipes and JSON have for them.

use serde::Serializer;
use std::fmt::Display;

/// Serializes a choice as its word.
pub(crate) fn word<T: Display, S: Serializer>(
    choice: &T,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_str(choice)
}

/// Serializes a choice as its word, and none as an empty text.
pub(crate) fn word_or_empty<T: Display, S: Serializer>(
    choice: &Option<T>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match choice {
        Some(choice) => serializer.collect_str(choice),
        None => serializer.serialize_str(""),
    }
}

/// Serializes choices as their words.
pub(crate) fn words<T: Display, S: Serializer>(
    choices: &[T],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(choices.iter().map(ToString::to_string))
}
