//! The oracle gives the numbers of the worked examples.

use equipoise_testkit::emd::emd;
use equipoise_testkit::{OracleLimit, OracleMeasured, best, evaluate, papers};

#[test]
fn classes_have_the_scores_of_the_papers() {
    for table in papers::tables() {
        assert!(!table.expected.is_empty());
        for expected in &table.expected {
            let facts = evaluate(&table.case, &expected.levels);
            let class = facts.classes.iter().find(|c| c.rows == expected.rows);
            let class = class.unwrap_or_else(|| {
                panic!("{}: no class has rows {:?}", expected.source, expected.rows)
            });
            let found = class.scores[expected.model].expect("these models score classes");
            let alike = match (found, expected.score) {
                (OracleMeasured::Float(found), OracleMeasured::Float(printed)) => {
                    (found - printed).abs() < 0.00005
                }
                (found, exact) => found == exact,
            };
            assert!(
                alike,
                "{} {:?}: {found:?} is not {:?}",
                expected.source, expected.rows, expected.score
            );
        }
    }
}

/// The last class of table 2.2, {bronchitis, pneumonia, stomach cancer}, times 9: bronchitis +1,
/// pneumonia +2, stomach cancer +1, gastric ulcer -1, gastritis -2, flu -1. Within the infections 1
/// moves at 1/3 and 2 are left; within the stomach 1 moves at 1/3 and 2 are lacking; 2 move across
/// the top. (1/3 + 1/3 + 2) / 9 = 8/27.
#[test]
fn the_last_class_of_table_2_2() {
    let facts = evaluate(&papers::salaries().case, &[2, 1]);
    let class = facts.classes.iter().find(|c| c.rows == [6, 7, 8]).unwrap();
    assert_eq!(class.scores[4], Some(OracleMeasured::ratio(8, 27)));
}

#[test]
fn distances_are_as_printed() {
    for d in papers::distances() {
        let distance = emd(&d.p, &d.q, &d.ground, d.scale);
        assert_eq!(distance, d.expected, "{}", d.source);
        assert!(
            (distance.to_f64() - d.printed).abs() < 0.0005,
            "{}",
            d.source
        );
    }
}

#[test]
fn the_tables_keep_what_they_promise() {
    // Table 1.3 is 3-anonymous but its first class has one disease: 2-diversity suppresses its
    // three rows.
    let patients = papers::patients().case;
    let facts = evaluate(&patients, &[2, 1]);
    assert_eq!(
        (facts.classes.len(), facts.suppressed_rows, facts.feasible),
        (3, 3, false)
    );
    assert_eq!(
        facts.measured,
        [
            Some(OracleMeasured::whole(3)),
            Some(OracleMeasured::whole(2))
        ]
    );

    // Table 2.2 is 3-diverse and 0.375-close in salary: every class meets every model as asked.
    let salaries = papers::salaries().case;
    let facts = evaluate(&salaries, &[2, 1]);
    assert_eq!(
        (facts.kept_classes, facts.suppressed_rows, facts.feasible),
        (3, 0, true)
    );

    // No class of table 2.4 is 0.1-close: a node that keeps nothing is not feasible, whatever the
    // limit.
    let mut people = papers::cancer_and_flu().case;
    people.limit = OracleLimit::Units(3000);
    let facts = evaluate(&people, &[1, 1]);
    assert_eq!(
        (facts.kept_classes, facts.suppressed_rows, facts.feasible),
        (0, 3000, false)
    );
    assert_eq!(facts.measured, [None, None]);
    assert_eq!(
        best(&people).unwrap().facts.kept_classes,
        1,
        "one class of all is 0-close"
    );
    // (1000, 0.1)-closeness alone is met by all of it.
    people.models.remove(0);
    assert_eq!(
        evaluate(&people, &[1, 1]).measured,
        [Some(OracleMeasured::whole(0))]
    );
}

/// Of two classes that pass diversity, closeness lets neither pass. Distinct 2-diversity needs a
/// positive in each class, and there are 100: no table of these people has more than 100 such
/// classes.
#[test]
fn diversity_is_not_closeness() {
    let case = papers::virus().case;
    let facts = evaluate(&case, &[0]);
    let met = |class: usize| -> Vec<bool> {
        case.models
            .iter()
            .zip(&facts.classes[class].scores)
            .map(|(model, score)| model.meets(&score.unwrap()))
            .collect()
    };
    assert_eq!(
        (met(0), met(1)),
        (vec![true, true, false], vec![true, true, false])
    );
    assert_eq!(
        (0..case.rows.len())
            .filter(|&row| case.value(1, row) == Some("yes"))
            .count(),
        100
    );
    assert_eq!(case.rows.len(), 10_000);
}

#[test]
fn entropies_are_as_printed() {
    let entropy = |counts: &Vec<u64>| -> f64 {
        let n = counts.iter().sum::<u64>() as f64;
        counts
            .iter()
            .map(|&c| c as f64 / n)
            .map(|p| -p * p.ln())
            .sum()
    };
    for worked in papers::entropies() {
        let rows: u64 = worked.classes.iter().flatten().sum();
        let share = |counts: &Vec<u64>| counts.iter().sum::<u64>() as f64 / rows as f64;
        let average: f64 = worked
            .classes
            .iter()
            .map(|counts| share(counts) * entropy(counts))
            .sum();
        assert!(
            (average - worked.nats).abs() < 0.00001,
            "{}: {average}",
            worked.source
        );
    }
    // What the classes of table 2.4 tell about the disease: 0.54327 - 0.44777.
    let nats: Vec<f64> = papers::entropies()
        .iter()
        .map(|worked| worked.nats)
        .collect();
    assert!((nats[3] - nats[4] - 0.0955).abs() < 0.00001 && nats[2] > nats[0]);
}
