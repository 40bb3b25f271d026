//! The random cases are valid, varied and cheap, and the oracle does not depend on the order of the
//! rows.

use equipoise_testkit::{
    Case, CaseShape, OracleDistance, OracleLimit, OracleMeasured, OracleModel, Seeded, best, equal,
    evaluate,
};
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

fn cases(count: u64) -> impl Iterator<Item = Case> {
    (0..count).map(|seed| Case::random(seed, &CaseShape::default()))
}

/// Each label has one label above it, values stand once, the top is one label and no value.
fn check_tree(lines: &[Vec<String>]) {
    let width = lines[0].len();
    assert!(lines.iter().all(|line| line.len() == width));
    assert_eq!(
        lines
            .iter()
            .map(|line| &line[0])
            .collect::<BTreeSet<_>>()
            .len(),
        lines.len()
    );
    for level in 1..width {
        let mut above = BTreeMap::new();
        for line in lines {
            assert_eq!(
                *above.entry(&line[level - 1]).or_insert(&line[level]),
                &line[level],
                "{lines:?}"
            );
        }
    }
    assert!(
        width == 1
            || lines
                .iter()
                .all(|line| line[width - 1] == "*" && line[0] != "*")
    );
}

#[test]
fn cases_are_valid() {
    for case in cases(3000) {
        assert!(
            (1..=30).contains(&case.rows.len())
                && (1..=4).contains(&case.quasi.len())
                && case.sensitive.len() <= 2
        );
        assert!(
            case.columns.len() > 1 && case.rows.iter().all(|row| row.len() == case.columns.len())
        );
        assert!(
            case.quasi.is_sorted_by_key(|q| q.index)
                && case.sensitive.is_sorted_by_key(|s| s.index)
        );
        assert!(case.quasi.iter().map(|q| q.height() + 1).product::<usize>() <= 200);
        for q in &case.quasi {
            check_tree(&q.lines);
            assert!(q.min_level <= q.max_level && q.max_level <= q.height() && q.weight > 0.0);
            assert!(q.lines.iter().all(|line| !case.is_missing(&line[0])));
        }
        for s in &case.sensitive {
            s.lines.iter().for_each(|lines| check_tree(lines));
            assert!(
                (0..case.rows.len())
                    .filter_map(|r| case.value(s.index, r))
                    .all(|v| s.order.iter().any(|o| o == v))
            );
        }
        assert!(!case.models.is_empty());
        for model in &case.models {
            match model {
                OracleModel::K { k } => assert!((1..=case.units()).contains(k)),
                OracleModel::DistinctL { column, l } => {
                    assert!(*l >= 1 && case.sensitive_column(*column).index == *column)
                }
                OracleModel::T {
                    column,
                    t_num,
                    t_den,
                    text,
                    distance,
                } => {
                    assert!(
                        *distance != OracleDistance::Hierarchical
                            || case.sensitive_column(*column).lines.is_some()
                    );
                    assert_eq!(text.parse::<f64>().unwrap(), *t_num as f64 / *t_den as f64);
                }
                other => panic!("the default shape does not draw {other:?}"),
            }
        }
        if let OracleLimit::Share {
            numerator,
            denominator,
            text,
        } = &case.limit
        {
            assert_eq!(
                text.parse::<f64>().unwrap(),
                *numerator as f64 / *denominator as f64
            );
        }
    }
}

