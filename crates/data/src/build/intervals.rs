//! Bands of numbers: exact edges, bottom and top coding.

use super::labels::TOP;
use crate::decimal::Decimal;
use crate::error::{Error, Result};
use crate::order::{read_decimal, read_integer, read_values};
use crate::table::Column;

/// Bands of growing width. Level 1 has the first width, level 2 the second, and so on; the last
/// level is `*`.
///
/// Bands of whole numbers are labelled by their first and last number, `20-24`, or by the number
/// itself when there is only one. Bands of decimals are half-open, `[20.5, 21.0)`. Values below
/// `bottom` become `<18` and values from `top` on become `>=90`, from level 1 up; bands that cross
/// these bounds are cut there, and their labels say so.
///
/// All edges are exact: no binary floating point is involved.
///
/// ```
/// # use equipoise_data::{Decimal, Table, build::{Builder, Intervals}};
/// let table = Table::from_rows(&["age"], &[["37"], ["-2"]]);
/// let rule = Intervals::new(vec![Decimal::from(5), Decimal::from(20)]);
/// let tree = Builder::Intervals(rule).tree(&table.columns[0], &[])?;
/// assert_eq!(tree.lines()[1], ["37", "35-39", "20-39", "*"]);
/// # Ok::<(), equipoise_data::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Intervals {
    /// Width of the bands of each level, from level 1 up; each is a multiple of the one before and
    /// greater than it.
    pub widths: Vec<Decimal>,
    /// Where a band of every level begins.
    pub origin: Decimal,
    /// Values below this become one label.
    pub bottom: Option<Decimal>,
    /// Values at or above this become one label.
    pub top: Option<Decimal>,
    /// True for decimals, false for whole numbers.
    pub decimal: bool,
}

/// The rule in whole multiples of ten to the power minus `scale`.
struct Scaled {
    widths: Vec<i128>,
    origin: i128,
    bottom: Option<i128>,
    top: Option<i128>,
    scale: u32,
    decimal: bool,
}

impl Intervals {
    /// Bands of whole numbers from 0, without bottom or top coding.
    pub fn new(widths: Vec<Decimal>) -> Self {
        Intervals {
            widths,
            origin: Decimal::ZERO,
            bottom: None,
            top: None,
            decimal: false,
        }
    }

    /// Checks that widths are positive and nest, that bottom is below top, and that whole numbers
    /// have whole bounds.
    pub fn check(&self) -> Result<()> {
        if self.widths.is_empty() {
            return Err(Error::usage(
                "`intervals` is empty; it must list at least one width",
            ));
        }
        let numbers = self.numbers();
        if !self.decimal && numbers.iter().any(|(_, n)| !n.is_integer()) {
            let (what, number) = numbers
                .iter()
                .find(|(_, n)| !n.is_integer())
                .expect("one was found");
            return Err(Error::usage(format!(
                "{what} is {number}; bands of whole numbers need whole bounds"
            ))
            .hint("a column of decimals has `type = \"decimal\"`"));
        }
        if let Some(width) = self.widths.iter().find(|w| **w <= Decimal::ZERO) {
            return Err(Error::usage(format!(
                "interval width is {width}; it must be greater than 0"
            )));
        }
        if let (Some(bottom), Some(top)) = (self.bottom, self.top)
            && bottom >= top
        {
            return Err(Error::usage(format!(
                "`bottom` is {bottom} and `top` is {top}; bottom must be below top"
            )));
        }
        let widths = self.scaled()?.widths;
        for (i, pair) in widths.windows(2).enumerate() {
            if pair[1] <= pair[0] || pair[1] % pair[0] != 0 {
                return Err(Error::usage(format!(
                    "interval width {} follows {}; each width must be a multiple of the one before and greater than it",
                    self.widths[i + 1],
                    self.widths[i]
                ))
                .hint("otherwise a band would lie in two bands of the next level"));
            }
        }
        Ok(())
    }

