//! An atlas that is open.

use crate::format::{Parts, read, write_atlas};
use crate::head::{AttributeHead, AxisHead, Head};
use crate::known::Figures;
use crate::record::{Failing, Marks, Places, Record, Shape, encode};
use crate::wishes::Thresholds;
use equipoise_data::{Error, Lattice, Result};
use equipoise_measure::Loss;
use equipoise_privacy::{Grid, TableModel};
use equipoise_search::{Annotation, Axis, Graded};
use std::borrow::Cow;
use std::cell::RefCell;
use std::fmt;

/// The bytes of an atlas, in memory.
pub type Bytes = Box<dyn AsRef<[u8]> + Send + Sync>;

/// What is known of a table's nodes under every threshold.
///
/// # Cost
/// Opening reads the head and checks the sum of all bytes: milliseconds for tens of megabytes.
pub struct Atlas {
    bytes: Bytes,
    parts: Parts,
    chart: Chart,
}

/// All of an atlas but its records: what it takes to make and to read them.
pub struct Chart {
    head: Head,
    lattice: Lattice,
    losses: Vec<Box<dyn Loss>>,
    grids: Vec<Grid>,
    tables: Vec<Box<dyn TableModel>>,
    places: Places,
}

impl fmt::Debug for Atlas {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Atlas({} of {} nodes)",
            self.parts.count,
            self.chart.lattice.nodes()
        )
    }
}

impl fmt::Debug for Chart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Chart({} axes, {} nodes)",
            self.grids.len(),
            self.lattice.nodes()
        )
    }
}

thread_local! {
    static MARKS: RefCell<Marks> = RefCell::default();
}

impl Chart {
    /// A chart of a table. `tables` are the models that [`Head::tables`] names, in their order.
    ///
    /// # Errors
    /// A head that contradicts itself, or that this version does not know.
    pub fn new(head: Head, tables: Vec<Box<dyn TableModel>>) -> Result<Self> {
        head.check()?;
        if tables.len() != head.tables.len() {
            return Err(Error::internal(
                "an atlas was opened with other table models than it has",
            ));
        }
        let grids: Vec<Grid> = head.axes.iter().map(|a| a.grid()).collect();
        let losses = head.prepare_losses()?;
        let places = Places::new(grids.len(), head.persons, head.attributes.len(), &losses);
        Ok(Chart {
            lattice: head.lattice()?,
            losses,
            grids,
            tables,
            places,
            head,
        })
    }

    /// What is not about one node.
    pub fn head(&self) -> &Head {
        &self.head
    }

    /// The nodes.
    pub fn lattice(&self) -> &Lattice {
        &self.lattice
    }

    /// The node with given levels.
    ///
    /// # Errors
    /// Levels that no node has: too few or too many, outside the lattice, or different ones for
    /// linked columns.
    pub fn node(&self, levels: &[u8]) -> Result<u64> {
        let attributes = &self.head.attributes;
        if levels.len() != attributes.len() {
            return Err(Error::usage(format!(
                "a node has {} levels, one per quasi-identifier; these are {}",
                attributes.len(),
                levels.len()
            )));
        }
        for (a, (attribute, &level)) in attributes.iter().zip(levels).enumerate() {
            let AttributeHead {
                name, low, high, ..
            } = attribute;
            if !(*low..=*high).contains(&level) {
                return Err(Error::usage(format!(
                    "the level of `{name}` is {level}; the atlas has levels {low} to {high}"
                )));
            }
            let leader = self.lattice.leader_of(a);
            if levels[leader] != level {
                let (other, its) = (&attributes[leader].name, levels[leader]);
                let message = format!(
                    "`{other}` and `{name}` are linked and always have the same level; these are {its} and {level}"
                );
                return Err(Error::usage(message).hint("give both the same level"));
            }
        }
        Ok(self.lattice.index(levels))
    }

    /// The losses.
    pub fn losses(&self) -> &[Box<dyn Loss>] {
        &self.losses
    }

    /// How classes are to be graded.
    pub fn axes(&self) -> Vec<Axis> {
        let graded = |(i, a): (usize, &AxisHead)| {
            if i == 0 {
                Graded::Size
            } else {
                Graded::Model(a.entry.unwrap_or(0))
            }
        };
        self.head
            .axes
            .iter()
            .enumerate()
            .map(|(i, a)| Axis {
                of: graded((i, a)),
                grid: a.grid(),
            })
            .collect()
    }

    /// The thresholds of the recipe.
    pub fn thresholds(&self) -> Thresholds {
        let asked = |axes: &[AxisHead]| axes.iter().map(|a| a.asked).collect();
        Thresholds {
            axes: asked(&self.head.axes),
            tables: asked(&self.head.tables),
        }
    }

