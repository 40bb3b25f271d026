//! Keys and values as TOML writes them.
//!
//! `toml_edit` writes texts and names. Numbers are written here: recipes have whole numbers up to
//! 2^64 - 1 and decimals of 38 digits, and `toml_edit` holds neither.

use super::number::Number;
use crate::pin::text_literal;
use std::fmt;

/// A value as TOML writes it.
#[derive(Clone, Debug)]
pub(super) struct Literal(String);

impl Literal {
    pub(super) fn text(text: impl AsRef<str>) -> Self {
        Literal(text_literal(text.as_ref()))
    }

    pub(super) fn texts<T: AsRef<str>>(texts: impl IntoIterator<Item = T>) -> Self {
        Literal::list(texts.into_iter().map(Literal::text))
    }

    pub(super) fn number(number: impl Into<Number>) -> Self {
        Literal(number.into().to_string())
    }

    /// A number that is already in TOML notation.
    pub(super) fn digits(number: impl fmt::Display) -> Self {
        Literal(number.to_string())
    }

    pub(super) fn numbers<N: Into<Number>>(numbers: impl IntoIterator<Item = N>) -> Self {
        Literal::list(numbers.into_iter().map(Literal::number))
    }

    pub(super) fn flag(flag: bool) -> Self {
        Literal(flag.to_string())
    }

    pub(super) fn list(items: impl IntoIterator<Item = Literal>) -> Self {
        let items: Vec<String> = items.into_iter().map(|item| item.0).collect();
        Literal(format!("[{}]", items.join(", ")))
    }
}

impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Keys with their values, in the order in which they were first set.
#[derive(Clone, Debug, Default)]
pub(super) struct Keys(Vec<Entry>);

#[derive(Clone, Debug)]
struct Entry {
    key: String,
    value: Literal,
}

impl Keys {
    /// Sets a key, or replaces its value.
    pub(super) fn set(&mut self, key: &str, value: Literal) {
        match self.0.iter_mut().find(|entry| entry.key == key) {
            Some(entry) => entry.value = value,
            None => self.push(key, value),
        }
    }

    /// Adds a key without checking the others: a second key of the same name is an error when the
    /// text is parsed.
    pub(super) fn push(&mut self, key: &str, value: Literal) {
        self.0.push(Entry {
            key: key.to_owned(),
            value,
        });
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.0.iter().any(|entry| entry.key == key)
    }

    pub(super) fn remove(&mut self, key: &str) {
        self.0.retain(|entry| entry.key != key);
    }

    /// Adds the keys of `others` that are not set yet.
    pub(super) fn complete(&mut self, others: Keys) {
        for entry in others.0 {
            if !self.has(&entry.key) {
                self.0.push(entry);
            }
        }
    }

    /// Returns these keys with one more.
    pub(super) fn with(mut self, key: &str, value: Literal) -> Self {
        self.set(key, value);
        self
    }

    /// A table in braces.
    pub(super) fn braces(&self) -> Literal {
        let entries: Vec<String> = self.0.iter().map(Entry::to_string).collect();
        Literal(format!("{{ {} }}", entries.join(", ")))
    }
}

impl fmt::Display for Keys {
    /// One key on each line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|entry| writeln!(f, "{entry}"))
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}", name_literal(&self.key), self.value)
    }
}

/// A name as TOML writes it in keys and headers, in quotes where it needs them.
pub(super) fn name_literal(name: &str) -> String {
    toml_edit::Key::new(name).display_repr().into_owned()
}

/// Declares methods that set one key each: `method(argument: type) = "key", literal;`.
macro_rules! setters {
    ($builder:ident {
        $($(#[$about:meta])* $name:ident($value:ident: $type:ty) = $key:expr, $literal:expr;)+
    }) => {
        impl $builder {
            $($(#[$about])*
            pub fn $name(mut self, $value: $type) -> Self {
                self.keys.set($key, $literal);
                self
            })+
        }
    };
}

pub(super) use setters;
