//! Everything that is wrong with a recipe, gathered and told at once.

use equipoise_data::Error;

/// One thing that is wrong, and where.
struct Problem {
    line: Option<usize>,
    message: String,
    hint: Option<String>,
}

/// The problems and warnings found so far in one recipe.
pub(crate) struct Problems<'a> {
    name: &'a str,
    source: &'a str,
    problems: Vec<Problem>,
    warnings: Vec<(usize, String)>,
}

impl<'a> Problems<'a> {
    pub(crate) fn new(name: &'a str, source: &'a str) -> Self {
        Problems {
            name,
            source,
            problems: Vec::new(),
            warnings: Vec::new(),
        }
    }

    /// A problem at a byte of the recipe.
    pub(crate) fn add(&mut self, at: usize, message: String) {
        self.add_with(at, message, None);
    }

    /// A problem at a byte of the recipe, with a hint.
    pub(crate) fn add_with(&mut self, at: usize, message: String, hint: Option<String>) {
        self.problems.push(Problem {
            line: Some(self.line(at)),
            message,
            hint,
        });
    }

    /// A problem of the recipe as a whole.
    pub(crate) fn add_whole(&mut self, message: &str, hint: &str) {
        self.problems.push(Problem {
            line: None,
            message: message.to_owned(),
            hint: Some(hint.to_owned()),
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
            let place = |line: usize| {
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
        self.problems.sort_by_key(|p| p.line.unwrap_or(usize::MAX));
        Err(if self.problems.len() == 1 {
            single(self.name, self.problems.remove(0))
        } else {
            several(self.name, &self.problems)
        })
    }

    fn line(&self, at: usize) -> usize {
        self.source.as_bytes()[..at.min(self.source.len())]
            .iter()
            .filter(|b| **b == b'\n')
            .count()
            + 1
    }
}

fn single(name: &str, problem: Problem) -> Error {
    let error = Error::usage(problem.message).at(match problem.line {
        Some(line) => format!("{name} line {line}"),
        None => name.to_owned(),
    });
    match problem.hint {
        Some(hint) => error.hint(hint),
        None => error,
    }
}

/// Problems that are told at once. A file with more is most likely no recipe at all.
const MOST_TOLD: usize = 40;

/// With several problems each keeps its hint beside it: one hint at the end could not tell which it
/// is for.
fn several(name: &str, problems: &[Problem]) -> Error {
    let mut message = format!("{name} has {} problems", problems.len());
    for problem in problems.iter().take(MOST_TOLD) {
        let place = problem
            .line
            .map_or(String::new(), |line| format!("line {line}: "));
        let hint = problem
            .hint
            .as_ref()
            .map_or(String::new(), |hint| format!(" ({hint})"));
        message += &format!("\n- {place}{}{hint}", problem.message);
    }
    if problems.len() > MOST_TOLD {
        message += &format!("\n- and {} more", problems.len() - MOST_TOLD);
    }
    Error::usage(message)
}
