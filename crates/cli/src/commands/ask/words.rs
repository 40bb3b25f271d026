//! How numbers and nodes are said.

use crate::say::grouped;
use equipoise_workbench::{Asked, AskedLoss, AskedNode};

/// Lines are no longer than this, where they can be broken.
const WIDTH: usize = 100;

/// What is counted: `row` or `person`, in the right number.
pub(super) fn units(asked: &Asked, n: u64) -> &'static str {
    match (asked.persons, n) {
        (false, 1) => "row",
        (false, _) => "rows",
        (true, 1) => "person",
        (true, _) => "persons",
    }
}

/// The units of protection that a node leaves out.
pub(super) fn units_out(node: &AskedNode) -> u64 {
    node.suppressed_persons.unwrap_or(node.suppressed_rows)
}

/// A share in per cent. Little is never said to be nothing.
pub(super) fn share(part: u64, whole: u64) -> String {
    let percent = 100.0 * part as f64 / whole.max(1) as f64;
    match percent {
        0.0 => "0 %".to_owned(),
        p if p < 0.05 => "less than 0.1 %".to_owned(),
        // Rounding must not turn nearly all into all.
        p if p > 99.95 && part < whole => "more than 99.9 %".to_owned(),
        p => format!("{p:.1} %"),
    }
}

/// Who is left out, as a clause: `1,346 of 30,162 rows (4.5 %) are left out`.
pub(super) fn left_out(asked: &Asked, node: &AskedNode) -> String {
    let verb = |n| if n == 1 { "is" } else { "are" };
    let rows = node.suppressed_rows;
    let rows_of = format!("{} of {} rows", grouped(rows), grouped(asked.rows));
    match node.suppressed_persons {
        _ if rows == 0 => "no row is left out".to_owned(),
        None => format!(
            "{rows_of} ({}) {} left out",
            share(rows, asked.rows),
            verb(rows)
        ),
        Some(persons) => format!(
            "{} of {} persons ({}) {} at least one row, {rows_of} {} left out",
            grouped(persons),
            grouped(asked.units),
            share(persons, asked.units),
            if persons == 1 { "loses" } else { "lose" },
            verb(rows)
        ),
    }
}

/// A loss with as many digits as mean something.
pub(super) fn loss(value: f64) -> String {
    if value.abs() < 1000.0 {
        format!("{value:.6}")
    } else {
        grouped_signed(value)
    }
}

/// A change of a loss, with its sign.
pub(super) fn loss_change(value: f64) -> String {
    if value.abs() < 1000.0 {
        format!("{value:+.4}")
    } else {
        sign(value).to_owned() + grouped_signed(value).trim_start_matches('-')
    }
}

/// A change of a count, with its sign.
pub(super) fn change(value: i64) -> String {
    let sign = match value {
        0 => "",
        _ => sign(value as f64),
    };
    format!("{sign}{}", grouped(value.unsigned_abs()))
}

fn sign(value: f64) -> &'static str {
    if value < 0.0 { "-" } else { "+" }
}

fn grouped_signed(value: f64) -> String {
    format!(
        "{}{}",
        if value < 0.0 { "-" } else { "" },
        grouped(value.abs().round() as u64)
    )
}

/// The levels of a node: `age 3, sex 0`.
pub(super) fn levels(node: &AskedNode) -> String {
    node.levels
        .iter()
        .map(|(name, level)| format!("{name} {level}"))
        .collect::<Vec<_>>()
        .join(", ")
}

/// The loss of a node that was asked by, or else that of the recipe.
pub(super) fn loss_of<'n>(asked: &Asked, node: &'n AskedNode) -> Option<&'n AskedLoss> {
    node.losses
        .iter()
        .find(|of| of.metric == asked.by)
        .or(node.losses.first())
}

/// How good a node is, in a few words: its loss, and its height where that was asked by.
pub(super) fn merit(asked: &Asked, node: &AskedNode) -> String {
    let told = loss_of(asked, node).map_or_else(String::new, |of| {
        format!("{} {}", of.metric, loss(of.value))
    });
    if asked.by == "height" {
        format!("height {}, {told}", node.height)
    } else {
        told
    }
}

/// Text broken between words, each further line with an indent.
pub(super) fn wrapped(text: &str, indent: usize) -> String {
    let words = text.trim_start_matches(' ');
    let mut out = " ".repeat(text.len() - words.len());
    let (mut column, mut is_first) = (out.len(), true);
    for word in words.split(' ') {
        let length = word.chars().count();
        if !is_first && column + 1 + length > WIDTH {
            out += "\n";
            out += &" ".repeat(indent);
            column = indent;
        } else if !is_first {
            out.push(' ');
            column += 1;
        }
        out += word;
        (column, is_first) = (column + length, false);
    }
    out
}

/// A word as a shell takes it.
pub(crate) fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "_-+=.,:/@%\\".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_never_round_something_to_nothing_nor_to_all() {
        assert_eq!(share(0, 30162), "0 %");
        assert_eq!(share(1, 30162), "less than 0.1 %");
        assert_eq!(share(1346, 30162), "4.5 %");
        assert_eq!(share(30161, 30162), "more than 99.9 %");
        assert_eq!(share(30162, 30162), "100.0 %");
        assert_eq!(share(0, 0), "0 %");
    }

    #[test]
    fn changes_have_signs() {
        assert_eq!([change(0), change(1234), change(-5)], ["0", "+1,234", "-5"]);
        assert_eq!(
            [
                loss_change(0.0125),
                loss_change(-0.5),
                loss_change(123_456.0),
                loss_change(-4000.4)
            ],
            ["+0.0125", "-0.5000", "+123,456", "-4,000"]
        );
        assert_eq!([loss(0.25), loss(20_000.6)], ["0.250000", "20,001"]);
    }

    #[test]
    fn words_for_a_shell() {
        assert_eq!(quoted("--max-level=age=1"), "--max-level=age=1");
        assert_eq!(quoted("marital status=2"), "'marital status=2'");
        assert_eq!(quoted("it's"), r"'it'\''s'");
        assert_eq!(quoted(""), "''");
    }

    #[test]
    fn lines_break_between_words() {
        let text = wrapped(&"word ".repeat(50), 4);
        assert!(text.lines().all(|l| l.chars().count() <= WIDTH), "{text}");
        assert!(
            text.lines().skip(1).all(|l| l.starts_with("    word")),
            "{text}"
        );
        assert_eq!(wrapped("  two words", 2), "  two words");
    }
}
