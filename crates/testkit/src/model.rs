//! The models that may be asked for, and when a score meets them.

use crate::{OracleMeasured, ReducedFraction};

/// A model. `column` is a position in the table.
///
/// Counts are of units: rows, or persons. r_s is the number of units of a class with the value s,
/// where a unit counts once per distinct value; p_s is its share of the sum of all r_s, missing
/// among them as one more value; q_s is the same share in the whole input. A value is known when it
/// is not missing.
#[derive(Clone, Debug, PartialEq)]
pub enum OracleModel {
    /// A class has at least `k` units.
    K {
        /// The least number of units.
        k: u64,
    },
    /// A class has at least `l` distinct values that are not missing.
    DistinctL {
        /// The sensitive column.
        column: usize,
        /// The least number of values.
        l: u64,
    },
    /// The distribution of a class is at most `t` away from that of the whole input.
    T {
        /// The sensitive column.
        column: usize,
        /// Numerator of t.
        t_num: i128,
        /// Denominator of t.
        t_den: i128,
        /// The t as a recipe writes it.
        text: String,
        /// The distance between two values.
        distance: OracleDistance,
    },
    /// No known value belongs to more than 1/l of the units of a class, and there is a known value.
    ProbabilisticL {
        /// The sensitive column.
        column: usize,
        /// At least 1.
        l: ReducedFraction,
    },
    /// The entropy of the known values is at least ln l.
    EntropyL {
        /// The sensitive column.
        column: usize,
        /// At least 1.
        l: ReducedFraction,
        /// How the entropy is estimated.
        estimator: OracleEstimator,
    },
    /// The most frequent known value has fewer than c times the units of the l-th most frequent and
    /// all rarer ones.
    RecursiveL {
        /// The sensitive column.
        column: usize,
        /// At least 2.
        l: u64,
        /// Above 0.
        c: ReducedFraction,
    },
    /// A class has at least `k` units, and no known value belongs to more than the share alpha of
    /// them.
    AlphaK {
        /// The sensitive column.
        column: usize,
        /// Above 0, at most 1.
        alpha: ReducedFraction,
        /// The least number of units.
        k: u64,
        /// The values that alpha holds for; `None` is all.
        values: Option<Vec<String>>,
    },
    /// Every value of the input occurs in a class, and |log(p_s / q_s)| is at most delta for each.
    SemanticPrivacy {
        /// The sensitive column.
        column: usize,
        /// At least 0.
        delta: ReducedFraction,
        /// The logarithm.
        log: OracleLog,
    },
    /// |log(p_s / q_s)| is below delta for each value that occurs in a class.
    DeltaDisclosure {
        /// The sensitive column.
        column: usize,
        /// Above 0.
        delta: ReducedFraction,
        /// The logarithm.
        log: OracleLog,
    },
    /// No value gains more than beta in a class: (p_s - q_s) / q_s.
    BetaLikeness {
        /// The sensitive column.
        column: usize,
        /// Above 0.
        beta: ReducedFraction,
        /// The enhanced variant: no gain is above -ln(q_s) either.
        enhanced: bool,
    },
    /// Table model: units in classes of one unit, of all kept units.
    SampleUniqueness {
        /// The greatest share.
        threshold: ReducedFraction,
    },
    /// Table model: kept classes over kept units.
    AverageRisk {
        /// The greatest ratio, above 0.
        threshold: ReducedFraction,
    },
    /// The population has at least `k` units with the labels of a class.
    KMap {
        /// The least number of units.
        k: u64,
    },
    /// The units of a class are a share from min to max of those of the population with the same
    /// labels. With a min above 0 that holds for all classes of the population: when one has no
    /// kept unit, the node keeps nothing.
    DeltaPresence {
        /// The least share.
        min: ReducedFraction,
        /// The greatest share.
        max: ReducedFraction,
    },
    /// A class has `n` units, or its distribution is at most `t` away from that of a superset of at
    /// least `n` units: all rows of the input with the same labels at a node above, up to the tops.
    NtCloseness {
        /// The sensitive column.
        column: usize,
        /// The least number of units.
        n: u64,
        /// The greatest distance.
        t: ReducedFraction,
        /// The distance between two values.
        distance: OracleDistance,
    },
    /// Among the kept rows, whoever knows `l` quasi-identifiers finds at least `k` units, and
    /// infers no known value with more confidence than `c`.
    LkcPrivacy {
        /// The sensitive column.
        column: usize,
        /// How many quasi-identifiers are known.
        l: u64,
        /// The least number of units.
        k: u64,
        /// The greatest share.
        c: ReducedFraction,
    },
    /// Every combination of one to `m` items that a unit of a class has, `k` units of the class
    /// have.
    KmAnonymity {
        /// The sensitive column, whose cells are sets.
        column: usize,
        /// The least number of units.
        k: u64,
        /// The most items.
        m: u64,
    },
    /// A class is divided by the values of all other sensitive columns, missing among them, and
    /// each part meets the model, which has a column. What is compared with (the input, a superset)
    /// is not divided.
    OthersAsQuasi(Box<OracleModel>),
}

/// The distance between two values of a sensitive column; from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OracleDistance {
    /// 1 between any two values.
    Equal,
    /// The difference of the ranks over the largest such difference.
    Ordered,
    /// The lowest level at which the two have one label, over the height of the hierarchy.
    Hierarchical,
    /// Not the earth mover's distance: Jensen-Shannon of the distributions smoothed over near
    /// values.
    Smoothed {
        /// The reach of the kernel, above 0.
        bandwidth: ReducedFraction,
    },
}

