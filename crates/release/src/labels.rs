//! Texts for sets of values.

use equipoise_data::{Error, Hierarchy, Level, Region, Result};
use std::collections::HashMap;

/// What stands between the ends of a range.
const TO: &str = "..";

/// What stands between the values of a list.
const OR: &str = "|";

/// How a set is written that the hierarchy has no label for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// By its first and last value: `17..23`. For numbers and dates.
    Range,
    /// By the labels and values that it is made of, as few as there are: `Asia|Canada|Mexico`.
    List,
}

/// A text for each region of a column, no text for two regions.
///
/// A region that a label of the hierarchy covers exactly, at level `low` or above, has that label. Where a hierarchy uses one label for different sets on different levels,
/// the level is added.
///
/// # Errors
/// When two regions would have the same text all the same.
///
/// ```
/// use equipoise_data::{Hierarchy, Region, Table, Tree};
/// use equipoise_release::{Manner, region_labels};
/// let tree = Tree::new([["17", "young", "*"], ["18", "young", "*"], ["40", "old", "*"]].map(|l| l.map(str::to_owned).to_vec()).to_vec())?;
/// let table = Table::from_rows(&["age"], &[["17"], ["18"], ["40"]]);
/// let hierarchy = Hierarchy::bind(&tree, &table.columns[0], &[]).unwrap();
/// let regions = [(0, 0), (0, 1), (1, 2), (0, 2)].map(|(first, last)| Region { first, last });
/// assert_eq!(region_labels(&hierarchy, &regions, 0, Manner::Range)?, ["17", "young", "18..40", "*"]);
/// # Ok::<(), equipoise_data::Error>(())
/// ```
pub fn region_labels(hierarchy: &Hierarchy, regions: &[Region], low: usize, manner: Manner) -> Result<Vec<String>> {
    let mut texts: Vec<(String, Option<usize>)> = regions.iter().map(|&region| text(hierarchy, region, low, manner)).collect();
    let mut seen: HashMap<String, usize> = HashMap::new();
    texts.iter().for_each(|(text, _)| *seen.entry(text.clone()).or_default() += 1);
    for (text, level) in texts.iter_mut().filter(|(text, _)| seen[text] > 1) {
        if let Some(level) = level.filter(|level| *level > 0) {
            *text = format!("{text} (level {level})");
        }
    }
    let mut different: Vec<&String> = texts.iter().map(|(text, _)| text).collect();
    different.sort_unstable();
    if different.windows(2).any(|pair| pair[0] == pair[1]) {
        return Err(Error::data("two different sets of values would have the same label")
            .hint("change values or labels of the hierarchy that are written alike or contain `..` or `|`"));
    }
    Ok(texts.into_iter().map(|(text, _)| text).collect())
}

/// The text of a region, and the level of the hierarchy that it comes from.
fn text(hierarchy: &Hierarchy, region: Region, low: usize, manner: Manner) -> (String, Option<usize>) {
    let is_label = |level: &Level| {
        let code = level.of_leaf[region.first as usize];
        let run = (level.of_leaf.partition_point(|&c| c < code), level.of_leaf.partition_point(|&c| c <= code));
        run == (region.first as usize, region.last as usize + 1)
    };
    if let Some(level) = (low..hierarchy.levels.len()).find(|&level| is_label(&hierarchy.levels[level])) {
        let labels = &hierarchy.levels[level];
        return (labels.labels[labels.of_leaf[region.first as usize] as usize].clone(), Some(level));
    }
    let value = |leaf: u32| hierarchy.levels[0].labels[leaf as usize].as_str();
    let text = match manner {
        Manner::Range => format!("{}{TO}{}", value(region.first), value(region.last)),
        Manner::List => pieces(hierarchy, region, low).join(OR),
    };
    (text, None)
}

/// The labels at level `low` or above, as few as there are, that make up a region; values where there are none.
fn pieces(hierarchy: &Hierarchy, region: Region, low: usize) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut at = region.first as usize;
    let end = region.last as usize + 1;
    while at < end {
        let begins = |level: &Level| at == 0 || level.of_leaf[at - 1] != level.of_leaf[at];
        let ends = |level: &Level| level.of_leaf.partition_point(|&code| code <= level.of_leaf[at]);
        let fits = |level: &&Level| begins(level) && ends(level) <= end;
        let level = hierarchy.levels[low..].iter().rev().find(fits).unwrap_or(&hierarchy.levels[0]);
        pieces.push(level.labels[level.of_leaf[at] as usize].as_str());
        at = ends(level);
    }
    pieces
}
