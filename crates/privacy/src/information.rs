//! How much a partition into classes tells about a sensitive column.

/// The entropy in nats of what was counted; 0 where there is nothing.
///
/// ```
/// use equipoise_privacy::entropy;
/// assert!((entropy(&[7, 7]) - std::f64::consts::LN_2).abs() < 1e-15);
/// ```
pub fn entropy(counts: &[u64]) -> f64 {
    let total = counts.iter().sum::<u64>() as f64;
    counts
        .iter()
        .filter(|&&c| c > 0)
        .map(|&c| -(c as f64 / total) * (c as f64 / total).ln())
        .sum()
}

/// What [`information_utility`] finds, in nats.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InformationUtility {
    /// H(T): how uncertain a value is for whoever knows the whole table's distribution only.
    pub table: f64,
    /// IL: how uncertain it is on average for whoever knows the class.
    pub loss: f64,
    /// U = H(T) - IL: what knowing the class tells, which is what analysts use and adversaries too.
    pub utility: f64,
}

/// Information utility of a table whose classes have these counts of each value; all lists have the
/// same order of values.
///
/// # Source
/// `publishing-thesis` section 5.
///
/// ```
/// use equipoise_privacy::information_utility;
/// // Two classes with the distribution of the table tell nothing.
/// assert!(information_utility(&[vec![1, 2], vec![2, 4]]).utility.abs() < 1e-15);
/// ```
pub fn information_utility(classes: &[Vec<u64>]) -> InformationUtility {
    let units = |class: &[u64]| class.iter().sum::<u64>() as f64;
    let table = union(classes.iter());
    let loss = classes
        .iter()
        .map(|class| units(class) / units(&table).max(1.0) * entropy(class))
        .sum();
    let table = entropy(&table);
    InformationUtility {
        table,
        loss,
        utility: table - loss,
    }
}

/// The utility split at larger groups that classes are parts of: what the groups tell, and what the
/// classes tell beyond their group. `group_of` has the group of each class. The two add up to the
/// utility; t-closeness limits both, (n,t)-closeness only the second.
///
/// # Source
/// `publishing-thesis` section 5.
pub fn split_utility(classes: &[Vec<u64>], group_of: &[usize]) -> (f64, f64) {
    let count = group_of.iter().max().map_or(0, |g| g + 1);
    let members = |group: usize| {
        classes
            .iter()
            .zip(group_of)
            .filter(move |(_, g)| **g == group)
            .map(|(class, _)| class)
    };
    let groups: Vec<Vec<u64>> = (0..count).map(|group| union(members(group))).collect();
    let (whole, of_groups) = (information_utility(classes), information_utility(&groups));
    (of_groups.utility, of_groups.loss - whole.loss)
}

fn union<'a>(classes: impl Iterator<Item = &'a Vec<u64>>) -> Vec<u64> {
    let mut sum = Vec::new();
    for class in classes {
        sum.resize(sum.len().max(class.len()), 0);
        sum.iter_mut().zip(class).for_each(|(s, c)| *s += c);
    }
    sum
}
