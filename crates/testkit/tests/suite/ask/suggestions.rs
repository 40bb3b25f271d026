//! Suggestions by another way: a threshold by trying the values one by one, everything else by
//! asking again as suggested.

use super::cases;
use equipoise_testkit::ask::{
    AskAnswer, AskThreshold, Request, answer, is_milder, random_request, steps, threshold_of,
    trap_cases, with_threshold,
};
use equipoise_testkit::{Case, ModelKind, OracleModel, ReducedFraction, Seeded, evaluate};
use std::collections::BTreeMap;

fn unanswered(count: u64) -> impl Iterator<Item = (Case, Request, AskAnswer)> {
    let ask = |(seed, case): (u64, Case)| {
        let request = random_request(&case, &mut Seeded::new(seed));
        let answer = answer(&case, &request);
        (case, request, answer)
    };
    cases(count)
        .map(ask)
        .filter(|(_, _, answer)| answer.best.is_none() && !answer.doubtful)
}

/// Whether vmax satisfies the request when one model has another value.
fn is_met(case: &Case, request: &Request, model: usize, value: ReducedFraction) -> bool {
    let mut models = request.models(case);
    models[model] = with_threshold(&models[model], value);
    let facts = evaluate(
        &Case {
            models,
            ..case.clone()
        },
        &request.high,
    );
    let height: usize = request.high.iter().sum();
    facts.kept_classes > 0
        && facts.suppressed_units <= request.max_units
        && request
            .max_loss
            .is_none_or(|max| facts.loss <= max * (1.0 + 1e-12))
        && request.max_height.is_none_or(|max| height <= max)
}

/// Values on the grid that are milder than what is asked and stricter than what was found: all
/// whole numbers; else the neighbour of what was found, the neighbour of what is asked, and some
/// between.
fn stricter(
    case: &Case,
    request: &Request,
    model: usize,
    found: Option<ReducedFraction>,
    r: &mut Seeded,
) -> Vec<ReducedFraction> {
    let this = &case.models[model];
    let steps = steps(this);
    let asked = request.thresholds[model];
    let end = found.unwrap_or(if is_milder(this, ReducedFraction::whole(0), asked) {
        ReducedFraction::whole(0)
    } else {
        ReducedFraction::whole(4)
    });
    let [a, b] = [asked, end].map(|x| x.num * (steps / x.den));
    let (least, most) = (a.min(b), a.max(b));
    let drawn = |r: &mut Seeded| least + i128::from(r.bits() >> 1) % (most - least + 1);
    let tried: Vec<i128> = if steps == 1 {
        (least..=most).collect()
    } else {
        [least, least + 1, most - 1, most]
            .into_iter()
            .chain((0..20).map(|_| drawn(r)))
            .collect()
    };
    let between = |value: &ReducedFraction| {
        is_milder(this, *value, asked) && found.is_none_or(|found| is_milder(this, found, *value))
    };
    let values = tried
        .into_iter()
        .filter(|&step| step >= 0)
        .map(|step| ReducedFraction::new(step, steps));
    values
        .filter(between)
        .filter(|&value| may_be_suggested(this, value))
        .collect()
}

/// k is at least 2 and an l at least 1; what is a share or a distance is at most 1.
fn may_be_suggested(model: &OracleModel, value: ReducedFraction) -> bool {
    let one = ReducedFraction::whole(1);
    match ModelKind::of(model) {
        ModelKind::K => value > one,
        ModelKind::DistinctL
        | ModelKind::ProbabilisticL
        | ModelKind::EntropyL
        | ModelKind::GrassbergerL
        | ModelKind::KMap
        | ModelKind::KmAnonymity => value >= one,
        ModelKind::RecursiveL
        | ModelKind::SemanticPrivacy
        | ModelKind::DeltaDisclosure
        | ModelKind::BasicBeta
        | ModelKind::EnhancedBeta => true,
        _ => value <= one,
    }
}

