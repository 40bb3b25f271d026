//! The oracle gives the numbers of the worked examples.

use equipoise_testkit::emd::emd;
use equipoise_testkit::{Limit, Measured, best, evaluate, papers};

#[test]
fn classes_have_the_scores_of_the_papers() {
    for table in papers::tables() {
        assert!(!table.expected.is_empty());
        for expected in &table.expected {
            let facts = evaluate(&table.case, &expected.levels);
            let class = facts.classes.iter().find(|c| c.rows == expected.rows);
            let class = class.unwrap_or_else(|| panic!("{}: no class has rows {:?}", expected.source, expected.rows));
            assert_eq!(class.scores[expected.model], expected.score, "{} {:?}", expected.source, expected.rows);
        }
    }
}

/// The last class of table 2.2, {bronchitis, pneumonia, stomach cancer}, times 9: bronchitis +1, pneumonia +2, stomach
/// cancer +1, gastric ulcer -1, gastritis -2, flu -1. Within the infections 1 moves at 1/3 and 2 are left; within the
/// stomach 1 moves at 1/3 and 2 are lacking; 2 move across the top. (1/3 + 1/3 + 2) / 9 = 8/27.
#[test]
fn the_last_class_of_table_2_2() {
    let facts = evaluate(&papers::salaries().case, &[2, 1]);
    let class = facts.classes.iter().find(|c| c.rows == [6, 7, 8]).unwrap();
    assert_eq!(class.scores[4], Measured::T(equipoise_testkit::Fraction::new(8, 27)));
}

#[test]
fn distances_are_as_printed() {
    for d in papers::distances() {
        let distance = emd(&d.p, &d.q, &d.ground, d.scale);
        assert_eq!(distance, d.expected, "{}", d.source);
        assert!((distance.to_f64() - d.printed).abs() < 0.0005, "{}", d.source);
    }
}

#[test]
fn the_tables_keep_what_they_promise() {
    // Table 1.3 is 3-anonymous but its first class has one disease: 2-diversity suppresses its three rows.
    let patients = papers::patients().case;
    let facts = evaluate(&patients, &[2, 1]);
    assert_eq!((facts.classes.len(), facts.suppressed_rows, facts.feasible), (3, 3, false));
    assert_eq!(facts.measured, [Some(Measured::K(3)), Some(Measured::L(2))]);

    // Table 2.2 is 3-diverse and 0.375-close in salary: every class meets every model as asked.
    let salaries = papers::salaries().case;
    let facts = evaluate(&salaries, &[2, 1]);
    assert_eq!((facts.kept_classes, facts.suppressed_rows, facts.feasible), (3, 0, true));

    // No class of table 2.4 is 0.1-close: a node that keeps nothing is not feasible, whatever the limit.
    let mut people = papers::cancer_and_flu().case;
    people.limit = Limit::Units(3000);
    let facts = evaluate(&people, &[1, 1]);
    assert_eq!((facts.kept_classes, facts.suppressed_rows, facts.feasible), (0, 3000, false));
    assert_eq!(facts.measured, [None]);
    assert_eq!(best(&people).unwrap().facts.kept_classes, 1, "one class of all is 0-close");
}
