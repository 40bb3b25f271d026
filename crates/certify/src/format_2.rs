//! Certificates of format 2, which had one file and one way to group rows.

use crate::certificate::{
    AsciiChar, Certificate, Decision, FileRole, ReleasedFile, Suppressed, Unit,
};
use crate::grouping::Grouping;
use crate::promise::Promise;
use crate::question::FileFormat;
use crate::sealed::Sealed;
use serde::Deserialize;

impl Sealed for Certificate {
    type Previous = PreviousCertificate;
}

/// A certificate of format 2.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PreviousCertificate {
    format: u32,
    equipoise: String,
    statement: String,
    unit: Unit,
    output: PreviousFile,
    quasi_identifiers: Vec<String>,
    decision: Decision,
    suppressed: Suppressed,
    privacy: Vec<Promise>,
    digest: String,
}

/// The file of a certificate of format 2. Earlier ones lack the SHA-256 of the stored file and the
/// format.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PreviousFile {
    file: String,
    sha256: String,
    #[serde(default)]
    stored_sha256: Option<String>,
    rows: u64,
    columns: Vec<String>,
    #[serde(default)]
    person: Option<String>,
    #[serde(default)]
    format: FileFormat,
    #[serde(default)]
    delimiter: Option<AsciiChar>,
    #[serde(default)]
    quote: Option<AsciiChar>,
    header: bool,
    missing: Vec<String>,
}

impl From<PreviousCertificate> for Certificate {
    fn from(previous: PreviousCertificate) -> Self {
        Certificate {
            format: previous.format,
            equipoise: previous.equipoise,
            statement: previous.statement,
            unit: previous.unit,
            files: vec![previous.output.into()],
            quasi_identifiers: previous.quasi_identifiers,
            grouping: Grouping::EqualTexts,
            decision: previous.decision,
            suppressed: previous.suppressed,
            privacy: previous.privacy,
            digest: previous.digest,
        }
    }
}

impl From<PreviousFile> for ReleasedFile {
    fn from(previous: PreviousFile) -> Self {
        ReleasedFile {
            name: previous.file,
            role: FileRole::Table,
            sha256: previous.sha256,
            stored_sha256: previous.stored_sha256,
            rows: previous.rows,
            columns: previous.columns,
            person: previous.person,
            format: previous.format,
            delimiter: previous.delimiter,
            quote: previous.quote,
            header: previous.header,
            missing: previous.missing,
        }
    }
}
