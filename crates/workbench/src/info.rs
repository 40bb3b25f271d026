//! What an atlas is, in a few figures.

use crate::atlas_file::open_atlas;
use crate::store::journal_path;
use equipoise_data::Result;
use equipoise_explore::AxisHead;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// What an atlas is.
#[derive(Clone, Debug)]
pub struct AtlasInfo {
    /// The file.
    pub path: PathBuf,
    /// Its bytes.
    pub bytes: u64,
    /// Input rows.
    pub rows: u64,
    /// Units of protection.
    pub units: u64,
    /// Whether persons are the unit.
    pub persons: bool,
    /// Nodes of the lattice.
    pub nodes_total: u64,
    /// Nodes with a record.
    pub nodes_annotated: u64,
    /// The quasi-identifiers with their finest and coarsest levels.
    pub attributes: Vec<(String, u8, u8)>,
    /// The models that can be negotiated, each with its key and the recipe's threshold.
    pub models: Vec<(String, String, String)>,
    /// The losses.
    pub losses: Vec<String>,
    /// The recipe it was made with, and the table.
    pub recipe: String,
    /// The table it was made from.
    pub input: String,
    /// The checksum of its bytes: sessions name their atlas by it.
    pub checksum: String,
    /// Whether records that were made on demand lie beside it.
    pub has_journal: bool,
    /// Nodes that an earlier run had annotated; 0 where the atlas was not built now.
    pub resumed_nodes: u64,
    /// How long it took to build; 0 where it was not built now.
    pub wall_ms: f64,
    /// CPU time of the same, all threads.
    pub cpu_ms: f64,
    /// What deserves a second look.
    pub warnings: Vec<String>,
}

impl AtlasInfo {
    /// Looks at an atlas file.
    ///
    /// # Errors
    /// A file that is no atlas, of another version, cut short or altered.
    pub fn open(path: &Path) -> Result<Self> {
        let atlas = open_atlas(path)?;
        let head = atlas.chart().head();
        let model = |axis: &AxisHead| (axis.name(), axis.key.to_string(), axis.show(axis.asked));
        Ok(AtlasInfo {
            path: path.to_owned(),
            bytes: atlas.bytes().len() as u64,
            rows: head.rows,
            units: head.units,
            persons: head.persons,
            nodes_total: atlas.chart().lattice().nodes(),
            nodes_annotated: atlas.annotated(),
            attributes: head
                .attributes
                .iter()
                .map(|a| (a.name.clone(), a.low, a.high))
                .collect(),
            models: head
                .axes
                .iter()
                .chain(&head.tables)
                .filter(|a| a.entry.is_some())
                .map(model)
                .collect(),
            losses: head
                .losses
                .iter()
                .map(|l| l.metric.name().to_owned())
                .collect(),
            recipe: head.origin.recipe_path.clone(),
            input: head.origin.input_path.clone(),
            checksum: format!("{:016x}", atlas.checksum()),
            has_journal: journal_path(path).exists(),
            resumed_nodes: 0,
            wall_ms: 0.0,
            cpu_ms: 0.0,
            warnings: Vec::new(),
        })
    }

    /// Whether every node has a record.
    pub fn is_complete(&self) -> bool {
        self.nodes_annotated == self.nodes_total
    }

    /// Whether it was built now. Otherwise it was there already.
    pub fn was_built(&self) -> bool {
        self.wall_ms > 0.0
    }

    /// The object that `--json` prints.
    pub fn to_json(&self) -> Value {
        let attribute = |(name, low, high): &(String, u8, u8)| json!({ "column": name, "min_level": low, "max_level": high });
        let model = |(model, key, asked): &(String, String, String)| json!({ "model": model, "key": key, "asked": crate::asked::number(asked) });
        json!({
            "atlas": self.path.display().to_string(),
            "bytes": self.bytes,
            "rows": self.rows,
            "unit": if self.persons { "persons" } else { "rows" },
            "units": self.units,
            "nodes_total": self.nodes_total,
            "nodes_annotated": self.nodes_annotated,
            "complete": self.is_complete(),
            "attributes": self.attributes.iter().map(attribute).collect::<Vec<_>>(),
            "models": self.models.iter().map(model).collect::<Vec<_>>(),
            "losses": self.losses,
            "recipe": self.recipe,
            "input": self.input,
            "checksum": self.checksum,
            "more_records_beside": self.has_journal,
            "resumed_nodes": self.resumed_nodes,
            "wall_ms": (self.wall_ms * 1e3).round() / 1e3,
            "cpu_ms": (self.cpu_ms * 1e3).round() / 1e3,
            "warnings": self.warnings,
        })
    }
}
