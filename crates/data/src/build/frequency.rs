//! Rare values under one label.

use super::labels::{TOP, known_texts};
use crate::error::{Error, Result};
use crate::table::Column;

/// Values in fewer than so many rows join one label; the last level is `*`.
///
/// Level j keeps each value that at least `thresholds[j - 1]` rows have. Rows are counted, also
/// where persons have several of them.
///
/// What it gives away: borders depend on the data. A released value says that at least so many rows
/// of the input had it, and `other` that fewer did; where a single value is rare, `other` means
/// that value. So thresholds are better well above the k that is asked, and a list of groups made
/// without the data gives away nothing.
///
/// ```
/// # use equipoise_data::{Table, build::{Builder, Frequency}};
/// let table = Table::from_rows(&["land"], &[["AT"], ["AT"], ["AT"], ["DE"], ["DE"], ["FJ"]]);
/// let tree = Builder::Frequency(Frequency::new(vec![2, 3])).tree(&table.columns[0], &[])?;
/// assert_eq!(tree.lines()[1], ["DE", "DE", "other", "*"]);
/// # Ok::<(), equipoise_data::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frequency {
    /// The fewest rows of a value that is kept, for each level from level 1 up; they rise.
    pub thresholds: Vec<u64>,
    /// The label of all others.
    pub other: String,
}

impl Frequency {
    /// Rare values are labelled `other`.
    pub fn new(thresholds: Vec<u64>) -> Self {
        Frequency {
            thresholds,
            other: "other".to_owned(),
        }
    }

    /// Checks that thresholds rise and that the label is one of its own.
    pub fn check(&self) -> Result<()> {
        let Some(first) = self.thresholds.first() else {
            return Err(Error::usage(
                "`frequency` is empty; it must list at least one number of rows",
            ));
        };
        if *first < 2 {
            return Err(Error::usage(format!(
                "`frequency` begins with {first}; it must be at least 2, because every value has a row"
            )));
        }
        if let Some(pair) = self.thresholds.windows(2).find(|pair| pair[1] <= pair[0]) {
            return Err(Error::usage(format!(
                "`frequency` has {} after {}; each number must be greater than the one before",
                pair[1], pair[0]
            )));
        }
        crate::build::labels::check_other(&self.other)
    }

    pub(super) fn lines(&self, column: &Column, missing: &[String]) -> Result<Vec<Vec<String>>> {
        if known_texts(column, missing).any(|text| text == self.other) {
            return Err(Error::data(format!(
                "a value is the same text as `{}`, the label of rare values",
                self.other
            ))
            .at_column("column `{}`: ", &column.name)
            .hint("choose another label, such as `other = \"all others\"`"));
        }
        let counts = column.counts();
        let mut texts: Vec<(&str, u64)> = column
            .dictionary
            .texts()
            .zip(counts)
            .filter(|(t, _)| missing.iter().all(|m| m != t))
            .collect();
        texts.sort_unstable();
        Ok(texts
            .into_iter()
            .map(|(text, rows)| self.line(text, rows))
            .collect())
    }

    fn line(&self, text: &str, rows: u64) -> Vec<String> {
        let label = |least: &u64| {
            if rows >= *least {
                text.to_owned()
            } else {
                self.other.clone()
            }
        };
        std::iter::once(text.to_owned())
            .chain(self.thresholds.iter().map(label))
            .chain([TOP.to_owned()])
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::Builder;
    use super::super::tests::{column, shown};
    use super::*;

    fn build(rule: Frequency, values: &[&str]) -> Result<Vec<String>> {
        Builder::Frequency(rule)
            .tree(&column(values), &["NA".into()])
            .map(|tree| shown(&tree))
    }

    #[test]
    fn rare_values_join_and_stay_together() {
        let values = ["c", "b", "a", "NA", "b", "a", "a", "NA", "NA", "NA"];
        assert_eq!(
            build(Frequency::new(vec![2, 3]), &values).unwrap(),
            [
                "a | a | a | *",
                "b | b | other | *",
                "c | other | other | *"
            ]
        );
        assert_eq!(
            build(Frequency::new(vec![100]), &values).unwrap(),
            ["a | other | *", "b | other | *", "c | other | *"]
        );
    }

    #[test]
    fn the_label_is_no_value() {
        let e = build(Frequency::new(vec![2]), &["a", "other"]).unwrap_err();
        assert_eq!(
            e.message(),
            "column `x`: a value is the same text as `other`, the label of rare values"
        );
        assert_eq!(
            e.hint_text(),
            Some("choose another label, such as `other = \"all others\"`")
        );
        let rule = Frequency {
            other: "rest".into(),
            ..Frequency::new(vec![2])
        };
        assert_eq!(
            build(rule, &["a", "other"]).unwrap(),
            ["a | rest | *", "other | rest | *"]
        );
        for (other, message) in [
            ("", "`other` is empty; it must be a label"),
            ("*", "`other` is `*`, which is the label of the top"),
        ] {
            let e = Frequency {
                other: other.into(),
                ..Frequency::new(vec![2])
            }
            .check()
            .unwrap_err();
            assert_eq!(e.message(), message);
        }
    }

    #[test]
    fn a_wrong_rule_is_the_callers_mistake() {
        let failure = |thresholds: &[u64]| {
            Frequency::new(thresholds.to_vec())
                .check()
                .unwrap_err()
                .message()
        };
        assert_eq!(
            failure(&[]),
            "`frequency` is empty; it must list at least one number of rows"
        );
        for first in [0, 1] {
            let expected = format!(
                "`frequency` begins with {first}; it must be at least 2, because every value has a row"
            );
            assert_eq!(failure(&[first, 5]), expected);
        }
        for next in [5, 4, 0] {
            assert_eq!(
                failure(&[5, next]),
                format!(
                    "`frequency` has {next} after 5; each number must be greater than the one before"
                )
            );
        }
    }
}
