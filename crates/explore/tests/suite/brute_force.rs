//! Answers against full enumeration by the testkit, which shares no code with the atlas.

use crate::common::{Prepared, tables, wishes, with_atlas, with_whole_atlas};
use equipoise_explore::{
    Answer, By, Explorer, FrontMeasure, NoSuggestion, Shown, Suggestions, by_height, front,
    hexagons, ladders, without_column,
};
use equipoise_testkit as kit;
use equipoise_testkit::ask::{
    AskAnswer, AskNode, AskThreshold, Request, answer, random_request, trap_cases,
};
use kit::{Case, CaseShape, ModelKind, Seeded};
use std::time::Duration;

const CASES: u64 = 1_500;

fn same(shown: &Shown, node: &AskNode) -> bool {
    let levels: Vec<usize> = shown.levels.iter().map(|&l| usize::from(l)).collect();
    let is_close = (shown.losses[0] - node.loss).abs() <= 1e-9 * node.loss.abs().max(1e-3);
    levels == node.levels
        && (
            shown.height as usize,
            shown.units,
            shown.rows,
            shown.kept_classes,
        ) == (node.height, node.units, node.rows, node.kept_classes)
        && is_close
}

fn check(place: &str, explorer: &Explorer<'_>, found: &Answer, expected: &AskAnswer) {
    match (&found.best, &expected.best) {
        (Some(best), Some(node)) => {
            assert!(same(best, node), "{place}: {best:?} is not {node:?}");
            assert_eq!(
                found.ties.len(),
                expected.ties.len(),
                "{place}: {:?} is not {:?}",
                found.ties,
                expected.ties
            );
            for (tie, node) in found.ties.iter().zip(&expected.ties) {
                assert!(same(tie, node), "{place}: tie {tie:?} is not {node:?}");
            }
        }
        (None, None) => check_suggestions(
            place,
            explorer,
            found.suggestions.as_ref().unwrap(),
            expected,
        ),
        other => panic!("{place}: {other:?}"),
    }
}

fn check_suggestions(
    place: &str,
    explorer: &Explorer<'_>,
    found: &Suggestions,
    expected: &AskAnswer,
) {
    let pairs = [
        (&found.suppression, &expected.suppression, "suppression"),
        (&found.height, &expected.height, "height"),
    ];
    for (found, expected, which) in pairs {
        match (found, expected) {
            (Ok(shown), Some(node)) => assert!(
                same(shown, node),
                "{place}: {which} {shown:?} is not {node:?}"
            ),
            (Err(why), None) => assert!(
                why.proved && !why.reason.is_empty(),
                "{place}: {which} {why:?}"
            ),
            other => panic!("{place}: {which} {other:?}"),
        }
    }
    let found: Vec<_> = found
        .threshold
        .iter()
        .chain(&found.other_thresholds)
        .collect();
    let expected: Vec<&AskThreshold> = expected
        .threshold
        .iter()
        .chain(&expected.other_thresholds)
        .collect();
    let head = explorer.atlas().chart().head();
    let axis = |number: usize| head.axes.iter().chain(&head.tables).nth(number).unwrap();
    let found: Vec<_> = found
        .into_iter()
        .filter(|relaxed| axis(relaxed.axis).entry.is_some())
        .collect();
    assert_eq!(
        found.len(),
        expected.len(),
        "{place}: {found:?} is not {expected:?}"
    );
    for (relaxed, node) in found.iter().zip(&expected) {
        let axis = axis(relaxed.axis);
        assert_eq!(axis.entry, Some(node.model), "{place}");
        let (grade, scale) = (i128::from(relaxed.grade), i128::from(axis.scale));
        let value = node.value.num * scale;
        let is_same = if node.rounded {
            (grade * node.value.den - value).abs() <= 5 * node.value.den
        } else {
            grade * node.value.den == value
        };
        assert!(
            is_same,
            "{place}: threshold {grade} of {scale} is not {:?}",
            node.value
        );
        assert!(
            same(&relaxed.shown, &node.node),
            "{place}: {relaxed:?} is not {node:?}"
        );
    }
}

