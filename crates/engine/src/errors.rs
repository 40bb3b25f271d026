//! From the errors of the operating system to errors a curator can act on.

use equipoise_data::{Error, FilesLeft, LimitKind};
use std::fmt;
use std::io;
use std::path::Path;

/// What went wrong, in plain words and without the number of the operating system.
pub(crate) fn reason(error: &io::Error) -> String {
    let words = match error.kind() {
        io::ErrorKind::NotFound => "no such file or folder",
        io::ErrorKind::PermissionDenied => "permission denied",
        io::ErrorKind::StorageFull => "no space left on device",
        io::ErrorKind::QuotaExceeded => "the disk quota is used up",
        io::ErrorKind::FileTooLarge => "the file system allows no larger file",
        io::ErrorKind::ReadOnlyFilesystem => "the file system is read-only",
        io::ErrorKind::IsADirectory => "it is a folder",
        io::ErrorKind::NotADirectory => "a part of the path is a file, not a folder",
        io::ErrorKind::InvalidFilename => "the name is too long or not allowed here",
        _ => {
            let text = error.to_string();
            let number = error
                .raw_os_error()
                .map(|code| format!(" (os error {code})"));
            let words = number.and_then(|number| text.strip_suffix(&number));
            return words.unwrap_or(&text).to_lowercase();
        }
    };
    words.to_owned()
}

/// What an error of the decoder of zstd holds, which has no kind of its own.
#[derive(Debug)]
pub(crate) struct ZstdError;

impl fmt::Display for ZstdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("zstd")
    }
}

impl std::error::Error for ZstdError {}

/// A file cannot be opened for reading: the call named the wrong file.
pub(crate) fn cannot_open(path: &Path, error: io::Error) -> Error {
    let hint = match error.kind() {
        io::ErrorKind::PermissionDenied => {
            "ask for the right to read it, or copy it to a folder of yours"
        }
        io::ErrorKind::IsADirectory => "name a file inside the folder",
        _ => "check the path; a relative path starts at the current folder",
    };
    Error::usage(reason(&error))
        .at_file("could not open `{}`: ", path)
        .hint(hint)
        .caused_by(error)
}

/// A file that was opened cannot be read to its end.
pub(crate) fn cannot_read(path: &Path, error: io::Error) -> Error {
    let form = if error.get_ref().is_some_and(|e| e.is::<ZstdError>()) {
        "zstd"
    } else {
        "gzip"
    };
    let damaged = |what: &str, compare: &str| {
        Error::data(format!("the {form} data {what}"))
            .in_file(path)
            .hint(format!(
                "copy or download the file again and compare its {compare}"
            ))
    };
    let ours = match error.kind() {
        io::ErrorKind::IsADirectory => return cannot_open(path, error),
        io::ErrorKind::UnexpectedEof => damaged("end too early; the file is cut off", "size"),
        io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput => {
            damaged("are damaged", "checksum")
        }
        _ => Error::data(reason(&error)).at_file("could not read `{}`: ", path),
    };
    ours.caused_by(error)
}

/// A file cannot be created: the call named a place where nothing can be written.
pub(crate) fn cannot_create(path: &Path, error: io::Error) -> Error {
    if no_room(&error) {
        return cannot_write(path, error);
    }
    // Making the folders of a path says so when a file is in the way.
    let reason = if error.kind() == io::ErrorKind::AlreadyExists {
        reason(&io::ErrorKind::NotADirectory.into())
    } else {
        reason(&error)
    };
    Error::usage(reason)
        .at_file("could not create `{}`: ", path)
        .hint("choose a folder in which you may create files")
        .caused_by(error)
}

/// A file that was created cannot be written to its end.
pub(crate) fn cannot_write(path: &Path, error: io::Error) -> Error {
    disk_failure(path, "could not write `{}`: ", error, FilesLeft::Nothing)
}

/// The disk did not take a file. `words` are those around its path.
pub(crate) fn disk_failure(
    path: &Path,
    words: &'static str,
    error: io::Error,
    left: FilesLeft,
) -> Error {
    let failure = Error::limit(reason(&error))
        .reached(LimitKind::Disk)
        .at_file(words, path)
        .leaving(left);
    let failure = if no_room(&error) {
        failure.hint("free some space or choose another disk")
    } else {
        failure
    };
    failure.caused_by(error)
}

/// The user stopped the run while a table was read.
pub(crate) fn stopped() -> Error {
    Error::limit("stopped by the user").reached(LimitKind::Stopped)
}

fn no_room(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use equipoise_data::ErrorKind;

    #[test]
    fn each_cause_has_its_kind_its_words_and_a_hint() {
        type Map = fn(&Path, io::Error) -> Error;
        let cases: [(Map, io::ErrorKind, ErrorKind, &str); 8] = [
            (
                cannot_open,
                io::ErrorKind::PermissionDenied,
                ErrorKind::Usage,
                "could not open `x`: permission denied",
            ),
            (
                cannot_open,
                io::ErrorKind::NotFound,
                ErrorKind::Usage,
                "could not open `x`: no such file or folder",
            ),
            (
                cannot_read,
                io::ErrorKind::UnexpectedEof,
                ErrorKind::Data,
                "x: the gzip data end too early; the file is cut off",
            ),
            (
                cannot_create,
                io::ErrorKind::PermissionDenied,
                ErrorKind::Usage,
                "could not create `x`: permission denied",
            ),
            (
                cannot_create,
                io::ErrorKind::StorageFull,
                ErrorKind::Limit,
                "could not write `x`: no space left on device",
            ),
            (
                cannot_write,
                io::ErrorKind::StorageFull,
                ErrorKind::Limit,
                "could not write `x`: no space left on device",
            ),
            (
                cannot_write,
                io::ErrorKind::QuotaExceeded,
                ErrorKind::Limit,
                "could not write `x`: the disk quota is used up",
            ),
            (
                cannot_write,
                io::ErrorKind::PermissionDenied,
                ErrorKind::Limit,
                "could not write `x`: permission denied",
            ),
        ];
        for (map, given, kind, message) in cases {
            let e = map(Path::new("x"), given.into());
            assert_eq!((e.kind(), e.message().as_str()), (kind, message));
            assert!(e.hint_text().is_some() || e.files_left().is_some());
            assert_eq!(e.place().file, Some(Path::new("x")));
            let source = std::error::Error::source(&e).unwrap();
            assert_eq!(source.downcast_ref::<io::Error>().unwrap().kind(), given);
        }
    }

    #[test]
    fn numbers_of_the_system_stay_out() {
        let e = cannot_write(Path::new("x"), io::Error::from_raw_os_error(5));
        assert!(!e.message().contains("os error"), "{e}");
        assert!(e.message().starts_with("could not write `x`: "), "{e}");
    }
}
