//! Models that compare distributions by a distance: t-closeness and (n, t)-closeness.

use super::choices::DistanceChoice;
use super::keys::{ABOVE_0, UNIT, decimal, known, only_for, optional, whole};
use super::model::Model;
use super::target::Target;
use crate::column::ColumnRecipe;
use crate::problems::Problems;
use crate::reader::{Section, column_place};
use equipoise_data::Decimal;

/// The natural logarithm of 2, rounded up: no smoothed distance is larger.
const LN_2: &str = "0.69314718055994530941723212145817656808";

pub(super) fn read_t<'a>(
    problems: &mut Problems<'a>,
    section: &Section<'a>,
    columns: &[ColumnRecipe],
) -> Option<Model> {
    let (target, t, distance) = read_both(problems, section, columns, "t-closeness")?;
    Some(Model::TCloseness {
        column: target.name(),
        t,
        distance,
        others_as_quasi_identifiers: target.others,
    })
}

pub(super) fn read_nt<'a>(
    problems: &mut Problems<'a>,
    section: &Section<'a>,
    columns: &[ColumnRecipe],
) -> Option<Model> {
    let n = whole(problems, section, "n", 1);
    let both = read_both(problems, section, columns, "nt-closeness");
    let (n, (target, t, distance)) = (n?, both?);
    if n == 1 {
        problems.warn(
            section.at("n"),
            "n = 1 protects nothing: every class is large enough",
        );
    }
    Some(Model::NtCloseness {
        column: target.name(),
        n,
        t,
        distance,
        others_as_quasi_identifiers: target.others,
    })
}

/// The keys that both models have.
fn read_both<'a, 'c>(
    problems: &mut Problems<'a>,
    section: &Section<'a>,
    columns: &'c [ColumnRecipe],
    model: &str,
) -> Option<(Target<'c>, Decimal, DistanceChoice)> {
    let t = decimal(problems, section, "t", &UNIT);
    let target = Target::read(problems, section, columns, model);
    let word = problems.word::<DistanceChoice>(section, "distance", &[]);
    if section.get("distance").is_some() && word.is_none() {
        return None;
    }
    let target = target?;
    let distance = match word {
        Some(distance) => {
            check_distance(problems, section, target.column, distance);
            distance
        }
        None => default_distance(target.column),
    };
    let (t, distance) = (t?, read_bandwidth(problems, section, distance)?);
    warn_of_nothing(problems, section, t, distance);
    Some((target, t, distance))
}

fn default_distance(column: &ColumnRecipe) -> DistanceChoice {
    if column.hierarchy.is_some() {
        DistanceChoice::Hierarchical
    } else if column.has_own_order() {
        DistanceChoice::Ordered
    } else {
        DistanceChoice::Equal
    }
}

fn check_distance<'a>(
    problems: &mut Problems<'a>,
    section: &Section<'a>,
    column: &ColumnRecipe,
    distance: DistanceChoice,
) {
    let place = column_place(&column.name);
    let (lacks, hint) = match distance {
        DistanceChoice::Hierarchical if column.hierarchy.is_none() => {
            ("hierarchy", format!("add `hierarchy` to {place}"))
        }
        DistanceChoice::Ordered if column.hierarchy.is_none() && !column.has_own_order() => (
            "order",
            format!("add `order`, a `hierarchy`, or the `type` of its numbers or dates to {place}"),
        ),
        _ => return,
    };
    let message = format!(
        "`distance` in {} is `{distance}`, and column `{}` has no {lacks}",
        section.place, column.name
    );
    problems.add_with(section.at("distance"), message, Some(hint));
}

/// The distance with its bandwidth, which only one of them has.
fn read_bandwidth<'a>(
    problems: &mut Problems<'a>,
    section: &Section<'a>,
    distance: DistanceChoice,
) -> Option<DistanceChoice> {
    if !matches!(distance, DistanceChoice::Smoothed { .. }) {
        only_for(
            problems,
            section,
            "bandwidth",
            "the distance `smoothed`",
            &format!("`{distance}`"),
        );
        return Some(distance);
    }
    if section.get("bandwidth").is_none() {
        return Some(DistanceChoice::Smoothed {
            bandwidth: known("0.3"),
        });
    }
    let bandwidth = optional(problems, section, "bandwidth", &ABOVE_0)?;
    if bandwidth > Decimal::ONE {
        let message = format!(
            "bandwidth = {bandwidth} blends every value with all others, so that classes look closer than they are"
        );
        problems.warn(section.at("bandwidth"), message);
    }
    Some(DistanceChoice::Smoothed { bandwidth })
}

fn warn_of_nothing<'a>(
    problems: &mut Problems<'a>,
    section: &Section<'a>,
    t: Decimal,
    distance: DistanceChoice,
) {
    if t == Decimal::ONE {
        problems.warn(
            section.at("t"),
            "t = 1 protects nothing: no class can be further from the table",
        );
    } else if matches!(distance, DistanceChoice::Smoothed { .. }) && t >= known(LN_2) {
        let message =
            format!("t = {t} protects nothing: a smoothed distance is at most ln 2, about 0.693");
        problems.warn(section.at("t"), message);
    }
}
