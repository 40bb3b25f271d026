//! The earth mover's distance by solving the transportation problem, exactly and in integers.

use std::cmp::Ordering;

/// An exact fraction in lowest terms; the denominator is positive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReducedFraction {
    /// Numerator.
    pub num: i128,
    /// Denominator.
    pub den: i128,
}

impl ReducedFraction {
    /// `num / den` in lowest terms.
    ///
    /// # Panics
    /// When `den` is not positive or `num` is negative.
    pub fn new(num: i128, den: i128) -> Self {
        assert!(
            num >= 0 && den > 0,
            "{num}/{den} is not a fraction of this kind"
        );
        let (mut a, mut b) = (num, den);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        ReducedFraction {
            num: num / a,
            den: den / a,
        }
    }

    /// A whole number.
    pub fn whole(number: u64) -> Self {
        ReducedFraction {
            num: number.into(),
            den: 1,
        }
    }

    /// The number as a recipe writes it, with a decimal point, or `None` when it has no end within
    /// nine decimals.
    ///
    /// ```
    /// use equipoise_testkit::ReducedFraction;
    /// assert_eq!(ReducedFraction::new(3, 8).decimal().as_deref(), Some("0.375"));
    /// assert_eq!(ReducedFraction::whole(2).decimal().as_deref(), Some("2.0"));
    /// assert_eq!(ReducedFraction::new(1, 3).decimal(), None);
    /// ```
    pub fn decimal(self) -> Option<String> {
        const DIGITS: i128 = 1_000_000_000;
        if DIGITS % self.den != 0 {
            return None;
        }
        let parts = self.num * (DIGITS / self.den);
        let digits = format!("{:09}", parts % DIGITS);
        let digits = digits.trim_end_matches('0');
        Some(format!(
            "{}.{}",
            parts / DIGITS,
            if digits.is_empty() { "0" } else { digits }
        ))
    }

    /// The nearest floating-point number.
    pub fn to_f64(self) -> f64 {
        self.num as f64 / self.den as f64
    }
}

impl PartialOrd for ReducedFraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for ReducedFraction {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.num * other.den).cmp(&(other.num * self.den))
    }
}

/// The distance between the distributions given by the counts `p` and `q`.
///
/// The distance between the values i and j is `ground[i][j] / scale`. Counts need not have the same
/// sum: each unit of `p` is split into as many parts as `q` has units and the other way round, so
/// that both have equally many parts.
///
/// ```
/// use equipoise_testkit::{ReducedFraction, emd::emd};
/// // Three values in a row. All of p lies on the first, q is even: 1/3 moves one step, 1/3 moves two steps of two.
/// let ground = vec![vec![0, 1, 2], vec![1, 0, 1], vec![2, 1, 0]];
/// assert_eq!(emd(&[5, 0, 0], &[1, 1, 1], &ground, 2), ReducedFraction::new(1, 2));
/// ```
///
/// # Panics
/// When a distribution is empty.
pub fn emd(p: &[u64], q: &[u64], ground: &[Vec<i128>], scale: i128) -> ReducedFraction {
    let (p_sum, q_sum) = (total(p), total(q));
    let supply: Vec<i128> = p.iter().map(|&c| i128::from(c) * q_sum).collect();
    let demand: Vec<i128> = q.iter().map(|&c| i128::from(c) * p_sum).collect();
    ReducedFraction::new(transport(supply, demand, ground), p_sum * q_sum * scale)
}

fn total(counts: &[u64]) -> i128 {
    let sum = counts.iter().map(|&c| i128::from(c)).sum();
    assert!(sum > 0, "an empty class has no distribution");
    sum
}