    /// The record of a node.
    pub fn record(&self, levels: &[u8], annotation: &Annotation) -> Vec<u8> {
        encode(&self.shape(), levels, annotation)
    }

    pub(crate) fn shape(&self) -> Shape<'_> {
        Shape {
            grids: &self.grids,
            losses: &self.losses,
            rows: self.head.rows,
            units: self.head.units,
            persons: self.head.persons,
            attributes: self.head.attributes.len(),
            places: self.places,
        }
    }

    /// True when a threshold that is met goes on being met on the way up, whatever it is.
    pub fn is_monotone(&self) -> bool {
        self.head.tables.is_empty()
            && !self.head.forbids_absence
            && self.head.axes.iter().all(|a| a.monotone)
    }

    /// Whether the bytes are a record.
    pub fn is_record(&self, bytes: &[u8]) -> bool {
        let shape = self.shape();
        Record::parse(&shape, bytes).is_some_and(|r| r.is_whole(&shape))
    }

    /// Looks at a record under thresholds: `run` gets it with what fails.
    pub(crate) fn look<R>(
        &self,
        bytes: &[u8],
        thresholds: &Thresholds,
        run: impl FnOnce(&Shape<'_>, &Record<'_>, &Failing<'_>) -> R,
    ) -> R {
        let shape = self.shape();
        let record =
            Record::parse(&shape, bytes).expect("records were checked when the atlas was opened");
        MARKS.with_borrow_mut(|marks| {
            let raised;
            let axes = if self.tables.is_empty() {
                &thresholds.axes
            } else {
                raised = self.raise_size(&shape, &record, thresholds, marks);
                &raised
            };
            let failing = record.failing(&shape, axes, marks);
            if record.breaks(&shape, &failing, self.head.forbids_absence) {
                return run(&shape, &record, &Failing::All);
            }
            run(&shape, &record, &failing)
        })
    }

    /// Units and rows that thresholds of axes alone suppress.
    pub(crate) fn look_lax<R>(
        &self,
        bytes: &[u8],
        thresholds: &Thresholds,
        run: impl FnOnce(u64, u64) -> R,
    ) -> R {
        let shape = self.shape();
        let record =
            Record::parse(&shape, bytes).expect("records were checked when the atlas was opened");
        MARKS.with_borrow_mut(|marks| {
            let failing = record.failing(&shape, &thresholds.axes, marks);
            run(
                record.units(&shape, &failing),
                record.rows(&shape, &failing),
            )
        })
    }

    /// Models of the whole table remove the smallest classes until they hold: that is a larger
    /// threshold of size.
    fn raise_size(
        &self,
        shape: &Shape<'_>,
        record: &Record<'_>,
        thresholds: &Thresholds,
        marks: &mut Marks,
    ) -> Vec<u64> {
        let mut axes = thresholds.axes.clone();
        loop {
            let before = axes[0];
            for ((model, head), &asked) in self
                .tables
                .iter()
                .zip(&self.head.tables)
                .zip(&thresholds.tables)
            {
                let sizes = kept_sizes(shape, record, &record.failing(shape, &axes, marks));
                let grid = head.grid();
                let holds =
                    |from: &usize| grid.allows(grid.grade(model.score(&sizes[*from..])), asked);
                let from = (0..sizes.len()).find(holds);
                axes[0] = axes[0].max(from.map_or(Grid::INFINITE, |i| sizes[i].0));
            }
            if axes[0] == before {
                return axes;
            }
        }
    }

    /// Calls `visit` with the grade of every group of classes on an axis.
    pub(crate) fn for_each_grade(&self, bytes: &[u8], axis: usize, mut visit: impl FnMut(u64)) {
        let shape = self.shape();
        let record =
            Record::parse(&shape, bytes).expect("records were checked when the atlas was opened");
        record.grades(&shape, axis).into_iter().for_each(&mut visit);
    }

    /// What a table model measures at a node as more and more of the smallest classes go.
    pub(crate) fn table_values(
        &self,
        bytes: &[u8],
        thresholds: &Thresholds,
        table: usize,
    ) -> Vec<u64> {
        let shape = self.shape();
        let record =
            Record::parse(&shape, bytes).expect("records were checked when the atlas was opened");
        let grid = self.head.tables[table].grid();
        MARKS.with_borrow_mut(|marks| {
            let failing = record.failing(&shape, &thresholds.axes, marks);
            let sizes = kept_sizes(&shape, &record, &failing);
            let value =
                |from: usize| grid.strictest(grid.grade(self.tables[table].score(&sizes[from..])));
            (0..sizes.len())
                .map(value)
                .filter(|&v| v != Grid::INFINITE)
                .collect()
        })
    }

    /// The figures of a node from its record.
    pub fn figures(&self, levels: &[u8], record: &[u8], thresholds: &Thresholds) -> Figures {
        self.look(record, thresholds, |shape, record, failing| {
            record.figures(shape, levels, failing)
        })
    }

    /// Per axis, then per table model, what is measured on the classes that stay; none where none
    /// stays.
    pub fn measured(&self, record: &[u8], thresholds: &Thresholds) -> Vec<Option<u64>> {
        self.look(record, thresholds, |shape, record, failing| {
            let axes = (0..shape.grids.len()).map(|axis| record.worst_kept(shape, axis, failing));
            let sizes = kept_sizes(shape, record, failing);
            let tables = self.tables.iter().zip(&self.head.tables);
            let tables = tables.map(|(model, head)| {
                (!sizes.is_empty()).then(|| head.grid().grade(model.score(&sizes)))
            });
            axes.chain(tables).collect()
        })
    }
}

