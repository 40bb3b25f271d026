//! The similarity attack: claim L5, erratum E7.

use super::setting::{Run, Setting};
use crate::claim::Claim;
use crate::example::distances;
use crate::value::{Expected, Value};
use equipoise_data::Result;
use equipoise_privacy::Distance;

const SAID: &str = "E7: such a group would have all five occupations of its class, and under the probabilistic model each of them as often";

/// `four` is distinct and probabilistic diversity, t-closeness and (n,t)-closeness.
pub(super) fn run(setting: &Setting, four: &[Run; 4]) -> Result<Vec<Claim>> {
    let [distinct, probabilistic, close, large] = four
        .each_ref()
        .map(|run| Value::Whole(exposed(setting, run)));
    let statement =
        |what: &str| format!("rows in groups whose occupations are all of one class, {what}");
    let impossible = |what: &str, said: u64, ours: Value| {
        Claim::impossible(
            "L5",
            statement(what),
            (Expected::Whole(said), Expected::Whole(0)),
            ours,
            SAID,
        )
    };
    let zero =
        |what: &str, ours: Value| Claim::new("L5", statement(what), Expected::Whole(0), ours);
    Ok(vec![
        impossible("distinct 5-diversity", 2_471, distinct),
        impossible("probabilistic 5-diversity", 720, probabilistic),
        zero("k = 5 and 0.15-closeness", close),
        zero("k = 5 and (1000, 0.15)-closeness", large),
        Claim::new(
            "E7",
            "all rows of one class of occupations, the three in turn: distance from the table, which no part of the class undercuts",
            Expected::printed(&["0.604", "0.77", "0.625"]),
            Value::exact(&distances(
                &of_classes(setting),
                setting.reference(),
                Distance::hierarchical(setting.tree()),
            )?),
        ),
    ])
}

/// Rows in classes of the partition whose values have one label in common below the top.
fn exposed(setting: &Setting, run: &Run) -> u64 {
    let label = &setting.tree().levels[1].of_leaf;
    let is_alike = |counts: &Vec<u64>| {
        let mut labels = label
            .iter()
            .zip(counts)
            .filter(|(_, count)| **count > 0)
            .map(|(label, _)| label);
        let first = labels.next();
        labels.all(|label| Some(label) == first)
    };
    setting
        .counts(&run.partition)
        .iter()
        .filter(|counts| is_alike(counts))
        .flatten()
        .sum()
}

/// For each class of occupations the rows of each value in it.
fn of_classes(setting: &Setting) -> Vec<Vec<u64>> {
    let level = &setting.tree().levels[1];
    let within = |class: u32| {
        let rows = setting.reference().iter().zip(&level.of_leaf);
        rows.map(|(&rows, &of)| if of == class { rows } else { 0 })
            .collect()
    };
    (0..level.labels.len() as u32).map(within).collect()
}