fn cases(first: u64, count: u64) -> impl Iterator<Item = (u64, Case, Prepared)> {
    let shapes = [
        CaseShape::default(),
        CaseShape::all_models().without(ModelKind::LkcPrivacy),
    ];
    (first..first + 2 * count).filter_map(move |seed| {
        let mut case = Case::random(seed, &shapes[(seed % 2) as usize]);
        // An atlas has thresholds on a grid; those of the case itself may be any fraction.
        let request = random_request(&case, &mut Seeded::new(seed));
        case.models = request.models(&case);
        let prepared = Prepared::try_new(&case).filter(|_| !leaves_the_population(&case))?;
        Some((seed, case, prepared))
    })
}

/// A table with rows that its population does not have is no part of it. Where a model then forbids
/// absence, the oracle lets such rows go, and the library keeps nothing.
fn leaves_the_population(case: &Case) -> bool {
    let forbids = |m: &kit::OracleModel| matches!(m, kit::OracleModel::DeltaPresence { min, .. } if min.num > 0);
    let Some(population) = case
        .population
        .as_ref()
        .filter(|_| case.models.iter().any(forbids))
    else {
        return false;
    };
    let cells = |row: &Vec<String>| {
        case.quasi
            .iter()
            .map(|q| row[q.index].clone())
            .collect::<Vec<_>>()
    };
    case.rows
        .iter()
        .any(|row| !population.rows.contains(&cells(row)))
}

fn requests(case: &Case, seed: u64, count: usize) -> Vec<Request> {
    let mut r = Seeded::new(seed ^ 0x5eed);
    (0..count).map(|_| random_request(case, &mut r)).collect()
}

#[test]
fn answers_and_suggestions_are_those_of_full_enumeration() {
    let (mut asked, mut answered) = (0, 0);
    for (seed, case, prepared) in cases(0, CASES) {
        with_whole_atlas(&case, &prepared, |atlas| {
            let explorer = Explorer::new(atlas, None);
            for request in requests(&case, seed, 4) {
                let expected = answer(&case, &request);
                if expected.doubtful {
                    continue;
                }
                let found = explorer.ask(&wishes(&explorer, &request)).unwrap();
                assert!(found.proved);
                asked += 1;
                answered += u64::from(found.best.is_some());
                check(
                    &format!("seed {seed} {request:?} {:?}", case.models),
                    &explorer,
                    &found,
                    &expected,
                );
            }
        });
    }
    assert!(
        asked > 8_000 && answered * 10 > asked * 3 && answered * 10 < asked * 8,
        "{answered} of {asked}"
    );
}

/// Losses that are worked out beforehand change nothing but the time.
#[test]
fn what_is_resolved_beforehand_is_seen_the_same() {
    let mut drawn = 0;
    for (seed, case, prepared) in cases(5_000_000, CASES / 3) {
        with_whole_atlas(&case, &prepared, |atlas| {
            for request in requests(&case, seed, 2) {
                let [lazy, eager] = [Explorer::new(atlas, None), Explorer::new(atlas, None)];
                let wishes = wishes(&lazy, &request);
                eager.view(&wishes.thresholds).resolve(wishes.loss());
                let [one, other] = [&lazy, &eager].map(|explorer| {
                    let answer = explorer.ask(&wishes).unwrap();
                    let view = explorer.view(&wishes.thresholds);
                    let front = front(
                        &view,
                        &wishes,
                        FrontMeasure::Suppression,
                        FrontMeasure::Loss(wishes.loss()),
                    );
                    (
                        answer.best,
                        answer.ties,
                        front,
                        ladders(&view, &wishes),
                        hexagons(&view, &wishes, (9, 7)),
                        by_height(&view, &wishes),
                    )
                });
                assert_eq!(one, other, "seed {seed} {request:?}");
                drawn += 1;
            }
        });
    }
    assert!(drawn > 800, "{drawn}");
}

/// With some records only, and a table at hand: the same answers, proved.
#[test]
fn a_partial_atlas_with_its_table_gives_the_same_answers() {
    let mut asked = 0;
    for (seed, case, prepared) in cases(1_000_000, CASES / 3) {
        let mut r = Seeded::new(seed);
        let share = r.below(100) as u64;
        with_atlas(
            &case,
            &prepared,
            || tables(&case),
            |node| node.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32 & 127 < share,
            |atlas, live| {
                let explorer =
                    Explorer::new(atlas, Some(live)).with_patience(Duration::from_secs(1000));
                for request in requests(&case, seed, 3) {
                    let expected = answer(&case, &request);
                    if expected.doubtful {
                        continue;
                    }
                    asked += 1;
                    let found = explorer.ask(&wishes(&explorer, &request)).unwrap();
                    assert!(found.proved, "seed {seed}");
                    check(
                        &format!("seed {seed} {request:?} {:?}", case.models),
                        &explorer,
                        &found,
                        &expected,
                    );
                }
                assert!(explorer.annotated() <= atlas.chart().lattice().nodes());
            },
        );
    }
    assert!(asked > 1_000, "{asked}");
}

