//! Texts that mean "not known": in the whole table, and in single columns.

use crate::facts::{Facts, Value};
use crate::numbers::Numbers;
use crate::words::UNKNOWN;
use equipoise_data::{Column, Table};

/// Texts that mean missing wherever they stand.
const TOKENS: [&str; 12] = [
    "", "NA", "N/A", "n/a", "#N/A", "NULL", "null", "NaN", "nan", "?", ".", "<NA>",
];

/// What means missing in the whole table, the most frequent first, and what is to be said about it.
///
/// The empty text is always among them: no cell means anything by being empty.
pub(crate) fn tokens(table: &Table, counts: &[Vec<u64>]) -> (Vec<String>, Vec<String>) {
    let mut countries = Vec::new();
    let mut found: Vec<(u64, &str)> = Vec::new();
    for token in TOKENS {
        let mut rows = 0;
        for (column, counts) in table.columns.iter().zip(counts) {
            let Some(code) = column.dictionary.find(token) else {
                continue;
            };
            if token == "NA" && holds_countries(column) {
                countries.push(&column.name);
                continue;
            }
            rows += counts[code as usize];
        }
        if rows > 0 || token.is_empty() {
            found.push((rows, token));
        }
    }
    found.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(b.1)));
    let tokens: Vec<String> = found
        .into_iter()
        .map(|(_, token)| token.to_owned())
        .collect();
    // Where the token means missing elsewhere, the country is lost, and that has to be known.
    let fate = if tokens.iter().any(|t| t == "NA") {
        "looks like a country code, and counts as missing as in other columns"
    } else {
        "was taken for a country code, not for missing"
    };
    let note = |column: &String| format!("`NA` in column `{column}` {fate}");
    (tokens, countries.into_iter().map(note).collect())
}

/// Codes of two capitals, as ISO 3166 has them: `NA` is Namibia.
fn holds_countries(column: &Column) -> bool {
    let is_code = |t: &str| t.len() == 2 && t.bytes().all(|b| b.is_ascii_uppercase());
    let is_odd = |t: &str| !is_code(t) && !TOKENS.contains(&t);
    column.dictionary.texts().filter(|t| is_code(t)).count() >= 20
        && !column.dictionary.texts().any(is_odd)
}

/// The words for "not known" among the values of a column.
pub(crate) fn words(facts: &Facts<'_>) -> Vec<String> {
    let is_unknown = |v: &&Value<'_>| UNKNOWN.contains(&v.text.to_lowercase().as_str());
    let mut words: Vec<String> = facts
        .values
        .iter()
        .filter(is_unknown)
        .map(|v| v.text.to_owned())
        .collect();
    words.sort_unstable();
    // A column of one such word tells nothing about what it means here.
    if words.len() == facts.values.len() {
        Vec::new()
    } else {
        words
    }
}

/// Dates of nothing but zeros, which no calendar has.
pub(crate) fn zero_dates(facts: &Facts<'_>) -> Vec<String> {
    let is_zero = |t: &str| {
        t.len() >= 8 && t.bytes().any(|b| b == b'0') && t.bytes().all(|b| b"0-./ :T".contains(&b))
    };
    let mut texts: Vec<String> = facts
        .values
        .iter()
        .map(|v| v.text)
        .filter(|t| is_zero(t))
        .map(str::to_owned)
        .collect();
    texts.sort_unstable();
    texts
}

/// Codes of nines, such as `9`, `99` and `-9`, that stand apart from the other values; and remarks
/// about those that may mean missing.
pub(crate) fn nines(facts: &Facts<'_>) -> (Vec<String>, Vec<String>) {
    let candidates: Vec<&Value<'_>> = facts.values.iter().filter(|v| is_nines(v.text)).collect();
    let (mut codes, mut remarks) = (Vec::new(), Vec::new());
    for candidate in candidates {
        let others: Vec<Value<'_>> = facts
            .values
            .iter()
            .copied()
            .filter(|v| !is_nines(v.text))
            .collect();
        match meaning(candidate, &others) {
            Meaning::Missing => codes.push(candidate.text.to_owned()),
            Meaning::Perhaps => remarks
                .push(format!("`{}` often stands for a value that is not known; if it does here, add it to `missing`", candidate.text)),
            Meaning::Value => {}
        }
    }
    codes.sort_unstable();
    remarks.sort_unstable();
    (codes, remarks)
}

fn is_nines(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let nines = !digits.is_empty() && digits.len() <= 9 && digits.bytes().all(|b| b == b'9');
    nines || text == "-1" || text == "-8" || text == "-7"
}

enum Meaning {
    Missing,
    Perhaps,
    Value,
}

