//! Reads typed values out of TOML tables and notes everything that does not fit.

use crate::problems::Problems;
use crate::words::Word;
use equipoise_data::{Decimal, did_you_mean};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A value of the recipe with its place in the text.
pub(crate) type Value<'a> = Spanned<DeValue<'a>>;

/// A table of the recipe, and how messages call it.
pub(crate) struct Section<'a> {
    /// Such as `[input]` or `[columns.age]`.
    pub(crate) place: String,
    /// Where it begins in the text.
    pub(crate) at: usize,
    table: &'a DeTable<'a>,
}

impl<'a> Section<'a> {
    pub(crate) fn new(place: String, at: usize, table: &'a DeTable<'a>) -> Self {
        Section { place, at, table }
    }

    /// The value of a key.
    pub(crate) fn get(&self, key: &str) -> Option<&'a Value<'a>> {
        self.table.get(key)
    }

    /// Where the value of a key stands, or else the section.
    pub(crate) fn at(&self, key: &str) -> usize {
        self.get(key).map_or(self.at, |v| v.span().start)
    }

    /// Keys and values in the order of the text.
    pub(crate) fn entries(&self) -> Vec<(&'a Spanned<std::borrow::Cow<'a, str>>, &'a Value<'a>)> {
        let mut entries: Vec<_> = self.table.iter().collect();
        entries.sort_by_key(|(key, _)| key.span().start);
        entries
    }
}

/// A list of words in backticks.
pub(crate) fn quoted<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    words
        .into_iter()
        .map(|w| format!("`{w}`"))
        .collect::<Vec<_>>()
        .join(", ")
}

impl<'a> Problems<'a> {
    /// Notes every key of the section that is not among those accepted.
    pub(crate) fn accept(&mut self, section: &Section<'a>, accepted: &[&str]) {
        self.accept_with(section, accepted, |_| None);
    }

    /// As `accept`; `elsewhere` says of a key where it would belong.
    pub(crate) fn accept_with(
        &mut self,
        section: &Section<'a>,
        accepted: &[&str],
        elsewhere: impl Fn(&str) -> Option<String>,
    ) {
        for (key, _) in section.entries() {
            let name = key.get_ref().as_ref();
            if !accepted.contains(&name) {
                let message = format!(
                    "unknown key `{name}` in {}; accepted: {}",
                    section.place,
                    quoted(accepted.iter().copied())
                );
                let hint = elsewhere(name).or_else(|| did_you_mean(name, accepted.iter().copied()));
                self.add_with(key.span().start, message, hint);
            }
        }
    }

    /// Notes a value that does not fit.
    pub(crate) fn wrong(
        &mut self,
        section: &Section<'a>,
        key: &str,
        value: &Value<'a>,
        must: &str,
    ) {
        self.wrong_with(section, key, value, must, None);
    }

    pub(crate) fn wrong_with(
        &mut self,
        section: &Section<'a>,
        key: &str,
        value: &Value<'a>,
        must: &str,
        hint: Option<String>,
    ) {
        let message = format!("`{key}` in {} is {}; {must}", section.place, show(value));
        self.add_with(value.span().start, message, hint);
    }

