//! Cell suppression on the Adult table, where the shared data are at hand.
//!
//! Six quasi-identifiers, k = 5. A peer (sdcMicro's `localSuppression`, equal importance)
//! suppresses 18,679 cells in the wildcard reading.

use equipoise_search::cells::{
    CellTask, Reading, SuppressedCells, cautious_k, suppress_cells, wildcard_k,
};
use equipoise_search::{Limits, UnwatchedSearch};
use equipoise_testkit::shared::{read_cells, shared_data};
use std::collections::HashMap;

const COLUMNS: [&str; 6] = [
    "age",
    "education",
    "marital-status",
    "occupation",
    "sex",
    "native-country",
];

fn adult() -> Option<Vec<Vec<u32>>> {
    let table = read_cells(&shared_data()?.join("adult/adult.csv"));
    let codes = |name: &&str| {
        let at = table[0].iter().position(|n| n == name).unwrap();
        let mut known: HashMap<&str, u32> = HashMap::new();
        table[1..]
            .iter()
            .map(|row| {
                let next = known.len() as u32;
                *known.entry(row[at].as_str()).or_insert(next)
            })
            .collect()
    };
    Some(COLUMNS.iter().map(codes).collect())
}

fn solve(columns: &[&[u32]], reading: Reading, steps: Option<u64>) -> SuppressedCells {
    let task = CellTask {
        columns: columns.to_vec(),
        persons: None,
        k: 5,
        subset: None,
        importance: vec![1; 6],
        reading,
    };
    suppress_cells(
        &task,
        &Limits {
            max_nodes: steps,
            ..Limits::default()
        },
        &UnwatchedSearch,
    )
    .unwrap()
    .unwrap()
}

#[test]
fn fewer_cells_than_the_peer() {
    let Some(columns) = adult() else { return };
    let columns: Vec<&[u32]> = columns.iter().map(Vec::as_slice).collect();
    let fitting = solve(&columns, Reading::Fitting, None);
    assert!(fitting.proved);
    assert_eq!(fitting.cells, 18_579);
    assert!(wildcard_k(&columns, None, &fitting.masks, None) >= 5);

    let cautious = solve(&columns, Reading::Cautious, Some(60_000));
    assert_eq!(
        (
            cautious.bound,
            cautious_k(&columns, None, &cautious.masks, None)
        ),
        (18_579, 5)
    );
    assert!(cautious.cells < 20_200, "{}", cautious.cells);

    // Four rows without a value are enough, and nothing that should be called protection.
    let wildcard = solve(&columns, Reading::Wildcard, Some(4));
    assert!(wildcard.cells <= 24, "{}", wildcard.cells);
    assert_eq!(cautious_k(&columns, None, &wildcard.masks, None), 1);
}