/// With some records and no table: what it calls proved is the best, what it calls found is within
/// the wishes.
#[test]
fn a_partial_atlas_alone_never_claims_too_much() {
    let (mut proved, mut found_only, mut unknown) = (0, 0, 0);
    for (seed, case, prepared) in cases(2_000_000, CASES / 3) {
        let share = seed * 7 % 128;
        with_atlas(
            &case,
            &prepared,
            || tables(&case),
            |node| node.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32 & 127 < share,
            |atlas, _| {
                let explorer = Explorer::new(atlas, None);
                for request in requests(&case, seed, 3) {
                    let expected = answer(&case, &request);
                    if expected.doubtful {
                        continue;
                    }
                    let found = explorer.ask(&wishes(&explorer, &request)).unwrap();
                    let place = format!("seed {seed} {request:?} {:?}", case.models);
                    match (&found.best, &expected.best) {
                        (Some(best), Some(node)) if found.proved => {
                            assert!(same(best, node), "{place}: {best:?} is not {node:?}");
                            proved += 1;
                        }
                        (None, best) if found.proved => {
                            assert!(best.is_none(), "{place}");
                            proved += 1;
                        }
                        (Some(best), Some(node)) => {
                            assert!(
                                best.units <= request.max_units && best.kept_classes > 0,
                                "{place}"
                            );
                            let worse = best.losses[0] - node.loss >= -1e-9
                                || request.by != equipoise_testkit::ask::OracleBy::Loss;
                            assert!(worse, "{place}: {best:?} is better than {node:?}");
                            found_only += 1;
                        }
                        (Some(best), None) => panic!("{place}: {best:?} where there is none"),
                        (None, _) => found_only += 1,
                    }
                    if let Some(suggestions) = &found.suggestions {
                        unknown += check_claims(&place, suggestions, &expected);
                    }
                }
            },
        );
    }
    assert!(
        proved > 200 && found_only > 200,
        "{proved} proved, {found_only} found"
    );
    assert!(unknown > 100, "{unknown} suggestions are not known");
}

/// A suggestion that is said not to exist does not; returns how many are not known.
fn check_claims(place: &str, found: &Suggestions, expected: &AskAnswer) -> usize {
    let (suppression, height, threshold) = (
        found.suppression.as_ref().err(),
        found.height.as_ref().err(),
        found.threshold.as_ref().err(),
    );
    let claims = |why: Option<&NoSuggestion>| why.is_some_and(|why| why.proved);
    // What meets all wishes meets them with one given up too.
    let is_met = expected.best.is_some();
    assert!(
        !claims(suppression) || !is_met && expected.suppression.is_none(),
        "{place}: {found:?} is not {expected:?}"
    );
    assert!(
        !claims(height) || !is_met && expected.height.is_none(),
        "{place}: {found:?} is not {expected:?}"
    );
    assert!(
        !claims(threshold) || expected.threshold.is_none(),
        "{place}: {found:?} is not {expected:?}"
    );
    let unknown = [suppression, height, threshold]
        .into_iter()
        .flatten()
        .filter(|why| !why.proved);
    unknown
        .inspect(|why| {
            assert!(
                why.reason.starts_with("it is not known"),
                "{place}: {why:?}"
            )
        })
        .count()
}

/// Where models are not monotone, vmax says nothing about the nodes below it.
#[test]
fn traps_are_not_fallen_into() {
    for trap in trap_cases() {
        let mut case = trap.case.clone();
        case.models = trap.request.models(&case);
        let prepared = Prepared::try_new(&case).unwrap();
        with_whole_atlas(&case, &prepared, |atlas| {
            let explorer = Explorer::new(atlas, None);
            for by in [
                equipoise_testkit::ask::OracleBy::Loss,
                equipoise_testkit::ask::OracleBy::Height,
                equipoise_testkit::ask::OracleBy::Suppression,
            ] {
                let request = Request {
                    by,
                    ..trap.request.clone()
                };
                let found = explorer.ask(&wishes(&explorer, &request)).unwrap();
                check(
                    &format!("{} {by:?}", trap.name),
                    &explorer,
                    &found,
                    &answer(&case, &request),
                );
            }
        });
    }
}

