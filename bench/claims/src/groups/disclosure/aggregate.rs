//! Privacy and utility in one sum: claims F17 and F18.

use super::made::items;
use super::numbers::{list, mean};
use super::world::{World, at_least, expected};
use crate::claim::Claim;
use crate::value::{Expected, Value};
use equipoise_data::Result;
use equipoise_measure::disclosure::Phi;
use equipoise_search::record::{BestFirst, BranchAndBound, Dinkelbach, Form};

/// What is there even if nothing is shown: else hiding everything always wins (E6).
const BASE: Phi = Phi::Additive { base: 0.1 };

/// Records that are disclosed.
const DISCLOSED: usize = 40;

pub(super) fn run(world: &World) -> Result<Vec<Claim>> {
    let mut claims = work()?;
    claims.extend(matched(world)?);
    Ok(claims)
}

/// F17.
fn work() -> Result<Vec<Claim>> {
    let all = items(300, 7, false)?;
    let (mut rounds, mut aggregate, mut threshold) = (0.0f64, Vec::new(), Vec::new());
    for attributes in 3..=7 {
        let world = all.first(attributes);
        let question = world.disclose(6, world.raw(world.people())?, expected(BASE))?;
        let (mut of_sum, mut of_threshold) = (0.0, 0.0);
        for record in 0..question.records.len() {
            let solved = question.solve_one(
                record,
                &Dinkelbach,
                Form::Aggregate {
                    lambda: 0.01,
                    kappa: 1,
                },
            )?;
            let nodes: f64 = question
                .land(record)
                .heights
                .iter()
                .map(|&h| f64::from(h) + 1.0)
                .product();
            rounds = rounds.max(solved.visited as f64 / nodes);
            of_sum += solved.visited as f64;
            of_threshold += question
                .solve_one(record, &BestFirst, at_least(world.most() as f64 / 2.0))?
                .visited as f64;
        }
        aggregate.push(of_sum / question.records.len() as f64);
        threshold.push(of_threshold / question.records.len() as f64);
    }
    let last = aggregate.len() - 1;
    Ok(vec![
        Claim::impossible(
            "F17",
            format!("3 to 7 attributes: aggregate {} nodes, BTDA at half the heights {}; the first over the second at 7", list(&aggregate), list(&threshold)),
            (Expected::Below(1.0), Expected::Above(1.0)),
            Value::Float(aggregate[last] / threshold[last]),
            "the source finds the maximum of each round in polynomial time; ours looks at every node in it, so that it grows like the number of nodes",
        ),
        Claim::new("F17", "3 to 7 attributes: rounds of the aggregate at most", Expected::Below(5.5), Value::Float(rounds))
            .corrected("the source halves an interval; with the sum of the best node so far as the next bound it takes few rounds, whatever the number of attributes"),
    ])
}

/// Weights of privacy, from where hardly anything is hidden to where most is.
const LAMBDAS: [f64; 4] = [0.1, 1.0, 10.0, 100.0];

/// F18. No attribute may be hidden wholly: else each record is either raw or hidden (E7).
fn matched(world: &World) -> Result<Vec<Claim>> {
    let below_top: Vec<usize> = world.hierarchies.iter().map(|h| h.height() - 1).collect();
    let question = world.disclose_up_to(
        DISCLOSED,
        world.raw(world.people())?,
        expected(BASE),
        &below_top,
    )?;
    let line = |lambda: f64| {
        let (mut sum, mut least, mut utility, mut between) =
            (Vec::new(), Vec::new(), Vec::new(), 0);
        for record in 0..question.records.len() {
            let reached = question
                .solve_one(record, &Dinkelbach, Form::Aggregate { lambda, kappa: 1 })?
                .point;
            let best = question
                .solve_one(
                    record,
                    &BranchAndBound { max_nodes: None },
                    at_least(reached.utility),
                )?
                .point;
            let heights = question.land(record).heights;
            between +=
                u64::from(reached.node != heights && reached.node.iter().any(|&step| step > 0));
            sum.push(reached.risk);
            least.push(best.risk);
            utility.push(reached.utility);
        }
        let [sum, least] = [sum, least].map(|risks| {
            let (least, most) = risks
                .iter()
                .fold((f64::INFINITY, 0.0), |(a, b): (f64, f64), &risk| {
                    (a.min(risk), b.max(risk))
                });
            [question.mean(risks), most, least]
        });
        Ok(Claim::new(
            "F18",
            format!(
                "lambda {lambda}, no attribute hidden, {between} of {} records between raw and coarsest, utility {}: mean, max and min risk {} over the least at that utility",
                question.records.len(),
                list(&[mean(&utility)]),
                list(&sum)
            ),
            Expected::printed(&["1.000000", "1.000000", "1.000000"]),
            Value::floats(&[0, 1, 2].map(|at| sum[at] / least[at])),
        )
        .corrected("not only comparable but equal: a node worth as much and less risky would have the larger sum; risks can differ only where a search is not exact"))
    };
    LAMBDAS.into_iter().map(line).collect()
}
