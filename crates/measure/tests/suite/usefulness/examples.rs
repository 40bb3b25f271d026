//! Examples worked by hand.

use super::{as_it_is, category, near, numbers, run};
use equipoise_data::Region;
use equipoise_measure::usefulness::ambiguity::ambiguity;
use equipoise_measure::usefulness::divergence::divergence;
use equipoise_measure::usefulness::information::information;
use equipoise_measure::usefulness::queries::{Mode, Workload};
use equipoise_measure::usefulness::spread::spread;
use equipoise_measure::usefulness::squared_error::squared_error;
use equipoise_measure::usefulness::tables::CrossTable;
use equipoise_measure::usefulness::{CodedColumn, ColumnPlace, Original};
use equipoise_release::{LEFT_OUT, Published, Recoding};

/// Six people: ages 20, 20, 30, 50, 50, 60 and jobs 0 to 3. Three classes: two people of 20 with
/// jobs 0 and 1, two of 30-50 with jobs 2 and 3, one of 50 with job 3; one is left out.
fn six() -> (Original, Published<'static>) {
    let age = numbers(&[0, 0, 1, 2, 2, 3], &[20.0, 30.0, 50.0, 60.0]);
    let job = category(&[0, 1, 2, 3, 3, 0], 4);
    let pay = numbers(&[0, 1, 1, 0, 1, 0], &[100.0, 300.0]);
    let original = Original::new(vec![age, job], vec![pay]).unwrap();
    let regions = vec![
        run(0, 0),
        run(0, 1),
        run(1, 2),
        run(2, 3),
        run(2, 2),
        run(3, 3),
    ];
    let recoding = Recoding::new(vec![0, 0, 1, 1, 2, LEFT_OUT], regions, 2);
    let released = original.recoded(&recoding).unwrap().into_owned();
    (original, released)
}

#[test]
fn penalties_and_class_sizes() {
    let (original, released) = six();
    let found = spread(&original, &released);
    // Ages: a range of 40; 0, 0, 20/40, 20/40, 0, and 1 for who is left out. Jobs: four of them;
    // 2/4 four times, 0, 1.
    near(found.penalties[0], 2.0 / 6.0);
    near(found.penalties[1], 3.0 / 6.0);
    near(found.gcp, 5.0);
    near(found.gcp_share, 5.0 / 12.0);
    assert_eq!(found.discernibility, 4 + 4 + 1 + 6);
    near(found.average_class.unwrap(), 5.0 / 3.0);
}

#[test]
fn ambiguity_of_six() {
    let (original, released) = six();
    let found = ambiguity(&original, &released);
    // 2 combinations twice, 4 twice, 1, and all 16.
    near(found.mean, (2.0 * 2.0 + 2.0 * 4.0 + 1.0 + 16.0) / 6.0);
    near(found.mean_bits, (2.0 * 1.0 + 2.0 * 2.0 + 0.0 + 4.0) / 6.0);
}

#[test]
fn squared_error_of_six() {
    let (original, released) = six();
    let found = squared_error(&original, &released).unwrap();
    assert_eq!(found.len(), 1, "jobs are no numbers");
    // 0, 0, (30 - 40)^2, (50 - 40)^2, 0, (60 - 40)^2.
    near(found[0].mean, 600.0 / 6.0);
    let mean = 230.0 / 6.0;
    let variance = [20.0, 20.0, 30.0, 50.0, 50.0, 60.0]
        .iter()
        .map(|x: &f64| (x - mean).powi(2))
        .sum::<f64>()
        / 6.0;
    near(found[0].relative, 100.0 / variance);
    assert_eq!(found[0].place, ColumnPlace::Quasi(0));
}

/// Ages as numbers of classes instead of intervals: 45 where 30-50 was.
fn aggregated() -> (Original, Published<'static>) {
    let (original, released) = six();
    let age = original.quasi()[0].clone();
    let original = original.with_aggregated(vec![age]).unwrap();
    let released = released
        .with_aggregated(vec![vec![20.0, 45.0, 50.0]])
        .unwrap();
    (original, released)
}

