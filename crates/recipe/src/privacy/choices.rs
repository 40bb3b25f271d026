//! What a model can be told by a word, with the parameters that belong to the word.

use crate::words::{Word, words};
use equipoise_data::Decimal;
use std::fmt;

/// What makes the values of a class diverse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variant {
    /// There are at least l different values.
    Distinct,
    /// No value has more than one unit in l.
    Probabilistic,
    /// The entropy is at least that of l equally frequent values.
    Entropy {
        /// How the entropy is computed from counts. Default shannon.
        estimator: EntropyEstimatorChoice,
    },
    /// The most frequent value is outweighed by the values from the l-th on.
    Recursive {
        /// Above 0: the most frequent value stays below so many times the sum of the rare ones.
        c: Decimal,
    },
}

impl Word for Variant {
    // The parameters are put in when the keys beside the word are read.
    const WORDS: &'static [(&'static str, Self)] = &[
        ("distinct", Variant::Distinct),
        ("probabilistic", Variant::Probabilistic),
        (
            "entropy",
            Variant::Entropy {
                estimator: EntropyEstimatorChoice::Shannon,
            },
        ),
        ("recursive", Variant::Recursive { c: Decimal::ONE }),
    ];
}

impl Variant {
    /// The word for this variant in a recipe and in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Variant::Distinct => "distinct",
            Variant::Probabilistic => "probabilistic",
            Variant::Entropy { .. } => "entropy",
            Variant::Recursive { .. } => "recursive",
        }
    }

    /// True where l is a number of values, and so a whole number.
    pub fn counts_values(self) -> bool {
        matches!(self, Variant::Distinct | Variant::Recursive { .. })
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

words! {
    /// How the entropy of a class is computed from its counts.
    pub enum EntropyEstimatorChoice {
        /// From the shares as they are.
        Shannon = "shannon",
        /// With Grassberger's correction (2003) for small counts.
        Grassberger = "grassberger",
    }
}

/// How far apart two sensitive values are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DistanceChoice {
    /// All values are equally far apart.
    Equal,
    /// By how many values lie between them.
    Ordered,
    /// By how high in the hierarchy they meet.
    Hierarchical,
    /// Jensen-Shannon divergence after each value was blended with its neighbours.
    Smoothed {
        /// Above 0: how far neighbours may be, as a share of the largest distance. Default 0.3.
        bandwidth: Decimal,
    },
}

impl Word for DistanceChoice {
    // The bandwidth is put in when the key beside the word is read.
    const WORDS: &'static [(&'static str, Self)] = &[
        ("equal", DistanceChoice::Equal),
        ("ordered", DistanceChoice::Ordered),
        ("hierarchical", DistanceChoice::Hierarchical),
        (
            "smoothed",
            DistanceChoice::Smoothed {
                bandwidth: Decimal::ONE,
            },
        ),
    ];
}

impl DistanceChoice {
    /// The word for this distance in a recipe and in JSON.
    pub fn name(self) -> &'static str {
        match self {
            DistanceChoice::Equal => "equal",
            DistanceChoice::Ordered => "ordered",
            DistanceChoice::Hierarchical => "hierarchical",
            DistanceChoice::Smoothed { .. } => "smoothed",
        }
    }
}

impl fmt::Display for DistanceChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

words! {
    /// The base of a logarithm.
    pub enum LogChoice {
        /// Base e.
        Natural = "natural",
        /// Base 2.
        Binary = "binary",
    }
}

words! {
    /// How much a value may gain in a class.
    pub enum LikenessChoice {
        /// At most beta times its share in the table.
        Basic = "basic",
        /// As basic, and for frequent values at most minus the logarithm of their share.
        Enhanced = "enhanced",
    }
}

words! {
    /// How the share of people who are unique in the population is estimated.
    pub enum UniquenessEstimator {
        /// Zayatz (1991).
        Zayatz = "zayatz",
        /// Pitman's model, after Hoshino (2001).
        Pitman = "pitman",
        /// The slide negative binomial model of Chen and Keller-McNulty (1998).
        Snb = "snb",
        /// The rule of Dankar, El Emam, Neisa and Roffey (2012), which chooses among the others.
        Dankar = "dankar",
    }
}

words! {
    /// How the number of people of a class in the population is estimated.
    pub enum MapEstimator {
        /// Poisson.
        Poisson = "poisson",
        /// Poisson, given that the class occurs.
        ZeroTruncatedPoisson = "zero-truncated-poisson",
    }
}

/// How large the population is of which the table is a sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SamplingChoice {
    /// The table holds this share of the population: above 0, below 1.
    Fraction(Decimal),
    /// The population has so many units, which must be more than the table has.
    PopulationSize(u64),
}

/// Whom k-map counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MapPopulation {
    /// The rows of a file, relative to the recipe.
    File(String),
    /// An estimate from the table alone.
    Estimated {
        /// How it is estimated.
        estimator: MapEstimator,
        /// How large the population is.
        sampling: SamplingChoice,
        /// The accepted chance that a class has fewer units than k: above 0, below 1. Default 0.01.
        significance: Decimal,
    },
}
