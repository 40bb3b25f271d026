//! Checks a certificate against the released file, and against the record where that is at hand.

use crate::Result;
use crate::certificate::Certificate;
use crate::measure::measure_and_digest;
use crate::record::Record;
use crate::rederive::{Asked, Documents, Rederivation, Rederived};
use crate::sealed::{self, FORMAT, Reading, VERSION};
use serde::Serialize;
use std::io::Read;

/// The result of checking a certificate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Verification {
    /// Faults and notes, the gravest first. Empty when everything is as stated.
    pub findings: Vec<Finding>,
    /// Each statement that was measured again.
    pub rederived: Vec<Rederived>,
    /// Statements that cannot be measured again without the record.
    pub needs_record: Vec<String>,
    /// Statements that nothing here shows to be true: they are the word of whoever made the
    /// certificate.
    pub only_stated: Vec<String>,
}

impl Verification {
    /// Whether nothing but notes was found. What stands in `needs_record` and `only_stated` was not
    /// checked.
    pub fn holds(&self) -> bool {
        self.findings.iter().all(Finding::is_note)
    }

    /// Compares the SHA-256 of the stored file with the one in the certificate. A difference is a
    /// note, provided that the file holds what was certified; where it does not, there is a finding
    /// about that already.
    pub fn compare_stored(&mut self, stated: String, found: String) {
        let is_known_altered = |f: &Finding| {
            matches!(
                f,
                Finding::CertificateAltered { .. }
                    | Finding::DataAltered { .. }
                    | Finding::UnknownFormat { .. }
            )
        };
        if stated != found && !self.findings.iter().any(is_known_altered) {
            self.findings
                .push(Finding::StoredDifferently { stated, found });
        }
    }
}

/// Something a check of a certificate found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Finding {
    /// The certificate is not what was issued: it cannot be read, or its digest is not that of its
    /// content.
    CertificateAltered {
        /// The fault.
        reason: String,
        /// Whether the file fulfils what the altered certificate asks; none when that cannot be
        /// told.
        promise_holds: Option<bool>,
    },
    /// The file is not the one that was certified.
    DataAltered {
        /// The digest that was certified.
        stated: String,
        /// The digest of the file.
        found: String,
        /// Whether the altered file fulfils what was asked all the same; none when that cannot be
        /// told.
        promise_holds: Option<bool>,
    },
    /// The certificate is whole, but has a layout that this version does not know. Nothing was
    /// checked.
    UnknownFormat {
        /// Its layout.
        stated: String,
        /// The layout this version knows.
        known: String,
    },
    /// File and certificate belong together, but something stated is not so or not fulfilled.
    PromiseUnmet {
        /// The subject of the statement.
        what: String,
        /// The stated value.
        stated: String,
        /// The measured value.
        found: String,
    },
    /// The record is not what was written. It was not used.
    RecordAltered {
        /// The fault.
        reason: String,
    },
    /// The record belongs to another certificate. It was not used.
    ForeignRecord,
    /// A note: the file holds what was certified, but it is stored in another way, for example
    /// compressed anew.
    StoredDifferently {
        /// The SHA-256 of the stored file in the certificate.
        stated: String,
        /// The SHA-256 of the stored file.
        found: String,
    },
    /// A note: another version of Equipoise wrote the certificate.
    OtherVersion {
        /// The version that wrote it.
        stated: String,
        /// This version.
        own: String,
    },
}

impl Finding {
    /// Whether this is a note and no failure.
    pub fn is_note(&self) -> bool {
        matches!(
            self,
            Finding::OtherVersion { .. } | Finding::StoredDifferently { .. }
        )
    }

    /// The finding as a sentence without a closing full stop. It has no cell values.
    pub fn message(&self) -> String {
        let promise = |holds: &Option<bool>| match holds {
            Some(true) => "what was asked is fulfilled all the same",
            Some(false) => "what was asked is not fulfilled",
            None => "whether what was asked is fulfilled cannot be told",
        };
        match self {
            Finding::CertificateAltered {
                reason,
                promise_holds,
            } => {
                format!("certificate altered: {reason}; {}", promise(promise_holds))
            }
            Finding::DataAltered { promise_holds, .. } => {
                format!(
                    "data altered: the file is not the one that was certified; {}",
                    promise(promise_holds)
                )
            }
            Finding::UnknownFormat { stated, known } => {
                format!(
                    "other version: the certificate has the layout of {stated}; this version knows {known} and checked nothing"
                )
            }
            Finding::PromiseUnmet {
                what,
                stated,
                found,
            } => format!("promise unmet: {what}: stated {stated}, measured {found}"),
            Finding::RecordAltered { reason } => {
                format!("record altered: {reason}; it was not used")
            }
            Finding::ForeignRecord => {
                "the record belongs to another certificate; it was not used".into()
            }
            Finding::StoredDifferently { stated, found } => format!(
                "stored differently: the content is what was certified, but the SHA-256 of the file is {found} instead of {stated}; it was probably compressed or decompressed since"
            ),
            Finding::OtherVersion { stated, own } => {
                format!("other version: Equipoise {stated} wrote the certificate, this is {own}")
            }
        }
    }
}

