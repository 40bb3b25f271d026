//! COUNT queries: claims L11 to L13, erratum E13.

use super::series::{above, factors, list};
use super::setting::{Run, Setting};
use crate::claim::Claim;
use crate::value::{Expected, Value};
use equipoise_data::Result;
use equipoise_measure::usefulness::Original;
use equipoise_measure::usefulness::queries::{Mode, QueryErrors, Workload};
use equipoise_release::Published;

/// Numbers of quasi-identifiers that queries ask for, beside the occupation.
const DIMENSIONS: [usize; 5] = [2, 3, 4, 5, 6];
/// Shares of the table, about.
const SELECTIVITIES: [f64; 6] = [0.01, 0.02, 0.05, 0.1, 0.2, 0.4];
/// Where the other is varied.
const DIMENSION: usize = 4;
const SELECTIVITY: f64 = 0.05;

/// The releases that the source compares.
const NAMES: [&str; 3] = ["probabilistic 5", "k5 + t.15", "k5 + (1000,.15)"];

/// A release with the table it is of.
struct Asked {
    original: Original,
    released: Published<'static>,
}

impl Asked {
    /// A thousand queries: those with the same parameters are the same for all releases.
    fn errors(&self, dimensions: usize, selectivity: f64, mode: Mode) -> Result<QueryErrors> {
        let workload = Workload {
            dimensions,
            selectivity,
            mode,
            sensitive: Some(0),
            seed: 1,
            ..Workload::default()
        };
        workload.run(&self.original, &self.released)
    }

    /// Mean relative errors in per cent. A setting without a query that has one is no number.
    fn means(&self, settings: &[(usize, f64)], mode: Mode) -> Result<Vec<f64>> {
        settings
            .iter()
            .map(|&(d, s)| Ok(self.errors(d, s, mode)?.mean_percent.unwrap_or(f64::NAN)))
            .collect()
    }
}

pub(super) fn run(setting: &Setting, four: &[Run; 4]) -> Result<Vec<Claim>> {
    let asked = |run: &Run| {
        let (original, released) = setting.usefulness(6, &run.partition)?;
        Ok(Asked { original, released })
    };
    let releases = four[1..]
        .iter()
        .map(asked)
        .collect::<Result<Vec<Asked>>>()?;
    let means = |settings: &[(usize, f64)]| {
        releases
            .iter()
            .map(|r| r.means(settings, Mode::Fixed))
            .collect::<Result<Vec<_>>>()
    };
    let by_dimension = means(&DIMENSIONS.map(|d| (d, SELECTIVITY)))?;
    let by_selectivity = means(&SELECTIVITIES.map(|s| (DIMENSION, s)))?;
    let mut claims = vec![falls_with_dimension(&releases, &by_dimension)?];
    claims.extend(in_mode_a(&releases[2])?);
    claims.extend(
        NAMES
            .iter()
            .zip(&by_selectivity)
            .map(|(name, means)| falls_with_selectivity(name, means)),
    );
    claims.push(most_accurate(&by_dimension, &by_selectivity));
    Ok(claims)
}

fn percents(means: &[f64]) -> String {
    list(means, |mean| format!("{mean:.0}"))
}

/// L11.
fn falls_with_dimension(releases: &[Asked], by_dimension: &[Vec<f64>]) -> Result<Claim> {
    let ratios: Vec<f64> = by_dimension
        .iter()
        .map(|means| means[0] / means[DIMENSIONS.len() - 1])
        .collect();
    let wide = releases[2].means(&DIMENSIONS.map(|d| (d, 0.2)), Mode::Fixed)?;
    let statement = format!(
        "per cent of error of {} with 2 to 6 columns, mode B, selectivity {SELECTIVITY}: {}; that with 2 over that with 6",
        NAMES.join(", "),
        by_dimension
            .iter()
            .map(|means| percents(means))
            .collect::<Vec<_>>()
            .join("; ")
    );
    let reason = format!(
        "E13: needs mode B, and holds from end to end only: columns with few values are rounded up to whole ones, which makes steps. At selectivity 0.2 it does not hold: {} for (n,t)",
        percents(&wide)
    );
    Ok(Claim::new("L11", statement, above(3), Value::floats(&ratios)).corrected(reason))
}

/// L11 as the source draws its queries, and E13.
fn in_mode_a(large: &Asked) -> Result<Vec<Claim>> {
    let answered = |&d: &usize| Ok(large.errors(d, SELECTIVITY, Mode::Uniform)?.answered);
    let answered: u64 = DIMENSIONS.iter().map(answered).sum::<Result<u64>>()?;
    let all = large.means(&DIMENSIONS.map(|d| (d, 1.0)), Mode::Uniform)?;
    Ok(vec![
        Claim::new(
            "E13",
            format!("mode A with selectivity {SELECTIVITY}: queries that accept an occupation at all, of 5,000"),
            Expected::Whole(0),
            Value::Whole(answered),
        )
        .corrected("up to 0.05 of 14 values is less than one"),
        Claim::impossible(
            "L11",
            format!("the same in mode A for (n,t), with selectivity 1, where most queries have an answer: {}", percents(&all)),
            (Expected::Above(1.0), Expected::Below(1.0)),
            Value::Float(all[0] / all[DIMENSIONS.len() - 1]),
            "E13: in mode A each further column makes the region smaller, so fewer rows answer and errors grow",
        ),
    ])
}

/// L12.
fn falls_with_selectivity(name: &str, means: &[f64]) -> Claim {
    let falling: Vec<f64> = means.iter().rev().copied().collect();
    let mut steps = factors(&falling);
    steps.reverse();
    let statement = format!(
        "{name}, {DIMENSION} columns, mode B, selectivity {}: {} per cent of error; so many times less each",
        list(&SELECTIVITIES, f64::to_string),
        percents(means)
    );
    Claim::new(
        "L12",
        statement,
        above(SELECTIVITIES.len() - 1),
        Value::floats(&steps),
    )
}

/// L13: over all settings of both series.
fn most_accurate(by_dimension: &[Vec<f64>], by_selectivity: &[Vec<f64>]) -> Claim {
    let least = |other: usize| {
        let ratios = |series: &[Vec<f64>]| {
            series[other]
                .iter()
                .zip(&series[2])
                .map(|(other, large)| other / large)
                .collect::<Vec<_>>()
        };
        [ratios(by_dimension), ratios(by_selectivity)]
            .concat()
            .into_iter()
            .fold(f64::INFINITY, f64::min)
    };
    let statement = "error of probabilistic 5 and of k5 + t.15 over that of k5 + (1000,.15), the least of all these settings";
    Claim::new(
        "L13",
        statement,
        above(2),
        Value::floats(&[least(0), least(1)]),
    )
}
