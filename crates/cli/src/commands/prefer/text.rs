//! What an aspiration came to, as text.

use crate::say::grouped;
use equipoise::PartitionWalk;
use equipoise_workbench::{PreferAnswer, SessionShown, Walked};

/// A number in four digits behind the point, or fewer where it is large.
pub(super) fn number(value: f64) -> String {
    match value.abs() {
        v if v >= 1e15 => format!("{value:e}"),
        v if v >= 1000.0 => grouped(value.round() as u64),
        v if v >= 100.0 => format!("{value:.1}"),
        _ => format!("{value:.4}"),
    }
}

/// The answer, what is around it, and what lies on the way.
pub(super) fn answer(answer: &PreferAnswer) -> String {
    let Some(found) = &answer.preferred else {
        return "Nothing is within the wishes.\n".to_owned();
    };
    let [first, second] = &answer.aspired.measures;
    let to = answer.aspired.to;
    let models: Vec<String> = answer
        .asked
        .thresholds
        .iter()
        .map(|(model, key, value)| format!("{model} with {key} = {value}"))
        .collect();
    let mut text = format!(
        "Aspired to {first} {} and {second} {}; promised: {}.\n",
        number(to[0]),
        number(to[1]),
        models.join(", ")
    );
    let nodes = grouped(answer.asked.nodes_total);
    let sure = if found.proved {
        format!("Exact over the lattice: of all {nodes} nodes none that keeps the promises")
    } else {
        format!(
            "Best found ({} of {nodes} nodes seen): none of these that keeps the promises",
            grouped(answer.asked.nodes_annotated)
        )
    };
    let (met, how) = if answer.is_within(&found.best) {
        ("Both aspirations are met.", "goes further beyond them")
    } else {
        ("Not both aspirations are met.", "comes closer")
    };
    text += &format!("{met} {sure} {how}.\n\n");
    text += &line(answer, "answer", &found.best);
    if let Some(from) = answer.aspired.from {
        text += &format!(
            "\nOn the way from {first} {} and {second} {}, in {} steps:\n",
            number(from[0]),
            number(from[1]),
            answer.aspired.steps
        );
        for (i, walked) in found.walked.iter().enumerate() {
            text += &line(answer, &(i + 1).to_string(), walked);
        }
    }
    let nodes = match answer.front.len() {
        1 => "1 node is".to_owned(),
        several => format!("{} nodes are", grouped(several as u64)),
    };
    let among = if found.proved {
        "no other"
    } else {
        "no other of those seen"
    };
    text + &format!("\n{nodes} efficient: {among} is as good in both measures and better in one.\n")
}

fn line(answer: &PreferAnswer, name: &str, walked: &Walked) -> String {
    let [first, second] = &answer.aspired.measures;
    let unit = if answer.asked.persons {
        "persons"
    } else {
        "rows"
    };
    let levels: Vec<String> = answer
        .columns
        .iter()
        .zip(&walked.levels)
        .map(|(column, level)| format!("{column} {level}"))
        .collect();
    format!(
        "  {name:>6}  {first} {}  {second} {}  smallest class {}  {} {unit} left out\n          {}\n",
        number(walked.point[0]),
        number(walked.point[1]),
        grouped(walked.least),
        grouped(walked.units),
        levels.join(", ")
    )
}

/// A node by its levels.
pub(super) fn node(shown: &SessionShown, walked: &Walked) -> String {
    let names = shown.current.iter().flatten().map(|(name, _)| name);
    names
        .zip(&walked.levels)
        .map(|(name, level)| format!("{name} {level}"))
        .collect::<Vec<_>>()
        .join(", ")
}

/// Partitions, each with its labels.
pub(super) fn partitions(walk: &PartitionWalk) -> String {
    let [first, second] = &walk.aspired.measures;
    let to = walk.aspired.to;
    let mut text = format!(
        "Aspired to {first} {} and {second} {}, over free partitions; promised: {}.\n",
        number(to[0]),
        number(to[1]),
        walk.promised.join(", ")
    );
    let Some(answer) = walk.found.last() else {
        return text
            + &format!(
                "No partition was found that keeps the promises: {}\n",
                walk.unmet.as_deref().unwrap_or_default()
            );
    };
    let met = if walk.is_within(answer) {
        "Both aspirations are met."
    } else {
        "Not both aspirations are met."
    };
    text += &match answer.proved {
        true => format!("{met} Exact over free partitions: all there are were looked at.\n"),
        false => format!(
            "{met} Best found in {} evaluations; another partition may come closer.\n",
            grouped(walk.evaluations)
        ),
    };
    let unit = if walk.persons { "persons" } else { "rows" };
    for (i, found) in walk.found.iter().enumerate() {
        let name = if i + 1 == walk.found.len() {
            "answer".to_owned()
        } else {
            (i + 1).to_string()
        };
        text += &format!(
            "\n  {name:>6}  {first} {}  {second} {}  smallest class {}  {} {unit} left out\n",
            number(found.point[0]),
            number(found.point[1]),
            grouped(found.least),
            grouped(found.units)
        );
        for of in &found.labels {
            text += &format!("          {}: {}\n", of.column, of.labels.join("  /  "));
        }
    }
    text
}
