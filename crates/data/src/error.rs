//! One error type for the whole project: what was given, what is accepted, where, and a hint.

use std::fmt;

/// What sort of failure this is; it decides the exit code of the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// The exit code of a process that ends with this kind of error.
    ///
    /// ```
    /// use equipoise_data::ErrorKind;
    /// assert_eq!(ErrorKind::Usage.exit_code(), 2);
    /// ```
    pub fn exit_code(self) -> u8 {
        match self {
            ErrorKind::Unmet => 1,
            ErrorKind::Usage => 2,
            ErrorKind::Data => 3,
            ErrorKind::Limit => 4,
            ErrorKind::Internal => 5,
        }
    }

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

/// An error a curator can act on. Cell values never enter it unless the caller asked for them.
///
/// ```
/// use equipoise_data::Error;
/// let e = Error::usage("suppression share is 1.2; it must be at least 0 and at most 1")
///     .hint("write a share like 0.02, or a number of rows without a decimal point");
/// assert_eq!(
///     e.to_string(),
///     "suppression share is 1.2; it must be at least 0 and at most 1\n\nhint: write a share like 0.02, or a number of rows without a decimal point"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    kind: ErrorKind,
    message: String,
    hint: Option<String>,
}

/// The result of everything that can fail.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// An error of the given kind.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Error {
            kind,
            message: message.into(),
            hint: None,
        }
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

    /// Our own mistake.
    pub fn internal(message: impl Into<String>) -> Self {
        Error::new(ErrorKind::Internal, message)
            .hint("this is a fault in Equipoise; please report it with the command that led here")
    }

    /// Adds a hint: what the user can do next. A hint never proposes weaker privacy or a tamer
    /// role.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Puts a place ("recipe.toml: ", "line 7: ") in front of the message.
    #[must_use]
    pub fn at(mut self, place: impl fmt::Display) -> Self {
        self.message = format!("{place}: {}", self.message);
        self
    }

    /// What sort of failure this is.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The message without the hint.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The hint, where there is one.
    pub fn hint_text(&self) -> Option<&str> {
        self.hint.as_deref()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match &self.hint {
            Some(hint) => write!(f, "\n\nhint: {hint}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Error {}

/// "did you mean `x`?" when one of `known` is close to `given`.
///
/// ```
/// use equipoise_data::did_you_mean;
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
