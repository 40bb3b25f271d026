//! From what was decided for records to classes that meet the models of the released table.
//!
//! A crowd of k in a dictionary is not k-anonymity of the released file (E23): rows that could each
//! be k people may all be shown differently. So rows that are shown alike are judged as classes,
//! and those in classes that fail are moved, in this order: to a class that covers them and keeps
//! to their threshold; with others of their kind to a node that does; out of the table, as far as
//! that is allowed; to a class that covers them whatever it is worth; to the class that has to be
//! widened least; to several that are merged. None of this makes the largest risk of the table
//! larger than it is where each record has what is best for it.

mod cover;
mod ground;

use self::cover::{Class, Cover};
use self::ground::{Ground, MOST_PAIRS, at_level};
use super::{Form, RecordSolutions, RecordTask, crowds};
use crate::multidim::Partition;
use crate::multidim::items::{Items, Part};
use crate::multidim::judge::{Counters, Judge, rows};
use crate::multidim::local::forest::{LabelTree, NONE, WHOLE};
use crate::multidim::local::yardsticks;
use crate::multidim::whole::Whole;
use crate::multidim::yardsticks::Yardsticks;
use crate::{SearchWatch, Task};
use equipoise_data::{Encoded, Error, Levels, Region, Result, Sensitive};
use equipoise_release::{LEFT_OUT, Recoding};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Classes that meet all models, and what they took.
#[derive(Clone, Debug)]
pub struct Floored {
    /// The classes.
    pub partition: Partition,
    /// Per row its record's steps as released, attribute by attribute; those of rows that are left
    /// out mean nothing.
    pub node_of_row: Vec<u32>,
    /// The different (record, steps) that occur.
    pub nodes: Vec<(u32, Vec<u8>)>,
    /// Rows that are shown otherwise than was best for them alone.
    pub moved_rows: u64,
    /// Rows that are shown with less than their threshold asks for.
    pub short_rows: u64,
    /// Rows that are left out.
    pub left_out_rows: u64,
}

/// Makes classes of what was decided for each record, such that the models of the task hold; none
/// where they do not hold even with all rows in one class.
///
/// # Errors
/// Models that cannot judge one class at a time, or a stop.
///
/// # Cost
/// O(rows in failing classes x (classes / 64 + nodes in use) x attributes).
pub fn floor(
    task: &Task<'_>,
    records: &RecordTask<'_>,
    answer: &RecordSolutions,
    watch: &dyn SearchWatch,
) -> Result<Option<Floored>> {
    // Rows that weigh differently are different items.
    let values: Vec<u32> = (0..records.records.len() as u32).collect();
    let mut encoded: Encoded<'_> = task.encoded.clone();
    encoded.sensitive.push(Sensitive {
        codes: &records.records.of_row,
        value_of: &values,
        only_occurrence: false,
    });
    let items = Items::new(&encoded)?;
    let judge = Judge::new(task.panel, &encoded, &items)?;
    let record_of = items.values.last().cloned().unwrap_or_default();
    let tree = |a: usize| {
        LabelTree::new(
            records.hierarchies[a],
            records.levels[a].0,
            records.levels[a].1,
            WHOLE,
        )
    };
    let ground = Ground {
        records,
        items: &items,
        judge: &judge,
        yardsticks: yardsticks(task, &items, &judge),
        record_of,
        trees: (0..records.attributes.len()).map(tree).collect(),
        allowed_units: task.allowed_units,
        cap: cap(records, answer),
        crowds: crowds::crowds(records),
        at_level: (0..records.attributes.len())
            .map(|a| at_level(records, a))
            .collect(),
    };
    let mut state = State {
        ground: &ground,
        classes: Vec::new(),
        left_out: Vec::new(),
        counters: Counters::default(),
    };
    let offenders = state.begin(answer);
    let offenders = state.join_covering(offenders, true);
    let nodes = ground.nodes_in_use(&offenders, answer);
    let offenders = state.gather(offenders, &nodes, true);
    let offenders = state.leave_out(offenders);
    let offenders = state.join_covering(offenders, false);
    let nodes = ground.nodes_above(&offenders, answer);
    let offenders = state.gather(offenders, &nodes, false);
    let offenders = state.leave_out(offenders);
    if watch.stopped() {
        return Err(Error::stopped());
    }
    if !state.widen(offenders) || !state.coarsen() {
        return Ok(None);
    }
    Ok(Some(state.finish(answer)))
}

