//! Warnings about a hierarchy that is a tree and yet looks wrong.

mod periods;

use crate::decimal::Decimal;
use crate::hierarchy::Tree;
use crate::order::read_decimal;
use hashbrown::HashMap;

/// What looks wrong in a hierarchy, one sentence each, by level and line number. No value or label
/// is shown.
///
/// - A label that reads as an interval, such as `0-4`, `[0, 5)`, `<18` or `>=90`, over a number
///   outside it.
/// - A label that reads as a part of the calendar, such as `2024`, `2024-03`, `2024-Q1`,
///   `2025-W01`, `2020-2029` or `Monday`, over a date `yyyy-mm-dd` outside it.
/// - A level that repeats the level below, or merges nothing of it.
/// - A level on which half of the labels or more, and at least three, only rename the one label
///   below them. A label that is repeated, as in short branches, renames nothing.
///
/// ```
/// # use equipoise_data::{Tree, build::lint};
/// let line = |texts: [&str; 3]| texts.map(str::to_owned).to_vec();
/// let tree = Tree::new(vec![line(["4", "0-4", "*"]), line(["5", "0-4", "*"]), line(["6", "5-9", "*"])])?;
/// assert_eq!(lint(&tree), ["level 1: 1 value lies outside the interval of its label (line 2)"]);
/// # Ok::<(), equipoise_data::Error>(())
/// ```
pub fn lint(tree: &Tree) -> Vec<String> {
    let mut warnings = contradictions(outside(tree), "interval");
    warnings.extend(contradictions(periods::outside(tree), "time"));
    if tree.lines().len() == 1 {
        // Over a single value no level can merge anything.
        return warnings;
    }
    warnings.extend((1..=tree.height()).filter_map(|level| useless(tree, level)));
    warnings
}

fn contradictions(outside: Vec<(usize, Vec<usize>)>, what: &str) -> Vec<String> {
    let sentence = |(level, lines): (usize, Vec<usize>)| {
        let (values, whose) = match lines.len() {
            1 => ("value lies", format!("{what} of its label")),
            _ => ("values lie", format!("{what}s of their labels")),
        };
        format!(
            "level {level}: {} {values} outside the {whose} ({})",
            lines.len(),
            line_list(&lines)
        )
    };
    outside.into_iter().map(sentence).collect()
}

/// Fewer labels than this that only rename another are no reason for a warning.
const MANY: usize = 3;

/// What is useless about a level, if anything.
fn useless(tree: &Tree, level: usize) -> Option<String> {
    let below = level - 1;
    if tree.lines().iter().all(|line| line[level] == line[below]) {
        return Some(format!(
            "level {level} repeats level {below} on every line; it can be left out"
        ));
    }
    // Of each label the line where it stands first, and whether all its lines have the label below
    // of that line.
    let mut labels: HashMap<&str, (usize, bool)> = HashMap::new();
    for (i, line) in tree.lines().iter().enumerate() {
        let (first, single) = labels.entry(&line[level]).or_insert((i, true));
        *single &= tree.lines()[*first][below] == line[below];
    }
    if labels.values().all(|(_, single)| *single) {
        return Some(format!(
            "level {level} has as many labels as level {below}; it merges nothing"
        ));
    }
    let renames = |(first, single): &&(usize, bool)| {
        *single && tree.lines()[*first][level] != tree.lines()[*first][below]
    };
    let mut lines: Vec<usize> = labels
        .values()
        .filter(renames)
        .map(|(first, _)| first + 1)
        .collect();
    lines.sort_unstable();
    let (renamed, all) = (lines.len(), labels.len());
    (renamed >= MANY && renamed * 2 >= all).then(|| {
        format!("level {level}: {renamed} of {all} labels only rename the one label of level {below} below them ({})", line_list(&lines))
    })
}

fn line_list(lines: &[usize]) -> String {
    const SHOWN: usize = 5;
    let word = if lines.len() == 1 { "line" } else { "lines" };
    let shown: Vec<String> = lines.iter().take(SHOWN).map(usize::to_string).collect();
    let more = if lines.len() > SHOWN {
        format!(" and {} more", lines.len() - SHOWN)
    } else {
        String::new()
    };
    format!("{word} {}{more}", shown.join(", "))
}

/// For each level with numbers outside their intervals, the lines (from 1).
pub(super) fn outside(tree: &Tree) -> Vec<(usize, Vec<usize>)> {
    let numbers: Vec<Option<Decimal>> = tree
        .lines()
        .iter()
        .map(|line| read_decimal(&line[0]))
        .collect();
    (1..=tree.height())
        .map(|level| {
            let wrong = |i: &usize| match (&numbers[*i], Range::parse(&tree.lines()[*i][level])) {
                (Some(number), Some(range)) => !range.holds(number),
                _ => false,
            };
            (
                level,
                (0..tree.lines().len())
                    .filter(wrong)
                    .map(|i| i + 1)
                    .collect::<Vec<_>>(),
            )
        })
        .filter(|(_, lines)| !lines.is_empty())
        .collect()
}

/// What a label says about the numbers below it. A bound is a number and whether that number itself
/// is in.
struct Range {
    low: Option<(Decimal, bool)>,
    high: Option<(Decimal, bool)>,
    /// `0-4` means 0 to 4.99 when the data have fractions.
    whole: bool,
}

impl Range {
    fn parse(label: &str) -> Option<Self> {
        let label = label.trim();
        for (sign, below, closed) in [
            ("<=", true, true),
            (">=", false, true),
            ("<", true, false),
            (">", false, false),
        ] {
            if let Some(rest) = label.strip_prefix(sign) {
                let bound = Some((read_decimal(rest)?, closed));
                let (low, high) = if below { (None, bound) } else { (bound, None) };
                return Some(Range {
                    low,
                    high,
                    whole: false,
                });
            }
        }
        Self::parse_brackets(label).or_else(|| Self::parse_dash(label))
    }

