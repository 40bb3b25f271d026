//! Models about the people behind the table: uniqueness, average risk, k-map, delta-presence.

use super::choices::{MapPopulation, SamplingChoice, UniquenessEstimator};
use super::keys::{
    INNER_SHARE, SHARE, SHARE_ABOVE_0, decimal, known, optional, require, whole, word_or,
};
use super::model::Model;
use crate::problems::Problems;
use crate::reader::Section;
use equipoise_data::Decimal;

pub(super) fn read_sample_uniqueness<'a>(
    problems: &mut Problems<'a>,
    section: &Section<'a>,
) -> Option<Model> {
    let threshold = decimal(problems, section, "threshold", &SHARE)?;
    warn_of_everything(problems, section, threshold);
    Some(Model::SampleUniqueness { threshold })
}

pub(super) fn read_average_risk<'a>(
    problems: &mut Problems<'a>,
    section: &Section<'a>,
) -> Option<Model> {
    let threshold = decimal(problems, section, "threshold", &SHARE_ABOVE_0)?;
    warn_of_everything(problems, section, threshold);
    Some(Model::AverageRisk { threshold })
}

pub(super) fn read_uniqueness<'a>(
    problems: &mut Problems<'a>,
    section: &Section<'a>,
) -> Option<Model> {
    let threshold = decimal(problems, section, "threshold", &SHARE);
    let estimator = word_or(problems, section, "estimator", UniquenessEstimator::Dankar);
    let sampling = read_sampling(problems, section);
    let (threshold, estimator, sampling) = (threshold?, estimator?, sampling?);
    warn_of_everything(problems, section, threshold);
    Some(Model::PopulationUniqueness {
        threshold,
        estimator,
        sampling,
    })
}

fn warn_of_everything<'a>(problems: &mut Problems<'a>, section: &Section<'a>, threshold: Decimal) {
    if threshold == Decimal::ONE {
        problems.warn(
            section.at("threshold"),
            "threshold = 1 protects nothing: every table meets it",
        );
    }
}

/// How large the population is, said in exactly one of two ways.
fn read_sampling<'a>(problems: &mut Problems<'a>, section: &Section<'a>) -> Option<SamplingChoice> {
    let fraction = optional(problems, section, "sampling-fraction", &INNER_SHARE);
    let size = problems.whole(section, "population-size", 1, u64::MAX);
    match (
        section.get("sampling-fraction").is_some(),
        section.get("population-size").is_some(),
    ) {
        (true, false) => fraction.map(SamplingChoice::Fraction),
        (false, true) => size.map(SamplingChoice::PopulationSize),
        (true, true) => {
            let message = format!(
                "{} has both `sampling-fraction` and `population-size`; it must have exactly one",
                section.place
            );
            problems.add(
                section
                    .at("population-size")
                    .max(section.at("sampling-fraction")),
                message,
            );
            None
        }
        (false, false) => {
            let message = format!(
                "{} has neither `sampling-fraction` nor `population-size`; it must have exactly one",
                section.place
            );
            let hint = "they say how many people the table was drawn from: `sampling-fraction = 0.01` is one in a hundred";
            problems.add_with(section.at, message, Some(hint.to_owned()));
            None
        }
    }
}

pub(super) fn read_k_map<'a>(problems: &mut Problems<'a>, section: &Section<'a>) -> Option<Model> {
    let k = whole(problems, section, "k", 1);
    let population = match (
        section.get("population").is_some(),
        section.get("estimator").is_some(),
    ) {
        (true, false) => read_population_file(problems, section),
        (false, true) => read_estimate(problems, section),
        (true, true) => {
            let message = format!(
                "{} has both `population` and `estimator`; it must have exactly one",
                section.place
            );
            problems.add(
                section.at("estimator").max(section.at("population")),
                message,
            );
            None
        }
        (false, false) => {
            let message = format!(
                "{} has neither `population` nor `estimator`; it must have exactly one",
                section.place
            );
            let hint = "`population` names a file of the people the table was drawn from; `estimator` guesses their number from the table";
            problems.add_with(section.at, message, Some(hint.to_owned()));
            None
        }
    };
    let (k, population) = (k?, population?);
    if k == 1 {
        problems.warn(
            section.at("k"),
            "k = 1 protects nothing: whoever is in the table is in the population",
        );
    }
    Some(Model::KMap { k, population })
}

/// A file is counted, so the keys of estimates are mistakes: they would change nothing.
fn read_population_file<'a>(
    problems: &mut Problems<'a>,
    section: &Section<'a>,
) -> Option<MapPopulation> {
    for key in ["sampling-fraction", "population-size", "significance"]
        .into_iter()
        .filter(|key| section.get(key).is_some())
    {
        let message = format!(
            "`{key}` in {} is for estimates, and `population` names a file that is counted",
            section.place
        );
        problems.add(section.at(key), message);
    }
    problems
        .filled(section, "population")
        .map(MapPopulation::File)
}

fn read_estimate<'a>(problems: &mut Problems<'a>, section: &Section<'a>) -> Option<MapPopulation> {
    let estimator = problems.word(section, "estimator", &[]);
    let sampling = read_sampling(problems, section);
    let significance = match section.get("significance") {
        None => Some(known("0.01")),
        Some(_) => optional(problems, section, "significance", &INNER_SHARE),
    };
    Some(MapPopulation::Estimated {
        estimator: estimator?,
        sampling: sampling?,
        significance: significance?,
    })
}

pub(super) fn read_presence<'a>(
    problems: &mut Problems<'a>,
    section: &Section<'a>,
) -> Option<Model> {
    require(problems, section, "population");
    let population = problems.filled(section, "population");
    let min = match section.get("min") {
        None => Some(Decimal::ZERO),
        Some(_) => optional(problems, section, "min", &SHARE),
    };
    let max = decimal(problems, section, "max", &SHARE_ABOVE_0);
    let (population, min, max) = (population?, min?, max?);
    if min > max {
        let message = format!(
            "`min` in {} is {min} and `max` is {max}; the minimum is above the maximum",
            section.place
        );
        problems.add(section.at("min"), message);
        return None;
    }
    if min.is_zero() && max == Decimal::ONE {
        problems.warn(
            section.at("max"),
            "min = 0 with max = 1 protects nothing: every table meets it",
        );
    }
    Some(Model::DeltaPresence {
        population,
        min,
        max,
    })
}
