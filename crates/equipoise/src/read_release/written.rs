//! Parses the notation of labels for sets of values: lists and ranges.

use super::column::WrittenRange;

/// The parts of a list: `a|b`, or `{a, b}`. None for a text that is not a list.
pub(super) fn list(text: &str) -> Option<Vec<&str>> {
    let braced = text
        .strip_prefix('{')
        .and_then(|text| text.strip_suffix('}'))
        .filter(|inside| !inside.trim().is_empty());
    let parts: Vec<&str> = match braced {
        Some(inside) => inside.split(',').map(str::trim).collect(),
        None => text.split('|').collect(),
    };
    (parts.len() > 1 || braced.is_some()).then_some(parts)
}

/// The most dashes that are tried as separators. Two dates with negative offsets have seven.
const MOST_DASHES: usize = 16;

/// The possible readings of a text as a range: `20..29`, `20-29`, `[20, 30)` and `[20, 30[`.
pub(super) fn ranges(text: &str) -> Vec<WrittenRange<'_>> {
    if let Some((first, last)) = text.split_once("..") {
        return vec![WrittenRange::closed(first, last)];
    }
    if let Some(range) = bracketed(text) {
        return vec![range];
    }
    // Signs and dates also contain dashes: any dash except the first character can separate the two
    // ends.
    let dashes = text.char_indices().skip(1).filter(|(_, c)| *c == '-');
    let dashes: Vec<usize> = dashes.map(|(at, _)| at).take(MOST_DASHES + 1).collect();
    if dashes.len() > MOST_DASHES {
        return Vec::new();
    }
    dashes
        .into_iter()
        .map(|at| WrittenRange::closed(&text[..at], &text[at + 1..]))
        .collect()
}

/// A range in brackets. A round bracket, or a square one that opens to the outside, excludes its
/// end.
fn bracketed(text: &str) -> Option<WrittenRange<'_>> {
    let has_first = match text.chars().next()? {
        '[' => true,
        '(' | ']' => false,
        _ => return None,
    };
    let has_last = match text.chars().next_back()? {
        ']' => true,
        ')' | '[' => false,
        _ => return None,
    };
    let inside = text.get(1..text.len().checked_sub(1)?)?;
    let (first, last) = inside.split_once([',', ';'])?;
    Some(WrittenRange {
        first: first.trim(),
        last: last.trim(),
        has_first,
        has_last,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(&str, &str, bool, bool)> {
        let ends = |range: WrittenRange<'static>| {
            (range.first, range.last, range.has_first, range.has_last)
        };
        let text: &'static str = text.to_owned().leak();
        ranges(text).into_iter().map(ends).collect()
    }

    #[test]
    fn ranges_are_read_as_tools_write_them() {
        assert_eq!(read("20..29"), [("20", "29", true, true)]);
        assert_eq!(read("17 .. 23"), [("17", "23", true, true)]);
        assert_eq!(read("[20, 30)"), [("20", "30", true, false)]);
        assert_eq!(read("[20, 30["), [("20", "30", true, false)]);
        assert_eq!(read("]20;30]"), [("20", "30", false, true)]);
        assert_eq!(read("20-29"), [("20", "29", true, true)]);
        // Parsing the numbers decides which dash is meant.
        assert_eq!(
            read("-5--3"),
            [("-5", "-3", true, true), ("-5-", "3", true, true)]
        );
        for text in ["", "20", "-5", "[", "[]", "[20]", "é", "(é)"] {
            assert_eq!(read(text), [], "{text}");
        }
        assert_eq!(read(&"-".repeat(17)).len(), 16);
        assert_eq!(read(&"-".repeat(18)), []);
    }

    #[test]
    fn lists_are_read_as_tools_write_them() {
        assert_eq!(list("a|b"), Some(vec!["a", "b"]));
        assert_eq!(list("{a, b,c}"), Some(vec!["a", "b", "c"]));
        assert_eq!(list("{a}"), Some(vec!["a"]));
        assert_eq!(list("a .. b|c"), Some(vec!["a .. b", "c"]));
        for text in ["", "a", "{a", "a, b", "{}", "{ }"] {
            assert_eq!(list(text), None, "{text}");
        }
    }
}
