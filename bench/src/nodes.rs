//! All 12,960 nodes of Adult at k = 5: suppressed rows, loss, precision and average class size of
//! each.

use crate::adult::{Adult, Question};
use crate::goal::Goal;
use crate::meter::{Cost, once, warm};
use crate::oracle::Asked;
use crate::row::Row;
use crate::run::{Run, pool};
use equipoise_data::{Error, Result};
use equipoise_measure::{Loss, Metric};
use equipoise_search::{Limits, all_nodes};
use equipoise_testkit::shared::{LatticeRow, lattice_k5};
use std::path::Path;

const NAME: &str = "adult all nodes";
const TWO: &str = "adult all nodes, 2 threads";

/// What is wanted of each node.
struct Node {
    suppressed_rows: u64,
    loss: f64,
    precision: f64,
    aecs: f64,
}

/// The table, and the losses beside the one that the evaluator itself computes.
struct Evaluator<'a> {
    question: Question<'a>,
    precision: Box<dyn Loss>,
    aecs: Box<dyn Loss>,
}

impl<'a> Evaluator<'a> {
    fn new(adult: &'a Adult) -> Result<Evaluator<'a>> {
        let question = Question::new(adult, Asked::K5, Metric::Loss, "0.0")?;
        let least = question.task().panel.least_size();
        let other = |metric| adult.loss(Asked::K5, metric, least);
        Ok(Evaluator {
            precision: other(Metric::Precision)?,
            aecs: other(Metric::Aecs)?,
            question,
        })
    }

    /// Every node, in index order. The further losses come from the same facts.
    fn nodes(&self) -> Result<Vec<Node>> {
        let evaluated = all_nodes(&self.question.task(), &Limits::default())?;
        let mut nodes = Vec::with_capacity(evaluated.len());
        let mut evaluated = evaluated.iter();
        self.question.lattice.for_each(|levels| {
            if let Some((facts, loss)) = evaluated.next() {
                nodes.push(Node {
                    suppressed_rows: facts.suppressed_rows,
                    loss: *loss,
                    precision: self.precision.value(levels, facts),
                    aecs: self.aecs.value(levels, facts),
                });
            }
        });
        Ok(nodes)
    }

    /// How the nodes differ from an exhaustive evaluation made beforehand.
    fn wrong(&self, nodes: &[Node], expected: &[LatticeRow]) -> Vec<String> {
        let differs = |row: &&LatticeRow| {
            let index = self.question.lattice.index(&row.levels) as usize;
            !nodes.get(index).is_some_and(|node| agrees(node, row))
        };
        let all = expected.len();
        let differing = expected.iter().filter(differs).count();
        let mut found = Vec::new();
        if differing > 0 {
            found.push(format!(
                "{differing} of {all} nodes differ from the exhaustive evaluation"
            ));
        }
        if nodes.len() != all {
            found.push(format!(
                "{} nodes were evaluated, should be {all}",
                nodes.len()
            ));
        }
        found
    }
}

/// The evaluation made beforehand has ten decimals, six for the average class size.
fn agrees(node: &Node, row: &LatticeRow) -> bool {
    let close = |a: f64, b: f64, tolerance: f64| (a - b).abs() <= tolerance * b.abs().max(1.0);
    node.suppressed_rows == row.suppressed
        && close(node.loss, row.loss, 1e-9)
        && close(node.precision, row.precision, 1e-9)
        && close(node.aecs, row.aecs, 1e-6)
}

/// Runs the workloads that are asked for.
pub(crate) fn run(run: &mut Run, data: &Path) -> Result<()> {
    if !run.wants(NAME) && !run.wants(TWO) {
        return Ok(());
    }
    let adult = Adult::load(data)?;
    let evaluator = Evaluator::new(&adult)?;
    let expected = lattice_k5().ok_or_else(|| Error::data("lattice_k5.csv.gz is absent"))?;
    if run.wants(NAME) {
        run.add(all(&evaluator, &expected, run)?);
    }
    if run.wants(TWO) && run.machine.cores < 2 {
        run.skip(&format!("{TWO}: the machine has one core"));
    } else if run.wants(TWO) {
        run.add(two_threads(&evaluator, &expected, run.args.repeat)?);
    }
    Ok(())
}

fn all(evaluator: &Evaluator<'_>, expected: &[LatticeRow], run: &Run) -> Result<Row> {
    let (cost, nodes) =
        pool(run.args.threads)?.install(|| warm(run.args.repeat, || evaluator.nodes()));
    let nodes = nodes?;
    let goals = vec![Goal::Cpu {
        measured: cost.cpu_ms,
        below: 500.0,
    }];
    let formed = nodes.len() as u64;
    Ok(Row {
        nodes: Some((formed, formed)),
        goals,
        wrong: evaluator.wrong(&nodes, expected),
        ..Row::new(NAME, cost)
    })
}

/// One thread and two in turn, so that a slow moment of the machine hits both. The figures are
/// those of two.
fn two_threads(evaluator: &Evaluator<'_>, expected: &[LatticeRow], repeat: u16) -> Result<Row> {
    let pools = [pool(1)?, pool(2)?];
    let mut nodes = pools[1].install(|| evaluator.nodes())?;
    let mut best: [Option<Cost>; 2] = [None; 2];
    for _ in 0..repeat {
        for (pool, best) in pools.iter().zip(&mut best) {
            let mut result = Ok(Vec::new());
            let cost = pool.install(|| once(|| result = evaluator.nodes()));
            nodes = result?;
            *best = Some(best.map_or(cost, |b| b.best(cost)));
        }
    }
    let [Some(one), Some(two)] = best else {
        return Err(Error::internal("nothing was measured"));
    };
    let formed = nodes.len() as u64;
    Ok(Row {
        nodes: Some((formed, formed)),
        goals: vec![Goal::two_threads(one.wall_ms, two.wall_ms)],
        wrong: evaluator.wrong(&nodes, expected),
        ..Row::new(TWO, two)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use equipoise_testkit::shared::shared_data;

    #[test]
    fn all_nodes_agree_and_a_wrong_one_is_told() {
        let Some(data) = shared_data() else { return };
        let adult = Adult::load(&data).unwrap();
        let evaluator = Evaluator::new(&adult).unwrap();
        let expected = lattice_k5().unwrap();
        let mut nodes = evaluator.nodes().unwrap();
        assert_eq!(nodes.len(), 12_960);
        assert!(evaluator.wrong(&nodes, &expected).is_empty());
        nodes[7].suppressed_rows += 1;
        nodes[8].loss += 1e-6;
        nodes[9].precision = f64::NAN;
        nodes[10].aecs *= 1.001;
        nodes.pop();
        let wrong = evaluator.wrong(&nodes, &expected);
        assert!(
            wrong.len() == 2 && wrong[0].starts_with("5 of 12960 nodes"),
            "{wrong:?}"
        );
    }
}
