//! One error type for the whole project: a kind, a place, a message, its source and a hint.

use std::borrow::Cow;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The sort of a failure. Front ends derive an exit code or an HTTP status from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The call itself is wrong: a flag, a recipe key, a parameter out of range.
    Usage,
    /// The table or a hierarchy is wrong.
    Data,
    /// No release meets the models, or a checked table does not.
    Unmet,
    /// A budget (time, nodes, memory) or a limit of this build was reached, or the user stopped the
    /// run.
    Limit,
    /// Our own mistake; the message asks for a report.
    Internal,
}

impl ErrorKind {
    /// The word used for this kind in JSON.
    pub fn name(self) -> &'static str {
        match self {
            ErrorKind::Usage => "usage",
            ErrorKind::Data => "data",
            ErrorKind::Unmet => "unmet",
            ErrorKind::Limit => "limit",
            ErrorKind::Internal => "internal",
        }
    }
}

/// The limit that ended a run: see [`Error::limit_kind`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LimitKind {
    /// The user stopped the run.
    Stopped,
    /// A limit of time.
    Time,
    /// A limit of nodes.
    Nodes,
    /// More memory than there is, or than the run may use.
    Memory,
    /// No room on the disk, or a disk that takes no more.
    Disk,
}

/// The files that a failed call leaves behind: see [`Error::files_left`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FilesLeft {
    /// None: there were no old files, and the new ones are gone.
    Nothing,
    /// The old files, unchanged.
    Old,
    /// The part of the new file that was complete before the failure.
    Begun,
    /// A mixture of old and new files, which the next run repairs.
    Mixture,
}

/// The place of an error: each part is there where it is known. See [`Error::place`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ErrorPlace<'a> {
    /// File that the error is about.
    pub file: Option<&'a Path>,
    /// Line of the file, the first one is 1.
    pub line: Option<u64>,
    /// Column of the table.
    pub column: Option<&'a str>,
    /// Row of the table, the first one is 1.
    pub row: Option<u64>,
    /// Key of the recipe, such as `columns.age.role` or `privacy[0].k`, or the flag of the command
    /// line.
    pub key: Option<&'a str>,
}

/// One part of a place, and the words that the message shows around it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Lead {
    /// `{}` stands for the part. Without words, the part is not shown.
    words: Cow<'static, str>,
    part: Part,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    File(PathBuf),
    Line(u64),
    Column(String),
    Row(u64),
    Key(String),
    /// An item of the input that has no field of its own; the words name it.
    Item,
}

impl fmt::Display for Lead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let split = self.words.split_once("{}");
        let Some((before, after)) = split.filter(|_| self.part != Part::Item) else {
            return f.write_str(&self.words);
        };
        f.write_str(before)?;
        match &self.part {
            Part::File(path) => write!(f, "{}", path.display())?,
            Part::Line(number) | Part::Row(number) => write!(f, "{number}")?,
            Part::Column(name) | Part::Key(name) => f.write_str(name)?,
            Part::Item => {}
        }
        f.write_str(after)
    }
}

/// The error of another library or of the system that led to ours.
#[derive(Clone, Debug)]
struct Source(Arc<dyn std::error::Error + Send + Sync>);

impl PartialEq for Source {
    /// Errors of other libraries cannot be compared, their texts can.
    fn eq(&self, other: &Self) -> bool {
        self.0.to_string() == other.0.to_string()
    }
}

impl Eq for Source {}

/// An error a curator can act on. Cell values never enter it unless the caller asked for them.
///
/// Kind, place, source and hint are fields. The text is made of them: the words around the place,
/// the message, the hint.
///
/// ```
/// # use equipoise_data::Error;
/// let e = Error::usage("suppression share is 1.2; it must be at least 0 and at most 1")
///     .hint("write a share like 0.02, or a number of rows without a decimal point");
/// assert_eq!(
///     e.to_string(),
///     "suppression share is 1.2; it must be at least 0 and at most 1\n\nhint: write a share like 0.02, or a number of rows without a decimal point"
/// );
///
/// let e = Error::data("has 3 fields, the first line has 4").at_line("line {} ", 7).in_file("a.csv");
/// assert_eq!(e.message(), "a.csv: line 7 has 3 fields, the first line has 4");
/// assert_eq!((e.place().line, e.place().column), (Some(7), None));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(Box<Fields>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Fields {
    kind: ErrorKind,
    limit: Option<LimitKind>,
    files_left: Option<FilesLeft>,
    /// The parts of the place, the outermost first.
    leads: Vec<Lead>,
    message: String,
    problems: Vec<Error>,
    hint: Option<String>,
    source: Option<Source>,
}

