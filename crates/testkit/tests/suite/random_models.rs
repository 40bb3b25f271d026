//! Random questions about all models are valid, balanced, free of doubt and cheap.

use equipoise_testkit::{
    Case, CaseShape, ModelKind, Oracle, OracleFacts, OracleLog, OracleMeasured, OracleModel,
    ReducedFraction, Seeded, best, equal,
};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

fn cases(count: u64, shape: &CaseShape) -> impl Iterator<Item = Case> {
    (0..count).map(move |seed| Case::random(seed, shape))
}

/// Everything that the first model measures at a node.
fn all_scores(facts: &OracleFacts, model: usize) -> Vec<OracleMeasured> {
    facts
        .classes
        .iter()
        .filter_map(|c| c.scores[model])
        .chain(facts.measured[model])
        .collect()
}

fn equals(model: &OracleModel, score: &OracleMeasured) -> bool {
    let (asked, most) = model.asked();
    match score {
        OracleMeasured::Exact(score) => *score == asked,
        OracleMeasured::Both { least, greatest } => {
            *least == asked && asked.num > 0 || Some(*greatest) == most
        }
        _ => false,
    }
}

/// Of the cases with one model only, at some node: how many keep something, how many suppress
/// something, and in how many a score is exactly what is asked; and how many are feasible.
#[test]
fn every_model_is_met_and_unmet_and_equalled() {
    for kind in ModelKind::ALL {
        let mut r = Seeded::new(kind as u64);
        let (mut met, mut unmet, mut equalled, mut feasible) = (0, 0, 0, 0);
        for case in cases(300, &CaseShape::only(kind)) {
            assert_eq!(
                case.models.iter().map(ModelKind::of).collect::<Vec<_>>(),
                [kind]
            );
            let facts = Oracle::new(&case).evaluate(&r.pick(&case.nodes()));
            met += usize::from(facts.kept_classes > 0);
            unmet += usize::from(facts.suppressed_rows > 0);
            equalled += usize::from(
                all_scores(&facts, 0)
                    .iter()
                    .any(|score| equals(&case.models[0], score)),
            );
            feasible += usize::from(best(&case).is_some());
        }
        assert!(
            met >= 50 && unmet >= 50,
            "{kind:?}: {met} met, {unmet} unmet"
        );
        assert!(feasible >= 60, "{kind:?}: {feasible} feasible");
        let rounded = matches!(kind, ModelKind::SmoothedT | ModelKind::GrassbergerL);
        assert!(rounded || equalled >= 5, "{kind:?}: {equalled} equalled");
    }
}

#[test]
fn all_models_and_their_variants_are_drawn_alone_and_together() {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let mut note = |what: String| *seen.entry(what).or_default() += 1;
    for case in cases(3000, &CaseShape::all_models()) {
        let alone = case.models.len() == 1;
        for model in &case.models {
            note(format!(
                "{:?} {}",
                ModelKind::of(model),
                if alone { "alone" } else { "together" }
            ));
            match model.inner() {
                OracleModel::SemanticPrivacy { log, .. }
                | OracleModel::DeltaDisclosure { log, .. } => {
                    note(format!("{:?} {log:?}", ModelKind::of(model)))
                }
                OracleModel::AlphaK { values, .. } => note(format!("values {}", values.is_some())),
                OracleModel::DeltaPresence { min, .. } => note(format!("min {}", min.num > 0)),
                _ => {}
            }
            if *model != *model.inner() {
                note(format!("{:?} of parts", ModelKind::of(model)));
            }
        }
        note(format!(
            "population with persons {:?}",
            case.population.as_ref().map(|p| p.persons.is_some())
        ));
    }
    let rare: Vec<_> = seen.iter().filter(|(_, count)| **count < 15).collect();
    assert!(rare.is_empty(), "{rare:?} in {seen:?}");
    // Alone and together, the divided ones, two logarithms of two models, values or not, min or
    // not, three populations.
    assert_eq!(seen.len(), 2 * 20 + 12 + 4 + 2 + 2 + 3, "{seen:?}");
}

