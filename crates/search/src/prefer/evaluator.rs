//! What a partition comes to: its measures, and whether it may be released.

use super::achievement::{Aspiration, Point, RatedRelease};
use super::encoding::Encoding;
use super::gauge::{Gauge, read};
use super::grouping::{Buffers, Tuples};
use crate::key_width::{at_width, key_words};
use crate::multidim::items::Items;
use crate::multidim::judge::Judge;
use crate::multidim::yardsticks::Yardsticks;
use crate::{Partition, Task};
use equipoise_data::{Encoded, Hierarchy, Layout, Level, Quasi, Region, Result, Sensitive, assign};
use equipoise_measure::{Facts, Loss, Tally};
use equipoise_privacy::{Alone, Judgement, Supersets};
use equipoise_release::{LEFT_OUT, Recoding};

/// How a chromosome does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Score {
    /// Its measures and its effective k. Of a partition that may not be released, with nothing left
    /// out.
    pub(crate) place: RatedRelease,
    /// The first objective.
    pub(crate) achievement: f64,
    /// Units that would have to be left out beyond the limit; 0 for a partition that may be
    /// released.
    pub(crate) violation: u64,
    /// Units that are left out.
    pub(crate) suppressed_units: u64,
}

impl Score {
    pub(crate) fn is_feasible(&self) -> bool {
        self.violation == 0
    }

    /// The second objective: how much privacy is lacking, or, with the sign turned, how large the
    /// smallest class is.
    pub(crate) fn lack(&self) -> i64 {
        if self.is_feasible() {
            -(self.place.least.min(i64::MAX as u64) as i64)
        } else {
            self.violation.min(i64::MAX as u64) as i64
        }
    }
}

/// Evaluates partitions of one table.
#[derive(Debug)]
pub(crate) struct Evaluator<'a> {
    task: &'a Task<'a>,
    gauges: &'a [Gauge<'a>; 2],
    encoding: &'a Encoding<'a>,
    tuples: Tuples,
    /// Per attribute the rows before each leaf; the last number is of all.
    rows_before: Vec<Vec<u64>>,
    units: u64,
    /// Where nothing but the number of rows decides, the least.
    only_rows: Option<u64>,
    /// What else is judged by.
    full: Option<Full>,
}

/// Rows in full, counted, for models that look at more than the number of rows.
#[derive(Debug)]
struct Full {
    /// `[attribute][item]`: the leaf.
    leaves: Vec<Vec<u32>>,
    /// `[sensitive column][item]`: the value.
    values: Vec<Vec<u32>>,
    only_occurrence: Vec<bool>,
    /// Per sensitive column all of its values.
    every_value: Vec<Vec<u32>>,
    persons: Option<Vec<u32>>,
    /// Per item its rows.
    weights: Vec<u64>,
    /// `[attribute][row of the population]`: the leaf.
    population: Option<Vec<Vec<u32>>>,
    /// All rows of the table, where a model looks at supersets.
    yardsticks: Option<Yardsticks>,
    /// Per item its tuple.
    tuple_of: Vec<u32>,
}

/// Buffers that a thread uses again and again.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    buffers: Buffers,
    starts: Vec<u32>,
    run_of_leaf: Vec<Vec<u32>>,
    runs: Vec<u32>,
    /// `[gauge][attribute][run]`: what a cell costs, for losses.
    costs: [Vec<Vec<u64>>; 2],
}

