//! Risks against utilities: what optimizers reach, and what rules for whole tables do.

mod facts;
mod html;
mod text;

pub use facts::{MapPoint, RiskUtilityMap, Series};

impl RiskUtilityMap {
    /// The map for a terminal.
    pub fn to_text(&self) -> String {
        text::render(self)
    }

    /// The map for machines.
    pub fn to_json(&self) -> serde_json::Value {
        serde_json::json!({
            "rows": self.rows, "records": self.records, "records_total": self.records_total, "series": self.series, "rules": self.rules,
        })
    }

    /// The map as one page with a picture.
    pub fn to_html(&self) -> String {
        html::render(self)
    }
}
