//! The rule by which rows form classes, and the models that it gives a meaning.

use crate::ask::{Ask, Of};
use equipoise_data::{Error, Result};
use hashbrown::HashSet;
use serde::{Deserialize, Serialize};

/// The rule by which rows form classes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Grouping {
    /// Rows whose texts are equal in all quasi-identifiers form a class.
    #[default]
    EqualTexts,
    /// Rows with the same text in one column form a bucket, and each bucket is a class.
    ///
    /// The columns of a block are linked: a tuple of their values belongs to one person. Tuples of
    /// different blocks are not linked within their bucket, so a row is not a record.
    Buckets {
        /// The column that numbers the buckets.
        column: String,
        /// The blocks. Each column of the file but the one above is in exactly one of them.
        blocks: Vec<Vec<String>>,
    },
}

impl Grouping {
    /// The columns whose equal texts form a class.
    pub(crate) fn class_columns<'a>(&'a self, quasi_identifiers: &'a [String]) -> &'a [String] {
        match self {
            Grouping::EqualTexts => quasi_identifiers,
            Grouping::Buckets { column, .. } => std::slice::from_ref(column),
        }
    }

    /// The column that numbers the buckets, where there are any.
    pub(crate) fn bucket_column(&self) -> Option<&str> {
        match self {
            Grouping::EqualTexts => None,
            Grouping::Buckets { column, .. } => Some(column),
        }
    }

    /// Refuses buckets, for tables that have none: a population, the input.
    pub(crate) fn require_equal_texts(&self) -> Result<()> {
        match self {
            Grouping::EqualTexts => Ok(()),
            Grouping::Buckets { .. } => Err(Error::usage(
                "only classes of equal quasi-identifiers can be counted here, not buckets",
            )),
        }
    }

    /// Checks that the blocks divide the columns of a file.
    pub(crate) fn check_columns(
        &self,
        quasi_identifiers: &[String],
        columns: &[String],
    ) -> Result<()> {
        let Grouping::Buckets { column, blocks } = self else {
            return Ok(());
        };
        if blocks.len() < 2 || blocks.iter().any(Vec::is_empty) {
            return Err(Error::usage(
                "buckets need at least two blocks, each with at least one column",
            ));
        }
        let mut seen: HashSet<&String> = [column].into_iter().collect();
        for name in blocks.iter().flatten() {
            if name == column {
                return Err(Error::usage(format!(
                    "column `{name}` numbers the buckets, so it cannot be in a block"
                )));
            }
            if !seen.insert(name) {
                return Err(Error::usage(format!("column `{name}` is in two blocks")));
            }
            if !columns.contains(name) {
                return Err(Error::data(format!(
                    "column `{name}` of a block is not in the file"
                )));
            }
        }
        if let Some(name) = columns.iter().find(|name| !seen.contains(name)) {
            return Err(Error::data(format!(
                "column `{name}` of the file is in no block"
            )));
        }
        if quasi_identifiers.contains(column) {
            return Err(Error::usage(format!(
                "column `{column}` numbers the buckets, so it is no quasi-identifier"
            )));
        }
        Ok(())
    }

    /// Refuses a model that has no meaning for classes that are formed in this way.
    ///
    /// A bucket is judged by its size and by its own distribution of a sensitive column. That is
    /// what somebody learns who knows the bucket, unless the sensitive column shares a block with a
    /// quasi-identifier: then a person's quasi-identifiers leave only some of the tuples.
    pub(crate) fn check_model(&self, ask: &Ask, quasi_identifiers: &[String]) -> Result<()> {
        let blocks = match self {
            Grouping::EqualTexts if matches!(ask, Ask::BucketSize { .. }) => {
                return Err(Error::usage(
                    "bucket-size has no meaning here: rows are not grouped by a bucket column",
                ));
            }
            Grouping::EqualTexts => return Ok(()),
            Grouping::Buckets { blocks, .. } => blocks,
        };
        match ask {
            Ask::BucketSize { .. } => Ok(()),
            Ask::DistinctDiversity { of, .. }
            | Ask::ProbabilisticDiversity { of, .. }
            | Ask::EntropyDiversity { of, .. }
            | Ask::RecursiveDiversity { of, .. }
            | Ask::TCloseness { of, .. }
            | Ask::SemanticPrivacy { of, .. }
            | Ask::DeltaDisclosure { of, .. }
            | Ask::BetaLikeness { of, .. } => {
                check_sensitive(ask.name(), of, blocks, quasi_identifiers)
            }
            Ask::KAnonymity { .. }
            | Ask::CellAnonymity { .. }
            | Ask::AlphaK { .. }
            | Ask::SampleUniqueness { .. }
            | Ask::AverageRisk { .. }
            | Ask::PopulationUniqueness { .. }
            | Ask::KMap { .. }
            | Ask::DeltaPresence { .. }
            | Ask::NtCloseness { .. }
            | Ask::LkcPrivacy { .. }
            | Ask::KmAnonymity { .. } => Err(Error::usage(format!(
                "{} has no meaning for buckets: the quasi-identifiers of a bucket are published and may all differ",
                ask.name()
            ))),
        }
    }
}

/// Checks that a bucket's own distribution of a sensitive column is what its model is about.
fn check_sensitive(
    model: &str,
    of: &Of,
    blocks: &[Vec<String>],
    quasi_identifiers: &[String],
) -> Result<()> {
    let column = &of.column;
    if !of.others.is_empty() {
        return Err(Error::usage(format!(
            "{model} of `{column}` is not measured in buckets that other columns divide further"
        )));
    }
    let block = blocks.iter().find(|block| block.contains(column));
    let block = block
        .ok_or_else(|| Error::usage(format!("column `{column}` of {model} is in no block")))?;
    match block.iter().find(|name| quasi_identifiers.contains(name)) {
        None => Ok(()),
        Some(linked) => Err(Error::usage(format!(
            "{model} of `{column}` is not measured in buckets where `{column}` shares a block with the quasi-identifier `{linked}`: a person's quasi-identifiers then tell more than the bucket"
        ))),
    }
}
