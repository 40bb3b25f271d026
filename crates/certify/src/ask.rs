//! A model to measure on a released table, with everything that measuring it takes.

use crate::class_counts::{ClassCounts, InputClasses};
use crate::model_name::{Diversity, Estimator, Model, Variant};
use crate::parameters::{
    CellReading, Distance, EntropyEstimator, Likeness, LogBase, MapPopulation, Sampling,
    UniquenessEstimator,
};

/// Each value of the whole input with its units; `None` is "missing".
pub type Counted = Vec<(Option<String>, u64)>;

/// One model with its parameters. Parameters that may have a fraction are decimal texts as the
/// recipe has them.
///
/// Facts from elsewhere than the released file are an `Option`: without them the model cannot be
/// judged, and where a reference is lacking only the distance from the released table itself is
/// measured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    /// Classes of at least k units.
    KAnonymity {
        /// k.
        k: u64,
    },
    /// k-anonymity of a table with suppressed cells, in one of their readings, on all
    /// quasi-identifiers or on every few of them.
    CellAnonymity {
        /// k.
        k: u64,
        /// The meaning of a suppressed cell.
        reading: CellReading,
        /// The label of suppressed cells.
        label: String,
        /// On every set of this many quasi-identifiers; without it, on all of them together.
        subsets: Option<u64>,
    },
    /// Buckets of at least k units, where a bucket column groups the rows.
    BucketSize {
        /// k.
        k: u64,
    },
    /// At least l values that are not missing in each class.
    DistinctDiversity {
        /// The sensitive column.
        of: Of,
        /// l.
        l: u64,
    },
    /// No value has more than one l-th of the units of a class.
    ProbabilisticDiversity {
        /// The sensitive column.
        of: Of,
        /// l, a decimal.
        l: String,
    },
    /// The exponential of the entropy of the known values of a class is at least l.
    EntropyDiversity {
        /// The sensitive column.
        of: Of,
        /// l, a decimal.
        l: String,
        /// The estimator of the entropy.
        estimator: EntropyEstimator,
    },
    /// The most frequent value of a class has fewer units than c times those of the l-th and all
    /// rarer ones.
    RecursiveDiversity {
        /// The sensitive column.
        of: Of,
        /// c, a decimal.
        c: String,
        /// l.
        l: u64,
    },
    /// Classes of at least k units of which no value has more than the share alpha.
    AlphaK {
        /// The sensitive column.
        of: Of,
        /// alpha, a decimal.
        alpha: String,
        /// k.
        k: u64,
        /// The values that are looked at; all of them without a list.
        values: Option<Vec<String>>,
    },
    /// Each class is at most t away from the whole input.
    TCloseness {
        /// The sensitive column.
        of: Of,
        /// t, a decimal.
        t: String,
        /// The distance.
        distance: Distance,
        /// The values of the input.
        reference: Option<Counted>,
    },
    /// Every value of the input occurs in each class, with a share whose logarithm differs by at
    /// most delta.
    SemanticPrivacy {
        /// The sensitive column.
        of: Of,
        /// delta, a decimal.
        delta: String,
        /// The logarithm.
        log: LogBase,
        /// The values of the input.
        reference: Option<Counted>,
    },
    /// The shares of the values that occur in a class have logarithms that differ from those of the
    /// input by less than delta.
    DeltaDisclosure {
        /// The sensitive column.
        of: Of,
        /// delta, a decimal.
        delta: String,
        /// The logarithm.
        log: LogBase,
        /// The values of the input.
        reference: Option<Counted>,
    },
    /// No share of a class exceeds that of the input by more than beta times the latter.
    BetaLikeness {
        /// The sensitive column.
        of: Of,
        /// beta, a decimal.
        beta: String,
        /// Whether a gain is also bounded by the logarithm of the share of the input.
        likeness: Likeness,
        /// The values of the input.
        reference: Option<Counted>,
    },
    /// At most this share of the units is alone in its class.
    SampleUniqueness {
        /// The share, a decimal.
        threshold: String,
    },
    /// A bound on the number of classes per unit.
    AverageRisk {
        /// The ratio, a decimal.
        threshold: String,
    },
    /// At most this share of the units of the population is estimated to be alone in it.
    PopulationUniqueness {
        /// The share, a decimal.
        threshold: String,
        /// The estimator.
        estimator: UniquenessEstimator,
        /// The share of the population that the table is.
        sampling: Sampling,
    },
    /// Each class has at least k units of a population.
    KMap {
        /// k.
        k: u64,
        /// The source of the population.
        population: MapPopulation,
    },
    /// In each class the share of the population that is in the table lies between two bounds.
    DeltaPresence {
        /// The least share, a decimal.
        min: String,
        /// The greatest share, a decimal.
        max: String,
        /// The units of the population in each class.
        population: Option<ClassCounts>,
    },
    /// A class has n units, or is at most t away from a set of input rows that contains it and has
    /// n units.
    NtCloseness {
        /// The sensitive column.
        of: Of,
        /// n.
        n: u64,
        /// t, a decimal.
        t: String,
        /// The distance.
        distance: Distance,
        /// The classes of the whole input, and the labels above theirs.
        input: Option<InputClasses>,
    },
    /// Somebody who knows l quasi-identifiers of a unit finds at least k units, of which no value
    /// has more than the share c.
    LkcPrivacy {
        /// The sensitive column.
        of: Of,
        /// Number of known quasi-identifiers.
        l: u64,
        /// k.
        k: u64,
        /// The share, a decimal.
        c: String,
    },
    /// Each set of at most m items that occurs in a class occurs in at least k units of it.
    KmAnonymity {
        /// The column with sets of items. Classes are formed by the quasi-identifiers without it.
        of: Of,
        /// The separator of the items of a cell.
        items: String,
        /// k.
        k: u64,
        /// m.
        m: u64,
    },
}

