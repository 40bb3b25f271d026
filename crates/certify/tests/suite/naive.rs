//! Slow, obvious definitions to compare with.

use equipoise_certify::Ratio;
use std::collections::{BTreeMap, BTreeSet};

/// The cheapest way to turn `supply` into `demand` (equal sums) when moving one unit from i to j
/// costs `cost[i][j]`: shortest augmenting paths over the complete bipartite graph, found by
/// relaxing all edges until nothing changes.
pub(crate) fn transport(supply: &[i64], demand: &[i64], cost: &[Vec<i64>]) -> i64 {
    let n = supply.len();
    let (mut left, mut right) = (supply.to_vec(), demand.to_vec());
    let mut flow = vec![vec![0i64; n]; n];
    let mut total = 0;
    while left.iter().any(|l| *l > 0) {
        // Nodes 0..n are sources, n..2n are sinks.
        let mut distance: Vec<Option<i64>> = (0..2 * n)
            .map(|i| (i < n && left[i] > 0).then_some(0))
            .collect();
        let mut from = vec![usize::MAX; 2 * n];
        let mut changed = true;
        while changed {
            changed = false;
            for i in 0..n {
                for j in 0..n {
                    if let Some(d) = distance[i]
                        .filter(|d| distance[n + j].is_none_or(|old| d + cost[i][j] < old))
                    {
                        (distance[n + j], from[n + j], changed) = (Some(d + cost[i][j]), i, true);
                    }
                    if flow[i][j] > 0
                        && let Some(d) = distance[n + j]
                            .filter(|d| distance[i].is_none_or(|old| d - cost[i][j] < old))
                    {
                        (distance[i], from[i], changed) = (Some(d - cost[i][j]), n + j, true);
                    }
                }
            }
        }
        let sink = (0..n)
            .filter(|j| right[*j] > 0)
            .min_by_key(|j| distance[n + j])
            .expect("sums are equal");
        let mut path = vec![n + sink];
        while from[path[path.len() - 1]] != usize::MAX {
            path.push(from[path[path.len() - 1]]);
        }
        path.reverse();
        let reverse = path
            .windows(2)
            .filter(|w| w[0] >= n)
            .map(|w| flow[w[1]][w[0] - n])
            .min()
            .unwrap_or(i64::MAX);
        let amount = left[path[0]].min(right[sink]).min(reverse);
        for step in path.windows(2) {
            match step {
                [i, j] if *i < n => flow[*i][*j - n] += amount,
                [j, i] => flow[*i][*j - n] -= amount,
                _ => unreachable!("windows of two"),
            }
        }
        left[path[0]] -= amount;
        right[sink] -= amount;
        total += amount * distance[n + sink].expect("reached");
    }
    total
}

/// The earth mover's distance between two counted lists of equal length; costs are in units of
/// `1 / unit`.
pub(crate) fn emd(class: &[u64], reference: &[u64], cost: &[Vec<i64>], unit: i64) -> Ratio {
    let (n, total) = (class.iter().sum::<u64>(), reference.iter().sum::<u64>());
    let supply: Vec<i64> = class.iter().map(|c| (c * total) as i64).collect();
    let demand: Vec<i64> = reference.iter().map(|r| (r * n) as i64).collect();
    let moved = transport(&supply, &demand, cost);
    Ratio::new(moved as u128, u128::from(n * total) * unit as u128).unwrap()
}

/// Costs between values, the missing one (`None`) at the distance of one whole unit from all
/// others.
pub(crate) fn costs<T>(
    values: &[Option<T>],
    unit: i64,
    cost: impl Fn(&T, &T) -> i64,
) -> Vec<Vec<i64>> {
    let of = |a: usize, b: usize| match (&values[a], &values[b]) {
        _ if a == b => 0,
        (Some(a), Some(b)) => cost(a, b),
        _ => unit,
    };
    (0..values.len())
        .map(|a| (0..values.len()).map(|b| of(a, b)).collect())
        .collect()
}

/// The lowest level on which two lines of a hierarchy have the same label.
pub(crate) fn common_level(a: &[String], b: &[String]) -> i64 {
    a.iter().zip(b).position(|(a, b)| a == b).expect("one top") as i64
}

/// A text, or none when it is missing.
pub(crate) type Cell = Option<String>;

/// One row: quasi-identifiers, sensitive value, person.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) key: Vec<Cell>,
    pub(crate) value: Cell,
    pub(crate) person: u32,
}

/// The classes of a table.
pub(crate) fn classes(rows: &[Row]) -> BTreeMap<Vec<Cell>, Vec<Row>> {
    let mut classes = BTreeMap::<_, Vec<Row>>::new();
    for row in rows {
        classes
            .entry(row.key.clone())
            .or_default()
            .push(row.clone());
    }
    classes
}

/// Rows or distinct persons.
pub(crate) fn units(rows: &[Row], by_person: bool) -> u64 {
    if by_person {
        rows.iter()
            .map(|row| row.person)
            .collect::<BTreeSet<_>>()
            .len() as u64
    } else {
        rows.len() as u64
    }
}

/// Units of each value; a person counts once for each value.
pub(crate) fn distribution(rows: &[Row], by_person: bool) -> BTreeMap<Cell, u64> {
    let mut of_value = BTreeMap::<Cell, Vec<Row>>::new();
    for row in rows {
        of_value
            .entry(row.value.clone())
            .or_default()
            .push(row.clone());
    }
    of_value
        .into_iter()
        .map(|(value, rows)| (value, units(&rows, by_person)))
        .collect()
}
