//! A lattice with far more nodes than are known.

use equipoise_data::Lattice;
use equipoise_explore::{By, Figures, Known, Measure, Stop, Thresholds, Wishes, by_height, front, ladders, pair_map, without_column};
use std::collections::BTreeMap;

struct Sparse {
    lattice: Lattice,
    known: BTreeMap<u64, Figures>,
}

impl Known for Sparse {
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
        self.known.get(&node).map_or((0, 100), |f| (f.units, f.units))
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

/// Twenty attributes of five levels; known are the nodes in which only the first two rise above the bottom.
fn sparse() -> Sparse {
    let lattice = Lattice::new(&[(0, 4); 20]).unwrap();
    let mut known = BTreeMap::new();
    for a in 0..5u8 {
        for b in 0..5u8 {
            let mut levels = vec![0; 20];
            (levels[0], levels[1]) = (a, b);
            let figures = Figures { units: 90 - 10 * u64::from(a + b), rows: 1, kept_classes: 5, losses: vec![f64::from(a + b)] };
            known.insert(lattice.index(&levels), figures);
        }
    }
    Sparse { lattice, known }
}

fn wishes(high: Vec<u8>, by: By) -> Wishes {
    let thresholds = Thresholds { axes: Vec::new(), tables: Vec::new() };
    Wishes { thresholds, low: vec![0; 20], high, max_units: 50, max_loss: None, max_height: None, by }
}

#[test]
fn what_is_not_known_is_open_and_what_is_known_whole_is_proved() {
    let sparse = sparse();
    let all = wishes(vec![4; 20], By::Loss(0));
    let open = ladders(&sparse, &all);
    let node = sparse.lattice.stride(1) * 4;
    assert_eq!(open[0].stops[0], Stop::Open { found: Some((4.0, node)), bound: 0.0 });
    assert_eq!(open[5].stops[1], Stop::Open { found: None, bound: 0.0 });
    assert!(!open[0].complete);
    let lowest = ladders(&sparse, &wishes(vec![4; 20], By::Height));
    assert_eq!(lowest[0].stops[3], Stop::Open { found: Some((4.0, sparse.lattice.stride(0) * 3 + sparse.lattice.stride(1))), bound: 3.0 });
    // With the first two free and all others at the bottom every node is known.
    let mut high = vec![0; 20];
    (high[0], high[1]) = (4, 2);
    let narrow = wishes(high, By::Loss(0));
    let ladders = ladders(&sparse, &narrow);
    assert_eq!(ladders[0].stops[2], Stop::Reached { value: 4.0, node: sparse.lattice.stride(0) * 2 + sparse.lattice.stride(1) * 2 });
    assert!(matches!(ladders[0].stops[1], Stop::Unreachable { nearest: Some(nearest) } if nearest.least == 60 && nearest.most == 60));
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
    let front = front(&sparse, &all, Measure::Suppression, Measure::Loss(0));
    assert_eq!(front.points.len(), 9);
    assert!(!front.complete);
}
