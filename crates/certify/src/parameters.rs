//! Parameters of models that are more than a number: distances, estimators, populations.

use crate::class_counts::ClassCounts;
use crate::word::named;

/// The distance between the values of a class and those of a reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Distance {
    /// Earth mover's; different values are 1 apart.
    Equal,
    /// Earth mover's; steps between ranks over the greatest number of steps.
    Ordered {
        /// The rank of each value of the domain; equal ranks are one position.
        ranks: Vec<(String, u32)>,
    },
    /// Earth mover's; level of the lowest common label over the height.
    Hierarchical {
        /// The lines of the hierarchy file, value first and top last.
        lines: Vec<Vec<String>>,
    },
    /// Jensen-Shannon divergence of the distributions, smoothed over neighbouring values.
    Smoothed {
        /// The reach of the smoothing, a decimal above 0.
        bandwidth: String,
        /// The distance that makes values neighbours.
        by: Neighbours,
    },
}

/// The distance between two values for smoothing, between 0 and 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Neighbours {
    /// Different values are 1 apart.
    Equal,
    /// The difference of numbers over the range: each value with its number, a decimal that may
    /// have a sign.
    Numbers(Vec<(String, String)>),
    /// The difference of ranks over the greatest one.
    Ranks(Vec<(String, u32)>),
    /// Level of the lowest common label over the height; the lines of the hierarchy file.
    Lines(Vec<Vec<String>>),
}

impl Distance {
    /// The name of the distance.
    pub fn kind(&self) -> DistanceKind {
        match self {
            Distance::Equal => DistanceKind::Equal,
            Distance::Ordered { .. } => DistanceKind::Ordered,
            Distance::Hierarchical { .. } => DistanceKind::Hierarchical,
            Distance::Smoothed { .. } => DistanceKind::Smoothed,
        }
    }
}

named! {
    /// The name of a distance.
    DistanceKind {
        /// Different values are 1 apart.
        Equal = "equal",
        /// Steps between ranks.
        Ordered = "ordered",
        /// Level of the lowest common label.
        Hierarchical = "hierarchical",
        /// Jensen-Shannon divergence of smoothed distributions.
        Smoothed = "smoothed",
    }
}

named! {
    /// An estimator of an entropy from counts.
    EntropyEstimator {
        /// From the shares as they are.
        Shannon = "shannon",
        /// With Grassberger's correction for small counts (2003).
        Grassberger = "grassberger",
    }
}

named! {
    /// The base of logarithms.
    LogBase {
        /// e.
        Natural = "natural",
        /// 2.
        Binary = "binary",
    }
}

named! {
    /// The gains that beta-likeness bounds.
    Likeness {
        /// By beta.
        Basic = "basic",
        /// By beta, and by minus the natural logarithm of the share of the input.
        Enhanced = "enhanced",
    }
}

named! {
    /// An estimator of the share of units that are unique in a population.
    UniquenessEstimator {
        /// Zayatz (1991).
        Zayatz = "zayatz",
        /// Pitman's sampling formula (Hoshino 2001).
        Pitman = "pitman",
        /// The slide negative binomial model (Chen and Keller-McNulty 1998).
        Snb = "snb",
        /// One of the others, chosen by the rule of Dankar and others (2012).
        Dankar = "dankar",
    }
}

named! {
    /// The distribution of the size of a class in the population.
    MapEstimator {
        /// Poisson.
        Poisson = "poisson",
        /// Poisson, without 0.
        ZeroTruncatedPoisson = "zero-truncated-poisson",
    }
}

/// The share of a population that a table is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sampling {
    /// The share of the population, a decimal.
    Fraction(String),
    /// The units of the population.
    PopulationSize(u64),
}

/// The source of the units of a population.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MapPopulation {
    /// They were counted.
    Counted(Option<ClassCounts>),
    /// They are estimated from the size of a class.
    Estimated {
        /// The distribution.
        estimator: MapEstimator,
        /// The share of the population that the input is.
        sampling: Sampling,
        /// The units of the whole input, needed where the size of the population is given.
        sample: Option<u64>,
        /// The greatest probability of a smaller class in the population, a decimal.
        significance: String,
    },
}

named! {
    /// The meaning of a suppressed cell to somebody who compares rows.
    CellReading {
        /// A value of its own.
        Cautious = "cautious",
        /// Any value.
        Wildcard = "wildcard",
    }
}

impl CellReading {
    pub(crate) fn other(self) -> Self {
        match self {
            CellReading::Cautious => CellReading::Wildcard,
            CellReading::Wildcard => CellReading::Cautious,
        }
    }
}
