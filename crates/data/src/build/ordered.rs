//! Runs of consecutive values.

use super::labels::TOP;
use super::runs::{first_and_last, label_runs};
use crate::error::{Error, Result};
use crate::order::{OrderBy, ranks, read_values};
use crate::table::Column;
use hashbrown::HashMap;
use std::ops::Range;

/// What puts the values of a column in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sequence {
    /// They are whole numbers.
    Integer,
    /// They are decimal numbers.
    Decimal,
    /// They are dates, written as `yyyy-mm-dd` or in a format of `%` directives.
    Date(Option<String>),
    /// They are listed from low to high.
    List(Vec<String>),
}

/// Runs of so many consecutive values, labelled by the first and the last: `primary .. secondary`.
/// The last level is `*`.
///
/// With a list, runs are runs of the list, whether its values occur or not, and labels name values
/// of the list: so data cannot move the borders. Numbers and dates have no list: there the values
/// that occur are counted off, from the lowest, and borders depend on the data. Where the meaning
/// of borders matters, `intervals` and `dates` are the better rules.
///
/// The highest run of a level may be shorter; a run of one value is labelled by that value.
///
/// ```
/// # use equipoise_data::{Table, build::{Builder, Ordered, Sequence}};
/// let table = Table::from_rows(&["school"], &[["primary"], ["tertiary"]]);
/// let list = ["none", "primary", "secondary", "tertiary", "doctorate"].map(str::to_owned).to_vec();
/// let tree = Builder::Ordered(Ordered { sizes: vec![2, 4], order: Sequence::List(list) }).tree(&table.columns[0], &[])?;
/// assert_eq!(tree.lines()[0], ["primary", "none .. primary", "none .. tertiary", "*"]);
/// # Ok::<(), equipoise_data::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ordered {
    /// How many values a run has on each level, from level 1 up; each is a multiple of the one
    /// before and greater than it.
    pub sizes: Vec<u64>,
    /// What puts the values in order.
    pub order: Sequence,
}

