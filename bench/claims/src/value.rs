//! What is expected and what is computed, and when the two agree.

use equipoise_privacy::Score;
use std::fmt;

/// What the product computes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    /// An exact fraction.
    Exact(Score),
    /// A number with rounding errors.
    Float(f64),
    /// A count.
    Whole(u64),
    /// Yes or no.
    Flag(bool),
    /// Several of them.
    List(Vec<Value>),
}

/// What it should be.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Expected {
    /// A number as it is printed, rounded to the digits that it has.
    Printed(&'static str),
    /// An exact fraction.
    Exact(Score),
    /// A count.
    Whole(u64),
    /// Yes or no.
    Flag(bool),
    /// A number from 0 on and below this: for differences that are zero but for rounding, and for
    /// what must not take longer.
    Below(f64),
    /// A number above this: for what must grow.
    Above(f64),
    /// Several of them.
    List(Vec<Expected>),
}

impl Expected {
    /// Several numbers as they are printed.
    pub(crate) fn printed(numbers: &[&'static str]) -> Self {
        Expected::List(
            numbers
                .iter()
                .map(|number| Expected::Printed(number))
                .collect(),
        )
    }

    /// Whether what was computed is what was expected. Values of different kinds never agree, and a
    /// tie of rounding does not either.
    pub(crate) fn agrees(&self, ours: &Value) -> bool {
        match (self, ours) {
            (Expected::Printed(text), Value::Exact(score)) => rounds_to(score.to_f64(), text),
            (Expected::Printed(text), Value::Float(number)) => rounds_to(*number, text),
            (Expected::Exact(expected), Value::Exact(score)) => expected == score,
            (Expected::Whole(expected), Value::Exact(score)) => Score::whole(*expected) == *score,
            (Expected::Whole(expected), Value::Whole(number)) => expected == number,
            (Expected::Flag(expected), Value::Flag(flag)) => expected == flag,
            (Expected::Below(limit), Value::Float(number)) => (0.0..*limit).contains(number),
            (Expected::Above(limit), Value::Float(number)) => number > limit && number.is_finite(),
            (Expected::List(all), Value::List(ours)) => {
                all.len() == ours.len() && all.iter().zip(ours).all(|(e, v)| e.agrees(v))
            }
            _ => false,
        }
    }
}

/// Whether a number, rounded to as many decimals as `text` has, is `text`. What is a tie but for
/// rounding errors is not.
fn rounds_to(number: f64, text: &str) -> bool {
    let decimals = text
        .split_once('.')
        .map_or(0, |(_, decimals)| decimals.len() as i32);
    let half = 0.5 * 10f64.powi(-decimals);
    text.parse::<f64>()
        .is_ok_and(|printed| (number - printed).abs() < half * (1.0 - 1e-9))
}

impl Value {
    /// Several exact fractions.
    pub(crate) fn exact(scores: &[Score]) -> Self {
        Value::List(scores.iter().map(|&score| Value::Exact(score)).collect())
    }

    /// Several numbers with rounding errors.
    pub(crate) fn floats(numbers: &[f64]) -> Self {
        Value::List(numbers.iter().map(|&number| Value::Float(number)).collect())
    }
}

/// Fractions with longer denominators are shown as decimals only.
const SHORT: u128 = 100;

/// Decimals of an exact fraction.
const DECIMALS: u128 = 10_000;

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Exact(score) => exact(f, score),
            Value::Float(number) => float(f, *number),
            Value::Whole(number) => write!(f, "{number}"),
            Value::Flag(flag) => yes_or_no(f, *flag),
            Value::List(values) => list(f, values),
        }
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expected::Printed(text) => write!(f, "{text}"),
            Expected::Exact(score) => exact(f, score),
            Expected::Whole(number) => write!(f, "{number}"),
            Expected::Flag(flag) => yes_or_no(f, *flag),
            Expected::Below(limit) if *limit < 1e-3 => write!(f, "below {limit:e}"),
            Expected::Below(limit) => write!(f, "below {limit}"),
            Expected::Above(limit) => write!(f, "above {limit}"),
            Expected::List(all) => list(f, all),
        }
    }
}

fn exact(f: &mut fmt::Formatter<'_>, score: &Score) -> fmt::Result {
    let fraction = score.fraction();
    match (fraction.numerator, fraction.denominator) {
        (_, 0) => write!(f, "infinite"),
        (whole, 1) => write!(f, "{whole}"),
        // Four decimals say all.
        (_, denominator) if DECIMALS.is_multiple_of(denominator) => write!(f, "{}", score.to_f64()),
        (numerator, denominator) if denominator < SHORT => {
            write!(f, "{:.4} = {numerator}/{denominator}", score.to_f64())
        }
        _ => float(f, score.to_f64()),
    }
}

