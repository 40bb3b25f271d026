//! What it takes to annotate all nodes: claims B2 and B4.

use super::adult::{Adult, Built, Histograms};
use crate::claim::Claim;
use crate::value::{Expected, Value};
use equipoise_data::Result;
use equipoise_explore::Atlas;
use std::path::Path;

/// Milliseconds that preprocessing takes in the source at most.
const SOURCE_MS: f64 = 20.0 * 60.0 * 1e3;

/// Short builds are measured so often, and the least counts.
const PASSES: usize = 7;

/// What takes longer takes so many times as long. Of a debug build, which is what tests run, half
/// of it is enough: times of few milliseconds on a busy machine must not fail them.
const LONGER: f64 = if cfg!(debug_assertions) { 0.5 } else { 1.0 };

/// The lines, and the atlas of nine quasi-identifiers.
pub(super) fn run(adult: &Adult, data: &Path) -> Result<(Vec<Claim>, Atlas)> {
    let (columns, atlas) = by_columns(adult)?;
    Ok((
        [columns, by_rows(adult, data)?, diversity(adult)?].concat(),
        atlas,
    ))
}

/// How much more each is than the one before.
fn factors(numbers: &[f64]) -> Vec<f64> {
    numbers.windows(2).map(|pair| pair[1] / pair[0]).collect()
}

fn above(limit: f64, number: usize) -> Expected {
    Expected::List(vec![Expected::Above(limit); number])
}

fn classes(built: &[Built]) -> Vec<f64> {
    built.iter().map(|b| b.classes as f64).collect()
}

/// The least CPU time of several builds.
fn best_of(passes: usize, build: impl Fn() -> Result<Built>) -> Result<Built> {
    let mut best = build()?;
    for _ in 1..passes {
        best.cpu_ms = best.cpu_ms.min(build()?.cpu_ms);
    }
    Ok(best)
}

/// B2: three to nine quasi-identifiers.
fn by_columns(adult: &Adult) -> Result<(Vec<Claim>, Atlas)> {
    let mut built = (3..=9)
        .map(|quasi| adult.build(quasi, Histograms::Sizes))
        .collect::<Result<Vec<_>>>()?;
    let nodes: Vec<Value> = built
        .iter()
        .map(|b| Value::Whole(b.atlas.chart().lattice().nodes()))
        .collect();
    let times: Vec<f64> = built.iter().map(|b| b.cpu_ms).collect();
    let expected = [60, 180, 360, 720, 2_160, 4_320, 12_960]
        .map(Expected::Whole)
        .to_vec();
    let claims = vec![
        Claim::new(
            "B2",
            "nodes of Adult with 3 to 9 quasi-identifiers",
            Expected::List(expected),
            Value::List(nodes),
        ),
        Claim::new(
            "B2",
            "with each further quasi-identifier there are so many times as many classes in all nodes",
            above(1.0, 6),
            Value::floats(&factors(&classes(&built))),
        ),
        Claim::new(
            "B2",
            "CPU time to annotate all these nodes in ms (the source needs up to 20 minutes)",
            Expected::List(vec![Expected::Below(SOURCE_MS); 7]),
            Value::floats(&times),
        ),
        Claim::new(
            "B2",
            "nine take so many times as long as three",
            Expected::Above(LONGER),
            Value::Float(times[6] / times[0]),
        ),
    ];
    Ok((claims, built.swap_remove(6).atlas))
}

/// B2: a quarter, a half and all of the rows.
fn by_rows(adult: &Adult, data: &Path) -> Result<Vec<Claim>> {
    let (quarter, half) = (Adult::load(data, 4)?, Adult::load(data, 2)?);
    let build = |adult: &&Adult| best_of(PASSES, || adult.build(6, Histograms::Sizes));
    let built = [&quarter, &half, adult]
        .iter()
        .map(build)
        .collect::<Result<Vec<_>>>()?;
    let times: Vec<f64> = built.iter().map(|b| b.cpu_ms).collect();
    Ok(vec![
        Claim::new(
            "B2",
            "6 quasi-identifiers, from a quarter to a half to all rows: so many times as many classes in all nodes",
            above(1.0, 2),
            Value::floats(&factors(&classes(&built))),
        ),
        Claim::new(
            "B2",
            "CPU time to annotate them in ms",
            Expected::List(vec![Expected::Below(SOURCE_MS); 3]),
            Value::floats(&times),
        ),
        Claim::new(
            "B2",
            "all rows take so many times as long as a quarter",
            Expected::Above(LONGER),
            Value::Float(times[2] / times[0]),
        ),
    ])
}

/// B4: histograms of distinct values beside those of sizes.
fn diversity(adult: &Adult) -> Result<Vec<Claim>> {
    let (mut sizes, mut distinct) = (Vec::new(), Vec::new());
    for quasi in 3..=6 {
        let (mut of_sizes, mut of_distinct) = (f64::INFINITY, f64::INFINITY);
        // In turn, so that a slow moment of the machine hits both.
        for _ in 0..PASSES {
            of_sizes = adult.build(quasi, Histograms::Sizes)?.cpu_ms.min(of_sizes);
            of_distinct = adult
                .build(quasi, Histograms::Distinct)?
                .cpu_ms
                .min(of_distinct);
        }
        sizes.push(of_sizes);
        distinct.push(of_distinct);
    }
    let ratios: Vec<f64> = distinct
        .iter()
        .zip(&sizes)
        .map(|(distinct, sizes)| distinct / sizes)
        .collect();
    let growth = |times: &[f64]| times[3] / times[0];
    let (of_sizes, of_distinct) = (growth(&sizes), growth(&distinct));
    let apart = (of_distinct / of_sizes).max(of_sizes / of_distinct);
    Ok(vec![
        Claim::new(
            "B4",
            "3 to 6 quasi-identifiers: histograms of distinct values take so many times as long as those of sizes",
            above(LONGER, 4),
            Value::floats(&ratios),
        ),
        Claim::new(
            "B4",
            format!(
                "from 3 to 6 the one grows by {of_distinct:.1}, the other by {of_sizes:.1}: these are apart by a factor of"
            ),
            Expected::Below(3.0),
            Value::Float(apart),
        ),
    ])
}
