//! The lattice of a record and what is supermodular on it: claim F26.

use super::made::items;
use super::world::{Question, at_least, expected};
use crate::claim::Claim;
use crate::value::{Expected, Value};
use equipoise_data::{Random, Result};
use equipoise_measure::disclosure::{Phi, Record};
use equipoise_search::record::Exhaustive;
use std::collections::BTreeSet;

/// Items in the dictionary, those that are disclosed, and pairs of nodes for each of them.
const PEOPLE: usize = 300;
const DISCLOSED: usize = 60;
const PAIRS: usize = 300;

pub(super) fn run() -> Result<Vec<Claim>> {
    // Short branches: chains have different lengths.
    let world = items(PEOPLE, 5, true)?;
    let question = world.disclose(
        DISCLOSED,
        world.raw(PEOPLE)?,
        expected(Phi::Additive { base: 0.1 }),
    )?;
    Ok(vec![size(&question)?, supermodular(&question)])
}

fn size(question: &Question<'_>) -> Result<Claim> {
    let (mut wrong, mut least, mut most) = (0, u64::MAX, 0);
    for record in 0..question.records.len() {
        // Labels that stand for the same values are one: sets of values nest, so their sizes tell
        // them apart.
        let labels = |a: usize| {
            let leaf = question.records.leaves[a][record] as usize;
            let size = |level: &equipoise_data::Level| {
                level
                    .of_leaf
                    .iter()
                    .filter(|label| **label == level.of_leaf[leaf])
                    .count()
            };
            question.hierarchies[a]
                .levels
                .iter()
                .map(size)
                .collect::<BTreeSet<usize>>()
                .len() as u64
        };
        let product: u64 = (0..question.hierarchies.len()).map(labels).product();
        let visited = question
            .solve_one(record, &Exhaustive, at_least(0.0))?
            .visited;
        wrong += u64::from(product != visited);
        (least, most) = (least.min(product), most.max(product));
    }
    Ok(Claim::new(
        "F26",
        format!("records with {least} to {most} nodes, short branches among them: those whose number of nodes is not the product of h + 1"),
        Expected::Whole(0),
        Value::Whole(wrong),
    )
    .corrected("E10: a chain of height h has h + 1 elements, and records on short branches have shorter chains"))
}

/// |rho|, sensitivity times a power of utility, and g of the aggregate, for random pairs of nodes.
fn supermodular(question: &Question<'_>) -> Claim {
    let mut random = Random::new(521);
    let mut violations = [0u64; 6];
    for record in 0..question.records.len() {
        let land = question.land(record);
        for _ in 0..PAIRS {
            let mut node = || {
                land.heights
                    .iter()
                    .map(|&h| random.place(usize::from(h) + 1) as u8)
                    .collect::<Vec<u8>>()
            };
            let (x, y) = (node(), node());
            let meet: Vec<u8> = x.iter().zip(&y).map(|(&a, &b)| a.min(b)).collect();
            let join: Vec<u8> = x.iter().zip(&y).map(|(&a, &b)| a.max(b)).collect();
            let alpha = random.below(1000) as f64 / 50.0;
            for (f, violations) in violations.iter_mut().enumerate() {
                let of = |node: &[u8]| function(&land, f, alpha, node);
                let (sum, scale) = (
                    of(&meet) + of(&join) - of(&x) - of(&y),
                    of(&meet).abs() + of(&join).abs() + 1.0,
                );
                *violations += u64::from(sum < -1e-9 * scale);
            }
        }
    }
    Claim::new(
        "F26",
        format!(
            "{} random pairs of nodes: violations of supermodularity of |rho|, sensitivity times utility^0, ^1, ^2, ^3, and g",
            question.records.len() * PAIRS
        ),
        Expected::List(vec![Expected::Whole(0); violations.len()]),
        Value::List(violations.iter().map(|&number| Value::Whole(number)).collect()),
    )
    .corrected("E9: only for a sensitivity that is a sum")
}

fn function(land: &Record<'_>, which: usize, alpha: f64, node: &[u8]) -> f64 {
    let crowd = || land.crowds(node).next().unwrap_or(0) as f64;
    let power = |kappa: i32| land.phi(node) * land.utility(node).powi(kappa);
    match which {
        0 => crowd(),
        1..=4 => power(which as i32 - 1),
        _ => crowd() + power(1) - alpha * land.phi(node),
    }
}
