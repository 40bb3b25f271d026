//! Rare values under one label.

use super::{MISSING, build, column, nests};
use equipoise_data::build::{Builder, Frequency};
use proptest::prelude::*;

proptest! {
    /// A value keeps its text exactly where enough rows have it, and is `other` elsewhere.
    #[test]
    fn values_stay_while_they_are_frequent(
        values in proptest::collection::vec(0u32..8, 1..60),
        first in 2u64..6,
        steps in proptest::collection::vec(1u64..9, 0..3),
    ) {
        let mut thresholds = vec![first];
        for step in steps {
            thresholds.push(thresholds.last().unwrap() + step);
        }
        // Low numbers are frequent: each value is there as often as is left after halving.
        let mut texts: Vec<String> = values.iter().map(|v| format!("v{}", (v * v) / 8)).collect();
        texts.extend([MISSING.to_owned(), MISSING.to_owned()]);
        let rule = Builder::Frequency(Frequency { thresholds: thresholds.clone(), other: "few".to_owned() });
        let tree = build(&rule, &texts).unwrap();
        nests(&tree);
        prop_assert_eq!(tree.height(), thresholds.len() + 1);
        prop_assert_eq!(tree.lines().len(), column(&texts).dictionary.len() - 1, "missing values get no line");
        for line in tree.lines() {
            let rows = texts.iter().filter(|t| **t == line[0]).count() as u64;
            for (label, least) in line[1..].iter().zip(&thresholds) {
                prop_assert_eq!(label.as_str(), if rows >= *least { line[0].as_str() } else { "few" });
            }
        }
        texts.reverse();
        prop_assert_eq!(build(&rule, &texts).unwrap(), tree);
    }
}
