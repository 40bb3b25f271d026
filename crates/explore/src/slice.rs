//! All nodes under given thresholds.

use crate::known::{Figures, KnownNodes};
use crate::records::{MOST_LISTED, Records};
use crate::wishes::Thresholds;
use equipoise_data::Lattice;
use equipoise_measure::EarlyBounds as Facts;
use equipoise_privacy::Bound;
use rayon::prelude::*;
use std::sync::OnceLock;

/// Per node what given thresholds cost there.
///
/// # Cost
/// A look at the record of every node: below a millisecond for ten thousand nodes with one model.
pub(crate) struct Slice {
    pub(crate) thresholds: Thresholds,
    /// The nodes, where not all are listed.
    listed: Option<Vec<u64>>,
    /// Per node the least units that are suppressed: exact where it has a record.
    pub(crate) units: Vec<u32>,
    /// Per node the least rows, where these are not the units.
    rows: Vec<u32>,
    /// Per node the first loss, where it is as cheap to read as anything else; else empty.
    pub(crate) losses: Vec<f64>,
    /// Per node the most units; empty where all nodes have records.
    most: Vec<u64>,
    /// Per loss its bounds and the nodes in their order, once asked for.
    bounds: Vec<OnceLock<Bounds>>,
    /// Per loss its value at every node, once asked for, where every node has a record.
    exact: Vec<OnceLock<Vec<f64>>>,
}

/// What is known of one node.
#[derive(Clone, Copy, Default)]
struct Least {
    units: u32,
    rows: u32,
    /// Not a number where it is not there to read.
    loss: f64,
}

struct Bounds {
    of_node: Vec<f64>,
    order: OnceLock<Vec<u32>>,
}

/// Nodes that are looked at by one thread at a time.
const CHUNK: usize = 1024;

impl Slice {
    pub(crate) fn new(records: &Records<'_>, thresholds: &Thresholds) -> Self {
        let atlas = records.atlas();
        let nodes = atlas.chart().lattice().nodes();
        if atlas.is_complete() {
            let mut least = vec![Least::default(); nodes as usize];
            least
                .par_chunks_mut(CHUNK)
                .enumerate()
                .for_each(|(chunk, part)| {
                    for (i, least) in part.iter_mut().enumerate() {
                        *least = look(records, atlas.nth(chunk * CHUNK + i).1, thresholds);
                    }
                });
            return Slice::of(records, thresholds, None, &least, Vec::new());
        }
        if nodes > MOST_LISTED {
            let of_atlas = |i: usize| (atlas.nth(i).0, look(records, atlas.nth(i).1, thresholds));
            let mut least: Vec<(u64, Least)> = (0..atlas.annotated() as usize)
                .into_par_iter()
                .map(of_atlas)
                .collect();
            least.extend(
                records
                    .more()
                    .iter()
                    .map(|(node, record)| (*node, look(records, record, thresholds))),
            );
            least.par_sort_unstable_by_key(|l| l.0);
            let (nodes, least): (Vec<u64>, Vec<Least>) = least.into_iter().unzip();
            return Slice::of(records, thresholds, Some(nodes), &least, Vec::new());
        }
        let (least, most) = brackets(records, thresholds);
        Slice::of(records, thresholds, None, &least, most)
    }

    fn of(
        records: &Records<'_>,
        thresholds: &Thresholds,
        listed: Option<Vec<u64>>,
        least: &[Least],
        most: Vec<u64>,
    ) -> Self {
        let chart = records.atlas().chart();
        // Only where every node has one: a list with gaps would be no quicker to use than none.
        let has_losses = least.iter().all(|l| !l.loss.is_nan());
        Slice {
            thresholds: thresholds.clone(),
            listed,
            units: least.iter().map(|l| l.units).collect(),
            rows: if chart.head().persons {
                least.iter().map(|l| l.rows).collect()
            } else {
                Vec::new()
            },
            losses: if has_losses {
                least.iter().map(|l| l.loss).collect()
            } else {
                Vec::new()
            },
            most,
            bounds: chart.losses().iter().map(|_| OnceLock::new()).collect(),
            exact: chart.losses().iter().map(|_| OnceLock::new()).collect(),
        }
    }

    /// Where a node is in the lists.
    fn place(&self, node: u64) -> Option<usize> {
        match &self.listed {
            None => Some(node as usize),
            Some(nodes) => nodes.binary_search(&node).ok(),
        }
    }

    pub(crate) fn node(&self, place: usize) -> u64 {
        self.listed
            .as_ref()
            .map_or(place as u64, |nodes| nodes[place])
    }

    /// How many nodes are listed.
    pub(crate) fn len(&self) -> usize {
        self.units.len()
    }

    /// True when a listed node is known to suppress every row.
    pub(crate) fn leaves_nothing(&self, records: &Records<'_>, place: usize) -> bool {
        let rows = if self.rows.is_empty() {
            self.units[place]
        } else {
            self.rows[place]
        };
        u64::from(rows) >= records.atlas().chart().head().rows
    }

