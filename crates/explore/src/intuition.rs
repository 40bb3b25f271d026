//! Why an answer is as it is.

use crate::explorer::Explorer;
use crate::views::{OneStep, one_step};
use crate::wishes::{Thresholds, Wishes};

/// What lies behind the figures of a node.
#[derive(Clone, Debug, PartialEq)]
pub struct Intuition {
    /// Per axis, then per table model, the strictest threshold that the kept classes meet; none
    /// where none stays.
    pub measured: Vec<Option<u64>>,
    /// Which classes go, sizes rising.
    pub going: Vec<SuppressedSize>,
    /// Per axis, then per table model, how suppression moves with its threshold while all others
    /// stay.
    pub curves: Vec<Curve>,
    /// What each one-step neighbour costs.
    pub steps: OneStep,
}

/// Classes of one size that go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SuppressedSize {
    /// Their size in units of protection.
    pub size: u64,
    /// How many there are.
    pub classes: u64,
    /// Their rows.
    pub rows: u64,
}

/// How suppression moves with one threshold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Curve {
    /// The threshold that is wished for.
    pub asked: u64,
    /// (threshold, suppressed units), thresholds rising. All where something changes, or a
    /// selection that is closest around the wish.
    pub points: Vec<(u64, u64)>,
}

/// Points of a curve that are computed.
const POINTS: usize = 64;

impl Explorer<'_> {
    /// Per axis, then per table model, what is measured on the classes that stay at a node; none
    /// where it has no record and none can be made. Within, none where no class stays.
    pub fn measured(&self, thresholds: &Thresholds, node: u64) -> Option<Vec<Option<u64>>> {
        self.records.with_record_made(node, |record| {
            self.atlas().chart().measured(record, thresholds)
        })
    }

    /// What lies behind the figures of a node; none where it has no record and none can be made.
    ///
    /// # Cost
    /// A look at the record for each point of each curve, and at those of the neighbours.
    pub fn intuition(&self, wishes: &Wishes, node: u64) -> Option<Intuition> {
        let chart = self.atlas().chart();
        let axes = chart.head().axes.len() + chart.head().tables.len();
        let steps = one_step(&self.view(&wishes.thresholds), wishes, node);
        self.records.with_record_made(node, |record| {
            let mut going: Vec<SuppressedSize> = Vec::new();
            chart.look(record, &wishes.thresholds, |shape, record, failing| {
                record.for_each_group(shape, failing, |size, classes, rows, fails| {
                    if fails {
                        match going.last_mut().filter(|last| last.size == size) {
                            Some(last) => {
                                (last.classes, last.rows) =
                                    (last.classes + classes, last.rows + rows)
                            }
                            None => going.push(SuppressedSize {
                                size,
                                classes,
                                rows,
                            }),
                        }
                    }
                });
            });
            let curves = (0..axes)
                .map(|axis| curve(self, record, &wishes.thresholds, axis))
                .collect();
            Intuition {
                measured: chart.measured(record, &wishes.thresholds),
                going,
                curves,
                steps,
            }
        })
    }
}

fn curve(explorer: &Explorer<'_>, record: &[u8], thresholds: &Thresholds, axis: usize) -> Curve {
    let chart = explorer.atlas().chart();
    let mut moved = thresholds.clone();
    let asked = *moved.of(axis);
    let mut values = chart.values(record, thresholds, axis);
    if let Err(place) = values.binary_search(&asked) {
        values.insert(place, asked);
    }
    let mut units = |value: u64| {
        *moved.of(axis) = value;
        chart.look(record, &moved, |shape, record, failing| {
            record.units(shape, failing)
        })
    };
    let picked = pick(&values, asked);
    Curve {
        asked,
        points: picked
            .into_iter()
            .map(|value| (value, units(value)))
            .collect(),
    }
}

/// Those next to the wish, and of the others every so many.
fn pick(values: &[u64], asked: u64) -> Vec<u64> {
    let at = values.partition_point(|&v| v < asked);
    let step = values.len().div_ceil(POINTS / 2).max(1);
    let is_near = |i: usize| i.abs_diff(at) <= POINTS / 4;
    let is_end = |i: usize| i == 0 || i + 1 == values.len();
    (0..values.len())
        .filter(|&i| is_near(i) || is_end(i) || i % step == 0)
        .map(|i| values[i])
        .collect()
}
