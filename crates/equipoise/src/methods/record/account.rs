//! The account of records that were disclosed one by one.

use super::setup::RecordSetup;
use super::solve::RecordSolution;
use crate::prepare::Prepared;
use crate::solution::RecordAccount;
use crate::source::Job;
use equipoise_data::Result;
use equipoise_recipe as recipe;
use equipoise_release::{LEFT_OUT, Published};
use equipoise_report::{
    DepthLine, DictionaryLine, Disclosure, DisclosureFigures, Spreads, quartiles,
};
use equipoise_search::record::{Floored, Form, RecordSolutions, Records, Threshold, evaluate};

/// Sums up risks, utilities and what became of records.
///
/// # Errors
/// None: a solution has a class and a person for each row.
pub(super) fn account(
    job: &Job,
    prepared: &Prepared,
    setup: &RecordSetup<'_>,
    threshold: Threshold,
    solution: &RecordSolution,
    before: &RecordSolutions,
    floored: &Floored,
) -> Result<RecordAccount> {
    let task = setup.task(threshold);
    let values = evaluate(&task, &floored.nodes);
    let mut rows = vec![0u64; values.len()];
    let of_row = floored
        .node_of_row
        .iter()
        .zip(&floored.partition.recoding.class_of_row);
    of_row
        .filter(|(_, class)| **class != LEFT_OUT)
        .for_each(|(&node, _)| rows[node as usize] += 1);
    let spread = |value: &dyn Fn(&(f64, f64, u64)) -> f64| {
        quartiles(values.iter().map(value).zip(rows.iter().copied()).collect())
    };
    let wish = &job.recipe.record;
    let released: u64 = rows.iter().sum();
    let declared = Disclosure {
        asked: asked(&threshold),
        risk: risk(wish).to_owned(),
        utility: utility(wish.utility).to_owned(),
        optimizer: solution.optimizer.to_owned(),
        dictionaries: dictionaries(prepared, setup),
        figures: None,
    };
    let figures = DisclosureFigures {
        proved: solution.answer.proved && !solution.answer.out_of_time,
        bound: setup.bound.0,
        bound_reason: setup.bound.1.clone(),
        before: spreads(before, &setup.records),
        best: spreads(&solution.answer, &setup.records),
        after: Spreads {
            risk: spread(&|v| v.0),
            utility: spread(&|v| v.1),
        },
        least_crowd: values
            .iter()
            .zip(&rows)
            .filter(|(_, rows)| **rows > 0)
            .map(|(v, _)| v.2)
            .min()
            .unwrap_or(0),
        unknown_rows: values
            .iter()
            .zip(&rows)
            .filter(|(v, _)| v.2 == 0)
            .map(|(_, rows)| rows)
            .sum(),
        moved_rows: floored.moved_rows,
        short_rows: floored.short_rows,
        rows: released,
        attributes: depths(prepared, setup, floored, &rows),
    };
    let is_corner =
        matches!(threshold.form, Form::Aggregate { .. }) && is_corner(setup, &solution.answer);
    Ok(RecordAccount {
        declared,
        figures,
        least_class: least_class(prepared, floored)?,
        is_corner,
        out_of_time: solution.answer.out_of_time,
    })
}

fn spreads(answer: &RecordSolutions, records: &Records) -> Spreads {
    let of = |values: &[f64]| {
        quartiles(
            values
                .iter()
                .copied()
                .zip(records.rows.iter().copied())
                .collect(),
        )
    };
    Spreads {
        risk: of(&answer.risk),
        utility: of(&answer.utility),
    }
}

/// Whether every record is at one end of all of its chains, and some could have been in between.
fn is_corner(setup: &RecordSetup<'_>, answer: &RecordSolutions) -> bool {
    let heights = |record: usize| {
        setup
            .attributes
            .iter()
            .zip(&setup.records.leaves)
            .map(move |(a, leaves)| a.chains.of(leaves[record]).len() as u8 - 1)
    };
    let at_end = |record: usize| {
        let node = answer.node(record);
        node.iter().all(|&step| step == 0) || node.iter().copied().eq(heights(record))
    };
    let has_between = |record: usize| heights(record).map(u64::from).sum::<u64>() > 1;
    (0..setup.records.len()).all(at_end) && (0..setup.records.len()).any(has_between)
}

