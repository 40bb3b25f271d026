//! Generalization hierarchies: first as texts ([`Tree`]), then bound to the codes of a column
//! ([`Hierarchy`]).

use crate::dictionary::Dictionary;
use crate::error::{Error, Result};
use crate::region::Region;
use crate::table::Column;
use hashbrown::HashMap;

/// A hierarchy as texts: one line per domain value, from the value itself to the top.
///
/// All lines are equally long. A pair (level, label) is a node, and each node has one parent. Short
/// branches repeat a label on neighbouring levels.
///
/// ```
/// use equipoise_data::Tree;
/// let tree = Tree::new(vec![
///     vec!["1".into(), "low".into(), "*".into()],
///     vec!["2".into(), "low".into(), "*".into()],
///     vec!["9".into(), "high".into(), "*".into()],
/// ])?;
/// assert_eq!(tree.height(), 2);
/// assert!(Tree::new(vec![vec!["1".into(), "a".into()], vec!["2".into(), "b".into()]]).is_err());
/// # Ok::<(), equipoise_data::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    lines: Vec<Vec<String>>,
}

impl Tree {
    /// Checks that the lines form a tree; every problem found is in the one error, by line number.
    pub fn new(lines: Vec<Vec<String>>) -> Result<Self> {
        let Some(width) = lines.first().map(Vec::len) else {
            return Err(Error::data(
                "hierarchy is empty; it needs one line per value",
            ));
        };
        if width == 0 {
            return Err(Error::data(
                "hierarchy has no columns; it needs one line per value",
            ));
        }
        let mut problems = Vec::new();
        for (i, line) in lines.iter().enumerate() {
            if line.len() != width {
                let what = format!(
                    "line {} has {} columns, line 1 has {width}",
                    i + 1,
                    line.len()
                );
                problems.push((Some(i), what));
            }
        }
        if problems.is_empty() {
            check_tree(&lines, width, &mut problems);
        }
        if problems.is_empty() {
            Ok(Tree { lines })
        } else {
            Err(no_tree(&problems))
        }
    }

    /// The lines, each from the value to the top.
    pub fn lines(&self) -> &[Vec<String>] {
        &self.lines
    }

    /// The number of steps from a value to the top; 0 when nothing can be generalized.
    pub fn height(&self) -> usize {
        self.lines[0].len() - 1
    }
}

/// A problem of a hierarchy, and the place of its line in the list of lines.
type Problem = (Option<usize>, String);

fn check_tree(lines: &[Vec<String>], width: usize, problems: &mut Vec<Problem>) {
    let mut seen: HashMap<&str, usize> = HashMap::new();
    for (i, line) in lines.iter().enumerate() {
        if let Some(first) = seen.insert(&line[0], i) {
            let what = format!("line {} repeats the value of line {}", i + 1, first + 1);
            problems.push((Some(i), what));
        }
    }
    for level in 1..width {
        let mut parent: HashMap<&str, (&str, usize)> = HashMap::new();
        for (i, line) in lines.iter().enumerate() {
            let (label, above) = (line[level - 1].as_str(), line[level].as_str());
            let (known, at) = *parent.entry(label).or_insert((above, i));
            if known != above {
                let what = format!(
                    "lines {} and {} put one label of level {} under two labels of level {level}",
                    at + 1,
                    i + 1,
                    level - 1
                );
                problems.push((Some(i), what));
            }
        }
    }
    if width > 1 && lines.iter().any(|l| l[width - 1] != lines[0][width - 1]) {
        let what = format!(
            "level {} has several labels; the last column must be one label for all lines",
            width - 1
        );
        problems.push((None, what));
    }
}

fn no_tree(problems: &[Problem]) -> Error {
    const SHOWN: usize = 20;
    let shown: Vec<&str> = problems
        .iter()
        .take(SHOWN)
        .map(|(_, what)| what.as_str())
        .collect();
    let mut message = format!("hierarchy is no tree: {}", shown.join("; "));
    if problems.len() > SHOWN {
        message += &format!("; and {} more", problems.len() - SHOWN);
    }
    let error = match problems.iter().find_map(|(line, _)| *line) {
        Some(line) => Error::data(message).at_line("", line as u64 + 1),
        None => Error::data(message),
    };
    error
        .hint("each line holds a value and its labels from fine to coarse; a label has the same labels to its right on every line")
}

/// The values of a column that its hierarchy does not list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gaps {
    /// Codes in the column's dictionary.
    pub codes: Vec<u32>,
    /// Row (from 1) at which the first of them stands.
    pub first_row: usize,
}