/// The result of everything that can fail.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Problems that the message of one error lists. A file with more is most likely of another sort.
const MOST_SHOWN: usize = 40;

impl Error {
    /// An error of the given kind.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Error(Box::new(Fields {
            kind,
            limit: None,
            files_left: None,
            leads: Vec::new(),
            message: message.into(),
            problems: Vec::new(),
            hint: None,
            source: None,
        }))
    }

    /// The call is wrong.
    pub fn usage(message: impl Into<String>) -> Self {
        Error::new(ErrorKind::Usage, message)
    }

    /// The data are wrong.
    pub fn data(message: impl Into<String>) -> Self {
        Error::new(ErrorKind::Data, message)
    }

    /// A budget or a limit was reached.
    pub fn limit(message: impl Into<String>) -> Self {
        Error::new(ErrorKind::Limit, message)
    }

    /// The user stopped the run before its work was done.
    ///
    /// ```
    /// # use equipoise_data::{Error, ErrorKind, LimitKind};
    /// let e = Error::stopped();
    /// assert_eq!((e.kind(), e.limit_kind()), (ErrorKind::Limit, Some(LimitKind::Stopped)));
    /// ```
    pub fn stopped() -> Self {
        Error::limit("stopped by the user before the work was done").reached(LimitKind::Stopped)
    }

    /// Our own mistake.
    pub fn internal(message: impl Into<String>) -> Self {
        Error::new(ErrorKind::Internal, message)
            .hint("this is a fault in Equipoise; please report it with the command that led here")
    }

    /// Adds a hint: what the user can do next. A hint never proposes weaker privacy or a tamer
    /// role.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.0.hint = Some(hint.into());
        self
    }

    /// Adds the error that led to this one. Its text is not shown.
    #[must_use]
    pub fn caused_by(mut self, source: impl std::error::Error + Send + Sync + 'static) -> Self {
        self.0.source = Some(Source(Arc::new(source)));
        self
    }

    /// Says which limit was reached.
    #[must_use]
    pub fn reached(mut self, limit: LimitKind) -> Self {
        self.0.limit = Some(limit);
        self
    }

    /// Says which files the failed call left behind.
    #[must_use]
    pub fn leaving(mut self, files: FilesLeft) -> Self {
        self.0.files_left = Some(files);
        self
    }

    /// Adds problems that one look at the input found at once. The message lists them, each with
    /// its place and its hint.
    ///
    /// ```
    /// # use equipoise_data::Error;
    /// let problems = vec![Error::usage("no `k`").at_line("line {}: ", 4).hint("add one")];
    /// let e = Error::usage("1 problem").problems(problems);
    /// assert_eq!(e.message(), "1 problem\n- line 4: no `k` (add one)");
    /// assert_eq!(e.problem_list()[0].place().line, Some(4));
    /// ```
    #[must_use]
    pub fn problems(mut self, problems: Vec<Error>) -> Self {
        self.0.problems = problems;
        self
    }

    /// Puts a file in front of the message: "recipe.toml: ".
    #[must_use]
    pub fn in_file(self, path: impl Into<PathBuf>) -> Self {
        self.at_file("{}: ", path)
    }

    /// Puts a file in front of the message, within words such as "could not open `{}`: ". Without
    /// words the message names the file itself.
    #[must_use]
    pub fn at_file(self, words: impl Into<Cow<'static, str>>, path: impl Into<PathBuf>) -> Self {
        self.lead(words, Part::File(path.into()))
    }

    /// Puts a line in front of the message, within words such as "line {}: ". Without words the
    /// message names the line itself.
    #[must_use]
    pub fn at_line(self, words: impl Into<Cow<'static, str>>, line: u64) -> Self {
        self.lead(words, Part::Line(line))
    }

    /// Puts a column in front of the message, within words such as "hierarchy of `{}`: ". Without
    /// words the message names the column itself.
    #[must_use]
    pub fn at_column(self, words: impl Into<Cow<'static, str>>, name: impl Into<String>) -> Self {
        self.lead(words, Part::Column(name.into()))
    }

    /// Adds the row of the table that the message names.
    #[must_use]
    pub fn at_row(self, row: u64) -> Self {
        self.lead("", Part::Row(row))
    }

    /// Puts a key of the recipe or a flag in front of the message, within words such as "`{}`: ".
    /// Without words the message names the key itself.
    #[must_use]
    pub fn at_key(self, words: impl Into<Cow<'static, str>>, key: impl Into<String>) -> Self {
        self.lead(words, Part::Key(key.into()))
    }

    /// Puts an item of the input, such as "step 3", in front of the message.
    #[must_use]
    pub fn at_item(self, item: impl fmt::Display) -> Self {
        self.lead(format!("{item}: "), Part::Item)
    }

    fn lead(mut self, words: impl Into<Cow<'static, str>>, part: Part) -> Self {
        let words = words.into();
        self.0.leads.insert(0, Lead { words, part });
        self
    }

    /// The kind of failure.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// The limit that was reached, where that is known.
    pub fn limit_kind(&self) -> Option<LimitKind> {
        self.0.limit
    }

    /// The files that the failed call left behind, where that is known. Neither the message nor the
    /// hint mentions them: front ends do.
    pub fn files_left(&self) -> Option<FilesLeft> {
        self.0.files_left
    }

    /// The place. Where an error has two of a sort (a file that names another one), the inner one.
    pub fn place(&self) -> ErrorPlace<'_> {
        let mut place = ErrorPlace::default();
        for lead in &self.0.leads {
            match &lead.part {
                Part::File(path) => place.file = Some(path),
                Part::Line(number) => place.line = Some(*number),
                Part::Column(name) => place.column = Some(name),
                Part::Row(number) => place.row = Some(*number),
                Part::Key(key) => place.key = Some(key),
                Part::Item => {}
            }
        }
        place
    }

    /// The message with the place in front and all problems, without the hint.
    pub fn message(&self) -> String {
        let mut text: String = self.0.leads.iter().map(Lead::to_string).collect();
        text += &self.0.message;
        for problem in self.0.problems.iter().take(MOST_SHOWN) {
            text += &format!("\n- {}", problem.message());
            if let Some(hint) = problem.hint_text() {
                text += &format!(" ({hint})");
            }
        }
        let shown = self.0.problems.len().min(MOST_SHOWN);
        if self.0.problems.len() > shown {
            text += &format!("\n- and {} more", self.0.problems.len() - shown);
        }
        text
    }

    /// The problems that were found at once; none where there is one alone.
    pub fn problem_list(&self) -> &[Error] {
        &self.0.problems
    }

    /// The hint, where there is one.
    pub fn hint_text(&self) -> Option<&str> {
        self.0.hint.as_deref()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message())?;
        match &self.0.hint {
            Some(hint) => write!(f, "\n\nhint: {hint}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.0.source.as_ref().map(|source| &*source.0 as _)
    }
}

/// "did you mean `x`?" when one of `known` is close to `given`.
///
/// ```
/// # use equipoise_data::did_you_mean;
/// assert_eq!(did_you_mean("zip", ["zipcode", "age"]), Some("did you mean `zipcode`?".to_owned()));
/// assert_eq!(did_you_mean("qqqq", ["zipcode", "age"]), None);
/// ```
pub fn did_you_mean<'a>(given: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let given = given.to_lowercase();
    known
        .into_iter()
        .map(|k| (strsim::jaro_winkler(&given, &k.to_lowercase()), k))
        .filter(|(score, _)| *score >= 0.8)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, k)| format!("did you mean `{k}`?"))
}