#[test]
fn aggregated_numbers() {
    let (original, released) = aggregated();
    let found = squared_error(&original, &released).unwrap();
    assert_eq!(found[1].place, ColumnPlace::Aggregated(0));
    near(found[1].mean, (225.0 + 25.0 + 400.0) / 6.0);
    let mean = |by: Vec<ColumnPlace>| {
        CrossTable {
            by,
            mean: Some(ColumnPlace::Aggregated(0)),
        }
        .compare(&original, &released)
    };
    let found = mean(vec![]).unwrap();
    near(found.cells[0].original.unwrap(), 230.0 / 6.0);
    near(
        found.cells[0].estimate.unwrap(),
        (20.0 + 20.0 + 45.0 + 45.0 + 50.0) / 5.0,
    );
    assert!(mean(vec![ColumnPlace::Aggregated(0)]).is_err());
    let (plain, _) = six();
    assert!(
        plain
            .clone()
            .with_aggregated(vec![plain.quasi()[1].clone()])
            .is_err(),
        "jobs are no numbers"
    );
    assert!(released.with_aggregated(vec![vec![1.0]]).is_err());
}

#[test]
fn divergence_of_six() {
    let (original, released) = six();
    // Each combination occurs once in six but (50, 3), twice. One row over 16 combinations is 1/16
    // everywhere.
    let shown = [1.0, 1.0, 0.5, 0.5 + 1.0, 0.0].map(|rows| rows + 1.0 / 16.0);
    let expected = [1.0_f64, 1.0, 1.0, 2.0, 1.0]
        .iter()
        .zip(shown)
        .map(|(p, q)| p * (p / q).ln())
        .sum::<f64>()
        / 6.0;
    near(divergence(&original, &released).unwrap().nats, expected);
    near(
        divergence(&original, &released).unwrap().bits(),
        expected / 2_f64.ln(),
    );
    let age = category(&[0, 0, 1], 2);
    let original = Original::new(vec![age], vec![]).unwrap();
    let all = original
        .recoded(&Recoding::new(vec![0, 0, 0], vec![run(0, 1)], 1))
        .unwrap();
    near(
        divergence(&original, &all).unwrap().nats,
        2.0 / 3.0 * (4.0_f64 / 3.0).ln() + (2.0_f64 / 3.0).ln() / 3.0,
    );
    let wrong = original
        .recoded(&Recoding::new(vec![0, 0, 0], vec![run(0, 0)], 1))
        .unwrap();
    let found = divergence(&original, &wrong).unwrap();
    assert_eq!((found.nats, found.uncovered), (f64::INFINITY, 1));
}

/// The 3,000 rows of the thesis: classes with (300, 300), (200, 1800) and (200, 200) of two
/// diseases.
#[test]
fn information_utility_of_the_thesis() {
    let counts = [[300, 300], [200, 1800], [200, 200]];
    let (mut classes, mut diseases) = (Vec::new(), Vec::new());
    for (class, counts) in counts.iter().enumerate() {
        for (disease, &count) in counts.iter().enumerate() {
            classes.extend(vec![class as u32; count]);
            diseases.extend(vec![disease as u32; count]);
        }
    }
    let original =
        Original::new(vec![category(&classes, 3)], vec![category(&diseases, 2)]).unwrap();
    let released = original.recoded(&as_it_is(&original)).unwrap();
    let found = information(&original, &released, 0).unwrap();
    for (found, expected) in [
        (found.entropy, 0.54327),
        (found.within, 0.44777),
        (found.utility, 0.09550),
    ] {
        assert!((found - expected).abs() < 5e-6, "{found}");
    }
    near(found.bits().entropy, found.entropy / 2_f64.ln());
    let one = original
        .recoded(&Recoding::new(vec![0; 3000], vec![run(0, 2)], 1))
        .unwrap();
    assert_eq!(information(&original, &one, 0).unwrap().utility, 0.0);
}