/// Views on atlases with all models, persons among them, against what every node shows.
#[test]
fn views_are_those_of_all_nodes() {
    let mut stops = 0;
    for (seed, case, prepared) in cases(3_000_000, CASES / 4) {
        with_whole_atlas(&case, &prepared, |atlas| {
            let explorer = Explorer::new(atlas, None);
            let lattice = atlas.chart().lattice();
            for request in requests(&case, seed, 2) {
                let wishes = wishes(&explorer, &request);
                let view = explorer.view(&wishes.thresholds);
                let all: Vec<Shown> = (0..lattice.nodes())
                    .map(|n| explorer.show(&wishes.thresholds, n).unwrap())
                    .collect();
                let meets = |s: &Shown, low: &[u8], high: &[u8]| {
                    let within = s
                        .levels
                        .iter()
                        .zip(low)
                        .zip(high)
                        .all(|((l, low), high)| low <= l && l <= high);
                    let loss = wishes
                        .max_loss
                        .is_none_or(|most| s.losses[0] <= most * (1.0 + 1e-12));
                    within
                        && s.kept_classes > 0
                        && s.units <= wishes.max_units
                        && loss
                        && wishes.max_height.is_none_or(|h| s.height <= h)
                };
                let measure = |s: &Shown| match wishes.by {
                    By::Loss(loss) => s.losses[loss],
                    By::Height => f64::from(s.height),
                    By::Suppression => s.units as f64,
                };
                let place = format!("seed {seed} {request:?} {:?}", case.models);
                for ladder in ladders(&view, &wishes) {
                    for (i, stop) in ladder.stops.iter().enumerate() {
                        let (mut low, mut high) = (wishes.low.clone(), wishes.high.clone());
                        (low[ladder.attribute], high[ladder.attribute]) =
                            (ladder.first + i as u8, ladder.first + i as u8);
                        let best = all
                            .iter()
                            .filter(|s| meets(s, &low, &high))
                            .map(measure)
                            .fold(f64::INFINITY, f64::min);
                        match stop.found() {
                            Some((value, _)) => assert!(
                                (value - best).abs() <= 1e-12 * best.abs().max(1.0),
                                "{place}: {value} {best}"
                            ),
                            None => assert_eq!(best, f64::INFINITY, "{place}: {stop:?}"),
                        }
                        stops += 1;
                    }
                }
                let heights = by_height(&view, &wishes);
                let feasible: u64 = heights.rows.iter().map(|r| r.feasible).sum();
                let expected = all
                    .iter()
                    .filter(|s| meets(s, &wishes.low, &wishes.high))
                    .count() as u64;
                assert_eq!(feasible, expected, "{place}");
                for (attribute, _) in without_column(&view, &wishes).met {
                    let (mut low, mut high) = (wishes.low.clone(), wishes.high.clone());
                    (low[attribute], high[attribute]) =
                        (lattice.top()[attribute], lattice.top()[attribute]);
                    assert!(all.iter().any(|s| meets(s, &low, &high)), "{place}");
                }
                let front = front(
                    &view,
                    &wishes,
                    FrontMeasure::Suppression,
                    FrontMeasure::Loss(0),
                );
                let shown = |s: &&Shown| {
                    let within = s
                        .levels
                        .iter()
                        .zip(&wishes.low)
                        .zip(&wishes.high)
                        .all(|((l, low), high)| low <= l && l <= high);
                    within && s.kept_classes > 0 && wishes.max_height.is_none_or(|h| s.height <= h)
                };
                for node in all.iter().filter(shown) {
                    let covered = front.points.iter().any(|p| {
                        p.shown.units <= node.units
                            && p.shown.losses[0] <= node.losses[0] + 1e-12 * node.losses[0].abs()
                    });
                    assert!(covered, "{place}: {node:?} is beyond the front");
                }
            }
        });
    }
    assert!(stops > 5_000, "{stops}");
}
