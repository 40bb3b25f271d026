//! Mondrian: halves the table again and again while both halves may be released.

use super::items::{Items, Part};
use super::judge::{Counters, Judge, rows};
use super::labels::{Labels, Recode};
use super::lineage::{Lineage, Lines};
use super::partition::Partition;
use super::whole::Whole;
use crate::{SearchWatch, Task};
use equipoise_data::{Region, Result};
use equipoise_release::Recoding;
use std::cmp::Reverse;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// How Mondrian cuts.
#[derive(Clone, Debug)]
pub struct MondrianOptions {
    /// Rows with the value at the cut may go to both sides, so that halves are equal; else equal
    /// values stay together.
    pub relaxed: bool,
    /// Per quasi-identifier what its cells may say.
    pub recode: Vec<Recode>,
}

/// Fewer parts than this are not worth a thread of their own.
const LEAST_PARALLEL: usize = 2_000;

/// Splits the table by median cuts while all models hold on both sides; `None` when not even the
/// whole table meets them.
///
/// # Method
/// Of a group of rows the quasi-identifier with the widest range comes first (in ranks, relative to
/// the whole column); it is cut at the median. Where a side would fail a model, the next widest is
/// tried, and so on; a group that cannot be cut is a class. Columns with a hierarchy are cut
/// between its labels, nearest to the median. Models of the whole table are judged on the sizes of
/// all groups after each cut.
///
/// # Source
/// LeFevre, DeWitt, Ramakrishnan, ICDE 2006; `publishing-thesis` section 5, which adds that all
/// dimensions are tried and that the whole table is tested.
///
/// # Departs
/// (n,t)-closeness compares a part with the rows of the table in the released region of a group
/// that it was cut from. With any runs and strict cuts these are the rows of the group, as in the
/// source; labels of a hierarchy may cover more.
///
/// # Errors
/// Models that cannot judge one class at a time.
///
/// # Cost
/// O(items x quasi-identifiers) for each of about log2(classes) halvings, on all threads unless a
/// model looks at the whole table. The answer is the same on any number of threads.
pub fn mondrian(
    task: &Task<'_>,
    options: &MondrianOptions,
    watch: &dyn SearchWatch,
) -> Result<Option<Partition>> {
    let items = Items::new(task.encoded)?;
    let judge = Judge::new(task.panel, task.encoded, &items)?;
    let labels = task
        .encoded
        .quasi
        .iter()
        .zip(&options.recode)
        .map(|(q, &recode)| Labels::new(q.hierarchy, recode));
    let labels: Vec<Labels<'_>> = labels.collect();
    let lines = Lines::new(task.panel, &items, &judge);
    let cutter = Cutter {
        items: &items,
        judge: &judge,
        widths: task
            .encoded
            .quasi
            .iter()
            .map(|q| q.hierarchy.leaves().max(2) as u64 - 1)
            .collect(),
        labels,
        lines: &lines,
        relaxed: options.relaxed,
        watch,
        done: AtomicU64::new(0),
        total: rows(&items.all()),
    };
    let root = cutter.group(items.all());
    let mut counters = Counters::default();
    let mut whole = Whole::new(&judge);
    whole.add(judge.size(&root.parts, &mut counters));
    if !cutter.meets(&root, &Lineage::none(), &mut counters) || !whole.holds(&judge) {
        return Ok(None);
    }
    let mut classes = Vec::new();
    match whole.matters() {
        true => cutter.one_by_one(root, &mut whole, &mut classes, &mut counters),
        false => cutter.all_at_once(root, Lineage::none(), &mut classes),
    }
    let attributes = items.leaves.len();
    let regions = classes
        .iter()
        .flat_map(|class| cutter.regions(class))
        .collect();
    let parts: Vec<Vec<Part>> = classes.into_iter().map(|class| class.parts).collect();
    let recoding = Recoding::new(
        items.group_of_row(&parts, equipoise_release::LEFT_OUT),
        regions,
        attributes,
    );
    Ok(Some(Partition {
        recoding,
        supersets: lines.supersets(),
        runs: None,
    }))
}

