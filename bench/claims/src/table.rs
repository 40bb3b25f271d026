//! The lines as an aligned table, no wider than a terminal.

use crate::claim::{Claim, Verdict};
use crate::run::Summary;

/// No line is longer.
const WIDTH: usize = 100;

/// Widths of the columns; two spaces are between them.
const COLUMNS: [usize; 5] = [3, 45, 14, 14, 16];

/// The whole text: heading, lines, a sum.
pub(crate) fn text(claims: &[Claim]) -> String {
    let mut lines = row(["id", "what is claimed", "expected", "ours", "verdict"]);
    lines.push("-".repeat(WIDTH));
    for claim in claims {
        let (expected, ours) = (claim.expected.to_string(), claim.ours.to_string());
        lines.extend(row([
            claim.id,
            &claim.statement,
            &expected,
            &ours,
            word(&claim.verdict),
        ]));
        let reason = claim
            .verdict
            .reason()
            .map(|reason| format!("why: {reason}"))
            .unwrap_or_default();
        let indent = COLUMNS[0] + 2;
        lines.extend(
            wrap(&reason, WIDTH - indent - 3)
                .iter()
                .map(|line| format!("{:indent$}   {line}", "")),
        );
    }
    lines.push("-".repeat(WIDTH));
    lines.push(sum(&Summary::new(claims)));
    lines.join("\n") + "\n"
}

/// What became of a claim, so that a failure catches the eye.
fn word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Holds => "holds",
        Verdict::HoldsCorrected(_) => "holds, corrected",
        Verdict::CannotHold(_) => "cannot hold",
        Verdict::Fails => "FAILS",
    }
}

fn sum(sum: &Summary) -> String {
    let Summary {
        holds,
        corrected,
        impossible,
        fails,
    } = *sum;
    let all = holds + corrected + impossible + fails;
    let lines = if all == 1 { "line" } else { "lines" };
    format!(
        "{all} {lines}: {holds} hold, {corrected} hold when corrected, {impossible} cannot hold as stated, {fails} fail"
    )
}

/// Cells side by side, each wrapped to its column.
fn row(cells: [&str; 5]) -> Vec<String> {
    let wrapped: Vec<Vec<String>> = cells
        .iter()
        .zip(COLUMNS)
        .map(|(cell, width)| wrap(cell, width))
        .collect();
    let height = wrapped.iter().map(Vec::len).max().unwrap_or(0);
    let line = |i: usize| {
        let cell = |column: usize| wrapped[column].get(i).map_or("", String::as_str);
        let padded: Vec<String> = COLUMNS
            .iter()
            .enumerate()
            .map(|(column, &width)| format!("{:<width$}", cell(column)))
            .collect();
        padded.join("  ").trim_end().to_owned()
    };
    (0..height).map(line).collect()
}

/// Breaks a text at spaces so that no line is longer than `width`; a longer word is cut. Line ends
/// stay. Nothing gives no line.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for part in text.lines() {
        let mut line = String::new();
        for word in part.split_whitespace().flat_map(|word| cut(word, width)) {
            if !line.is_empty() && length(&line) + 1 + length(&word) > width {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line += &word;
        }
        lines.push(line);
    }
    lines
}

fn cut(word: &str, width: usize) -> Vec<String> {
    let letters: Vec<char> = word.chars().collect();
    letters
        .chunks(width)
        .map(|part| part.iter().collect())
        .collect()
}

fn length(text: &str) -> usize {
    text.chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::{Expected, Value};

    #[test]
    fn columns_fill_the_width() {
        assert_eq!(
            COLUMNS.iter().sum::<usize>() + 2 * (COLUMNS.len() - 1),
            WIDTH
        );
    }

    #[test]
    fn wraps_at_spaces_and_cuts_what_is_too_long() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("a\nb c", 7), ["a", "b c"]);
        assert_eq!(wrap("abcdefghij k", 4), ["abcd", "efgh", "ij k"]);
        assert!(wrap("", 4).is_empty());
    }

    #[test]
    fn aligned_and_never_wider() {
        let long = "a statement that goes on and on ".repeat(9);
        let claims = [
            Claim::new(
                "L1",
                &*long,
                Expected::printed(&["0.5", "0.25"]),
                Value::floats(&[0.5, 0.25]),
            )
            .corrected(long.clone()),
            Claim::new(
                "L2",
                "one-very-long-word-".repeat(9),
                Expected::Flag(true),
                Value::Flag(false),
            ),
        ];
        let text = text(&claims);
        assert!(
            text.lines()
                .all(|line| line.chars().count() <= WIDTH && line == line.trim_end()),
            "{text}"
        );
        let lines: Vec<&str> = text.lines().collect();
        let at = |line: &str, part: &str| {
            line.find(part)
                .unwrap_or_else(|| panic!("{part} in {line}"))
        };
        assert_eq!(at(lines[0], "expected"), at(lines[2], "0.5"));
        assert_eq!(
            at(lines[0], "expected"),
            at(lines[3], "0.25"),
            "a list stands in its column"
        );
        assert_eq!(at(lines[0], "ours"), at(lines[2], "0.50000"));
        assert_eq!(at(lines[0], "verdict"), at(lines[2], "holds"));
        assert_eq!(text.matches("why: ").count(), 1);
        assert!(
            text.contains("FAILS")
                && text.ends_with(
                    "2 lines: 0 hold, 1 hold when corrected, 0 cannot hold as stated, 1 fail\n"
                ),
            "{text}"
        );
    }
}
