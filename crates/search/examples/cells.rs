//! Cell suppression on the shared Adult table: six quasi-identifiers, k = 5, all readings.
//!
//! `cargo run --release -p equipoise-search --example cells [max steps]`
#![allow(clippy::print_stdout)]

use equipoise_search::cells::{CellTask, Reading, cautious_k, suppress_cells, wildcard_k};
use equipoise_search::{Limits, UnwatchedSearch};
use equipoise_testkit::shared::{read_cells, shared_data};
use std::collections::HashMap;
use std::time::Instant;

const COLUMNS: [&str; 6] = [
    "age",
    "education",
    "marital-status",
    "occupation",
    "sex",
    "native-country",
];

fn main() {
    let Some(folder) = shared_data() else { return };
    let table = read_cells(&folder.join("adult/adult.csv"));
    let columns: Vec<Vec<u32>> = COLUMNS.iter().map(|name| codes(&table, name)).collect();
    let columns: Vec<&[u32]> = columns.iter().map(Vec::as_slice).collect();
    let cells = columns.len() * columns[0].len();
    let limits = Limits {
        max_nodes: std::env::args().nth(1).and_then(|n| n.parse().ok()),
        ..Limits::default()
    };
    let subsets: &[Option<usize>] = if std::env::args().nth(2).is_some() {
        &[None, Some(2), Some(3)]
    } else {
        &[None]
    };
    for &subset in subsets {
        for reading in [Reading::Wildcard, Reading::Fitting, Reading::Cautious] {
            let task = CellTask {
                columns: columns.clone(),
                persons: None,
                k: 5,
                subset,
                importance: vec![1; 6],
                reading,
            };
            let start = Instant::now();
            let found = suppress_cells(&task, &limits, &UnwatchedSearch)
                .unwrap()
                .expect("more than five rows");
            println!(
                "{reading:?} {subset:?}: {} of {cells} cells ({:.2} %), at least {}; per column {:?}; k {} cautious, {} wildcard; {:.2} s",
                found.cells,
                100.0 * found.cells as f64 / cells as f64,
                found.bound,
                found.cells_of,
                cautious_k(&columns, None, &found.masks, subset),
                wildcard_k(&columns, None, &found.masks, subset),
                start.elapsed().as_secs_f64()
            );
        }
    }
}

fn codes(table: &[Vec<String>], name: &str) -> Vec<u32> {
    let at = table[0]
        .iter()
        .position(|n| n == name)
        .expect("the column is there");
    let mut known: HashMap<&str, u32> = HashMap::new();
    table[1..]
        .iter()
        .map(|row| {
            let next = known.len() as u32;
            *known.entry(&row[at]).or_insert(next)
        })
        .collect()
}
