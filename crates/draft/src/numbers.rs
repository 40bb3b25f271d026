//! Texts that are written as numbers, and whether they are some.

use crate::facts::{Facts, Value};
use crate::words::{CODE, MONEY, QUANTITY, YEAR};

/// More digits than this are no quantity that anybody measured.
const MOST_DIGITS: usize = 15;

/// Fewer distinct values than this are taken for codes.
const FEW: usize = 12;

/// A column in which every value is written as a number, in units of ten to the power minus
/// `scale`.
pub(crate) struct Numbers {
    pub(crate) scale: u32,
    /// The numbers in rising order, with their rows.
    pub(crate) sorted: Vec<(i64, u64)>,
    has_leading_zeros: bool,
    has_signs: bool,
    /// The common length of the texts.
    width: Option<usize>,
    /// Two texts for one number.
    has_twins: bool,
}

/// How numbers are spread, in units of ten to the power minus `scale`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spread {
    pub(crate) scale: u32,
    pub(crate) least: i64,
    pub(crate) most: i64,
    /// Ninety-nine of a hundred rows are not above it.
    pub(crate) usual_most: i64,
}

impl Numbers {
    /// Reads all values; none when one of them is no number.
    pub(crate) fn read(values: &[Value<'_>]) -> Option<Self> {
        let parsed = values
            .iter()
            .map(|v| parse(v.text).map(|p| (p, v)))
            .collect::<Option<Vec<_>>>()?;
        let scale = parsed.iter().map(|(p, _)| p.fraction).max()?;
        let scaled = |p: &Parsed| {
            10i64
                .checked_pow((scale - p.fraction) as u32)
                .and_then(|ten| p.digits.checked_mul(ten))
        };
        let mut sorted = parsed
            .iter()
            .map(|(p, v)| Some((scaled(p)?, v.rows)))
            .collect::<Option<Vec<(i64, u64)>>>()?;
        sorted.sort_unstable();
        let first = values.first()?.text.len();
        Some(Numbers {
            scale: scale as u32,
            has_twins: sorted.windows(2).any(|pair| pair[0].0 == pair[1].0),
            sorted,
            has_leading_zeros: parsed.iter().any(|(p, _)| p.has_leading_zero),
            has_signs: parsed.iter().any(|(p, _)| p.digits < 0),
            width: values
                .iter()
                .all(|v| v.text.len() == first)
                .then_some(first),
        })
    }

    pub(crate) fn is_whole(&self) -> bool {
        self.scale == 0
    }

    pub(crate) fn span(&self) -> i64 {
        self.sorted[self.sorted.len() - 1]
            .0
            .saturating_sub(self.sorted[0].0)
    }

    /// Whether most of the whole numbers between the least and the greatest occur.
    pub(crate) fn is_dense(&self) -> bool {
        self.is_whole() && self.span() < self.sorted.len() as i64 * 2
    }

    /// Numbers that follow each other without gaps, each about once.
    pub(crate) fn is_running(&self) -> bool {
        self.is_whole()
            && self.span() < self.sorted.len() as i64 + self.sorted.len() as i64 / 20 + 1
    }

    pub(crate) fn spread(&self) -> Spread {
        let rows: u64 = self.sorted.iter().map(|s| s.1).sum();
        let mut below = 0;
        let usual = self.sorted.iter().find(|(_, n)| {
            below += n;
            below * 100 >= rows * 99
        });
        let (least, most) = (self.sorted[0].0, self.sorted[self.sorted.len() - 1].0);
        Spread {
            scale: self.scale,
            least,
            most,
            usual_most: usual.map_or(most, |u| u.0),
        }
    }

    /// Whether these are numbers, or codes that are written with digits; and why. The reason for
    /// numbers goes on from "whole numbers" or "decimal numbers".
    pub(crate) fn judge(&self, facts: &Facts<'_>) -> Result<&'static str, &'static str> {
        let named = QUANTITY.tell(&facts.words) || MONEY.tell(&facts.words);
        if self.has_leading_zeros {
            return Err("leading zeros make its values codes");
        }
        if self.has_twins {
            return Err(
                "a number is written in two ways, as codes may be; if these are numbers, say `type = \"decimal\"`",
            );
        }
        if CODE.tell(&facts.words) && !named {
            return Err("its name speaks of codes; if these are numbers, say so in `type`");
        }
        let distinct = self.sorted.len();
        if distinct < FEW && !(named && distinct >= 5 && self.span() >= 3 * distinct as i64) {
            return Err(
                "so few numbers may be codes; if these are counts or amounts, say `type = \"integer\"`",
            );
        }
        let digits = self
            .width
            .filter(|_| !self.has_signs)
            .map(|w| w - usize::from(self.scale > 0));
        match digits {
            Some(4) if self.is_whole() && YEAR.tell(&facts.words) && self.within(1850, 2150) => {
                Ok(": they are years")
            }
            Some(3..) if named => Ok(": its name speaks of a quantity"),
            Some(4) if self.is_whole() && self.within(1900, 2100) => Err(
                "all values have the same length, as codes do; if these are years, say `type = \"integer\"`",
            ),
            Some(3..) => Err(
                "all values have the same length, as codes do; if these are numbers, say so in `type`",
            ),
            Some(_) if named => Ok(": its name speaks of a quantity"),
            Some(2) if !self.is_dense() => Err(
                "all values have two digits, with gaps, as codes do; if these are numbers, say so in `type`",
            ),
            _ if self.is_whole() => Ok(" of different length, none with a leading zero"),
            _ => Ok(" of different length, each written in one way"),
        }
    }

    fn within(&self, least: i64, most: i64) -> bool {
        self.sorted[0].0 >= least && self.sorted[self.sorted.len() - 1].0 <= most
    }
}

struct Parsed {
    digits: i64,
    fraction: usize,
    has_leading_zero: bool,
}

/// Reads `12`, `-3` or `0.50`; no exponents, no blanks, no plus sign, no separators of thousands.
fn parse(text: &str) -> Option<Parsed> {
    let (negative, rest) = text
        .strip_prefix('-')
        .map_or((false, text), |rest| (true, rest));
    let (whole, fraction) = rest
        .split_once('.')
        .map_or((rest, None), |(w, f)| (w, Some(f)));
    let are_digits = |t: &str| !t.is_empty() && t.bytes().all(|b| b.is_ascii_digit());
    if !are_digits(whole) || fraction.is_some_and(|f| !are_digits(f)) {
        return None;
    }
    let fraction = fraction.unwrap_or("");
    if whole.len() + fraction.len() > MOST_DIGITS {
        return None;
    }
    let digits = format!("{whole}{fraction}").parse::<i64>().ok()?;
    let has_leading_zero = whole.len() > 1 && whole.starts_with('0') || negative && digits == 0;
    Some(Parsed {
        digits: if negative { -digits } else { digits },
        fraction: fraction.len(),
        has_leading_zero,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use equipoise_data::Table;

    fn judged(name: &str, texts: &[String]) -> Result<&'static str, &'static str> {
        let rows: Vec<[&str; 1]> = texts.iter().map(|t| [t.as_str()]).collect();
        let table = Table::from_rows(&[name], &rows);
        let facts = Facts::new(&table.columns[0], &table.columns[0].counts(), &[]);
        Numbers::read(&facts.values)
            .ok_or("not written as numbers")
            .and_then(|n| n.judge(&facts))
    }

    fn is_number(name: &str, texts: impl IntoIterator<Item = String>) -> bool {
        judged(name, &texts.into_iter().collect::<Vec<_>>()).is_ok()
    }

    #[test]
    fn numbers_are_numbers() {
        assert!(is_number("age", (0..90).map(|n| n.to_string())));
        assert!(
            is_number("x", (18..90).map(|n| n.to_string())),
            "two digits without gaps"
        );
        assert!(is_number("x", (0..40).map(|n| (n * n).to_string())));
        assert!(is_number("x", (0..40).map(|n| (n - 20).to_string())));
        assert!(is_number(
            "x",
            (0..400).map(|n| format!("{}.{:02}", n * 7, n % 100))
        ));
        assert!(is_number(
            "year-of-birth",
            (1950..2000).map(|n| n.to_string())
        ));
        assert!(
            is_number("age", [31, 34, 45, 47, 62, 71].map(|n| n.to_string())),
            "the name helps where values are few"
        );
    }

    #[test]
    fn codes_are_not() {
        assert!(!is_number("x", ["1", "2", "3", "9"].map(str::to_owned)));
        assert!(
            !is_number("age", ["1", "2", "3", "4", "5", "6"].map(str::to_owned)),
            "groups of ages are codes too"
        );
        assert!(
            !is_number("x", (0..90).map(|n| format!("{n:02}"))),
            "leading zeros"
        );
        assert!(
            !is_number("x", (100..900).map(|n| n.to_string())),
            "one length"
        );
        assert!(
            !is_number("x", (1950..2000).map(|n| n.to_string())),
            "years are told by the name only"
        );
        assert!(!is_number("region-code", (0..900).map(|n| n.to_string())));
        assert!(
            !is_number(
                "x",
                (0..30).flat_map(|n| [format!("{n}"), format!("{n}.0")])
            ),
            "250 and 250.0 may be two codes"
        );
        assert!(
            !is_number("x", (0..30).map(|n| (10 + n * 3).to_string())),
            "two digits with gaps"
        );
        assert!(
            !is_number("x", (0..30).map(|n| format!("{n}{}", "7".repeat(15)))),
            "so many digits are no quantity"
        );
        for odd in ["", "-", "1e3", " 1", "+1", "1,5", "1.", ".5", "٣", "1 000"] {
            assert!(parse(odd).is_none(), "{odd}");
        }
        assert!(
            parse("-0").unwrap().has_leading_zero,
            "beside 0 it would be a number written in two ways"
        );
    }
}