/// Rows that are together so far.
struct Group {
    parts: Vec<Part>,
    /// Per quasi-identifier the run of leaves that occur.
    runs: Vec<Region>,
}

struct Cutter<'a> {
    items: &'a Items,
    judge: &'a Judge<'a>,
    labels: Vec<Labels<'a>>,
    /// Per quasi-identifier the range of ranks of the whole column.
    widths: Vec<u64>,
    lines: &'a Lines<'a>,
    relaxed: bool,
    watch: &'a dyn SearchWatch,
    done: AtomicU64,
    total: u64,
}

impl Cutter<'_> {
    fn group(&self, parts: Vec<Part>) -> Group {
        let run = |leaves: &Vec<u32>| {
            let (mut first, mut last) = (u32::MAX, 0);
            for part in &parts {
                let leaf = leaves[part.item as usize];
                (first, last) = (first.min(leaf), last.max(leaf));
            }
            Region { first, last }
        };
        let runs = self.items.leaves.iter().map(run).collect();
        Group { parts, runs }
    }

    /// What a group would show.
    fn regions(&self, group: &Group) -> Vec<Region> {
        self.labels
            .iter()
            .zip(&group.runs)
            .map(|(labels, &run)| labels.cover(run))
            .collect()
    }

    fn meets(&self, group: &Group, lineage: &Arc<Lineage>, counters: &mut Counters) -> bool {
        self.judge.meets(
            &group.parts,
            || self.regions(group),
            &lineage.above(self.lines),
            counters,
        )
    }

    /// Cuts a group and both halves, on all threads.
    fn all_at_once(&self, group: Group, lineage: Arc<Lineage>, out: &mut Vec<Group>) {
        let mut counters = Counters::default();
        let mut stack = vec![(group, lineage)];
        while let Some((group, lineage)) = stack.pop() {
            let within = lineage.with(self.lines, || self.regions(&group));
            let cut = if self.watch.stopped() {
                None
            } else {
                self.cut(&group, &within, &mut counters, &mut |_, _, _| true)
            };
            match cut {
                None => {
                    self.tell(&group);
                    out.push(group);
                }
                Some((left, right))
                    if left.parts.len().min(right.parts.len()) >= LEAST_PARALLEL =>
                {
                    let (mut first, mut second) = (Vec::new(), Vec::new());
                    rayon::join(
                        || self.all_at_once(left, within.clone(), &mut first),
                        || self.all_at_once(right, within.clone(), &mut second),
                    );
                    out.append(&mut first);
                    out.append(&mut second);
                }
                Some((left, right)) => stack.extend([(right, within.clone()), (left, within)]),
            }
        }
    }

    /// Cuts a group and both halves, with an eye on the whole table, so one after the other.
    fn one_by_one(
        &self,
        root: Group,
        whole: &mut Whole,
        out: &mut Vec<Group>,
        counters: &mut Counters,
    ) {
        let mut stack = vec![(root, Lineage::none())];
        while let Some((group, lineage)) = stack.pop() {
            let within = lineage.with(self.lines, || self.regions(&group));
            let mut sizes = Counters::default();
            let mut fits = |all: &Group, left: &Group, right: &Group| {
                let [all, left, right] =
                    [all, left, right].map(|g| self.judge.size(&g.parts, &mut sizes));
                whole.replace_if_holds(self.judge, &[all], &[left, right])
            };
            let cut = if self.watch.stopped() {
                None
            } else {
                self.cut(&group, &within, counters, &mut fits)
            };
            match cut {
                None => {
                    self.tell(&group);
                    out.push(group);
                }
                Some((left, right)) => stack.extend([(right, within.clone()), (left, within)]),
            }
        }
    }

    fn tell(&self, group: &Group) {
        let done = self.done.fetch_add(rows(&group.parts), Ordering::Relaxed) + rows(&group.parts);
        self.watch.progress(0, done, self.total, None);
    }

    /// The first cut that leaves two groups which may be classes.
    fn cut(
        &self,
        group: &Group,
        lineage: &Arc<Lineage>,
        counters: &mut Counters,
        fits: &mut dyn FnMut(&Group, &Group, &Group) -> bool,
    ) -> Option<(Group, Group)> {
        let mut dimensions: Vec<usize> = (0..group.runs.len())
            .filter(|&d| group.runs[d].first < group.runs[d].last)
            .collect();
        // Widest first; exact, because shares of ranks are compared by cross products.
        let width = |d: usize| u64::from(group.runs[d].last - group.runs[d].first);
        dimensions.sort_by(|&a, &b| (width(b) * self.widths[a]).cmp(&(width(a) * self.widths[b])));
        for &d in &dimensions {
            for cut in self.cuts(group, d) {
                let (left, right) = self.divide(group, d, cut, &dimensions);
                if left.is_empty() || right.is_empty() {
                    continue;
                }
                let (left, right) = (self.group(left), self.group(right));
                if self.meets(&left, lineage, counters)
                    && self.meets(&right, lineage, counters)
                    && fits(group, &left, &right)
                {
                    return Some((left, right));
                }
            }
        }
        None
    }

    /// The leaves before which a group is cut, the most promising first.
    fn cuts(&self, group: &Group, dimension: usize) -> Vec<Cut> {
        let (labels, run) = (&self.labels[dimension], group.runs[dimension]);
        let mut counts = vec![0u64; run.len()];
        for part in &group.parts {
            counts[(self.items.leaves[dimension][part.item as usize] - run.first) as usize] +=
                u64::from(part.rows);
        }
        let total: u64 = counts.iter().sum();
        let missing = labels.missing_in(run).map(Cut::Before);
        let mut before = 0;
        let mut at = 0;
        // Rows before each place; the median is before the first place that has half of them.
        let balance = labels.cuts(run).map(|cut| {
            before += counts[at..(cut - run.first) as usize].iter().sum::<u64>();
            at = (cut - run.first) as usize;
            (cut, before)
        });
        let nearest = balance
            .min_by_key(|&(cut, before)| (Reverse(before.min(total - before)), cut))
            .map(|(cut, _)| Cut::Before(cut));
        let halves = (self.relaxed && labels.cuts_anywhere() && missing.is_none())
            .then_some(Cut::Halves(total / 2));
        let mut cuts: Vec<Cut> = missing.into_iter().chain(halves).chain(nearest).collect();
        cuts.dedup();
        cuts
    }

    fn divide(
        &self,
        group: &Group,
        dimension: usize,
        cut: Cut,
        dimensions: &[usize],
    ) -> (Vec<Part>, Vec<Part>) {
        let leaf = |d: usize, part: &Part| self.items.leaves[d][part.item as usize];
        match cut {
            Cut::Before(first) => group
                .parts
                .iter()
                .partition(|part| leaf(dimension, part) < first),
            Cut::Halves(half) => {
                // Rows with the value at the cut are told apart by the other quasi-identifiers, so
                // that both halves stay narrow.
                let mut sorted = group.parts.clone();
                let others = || dimensions.iter().copied().filter(|&d| d != dimension);
                sorted.sort_by(|a, b| {
                    let first = leaf(dimension, a).cmp(&leaf(dimension, b));
                    first
                        .then_with(|| {
                            others()
                                .map(|d| leaf(d, a))
                                .cmp(others().map(|d| leaf(d, b)))
                        })
                        .then(a.item.cmp(&b.item))
                });
                let (mut left, mut right, mut taken) = (Vec::new(), Vec::new(), 0u64);
                for part in sorted {
                    let room = (half - taken).min(u64::from(part.rows)) as u32;
                    taken += u64::from(room);
                    left.extend((room > 0).then_some(Part { rows: room, ..part }));
                    right.extend((room < part.rows).then_some(Part {
                        rows: part.rows - room,
                        ..part
                    }));
                }
                (left, right)
            }
        }
    }
}

/// How a group is divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cut {
    /// Leaves before this one, and the others.
    Before(u32),
    /// So many rows in the order of leaves, and the others.
    Halves(u64),
}