    /// A table below this one.
    pub(crate) fn section(&mut self, parent: &Section<'a>, key: &str) -> Option<Section<'a>> {
        let value = parent.get(key)?;
        match value.get_ref() {
            DeValue::Table(table) => Some(Section::new(
                format!("`[{key}]`"),
                value.span().start,
                table,
            )),
            _ => {
                self.wrong(
                    parent,
                    key,
                    value,
                    &format!("it must be a table that begins with `[{key}]`"),
                );
                None
            }
        }
    }

    /// A text.
    pub(crate) fn text(&mut self, section: &Section<'a>, key: &str) -> Option<String> {
        let value = section.get(key)?;
        match value.get_ref() {
            DeValue::String(text) => Some(text.clone().into_owned()),
            _ => {
                self.wrong(section, key, value, "it must be a text in quotes");
                None
            }
        }
    }

    /// A text that is not empty.
    pub(crate) fn filled(&mut self, section: &Section<'a>, key: &str) -> Option<String> {
        let text = self.text(section, key)?;
        if text.is_empty() {
            self.wrong(section, key, section.get(key)?, "it must not be empty");
            return None;
        }
        Some(text)
    }

    /// A list of texts. The texts may be cell values, so a bad one is told by its place only.
    pub(crate) fn texts(&mut self, section: &Section<'a>, key: &str) -> Option<Vec<String>> {
        let value = section.get(key)?;
        let DeValue::Array(items) = value.get_ref() else {
            self.wrong(section, key, value, "it must be a list of texts in quotes");
            return None;
        };
        let mut texts = Vec::with_capacity(items.len());
        for (i, item) in items.iter().enumerate() {
            match item.get_ref() {
                DeValue::String(text) => texts.push(text.clone().into_owned()),
                other => {
                    let message = format!(
                        "item {} of `{key}` in {} is {}; it must be a text in quotes",
                        i + 1,
                        section.place,
                        kind(other)
                    );
                    self.add(item.span().start, message);
                }
            }
        }
        (texts.len() == items.len()).then_some(texts)
    }

    /// True or false.
    pub(crate) fn flag(&mut self, section: &Section<'a>, key: &str) -> Option<bool> {
        let value = section.get(key)?;
        if value.get_ref().as_bool().is_none() {
            self.wrong(section, key, value, "it must be true or false");
        }
        value.get_ref().as_bool()
    }

    /// A whole number within bounds, both included.
    pub(crate) fn whole(
        &mut self,
        section: &Section<'a>,
        key: &str,
        least: u64,
        most: u64,
    ) -> Option<u64> {
        self.whole_with(section, key, least, most, None)
    }

    /// As `whole`, with a hint for what does not fit.
    pub(crate) fn whole_with(
        &mut self,
        section: &Section<'a>,
        key: &str,
        least: u64,
        most: u64,
        hint: Option<&str>,
    ) -> Option<u64> {
        let value = section.get(key)?;
        let number = whole(value).filter(|n| (least..=most).contains(n));
        if number.is_none() {
            let bounds = if most == u64::MAX {
                format!("at least {least}")
            } else {
                format!("{least} to {most}")
            };
            self.wrong_with(
                section,
                key,
                value,
                &format!("it must be a whole number, {bounds}"),
                hint.map(str::to_owned),
            );
        }
        number
    }

    /// A number, exactly as its digits say.
    pub(crate) fn number(&mut self, section: &Section<'a>, key: &str) -> Option<Decimal> {
        let value = section.get(key)?;
        let number = number(value);
        if number.is_none() {
            self.wrong(
                section,
                key,
                value,
                "it must be a finite number of at most 38 digits",
            );
        }
        number
    }

    /// A number within bounds, both included; `must` says them in words.
    pub(crate) fn number_within(
        &mut self,
        section: &Section<'a>,
        key: &str,
        within: impl Fn(&Decimal) -> bool,
        must: &str,
    ) -> Option<Decimal> {
        let number = self.number(section, key)?;
        if !within(&number) {
            self.wrong(section, key, section.get(key)?, must);
            return None;
        }
        Some(number)
    }

    /// One of the words of a choice. Words in `later` belong to a version to come.
    pub(crate) fn word<W: Word>(
        &mut self,
        section: &Section<'a>,
        key: &str,
        later: &[&str],
    ) -> Option<W> {
        let value = section.get(key)?;
        let words = || W::WORDS.iter().map(|(word, _)| *word);
        let given = value.get_ref().as_str();
        let found = W::WORDS.iter().find(|(word, _)| Some(*word) == given);
        if found.is_none() {
            let later = given.is_some_and(|g| later.contains(&g));
            let accepted = format!("accepted: {}", quoted(words()));
            let must = if later {
                format!("that is not in this version; {accepted}")
            } else {
                accepted
            };
            let hint = given
                .filter(|_| !later)
                .and_then(|g| did_you_mean(g, words()));
            self.wrong_with(section, key, value, &must, hint);
        }
        found.map(|(_, choice)| *choice)
    }
}

/// A whole number that is not negative. TOML also writes them with underscores and in hexadecimal.
pub(crate) fn whole(value: &Value<'_>) -> Option<u64> {
    let integer = value.get_ref().as_integer()?;
    u64::from_str_radix(integer.as_str(), integer.radix()).ok()
}

/// The number as written, without a detour through binary floating point.
pub(crate) fn number(value: &Value<'_>) -> Option<Decimal> {
    match value.get_ref() {
        DeValue::Integer(integer) if integer.radix() == 10 => Decimal::parse(integer.as_str()),
        DeValue::Integer(_) => whole(value).map(Decimal::from),
        DeValue::Float(float) => Decimal::parse(float.as_str()),
        _ => None,
    }
}

/// A value as messages show it: parameters in full, lists and tables by their kind.
fn show(value: &Value<'_>) -> String {
    match value.get_ref() {
        DeValue::String(text) if text.chars().count() <= 60 => format!("`{text}`"),
        DeValue::Integer(number) => number.to_string(),
        DeValue::Float(number) => number.to_string(),
        DeValue::Boolean(flag) => flag.to_string(),
        other => kind(other).to_owned(),
    }
}

fn kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) | DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

/// How a column's section is written in TOML.
pub(crate) fn column_place(name: &str) -> String {
    let bare = !name.is_empty()
        && name
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
    if bare {
        format!("`[columns.{name}]`")
    } else {
        format!("`[columns.{name:?}]`")
    }
}
