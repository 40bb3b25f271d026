//! The public certificate of a release.
//!
//! # What it holds back, and why
//! The certificate goes to everyone who gets the release, so nothing in it may lead to the people
//! who were left out.
//! - No input digest, no input rows, no suppressed count, no reference counts, no class sizes below
//!   the measured k.
//! - What is measured against the input is not stated, only that it is within what was asked. The
//!   exact fraction has the number of input rows in its denominator, and even a rounded value can
//!   be weighed against who is left out: two hypotheses about the one person who is gone can give
//!   two values. The shares of a population are rounded to three places.
//! - `order`, `lines` and `numbers`, which a reader needs to measure again, list **only values that
//!   occur in the released file**. A full list would show values that only removed people had. For
//!   the same reason the distance from the release is measured over the released values alone: on a
//!   line the number of positions counts.
//! - No counts of a population, no classes of the input, no labels above the released ones.
//! - Names of files without a path, no time, no thread count.
//!
//! The certificate is not signed. It proves integrity, not authorship: whoever can change the file
//! and the certificate together can write a new pair that is consistent, as long as the promise
//! really holds on the new file.

use crate::Result;
use crate::grouping::Grouping;
use crate::model_name::{Model, Variant};
use crate::parameters::CellReading;
use crate::promise::Promise;
use crate::question::FileFormat;
use crate::sealed;
use crate::word::{Word, named};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;

/// The wording of certificates whose classes have equal texts.
const OF_CLASSES: &str = "The values were measured on the released file. The certificate is not signed: it shows that the file and the certificate belong together, not who made them.";

/// The wording of certificates of buckets in one table.
const OF_BUCKETS: &str = "The values were measured on the released file. Its rows are not records: within a bucket, the values of different blocks do not belong together. The certificate is not signed: it shows that the file and the certificate belong together, not who made them.";

/// The statements that certificates with this grouping may have; the first is the one that is
/// written. A new wording is added in front; earlier ones stay.
pub(crate) fn statements(grouping: &Grouping) -> &'static [&'static str] {
    match grouping {
        Grouping::EqualTexts => &[OF_CLASSES],
        Grouping::Buckets { .. } => &[OF_BUCKETS],
    }
}

named! {
    /// A method that gives each class labels of its own.
    Method {
        /// Mondrian.
        Mondrian = "mondrian",
        /// Local recoding.
        LocalRecoding = "local-recoding",
        /// The best node of each record.
        Record = "record",
        /// A preference over free partitions.
        Preference = "preference",
    }
}

named! {
    /// The value that replaces the numbers of a class.
    Aggregate {
        /// The mean.
        Mean = "mean",
        /// The median.
        Median = "median",
        /// The most frequent number.
        Mode = "mode",
        /// The least and the greatest number.
        Interval = "interval",
    }
}

/// The public certificate, `certificate.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// The version of this layout.
    pub format: u32,
    /// The version of Equipoise that wrote it.
    pub equipoise: String,
    /// The standard sentences on what the certificate does and does not show.
    pub statement: String,
    /// The unit that is counted.
    pub unit: Unit,
    /// The released files: one table, or one file for each block in the order of the blocks.
    pub files: Vec<ReleasedFile>,
    /// The quasi-identifiers.
    pub quasi_identifiers: Vec<String>,
    /// The rule by which rows form classes.
    pub grouping: Grouping,
    /// The recoding of the table.
    pub decision: Decision,
    /// The treatment of suppressed rows.
    pub suppressed: Suppressed,
    /// The models, with what was asked and measured.
    pub privacy: Vec<Promise>,
    /// SHA-256 of the canonical JSON of all other fields.
    pub digest: String,
}

impl Certificate {
    /// The text of the file.
    pub fn to_json(&self) -> Result<String> {
        sealed::to_json(self)
    }

    /// Reads the text of a certificate of a known layout without checking its digest, to find the
    /// files that it names. Nothing in it is proved; [`verify`](crate::verify) checks it.
    pub fn peek(text: &str) -> Option<Self> {
        sealed::peek(text)
    }

    /// The file that holds the whole table; none where a release consists of other files.
    pub fn table(&self) -> Option<&ReleasedFile> {
        match &self.files[..] {
            [file] if file.role == FileRole::Table => Some(file),
            _ => None,
        }
    }

    /// The certificate with the SHA-256 of the stored file, sealed. A release of several files
    /// stays without.
    pub fn with_stored_sha256(mut self, sha256: String) -> Result<Self> {
        if let [file] = &mut self.files[..] {
            file.stored_sha256 = Some(sha256);
        }
        self.seal()
    }

