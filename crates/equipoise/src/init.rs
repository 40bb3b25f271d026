//! Drafts a recipe from a table, and writes it with its hierarchy files.

use crate::source::beside;
use crate::watch::{Seen, Watch};
use equipoise_data::{Error, Result};
use equipoise_draft::{Draft, draft};
use equipoise_engine::{
    Access, FileFormat, InputTable, ReadOptions, Staged, Written, publish_all, read_table, render,
    same_file, write_error,
};
use equipoise_recipe::Role;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Component, Path, PathBuf};

/// The draft to make.
#[derive(Clone, Debug, Default)]
pub struct InitRequest {
    /// The recipe; none means `recipe.toml` beside the table.
    pub recipe: Option<PathBuf>,
    /// The column that tells persons apart; none means to look for one.
    pub person: Option<String>,
    /// The k of k-anonymity; none means 5.
    pub k: Option<u64>,
    /// Whether files that exist are replaced.
    pub force: bool,
}

/// A recipe that was drafted and written.
#[derive(Clone, Debug)]
pub struct Initiated {
    /// The recipe.
    pub recipe: PathBuf,
    /// Everything that was written, the recipe last.
    pub files: Vec<PathBuf>,
    /// Number of rows of the table.
    pub rows: u64,
    /// The release that the recipe will write.
    pub output: PathBuf,
    /// Its certificate.
    pub certificate: PathBuf,
    /// Warnings for the terminal.
    pub warnings: Vec<String>,
    draft: Draft,
}

/// Serializes as the object that `--json` prints.
impl Serialize for Initiated {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        self.json().serialize(serializer)
    }
}

/// A column of a drafted recipe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DraftedColumn {
    /// Its name.
    pub name: String,
    /// Its role.
    pub role: Role,
    /// The kind of values that were recognized, in words.
    pub recognized: String,
    /// The reason for its role, in words.
    pub reason: String,
}

impl Initiated {
    /// The columns of the table, each with the role that the draft gives it.
    pub fn columns(&self) -> Vec<DraftedColumn> {
        let column = |c: &equipoise_draft::Drafted| DraftedColumn {
            name: c.name.clone(),
            role: c.role,
            recognized: c.understood.clone(),
            reason: c.why.clone(),
        };
        self.draft.columns.iter().map(column).collect()
    }

    /// The column that tells persons apart.
    pub fn person(&self) -> Option<&str> {
        self.draft.person.as_deref()
    }

    fn json(&self) -> Value {
        let shown = |path: &PathBuf| path.display().to_string();
        let column = |c: &equipoise_draft::Drafted| {
            json!({
                "name": c.name, "role": c.role.name(), "why": c.why, "type": c.kind.name(), "understood": c.understood,
                "missing": c.missing, "hierarchy": c.hierarchy, "linked": c.linked, "derived": c.derived, "remarks": c.remarks,
            })
        };
        json!({
            "outcome": "written", "rows": self.rows, "recipe": shown(&self.recipe),
            "files": self.files.iter().map(shown).collect::<Vec<_>>(), "output": shown(&self.output),
            "person": self.draft.person, "columns": self.draft.columns.iter().map(column).collect::<Vec<_>>(),
            "warnings": self.warnings,
        })
    }
}

/// Drafts a recipe for a table (a file, or a folder of files that are one table). Recipe and
/// hierarchy files appear all or none.
///
/// # Errors
/// A table that cannot be read, a person column that it does not have, files that exist unless
/// `force`.
pub fn init(table: &Path, request: &InitRequest, watch: &dyn Watch) -> Result<Initiated> {
    let folder_of_table = table.parent().unwrap_or(Path::new(""));
    let recipe = request
        .recipe
        .clone()
        .unwrap_or_else(|| folder_of_table.join("recipe.toml"));
    let folder = recipe.parent().unwrap_or(Path::new("")).to_path_buf();
    let input = read_table(
        table,
        &ReadOptions::default(),
        &|names| Ok(vec![true; names.len()]),
        &Seen(watch),
    )?;
    let output = format!("release/{}", release_name(table, &input));
    let options = equipoise_draft::DraftOptions {
        input: relative(&folder, table),
        output: output.clone(),
        k: request.k.unwrap_or(5),
        person: request.person.clone(),
    };
    let draft = draft(&input.table, &options)?;
    let texts = draft
        .files
        .iter()
        .map(|file| (folder.join(&file.path), hierarchy_text(&file.lines)));
    let texts: Vec<(PathBuf, Vec<u8>)> = texts
        .chain([(recipe.clone(), draft.recipe.clone().into_bytes())])
        .collect();
    check_targets(table, texts.iter().map(|t| &t.0))?;
    let files = texts
        .iter()
        .map(|(path, text)| stage(path, text, request.force))
        .collect::<Result<_>>()?;
    publish_all(files)?;
    let files = texts.into_iter().map(|(path, _)| path).collect();
    let mut warnings = draft.notes.clone();
    if !input.left_out.is_empty() {
        warnings.push(format!(
            "files of the folder that do not end like tables were not read: {}",
            input.left_out.join(", ")
        ));
    }
    let output = folder.join(output);
    let certificate = beside(&output, "certificate.json");
    Ok(Initiated {
        recipe,
        files,
        rows: input.table.rows as u64,
        output,
        certificate,
        warnings,
        draft,
    })
}

