//! Usefulness of a release, as an audience may see it.
//!
//! All of it compares with the input, so it depends on who is left out. A public report has it only
//! where the section `usefulness` is published, in three digits at most and without the cells of
//! tables, which are counts of the input.

use crate::facts::usefulness::{
    CellLine, ClassifierLine, InformationLine, QueryLine, SpreadLine, TableLine, UsefulnessFacts,
};
use crate::masked::mask::Totals;
use crate::number::finite;
use crate::words::word;
use equipoise_recipe::{Decimal, QueryMode};
use serde::{Serialize, Serializer};

/// [`UsefulnessFacts`] as an audience may see them. A figure that is not told is `null`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct UsefulnessView {
    /// Whether what compares with the input is told.
    pub told: bool,
    /// Random COUNT queries.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub queries: Option<QueriesView>,
    /// The mean penalty of all cells.
    pub ncp: Option<f64>,
    /// Discernibility.
    pub discernibility: Option<u64>,
    /// Released rows by classes.
    pub average_class: Option<f64>,
    /// KL in bits; also `null` where it is infinite.
    pub kl_bits: Option<f64>,
    /// The mean number of combinations that a row could be.
    pub ambiguity: Option<f64>,
    /// Bits that are unknown of a row.
    pub ambiguity_bits: Option<f64>,
    /// By quasi-identifier.
    pub attributes: Vec<SpreadView>,
    /// By column whose numbers are put together within classes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub aggregated: Vec<SpreadView>,
    /// By sensitive column. Whoever has the release can measure it.
    pub information: Vec<InformationView>,
    /// The column that is predicted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// Classifiers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub classifiers: Vec<ClassifierView>,
    /// Tables.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tables: Vec<AnalysisView>,
    /// Notes on figures that could not be measured.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// Random COUNT queries.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct QueriesView {
    /// The number.
    pub number: u64,
    /// Quasi-identifiers in each.
    pub dimensions: u64,
    /// The sensitive column that each asks for too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sensitive: Option<String>,
    /// As in the recipe.
    #[serde(serialize_with = "word")]
    pub selectivity: Decimal,
    /// As in the recipe.
    #[serde(serialize_with = "word")]
    pub mode: QueryMode,
    /// Those that rows of the input answer.
    pub answered: Option<u64>,
    /// Mean relative error in percent.
    pub mean_percent: Option<f64>,
    /// The median in percent.
    pub median_percent: Option<f64>,
}

/// Uncertainty about a column.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SpreadView {
    /// The column.
    pub name: String,
    /// The mean share of the domain that a cell covers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ncp: Option<f64>,
    /// The squared error over the variance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub squared_error: Option<f64>,
}

/// Information of classes about a sensitive column.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct InformationView {
    /// The column.
    pub column: String,
    /// Bits that are unknown of its value.
    pub entropy_bits: f64,
    /// Bits of these that the class tells.
    pub utility_bits: f64,
}

/// Accuracies of a classifier.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClassifierView {
    /// Its name.
    pub learner: String,
    /// By always naming the most frequent value.
    pub baseline: Option<f64>,
    /// Trained and tested on the input.
    pub original: Option<f64>,
    /// Trained and tested on the release.
    pub released: Option<f64>,
    /// Trained on the release and tested on the input.
    pub transferred: Option<f64>,
}

/// A table that the recipe asks for.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AnalysisView {
    /// Its name.
    pub table: String,
    /// Mean absolute error over cells.
    pub mean_absolute: Option<f64>,
    /// Mean relative error over cells.
    pub mean_relative: Option<f64>,
    /// The errors of all cells over all that is in them.
    pub overall: Option<f64>,
    /// Cells that the release says nothing about; for the owner of the input.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub without_estimate: Option<u64>,
    /// All cells; for the owner of the input.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cells: Option<Vec<CellLine>>,
}

/// The rule for what may be told.
#[derive(Clone, Copy)]
struct Rule {
    told: bool,
    internal: bool,
}

impl Rule {
    /// A figure that compares with the input.
    fn show(self, value: f64) -> Option<f64> {
        finite(value)
            .filter(|_| self.told)
            .map(|value| self.digits(value))
    }

    fn maybe(self, value: Option<f64>) -> Option<f64> {
        value.and_then(|value| self.show(value))
    }

    fn digits(self, value: f64) -> f64 {
        if self.internal { value } else { coarse(value) }
    }
}

/// Three digits, and no more than three of them behind the point.
///
/// Rounding goes through a decimal text, so that the result is the number that people read.
fn coarse(value: f64) -> f64 {
    let whole = if value.abs() >= 1.0 {
        value.abs().log10().floor() as i32 + 1
    } else {
        0
    };
    if whole <= 3 {
        return format!("{value:.*}", (3 - whole) as usize)
            .parse()
            .unwrap_or(value);
    }
    let step = 10_f64.powi(whole - 3);
    (value / step).round() * step
}

/// All of it, for the owner of the input: the JSON of the command line.
impl Serialize for UsefulnessFacts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let everything = Rule {
            told: true,
            internal: true,
        };
        self.view(everything).serialize(serializer)
    }
}