/// One level of a bound hierarchy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// The label of each code of this level.
    pub labels: Vec<String>,
    /// For each leaf the code at this level. Never decreases: codes are in preorder.
    pub of_leaf: Vec<u32>,
    /// For each code of this level the lines of the hierarchy below it: the numerator of its share.
    pub lines: Vec<u64>,
}

impl Level {
    /// The leaves under the label that a leaf has at this level.
    pub fn region_of(&self, leaf: u32) -> Region {
        self.region(self.of_leaf[leaf as usize])
    }

    /// The leaves that a label of this level covers. [`Level::regions`] lists all labels at once.
    pub fn region(&self, code: u32) -> Region {
        Region {
            first: self.of_leaf.partition_point(|&other| other < code) as u32,
            last: self.of_leaf.partition_point(|&other| other <= code) as u32 - 1,
        }
    }

    /// The first leaf of each label of this level, then the number of leaves.
    pub fn starts(&self) -> Vec<u32> {
        let leaves = self.of_leaf.len() as u32;
        let is_start = |&leaf: &u32| {
            let leaf = leaf as usize;
            leaf == 0 || self.of_leaf[leaf] != self.of_leaf[leaf - 1]
        };
        (0..leaves).filter(is_start).chain([leaves]).collect()
    }

    /// The leaves that each label of this level covers, by code.
    pub fn regions(&self) -> Vec<Region> {
        let ends = |pair: &[u32]| Region {
            first: pair[0],
            last: pair[1] - 1,
        };
        self.starts().windows(2).map(ends).collect()
    }
}

/// A hierarchy bound to the values that occur in a column.
///
/// Leaves are numbered in preorder, so on every level a label covers consecutive leaves and a list
/// sorted by leaf is sorted on every level. A missing value is the last leaf: it stays itself below
/// the top and becomes the top label at the top; it has no line and the share of a single value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hierarchy {
    /// Level 0 holds the leaves, the last level the top.
    pub levels: Vec<Level>,
    /// Lines of the hierarchy, or values in the data for builders: the D of the losses.
    pub domain: u64,
    /// For each code of the column's dictionary its leaf.
    pub leaf_of: Vec<u32>,
    /// The leaf that stands for missing, if any row has it.
    pub missing: Option<u32>,
}

impl Hierarchy {
    /// Binds `tree` to the values of `column`. Texts in `missing` are missing values and need no
    /// line.
    ///
    /// # Errors
    /// All values without a line, at once.
    ///
    /// # Cost
    /// O(lines x levels + rows only if there are gaps).
    pub fn bind(tree: &Tree, column: &Column, missing: &[String]) -> Result<Self, Gaps> {
        let dictionary = &column.dictionary;
        let is_missing: Vec<bool> = dictionary
            .texts()
            .map(|t| missing.iter().any(|m| m == t))
            .collect();
        let line_of =
            find_lines(tree, dictionary, &is_missing).map_err(|codes| gaps(column, codes))?;
        let order = preorder(tree.lines(), &line_of);
        let mut leaf_of = vec![0; dictionary.len()];
        for (leaf, &(code, _)) in order.iter().enumerate() {
            leaf_of[code as usize] = leaf as u32;
        }
        let missing_text = missing.iter().find(|m| dictionary.find(m).is_some());
        for (code, _) in is_missing.iter().enumerate().filter(|(_, m)| **m) {
            leaf_of[code] = order.len() as u32;
        }
        let height = tree.height();
        let levels = (0..=height)
            .map(|l| {
                let top = l == height && height > 0;
                bind_level(
                    tree.lines(),
                    &order,
                    l,
                    missing_text.map(|t| (t.as_str(), top)),
                )
            })
            .collect();
        Ok(Hierarchy {
            levels,
            domain: tree.lines().len() as u64,
            leaf_of,
            missing: missing_text.map(|_| order.len() as u32),
        })
    }

    /// Takes shares from `listed`, the hierarchy before values that it does not list were sent to
    /// the top: D is its number of lines, an unlisted value has the share of a single one and, once
    /// generalized, the share of the top.
    pub fn count_lines_of(&mut self, listed: &Tree) {
        let top = &listed.lines()[0][listed.height()];
        self.domain = listed.lines().len() as u64;
        for (l, level) in self.levels.iter_mut().enumerate() {
            let count = label_counts(listed.lines(), l);
            for (label, lines) in level.labels.iter().zip(&mut level.lines) {
                *lines = if l > 0 && label == top {
                    self.domain
                } else {
                    count.get(label.as_str()).copied().unwrap_or(1)
                };
            }
        }
    }

