//! How sensitive it is to show a label.

use equipoise_data::{Error, Hierarchy, Result};

/// The weight of each label of a column: how sensitive it is to show it.
///
/// # Source
/// §2.4.4 and §3.1, with E2 mended: weights fall with generality. The top has weight 0. A label
/// that nobody weighed has the harmonic weight of those below, w = 1 / sum(1 / w_i): half the
/// weight for two equal values, 0 where one below is 0; values that may never be shown (infinite
/// weight) add nothing, and where all below are infinite, so is the label.
#[derive(Clone, Debug, PartialEq)]
pub struct LabelWeights {
    /// `[level][code]`.
    of_label: Vec<Vec<f64>>,
}

impl LabelWeights {
    /// Weights from those of values. `usual` is the weight of values that are not in `of_leaf`;
    /// `given` has labels, as (level, code), that were weighed by hand.
    ///
    /// # Errors
    /// Weights that are negative or no numbers, and weights that rise with generality.
    ///
    /// # Cost
    /// O(leaves x levels).
    ///
    /// ```
    /// use equipoise_data::{Hierarchy, Table, Tree};
    /// use equipoise_measure::disclosure::LabelWeights;
    /// let tree = Tree::new([["a", "ab", "*"], ["b", "ab", "*"], ["c", "c", "*"]].map(|l| l.map(str::to_owned).to_vec()).to_vec())?;
    /// let table = Table::from_rows(&["x"], &[["a"], ["b"], ["c"]]);
    /// let hierarchy = Hierarchy::bind(&tree, &table.columns[0], &[]).unwrap();
    /// let weights = LabelWeights::new(&hierarchy, 0.6, &[], &[])?;
    /// assert_eq!([weights.of(0, 0), weights.of(1, 0), weights.of(1, 1), weights.of(2, 0)], [0.6, 0.3, 0.6, 0.0]);
    /// assert!(LabelWeights::new(&hierarchy, 0.6, &[], &[(1, 0, 0.7)]).is_err(), "a label is not more sensitive than its values");
    /// # Ok::<(), equipoise_data::Error>(())
    /// ```
    pub fn new(
        hierarchy: &Hierarchy,
        usual: f64,
        of_leaf: &[(u32, f64)],
        given: &[(usize, u32, f64)],
    ) -> Result<Self> {
        let all = || {
            std::iter::once(usual)
                .chain(of_leaf.iter().map(|w| w.1))
                .chain(given.iter().map(|w| w.2))
        };
        if let Some(wrong) = all().find(|w| w.is_nan() || *w < 0.0) {
            return Err(Error::usage(format!(
                "a weight is {wrong}; weights are at least 0, or infinite"
            )));
        }
        let mut leaves = vec![usual; hierarchy.leaves()];
        of_leaf
            .iter()
            .for_each(|&(leaf, weight)| leaves[leaf as usize] = weight);
        let height = hierarchy.height();
        let mut of_label = vec![leaves];
        for level in 1..=height {
            let mut weights = match level == height {
                true => vec![0.0; hierarchy.levels[level].labels.len()],
                false => harmonic(hierarchy, level, usual, &of_label[level - 1]),
            };
            given
                .iter()
                .filter(|g| g.0 == level)
                .for_each(|&(_, code, weight)| weights[code as usize] = weight);
            of_label.push(weights);
        }
        let weights = LabelWeights { of_label };
        weights.check(hierarchy)?;
        Ok(weights)
    }

    /// The weight of a label.
    pub fn of(&self, level: usize, code: u32) -> f64 {
        self.of_label[level][code as usize]
    }

    fn check(&self, hierarchy: &Hierarchy) -> Result<()> {
        for level in 1..self.of_label.len() {
            let below = self.of_label[level - 1]
                .iter()
                .zip(hierarchy.parents(level));
            for (&weight, parent) in below {
                let above = self.of(level, parent);
                // Sums of many inverse weights may round.
                if above > weight * (1.0 + 1e-12) {
                    return Err(Error::usage(format!(
                        "a label of level {level} has weight {above}, and one below it has {weight}; weights must not rise with generality"
                    ))
                    .hint("what says less is not more sensitive; lower the weight of the label, or leave it out to have it worked out"));
                }
            }
        }
        Ok(())
    }
}

/// The harmonic weights of the labels of a level, from those of the level below.
fn harmonic(hierarchy: &Hierarchy, level: usize, usual: f64, below: &[f64]) -> Vec<f64> {
    let (labels, finer) = (&hierarchy.levels[level], &hierarchy.levels[level - 1]);
    let mut children: Vec<Vec<u32>> = vec![Vec::new(); labels.labels.len()];
    hierarchy
        .parents(level)
        .iter()
        .zip(0..)
        .for_each(|(&parent, child)| children[parent as usize].push(child));
    // Values that only a dictionary has are not in the hierarchy of the table, and do not share its
    // weights.
    let is_listed = |&child: &u32| finer.lines[child as usize] > 0;
    children
        .iter_mut()
        .filter(|of| of.iter().any(is_listed))
        .for_each(|of| of.retain(is_listed));
    let weight = |(code, children): (usize, &Vec<u32>)| {
        // Lines whose values do not occur have the usual weight.
        let absent = labels.lines[code]
            .saturating_sub(children.iter().map(|&c| finer.lines[c as usize]).sum());
        let first = below[children[0] as usize];
        match (children.len(), absent) {
            (1, 0) => first,
            // Equal weights are divided once, so that no rounding adds up.
            _ if children.iter().all(|&c| below[c as usize] == first)
                && (absent == 0 || first == usual) =>
            {
                first / (children.len() as u64 + absent) as f64
            }
            _ => {
                let inverse: f64 = children.iter().map(|&c| 1.0 / below[c as usize]).sum();
                1.0 / (inverse
                    + if absent == 0 {
                        0.0
                    } else {
                        absent as f64 / usual
                    })
            }
        }
    };
    children.iter().enumerate().map(weight).collect()
}