impl<'a> Evaluator<'a> {
    /// # Errors
    /// Rows wider than 4,096 bits when packed.
    pub(crate) fn new(
        task: &'a Task<'a>,
        gauges: &'a [Gauge<'a>; 2],
        encoding: &'a Encoding<'a>,
    ) -> Result<Self> {
        let encoded = task.encoded;
        let tuples = Tuples::new(encoded)?;
        let items = Items::new(encoded)?;
        let judge = Judge::of_classes(task.panel, encoded, &items);
        let mut rows_before: Vec<Vec<u64>> = encoded
            .quasi
            .iter()
            .map(|q| vec![0; q.hierarchy.leaves() + 1])
            .collect();
        for tuple in 0..tuples.len() {
            tuples.leaves(tuple, |a, leaf| {
                rows_before[a][leaf as usize + 1] += u64::from(tuples.rows(tuple))
            });
        }
        for before in &mut rows_before {
            (1..before.len()).for_each(|i| before[i] += before[i - 1]);
        }
        let rows = encoded.rows as u64;
        let units = encoded
            .persons
            .map_or(rows, |p| p.iter().max().map_or(0, |&p| u64::from(p) + 1));
        let only_rows = task.panel.only_size().filter(|_| encoded.persons.is_none());
        let full = only_rows
            .is_none()
            .then(|| Full::new(task, &items, &judge, &tuples));
        Ok(Evaluator {
            task,
            gauges,
            encoding,
            tuples,
            rows_before,
            units,
            only_rows,
            full,
        })
    }

    /// The classes of a chromosome that may be released, row by row.
    pub(crate) fn partition(&self, bits: &[u64], regions: &[Vec<Region>]) -> Partition {
        let mut scratch = Scratch::default();
        let (left_out, _) = self.judged(bits, &mut scratch).1;
        self.tuples.count(
            &scratch.run_of_leaf,
            &scratch.runs,
            &mut scratch.buffers,
            true,
        );
        let Buffers {
            sizes, of_tuple, ..
        } = &scratch.buffers;
        // A class shows the runs that any of its tuples is in.
        let mut of_class: Vec<Vec<Region>> =
            vec![vec![Region::leaf(0); regions.len()]; sizes.len()];
        for (tuple, &class) in of_tuple.iter().enumerate() {
            let shown = &mut of_class[class as usize];
            self.tuples.leaves(tuple, |a, leaf| {
                shown[a] = regions[a][scratch.run_of_leaf[a][leaf as usize] as usize]
            });
        }
        let group = |&tuple: &u32| {
            let class = of_tuple[tuple as usize];
            if left_out.has(class as usize, sizes[class as usize]) {
                LEFT_OUT
            } else {
                class
            }
        };
        // Regions of classes that go are not released.
        let mut number = vec![LEFT_OUT; sizes.len()];
        let mut kept = Vec::new();
        for (class, shown) in of_class
            .iter()
            .enumerate()
            .filter(|(class, _)| !left_out.has(*class, sizes[*class]))
        {
            number[class] = (kept.len() / regions.len().max(1)) as u32;
            kept.extend(shown);
        }
        let groups = self.tuples.of_row().iter().map(group).map(|class| {
            if class == LEFT_OUT {
                LEFT_OUT
            } else {
                number[class as usize]
            }
        });
        let supersets = self
            .full
            .as_ref()
            .and_then(|full| full.yardsticks.as_ref())
            .map_or_else(Vec::new, Yardsticks::regions);
        Partition {
            recoding: Recoding::new(groups.collect(), kept, regions.len()),
            supersets,
            runs: Some(regions.to_vec()),
        }
    }

    /// How a chromosome does.
    ///
    /// # Cost
    /// O(tuples), and where models look at more than rows, a count of all of these.
    pub(crate) fn score(
        &self,
        bits: &[u64],
        aspiration: &Aspiration,
        scratch: &mut Scratch,
    ) -> Score {
        let (whole, (left_out, tally)) = self.judged(bits, scratch);
        let excess = left_out.units.saturating_sub(self.task.allowed_units);
        if excess > 0 || tally.classes == 0 {
            let place = RatedRelease {
                point: self.point(&whole, &LeftOut::NOTHING, scratch),
                least: whole.least,
            };
            let violation = if excess > 0 {
                excess
            } else {
                self.units.max(1)
            };
            return Score {
                place,
                achievement: aspiration.achievement(place.point),
                violation,
                suppressed_units: left_out.units,
            };
        }
        let place = RatedRelease {
            point: self.point(&tally, &left_out, scratch),
            least: tally.least,
        };
        Score {
            place,
            achievement: aspiration.achievement(place.point),
            violation: 0,
            suppressed_units: left_out.units,
        }
    }

    /// All classes, and who is left out of those that are kept.
    fn judged(&self, bits: &[u64], scratch: &mut Scratch) -> (Tally, (LeftOut, Tally)) {
        self.decode(bits, scratch);
        self.tuples.count(
            &scratch.run_of_leaf,
            &scratch.runs,
            &mut scratch.buffers,
            false,
        );
        let mut whole = Tally::new(self.units);
        scratch
            .buffers
            .sizes
            .iter()
            .for_each(|&size| whole.add(size.into(), 1));
        let judged = match (self.only_rows, &self.full) {
            (Some(least), _) => self.by_rows(least, &scratch.buffers.sizes),
            (None, Some(full)) => self.in_full(full, bits, scratch),
            (None, None) => (LeftOut::NOTHING, whole),
        };
        (whole, judged)
    }

    /// No release with these boundaries has a smaller achievement, where nothing may be left out:
    /// read from the values of each column alone.
    pub(crate) fn bound(
        &self,
        bits: &[u64],
        aspiration: &Aspiration,
        scratch: &mut Scratch,
    ) -> f64 {
        if self.task.allowed_units > 0
            || self
                .gauges
                .iter()
                .all(|g| g.loss.is_none_or(|l| l.cell_costs().is_none()))
        {
            return 0.0;
        }
        self.decode(bits, scratch);
        let least = |i: usize| match self.gauges[i].loss.filter(|l| l.cell_costs().is_some()) {
            Some(loss) => loss.value(
                &[],
                &Facts {
                    cells: self.cells(&scratch.costs[i], scratch),
                    ..Facts::default()
                },
            ),
            None => 0.0,
        };
        aspiration
            .bound_of_first(least(0))
            .max(aspiration.bound_of_second(least(1)))
    }

    /// Works out runs and what their cells cost.
    fn decode(&self, bits: &[u64], scratch: &mut Scratch) {
        let columns = self.encoding.columns();
        scratch.run_of_leaf.resize(columns, Vec::new());
        scratch.runs.resize(columns, 1);
        scratch
            .costs
            .iter_mut()
            .for_each(|costs| costs.resize(columns, Vec::new()));
        for column in 0..columns {
            self.encoding.starts(column, bits, &mut scratch.starts);
            let leaves = self.rows_before[column].len() - 1;
            let of_leaf = &mut scratch.run_of_leaf[column];
            of_leaf.resize(leaves, 0);
            scratch
                .costs
                .iter_mut()
                .for_each(|costs| costs[column].clear());
            scratch.runs[column] = scratch.starts.len() as u32;
            for (run, &first) in scratch.starts.iter().enumerate() {
                let end = scratch
                    .starts
                    .get(run + 1)
                    .map_or(leaves, |&next| next as usize);
                of_leaf[first as usize..end].fill(run as u32);
                let region = Region {
                    first,
                    last: end as u32 - 1,
                };
                let (hierarchy, low) = (
                    self.task.encoded.quasi[column].hierarchy,
                    self.task.lattice.bottom()[column],
                );
                for (costs, gauge) in scratch.costs.iter_mut().zip(self.gauges) {
                    let loss = gauge.loss.filter(|l| l.cell_costs().is_some());
                    costs[column]
                        .extend(loss.map(|l| l.region_cost(column, hierarchy, low, region)));
                }
            }
        }
    }

    /// The costs of all cells of each attribute.
    fn cells(&self, costs: &[Vec<u64>], scratch: &Scratch) -> Vec<u128> {
        let of_column = |column: usize| {
            let (before, of_leaf) = (&self.rows_before[column], &scratch.run_of_leaf[column]);
            let rows = |leaf: usize| u128::from(before[leaf + 1] - before[leaf]);
            of_leaf
                .iter()
                .enumerate()
                .map(|(leaf, &run)| rows(leaf) * u128::from(costs[column][run as usize]))
                .sum()
        };
        (0..self.encoding.columns()).map(of_column).collect()
    }

    /// Where nothing but the number of rows decides.
    fn by_rows(&self, least: u64, sizes: &[u32]) -> (LeftOut, Tally) {
        let (mut tally, mut gone) = (Tally::new(self.units), 0);
        for size in sizes.iter().map(|&size| u64::from(size)) {
            if size >= least {
                tally.add(size, 1)
            } else {
                gone += size
            }
        }
        tally.suppressed_units = gone;
        (
            LeftOut {
                rows: gone,
                units: gone,
                which: Gone::Below(least),
            },
            tally,
        )
    }

    /// The measures of a release.
    fn point(&self, tally: &Tally, left_out: &LeftOut, scratch: &mut Scratch) -> Point {
        let mut facts: [Facts; 2] =
            std::array::from_fn(|i| self.facts(i, tally, left_out, scratch));
        if left_out.rows > 0 {
            self.take_out(left_out, &mut facts, scratch);
        }
        read(self.gauges, tally, |i, loss: &dyn Loss| {
            loss.value(&[], &facts[i])
        })
    }

    /// What a loss is computed from, with all cells.
    fn facts(&self, gauge: usize, tally: &Tally, left_out: &LeftOut, scratch: &Scratch) -> Facts {
        let Some(loss) = self.gauges[gauge].loss else {
            return Facts::default();
        };
        let cells = if loss.cell_costs().is_some() {
            self.cells(&scratch.costs[gauge], scratch)
        } else {
            Vec::new()
        };
        let kept = scratch
            .buffers
            .sizes
            .iter()
            .enumerate()
            .filter(|&(class, &size)| !left_out.has(class, size));
        let squares = if loss.needs_squares() {
            kept.map(|(_, &size)| u128::from(size).pow(2)).sum()
        } else {
            0
        };
        Facts {
            classes: scratch.buffers.sizes.len() as u64,
            kept_classes: tally.classes,
            suppressed_rows: left_out.rows,
            suppressed_units: left_out.units,
            cells,
            squares,
            ..Facts::default()
        }
    }

    /// Takes the cells of rows that are left out from the facts.
    fn take_out(&self, left_out: &LeftOut, facts: &mut [Facts; 2], scratch: &mut Scratch) {
        self.tuples.count(
            &scratch.run_of_leaf,
            &scratch.runs,
            &mut scratch.buffers,
            true,
        );
        let Buffers {
            sizes, of_tuple, ..
        } = &scratch.buffers;
        let is_gone = |tuple: &usize| {
            left_out.has(of_tuple[*tuple] as usize, sizes[of_tuple[*tuple] as usize])
        };
        for tuple in (0..self.tuples.len()).filter(is_gone) {
            let rows = u128::from(self.tuples.rows(tuple));
            for (facts, costs) in facts
                .iter_mut()
                .zip(&scratch.costs)
                .filter(|(facts, _)| !facts.cells.is_empty())
            {
                let cost = |a: usize, leaf: u32| {
                    u128::from(costs[a][scratch.run_of_leaf[a][leaf as usize] as usize])
                };
                self.tuples
                    .leaves(tuple, |a, leaf| facts.cells[a] -= rows * cost(a, leaf));
            }
        }
    }

    /// Judges classes by all models.
    fn in_full(&self, full: &Full, bits: &[u64], scratch: &mut Scratch) -> (LeftOut, Tally) {
        let hierarchies: Vec<Hierarchy> = scratch
            .run_of_leaf
            .iter()
            .zip(&scratch.runs)
            .map(|(of_leaf, &runs)| flat(of_leaf, runs))
            .collect();
        let encoded = full.encoded(&hierarchies);
        let (levels, order): (Vec<u8>, Vec<usize>) =
            (vec![0; hierarchies.len()], (0..hierarchies.len()).collect());
        let layout = Layout::new(&encoded, &levels, &order);
        let regions: Vec<Vec<Region>> = match &full.yardsticks {
            Some(_) => (0..hierarchies.len())
                .map(|column| self.encoding.regions(column, bits))
                .collect(),
            None => Vec::new(),
        };
        let words =
            key_words(layout.words()).expect("runs are no more than leaves, whose keys fit");
        at_width!(words, W => self.judge::<W>(full, &encoded, &layout, &levels, &regions, scratch))
    }

    fn judge<const W: usize>(
        &self,
        full: &Full,
        encoded: &Encoded<'_>,
        layout: &Layout,
        levels: &[u8],
        regions: &[Vec<Region>],
        scratch: &mut Scratch,
    ) -> (LeftOut, Tally) {
        let (classes, of_item) = assign::<W>(encoded, layout, levels);
        let region = |class: usize, a: usize| {
            let field = layout.field(a);
            regions[a][(classes.key(class)[field.word] >> field.shift & field.mask) as usize]
        };
        let attributes = regions.len();
        let all: Vec<Region> = (0..if attributes == 0 { 0 } else { classes.len() })
            .flat_map(|class| (0..attributes).map(move |a| (class, a)))
            .map(|(class, a)| region(class, a))
            .collect();
        let of_class = |class: usize| &all[class * attributes..][..attributes];
        let above = full.yardsticks.as_ref().map(|y| y.above(&of_class));
        let above: &dyn Supersets = above.as_ref().map_or(&Alone, |above| above);
        let mut judgements = Vec::new();
        self.task.panel.judge(&classes, above, &mut judgements);
        let is_gone = |class: usize| judgements[class] != Judgement::Kept;
        let mut tally = Tally::new(self.units);
        (0..classes.len())
            .filter(|&class| !is_gone(class))
            .for_each(|class| tally.add(classes.size(class), 1));
        let gone: Vec<usize> = (0..of_item.len())
            .filter(|&item| is_gone(of_item[item] as usize))
            .collect();
        let rows = gone.iter().map(|&item| full.weights[item]).sum();
        tally.suppressed_units = classes
            .persons()
            .map_or(rows, |persons| persons.distinct(is_gone));
        // Classes have other numbers among tuples.
        let mut marks = Vec::new();
        if !gone.is_empty() {
            self.tuples.count(
                &scratch.run_of_leaf,
                &scratch.runs,
                &mut scratch.buffers,
                true,
            );
            marks.resize(scratch.buffers.sizes.len(), false);
            gone.iter().for_each(|&item| {
                marks[scratch.buffers.of_tuple[full.tuple_of[item] as usize] as usize] = true
            });
        }
        (
            LeftOut {
                rows,
                units: tally.suppressed_units,
                which: Gone::Marked(marks),
            },
            tally,
        )
    }
}