/// Checks a certificate: its own digest, the digest of the released file, and every statement that
/// the file (and the record, where given) allows to measure again.
///
/// It tells apart: data altered, certificate altered, other version, promise unmet, and a record
/// that does not belong here. Any change of the file is detected by its digest: a cell, a row more
/// or less, another order. Someone who changes the file and then repairs both digests is detected
/// when the promise breaks or a stated value is off. Certificates are not signed, so this proves
/// integrity and not authorship.
///
/// Without the record, all that depends on the released table alone is measured again. What is
/// compared with the input or with a population is not, nor is anything in persons whose column the
/// file lacks. `needs_record` names these.
///
/// The wording of the certificate, its methods and its parameters must be ones that a release can
/// have. Which level of a hierarchy the labels belong to, how classes were found, and whether rows
/// were left out, a file does not show: `only_stated` names such statements. With the record, what
/// it says of the decision must agree.
///
/// # Errors
/// Only when the file cannot be read. A file that makes no sense is a finding.
///
/// # Cost
/// One pass over the file, as [`measure`](crate::measure).
///
/// ```
/// use equipoise_certify::{Finding, verify};
/// let verification = verify("no certificate", "zip\n1\n".as_bytes(), None)?;
/// assert!(matches!(verification.findings[..], [Finding::CertificateAltered { .. }]));
/// # Ok::<(), equipoise_data::Error>(())
/// ```
pub fn verify(
    certificate_text: &str,
    released: impl Read,
    record_text: Option<&str>,
) -> Result<Verification> {
    let (certificate, altered) = match sealed::read::<Certificate>(certificate_text) {
        Reading::Whole(certificate) => (certificate, None),
        Reading::Altered {
            reason,
            content: Some(certificate),
        } => (certificate, Some(reason)),
        Reading::Altered {
            reason,
            content: None,
        } => {
            return Ok(only(Finding::CertificateAltered {
                reason,
                promise_holds: None,
            }));
        }
        Reading::Unknown { layout } => {
            return Ok(only(Finding::UnknownFormat {
                stated: layout,
                known: own_layout(),
            }));
        }
    };
    let Some(table) = certificate.table() else {
        return Ok(only(match altered {
            Some(reason) => Finding::CertificateAltered {
                reason,
                promise_holds: None,
            },
            None => not_one_table(&certificate),
        }));
    };
    let (record, record_finding) = read_record(&certificate, record_text);
    let documents = Documents {
        certificate: &certificate,
        table,
        record: record.as_ref(),
    };
    let asked = Asked::new(documents);
    let (sha256, measured) = measure_and_digest(&asked.question, released)?;
    let rederivation = Rederivation::new(documents, &asked, &sha256, measured);
    let mut findings = judge(documents, altered, &sha256, &rederivation);
    findings.extend(record_finding);
    if certificate.equipoise != VERSION {
        findings.push(Finding::OtherVersion {
            stated: certificate.equipoise.clone(),
            own: VERSION.into(),
        });
    }
    let Rederivation {
        lines: rederived,
        needs_record,
        only_stated,
        ..
    } = rederivation;
    Ok(Verification {
        findings,
        rederived,
        needs_record,
        only_stated,
    })
}

fn own_layout() -> String {
    format!("format {FORMAT} of Equipoise {VERSION}")
}

/// This version checks releases of one table.
fn not_one_table(certificate: &Certificate) -> Finding {
    let parts = match certificate.files.len() {
        0 => "no file",
        1 => "one block",
        _ => "several files",
    };
    let (format, equipoise) = (certificate.format, &certificate.equipoise);
    Finding::UnknownFormat {
        stated: format!("format {format} of Equipoise {equipoise} for {parts}"),
        known: format!("{} for one table", own_layout()),
    }
}

fn only(finding: Finding) -> Verification {
    Verification {
        findings: vec![finding],
        rederived: Vec::new(),
        needs_record: Vec::new(),
        only_stated: Vec::new(),
    }
}

/// What is altered, and only when nothing is, what is unmet: a promise is judged on the file it was
/// given for.
fn judge(
    documents: Documents<'_>,
    altered: Option<String>,
    sha256: &str,
    rederivation: &Rederivation,
) -> Vec<Finding> {
    let promise_holds = rederivation.promise_holds;
    let mut findings = Vec::new();
    // An altered certificate says nothing about the file, but a record that is whole still does.
    let certified = match (&altered, documents.record) {
        (None, _) => Some(documents.table.sha256.clone()),
        (Some(_), Some(record)) => Some(record.output_sha256.join(", ")),
        (Some(_), None) => None,
    };
    if let Some(reason) = altered {
        findings.push(Finding::CertificateAltered {
            reason,
            promise_holds,
        });
    }
    if let Some(stated) = certified.filter(|stated| stated != sha256) {
        findings.push(Finding::DataAltered {
            stated,
            found: sha256.into(),
            promise_holds,
        });
    }
    if findings.is_empty() {
        let unmet = rederivation.lines.iter().filter(|line| !line.ok);
        findings.extend(unmet.map(|line| Finding::PromiseUnmet {
            what: line.what.clone(),
            stated: line.stated.clone(),
            found: line.found.clone(),
        }));
    }
    findings
}

fn read_record(certificate: &Certificate, text: Option<&str>) -> (Option<Record>, Option<Finding>) {
    let Some(text) = text else {
        return (None, None);
    };
    match sealed::read::<Record>(text) {
        Reading::Whole(record) if record.certificate_digest == certificate.digest => {
            (Some(record), None)
        }
        Reading::Whole(_) => (None, Some(Finding::ForeignRecord)),
        Reading::Altered { reason, .. } => (None, Some(Finding::RecordAltered { reason })),
        Reading::Unknown { layout } => (
            None,
            Some(Finding::RecordAltered {
                reason: format!(
                    "it has the layout of {layout}; this version knows {}",
                    own_layout()
                ),
            }),
        ),
    }
}
