//! What partitions cost: claims L6 to L8.
//!
//! The source measures time. Here the lines are about work, which is the same on every machine:
//! groups whose values a model looks at, and distances that it computes. Times of the run at hand
//! are told beside.

use super::measure::Measure;
use super::series::{NS, Series, TS, above, factors, list};
use super::setting::{Run, Setting};
use crate::claim::Claim;
use crate::value::{Expected, Value};
use equipoise_data::Result;

/// Runs of which the median time is told.
const PASSES: usize = 3;

/// `four` is distinct and probabilistic diversity, t-closeness and (n,t)-closeness.
pub(super) fn run(setting: &Setting, four: &[Run; 4], series: &Series) -> Result<Vec<Claim>> {
    let mut claims = slowest(setting, four)?;
    claims.push(by_k(setting, four)?);
    claims.push(by_columns(setting)?);
    claims.extend(by_n_and_t(series));
    Ok(claims)
}

/// L6.
fn slowest(setting: &Setting, four: &[Run; 4]) -> Result<Vec<Claim>> {
    let mut times = Vec::new();
    for (measure, first) in Measure::four().into_iter().zip(four) {
        let mut passes = (1..PASSES)
            .map(|_| Ok(setting.run(measure)?.cpu_ms))
            .collect::<Result<Vec<f64>>>()?;
        passes.push(first.cpu_ms);
        passes.sort_unstable_by(f64::total_cmp);
        times.push(passes[PASSES / 2]);
    }
    let slowest = (0..4)
        .max_by(|&a, &b| times[a].total_cmp(&times[b]))
        .map_or("", |at| NAMES[at]);
    let [.., close, large] = four
        .each_ref()
        .map(|run| (run.work.distances as f64, run.work.groups as f64));
    let told = list(&times, |ms| format!("{ms:.0}"));
    Ok(vec![
        Claim::new(
            "L6",
            format!(
                "{} in ms: {told}, so {slowest} is the slowest; (n,t) computes so many times as many distances as t",
                NAMES.join(", ")
            ),
            Expected::Above(1.0),
            Value::Float(large.0 / close.0),
        ),
        Claim::new(
            "L6",
            "distances per group that is looked at, t-closeness and (n,t)-closeness; diversity needs none",
            Expected::List(vec![Expected::Printed("1"), Expected::Above(1.0)]),
            Value::floats(&[close.0 / close.1, large.0 / large.1]),
        ),
    ])
}

const NAMES: [&str; 4] = [
    "distinct 5",
    "probabilistic 5",
    "k5 + t.15",
    "k5 + (1000,.15)",
];

/// L7: stricter parameters stop earlier.
fn by_k(setting: &Setting, four: &[Run; 4]) -> Result<Claim> {
    let groups = |k: u64| -> Result<Vec<f64>> {
        Measure::four_with(k)
            .into_iter()
            .map(|measure| Ok(setting.run(measure)?.work.groups as f64))
            .collect()
    };
    let (few, most) = (groups(3)?, groups(7)?);
    let steps = (0..4)
        .flat_map(|at| factors(&[most[at], four[at].work.groups as f64, few[at]]))
        .collect::<Vec<f64>>();
    Ok(Claim::new(
        "L7",
        "k = l from 3 to 5 to 7, the four in turn: so many times fewer groups are looked at (closeness stops before k matters)",
        above(8),
        Value::floats(&steps),
    ))
}

/// L7: two to six quasi-identifiers.
fn by_columns(setting: &Setting) -> Result<Claim> {
    let measure = Measure::four()[3];
    let runs = (2..=6)
        .map(|quasi| setting.run_with(quasi, measure))
        .collect::<Result<Vec<Run>>>()?;
    let distances: Vec<f64> = runs.iter().map(|run| run.work.distances as f64).collect();
    let times: Vec<f64> = runs.iter().map(|run| run.cpu_ms).collect();
    Ok(Claim::new(
        "L7",
        format!(
            "(n,t) with 2 to 6 quasi-identifiers, {} ms: with each further one it computes so many times as many distances",
            list(&times, |ms| format!("{ms:.0}"))
        ),
        above(4),
        Value::floats(&factors(&distances)),
    ))
}

/// L8: less work for larger n and for smaller t.
fn by_n_and_t(series: &Series) -> Vec<Claim> {
    let told = |runs: &[Run]| {
        let distances = list(runs, |run| run.work.distances.to_string());
        format!(
            "{distances} distances, {} ms",
            list(runs, |run| format!("{:.0}", run.cpu_ms))
        )
    };
    let distances = |runs: &[Run]| {
        runs.iter()
            .map(|run| run.work.distances as f64)
            .collect::<Vec<f64>>()
    };
    let by_n = distances(&series.by_n);
    vec![
        Claim::new(
            "L8",
            format!("(n,t) with n = {}: {}; the first over the last", list(&NS, u64::to_string), told(&series.by_n)),
            Expected::Above(1.0),
            Value::Float(by_n[0] / by_n[NS.len() - 1]),
        )
        .corrected("from end to end, not in every step: another n can lead to other cuts, and so to more groups to look at"),
        Claim::new(
            "L8",
            format!("(n,t) with t = {}: {}; so many times as many each", list(&TS, |t| format!("0.{t:02}")), told(&series.by_t)),
            above(TS.len() - 1),
            Value::floats(&factors(&distances(&series.by_t))),
        ),
    ]
}
