//! How long the measures of usefulness take on a table, and what they say of a partition of it.
//!
//! Give it a table on standard input, with a header, one record per line, fields divided by
//! semicolons and not quoted. The last column is the sensitive one and the target, all others are
//! quasi-identifiers in the order of their texts. Rows are halved by medians into classes of at
//! least `k` rows, the first argument, 5 by default. With a second argument, 10,000 queries on so
//! many columns are answered and nothing else, so that CPU time can be measured from outside; 0
//! answers none:
//!
//! ```text
//! cargo run --release -p equipoise-measure --example usefulness -- 5 < adult.csv
//! ```

use equipoise_data::Region;
use equipoise_measure::usefulness::ambiguity::ambiguity;
use equipoise_measure::usefulness::classify::{Classification, Learner};
use equipoise_measure::usefulness::divergence::divergence;
use equipoise_measure::usefulness::information::information;
use equipoise_measure::usefulness::queries::{Mode, Workload};
use equipoise_measure::usefulness::spread::spread;
use equipoise_measure::usefulness::squared_error::squared_error;
use equipoise_measure::usefulness::tables::CrossTable;
use equipoise_measure::usefulness::{CodedColumn, ColumnPlace, Original};
use equipoise_release::Recoding;
use std::time::Instant;

#[allow(clippy::print_stdout)]
fn main() {
    let k: usize = std::env::args()
        .nth(1)
        .map_or(5, |k| k.parse().expect("a number of rows"));
    let text = std::io::read_to_string(std::io::stdin()).expect("a table on standard input");
    let rows: Vec<Vec<&str>> = text
        .lines()
        .skip(1)
        .map(|line| line.split(';').collect())
        .collect();
    let mut quasi: Vec<CodedColumn> = (0..rows[0].len())
        .map(|c| column(rows.iter().map(|row| row[c]).collect()))
        .collect();
    let plain = vec![quasi.pop().expect("a column")];
    let width = quasi.len();
    let original = Original::new(quasi, plain).expect("columns of one length");
    let released = original
        .recoded(&halved(&original, k))
        .expect("regions of these columns");
    println!(
        "{} rows, {width} quasi-identifiers, {} classes",
        original.rows(),
        released.buckets()
    );

    if let Some(dimensions) = std::env::args()
        .nth(2)
        .map(|n| n.parse().expect("a number of columns"))
    {
        let workload = Workload {
            queries: if dimensions > 0 { 10_000 } else { 0 },
            dimensions,
            sensitive: Some(0),
            ..Workload::default()
        };
        return println!(
            "{:?}",
            workload
                .run(&original, &released)
                .expect("a workload that fits")
        );
    }
    for (mode, dimensions, selectivity) in [
        (Mode::Fixed, 2, 0.05),
        (Mode::Fixed, 4, 0.05),
        (Mode::Fixed, width, 0.05),
        (Mode::Fixed, 2, 0.2),
        (Mode::Uniform, 2, 0.5),
    ] {
        let workload = Workload {
            queries: 10_000,
            dimensions,
            selectivity,
            mode,
            sensitive: Some(0),
            ..Workload::default()
        };
        let start = Instant::now();
        let found = workload
            .run(&original, &released)
            .expect("a workload that fits");
        println!(
            "10,000 queries, {mode:?}, {dimensions} columns, {selectivity}: {:.1?}, {found:?}",
            start.elapsed()
        );
    }
    let start = Instant::now();
    println!(
        "{:?}: {:.1?}",
        spread(&original, &released),
        start.elapsed()
    );
    let start = Instant::now();
    println!(
        "{:?}: {:.1?}",
        divergence(&original, &released).expect("columns of the original"),
        start.elapsed()
    );
    println!("{:?}", ambiguity(&original, &released));
    println!("{:?}", squared_error(&original, &released));
    println!("{:?}", information(&original, &released, 0));
    for learner in [Learner::Tree, Learner::NaiveBayes] {
        let task = Classification {
            target: ColumnPlace::Plain(0),
            features: (0..width).map(ColumnPlace::Quasi).collect(),
            folds: 10,
            seed: 0,
        };
        let start = Instant::now();
        println!(
            "{learner:?}: {:?}: {:.1?}",
            task.compare(learner, &original, &released)
                .expect("a task that fits"),
            start.elapsed()
        );
    }
    let by = vec![
        ColumnPlace::Quasi(0),
        ColumnPlace::Quasi(1),
        ColumnPlace::Plain(0),
    ];
    let start = Instant::now();
    let table = CrossTable { by, mean: None }
        .compare(&original, &released)
        .expect("a table that fits");
    println!(
        "a table of {} cells: {:.1?}, {:?} {:?}",
        table.cells.len(),
        start.elapsed(),
        table.mean_absolute,
        table.overall
    );
}

/// Texts as codes in their order; as numbers where all of them are.
fn column(texts: Vec<&str>) -> CodedColumn {
    let mut values = texts.clone();
    values.sort_unstable();
    values.dedup();
    let codes = texts
        .iter()
        .map(|text| values.binary_search(text).expect("it was put in") as u32)
        .collect();
    let numbers = values
        .iter()
        .map(|value| value.parse())
        .collect::<Result<Vec<f64>, _>>()
        .ok();
    CodedColumn {
        codes,
        values: values.len() as u32,
        numbers,
    }
}

/// Rows halved at the median of the column with the largest share of values, as long as both halves
/// have `k`.
fn halved(original: &Original, k: usize) -> Recoding {
    let mut stack = vec![(0..original.rows()).collect::<Vec<usize>>()];
    let (mut group_of_row, mut regions, mut groups) = (vec![0; original.rows()], Vec::new(), 0);
    while let Some(rows) = stack.pop() {
        let region = |c: &CodedColumn| {
            rows.iter()
                .map(|&row| Region::leaf(c.codes[row]))
                .reduce(Region::join)
                .expect("a row")
        };
        let here: Vec<Region> = original.quasi().iter().map(region).collect();
        let mut order: Vec<usize> = (0..here.len()).filter(|&c| here[c].len() > 1).collect();
        order.sort_by_key(|&c| {
            std::cmp::Reverse(here[c].len() as u32 * 1000 / original.quasi()[c].values)
        });
        let cut = order.iter().find_map(|&c| {
            let codes = &original.quasi()[c].codes;
            let mut sorted: Vec<u32> = rows.iter().map(|&row| codes[row]).collect();
            sorted.sort_unstable();
            let (below, above): (Vec<usize>, Vec<usize>) = rows
                .iter()
                .partition(|&&row| codes[row] < sorted[rows.len() / 2]);
            (below.len() >= k && above.len() >= k).then_some([below, above])
        });
        if let Some(halves) = cut {
            stack.extend(halves);
        } else {
            rows.iter().for_each(|&row| group_of_row[row] = groups);
            regions.extend(here);
            groups += 1;
        }
    }
    Recoding::new(group_of_row, regions, original.quasi().len())
}
