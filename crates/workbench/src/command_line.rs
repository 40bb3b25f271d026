//! Words of command lines that are shown to be copied.

use equipoise_explore::session::quote;
use std::path::Path;

/// A path as one word of a command line.
pub(crate) fn quoted(path: &Path) -> String {
    let path = path.display().to_string();
    // Else it would be taken for a flag.
    if path.starts_with('-') {
        quote(&format!("./{path}"))
    } else {
        quote(&path)
    }
}