#[test]
fn tables_of_six() {
    let (original, released) = six();
    let counts = CrossTable {
        by: vec![ColumnPlace::Quasi(0)],
        mean: None,
    }
    .compare(&original, &released)
    .unwrap();
    let cells: Vec<_> = counts
        .cells
        .iter()
        .map(|cell| {
            (
                cell.codes[0],
                cell.original.unwrap(),
                cell.estimate.unwrap(),
            )
        })
        .collect();
    assert_eq!(
        cells,
        [(0, 2.0, 2.0), (1, 1.0, 1.0), (2, 2.0, 2.0), (3, 1.0, 0.0)]
    );
    near(counts.mean_absolute.unwrap(), 0.25);
    near(counts.mean_relative.unwrap(), 0.25);
    near(counts.overall.unwrap(), 1.0 / 6.0);
    // By age and pay: of the two shown as 30-50 one has 300 and one 100.
    let both = CrossTable {
        by: vec![ColumnPlace::Quasi(0), ColumnPlace::Plain(0)],
        mean: None,
    }
    .compare(&original, &released)
    .unwrap();
    let cells: Vec<_> = both
        .cells
        .iter()
        .map(|cell| {
            (
                cell.codes.clone(),
                cell.original.unwrap(),
                cell.estimate.unwrap(),
            )
        })
        .collect();
    let expected = [
        (0, 0, 1.0, 1.0),
        (0, 1, 1.0, 1.0),
        (1, 0, 0.0, 0.5),
        (1, 1, 1.0, 0.5),
        (2, 0, 1.0, 0.5),
        (2, 1, 1.0, 1.5),
        (3, 0, 1.0, 0.0),
    ];
    assert_eq!(
        cells,
        expected.map(|(age, pay, original, estimate)| (vec![age, pay], original, estimate))
    );
    // Mean pay by age: 30 has 300 and is estimated at 200; 50 has 200 and is estimated at (50 +
    // 450) / 2; of 60 nothing is known.
    let pay = CrossTable {
        by: vec![ColumnPlace::Quasi(0)],
        mean: Some(ColumnPlace::Plain(0)),
    }
    .compare(&original, &released)
    .unwrap();
    let cells: Vec<_> = pay
        .cells
        .iter()
        .map(|cell| (cell.original, cell.estimate, cell.rows))
        .collect();
    let expected = [
        (200.0, Some(200.0), 2),
        (300.0, Some(200.0), 1),
        (200.0, Some(250.0), 2),
        (100.0, None, 1),
    ];
    assert_eq!(
        cells,
        expected.map(|(original, estimate, rows)| (Some(original), estimate, rows))
    );
    near(pay.mean_absolute.unwrap(), 50.0);
    near(pay.mean_relative.unwrap(), (1.0 / 3.0 + 1.0 / 4.0) / 3.0);
    near(
        pay.overall.unwrap(),
        (100.0 + 2.0 * 50.0) / (2.0 * 200.0 + 300.0 + 2.0 * 200.0),
    );
    assert_eq!(pay.without_estimate, 1);
    // Mean age of all: the cell 30-50 counts as 40.
    let found = CrossTable {
        by: vec![],
        mean: Some(ColumnPlace::Quasi(0)),
    }
    .compare(&original, &released)
    .unwrap();
    near(found.cells[0].original.unwrap(), 230.0 / 6.0);
    near(
        found.cells[0].estimate.unwrap(),
        (20.0 + 20.0 + 40.0 + 40.0 + 50.0) / 5.0,
    );
}

#[test]
fn tables_that_cannot_be() {
    let (original, released) = six();
    let refused = |by: Vec<ColumnPlace>, mean| {
        CrossTable { by, mean }
            .compare(&original, &released)
            .unwrap_err()
            .to_string()
    };
    assert!(refused(vec![], Some(ColumnPlace::Quasi(1))).contains("not of numbers"));
    assert!(refused(vec![ColumnPlace::Plain(3)], None).contains("no column"));
    let wide = CodedColumn {
        codes: vec![0],
        values: 1 << 12,
        numbers: None,
    };
    let wide = Original::new(vec![wide.clone(), wide], vec![]).unwrap();
    let released = wide.recoded(&as_it_is(&wide)).unwrap();
    let error = CrossTable {
        by: vec![ColumnPlace::Quasi(0), ColumnPlace::Quasi(1)],
        mean: None,
    }
    .compare(&wide, &released)
    .unwrap_err();
    assert!(
        error.to_string().contains("more than 4194304 cells"),
        "{error}"
    );
}