    /// No less than this is a loss of a listed node.
    pub(crate) fn bound(&self, records: &Records<'_>, place: usize, loss: usize) -> f64 {
        if let Some(losses) = self.known_losses(loss) {
            return losses[place];
        }
        let chart = records.atlas().chart();
        let rows = if self.rows.is_empty() {
            self.units[place]
        } else {
            self.rows[place]
        };
        let known = Facts {
            suppressed_rows: rows.into(),
            kept_classes: u64::MAX,
        };
        records.with_levels(self.node(place), |levels| {
            chart.losses()[loss].bound(levels, known)
        })
    }

    /// A loss at every node, where it is known already.
    fn known_losses(&self, loss: usize) -> Option<&[f64]> {
        if loss == 0 && !self.losses.is_empty() {
            return Some(&self.losses);
        }
        self.exact[loss].get().map(Vec::as_slice)
    }

    /// Works out a loss at every node: worth it where front, ladders and density are all drawn.
    fn resolve(&self, records: &Records<'_>, loss: usize) {
        let atlas = records.atlas();
        if self.known_losses(loss).is_some() || !atlas.is_complete() {
            return;
        }
        self.exact[loss].get_or_init(|| {
            let of_node = |i: usize| {
                let (node, record) = atlas.nth(i);
                records.with_levels(node, |levels| {
                    atlas
                        .chart()
                        .figures(levels, record, &self.thresholds)
                        .losses[loss]
                })
            };
            (0..self.len())
                .into_par_iter()
                .with_min_len(128)
                .map(of_node)
                .collect()
        });
    }

    fn bounds(&self, records: &Records<'_>, loss: usize) -> &Bounds {
        self.bounds[loss].get_or_init(|| {
            let bound = |place: usize| self.bound(records, place, loss);
            Bounds {
                of_node: (0..self.len())
                    .into_par_iter()
                    .with_min_len(256)
                    .map(bound)
                    .collect(),
                order: OnceLock::new(),
            }
        })
    }

    fn order(&self, records: &Records<'_>, loss: usize) -> &[u32] {
        let bounds = self.bounds(records, loss);
        bounds.order.get_or_init(|| {
            let mut order: Vec<(u64, u32)> = bounds
                .of_node
                .iter()
                .zip(0..)
                .map(|(bound, i)| (rising_bits(*bound), i))
                .collect();
            order.par_sort_unstable();
            order.into_iter().map(|o| o.1).collect()
        })
    }
}

/// Units and rows are listed in 32 bits; more than that are as good as all.
fn short(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Bits that rise like the number.
fn rising_bits(number: f64) -> u64 {
    let bits = number.to_bits();
    if bits >> 63 == 1 {
        !bits
    } else {
        bits | 1 << 63
    }
}

/// What a record says.
fn look(records: &Records<'_>, record: &[u8], thresholds: &Thresholds) -> Least {
    records
        .atlas()
        .chart()
        .look(record, thresholds, |shape, record, failing| Least {
            units: short(record.units(shape, failing)),
            rows: if shape.persons {
                short(record.rows(shape, failing))
            } else {
                0
            },
            loss: record.ready_loss(shape, failing),
        })
}

/// For lattices of which some nodes have records: what these say of the others.
///
/// What models that are monotone under merging suppress at a node is suppressed at every node below
/// it; where all are, a node above one suppresses no more than that one.
fn brackets(records: &Records<'_>, thresholds: &Thresholds) -> (Vec<Least>, Vec<u64>) {
    let chart = records.atlas().chart();
    let (lattice, head) = (chart.lattice(), chart.head());
    let nodes = lattice.nodes() as usize;
    let mut least = vec![
        Least {
            loss: f64::NAN,
            ..Least::default()
        };
        nodes
    ];
    let mut most = vec![head.units; nodes];
    let mut exact = vec![None; nodes];
    let lax = Thresholds {
        axes: head
            .axes
            .iter()
            .zip(&thresholds.axes)
            .map(|(a, &t)| if a.monotone { t } else { laxest(a) })
            .collect(),
        tables: head.tables.iter().map(laxest).collect(),
    };
    let is_monotone = chart.is_monotone();
    let mut fill = |node: u64, record: &[u8]| {
        let seen = look(records, record, thresholds);
        let lost = if is_monotone {
            seen
        } else {
            chart.look_lax(record, &lax, |units, rows| Least {
                units: short(units),
                rows: short(rows),
                loss: f64::NAN,
            })
        };
        least[node as usize] = Least {
            loss: f64::NAN,
            ..lost
        };
        most[node as usize] = seen.units.into();
        exact[node as usize] = Some(seen);
    };
    for i in 0..records.atlas().annotated() as usize {
        let (node, record) = records.atlas().nth(i);
        fill(node, record);
    }
    for (node, record) in records.more() {
        fill(node, &record);
    }
    for attribute in lattice.leaders() {
        spread(lattice, attribute, &mut least, &mut most, is_monotone);
    }
    for (node, seen) in exact.into_iter().enumerate() {
        if let Some(seen) = seen {
            least[node] = seen;
            most[node] = seen.units.into();
        } else if !is_monotone {
            most[node] = head.units;
        }
    }
    (least, most)
}

/// Hands bounds on along one attribute: the least downwards, the most upwards.
fn spread(
    lattice: &Lattice,
    attribute: usize,
    least: &mut [Least],
    most: &mut [u64],
    is_monotone: bool,
) {
    let stride = lattice.stride(attribute) as usize;
    let steps = usize::from(lattice.top()[attribute] - lattice.bottom()[attribute]);
    let has_room = |node: usize| (node / stride) % (steps + 1) < steps;
    for node in (0..least.len()).rev().filter(|&n| has_room(n)) {
        let above = least[node + stride];
        least[node].units = least[node].units.max(above.units);
        least[node].rows = least[node].rows.max(above.rows);
    }
    if is_monotone {
        for node in (0..most.len()).filter(|&n| has_room(n)) {
            most[node + stride] = most[node + stride].min(most[node]);
        }
    }
}

/// A threshold that every class is within.
fn laxest(axis: &crate::AxisHead) -> u64 {
    match axis.bound {
        Bound::AtLeast => 0,
        Bound::AtMost | Bound::Below => u64::MAX - 1,
    }
}

/// A slice with the records it is made from: what views are drawn from.
pub struct SliceView<'v> {
    pub(crate) records: &'v Records<'v>,
    pub(crate) slice: std::sync::Arc<Slice>,
}

