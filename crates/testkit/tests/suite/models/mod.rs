//! One small example for each model, with its numbers worked out in the comments.

mod classes;
mod closeness;
mod tables;

use equipoise_testkit::{
    Case, OracleClass, OracleDistance, OracleEstimator, OracleFacts, OracleLimit, OracleLog,
    OracleLoss, OracleMeasured, OracleModel, OracleQuasiColumn, Population, ReducedFraction,
    SensitiveColumn, evaluate,
};

fn lines(text: &str) -> Vec<Vec<String>> {
    text.split('|')
        .map(|line| line.split(';').map(str::to_owned).collect())
        .collect()
}

fn texts(text: &str) -> Vec<String> {
    text.split(' ').map(str::to_owned).collect()
}

fn quasi(index: usize, hierarchy: &str) -> OracleQuasiColumn {
    let lines = lines(hierarchy);
    let max_level = lines[0].len() - 1;
    OracleQuasiColumn {
        index,
        lines,
        weight: 1.0,
        min_level: 0,
        max_level,
    }
}

/// Columns q (a, b, c), ill (u to z, `-` is missing) and who; each row is three letters.
fn table(rows: &str, models: Vec<OracleModel>) -> Case {
    let rows = texts(rows)
        .iter()
        .map(|row| row.chars().map(String::from).collect())
        .collect();
    Case {
        columns: lines("q;ill;who").remove(0),
        rows,
        quasi: vec![quasi(0, "a;*|b;*|c;*")],
        sensitive: vec![SensitiveColumn::new(1, texts("u v w x y z"))],
        person: None,
        population: None,
        missing: vec!["-".into()],
        models,
        loss: OracleLoss::Height,
        aggregation: None,
        suppression_weight: 0.5,
        limit: OracleLimit::Share {
            numerator: 1,
            denominator: 1,
            text: "1.0".into(),
        },
    }
}

fn f(num: i128, den: i128) -> ReducedFraction {
    ReducedFraction::new(num, den)
}

fn score(class: &OracleClass) -> OracleMeasured {
    class.scores[0].expect("the model scores classes")
}

/// The scores of the classes at the bottom for the first model, and whether they are kept.
fn scores(case: &Case) -> Vec<(OracleMeasured, bool)> {
    evaluate(case, &[0])
        .classes
        .iter()
        .map(|c| (score(c), c.kept))
        .collect()
}

fn close(measured: OracleMeasured, expected: f64) {
    assert!(
        matches!(measured, OracleMeasured::Float(_)),
        "{measured:?} is not rounded"
    );
    assert!(
        (measured.to_f64() - expected).abs() < 1e-12,
        "{measured:?} is not {expected}"
    );
}

fn kept_sizes(facts: &OracleFacts) -> Vec<u64> {
    facts
        .classes
        .iter()
        .filter(|c| c.kept)
        .map(|c| c.units)
        .collect()
}
