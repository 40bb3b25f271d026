//! Numbers and lists as people write them.

/// With commas between thousands: `30,162`.
pub(crate) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A share as per cent with one decimal. What is not quite nothing or not quite all does not look
/// like it.
pub(crate) fn percent(share: f64) -> String {
    if share.is_nan() {
        return "none".to_owned();
    }
    // A caller's mistake should look like one, but still be a number.
    let tenths = (share * 1000.0).round().clamp(-1e9, 1e9);
    if share > 0.0 && tenths < 1.0 {
        "<0.1 %".to_owned()
    } else if share < 1.0 && tenths >= 1000.0 {
        ">99.9 %".to_owned()
    } else {
        format!("{:.1} %", tenths / 10.0)
    }
}

/// A number with at most four decimals.
pub(crate) fn decimal(value: f64) -> String {
    if value.is_nan() {
        return "none".to_owned();
    }
    if value.abs() >= 1000.0 {
        let sign = if value < 0.0 { "-" } else { "" };
        // Beyond 2^53 a float has no decimals to lose.
        return format!("{sign}{}", thousands(value.abs().round() as u64));
    }
    let text = format!("{value:.4}");
    let short = text.trim_end_matches('0').trim_end_matches('.');
    if matches!(short, "-0" | "") {
        "0".to_owned()
    } else {
        short.to_owned()
    }
}

/// `a / b`, unless that is no number.
pub(crate) fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

/// The number, unless it is infinite or none.
pub(crate) fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}

/// `a`, `a and b`, `a, b and c`.
pub(crate) fn listed(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// The last part of a path.
pub(crate) fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// A decimal or a fraction rounded up to so many places; a text that is neither, or is short
/// enough, stays as it is.
pub(crate) fn rounded_up(text: &str, places: usize) -> String {
    rounded(text, places, true)
}

/// The same, rounded down.
pub(crate) fn rounded_down(text: &str, places: usize) -> String {
    rounded(text, places, false)
}

fn rounded(text: &str, places: usize, up: bool) -> String {
    let scale = 10u128.pow(places as u32);
    let scaled = if let Some((num, den)) = text.split_once('/') {
        let parts = (
            num.trim().parse::<u128>().ok(),
            den.trim().parse::<u128>().ok(),
        );
        match parts {
            (Some(num), Some(den)) if den > 0 => num
                .checked_mul(scale)
                .map(|n| if up { n.div_ceil(den) } else { n / den }),
            _ => None,
        }
    } else {
        match text.split_once('.') {
            Some((whole, decimals)) if decimals.len() > places => cut(whole, decimals, places, up),
            _ => None,
        }
    };
    let Some(scaled) = scaled else {
        return text.to_owned();
    };
    let decimals = format!("{:0places$}", scaled % scale);
    let decimals = decimals.trim_end_matches('0');
    if decimals.is_empty() {
        (scaled / scale).to_string()
    } else {
        format!("{}.{decimals}", scaled / scale)
    }
}

fn cut(whole: &str, decimals: &str, places: usize, up: bool) -> Option<u128> {
    if !decimals.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let (kept, rest) = decimals.split_at(places);
    let kept: u128 = if kept.is_empty() {
        0
    } else {
        kept.parse().ok()?
    };
    let more = u128::from(up && rest.bytes().any(|b| b != b'0'));
    whole
        .parse::<u128>()
        .ok()?
        .checked_mul(10u128.pow(places as u32))?
        .checked_add(kept + more)
}

/// A finite number rounded up to three places, as far as binary numbers have them.
pub(crate) fn up_to_thousandths(value: f64) -> Option<f64> {
    // What is over by less than a billionth is a decimal that binary numbers cannot write.
    finite(value).map(|value| ((value * 1000.0 - 1e-9).ceil().max(0.0) + 0.0) / 1000.0)
}

/// `1st`, `2nd`, `3rd`, `11th`.
pub(crate) fn ordinal(number: &str) -> String {
    let ending = match (
        number.ends_with("11") || number.ends_with("12") || number.ends_with("13"),
        number.chars().last(),
    ) {
        (false, Some('1')) => "st",
        (false, Some('2')) => "nd",
        (false, Some('3')) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_have_commas() {
        let texts = [0, 7, 999, 1000, 30_162, 1_000_000, u64::MAX].map(thousands);
        assert_eq!(
            texts,
            [
                "0",
                "7",
                "999",
                "1,000",
                "30,162",
                "1,000,000",
                "18,446,744,073,709,551,615"
            ]
        );
    }

    #[test]
    fn little_does_not_look_like_nothing() {
        let texts = [0.0, 0.0004, 0.0005, 0.0446, 0.9994, 0.99999, 1.0].map(percent);
        assert_eq!(
            texts,
            [
                "0.0 %", "<0.1 %", "0.1 %", "4.5 %", "99.9 %", ">99.9 %", "100.0 %"
            ]
        );
    }

    #[test]
    fn decimals_are_short() {
        let texts = [0.0, -0.00001, 0.24193, 2.5, 999.0, 1000.4, 1.0e18, -5000.0].map(decimal);
        assert_eq!(
            texts,
            [
                "0",
                "0",
                "0.2419",
                "2.5",
                "999",
                "1,000",
                "1,000,000,000,000,000,000",
                "-5,000"
            ]
        );
    }

    #[test]
    fn rounding_never_understates() {
        for (text, up) in [
            ("1/3", "0.334"),
            ("1/2", "0.5"),
            ("0.1870001", "0.188"),
            ("0.187", "0.187"),
            ("0.18700", "0.187"),
            ("0.9999", "1"),
            ("7", "7"),
            ("1/0", "1/0"),
            ("a/b", "a/b"),
            ("0.x123", "0.x123"),
            ("5e-9", "5e-9"),
            (
                "340282366920938463463374607431768211455/3",
                "340282366920938463463374607431768211455/3",
            ),
        ] {
            assert_eq!(rounded_up(text, 3), up, "{text}");
        }
    }

    #[test]
    fn rounding_down_never_overstates() {
        let down = ["1/3", "100/98", "2.9999999", "3", "infinite", "1/2"]
            .map(|text| rounded_down(text, 3));
        assert_eq!(down, ["0.333", "1.02", "2.999", "3", "infinite", "0.5"]);
    }

    #[test]
    fn thousandths_are_rounded_up() {
        let up = [0.0, 1e-6, 0.029, 0.2, 0.2001, 1.0].map(up_to_thousandths);
        assert_eq!(up, [0.0, 0.001, 0.029, 0.2, 0.201, 1.0].map(Some));
        assert_eq!([f64::INFINITY, f64::NAN].map(up_to_thousandths), [None; 2]);
    }

    #[test]
    fn ordinals_have_their_endings() {
        assert_eq!(
            ["1", "2", "3", "4", "11", "12", "13", "22", "112"]
                .map(ordinal)
                .join(" "),
            "1st 2nd 3rd 4th 11th 12th 13th 22nd 112th"
        );
    }

    #[test]
    fn lists_read_well() {
        let items = ["a", "b", "c"].map(str::to_owned);
        assert_eq!(
            [
                listed(&items[..0]),
                listed(&items[..1]),
                listed(&items[..2]),
                listed(&items)
            ],
            ["", "a", "a and b", "a, b and c"]
        );
    }

    #[test]
    fn folders_are_not_told() {
        assert_eq!(
            ["people.csv", "../data/people.csv", r"C:\data\people.csv"].map(file_name),
            ["people.csv"; 3]
        );
    }
}
