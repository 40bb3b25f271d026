//! The internal record of a release.

use crate::ask::Ask;
use crate::certificate::Certificate;
use crate::digest::sha256_hex;
use crate::facts::{
    DecisionFacts, DisclosureFacts, Facts, InputClassFacts, InputFacts, LossFacts, PopulationFacts,
    PreferenceFacts, RecipeFacts, ReleasedFacts, SensitiveFacts, SuppressedFacts, WitnessFacts,
};
use crate::measured::{Measured, Value};
use crate::parameters::{Distance, Neighbours};
use crate::person_list::PersonList;
use crate::question::{Persons, Question};
use crate::sealed::{self, FORMAT, Reading, Sealed, VERSION};
use crate::{Error, Result};
use serde::{Deserialize, Deserializer, Serialize};

/// The internal record, `record.json`: all that the certificate holds back. It is personal data;
/// only its owner may read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The version of this layout.
    pub format: u32,
    /// The version of Equipoise that wrote it.
    pub equipoise: String,
    /// The digest of the certificate it belongs to.
    pub certificate_digest: String,
    /// SHA-256 of each released file, in the order of the certificate. Records of format 2 have
    /// one, without a list.
    #[serde(deserialize_with = "one_or_several")]
    pub output_sha256: Vec<String>,
    /// The table before the release.
    pub input: InputFacts,
    /// The recipe.
    pub recipe: RecipeFacts,
    /// Suppressed rows and persons.
    pub suppressed: SuppressedFacts,
    /// The released table.
    pub released: ReleasedFacts,
    /// The loss of the release.
    pub loss: Option<LossFacts>,
    /// The seed, where chance was used.
    pub seed: Option<u64>,
    /// The recoding of each quasi-identifier, in the order of the table.
    #[serde(default)]
    pub decision: Vec<DecisionFacts>,
    /// Risks and utilities of records, where these were disclosed one by one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disclosure: Option<DisclosureFacts>,
    /// Target and result, where a preference decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preference: Option<PreferenceFacts>,
    /// The person of each released row, where persons are the unit and the file does not have them.
    pub persons: Option<PersonList>,
    /// The sensitive columns.
    pub sensitive: Vec<SensitiveFacts>,
    /// The population in the released classes, for models that take it.
    pub populations: Vec<PopulationFacts>,
    /// The classes of the whole input, for models that take them.
    pub input_classes: Vec<InputClassFacts>,
    /// The worst class under each model.
    pub witnesses: Vec<WitnessFacts>,
    /// SHA-256 of the canonical JSON of all other fields.
    pub digest: String,
}

impl Record {
    /// The record that belongs to a certificate.
    pub fn new(
        certificate: &Certificate,
        question: &Question,
        measured: &Measured,
        facts: Facts,
    ) -> Result<Self> {
        let record = Record {
            format: FORMAT,
            equipoise: VERSION.into(),
            certificate_digest: certificate.digest.clone(),
            output_sha256: vec![measured.sha256.clone()],
            input: InputFacts {
                sha256: facts.input_sha256,
                rows: facts.input_rows,
                units: facts.input_units,
            },
            recipe: RecipeFacts {
                sha256: sha256_hex(facts.recipe.as_bytes()),
                text: facts.recipe,
            },
            suppressed: SuppressedFacts {
                rows: facts.suppressed_rows,
                persons: facts.suppressed_persons,
            },
            released: released_facts(measured),
            loss: facts.loss,
            seed: facts.seed,
            decision: facts.decision,
            disclosure: facts.disclosure,
            preference: facts.preference,
            persons: match &question.persons {
                Persons::Listed(numbers) => Some(PersonList(numbers.clone())),
                Persons::Rows | Persons::Column(_) => None,
            },
            sensitive: sensitive_facts(question),
            populations: populations(measured),
            input_classes: input_classes(question),
            witnesses: witnesses(question, measured),
            digest: String::new(),
        };
        record.seal()
    }

    /// The text of the file.
    pub fn to_json(&self) -> Result<String> {
        sealed::to_json(self)
    }

    /// Reads the text of a record file.
    ///
    /// # Errors
    /// A text that is no record of this version, or one that was altered.
    pub fn parse(text: &str) -> Result<Self> {
        match sealed::read(text) {
            Reading::Whole(record) => Ok(record),
            Reading::Altered { reason, .. } => Err(Error::data(format!(
                "this is no record as it was written: {reason}"
            ))
            .hint("give the file that ends in `.record.json` beside a release")),
            Reading::Unknown { layout } => Err(Error::data(format!(
                "this is no record that this version can read, but {layout}"
            ))
            .hint("give the file that ends in `.record.json` beside a release")),
        }
    }

    /// Whether a file with this SHA-256 is one of the released files.
    pub fn is_about(&self, sha256: &str) -> bool {
        self.output_sha256.iter().any(|known| known == sha256)
    }

