//! A lattice with far more nodes than are known.

use equipoise_data::Lattice;
use equipoise_explore::{
    By, Figures, FrontMeasure, KnownNodes, Stop, Thresholds, Wishes, by_height, front, ladders,
    pair_map, without_column,
};
use std::collections::BTreeMap;

struct Sparse {
    lattice: Lattice,
    known: BTreeMap<u64, Figures>,
}

impl KnownNodes for Sparse {
    fn lattice(&self) -> &Lattice {
        &self.lattice
    }

    fn all_units(&self) -> u64 {
        100
    }

    fn nodes(&self, loss: usize) -> Vec<u64> {
        let mut nodes: Vec<u64> = self.known.keys().copied().collect();
        nodes.sort_by(|a, b| self.known[a].losses[loss].total_cmp(&self.known[b].losses[loss]));
        nodes
    }

    fn is_complete(&self) -> bool {
        false
    }

    fn units(&self, node: u64) -> (u64, u64) {
        self.known
            .get(&node)
            .map_or((0, 100), |f| (f.units, f.units))
    }

    fn loss_bound(&self, node: u64, loss: usize) -> f64 {
        self.known.get(&node).map_or(0.0, |f| f.losses[loss])
    }

    fn figures(&self, node: u64) -> Option<Figures> {
        self.known.get(&node).cloned()
    }

    fn at_hand(&self, node: u64) -> Option<Figures> {
        self.figures(node)
    }
}

/// Twenty attributes of five levels; known are the nodes in which only the first two rise above the
/// bottom.
fn sparse() -> Sparse {
    of(Lattice::new(&[(0, 4); 20]).unwrap())
}

fn of(lattice: Lattice) -> Sparse {
    let mut known = BTreeMap::new();
    for a in 0..5u8 {
        for b in 0..5u8 {
            let mut levels = vec![0; lattice.attributes()];
            (levels[0], levels[1]) = (a, b);
            let figures = Figures {
                units: 90 - 10 * u64::from(a + b),
                rows: 1,
                kept_classes: 5,
                losses: vec![f64::from(a + b)],
            };
            known.insert(lattice.index(&levels), figures);
        }
    }
    Sparse { lattice, known }
}

fn wishes(high: Vec<u8>, by: By) -> Wishes {
    let thresholds = Thresholds {
        axes: Vec::new(),
        tables: Vec::new(),
    };
    Wishes {
        thresholds,
        low: vec![0; 20],
        high,
        max_units: 50,
        max_loss: None,
        max_height: None,
        by,
    }
}

#[test]
fn what_is_not_known_is_open_and_what_is_known_whole_is_proved() {
    let sparse = sparse();
    let all = wishes(vec![4; 20], By::Loss(0));
    let open = ladders(&sparse, &all);
    let node = sparse.lattice.stride(1) * 4;
    assert_eq!(
        open[0].stops[0],
        Stop::Open {
            found: Some((4.0, node)),
            bound: 0.0
        }
    );
    assert_eq!(
        open[5].stops[1],
        Stop::Open {
            found: None,
            bound: 0.0
        }
    );
    assert!(!open[0].complete);
    let lowest = ladders(&sparse, &wishes(vec![4; 20], By::Height));
    assert_eq!(
        lowest[0].stops[3],
        Stop::Open {
            found: Some((4.0, sparse.lattice.stride(0) * 3 + sparse.lattice.stride(1))),
            bound: 3.0
        }
    );
    // With the first two free and all others at the bottom every node is known.
    let mut high = vec![0; 20];
    (high[0], high[1]) = (4, 2);
    let narrow = wishes(high, By::Loss(0));
    let ladders = ladders(&sparse, &narrow);
    assert_eq!(
        ladders[0].stops[2],
        Stop::Reached {
            value: 4.0,
            node: sparse.lattice.stride(0) * 2 + sparse.lattice.stride(1) * 2
        }
    );
    assert!(
        matches!(ladders[0].stops[1], Stop::Unreachable { nearest: Some(nearest) } if nearest.least == 60 && nearest.most == 60)
    );
    assert!(!ladders[0].complete, "the atlas is partial all the same");
    assert!(ladders[2].stops[1].is_open());
    let map = pair_map(&sparse, &narrow, 0, 1);
    assert!(map.stops.iter().all(|stop| !stop.is_open()) && map.strength > 0.0);
    let without = without_column(&sparse, &narrow);
    assert_eq!(without.met.iter().map(|m| m.0).collect::<Vec<_>>(), [0, 1]);
    assert_eq!(without.unknown, (2..20).collect::<Vec<_>>());
    let heights = by_height(&sparse, &narrow);
    assert_eq!((heights.rows[4].feasible, heights.rows[4].unknown), (3, 0));
    assert_eq!(by_height(&sparse, &all).rows[80].unknown, 1);
    let front = front(
        &sparse,
        &all,
        FrontMeasure::Suppression,
        FrontMeasure::Loss(0),
    );
    assert_eq!(front.points.len(), 9);
    assert!(!front.complete);
}

