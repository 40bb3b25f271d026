//! The worked lattice: claim F16.

use crate::claim::Claim;
use crate::value::{Expected, Value};
use equipoise_data::{Error, Result};
use equipoise_search::record::{Aruba, BestFirst, Form, Landscape, Neighbourhood, Optimizer};

/// Risk and utility of the nodes of two attributes of heights 4 and 3, `[first][second]`. Twelve
/// are printed; the others fill the lattice such that no step up makes either larger.
const NODES: [[(f64, f64); 4]; 5] = [
    [(80.0, 28.0), (70.0, 24.0), (62.0, 18.0), (55.0, 17.0)],
    [(63.0, 23.0), (60.0, 21.0), (40.0, 15.0), (28.0, 13.0)],
    [(45.0, 16.0), (35.0, 14.0), (26.0, 12.0), (21.0, 9.0)],
    [(24.0, 12.0), (22.0, 11.0), (15.0, 7.0), (10.0, 4.0)],
    [(16.0, 8.0), (14.0, 5.0), (12.0, 2.0), (0.0, 0.0)],
];

struct Worked;

impl Worked {
    fn at(node: &[u8]) -> (f64, f64) {
        NODES[usize::from(node[0])][usize::from(node[1])]
    }
}

impl Landscape for Worked {
    fn heights(&self) -> &[u8] {
        &[4, 3]
    }

    fn utility(&self, node: &[u8]) -> f64 {
        Worked::at(node).1
    }

    fn risk(&self, node: &[u8]) -> f64 {
        Worked::at(node).0
    }
}

pub(super) fn run() -> Result<Vec<Claim>> {
    let line = |optimizer: &dyn Optimizer, name: &str, visited: u64| {
        let solved = optimizer.solve(&Worked, &Form::LeastRisk { min_utility: 18.0 }, 0);
        let solved = solved
            .map_err(|_| Error::internal("the worked lattice has nodes that are worth 18"))?;
        let node = solved
            .point
            .node
            .iter()
            .map(|&step| Value::Whole(step.into()));
        Ok(Claim::new(
            "F16",
            format!("worked lattice, {name}: nodes visited, risk of the best, its two steps (e is 1, 1)"),
            Expected::List(vec![Expected::Whole(visited), Expected::Printed("60"), Expected::Whole(1), Expected::Whole(1)]),
            Value::List([Value::Whole(solved.visited), Value::Float(solved.point.risk)].into_iter().chain(node).collect()),
        )
        .corrected("E11: the prose calls f the best, but e is less risky (60 < 62); of 20 nodes 12 are printed, the others are ours"))
    };
    let cube = Aruba {
        neighbourhood: Neighbourhood::Cube,
    };
    [line(&BestFirst, "BTDA", 18), line(&cube, "ARUBA", 11)]
        .into_iter()
        .collect()
}
