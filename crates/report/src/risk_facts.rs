//! Risks of one table, as the caller fills them in.
//!
//! What follows from class sizes alone (the prosecutor, the marketer, rows that look like no other)
//! is computed here, from [`crate::ClassSizes`]. These types hold the rest.

use equipoise_recipe::UniquenessEstimator;
use serde::Serialize;

/// Risks of one table beyond what its class sizes tell.
#[derive(Clone, Debug, PartialEq)]
pub struct RiskFacts {
    /// Units with a risk above this are counted, beside those above 1/5, 1/10 and 1/20. Default
    /// 0.2.
    pub threshold: f64,
    /// The journalist, where the population is known.
    pub journalist: Option<JournalistRisk>,
    /// Estimates of how many are unique in the population, where a sampling fraction was given.
    pub estimates: Vec<UniquenessEstimate>,
    /// What classes give away about each sensitive column.
    pub audits: Vec<Audit>,
}

impl Default for RiskFacts {
    fn default() -> Self {
        RiskFacts {
            threshold: 0.2,
            journalist: None,
            estimates: Vec::new(),
            audits: Vec::new(),
        }
    }
}

/// The risk against somebody who has a register of the population and does not know who of it is in
/// the table: 1 over the units of the population in the class.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct JournalistRisk {
    /// The greatest of these risks.
    pub highest: f64,
    /// Their average over units; also the share of right links that a marketer with this register
    /// expects.
    pub average: f64,
    /// Units with a risk above [`RiskFacts::threshold`].
    pub units_above: u64,
    /// Units that are alone in the population.
    pub population_uniques: u64,
}

/// An estimate of the share of the population that is unique in it.
#[derive(Clone, Debug, PartialEq)]
pub struct UniquenessEstimate {
    /// The estimator.
    pub estimator: UniquenessEstimator,
    /// The estimated share.
    pub share: f64,
    /// Why another estimate stands in its place, in a few words, where the estimator had no answer.
    pub fell_back: Option<String>,
}

/// What the classes of a table give away about one sensitive column, although nobody in them can be
/// told apart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Audit {
    /// The sensitive column.
    pub column: String,
    /// Classes with one known value.
    pub homogeneity: ExposedClasses,
    /// Classes in which a value is far more frequent than in the whole table.
    pub skewness: SkewnessAudit,
    /// Classes whose values all lie under one label, where the column has a hierarchy.
    pub similarity: Option<SimilarityAudit>,
}

/// Classes that an attack succeeds on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExposedClasses {
    /// Their number.
    pub classes: u64,
    /// The units in them.
    pub units: u64,
}

/// The distribution that the values of a class are compared with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Reference {
    /// The distribution in the table as it was read.
    #[default]
    Input,
    /// The distribution in the released rows. Public reports use it: the difference between the two
    /// tells about those who are left out.
    Release,
}

/// Classes in which a value is far more frequent than in the whole table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SkewnessAudit {
    /// The whole table that classes are compared with.
    pub reference: Reference,
    /// The classes.
    pub exposed: ExposedClasses,
    /// A value counts from so many times its share in the whole table on. Default 5.
    pub factor: f64,
    /// And from this share of the class on. Default 0.5.
    pub least_share: f64,
    /// The greatest factor that was found in these classes; infinite where the table does not have
    /// the value.
    pub worst: Option<f64>,
}

impl Default for SkewnessAudit {
    fn default() -> Self {
        SkewnessAudit {
            reference: Reference::default(),
            exposed: ExposedClasses::default(),
            factor: 5.0,
            least_share: 0.5,
            worst: None,
        }
    }
}

/// Classes whose values all lie under one label.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SimilarityAudit {
    /// The level of the sensitive column's hierarchy that the label is of.
    pub level: u8,
    /// The classes.
    pub exposed: ExposedClasses,
}
