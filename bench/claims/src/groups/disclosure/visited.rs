//! Nodes that the searches look at: claims F10 to F12 and F14. The source measures time.

use super::made::items;
use super::numbers::{falling, list, rising};
use super::world::{Question, SUM, World, at_least, expected, solve};
use crate::claim::Claim;
use crate::value::{Expected, Value};
use equipoise_data::Result;
use equipoise_measure::disclosure::Record;
use equipoise_search::record::{
    Aruba, BestFirst, BranchAndBound, Form, Genetic, Landscape, Neighbourhood, Optimizer,
};
use std::cell::Cell;

const CUBE: Aruba = Aruba {
    neighbourhood: Neighbourhood::Cube,
};
const EXCHANGE: Aruba = Aruba {
    neighbourhood: Neighbourhood::Exchange,
};

/// Items in the dictionary, and those that are disclosed.
const PEOPLE: usize = 400;
const DISCLOSED: usize = 8;

/// Numbers of attributes.
const FEWEST: usize = 3;
const MOST: usize = 10;

/// Cubes have 3^attributes nodes.
const MOST_OF_CUBES: usize = 7;

pub(super) fn run() -> Result<Vec<Claim>> {
    let all = items(PEOPLE, MOST, false)?;
    let six = all.first(6);
    let mut claims = vec![frontier(&disclose(&six)?, &six)?];
    claims.extend(by_threshold(&six)?);
    claims.extend(by_attributes(&all)?);
    Ok(claims)
}

fn disclose(world: &World) -> Result<Question<'_>> {
    world.disclose(DISCLOSED, world.raw(PEOPLE)?, expected(SUM))
}

/// What a search takes, per record.
#[derive(Default)]
struct Work {
    /// Nodes visited, as the source counts them.
    visited: f64,
    /// Risks that were worked out; a risk is what takes time, because people are counted for it.
    risks: f64,
}

fn work(question: &Question<'_>, optimizer: &dyn Optimizer, c: f64) -> Result<Work> {
    let mut work = Work::default();
    let records = question.records.len() as f64;
    for record in 0..question.records.len() {
        let land = Counted {
            land: question.land(record),
            risks: Cell::new(0),
        };
        let solved = solve(optimizer, &land, at_least(c))?;
        work.visited += solved.visited as f64 / records;
        work.risks += land.risks.get() as f64 / records;
    }
    Ok(work)
}

/// Counts how often a risk is asked for.
struct Counted<'a> {
    land: Record<'a>,
    risks: Cell<u64>,
}

impl Landscape for Counted<'_> {
    fn heights(&self) -> &[u8] {
        &self.land.heights
    }

    fn utility(&self, node: &[u8]) -> f64 {
        self.land.utility(node)
    }

    fn risk(&self, node: &[u8]) -> f64 {
        self.risks.set(self.risks.get() + 1);
        self.land.risk(node)
    }
}

/// F10: nodes that are worth enough with a generalization that is not, by enumeration.
fn frontier(question: &Question<'_>, world: &World) -> Result<Claim> {
    let land = question.land(0);
    let shares: Vec<f64> = (0..=world.most())
        .map(|c| frontier_share(&land, &at_least(c as f64)))
        .collect();
    let peak = (0..shares.len())
        .max_by(|&a, &b| shares[a].total_cmp(&shares[b]))
        .unwrap_or(0);
    let wrong = falling(&shares[..=peak]) + rising(&shares[peak..]);
    Ok(Claim::new(
        "F10",
        format!(
            "six attributes, c = 0 to {}: shares of nodes on the frontier {}; steps against the hump, first and last share",
            world.most(),
            list(&shares)
        ),
        Expected::List(vec![
            Expected::Whole(0),
            Expected::Below(1e-3),
            Expected::Below(1e-3),
        ]),
        Value::List(vec![
            Value::Whole(wrong),
            Value::Float(shares[0]),
            Value::Float(shares[world.most()]),
        ]),
    ))
}

