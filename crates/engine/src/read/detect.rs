//! Detects the delimiter of a file.

use super::blocks::last_record_end;
use super::dialect::{Dialect, valid_prefix};
use super::records::{Records, Step};

/// The delimiters that are tried, the usual one first.
const CANDIDATES: [u8; 4] = [b',', b';', b'\t', b'|'];

/// Records that the detection reads.
const SAMPLE_RECORDS: usize = 200;

/// Detects the dialect of a text from its first bytes, `sample`; `whole` if that is all of it.
pub(crate) fn detect(sample: &[u8], whole: bool, quote: Option<u8>) -> Dialect {
    let counts = |delimiter: u8| field_counts(sample, whole, Dialect { delimiter, quote });
    let candidates = CANDIDATES.into_iter().filter(|&c| Some(c) != quote);
    let several = candidates
        .clone()
        .filter_map(|c| Some((rank(c, &counts(c))?, c)))
        .max()
        .map(|(_, c)| c);
    // One column: a comma, unless the values hold commas and some other candidate is not in
    // them.
    let one = || {
        candidates
            .clone()
            .find(|&c| counts(c).iter().all(|&n| n == 1))
    };
    Dialect {
        delimiter: several.or_else(one).unwrap_or(b','),
        quote,
    }
}

/// Rank of a candidate, higher is better; `None` if it does not split the first record.
/// First counts the share of records with as many fields as the first one. Among equals the comma
/// comes last, as it may be a decimal sign; then more fields are better.
fn rank(candidate: u8, counts: &[usize]) -> Option<(usize, bool, usize)> {
    let (&first, others) = counts.split_first()?;
    let agree = others.iter().filter(|&&n| n == first).count();
    let share = if others.is_empty() {
        1000
    } else {
        agree * 1000 / others.len()
    };
    (first > 1).then_some((share, candidate != b',', first))
}

/// The number of fields of each of the first records. A record that the sample cuts off does not
/// count, unless there is no other.
fn field_counts(sample: &[u8], whole: bool, dialect: Dialect) -> Vec<usize> {
    let end = if whole {
        sample.len()
    } else {
        last_record_end(sample, dialect)
    };
    let sample = if end == 0 { sample } else { &sample[..end] };
    let text = valid_prefix(sample);
    let mut records = Records::new(text, 0, dialect);
    let mut counts = Vec::new();
    while counts.len() < SAMPLE_RECORDS {
        match records.next(|_, _, _, _| ()) {
            Ok(Step::Row(fields)) => counts.push(fields),
            Ok(Step::Blank) => {}
            Ok(Step::End) | Err(_) => break,
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn detect(text: &str) -> char {
        super::detect(text.as_bytes(), true, Some(b'"'))
            .delimiter
            .into()
    }

    #[test]
    fn the_usual_delimiters_are_found() {
        for d in [',', ';', '\t', '|'] {
            let text = "age,sex,zip\n30,F,53111\n40,M,53113\n".replace(',', &d.to_string());
            assert_eq!(detect(&text), d);
            assert_eq!(detect(text.trim_end()), d);
            assert_eq!(detect(text.lines().next().unwrap()), d, "a header alone");
        }
    }

    #[test]
    fn other_candidates_inside_values_do_not_mislead() {
        assert_eq!(detect("age;income\n30;1,5\n31;2,5\n"), ';');
        assert_eq!(
            detect("1,5;2,5\n3,5;4,5\n"),
            ';',
            "decimal commas without a header"
        );
        assert_eq!(detect("a,b\n\"x;y;z\",1\n\"x;y\",2\n"), ',');
        assert_eq!(detect("\"a;b\",c\n1,2\n"), ',', "quoted header");
        assert_eq!(detect("a|b\nx,y|1\nz,w|2\n"), '|');
        assert_eq!(detect("note,n\na\tb,1\nc,2\n"), ',');
    }

    #[test]
    fn a_ragged_file_keeps_its_delimiter() {
        assert_eq!(detect("a,b,c\n1,2\n"), ',');
        assert_eq!(detect("a;b;c\n1;2;3\n1;2\n1;2;3;4\n"), ';');
        assert_eq!(
            detect("a,b\n1\n2\n"),
            ',',
            "what the first record has is not given up"
        );
        assert_eq!(detect("a, net;b\n1;2\n3;4\n"), ';');
    }

    #[test]
    fn one_column_is_allowed() {
        assert_eq!(detect("age\n30\n40\n"), ',');
        assert_eq!(
            detect("income\n1,5\n2,5\n"),
            ';',
            "the comma belongs to the values"
        );
        assert_eq!(detect("\"amount, net\"\n5\n6\n"), ',');
        assert_eq!(detect(""), ',');
    }

    #[test]
    fn a_record_cut_off_by_the_sample_does_not_count() {
        let d = super::detect(b"a;b,c\n1;2,3\n4;5", false, Some(b'"'));
        assert_eq!(d.delimiter, b';');
        assert_eq!(
            super::detect("a,b,\u{e4}".as_bytes().split_last().unwrap().1, false, None).delimiter,
            b','
        );
    }

    #[test]
    fn impossible_dialects_are_refused() {
        assert!(Dialect::check(Some(b','), Some(b'"')).is_ok());
        assert!(Dialect::check(None, None).is_ok());
        for (delimiter, quote, says) in [
            (Some(b'"'), Some(b'"'), "delimiter and quote are both `\"`"),
            (Some(b'\n'), None, "delimiter is `\\n`"),
            (Some(b'\r'), None, "delimiter is `\\r`"),
            (Some(b','), Some(b'\n'), "quote is `\\n`"),
            (Some(0xe4), None, "delimiter is the byte 0xe4"),
        ] {
            let e = Dialect::check(delimiter, quote).unwrap_err();
            assert_eq!(e.kind(), equipoise_data::ErrorKind::Usage);
            assert!(e.message().contains(says), "{e}");
        }
    }
}
