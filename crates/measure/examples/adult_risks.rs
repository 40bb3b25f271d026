//! How long the risks of sets of columns take on a real table.
//!
//! Give it a table on standard input, with a header, one record per line, fields divided by
//! semicolons and not quoted. With a number, that many rounds of the sets of columns are run and
//! nothing else, so that CPU time can be measured from outside:
//!
//! ```text
//! RAYON_NUM_THREADS=1 cargo run --release -p equipoise-measure --example adult_risks < adult.csv
//! ```

use equipoise_measure::risk::Tuples;
use equipoise_measure::risk::population::{Sample, Sampling, UniquesEstimator};
use equipoise_measure::risk::re_identification::Prosecutor;
use equipoise_measure::risk::special_uniques::{SpecialUniqueOptions, SpecialUniques};
use equipoise_measure::risk::subsets::Subsets;
use std::collections::HashMap;
use std::time::Instant;

#[allow(clippy::print_stdout)]
fn main() {
    let rounds: Option<usize> = std::env::args()
        .nth(1)
        .map(|rounds| rounds.parse().expect("a number of rounds"));
    let text = std::io::read_to_string(std::io::stdin()).expect("a table on standard input");
    let mut lines = text.lines();
    let names: Vec<&str> = lines.next().expect("a header").split(';').collect();
    let mut values: Vec<HashMap<&str, u32>> = vec![HashMap::new(); names.len()];
    let mut columns: Vec<Vec<u32>> = vec![Vec::new(); names.len()];
    for line in lines {
        for (c, field) in line.split(';').enumerate() {
            let next = values[c].len() as u32;
            columns[c].push(*values[c].entry(field).or_insert(next));
        }
    }
    let slices: Vec<&[u32]> = columns.iter().map(Vec::as_slice).collect();

    let start = Instant::now();
    let tuples = Tuples::new(&slices, None).expect("columns of one length");
    println!(
        "{} rows, {} distinct: {:.1?}",
        tuples.rows(),
        tuples.len(),
        start.elapsed()
    );

    if let Some(rounds) = rounds {
        let sets: usize = (0..rounds)
            .map(|_| {
                Subsets::new(&tuples, 1 << 20)
                    .expect("a budget for all columns")
                    .list()
                    .len()
            })
            .sum();
        return println!("{sets} sets of columns");
    }
    let start = Instant::now();
    let subsets = Subsets::new(&tuples, 1 << 20).expect("a budget for all columns");
    println!(
        "{} sets of columns: {:.1?}",
        subsets.list().len(),
        start.elapsed()
    );
    let all = subsets.list().last().expect("a set");
    println!(
        "all columns: distinction {:.4}, separation {:.6}, unique rows {}",
        all.distinction().to_f64(),
        all.separation().map_or(0.0, |s| s.to_f64()),
        all.unique
    );
    for largest in [1, 2, 3, names.len()] {
        let start = Instant::now();
        let found = SpecialUniques::new(
            &tuples,
            SpecialUniqueOptions {
                largest,
                ..SpecialUniqueOptions::default()
            },
        )
        .expect("a budget for all columns");
        let (time, by_size) = (start.elapsed(), found.by_size());
        println!(
            "special uniques up to {largest}: {time:.1?}, {} records, by size {by_size:?}, by column {:?}",
            found.rows().count(),
            found.by_column()
        );
    }

    let prosecutor = Prosecutor::new(&tuples.sizes()).expect("rows");
    println!(
        "prosecutor: highest {}, average {}, uniques {}",
        prosecutor.highest(),
        prosecutor.average(),
        prosecutor.sample_uniques()
    );
    for fraction in [0.001, 0.1, 0.5] {
        let sample = Sample::new(&tuples.sizes(), Sampling::Fraction(fraction)).expect("rows");
        for estimator in [
            UniquesEstimator::Zayatz,
            UniquesEstimator::Pitman,
            UniquesEstimator::Snb,
        ] {
            let start = Instant::now();
            let found = sample.estimate(estimator);
            println!(
                "{fraction} {estimator:?}: {:.6} +- {:.0e} {:?}, {:.1?}",
                found.share,
                found.error,
                found.fell_back,
                start.elapsed()
            );
        }
    }
}
