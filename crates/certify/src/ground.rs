//! How far apart two values are: the ground of the earth mover's distance.

use equipoise_data::{Error, Result};
use hashbrown::HashSet;
use std::sync::Arc;

/// The distance between the positions of a domain, between 0 and 1.
#[derive(Clone, Debug)]
pub enum Ground {
    /// Two different positions are 1 apart.
    Equal,
    /// Positions lie on a line: `|i - j| / (m - 1)` for `m` positions, 0 when there is one.
    Ordered,
    /// Positions are leaves of a tree: level of the lowest common label over the height.
    Hierarchical(Tree),
}

/// A hierarchy prepared for distances: on each level below the top, the node of each leaf.
#[derive(Clone, Debug)]
pub struct Tree {
    levels: Arc<Vec<Vec<u32>>>,
}

impl Tree {
    /// Prepares the lines of a hierarchy file (value first, top last), and returns for each line
    /// the position of its value. Positions are in preorder, so on every level the leaves of one
    /// label are neighbours.
    ///
    /// A file of height 0 has no common labels; its values are then 1 apart, the reading that
    /// understates nothing.
    ///
    /// ```
    /// use equipoise_certify::{Ground, Ratio, Reference, Tree};
    /// let line = |a: &str, b: &str| vec![a.to_owned(), b.to_owned(), "*".to_owned()];
    /// let (tree, positions) = Tree::new(&[line("flu", "lung"), line("ulcer", "stomach"), line("asthma", "lung")])?;
    /// let reference = Reference::new(Ground::Hierarchical(tree), vec![1, 1, 1], 0)?;
    /// // One third of the mass moves within the lung (1/2), one third to the stomach (1).
    /// assert_eq!(reference.emd(&[(positions[0], 1)], 0)?, Ratio::new(1, 2)?);
    /// # Ok::<(), equipoise_data::Error>(())
    /// ```
    pub fn new(lines: &[Vec<String>]) -> Result<(Self, Vec<u32>)> {
        let width = lines.first().map_or(0, Vec::len);
        if width == 0 || lines.iter().any(|line| line.len() != width) {
            return Err(Error::data(
                "a hierarchy needs at least one line and equally many columns on each line",
            ));
        }
        let mut order: Vec<usize> = (0..lines.len()).collect();
        order.sort_by(|a, b| lines[*a].iter().rev().cmp(lines[*b].iter().rev()));
        let mut positions = vec![0; lines.len()];
        for (position, line) in order.iter().enumerate() {
            positions[*line] = position as u32;
        }
        let levels: Vec<Vec<u32>> = (0..width)
            .map(|level| nodes(lines, &order, level))
            .collect();
        for (level, of_leaf) in levels.iter().enumerate() {
            check_level(lines, level, of_leaf)?;
        }
        let below_top = (width - 1).max(1);
        Ok((
            Tree {
                levels: Arc::new(levels.into_iter().take(below_top).collect()),
            },
            positions,
        ))
    }

    pub(crate) fn leaves(&self) -> usize {
        self.levels[0].len()
    }

    pub(crate) fn levels(&self) -> &[Vec<u32>] {
        &self.levels
    }
}

/// The node of each leaf in preorder; a new one begins where the labels from this level to the top
/// change.
fn nodes(lines: &[Vec<String>], order: &[usize], level: usize) -> Vec<u32> {
    let mut node = 0;
    let mut of_leaf = Vec::with_capacity(order.len());
    for (i, line) in order.iter().enumerate() {
        if i > 0 && lines[order[i - 1]][level..] != lines[*line][level..] {
            node += 1;
        }
        of_leaf.push(node);
    }
    of_leaf
}

/// A tree has as many nodes as labels on each level, as many values as lines, and one top.
fn check_level(lines: &[Vec<String>], level: usize, of_leaf: &[u32]) -> Result<()> {
    let labels = lines
        .iter()
        .map(|line| line[level].as_str())
        .collect::<HashSet<_>>()
        .len();
    let nodes = of_leaf.last().map_or(0, |node| *node as usize + 1);
    if level == 0 && labels != lines.len() {
        return Err(Error::data(
            "a hierarchy lists one of its values on two lines",
        ));
    }
    if labels != nodes {
        return Err(Error::data(format!(
            "a hierarchy is no tree: a label of level {level} has two labels above it"
        )));
    }
    if level > 0 && level + 1 == lines[0].len() && labels != 1 {
        return Err(Error::data(
            "a hierarchy has several labels in its last column; it must be one for all lines",
        ));
    }
    Ok(())
}
