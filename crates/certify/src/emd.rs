//! The earth mover's distance between two counted distributions, as an exact fraction.
//!
//! Every distance is computed on the scale of `class total x reference total`, where all masses are
//! integers: the surplus of a value is
//! `class count x reference total - reference count x class total`. All sums are checked; an
//! overflow is an error and never a wrong number. With 2^33 units on both sides the products need
//! 67 bits.
//!
//! A missing value is a point of its own at distance 1 from every value. `emd.md` beside this file
//! has the arguments.

use crate::Ratio;
use crate::ground::Ground;
use equipoise_data::{Error, Result};
use std::collections::BinaryHeap;

/// A reference distribution, prepared so that the distance of a class costs little.
///
/// # Cost
/// With `d` distinct values in the class, `m` positions and hierarchy height `h`: equal distance
/// O(d), hierarchical O(d h), ordered O(d log m) when the share of missing values is that of the
/// reference and O(m log m) otherwise.
///
/// # Example
/// Salaries 3..=11, one each; the class {3, 4, 5} is 0.375 away:
/// ```
/// use equipoise_certify::{Ground, Ratio, Reference};
/// let salaries = Reference::new(Ground::Ordered, vec![1; 9], 0)?;
/// assert_eq!(salaries.emd(&[(0, 1), (1, 1), (2, 1)], 0)?, Ratio::new(3, 8)?);
/// # Ok::<(), equipoise_data::Error>(())
/// ```
pub struct Reference {
    ground: Ground,
    counts: Vec<u64>,
    missing: u64,
    total: i128,
    /// Ordered: the counts up to and including each position.
    upto: Vec<i128>,
    /// Ordered: `area[i]` is the sum of `upto[..i]`.
    area: Vec<i128>,
    /// Hierarchical: for each level below the top the count of each node.
    nodes: Vec<Vec<i128>>,
}

impl Reference {
    /// Prepares a reference with `counts[position]` units of each value and `missing` units without
    /// a value.
    pub fn new(ground: Ground, counts: Vec<u64>, missing: u64) -> Result<Self> {
        let total = counts.iter().map(|c| i128::from(*c)).sum::<i128>() + i128::from(missing);
        if total == 0 {
            return Err(Error::data(
                "the reference distribution is empty; closeness needs at least one unit",
            ));
        }
        let mut reference = Reference {
            ground,
            counts,
            missing,
            total,
            upto: Vec::new(),
            area: Vec::new(),
            nodes: Vec::new(),
        };
        match &reference.ground {
            Ground::Equal => {}
            Ground::Ordered => (reference.upto, reference.area) = running_sums(&reference.counts)?,
            Ground::Hierarchical(tree) => {
                if tree.leaves() != reference.counts.len() {
                    return Err(Error::internal(
                        "a reference distribution and its hierarchy differ in length",
                    ));
                }
                reference.nodes = tree
                    .levels()
                    .iter()
                    .map(|of_leaf| node_sums(of_leaf, &reference.counts))
                    .collect();
            }
        }
        Ok(reference)
    }

    /// The distance of a class from this reference.
    ///
    /// `class` has (position, units), each position once and in ascending order; `missing` counts
    /// the class's units without a value.
    pub fn emd(&self, class: &[(u32, u64)], missing: u64) -> Result<Ratio> {
        let ordered = class.windows(2).all(|w| w[0].0 < w[1].0);
        let inside = class
            .last()
            .is_none_or(|(position, _)| (*position as usize) < self.counts.len());
        let size = class.iter().map(|(_, c)| i128::from(*c)).sum::<i128>() + i128::from(missing);
        if !ordered || !inside || size == 0 {
            return Err(Error::internal(
                "a class was handed over empty, unsorted or outside of its domain",
            ));
        }
        let scale = Scale {
            size,
            total: self.total,
        };
        let (num, den) = match &self.ground {
            Ground::Equal => self.equal(&scale, class, missing),
            Ground::Ordered => self.on_a_line(&scale, class, missing),
            Ground::Hierarchical(tree) => self.on_a_tree(&scale, tree.levels(), class, missing),
        }
        .ok_or_else(|| Error::internal("a distance does not fit 128 bits"))?;
        Ratio::new(num.unsigned_abs(), den.unsigned_abs())
    }

    fn equal(&self, scale: &Scale, class: &[(u32, u64)], missing: u64) -> Option<(i128, i128)> {
        let mut sum = scale.surplus(missing.into(), self.missing.into())?.abs();
        let mut untouched = self.total - i128::from(self.missing);
        for &(position, count) in class {
            let expected = i128::from(self.counts[position as usize]);
            sum = sum.checked_add(scale.surplus(count.into(), expected)?.abs())?;
            untouched -= expected;
        }
        sum = sum.checked_add(untouched.checked_mul(scale.size)?)?;
        Some((sum, scale.one()?.checked_mul(2)?))
    }

