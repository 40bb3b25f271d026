//! The search against full enumeration by the testkit, which shares no code with it.

use crate::common::Prepared;
use equipoise_data::{Hashing, Layout, count};
use equipoise_privacy::{Alone, AnyModel, Judgement, Score};
use equipoise_search::{Limits, UnwatchedSearch, all_nodes, examine, optimal};
use equipoise_testkit::{Case, CaseShape, Oracle, OracleMeasured, Seeded, best, equal};

const CASES: u64 = 3_000;

fn pool(threads: usize) -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .unwrap()
}

/// Cases with k-anonymity, distinct l-diversity and t-closeness, and as many again with all models
/// there are.
fn cases(first: u64, count: u64) -> impl Iterator<Item = (u64, Case, Prepared)> {
    let shapes = [CaseShape::default(), CaseShape::all_models()];
    (first..first + 2 * count).filter_map(move |seed| {
        let case = Case::random(seed, &shapes[(seed % 2) as usize]);
        let prepared = Prepared::try_new(&case)?;
        Some((seed, case, prepared))
    })
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().max(b.abs()).max(1e-3)
}

#[test]
fn the_optimum_is_the_one_of_full_enumeration() {
    let (one, two) = (pool(1), pool(2));
    let mut feasible = 0;
    for (seed, case, prepared) in cases(0, CASES) {
        let encoded = prepared.encoded();
        let task = prepared.task(&encoded);
        let outcome = if seed % 2 == 0 { &one } else { &two }
            .install(|| optimal(&task, &Limits::default(), &UnwatchedSearch))
            .unwrap();
        assert!(outcome.proved);
        let expected = best(&case);
        assert_eq!(
            outcome.best.is_some(),
            expected.is_some(),
            "seed {seed}: feasible or not"
        );
        let (Some(found), Some(expected)) = (outcome.best, expected) else {
            continue;
        };
        feasible += 1;
        assert!(
            close(found.loss, expected.facts.loss),
            "seed {seed}: loss {} is not {}",
            found.loss,
            expected.facts.loss
        );
        if !expected.doubtful {
            let levels: Vec<usize> = found.levels.iter().map(|&l| usize::from(l)).collect();
            assert_eq!(levels, expected.levels, "seed {seed}");
            assert_eq!(
                found.facts.suppressed_rows, expected.facts.suppressed_rows,
                "seed {seed}"
            );
            assert_eq!(
                found.facts.suppressed_units, expected.facts.suppressed_units,
                "seed {seed}"
            );
            assert_eq!(
                found.facts.kept_classes, expected.facts.kept_classes,
                "seed {seed}"
            );
        }
    }
    assert!(
        feasible > CASES / 3,
        "the cases are worth something: {feasible}"
    );
}

#[test]
fn every_node_is_evaluated_as_by_hand_at_every_key_width_and_under_collisions() {
    for (seed, case, prepared) in cases(1_000_000, CASES / 4) {
        let encoded = prepared.encoded();
        let task = prepared.task(&encoded);
        let limits = Limits::default();
        let nodes = all_nodes(&task, &limits).unwrap();
        let mut oracle = Oracle::new(&case);
        for (index, levels) in case.nodes().iter().enumerate() {
            let (facts, loss) = &nodes[index];
            let expected = oracle.evaluate(levels);
            assert!(
                close(*loss, expected.loss),
                "seed {seed} {levels:?}: {loss} is not {}",
                expected.loss
            );
            assert_eq!(
                facts.classes,
                expected.classes.len() as u64,
                "seed {seed} {levels:?}"
            );
            assert_eq!(
                facts.kept_classes, expected.kept_classes,
                "seed {seed} {levels:?} {:?}",
                case.models
            );
            assert_eq!(
                facts.suppressed_rows, expected.suppressed_rows,
                "seed {seed} {levels:?}"
            );
            assert_eq!(
                facts.suppressed_units, expected.suppressed_units,
                "seed {seed} {levels:?}"
            );
            assert!(
                facts.lost_rows <= facts.suppressed_rows
                    && facts.lost_units <= facts.suppressed_units
            );
        }
        for words in [2, 4, 16] {
            assert_eq!(
                all_nodes(
                    &task,
                    &Limits {
                        words: Some(words),
                        ..limits
                    }
                )
                .unwrap(),
                nodes,
                "seed {seed}, {words} words"
            );
        }
        assert_eq!(
            all_nodes(
                &task,
                &Limits {
                    hashing: Hashing::Collide,
                    ..limits
                }
            )
            .unwrap(),
            nodes,
            "seed {seed}, collisions"
        );
    }
}