    /// The record with the digest of its present content.
    pub fn seal(mut self) -> Result<Self> {
        self.digest = sealed::digest_of(&self)?;
        Ok(self)
    }
}

impl Sealed for Record {
    type Previous = Record;
}

fn one_or_several<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> std::result::Result<Vec<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Sums {
        One(String),
        Several(Vec<String>),
    }
    Ok(match Sums::deserialize(deserializer)? {
        Sums::One(sum) => vec![sum],
        Sums::Several(sums) => sums,
    })
}

pub(crate) fn released_facts(measured: &Measured) -> ReleasedFacts {
    ReleasedFacts {
        rows: measured.rows,
        units: measured.units,
        classes: measured.classes,
        marked_rows: measured.marked_rows,
        class_sizes: measured
            .class_sizes
            .iter()
            .map(|(size, classes)| (*size, *classes))
            .collect(),
    }
}

/// One entry for each column that has a reference, ranks, lines or numbers; what several models
/// share is kept once.
fn sensitive_facts(question: &Question) -> Vec<SensitiveFacts> {
    let mut all: Vec<SensitiveFacts> = Vec::new();
    for ask in &question.models {
        let Some(column) = ask.column() else { continue };
        let at = all
            .iter()
            .position(|facts| facts.column == column)
            .unwrap_or_else(|| {
                all.push(SensitiveFacts {
                    column: column.into(),
                    reference: None,
                    ranks: None,
                    lines: None,
                    numbers: None,
                });
                all.len() - 1
            });
        let facts = &mut all[at];
        if let Some(reference) = ask.reference() {
            let mut reference = reference.clone();
            reference.sort();
            facts.reference.get_or_insert(reference);
        }
        match ask.distance() {
            None
            | Some(
                Distance::Equal
                | Distance::Smoothed {
                    by: Neighbours::Equal,
                    ..
                },
            ) => {}
            Some(
                Distance::Ordered { ranks }
                | Distance::Smoothed {
                    by: Neighbours::Ranks(ranks),
                    ..
                },
            ) => {
                let mut ranks = ranks.clone();
                ranks.sort_by(|a, b| (a.1, &a.0).cmp(&(b.1, &b.0)));
                facts.ranks.get_or_insert(ranks);
            }
            Some(
                Distance::Hierarchical { lines }
                | Distance::Smoothed {
                    by: Neighbours::Lines(lines),
                    ..
                },
            ) => {
                facts.lines.get_or_insert_with(|| lines.clone());
            }
            Some(Distance::Smoothed {
                by: Neighbours::Numbers(numbers),
                ..
            }) => {
                let mut numbers = numbers.clone();
                numbers.sort();
                facts.numbers.get_or_insert(numbers);
            }
        }
    }
    all
}

fn populations(measured: &Measured) -> Vec<PopulationFacts> {
    let models = measured.models.iter().enumerate();
    models
        .filter_map(|(promise, model)| {
            Some(PopulationFacts {
                promise,
                classes: model.population.clone()?,
            })
        })
        .collect()
}

fn input_classes(question: &Question) -> Vec<InputClassFacts> {
    let input = |ask: &Ask| match ask {
        Ask::NtCloseness { input, .. } => input.clone(),
        _ => None,
    };
    let models = question.models.iter().enumerate();
    models
        .filter_map(|(promise, ask)| {
            Some(InputClassFacts {
                promise,
                input: input(ask)?,
            })
        })
        .collect()
}

/// The worst class under each model that has one, in the order of the question.
pub(crate) fn witnesses(question: &Question, measured: &Measured) -> Vec<WitnessFacts> {
    let models = question.models.iter().zip(&measured.models).enumerate();
    let facts = models.filter_map(|(promise, (ask, model))| {
        Some(WitnessFacts {
            promise,
            model: ask.model().into(),
            column: ask.column().map(Into::into),
            distance: ask.distance().map(Distance::kind),
            measured: value_text(ask, model.value?),
            class: model.witness.clone()?,
        })
    });
    facts.collect()
}

pub(crate) fn value_text(ask: &Ask, value: Value) -> String {
    let is_count = matches!(
        ask,
        Ask::KAnonymity { .. }
            | Ask::BucketSize { .. }
            | Ask::CellAnonymity { .. }
            | Ask::DistinctDiversity { .. }
            | Ask::KMap { .. }
            | Ask::KmAnonymity { .. }
    );
    match value {
        Value::Exact(ratio) if is_count => ratio.num().to_string(),
        Value::Exact(ratio) => format!("{}/{}", ratio.num(), ratio.den()),
        Value::Rounded(ratio) => ratio.decimal_up(9),
        Value::Infinite => "infinite".into(),
    }
}
