//! Turns what was measured into a certificate.

use crate::ask::Ask;
use crate::certificate::{
    AsciiChar, Certificate, Decision, FileRole, ReleasedFile, Suppressed, Unit, statements,
};
use crate::measured::{Measured, MeasuredModel};
use crate::promise::Promise;
use crate::question::{FileFormat, Persons, Question};
use crate::sealed::{FORMAT, VERSION};
use crate::stated;
use crate::{Error, Result};

/// Statements about a release that cannot be measured on its file.
#[derive(Clone, Debug)]
pub struct Release {
    /// The name of the released file, without a path.
    pub file: String,
    /// The recoding of the table.
    pub decision: Decision,
}

/// Makes the certificate of a release from what was measured on its file.
///
/// # Errors
/// An internal error when the file does not fulfil what was asked: by then the search has promised
/// that it does. So there is no certificate whose promise was not met when it was issued.
///
/// # Example
/// ```
/// use equipoise_certify::{Ask, Decision, Question, Release, issue, measure, verify};
/// let table = "zip\n476**\n476**\n";
/// let mut question = Question::new(["zip"]);
/// question.models = vec![Ask::KAnonymity { k: 2 }];
/// let measured = measure(&question, table.as_bytes())?;
/// let release = Release { file: "out.csv".into(), decision: Decision::levels(vec![("zip".into(), 2)]) };
/// let certificate = issue(&question, &measured, &release)?;
/// assert!(verify(&certificate.to_json()?, table.as_bytes(), None)?.holds());
/// # Ok::<(), equipoise_data::Error>(())
/// ```
pub fn issue(question: &Question, measured: &Measured, release: &Release) -> Result<Certificate> {
    if release.file.is_empty() || release.file.contains(['/', '\\']) {
        return Err(Error::internal(
            "a certificate names its file without a path",
        ));
    }
    if !release.decision.fits(&question.quasi_identifiers) {
        return Err(Error::internal(
            "a certificate needs a level for each quasi-identifier in their order",
        ));
    }
    let privacy = promises(question, measured)?;
    let (unit, person) = match &question.persons {
        Persons::Rows => (Unit::Rows, None),
        Persons::Column(name) => (Unit::Persons, Some(name.clone())),
        Persons::Listed(_) => (Unit::Persons, None),
    };
    let is_text = question.format == FileFormat::Csv;
    let file = ReleasedFile {
        name: release.file.clone(),
        role: FileRole::Table,
        sha256: measured.sha256.clone(),
        stored_sha256: None,
        rows: measured.rows,
        columns: measured.columns.clone(),
        person,
        format: question.format,
        delimiter: is_text.then_some(AsciiChar(question.delimiter)),
        quote: is_text.then_some(AsciiChar(question.quote)),
        header: question.header || !is_text,
        missing: question.missing.clone(),
    };
    let suppressed = match &question.mark_label {
        None => Suppressed::Drop {},
        Some(label) => Suppressed::Mark {
            label: label.clone(),
        },
    };
    let certificate = Certificate {
        format: FORMAT,
        equipoise: VERSION.into(),
        statement: statements(&question.grouping)[0].into(),
        unit,
        files: vec![file],
        quasi_identifiers: question.quasi_identifiers.clone(),
        grouping: question.grouping.clone(),
        decision: release.decision.clone(),
        suppressed,
        privacy,
        digest: String::new(),
    };
    if let Some(impossible) = certificate.impossible_grouping() {
        return Err(Error::internal(format!(
            "a certificate was to state {impossible}"
        )));
    }
    certificate.seal()
}

/// Checks that a released table fulfils every model it was measured for, as [`issue`] does.
///
/// # Errors
/// An internal error when it does not, when a model was not measured, and when there is no model.
///
/// # Example
/// ```
/// use equipoise_certify::{Ask, Question, check_fulfilled, measure};
/// let mut question = Question::new(["zip"]);
/// question.models = vec![Ask::KAnonymity { k: 2 }];
/// let measured = measure(&question, "zip\n476**\n476**\n".as_bytes())?;
/// assert!(check_fulfilled(&question, &measured).is_ok());
/// let measured = measure(&question, "zip\n476**\n479**\n".as_bytes())?;
/// assert!(check_fulfilled(&question, &measured).is_err());
/// # Ok::<(), equipoise_data::Error>(())
/// ```
pub fn check_fulfilled(question: &Question, measured: &Measured) -> Result<()> {
    promises(question, measured).map(drop)
}

/// The promises that a released table keeps, one for each model.
fn promises(question: &Question, measured: &Measured) -> Result<Vec<Promise>> {
    if question.models.is_empty() {
        return Err(Error::internal("a release needs a privacy model"));
    }
    if question.models.len() != measured.models.len() {
        return Err(Error::internal(
            "a release promises models that were not measured on the released table",
        ));
    }
    let models = question.models.iter().zip(&measured.models);
    models
        .map(|(ask, model)| promise(ask, model, measured))
        .collect()
}

fn promise(ask: &Ask, model: &MeasuredModel, measured: &Measured) -> Result<Promise> {
    let name = ask.name();
    let values = ask
        .column()
        .and_then(|column| measured.values.get(column))
        .map(Vec::as_slice)
        .unwrap_or_default();
    let promise = Promise::new(ask, model, values);
    let promise = promise.filter(|_| !ask.is_relative() || model.against_release.is_some());
    let promise = promise.ok_or_else(|| {
        Error::internal(format!(
            "a release promises {name}, which was not measured on the released table"
        ))
    })?;
    if model.met {
        return Ok(promise);
    }
    let (asked, found) = (stated::asked(ask), &promise.measured);
    Err(Error::internal(format!(
        "the released table, read back, does not fulfil {name}: asked {asked}, measured {found}"
    )))
}