impl Ordered {
    /// Checks that sizes nest, and that a list names each value once.
    pub fn check(&self) -> Result<()> {
        let Some(first) = self.sizes.first() else {
            return Err(Error::usage(
                "`ordered` is empty; it must list at least one size",
            ));
        };
        if *first < 2 {
            return Err(Error::usage(format!(
                "`ordered` begins with {first}; a run has at least 2 values"
            )));
        }
        if let Some(pair) = self
            .sizes
            .windows(2)
            .find(|pair| pair[1] <= pair[0] || pair[1] % pair[0] != 0)
        {
            return Err(Error::usage(format!(
                "`ordered` has {} after {}; each size must be a multiple of the one before and greater than it",
                pair[1], pair[0]
            ))
            .hint("otherwise a run would lie in two runs of the next level"));
        }
        match &self.order {
            Sequence::Date(Some(format)) => crate::order::check_date_format(format),
            Sequence::List(list) => {
                let distinct = list.iter().collect::<hashbrown::HashSet<_>>().len();
                if list.is_empty() || distinct < list.len() {
                    return Err(Error::usage(
                        "`order` must list every value once, from low to high",
                    ));
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    pub(super) fn lines(&self, column: &Column, missing: &[String]) -> Result<Vec<Vec<String>>> {
        let mut placed = self.positions(column, missing)?;
        let text = |code: u32| column.dictionary.text(code);
        // The shortest text comes first among those that mean the same, such as `1` and `1.0`, and
        // names them all.
        placed.sort_unstable_by_key(|&(code, at)| (at, text(code).len(), text(code)));
        let names = self.names(column, &placed);
        let runs: Vec<Vec<Range<usize>>> = self
            .sizes
            .iter()
            .map(|&size| runs(names.len(), size))
            .collect();
        let labels = label_runs(&names, &runs, |run, separator| {
            first_and_last(&names, run, separator)
        });
        let line = |(code, at): (u32, usize)| {
            let of_level = labels
                .iter()
                .zip(&self.sizes)
                .map(|(labels, &size)| labels[run_of(at, size)].clone());
            std::iter::once(text(code).to_owned())
                .chain(of_level)
                .chain([TOP.to_owned()])
                .collect()
        };
        Ok(placed.into_iter().map(line).collect())
    }

    /// Each code that is not missing, with its place in the order.
    fn positions(&self, column: &Column, missing: &[String]) -> Result<Vec<(u32, usize)>> {
        let by = match &self.order {
            Sequence::Integer => OrderBy::Integer,
            Sequence::Decimal => OrderBy::Decimal,
            Sequence::Date(format) => OrderBy::Date(format.as_deref()),
            Sequence::List(list) => {
                let place: HashMap<&str, usize> = list
                    .iter()
                    .enumerate()
                    .map(|(i, text)| (text.as_str(), i))
                    .collect();
                return read_values(column, missing, |text| place.get(text).copied(), "in the list `order`")
                    .map_err(|e| e.hint("list them in `order`; tokens for missing values are listed under `missing` in `[input]`"));
            }
        };
        let ranks = ranks(column, missing, by)?;
        Ok(ranks
            .into_iter()
            .enumerate()
            .filter_map(|(code, rank)| Some((code as u32, rank? as usize)))
            .collect())
    }

    /// The name of each position: of the list, or the first text at it.
    fn names<'a>(&'a self, column: &'a Column, placed: &[(u32, usize)]) -> Vec<&'a str> {
        match &self.order {
            Sequence::List(list) => list.iter().map(String::as_str).collect(),
            _ => {
                let first = |i: &usize| *i == 0 || placed[*i - 1].1 != placed[*i].1;
                (0..placed.len())
                    .filter(first)
                    .map(|i| column.dictionary.text(placed[i].0).trim_matches(' '))
                    .collect()
            }
        }
    }
}

fn run_of(at: usize, size: u64) -> usize {
    (at as u64 / size) as usize
}

/// The positions `0..values` in runs of `size`.
fn runs(values: usize, size: u64) -> Vec<Range<usize>> {
    let size = usize::try_from(size).unwrap_or(usize::MAX);
    (0..values)
        .step_by(size)
        .map(|start| start..start.saturating_add(size).min(values))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::Builder;
    use super::super::tests::{column, shown};
    use super::*;

    fn build(sizes: &[u64], order: Sequence, values: &[&str]) -> Result<Vec<String>> {
        let rule = Ordered {
            sizes: sizes.to_vec(),
            order,
        };
        Builder::Ordered(rule)
            .tree(&column(values), &["NA".into()])
            .map(|tree| shown(&tree))
    }

    fn list(values: &[&str]) -> Sequence {
        Sequence::List(values.iter().map(|v| (*v).to_owned()).collect())
    }

    #[test]
    fn a_list_sets_the_borders_whatever_occurs() {
        let order = list(&["none", "primary", "secondary", "tertiary", "doctorate"]);
        assert_eq!(
            build(
                &[2, 4],
                order.clone(),
                &["doctorate", "NA", "tertiary", "none"]
            )
            .unwrap(),
            [
                "none | none .. primary | none .. tertiary | *",
                "tertiary | secondary .. tertiary | none .. tertiary | *",
                "doctorate | doctorate | doctorate | *"
            ]
        );
        let e = build(&[2], order, &["none", "secret", "NA"]).unwrap_err();
        assert_eq!(
            e.message(),
            "column `x`: 1 of 2 values are not in the list `order` (first at row 2)"
        );
        assert_eq!(
            e.hint_text(),
            Some(
                "list them in `order`; tokens for missing values are listed under `missing` in `[input]`"
            )
        );
    }

    #[test]
    fn numbers_and_dates_are_counted_off() {
        assert_eq!(
            build(&[2], Sequence::Decimal, &["10", "1.0", "-3", " 1", "2"]).unwrap(),
            [
                "-3 | -3 .. 1 | *",
                " 1 | -3 .. 1 | *",
                "1.0 | -3 .. 1 | *",
                "2 | 2 .. 10 | *",
                "10 | 2 .. 10 | *"
            ]
        );
        assert_eq!(
            build(&[2], Sequence::Integer, &["7"]).unwrap(),
            ["7 | 7 | *"]
        );
        assert_eq!(
            build(
                &[2, 1_000_000_000_000],
                Sequence::Date(Some("%d.%m.%Y".into())),
                &["01.02.2020", "31.01.2020", "01.03.2020"]
            )
            .unwrap(),
            [
                "31.01.2020 | 31.01.2020 .. 01.02.2020 | 31.01.2020 .. 01.03.2020 | *",
                "01.02.2020 | 31.01.2020 .. 01.02.2020 | 31.01.2020 .. 01.03.2020 | *",
                "01.03.2020 | 01.03.2020 | 31.01.2020 .. 01.03.2020 | *"
            ]
        );
        assert!(build(&[u64::MAX], Sequence::Integer, &["7", "8"]).is_ok());
    }

    #[test]
    fn a_wrong_rule_is_the_callers_mistake() {
        let failure = |sizes: &[u64]| {
            build(sizes, Sequence::Integer, &["1"])
                .unwrap_err()
                .message()
        };
        assert_eq!(
            failure(&[]),
            "`ordered` is empty; it must list at least one size"
        );
        assert_eq!(
            failure(&[0]),
            "`ordered` begins with 0; a run has at least 2 values"
        );
        assert_eq!(
            failure(&[1, 2]),
            "`ordered` begins with 1; a run has at least 2 values"
        );
        let nest = "each size must be a multiple of the one before and greater than it";
        assert_eq!(failure(&[2, 5]), format!("`ordered` has 5 after 2; {nest}"));
        assert_eq!(failure(&[4, 2]), format!("`ordered` has 2 after 4; {nest}"));
        assert_eq!(failure(&[4, 4]), format!("`ordered` has 4 after 4; {nest}"));
        assert_eq!(failure(&[4, 0]), format!("`ordered` has 0 after 4; {nest}"));
        for order in [list(&[]), list(&["a", "b", "a"])] {
            let e = build(&[2], order, &["a"]).unwrap_err();
            assert_eq!(
                e.message(),
                "`order` must list every value once, from low to high"
            );
        }
    }
}