#[test]
fn a_closer_look_measures_what_the_oracle_measures() {
    for (seed, case, prepared) in cases(2_000_000, CASES / 4) {
        let encoded = prepared.encoded();
        let task = prepared.task(&encoded);
        let mut oracle = Oracle::new(&case);
        for levels in case.nodes().iter().step_by(5) {
            let expected = oracle.evaluate(levels);
            let levels: Vec<u8> = levels.iter().map(|&l| l as u8).collect();
            let examined = examine(&task, &levels, &Limits::default()).unwrap();
            let mut kept = vec![false; case.rows.len()];
            for class in expected.classes.iter().filter(|c| c.kept) {
                class.rows.iter().for_each(|&r| kept[r] = true);
            }
            assert_eq!(
                examined.rows.stays().collect::<Vec<bool>>(),
                kept,
                "seed {seed} {levels:?}"
            );
            for ((verdict, measured), model) in examined
                .judged
                .verdicts
                .iter()
                .zip(&expected.measured)
                .zip(&case.models)
            {
                let place =
                    format!("seed {seed} {levels:?} {model:?}: {verdict:?} is not {measured:?}");
                match (verdict.measured, measured) {
                    (None, None) => {}
                    (Some(score), Some(OracleMeasured::Exact(f))) => {
                        // An exact number may be known to one side only; the other rounds it.
                        let is_same = parts(score) == (f.num as u128, f.den as u128);
                        assert!(
                            is_same
                                || score.fraction().denominator == 1_000_000_000
                                    && measured.unwrap().agrees(score.to_f64()),
                            "{place}"
                        );
                    }
                    (Some(score), Some(OracleMeasured::Both { greatest, .. })) => {
                        assert_eq!(
                            parts(score),
                            (greatest.num as u128, greatest.den as u128),
                            "{place}"
                        );
                    }
                    (Some(score), Some(other)) => assert!(other.agrees(score.to_f64()), "{place}"),
                    _ => panic!("{place}"),
                }
                assert!(verdict.met, "{place}");
            }
        }
    }
}

/// Generalizing never makes a model that is declared monotone suppress more, and the bounds of
/// losses hold.
#[test]
fn declared_monotonicity_and_bounds_hold_on_every_edge() {
    for (seed, _, prepared) in cases(3_000_000, CASES / 4) {
        let encoded = prepared.encoded();
        let task = prepared.task(&encoded);
        let nodes = all_nodes(&task, &Limits::default()).unwrap();
        let lattice = task.lattice;
        for index in 0..lattice.nodes() {
            let levels = lattice.levels(index);
            let (facts, loss) = &nodes[index as usize];
            let known = equipoise_measure::EarlyBounds {
                suppressed_rows: facts.lost_rows,
                kept_classes: facts.kept_classes,
            };
            let bound = task.loss.bound(&levels, known);
            assert!(
                bound <= loss * (1.0 + 1e-12) + 1e-12,
                "seed {seed} {levels:?}: bound {bound} above {loss}"
            );
            let loose = task.loss.bound(
                &levels,
                equipoise_measure::EarlyBounds {
                    suppressed_rows: 0,
                    kept_classes: u64::MAX,
                },
            );
            assert!(
                loose <= bound * (1.0 + 1e-12) + 1e-12,
                "seed {seed} {levels:?}: knowing more lowers a bound"
            );
            for a in (0..levels.len()).filter(|&a| levels[a] < lattice.top()[a]) {
                let above = &nodes[(index + lattice.stride(a)) as usize].0;
                let is_bound = above.lost_rows <= facts.suppressed_rows
                    && above.lost_units <= facts.suppressed_units;
                assert!(
                    is_bound,
                    "seed {seed} {levels:?} attribute {a}: what is lost above is suppressed here"
                );
                assert!(above.classes <= facts.classes);
            }
        }
    }
}

