//! Re-derives what a certificate says from the released file.

use crate::watch::{Watch, until_stopped};
use equipoise_certify::{self as certify, Certificate, Verification};
use equipoise_data::{Error, ErrorKind, Result};
use equipoise_engine::{is_interrupted, open, read_object, read_text, stored_sha256};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// The result of a verification.
#[derive(Clone, Debug)]
pub struct Verified {
    /// The file that was measured.
    pub table: PathBuf,
    /// Its findings.
    pub verification: Verification,
    /// Whether a record was used.
    pub with_record: bool,
}

/// Verifies a certificate. Without `table`, the file that it names is looked for beside it.
///
/// Unsigned certificates prove integrity, not authorship.
///
/// # Errors
/// Files that cannot be read, a stop by the user, a release whose replacement was interrupted. What
/// does not hold is no error but a finding.
pub fn verify(
    certificate: &Path,
    table: Option<&Path>,
    record: Option<&Path>,
    watch: &dyn Watch,
) -> Result<Verified> {
    check_interrupted(certificate)?;
    let text = read_certificate(certificate)?;
    let table = match table {
        Some(path) => path.to_path_buf(),
        None => beside(certificate, &text),
    };
    let record = record.map(read_object).transpose()?;
    let mut verification = until_stopped(open(&table)?, watch, |file| {
        certify::verify(&text, file, record.as_deref())
    })?;
    // What went through a pipe cannot be read again.
    if let Some(stated) = stored_stated(&text).filter(|_| table.is_file()) {
        verification.compare_stored(stated, stored_sha256(&table)?);
    }
    if !verification.holds() {
        // Files that are being replaced at this moment do not belong together.
        check_interrupted(certificate)?;
    }
    Ok(Verified {
        table,
        verification,
        with_record: record.is_some(),
    })
}

fn check_interrupted(certificate: &Path) -> Result<()> {
    if !is_interrupted(certificate) {
        return Ok(());
    }
    let message = "the run that wrote this release was interrupted, or is not finished yet; its files may not belong together";
    let hint = "if no run is under way, repeat the command that wrote it: it first puts the earlier release back, or removes the incomplete files if there was none";
    Err(Error::new(ErrorKind::Unmet, message)
        .in_file(certificate)
        .hint(hint))
}

/// The text of a certificate. One that was altered is for the verification to judge, but a file
/// that is no JSON by name nor by content is most likely the table itself.
fn read_certificate(path: &Path) -> Result<String> {
    let is_json = path
        .extension()
        .is_some_and(|e| e.eq_ignore_ascii_case("json"));
    let text = read_text(path);
    let is_other = match &text {
        Ok(text) => !text.trim_start().starts_with('{'),
        Err(error) => error.kind() == ErrorKind::Limit,
    };
    if is_other && !is_json {
        return Err(Error::usage("is not a certificate").at_file("`{}` ", path)
            .hint("give the certificate, the file that ends in `.certificate.json` beside the released table"));
    }
    text
}

/// The SHA-256 of the stored file, where the certificate has it.
fn stored_stated(text: &str) -> Option<String> {
    Certificate::peek(text)?.table()?.stored_sha256.clone()
}

/// The file that a certificate names. One that cannot be read as a certificate may still sit beside
/// its table.
fn beside(certificate: &Path, text: &str) -> PathBuf {
    let named = Certificate::peek(text).and_then(|c| Some(c.files.first()?.name.clone()));
    let named = named.filter(|n| !n.is_empty() && !n.contains(['/', '\\']));
    let guess = || {
        let name = certificate
            .file_name()
            .map(|n| n.to_string_lossy().into_owned())
            .unwrap_or_default();
        format!(
            "{}.csv",
            name.strip_suffix(".certificate.json").unwrap_or(&name)
        )
    };
    certificate.with_file_name(named.unwrap_or_else(guess))
}

/// Serializes as the object that `--json` prints.
impl Serialize for Verified {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        self.json().serialize(serializer)
    }
}

impl Verified {
    fn json(&self) -> Value {
        let mut object = json!(self.verification);
        object["outcome"] = json!(if self.verification.holds() {
            "verified"
        } else {
            "unmet"
        });
        object["messages"] = self
            .verification
            .findings
            .iter()
            .map(|f| f.message())
            .collect();
        object
    }
}