/// How an entropy is estimated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OracleEstimator {
    /// From the shares as they are.
    Shannon,
    /// Corrected for small numbers (2003).
    Grassberger,
}

/// A logarithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OracleLog {
    /// To the base e.
    Natural,
    /// To the base 2.
    Binary,
}

/// Which side of the parameter is good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Good {
    /// A score of at least the parameter.
    Large,
    /// A score of at most the parameter.
    Small,
    /// A score below the parameter.
    Below,
    /// Two scores: the least at least one parameter, the greatest at most another.
    Between,
}

impl OracleModel {
    /// The model itself when it is asked of parts of classes, else the same.
    pub fn inner(&self) -> &OracleModel {
        match self {
            OracleModel::OthersAsQuasi(model) => model,
            model => model,
        }
    }

    /// The sensitive column, if it has one.
    pub fn column(&self) -> Option<usize> {
        match *self.inner() {
            OracleModel::DistinctL { column, .. }
            | OracleModel::T { column, .. }
            | OracleModel::ProbabilisticL { column, .. }
            | OracleModel::EntropyL { column, .. }
            | OracleModel::RecursiveL { column, .. }
            | OracleModel::AlphaK { column, .. }
            | OracleModel::SemanticPrivacy { column, .. }
            | OracleModel::DeltaDisclosure { column, .. }
            | OracleModel::BetaLikeness { column, .. }
            | OracleModel::NtCloseness { column, .. }
            | OracleModel::LkcPrivacy { column, .. }
            | OracleModel::KmAnonymity { column, .. } => Some(column),
            _ => None,
        }
    }

    /// True when it is judged on all kept classes together and has no score for one class.
    pub fn is_table_wide(&self) -> bool {
        matches!(
            self.inner(),
            OracleModel::SampleUniqueness { .. }
                | OracleModel::AverageRisk { .. }
                | OracleModel::LkcPrivacy { .. }
        )
    }

    /// Which side of the parameter is good.
    pub fn good(&self) -> Good {
        match self.inner() {
            OracleModel::K { .. }
            | OracleModel::DistinctL { .. }
            | OracleModel::ProbabilisticL { .. }
            | OracleModel::EntropyL { .. } => Good::Large,
            OracleModel::KMap { .. } | OracleModel::KmAnonymity { .. } => Good::Large,
            OracleModel::RecursiveL { .. } | OracleModel::DeltaDisclosure { .. } => Good::Below,
            OracleModel::DeltaPresence { .. } | OracleModel::LkcPrivacy { .. } => Good::Between,
            _ => Good::Small,
        }
    }

    /// The parameter that a score is compared with; where two ends are, both.
    pub fn asked(&self) -> (ReducedFraction, Option<ReducedFraction>) {
        match *self.inner() {
            OracleModel::K { k } | OracleModel::KMap { k } | OracleModel::KmAnonymity { k, .. } => {
                (ReducedFraction::whole(k), None)
            }
            OracleModel::DistinctL { l, .. } => (ReducedFraction::whole(l), None),
            OracleModel::T { t_num, t_den, .. } => (ReducedFraction::new(t_num, t_den), None),
            OracleModel::ProbabilisticL { l, .. } | OracleModel::EntropyL { l, .. } => (l, None),
            OracleModel::RecursiveL { c, .. } => (c, None),
            OracleModel::AlphaK { alpha, .. } => (alpha, None),
            OracleModel::SemanticPrivacy { delta, .. }
            | OracleModel::DeltaDisclosure { delta, .. } => (delta, None),
            OracleModel::BetaLikeness { beta, .. } => (beta, None),
            OracleModel::SampleUniqueness { threshold }
            | OracleModel::AverageRisk { threshold } => (threshold, None),
            OracleModel::DeltaPresence { min, max } => (min, Some(max)),
            OracleModel::NtCloseness { t, .. } => (t, None),
            OracleModel::LkcPrivacy { k, c, .. } => (ReducedFraction::whole(k), Some(c)),
            OracleModel::OthersAsQuasi(_) => unreachable!("a part is not divided again"),
        }
    }

    /// True when a score of this model is good enough; where rounding could decide it is not.
    pub fn meets(&self, score: &OracleMeasured) -> bool {
        let (asked, most) = self.asked();
        match (self.good(), score) {
            (Good::Large, score) => score.at_least(asked),
            (Good::Small, score) => score.at_most(asked),
            (Good::Below, score) => score.below(asked),
            (Good::Between, OracleMeasured::Both { least, greatest }) => {
                *least >= asked && Some(*greatest) <= most
            }
            (Good::Between, _) => false,
        }
    }

    /// The worse of two scores of this model; of two ends each.
    pub fn worse(&self, a: OracleMeasured, b: OracleMeasured) -> OracleMeasured {
        match (self.good(), a, b) {
            (
                _,
                OracleMeasured::Both {
                    least: a,
                    greatest: b,
                },
                OracleMeasured::Both {
                    least: c,
                    greatest: d,
                },
            ) => OracleMeasured::Both {
                least: a.min(c),
                greatest: b.max(d),
            },
            (Good::Large, a, b) => a.smaller(b),
            (_, a, b) => a.greater(b),
        }
    }
}
