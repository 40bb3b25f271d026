//! Several releases of one table, side by side: for the owner of the table, since the figures
//! compare with it.

mod facts;
mod html;
mod text;

pub use facts::{
    Better, ComparedMeasure, ComparedRelease, MeasureGroup, ReleaseComparison, ValueFormat,
};

use serde_json::{Map, Value, json};

impl ReleaseComparison {
    /// The comparison for a terminal, with the best value of each line marked.
    pub fn to_text(&self) -> String {
        text::render(self)
    }

    /// The comparison as one HTML page with pictures. It shows figures that compare with the table:
    /// keep it where the table is kept.
    pub fn to_html(&self) -> String {
        html::render(self)
    }

    /// The comparison as an object: for each release its figures, and for each measure which
    /// releases are best.
    pub fn to_json(&self) -> Value {
        let figures = |at: usize| -> Map<String, Value> {
            self.measures
                .iter()
                .map(|m| (m.key.clone(), m.json(m.values[at])))
                .collect()
        };
        let release = |(at, of): (usize, &ComparedRelease)| json!({ "name": of.name, "file": of.file, "record": of.with_record, "figures": figures(at) });
        let measure = |m: &ComparedMeasure| {
            let best: Vec<&str> = m
                .best()
                .into_iter()
                .map(|at| self.releases[at].name.as_str())
                .collect();
            json!({ "key": m.key, "group": m.group.key(), "name": m.name, "better": m.better.key(), "best": best })
        };
        json!({
            "outcome": "compared",
            "rows": self.rows,
            "unit": self.unit.noun(2),
            "releases": self.releases.iter().enumerate().map(release).collect::<Vec<_>>(),
            "measures": self.measures.iter().map(measure).collect::<Vec<_>>(),
            "notes": self.notes,
        })
    }
}
