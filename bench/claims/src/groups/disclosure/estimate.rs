//! The own table in place of the attacker's dictionary: claim F5.

use super::world::{SUM, World, expected};
use super::{list, mean, rising};
use crate::claim::Claim;
use crate::value::{Expected, Value};
use equipoise_data::{Levels, Random, Result};
use equipoise_measure::disclosure::{
    AdversaryDictionary, Consistency, Entry, KnownValue, precedes,
};

/// The attacker knows so many times as many people as are disclosed.
const TIMES: [usize; 5] = [1, 2, 3, 4, 6];

/// Random rules for each of these.
const RULES: usize = 20;

pub(super) fn run(world: &World) -> Result<Vec<Claim>> {
    let mut claims = bound(world)?;
    claims.push(covered()?);
    Ok(claims)
}

fn bound(world: &World) -> Result<Vec<Claim>> {
    let own = world.people() / TIMES[TIMES.len() - 1];
    // The attacker knows some attributes of some people less exactly.
    let mut random = Random::new(33);
    let level = |random: &mut Random, a: usize| {
        if random.below(100) < 30 {
            random.place(world.hierarchies[a].height() + 1)
        } else {
            0
        }
    };
    let vague: Vec<Vec<usize>> = (0..world.codes.len())
        .map(|a| (0..world.people()).map(|_| level(&mut random, a)).collect())
        .collect();
    let estimate = world.dictionary(own, Consistency::Compatible, |_, _| Some(0))?;
    let rules: Vec<Levels> = (0..RULES)
        .map(|_| {
            world
                .hierarchies
                .iter()
                .map(|h| random.place(h.height() + 1) as u8)
                .collect()
        })
        .collect();
    let means = |dictionary: AdversaryDictionary| {
        let question = world.disclose(own, dictionary, expected(SUM))?;
        Ok(rules
            .iter()
            .map(|levels| question.mean(question.rule(levels).into_iter().map(|of| of.0)))
            .collect::<Vec<f64>>())
    };
    let estimated = means(estimate.clone())?;
    let (mut below, mut ratios, mut valid) = (0, Vec::new(), true);
    for times in TIMES {
        let known = world.dictionary(own * times, Consistency::Compatible, |a, row| {
            Some(vague[a][row])
        })?;
        valid &= is_in_order(world, own, &vague, own * times);
        let known = means(known)?;
        let points: Vec<(f64, f64)> = estimated
            .iter()
            .copied()
            .zip(known)
            .filter(|(_, known)| *known > 0.0)
            .collect();
        below += points
            .iter()
            .filter(|(estimated, known)| *estimated < known * (1.0 - 1e-12))
            .count() as u64;
        ratios.push(mean(
            &points
                .iter()
                .map(|(estimated, known)| estimated / known)
                .collect::<Vec<_>>(),
        ));
    }
    let by =
        "true dictionary with 1, 2, 3, 4 and 6 times as many people, partly known less exactly";
    Ok(vec![
        Claim::new(
            "F5",
            format!(
                "{by}: the order of dictionaries that the theorem asks for is there, and so many of {} points lie under y = x",
                TIMES.len() * RULES
            ),
            Expected::List(vec![Expected::Flag(true), Expected::Whole(0)]),
            Value::List(vec![Value::Flag(valid), Value::Whole(below)]),
        )
        .corrected("E3: entries that are less exact than what is shown fit it (compatible)"),
        Claim::new(
            "F5",
            format!("{by}: estimated over true risk, mean of {RULES} rules: {}; so many of 4 steps go up", list(&ratios)),
            Expected::Whole(4),
            Value::Whole(rising(&ratios)),
        ),
    ])
}

/// Whether the own table precedes what the attacker knows, person by person.
fn is_in_order(world: &World, own: usize, levels: &[Vec<usize>], people: usize) -> bool {
    let ids: Vec<String> = (0..people).map(|row| row.to_string()).collect();
    let of_row = |row: usize, level: &dyn Fn(usize) -> usize| {
        (0..world.codes.len())
            .map(|a| world.known(a, row, level(a)))
            .collect::<Vec<KnownValue>>()
    };
    let estimate: Vec<Vec<KnownValue>> = (0..own).map(|row| of_row(row, &|_| 0)).collect();
    let attacker: Vec<Vec<KnownValue>> = (0..people)
        .map(|row| of_row(row, &|a| levels[a][row]))
        .collect();
    precedes(&entries(&ids, &estimate), &entries(&ids, &attacker))
}

fn entries<'a>(ids: &'a [String], known: &'a [Vec<KnownValue>]) -> Vec<Entry<'a>> {
    known
        .iter()
        .zip(ids)
        .map(|(known, id)| Entry {
            id,
            known: known.iter().collect(),
        })
        .collect()
}

/// E3: what the theorem says is not so where entries must lie below what is shown, as in the
/// source's fifth chapter. Two people of Lafayette, of whom the attacker knows one by the state
/// only.
fn covered() -> Result<Claim> {
    let line = |city: &str| {
        ["Indiana", "*"]
            .iter()
            .fold(vec![city.to_owned()], |line, label| {
                [line, vec![(*label).to_owned()]].concat()
            })
    };
    let world = World::new(
        vec![vec![line("Lafayette"), line("Dayton")]],
        vec![1.0],
        vec![vec![0, 0]],
    )?;
    let risk = |consistency: Consistency, vague: usize| {
        let dictionary = world.dictionary(2, consistency, |_, row| {
            Some(if row == 1 { vague } else { 0 })
        })?;
        Ok::<f64, equipoise_data::Error>(
            world.disclose(1, dictionary, expected(SUM))?.rule(&[0])[0].0,
        )
    };
    let (estimated, known) = (
        risk(Consistency::Covered, 0)?,
        risk(Consistency::Covered, 1)?,
    );
    let (of_compatible, as_known) = (
        risk(Consistency::Compatible, 0)?,
        risk(Consistency::Compatible, 1)?,
    );
    Ok(Claim::impossible(
        "F5",
        format!(
            "two of Lafayette, one known as of Indiana: estimated {estimated} and true {known} where entries lie below what is shown, {of_compatible} and {as_known} where they may lie above; the first estimate is no less than the truth"
        ),
        (Expected::Flag(true), Expected::Flag(false)),
        Value::Flag(estimated >= known),
        "E3: the proof keeps entries that become less exact, which the definition of the fifth chapter drops",
    ))
}