/// The same with a second column linked to each: all is as before, but every level counts twice in
/// a height.
#[test]
fn linked_columns_change_nothing_but_heights() {
    let leader_of: Vec<usize> = (0..40).map(|a| a % 20).collect();
    let (single, twin) = (
        sparse(),
        of(Lattice::linked(&[(0, 4); 40], &leader_of).unwrap()),
    );
    assert_eq!(single.lattice.nodes(), twin.lattice.nodes());
    let mut high = vec![0; 20];
    (high[0], high[1]) = (4, 2);
    for by in [By::Loss(0), By::Height, By::Suppression] {
        let narrow = wishes(high.clone(), by);
        // The bounds of the one column of a pair hold for the other.
        let wide = Wishes {
            low: vec![0; 40],
            high: [high.clone(), vec![4; 20]].concat(),
            ..narrow.clone()
        };
        let factor = if by == By::Height { 2.0 } else { 1.0 };
        let doubled = |stop: &Stop| match *stop {
            Stop::Reached { value, node } => Stop::Reached {
                value: value * factor,
                node,
            },
            Stop::Open { found, bound } => Stop::Open {
                found: found.map(|(v, n)| (v * factor, n)),
                bound: bound * factor,
            },
            nearest => nearest,
        };
        let (of_single, of_twin) = (ladders(&single, &narrow), ladders(&twin, &wide));
        for (a, ladder) in of_twin.iter().enumerate() {
            assert_eq!(
                ladder.stops,
                of_single[a % 20]
                    .stops
                    .iter()
                    .map(doubled)
                    .collect::<Vec<_>>(),
                "{by:?} {a}"
            );
        }
        for (a, b) in [(0, 21), (1, 20), (20, 3), (25, 30)] {
            let expected = pair_map(&single, &narrow, a % 20, b % 20);
            assert_eq!(
                pair_map(&twin, &wide, a, b).stops,
                expected.stops.iter().map(doubled).collect::<Vec<_>>(),
                "{by:?} {a} {b}"
            );
        }
        let (without, expected) = (
            without_column(&twin, &wide),
            without_column(&single, &narrow),
        );
        let met = |w: &equipoise_explore::WithoutColumn| {
            w.met.iter().map(|m| (m.0, m.1.node)).collect::<Vec<_>>()
        };
        assert_eq!(
            (met(&without), without.unknown),
            (met(&expected), expected.unknown)
        );
        let (heights, expected) = (by_height(&twin, &wide), by_height(&single, &narrow));
        assert_eq!(heights.rows.len(), expected.rows.len());
        for (row, expected) in heights.rows.iter().zip(&expected.rows) {
            assert_eq!(row.height, 2 * expected.height);
            let numbers = |r: &equipoise_explore::AtHeight| {
                [r.nodes, r.outside, r.feasible, r.infeasible, r.unknown]
            };
            assert_eq!(
                (numbers(row), row.best),
                (numbers(expected), doubled(&expected.best))
            );
        }
    }
}