    /// Each level of the tree costs half an edge up and half an edge down for what crosses it.
    fn on_a_tree(
        &self,
        scale: &Scale,
        levels: &[Vec<u32>],
        class: &[(u32, u64)],
        missing: u64,
    ) -> Option<(i128, i128)> {
        let height = levels.len() as i128;
        let mut sum = scale
            .surplus(missing.into(), self.missing.into())?
            .abs()
            .checked_mul(height)?;
        for (of_leaf, expected) in levels.iter().zip(&self.nodes) {
            let mut untouched = self.total - i128::from(self.missing);
            // Leaves are in preorder, so the leaves of a node are neighbours.
            for siblings in class.chunk_by(|a, b| of_leaf[a.0 as usize] == of_leaf[b.0 as usize]) {
                let expected = expected[of_leaf[siblings[0].0 as usize] as usize];
                let count = siblings.iter().map(|(_, c)| i128::from(*c)).sum();
                sum = sum.checked_add(scale.surplus(count, expected)?.abs())?;
                untouched -= expected;
            }
            sum = sum.checked_add(untouched.checked_mul(scale.size)?)?;
        }
        Some((sum, scale.one()?.checked_mul(2)?.checked_mul(height)?))
    }

    fn on_a_line(&self, scale: &Scale, class: &[(u32, u64)], missing: u64) -> Option<(i128, i128)> {
        let steps = self.counts.len().saturating_sub(1) as i128;
        // First of all, because whatever this product fits the products of `steps_walked` fit too.
        let one = scale.one()?;
        let jump = scale.surplus(missing.into(), self.missing.into())?.abs();
        if steps == 0 {
            return Some((jump, one));
        }
        let along = if jump == 0 {
            self.steps_walked(scale, class)?
        } else {
            self.steps_beside_jumps(scale, class)?
        };
        Some((
            jump.checked_mul(steps)?.checked_add(along)?,
            one.checked_mul(steps)?,
        ))
    }

    /// The sum over positions of what passes from each to the next. Between two values of the class
    /// only the reference grows, so a whole stretch is summed at once, split where the sign turns.
    fn steps_walked(&self, scale: &Scale, class: &[(u32, u64)]) -> Option<i128> {
        let last = self.counts.len() - 1;
        let (mut from, mut held, mut sum) = (0, 0i128, 0i128);
        let ends = class
            .iter()
            .map(|(p, c)| (*p as usize, i128::from(*c)))
            .chain([(last, 0)]);
        for (to, count) in ends {
            let have = held.checked_mul(scale.total)?;
            // No running sum exceeds the total, so this product fits where `one` does.
            let turn = from + self.upto[from..to].partition_point(|r| r * scale.size <= have);
            let before = have
                .checked_mul((turn - from) as i128)?
                .checked_sub(self.reach(scale, from, turn)?)?;
            let after = self
                .reach(scale, turn, to)?
                .checked_sub(have.checked_mul((to - turn) as i128)?)?;
            sum = sum.checked_add(before)?.checked_add(after)?;
            (from, held) = (to, held + count);
        }
        Some(sum)
    }

    fn reach(&self, scale: &Scale, from: usize, to: usize) -> Option<i128> {
        (self.area[to] - self.area[from]).checked_mul(scale.size)
    }

    /// As [`Self::steps_walked`], but a surplus of the line must jump to the missing point (or from
    /// it), and jumps where that spares most steps: the best fit of a rising sequence between 0 and
    /// the surplus.
    fn steps_beside_jumps(&self, scale: &Scale, class: &[(u32, u64)]) -> Option<i128> {
        let line = scale.surplus(
            class.iter().map(|(_, c)| i128::from(*c)).sum(),
            self.total - i128::from(self.missing),
        )?;
        let (sign, line) = (line.signum(), line.abs());
        let mut values = class.iter().peekable();
        let (mut held, mut sum, mut heap) = (0i128, 0i128, BinaryHeap::new());
        for (position, expected) in self.upto[..self.upto.len() - 1].iter().enumerate() {
            held += values
                .next_if(|(p, _)| *p as usize == position)
                .map_or(0, |(_, c)| i128::from(*c));
            let passing = scale.surplus(held, *expected)?.checked_mul(sign)?;
            let fit = passing.clamp(0, line);
            sum = sum.checked_add((passing - fit).abs())?;
            heap.push(fit);
            let top = heap.pop()?;
            if top > fit {
                sum = sum.checked_add(top - fit)?;
            }
            heap.push(fit);
        }
        Some(sum)
    }
}

/// The totals of both sides; masses are multiples of one over their product.
struct Scale {
    size: i128,
    total: i128,
}

impl Scale {
    fn surplus(&self, count: i128, expected: i128) -> Option<i128> {
        count
            .checked_mul(self.total)?
            .checked_sub(expected.checked_mul(self.size)?)
    }

    fn one(&self) -> Option<i128> {
        self.size.checked_mul(self.total)
    }
}

fn running_sums(counts: &[u64]) -> Result<(Vec<i128>, Vec<i128>)> {
    let (mut upto, mut area) = (Vec::with_capacity(counts.len()), vec![0]);
    let (mut held, mut sum) = (0i128, 0i128);
    for &count in counts {
        held += i128::from(count);
        sum = sum
            .checked_add(held)
            .ok_or_else(|| Error::internal("a reference distribution does not fit 128 bits"))?;
        upto.push(held);
        area.push(sum);
    }
    Ok((upto, area))
}

fn node_sums(of_leaf: &[u32], counts: &[u64]) -> Vec<i128> {
    let mut sums = vec![0; of_leaf.last().map_or(0, |node| *node as usize + 1)];
    for (node, count) in of_leaf.iter().zip(counts) {
        sums[*node as usize] += i128::from(*count);
    }
    sums
}
