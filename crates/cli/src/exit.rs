//! Exit codes.

use equipoise::ErrorKind;
use std::process::ExitCode;

/// The end of a command; its number is the exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// The work is done.
    Done = 0,
    /// No release meets the models, or a table or certificate does not hold.
    Unmet = 1,
    /// The call is wrong.
    Usage = 2,
    /// The data are wrong.
    Data = 3,
    /// A limit was reached, or the user stopped the run.
    Limit = 4,
    /// A fault in the program.
    Internal = 5,
}

impl Exit {
    /// The end of a command that judges something.
    pub(crate) fn judged(holds: bool) -> Exit {
        if holds { Exit::Done } else { Exit::Unmet }
    }
}

impl From<ErrorKind> for Exit {
    fn from(kind: ErrorKind) -> Self {
        match kind {
            ErrorKind::Unmet => Exit::Unmet,
            ErrorKind::Usage => Exit::Usage,
            ErrorKind::Data => Exit::Data,
            ErrorKind::Limit => Exit::Limit,
            _ => Exit::Internal,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(exit as u8)
    }
}