    /// Rows with each leaf, given the code of each row.
    pub fn leaf_rows(&self, codes: &[u32]) -> Vec<u64> {
        let mut rows = vec![0; self.leaves()];
        for &code in codes {
            rows[self.leaf_of[code as usize] as usize] += 1;
        }
        rows
    }

    /// Lines that a released cell stands for which covers these leaves: those of the label at level
    /// `low` or above that covers just them. Where there is none, those of the labels that make
    /// them up, as few as there are, or of the values.
    ///
    /// Lines that no row has count wherever a label covers them, as they do in D.
    pub fn lines_of(&self, region: Region, low: usize) -> u64 {
        let lines = |level: &Level, leaf: u32| level.lines[level.of_leaf[leaf as usize] as usize];
        let mut above = self.levels[low..].iter();
        if let Some(label) = above.find(|level| level.region_of(region.first) == region) {
            return lines(label, region.first);
        }
        let pieces = self.pieces(region, low);
        pieces
            .iter()
            .map(|&(level, piece)| lines(level, piece.first))
            .sum()
    }

    /// The fewest labels at level `low` or above that make up a region, each with its level; values
    /// where no label fits.
    pub fn pieces(&self, region: Region, low: usize) -> Vec<(&Level, Region)> {
        let mut pieces: Vec<(&Level, Region)> = Vec::new();
        let mut at = region.first;
        while at <= region.last {
            let begins_inside = |level: &&Level| {
                let label = level.region_of(at);
                label.first == at && label.last <= region.last
            };
            let coarsest = self.levels[low..].iter().rev().find(begins_inside);
            let level = coarsest.unwrap_or(&self.levels[0]);
            let piece = level.region_of(at);
            at = piece.last + 1;
            pieces.push((level, piece));
        }
        pieces
    }

    /// The number of steps to the top.
    pub fn height(&self) -> usize {
        self.levels.len() - 1
    }

    /// Number of leaves: the distinct values that occur, all missing tokens together being one.
    pub fn leaves(&self) -> usize {
        self.levels[0].labels.len()
    }

    /// The code at `level` of each code of the level below it, `level` at least 1.
    pub fn parents(&self, level: usize) -> Vec<u32> {
        let mut parents = vec![0; self.levels[level - 1].labels.len()];
        for (&child, &parent) in self.levels[level - 1]
            .of_leaf
            .iter()
            .zip(&self.levels[level].of_leaf)
        {
            parents[child as usize] = parent;
        }
        parents
    }
}

fn find_lines(
    tree: &Tree,
    dictionary: &Dictionary,
    is_missing: &[bool],
) -> Result<Vec<(u32, usize)>, Vec<u32>> {
    let mut lines = vec![usize::MAX; dictionary.len()];
    for (i, line) in tree.lines().iter().enumerate() {
        if let Some(code) = dictionary.find(&line[0]) {
            lines[code as usize] = i;
        }
    }
    let known = |code: usize| !is_missing[code];
    let lacking: Vec<u32> = (0..lines.len())
        .filter(|&c| known(c) && lines[c] == usize::MAX)
        .map(|c| c as u32)
        .collect();
    if !lacking.is_empty() {
        return Err(lacking);
    }
    Ok((0..lines.len())
        .filter(|&c| known(c))
        .map(|c| (c as u32, lines[c]))
        .collect())
}

fn gaps(column: &Column, codes: Vec<u32>) -> Gaps {
    let first_row = column
        .codes
        .iter()
        .position(|c| codes.binary_search(c).is_ok())
        .map_or(0, |r| r + 1);
    Gaps { codes, first_row }
}

/// Sorts (dictionary code, line) so that each label covers a run: by the first line of each
/// ancestor, top first.
fn preorder(lines: &[Vec<String>], line_of: &[(u32, usize)]) -> Vec<(u32, usize)> {
    let width = lines[0].len();
    let first: Vec<HashMap<&str, usize>> = (0..width)
        .map(|l| {
            let mut first = HashMap::new();
            for (i, line) in lines.iter().enumerate() {
                first.entry(line[l].as_str()).or_insert(i);
            }
            first
        })
        .collect();
    let mut order = line_of.to_vec();
    order.sort_by_cached_key(|&(_, i)| {
        (0..width)
            .rev()
            .map(|l| first[l][lines[i][l].as_str()])
            .collect::<Vec<_>>()
    });
    order
}

/// How many lines have each label of a level.
fn label_counts(lines: &[Vec<String>], level: usize) -> HashMap<&str, u64> {
    let mut count = HashMap::new();
    for line in lines {
        *count.entry(line[level].as_str()).or_default() += 1;
    }
    count
}

