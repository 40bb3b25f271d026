//! The transport solver against the simplex method and the closed forms.

use equipoise_testkit::emd::emd;
use equipoise_testkit::simplex::{Rational, SimplexOutcome, minimize};
use equipoise_testkit::{ReducedFraction, Seeded};

/// Counts of at most 12, some 0, not all.
fn counts(r: &mut Seeded, values: usize) -> Vec<u64> {
    let mut counts: Vec<u64> = (0..values)
        .map(|_| if r.chance(30) { 0 } else { r.below(13) as u64 })
        .collect();
    counts[r.below(values)] += 1;
    counts
}

/// One variable for each pair of values: how much goes from the one to the other. What leaves a
/// value is its share in p, what arrives its share in q.
fn by_simplex(p: &[u64], q: &[u64], ground: &[Vec<i128>], scale: i128) -> ReducedFraction {
    let m = p.len();
    let total = |counts: &[u64]| i128::from(counts.iter().sum::<u64>());
    let pairs: Vec<(usize, usize)> = (0..m).flat_map(|i| (0..m).map(move |j| (i, j))).collect();
    let costs: Vec<Rational> = pairs
        .iter()
        .map(|&(i, j)| Rational::new(ground[i][j], scale))
        .collect();
    let sum_over = |of: &dyn Fn(&(usize, usize)) -> bool| {
        pairs
            .iter()
            .map(|pair| Rational::from(i128::from(of(pair))))
            .collect()
    };
    let leaving = (0..m).map(|v| {
        (
            sum_over(&|&(i, _)| i == v),
            Rational::new(p[v].into(), total(p)),
        )
    });
    let arriving = (0..m).map(|v| {
        (
            sum_over(&|&(_, j)| j == v),
            Rational::new(q[v].into(), total(q)),
        )
    });
    match minimize(&costs, &leaving.chain(arriving).collect::<Vec<_>>()) {
        SimplexOutcome::Least(least) => ReducedFraction::new(least.num, least.den),
        other => panic!("{other:?}: mass can always be moved"),
    }
}

fn square(m: usize, of: impl Fn(usize, usize) -> i128) -> Vec<Vec<i128>> {
    (0..m).map(|i| (0..m).map(|j| of(i, j)).collect()).collect()
}

/// The differences p - q, times both totals.
fn differences(p: &[u64], q: &[u64]) -> (Vec<i128>, i128) {
    let total = |counts: &[u64]| i128::from(counts.iter().sum::<u64>());
    let (p_sum, q_sum) = (total(p), total(q));
    (
        p.iter()
            .zip(q)
            .map(|(&p, &q)| i128::from(p) * q_sum - i128::from(q) * p_sum)
            .collect(),
        p_sum * q_sum,
    )
}

#[test]
fn any_ground_distance() {
    let mut r = Seeded::new(41);
    for round in 0..400 {
        let m = 1 + r.below(6);
        let (p, q) = (counts(&mut r, m), counts(&mut r, m));
        // Half of them are no metrics: not symmetric, not 0 from a value to itself.
        let wild = round % 2 == 0;
        let drawn = square(m, |_, _| 0)
            .iter()
            .map(|line| line.iter().map(|_| r.below(10) as i128).collect())
            .collect::<Vec<Vec<i128>>>();
        let ground = square(m, |i, j| {
            if wild {
                drawn[i][j]
            } else if i == j {
                0
            } else {
                1 + drawn[i.min(j)][i.max(j)]
            }
        });
        assert_eq!(
            emd(&p, &q, &ground, 10),
            by_simplex(&p, &q, &ground, 10),
            "{p:?} {q:?} {ground:?}"
        );
    }
}

/// Half the sum of the differences.
#[test]
fn equal_distance() {
    let mut r = Seeded::new(42);
    for _ in 0..200 {
        let m = 1 + r.below(6);
        let (p, q) = (counts(&mut r, m), counts(&mut r, m));
        let ground = square(m, |i, j| i128::from(i != j));
        let (differences, scale) = differences(&p, &q);
        let expected = ReducedFraction::new(differences.iter().map(|d| d.abs()).sum(), 2 * scale);
        assert_eq!(
            (by_simplex(&p, &q, &ground, 1), emd(&p, &q, &ground, 1)),
            (expected, expected),
            "{p:?} {q:?}"
        );
    }
}

/// The sum of the absolute running sums, over m - 1.
#[test]
fn ordered_distance() {
    let mut r = Seeded::new(43);
    for _ in 0..200 {
        let m = 2 + r.below(5);
        let (p, q) = (counts(&mut r, m), counts(&mut r, m));
        let ground = square(m, |i, j| i.abs_diff(j) as i128);
        let (differences, scale) = differences(&p, &q);
        let running = differences.iter().scan(0, |sum, d| {
            *sum += d;
            Some(i128::abs(*sum))
        });
        let steps = m as i128 - 1;
        let expected = ReducedFraction::new(running.sum(), scale * steps);
        assert_eq!(
            (
                by_simplex(&p, &q, &ground, steps),
                emd(&p, &q, &ground, steps)
            ),
            (expected, expected),
            "{p:?} {q:?}"
        );
    }
}

/// A tree of height 2 over groups of a random size: at each node the smaller of what its children
/// have too much and lack moves, at the price of its height over 2.
#[test]
fn hierarchical_distance() {
    let mut r = Seeded::new(44);
    for _ in 0..200 {
        let m = 2 + r.below(5);
        let (p, q) = (counts(&mut r, m), counts(&mut r, m));
        let group: Vec<usize> = (0..m).map(|_| r.below(3)).collect();
        let ground = square(m, |i, j| {
            if i == j {
                0
            } else {
                1 + i128::from(group[i] != group[j])
            }
        });
        let (differences, scale) = differences(&p, &q);
        let balanced = |extras: &[i128]| {
            let above = |sign: i128| extras.iter().map(|&e| (sign * e).max(0)).sum::<i128>();
            above(1).min(above(-1))
        };
        let of_group = |g: usize| -> Vec<i128> {
            (0..m)
                .filter(|&v| group[v] == g)
                .map(|v| differences[v])
                .collect()
        };
        let inside: i128 = (0..3).map(|g| balanced(&of_group(g))).sum();
        let across = balanced(&(0..3).map(|g| of_group(g).iter().sum()).collect::<Vec<_>>());
        let expected = ReducedFraction::new(inside + 2 * across, 2 * scale);
        assert_eq!(
            (by_simplex(&p, &q, &ground, 2), emd(&p, &q, &ground, 2)),
            (expected, expected),
            "{p:?} {q:?}"
        );
    }
}