/// Five decimals, or the magnitude of what would be shown as zero.
fn float(f: &mut fmt::Formatter<'_>, number: f64) -> fmt::Result {
    match number.abs() {
        0.0 => write!(f, "0"),
        small if small < 5e-6 => write!(f, "{number:.0e}"),
        _ => write!(f, "{number:.5}"),
    }
}

fn yes_or_no(f: &mut fmt::Formatter<'_>, flag: bool) -> fmt::Result {
    f.write_str(if flag { "yes" } else { "no" })
}

/// One below the other: a table shows them so.
fn list<T: fmt::Display>(f: &mut fmt::Formatter<'_>, items: &[T]) -> fmt::Result {
    let all: Vec<String> = items.iter().map(T::to_string).collect();
    f.write_str(&all.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_printed_number_has_the_digits_that_it_has() {
        let sixth = Value::Exact(Score::new(1, 6));
        for (text, agrees) in [
            ("0.167", true),
            ("0.1667", true),
            ("0.17", true),
            ("0", true),
            ("0.166", false),
            ("0.1666", false),
        ] {
            assert_eq!(Expected::Printed(text).agrees(&sixth), agrees, "{text}");
        }
        assert!(
            !Expected::Printed("0.2").agrees(&Value::Float(0.25)),
            "a tie is in doubt"
        );
        assert!(!Expected::Printed("0.2").agrees(&Value::Float(f64::NAN)));
        assert!(!Expected::Printed("0.2").agrees(&Value::Exact(Score::INFINITE)));
        assert!(!Expected::Printed("a fifth").agrees(&Value::Float(0.2)));
    }

    #[test]
    fn only_like_agrees_with_like() {
        assert!(Expected::Whole(0).agrees(&Value::Exact(Score::new(0, 7))));
        assert!(!Expected::Whole(0).agrees(&Value::Flag(false)));
        assert!(
            !Expected::Exact(Score::new(1, 4)).agrees(&Value::Float(0.25)),
            "exact means exact"
        );
        assert!(!Expected::Flag(false).agrees(&Value::List(Vec::new())));
    }

    #[test]
    fn a_difference_is_not_negative_and_is_a_number() {
        for (number, agrees) in [
            (0.0, true),
            (9e-13, true),
            (1e-12, false),
            (-1e-15, false),
            (f64::NAN, false),
        ] {
            assert_eq!(
                Expected::Below(1e-12).agrees(&Value::Float(number)),
                agrees,
                "{number}"
            );
        }
    }

    #[test]
    fn what_grows_is_above_and_is_a_number() {
        for (number, agrees) in [
            (1.0, false),
            (1.1, true),
            (-2.0, false),
            (f64::NAN, false),
            (f64::INFINITY, false),
        ] {
            assert_eq!(
                Expected::Above(1.0).agrees(&Value::Float(number)),
                agrees,
                "{number}"
            );
        }
    }

    #[test]
    fn lists_agree_item_by_item() {
        let expected = Expected::printed(&["0.5", "0.25"]);
        assert!(expected.agrees(&Value::floats(&[0.5, 0.25])));
        assert!(!expected.agrees(&Value::floats(&[0.25, 0.5])));
        assert!(
            !expected.agrees(&Value::floats(&[0.5])),
            "none may be missing"
        );
        assert!(
            !expected.agrees(&Value::floats(&[0.5, 0.25, 0.1])),
            "none may be added"
        );
    }

    #[test]
    fn shown_with_the_digits_that_matter() {
        let shown = [
            (
                Value::exact(&[Score::new(8, 30), Score::whole(2), Score::new(3, 8)]).to_string(),
                "0.2667 = 4/15\n2\n0.375",
            ),
            (Value::Exact(Score::new(1, 3000)).to_string(), "0.00033"),
            (Value::Exact(Score::INFINITE).to_string(), "infinite"),
            (
                Value::floats(&[0.0, 2e-16, 0.44777]).to_string(),
                "0\n2e-16\n0.44777",
            ),
            (Expected::Below(1e-12).to_string(), "below 1e-12"),
            (Expected::Below(10.0).to_string(), "below 10"),
            (Expected::Above(1.0).to_string(), "above 1"),
            (Expected::Flag(true).to_string(), "yes"),
        ];
        for (text, expected) in shown {
            assert_eq!(text, expected);
        }
    }
}
