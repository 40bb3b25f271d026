//! Describes the files that a failed call left behind, for every front end.

use equipoise::{Error, FilesLeft};

/// The hint of an error, with a sentence on the files that the failed call left behind.
///
/// ```
/// use equipoise::{Error, FilesLeft};
/// use equipoise_workbench::hint_with_files;
/// let error = Error::limit("no space left on device").hint("free some space");
/// assert_eq!(hint_with_files(&error).as_deref(), Some("free some space"));
/// let error = error.leaving(FilesLeft::Nothing);
/// assert_eq!(hint_with_files(&error).as_deref(), Some("free some space; nothing was left behind"));
/// ```
pub fn hint_with_files(error: &Error) -> Option<String> {
    let hint = error.hint_text();
    let Some(left) = error.files_left() else {
        return hint.map(str::to_owned);
    };
    let files = sentence(left);
    Some(match hint {
        None => files.to_owned(),
        // The hint only makes sense once the user knows what is left.
        Some(hint) if left == FilesLeft::Begun => format!("{files}; {hint}"),
        Some(hint) => format!("{hint}; {files}"),
    })
}

fn sentence(left: FilesLeft) -> &'static str {
    match left {
        FilesLeft::Nothing => "nothing was left behind",
        FilesLeft::Old => "the files that were there before are unchanged",
        FilesLeft::Begun => "what was written before is kept",
        // A mixture, or anything else that may need a repair.
        _ => {
            "fix the cause and run the same command again, which first repairs the files; \
             until then `equipoise verify` reports the release as interrupted"
        }
    }
}
