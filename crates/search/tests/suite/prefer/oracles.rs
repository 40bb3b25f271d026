//! `publisher-preferences` section 7: eight generalizations, five preferences, ties, and the walk.

use crate::common::Prepared;
use equipoise_measure::{Measure, Metric};
use equipoise_search::prefer::{
    Aspiration, Efficiency, Gauge, RatedRelease, Spot, Survey, Ties, best, efficiency, front,
    survey, targets, walk,
};
use equipoise_search::{Limits, UnwatchedSearch};
use equipoise_testkit::{Case, OracleLimit, OracleLoss, OracleModel, OracleQuasiColumn, Seeded};

/// Table 1 with its hierarchies: codes lose trailing digits, and salaries C1 and C2 become one.
fn employees() -> Case {
    let rows = [
        ("81521", "C1"),
        ("81522", "C1"),
        ("81523", "C1"),
        ("82635", "C2"),
        ("82636", "C2"),
        ("82647", "C2"),
        ("82648", "C2"),
        ("81634", "C3"),
        ("81631", "C3"),
        ("81632", "C3"),
        ("81639", "C3"),
        ("81630", "C3"),
    ];
    let code = |code: &str| {
        (0..=5)
            .map(|n| format!("{}{}", &code[..5 - n], "*".repeat(n)))
            .collect()
    };
    let salary = |class: &str| {
        vec![
            class.to_owned(),
            if class == "C3" { "C3" } else { "C12" }.to_owned(),
            "*".to_owned(),
        ]
    };
    let column = |index, lines, weight, max_level| OracleQuasiColumn {
        index,
        lines,
        weight,
        min_level: 0,
        max_level,
    };
    Case {
        columns: vec!["employee".into(), "salary".into()],
        rows: rows
            .iter()
            .map(|(code, salary)| vec![(*code).to_owned(), (*salary).to_owned()])
            .collect(),
        quasi: vec![
            column(0, rows.iter().map(|r| code(r.0)).collect(), 0.3, 4),
            column(1, ["C1", "C2", "C3"].map(salary).to_vec(), 0.7, 1),
        ],
        sensitive: Vec::new(),
        person: None,
        population: None,
        missing: Vec::new(),
        models: vec![OracleModel::K { k: 2 }],
        loss: OracleLoss::Nwp,
        aggregation: None,
        suppression_weight: 0.5,
        limit: OracleLimit::Units(0),
    }
}

/// The eight generalizations, G1 first.
fn generalizations() -> Vec<Spot> {
    let prepared = Prepared::try_new(&employees()).unwrap();
    let encoded = prepared.encoded();
    let task = prepared.task(&encoded);
    let gauges = [
        Gauge {
            measure: Measure::Necd,
            loss: None,
        },
        Gauge {
            measure: Measure::Loss(Metric::Nwp),
            loss: Some(task.loss),
        },
    ];
    let Survey {
        mut spots,
        nodes_total,
        nodes_evaluated,
        ..
    } = survey(&task, &gauges, &Limits::default(), &UnwatchedSearch).unwrap();
    assert_eq!((nodes_total, nodes_evaluated), (10, 10));
    spots.sort_by_key(|spot| (spot.levels[1], spot.levels[0]));
    spots
}

fn places() -> Vec<RatedRelease> {
    generalizations().iter().map(Spot::place).collect()
}

