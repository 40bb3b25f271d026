//! A parameter of a privacy model.

/// A parameter of a privacy model, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelParameter {
    /// Its key in the recipe.
    pub key: &'static str,
    /// Its value: a number in plain digits, or a word.
    pub value: String,
}

impl ModelParameter {
    /// Creates a parameter from its key and value.
    pub fn new(key: &'static str, value: &(impl ToString + ?Sized)) -> Self {
        ModelParameter {
            key,
            value: value.to_string(),
        }
    }
}
