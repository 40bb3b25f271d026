//! The first characters of codes, and ranges of codes above them.

use super::labels::{TOP, known_texts};
use super::ranges::{CodeRange, beginning};
use crate::error::{Error, Result};
use crate::order::read_values;
use crate::table::Column;

/// Keeps the first characters of codes, fewer on each level; above them may stand a level of named
/// ranges. The last level is `*`.
///
/// A code that is no longer than the length stays as it is, and so repeats its label on
/// neighbouring levels. A `.`, `-`, `/` or blank at the end of a label is left out, so `I21.` and
/// `I21` are one label, unless nothing else would be left.
///
/// A label stands for all codes that begin with it, and for itself: `I21` on level 1 holds `I21`,
/// `I21.4` and `I21.9`, as readers of such codes expect. On one level a label never stands for two
/// sets of values.
///
/// Ranges compare the labels of the level below, character by character. Every value must lie in
/// one of them, unless `other` gives the rest a label.
///
/// ```
/// # use equipoise_data::{Table, build::{Builder, CodeRange, Prefix}};
/// let table = Table::from_rows(&["diagnosis"], &[["I21.4"], ["I21"]]);
/// let ranges = vec![CodeRange::parse("A00-B99", None)?, CodeRange::parse("I00-I99", Some("circulation"))?];
/// let tree = Builder::Prefix(Prefix { lengths: vec![3], ranges, other: None }).tree(&table.columns[0], &[])?;
/// assert_eq!(tree.lines()[1], ["I21.4", "I21", "circulation", "*"]);
/// # Ok::<(), equipoise_data::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prefix {
    /// How many characters are kept on each level, from level 1 up; they fall.
    pub lengths: Vec<usize>,
    /// The level above; empty when there is none. Ranges with the same label are one group.
    pub ranges: Vec<CodeRange>,
    /// The label of values in no range.
    pub other: Option<String>,
}

impl Prefix {
    /// Prefixes without ranges above.
    pub fn new(lengths: Vec<usize>) -> Self {
        Prefix {
            lengths,
            ranges: Vec::new(),
            other: None,
        }
    }

    /// Checks that lengths fall, that ranges do not overlap and need no more characters than are
    /// left.
    pub fn check(&self) -> Result<()> {
        let Some(last) = self.lengths.last() else {
            return Err(Error::usage(
                "`prefix` is empty; it must list at least one number of characters",
            ));
        };
        if self.lengths.contains(&0) {
            return Err(Error::usage(
                "`prefix` has 0; it must keep at least 1 character, and `*` is above it anyway",
            ));
        }
        if let Some(pair) = self.lengths.windows(2).find(|pair| pair[1] >= pair[0]) {
            return Err(Error::usage(format!(
                "`prefix` has {} after {}; each level must keep fewer characters",
                pair[1], pair[0]
            )));
        }
        for (i, range) in self.ranges.iter().enumerate() {
            if range.length() > *last {
                return Err(Error::usage(format!(
                    "range `{}-{}` has codes of {} characters; the level below keeps {last}",
                    range.first,
                    range.last,
                    range.length()
                )));
            }
            if range.label.is_empty() || range.label == TOP {
                return Err(Error::usage(format!(
                    "range `{}-{}` has the label `{}`; it must be a text other than `{TOP}`",
                    range.first, range.last, range.label
                )));
            }
            if let Some(other) = self.ranges[..i].iter().find(|other| other.overlaps(range)) {
                return Err(Error::usage(format!(
                    "ranges `{}-{}` and `{}-{}` overlap",
                    other.first, other.last, range.first, range.last
                )));
            }
        }
        self.check_other()
    }

    fn check_other(&self) -> Result<()> {
        let Some(other) = &self.other else {
            return Ok(());
        };
        if self.ranges.is_empty() {
            return Err(Error::usage(
                "`other` is the label of codes in no range, and there are no `ranges`",
            ));
        }
        if self.ranges.iter().any(|range| range.label == *other) {
            return Err(Error::usage(format!(
                "`other` is `{other}`, which is the label of a range too"
            )));
        }
        crate::build::labels::check_other(other)
    }

    /// Number of steps to the top.
    pub(super) fn height(&self) -> usize {
        self.lengths.len() + usize::from(!self.ranges.is_empty()) + 1
    }

    pub(super) fn lines(&self, column: &Column, missing: &[String]) -> Result<Vec<Vec<String>>> {
        let length = *self.lengths.last().expect("the rule is checked");
        if !self.ranges.is_empty() && self.other.is_none() {
            read_values(
                column,
                missing,
                |text| self.range(label(text, length)),
                "in any of the `ranges`",
            )
            .map_err(|e| {
                e.hint("add the ranges they are in, or give all others one label with `other`")
            })?;
        }
        let mut texts: Vec<&str> = known_texts(column, missing).collect();
        texts.sort_unstable();
        Ok(texts.into_iter().map(|text| self.line(text)).collect())
    }

    fn line(&self, text: &str) -> Vec<String> {
        let mut line = vec![text.to_owned()];
        line.extend(
            self.lengths
                .iter()
                .map(|&length| label(text, length).to_owned()),
        );
        if !self.ranges.is_empty() {
            let below = line.last().expect("there is a value");
            let range = self
                .range(below)
                .or(self.other.as_deref())
                .expect("without `other` every value is in a range");
            line.push(range.to_owned());
        }
        line.push(TOP.to_owned());
        line
    }