fn bind_level(
    lines: &[Vec<String>],
    order: &[(u32, usize)],
    level: usize,
    missing: Option<(&str, bool)>,
) -> Level {
    let count = label_counts(lines, level);
    let mut labels: Vec<String> = Vec::new();
    let mut of_leaf = Vec::with_capacity(order.len() + 1);
    let mut below = Vec::new();
    for &(_, i) in order {
        let label = lines[i][level].as_str();
        if labels.last().is_none_or(|l| l != label) {
            labels.push(label.to_owned());
            below.push(count[label]);
        }
        of_leaf.push(labels.len() as u32 - 1);
    }
    match missing {
        Some((_, true)) if !labels.is_empty() => of_leaf.push(labels.len() as u32 - 1),
        // A column of nothing but missing values still has the tree's top.
        Some((_, true)) => {
            labels.push(lines[0][level].clone());
            below.push(lines.len() as u64);
            of_leaf.push(0);
        }
        Some((text, false)) => {
            labels.push(text.to_owned());
            below.push(1);
            of_leaf.push(labels.len() as u32 - 1);
        }
        None => {}
    }
    Level {
        labels,
        of_leaf,
        lines: below,
    }
}

impl Region {
    /// The region of all values of a column.
    pub fn all(hierarchy: &Hierarchy) -> Self {
        Region {
            first: 0,
            last: (hierarchy.leaves() - 1) as u32,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Table;

    fn lines(text: &str) -> Vec<Vec<String>> {
        text.lines()
            .map(|l| l.split(';').map(str::to_owned).collect())
            .collect()
    }

    #[test]
    fn every_problem_is_reported_at_once() {
        let e = Tree::new(lines("1;a;x;*\n2;a;y;*\n1;b;y;+")).unwrap_err();
        assert!(
            e.message().contains("line 3 repeats the value of line 1"),
            "{e}"
        );
        assert!(
            e.message()
                .contains("lines 1 and 2 put one label of level 1 under two labels of level 2"),
            "{e}"
        );
        assert!(e.message().contains("level 3 has several labels"), "{e}");
        let e = Tree::new(lines("1;a;*\n2;*\n3;a")).unwrap_err();
        assert!(
            e.message()
                .contains("line 2 has 2 columns, line 1 has 3; line 3 has 2 columns"),
            "{e}"
        );
    }

    #[test]
    fn labels_cover_runs_even_when_the_file_mixes_them() {
        let tree = Tree::new(lines("1;odd;*\n2;even;*\n3;odd;*\n4;even;*\n5;odd;*")).unwrap();
        let table = Table::from_rows(&["x"], &[["4"], ["3"], [""], ["1"]]);
        let h = Hierarchy::bind(&tree, &table.columns[0], &[String::new()]).unwrap();
        assert_eq!(h.levels[0].labels, ["1", "3", "4", ""]);
        assert_eq!(h.levels[1].labels, ["odd", "even", ""]);
        assert_eq!(h.levels[1].of_leaf, [0, 0, 1, 2]);
        assert_eq!(h.levels[1].lines, [3, 2, 1]);
        assert_eq!(h.levels[2].of_leaf, [0, 0, 0, 0]);
        assert_eq!(h.levels[2].lines, [5]);
        assert_eq!(h.leaf_of, [2, 1, 3, 0]);
        assert_eq!((h.domain, h.missing), (5, Some(3)));
        assert_eq!(h.levels[1].starts(), [0, 2, 3, 4]);
        for level in &h.levels {
            let one_by_one = (0..level.labels.len() as u32).map(|code| level.region(code));
            assert!(level.regions().into_iter().eq(one_by_one));
        }
    }

    #[test]
    fn gaps_name_all_values_and_the_first_row() {
        let tree = Tree::new(lines("1;*\n2;*")).unwrap();
        let table = Table::from_rows(&["x"], &[["2"], ["7"], ["8"], ["1"]]);
        let gaps = Hierarchy::bind(&tree, &table.columns[0], &[]).unwrap_err();
        assert_eq!((gaps.codes, gaps.first_row), (vec![1, 2], 2));
    }

    #[test]
    fn a_label_may_repeat_on_neighbouring_levels() {
        let tree = Tree::new(lines("0;11;11;12\n1;11;11;12\n2;10;10;12")).unwrap();
        let table = Table::from_rows(&["x"], &[["0"], ["1"], ["2"]]);
        let h = Hierarchy::bind(&tree, &table.columns[0], &[]).unwrap();
        assert_eq!(h.height(), 3);
        assert_eq!(h.parents(2), [0, 1]);
        assert_eq!(h.parents(3), [0, 0]);
    }
}
