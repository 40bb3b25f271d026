//! No answer: what would have to give, as three cards. The one that weakens privacy comes last and
//! is never recommended.

use super::words::{left_out, levels, merit, quoted, share, units, units_out, wrapped};
use crate::again::Again;
use crate::say::grouped;
use equipoise::{ModelName, ThresholdKey};
use equipoise_workbench::{
    Asked, AskedNode, AskedSuggestions, AskedThreshold, NoSuggestion, WishTexts,
};

impl Again {
    /// The command with other wishes.
    fn command(&self, wishes: &WishTexts) -> String {
        let words = wishes
            .words()
            .into_iter()
            .flat_map(|(flag, value)| [format!("--{flag}"), value]);
        let words = [self.source.clone()]
            .into_iter()
            .chain(words)
            .chain(self.manner.iter().cloned());
        format!(
            "equipoise {} {}",
            self.command,
            words.map(|w| quoted(&w)).collect::<Vec<_>>().join(" ")
        )
    }
}

/// What was wished, why it cannot be, and the three ways out.
pub(super) fn text(
    asked: &Asked,
    suggestions: &AskedSuggestions,
    wishes: &WishTexts,
    again: &Again,
) -> String {
    let mut text = title(asked, wishes);
    text += &format!(
        "{}\n\nEach of these gives up one wish and keeps the others:\n",
        wrapped(&reason(asked, suggestions), 0)
    );
    for (number, card) in [
        leave_out_more(asked, suggestions, wishes, again),
        coarser(asked, suggestions, wishes, again),
        weaker(asked, suggestions, wishes, again),
    ]
    .into_iter()
    .enumerate()
    {
        text += &format!("\n{}. {card}", number + 1);
    }
    text + &without(asked, suggestions)
}

/// A quiet line: columns without which the wishes are met.
fn without(asked: &Asked, suggestions: &AskedSuggestions) -> String {
    let way =
        |(column, node): &(String, AskedNode)| format!("`{column}` ({})", promised(asked, node));
    let ways: Vec<String> = suggestions.without_column.iter().map(way).collect();
    match &ways[..] {
        [] => String::new(),
        ways => format!(
            "\n{}\n",
            wrapped(
                &format!(
                    "Without column {} your wish is met.",
                    ways.join(", or without ")
                ),
                0
            )
        ),
    }
}

/// That nothing meets the wishes, and what they are.
pub(super) fn title(asked: &Asked, wishes: &WishTexts) -> String {
    let limit = match asked.max_units {
        0 => format!("no {} left out", units(asked, 1)),
        n => format!(
            "at most {} of {} {} left out",
            grouped(n),
            grouped(asked.units),
            units(asked, 2)
        ),
    };
    let mut wished: Vec<String> = asked
        .thresholds
        .iter()
        .map(|(model, key, value)| format!("{model} with {key} = {value}"))
        .collect();
    wished.push(limit);
    for column in &asked.columns {
        let ((finest, coarsest), (low, high)) = (column.levels, column.wished);
        match (low > finest, high < coarsest) {
            (false, false) => {}
            _ if low == high => wished.push(format!("{} at level {low}", column.name)),
            (true, true) => wished.push(format!("{} at level {low} to {high}", column.name)),
            (true, false) => wished.push(format!("{} at level {low} or coarser", column.name)),
            (false, true) => wished.push(format!("{} at level {high} or finer", column.name)),
        }
    }
    let loss = if matches!(asked.by.as_str(), "height" | "suppression") {
        "loss"
    } else {
        &asked.by
    };
    wished.extend(
        wishes
            .max_loss
            .as_ref()
            .map(|most| format!("{loss} at most {most}")),
    );
    wished.extend(
        wishes
            .max_height
            .as_ref()
            .map(|most| format!("height at most {most}")),
    );
    let nothing = if asked.proved {
        "Nothing meets these wishes".to_owned()
    } else {
        let (seen, all) = (grouped(asked.nodes_annotated), grouped(asked.nodes_total));
        format!("Nothing was found yet that meets these wishes ({seen} of {all} nodes seen)")
    };
    format!(
        "{}\n",
        wrapped(&format!("{nothing}: {}.", wished.join("; ")), 2)
    )
}