#[test]
fn questions_are_valid() {
    let (zero, one) = (ReducedFraction::whole(0), ReducedFraction::whole(1));
    let decimal = |x: &ReducedFraction| assert!(x.decimal().is_some(), "{x:?} cannot be written");
    for case in cases(2000, &CaseShape::all_models()) {
        assert!(!case.models.is_empty() && case.rows.len() <= 20 && case.nodes().len() <= 60);
        for model in &case.models {
            let (asked, most) = model.asked();
            decimal(&asked);
            most.iter().for_each(decimal);
            if let Some(column) = model.column() {
                assert_eq!(
                    case.sensitive_column(column).items.is_some(),
                    ModelKind::of(model) == ModelKind::KmAnonymity
                );
            }
            let valid = match model.inner() {
                OracleModel::K { k } => (1..=case.units()).contains(k),
                OracleModel::AlphaK { alpha, k, .. } => {
                    (1..=case.units()).contains(k) && zero < *alpha && *alpha <= one
                }
                OracleModel::ProbabilisticL { l, .. } | OracleModel::EntropyL { l, .. } => {
                    *l >= one
                }
                OracleModel::RecursiveL { l, c, .. } => *l >= 2 && *c > zero,
                OracleModel::DeltaDisclosure { delta, .. } => *delta > zero,
                OracleModel::BetaLikeness { beta, .. } => *beta > zero,
                OracleModel::SampleUniqueness { threshold } => *threshold <= one,
                OracleModel::AverageRisk { threshold } => zero < *threshold && *threshold <= one,
                OracleModel::DeltaPresence { min, max } => {
                    min <= max && *max <= one && case.population.is_some()
                }
                OracleModel::NtCloseness { n, t, .. } => {
                    (1..=case.units()).contains(n) && *t <= one
                }
                OracleModel::LkcPrivacy { l, k, c, .. } => {
                    *l >= 1 && *k >= 1 && zero < *c && *c <= one
                }
                OracleModel::KmAnonymity { k, m, .. } => *k >= 1 && *m >= 1,
                OracleModel::T {
                    t_num, t_den, text, ..
                } => ReducedFraction::new(*t_num, *t_den).decimal().as_ref() == Some(text),
                _ => true,
            };
            assert!(valid, "{model:?}");
        }
        if let Some(population) = &case.population {
            assert_eq!(population.persons.is_some(), case.person.is_some());
            assert!(
                population
                    .persons
                    .iter()
                    .all(|p| p.len() == population.rows.len())
            );
            assert!(
                population
                    .rows
                    .iter()
                    .all(|row| row.len() == case.quasi.len())
            );
        }
    }
}

/// No rounded score is so near to what is asked that another program could decide otherwise.
#[test]
fn no_question_is_decided_by_rounding() {
    let mut rounded = 0;
    for case in cases(1500, &CaseShape::all_models()) {
        let mut oracle = Oracle::new(&case);
        for levels in case.nodes() {
            let facts = oracle.evaluate(&levels);
            for (m, model) in case.models.iter().enumerate() {
                let scores = all_scores(&facts, m);
                rounded += scores
                    .iter()
                    .filter(|s| matches!(s, OracleMeasured::Float(_)))
                    .count();
                assert!(
                    !scores.iter().any(|score| score.is_near(model.asked().0)),
                    "{model:?} {scores:?}"
                );
            }
        }
    }
    assert!(rounded > 10_000, "{rounded}");
}

#[test]
fn the_order_of_rows_changes_nothing() {
    let mut r = Seeded::new(98);
    for case in cases(400, &CaseShape::all_models()) {
        let mut shuffled = case.clone();
        r.shuffle(&mut shuffled.rows);
        match (best(&case), best(&shuffled)) {
            (Some(a), Some(b)) => {
                assert!(equal(a.facts.loss, b.facts.loss));
                if !a.doubtful && !b.doubtful {
                    assert_eq!(
                        (&a.levels, a.facts.suppressed_rows),
                        (&b.levels, b.facts.suppressed_rows)
                    );
                    a.facts
                        .measured
                        .iter()
                        .zip(&b.facts.measured)
                        .for_each(|(a, b)| agree(a.as_ref(), b.as_ref()));
                }
            }
            (a, b) => assert_eq!(a, b),
        }
    }
}

fn agree(a: Option<&OracleMeasured>, b: Option<&OracleMeasured>) {
    match (a, b) {
        (Some(OracleMeasured::Float(a)), Some(OracleMeasured::Float(b))) => {
            assert!((a - b).abs() < 1e-12)
        }
        (a, b) => assert_eq!(a, b),
    }
}

