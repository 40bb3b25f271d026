//! All nodes of a lattice, evaluated.

use crate::above;
use crate::evaluate::{Scratch, evaluate};
use crate::key_width::at_width;
use crate::space::{Plan, Space, words};
use crate::visit::visit;
use crate::{Limits, Task};
use equipoise_data::Result;
use equipoise_measure::Facts;
use std::sync::OnceLock;

/// Evaluates every node of the lattice; the results are in index order.
///
/// # Errors
/// Keys wider than 1,024 bits, or a lattice too large for models that look at supersets.
pub fn all_nodes(task: &Task<'_>, limits: &Limits) -> Result<Vec<(Facts, f64)>> {
    above::check(task)?;
    let plan = Plan::new(task);
    Ok(at_width!(words(&plan, limits)?, W => all(&Space::<W>::new(task, plan, limits))))
}

/// Evaluates every node of the lattice, in index order.
fn all<const W: usize>(space: &Space<'_, W>) -> Vec<(Facts, f64)> {
    let lattice = space.task.lattice;
    let results: Vec<OnceLock<(Facts, f64)>> =
        (0..lattice.nodes()).map(|_| OnceLock::new()).collect();
    visit(
        space,
        (0..lattice.nodes()).map(|i| lattice.levels(i)).collect(),
        &|| false,
        &|levels, classes, scratch: &mut Scratch<W>| {
            let _ = results[lattice.index(levels) as usize]
                .set(evaluate(space, levels, classes, scratch));
        },
    );
    results
        .into_iter()
        .map(|r| r.into_inner().expect("every node is visited"))
        .collect()
}
