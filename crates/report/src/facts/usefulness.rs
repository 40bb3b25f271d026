//! Usefulness of a release, measured against its input.

use equipoise_recipe::{Decimal, QueryMode};
use serde::Serialize;

/// Usefulness of a release, measured against its input.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UsefulnessFacts {
    /// Random COUNT queries, where some were asked.
    pub queries: Option<QueryLine>,
    /// Per quasi-identifier its mean penalty (NCP), and for one of numbers the squared error over
    /// the variance.
    pub attributes: Vec<SpreadLine>,
    /// The mean penalty of all cells: the global certainty penalty, from 0 to 1.
    pub penalty: f64,
    /// The sum of squared class sizes, and the number of rows for each that is left out.
    pub discernibility: u64,
    /// Released rows by classes.
    pub average_class: Option<f64>,
    /// Divergence of the input's distribution from the one that the release suggests (KL), in
    /// bits; infinite if the release says that rows of the input cannot be.
    pub divergence_bits: f64,
    /// The mean number of combinations that a row could be.
    pub ambiguity: f64,
    /// The mean of its logarithm: bits that are unknown of a row.
    pub ambiguity_bits: f64,
    /// Information of classes about each sensitive column.
    pub information: Vec<InformationLine>,
    /// Columns of which each class shows one number, with the squared error over the variance.
    pub aggregated: Vec<SpreadLine>,
    /// The column that classifiers predict, and how well they do.
    pub target: Option<String>,
    /// One line for each classifier.
    pub classifiers: Vec<ClassifierLine>,
    /// The tables that the recipe asks for.
    pub tables: Vec<TableLine>,
    /// Notes on figures that could not be measured.
    pub notes: Vec<String>,
}

/// Random COUNT queries and their errors.
#[derive(Clone, Debug, PartialEq)]
pub struct QueryLine {
    /// The number of queries.
    pub number: u64,
    /// Quasi-identifiers in each.
    pub dimensions: u64,
    /// The sensitive column that each asks for too.
    pub sensitive: Option<String>,
    /// The share of values that a query accepts.
    pub selectivity: Decimal,
    /// The base of that share.
    pub mode: QueryMode,
    /// Those that some rows of the input answer.
    pub answered: u64,
    /// Mean relative error in percent.
    pub mean_percent: Option<f64>,
    /// The median of relative errors in percent.
    pub median_percent: Option<f64>,
}

/// Uncertainty about the cells of one column.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SpreadLine {
    /// The column.
    pub name: String,
    /// The mean share of the domain that a cell covers.
    pub penalty: Option<f64>,
    /// For numbers, the mean squared distance from the middle of the cell over the variance.
    pub squared_error: Option<f64>,
}

/// Information of classes about a sensitive column.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct InformationLine {
    /// The column.
    pub column: String,
    /// Bits that are unknown of its value before anything is known.
    pub entropy_bits: f64,
    /// Bits of these that the class of a row tells.
    pub utility_bits: f64,
}

/// Accuracies of a classifier, as shares of rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClassifierLine {
    /// Its name: `decision tree`, `naive Bayes`.
    pub learner: String,
    /// By always naming the most frequent value.
    pub baseline: f64,
    /// Trained and tested on the input.
    pub original: f64,
    /// Trained and tested on the release.
    pub released: Option<f64>,
    /// Trained on the release and tested on the input.
    pub transferred: Option<f64>,
}

/// A table from the input and from the release.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TableLine {
    /// Its name, such as `count by age, job`.
    pub name: String,
    /// Mean absolute error over cells.
    pub mean_absolute: Option<f64>,
    /// Mean relative error over cells.
    pub mean_relative: Option<f64>,
    /// The errors of all cells over all that is in them.
    pub overall: Option<f64>,
    /// Cells that the release says nothing about.
    pub without_estimate: u64,
    /// All cells.
    pub cells: Vec<CellLine>,
}

/// A cell of a table.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct CellLine {
    /// The value of each column that the table is by.
    pub values: Vec<String>,
    /// From the input.
    pub original: Option<f64>,
    /// From the release.
    pub released: Option<f64>,
}
