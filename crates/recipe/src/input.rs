//! `[input]`: where the table is and how to read it.

use crate::problems::Problems;
use crate::reader::Section;
use crate::words::words;
use equipoise_data::{Error, Result};
use toml::de::DeValue;

words! {
    /// The format of a table.
    pub enum Format {
        /// Text with delimiters, plain or compressed.
        Csv = "csv",
        /// Parquet.
        Parquet = "parquet",
    }
}

/// Where the table is and how to read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// Files and folders that are one table, relative to the recipe. May be empty, because a caller
    /// may bring a table of its own.
    pub paths: Vec<String>,
    /// The format; without it, it is found from the first bytes.
    pub format: Option<Format>,
    /// The byte between cells; without it, it is detected.
    pub delimiter: Option<u8>,
    /// The byte around cells that hold delimiters; `None` when the file quotes nothing. Default
    /// `"`.
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
        Input {
            paths: Vec::new(),
            format: None,
            delimiter: None,
            quote: Some(b'"'),
            header: true,
            missing,
            person: None,
        }
    }
}

impl Input {
    /// The first path, or an error that says there is none in the recipe.
    pub fn path(&self) -> Result<&str> {
        self.paths.first().map(String::as_str).ok_or_else(|| {
            Error::usage("the recipe names no input")
                .at_key("", "input.path")
                .hint("add `path = \"table.csv\"` to `[input]`, relative to the recipe")
        })
    }

    pub(crate) fn read<'a>(problems: &mut Problems<'a>, section: &Section<'a>) -> Self {
        problems.accept(
            section,
            &[
                "path",
                "format",
                "delimiter",
                "quote",
                "header",
                "encoding",
                "missing",
                "person",
            ],
        );
        let default = Input::default();
        if let Some(encoding) = problems.text(section, "encoding")
            && !encoding.eq_ignore_ascii_case("utf-8")
        {
            let value = section.get("encoding").expect("it was just read");
            problems.wrong(
                section,
                "encoding",
                value,
                "this version reads only `utf-8`",
            );
        }
        let quote = match section.get("quote").and_then(|v| v.get_ref().as_str()) {
            Some("") => None,
            _ => problems
                .byte(
                    section,
                    "quote",
                    "it must be one ASCII character, or empty when nothing is quoted",
                )
                .or(default.quote),
        };
        let delimiter = problems.byte(
            section,
            "delimiter",
            "it must be one ASCII character, such as `,` or `;`",
        );
        if delimiter.is_some() && delimiter == quote {
            problems.add(
                section.at("delimiter"),
                format!(
                    "`delimiter` and `quote` in {} are the same character",
                    section.place
                ),
            );
        }
        Input {
            paths: problems.paths(section),
            format: problems.word(section, "format", &["arrow"]),
            delimiter,
            quote,
            header: problems.flag(section, "header").unwrap_or(default.header),
            missing: problems
                .texts(section, "missing")
                .unwrap_or(default.missing),
            person: problems.filled(section, "person"),
        }
    }
}

impl<'a> Problems<'a> {
    /// One path, or a list of them.
    fn paths(&mut self, section: &Section<'a>) -> Vec<String> {
        match section.get("path").map(|value| value.get_ref()) {
            Some(DeValue::Array(items)) => {
                let paths = self.texts(section, "path").unwrap_or_default();
                if items.is_empty() || paths.iter().any(String::is_empty) {
                    self.add(
                        section.at("path"),
                        format!(
                            "`path` in {} is a list without a path, or with an empty one",
                            section.place
                        ),
                    );
                }
                paths
            }
            _ => self.filled(section, "path").into_iter().collect(),
        }
    }

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
