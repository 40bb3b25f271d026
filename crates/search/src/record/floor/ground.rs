//! What does not change while classes are made of records.

use super::super::crowds::AllCrowds;
use super::super::evaluate::{by_levels, evaluate_with};
use super::super::{Form, RecordSolutions, RecordTask, nodes};
use crate::multidim::items::{Items, Part};
use crate::multidim::judge::{Counters, Judge, rows};
use crate::multidim::local::forest::LabelTree;
use crate::multidim::yardsticks::Yardsticks;
use equipoise_data::{Levels, Region};
use equipoise_measure::disclosure::{Attribute, Record};
use equipoise_privacy::{Alone, Supersets};
use std::collections::{HashMap, HashSet, VecDeque};

/// At most so many nodes are tried for rows that find no class, and so many pairs of row and node.
const MOST_NODES: usize = 1 << 12;
pub(super) const MOST_PAIRS: usize = 1 << 24;

/// The table, its records, and what is asked of classes.
pub(super) struct Ground<'a> {
    pub(super) records: &'a RecordTask<'a>,
    pub(super) items: &'a Items,
    pub(super) judge: &'a Judge<'a>,
    pub(super) yardsticks: Option<Yardsticks>,
    /// Per item its record.
    pub(super) record_of: Vec<u32>,
    pub(super) trees: Vec<LabelTree>,
    pub(super) allowed_units: u64,
    /// No row may have a larger risk.
    pub(super) cap: f64,
    /// What counts crowds at nodes, where they are classes.
    pub(super) crowds: Option<AllCrowds>,
    /// `[attribute][level][leaf]`: what its label is worth there, and its values.
    pub(super) at_level: Vec<Vec<Vec<(f64, Region)>>>,
}

