//! A model with its parameters.

use super::choices::{
    DistanceChoice, LikenessChoice, LogChoice, MapPopulation, SamplingChoice, UniquenessEstimator,
    Variant,
};
use equipoise_data::Decimal;

/// A model with its parameters, exactly as asked.
///
/// Numbers have the digits of the recipe and are fractions of 128-bit integers. Models with a
/// `column` share the field `others_as_quasi_identifiers`: when true, each class is divided further
/// by the values of all other sensitive columns, and each part must meet the model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Model {
    /// Every class has at least `k` units.
    KAnonymity {
        /// At least 1.
        k: u64,
    },
    /// Every class has at least `l` well-represented values of a sensitive column.
    LDiversity {
        /// The sensitive column.
        column: String,
        /// At least 1; a whole number where values are counted, see [`Model::whole_l`].
        l: Decimal,
        /// What well-represented means. Default distinct.
        variant: Variant,
        /// Whether the other sensitive columns count as known. Default false.
        others_as_quasi_identifiers: bool,
    },
    /// Every class has at least `k` units, and no sensitive value more than a share `alpha` of
    /// them.
    AlphaKAnonymity {
        /// The sensitive column.
        column: String,
        /// Above 0, at most 1.
        alpha: Decimal,
        /// At least 1.
        k: u64,
        /// The values that are limited, each once; without it, all known values.
        values: Option<Vec<String>>,
        /// Whether the other sensitive columns count as known. Default false.
        others_as_quasi_identifiers: bool,
    },
    /// No class is further than `t` from the whole table in a sensitive column.
    TCloseness {
        /// The sensitive column.
        column: String,
        /// From 0 to 1.
        t: Decimal,
        /// What far means. Default: hierarchical where the column has a hierarchy, ordered where it
        /// has an order, else equal.
        distance: DistanceChoice,
        /// Whether the other sensitive columns count as known. Default false.
        others_as_quasi_identifiers: bool,
    },
    /// Every class has at least `n` units, or is within `t` of a larger set of rows around it that
    /// has.
    NtCloseness {
        /// The sensitive column.
        column: String,
        /// At least 1.
        n: u64,
        /// From 0 to 1.
        t: Decimal,
        /// What far means. Default as for t-closeness.
        distance: DistanceChoice,
        /// Whether the other sensitive columns count as known. Default false.
        others_as_quasi_identifiers: bool,
    },
    /// Every sensitive value of the table is in every class, with a share that differs by at most
    /// `delta` in logarithms.
    SemanticPrivacy {
        /// The sensitive column.
        column: String,
        /// At least 0.
        delta: Decimal,
        /// The base of the logarithm. Default natural.
        log: LogChoice,
        /// Whether the other sensitive columns count as known. Default false.
        others_as_quasi_identifiers: bool,
    },
    /// Every sensitive value of a class has a share that differs by less than `delta` in logarithms
    /// from the table's.
    DeltaDisclosure {
        /// The sensitive column.
        column: String,
        /// Above 0.
        delta: Decimal,
        /// The base of the logarithm. Default natural.
        log: LogChoice,
        /// Whether the other sensitive columns count as known. Default false.
        others_as_quasi_identifiers: bool,
    },
    /// No sensitive value gains more than `beta` times its share in the table by being in a class.
    BetaLikeness {
        /// The sensitive column.
        column: String,
        /// Above 0.
        beta: Decimal,
        /// Whether frequent values have a stricter limit. Default basic.
        variant: LikenessChoice,
        /// Whether the other sensitive columns count as known. Default false.
        others_as_quasi_identifiers: bool,
    },
    /// Whoever knows `l` quasi-identifiers finds at least `k` units, and no sensitive value in more
    /// than a share `c` of them.
    LkcPrivacy {
        /// The sensitive column.
        column: String,
        /// At least 1: how many quasi-identifiers somebody knows.
        l: u64,
        /// At least 1.
        k: u64,
        /// Above 0, at most 1.
        c: Decimal,
        /// Whether the other sensitive columns count as known. Default false.
        others_as_quasi_identifiers: bool,
    },
    /// Whoever knows `m` items of a person's set finds at least `k` units.
    KmAnonymity {
        /// The column of sets, which has `items`.
        column: String,
        /// At least 1.
        k: u64,
        /// At least 1.
        m: u64,
        /// Whether the other sensitive columns count as known. Default false.
        others_as_quasi_identifiers: bool,
    },
    /// At most this share of the released units is alone in its class.
    SampleUniqueness {
        /// From 0 to 1.
        threshold: Decimal,
    },
    /// There are at most so many classes for each released unit.
    AverageRisk {
        /// Above 0, at most 1.
        threshold: Decimal,
    },
    /// At most this share of the population is estimated to be unique in it.
    PopulationUniqueness {
        /// From 0 to 1.
        threshold: Decimal,
        /// How it is estimated. Default dankar.
        estimator: UniquenessEstimator,
        /// How large the population is.
        sampling: SamplingChoice,
    },
    /// Every class has at least `k` units in the population.
    KMap {
        /// At least 1.
        k: u64,
        /// Whom it counts.
        population: MapPopulation,
    },
    /// In every class the released units are a share between `min` and `max` of those in the
    /// population.
    DeltaPresence {
        /// The file of the population, relative to the recipe.
        population: String,
        /// From 0 to 1, at most `max`. Default 0.
        min: Decimal,
        /// Above 0, at most 1.
        max: Decimal,
    },
}