#[test]
fn a_search_that_is_stopped_says_so_and_keeps_what_it_has() {
    let mut stopped_with_best = 0;
    for (seed, _, prepared) in cases(4_000_000, 200) {
        let encoded = prepared.encoded();
        let task = prepared.task(&encoded);
        let limits = Limits {
            max_nodes: Some(3),
            ..Limits::default()
        };
        let outcome = pool(1)
            .install(|| optimal(&task, &limits, &UnwatchedSearch))
            .unwrap();
        let full = optimal(&task, &Limits::default(), &UnwatchedSearch).unwrap();
        // One batch of a sweep forms at most as many nodes again to get to its targets.
        assert!(
            outcome.nodes_evaluated <= 3 + 8,
            "seed {seed}: {} nodes",
            outcome.nodes_evaluated
        );
        if outcome.stopped.is_some() {
            assert!(!outcome.proved);
            if let Some(found) = &outcome.best {
                stopped_with_best += 1;
                assert!(
                    found.loss >= full.best.as_ref().unwrap().loss
                        || equal(found.loss, full.best.as_ref().unwrap().loss)
                );
                assert!(found.facts.suppressed_units <= task.allowed_units);
            }
        }
    }
    assert!(stopped_with_best > 10, "{stopped_with_best}");
}

/// What models declare about generalization: on chains through the lattice, a table that meets a
/// model goes on meeting it.
#[test]
fn a_table_that_meets_a_model_meets_it_after_generalization_where_that_is_declared() {
    let mut steps = 0;
    for (seed, case, prepared) in
        cases(5_000_000, CASES).filter(|(_, case, _)| case.models.len() == 1)
    {
        let declared = prepared.panel.models()[0].monotone();
        let is_declared =
            declared.under_merging || declared.under_generalization && case.person.is_none();
        if !is_declared {
            continue;
        }
        let encoded = prepared.encoded();
        let task = prepared.task(&encoded);
        let nodes = all_nodes(&task, &Limits::default()).unwrap();
        let lattice = task.lattice;
        for index in (0..lattice.nodes()).filter(|&i| nodes[i as usize].0.suppressed_units == 0) {
            let levels = lattice.levels(index);
            for a in (0..levels.len()).filter(|&a| levels[a] < lattice.top()[a]) {
                let above = &nodes[(index + lattice.stride(a)) as usize].0;
                assert_eq!(
                    above.suppressed_units, 0,
                    "seed {seed} {levels:?} attribute {a}: {:?}",
                    case.models
                );
                steps += 1;
            }
        }
    }
    assert!(steps > 2_000, "{steps}");
}

/// What models declare about suppression: whatever classes are removed from a release, the rest
/// meets the model.
#[test]
fn a_release_meets_a_model_after_suppression_where_that_is_declared() {
    let mut removals = 0;
    let mut r = Seeded::new(9);
    for (seed, case, prepared) in
        cases(6_000_000, CASES).filter(|(_, case, _)| case.models.len() == 1)
    {
        let model = &prepared.panel.models()[0];
        if !model.monotone().under_suppression || matches!(model, AnyModel::Superset(_)) {
            continue;
        }
        let encoded = prepared.encoded();
        let task = prepared.task(&encoded);
        let levels = task
            .lattice
            .levels(r.below(task.lattice.nodes() as usize) as u64);
        let order: Vec<usize> = (0..levels.len()).collect();
        let classes = count::<2>(&encoded, &Layout::new(&encoded, &levels, &order), &levels);
        let mut judgements = Vec::new();
        prepared.panel.judge(&classes, &Alone, &mut judgements);
        let left: Vec<bool> = judgements
            .iter()
            .map(|j| *j == Judgement::Kept && r.chance(60))
            .collect();
        let verdict = &prepared
            .panel
            .verdicts(&classes, &Alone, |class| left[class])[0];
        assert!(
            verdict.met,
            "seed {seed} {levels:?}: {:?} {verdict:?}",
            case.models
        );
        removals += usize::from(left.contains(&true));
    }
    assert!(removals > 500, "{removals}");
}

/// Numerator and denominator of a score in lowest terms.
fn parts(score: Score) -> (u128, u128) {
    let fraction = score.fraction();
    (fraction.numerator, fraction.denominator)
}