fn dictionaries(prepared: &Prepared, setup: &RecordSetup<'_>) -> Vec<DictionaryLine> {
    let line =
        |(name, dictionary): (&String, &equipoise_measure::disclosure::AdversaryDictionary)| {
            DictionaryLine {
                name: name.clone(),
                people: Some(dictionary.units()),
                columns: prepared
                    .quasi_names()
                    .enumerate()
                    .filter(|(a, _)| dictionary.has(*a))
                    .map(|(_, n)| n.to_owned())
                    .collect(),
            }
        };
    setup
        .names
        .iter()
        .zip(&setup.dictionaries)
        .map(line)
        .collect()
}

/// The smallest class of the release, in units of protection.
fn least_class(prepared: &Prepared, floored: &Floored) -> Result<u64> {
    let mut released = Published::of_buckets(&floored.partition.recoding.class_of_row);
    if let Some(persons) = prepared.persons() {
        released = released.with_persons(&persons.codes)?;
    }
    Ok(released.units().into_iter().min().unwrap_or(0))
}

/// Released rows by level of each attribute.
fn depths(
    prepared: &Prepared,
    setup: &RecordSetup<'_>,
    floored: &Floored,
    rows: &[u64],
) -> Vec<DepthLine> {
    let mut lines: Vec<DepthLine> = prepared
        .quasi_names()
        .zip(&setup.levels)
        .map(|(name, (_, high))| DepthLine {
            name: name.to_owned(),
            rows: vec![0; high + 1],
        })
        .collect();
    for ((record, node), rows) in floored.nodes.iter().zip(rows) {
        for (a, line) in lines.iter_mut().enumerate() {
            let step = &setup.attributes[a]
                .chains
                .of(setup.records.leaves[a][*record as usize])[usize::from(node[a])];
            // A value whose branch is short is at the top when its label is.
            let level = if step.is_top {
                setup.hierarchies[a].height()
            } else {
                usize::from(step.level)
            };
            line.rows[level.min(setup.levels[a].1)] += rows;
        }
    }
    lines
}

fn asked(threshold: &Threshold) -> String {
    match threshold.form {
        Form::LeastRisk { min_utility } if threshold.is_share => {
            // Nine digits: a share that was read as 0.29 is 29 %, not 28.999999999999996.
            format!(
                "the least risk such that at least {} % of its utility stays",
                (min_utility * 1e11).round() / 1e9
            )
        }
        Form::LeastRisk { min_utility } => {
            format!("the least risk such that its utility is at least {min_utility}")
        }
        Form::MostUtility { max_risk } => {
            format!("the most utility such that its risk is at most {max_risk}")
        }
        Form::Mix { lambda } => format!("the least risk less {lambda} times its utility"),
        Form::Aggregate { lambda, kappa } => {
            format!("the most of {lambda} over its risk plus its utility to the power of {kappa}")
        }
    }
}

fn risk(wish: &recipe::RecordWish) -> &'static str {
    use recipe::{RecordRisk, Sensitivity};
    match (wish.risk, wish.sensitivity) {
        (RecordRisk::Expected, Sensitivity::Additive) => {
            "Its risk is the sum of the weights of what is shown, over the number of people who fit it."
        }
        (RecordRisk::Expected, Sensitivity::Multiplicative) => {
            "Its risk is e to the sum of the weights of what is shown, over the number of people who fit it."
        }
        (RecordRisk::Identification, _) => "Its risk is one over the number of people who fit it.",
        (RecordRisk::Entropic, _) => {
            "Its risk is the sensitivity of what is shown times the logarithm of all people over those who fit it."
        }
        (RecordRisk::EntropicRaw, _) => {
            "Its risk is the sensitivity of what is shown times the logarithm of one over the people who fit it."
        }
    }
}

fn utility(word: recipe::RecordUtility) -> &'static str {
    match word {
        recipe::RecordUtility::Depth => {
            "Its utility is how far its labels lie below the tops of their hierarchies, summed up."
        }
        recipe::RecordUtility::Leaves => {
            "Its utility is one over the values below each label, summed up."
        }
        recipe::RecordUtility::Information => {
            "Its utility is the logarithm of all values over those below each label, summed up."
        }
        recipe::RecordUtility::XiaoTao => {
            "Its utility is the loss of Xiao and Tao that its labels avoid."
        }
        recipe::RecordUtility::Lm => "Its utility is the loss LM that its labels avoid.",
    }
}
