//! Bands of numbers.

use super::{MISSING, sound};
use equipoise_data::Decimal;
use equipoise_data::build::{Builder, Intervals};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// First number and the number after the last, in hundredths, of a label such as `-10--6`, `7`,
/// `[0.5, 1.0)`, `<18` or `>=90`.
fn bounds(label: &str) -> (i64, i64) {
    let hundredths = |text: &str| {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let sign = if whole.starts_with('-') { -1 } else { 1 };
        whole.parse::<i64>().unwrap() * 100
            + sign * format!("{fraction:0<2}").parse::<i64>().unwrap()
    };
    if let Some(low) = label.strip_prefix(">=") {
        return (hundredths(low), i64::MAX);
    }
    if let Some(high) = label.strip_prefix('<') {
        return (i64::MIN, hundredths(high));
    }
    if let Some(inner) = label.strip_prefix('[') {
        let (low, high) = inner.strip_suffix(')').unwrap().split_once(", ").unwrap();
        return (hundredths(low), hundredths(high));
    }
    // The dash that separates comes after a digit.
    let dash = (1..label.len())
        .find(|&i| label.as_bytes()[i] == b'-' && label.as_bytes()[i - 1].is_ascii_digit());
    let (low, high) = dash.map_or((label, label), |i| (&label[..i], &label[i + 1..]));
    (hundredths(low), hundredths(high) + 100)
}

proptest! {
    /// Read back, bands hold their values, are as wide as asked unless cut, and do not overlap on a
    /// level.
    #[test]
    fn bands_read_back(
        values in proptest::collection::vec(-3000i64..3000, 1..40),
        width in 1i64..30,
        factors in proptest::collection::vec(2i64..5, 0..3),
        origin in -20i64..20,
        bottom in proptest::option::of(-20i64..0),
        top in proptest::option::of(1i64..25),
        decimal in any::<bool>(),
    ) {
        let mut widths = vec![width];
        for factor in factors {
            widths.push(widths.last().unwrap() * factor);
        }
        let rule = Intervals {
            widths: widths.iter().map(|w| Decimal::from(*w as u64)).collect(),
            origin: Decimal::parse(&origin.to_string()).unwrap(),
            bottom: bottom.map(|b| Decimal::parse(&b.to_string()).unwrap()),
            top: top.map(|t| Decimal::parse(&t.to_string()).unwrap()),
            decimal,
        };
        // Hundredths for decimals, whole numbers otherwise.
        let value = |n: &i64| if decimal { *n } else { n / 100 * 100 };
        let text = |n: &i64| match (decimal, value(n)) {
            (true, v) => format!("{}{}.{:02}", if v < 0 { "-" } else { "" }, v.abs() / 100, v.abs() % 100),
            (false, v) => (v / 100).to_string(),
        };
        let number: BTreeMap<String, i64> = values.iter().map(|n| (text(n), value(n))).collect();
        let mut texts: Vec<String> = values.iter().map(text).collect();
        texts.push(MISSING.to_owned());
        let tree = sound(&Builder::Intervals(rule), &texts);
        for (level, width) in (1..).zip(&widths) {
            let mut last = (i64::MIN, i64::MIN);
            for line in tree.lines() {
                let n = number[&line[0]];
                let (low, high) = bounds(&line[level]);
                prop_assert!(low <= n && n < high, "{} in {}", line[0], line[level]);
                let cut = |edge: i64| edge == i64::MIN || edge == i64::MAX || bottom.map(|b| b * 100) == Some(edge) || top.map(|t| t * 100) == Some(edge);
                prop_assert!(cut(low) || (low - origin * 100) % (width * 100) == 0);
                prop_assert!(cut(high) || (high - origin * 100) % (width * 100) == 0);
                prop_assert!(low == i64::MIN || high == i64::MAX || high - low <= width * 100);
                // Lines are sorted, so a band is the one before or begins where that ends or later.
                prop_assert!((low, high) == last || low >= last.1);
                last = (low, high);
            }
        }
    }
}
