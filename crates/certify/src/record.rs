//! The internal record of a release.

use crate::ask::Ask;
use crate::certificate::Certificate;
use crate::counts::{ClassCounts, InputClasses};
use crate::digest::sha256_hex;
use crate::measured::{DistanceKind, Measured, Value, Witness};
use crate::parameters::{Distance, Neighbours};
use crate::question::{Persons, Question};
use crate::sealed::{self, FORMAT, Reading, VERSION};
use crate::{Error, Result};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

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
    /// SHA-256 of the released file.
    pub output_sha256: String,
    /// The table before the release.
    pub input: InputFacts,
    /// The recipe.
    pub recipe: RecipeFacts,
    /// Who was left out.
    pub suppressed: SuppressedFacts,
    /// The released table.
    pub released: ReleasedFacts,
    /// What the release lost.
    pub loss: Option<LossFacts>,
    /// The seed, where chance was used.
    pub seed: Option<u64>,
    /// What the release does to each quasi-identifier, in the order of the table.
    #[serde(default)]
    pub decision: Vec<DecisionFacts>,
    /// Risks and utilities of records, where these were disclosed one by one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disclosure: Option<DisclosureFacts>,
    /// What was aspired to and reached, where a preference decided.
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

/// The table before the release.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InputFacts {
    /// SHA-256 of the input file.
    pub sha256: String,
    /// Its rows.
    pub rows: u64,
    /// Its rows, or its distinct persons.
    pub units: u64,
}

/// The recipe.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecipeFacts {
    /// SHA-256 of its text.
    pub sha256: String,
    /// Its text.
    pub text: String,
}

/// Who was left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SuppressedFacts {
    /// Suppressed rows.
    pub rows: u64,
    /// Distinct persons with a suppressed row, where persons are the unit.
    pub persons: Option<u64>,
}

/// The released table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReleasedFacts {
    /// Rows.
    pub rows: u64,
    /// Rows, or distinct persons.
    pub units: u64,
    /// Classes.
    pub classes: u64,
    /// Rows with all quasi-identifiers marked.
    pub marked_rows: u64,
    /// (size, classes of that size), ascending.
    pub class_sizes: Vec<(u64, u64)>,
}

/// What was aspired to in two measures, and what was reached. Numbers are decimal texts, so that
/// writing and reading cannot change them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PreferenceFacts {
    /// What was chosen from: `lattice` or `partitions`.
    pub over: String,
    /// Whether nothing that was to choose from achieves more.
    pub exact: bool,
    /// The two measures.
    pub measures: Vec<AspiredFacts>,
    /// How far the release is from utopia.
    pub achievement: String,
    /// Its smallest class.
    pub effective_k: u64,
}

/// A measure with what was asked and reached.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AspiredFacts {
    /// Its name.
    pub measure: String,
    /// What was aspired to.
    pub aspired: String,
    /// What the release has.
    pub reached: String,
}

/// Risks and utilities of records that were disclosed one by one. Numbers are decimal texts, so
/// that writing and reading cannot change them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DisclosureFacts {
    /// What was asked of each record.
    pub asked: String,
    /// The optimizer.
    pub optimizer: String,
    /// Whether no record had a better choice.
    pub proved: bool,
    /// The input as it is.
    pub before: SpreadFacts,
    /// What was best for each record.
    pub best: SpreadFacts,
    /// The released rows.
    pub after: SpreadFacts,
    /// Per quasi-identifier the released rows at each level, from level 0.
    pub rows_by_level: Vec<(String, Vec<u64>)>,
    /// The smallest class of the released file, in units of protection.
    pub least_class: u64,
    /// The fewest people of a dictionary that a released record fits.
    pub least_crowd: u64,
    /// Rows that are shown otherwise than was best for them.
    pub moved_rows: u64,
    /// Rows that are shown with less than was asked.
    pub short_rows: u64,
    /// Whether the risk is an upper bound of the true one.
    pub upper_bound: bool,
}

/// How risks and utilities of rows are spread: the least, those that a quarter, half and three
/// quarters are below, the most, and the mean.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpreadFacts {
    /// Risks.
    pub risk: [String; 6],
    /// Utilities.
    pub utility: [String; 6],
}