    /// The label of the range that holds a code.
    fn range(&self, code: &str) -> Option<&str> {
        self.ranges
            .iter()
            .find(|range| range.holds(code))
            .map(|range| range.label.as_str())
    }
}

/// The first characters, without separators at the end.
///
/// The label for fewer characters follows from that for more: what was cut off was separators only,
/// and those would be cut off again. So labels of all lengths form a tree.
fn label(text: &str, length: usize) -> &str {
    let start = beginning(text, length);
    match start.trim_end_matches(['.', '-', '/', ' ']) {
        "" => start,
        trimmed => trimmed,
    }
}

#[cfg(test)]
mod tests {
    use super::super::Builder;
    use super::super::tests::{column, shown};
    use super::*;

    fn build(rule: Prefix, values: &[&str]) -> Result<Vec<String>> {
        Builder::Prefix(rule)
            .tree(&column(values), &["NA".into()])
            .map(|tree| shown(&tree))
    }

    fn ranges(texts: &[&str]) -> Vec<CodeRange> {
        texts
            .iter()
            .map(|text| CodeRange::parse(text, None).unwrap())
            .collect()
    }

    #[test]
    fn uneven_codes_repeat_their_label() {
        assert_eq!(
            build(
                Prefix::new(vec![4, 3, 1]),
                &["I21.4", "NA", "I21", "I2", "I21.", "E11.90", "é1"]
            )
            .unwrap(),
            [
                "E11.90 | E11 | E11 | E | *",
                "I2 | I2 | I2 | I | *",
                "I21 | I21 | I21 | I | *",
                "I21. | I21 | I21 | I | *",
                "I21.4 | I21 | I21 | I | *",
                "é1 | é1 | é1 | é | *"
            ]
        );
        assert_eq!(
            build(
                Prefix::new(vec![3, 1]),
                &["12-34", "1 2", "--", "-", "", "-a"]
            )
            .unwrap(),
            [
                " |  |  | *",
                "- | - | - | *",
                "-- | -- | - | *",
                "-a | -a | - | *",
                "1 2 | 1 2 | 1 | *",
                "12-34 | 12 | 1 | *"
            ]
        );
    }

    #[test]
    fn ranges_stand_above_the_prefixes() {
        let rule = Prefix {
            ranges: ranges(&["A00-B99", "C00-D49"]),
            ..Prefix::new(vec![3])
        };
        assert_eq!(
            build(rule.clone(), &["C80", "B99.1"]).unwrap(),
            ["B99.1 | B99 | A00-B99 | *", "C80 | C80 | C00-D49 | *"]
        );
        let e = build(rule.clone(), &["C80", "Z99", "D50.1", "NA"]).unwrap_err();
        assert_eq!(
            e.message(),
            "column `x`: 2 of 3 values are not in any of the `ranges` (first at row 2)"
        );
        assert_eq!(
            e.hint_text(),
            Some("add the ranges they are in, or give all others one label with `other`")
        );
        let rule = Prefix {
            other: Some("rest".into()),
            ..rule
        };
        assert_eq!(
            build(rule, &["C80", "Z99"]).unwrap(),
            ["C80 | C80 | C00-D49 | *", "Z99 | Z99 | rest | *"]
        );
    }

    #[test]
    fn a_wrong_rule_is_the_callers_mistake() {
        let failure = |rule: Prefix| rule.check().unwrap_err().message();
        let with = |texts: &[&str]| Prefix {
            ranges: ranges(texts),
            ..Prefix::new(vec![3])
        };
        assert_eq!(
            failure(Prefix::new(vec![])),
            "`prefix` is empty; it must list at least one number of characters"
        );
        assert_eq!(
            failure(Prefix::new(vec![3, 0])),
            "`prefix` has 0; it must keep at least 1 character, and `*` is above it anyway"
        );
        assert_eq!(
            failure(Prefix::new(vec![1, 3])),
            "`prefix` has 3 after 1; each level must keep fewer characters"
        );
        assert_eq!(
            failure(Prefix::new(vec![3, 3])),
            "`prefix` has 3 after 3; each level must keep fewer characters"
        );
        assert_eq!(
            failure(with(&["A000-B999"])),
            "range `A000-B999` has codes of 4 characters; the level below keeps 3"
        );
        assert_eq!(
            failure(with(&["A00-B99", "C00-C99", "B-B"])),
            "ranges `A00-B99` and `B-B` overlap"
        );
        let other = |other: &str, rule: Prefix| {
            failure(Prefix {
                other: Some(other.into()),
                ..rule
            })
        };
        assert_eq!(
            other("rest", Prefix::new(vec![3])),
            "`other` is the label of codes in no range, and there are no `ranges`"
        );
        assert_eq!(
            other("A00-B99", with(&["A00-B99"])),
            "`other` is `A00-B99`, which is the label of a range too"
        );
        assert_eq!(
            other("*", with(&["A00-B99"])),
            "`other` is `*`, which is the label of the top"
        );
        let mut starred = with(&["A00-B99"]);
        starred.ranges[0].label = "*".into();
        assert_eq!(
            failure(starred),
            "range `A00-B99` has the label `*`; it must be a text other than `*`"
        );
    }
}
