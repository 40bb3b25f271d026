//! The labels that a value can be shown with.

use equipoise_data::{Hierarchy, Region};

/// One label above a value, or the value itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChainLabel {
    /// The lowest level of the hierarchy that shows these values.
    pub level: u8,
    /// The values.
    pub region: Region,
    /// Edges up to the top. A label that neighbouring levels repeat is one node.
    pub depth: u32,
    /// Lines of the hierarchy below it; 1 for a value.
    pub leaves: u64,
    /// True for the top of the hierarchy, which says nothing.
    pub is_top: bool,
}

/// For each value of a column the labels from it to the top.
///
/// Labels that stand for the same values are one step: showing one tells as much as showing the
/// other, and the finer is shown. So short branches, which repeat a label on neighbouring levels,
/// have short chains, and each chain has a length of its own. A label that stands for all that the
/// top stands for is the top; where missing values have a leaf, which joins the others at the top
/// only, no other label does.
///
/// # Source
/// §4.2 with the corrections E10: a chain of height h has h + 1 elements, and depth is counted from
/// the released label.
///
/// ```
/// use equipoise_data::{Hierarchy, Table, Tree};
/// use equipoise_measure::disclosure::Chains;
/// let lines = [["Dayton", "Tippecanoe", "Indiana", "*"], ["Lafayette", "Tippecanoe", "Indiana", "*"], ["Gary", "Gary", "Indiana", "*"], ["Ulm", "Ulm", "Ulm", "*"]];
/// let tree = Tree::new(lines.map(|l| l.map(str::to_owned).to_vec()).to_vec())?;
/// let table = Table::from_rows(&["city"], &[["Dayton"], ["Lafayette"], ["Gary"], ["Ulm"]]);
/// let chains = Chains::new(&Hierarchy::bind(&tree, &table.columns[0], &[]).unwrap(), 0, 3);
/// let depths = |leaf| chains.of(leaf).iter().map(|step| step.depth).collect::<Vec<_>>();
/// assert_eq!((depths(0), depths(2), depths(3)), (vec![3, 2, 1, 0], vec![2, 1, 0], vec![1, 0]));
/// # Ok::<(), equipoise_data::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Chains {
    steps: Vec<ChainLabel>,
    /// Per leaf where its steps begin, and the end of the last.
    starts: Vec<u32>,
}

impl Chains {
    /// The chains of all leaves between two levels.
    ///
    /// # Cost
    /// O(leaves x levels x log leaves).
    pub fn new(hierarchy: &Hierarchy, low: usize, high: usize) -> Self {
        let (mut steps, mut starts): (Vec<ChainLabel>, Vec<u32>) = (Vec::new(), vec![0]);
        for leaf in 0..hierarchy.leaves() {
            let first = steps.len();
            for level in low..=high {
                let step = step(hierarchy, level, leaf);
                match steps[first..].last_mut() {
                    Some(held) if held.region == step.region && step.is_top => {
                        *held = ChainLabel {
                            level: held.level,
                            ..step
                        }
                    }
                    Some(held) if held.region == step.region => {}
                    _ => steps.push(step),
                }
            }
            starts.push(steps.len() as u32);
        }
        Chains { steps, starts }
    }

    /// The labels of a leaf, from fine to coarse.
    pub fn of(&self, leaf: u32) -> &[ChainLabel] {
        &self.steps[self.range(leaf)]
    }

    /// Where the steps of a leaf lie among all of them.
    pub fn range(&self, leaf: u32) -> std::ops::Range<usize> {
        self.starts[leaf as usize] as usize..self.starts[leaf as usize + 1] as usize
    }

    /// All steps of all leaves.
    pub fn all(&self) -> &[ChainLabel] {
        &self.steps
    }

    /// Number of leaves.
    pub fn leaves(&self) -> usize {
        self.starts.len() - 1
    }

    /// The step of a leaf that shows these values.
    pub fn find(&self, leaf: u32, region: Region) -> Option<u8> {
        self.of(leaf)
            .iter()
            .position(|step| step.region == region)
            .map(|step| step as u8)
    }
}

fn step(hierarchy: &Hierarchy, level: usize, leaf: usize) -> ChainLabel {
    let of_leaf = &hierarchy.levels[level].of_leaf;
    let code = of_leaf[leaf];
    let label = |level: usize| {
        let level = &hierarchy.levels[level];
        level.labels[level.of_leaf[leaf] as usize].as_str()
    };
    let region = hierarchy.levels[level].region(code);
    let height = hierarchy.height();
    ChainLabel {
        level: level as u8,
        region,
        depth: (level..height)
            .filter(|&l| label(l) != label(l + 1))
            .count() as u32,
        leaves: hierarchy.levels[level].lines[code as usize],
        is_top: level == height && height > 0,
    }
}