/// What the release lost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LossFacts {
    /// The measure.
    pub metric: String,
    /// Its value as a decimal text, so that writing and reading cannot change it.
    pub value: String,
}

/// What a release does to one quasi-identifier: all that is needed to do the same to other rows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DecisionFacts {
    /// The column.
    pub column: String,
    /// Its level.
    pub level: u8,
    /// The level that the certificate states, where it is another: released values alone define it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub public_level: Option<u8>,
    /// The line of its hierarchy for each value that occurs, in the table or in a population.
    pub lines: Vec<Vec<String>>,
    /// The places among the lines of values that no row of the table has: only a population has
    /// them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub absent: Vec<u32>,
    /// Where classes have labels of their own, each label with the first and the last of the values
    /// that it stands for, as places among the lines; one place more is that of missing values.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<(String, u32, u32)>,
}

/// What was known of a sensitive column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SensitiveFacts {
    /// The column.
    pub column: String,
    /// Each value of the input with its units, sorted; null is "missing".
    pub reference: Option<Vec<(Option<String>, u64)>>,
    /// Distances by rank: each value with its rank, sorted by rank.
    pub ranks: Option<Vec<(String, u32)>>,
    /// Distances by hierarchy: the lines of its file.
    pub lines: Option<Vec<Vec<String>>>,
    /// Distances by number: each value with its number, sorted by value.
    pub numbers: Option<Vec<(String, String)>>,
}

/// The population of one promise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PopulationFacts {
    /// The place of the promise in the certificate, from 0.
    pub promise: usize,
    /// The units of the population in each released class.
    pub classes: ClassCounts,
}

/// The whole input as one promise sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InputClassFacts {
    /// The place of the promise in the certificate, from 0.
    pub promise: usize,
    /// Its classes and the labels above theirs.
    pub input: InputClasses,
}

/// The worst class under a model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WitnessFacts {
    /// The place of the promise in the certificate, from 0.
    pub promise: usize,
    /// The model.
    pub model: String,
    /// The sensitive column, where the model has one.
    pub column: Option<String>,
    /// The distance, where the model has one.
    pub distance: Option<DistanceKind>,
    /// The value: a number, a fraction such as `3/8`, or a decimal of nine places where it is no
    /// fraction.
    pub measured: String,
    /// The quasi-identifiers of the class, then other columns that divide it; null is "missing".
    pub class: Witness,
}

/// What only the maker of a release knows.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// SHA-256 of the input file, as hexadecimal text.
    pub input_sha256: String,
    /// Rows of the input.
    pub input_rows: u64,
    /// Rows of the input, or its distinct persons.
    pub input_units: u64,
    /// The text of the recipe.
    pub recipe: String,
    /// Suppressed rows.
    pub suppressed_rows: u64,
    /// Distinct persons with a suppressed row, where persons are the unit.
    pub suppressed_persons: Option<u64>,
    /// What the release lost.
    pub loss: Option<LossFacts>,
    /// The seed, where chance was used.
    pub seed: Option<u64>,
    /// What the release does to each quasi-identifier, in the order of the table.
    pub decision: Vec<DecisionFacts>,
    /// Risks and utilities of records, where these were disclosed one by one.
    pub disclosure: Option<DisclosureFacts>,
    /// What was aspired to and reached, where a preference decided.
    pub preference: Option<PreferenceFacts>,
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
            output_sha256: measured.sha256.clone(),
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

    /// The record with the digest of its present content.
    pub fn seal(mut self) -> Result<Self> {
        self.digest = sealed::digest_of(&self)?;
        Ok(self)
    }
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
            model: ask.name().into(),
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

/// Numbers of persons. One text in JSON, numbers separated by blanks, so that a long list stays
/// small in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonList(pub Vec<u32>);

impl Serialize for PersonList {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let mut text = String::with_capacity(self.0.len() * 4);
        for (i, number) in self.0.iter().enumerate() {
            if i > 0 {
                text.push(' ');
            }
            text += &number.to_string();
        }
        serializer.serialize_str(&text)
    }
}

impl<'de> Deserialize<'de> for PersonList {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let numbers = text
            .split_ascii_whitespace()
            .map(str::parse)
            .collect::<std::result::Result<_, _>>();
        numbers
            .map(PersonList)
            .map_err(|_| de::Error::custom("a list of persons has something that is no number"))
    }
}
