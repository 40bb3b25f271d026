//! Adult with some quasi-identifiers, and atlases of it.

use crate::example::bind;
use equipoise::process::process_cpu;
use equipoise_data::{
    Column, Encoded, Error, Hierarchy, Levels, Quasi, Result, Sensitive, Table, ThresholdKey,
};
use equipoise_explore::{Atlas, AttributeHead, Chart, Head, LossHead, Origin, axes_of};
use equipoise_measure::{Loss, LossOptions};
use equipoise_privacy::{AnyModel, DistinctDiversity, KAnonymity, Panel};
use equipoise_search::{AnnotationRequest, Annotator, Limits, Task, with_annotator};
use equipoise_testkit::shared::read_cells;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// The quasi-identifiers; the first three are those of the worked example of the source.
const QUASI: [&str; 9] = [
    "age",
    "workclass",
    "education",
    "marital-status",
    "race",
    "sex",
    "native-country",
    "salary-class",
    "occupation",
];

/// The sensitive column, where diversity is asked for.
const SENSITIVE: usize = 8;

/// Which histograms are kept of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Histograms {
    /// Sizes of classes.
    Sizes,
    /// Sizes of classes and distinct occupations in them.
    Distinct,
}

/// The table, encoded.
pub(super) struct Adult {
    rows: usize,
    /// Per quasi-identifier its codes and its hierarchy.
    columns: Vec<(Column, Hierarchy)>,
    /// For each code of the sensitive column its value: itself, as none is missing.
    values: Vec<u32>,
}

/// An atlas with what it took to make it.
pub(super) struct Built {
    pub(super) atlas: Atlas,
    /// Classes of all nodes together.
    pub(super) classes: u64,
    /// CPU time of all threads, from encoded rows to records.
    pub(super) cpu_ms: f64,
}

impl Adult {
    /// Every so manieth row.
    pub(super) fn load(data: &Path, step: usize) -> Result<Adult> {
        let folder = data.join("adult");
        let mut rows = read_cells(&folder.join("adult.csv")).into_iter();
        let header = rows.next().unwrap_or_default();
        let rows: Vec<Vec<String>> = rows.step_by(step).collect();
        let mut table = Table::from_rows(
            &header.iter().map(String::as_str).collect::<Vec<_>>(),
            &rows,
        );
        let take = |name: &&str| {
            let at = table.columns.iter().position(|c| c.name == **name);
            let column = table.columns.swap_remove(
                at.ok_or_else(|| Error::data(format!("Adult has no column `{name}`")))?,
            );
            let hierarchy = bind(
                &read_cells(&folder.join(format!("hierarchies/adult_hierarchy_{name}.csv"))),
                &column,
            )?;
            Ok((column, hierarchy))
        };
        let columns = QUASI.iter().map(take).collect::<Result<Vec<_>>>()?;
        let values = (0..columns[SENSITIVE].0.dictionary.len() as u32).collect();
        Ok(Adult {
            rows: rows.len(),
            columns,
            values,
        })
    }

    /// Records of all nodes with so many quasi-identifiers.
    pub(super) fn build(&self, quasi: usize, histograms: Histograms) -> Result<Built> {
        let start = process_cpu();
        let classes = AtomicU64::new(0);
        let records = self.with_annotator(quasi, histograms, |chart, annotator| {
            let lattice = chart.lattice();
            let records = Mutex::new(Vec::new());
            let nodes: Vec<Levels> = (0..lattice.nodes()).map(|n| lattice.levels(n)).collect();
            annotator.annotate_all(nodes, &|| false, &|levels, annotation| {
                classes.fetch_add(annotation.classes, Ordering::Relaxed);
                let record = chart.record(levels, &annotation);
                records
                    .lock()
                    .expect("no thread panicked")
                    .push((lattice.index(levels), record));
            });
            records.into_inner().expect("no thread panicked")
        });
        let mut records: Vec<(u64, Vec<u8>)> = records?;
        let cpu_ms = (process_cpu() - start).as_secs_f64() * 1e3;
        records.sort_unstable();
        Ok(Built {
            atlas: self.atlas(quasi, histograms, &records)?,
            classes: classes.into_inner(),
            cpu_ms,
        })
    }

    /// An atlas of some records.
    pub(super) fn atlas(
        &self,
        quasi: usize,
        histograms: Histograms,
        records: &[(u64, Vec<u8>)],
    ) -> Result<Atlas> {
        Atlas::of_records(self.chart(quasi, &self.panel(histograms)?)?, records)
    }

    /// Hands an annotator of the nodes to `run`, with the chart of their records.
    pub(super) fn with_annotator<R>(
        &self,
        quasi: usize,
        histograms: Histograms,
        run: impl FnOnce(&Chart, &dyn Annotator) -> R,
    ) -> Result<R> {
        let panel = self.panel(histograms)?;
        let chart = self.chart(quasi, &panel)?;
        let sensitive = Sensitive {
            codes: &self.columns[SENSITIVE].0.codes,
            value_of: &self.values,
            only_occurrence: panel.only_occurrence(0),
        };
        let encoded = Encoded {
            rows: self.rows,
            quasi: self.columns[..quasi]
                .iter()
                .map(|(column, hierarchy)| Quasi {
                    codes: &column.codes,
                    hierarchy,
                })
                .collect(),
            sensitive: if histograms == Histograms::Distinct {
                vec![sensitive]
            } else {
                Vec::new()
            },
            persons: None,
            amounts: Vec::new(),
            weights: None,
            population: None,
        };
        let losses: Vec<&dyn Loss> = chart.losses().iter().map(AsRef::as_ref).collect();
        let axes = chart.axes();
        let wanted = AnnotationRequest {
            axes: &axes,
            losses: &losses,
        };
        let task = Task {
            encoded: &encoded,
            lattice: chart.lattice(),
            panel: &panel,
            loss: losses[0],
            allowed_units: 0,
        };
        with_annotator(&task, &wanted, &Limits::default(), |annotator| {
            run(&chart, annotator)
        })
    }

    fn panel(&self, histograms: Histograms) -> Result<Panel> {
        let mut models = vec![AnyModel::Class(Box::new(KAnonymity::new(2)?))];
        if histograms == Histograms::Distinct {
            models.push(AnyModel::Class(Box::new(DistinctDiversity::new(
                0, 2, None,
            )?)));
        }
        Ok(Panel::new(models))
    }

    fn chart(&self, quasi: usize, panel: &Panel) -> Result<Chart> {
        let describe = |entry: usize| match entry {
            0 => (ThresholdKey::K, None, None),
            _ => (ThresholdKey::L, Some(QUASI[SENSITIVE].to_owned()), None),
        };
        let (axes, tables) = axes_of(panel.models(), describe)?;
        let attribute = |(column, hierarchy): &(Column, Hierarchy)| {
            let rows = hierarchy.leaf_rows(&column.codes);
            AttributeHead::new(&column.name, (0, hierarchy.height() as u8), hierarchy, rows)
        };
        let head = Head {
            rows: self.rows as u64,
            units: self.rows as u64,
            persons: false,
            attributes: self.columns[..quasi].iter().map(attribute).collect(),
            axes,
            tables,
            forbids_absence: false,
            losses: vec![LossHead::new(&LossOptions::default())],
            max_units: 0,
            max_suppression: "0".to_owned(),
            origin: Origin::default(),
        };
        Chart::new(head, Vec::new())
    }
}
