//! The smoothed distance, and supersets of a class.

use super::*;

/// A column of numbers 0, 2, 10 (and missing): distances 0.2, 0.8, 1. With the bandwidth 0.25 only
/// 0 and 2 see each other, with K = 1 - (0.2/0.25)^2 = 0.36. A word column sees ranks: 0, 1/2, 1; a
/// hierarchy: 0 and 2 meet at level 1 of 2: 1/2. With the bandwidth 0.25 these see nothing: plain
/// Jensen-Shannon.
#[test]
fn smoothed_closeness() {
    let model = OracleModel::T {
        column: 1,
        t_num: 1,
        t_den: 1,
        text: String::new(),
        distance: OracleDistance::Smoothed { bandwidth: f(1, 4) },
    };
    let words = table("a0p b2p c1p c-p", vec![model]);
    let mut words = Case {
        sensitive: vec![SensitiveColumn::new(1, texts("0 2 10"))],
        ..words
    };
    words.rows[2][1] = "10".into();
    let js = |p: [f64; 4], q: [f64; 4]| {
        let kl = |p: [f64; 4], m: &dyn Fn(usize) -> f64| {
            (0..4)
                .filter(|&i| p[i] > 0.0)
                .map(|i| p[i] * (p[i] / m(i)).ln())
                .sum::<f64>()
        };
        let middle = |i: usize| (p[i] + q[i]) / 2.0;
        (kl(p, &middle) + kl(q, &middle)) / 2.0
    };
    // Class a has all on the value 0; the input 1/4 on each of 0, 2, 10, missing.
    let (one, quarter) = ([1.0, 0.0, 0.0, 0.0], [0.25; 4]);
    close(scores(&words)[0].0, js(one, quarter));
    let mut tree = words.clone();
    tree.sensitive[0].lines = Some(lines("0;low;*|2;low;*|10;10;*"));
    close(scores(&tree)[0].0, js(one, quarter));
    // With the bandwidth 0.75 they see a half: K = 5/9. By ranks 2 sees 0 and 10, in the tree only
    // 0.
    let wide = |case: &Case| {
        let distance = OracleDistance::Smoothed { bandwidth: f(3, 4) };
        let model = OracleModel::T {
            column: 1,
            t_num: 1,
            t_den: 1,
            text: String::new(),
            distance,
        };
        scores(&Case {
            models: vec![model],
            ..case.clone()
        })[0]
            .0
    };
    close(wide(&tree), js([9.0 / 14.0, 5.0 / 14.0, 0.0, 0.0], quarter));
    let sum = 9.0 / 14.0 + 5.0 / 19.0;
    close(
        wide(&words),
        js([9.0 / 14.0 / sum, 5.0 / 19.0 / sum, 0.0, 0.0], quarter),
    );
    let mut numbers = tree;
    numbers.sensitive[0].numbers = true;
    // Weights 1/1.36 and 0.36/1.36 between 0 and 2; both sums are 1 already.
    close(
        scores(&numbers)[0].0,
        js([1.0 / 1.36, 0.36 / 1.36, 0.0, 0.0], quarter),
    );
    // The whole table is the input: exactly 0.
    assert_eq!(
        evaluate(&numbers, &[1]).measured,
        [Some(OracleMeasured::whole(0))]
    );
    // Equal numbers written differently are at distance 0: they look alike.
    for row in &mut numbers.rows {
        row[1] = if row[0] == "a" { "2" } else { "2.0" }.into();
    }
    assert_eq!(
        evaluate(&numbers, &[0]).measured,
        [Some(OracleMeasured::whole(0))]
    );
}

/// A bandwidth beyond 1 lets the missing value look like others. Values u and missing, distance 1,
/// B = 2: K = 3/4, W = 4/7 and 3/7. Class a: u: (4/7, 3/7); input: half each: (1/2, 1/2).
#[test]
fn smoothing_reaches_missing() {
    let model = OracleModel::T {
        column: 1,
        t_num: 1,
        t_den: 1,
        text: String::new(),
        distance: OracleDistance::Smoothed { bandwidth: f(2, 1) },
    };
    let found = scores(&table("aup b-p", vec![model]))[0].0;
    let (p, q) = (4.0f64 / 7.0, 3.0f64 / 7.0);
    let (m, n) = ((p + 0.5) / 2.0, (q + 0.5) / 2.0);
    close(
        found,
        (p * (p / m).ln() + q * (q / n).ln() + 0.5 * (0.5 / m).ln() + 0.5 * (0.5 / n).ln()) / 2.0,
    );
}

/// Two quasi-identifiers; nodes 0,0 to 1,1. Classes: ax {u}, ay {v}, bx {u, u}, by {v, v}. n = 3,
/// equal distance. ax: above are a* {u, v}: too small; *x {u, u, u}: distance 0. So 0. by: *y
/// likewise 0. With n = 4 only the top is left: {u 3, v 3}: 1/2 for each. n = 2: bx and by are
/// large enough themselves, ax and ay have *x and *y. n = 7: nothing.
#[test]
fn nt_closeness() {
    let rows = "axu ayv bxu bxu byv byv";
    let base = table(rows, vec![]);
    let at = |n, t, max_level| {
        let mut case = Case {
            quasi: vec![quasi(0, "a;*|b;*"), quasi(1, "x;*|y;*")],
            sensitive: vec![SensitiveColumn::new(2, texts("u v"))],
            models: vec![OracleModel::NtCloseness {
                column: 2,
                n,
                t,
                distance: OracleDistance::Equal,
            }],
            ..base.clone()
        };
        case.quasi.iter_mut().for_each(|q| q.max_level = max_level);
        evaluate(&case, &[0, 0])
            .classes
            .iter()
            .map(|c| (score(c), c.kept))
            .collect::<Vec<_>>()
    };
    let zero = (OracleMeasured::whole(0), true);
    assert_eq!(at(3, f(0, 1), 1), [zero; 4]);
    assert_eq!(at(4, f(1, 2), 1), [(OracleMeasured::ratio(1, 2), true); 4]);
    assert_eq!(at(2, f(0, 1), 1), [zero; 4]);
    assert_eq!(at(7, f(1, 1), 1), [(OracleMeasured::Infinite, false); 4]);
    assert_eq!(
        at(3, f(0, 1), 0),
        [zero; 4],
        "supersets do not end at the highest level allowed"
    );
}
