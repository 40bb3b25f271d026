//! Exposure of the people of a table: figures of the report, `check` and `inspect` in addition to
//! the models.

use crate::prepare::sensitive::SensitiveColumn;
use equipoise_data::Result;
use equipoise_measure::risk::audit::{self, Exposed};
use equipoise_measure::risk::population::{Sample, Sampling, UniquesEstimator};
use equipoise_measure::risk::special_uniques::{
    SpecialUniqueOptions as SudaOptions, SpecialUniques,
};
use equipoise_measure::risk::subsets::{Subset, Subsets};
use equipoise_measure::risk::{Fraction, Tuples, re_identification::Journalist};
use equipoise_recipe::UniquenessEstimator;
use equipoise_release::ClassFacts;
use equipoise_report as report;

/// Units with a risk above this are counted where nothing else is asked: the usual limit of data
/// that is shared with few.
pub(crate) const THRESHOLD: (u128, u128) = (1, 5);

/// Questions about risk that class sizes alone do not answer.
pub(crate) struct RiskQuestion<'a> {
    /// The sensitive columns, in the order in which their values are counted in the classes.
    pub(crate) sensitive: &'a [SensitiveColumn],
    /// Estimates of population uniques.
    pub(crate) estimates: Vec<(UniquesEstimator, Sampling)>,
    /// Risks above this are counted.
    pub(crate) threshold: Fraction,
}

impl RiskQuestion<'_> {
    /// The risks of a table with these classes. Sensitive columns are audited if the classes have
    /// their values.
    pub(crate) fn answer(&self, classes: &[ClassFacts]) -> report::RiskFacts {
        let mut sizes: Vec<u64> = classes.iter().map(|c| c.size).collect();
        sizes.sort_unstable();
        let sizes: Vec<(u64, u64)> = sizes
            .chunk_by(|a, b| a == b)
            .map(|run| (run[0], run.len() as u64))
            .collect();
        let estimate = |&(estimator, sampling): &(UniquesEstimator, Sampling)| {
            let found = Sample::new(&sizes, sampling).ok()?.estimate(estimator);
            let fell_back = found.fell_back.map(|why| why.to_string());
            Some(report::UniquenessEstimate {
                estimator: estimator_in_recipes(estimator),
                share: found.share,
                fell_back,
            })
        };
        let counted = classes.first().map_or(0, |c| c.values.len());
        report::RiskFacts {
            threshold: self.threshold.to_f64(),
            journalist: self.journalist(classes),
            estimates: self.estimates.iter().filter_map(estimate).collect(),
            audits: self
                .sensitive
                .iter()
                .take(counted)
                .enumerate()
                .map(|(i, column)| audit(column, i, classes))
                .collect(),
        }
    }

    pub(crate) fn journalist(&self, classes: &[ClassFacts]) -> Option<report::JournalistRisk> {
        let pairs: Vec<(u64, u64, u64)> = classes
            .iter()
            .filter(|c| c.population > 0)
            .map(|c| (c.size, c.population, 1))
            .collect();
        let journalist = Journalist::new(&pairs)?;
        Some(report::JournalistRisk {
            highest: journalist.highest().to_f64(),
            average: journalist.marketer().risk_f64(),
            units_above: journalist.units_above(self.threshold),
            population_uniques: journalist.population_uniques(),
        })
    }
}

fn audit(column: &SensitiveColumn, at: usize, classes: &[ClassFacts]) -> report::Audit {
    let of_column = || classes.iter().map(|c| (c.size, c.values[at].as_slice()));
    let reference: Vec<(u32, u64)> = (0..).zip(column.reference.iter().copied()).collect();
    let skewed = audit::Skewness::default().audit(of_column(), &reference, column.missing);
    let exposed = |e: Exposed| report::ExposedClasses {
        classes: e.classes,
        units: e.units,
    };
    // The lowest labels above the values, unless that is the top already, under which everything is
    // alike.
    let labels = column
        .hierarchy
        .as_ref()
        .filter(|h| h.height() > 1)
        .map(|h| &h.levels[1].of_leaf);
    report::Audit {
        column: column.name.clone(),
        homogeneity: exposed(audit::homogeneity(of_column(), column.missing)),
        skewness: report::SkewnessAudit {
            exposed: exposed(skewed.exposed),
            worst: skewed
                .worst
                .map(|worst| worst.times.map_or(f64::INFINITY, |times| times.to_f64())),
            ..report::SkewnessAudit::default()
        },
        similarity: labels.map(|labels| report::SimilarityAudit {
            level: 1,
            exposed: exposed(audit::similarity(of_column(), labels, column.missing)),
        }),
    }
}

/// The estimator as recipes name it.
fn estimator_in_recipes(estimator: UniquesEstimator) -> UniquenessEstimator {
    match estimator {
        UniquesEstimator::Zayatz => UniquenessEstimator::Zayatz,
        UniquesEstimator::Pitman => UniquenessEstimator::Pitman,
        UniquesEstimator::Snb => UniquenessEstimator::Snb,
        UniquesEstimator::Dankar => UniquenessEstimator::Dankar,
    }
}

/// Records with the highest scores that are listed.
const HIGHEST: usize = 10;

/// Distinction and separation of sets of columns, and special uniques of at most `largest` columns.
pub(crate) fn sets(
    codes: &[Vec<u32>],
    names: &[String],
    largest: Option<usize>,
    fraction: Option<f64>,
) -> Result<report::Sets> {
    if codes.is_empty() || codes[0].is_empty() {
        return Ok(report::Sets::default());
    }
    let tuples = Tuples::new(&codes.iter().map(Vec::as_slice).collect::<Vec<_>>(), None)?;
    let found = Subsets::new(&tuples, Subsets::BUDGET)?;
    let set = |s: &Subset| report::ColumnSet {
        columns: s.columns().map(|c| names[c].clone()).collect(),
        distinction: s.distinction().to_f64(),
        separation: s.separation().map(Fraction::to_f64),
        unique_share: s.unique_share().to_f64(),
    };
    let subsets = report::ColumnSets {
        looked_at: found.list().len() as u64,
        largest: found.largest() as u64,
        complete: found.is_complete(),
        sets: found.list().iter().map(set).collect(),
    };
    let usual = SudaOptions::default();
    let options = SudaOptions {
        largest: largest.unwrap_or(usual.largest),
        intensity: fraction.unwrap_or(usual.intensity),
        ..usual
    };
    let special_uniques = Some(special(&SpecialUniques::new(&tuples, options)?, names));
    Ok(report::Sets {
        subsets: Some(subsets),
        special_uniques,
    })
}

fn special(found: &SpecialUniques, names: &[String]) -> report::SpecialUniqueFacts {
    let mut highest: Vec<(f64, usize)> = found.rows().map(|row| (found.score(row), row)).collect();
    highest.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let record = |&(score, row): &(f64, usize)| report::SpecialRecord {
        row: row as u64 + 1,
        score,
        dis_score: Some(found.dis_score(row)),
    };
    report::SpecialUniqueFacts {
        rows: highest.len() as u64,
        largest: found.largest() as u64,
        by_size: found.by_size(),
        contributions: names.iter().cloned().zip(found.contributions()).collect(),
        highest: highest.iter().take(HIGHEST).map(record).collect(),
    }
}
