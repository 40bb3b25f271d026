//! Ranges of codes, such as the chapters of a classification.

use crate::error::{Error, Result};
use std::cmp::Ordering;

/// Codes from a first to a last one, both included, and the label they get.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeRange {
    /// The first code.
    pub first: String,
    /// The last code, with as many characters.
    pub last: String,
    /// The label that is released.
    pub label: String,
}

impl CodeRange {
    /// Reads `A00-B99`: two codes of the same length and a dash between them. A code alone is a
    /// range of one.
    ///
    /// ```
    /// # use equipoise_data::build::CodeRange;
    /// let range = CodeRange::parse("A00-B99", None)?;
    /// assert_eq!((range.first.as_str(), range.last.as_str(), range.label.as_str()), ("A00", "B99", "A00-B99"));
    /// assert_eq!(CodeRange::parse("U07", Some("special"))?.last, "U07");
    /// assert!(CodeRange::parse("B99-A00", None).is_err());
    /// # Ok::<(), equipoise_data::Error>(())
    /// ```
    pub fn parse(text: &str, label: Option<&str>) -> Result<Self> {
        let characters: Vec<char> = text.chars().collect();
        let middle = characters.len() / 2;
        let (first, last): (String, String) = if characters.len() % 2 == 1
            && middle > 0
            && characters[middle] == '-'
        {
            (
                characters[..middle].iter().collect(),
                characters[middle + 1..].iter().collect(),
            )
        } else if !text.is_empty() && !text.contains('-') {
            (text.to_owned(), text.to_owned())
        } else {
            return Err(Error::usage(format!(
                "range is `{text}`; it must be two codes of the same length, such as `A00-B99`, or one code"
            )));
        };
        if compare(&first, &last) == Ordering::Greater {
            return Err(Error::usage(format!(
                "range is `{text}`; its first code comes after its last"
            )));
        }
        Ok(CodeRange {
            first,
            last,
            label: label.unwrap_or(text).to_owned(),
        })
    }

    pub(super) fn length(&self) -> usize {
        self.first.chars().count()
    }

    /// True when the first characters of `code` lie between first and last code. A code that is
    /// shorter than they are comes before those that it begins.
    pub(super) fn holds(&self, code: &str) -> bool {
        let start = beginning(code, self.length());
        compare(&self.first, start) != Ordering::Greater
            && compare(start, &self.last) != Ordering::Greater
    }

    /// True when some code can lie in both.
    pub(super) fn overlaps(&self, other: &CodeRange) -> bool {
        let length = self.length().min(other.length());
        let cut = |text| beginning(text, length);
        compare(cut(&self.first), cut(&other.last)) != Ordering::Greater
            && compare(cut(&other.first), cut(&self.last)) != Ordering::Greater
    }
}

fn compare(a: &str, b: &str) -> Ordering {
    a.chars().cmp(b.chars())
}

/// The first `length` characters.
pub(super) fn beginning(text: &str, length: usize) -> &str {
    text.char_indices()
        .nth(length)
        .map_or(text, |(at, _)| &text[..at])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn range(text: &str) -> CodeRange {
        CodeRange::parse(text, None).unwrap()
    }

    #[test]
    fn ranges_are_read_and_compared_character_by_character() {
        for (text, inside, outside) in [
            (
                "A00-B99",
                vec!["A00", "A99", "B99", "B99.9", "A001"],
                vec!["C00", "A", "B9A", "a00", ""],
            ),
            ("A-B", vec!["A", "B99", "A0"], vec!["C", ""]),
            ("U07", vec!["U07", "U07.1"], vec!["U0", "U08"]),
            ("1-1-2-2", vec!["1-1", "1-9", "2-2.5"], vec!["2-3"]),
        ] {
            let range = range(text);
            assert!(inside.iter().all(|code| range.holds(code)), "{text}");
            assert!(!outside.iter().any(|code| range.holds(code)), "{text}");
        }
        for text in ["", "-", "A00-B9", "A-", "A00--B99"] {
            let e = CodeRange::parse(text, None).unwrap_err();
            let must = "it must be two codes of the same length, such as `A00-B99`, or one code";
            assert_eq!(e.message(), format!("range is `{text}`; {must}"));
        }
        assert_eq!(
            CodeRange::parse("B00-A99", None).unwrap_err().message(),
            "range is `B00-A99`; its first code comes after its last"
        );
    }

    proptest! {
        /// Ranges overlap exactly when a code of up to three letters, of all there are, lies in
        /// both.
        #[test]
        fn overlap_is_a_code_in_both(a in "[ab]{1,3}", b in "[ab]{1,3}", c in "[ab]{1,3}", d in "[ab]{1,3}") {
            let make = |x: &str, y: &str| {
                let length = x.len().min(y.len());
                let (x, y) = (&x[..length], &y[..length]);
                range(&format!("{}-{}", x.min(y), x.max(y)))
            };
            let (left, right) = (make(&a, &b), make(&c, &d));
            let codes = (0..8).map(|i: u32| (0..3).map(|bit| if i >> bit & 1 == 1 { 'b' } else { 'a' }).collect::<String>());
            let shared = codes.filter(|code| left.holds(code) && right.holds(code)).count();
            prop_assert_eq!(left.overlaps(&right), shared > 0);
            prop_assert_eq!(right.overlaps(&left), shared > 0);
        }
    }
}
