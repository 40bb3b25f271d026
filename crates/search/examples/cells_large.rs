//! Cell suppression on tables that look random: how long it takes, how far from the bound it is.
//!
//! `cargo run --release -p equipoise-search --example cells_large rows columns [subset] [seconds]`
#![allow(clippy::print_stdout)]

use equipoise_search::cells::{CellTask, Reading, suppress_cells};
use equipoise_search::{Limits, UnwatchedSearch};
use equipoise_testkit::Seeded;
use std::time::{Duration, Instant};

fn main() {
    let numbers: Vec<usize> = std::env::args()
        .skip(1)
        .map(|n| n.parse().expect("numbers"))
        .collect();
    let (rows, columns) = (
        numbers.first().copied().unwrap_or(100_000),
        numbers.get(1).copied().unwrap_or(9),
    );
    let subset = numbers.get(2).copied().filter(|&m| m > 0);
    let mut random = Seeded::new(1);
    // Columns of 2 to 100 values of which small ones are frequent; a third of the columns follow
    // another one.
    let mut table: Vec<Vec<u32>> = Vec::new();
    for c in 0..columns {
        let values = [2, 5, 7, 16, 40, 100][c % 6];
        let column = (0..rows).map(|row| match c % 3 {
            2 if random.chance(70) => table[c - 1][row] % values as u32,
            _ => (random.below(values) * random.below(values) / values) as u32,
        });
        let column = column.collect();
        table.push(column);
    }
    let columns: Vec<&[u32]> = table.iter().map(Vec::as_slice).collect();
    for reading in [Reading::Wildcard, Reading::Fitting, Reading::Cautious] {
        let task = CellTask {
            columns: columns.clone(),
            persons: None,
            k: 5,
            subset,
            importance: vec![1; columns.len()],
            reading,
        };
        let start = Instant::now();
        let deadline = numbers
            .get(3)
            .map(|&s| start + Duration::from_secs(s as u64));
        let found = suppress_cells(
            &task,
            &Limits {
                deadline,
                ..Limits::default()
            },
            &UnwatchedSearch,
        )
        .unwrap()
        .expect("enough rows");
        let share = 100.0 * found.cells as f64 / (rows * columns.len()) as f64;
        println!(
            "{reading:?}: {} cells ({share:.2} %), at least {}; stopped {:?}; {:.2} s",
            found.cells,
            found.bound,
            found.stopped,
            start.elapsed().as_secs_f64()
        );
    }
}