impl Ground<'_> {
    pub(super) fn leaves(&self, item: u32) -> Vec<u32> {
        self.items
            .leaves
            .iter()
            .map(|column| column[item as usize])
            .collect()
    }

    pub(super) fn form(&self, item: u32) -> Form {
        self.records.form_of(self.record_of[item as usize] as usize)
    }

    /// The steps by which an item is shown with these regions.
    pub(super) fn steps(&self, item: u32, regions: &[Region]) -> Option<Vec<u8>> {
        let step = |(a, region): (usize, &Region)| {
            self.records.attributes[a]
                .chains
                .find(self.items.leaves[a][item as usize], *region)
        };
        regions.iter().enumerate().map(step).collect()
    }

    /// What an item is worth at levels, and what it shows there.
    pub(super) fn shown(&self, item: u32, levels: &[u8]) -> (f64, Vec<Region>) {
        let mut utility = 0.0;
        let region = |(a, &level): (usize, &u8)| {
            let (worth, region) =
                self.at_level[a][usize::from(level)][self.items.leaves[a][item as usize] as usize];
            utility += worth;
            region
        };
        let regions = levels.iter().enumerate().map(region).collect();
        (utility, regions)
    }

    /// The regions of an item at steps.
    pub(super) fn regions(&self, item: u32, node: &[u8]) -> Vec<Region> {
        let region = |(a, of): (usize, &Attribute)| {
            of.chains.of(self.items.leaves[a][item as usize])[usize::from(node[a])].region
        };
        self.records
            .attributes
            .iter()
            .enumerate()
            .map(region)
            .collect()
    }

    /// What an item is worth, and what its weights sum to, at steps.
    pub(super) fn value(&self, item: u32, node: &[u8]) -> (f64, f64) {
        let record = self.record_of[item as usize] as usize;
        let leaves = self.leaves(item);
        let land = Record::unknown(
            self.records.attributes,
            &leaves,
            self.records.records.factors_of(record),
            self.records.risks,
        );
        (land.utility(node), land.weight(node))
    }

    /// The nodes that are best for some rows, those of most rows first.
    pub(super) fn nodes_in_use(&self, parts: &[Part], answer: &RecordSolutions) -> Vec<Levels> {
        let mut used: HashMap<Levels, u64> = HashMap::new();
        for part in parts {
            let record = self.record_of[part.item as usize] as usize;
            *used
                .entry(self.records.levels(record, answer.node(record)))
                .or_default() += u64::from(part.rows);
        }
        let mut nodes: Vec<(Levels, u64)> = used.into_iter().collect();
        nodes.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        nodes.truncate(MOST_NODES.min(MOST_PAIRS / parts.len().max(1)));
        nodes.into_iter().map(|n| n.0).collect()
    }

    /// Nodes at and above those that are best for some rows, the most useful for these rows first,
    /// and the top.
    pub(super) fn nodes_above(&self, parts: &[Part], answer: &RecordSolutions) -> Vec<Levels> {
        let most = MOST_NODES.min(MOST_PAIRS / parts.len().max(1)).max(1);
        let mut seen: HashSet<Levels> = HashSet::new();
        let mut open: VecDeque<Levels> = self.nodes_in_use(parts, answer).into();
        while let Some(levels) = open.pop_front().filter(|_| seen.len() < most) {
            if !seen.insert(levels.clone()) {
                continue;
            }
            let room = |a: &usize| usize::from(levels[*a]) < self.records.levels[*a].1;
            open.extend(
                (0..levels.len())
                    .filter(room)
                    .map(|a| nodes::moved(&levels, a, 1)),
            );
        }
        seen.insert(self.records.levels.iter().map(|l| l.1 as u8).collect());
        let sample: Vec<u32> = parts
            .iter()
            .step_by(parts.len().div_ceil(64).max(1))
            .map(|part| part.item)
            .collect();
        let worth = |levels: &Levels| -> f64 {
            sample.iter().map(|&item| self.shown(item, levels).0).sum()
        };
        let mut nodes: Vec<(f64, Levels)> = seen
            .into_iter()
            .map(|levels| (worth(&levels), levels))
            .collect();
        nodes.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
        nodes.into_iter().map(|n| n.1).collect()
    }

    /// Whether items may be shown like that: within the cap on risk, and nothing of them that must
    /// never be shown.
    pub(super) fn are_bearable(
        &self,
        items: impl Iterator<Item = u32>,
        regions: &[Region],
    ) -> bool {
        let pair = |item: u32| Some((self.record_of[item as usize], self.steps(item, regions)?));
        let Some(mut pairs) = items.map(pair).collect::<Option<Vec<_>>>() else {
            return false;
        };
        pairs.sort_unstable();
        pairs.dedup();
        self.evaluate(&pairs)
            .into_iter()
            .all(|(risk, ..)| risk <= self.cap)
    }

    pub(super) fn evaluate(&self, pairs: &[(u32, Vec<u8>)]) -> Vec<(f64, f64, u64)> {
        evaluate_with(
            self.records,
            self.crowds.as_deref(),
            pairs,
            by_levels(self.records, pairs),
        )
    }

    /// Whether there are enough rows for some class.
    pub(super) fn meets_rows(&self, parts: &[Part]) -> bool {
        rows(parts) >= self.judge.least_size()
    }

    pub(super) fn meets(
        &self,
        parts: &[Part],
        regions: &[Region],
        counters: &mut Counters,
    ) -> bool {
        let Some(yardsticks) = &self.yardsticks else {
            return self
                .judge
                .meets(parts, || regions.to_vec(), &Alone, counters);
        };
        let class = |_: usize| regions;
        let above = yardsticks.above(&class);
        self.judge.meets(
            parts,
            || regions.to_vec(),
            &above as &dyn Supersets,
            counters,
        )
    }
}

/// By level and leaf what a label is worth and which values it stands for.
pub(super) fn at_level(records: &RecordTask<'_>, attribute: usize) -> Vec<Vec<(f64, Region)>> {
    let of = &records.attributes[attribute];
    let one = |level: usize, leaf: u32| {
        let step = of
            .chains
            .of(leaf)
            .partition_point(|step| usize::from(step.level) <= level)
            .max(1)
            - 1;
        (of.utilities(leaf)[step], of.chains.of(leaf)[step].region)
    };
    (0..=records.levels[attribute].1)
        .map(|level| {
            (0..of.chains.leaves() as u32)
                .map(|leaf| one(level, leaf))
                .collect()
        })
        .collect()
}