/// Everything that could go wrong in the product occurs often enough to be seen.
#[test]
fn cases_are_varied() {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for case in cases(2000) {
        let mut note =
            |what: &str, is: bool| *seen.entry(what.to_owned()).or_default() += usize::from(is);
        let n = case.rows.len();
        note("one row", n == 1);
        note(&format!("loss {:?}", case.loss), true);
        note(&format!("aggregation {:?}", case.aggregation), true);
        note(
            &format!("suppression weight {}", case.suppression_weight),
            true,
        );
        note(
            "persons with several rows",
            case.person.is_some() && case.units() < n as u64,
        );
        note("several quasi-identifiers", case.quasi.len() > 1);
        note(
            "a short branch",
            case.quasi
                .iter()
                .any(|q| q.lines.iter().any(|l| l.windows(2).any(|w| w[0] == w[1]))),
        );
        note("height 0", case.quasi.iter().any(|q| q.height() == 0));
        note("one line", case.quasi.iter().any(|q| q.lines.len() == 1));
        note(
            "missing quasi-identifier",
            case.quasi
                .iter()
                .any(|q| (0..n).any(|r| case.value(q.index, r).is_none())),
        );
        note(
            "missing sensitive value",
            case.sensitive
                .iter()
                .any(|s| (0..n).any(|r| case.value(s.index, r).is_none())),
        );
        note("weights", case.quasi.iter().any(|q| q.weight != 1.0));
        note(
            "bounded levels",
            case.quasi
                .iter()
                .any(|q| q.min_level > 0 || q.max_level < q.height()),
        );
        note("several models", case.models.len() > 1);
        note(
            "no k",
            !case
                .models
                .iter()
                .any(|m| matches!(m, OracleModel::K { .. })),
        );
        for model in &case.models {
            match model {
                OracleModel::K { .. } => note("k", true),
                OracleModel::DistinctL { .. } => note("l", true),
                OracleModel::T { distance, .. } => note(&format!("t {distance:?}"), true),
                other => panic!("the default shape does not draw {other:?}"),
            }
        }
        let Some(best) = best(&case) else {
            note("nothing feasible", true);
            continue;
        };
        note("best suppresses", best.facts.suppressed_rows > 0);
        note("best is neither bottom nor top", {
            let sum: usize = best.levels.iter().sum();
            sum > 0 && sum < case.quasi.iter().map(|q| q.height()).sum()
        });
        note(
            "a class of several rows",
            best.facts.classes.iter().any(|c| c.rows.len() > 3),
        );
        note(
            "a singleton",
            best.facts.classes.iter().any(|c| c.rows.len() == 1),
        );
        note("t is met exactly", {
            let pairs = case.models.iter().zip(&best.facts.measured);
            pairs
                .into_iter()
                .any(|(model, measured)| match (model, measured) {
                    (OracleModel::T { t_num, t_den, .. }, Some(OracleMeasured::Exact(d))) => {
                        *t_num > 0 && d.num * t_den == t_num * d.den
                    }
                    _ => false,
                })
        });
    }
    let rare: Vec<_> = seen.iter().filter(|(_, count)| **count < 20).collect();
    assert!(rare.is_empty(), "{rare:?} in {seen:?}");
    assert!(seen.len() >= 6 + 5 + 5 + 5 + 15, "{seen:?}");
    assert!(
        seen["nothing feasible"] < 700
            && seen["best suppresses"] > 300
            && seen["best is neither bottom nor top"] > 400,
        "{seen:?}"
    );
}

#[test]
fn the_order_of_rows_changes_nothing() {
    let mut r = Seeded::new(99);
    for case in cases(300) {
        let mut shuffled = case.clone();
        r.shuffle(&mut shuffled.rows);
        match (best(&case), best(&shuffled)) {
            (Some(a), Some(b)) if a.doubtful || b.doubtful => {
                assert!(equal(a.facts.loss, b.facts.loss))
            }
            (Some(a), Some(b)) => {
                assert_eq!(
                    (a.levels, a.facts.measured, a.facts.suppressed_units),
                    (b.levels, b.facts.measured, b.facts.suppressed_units)
                );
                assert!(equal(a.facts.loss, b.facts.loss));
            }
            (a, b) => assert_eq!(a, b),
        }
    }
}

/// The best node is feasible, no feasible node has a smaller loss, and its facts are those of a
/// fresh evaluation.
#[test]
fn nothing_beats_the_best() {
    for case in cases(300) {
        let best = best(&case);
        for levels in case.nodes() {
            let facts = evaluate(&case, &levels);
            let all_kept = facts
                .classes
                .iter()
                .filter(|c| c.kept)
                .map(|c| c.rows.len())
                .sum::<usize>();
            assert_eq!(all_kept + facts.suppressed_rows as usize, case.rows.len());
            match &best {
                Some(best) if levels == best.levels => assert_eq!(facts, best.facts),
                Some(best) => assert!(
                    !facts.feasible
                        || facts.loss >= best.facts.loss
                        || equal(facts.loss, best.facts.loss)
                ),
                None => assert!(!facts.feasible),
            }
        }
    }
}

#[test]
fn doubt_is_rare() {
    let doubtful = cases(2000)
        .filter_map(|case| best(&case))
        .filter(|best| best.doubtful)
        .count();
    assert!(
        doubtful < 20,
        "{doubtful} of 2000 cases are decided by rounding"
    );
}

/// Tests run thousands of cases; a slow machine gets ten times the usual time.
#[test]
fn a_case_is_cheap() {
    let start = Instant::now();
    let found = cases(1000).filter(|case| best(case).is_some()).count();
    let each = start.elapsed() / 1000;
    assert!(found > 500);
    assert!(each < Duration::from_millis(20), "{each:?} per case");
}

#[test]
fn the_same_seed_gives_the_same_case() {
    let shape = CaseShape {
        max_rows: 12,
        persons: Some(true),
        missing: false,
        ..CaseShape::default()
    };
    for seed in 0..50 {
        let case = Case::random(seed, &shape);
        assert_eq!(case, Case::random(seed, &shape));
        assert!(
            case.rows.len() <= 12
                && case.person.is_some()
                && !case.rows.iter().flatten().any(|cell| case.is_missing(cell))
        );
    }
    assert_ne!(Case::random(1, &shape), Case::random(2, &shape));
}
