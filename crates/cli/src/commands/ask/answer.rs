//! An answer: a sentence that is always true, and where it comes from.

use super::words::{left_out, levels, loss, loss_of, units, units_out, wrapped};
use crate::say::grouped;
use equipoise_workbench::{Asked, AskedColumn, AskedNode};

/// Ties that are named.
const TIES: usize = 5;

/// The answer without what lies behind it.
pub(super) fn text(asked: &Asked, best: &AskedNode) -> String {
    let mut text = format!("{}\n\n", wrapped(&sentence(asked, best), 0));
    text += &level_table(asked, best);
    text += &format!("\n{}\n", wrapped(&proof(asked, best), 0));
    text + &ties(asked, best)
}

/// What a release at this node would be like. Values are those that were measured, so the sentence
/// is true whatever was wished.
fn sentence(asked: &Asked, best: &AskedNode) -> String {
    let measured = asked.intuition.iter().flat_map(|i| &i.measured);
    let mut clauses: Vec<String> = Vec::new();
    for (model, key, wished, value) in measured {
        clauses.push(match (model.as_str(), value) {
            ("k-anonymity", Some(k)) => shared(asked.persons, k),
            _ => format!("{model} holds with {key} = {wished}"),
        });
    }
    clauses.push(left_out(asked, best));
    let sentence = clauses.join("; ");
    let mut letters = sentence.chars();
    let first = letters.next().map(char::to_uppercase).into_iter().flatten();
    format!("{}.", first.chain(letters).collect::<String>())
}

fn shared(persons: bool, k: &str) -> String {
    let who = if persons {
        "each person in the release shares their"
    } else {
        "each released row shares its"
    };
    match k.parse::<u64>() {
        Ok(k @ 3..) => format!(
            "{who} quasi-identifiers with at least {} others",
            grouped(k - 1)
        ),
        Ok(2) => format!("{who} quasi-identifiers with at least one other"),
        _ if persons => {
            "some persons in the release share their quasi-identifiers with nobody".to_owned()
        }
        _ => "some released rows share their quasi-identifiers with no other".to_owned(),
    }
}

/// A line per quasi-identifier: its level, and how much it still tells.
fn level_table(asked: &Asked, best: &AskedNode) -> String {
    let width = asked
        .columns
        .iter()
        .map(|c| c.name.chars().count())
        .max()
        .unwrap_or(0);
    let line = |(column, (name, level)): (&AskedColumn, &(String, u8))| {
        let pad = " ".repeat(width - name.chars().count());
        format!(
            "  {name}{pad}  level {level} of {}  {}\n",
            column.labels.len().saturating_sub(1),
            told(column, *level)
        )
    };
    asked.columns.iter().zip(&best.levels).map(line).collect()
}

/// How much a column tells at a level.
fn told(column: &AskedColumn, level: u8) -> String {
    let values = column.labels.first().copied().unwrap_or(0);
    let labels = column.labels.get(usize::from(level)).copied().unwrap_or(0);
    match (level, labels) {
        (0, 1) => "one value, as it is".to_owned(),
        (0, n) => format!("{} values, as they are", grouped(n)),
        (_, 0 | 1) => "all alike: it tells nothing any more".to_owned(),
        (_, n) => format!("{} groups for {} values", grouped(n), grouped(values)),
    }
}

/// How good the node is, and whether that is sure.
fn proof(asked: &Asked, best: &AskedNode) -> String {
    let measure = match asked.by.as_str() {
        "height" => format!("height {}", best.height),
        "suppression" => format!(
            "{} {} left out",
            grouped(units_out(best)),
            units(asked, units_out(best))
        ),
        metric => format!(
            "{metric} {}",
            loss_of(asked, best).map_or_else(String::new, |of| loss(of.value))
        ),
    };
    let sure = if asked.proved {
        format!("proved best of {} nodes", grouped(asked.nodes_total))
    } else {
        format!(
            "best found ({} of {} nodes seen)",
            grouped(asked.nodes_annotated),
            grouped(asked.nodes_total)
        )
    };
    let ties = match asked.ties.len() {
        0 => "",
        1 => ", another one is as good",
        _ => ", others are as good",
    };
    let others = best.losses.iter().filter(|of| of.metric != asked.by);
    let losses: String = others
        .map(|of| format!("; {} {}", of.metric, loss(of.value)))
        .collect();
    let classes = if best.classes == 1 {
        "1 class stays".to_owned()
    } else {
        format!("{} classes stay", grouped(best.classes))
    };
    format!("{measure}: {sure}{ties}{losses}; {classes}.")
}

/// Other nodes that are as good, by what differs.
fn ties(asked: &Asked, best: &AskedNode) -> String {
    let mut text = String::new();
    for tie in asked.ties.iter().take(TIES) {
        let differing = tie
            .levels
            .iter()
            .zip(&best.levels)
            .filter(|(a, b)| a != b)
            .map(|(a, _)| a.clone())
            .collect();
        let differing = AskedNode {
            levels: differing,
            ..tie.clone()
        };
        let out = units_out(tie);
        let told = loss_of(asked, tie).map_or_else(String::new, |of| {
            format!(", {} {}", of.metric, loss(of.value))
        });
        let line = format!(
            "  as good: {}: {} {} left out{told}",
            levels(&differing),
            grouped(out),
            units(asked, out)
        );
        text += &format!("{}\n", wrapped(&line, 11));
    }
    match asked.ties.len() {
        0..=TIES => text,
        n => text + &format!("  and {} more\n", grouped((n - TIES) as u64)),
    }
}
