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
use crate::promise::Promise;
use crate::question::FileFormat;
use crate::sealed;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;

/// What the certificate says about itself.
pub(crate) const STATEMENT: &str = "The values were measured on the released file. The certificate is not signed: it shows that the file and the certificate belong together, not who made them.";

/// The statements that certificates of this layout have. A new wording is added; earlier ones stay.
pub(crate) const STATEMENTS: [&str; 1] = [STATEMENT];

/// The methods that give each class labels of its own.
const METHODS: [&str; 4] = ["mondrian", "local-recoding", "record", "preference"];

/// The texts that can stand in the place of the numbers of a class.
const AGGREGATES: [&str; 4] = ["mean", "median", "mode", "interval"];

/// The public certificate, `certificate.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// The version of this layout.
    pub format: u32,
    /// The version of Equipoise that wrote it.
    pub equipoise: String,
    /// What the certificate does and does not show.
    pub statement: String,
    /// What is counted.
    pub unit: Unit,
    /// The released file.
    pub output: Output,
    /// The columns whose equal texts form a class.
    pub quasi_identifiers: Vec<String>,
    /// How the table was recoded.
    pub decision: Decision,
    /// What happened to suppressed rows.
    pub suppressed: Suppressed,
    /// What was asked and measured.
    pub privacy: Vec<Promise>,
    /// SHA-256 of the canonical JSON of all other fields.
    pub digest: String,
}

impl Certificate {
    /// The text of the file.
    pub fn to_json(&self) -> Result<String> {
        sealed::to_json(self)
    }

    /// The certificate with the SHA-256 of the stored file, sealed.
    pub fn with_stored_sha256(mut self, sha256: String) -> Result<Self> {
        self.output.stored_sha256 = Some(sha256);
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

/// The released file and how to read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Output {
    /// Its name without a path.
    pub file: String,
    /// SHA-256 of its bytes, decompressed when the file is stored as gzip or zstd.
    pub sha256: String,
    /// SHA-256 of the stored file, which `sha256sum` prints: the same as `sha256` unless the file
    /// is compressed. Older certificates do not have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stored_sha256: Option<String>,
    /// Rows without the header.
    pub rows: u64,
    /// Its columns in order.
    pub columns: Vec<String>,
    /// The column with the person, where the file has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<String>,
    /// Its format. Certificates that do not say are of CSV files.
    #[serde(default)]
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

/// How the table was recoded.
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
        /// How they were found.
        method: String,
        /// Columns whose numbers were put together within classes.
        #[serde(default, skip_serializing_if = "Aggregations::is_empty")]
        aggregated: Aggregations,
    },
    /// Single cells were suppressed.
    Cells {
        /// How a suppressed cell is read: `cautious`, as a value of its own, or `wildcard`, as any
        /// value.
        reading: String,
        /// The promise is about every so many quasi-identifiers; without it, about all of them
        /// together.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        subsets: Option<u64>,
        /// What stands in the place of suppressed cells.
        label: String,
        /// Columns whose numbers were put together within classes.
        #[serde(default, skip_serializing_if = "Aggregations::is_empty")]
        aggregated: Aggregations,
    },
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
    pub fn aggregated(&self) -> &Aggregations {
        match self {
            Decision::Levels { aggregated, .. }
            | Decision::Classes { aggregated, .. }
            | Decision::Cells { aggregated, .. } => aggregated,
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
            Decision::Classes { .. } | Decision::Cells { .. } => true,
        }
    }
}

impl Certificate {
    /// The first thing about the decision that no release has: an unknown method, reading or
    /// aggregate, a column that the file lacks, or a kind that does not fit the promises. None
    /// where all is possible.
    pub(crate) fn impossible_decision(&self) -> Option<&'static str> {
        let of_cells =
            |promise: &Promise| promise.model == "k-anonymity" && promise.variant.is_some();
        let aggregated = &self.decision.aggregated().0;
        if aggregated
            .iter()
            .any(|(_, by)| !AGGREGATES.contains(&by.as_str()))
        {
            return Some("an unknown aggregate");
        }
        if aggregated
            .iter()
            .any(|(column, _)| !self.output.columns.contains(column))
        {
            return Some("an aggregate of a column that the file does not have");
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
            Decision::Classes { method, .. } if !METHODS.contains(&method.as_str()) => {
                Some("an unknown method")
            }
            Decision::Cells {
                reading,
                subsets,
                label,
                ..
            } => {
                let is_same = |promise: &Promise| {
                    let (variant, of) = (promise.variant.as_deref(), promise.label.as_ref());
                    variant == Some(reading) && of == Some(label) && promise.subsets == *subsets
                };
                (!self.privacy.iter().all(is_same))
                    .then_some("cells that are read differently from how the models read them")
            }
            _ => self
                .privacy
                .iter()
                .any(of_cells)
                .then_some("a model of suppressed cells, but no suppressed cells"),
        }
    }
}

/// Columns with what stands in the place of their numbers: `mean`, `median`, `mode` or `interval`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Aggregations(pub Vec<(String, String)>);

impl Aggregations {
    /// True when there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// What happened to suppressed rows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "treatment", rename_all = "lowercase", deny_unknown_fields)]
pub enum Suppressed {
    /// They were left out.
    Drop,
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