impl std::fmt::Debug for SliceView<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "View({:?})", self.slice.thresholds)
    }
}

impl SliceView<'_> {
    /// Works out a loss at every node on all threads, where every node has a record. Views that are
    /// drawn afterwards, and questions with these thresholds, have less to do.
    ///
    /// # Cost
    /// A look at the record of every node.
    pub fn resolve(&self, loss: usize) {
        self.slice.resolve(self.records, loss);
    }
}

impl KnownNodes for SliceView<'_> {
    fn lattice(&self) -> &Lattice {
        self.records.atlas().chart().lattice()
    }

    fn all_levels(&self) -> &[u8] {
        self.records.all_levels()
    }

    fn all_units(&self) -> u64 {
        self.records.atlas().chart().head().units
    }

    fn has_persons(&self) -> bool {
        self.records.atlas().chart().head().persons
    }

    fn nodes(&self, loss: usize) -> Vec<u64> {
        self.slice
            .order(self.records, loss)
            .iter()
            .map(|&place| self.slice.node(place as usize))
            .collect()
    }

    fn is_complete(&self) -> bool {
        self.slice.listed.is_none()
    }

    fn units(&self, node: u64) -> (u64, u64) {
        match self.slice.place(node) {
            Some(place) => {
                let least = self.slice.units[place].into();
                (least, self.slice.most.get(place).copied().unwrap_or(least))
            }
            None => (0, self.all_units()),
        }
    }

    fn loss_bound(&self, node: u64, loss: usize) -> f64 {
        match self.slice.place(node) {
            Some(place) => self.slice.bounds(self.records, loss).of_node[place],
            None => {
                let chart = self.records.atlas().chart();
                chart.losses()[loss].bound(
                    &chart.lattice().levels(node),
                    Facts {
                        suppressed_rows: 0,
                        kept_classes: u64::MAX,
                    },
                )
            }
        }
    }

    fn figures(&self, node: u64) -> Option<Figures> {
        let chart = self.records.atlas().chart();
        let levels = chart.lattice().levels(node);
        self.records.with_record_made(node, |record| {
            chart.figures(&levels, record, &self.slice.thresholds)
        })
    }

    fn spot(&self, node: u64, loss: usize) -> Option<(u64, f64)> {
        if let Some((losses, place)) = self
            .slice
            .known_losses(loss)
            .zip(self.slice.place(node))
            .filter(|_| !self.has_persons())
        {
            let units = u64::from(self.slice.units[place]);
            return Some((
                units,
                if units < self.all_units() {
                    losses[place]
                } else {
                    f64::INFINITY
                },
            ));
        }
        let figures = self.at_hand(node)?;
        Some((
            figures.units,
            if self.leaves_something(&figures) {
                figures.losses[loss]
            } else {
                f64::INFINITY
            },
        ))
    }

    fn at_hand(&self, node: u64) -> Option<Figures> {
        let chart = self.records.atlas().chart();
        let levels = chart.lattice().levels(node);
        self.records.with_record(node, |record| {
            chart.figures(&levels, record, &self.slice.thresholds)
        })
    }
}