    /// The certificate with the digest of its present content.
    ///
    /// This is what a maker of certificates does last; whoever changes one afterwards has to do it
    /// again.
    pub fn seal(mut self) -> Result<Self> {
        self.digest = sealed::digest_of(&self)?;
        Ok(self)
    }
}

/// The unit of protection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// Rows.
    Rows,
    /// Distinct persons.
    Persons,
}

named! {
    /// The part of a release that a file holds.
    FileRole {
        /// The whole table.
        Table = "table",
        /// One block: the bucket column, then the columns of the block.
        Block = "block",
    }
}

/// A released file and how to read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReleasedFile {
    /// Its name without a path.
    pub name: String,
    /// The part of the release that it holds.
    pub role: FileRole,
    /// SHA-256 of its bytes, decompressed when the file is stored as gzip or zstd.
    pub sha256: String,
    /// SHA-256 of the stored file, which `sha256sum` prints: the same as `sha256` unless the file
    /// is compressed. Early certificates of format 2 do not have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stored_sha256: Option<String>,
    /// Rows without the header.
    pub rows: u64,
    /// Its columns in order.
    pub columns: Vec<String>,
    /// The column with the person, where the file has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<String>,
    /// Its format.
    pub format: FileFormat,
    /// Separates fields; only in CSV.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delimiter: Option<AsciiChar>,
    /// Encloses fields; only in CSV.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quote: Option<AsciiChar>,
    /// Whether the file names its columns, as Parquet always does.
    pub header: bool,
    /// Texts that mean "missing".
    pub missing: Vec<String>,
}

/// The recoding of the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Decision {
    /// One level for each quasi-identifier.
    Levels {
        /// By column, in the order of the table.
        levels: Levels,
        /// Columns whose numbers were put together within classes.
        #[serde(default, skip_serializing_if = "Aggregations::is_empty")]
        aggregated: Aggregations,
    },
    /// Labels of its own for each class.
    Classes {
        /// The method that formed the classes.
        method: Word<Method>,
        /// Columns whose numbers were put together within classes.
        #[serde(default, skip_serializing_if = "Aggregations::is_empty")]
        aggregated: Aggregations,
    },
    /// Single cells were suppressed.
    Cells {
        /// The meaning of a suppressed cell.
        reading: Word<CellReading>,
        /// The promise is about every set of this many quasi-identifiers; without it, about all of
        /// them together.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        subsets: Option<u64>,
        /// The label of suppressed cells.
        label: String,
        /// Columns whose numbers were put together within classes.
        #[serde(default, skip_serializing_if = "Aggregations::is_empty")]
        aggregated: Aggregations,
    },
    /// Rows were put into buckets of two blocks: the quasi-identifiers, and all other columns.
    Buckets {},
    /// Rows were put into buckets of several blocks.
    Slices {},
}

impl Decision {
    /// One level for each quasi-identifier.
    pub fn levels(levels: Vec<(String, u32)>) -> Self {
        Decision::Levels {
            levels: Levels(levels),
            aggregated: Aggregations::default(),
        }
    }

    /// Columns whose numbers were put together within classes.
    pub fn aggregated(&self) -> &[(String, Word<Aggregate>)] {
        match self {
            Decision::Levels { aggregated, .. }
            | Decision::Classes { aggregated, .. }
            | Decision::Cells { aggregated, .. } => &aggregated.0,
            Decision::Buckets {} | Decision::Slices {} => &[],
        }
    }

    /// Whether what it says of the quasi-identifiers fits their list: a level for each that is not
    /// aggregated.
    pub(crate) fn fits(&self, quasi_identifiers: &[String]) -> bool {
        match self {
            Decision::Levels { levels, aggregated } => {
                let formed = quasi_identifiers
                    .iter()
                    .filter(|name| aggregated.0.iter().all(|(column, _)| column != *name));
                levels.0.iter().map(|(column, _)| column).eq(formed)
            }
            Decision::Classes { .. }
            | Decision::Cells { .. }
            | Decision::Buckets {}
            | Decision::Slices {} => true,
        }
    }
}

