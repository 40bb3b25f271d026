//! What is remembered of every record while nodes are chosen.

use super::rating::Seen;
use crate::atlas::Chart;
use crate::record::Record;
use crate::wishes::Thresholds;
use std::collections::HashMap;

/// A few numbers of every record under a few thresholds: records themselves are handed on and
/// forgotten.
pub(super) struct Memory<'c> {
    pub(super) chart: &'c Chart,
    thresholds: Vec<Thresholds>,
    places: HashMap<u64, u32>,
    pub(super) nodes: Vec<u64>,
    /// Per node its levels, one after the other.
    levels: Vec<u8>,
    /// Per node how many classes it has.
    classes: Vec<u64>,
    /// Per node and thresholds.
    seen: Vec<Short>,
}

/// [`Seen`] in half the bytes. Where units are counted in more than 32 bits they are as good as
/// all.
#[derive(Clone, Copy)]
struct Short {
    units: u32,
    rows: u32,
    loss: f64,
}

/// What is remembered of one record, worked out by any thread.
pub(super) struct Summary {
    classes: u64,
    seen: Vec<Short>,
}

impl<'c> Memory<'c> {
    pub(super) fn new(chart: &'c Chart, thresholds: Vec<Thresholds>) -> Self {
        Memory {
            chart,
            thresholds,
            places: HashMap::new(),
            nodes: Vec::new(),
            levels: Vec::new(),
            classes: Vec::new(),
            seen: Vec::new(),
        }
    }

    /// Works out what is remembered of a record.
    pub(super) fn summary(&self, levels: &[u8], record: &[u8]) -> Summary {
        let short = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
        let of = |thresholds: &Thresholds| {
            let figures = self.chart.figures(levels, record, thresholds);
            let loss = if figures.kept_classes == 0 {
                f64::INFINITY
            } else {
                figures.losses[0]
            };
            Short {
                units: short(figures.units),
                rows: short(figures.rows),
                loss,
            }
        };
        let shape = self.chart.shape();
        let classes = Record::parse(&shape, record).map_or(0, |record| record.classes);
        Summary {
            classes,
            seen: self.thresholds.iter().map(of).collect(),
        }
    }

    /// Remembers a node; false when it is no news.
    pub(super) fn add(&mut self, node: u64, levels: &[u8], summary: Summary) -> bool {
        if self.has(node) {
            return false;
        }
        self.places.insert(node, self.nodes.len() as u32);
        self.nodes.push(node);
        self.levels.extend_from_slice(levels);
        self.classes.push(summary.classes);
        self.seen.extend(summary.seen);
        true
    }

    pub(super) fn has(&self, node: u64) -> bool {
        self.places.contains_key(&node)
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The classes of a node, 0 where nothing is known of it.
    pub(super) fn classes(&self, node: u64) -> u64 {
        self.places
            .get(&node)
            .map_or(0, |&place| self.classes[place as usize])
    }

    /// A node under some of the thresholds, by their number.
    pub(super) fn look(&self, node: u64, thresholds: usize) -> Option<Seen> {
        self.places
            .get(&node)
            .map(|&place| self.seen_at(place as usize, thresholds))
    }

    pub(super) fn seen_at(&self, place: usize, thresholds: usize) -> Seen {
        let Short { units, rows, loss } = self.seen[place * self.thresholds.len() + thresholds];
        Seen {
            units: units.into(),
            rows: rows.into(),
            loss,
        }
    }

    pub(super) fn levels_at(&self, place: usize) -> &[u8] {
        let attributes = self.chart.lattice().attributes();
        &self.levels[place * attributes..(place + 1) * attributes]
    }
}