/// What is left out of a partition.
#[derive(Debug)]
struct LeftOut {
    rows: u64,
    units: u64,
    which: Gone,
}

/// Which classes of tuples go.
#[derive(Debug)]
enum Gone {
    /// Those with fewer rows.
    Below(u64),
    /// Those that are marked.
    Marked(Vec<bool>),
}

impl LeftOut {
    const NOTHING: Self = LeftOut {
        rows: 0,
        units: 0,
        which: Gone::Below(0),
    };

    fn has(&self, class: usize, size: u32) -> bool {
        match &self.which {
            Gone::Below(least) => u64::from(size) < *least,
            Gone::Marked(marks) => marks.get(class).copied().unwrap_or(false),
        }
    }
}

impl Full {
    fn new(task: &Task<'_>, items: &Items, judge: &Judge<'_>, tuples: &Tuples) -> Self {
        let encoded = task.encoded;
        let mut first = vec![u32::MAX; items.len()];
        items
            .of_row
            .iter()
            .zip(0..)
            .for_each(|(&item, row): (&u32, u32)| first[item as usize] = row);
        let least = task.panel.supersets().iter().map(|s| s.1).min();
        let whole: Vec<Region> = encoded
            .quasi
            .iter()
            .map(|q| Region::all(q.hierarchy))
            .collect();
        let leaf_of = |a: usize, codes: &[u32]| {
            codes
                .iter()
                .map(|&code| encoded.quasi[a].hierarchy.leaf_of[code as usize])
                .collect()
        };
        Full {
            leaves: items.leaves.clone(),
            values: items.values.clone(),
            only_occurrence: encoded
                .sensitive
                .iter()
                .map(|s| s.only_occurrence)
                .collect(),
            every_value: encoded
                .sensitive
                .iter()
                .map(|s| (0..=s.value_of.iter().max().copied().unwrap_or(0)).collect())
                .collect(),
            persons: items.persons.clone(),
            weights: items.rows.iter().map(|&rows| u64::from(rows)).collect(),
            population: encoded.population.map(|columns| {
                columns
                    .iter()
                    .enumerate()
                    .map(|(a, codes)| leaf_of(a, codes))
                    .collect()
            }),
            yardsticks: least.map(|least| Yardsticks::new(vec![whole], least, items, judge)),
            tuple_of: first
                .iter()
                .map(|&row| tuples.of_row()[row as usize])
                .collect(),
        }
    }