fn rounded(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

const PREFERENCES: [[f64; 2]; 5] = [
    [0.3, 0.08],
    [0.2, 0.15],
    [0.15, 0.05],
    [0.25, 0.05],
    [0.1, 0.5],
];

#[test]
fn eight_generalizations() {
    let spots = generalizations();
    let levels: Vec<[u8; 2]> = spots.iter().map(|s| [s.levels[0], s.levels[1]]).collect();
    assert_eq!(
        levels,
        [
            [1, 0],
            [2, 0],
            [3, 0],
            [4, 0],
            [1, 1],
            [2, 1],
            [3, 1],
            [4, 1]
        ]
    );
    let exact = |spot: &Spot| [(spot.point[0] * 11.0).round(), spot.point[1]];
    let expected = [
        0.3 * 30.0 / 132.0,
        0.3 * 38.0 / 132.0,
        0.3 * 68.0 / 132.0,
        0.3,
    ];
    for (i, spot) in spots.iter().enumerate() {
        let merged = if i < 4 { 0.0 } else { 7.0 * 0.5 * 0.7 / 12.0 };
        let necd = if i % 4 == 0 { 3.0 } else { 2.0 };
        let [times_eleven, nwp] = exact(spot);
        assert_eq!(times_eleven, if i == 7 { 2.0 } else { necd }, "G{}", i + 1);
        assert!(
            (nwp - expected[i % 4] - merged).abs() < 1e-12,
            "G{}: {nwp}",
            i + 1
        );
    }
    assert_eq!(
        spots.iter().map(|s| s.least).collect::<Vec<_>>(),
        [2, 3, 3, 3, 2, 3, 3, 5]
    );
}

#[test]
fn who_is_efficient() {
    use Efficiency::{None, Strong, Weak};
    let points: Vec<_> = places().iter().map(|p| p.point).collect();
    assert_eq!(
        efficiency(&points),
        [Strong, Strong, Weak, Weak, None, Weak, Weak, Weak]
    );
    assert_eq!(front(&points), [1, 0]);
}

/// The last bit of a number makes no point better: 0.1 + 0.2 is 0.3.
#[test]
fn points_that_differ_by_rounding_are_equal() {
    use Efficiency::{None, Strong, Weak};
    let (sum, plain) = (0.1 + 0.2, 0.3);
    assert_ne!(sum, plain);
    // The second is worse in the second measure; in the first it is smaller by the last bit.
    let points = [
        [sum, 1.0],
        [plain, 2.0],
        [0.5, 0.5],
        [0.5, sum + 0.2],
        [0.9, 0.9],
    ];
    assert_eq!(efficiency(&points), [Strong, Weak, Strong, Strong, None]);
    assert_eq!(front(&points), [0, 2], "of equal points the first");
}

/// Random points, many of them equal up to the last bits, against a comparison of all pairs.
#[test]
fn efficiency_is_that_of_all_pairs() {
    let equal = |a: f64, b: f64| (a - b).abs() <= 1e-12 * a.abs().max(b.abs());
    let less = |a: f64, b: f64| a < b && !equal(a, b);
    let r = &mut Seeded::new(4);
    let mut by_rounding = 0;
    for round in 0..3_000 {
        let number = |r: &mut Seeded| {
            let value = r.below(5) as f64 / 3.0;
            f64::from_bits(value.to_bits() + if value > 0.0 { r.below(3) as u64 } else { 0 })
        };
        let points: Vec<[f64; 2]> = (0..1 + r.below(12))
            .map(|_| [number(r), number(r)])
            .collect();
        let betters = |a: &[f64; 2], b: &[f64; 2]| {
            !less(b[0], a[0]) && !less(b[1], a[1]) && (less(a[0], b[0]) || less(a[1], b[1]))
        };
        let expected = |b: &[f64; 2]| match points.iter().any(|a| betters(a, b)) {
            false => Efficiency::Strong,
            true if points.iter().any(|a| less(a[0], b[0]) && less(a[1], b[1])) => Efficiency::None,
            true => Efficiency::Weak,
        };
        let found = efficiency(&points);
        assert_eq!(
            found,
            points.iter().map(expected).collect::<Vec<_>>(),
            "round {round}: {points:?}"
        );
        let front = front(&points);
        let is_same = |a: usize, b: usize| {
            equal(points[a][0], points[b][0]) && equal(points[a][1], points[b][1])
        };
        for (i, _) in found
            .iter()
            .enumerate()
            .filter(|(_, e)| **e == Efficiency::Strong)
        {
            let listed: Vec<&usize> = front.iter().filter(|&&f| is_same(f, i)).collect();
            assert!(
                listed.len() == 1 && *listed[0] <= i,
                "round {round}: {i} of {points:?} in {front:?}"
            );
        }
        assert!(
            front.iter().all(|&f| found[f] == Efficiency::Strong),
            "round {round}: {points:?} {front:?}"
        );
        by_rounding += (0..points.len())
            .filter(|&b| {
                points
                    .iter()
                    .any(|a| betters(a, &points[b]) && (a[0] > points[b][0] || a[1] > points[b][1]))
            })
            .count();
    }
    assert!(
        by_rounding > 1_000,
        "{by_rounding} points are bettered by ones that are worse by rounding"
    );
}

#[test]
fn achievements_and_deviations() {
    let table = [
        [0.06, 0.12, 0.07, 0.06, 0.23],
        [0.07, 0.08, 0.06, 0.07, 0.15],
        [0.12, 0.09, 0.12, 0.13, 0.15],
        [0.24, 0.17, 0.23, 0.25, 0.15],
        [0.22, 0.16, 0.20, 0.23, 0.23],
        [0.23, 0.17, 0.22, 0.24, 0.15],
        [0.28, 0.20, 0.27, 0.30, 0.15],
        [0.40, 0.29, 0.38, 0.42, 0.15],
    ];
    let places = places();
    for (p, preference) in PREFERENCES.into_iter().enumerate() {
        let aspiration = Aspiration::new(preference).unwrap();
        for (g, place) in places.iter().enumerate() {
            assert_eq!(
                rounded(aspiration.achievement(place.point)),
                table[g][p],
                "G{} for q{}",
                g + 1,
                p + 1
            );
        }
    }
    let last = Aspiration::new(PREFERENCES[4]).unwrap();
    let deviations: Vec<f64> = places
        .iter()
        .map(|p| rounded(last.deviation(p.point)))
        .collect();
    assert_eq!(
        deviations,
        [-0.26, -0.33, -0.26, -0.12, -0.05, -0.13, -0.06, 0.09]
    );
}

#[test]
fn minima_and_ties() {
    let places = places();
    for (preference, expected) in PREFERENCES.into_iter().zip([0, 1, 1, 0, 1]) {
        let aspiration = Aspiration::new(preference).unwrap();
        assert_eq!(
            best(&places, &aspiration, Ties::Deviation),
            [expected],
            "{preference:?}"
        );
    }
    // Six have the same achievement; with the effective k as a second objective one of them is
    // left.
    let last = Aspiration::new(PREFERENCES[4]).unwrap();
    let least = last.achievement(places[1].point);
    let tied: Vec<usize> = (0..8)
        .filter(|&g| (last.achievement(places[g].point) - least).abs() < 1e-12)
        .collect();
    assert_eq!(tied, [1, 2, 3, 5, 6, 7]);
    assert_eq!(best(&places, &last, Ties::Privacy), [7]);
}

#[test]
fn the_walk() {
    let places = places();
    let aim = [0.1, 0.1];
    let found = walk(
        &places,
        &targets([1.0, 0.2], aim, 10).unwrap(),
        Ties::Deviation,
    );
    assert_eq!(found.iter().map(|f| f.1).collect::<Vec<_>>(), [0, 1]);
    for (_, from) in found {
        let again = walk(
            &places,
            &targets(places[from].point, aim, 10).unwrap(),
            Ties::Deviation,
        );
        assert!(
            again.iter().all(|f| f.1 < 2),
            "nothing new from G{}: {again:?}",
            from + 1
        );
    }
}

/// Every efficient point is the only minimum of who aspires to just that point.
#[test]
fn whoever_aspires_to_an_efficient_point_gets_it() {
    let places = places();
    for g in [0, 1] {
        let aspiration = Aspiration::new(places[g].point).unwrap();
        assert_eq!(best(&places, &aspiration, Ties::Privacy), [g]);
        assert_eq!(best(&places, &aspiration, Ties::Deviation), [g]);
    }
}

#[test]
fn aspirations_at_or_below_utopia_are_refused() {
    for point in [
        [-1e-6, 0.1],
        [0.1, -1e-6],
        [-2.0, 0.1],
        [0.1, f64::NAN],
        [f64::INFINITY, 0.1],
    ] {
        let error = Aspiration::new(point).unwrap_err();
        assert!(
            error.message().contains("at or below the utopian point"),
            "{}",
            error.message()
        );
    }
    assert!(Aspiration::new([0.0, 0.0]).is_ok());
}