/// Why nothing does.
fn reason(asked: &Asked, suggestions: &AskedSuggestions) -> String {
    match &suggestions.suppression {
        Ok(node) => {
            let fewest = units_out(node);
            let fewest = format!("{} {}", grouped(fewest), units(asked, fewest));
            // That nothing is within the wishes may be proved where how near one can come is not.
            if asked.nodes_annotated == asked.nodes_total {
                format!("Every node within the other wishes leaves out at least {fewest}.")
            } else {
                format!(
                    "Of the nodes that were seen within the other wishes, the nearest leaves out {fewest}."
                )
            }
        }
        Err(none) => format!("{}.", capital(&none.reason)),
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map(char::to_uppercase)
        .into_iter()
        .flatten()
        .chain(letters)
        .collect()
}

fn leave_out_more(
    asked: &Asked,
    suggestions: &AskedSuggestions,
    wishes: &WishTexts,
    again: &Again,
) -> String {
    let node = match &suggestions.suppression {
        Ok(node) => node,
        Err(why) => return none("Leave out more", why),
    };
    let out = units_out(node);
    let title = format!(
        "Leave out more: {} {} ({}) instead of {}.",
        grouped(out),
        units(asked, out),
        share(out, asked.units),
        grouped(asked.max_units)
    );
    let relaxed = WishTexts {
        max_suppression: Some(out.to_string()),
        ..wishes.clone()
    };
    let then = format!("With {}: {}.", levels(node), promised(asked, node));
    card(&title, &[&then], &again.command(&relaxed))
}

fn coarser(
    asked: &Asked,
    suggestions: &AskedSuggestions,
    wishes: &WishTexts,
    again: &Again,
) -> String {
    let node = match &suggestions.height {
        Ok(node) => node,
        Err(why) => return none("Coarser", why),
    };
    let mut relaxed = wishes.clone();
    let mut moves = Vec::new();
    for (column, (name, level)) in asked.columns.iter().zip(&node.levels) {
        let (_, high) = column.wished;
        if *level > high {
            moves.push(format!("{name} level {high} -> {level}"));
            set(&mut relaxed.max_levels, name, *level);
        }
    }
    if let Some(most) = wishes
        .max_height
        .as_ref()
        .filter(|most| most.parse().is_ok_and(|most: u32| node.height > most))
    {
        moves.push(format!("height {most} -> {}", node.height));
        relaxed.max_height = Some(node.height.to_string());
    }
    let title = wrapped(&format!("Coarser: {}.", moves.join(", ")), 3);
    let then = format!("With {}: {}.", levels(node), promised(asked, node));
    card(&title, &[&then], &again.command(&relaxed))
}

/// Sets the level of a column, once.
fn set(levels: &mut Vec<String>, column: &str, level: u8) {
    levels.retain(|text| text.rsplit_once('=').is_none_or(|(name, _)| name != column));
    levels.push(format!("{column}={level}"));
}

fn weaker(
    asked: &Asked,
    suggestions: &AskedSuggestions,
    wishes: &WishTexts,
    again: &Again,
) -> String {
    let first = match &suggestions.threshold {
        Ok(threshold) => threshold,
        Err(why) => return none("Weaker privacy", why),
    };
    let mut text = String::new();
    for (i, relaxed) in std::iter::once(first)
        .chain(&suggestions.other_thresholds)
        .enumerate()
    {
        let (title, then) = (
            instead(relaxed),
            format!(
                "With {}: {}.",
                levels(&relaxed.node),
                promised(asked, &relaxed.node)
            ),
        );
        let command = again.command(&with_threshold(asked, wishes, relaxed));
        text += &match i {
            0 => {
                let weakens = "This promises less to the people in the table. Write down why before you choose it.";
                card(
                    &format!("Weaker privacy: {title}."),
                    &[&then, weakens],
                    &command,
                )
            }
            _ => format!("   {}", card(&format!("Or {title}."), &[&then], &command)),
        };
    }
    text
}

/// What the threshold would be, and what it was. k has a risk that everybody understands.
fn instead(relaxed: &AskedThreshold) -> String {
    let AskedThreshold {
        model,
        column,
        key,
        asked,
        value,
        ..
    } = relaxed;
    match (model.as_str(), asked.parse::<f64>(), value.parse::<f64>()) {
        ("k-anonymity", Ok(before), Ok(after)) => {
            format!(
                "k = {value} instead of {asked}; highest risk {} -> {}",
                risk(before),
                risk(after)
            )
        }
        _ => {
            let of = column
                .as_ref()
                .map_or_else(String::new, |c| format!(" of `{c}`"));
            format!("{model}{of} with {key} = {value} instead of {asked}")
        }
    }
}

/// The highest risk under k-anonymity: to be one of k.
fn risk(k: f64) -> String {
    match 100.0 / k {
        percent if percent < 0.1 => "less than 0.1 %".to_owned(),
        percent if percent < 1.0 => format!("{percent:.1} %"),
        percent => format!("{percent:.0} %"),
    }
}

/// The wishes with one threshold in place of what was said of it.
fn with_threshold(asked: &Asked, wishes: &WishTexts, relaxed: &AskedThreshold) -> WishTexts {
    let AskedThreshold {
        model,
        column,
        detail,
        key,
        value,
        ..
    } = relaxed;
    let mut wishes = wishes.clone();
    let is_it = |text: &String| {
        let mut parts = text
            .rsplit_once('=')
            .map_or(text.as_str(), |t| t.0)
            .splitn(3, ':');
        let (m, c, d) = (parts.next(), parts.next(), parts.next());
        m == Some(model.as_str())
            && (c.is_none() || c == column.as_deref())
            && (d.is_none() || d == detail.as_deref())
    };
    wishes.thresholds.retain(|text| !is_it(text));
    let several = asked
        .thresholds
        .iter()
        .filter(|(name, k, _)| k == key.as_str() && names(name, model.as_str(), column.as_deref()))
        .count()
        > 1;
    let is_of = |text: &String| {
        text.rsplit_once('=')
            .is_some_and(|(name, _)| Some(name) == column.as_deref())
    };
    match (model, key, column) {
        (ModelName::KAnonymity, ..) => wishes.k = Some(value.clone()),
        (ModelName::LDiversity, ThresholdKey::L, Some(column)) if !several => {
            wishes.l.retain(|text| !is_of(text));
            wishes.l.push(format!("{column}={value}"));
        }
        (ModelName::TCloseness, ThresholdKey::T, Some(column)) if !several => {
            wishes.t.retain(|text| !is_of(text));
            wishes.t.push(format!("{column}={value}"));
        }
        _ => {
            let parts = [Some(model.as_str()), column.as_deref(), detail.as_deref()];
            let name = parts.into_iter().flatten().collect::<Vec<_>>().join(":");
            wishes.thresholds.push(format!("{name}={value}"));
        }
    }
    wishes
}

/// Whether a name such as `t-closeness of occupation` is that of a model and its column.
fn names(name: &str, model: &str, column: Option<&str>) -> bool {
    name.strip_prefix(model).is_some_and(|rest| match column {
        Some(column) => rest == format!(" of `{column}`"),
        None => rest.is_empty(),
    })
}

/// What a node would come to.
fn promised(asked: &Asked, node: &AskedNode) -> String {
    format!("{}; {}", left_out(asked, node), merit(asked, node))
}

fn card(title: &str, lines: &[&str], command: &str) -> String {
    let lines: String = lines
        .iter()
        .map(|line| format!("   {}\n", wrapped(line, 3)))
        .collect();
    format!("{title}\n{lines}   > {command}\n")
}

fn none(title: &str, why: &NoSuggestion) -> String {
    let known = if why.proved {
        "there is no such way; "
    } else {
        ""
    };
    format!(
        "{}\n",
        wrapped(&format!("{title}: {known}{}.", why.reason), 3)
    )
}
