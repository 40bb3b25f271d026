//! Drawn pins and damaged recipes.

use super::{LONG_BRACES, comments, levels_of, parse, recipes, shapes};
use equipoise_data::{Decimal, ErrorKind};
use equipoise_recipe::{Limit, Model, Pin, Recipe, Role, pin, privacy_entries, text_literal};
use proptest::prelude::*;

/// A parameter of a model with another value: its key, the value, and the model that must come of
/// it.
fn other_value(model: &Model, draw: u64) -> Option<(&'static str, String, Model)> {
    let mut other = model.clone();
    let (whole, share) = (1 + draw % 50, format!("0.{:03}", 1 + draw % 998));
    let decimal = Decimal::parse(&share).unwrap();
    let (key, literal) = match &mut other {
        Model::KAnonymity { k }
        | Model::KMap { k, .. }
        | Model::KmAnonymity { k, .. }
        | Model::LkcPrivacy { k, .. } => {
            *k = whole;
            ("k", whole.to_string())
        }
        Model::LDiversity { l, .. } => {
            *l = Decimal::from(whole);
            ("l", whole.to_string())
        }
        Model::TCloseness { t: x, .. } | Model::NtCloseness { t: x, .. } => {
            *x = decimal;
            ("t", share)
        }
        Model::AlphaKAnonymity { alpha: x, .. } => {
            *x = decimal;
            ("alpha", share)
        }
        Model::SemanticPrivacy { delta: x, .. } | Model::DeltaDisclosure { delta: x, .. } => {
            *x = decimal;
            ("delta", share)
        }
        Model::BetaLikeness { beta: x, .. } => {
            *x = decimal;
            ("beta", share)
        }
        Model::SampleUniqueness { threshold: x }
        | Model::AverageRisk { threshold: x }
        | Model::PopulationUniqueness { threshold: x, .. } => {
            *x = decimal;
            ("threshold", share)
        }
        Model::DeltaPresence { .. } => return None,
    };
    Some((key, literal, other))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_pin_means_what_was_asked_and_nothing_else(which in any::<usize>(), draws in proptest::collection::vec(any::<u64>(), 24)) {
        let recipes = recipes();
        let text = &recipes[which % recipes.len()];
        let before = parse(text);
        let entries = privacy_entries(text).unwrap();
        let (mut expected, mut all) = (before.clone(), Pin::default());
        let mut draws = draws.into_iter().cycle();
        for column in expected.columns.iter_mut().filter(|c| c.role == Role::QuasiIdentifier) {
            let draw = draws.next().unwrap();
            if draw % 3 > 0 {
                let level = (draw >> 8) as u8;
                (column.min_level, column.max_level) = (level, Some(level));
                all.levels.push((column.name.clone(), level));
            }
        }
        for (i, model) in before.privacy.iter().enumerate() {
            let draw = draws.next().unwrap();
            // A model that the method asks for by itself stands in no entry.
            let Some(&entry) = entries[i].first() else { continue };
            let Some((key, literal, other)) = other_value(model, draw >> 8).filter(|_| draw % 3 > 0) else { continue };
            expected.privacy[i] = other;
            all.thresholds.push((entry, key.to_owned(), literal));
        }
        let draw = draws.next().unwrap();
        if draw % 3 > 0 {
            let limit = if draw % 3 == 1 { (draw >> 40).to_string() } else { format!("0.{:04}", (draw >> 8) % 10_000) };
            expected.search.max_suppression = Limit::parse(&limit).unwrap();
            all.max_suppression = Some(limit);
        }
        if draw % 5 == 0 {
            // Nor does it ask for it where an entry does.
            if entries.last().is_some_and(Vec::is_empty) {
                expected.privacy.pop();
            }
            expected.privacy.push(Model::KAnonymity { k: 77 });
            all.added.push(vec![("model".to_owned(), text_literal("k-anonymity")), ("k".to_owned(), "77".to_owned())]);
        }
        let pinned = pin(text, &all).unwrap();
        prop_assert_eq!(comments(&pinned), comments(text));
        let mut after = parse(&pinned);
        after.warnings = before.warnings.clone();
        // Two models of one kind may have become the same one by chance.
        expected.privacy = expected.privacy.iter().enumerate().filter(|(i, m)| !expected.privacy[..*i].contains(m)).map(|(_, m)| m.clone()).collect();
        expected.warnings = before.warnings.clone();
        prop_assert_eq!(after, expected);
    }

    /// Whatever was done to a recipe: if it is still one, it can be pinned or the reason is in the
    /// recipe.
    #[test]
    fn a_damaged_recipe_is_pinned_or_refused(
        which in any::<usize>(), at in any::<usize>(), cut in 0usize..12, put in "[-a-z0-9.=\"#,\\[\\]{}\n é]{0,6}"
    ) {
        let shapes = shapes();
        let whole: Vec<char> = shapes[which % shapes.len()].chars().collect();
        let at = at % whole.len();
        let end = (at + cut).min(whole.len());
        let text: String = whole[..at].iter().copied().chain(put.chars()).chain(whole[end..].iter().copied()).collect();
        let all = Pin { max_suppression: Some("3".to_owned()), ..levels_of(&[("age", 1)]) };
        match (Recipe::parse(&text, "r"), pin(&text, &all)) {
            (_, Err(e)) => prop_assert_eq!(e.kind(), ErrorKind::Usage, "{}\n{}", e, text),
            (Err(_), Ok(_)) => prop_assert!(false, "{}", text),
            (Ok(before), Ok(pinned)) => {
                let after = parse(&pinned);
                prop_assert_eq!(after.privacy, before.privacy);
                prop_assert_eq!(after.search.max_suppression, Limit::Units(3));
                prop_assert_eq!(after.columns.len(), before.columns.len());
            }
        }
    }
}

#[test]
fn blanks_and_comments_may_stand_anywhere() {
    let odd = LONG_BRACES
        .replace(
            "hierarchy = { intervals = [5, 10] }, # bands",
            "hierarchy = { intervals = [5, 10] } # bands",
        )
        .replace(
            "zip.hierarchy.mask = \"right\",",
            "zip.hierarchy.mask = \"right\" # digits\n,",
        )
        .replace("l = 2 }, # worth", "l = 2 } # worth");
    for text in [
        odd.clone(),
        format!("\u{feff}{odd}"),
        odd.trim_end().to_owned(),
    ] {
        let k = vec![
            ("model".to_owned(), text_literal("k-anonymity")),
            ("k".to_owned(), "9".to_owned()),
        ];
        let pinned = pin(
            &text,
            &Pin {
                added: vec![k],
                ..levels_of(&[("age", 1), ("zip", 1)])
            },
        )
        .unwrap();
        assert_eq!(comments(&pinned), comments(&text), "{pinned}");
        assert_eq!(parse(&pinned).privacy.len(), 3);
    }
}
