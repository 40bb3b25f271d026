//! The account of a preference, over the lattice or over free partitions.

use super::setup::PreferenceSetup;
use crate::prepare::Prepared;
use crate::solution::PreferenceAccount;
use equipoise_recipe::Over;
use equipoise_report as report;
use equipoise_search::prefer::{BestPartition, RatedRelease, Survey, front};

/// The account of a node of the lattice.
pub(super) fn of_lattice(
    setup: &PreferenceSetup,
    places: &[RatedRelease],
    chosen: usize,
    survey: &Survey,
) -> PreferenceAccount {
    let points: Vec<_> = places.iter().map(|p| p.point).collect();
    let efficient = front(&points).into_iter().map(|i| places[i]).collect();
    let figures = figures(
        setup,
        places[chosen],
        efficient,
        survey.is_complete(),
        survey.nodes_total,
    );
    PreferenceAccount {
        over: Over::Lattice,
        measures: measures(setup),
        figures,
        bits: None,
        runs: Vec::new(),
    }
}

/// The account of a partition.
pub(super) fn of_partition(
    setup: &PreferenceSetup,
    prepared: &Prepared,
    found: &BestPartition,
) -> PreferenceAccount {
    let figures = figures(
        setup,
        found.place,
        found.front.clone(),
        found.proved,
        found.evaluations,
    );
    let runs = prepared
        .quasi_names()
        .map(str::to_owned)
        .zip(found.regions.iter().map(Vec::len))
        .collect();
    PreferenceAccount {
        over: Over::Partitions,
        measures: measures(setup),
        figures,
        bits: Some(found.bits),
        runs,
    }
}

fn measures(setup: &PreferenceSetup) -> [report::AspiredMeasure; 2] {
    let aspired = setup.aspiration.point();
    [0, 1].map(|i| report::AspiredMeasure {
        measure: setup.asked[i],
        asked: aspired[i],
    })
}

fn figures(
    setup: &PreferenceSetup,
    place: RatedRelease,
    efficient: Vec<RatedRelease>,
    proved: bool,
    choices: u64,
) -> report::PreferenceFigures {
    report::PreferenceFigures {
        reached: place.point,
        proved,
        choices,
        achievement: setup.aspiration.achievement(place.point),
        asked_achievement: setup.aspiration.own_achievement(),
        least: place.least,
        efficient: efficient
            .into_iter()
            .map(|p| report::EfficientPoint {
                point: p.point,
                least: p.least,
            })
            .collect(),
    }
}
