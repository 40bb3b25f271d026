//! `[input]`: where the table is and how to read it.

use crate::problems::Problems;
use crate::reader::Section;
use equipoise_data::{Error, Result};

/// Where the table is and how to read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// The file, relative to the recipe. Optional, because a caller may bring a table of its own.
    pub path: Option<String>,
    /// The byte between cells; without it, it is detected.
    pub delimiter: Option<u8>,
    /// The byte around cells that hold delimiters; `None` when the file quotes nothing. Default `"`.
    pub quote: Option<u8>,
    /// True when the first line names the columns, which is the default.
    pub header: bool,
    /// Cells that mean "not known". Default: the empty cell and `NA`.
    pub missing: Vec<String>,
    /// The column that tells persons apart, where one person may have several rows.
    pub person: Option<String>,
}

impl Default for Input {
    fn default() -> Self {
        let missing = vec![String::new(), "NA".to_owned()];
        Input { path: None, delimiter: None, quote: Some(b'"'), header: true, missing, person: None }
    }
}

impl Input {
    /// The path, or an error that says it is not in the recipe.
    pub fn path(&self) -> Result<&str> {
        self.path.as_deref().ok_or_else(|| {
            Error::usage("the recipe names no input").hint("add `path = \"table.csv\"` to `[input]`, relative to the recipe")
        })
    }

    pub(crate) fn read<'a>(problems: &mut Problems<'a>, section: &Section<'a>) -> Self {
        problems.accept(section, &["path", "format", "delimiter", "quote", "header", "encoding", "missing", "person"]);
        let default = Input::default();
        check_csv(problems, section);
        if let Some(encoding) = problems.text(section, "encoding")
            && !encoding.eq_ignore_ascii_case("utf-8")
        {
            let value = section.get("encoding").expect("it was just read");
            problems.wrong(section, "encoding", value, "this version reads only `utf-8`");
        }
        let quote = match section.get("quote").and_then(|v| v.get_ref().as_str()) {
            Some("") => None,
            _ => problems.byte(section, "quote", "it must be one ASCII character, or empty when nothing is quoted").or(default.quote),
        };
        let delimiter = problems.byte(section, "delimiter", "it must be one ASCII character, such as `,` or `;`");
        if delimiter.is_some() && delimiter == quote {
            problems.add(section.at("delimiter"), format!("`delimiter` and `quote` in {} are the same character", section.place));
        }
        Input {
            path: problems.filled(section, "path"),
            delimiter,
            quote,
            header: problems.flag(section, "header").unwrap_or(default.header),
            missing: problems.texts(section, "missing").unwrap_or(default.missing),
            person: problems.filled(section, "person"),
        }
    }
}

/// `format` says csv or nothing.
pub(crate) fn check_csv<'a>(problems: &mut Problems<'a>, section: &Section<'a>) {
    if let Some(format) = problems.text(section, "format")
        && format != "csv"
    {
        let value = section.get("format").expect("it was just read");
        let later = ["parquet", "arrow"].contains(&format.as_str());
        let must = if later { "that is not in this version; accepted: `csv`" } else { "accepted: `csv`" };
        problems.wrong(section, "format", value, must);
    }
}

impl<'a> Problems<'a> {
    /// One ASCII character that is no line end.
    fn byte(&mut self, section: &Section<'a>, key: &str, must: &str) -> Option<u8> {
        let text = self.text(section, key)?;
        match text.as_bytes() {
            [byte] if byte.is_ascii() && !matches!(byte, b'\n' | b'\r' | 0) => Some(*byte),
            _ => {
                self.wrong(section, key, section.get(key)?, must);
                None
            }
        }
    }
}