fn frontier_share(land: &Record<'_>, form: &Form) -> f64 {
    let is_enough = |node: &[u8]| form.is_enough(land.utility(node));
    let (mut on, mut all) = (0, 0);
    for_each(&land.heights, |node| {
        all += 1;
        let mut above = node.to_vec();
        let has_less = (0..node.len()).any(|a| {
            if node[a] == land.heights[a] {
                return false;
            }
            above[a] += 1;
            let enough = is_enough(&above);
            above[a] -= 1;
            !enough
        });
        on += u64::from(is_enough(node) && has_less);
    });
    on as f64 / all as f64
}

/// Calls `visit` with every node of a box.
pub(super) fn for_each(heights: &[u8], mut visit: impl FnMut(&[u8])) {
    let mut node = vec![0; heights.len()];
    loop {
        visit(&node);
        let Some(a) = (0..node.len()).rfind(|&a| node[a] < heights[a]) else {
            return;
        };
        node[a] += 1;
        node[a + 1..].fill(0);
    }
}

/// F11.
fn by_threshold(world: &World) -> Result<Vec<Claim>> {
    let question = disclose(world)?;
    let thresholds: Vec<f64> = (1..world.most()).step_by(2).map(|c| c as f64).collect();
    let of = |optimizer: &dyn Optimizer| {
        thresholds
            .iter()
            .map(|&c| work(&question, optimizer, c))
            .collect::<Result<Vec<Work>>>()
    };
    let (best_first, cube, exchange) = (of(&BestFirst)?, of(&CUBE)?, of(&EXCHANGE)?);
    let by = format!("six attributes, c = {}", list(&thresholds));
    let last = thresholds.len() - 1;
    let times = over(&risks(&best_first), &risks(&cube));
    Ok(vec![
        Claim::new(
            "F11",
            format!(
                "{by}: BTDA visits {} nodes; steps that go down",
                list(&visited(&best_first))
            ),
            Expected::Whole(0),
            Value::Whole(falling(&visited(&best_first))),
        ),
        Claim::new(
            "F11",
            format!(
                "{by}: ARUBA visits {} nodes by cubes, {} by exchanges; at the largest c BTDA visits so many times as many",
                list(&visited(&cube)),
                list(&visited(&exchange))
            ),
            Expected::List(vec![Expected::Above(1.0); 2]),
            Value::floats(
                &[&cube, &exchange].map(|of| best_first[last].visited / of[last].visited),
            ),
        ),
        Claim::new(
            "F11",
            format!(
                "{by}: BTDA works out {} risks, ARUBA by cubes {}; so many times as many",
                list(&risks(&best_first)),
                list(&risks(&cube))
            ),
            // No significant difference where little is asked.
            Expected::List(
                thresholds
                    .iter()
                    .map(|&c| {
                        Expected::Above(if c < world.most() as f64 / 2.0 - 1.0 {
                            0.9
                        } else {
                            1.0
                        })
                    })
                    .collect(),
            ),
            Value::floats(&times),
        )
        .corrected(BY_RISKS),
    ])
}

/// Why the number of nodes does not tell the time.
const BY_RISKS: &str = "by risks that are worked out, for which people are counted, not by nodes: of most nodes that it visits ARUBA asks the utility alone";

