//! Discernibility and certainty penalty: claims L9 and L10; group counts: oracle O17; other
//! distances: erratum E18.

use super::measure::{By, K, Measure, N, hundredths, t};
use super::series::{NS, Series, TS, above, factors, list};
use super::setting::{Run, Setting};
use crate::claim::Claim;
use crate::value::{Expected, Value};
use equipoise_data::Result;

pub(super) fn run(setting: &Setting, four: &[Run; 4], series: &Series) -> Result<Vec<Claim>> {
    let mut claims = better(four);
    claims.extend(by_n_and_t(series));
    claims.extend(other_distances(setting)?);
    claims.push(groups(setting, four)?);
    Ok(claims)
}

/// The two losses: their names, and how they are read.
type Loss = (&'static str, fn(&Run) -> f64);
const LOSSES: [Loss; 2] = [
    ("discernibility", |run| run.spread.discernibility as f64),
    ("GCP", |run| run.spread.gcp),
];

/// L9.
fn better(four: &[Run; 4]) -> Vec<Claim> {
    let line = |(name, loss): Loss| {
        let [_, probabilistic, close, large] = four.each_ref().map(loss);
        let told = list(&[probabilistic, close, large], |loss| format!("{loss:.2e}"));
        let share = four[3].spread.gcp_share;
        let note = if name == "GCP" {
            format!(", the last {share:.3} per cell")
        } else {
            String::new()
        };
        Claim::new(
            "L9",
            format!(
                "{name} of probabilistic 5, k5 + t.15, k5 + (1000,.15) is {told}{note}: the first two over the last"
            ),
            above(2),
            Value::floats(&[probabilistic / large, close / large]),
        )
    };
    LOSSES.map(line).to_vec()
}

/// L10.
fn by_n_and_t(series: &Series) -> Vec<Claim> {
    let lines = |(name, loss): Loss| {
        let grows = |by: String, numbers: Vec<f64>| {
            Claim::new(
                "L10",
                format!("{name} with {by}: so many times as much each"),
                above(numbers.len() - 1),
                Value::floats(&factors(&numbers)),
            )
        };
        let falling = TS.iter().rev().collect::<Vec<_>>();
        [
            grows(
                format!("n = {}", list(&NS, u64::to_string)),
                series.by_n.iter().map(loss).collect(),
            ),
            grows(
                format!("t = {}", list(&falling, |t| format!("0.{t:02}"))),
                series.by_t.iter().rev().map(loss).collect(),
            ),
        ]
    };
    LOSSES.into_iter().flat_map(lines).collect()
}

/// E18: L9 by the other distances that t = 0.15 may mean.
fn other_distances(setting: &Setting) -> Result<Vec<Claim>> {
    let line = |(by, name): (By, &str)| {
        let close = setting.run(Measure::Close { k: K, t: t(), by })?;
        let large = setting.run(Measure::LargeClose {
            k: K,
            n: N,
            t: t(),
            by,
        })?;
        let [of_close, of_large] = [&close, &large].map(|run| run.spread.discernibility as f64);
        let classes = [&close, &large].map(|run| run.partition.recoding.classes());
        Ok(Claim::new(
            "E18",
            format!("L9 by {name}, {} and {} groups: discernibility of t over (n,t)", classes[0], classes[1]),
            Expected::Above(1.0),
            Value::Float(of_close / of_large),
        )
        .corrected("E18: the source does not say which distance it takes; lines without a name of one are by the tree of occupations"))
    };
    [
        (By::Equal, "equal distances"),
        (By::Smoothed, "Jensen-Shannon"),
    ]
    .into_iter()
    .map(line)
    .collect()
}

/// O17: how many groups there are, beside an earlier run of our own with other rules for ties.
fn groups(setting: &Setting, four: &[Run; 4]) -> Result<Claim> {
    let count = |measure| Ok(setting.run(measure)?.partition.recoding.classes());
    let mut ours: Vec<usize> = four
        .iter()
        .map(|run| run.partition.recoding.classes())
        .collect();
    for k in [10, 100, 1000, 5000] {
        ours.push(count(Measure::Anonymity(k))?);
    }
    for t in [hundredths(15), hundredths(40)] {
        ours.push(count(Measure::Close {
            k: 1,
            t,
            by: By::Smoothed,
        })?);
    }
    let earlier = [1_571, 46, 70, 335, 1_548, 204, 19, 4, 444, 3_574];
    let apart = ours
        .iter()
        .zip(earlier)
        .map(|(&ours, earlier)| ours as f64 / f64::from(earlier))
        .map(|ratio| ratio.max(1.0 / ratio));
    let worst = apart.fold(1.0, f64::max);
    Ok(Claim::new(
        "O17",
        format!(
            "groups of the four, of k = 10, 100, 1000, 5000, of Jensen-Shannon t = 0.15, 0.4: {}, where a run of our own had {}; apart by at most a factor of",
            list(&ours, usize::to_string),
            list(&earlier, i32::to_string)
        ),
        Expected::Below(2.0),
        Value::Float(worst),
    )
    .corrected("that run cut at the median and had other rules for ties, the product cuts where both sides are most alike in size"))
}
