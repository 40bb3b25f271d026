//! One rule for all records against the best node of each: claims F4 and F23.

use super::numbers::list;
use super::world::{Question, SUM, World, expected};
use crate::claim::Claim;
use crate::value::{Expected, Value};
use equipoise_data::{Error, Levels, Random, Result};
use equipoise_measure::disclosure::{Across, CrowdScratch, Crowds, RiskModel, Risks};
use std::collections::HashMap;

/// Values of k, and how many random rules there are for each: as many as in the source.
const KS: [u32; 7] = [1, 2, 5, 10, 20, 50, 100];
const RULES: usize = 10;

pub(super) fn run(world: &World, name: &str) -> Result<Vec<Claim>> {
    let people = world.people();
    let question = world.disclose(people, world.raw(people)?, expected(SUM))?;
    let mut claims = anonymous_rules(&question, name)?;
    claims.push(threshold_of_k(world, name)?);
    Ok(claims)
}

/// F4.
fn anonymous_rules(question: &Question<'_>, name: &str) -> Result<Vec<Claim>> {
    let mut random = Random::new(32);
    let (mut of_rules, mut of_best, mut riskier) = (Vec::new(), Vec::new(), 0);
    for k in KS {
        let (mut rules, mut best) = (0.0, 0.0);
        for levels in Anonymous::new(question)?.rules(k, RULES, &mut random) {
            let shown = question.rule(&levels);
            let rule = question.mean(shown.iter().map(|of| of.0));
            let least = question.least_risk(worth(&shown)?)?;
            riskier += u64::from(least > rule * (1.0 + 1e-9));
            (rules, best) = (rules + rule / RULES as f64, best + least / RULES as f64);
        }
        of_rules.push(rules);
        of_best.push(best);
    }
    let gaps: Vec<f64> = of_rules
        .iter()
        .zip(&of_best)
        .map(|(rule, best)| rule - best)
        .collect();
    let times: Vec<f64> = of_rules
        .iter()
        .zip(&of_best)
        .map(|(rule, best)| rule / best)
        .collect();
    let largest = gaps.iter().copied().fold(0.0, f64::max);
    let ks = "k = 1, 2, 5, 10, 20, 50, 100";
    Ok(vec![
        Claim::new(
            "F4",
            format!(
                "{name}, {ks}, ten random k-anonymous rules each: {} against {} for the best nodes of equal utility; rules less risky than these",
                list(&of_rules),
                list(&of_best)
            ),
            Expected::Whole(0),
            Value::Whole(riskier),
        ),
        Claim::impossible(
            "F4",
            format!(
                "{name}, {ks}: gaps {}, rules {} times as risky; the last gap over the largest",
                list(&gaps),
                list(&times)
            ),
            (Expected::Printed("1.000"), Expected::Below(1.0)),
            Value::Float(gaps[gaps.len() - 1] / largest),
            "with k as large as the table a rule hides everything, and so does the best node: the gap ends at 0, and shrinks once rules hide most; from k = 2 on the rules are many times as risky for every k",
        ),
    ])
}

/// What a rule is worth: the same for all records, because no branch is short.
pub(super) fn worth(shown: &[(f64, f64, u64)]) -> Result<f64> {
    let (_, worth, _) = *shown
        .first()
        .ok_or_else(|| Error::internal("no record is shown"))?;
    if shown.iter().all(|of| of.1 == worth) {
        Ok(worth)
    } else {
        Err(Error::internal(
            "a rule is not worth the same for all records",
        ))
    }
}

/// Full-domain rules that make a table k-anonymous.
pub(super) struct Anonymous<'a> {
    question: &'a Question<'a>,
    crowds: Crowds,
    scratch: CrowdScratch,
    found: Vec<u32>,
}

impl<'a> Anonymous<'a> {
    /// The dictionary of the question is the table.
    pub(super) fn new(question: &'a Question<'a>) -> Result<Self> {
        Ok(Anonymous {
            question,
            crowds: question.crowds()?,
            scratch: CrowdScratch::default(),
            found: Vec::new(),
        })
    }

    /// The least crowd of any record where all are shown at these levels.
    pub(super) fn least(&mut self, levels: &[u8]) -> u32 {
        self.crowds.at(
            &self.question.hierarchies,
            levels,
            &mut self.scratch,
            &mut self.found,
        );
        self.found.iter().copied().min().unwrap_or(0)
    }

    /// So many random rules, none of which stays k-anonymous with any column a level lower.
    pub(super) fn rules(&mut self, k: u32, number: usize, random: &mut Random) -> Vec<Levels> {
        (0..number).map(|_| self.rule(k, random)).collect()
    }

    fn rule(&mut self, k: u32, random: &mut Random) -> Levels {
        let mut levels: Levels = self
            .question
            .hierarchies
            .iter()
            .map(|h| h.height() as u8)
            .collect();
        let mut open: Vec<usize> = (0..levels.len()).collect();
        while !open.is_empty() {
            let at = random.place(open.len());
            let a = open[at];
            let mut finer = levels.clone();
            finer[a] = finer[a].saturating_sub(1);
            // Once a column cannot go down it never can: classes only become smaller.
            match levels[a] > 0 && self.least(&finer) >= k {
                true => levels = finer,
                false => drop(open.swap_remove(at)),
            }
        }
        levels
    }
}

/// F23: with the table as the dictionary and a constant sensitivity of 1.
fn threshold_of_k(world: &World, name: &str) -> Result<Claim> {
    let people = world.people();
    let risks = Risks {
        phi: SUM,
        model: RiskModel::Identification,
        across: Across::Mean,
    };
    let question = world.disclose(people, world.raw(people)?, risks)?;
    let mut random = Random::new(26);
    let (mut broken, mut keep, mut violate) = (0, 0, 0);
    for _ in 0..RULES {
        let levels: Levels = question
            .hierarchies
            .iter()
            .map(|h| random.place(h.height() + 1) as u8)
            .collect();
        for ((loss, _, _), crowd) in question
            .rule(&levels)
            .into_iter()
            .zip(crowds(&question, &levels))
        {
            for k in 2..=100u64 {
                let bound = 1.0 / k as f64;
                let keeps = crowd >= k;
                *if keeps { &mut keep } else { &mut violate } += 1;
                broken += u64::from(keeps != (loss <= bound));
            }
        }
    }
    Ok(Claim::new(
        "F23",
        format!("{name}, ten random rules, k = 2 to 100, {keep} times in a crowd of k and {violate} times not: losses on the wrong side of c/k"),
        Expected::Whole(0),
        Value::Whole(broken),
    )
    .corrected("E23: crowds are people of the table who fit what is shown, not classes of the released table; for one rule for all they are the same"))
}

/// How many rows show the same as each record, counted by their labels alone.
fn crowds(question: &Question<'_>, levels: &[u8]) -> Vec<u64> {
    let shown = |record: usize| -> Vec<u32> {
        let label = |(a, &level): (usize, &u8)| {
            let leaf = question.records.leaves[a][record];
            question.hierarchies[a].levels[usize::from(level)].of_leaf[leaf as usize]
        };
        levels.iter().enumerate().map(label).collect()
    };
    let mut rows: HashMap<Vec<u32>, u64> = HashMap::new();
    (0..question.records.len()).for_each(|record| {
        *rows.entry(shown(record)).or_default() += question.records.rows[record]
    });
    (0..question.records.len())
        .map(|record| rows[&shown(record)])
        .collect()
}
