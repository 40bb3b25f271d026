//! Made-up knowledge of a lattice.

use equipoise_data::Lattice;
use equipoise_explore::{By, Figures, KnownNodes, Thresholds, Wishes};
use equipoise_testkit::Seeded;
use std::collections::BTreeSet;
use std::sync::Mutex;

/// How much is known before a node is resolved, and whether it can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Knowledge {
    /// Brackets and bounds are exact.
    Tight,
    /// They are not, but every node can be resolved.
    Vague,
    /// Some nodes are not listed, and some cannot be resolved.
    Partial,
}

pub(crate) const ALL_UNITS: u64 = 12;

pub(crate) struct Mock {
    pub(crate) lattice: Lattice,
    pub(crate) all_units: u64,
    pub(crate) truth: Vec<Figures>,
    pub(crate) brackets: Vec<(u64, u64)>,
    /// Per node, then per loss.
    pub(crate) bounds: Vec<Vec<f64>>,
    pub(crate) listed: Vec<bool>,
    pub(crate) resolvable: Vec<bool>,
    pub(crate) at_hand: Vec<bool>,
    /// Nodes whose figures were asked for.
    pub(crate) resolved: Mutex<BTreeSet<u64>>,
}

/// A lattice of attributes with given levels, in half of the cases with one to three others among
/// them that are linked.
pub(crate) fn with_links(ranges: &[(usize, usize)], random: &mut Seeded) -> Lattice {
    let followers = if random.chance(50) {
        1 + random.below(3)
    } else {
        0
    };
    let mut group_of: Vec<usize> = (0..ranges.len()).collect();
    for _ in 0..followers {
        group_of.insert(random.below(group_of.len() + 1), random.below(ranges.len()));
    }
    let ranges: Vec<(usize, usize)> = group_of.iter().map(|&group| ranges[group]).collect();
    let leader_of: Vec<usize> = group_of
        .iter()
        .map(|group| group_of.iter().position(|g| g == group).unwrap())
        .collect();
    Lattice::linked(&ranges, &leader_of).unwrap()
}

impl Mock {
    /// Figures with many ties on a lattice of one to four attributes that move by themselves, and
    /// some that are linked to these.
    pub(crate) fn random(random: &mut Seeded, knowledge: Knowledge) -> Self {
        let ranges: Vec<(usize, usize)> = (0..1 + random.below(4))
            .map(|_| {
                let low = random.below(2);
                (low, low + random.below(4))
            })
            .collect();
        let lattice = with_links(&ranges, random);
        let figures = |random: &mut Seeded| Figures {
            units: random.below(ALL_UNITS as usize + 1) as u64,
            rows: random.below(30) as u64,
            kept_classes: random.below(8) as u64,
            losses: (0..2).map(|_| random.below(12) as f64 / 8.0).collect(),
        };
        let truth = (0..lattice.nodes()).map(|_| figures(random)).collect();
        Mock::new(lattice, truth, random, knowledge)
    }

    pub(crate) fn new(
        lattice: Lattice,
        truth: Vec<Figures>,
        random: &mut Seeded,
        knowledge: Knowledge,
    ) -> Self {
        let tight = |random: &mut Seeded| knowledge == Knowledge::Tight || random.chance(30);
        let bracket = |f: &Figures, random: &mut Seeded| match tight(random) {
            true => (f.units, f.units),
            false => (
                f.units.saturating_sub(random.below(5) as u64),
                (f.units + random.below(5) as u64).min(ALL_UNITS),
            ),
        };
        let brackets = truth.iter().map(|f| bracket(f, random)).collect();
        let bound = |loss: f64, random: &mut Seeded| {
            if tight(random) {
                loss
            } else {
                (loss - random.below(6) as f64 / 8.0).max(0.0)
            }
        };
        let bounds = truth
            .iter()
            .map(|f| f.losses.iter().map(|&loss| bound(loss, random)).collect())
            .collect();
        let share = if knowledge == Knowledge::Partial {
            10 + 10 * random.below(9)
        } else {
            100
        };
        // Also atlases that list all nodes and cannot resolve some.
        let listed_share = if random.chance(70) { share } else { 100 };
        let mut flags = |share: usize| {
            truth
                .iter()
                .map(|_| random.chance(share))
                .collect::<Vec<bool>>()
        };
        let (listed, resolvable, at_hand) = (flags(listed_share), flags(share), flags(60));
        let at_hand = at_hand
            .iter()
            .zip(&resolvable)
            .zip(&listed)
            .map(|((a, r), l)| *a && *r && *l)
            .collect();
        Mock {
            lattice,
            all_units: ALL_UNITS,
            truth,
            brackets,
            bounds,
            listed,
            resolvable,
            at_hand,
            resolved: Mutex::default(),
        }
    }

    /// Wishes of all kinds, most of which can be met by some nodes.
    pub(crate) fn wishes(&self, random: &mut Seeded) -> Wishes {
        let (bottom, top) = (self.lattice.bottom(), self.lattice.top());
        let mut wishes = self.without_limits();
        for a in 0..bottom.len() {
            if random.chance(40) {
                let span = usize::from(top[a] - bottom[a]) + 1;
                let (one, two) = (
                    bottom[a] + random.below(span) as u8,
                    bottom[a] + random.below(span) as u8,
                );
                (wishes.low[a], wishes.high[a]) = (one.min(two), one.max(two));
            }
        }
        wishes.max_units = random.below(ALL_UNITS as usize + 2) as u64;
        wishes.max_loss = random.chance(40).then(|| random.below(12) as f64 / 8.0);
        let highest: u32 = top.iter().map(|&l| u32::from(l)).sum();
        wishes.max_height = random
            .chance(30)
            .then(|| random.below(highest as usize + 1) as u32);
        wishes.by = random.pick(&[By::Loss(0), By::Loss(1), By::Height, By::Suppression]);
        wishes
    }

    pub(crate) fn without_limits(&self) -> Wishes {
        Wishes {
            thresholds: Thresholds {
                axes: Vec::new(),
                tables: Vec::new(),
            },
            low: self.lattice.bottom().to_vec(),
            high: self.lattice.top().to_vec(),
            max_units: u64::MAX,
            max_loss: None,
            max_height: None,
            by: By::Loss(0),
        }
    }

    pub(crate) fn resolved(&self) -> Vec<u64> {
        self.resolved.lock().unwrap().iter().copied().collect()
    }
}

impl KnownNodes for Mock {
    fn lattice(&self) -> &Lattice {
        &self.lattice
    }

    fn all_units(&self) -> u64 {
        self.all_units
    }

    fn nodes(&self, loss: usize) -> Vec<u64> {
        let mut nodes: Vec<u64> = (0..self.lattice.nodes())
            .filter(|&n| self.listed[n as usize])
            .collect();
        nodes.sort_by(|&a, &b| {
            self.loss_bound(a, loss)
                .total_cmp(&self.loss_bound(b, loss))
        });
        nodes
    }

    fn is_complete(&self) -> bool {
        !self.listed.contains(&false)
    }

    fn units(&self, node: u64) -> (u64, u64) {
        self.brackets[node as usize]
    }

    fn loss_bound(&self, node: u64, loss: usize) -> f64 {
        self.bounds[node as usize][loss]
    }

    fn figures(&self, node: u64) -> Option<Figures> {
        self.resolved.lock().unwrap().insert(node);
        self.resolvable[node as usize].then(|| self.truth[node as usize].clone())
    }

    fn at_hand(&self, node: u64) -> Option<Figures> {
        self.at_hand[node as usize].then(|| self.truth[node as usize].clone())
    }
}
