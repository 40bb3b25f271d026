//! Nodes within wishes, in two measures: what preferences choose from.

use crate::explorer::Explorer;
use crate::known::KnownNodes;
use crate::order::near;
use crate::record::{Failing, Record, Shape};
use crate::views::nodes::within;
use crate::wishes::{Thresholds, Wishes};
use equipoise_data::{Error, Levels, Result};
use equipoise_measure::{Measure, Tally};
use equipoise_search::prefer::{Aspiration, Point, RatedRelease, Ties, best, front};
use rayon::prelude::*;

/// A node within wishes.
#[derive(Clone, Debug, PartialEq)]
pub struct Site {
    /// Its index in the lattice.
    pub node: u64,
    /// Its levels.
    pub levels: Levels,
    /// Its two measures.
    pub point: Point,
    /// Its smallest kept class.
    pub least: u64,
    /// Units of protection that lose a row.
    pub units: u64,
}

/// All nodes within wishes, in two measures.
#[derive(Clone, Debug)]
pub struct Prospect {
    /// What the two numbers of a point are.
    pub measures: [Measure; 2],
    /// The nodes; of equal ones the first is the better one: by height, units left out, levels.
    sites: Vec<Site>,
    /// The sites as an aspiration sees them.
    places: Vec<RatedRelease>,
    /// Those that are strongly efficient, by rising first measure.
    front: Vec<usize>,
    /// Whether every node was looked at.
    pub is_complete: bool,
    /// Nodes that were looked at.
    pub nodes: u64,
}

impl Prospect {
    /// Nodes that no other is as good as in both measures and better in one, by rising first
    /// measure.
    pub fn front(&self) -> impl Iterator<Item = &Site> {
        self.front.iter().map(|&i| &self.sites[i])
    }

    /// All nodes.
    pub fn sites(&self) -> &[Site] {
        &self.sites
    }

    /// The node that comes closest to an aspiration, or goes furthest beyond; none where none is
    /// within the wishes.
    ///
    /// # Cost
    /// O(nodes): one comparison each where deviation decides between equals, since the answer is as
    /// good as one of the front then.
    pub fn best(&self, aspiration: &Aspiration, ties: Ties) -> Option<&Site> {
        self.best_place(aspiration, ties).map(|i| &self.sites[i])
    }

    /// The different nodes that do best for aspirations, with the first aspiration each is for.
    ///
    /// # Cost
    /// That of [`Prospect::best`] for each aspiration.
    pub fn walk(&self, way: &[Aspiration], ties: Ties) -> Vec<(usize, &Site)> {
        let mut found: Vec<(usize, usize)> = Vec::new();
        for (m, aspiration) in way.iter().enumerate() {
            let place = self.best_place(aspiration, ties);
            found.extend(
                place
                    .filter(|p| found.iter().all(|f| f.1 != *p))
                    .map(|p| (m, p)),
            );
        }
        found
            .into_iter()
            .map(|(m, i)| (m, &self.sites[i]))
            .collect()
    }

    fn best_place(&self, aspiration: &Aspiration, ties: Ties) -> Option<usize> {
        if ties == Ties::Privacy {
            return best(&self.places, aspiration, ties).first().copied();
        }
        let front: Vec<RatedRelease> = self.front.iter().map(|&i| self.places[i]).collect();
        let one = front[*best(&front, aspiration, ties).first()?];
        // Numbers that differ by rounding are equal: the first of equal nodes stands for them.
        self.places
            .iter()
            .position(|place| ties.is_tied(aspiration, place, &one))
    }
}

/// Nodes that are looked at by one thread at a time.
const CHUNK: usize = 256;