/// No file may replace the table that it is made from, whatever is forced.
fn check_targets<'a>(table: &Path, mut targets: impl Iterator<Item = &'a PathBuf>) -> Result<()> {
    match targets.find(|target| same_file(table, target)) {
        Some(target) => Err(Error::usage("is the table itself; it would be replaced")
            .at_file("`{}` ", target)
            .hint("write the recipe to another folder with --recipe")),
        None => Ok(()),
    }
}

fn stage(path: &Path, text: &[u8], force: bool) -> Result<Written> {
    let mut staged = Staged::create(path, Access::Public, force)?;
    staged.write_all(text).map_err(|e| write_error(path, e))?;
    staged.finish()
}

/// Lines with `;` between. Whoever reads them has to find the delimiter out, so cells with any
/// usual one are quoted.
fn hierarchy_text(lines: &[Vec<String>]) -> Vec<u8> {
    let mut text = Vec::new();
    for line in lines {
        for (i, cell) in line.iter().enumerate() {
            if i > 0 {
                text.push(b';');
            }
            let delimiter = [b';', b',', b'\t', b'|']
                .into_iter()
                .find(|d| cell.as_bytes().contains(d))
                .unwrap_or(b';');
            text.extend(render(cell, delimiter, b'"', false));
        }
        text.push(b'\n');
    }
    text
}

/// The name of the release: that of the table, with an ending that says the format.
fn release_name(table: &Path, input: &InputTable) -> String {
    let name = table
        .file_name()
        .map_or_else(|| "table".to_owned(), |n| n.to_string_lossy().into_owned());
    let lower = name.to_lowercase();
    let known = [
        ".csv.gz", ".csv.zst", ".csv", ".tsv", ".txt", ".parquet", ".gz", ".zst",
    ];
    let ending = known
        .into_iter()
        .find(|e| lower.ends_with(e) && lower.len() > e.len())
        .unwrap_or("");
    let stem = name.get(..name.len() - ending.len()).unwrap_or(&name);
    let ending = match (input.format, ending) {
        (FileFormat::Parquet, _) => ".parquet",
        (FileFormat::Csv, ".csv.gz" | ".csv.zst") => ending,
        (FileFormat::Csv, _) => ".csv",
    };
    format!("{stem}{ending}")
}

/// The path of `table` as a recipe in `folder` names it, with `/` between its parts.
fn relative(folder: &Path, table: &Path) -> String {
    let absolute = |path: &Path| {
        std::path::absolute(if path.as_os_str().is_empty() {
            Path::new(".")
        } else {
            path
        })
        .ok()
        .map(flat)
    };
    let (Some(from), Some(to)) = (absolute(folder), absolute(table)) else {
        return table.display().to_string();
    };
    let shared = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    if shared == 0 {
        return table.display().to_string();
    }
    let up = std::iter::repeat_n("..".to_owned(), from.len() - shared);
    let parts: Vec<String> = up.chain(to[shared..].iter().cloned()).collect();
    // The folder of the recipe itself.
    if parts.is_empty() {
        ".".to_owned()
    } else {
        parts.join("/")
    }
}

/// The parts of an absolute path, without detours.
fn flat(path: PathBuf) -> Vec<String> {
    let mut parts = Vec::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => drop(parts.pop()),
            other => parts.push(other.as_os_str().to_string_lossy().into_owned()),
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use equipoise_engine::read_lines;

    #[test]
    fn paths_are_relative_to_the_recipe() {
        let path = |folder: &str, table: &str| relative(Path::new(folder), Path::new(table));
        assert_eq!(path("", "table.csv"), "table.csv");
        assert_eq!(path("data", "data/table.csv"), "table.csv");
        assert_eq!(path("", "data/table.csv"), "data/table.csv");
        assert_eq!(path("recipes", "data/table.csv"), "../data/table.csv");
        assert_eq!(path("/a/b", "/a/c/d/../t.csv"), "../c/t.csv");
        assert_eq!(path("./x", "./x/./t.csv"), "t.csv");
        assert_eq!(path("x", "x"), ".");
    }

    #[test]
    fn hierarchy_files_are_read_back_whatever_they_hold() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("h.csv");
        for values in [
            ["a|b", "c|d"],
            ["a,b", "c,d"],
            ["a;b", "c\n\"d\""],
            ["a\tb", "é"],
            ["*", " "],
            ["\u{feff}x", "y"],
        ] {
            let lines: Vec<Vec<String>> = values
                .iter()
                .map(|v| vec![(*v).to_owned(), "*".to_owned()])
                .collect();
            stage(&path, &hierarchy_text(&lines), true)
                .unwrap()
                .publish()
                .unwrap();
            assert_eq!(read_lines(&path, None).unwrap(), lines, "{values:?}");
        }
    }
}