/// What is kept meets every model, and the measured values say so.
#[test]
fn what_is_kept_meets_every_model() {
    for case in cases(600, &CaseShape::all_models()) {
        let mut oracle = Oracle::new(&case);
        for levels in case.nodes() {
            let facts = oracle.evaluate(&levels);
            for (model, measured) in case.models.iter().zip(&facts.measured) {
                assert_eq!(measured.is_some(), facts.kept_classes > 0);
                assert!(
                    measured.is_none_or(|measured| model.meets(&measured)),
                    "{model:?} {measured:?}"
                );
            }
        }
    }
}

/// Relations between models that hold whatever the table: a class that meets the one meets the
/// other.
#[test]
fn one_model_implies_another() {
    let share = |num, den| ReducedFraction::new(num, den);
    let shape = CaseShape {
        persons: Some(false),
        missing: false,
        ..CaseShape::only(ModelKind::DistinctL)
    };
    for mut case in cases(400, &shape) {
        let column = case.sensitive[0].index;
        let two = ReducedFraction::whole(2);
        let estimator = equipoise_testkit::OracleEstimator::Shannon;
        case.models = vec![
            OracleModel::DistinctL { column, l: 2 },
            OracleModel::EntropyL {
                column,
                l: two,
                estimator,
            },
            OracleModel::ProbabilisticL { column, l: two },
            OracleModel::AlphaK {
                column,
                alpha: share(1, 2),
                k: 1,
                values: None,
            },
            OracleModel::SemanticPrivacy {
                column,
                delta: share(1, 1),
                log: OracleLog::Natural,
            },
            OracleModel::DeltaDisclosure {
                column,
                delta: share(101, 100),
                log: OracleLog::Natural,
            },
            OracleModel::BetaLikeness {
                column,
                beta: two,
                enhanced: true,
            },
            OracleModel::BetaLikeness {
                column,
                beta: two,
                enhanced: false,
            },
        ];
        let mut oracle = Oracle::new(&case);
        for levels in case.nodes().iter().step_by(3) {
            for class in oracle.evaluate(levels).classes {
                let met: Vec<bool> = case
                    .models
                    .iter()
                    .zip(&class.scores)
                    .map(|(m, s)| m.meets(&s.unwrap()))
                    .collect();
                assert!(!met[1] || met[0], "entropy implies distinct");
                assert!(
                    !met[2] || met[1],
                    "probabilistic implies entropy: no share above 1/2"
                );
                assert_eq!(met[2], met[3], "probabilistic 2 is alpha 1/2");
                assert!(!met[4] || met[5], "semantic implies disclosure");
                assert!(!met[6] || met[7], "enhanced implies basic");
                assert!(
                    !met[4] || met[7],
                    "a ratio of at most e is a gain of at most e - 1"
                );
            }
        }
    }
}

/// n = all units is t-closeness, at a node whose top is one class.
#[test]
fn nt_closeness_with_all_units_is_t_closeness() {
    let mut compared = 0;
    for mut case in cases(400, &CaseShape::only(ModelKind::NtCloseness)) {
        let OracleModel::NtCloseness {
            column,
            t,
            distance,
            ..
        } = case.models[0]
        else {
            unreachable!("only these are drawn")
        };
        let close = OracleModel::T {
            column,
            t_num: t.num,
            t_den: t.den,
            text: String::new(),
            distance,
        };
        case.models = vec![
            OracleModel::NtCloseness {
                column,
                n: case.units(),
                t,
                distance,
            },
            close,
        ];
        let mut oracle = Oracle::new(&case);
        let top: Vec<usize> = case.quasi.iter().map(|q| q.height()).collect();
        if oracle.evaluate(&top).classes.len() > 1 {
            continue;
        }
        for levels in case.nodes().iter().step_by(3) {
            for class in oracle
                .evaluate(levels)
                .classes
                .iter()
                .filter(|c| c.units < case.units())
            {
                // Another superset with all units, of fewer rows, has fewer values of some persons.
                if case.person.is_none() {
                    assert_eq!(class.scores[0], class.scores[1]);
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 500, "{compared}");
}

/// Tests run thousands of cases; a slow machine gets ten times the usual time.
#[test]
fn a_case_is_cheap() {
    let start = Instant::now();
    let found = cases(500, &CaseShape::all_models())
        .filter(|case| best(case).is_some())
        .count();
    let each = start.elapsed() / 500;
    assert!(found > 200, "{found}");
    assert!(each < Duration::from_millis(20), "{each:?} per case");
}
