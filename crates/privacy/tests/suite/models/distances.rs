//! The closed forms of the earth mover's distance against a solver of the transportation problem.

use equipoise_data::{Hierarchy, Table, Tree};
use equipoise_privacy::{Class, ClassModel, Distance, Score, TCloseness};
use equipoise_testkit::{Seeded, emd::emd};

fn counts(r: &mut Seeded, m: usize, most: usize) -> Vec<u64> {
    let mut counts: Vec<u64> = (0..m)
        .map(|_| {
            if r.chance(40) {
                0
            } else {
                r.below(most) as u64
            }
        })
        .collect();
    counts[r.below(m)] += 1;
    counts
}

fn compare(p: &[u64], q: &[u64], distance: Distance, ground: &[Vec<i128>], scale: i128) {
    let values: Vec<(u32, u64)> = (0..).zip(p.iter().copied()).filter(|v| v.1 > 0).collect();
    let model = TCloseness::new(0, Score::whole(1), q, distance).unwrap();
    let expected = emd(p, q, ground, scale);
    let score = model.score(&Class::new(1, &values));
    assert_eq!(
        score,
        Score::new(expected.num as u128, expected.den as u128),
        "{p:?} {q:?} {:?}",
        model.distance()
    );
}

fn matrix(m: usize, apart: impl Fn(usize, usize) -> i128) -> Vec<Vec<i128>> {
    (0..m)
        .map(|i| {
            (0..m)
                .map(|j| if i == j { 0 } else { apart(i, j) })
                .collect()
        })
        .collect()
}

#[test]
fn equal() {
    let mut r = Seeded::new(41);
    for _ in 0..2000 {
        let m = 1 + r.below(8);
        compare(
            &counts(&mut r, m, 9),
            &counts(&mut r, m, 30),
            Distance::Equal,
            &matrix(m, |_, _| 1),
            1,
        );
    }
}

/// Ranks in any order, shared by values, with and without values that mean missing.
#[test]
fn ordered() {
    let mut r = Seeded::new(42);
    for round in 0..4000 {
        let m = 1 + r.below(9);
        let count = 1 + r.below(m);
        let mut ranks: Vec<Option<u32>> = (0..m)
            .map(|v| Some(if v < count { v } else { r.below(count) } as u32))
            .collect();
        r.shuffle(&mut ranks);
        if round % 2 == 0 {
            ranks.push(None);
        }
        let m = ranks.len();
        let scale = (count as i128 - 1).max(1);
        let apart = |i: usize, j: usize| match (ranks[i], ranks[j]) {
            (Some(a), Some(b)) => i128::from(a.abs_diff(b)),
            (None, None) => 0,
            _ => scale,
        };
        let most = r.pick(&[3, 9, 1000]);
        compare(
            &counts(&mut r, m, 9),
            &counts(&mut r, m, most),
            Distance::ordered(&ranks),
            &matrix(m, apart),
            scale,
        );
    }
}

/// Few of many ranks: runs of ranks without units are summed at once.
#[test]
fn ordered_with_few_of_many_values() {
    let mut r = Seeded::new(43);
    for _ in 0..400 {
        let m = 60 + r.below(80);
        let mut p = vec![0; m];
        for _ in 0..1 + r.below(3) {
            p[r.below(m)] += 1 + r.below(5) as u64;
        }
        let q = counts(&mut r, m, 20);
        let ranks: Vec<Option<u32>> = (0..m as u32).map(Some).collect();
        let values: Vec<(u32, u64)> = (0..).zip(p.iter().copied()).filter(|v| v.1 > 0).collect();
        let model = TCloseness::new(0, Score::whole(1), &q, Distance::ordered(&ranks)).unwrap();
        let (n, total) = (p.iter().sum::<u64>() as i128, q.iter().sum::<u64>() as i128);
        let (mut sum, mut cost) = (0i128, 0);
        for (&p, &q) in p.iter().zip(&q) {
            sum += i128::from(p) * total - i128::from(q) * n;
            cost += sum.unsigned_abs();
        }
        assert_eq!(
            model.score(&Class::new(1, &values)),
            Score::new(cost, (n * total) as u128 * (m as u128 - 1))
        );
    }
}

/// A random tree of height h over m values: (lines, level of the lowest common label).
fn tree(r: &mut Seeded, m: usize, height: usize) -> Vec<Vec<String>> {
    let mut lines: Vec<Vec<String>> = (0..m).map(|v| vec![format!("v{v}")]).collect();
    let mut label: Vec<usize> = (0..m).collect();
    for level in 1..=height {
        let groups = if level == height { 1 } else { 1 + r.below(m) };
        let up: Vec<usize> = (0..m).map(|_| r.below(groups)).collect();
        label.iter_mut().for_each(|l| *l = up[*l]);
        lines
            .iter_mut()
            .zip(&label)
            .for_each(|(line, l)| line.push(format!("{level}:{l}")));
    }
    lines
}

#[test]
fn hierarchical() {
    let mut r = Seeded::new(44);
    for round in 0..1500 {
        let m = if round % 5 == 0 {
            20 + r.below(20)
        } else {
            1 + r.below(8)
        };
        let height = 1 + r.below(4);
        let lines = tree(&mut r, m, height);
        let missing = r.chance(40);
        let mut rows: Vec<[String; 1]> = lines.iter().map(|l| [l[0].clone()]).collect();
        if missing {
            rows.push([String::new()]);
        }
        let table = Table::from_rows(&["s"], &rows);
        let hierarchy = Hierarchy::bind(
            &Tree::new(lines.clone()).unwrap(),
            &table.columns[0],
            &[String::new()],
        )
        .unwrap();
        // Values by their leaf, so that both sides number them alike.
        let mut line_of = vec![None; hierarchy.leaves()];
        for (text, &leaf) in table.columns[0].dictionary.texts().zip(&hierarchy.leaf_of) {
            line_of[leaf as usize] = lines.iter().find(|l| l[0] == text);
        }
        let apart = |i: usize, j: usize| match (line_of[i], line_of[j]) {
            (Some(a), Some(b)) => (0..=height).find(|&level| a[level] == b[level]).unwrap() as i128,
            _ => height as i128,
        };
        let ground = matrix(line_of.len(), apart);
        let few = round % 5 == 0;
        let mut p = counts(&mut r, line_of.len(), 9);
        if few {
            p.iter_mut().for_each(|c| *c = 0);
            let at = r.below(p.len());
            p[at] = 3;
        }
        compare(
            &p,
            &counts(&mut r, line_of.len(), 30),
            Distance::hierarchical(&hierarchy),
            &ground,
            height as i128,
        );
    }
}