impl UsefulnessFacts {
    pub(crate) fn seen(&self, totals: &Totals) -> UsefulnessView {
        self.view(Rule {
            told: totals.told,
            internal: totals.internal(),
        })
    }

    fn view(&self, rule: Rule) -> UsefulnessView {
        let spread = |line: &SpreadLine| SpreadView {
            name: line.name.clone(),
            ncp: rule.maybe(line.penalty),
            squared_error: rule.maybe(line.squared_error),
        };
        UsefulnessView {
            told: rule.told,
            queries: self.queries.as_ref().map(|of| queries(of, rule)),
            ncp: rule.show(self.penalty),
            discernibility: rule.show(self.discernibility as f64).map(|n| {
                if rule.internal {
                    self.discernibility
                } else {
                    n as u64
                }
            }),
            average_class: self.average_class.and_then(finite).map(|n| rule.digits(n)),
            kl_bits: rule.show(self.divergence_bits),
            ambiguity: rule.show(self.ambiguity),
            ambiguity_bits: rule.show(self.ambiguity_bits),
            attributes: self.attributes.iter().map(spread).collect(),
            aggregated: self.aggregated.iter().map(spread).collect(),
            information: self
                .information
                .iter()
                .map(|of| information(of, rule))
                .collect(),
            target: self.target.clone(),
            classifiers: self
                .classifiers
                .iter()
                .map(|of| classifier(of, rule))
                .collect(),
            tables: self.tables.iter().map(|of| table(of, rule)).collect(),
            notes: self.notes.clone(),
        }
    }
}

fn queries(of: &QueryLine, rule: Rule) -> QueriesView {
    QueriesView {
        number: of.number,
        dimensions: of.dimensions,
        sensitive: of.sensitive.clone(),
        selectivity: of.selectivity,
        mode: of.mode,
        answered: rule.internal.then_some(of.answered),
        mean_percent: rule.maybe(of.mean_percent),
        median_percent: rule.maybe(of.median_percent),
    }
}

fn information(of: &InformationLine, rule: Rule) -> InformationView {
    let digits = |bits: f64| finite(bits).map_or(0.0, |bits| rule.digits(bits));
    InformationView {
        column: of.column.clone(),
        entropy_bits: digits(of.entropy_bits),
        utility_bits: digits(of.utility_bits),
    }
}

fn classifier(of: &ClassifierLine, rule: Rule) -> ClassifierView {
    ClassifierView {
        learner: of.learner.clone(),
        baseline: rule.show(of.baseline),
        original: rule.show(of.original),
        released: rule.maybe(of.released),
        transferred: rule.maybe(of.transferred),
    }
}

fn table(of: &TableLine, rule: Rule) -> AnalysisView {
    AnalysisView {
        table: of.name.clone(),
        mean_absolute: rule.maybe(of.mean_absolute),
        mean_relative: rule.maybe(of.mean_relative),
        overall: rule.maybe(of.overall),
        without_estimate: rule.internal.then_some(of.without_estimate),
        cells: rule.internal.then(|| of.cells.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_public_gets_three_digits() {
        let rounded = [
            0.0, 0.0004, 0.12345, 1.23456, 12.3456, 123.456, 1234.5, 987_654.0, -0.5551,
        ]
        .map(coarse);
        assert_eq!(
            rounded,
            [
                0.0, 0.0, 0.123, 1.23, 12.3, 123.0, 1230.0, 988_000.0, -0.555
            ]
        );
    }

    #[test]
    fn cells_of_the_input_are_for_its_owner() {
        let cell = CellLine {
            values: vec!["a".into()],
            original: Some(3.0),
            released: Some(2.5),
        };
        let table = TableLine {
            name: "count by x".into(),
            mean_absolute: Some(0.51234),
            cells: vec![cell],
            ..TableLine::default()
        };
        let facts = UsefulnessFacts {
            tables: vec![table],
            penalty: 0.123_456,
            ..UsefulnessFacts::default()
        };
        let public = facts.view(Rule {
            told: true,
            internal: false,
        });
        assert_eq!(
            (
                public.tables[0].cells.as_ref(),
                public.tables[0].mean_absolute,
                public.ncp
            ),
            (None, Some(0.512), Some(0.123))
        );
        let masked = facts.view(Rule {
            told: false,
            internal: false,
        });
        assert_eq!(
            (
                masked.tables[0].mean_absolute,
                masked.ncp,
                masked.discernibility
            ),
            (None, None, None)
        );
        let internal = facts.view(Rule {
            told: true,
            internal: true,
        });
        assert_eq!(
            (
                internal.tables[0].cells.as_ref().map(Vec::len),
                internal.ncp
            ),
            (Some(1), Some(0.123_456))
        );
    }

    #[test]
    fn what_the_file_shows_is_always_told() {
        let information = InformationLine {
            column: "job".into(),
            entropy_bits: 2.0,
            utility_bits: 0.25,
        };
        let facts = UsefulnessFacts {
            information: vec![information],
            average_class: Some(7.5),
            ..UsefulnessFacts::default()
        };
        let masked = facts.view(Rule {
            told: false,
            internal: false,
        });
        assert_eq!(
            (masked.information[0].utility_bits, masked.average_class),
            (0.25, Some(7.5))
        );
    }
}
