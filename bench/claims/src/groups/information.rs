//! Information utility: claim L14 of `publishing-thesis` and the rest of oracle O4.

use crate::claim::Claim;
use crate::example::{Example, distances};
use crate::groups::distances::shares;
use crate::groups::group::Group;
use crate::groups::large_groups::{ANY_AGE, TABLE_2_4};
use crate::value::{Expected, Value};
use equipoise_data::Result;
use equipoise_privacy::{Distance, Score, information_utility, kl, split_utility};
use equipoise_testkit::{Seeded, papers};

pub(crate) const GROUP: Group = Group {
    ids: &["L14", "O4"],
    run,
};

/// Random partitions are drawn so often.
const DRAWS: usize = 500;

/// Sums of a few dozen logarithms differ by less than this.
const ROUNDING: f64 = 1e-12;

fn run() -> Result<Vec<Claim>> {
    Ok([worked()?, nothing_told()?, split_at_random()].concat())
}

/// The 3,000 people of O4.
fn worked() -> Result<Vec<Claim>> {
    let example = Example::new(papers::cancer_and_flu().case)?;
    let values = example.values("disease")?;
    let classes = example.counted(&values, &TABLE_2_4);
    let groups = example.classes(&ANY_AGE);
    let group_of: Vec<usize> = example
        .classes(&TABLE_2_4)
        .iter()
        .map(|class| {
            groups
                .iter()
                .position(|g| g.contains(&class[0]))
                .unwrap_or(usize::MAX)
        })
        .collect();
    let told = information_utility(&classes);
    let (large, small) = split_utility(&classes, &group_of);
    Ok(vec![
        Claim::new(
            "O4",
            "H(T), IL and U of table 2.4, in nats",
            Expected::printed(&["0.54327", "0.44777", "0.09550"]),
            Value::floats(&[told.table, told.loss, told.utility]),
        ),
        Claim::new(
            "L14",
            "U of table 2.4 by its groups of 1,000 and 2,000 rows, and what the classes tell beyond their group",
            Expected::List(vec![
                Expected::Printed("0.09550"),
                Expected::Below(ROUNDING),
            ]),
            Value::List(vec![Value::Float(large), Value::Float(small.abs())]),
        ),
    ])
}

/// U = 0 where every class has the distribution of the table, and only there.
fn nothing_told() -> Result<Vec<Claim>> {
    let mut r = Seeded::new(14);
    let (mut most, mut least, mut farthest) = (0f64, f64::INFINITY, Score::whole(0));
    for _ in 0..DRAWS {
        let base = counts(&mut r, 2);
        let close: Vec<Vec<u64>> = (0..2 + r.below(6))
            .map(|_| 1 + r.below(9) as u64)
            .map(|f| base.iter().map(|c| c * f).collect())
            .collect();
        farthest = farthest.max(from_union(&close)?);
        most = most.max(information_utility(&close).utility.abs());
        // One unit more in one class: no longer 0-close, as there is another value.
        let mut apart = close;
        apart[0][0] += 1;
        if from_union(&apart)? > Score::whole(0) {
            least = least.min(information_utility(&apart).utility);
        }
    }
    Ok(vec![
        Claim::new(
            "L14",
            format!("the largest distance in {DRAWS} random tables made 0-close"),
            Expected::Whole(0),
            Value::Exact(farthest),
        ),
        Claim::new(
            "L14",
            "U = 0 for a 0-close table: the largest |U| of these",
            Expected::Below(ROUNDING),
            Value::Float(most),
        ),
        Claim::new(
            "L14",
            "U is more than 0 once a single row is added to one class of each of these",
            Expected::Flag(true),
            Value::Flag(least.is_finite() && least > 1e-9),
        ),
    ])
}

/// How far the farthest class is from all together.
fn from_union(classes: &[Vec<u64>]) -> Result<Score> {
    let far = distances(classes, &union(classes), Distance::Equal)?;
    Ok(far.into_iter().max().unwrap_or(Score::INFINITE))
}

/// The split is an identity, and its parts are what they are said to be, computed in another way:
/// what a group tells is how far it is, on average, from the table by KL, and what a class tells
/// beyond its group how far it is from the group.
fn split_at_random() -> Vec<Claim> {
    let mut r = Seeded::new(41);
    let (mut sum, mut by_groups, mut by_classes) = (0f64, 0f64, 0f64);
    let mut least = f64::INFINITY;
    for _ in 0..DRAWS {
        let values = 2 + r.below(5);
        let classes: Vec<Vec<u64>> = (0..2 + r.below(10))
            .map(|_| counts(&mut r, values))
            .collect();
        let group_of: Vec<usize> = classes.iter().map(|_| r.below(4)).collect();
        let (large, small) = split_utility(&classes, &group_of);
        sum = sum.max((information_utility(&classes).utility - (large + small)).abs());
        least = least.min(large).min(small);
        let group = |g: usize| {
            union(
                classes
                    .iter()
                    .zip(&group_of)
                    .filter(|(_, of)| **of == g)
                    .map(|(c, _)| c),
            )
        };
        let groups: Vec<Vec<u64>> = (0..4).map(group).collect();
        let (table, total) = (union(&classes), units(&union(&classes)));
        let told = |part: &[u64], whole: &[u64]| {
            units(part) / total
                * if units(part) > 0.0 {
                    kl(&shares(part), &shares(whole))
                } else {
                    0.0
                }
        };
        by_groups =
            by_groups.max((large - groups.iter().map(|g| told(g, &table)).sum::<f64>()).abs());
        by_classes = by_classes.max(
            (small
                - classes
                    .iter()
                    .zip(&group_of)
                    .map(|(c, &g)| told(c, &groups[g]))
                    .sum::<f64>())
            .abs(),
        );
    }
    let line = |statement: String, difference: f64| {
        Claim::new(
            "L14",
            statement,
            Expected::Below(ROUNDING),
            Value::Float(difference),
        )
    };
    vec![
        line(
            format!(
                "U is the large-group part and the small-group part: largest difference on {DRAWS} random partitions"
            ),
            sum,
        ),
        line(
            "the large-group part is the mean KL of groups from the table: largest difference"
                .into(),
            by_groups,
        ),
        line(
            "the small-group part is the mean KL of classes from their group: largest difference"
                .into(),
            by_classes,
        ),
        line(
            "neither part is below 0: how far the least part is below".into(),
            (-least).max(0.0),
        ),
    ]
}

/// One to twenty units for each of so many values.
fn counts(r: &mut Seeded, values: usize) -> Vec<u64> {
    (0..values).map(|_| 1 + r.below(20) as u64).collect()
}

fn union<'a>(classes: impl IntoIterator<Item = &'a Vec<u64>>) -> Vec<u64> {
    let add = |sum: Vec<u64>, class: &Vec<u64>| {
        let longest = sum.len().max(class.len());
        (0..longest)
            .map(|v| sum.get(v).unwrap_or(&0) + class.get(v).unwrap_or(&0))
            .collect()
    };
    classes.into_iter().fold(Vec::new(), add)
}

fn units(counts: &[u64]) -> f64 {
    counts.iter().sum::<u64>() as f64
}
