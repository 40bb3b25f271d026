//! The models that may be asked for, and when a score meets them.

use crate::{Fraction, Measured};

/// A model. `column` is a position in the table.
///
/// Counts are of units: rows, or persons. r_s is the number of units of a class with the value s,
/// where a unit counts once per distinct value; p_s is its share of the sum of all r_s, missing
/// among them as one more value; q_s is the same share in the whole input. A value is known when it
/// is not missing.
#[derive(Clone, Debug, PartialEq)]
pub enum Model {
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
        distance: Distance,
    },
    /// No known value belongs to more than 1/l of the units of a class, and there is a known value.
    ProbabilisticL {
        /// The sensitive column.
        column: usize,
        /// At least 1.
        l: Fraction,
    },
    /// The entropy of the known values is at least ln l.
    EntropyL {
        /// The sensitive column.
        column: usize,
        /// At least 1.
        l: Fraction,
        /// How the entropy is estimated.
        estimator: Estimator,
    },
    /// The most frequent known value has fewer than c times the units of the l-th most frequent and
    /// all rarer ones.
    RecursiveL {
        /// The sensitive column.
        column: usize,
        /// At least 2.
        l: u64,
        /// Above 0.
        c: Fraction,
    },
    /// A class has at least `k` units, and no known value belongs to more than the share alpha of
    /// them.
    AlphaK {
        /// The sensitive column.
        column: usize,
        /// Above 0, at most 1.
        alpha: Fraction,
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
        delta: Fraction,
        /// The logarithm.
        log: Log,
    },
    /// |log(p_s / q_s)| is below delta for each value that occurs in a class.
    DeltaDisclosure {
        /// The sensitive column.
        column: usize,
        /// Above 0.
        delta: Fraction,
        /// The logarithm.
        log: Log,
    },
    /// No value gains more than beta in a class: (p_s - q_s) / q_s.
    BetaLikeness {
        /// The sensitive column.
        column: usize,
        /// Above 0.
        beta: Fraction,
        /// The enhanced variant: no gain is above -ln(q_s) either.
        enhanced: bool,
    },
    /// Table model: units in classes of one unit, of all kept units.
    SampleUniqueness {
        /// The greatest share.
        threshold: Fraction,
    },
    /// Table model: kept classes over kept units.
    AverageRisk {
        /// The greatest ratio, above 0.
        threshold: Fraction,
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
        min: Fraction,
        /// The greatest share.
        max: Fraction,
    },
    /// A class has `n` units, or its distribution is at most `t` away from that of a superset of at
    /// least `n` units: all rows of the input with the same labels at a node above, up to the tops.
    NtCloseness {
        /// The sensitive column.
        column: usize,
        /// The least number of units.
        n: u64,
        /// The greatest distance.
        t: Fraction,
        /// The distance between two values.
        distance: Distance,
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
        c: Fraction,
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
    OthersAsQuasi(Box<Model>),
}

/// The distance between two values of a sensitive column; from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distance {
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
        bandwidth: Fraction,
    },
}

/// How an entropy is estimated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Estimator {
    /// From the shares as they are.
    Shannon,
    /// Corrected for small numbers (2003).
    Grassberger,
}

/// A logarithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Log {
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

impl Model {
    /// The model itself when it is asked of parts of classes, else the same.
    pub fn inner(&self) -> &Model {
        match self {
            Model::OthersAsQuasi(model) => model,
            model => model,
        }
    }

    /// The sensitive column, if it has one.
    pub fn column(&self) -> Option<usize> {
        match *self.inner() {
            Model::DistinctL { column, .. }
            | Model::T { column, .. }
            | Model::ProbabilisticL { column, .. }
            | Model::EntropyL { column, .. }
            | Model::RecursiveL { column, .. }
            | Model::AlphaK { column, .. }
            | Model::SemanticPrivacy { column, .. }
            | Model::DeltaDisclosure { column, .. }
            | Model::BetaLikeness { column, .. }
            | Model::NtCloseness { column, .. }
            | Model::LkcPrivacy { column, .. }
            | Model::KmAnonymity { column, .. } => Some(column),
            _ => None,
        }
    }

    /// True when it is judged on all kept classes together and has no score for one class.
    pub fn is_table_wide(&self) -> bool {
        matches!(
            self.inner(),
            Model::SampleUniqueness { .. } | Model::AverageRisk { .. } | Model::LkcPrivacy { .. }
        )
    }

    /// Which side of the parameter is good.
    pub fn good(&self) -> Good {
        match self.inner() {
            Model::K { .. }
            | Model::DistinctL { .. }
            | Model::ProbabilisticL { .. }
            | Model::EntropyL { .. } => Good::Large,
            Model::KMap { .. } | Model::KmAnonymity { .. } => Good::Large,
            Model::RecursiveL { .. } | Model::DeltaDisclosure { .. } => Good::Below,
            Model::DeltaPresence { .. } | Model::LkcPrivacy { .. } => Good::Between,
            _ => Good::Small,
        }
    }

    /// The parameter that a score is compared with; where two ends are, both.
    pub fn asked(&self) -> (Fraction, Option<Fraction>) {
        match *self.inner() {
            Model::K { k } | Model::KMap { k } | Model::KmAnonymity { k, .. } => {
                (Fraction::whole(k), None)
            }
            Model::DistinctL { l, .. } => (Fraction::whole(l), None),
            Model::T { t_num, t_den, .. } => (Fraction::new(t_num, t_den), None),
            Model::ProbabilisticL { l, .. } | Model::EntropyL { l, .. } => (l, None),
            Model::RecursiveL { c, .. } => (c, None),
            Model::AlphaK { alpha, .. } => (alpha, None),
            Model::SemanticPrivacy { delta, .. } | Model::DeltaDisclosure { delta, .. } => {
                (delta, None)
            }
            Model::BetaLikeness { beta, .. } => (beta, None),
            Model::SampleUniqueness { threshold } | Model::AverageRisk { threshold } => {
                (threshold, None)
            }
            Model::DeltaPresence { min, max } => (min, Some(max)),
            Model::NtCloseness { t, .. } => (t, None),
            Model::LkcPrivacy { k, c, .. } => (Fraction::whole(k), Some(c)),
            Model::OthersAsQuasi(_) => unreachable!("a part is not divided again"),
        }
    }

    /// True when a score of this model is good enough; where rounding could decide it is not.
    pub fn meets(&self, score: &Measured) -> bool {
        let (asked, most) = self.asked();
        match (self.good(), score) {
            (Good::Large, score) => score.at_least(asked),
            (Good::Small, score) => score.at_most(asked),
            (Good::Below, score) => score.below(asked),
            (Good::Between, Measured::Both { least, greatest }) => {
                *least >= asked && Some(*greatest) <= most
            }
            (Good::Between, _) => false,
        }
    }

    /// The worse of two scores of this model; of two ends each.
    pub fn worse(&self, a: Measured, b: Measured) -> Measured {
        match (self.good(), a, b) {
            (
                _,
                Measured::Both {
                    least: a,
                    greatest: b,
                },
                Measured::Both {
                    least: c,
                    greatest: d,
                },
            ) => Measured::Both {
                least: a.min(c),
                greatest: b.max(d),
            },
            (Good::Large, a, b) => a.smaller(b),
            (_, a, b) => a.greater(b),
        }
    }
}