/// A column that a model looks at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Of {
    /// Its name.
    pub column: String,
    /// Other columns whose values divide classes further, where they count as quasi-identifiers.
    /// "Missing" is a value.
    pub others: Vec<String>,
}

impl<S: Into<String>> From<S> for Of {
    fn from(column: S) -> Self {
        Of {
            column: column.into(),
            others: Vec::new(),
        }
    }
}

impl Ask {
    /// The model.
    pub fn model(&self) -> Model {
        match self {
            Ask::KAnonymity { .. } | Ask::CellAnonymity { .. } => Model::KAnonymity,
            Ask::BucketSize { .. } => Model::BucketSize,
            Ask::DistinctDiversity { .. }
            | Ask::ProbabilisticDiversity { .. }
            | Ask::EntropyDiversity { .. }
            | Ask::RecursiveDiversity { .. } => Model::LDiversity,
            Ask::AlphaK { .. } => Model::AlphaKAnonymity,
            Ask::TCloseness { .. } => Model::TCloseness,
            Ask::SemanticPrivacy { .. } => Model::SemanticPrivacy,
            Ask::DeltaDisclosure { .. } => Model::DeltaDisclosure,
            Ask::BetaLikeness { .. } => Model::BetaLikeness,
            Ask::SampleUniqueness { .. } => Model::SampleUniqueness,
            Ask::AverageRisk { .. } => Model::AverageRisk,
            Ask::PopulationUniqueness { .. } => Model::PopulationUniqueness,
            Ask::KMap { .. } => Model::KMap,
            Ask::DeltaPresence { .. } => Model::DeltaPresence,
            Ask::NtCloseness { .. } => Model::NtCloseness,
            Ask::LkcPrivacy { .. } => Model::LkcPrivacy,
            Ask::KmAnonymity { .. } => Model::KmAnonymity,
        }
    }

