//! The text files of the project.

use crate::metadata::output;
use std::path::Path;

/// A file that belongs to the project.
pub(crate) struct TextFile {
    /// From the root of the workspace, with `/`.
    pub(crate) path: String,
    pub(crate) text: String,
}

/// All tracked files that are text, and new ones that git does not ignore, so that a rule speaks
/// before a commit.
pub(crate) fn read(root: &Path) -> Result<Vec<TextFile>, String> {
    let folder = root
        .to_str()
        .ok_or("the path of the project is not UTF-8")?;
    let listed = output(
        "git".into(),
        &[
            "-C",
            folder,
            "ls-files",
            "-z",
            "--cached",
            "--others",
            "--exclude-standard",
        ],
    )?;
    let mut files = Vec::new();
    for path in listed.split_terminator('\0') {
        // A file that was deleted and not yet committed is still listed.
        let Ok(bytes) = std::fs::read(root.join(path)) else {
            continue;
        };
        if let Ok(text) = String::from_utf8(bytes) {
            files.push(TextFile {
                path: path.to_owned(),
                text,
            });
        }
    }
    if files.is_empty() {
        return Err(format!("git lists no files in {folder}"));
    }
    Ok(files)
}
