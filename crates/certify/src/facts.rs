//! Facts that only the maker of a release knows, as the internal record states them.

use crate::class_counts::{ClassCounts, InputClasses};
use crate::measured::Witness;
use crate::model_name::Model;
use crate::parameters::DistanceKind;
use crate::word::{Word, named};
use serde::{Deserialize, Serialize};

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

/// Suppressed rows and persons.
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

/// The target in two measures, and the values of the release. Numbers are decimal texts, so that
/// writing and reading cannot change them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PreferenceFacts {
    /// The releases to choose from.
    pub over: Word<PreferredOver>,
    /// Whether nothing that was to choose from achieves more.
    pub exact: bool,
    /// The two measures.
    pub measures: Vec<AspiredFacts>,
    /// The distance of the release from utopia.
    pub achievement: String,
    /// Its smallest class.
    pub effective_k: u64,
}

named! {
    /// The releases that a preference chooses from.
    PreferredOver {
        /// The nodes of the lattice.
        Lattice = "lattice",
        /// Free partitions of the rows.
        Partitions = "partitions",
    }
}

/// A measure with what was asked and reached.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AspiredFacts {
    /// Its name.
    pub measure: String,
    /// The target.
    pub aspired: String,
    /// The value of the release.
    pub reached: String,
}

/// Risks and utilities of records that were disclosed one by one. Numbers are decimal texts, so
/// that writing and reading cannot change them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DisclosureFacts {
    /// The requirement on each record.
    pub asked: String,
    /// The optimizer.
    pub optimizer: String,
    /// Whether no record had a better choice.
    pub proved: bool,
    /// The input as it is.
    pub before: SpreadFacts,
    /// The best choice for each record.
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

/// The spread of risks and utilities of rows: minimum, three quartiles, maximum, and mean.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpreadFacts {
    /// Risks.
    pub risk: [String; 6],
    /// Utilities.
    pub utility: [String; 6],
}

/// The loss of the release.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LossFacts {
    /// The measure.
    pub metric: String,
    /// Its value as a decimal text, so that writing and reading cannot change it.
    pub value: String,
}

/// The recoding of one quasi-identifier, with everything that is needed to recode other rows.
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

/// Facts about a sensitive column.
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
    pub model: Word<Model>,
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

/// Facts that only the maker of a release knows.
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
    /// The loss of the release.
    pub loss: Option<LossFacts>,
    /// The seed, where chance was used.
    pub seed: Option<u64>,
    /// The recoding of each quasi-identifier, in the order of the table.
    pub decision: Vec<DecisionFacts>,
    /// Risks and utilities of records, where these were disclosed one by one.
    pub disclosure: Option<DisclosureFacts>,
    /// Target and result, where a preference decided.
    pub preference: Option<PreferenceFacts>,
}
