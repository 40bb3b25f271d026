//! Everything that is wrong with a recipe, gathered and reported at once.

use equipoise_data::Error;
use toml::de::{DeTable, DeValue};

/// One thing that is wrong: its line, and an error that does not name the line yet.
struct Problem {
    line: Option<u64>,
    error: Error,
}

/// The problems and warnings found so far in one recipe.
pub(crate) struct Problems<'a> {
    name: &'a str,
    source: &'a str,
    /// The recipe, once its text is known to be TOML.
    document: Option<&'a DeTable<'a>>,
    problems: Vec<Problem>,
    warnings: Vec<(u64, String)>,
}

impl<'a> Problems<'a> {
    pub(crate) fn new(name: &'a str, source: &'a str) -> Self {
        Problems {
            name,
            source,
            document: None,
            problems: Vec::new(),
            warnings: Vec::new(),
        }
    }

    /// Lets problems from now on have the keys of the recipe.
    pub(crate) fn look_up_keys_in(&mut self, document: &'a DeTable<'a>) {
        self.document = Some(document);
    }

    /// A problem at a byte of the recipe.
    pub(crate) fn add(&mut self, at: usize, message: String) {
        self.add_error(at, Error::usage(message));
    }

    /// A problem at a byte of the recipe, with a hint.
    pub(crate) fn add_with(&mut self, at: usize, message: String, hint: Option<String>) {
        let error = Error::usage(message);
        self.add_error(
            at,
            match hint {
                Some(hint) => error.hint(hint),
                None => error,
            },
        );
    }

    /// A problem at a byte of the recipe that was found by checking a value.
    pub(crate) fn add_error(&mut self, at: usize, error: Error) {
        // The recipe as a whole begins at 0.
        let document = self.document.filter(|_| at > 0);
        let key = document.and_then(|document| key_at(document, at, ""));
        self.problems.push(Problem {
            line: Some(self.line(at)),
            error: match key {
                Some(key) => error.at_key("", key),
                None => error,
            },
        });
    }

    /// A problem of the recipe as a whole.
    pub(crate) fn add_whole(&mut self, message: &str, hint: &str) {
        self.problems.push(Problem {
            line: None,
            error: Error::usage(message).hint(hint),
        });
    }

    /// Something that is allowed and yet worth a second look.
    pub(crate) fn warn(&mut self, at: usize, message: impl Into<String>) {
        let line = self.line(at);
        self.warnings.push((line, message.into()));
    }

    /// Something about the recipe as a whole that is worth a second look.
    pub(crate) fn warn_whole(&mut self, message: impl Into<String>) {
        self.warnings.push((0, message.into()));
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.problems.is_empty()
    }

    /// The warnings in order of lines, or the one error that holds every problem.
    pub(crate) fn finish(mut self) -> Result<Vec<String>, Error> {
        if self.problems.is_empty() {
            self.warnings.sort_by_key(|(line, _)| *line);
            let name = self.name;
            let place = |line: u64| {
                if line == 0 {
                    name.to_owned()
                } else {
                    format!("{name} line {line}")
                }
            };
            return Ok(self
                .warnings
                .into_iter()
                .map(|(line, text)| format!("{}: {text}", place(line)))
                .collect());
        }
        // What concerns the whole recipe comes last.
        self.problems.sort_by_key(|p| p.line.unwrap_or(u64::MAX));
        Err(if self.problems.len() == 1 {
            single(self.name, self.problems.remove(0))
        } else {
            several(self.name, self.problems)
        })
    }

    fn line(&self, at: usize) -> u64 {
        let before = &self.source.as_bytes()[..at.min(self.source.len())];
        before.iter().filter(|b| **b == b'\n').count() as u64 + 1
    }
}

fn single(name: &str, Problem { line, error }: Problem) -> Error {
    match line {
        Some(line) => error.at_line("line {}: ", line).at_file("{} ", name),
        None => error.in_file(name),
    }
}

/// With several problems each keeps its hint beside it: one hint at the end could not tell which it
/// is for.
fn several(name: &str, problems: Vec<Problem>) -> Error {
    let listed = |Problem { line, error }: Problem| {
        let error = match line {
            Some(line) => error.at_line("line {}: ", line),
            None => error,
        };
        error.at_file("", name)
    };
    Error::usage(format!("has {} problems", problems.len()))
        .at_file("{} ", name)
        .problems(problems.into_iter().map(listed).collect())
}

/// The key whose name or value begins at a byte of the text; of nested ones the innermost.
fn key_at(table: &DeTable<'_>, at: usize, above: &str) -> Option<String> {
    table.iter().find_map(|(key, value)| {
        let dot = if above.is_empty() { "" } else { "." };
        let path = format!("{above}{dot}{}", key.get_ref());
        let within = match value.get_ref() {
            DeValue::Table(inner) => key_at(inner, at, &path),
            DeValue::Array(items) => items.iter().enumerate().find_map(|(i, item)| {
                let path = format!("{path}[{i}]");
                let inner = item.get_ref().as_table();
                let within = inner.and_then(|inner| key_at(inner, at, &path));
                within.or_else(|| (item.span().start == at).then_some(path))
            }),
            _ => None,
        };
        let is_here = [key.span().start, value.span().start].contains(&at);
        within.or_else(|| is_here.then_some(path))
    })
}