#[test]
fn no_stricter_threshold_is_met() {
    let r = &mut Seeded::new(11);
    let (mut kinds, mut none, mut tried) = (BTreeMap::new(), 0, 0);
    for (case, request, answer) in unanswered(4000) {
        let found: Vec<&AskThreshold> = answer
            .threshold
            .iter()
            .chain(&answer.other_thresholds)
            .collect();
        assert!(found.windows(2).all(|pair| pair[0].model < pair[1].model));
        for model in 0..case.models.len() {
            let found = found.iter().find(|relaxed| relaxed.model == model);
            let this = &case.models[model];
            for value in stricter(
                &case,
                &request,
                model,
                found.map(|relaxed| relaxed.value),
                r,
            ) {
                assert!(
                    !is_met(&case, &request, model, value),
                    "{value:?} of model {model}, not {found:?}: {request:?} {case:?}"
                );
                tried += 1;
            }
            if let Some(relaxed) = found {
                assert!(
                    is_milder(this, relaxed.value, request.thresholds[model])
                        && may_be_suggested(this, relaxed.value)
                );
                assert!(is_met(&case, &request, model, relaxed.value));
                *kinds.entry(ModelKind::of(this)).or_insert(0) += 1;
            }
        }
        none += usize::from(found.is_empty());
    }
    assert!(none > 100 && tried > 5000, "{none} {tried}");
    let rare: Vec<_> = kinds.iter().filter(|(_, count)| **count < 3).collect();
    assert!(
        rare.is_empty() && kinds.len() == ModelKind::ALL.len() - 1,
        "{kinds:?}"
    );
}

/// Whoever asks again as suggested gets an answer, and whoever asks for a unit less does not.
#[test]
fn suggestions_come_true() {
    let (mut more, mut other, mut milder) = (0, 0, 0);
    for (case, request, found) in unanswered(1500) {
        if let Some(node) = &found.suppression {
            let again = |max_units| {
                answer(
                    &case,
                    &Request {
                        max_units,
                        ..request.clone()
                    },
                )
                .best
            };
            assert_eq!(again(node.units).expect("as suggested").units, node.units);
            assert!(again(node.units - 1).is_none());
            more += 1;
        }
        if let Some(node) = &found.height {
            assert!(
                node.levels
                    .iter()
                    .zip(&request.low)
                    .all(|(level, low)| low <= level),
                "the finest levels stay: {request:?}"
            );
            let wider = Request {
                low: node.levels.clone(),
                high: node.levels.clone(),
                max_height: None,
                ..request.clone()
            };
            assert_eq!(answer(&case, &wider).best.as_ref(), Some(node));
            other += 1;
        }
        if let Some(relaxed) = &found.threshold {
            let mut thresholds = request.thresholds.clone();
            thresholds[relaxed.model] = relaxed.value;
            let again = Request {
                thresholds,
                low: request.high.clone(),
                ..request.clone()
            };
            assert_eq!(answer(&case, &again).best.as_ref(), Some(&relaxed.node));
            milder += 1;
        }
    }
    assert!(
        more > 150 && other > 150 && milder > 150,
        "{more} {other} {milder}"
    );
}

/// Class a has 2 rows of 2 values, b 3 rows of 1, c 6 of 3. k = 3 and l = 2 suppress a and b. With
/// 3 rows allowed, k = 2 is enough, and so is l = 1; with 2 rows allowed, only l = 1, which leaves
/// a; with 1 neither.
#[test]
fn each_model_by_itself() {
    let mut trap = trap_cases().remove(0);
    let rows = [("a", "xy"), ("b", "xxx"), ("c", "xxyyzz")];
    let rows = rows.iter().flat_map(|(label, values)| {
        values
            .chars()
            .map(|value| vec![label.to_string(), value.to_string()])
    });
    trap.case.rows = rows.collect();
    trap.case.models = vec![
        OracleModel::K { k: 3 },
        OracleModel::DistinctL { column: 1, l: 2 },
    ];
    let thresholds = vec![ReducedFraction::whole(3), ReducedFraction::whole(2)];
    let ask = |max_units: u64| {
        let request = Request {
            thresholds: thresholds.clone(),
            high: vec![0],
            max_units,
            ..trap.request.clone()
        };
        let found = answer(&trap.case, &request);
        assert_eq!(found.suppression.map(|node| node.units), Some(5));
        let found = found.threshold.into_iter().chain(found.other_thresholds);
        found
            .map(|relaxed| (relaxed.model, relaxed.value.num, relaxed.node.units))
            .collect::<Vec<_>>()
    };
    assert_eq!(ask(3), [(0, 2, 3), (1, 1, 2)]);
    assert_eq!(ask(2), [(1, 1, 2)]);
    assert_eq!(ask(1), []);
}

#[test]
fn thresholds_are_changed_and_nothing_else() {
    for (_, case) in cases(500) {
        for model in &case.models {
            assert_eq!(with_threshold(model, threshold_of(model)), *model);
            let changed = with_threshold(model, ReducedFraction::whole(7));
            assert_eq!(threshold_of(&changed), ReducedFraction::whole(7));
            assert_eq!(with_threshold(&changed, threshold_of(model)), *model);
        }
    }
}
