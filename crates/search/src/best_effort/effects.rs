//! What steps are likely to do, learnt from those that were taken.

use super::seen::Seen;
use crate::Task;
use equipoise_data::Levels;
use equipoise_measure::EarlyBounds;

/// How much of an effect is what was seen last.
const FRESH: f64 = 0.5;

/// Nodes that are remembered to rule out others.
const MOST_RULED_OUT: usize = 128;

/// What is likely to come of a node that was not looked at. Smaller is better, the first number
/// first.
pub(super) type Guess = (f64, f64);

/// Per attribute and level what the step to the next level does to a node.
///
/// Suppressed rows and units are taken as odds and kept classes as a logarithm, so that effects of
/// several steps can be added.
pub(super) struct Effects<'t> {
    task: &'t Task<'t>,
    /// `[attribute][level]`: of the step from this level to the next; none where no such step was
    /// seen.
    steps: Vec<Vec<Option<[f64; 3]>>>,
    /// Nodes of which no finer one is feasible.
    ruled_out: Vec<Levels>,
}

/// The suppressed rows, suppressed units and kept classes of a node, on scales on which effects add
/// up.
type Place = [f64; 3];

impl<'t> Effects<'t> {
    pub(super) fn new(task: &'t Task<'t>) -> Self {
        let steps = task
            .lattice
            .top()
            .iter()
            .map(|&top| vec![None; usize::from(top)])
            .collect();
        Effects {
            task,
            steps,
            ruled_out: Vec::new(),
        }
    }

    fn place(&self, seen: &Seen) -> Place {
        let all = self.task.encoded.total_rows();
        let odds = |part: u64| ((part as f64 + 0.5) / (all.saturating_sub(part) as f64 + 0.5)).ln();
        [
            odds(seen.rows),
            odds(seen.units),
            (seen.kept as f64 + 0.5).ln(),
        ]
    }

    /// Learns from two nodes that differ in one attribute (and those that follow it).
    pub(super) fn learn(&mut self, attribute: usize, from: (u8, &Seen), to: (u8, &Seen)) {
        let (low, high) = if from.0 < to.0 {
            (from, to)
        } else {
            (to, from)
        };
        let (finer, coarser) = (self.place(low.1), self.place(high.1));
        let steps = f64::from(high.0 - low.0);
        for step in &mut self.steps[attribute][usize::from(low.0)..usize::from(high.0)] {
            let seen: [f64; 3] = std::array::from_fn(|i| (coarser[i] - finer[i]) / steps);
            *step = Some(step.map_or(seen, |old| {
                std::array::from_fn(|i| old[i] * (1.0 - FRESH) + seen[i] * FRESH)
            }));
        }
    }

    /// The effect of a step: as seen, or as other steps of the attribute were, or none.
    fn of(&self, attribute: usize, level: u8) -> [f64; 3] {
        let steps = &self.steps[attribute];
        steps[usize::from(level)]
            .or_else(|| steps.iter().flatten().next().copied())
            .unwrap_or([0.0; 3])
    }

    /// What is likely to come of `levels`, a node around a center.
    pub(super) fn guess(&self, (center, seen): (&[u8], &Seen), levels: &[u8]) -> Guess {
        let mut place = self.place(seen);
        for a in self
            .task
            .lattice
            .leaders()
            .filter(|&a| levels[a] != center[a])
        {
            let (low, high, sign) = if levels[a] > center[a] {
                (center[a], levels[a], 1.0)
            } else {
                (levels[a], center[a], -1.0)
            };
            for level in low..high {
                let effect = self.of(a, level);
                place
                    .iter_mut()
                    .zip(effect)
                    .for_each(|(place, effect)| *place += sign * effect);
            }
        }
        let all = self.task.encoded.total_rows() as f64;
        let part = |odds: f64| (all / (1.0 + (-odds).exp()) - 0.5).max(0.0);
        let (rows, units, kept) = (part(place[0]), part(place[1]), place[2].exp());
        // A bound is not the loss, but off by about as much at both nodes.
        let loss = self.loss(levels, rows.round() as u64, kept.round() as u64) + seen.loss
            - self.loss(center, seen.rows, seen.kept);
        (
            (units - self.task.allowed_units as f64).max(0.0).floor(),
            loss,
        )
    }

    /// The bound on the loss, had it these facts.
    fn loss(&self, levels: &[u8], suppressed_rows: u64, kept_classes: u64) -> f64 {
        self.task.loss.bound(
            levels,
            EarlyBounds {
                suppressed_rows,
                kept_classes: kept_classes.max(1),
            },
        )
    }

    /// Remembers a node that rules out all finer ones, because models that are monotone under
    /// merging suppress too much there.
    pub(super) fn rule_out(&mut self, levels: &[u8], seen: &Seen) {
        if seen.lost_units <= self.task.allowed_units || self.is_ruled_out(levels) {
            return;
        }
        self.ruled_out.retain(|held| !is_finer(held, levels));
        if self.ruled_out.len() == MOST_RULED_OUT {
            self.ruled_out.remove(0);
        }
        self.ruled_out.push(levels.to_vec());
    }

    fn is_ruled_out(&self, levels: &[u8]) -> bool {
        self.ruled_out.iter().any(|held| is_finer(levels, held))
    }

    /// False when a node around a center is sure to be no better than one that was looked at.
    pub(super) fn can_beat(
        &self,
        best: &Seen,
        (center, seen): (&[u8], &Seen),
        levels: &[u8],
    ) -> bool {
        if best.beyond > 0 {
            return true;
        }
        let suppressed_rows = if is_finer(levels, center) {
            seen.lost_rows
        } else {
            0
        };
        !self.is_ruled_out(levels)
            && self.task.loss.bound(
                levels,
                EarlyBounds {
                    suppressed_rows,
                    kept_classes: u64::MAX,
                },
            ) < best.loss
    }
}

/// Whether a node is nowhere coarser than another one.
fn is_finer(levels: &[u8], than: &[u8]) -> bool {
    levels.iter().zip(than).all(|(a, b)| a <= b)
}

/// At most so many nodes, those with the best prospects first.
pub(super) fn in_order(mut guesses: Vec<(Guess, Levels)>, most: usize) -> Vec<Levels> {
    guesses.sort_by(|(a, x), (b, y)| {
        a.0.total_cmp(&b.0)
            .then(a.1.total_cmp(&b.1))
            .then_with(|| x.cmp(y))
    });
    guesses
        .into_iter()
        .take(most)
        .map(|guess| guess.1)
        .collect()
}
