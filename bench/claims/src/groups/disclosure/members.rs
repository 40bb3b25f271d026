//! The case study with members of a retailer: claims F6 to F9.

use super::made::{BIRTH, CITY, INCOME, RACE, members};
use super::visited::for_each;
use super::world::{Question, at_least, expected};
use super::{falling, list, rising};
use crate::claim::Claim;
use crate::value::{Expected, Value};
use equipoise_data::Result;
use equipoise_measure::disclosure::{Consistency, Phi};
use equipoise_search::record::{BranchAndBound, Exhaustive, Form, RecordMethod};

/// People of the census, and those of them who are members.
const PEOPLE: usize = 3_000;
const MEMBERS: usize = 200;

/// What a raw member is worth.
const MOST: usize = 13;

/// The census knows city, race and the year of birth, and nothing of incomes.
pub(super) fn run() -> Result<Vec<Claim>> {
    let world = members(PEOPLE)?;
    let level = |a: usize, _: usize| match a {
        CITY | RACE => Some(0),
        BIRTH => Some(2),
        _ => None,
    };
    let census = world.dictionary(PEOPLE, Consistency::Compatible, level)?;
    let question = world.disclose(MEMBERS, census, expected(Phi::Multiplicative))?;
    let mut claims = vec![correlation(&question)];
    claims.extend(monotone(&question)?);
    claims.push(bounded(&question)?);
    claims.extend(raw(&question)?);
    Ok(claims)
}

/// F6.
fn correlation(question: &Question<'_>) -> Claim {
    let mut rules: Vec<(f64, f64)> = Vec::new();
    for_each(
        &question
            .hierarchies
            .iter()
            .map(|h| h.height() as u8)
            .collect::<Vec<u8>>(),
        |levels| {
            let shown = question.rule(levels);
            rules.push((
                question.mean(shown.iter().map(|of| of.0)),
                question.mean(shown.iter().map(|of| of.1)),
            ));
        },
    );
    let inversions: usize = rules
        .iter()
        .map(|a| rules.iter().filter(|b| b.1 > a.1 && b.0 < a.0).count())
        .sum();
    Claim::new(
        "F6",
        format!(
            "members, all {} rules, with {inversions} pairs of which the more useful is the less risky: correlation of risk and utility",
            rules.len()
        ),
        Expected::Above(0.7),
        Value::Float(pearson(&rules)),
    )
}

fn pearson(points: &[(f64, f64)]) -> f64 {
    let n = points.len() as f64;
    let (mx, my) = points
        .iter()
        .fold((0.0, 0.0), |(x, y), p| (x + p.0 / n, y + p.1 / n));
    let sums = points.iter().fold((0.0, 0.0, 0.0), |(xy, xx, yy), p| {
        let (x, y) = (p.0 - mx, p.1 - my);
        (xy + x * y, xx + x * x, yy + y * y)
    });
    sums.0 / (sums.1 * sums.2).sqrt()
}

/// F7.
fn monotone(question: &Question<'_>) -> Result<Vec<Claim>> {
    let risks = (0..=MOST)
        .map(|c| question.least_risk(c as f64))
        .collect::<Result<Vec<f64>>>()?;
    // The least risk of the top is the same for all, so that every cap above it can be kept.
    let top = risks[0];
    let caps: Vec<f64> = (0..10).map(|i| top * 2f64.powi(i)).collect();
    let utility = |&cap: &f64| {
        Ok(question
            .solve(Form::MostUtility {
                max_risk: cap * (1.0 + 1e-9),
            })?
            .means(&question.records)
            .1)
    };
    let utilities = caps.iter().map(utility).collect::<Result<Vec<f64>>>()?;
    Ok(vec![
        Claim::new(
            "F7",
            format!(
                "members, U >= 0 to 13: least mean risk {}; steps that go down",
                list(&risks)
            ),
            Expected::Whole(0),
            Value::Whole(falling(&risks)),
        ),
        Claim::new(
            "F7",
            format!(
                "members, risk <= {}: largest mean utility {}; steps that go down",
                list(&caps),
                list(&utilities)
            ),
            Expected::Whole(0),
            Value::Whole(falling(&utilities)),
        ),
    ])
}