    /// The name of the model.
    pub fn name(&self) -> &'static str {
        self.model().name()
    }

    /// The variant of the model, where it has several.
    pub fn variant(&self) -> Option<Variant> {
        match self {
            Ask::CellAnonymity { reading, .. } => Some(Variant::Cells(*reading)),
            Ask::DistinctDiversity { .. } => Some(Variant::Diversity(Diversity::Distinct)),
            Ask::ProbabilisticDiversity { .. } => {
                Some(Variant::Diversity(Diversity::Probabilistic))
            }
            Ask::EntropyDiversity { .. } => Some(Variant::Diversity(Diversity::Entropy)),
            Ask::RecursiveDiversity { .. } => Some(Variant::Diversity(Diversity::Recursive)),
            Ask::BetaLikeness { likeness, .. } => Some(Variant::Likeness(*likeness)),
            _ => None,
        }
    }

    /// The estimator of the model, where it has one.
    pub(crate) fn estimator(&self) -> Option<Estimator> {
        match self {
            Ask::EntropyDiversity { estimator, .. } => Some(Estimator::Entropy(*estimator)),
            Ask::PopulationUniqueness { estimator, .. } => Some(Estimator::Uniqueness(*estimator)),
            Ask::KMap {
                population: MapPopulation::Estimated { estimator, .. },
                ..
            } => Some(Estimator::Map(*estimator)),
            _ => None,
        }
    }

    /// The column it looks at.
    pub fn of(&self) -> Option<&Of> {
        match self {
            Ask::DistinctDiversity { of, .. }
            | Ask::ProbabilisticDiversity { of, .. }
            | Ask::EntropyDiversity { of, .. }
            | Ask::RecursiveDiversity { of, .. }
            | Ask::AlphaK { of, .. }
            | Ask::TCloseness { of, .. }
            | Ask::SemanticPrivacy { of, .. }
            | Ask::DeltaDisclosure { of, .. }
            | Ask::BetaLikeness { of, .. }
            | Ask::NtCloseness { of, .. }
            | Ask::LkcPrivacy { of, .. }
            | Ask::KmAnonymity { of, .. } => Some(of),
            _ => None,
        }
    }

    /// The name of that column.
    pub fn column(&self) -> Option<&str> {
        self.of().map(|of| of.column.as_str())
    }

    /// The distance it uses.
    pub fn distance(&self) -> Option<&Distance> {
        match self {
            Ask::TCloseness { distance, .. } | Ask::NtCloseness { distance, .. } => Some(distance),
            _ => None,
        }
    }

    /// The values of the input it was handed.
    pub fn reference(&self) -> Option<&Counted> {
        match self {
            Ask::TCloseness { reference, .. }
            | Ask::SemanticPrivacy { reference, .. }
            | Ask::DeltaDisclosure { reference, .. }
            | Ask::BetaLikeness { reference, .. } => reference.as_ref(),
            _ => None,
        }
    }

    /// Whether it is also measured against the released table itself, because the input is not
    /// public.
    pub(crate) fn is_relative(&self) -> bool {
        matches!(
            self,
            Ask::TCloseness { .. }
                | Ask::SemanticPrivacy { .. }
                | Ask::DeltaDisclosure { .. }
                | Ask::BetaLikeness { .. }
        )
    }

    /// Whether everything it takes is at hand, given the released file.
    pub(crate) fn is_complete(&self) -> bool {
        match self {
            Ask::KMap {
                population: MapPopulation::Counted(counts),
                ..
            }
            | Ask::DeltaPresence {
                population: counts, ..
            } => counts.is_some(),
            Ask::KMap {
                population:
                    MapPopulation::Estimated {
                        sampling: Sampling::PopulationSize(_),
                        sample,
                        ..
                    },
                ..
            } => sample.is_some(),
            Ask::NtCloseness { input, .. } => input.is_some(),
            _ => !self.is_relative() || self.reference().is_some(),
        }
    }

    /// Whether the released values of its column are needed to state it.
    pub(crate) fn lists_values(&self) -> bool {
        self.distance()
            .is_some_and(|distance| *distance != Distance::Equal)
    }
}