    pub(super) fn lines(&self, column: &Column, missing: &[String]) -> Result<Vec<Vec<String>>> {
        let rule = self.scaled()?;
        let mut values = if self.decimal {
            read_values(column, missing, read_decimal, "decimal numbers")?
        } else {
            read_values(column, missing, read_integer, "whole numbers")
                .map_err(|e| e.hint(INTEGER_HINT))?
        };
        let text = |code: u32| column.dictionary.text(code);
        // The text breaks ties, so that `1` and `1.0` stand in one order whatever the rows do.
        values.sort_by(|a, b| a.1.cmp(&b.1).then_with(|| text(a.0).cmp(text(b.0))));
        let mut lines = Vec::with_capacity(values.len());
        let mut too_far = 0;
        for (code, value) in values {
            match value.floor_scaled(rule.scale).and_then(|v| rule.labels(v)) {
                Some(labels) => lines.push(line(text(code), labels)),
                None => too_far += 1,
            }
        }
        if too_far > 0 {
            return Err(Error::data(format!(
                "{too_far} values are too large for exact bands"
            ))
            .at_column("column `{}`: ", &column.name)
            .hint(
                "a number and the fraction digits of the bands may have up to 38 digits together",
            ));
        }
        Ok(lines)
    }

    /// Every number of the rule with its name in a recipe.
    fn numbers(&self) -> Vec<(&'static str, Decimal)> {
        let mut numbers: Vec<_> = self.widths.iter().map(|w| ("interval width", *w)).collect();
        numbers.push(("`origin`", self.origin));
        numbers.extend(self.bottom.map(|b| ("`bottom`", b)));
        numbers.extend(self.top.map(|t| ("`top`", t)));
        numbers
    }

    fn scaled(&self) -> Result<Scaled> {
        let scale = self
            .numbers()
            .iter()
            .map(|(_, n)| n.scale())
            .max()
            .unwrap_or(0);
        let fit = |n: &Decimal| {
            // Far from the ends of the type, so that one band more or less cannot overflow.
            n.floor_scaled(scale)
                .filter(|v| v.unsigned_abs() < 10u128.pow(36))
                .ok_or_else(|| Error::usage(format!("intervals use the number {n}, which needs more digits than exact bands have (36)")))
        };
        Ok(Scaled {
            widths: self.widths.iter().map(fit).collect::<Result<_>>()?,
            origin: fit(&self.origin)?,
            bottom: self.bottom.as_ref().map(fit).transpose()?,
            top: self.top.as_ref().map(fit).transpose()?,
            scale,
            decimal: self.decimal,
        })
    }
}

const INTEGER_HINT: &str = "a column of decimals has `type = \"decimal\"`; tokens for missing values are listed under `missing` in `[input]`";

fn line(value: &str, labels: Vec<String>) -> Vec<String> {
    let mut line = Vec::with_capacity(labels.len() + 2);
    line.push(value.to_owned());
    line.extend(labels);
    line.push(TOP.to_owned());
    line
}

impl Scaled {
    /// The labels of a value on the levels between itself and the top; `None` when an edge does not
    /// fit.
    ///
    /// The value comes rounded down to the scale of the rule. That changes no answer: every edge is
    /// a multiple of that scale, so a value lies at or above an edge exactly when its rounded form
    /// does.
    fn labels(&self, value: i128) -> Option<Vec<String>> {
        self.widths
            .iter()
            .map(|&width| {
                if let Some(bottom) = self.bottom.filter(|b| value < *b) {
                    return Some(format!("<{}", self.show(bottom)));
                }
                if let Some(top) = self.top.filter(|t| value >= *t) {
                    return Some(format!(">={}", self.show(top)));
                }
                let start = value
                    .checked_sub(self.origin)?
                    .div_euclid(width)
                    .checked_mul(width)?
                    .checked_add(self.origin)?;
                let end = start.checked_add(width)?;
                let start = self.bottom.map_or(start, |b| start.max(b));
                let end = self.top.map_or(end, |t| end.min(t));
                Some(self.band(start, end))
            })
            .collect()
    }

    fn band(&self, start: i128, end: i128) -> String {
        if self.decimal {
            format!("[{}, {})", self.show(start), self.show(end))
        } else if end - start == 1 {
            self.show(start)
        } else {
            format!("{}-{}", self.show(start), self.show(end - 1))
        }
    }

