//! Nodes of the lattice that a search for partitions begins with.

use super::achievement::{Aspiration, RatedRelease, Ties, best};
use super::gauge::Gauge;
use super::survey::{MOST_NODES, Spot, survey};
use crate::{Limits, SearchWatch, Task, UnwatchedSearch, best_effort};
use equipoise_data::{ErrorKind, Levels, Result};

/// Nodes that are looked at in lattices that are not surveyed.
const LOOKED_AT: u64 = 2_000;

/// So many nodes begin a population.
const SEEDS: usize = 50;

/// The nodes of a lattice that may be released, in two measures; in a lattice that is too large, a
/// good one.
#[derive(Clone, Debug)]
pub struct Seeds {
    spots: Vec<Spot>,
    /// By the task's own loss, where the nodes are too many.
    good: Option<Levels>,
}

impl Seeds {
    /// # Errors
    /// As the survey of the lattice.
    ///
    /// # Cost
    /// The classes of every node, or of two thousand where there are more than four million.
    pub fn new(
        task: &Task<'_>,
        gauges: &[Gauge<'_>; 2],
        limits: &Limits,
        watch: &dyn SearchWatch,
    ) -> Result<Self> {
        if task.lattice.nodes() > MOST_NODES {
            let found = best_effort(
                task,
                &Limits {
                    max_nodes: Some(LOOKED_AT),
                    ..*limits
                },
                0,
                &UnwatchedSearch,
            )?;
            return Ok(Seeds {
                spots: Vec::new(),
                good: found.best.map(|found| found.levels),
            });
        }
        match survey(
            task,
            gauges,
            &Limits {
                max_nodes: None,
                ..*limits
            },
            watch,
        ) {
            Ok(seen) => Ok(Seeds {
                spots: seen.spots,
                good: None,
            }),
            // What is too much for the lattice need not be for partitions.
            Err(error) if error.kind() == ErrorKind::Limit => Ok(Seeds {
                spots: Vec::new(),
                good: None,
            }),
            Err(error) => Err(error),
        }
    }

    /// The nodes that achieve most, the best first.
    pub fn of(&self, aspiration: &Aspiration, ties: Ties) -> Vec<Levels> {
        let places: Vec<RatedRelease> = self.spots.iter().map(Spot::place).collect();
        let first = best(&places, aspiration, ties).first().copied();
        let mut order: Vec<usize> = (0..places.len()).filter(|i| Some(*i) != first).collect();
        order.sort_by(|&a, &b| {
            aspiration
                .achievement(places[a].point)
                .total_cmp(&aspiration.achievement(places[b].point))
        });
        let nodes = first
            .into_iter()
            .chain(order)
            .take(SEEDS)
            .map(|i| self.spots[i].levels.clone());
        nodes.chain(self.good.clone()).collect()
    }
}
