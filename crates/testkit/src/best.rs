//! The best node by looking at all of them.

use crate::{Case, Oracle, OracleFacts};

/// The best node.
#[derive(Clone, Debug, PartialEq)]
pub struct Best {
    /// Its levels.
    pub levels: Vec<usize>,
    /// What is true of it.
    pub facts: OracleFacts,
    /// True when the loss of another feasible node differs from the smallest, but by so little that
    /// only rounding can be the cause. Another correct program may then find another node: compare
    /// the loss and not the levels.
    pub doubtful: bool,
}

/// The best feasible node within the lowest and highest levels, or `None` when no node is feasible.
///
/// Better is the smaller loss, then the smaller sum of levels, then fewer suppressed units, then
/// the lexicographically smaller levels. "Equal to 1e-12 relative" is not transitive, so this is
/// how it is read: all feasible nodes whose loss equals the smallest are tied, and the further
/// rules decide among them.
///
/// # Cost
/// Every node is evaluated from the rows.
pub fn best(case: &Case) -> Option<Best> {
    let mut oracle = Oracle::new(case);
    let evaluated = case
        .nodes()
        .into_iter()
        .map(|levels| (oracle.evaluate(&levels), levels));
    let feasible: Vec<(OracleFacts, Vec<usize>)> =
        evaluated.filter(|(facts, _)| facts.feasible).collect();
    let smallest = feasible
        .iter()
        .map(|(facts, _)| facts.loss)
        .min_by(f64::total_cmp)?;
    let doubtful = feasible.iter().any(|(facts, _)| {
        !equal(facts.loss, smallest) && facts.loss - smallest < 1e-9 * smallest.max(1.0)
    });
    let tied = feasible
        .into_iter()
        .filter(|(facts, _)| equal(facts.loss, smallest));
    let (facts, levels) = tied.min_by_key(|(facts, levels)| {
        (
            levels.iter().sum::<usize>(),
            facts.suppressed_units,
            levels.clone(),
        )
    })?;
    Some(Best {
        levels,
        facts,
        doubtful,
    })
}

/// Equal to 1e-12 relative.
pub fn equal(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-12 * a.abs().max(b.abs())
}

#[cfg(test)]
mod tests {
    use super::equal;

    #[test]
    fn equality_is_relative() {
        assert!(equal(0.0, 0.0) && equal(3e20, 3e20 * (1.0 + 5e-13)) && equal(1e-20, 1e-20));
        assert!(!equal(0.0, 1e-300) && !equal(1e-20, 1.1e-20) && !equal(1.0, 1.0 + 5e-12));
    }
}