/// The least cost of moving all of `supply` to `demand`, which have equal sums, by successive
/// shortest paths.
///
/// Each round finds the cheapest way from a place with supply left to a place with demand left. A
/// way may go back along earlier moves, which undoes them, so the moves made so far are always the
/// cheapest for what they move.
fn transport(mut supply: Vec<i128>, mut demand: Vec<i128>, cost: &[Vec<i128>]) -> i128 {
    let mut moved = vec![vec![0i128; demand.len()]; supply.len()];
    while supply.iter().any(|&s| s > 0) {
        let way = cheapest_way(&supply, &demand, &moved, cost);
        let (first, last) = (way[0].0, way[way.len() - 1].1);
        let undone = way.windows(2).map(|pair| moved[pair[1].0][pair[0].1]);
        let amount = undone
            .chain([supply[first], demand[last]])
            .min()
            .expect("a way has two ends");
        for &(i, j) in &way {
            moved[i][j] += amount;
        }
        for pair in way.windows(2) {
            moved[pair[1].0][pair[0].1] -= amount;
        }
        supply[first] -= amount;
        demand[last] -= amount;
    }
    (0..supply.len())
        .flat_map(|i| (0..demand.len()).map(move |j| (i, j)))
        .map(|(i, j)| moved[i][j] * cost[i][j])
        .sum()
}