/// F8.
fn bounded(question: &Question<'_>) -> Result<Claim> {
    let (mut shares, mut larger) = (Vec::new(), 0);
    for c in (1..MOST).step_by(3) {
        let all = question.solve_by(at_least(c as f64), &RecordMethod::Each(&Exhaustive))?;
        let some = question.solve_by(
            at_least(c as f64),
            &RecordMethod::Each(&BranchAndBound { max_nodes: None }),
        )?;
        larger += some
            .risk
            .iter()
            .zip(&all.risk)
            .filter(|(some, all)| **some > **all * (1.0 + 1e-9))
            .count() as u64;
        shares.push(some.visited as f64 / all.visited as f64);
    }
    let checks =
        std::iter::repeat_n(Expected::Below(1.0), shares.len()).chain([Expected::Whole(0)]);
    Ok(Claim::new(
        "F8",
        "members, U >= 1, 4, 7, 10: the share of all nodes that branch and bound looks at, and records that are then riskier",
        Expected::List(checks.collect()),
        Value::List(
            shares
                .into_iter()
                .map(Value::Float)
                .chain([Value::Whole(larger)])
                .collect(),
        ),
    ))
}

/// F9.
fn raw(question: &Question<'_>) -> Result<Vec<Claim>> {
    let (mut raw, mut shown) = ([const { Vec::new() }; 4], [const { Vec::new() }; 4]);
    for c in 0..=MOST {
        let answer = question.solve(at_least(c as f64))?;
        for a in 0..4 {
            let share = |is: &dyn Fn(u8) -> bool| {
                question.mean(
                    (0..question.records.len()).map(|r| f64::from(u8::from(is(answer.node(r)[a])))),
                )
            };
            raw[a].push(share(&|step| step == 0));
            shown[a].push(share(&|step| {
                usize::from(step) < question.hierarchies[a].height()
            }));
        }
    }
    let number: Vec<f64> = (1..=MOST)
        .step_by(3)
        .map(|c| raw.iter().map(|of| of[c]).sum())
        .collect();
    let first = |a: usize| {
        shown[a]
            .iter()
            .position(|&share| share > 0.5)
            .unwrap_or(MOST) as f64
    };
    let order = [CITY, RACE, BIRTH].map(first);
    Ok(vec![
        Claim::new(
            "F9",
            format!("members, U >= 1, 4, 7, 10, 13: {} attributes are raw in the mean; steps up", list(&number)),
            Expected::Whole(4),
            Value::Whole(rising(&number)),
        )
        .corrected("not from each threshold to the next: to show one attribute more finely another can go up"),
        Claim::new(
            "F9",
            format!(
                "members: most show their income, which is not in the census, from U >= {}; city, race and birth from so much more on",
                first(INCOME)
            ),
            Expected::List(vec![Expected::Above(0.0); 3]),
            Value::floats(&order.map(|of| of - first(INCOME))),
        ),
        Claim::impossible(
            "F9",
            format!("members, U >= 0 to 13: income is raw for {}; at U >= 5", list(&raw[INCOME])),
            (Expected::Above(0.9), Expected::Below(0.9)),
            Value::Float(raw[INCOME][5]),
            "it is nearly everybody at 4, and fewer again above; the census of the source is not public, and the one here was made to be like it",
        ),
        Claim::impossible(
            "F9",
            format!("members, U >= 0 to 13: birth is raw for {}; at U >= 3", list(&raw[BIRTH])),
            (Expected::Above(0.5), Expected::Below(0.5)),
            Value::Float(raw[BIRTH][3]),
            "at 3 the income one level up suffices: it leaves the largest crowd, and its harmonic weight, 0.75 by two or more, is below the 0.5 of a date of birth",
        ),
    ])
}