/// F12 and F14: c is half of the heights.
fn by_attributes(world: &World) -> Result<Vec<Claim>> {
    let not_probing = Genetic {
        probing: false,
        ..Genetic::default()
    };
    let optimizers: [&dyn Optimizer; 5] = [
        &BestFirst,
        &EXCHANGE,
        &BranchAndBound { max_nodes: None },
        &Genetic::default(),
        &not_probing,
    ];
    let (mut works, mut cubes) = ([const { Vec::new() }; 5], Vec::new());
    for attributes in FEWEST..=MOST {
        let world = world.first(attributes);
        let (question, half) = (disclose(&world)?, world.most() as f64 / 2.0);
        for (optimizer, works) in optimizers.iter().zip(&mut works) {
            works.push(work(&question, *optimizer, half)?);
        }
        if attributes <= MOST_OF_CUBES {
            let nodes: f64 = question
                .land(0)
                .heights
                .iter()
                .map(|&h| f64::from(h) + 1.0)
                .product();
            cubes.push((work(&question, &CUBE, half)?.visited, nodes));
        }
    }
    let [best_first, exchange, bounded, genetic, not_probing] = works;
    let mut claims = frontier_against_best_first(&best_first, &exchange, &cubes);
    claims[0].statement += &format!("; branch and bound visits {}", list(&visited(&bounded)));
    claims.extend(genetic_against_frontier(&exchange, &genetic, &not_probing));
    Ok(claims)
}

fn visited(works: &[Work]) -> Vec<f64> {
    works.iter().map(|work| work.visited).collect()
}

fn risks(works: &[Work]) -> Vec<f64> {
    works.iter().map(|work| work.risks).collect()
}

/// How many times as much each is.
fn over(these: &[f64], those: &[f64]) -> Vec<f64> {
    these
        .iter()
        .zip(those)
        .map(|(this, that)| this / that)
        .collect()
}

/// F12; `cubes` has nodes that are visited, and all nodes.
fn frontier_against_best_first(
    best_first: &[Work],
    exchange: &[Work],
    cubes: &[(f64, f64)],
) -> Vec<Claim> {
    let (of_cubes, all): (Vec<f64>, Vec<f64>) = cubes.iter().copied().unzip();
    vec![
        Claim::new(
            "F12",
            format!(
                "3 to 10 attributes: BTDA works out {} risks, ARUBA {}; so many times as many",
                list(&risks(best_first)),
                list(&risks(exchange))
            ),
            Expected::List(vec![Expected::Above(1.0); best_first.len()]),
            Value::floats(&over(&risks(best_first), &risks(exchange))),
        )
        .corrected(BY_RISKS),
        Claim::impossible(
            "F12",
            format!(
                "3 to 7 attributes: BTDA visits {} nodes, ARUBA by cubes {} of {}; so many times as many",
                list(&visited(best_first)[..cubes.len()]),
                list(&of_cubes),
                list(&all)
            ),
            (
                Expected::List(vec![Expected::Below(1.0); cubes.len()]),
                Expected::List(vec![Expected::Above(1.0); cubes.len()]),
            ),
            Value::floats(&over(&of_cubes, &visited(best_first))),
            "with trees of heights 1 to 5 the cubes around the frontier cover nearly all nodes once there are a few attributes, and BTDA cannot visit more than all",
        ),
    ]
}

/// F14.
fn genetic_against_frontier(
    exchange: &[Work],
    genetic: &[Work],
    not_probing: &[Work],
) -> Vec<Claim> {
    let times = over(&risks(exchange), &risks(genetic));
    vec![
        Claim::new(
            "F14",
            format!(
                "3 to 10 attributes: ARUBA visits {} nodes, genetic {}; ARUBA works out {} times as many risks; at the end, and steps down",
                list(&visited(exchange)),
                list(&visited(genetic)),
                list(&times)
            ),
            Expected::List(vec![Expected::Above(10.0), Expected::Whole(0)]),
            Value::List(vec![
                Value::Float(times[times.len() - 1]),
                Value::Whole(falling(&times)),
            ]),
        ),
        Claim::new(
            "F14",
            format!(
                "3 to 10 attributes: genetic without probing visits {} nodes; so many times as many risks as with it",
                list(&visited(not_probing))
            ),
            Expected::List(vec![Expected::Above(1.0); genetic.len()]),
            Value::floats(&over(&risks(not_probing), &risks(genetic))),
        ),
    ]
}
