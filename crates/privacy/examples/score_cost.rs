//! What judging one class costs, per model: nanoseconds per class and per value, for classes with
//! 14 and 64 values.
//!
//! Run with `cargo run --release -p equipoise-privacy --example score_cost`. One thread; each
//! figure is the best of several rounds over a thousand classes, so that other work on the machine
//! disturbs little.

#![allow(clippy::print_stdout)]

use equipoise_data::{Hierarchy, Result, Table, Tree};
use equipoise_privacy::{
    AlphaKAnonymity, BetaLikeness, Class, ClassModel, DeltaDisclosure, Distance, DistinctDiversity,
    EntropyDiversity, EntropyEstimator, Likeness, Log, ProbabilisticDiversity, RecursiveDiversity,
    Score, SemanticPrivacy, Smoothed, SmoothedCloseness, TCloseness,
};
use equipoise_testkit::Seeded;
use std::hint::black_box;
use std::time::Instant;

const CLASSES: usize = 1000;
const ROUNDS: usize = 60;

type Values = Vec<(u32, u64)>;

fn classes(r: &mut Seeded, values: usize) -> Vec<Values> {
    let class = |r: &mut Seeded| {
        let mut class: Values = (0..values as u32)
            .map(|v| (v, 1 + r.below(60) as u64))
            .collect();
        r.shuffle(&mut class);
        class
    };
    (0..CLASSES).map(|_| class(r)).collect()
}

/// A hierarchy of height 3 with about four values, then four labels, under a label.
fn hierarchy(values: usize) -> Hierarchy {
    let line = |v: usize| {
        vec![
            format!("{v:03}"),
            format!("a{}", v / 4),
            format!("b{}", v / 16),
            "*".to_owned(),
        ]
    };
    let rows: Vec<[String; 1]> = (0..values).map(|v| [format!("{v:03}")]).collect();
    let table = Table::from_rows(&["s"], &rows);
    let tree = Tree::new((0..values).map(line).collect()).expect("the lines form a tree");
    Hierarchy::bind(&tree, &table.columns[0], &[]).expect("all values have a line")
}

/// Models with parameters that about half of the classes meet.
fn models(values: usize, reference: &[u64]) -> Result<Vec<(&'static str, Box<dyn ClassModel>)>> {
    let m = values as u128;
    let missing = Some(values as u32 - 1);
    let ranks: Vec<Option<u32>> = (0..values as u32).map(Some).collect();
    let with_missing: Vec<Option<u32>> = (0..values as u32)
        .map(|v| (Some(v) != missing).then_some(v))
        .collect();
    let apart = |i: usize, j: usize| i.abs_diff(j) as f64 / (values - 1) as f64;
    let ground: Vec<Vec<f64>> = (0..values)
        .map(|i| (0..values).map(|j| apart(i, j)).collect())
        .collect();
    let t = Score::new(15, 100);
    let close = |t, distance| TCloseness::new(0, t, reference, distance);
    let l = Score::new(m * 8, 10);
    Ok(vec![
        (
            "distinct",
            Box::new(DistinctDiversity::new(0, m as u64, missing)?),
        ),
        (
            "probabilistic",
            Box::new(ProbabilisticDiversity::new(0, Score::new(m, 2), missing)?),
        ),
        (
            "entropy",
            Box::new(EntropyDiversity::new(
                0,
                l,
                EntropyEstimator::Shannon,
                missing,
            )?),
        ),
        (
            "entropy, grassberger",
            Box::new(EntropyDiversity::new(
                0,
                l,
                EntropyEstimator::Grassberger,
                missing,
            )?),
        ),
        (
            "recursive, l = 2",
            Box::new(RecursiveDiversity::new(0, 2, Score::new(3, m), missing)?),
        ),
        (
            "recursive, l = 5",
            Box::new(RecursiveDiversity::new(0, 5, Score::new(3, m), missing)?),
        ),
        (
            "alpha-k",
            Box::new(AlphaKAnonymity::new(0, Score::new(2, m), 5, missing, None)?),
        ),
        ("equal", Box::new(close(t, Distance::Equal)?)),
        (
            "ordered",
            Box::new(close(Score::new(5, 100), Distance::ordered(&ranks))?),
        ),
        (
            "ordered with missing",
            Box::new(close(Score::new(5, 100), Distance::ordered(&with_missing))?),
        ),
        (
            "hierarchical",
            Box::new(close(
                Score::new(1, 10),
                Distance::hierarchical(&hierarchy(values)),
            )?),
        ),
        (
            "smoothed",
            Box::new(SmoothedCloseness::new(
                0,
                Score::new(1, 100),
                reference,
                &Smoothed::new(&ground, None, 0.3)?,
            )?),
        ),
        (
            "semantic",
            Box::new(SemanticPrivacy::new(
                0,
                Score::whole(2),
                Log::Natural,
                reference,
            )?),
        ),
        (
            "delta-disclosure",
            Box::new(DeltaDisclosure::new(
                0,
                Score::whole(2),
                Log::Natural,
                reference,
            )?),
        ),
        (
            "beta, basic",
            Box::new(BetaLikeness::new(
                0,
                Score::new(3, 2),
                Likeness::Basic,
                reference,
            )?),
        ),
        (
            "beta, enhanced",
            Box::new(BetaLikeness::new(
                0,
                Score::new(3, 2),
                Likeness::Enhanced,
                reference,
            )?),
        ),
    ])
}

/// The best round, in nanoseconds per class.
fn time(classes: &[Values], work: impl Fn(&Class<'_>) -> bool) -> (f64, usize) {
    let sized: Vec<(u64, &Values)> = classes
        .iter()
        .map(|c| (c.iter().map(|v| v.1).sum(), c))
        .collect();
    let mut best = f64::INFINITY;
    let mut met = 0;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        met = sized
            .iter()
            .filter(|(size, values)| work(black_box(&Class::new(*size, values))))
            .count();
        best = best.min(start.elapsed().as_nanos() as f64 / classes.len() as f64);
    }
    (best, met)
}

fn main() -> Result<()> {
    println!(
        "{:24}{:>8}{:>12}{:>12}{:>12}{:>12}{:>8}",
        "model", "values", "meets, ns", "per value", "score, ns", "per value", "met"
    );
    for values in [14, 64] {
        let mut r = Seeded::new(values as u64);
        let classes = classes(&mut r, values);
        let reference: Vec<u64> = (0..values as u32)
            .map(|v| {
                classes
                    .iter()
                    .flatten()
                    .filter(|c| c.0 == v)
                    .map(|c| c.1)
                    .sum()
            })
            .collect();
        for (name, model) in models(values, &reference)? {
            let (meets, met) = time(&classes, |class| model.meets(class));
            let (score, _) = time(&classes, |class| {
                black_box(model.score(class)) > Score::whole(1)
            });
            let per_value = |ns: f64| (ns - 15.0) / values as f64;
            let (a, b) = (per_value(meets), per_value(score));
            println!("{name:24}{values:>8}{meets:>12.1}{a:>12.2}{score:>12.1}{b:>12.2}{met:>8}");
        }
    }
    println!("\"per value\" is what is left after 15 ns per class.");
    Ok(())
}
