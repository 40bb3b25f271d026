//! `[output]`: what is written and how.

use crate::input::{Format, Input};
use crate::problems::Problems;
use crate::reader::{Section, Value, quoted};
use crate::words::{Word, words};
use equipoise_data::{Error, Result, did_you_mean};
use toml::de::DeValue;

words! {
    /// What happens to suppressed rows.
    pub enum Suppressed {
        /// They are left out of the file.
        Drop = "drop",
        /// They stay, with the label in every quasi-identifier, and are judged as one more class.
        Mark = "mark",
    }
}

words! {
    /// In which order rows are written.
    pub enum RowOrderChoice {
        /// Sorted by the released values, so that a row's place tells nothing.
        Canonical = "canonical",
        /// As they were read, which links rows to the source.
        Input = "input",
    }
}

words! {
    /// A form of the report.
    pub enum ReportFormat {
        /// Plain text.
        Text = "text",
        /// JSON.
        Json = "json",
        /// A page with pictures, for a browser or a printer.
        Html = "html",
    }
}

words! {
    /// A section of the report that reads the input. The public report has it only if the recipe
    /// names it.
    #[non_exhaustive]
    pub enum InputSection {
        /// Class sizes, risks and missing values of the input.
        Before = "before",
        /// Who is left out, by the values of each quasi-identifier.
        LeftOut = "left-out",
        /// Losses and the measures of a preference.
        Loss = "loss",
        /// Usefulness compared with the input.
        Usefulness = "usefulness",
    }
}

/// What is written and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// The file, relative to the recipe. Optional, because a caller may not want a file.
    pub path: Option<String>,
    /// The format of the released table; without it, the ending of the path decides.
    pub format: Option<Format>,
    /// What happens to suppressed rows. Default: dropped.
    pub suppressed: Suppressed,
    /// What stands in a suppressed cell. Default `*`.
    pub label: String,
    /// Order of rows. Default canonical.
    pub order: RowOrderChoice,
    /// Forms of the report, each once. Default text.
    pub report: Vec<ReportFormat>,
    /// Sections that read the input and are published by name, each once. Default none.
    pub public: Vec<InputSection>,
    /// Guard cells that a spreadsheet would take for formulas. Default false.
    pub spreadsheet_safe: bool,
}

impl Default for Output {
    fn default() -> Self {
        Output {
            path: None,
            format: None,
            suppressed: Suppressed::Drop,
            label: "*".to_owned(),
            order: RowOrderChoice::Canonical,
            report: vec![ReportFormat::Text],
            public: Vec::new(),
            spreadsheet_safe: false,
        }
    }
}

impl Output {
    /// The path, or an error that says it is not in the recipe.
    pub fn path(&self) -> Result<&str> {
        self.path.as_deref().ok_or_else(|| {
            Error::usage("the recipe names no output")
                .at_key("", "output.path")
                .hint("add `path = \"release.csv\"` to `[output]`, relative to the recipe")
        })
    }

    /// The format of a table that is released at a path: as the recipe says, else by the ending.
    ///
    /// ```
    /// # use equipoise_recipe::{Format, Output};
    /// assert_eq!(Output::default().format_at("release.parquet"), Format::Parquet);
    /// assert_eq!(Output::default().format_at("release.csv.zst"), Format::Csv);
    /// ```
    pub fn format_at(&self, path: &str) -> Format {
        let by_ending = if path.to_lowercase().ends_with(".parquet") {
            Format::Parquet
        } else {
            Format::Csv
        };
        self.format.unwrap_or(by_ending)
    }

    pub(crate) fn read<'a>(
        problems: &mut Problems<'a>,
        section: &Section<'a>,
        input: &Input,
    ) -> Self {
        problems.accept(
            section,
            &[
                "path",
                "format",
                "suppressed",
                "label",
                "order",
                "report",
                "public",
                "spreadsheet-safe",
            ],
        );
        let default = Output::default();
        let output = Output {
            path: problems.filled(section, "path"),
            format: problems.word(section, "format", &["arrow"]),
            suppressed: problems
                .word(section, "suppressed", &[])
                .unwrap_or(default.suppressed),
            label: problems.filled(section, "label").unwrap_or(default.label),
            order: problems
                .word(section, "order", &[])
                .unwrap_or(default.order),
            report: read_words(problems, section, "report").unwrap_or(default.report),
            public: read_words(problems, section, "public").unwrap_or(default.public),
            spreadsheet_safe: problems
                .flag(section, "spreadsheet-safe")
                .unwrap_or(default.spreadsheet_safe),
        };
        if output.spreadsheet_safe
            && output.format_at(output.path.as_deref().unwrap_or_default()) == Format::Parquet
        {
            problems.warn(
                section.at("spreadsheet-safe"),
                "`spreadsheet-safe` changes nothing in a Parquet file, which no spreadsheet takes for formulas",
            );
        }
        if !output.public.is_empty() {
            let names = output.public.iter().map(|section| section.name());
            problems.warn(
                section.at("public"),
                format!(
                    "the public report includes figures about people who were left out: {}",
                    quoted(names)
                ),
            );
        }
        if output.order == RowOrderChoice::Input {
            problems.warn(
                section.at("order"),
                "rows in input order can be linked to the source by their place",
            );
        }
        if output.label.contains(char::is_control) {
            problems.add(
                section.at("label"),
                format!("`label` in {} has a control character", section.place),
            );
        }
        if output.suppressed == Suppressed::Mark && input.missing.contains(&output.label) {
            let message = format!(
                "`label` in {} is `{}`, which also means a missing value; marked rows could not be told apart",
                section.place, output.label
            );
            problems.add(section.at("label"), message);
        }
        output
    }
}

/// One word or a list of words, each once.
fn read_words<'a, W: Word>(
    problems: &mut Problems<'a>,
    section: &Section<'a>,
    key: &str,
) -> Option<Vec<W>> {
    let value = section.get(key)?;
    let items: Vec<&Value<'a>> = match value.get_ref() {
        DeValue::Array(items) => items.iter().collect(),
        _ => vec![value],
    };
    let mut found = Vec::new();
    for item in items {
        let word = item.get_ref().as_str();
        match W::WORDS
            .iter()
            .find(|(name, _)| Some(*name) == word)
            .map(|(_, word)| *word)
        {
            Some(word) if !found.contains(&word) => found.push(word),
            Some(_) => {}
            None => {
                let names = || W::WORDS.iter().map(|(name, _)| *name);
                let must = format!("accepted: one or a list of {}", quoted(names()));
                problems.wrong_with(
                    section,
                    key,
                    item,
                    &must,
                    word.and_then(|w| did_you_mean(w, names())),
                );
            }
        }
    }
    Some(found)
}