/// The forward steps (i, j) of the cheapest way; between two of them lies the step back from j to
/// the next i.
fn cheapest_way(
    supply: &[i128],
    demand: &[i128],
    moved: &[Vec<i128>],
    cost: &[Vec<i128>],
) -> Vec<(usize, usize)> {
    const FAR: i128 = i128::MAX / 4;
    // The cheapest price known to reach a supplier (0 where supply is left) and a demander, and by
    // which step.
    let mut at_supplier: Vec<i128> = supply
        .iter()
        .map(|&s| if s > 0 { 0 } else { FAR })
        .collect();
    let mut at_demander = vec![FAR; demand.len()];
    let mut came_to_supplier: Vec<Option<usize>> = vec![None; supply.len()];
    let mut came_to_demander = vec![0; demand.len()];
    // Bellman-Ford: repeat until no step makes anything cheaper.
    let mut changed = true;
    while changed {
        changed = false;
        for i in 0..supply.len() {
            for j in 0..demand.len() {
                if at_supplier[i] < FAR && at_supplier[i] + cost[i][j] < at_demander[j] {
                    at_demander[j] = at_supplier[i] + cost[i][j];
                    came_to_demander[j] = i;
                    changed = true;
                }
                if moved[i][j] > 0
                    && at_demander[j] < FAR
                    && at_demander[j] - cost[i][j] < at_supplier[i]
                {
                    at_supplier[i] = at_demander[j] - cost[i][j];
                    came_to_supplier[i] = Some(j);
                    changed = true;
                }
            }
        }
    }
    let open = (0..demand.len()).filter(|&j| demand[j] > 0);
    let mut j = open
        .min_by_key(|&j| at_demander[j])
        .expect("supply and demand have equal sums");
    let mut way = Vec::new();
    loop {
        let i = came_to_demander[j];
        way.push((i, j));
        match came_to_supplier[i] {
            Some(before) => j = before,
            None => break,
        }
    }
    way.reverse();
    way
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seeded;

    fn counts(r: &mut Seeded, m: usize) -> Vec<u64> {
        let mut counts: Vec<u64> = (0..m)
            .map(|_| if r.chance(40) { 0 } else { r.below(9) as u64 })
            .collect();
        counts[r.below(m)] += 1;
        counts
    }

    /// p - q per value, over the common denominator sum(p) x sum(q).
    fn differences(p: &[u64], q: &[u64]) -> Vec<i128> {
        p.iter()
            .zip(q)
            .map(|(&a, &b)| i128::from(a) * total(q) - i128::from(b) * total(p))
            .collect()
    }

    #[test]
    fn agrees_with_the_closed_form_for_equal_distances() {
        let mut r = Seeded::new(1);
        for _ in 0..2000 {
            let m = 1 + r.below(7);
            let (p, q) = (counts(&mut r, m), counts(&mut r, m));
            let ground: Vec<Vec<i128>> = (0..m)
                .map(|i| (0..m).map(|j| i128::from(i != j)).collect())
                .collect();
            let expected: i128 = differences(&p, &q).iter().map(|d| d.max(&0)).sum();
            assert_eq!(
                emd(&p, &q, &ground, 1),
                ReducedFraction::new(expected, total(&p) * total(&q)),
                "{p:?} {q:?}"
            );
        }
    }

    #[test]
    fn agrees_with_the_closed_form_for_ordered_distances() {
        let mut r = Seeded::new(2);
        for _ in 0..2000 {
            let m = 2 + r.below(7);
            let (p, q) = (counts(&mut r, m), counts(&mut r, m));
            let ground: Vec<Vec<i128>> = (0..m)
                .map(|i| (0..m).map(|j| i.abs_diff(j) as i128).collect())
                .collect();
            let (mut sum, mut expected) = (0, 0);
            for d in differences(&p, &q) {
                sum += d;
                expected += sum.abs();
            }
            let scale = m as i128 - 1;
            assert_eq!(
                emd(&p, &q, &ground, scale),
                ReducedFraction::new(expected, total(&p) * total(&q) * scale),
                "{p:?} {q:?}"
            );
        }
    }

    /// A tree of height 2 whose groups are the values `i / 2`: what can be balanced within a group
    /// moves at price 1, what a group then has too much goes to other groups at price 2.
    #[test]
    fn agrees_with_the_closed_form_for_a_tree() {
        let mut r = Seeded::new(3);
        for _ in 0..2000 {
            let m = 2 + r.below(6);
            let (p, q) = (counts(&mut r, m), counts(&mut r, m));
            let level = |i: usize, j: usize| {
                if i == j {
                    0
                } else {
                    1 + i128::from(i / 2 != j / 2)
                }
            };
            let ground: Vec<Vec<i128>> = (0..m)
                .map(|i| (0..m).map(|j| level(i, j)).collect())
                .collect();
            let d = differences(&p, &q);
            let inside: i128 = d
                .chunks(2)
                .map(|c| {
                    if c.len() < 2 || c[0] * c[1] >= 0 {
                        0
                    } else {
                        c[0].abs().min(c[1].abs())
                    }
                })
                .sum();
            let across: i128 = d.chunks(2).map(|c| c.iter().sum::<i128>().max(0)).sum();
            let expected = inside + 2 * across;
            assert_eq!(
                emd(&p, &q, &ground, 2),
                ReducedFraction::new(expected, total(&p) * total(&q) * 2),
                "{p:?} {q:?}"
            );
        }
    }

    /// A matrix that is no metric: the cheapest way for the whole undoes the first choice, and
    /// nothing may be re-routed through a third place.
    #[test]
    fn undoes_a_move_that_turns_out_dear() {
        // Greedy would send the first supply to the first demand for 1 and then pay 100 for the
        // rest: 101.
        assert_eq!(
            transport(vec![1, 1], vec![1, 1], &[vec![1, 2], vec![3, 100]]),
            5
        );
    }

    #[test]
    fn is_zero_only_between_equal_distributions_and_at_most_one() {
        let ground = vec![vec![0, 1], vec![1, 0]];
        assert_eq!(
            emd(&[2, 4], &[1, 2], &ground, 1),
            ReducedFraction::new(0, 1)
        );
        assert_eq!(
            emd(&[1, 0], &[0, 7], &ground, 1),
            ReducedFraction::new(1, 1)
        );
    }

    /// Counts whose products need more than 64 bits.
    #[test]
    fn large_counts_do_not_overflow() {
        let ground = vec![vec![0, 1], vec![1, 0]];
        let big = 1u64 << 40;
        assert_eq!(
            emd(&[big, big], &[big, 3 * big], &ground, 1),
            ReducedFraction::new(1, 4)
        );
    }
}