    /// An edge with exactly `scale` digits after the point.
    fn show(&self, value: i128) -> String {
        let sign = if value < 0 { "-" } else { "" };
        let scale = self.scale as usize;
        let digits = format!("{:0>width$}", value.unsigned_abs(), width = scale + 1);
        let (whole, fraction) = digits.split_at(digits.len() - scale);
        if fraction.is_empty() {
            format!("{sign}{whole}")
        } else {
            format!("{sign}{whole}.{fraction}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Builder;
    use super::super::tests::{column, shown};
    use super::*;
    use crate::{ErrorKind, Tree};
    use proptest::prelude::*;

    fn d(text: &str) -> Decimal {
        Decimal::parse(text).unwrap()
    }

    fn rule(widths: &[&str]) -> Intervals {
        Intervals::new(widths.iter().map(|w| d(w)).collect())
    }

    fn build(rule: Intervals, values: &[&str]) -> Tree {
        Builder::Intervals(rule)
            .tree(&column(values), &["NA".into(), String::new()])
            .unwrap()
    }

    #[test]
    fn whole_numbers_keep_their_text_and_get_closed_bands() {
        let tree = build(
            rule(&["5", "10"]),
            &["12", "NA", "007", "4", "1.0", "1", "", "5"],
        );
        assert_eq!(
            shown(&tree),
            [
                "1 | 0-4 | 0-9 | *",
                "1.0 | 0-4 | 0-9 | *",
                "4 | 0-4 | 0-9 | *",
                "5 | 5-9 | 0-9 | *",
                "007 | 5-9 | 0-9 | *",
                "12 | 10-14 | 10-19 | *"
            ]
        );
    }

    #[test]
    fn negative_numbers_round_down() {
        let tree = build(rule(&["5"]), &["-1", "-5", "-6", "0"]);
        assert_eq!(
            shown(&tree),
            [
                "-6 | -10--6 | *",
                "-5 | -5--1 | *",
                "-1 | -5--1 | *",
                "0 | 0-4 | *"
            ]
        );
        let tree = build(
            Intervals {
                origin: d("-3"),
                ..rule(&["5"])
            },
            &["-4", "-3", "1", "2"],
        );
        assert_eq!(
            shown(&tree),
            [
                "-4 | -8--4 | *",
                "-3 | -3-1 | *",
                "1 | -3-1 | *",
                "2 | 2-6 | *"
            ]
        );
    }

    #[test]
    fn decimal_edges_are_exact() {
        let tree = build(
            Intervals {
                decimal: true,
                ..rule(&["0.1", "0.3"])
            },
            &["0.3", "0.29999999999999999999", "0.6", "-0.1", "-0.00001"],
        );
        assert_eq!(
            shown(&tree),
            [
                "-0.1 | [-0.1, 0.0) | [-0.3, 0.0) | *",
                "-0.00001 | [-0.1, 0.0) | [-0.3, 0.0) | *",
                "0.29999999999999999999 | [0.2, 0.3) | [0.0, 0.3) | *",
                "0.3 | [0.3, 0.4) | [0.3, 0.6) | *",
                "0.6 | [0.6, 0.7) | [0.6, 0.9) | *"
            ]
        );
        let tree = build(
            Intervals {
                decimal: true,
                origin: d("0.5"),
                ..rule(&["0.5"])
            },
            &["20.75", "21"],
        );
        assert_eq!(
            shown(&tree),
            ["20.75 | [20.5, 21.0) | *", "21 | [21.0, 21.5) | *"]
        );
        let tree = build(
            Intervals {
                decimal: true,
                ..rule(&["5"])
            },
            &["4.999", "5"],
        );
        assert_eq!(shown(&tree), ["4.999 | [0, 5) | *", "5 | [5, 10) | *"]);
    }

    #[test]
    fn bottom_and_top_coding_cut_the_bands() {
        let coded = Intervals {
            bottom: Some(d("18")),
            top: Some(d("91")),
            ..rule(&["5", "10"])
        };
        let tree = build(coded, &["17", "18", "19", "20", "89", "90", "91", "120"]);
        assert_eq!(
            shown(&tree),
            [
                "17 | <18 | <18 | *",
                "18 | 18-19 | 18-19 | *",
                "19 | 18-19 | 18-19 | *",
                "20 | 20-24 | 20-29 | *",
                "89 | 85-89 | 80-89 | *",
                "90 | 90 | 90 | *",
                "91 | >=91 | >=91 | *",
                "120 | >=91 | >=91 | *"
            ]
        );
        let coded = Intervals {
            decimal: true,
            bottom: Some(d("0.25")),
            top: Some(d("1")),
            ..rule(&["0.5"])
        };
        let tree = build(coded, &["0.2", "0.25", "0.5", "0.999", "1"]);
        assert_eq!(
            shown(&tree),
            [
                "0.2 | <0.25 | *",
                "0.25 | [0.25, 0.50) | *",
                "0.5 | [0.50, 1.00) | *",
                "0.999 | [0.50, 1.00) | *",
                "1 | >=1.00 | *"
            ]
        );
    }

    #[test]
    fn a_wrong_rule_is_the_callers_mistake() {
        let failure = |rule: Intervals| {
            let e = rule.check().unwrap_err();
            assert_eq!(e.kind(), ErrorKind::Usage);
            e.message()
        };
        assert_eq!(
            failure(rule(&[])),
            "`intervals` is empty; it must list at least one width"
        );
        assert_eq!(
            failure(rule(&["0"])),
            "interval width is 0; it must be greater than 0"
        );
        assert_eq!(
            failure(rule(&["-5"])),
            "interval width is -5; it must be greater than 0"
        );
        let nest = "each width must be a multiple of the one before and greater than it";
        assert_eq!(
            failure(rule(&["5", "12"])),
            format!("interval width 12 follows 5; {nest}")
        );
        assert_eq!(
            failure(rule(&["5", "5"])),
            format!("interval width 5 follows 5; {nest}")
        );
        assert_eq!(
            failure(rule(&["10", "5"])),
            format!("interval width 5 follows 10; {nest}")
        );
        assert_eq!(
            failure(rule(&["0.5"])),
            "interval width is 0.5; bands of whole numbers need whole bounds"
        );
        let odd = Intervals {
            origin: d("0.5"),
            ..rule(&["5"])
        };
        assert_eq!(
            failure(odd),
            "`origin` is 0.5; bands of whole numbers need whole bounds"
        );
        let crossed = Intervals {
            bottom: Some(d("9")),
            top: Some(d("9")),
            ..rule(&["5"])
        };
        assert_eq!(
            failure(crossed),
            "`bottom` is 9 and `top` is 9; bottom must be below top"
        );
        let huge = Intervals {
            decimal: true,
            ..rule(&["1e-30", "1e30"])
        };
        assert_eq!(
            failure(huge),
            format!(
                "intervals use the number 1{}, which needs more digits than exact bands have (36)",
                "0".repeat(30)
            )
        );
    }

    #[test]
    fn values_that_are_no_numbers_are_counted() {
        let e = Builder::Intervals(rule(&["5"]))
            .tree(&column(&["1", "old", "1.5", "old"]), &[])
            .unwrap_err();
        assert_eq!(
            e.message(),
            "column `x`: 2 of 3 values are not whole numbers (first at row 2)"
        );
        assert_eq!(e.hint_text(), Some(INTEGER_HINT));
        let e = Builder::Intervals(rule(&["5"]))
            .tree(&column(&["1", "1e39", "2e40"]), &[])
            .unwrap_err();
        assert_eq!(
            e.message(),
            "column `x`: 2 values are too large for exact bands"
        );
    }

    proptest! {
        /// Every value lies inside each of its bands, bands nest, and the bounds of bottom and top
        /// coding hold.
        #[test]
        fn bands_hold_their_values(
            values in proptest::collection::vec(-2000i64..2000, 1..30),
            first in 1i64..40,
            factors in proptest::collection::vec(2i64..5, 0..3),
            origin in -50i64..50,
            bottom in proptest::option::of(-900i64..-100),
            top in proptest::option::of(100i64..900),
            scale in 0u32..3,
        ) {
            let tenth = |n: i64| d(&format!("{n}e-{scale}"));
            let mut widths = vec![first];
            for f in factors {
                widths.push(widths.last().unwrap() * f);
            }
            let rule = Intervals {
                widths: widths.iter().map(|w| tenth(*w)).collect(),
                origin: tenth(origin),
                bottom: bottom.map(tenth),
                top: top.map(tenth),
                decimal: scale > 0,
            };
            let texts: Vec<String> = values.iter().map(|v| tenth(*v).to_string()).collect();
            let tree = build(rule.clone(), &texts.iter().map(String::as_str).collect::<Vec<_>>());
            prop_assert_eq!(tree.height(), widths.len() + 1);
            prop_assert!(super::super::lint::outside(&tree).is_empty());
            for line in tree.lines() {
                let value = d(&line[0]);
                for (label, width) in line[1..].iter().zip(&rule.widths) {
                    prop_assert_eq!(label.starts_with('<'), rule.bottom.is_some_and(|b| value < b));
                    prop_assert_eq!(label.starts_with('>'), rule.top.is_some_and(|t| value >= t));
                    if scale > 0 && label.starts_with('[') {
                        let (start, end) = label[1..label.len() - 1].split_once(", ").unwrap();
                        let length = d(end).floor_scaled(3).unwrap() - d(start).floor_scaled(3).unwrap();
                        prop_assert!(length > 0 && length <= width.floor_scaled(3).unwrap());
                    }
                }
            }
        }
    }
}