    /// `[0, 5)`, and the same with `]0, 5[` for open ends.
    fn parse_brackets(label: &str) -> Option<Self> {
        let low_in = match label.chars().next()? {
            '[' => true,
            '(' | ']' => false,
            _ => return None,
        };
        let high_in = match label.chars().last()? {
            ']' => true,
            ')' | '[' => false,
            _ => return None,
        };
        let inner = label.get(1..label.len() - 1)?;
        let (low, high) = inner.split_once([',', ';'])?;
        Some(Range {
            low: Some((read_decimal(low)?, low_in)),
            high: Some((read_decimal(high)?, high_in)),
            whole: false,
        })
    }

    /// `0-4`; the dash that separates is the first one after a digit, so `-5--1` is read as it is
    /// meant.
    fn parse_dash(label: &str) -> Option<Self> {
        let digit = label.find(|c: char| c.is_ascii_digit())?;
        let dash = digit + label[digit..].find('-')?;
        let (low, high) = (
            read_decimal(&label[..dash])?,
            read_decimal(&label[dash + 1..])?,
        );
        let whole = low.is_integer() && high.is_integer();
        (low <= high).then_some(Range {
            low: Some((low, true)),
            high: Some((high, true)),
            whole,
        })
    }

    fn holds(&self, number: &Decimal) -> bool {
        let number = if self.whole {
            number.floor().unwrap_or(*number)
        } else {
            *number
        };
        let above = self
            .low
            .is_none_or(|(low, closed)| number > low || (closed && number == low));
        above
            && self
                .high
                .is_none_or(|(high, closed)| number < high || (closed && number == high))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(text: &str) -> Tree {
        Tree::new(
            text.lines()
                .map(|l| l.split(';').map(str::to_owned).collect())
                .collect(),
        )
        .unwrap()
    }

    #[test]
    fn numbers_outside_their_intervals_are_counted_by_line() {
        let wrong = tree("1;0-4;0-9;*\n5;0-4;0-9;*\n6;5-9;0-9;*\n10;5-9;0-9;*");
        assert_eq!(
            lint(&wrong),
            [
                "level 1: 2 values lie outside the intervals of their labels (lines 2, 4)",
                "level 2: 1 value lies outside the interval of its label (line 4)",
                "level 3 has as many labels as level 2; it merges nothing"
            ]
        );
        let many =
            tree("10;0-4;*\n11;0-4;*\n12;0-4;*\n13;0-4;*\n14;0-4;*\n15;0-4;*\n16;0-4;*\n17;x;*");
        assert_eq!(
            lint(&many),
            [
                "level 1: 7 values lie outside the intervals of their labels (lines 1, 2, 3, 4, 5 and 2 more)"
            ]
        );
    }

    #[test]
    fn labels_of_many_shapes_are_read() {
        for (label, inside, outside) in [
            ("0-4", vec!["0", "4", "4.5", "007e-1"], vec!["5", "-0.5"]),
            ("-5--1", vec!["-5", "-1", "-0.5"], vec!["0", "-6"]),
            ("-3-1", vec!["-3", "1"], vec!["-4", "2"]),
            ("0.5-0.7", vec!["0.5", "0.7"], vec!["0.71"]),
            ("[0, 5)", vec!["0", "4.99"], vec!["5", "-1"]),
            ("[0;5[", vec!["0"], vec!["5"]),
            ("]0, 5]", vec!["5"], vec!["0"]),
            ("(0,5)", vec!["1"], vec!["0", "5"]),
            ("<18", vec!["17.9"], vec!["18"]),
            ("<=18", vec!["18"], vec!["18.1"]),
            (">=90", vec!["90"], vec!["89"]),
            (">90", vec!["91"], vec!["90"]),
        ] {
            let range = Range::parse(label).unwrap();
            for text in inside {
                assert!(
                    range.holds(&Decimal::parse(text).unwrap()),
                    "{text} in {label}"
                );
            }
            for text in outside {
                assert!(
                    !range.holds(&Decimal::parse(text).unwrap()),
                    "{text} in {label}"
                );
            }
        }
        for label in [
            "*",
            "801*",
            "low",
            "9-5",
            "2020-01-01",
            "a-b",
            "[]",
            "[",
            "é-1",
            "(a, b)",
            "[1, 2é",
            "-",
            "5-",
        ] {
            assert!(Range::parse(label).is_none(), "{label}");
        }
    }

    #[test]
    fn useless_levels_are_named() {
        assert_eq!(
            lint(&tree("a;a;x;*\nb;b;x;*\nc;c;y;*")),
            ["level 1 repeats level 0 on every line; it can be left out"]
        );
        assert_eq!(
            lint(&tree("a;A;x;*\nb;B;x;*\nc;C;y;*")),
            ["level 1 has as many labels as level 0; it merges nothing"]
        );
        let renamed = tree("a;A;x;*\nb;B;x;*\nc;B;x;*\nd;D;y;*\ne;E;y;*");
        assert_eq!(
            lint(&renamed),
            [
                "level 1: 3 of 4 labels only rename the one label of level 0 below them (lines 1, 4, 5)"
            ]
        );
        let padded = tree("a;a;a;*\nb;b;x;*\nc;c1;x;*\nd;c1;x;*\ne;e;e;*");
        assert!(lint(&padded).is_empty(), "{:?}", lint(&padded));
        assert!(lint(&tree("a;A;*")).is_empty());
        assert!(lint(&tree("a\nb")).is_empty());
        assert!(lint(&tree("1;0-4;*\n2;0-4;*\n7;5-9;*")).is_empty());
    }
}