fn meaning(candidate: &Value<'_>, others: &[Value<'_>]) -> Meaning {
    let negative = candidate.text.starts_with('-');
    let Some(numbers) = Numbers::read(others) else {
        let letters = !others.is_empty()
            && others.len() < 100
            && others
                .iter()
                .all(|v| !v.text.bytes().any(|b| b.is_ascii_digit()));
        // A nine among letters, as in F, M and 9.
        return if letters && !negative {
            Meaning::Missing
        } else {
            Meaning::Value
        };
    };
    let Ok(code) = candidate.text.parse::<i64>() else {
        return Meaning::Value;
    };
    let (least, most) = (
        numbers.sorted[0].0,
        numbers.sorted[numbers.sorted.len() - 1].0,
    );
    let repeated = candidate.rows >= 2;
    if negative {
        return match (least >= 0, repeated) {
            (true, true) => Meaning::Missing,
            (true, false) => Meaning::Perhaps,
            _ => Meaning::Value,
        };
    }
    if !numbers.is_whole() {
        return if code > numbers.spread().most / 10i64.pow(numbers.scale) {
            Meaning::Perhaps
        } else {
            Meaning::Value
        };
    }
    if code <= most {
        return Meaning::Value;
    }
    let gap = code - most;
    let largest_gap = numbers
        .sorted
        .windows(2)
        .map(|pair| pair[1].0 - pair[0].0)
        .max()
        .unwrap_or(1);
    let of_one_width = others.iter().all(|v| v.text.len() == candidate.text.len());
    let rows: u64 = others.iter().map(|v| v.rows).sum();
    let frequent = repeated && candidate.rows * others.len() as u64 >= rows;
    let is_code_like = of_one_width || others.len() < 12;
    let stands_apart = gap >= 2 && gap > largest_gap;
    match () {
        () if is_code_like && others.len() < 12 && stands_apart => Meaning::Missing,
        () if is_code_like && stands_apart && frequent && !(of_one_width && numbers.is_dense()) => {
            Meaning::Missing
        }
        // Among true numbers only a code far beyond all of them, and often.
        () if gap > numbers.span().max(1).saturating_mul(3) && frequent => Meaning::Missing,
        () if gap >= 2 => Meaning::Perhaps,
        () => Meaning::Value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(values: &[(&str, u64)]) -> (Vec<String>, usize) {
        let rows: Vec<[&str; 1]> = values
            .iter()
            .flat_map(|(t, n)| std::iter::repeat_n([*t], *n as usize))
            .collect();
        let table = Table::from_rows(&["x"], &rows);
        let (codes, remarks) = nines(&Facts::new(
            &table.columns[0],
            &table.columns[0].counts(),
            &[],
        ));
        (codes, remarks.len())
    }

    fn numbers(
        range: std::ops::Range<u64>,
        more: &[(&'static str, u64)],
    ) -> Vec<(&'static str, u64)> {
        range
            .map(|n| (&*n.to_string().leak(), 3))
            .chain(more.iter().copied())
            .collect()
    }

    #[test]
    fn nines_that_stand_apart_are_codes() {
        assert_eq!(
            found(&[("1", 5), ("2", 5), ("3", 5), ("9", 1)]),
            (vec!["9".into()], 0)
        );
        assert_eq!(
            found(&[("F", 5), ("M", 5), ("9", 1)]),
            (vec!["9".into()], 0)
        );
        assert_eq!(
            found(&[("01", 5), ("07", 5), ("99", 2)]),
            (vec!["99".into()], 0)
        );
        assert_eq!(
            found(&numbers(0..90, &[("999", 9)])),
            (vec!["999".into()], 0),
            "far beyond all ages"
        );
        assert_eq!(found(&numbers(0..90, &[("-9", 9)])), (vec!["-9".into()], 0));
    }

    #[test]
    fn nines_among_their_like_are_values() {
        assert_eq!(found(&[("7", 5), ("8", 5), ("9", 5)]), (vec![], 0));
        assert_eq!(found(&numbers(0..20, &[])), (vec![], 0));
        assert_eq!(
            found(&numbers(0..95, &[("99", 4)])),
            (vec![], 1),
            "an age of 99 is an age, and worth a remark"
        );
        assert_eq!(
            found(&numbers(0..90, &[("999", 1)])),
            (vec![], 1),
            "once is an accident"
        );
        assert_eq!(
            found(&[("10", 5), ("20", 5), ("30", 5), ("90", 2), ("99", 5)]).0,
            Vec::<String>::new(),
            "no larger gap than others"
        );
        assert_eq!(found(&[("A1", 5), ("9", 5)]), (vec![], 0));
        assert_eq!(
            found(&[("9", 5)]),
            (vec![], 0),
            "nothing to stand apart from"
        );
    }

    #[test]
    fn tokens_are_found_and_namibia_is_a_country() {
        let table = Table::from_rows(&["x", "y"], &[["NA", "?"], ["NA", "a"], ["1", "b"]]);
        let counts: Vec<Vec<u64>> = table.columns.iter().map(Column::counts).collect();
        assert_eq!(
            tokens(&table, &counts),
            (vec!["NA".into(), "?".into(), "".into()], vec![])
        );
        let codes: Vec<[String; 1]> = (0..30)
            .map(|i| {
                [format!(
                    "{}{}",
                    char::from(b'A' + i),
                    char::from(b'A' + i % 7)
                )]
            })
            .filter(|c| c[0].is_ascii())
            .collect();
        let rows: Vec<[&str; 1]> = codes
            .iter()
            .map(|c| [c[0].as_str()])
            .filter(|c| c[0].bytes().all(|b| b.is_ascii_uppercase()))
            .collect();
        let rows: Vec<[&str; 1]> = rows.into_iter().chain([["NA"]]).collect();
        let table = Table::from_rows(&["land"], &rows);
        let counts: Vec<Vec<u64>> = table.columns.iter().map(Column::counts).collect();
        let (found, notes) = tokens(&table, &counts);
        assert_eq!((found, notes.len()), (vec![String::new()], 1));
    }
}