impl Certificate {
    /// The first thing about the decision that no release has: an unknown method, reading or
    /// aggregate, a column that the file lacks, or a kind that does not fit the promises or the
    /// grouping. None where all is possible.
    pub(crate) fn impossible_decision(&self, file: &ReleasedFile) -> Option<&'static str> {
        let aggregated = self.decision.aggregated();
        if aggregated.iter().any(|(_, by)| by.known().is_none()) {
            return Some("an unknown aggregate");
        }
        if aggregated
            .iter()
            .any(|(column, _)| !file.columns.contains(column))
        {
            return Some("an aggregate of a column that the file does not have");
        }
        if let Some(impossible) = self.impossible_grouping() {
            return Some(impossible);
        }
        match &self.decision {
            Decision::Levels { levels, .. }
                if levels
                    .0
                    .iter()
                    .any(|(_, level)| *level > u32::from(u8::MAX)) =>
            {
                Some("a level above 255")
            }
            Decision::Classes {
                method: Word::Unknown(_),
                ..
            } => Some("an unknown method"),
            Decision::Cells {
                reading,
                subsets,
                label,
                ..
            } => {
                let is_same = |promise: &Promise| {
                    let of_cells = match &promise.variant {
                        Some(Word::Known(Variant::Cells(of))) => Some(of),
                        _ => None,
                    };
                    of_cells.is_some()
                        && of_cells == reading.known()
                        && promise.label.as_ref() == Some(label)
                        && promise.subsets == *subsets
                };
                (!self.privacy.iter().all(is_same))
                    .then_some("cells that are read differently from how the models read them")
            }
            _ => self
                .privacy
                .iter()
                .any(|promise| {
                    promise.model == Model::KAnonymity.into() && promise.variant.is_some()
                })
                .then_some("a model of suppressed cells, but no suppressed cells"),
        }
    }

    /// The first thing about the grouping that no release has. None where all is possible.
    pub(crate) fn impossible_grouping(&self) -> Option<&'static str> {
        let blocks = match (&self.grouping, &self.decision) {
            (Grouping::EqualTexts, Decision::Buckets {} | Decision::Slices {}) => {
                return Some("buckets, but classes of equal texts");
            }
            (Grouping::EqualTexts, _) => return None,
            (Grouping::Buckets { blocks, .. }, _) => blocks,
        };
        let has_only = |block: &[String], quasi: bool| {
            block
                .iter()
                .all(|column| self.quasi_identifiers.contains(column) == quasi)
        };
        let are_two = match &blocks[..] {
            [a, b] => {
                has_only(a, true) && has_only(b, false) || has_only(a, false) && has_only(b, true)
            }
            _ => false,
        };
        match self.decision {
            Decision::Buckets {} if !are_two => {
                Some("blocks other than the quasi-identifiers and the rest")
            }
            Decision::Buckets {} | Decision::Slices {} if self.unit == Unit::Persons => {
                Some("buckets of persons")
            }
            Decision::Buckets {} | Decision::Slices {} => {
                matches!(self.suppressed, Suppressed::Mark { .. })
                    .then_some("buckets with marked rows")
            }
            _ => Some("no buckets, but a bucket column groups the rows"),
        }
    }
}

/// Columns with the values that replace their numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Aggregations(pub Vec<(String, Word<Aggregate>)>);

impl Aggregations {
    /// True when there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The treatment of suppressed rows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "treatment", rename_all = "lowercase", deny_unknown_fields)]
pub enum Suppressed {
    /// They were left out.
    Drop {},
    /// They were kept, with each quasi-identifier replaced by the label.
    Mark {
        /// The label.
        label: String,
    },
}

/// One ASCII character, written as a text of one character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AsciiChar(pub u8);

impl Serialize for AsciiChar {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        serializer.serialize_char(char::from(self.0))
    }
}

impl<'de> Deserialize<'de> for AsciiChar {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        let character = char::deserialize(deserializer)?;
        u8::try_from(character)
            .ok()
            .filter(u8::is_ascii)
            .map(AsciiChar)
            .ok_or_else(|| de::Error::custom("not an ASCII character"))
    }
}

/// The level of each quasi-identifier, an object in JSON.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Levels(pub Vec<(String, u32)>);

impl Serialize for Levels {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(column, level)| (column, level)))
    }
}

impl<'de> Deserialize<'de> for Levels {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        deserializer.deserialize_map(LevelsVisitor)
    }
}

struct LevelsVisitor;

impl<'de> de::Visitor<'de> for LevelsVisitor {
    type Value = Levels;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with a level for each column")
    }

    fn visit_map<A: de::MapAccess<'de>>(self, mut map: A) -> std::result::Result<Levels, A::Error> {
        let mut levels: Vec<(String, u32)> = Vec::new();
        while let Some((column, level)) = map.next_entry::<String, u32>()? {
            if levels.iter().any(|(known, _)| *known == column) {
                return Err(de::Error::custom("duplicate column in the levels"));
            }
            levels.push((column, level));
        }
        Ok(Levels(levels))
    }
}