    fn encoded<'e>(&'e self, hierarchies: &'e [Hierarchy]) -> Encoded<'e> {
        let sensitive = |i: usize| Sensitive {
            codes: &self.values[i],
            value_of: &self.every_value[i],
            only_occurrence: self.only_occurrence[i],
        };
        Encoded {
            rows: self.weights.len(),
            quasi: self
                .leaves
                .iter()
                .zip(hierarchies)
                .map(|(codes, hierarchy)| Quasi { codes, hierarchy })
                .collect(),
            sensitive: (0..self.values.len()).map(sensitive).collect(),
            persons: self.persons.as_deref(),
            amounts: Vec::new(),
            // Where persons are the unit, how many rows they have does not matter to any model.
            weights: self.persons.is_none().then_some(&self.weights),
            population: self.population.as_deref(),
        }
    }
}

/// Runs as a hierarchy of one level.
fn flat(of_leaf: &[u32], runs: u32) -> Hierarchy {
    let level = Level {
        labels: vec![String::new(); runs as usize],
        of_leaf: of_leaf.to_vec(),
        lines: vec![1; runs as usize],
    };
    Hierarchy {
        levels: vec![level],
        domain: u64::from(runs),
        leaf_of: (0..of_leaf.len() as u32).collect(),
        missing: None,
    }
}