impl Explorer<'_> {
    /// All nodes within wishes that have a record, in two measures.
    ///
    /// # Errors
    /// Wishes that do not fit the atlas, and losses that it does not hold.
    ///
    /// # Cost
    /// A look at the record of every node that suppresses no more than wished: some milliseconds
    /// for ten thousand nodes.
    pub fn prospect(&self, wishes: &Wishes, measures: [Measure; 2]) -> Result<Prospect> {
        self.check(wishes)?;
        let wishes = &*wishes.settled(self.atlas().chart().lattice());
        let losses = [
            self.loss_number(measures[0])?,
            self.loss_number(measures[1])?,
        ];
        let view = self.view(&wishes.thresholds);
        let nodes: Vec<u64> = self.records.recorded();
        let may = |&&node: &&u64| {
            view.units(node).0 <= wishes.max_units
                && self
                    .records
                    .with_levels(node, |levels| within(wishes, levels))
        };
        let candidates: Vec<u64> = nodes.iter().filter(may).copied().collect();
        let sites = candidates.par_chunks(CHUNK).flat_map_iter(|chunk| {
            let site = |&node: &u64| self.site(node, wishes, measures, losses);
            chunk.iter().filter_map(site).collect::<Vec<_>>()
        });
        let mut sites: Vec<Site> = sites.collect();
        sites.sort_by_key(|site| (self.records.height(site.node), site.units, site.node));
        let places: Vec<RatedRelease> = sites
            .iter()
            .map(|s| RatedRelease {
                point: s.point,
                least: s.least,
            })
            .collect();
        let points: Vec<Point> = places.iter().map(|p| p.point).collect();
        let total = self.atlas().chart().lattice().nodes();
        Ok(Prospect {
            measures,
            front: front(&points),
            sites,
            places,
            is_complete: nodes.len() as u64 == total,
            nodes: nodes.len() as u64,
        })
    }

    /// A node under thresholds in two measures; none where it has no record or nothing would stay.
    ///
    /// # Errors
    /// Losses that the atlas does not hold.
    pub fn point(
        &self,
        thresholds: &Thresholds,
        node: u64,
        measures: [Measure; 2],
    ) -> Result<Option<Point>> {
        let losses = [
            self.loss_number(measures[0])?,
            self.loss_number(measures[1])?,
        ];
        Ok(self
            .records
            .with_record_made(node, |_| ())
            .and_then(|()| self.gauged(node, thresholds, measures, losses))
            .map(|m| m.0))
    }

    /// The number of a loss of the atlas; none for a measure that is no loss.
    fn loss_number(&self, measure: Measure) -> Result<Option<usize>> {
        let Measure::Loss(metric) = measure else {
            return Ok(None);
        };
        let losses = &self.atlas().chart().head().losses;
        let at = losses.iter().position(|loss| loss.metric == metric);
        at.map(Some).ok_or_else(|| {
            let known: Vec<String> = losses
                .iter()
                .map(|loss| format!("`{}`", loss.metric.name()))
                .collect();
            Error::usage(format!(
                "the atlas does not hold the loss `{metric}`; it holds {}",
                known.join(", "),
                metric = metric.name()
            ))
            .hint(format!(
                "build it with `--loss {}`, or name the recipe instead of the atlas",
                metric.name()
            ))
        })
    }

    fn site(
        &self,
        node: u64,
        wishes: &Wishes,
        measures: [Measure; 2],
        losses: [Option<usize>; 2],
    ) -> Option<Site> {
        let (point, tally, figures) = self.gauged(node, &wishes.thresholds, measures, losses)?;
        let is_met = tally.suppressed_units <= wishes.max_units
            && wishes
                .max_height
                .is_none_or(|most| self.records.height(node) <= most)
            && wishes.max_loss.is_none_or(|most| {
                figures[wishes.loss()] <= most || near(figures[wishes.loss()], most)
            });
        let levels = self.records.with_levels(node, <[u8]>::to_vec);
        is_met.then_some(Site {
            node,
            levels,
            point,
            least: tally.least,
            units: tally.suppressed_units,
        })
    }

    /// The measures of a node, its classes, and all of its losses; none where nothing would stay.
    fn gauged(
        &self,
        node: u64,
        thresholds: &Thresholds,
        measures: [Measure; 2],
        losses: [Option<usize>; 2],
    ) -> Option<(Point, Tally, Vec<f64>)> {
        let chart = self.atlas().chart();
        let look = |record: &[u8]| {
            chart.look(record, thresholds, |shape, record, failing| {
                let figures = self
                    .records
                    .with_levels(node, |levels| record.figures(shape, levels, failing));
                let tally = tally(shape, record, failing, figures.units);
                (figures.kept_classes > 0).then_some((tally, figures.losses))
            })
        };
        let (tally, values) = self.records.with_record(node, look)??;
        let value = |i: usize| match losses[i] {
            Some(loss) => values[loss],
            None => measures[i].of_classes(&tally).unwrap_or(f64::INFINITY),
        };
        Some(([value(0), value(1)], tally, values))
    }
}

/// The sizes of the classes that stay.
fn tally(
    shape: &Shape<'_>,
    record: &Record<'_>,
    failing: &Failing<'_>,
    suppressed_units: u64,
) -> Tally {
    let mut tally = Tally {
        suppressed_units,
        ..Tally::new(shape.units)
    };
    record.for_each_group(shape, failing, |size, classes, _, fails| {
        if !fails {
            tally.add(size, classes);
        }
    });
    tally
}