/// (size, classes) of the classes that stay, sizes rising.
fn kept_sizes(shape: &Shape<'_>, record: &Record<'_>, failing: &Failing<'_>) -> Vec<(u64, u64)> {
    let mut sizes: Vec<(u64, u64)> = Vec::new();
    record.for_each_group(shape, failing, |size, classes, _, fails| {
        match sizes.last_mut() {
            _ if fails => {}
            Some(last) if last.0 == size => last.1 += classes,
            _ => sizes.push((size, classes)),
        }
    });
    sizes
}

impl Atlas {
    /// Opens an atlas. `tables` makes the models that judge whole tables from the head, in its
    /// order.
    ///
    /// # Errors
    /// Bytes that are no atlas, of another version, cut short, or altered.
    pub fn open(
        bytes: Bytes,
        tables: impl FnOnce(&Head) -> Result<Vec<Box<dyn TableModel>>>,
    ) -> Result<Self> {
        let (head, parts) = read((*bytes).as_ref())?;
        let tables = tables(&head)?;
        let atlas = Atlas {
            chart: Chart::new(head, tables)?,
            bytes,
            parts,
        };
        atlas.check()?;
        Ok(atlas)
    }

    /// An atlas in memory.
    pub fn of_records(chart: Chart, records: &[(u64, Vec<u8>)]) -> Result<Self> {
        let contents: Vec<(u64, u64)> = records.iter().map(|r| (r.0, r.1.len() as u64)).collect();
        let mut bytes = Vec::new();
        write_atlas(
            &mut bytes,
            &chart.head,
            chart.lattice.nodes(),
            &contents,
            |i| Ok(Cow::Borrowed(&records[i].1)),
        )
        .map_err(|e| {
            Error::internal(format!("could not put an atlas together: {e}")).caused_by(e)
        })?;
        let (_, parts) = read(&bytes)?;
        let atlas = Atlas {
            chart,
            bytes: Box::new(bytes),
            parts,
        };
        atlas.check()?;
        Ok(atlas)
    }

    /// A damaged file has another checksum; one that was made to deceive must not make us panic.
    fn check(&self) -> Result<()> {
        let wrong = || {
            Error::data("the atlas contradicts itself")
                .hint("build it again with `equipoise atlas build`")
        };
        let nodes = self.chart.lattice.nodes();
        if self.parts.is_complete && self.parts.count as u64 != nodes {
            return Err(wrong());
        }
        let shape = self.chart.shape();
        let bytes = self.bytes();
        let mut last = None;
        for i in 0..self.parts.count {
            let node = self.parts.node(bytes, i);
            let is_record = Record::parse(&shape, self.parts.record(bytes, i))
                .is_some_and(|r| r.is_whole(&shape));
            if !is_record || node >= nodes || last.is_some_and(|last| last >= node) {
                return Err(wrong());
            }
            last = Some(node);
        }
        Ok(())
    }

    /// What it takes to read its records.
    pub fn chart(&self) -> &Chart {
        &self.chart
    }

    /// All its bytes.
    pub fn bytes(&self) -> &[u8] {
        (*self.bytes).as_ref()
    }

    /// Nodes with a record.
    pub fn annotated(&self) -> u64 {
        self.parts.count as u64
    }

    /// True when every node has a record.
    pub fn is_complete(&self) -> bool {
        self.parts.is_complete
    }

    /// The checksum of its bytes.
    pub fn checksum(&self) -> u64 {
        self.parts.checksum
    }

    /// The record of a node.
    pub fn record(&self, node: u64) -> Option<&[u8]> {
        self.parts
            .find(self.bytes(), node)
            .map(|i| self.parts.record(self.bytes(), i))
    }

    /// The node and the record at a place in the list of records.
    pub fn nth(&self, i: usize) -> (u64, &[u8]) {
        (
            self.parts.node(self.bytes(), i),
            self.parts.record(self.bytes(), i),
        )
    }
}
