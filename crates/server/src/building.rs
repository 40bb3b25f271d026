//! The state of an atlas that is being built.

use crate::problem::Problem;
use std::collections::BTreeMap;

/// What is going on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Phase {
    #[default]
    Reading,
    Annotating,
    Opening,
    Ready,
    Failed,
}

impl Phase {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Phase::Reading => "reading",
            Phase::Annotating => "annotating",
            Phase::Opening => "opening",
            Phase::Ready => "ready",
            Phase::Failed => "failed",
        }
    }
}

/// How far it is.
#[derive(Default)]
pub(crate) struct Building {
    pub(crate) phase: Phase,
    pub(crate) done: u64,
    pub(crate) total: u64,
    pub(crate) units: Option<u64>,
    /// The efficient nodes so far: by units left out the loss.
    pub(crate) front: Staircase,
    pub(crate) problem: Option<Problem>,
}

/// Efficient pairs: the more is left out, the smaller the loss.
#[derive(Default)]
pub(crate) struct Staircase(BTreeMap<u64, f64>);

impl Staircase {
    pub(crate) fn add(&mut self, units: u64, loss: f64) {
        let is_beaten = self
            .0
            .range(..=units)
            .next_back()
            .is_some_and(|(_, &least)| least <= loss);
        if is_beaten {
            return;
        }
        let beaten: Vec<u64> = self
            .0
            .range(units..)
            .take_while(|(_, other)| **other >= loss)
            .map(|(&units, _)| units)
            .collect();
        for units in beaten {
            self.0.remove(&units);
        }
        self.0.insert(units, loss);
    }

    pub(crate) fn points(&self) -> impl Iterator<Item = (u64, f64)> {
        self.0.iter().map(|(&units, &loss)| (units, loss))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_staircase_is_the_efficient_pairs_in_any_order() {
        let mut seed = 7u64;
        for _ in 0..200 {
            let pairs: Vec<(u64, f64)> = (0..30)
                .map(|_| {
                    seed = seed
                        .wrapping_mul(6364136223846793005)
                        .wrapping_add(1442695040888963407);
                    ((seed >> 33) % 12, f64::from((seed >> 50) as u32 % 10))
                })
                .collect();
            let mut staircase = Staircase::default();
            pairs
                .iter()
                .for_each(|&(units, loss)| staircase.add(units, loss));
            let beats = |a: &(u64, f64), b: &(u64, f64)| a.0 <= b.0 && a.1 <= b.1 && a != b;
            let mut expected: Vec<(u64, f64)> = pairs
                .iter()
                .copied()
                .filter(|p| !pairs.iter().any(|other| beats(other, p)))
                .collect();
            expected.sort_by_key(|pair| pair.0);
            expected.dedup();
            assert_eq!(staircase.points().collect::<Vec<_>>(), expected);
        }
    }
}