/// The largest risk that any record has where it is best for it: no row is moved to where it has
/// more. Where a step up can raise the risk, nothing could be moved then, and only what must never
/// be shown is out.
fn cap(records: &RecordTask<'_>, answer: &RecordSolutions) -> f64 {
    if !records.risks.is_monotone() {
        return f64::MAX;
    }
    let most = answer
        .risk
        .iter()
        .copied()
        .fold(f64::NEG_INFINITY, f64::max);
    most + most.abs() * super::form::EQUAL
}

struct State<'a> {
    ground: &'a Ground<'a>,
    classes: Vec<Class>,
    left_out: Vec<Part>,
    counters: Counters,
}

impl State<'_> {
    /// The classes of what was decided; those that fail give up their rows.
    fn begin(&mut self, answer: &RecordSolutions) -> Vec<Part> {
        let ground = self.ground;
        let mut by_regions: BTreeMap<Vec<Region>, Vec<Part>> = BTreeMap::new();
        for part in ground.items.all() {
            let node = answer.node(ground.record_of[part.item as usize] as usize);
            by_regions
                .entry(ground.regions(part.item, node))
                .or_default()
                .push(part);
        }
        let mut offenders = Vec::new();
        for (regions, parts) in by_regions {
            match ground.meets(&parts, &regions, &mut self.counters) {
                true => self.classes.push(Class { regions, parts }),
                false => offenders.extend(parts),
            }
        }
        offenders.sort_unstable_by_key(|part| part.item);
        offenders
    }

    /// Lets rows join classes that cover them as they are: with `strictly`, only those that keep to
    /// the threshold, the best of them for the row; else those that are worth most. Says who is
    /// left.
    fn join_covering(&mut self, offenders: Vec<Part>, strictly: bool) -> Vec<Part> {
        let ground = self.ground;
        let cover = Cover::new(&self.classes, ground.trees.len());
        let places: Vec<Vec<Place>> = offenders
            .iter()
            .map(|part| self.places(&cover, part.item, strictly))
            .collect();
        let pairs: Vec<(u32, Vec<u8>)> = offenders
            .iter()
            .zip(&places)
            .flat_map(|(part, places)| {
                places
                    .iter()
                    .map(|p| (ground.record_of[part.item as usize], p.node.clone()))
            })
            .collect();
        let mut risks = ground.evaluate(&pairs).into_iter().map(|value| value.0);
        let mut left = Vec::new();
        for (part, places) in offenders.into_iter().zip(places) {
            let form = ground.form(part.item);
            let known = places
                .into_iter()
                .map(|p| (risks.next().unwrap_or(f64::INFINITY), p));
            let mut known: Vec<(f64, Place)> =
                known.filter(|(risk, _)| *risk <= ground.cap).collect();
            if strictly {
                known.sort_by(|a, b| {
                    form.objective(a.0, a.1.utility)
                        .total_cmp(&form.objective(b.0, b.1.utility))
                        .then(a.1.at.cmp(&b.1.at))
                });
            }
            let joined = known.into_iter().find(|(_, place)| {
                let class = &self.classes[place.at];
                let with: Vec<Part> = class.parts.iter().copied().chain([part]).collect();
                ground.meets(&with, &class.regions, &mut self.counters)
            });
            match joined {
                Some((_, place)) => self.classes[place.at].parts.push(part),
                None => left.push(part),
            }
        }
        left
    }

    /// The classes that cover an item and promise most: with `strictly`, little sensitivity for
    /// many rows; else much utility.
    fn places(&self, cover: &Cover, item: u32, strictly: bool) -> Vec<Place> {
        let ground = self.ground;
        let form = ground.form(item);
        let place = |at: usize| {
            let node = ground.steps(item, &self.classes[at].regions)?;
            let (utility, weight) = ground.value(item, &node);
            if strictly && !form.is_enough(utility) {
                return None;
            }
            let rank = match form {
                Form::LeastRisk { .. } if strictly => weight / rows(&self.classes[at].parts) as f64,
                _ => -utility,
            };
            Some(Place {
                rank,
                at,
                utility,
                node,
            })
        };
        let chains: Vec<_> = ground
            .records
            .attributes
            .iter()
            .zip(ground.leaves(item))
            .map(|(a, leaf)| a.chains.of(leaf))
            .collect();
        let mut places: Vec<Place> = cover
            .classes(&chains)
            .into_iter()
            .filter_map(place)
            .collect();
        places.sort_by(|a, b| a.rank.total_cmp(&b.rank).then(a.at.cmp(&b.at)));
        places.truncate(MOST_OFFERS);
        places
    }

    /// Makes new classes of rows that find none, at these nodes in their order; with `strictly`,
    /// only where they are worth enough for each row.
    fn gather(&mut self, offenders: Vec<Part>, nodes: &[Levels], strictly: bool) -> Vec<Part> {
        let ground = self.ground;
        let mut forms: Vec<Form> = offenders
            .iter()
            .map(|part| ground.form(part.item))
            .collect();
        let mut place_of: HashMap<Vec<Region>, usize> = self
            .classes
            .iter()
            .enumerate()
            .map(|(at, c)| (c.regions.clone(), at))
            .collect();
        let mut left = offenders;
        for levels in nodes {
            let mut groups: BTreeMap<Vec<Region>, Vec<Part>> = BTreeMap::new();
            for (&part, form) in left.iter().zip(&forms) {
                let (utility, regions) = ground.shown(part.item, levels);
                if !strictly || form.is_enough(utility) {
                    groups.entry(regions).or_default().push(part);
                }
            }
            let mut taken: Vec<u32> = Vec::new();
            for (regions, parts) in groups {
                // A class with these regions may be there already, and may take them all.
                if ground.meets_rows(&parts)
                    && ground.are_bearable(parts.iter().map(|part| part.item), &regions)
                    && self.add(regions, &parts, &mut place_of)
                {
                    taken.extend(parts.iter().map(|part| part.item));
                }
            }
            if taken.is_empty() {
                continue;
            }
            taken.sort_unstable();
            left.retain(|part| taken.binary_search(&part.item).is_err());
            forms = left.iter().map(|part| ground.form(part.item)).collect();
        }
        left
    }

    /// A class more, or more rows in one that is there; says whether the models agree.
    fn add(
        &mut self,
        regions: Vec<Region>,
        parts: &[Part],
        place_of: &mut HashMap<Vec<Region>, usize>,
    ) -> bool {
        let held = place_of.get(&regions).copied();
        let all: Vec<Part> = held
            .map_or(&[][..], |at| &self.classes[at].parts)
            .iter()
            .chain(parts)
            .copied()
            .collect();
        if !self.ground.meets(&all, &regions, &mut self.counters) {
            return false;
        }
        match held {
            Some(at) => self.classes[at].parts = all,
            None => {
                place_of.insert(regions.clone(), self.classes.len());
                self.classes.push(Class {
                    regions,
                    parts: all,
                });
            }
        }
        true
    }

    /// Leaves rows out as far as that is allowed. An empty table is no release: where no row is in
    /// a class, nobody is left out.
    fn leave_out(&mut self, offenders: Vec<Part>) -> Vec<Part> {
        if self.classes.is_empty() {
            return offenders;
        }
        let offenders = self.dearest_first(offenders);
        let mut left = Vec::new();
        let mut units = self.ground.judge.size(&self.left_out, &mut self.counters);
        let of = |item: u32| {
            self.ground
                .items
                .persons
                .as_ref()
                .map(|of| of[item as usize])
        };
        let mut persons: HashSet<u32> = self
            .left_out
            .iter()
            .filter_map(|part| of(part.item))
            .collect();
        for part in offenders {
            let person = of(part.item);
            let more = match person {
                Some(person) => u64::from(!persons.contains(&person)),
                None => u64::from(part.rows),
            };
            if units + more > self.ground.allowed_units {
                left.push(part);
                continue;
            }
            units += more;
            persons.extend(person);
            self.left_out.push(part);
        }
        left.sort_unstable_by_key(|part: &Part| part.item);
        left
    }

    /// Rows for which classes would have to be widened most come first; before them those that no
    /// class can be widened for.
    fn dearest_first(&self, offenders: Vec<Part>) -> Vec<Part> {
        if offenders.len().saturating_mul(self.classes.len()) > MOST_PAIRS {
            return offenders;
        }
        let price = |part: &Part| {
            self.places_to_widen(part)
                .into_iter()
                .map(|place| place.0)
                .min()
                .unwrap_or(u64::MAX)
        };
        let mut priced: Vec<(u64, Part)> = offenders
            .into_iter()
            .map(|part| (price(&part), part))
            .collect();
        priced.sort_by_key(|(price, part)| (std::cmp::Reverse(*price), part.item));
        priced.into_iter().map(|p| p.1).collect()
    }

    /// What it costs to widen each class for a row, its place, and its labels then; nothing for
    /// classes where no label covers both.
    fn places_to_widen(&self, part: &Part) -> Vec<(u64, usize, Vec<Region>)> {
        let own: Vec<Region> = self
            .ground
            .regions(part.item, &vec![0; self.ground.trees.len()]);
        let place = |(at, class): (usize, &Class)| {
            let (regions, before, after) = self.joined(&class.regions, &own)?;
            Some((
                (rows(&class.parts) + u64::from(part.rows)) * after - rows(&class.parts) * before,
                at,
                regions,
            ))
        };
        self.classes.iter().enumerate().filter_map(place).collect()
    }

    /// Widens classes for rows that nothing covers, each the class where that costs least. Says
    /// whether all found one.
    fn widen(&mut self, offenders: Vec<Part>) -> bool {
        if self.classes.is_empty() {
            return self.one_class();
        }
        let ground = self.ground;
        for part in offenders {
            let mut places = self.places_to_widen(&part);
            places.sort_unstable();
            let fits = |(_, at, regions): (u64, usize, Vec<Region>)| {
                ground.are_bearable(std::iter::once(part.item), &regions)
                    && self.replace(&[at], regions, vec![part])
            };
            if !places.into_iter().any(fits) && !self.merge_for(part) {
                return self.one_class();
            }
        }
        true
    }

    /// Merges classes until a row fits among them: each time twice as many of those that cost
    /// least. Says whether it found a place.
    fn merge_for(&mut self, part: Part) -> bool {
        let mut regions: Vec<Region> = self
            .ground
            .regions(part.item, &vec![0; self.ground.trees.len()]);
        let mut merged: Vec<usize> = Vec::new();
        let mut more = 2;
        loop {
            let cost = |at: usize| {
                let (_, before, after) = self.joined(&self.classes[at].regions, &regions)?;
                Some((rows(&self.classes[at].parts) * (after - before), at))
            };
            let mut near: Vec<(u64, usize)> = (0..self.classes.len())
                .filter(|at| !merged.contains(at))
                .filter_map(cost)
                .collect();
            if near.is_empty() {
                return false;
            }
            near.sort_unstable();
            for (_, at) in near.into_iter().take(more) {
                // What is near to the row may have no label in common with what came before it.
                if let Some((joined, ..)) = self.joined(&self.classes[at].regions, &regions) {
                    regions = joined;
                    merged.push(at);
                }
            }
            let is_bearable = self
                .ground
                .are_bearable(std::iter::once(part.item), &regions);
            if is_bearable && self.replace(&merged, regions.clone(), vec![part]) {
                return true;
            }
            more *= 2;
        }
    }

    /// The narrowest labels above two, with what a row costs before and after; none where there are
    /// no such labels.
    fn joined(&self, one: &[Region], other: &[Region]) -> Option<(Vec<Region>, u64, u64)> {
        let (mut regions, mut before, mut after) = (Vec::with_capacity(one.len()), 0, 0);
        for ((tree, a), b) in self.ground.trees.iter().zip(one).zip(other) {
            let (x, y) = (node(tree, *a), node(tree, *b));
            let above = tree.join(x, y);
            if x == NONE || above == NONE {
                return None;
            }
            before += tree.nodes[x as usize].cost;
            after += tree.nodes[above as usize].cost;
            regions.push(tree.nodes[above as usize].region);
        }
        Some((regions, before, after))
    }

    /// Puts a class with these regions in the place of others, with more rows; says whether the
    /// models agree.
    fn replace(&mut self, old: &[usize], regions: Vec<Region>, more: Vec<Part>) -> bool {
        let same = (0..self.classes.len())
            .filter(|&at| old.contains(&at) || self.classes[at].regions == regions);
        let same: Vec<usize> = same.collect();
        let parts: Vec<Part> = same
            .iter()
            .flat_map(|&at| &self.classes[at].parts)
            .chain(&more)
            .copied()
            .collect();
        if !self.ground.meets(&parts, &regions, &mut self.counters) {
            return false;
        }
        same.into_iter()
            .rev()
            .for_each(|at| drop(self.classes.swap_remove(at)));
        self.classes.push(Class { regions, parts });
        true
    }

    /// All rows that are not left out, in one class under the highest labels.
    fn one_class(&mut self) -> bool {
        let is_out: HashSet<u32> = self.left_out.iter().map(|part| part.item).collect();
        let parts: Vec<Part> = self
            .ground
            .items
            .all()
            .into_iter()
            .filter(|part| !is_out.contains(&part.item))
            .collect();
        let Some(first) = parts.first() else {
            return false;
        };
        let tops: Vec<u8> = self
            .ground
            .records
            .levels
            .iter()
            .map(|l| l.1 as u8)
            .collect();
        let steps = |item: u32| {
            self.ground
                .records
                .steps(self.ground.record_of[item as usize] as usize, &tops)
        };
        let regions = self.ground.regions(first.item, &steps(first.item));
        let is_one = parts
            .iter()
            .all(|part| self.ground.regions(part.item, &steps(part.item)) == regions);
        let met = is_one && self.ground.meets(&parts, &regions, &mut self.counters);
        self.classes = vec![Class { regions, parts }];
        met
    }

    /// Joins the smallest class with the nearest until the models of the whole table hold. Says
    /// whether they do.
    fn coarsen(&mut self) -> bool {
        loop {
            let mut whole = Whole::new(self.ground.judge);
            for class in &self.classes {
                whole.add(self.ground.judge.size(&class.parts, &mut self.counters));
            }
            if whole.holds(self.ground.judge) {
                return true;
            }
            let Some(small) =
                (0..self.classes.len()).min_by_key(|&at| (rows(&self.classes[at].parts), at))
            else {
                return false;
            };
            let mut places: Vec<(u64, usize, Vec<Region>)> = Vec::new();
            for at in (0..self.classes.len()).filter(|&at| at != small) {
                if let Some((regions, before, after)) =
                    self.joined(&self.classes[at].regions, &self.classes[small].regions)
                {
                    places.push((
                        rows(&self.classes[at].parts) * (after - before)
                            + rows(&self.classes[small].parts) * after,
                        at,
                        regions,
                    ));
                }
            }
            places.sort_unstable();
            if !places
                .into_iter()
                .any(|(_, at, regions)| self.replace(&[at, small], regions, Vec::new()))
            {
                return false;
            }
        }
    }

    fn finish(self, answer: &RecordSolutions) -> Floored {
        let ground = self.ground;
        let (mut moved_rows, mut short_rows) = (0, 0);
        let mut nodes: Vec<(u32, Vec<u8>)> = Vec::new();
        let mut place: HashMap<(u32, Vec<u8>), u32> = HashMap::new();
        let mut node_of_item = vec![0u32; ground.items.len()];
        for class in &self.classes {
            for part in &class.parts {
                let record = ground.record_of[part.item as usize];
                let node = ground
                    .steps(part.item, &class.regions)
                    .expect("the labels of a class cover its rows");
                moved_rows += if node == answer.node(record as usize) {
                    0
                } else {
                    u64::from(part.rows)
                };
                short_rows += if ground
                    .form(part.item)
                    .is_enough(ground.value(part.item, &node).0)
                {
                    0
                } else {
                    u64::from(part.rows)
                };
                let next = nodes.len() as u32;
                node_of_item[part.item as usize] =
                    *place.entry((record, node.clone())).or_insert(next);
                if nodes.len() < place.len() {
                    nodes.push((record, node));
                }
            }
        }
        let parts: Vec<Vec<Part>> = self
            .classes
            .iter()
            .map(|class| class.parts.clone())
            .collect();
        let regions: Vec<Region> = self
            .classes
            .iter()
            .flat_map(|class| class.regions.iter().copied())
            .collect();
        let recoding = Recoding::new(
            ground.items.group_of_row(&parts, LEFT_OUT),
            regions,
            ground.trees.len(),
        );
        let supersets = ground
            .yardsticks
            .as_ref()
            .map_or_else(Vec::new, Yardsticks::regions);
        Floored {
            partition: Partition {
                recoding,
                supersets,
                runs: None,
            },
            node_of_row: ground
                .items
                .of_row
                .iter()
                .map(|&item| node_of_item[item as usize])
                .collect(),
            nodes,
            moved_rows,
            short_rows,
            left_out_rows: rows(&self.left_out),
        }
    }
}

/// Rows are offered to so many classes.
const MOST_OFFERS: usize = 16;

/// A class that a row could be in.
struct Place {
    rank: f64,
    at: usize,
    utility: f64,
    node: Vec<u8>,
}

/// The label of a tree with this region.
fn node(tree: &LabelTree, region: Region) -> u32 {
    let mut node = tree.of_leaf[region.first as usize];
    while node != NONE && tree.nodes[node as usize].region != region {
        node = tree.nodes[node as usize].parent;
    }
    node
}
