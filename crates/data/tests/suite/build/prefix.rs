//! Prefixes of codes, and ranges above them.

use super::{MISSING, build, sound};
use equipoise_data::build::{Builder, CodeRange, Prefix};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

fn is_separator(c: char) -> bool {
    matches!(c, '.' | '-' | '/' | ' ')
}

proptest! {
    /// A label is a beginning of the code with nothing but separators between it and where the code
    /// was cut.
    #[test]
    fn labels_are_beginnings(
        values in proptest::collection::vec("[AÉ1 .-]{0,6}", 1..40),
        lengths in proptest::collection::btree_set(1usize..7, 1..4),
    ) {
        let lengths: Vec<usize> = lengths.into_iter().rev().collect();
        let mut values = values;
        values.push(MISSING.to_owned());
        let tree = sound(&Builder::Prefix(Prefix::new(lengths.clone())), &values);
        prop_assert_eq!(tree.height(), lengths.len() + 1);
        for (level, &length) in (1..).zip(&lengths) {
            let mut sets: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
            for line in tree.lines() {
                let (code, label) = (&line[0], &line[level]);
                prop_assert!(code.starts_with(label.as_str()));
                let cut: Vec<char> = code.chars().take(length).collect();
                let kept = label.chars().count();
                prop_assert!(kept <= cut.len() && cut[kept..].iter().all(|c| is_separator(*c)));
                // No separator at the end, unless there is nothing else.
                prop_assert!(label.chars().all(is_separator) || !label.ends_with(is_separator));
                let meaning: String = cut.iter().collect::<String>().trim_end_matches(is_separator).to_owned();
                sets.entry(label.clone()).or_default().insert(if meaning.is_empty() { cut.iter().collect() } else { meaning });
            }
            // Whatever has one label was cut to one beginning.
            prop_assert!(sets.values().all(|meanings| meanings.len() == 1));
        }
    }

    /// Codes lie in the range that an order of all codes says; what is in none is told, or gets the
    /// label of others.
    #[test]
    fn ranges_hold_what_lies_between(values in proptest::collection::vec("[A-F][0-9]{2}(\\.[0-9])?", 1..40), cut in 0usize..59, gap in 0usize..3) {
        // Every code of three characters in order: its place is a number.
        let place = |code: &str| (code.as_bytes()[0] - b'A') as usize * 10 + code[1..2].parse::<usize>().unwrap();
        let name = |place: usize, last: char| format!("{}{}{last}", (b'A' + (place / 10) as u8) as char, place % 10);
        let second = (cut + 1 + gap).min(59);
        let texts = [format!("{}-{}", name(0, '0'), name(cut, '9')), format!("{}-{}", name(second, '0'), name(59, '9'))];
        let low = CodeRange::parse(&texts[0], Some("low")).unwrap();
        let high = CodeRange::parse(&texts[1], None).unwrap();
        let strict = Prefix { ranges: vec![low, high], ..Prefix::new(vec![4, 3]) };
        let expected = |code: &str| match place(code) {
            at if at <= cut => Some("low"),
            at if at >= second => Some(texts[1].as_str()),
            _ => None,
        };
        let outside: BTreeSet<&String> = values.iter().filter(|v| expected(v).is_none()).collect();
        let all = values.iter().collect::<BTreeSet<_>>().len();
        match build(&Builder::Prefix(strict.clone()), &values) {
            Ok(_) => prop_assert!(outside.is_empty()),
            Err(e) => {
                let told = format!("column `x`: {} of {all} values are not in any", outside.len());
                prop_assert!(!outside.is_empty() && e.message().starts_with(&told), "{e}");
            }
        }
        let tree = sound(&Builder::Prefix(Prefix { other: Some("rest".to_owned()), ..strict }), &values);
        for line in tree.lines() {
            prop_assert_eq!(line[3].as_str(), expected(&line[0]).unwrap_or("rest"));
        }
    }
}