/// Two columns of 8 and a sensitive one of 8: the third root of 0.125 is a half, so 4 values of
/// each.
#[test]
fn fixed_sizes_are_roots_of_the_selectivity() {
    let column = || category(&(0..8).collect::<Vec<_>>(), 8);
    let original = Original::new(vec![column(), column(), column()], vec![column()]).unwrap();
    let sizes = |workload: &Workload| -> Vec<Vec<usize>> {
        workload
            .questions(&original)
            .unwrap()
            .iter()
            .map(|q| q.accepts.iter().map(|(_, values)| values.len()).collect())
            .collect()
    };
    let fixed = Workload {
        selectivity: 0.125,
        sensitive: Some(0),
        queries: 50,
        ..Workload::default()
    };
    assert!(sizes(&fixed).iter().all(|sizes| *sizes == [4, 4, 4]));
    let without = Workload {
        sensitive: None,
        selectivity: 0.25,
        ..fixed.clone()
    };
    assert!(sizes(&without).iter().all(|sizes| *sizes == [4, 4]));
    let more = Workload {
        dimensions: 9,
        selectivity: 0.05,
        ..fixed.clone()
    };
    // 8 x 0.05^(1/4) = 3.78.
    assert!(
        sizes(&more).iter().all(|sizes| *sizes == [4, 4, 4, 4]),
        "no more columns than there are"
    );
    let uniform = sizes(&Workload {
        mode: Mode::Uniform,
        selectivity: 0.5,
        queries: 2000,
        ..fixed.clone()
    });
    let mut seen = [0; 5];
    uniform.iter().flatten().for_each(|&size| seen[size] += 1);
    // Each of 0 to 4 is expected 1,200 times of 6,000, with a standard deviation of 31; six of
    // these are one in a thousand million.
    assert!(
        seen.iter().all(|count| (1200_i32 - count).abs() < 190),
        "{seen:?}"
    );
    // Every pair of quasi-identifiers is asked for.
    let mut pairs: Vec<_> = fixed
        .questions(&original)
        .unwrap()
        .iter()
        .map(|q| (q.accepts[0].0, q.accepts[1].0))
        .collect();
    pairs.sort_unstable();
    pairs.dedup();
    assert_eq!(pairs.len(), 3);
    assert!(pairs.iter().all(|(a, b)| a < b));
}

#[test]
fn workloads_that_cannot_be() {
    let (original, released) = six();
    for workload in [
        Workload {
            selectivity: 0.0,
            ..Workload::default()
        },
        Workload {
            selectivity: 1.5,
            ..Workload::default()
        },
        Workload {
            selectivity: f64::NAN,
            ..Workload::default()
        },
        Workload {
            dimensions: 0,
            ..Workload::default()
        },
        Workload {
            sensitive: Some(1),
            ..Workload::default()
        },
    ] {
        assert!(workload.run(&original, &released).is_err(), "{workload:?}");
    }
    assert!(Original::new(vec![], vec![]).is_err());
    assert!(Original::new(vec![category(&[0, 3], 3)], vec![]).is_err());
    assert!(Original::new(vec![category(&[0, 2], 3), category(&[0], 3)], vec![]).is_err());
    assert!(
        original
            .recoded(&Recoding::new(
                vec![0; 6],
                vec![Region::leaf(0), Region::leaf(4)],
                2
            ))
            .is_err()
    );
    assert!(
        original
            .recoded(&Recoding::new(
                vec![0; 5],
                vec![Region::leaf(0), Region::leaf(0)],
                2
            ))
            .is_err()
    );
}
