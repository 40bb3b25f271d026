//! Several releases of one table, side by side: for the owner of the table, since the figures
//! compare with it.

mod text;

use crate::{ProtectionUnit, html};
use serde_json::{Map, Value, json};

/// Releases of one table with figures of each.
#[derive(Clone, Debug, PartialEq)]
pub struct ReleaseComparison {
    /// Version of Equipoise.
    pub version: String,
    /// What class sizes and risks count.
    pub unit: ProtectionUnit,
    /// Rows of the table.
    pub rows: u64,
    /// The releases, in the order in which they were given.
    pub releases: Vec<ComparedRelease>,
    /// What was measured, each with a value per release.
    pub measures: Vec<ComparedMeasure>,
    /// What is to be known about the figures.
    pub notes: Vec<String>,
}

/// A release among others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ComparedRelease {
    /// A short name that no other has.
    pub name: String,
    /// The file, as it was given.
    pub file: String,
    /// Whether labels were read by its record.
    pub with_record: bool,
}

/// Which part of the comparison a measure belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeasureGroup {
    /// Rows and classes.
    Size,
    /// Risks of those in the release.
    Risk,
    /// What cells no longer say.
    Loss,
    /// What answers from the release are worth.
    Use,
}

impl MeasureGroup {
    /// All groups, in their order.
    pub const ALL: [MeasureGroup; 4] = [
        MeasureGroup::Size,
        MeasureGroup::Risk,
        MeasureGroup::Loss,
        MeasureGroup::Use,
    ];

    /// Its title.
    pub fn title(self) -> &'static str {
        match self {
            MeasureGroup::Size => "What is released",
            MeasureGroup::Risk => "How exposed people are",
            MeasureGroup::Loss => "What cells no longer say",
            MeasureGroup::Use => "What it is still good for",
        }
    }

    fn key(self) -> &'static str {
        match self {
            MeasureGroup::Size => "size",
            MeasureGroup::Risk => "risk",
            MeasureGroup::Loss => "loss",
            MeasureGroup::Use => "use",
        }
    }
}

/// Which values of a measure are better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Better {
    /// Smaller ones.
    Less,
    /// Larger ones.
    More,
    /// It depends on what one wants.
    Neither,
}

impl Better {
    fn key(self) -> Option<&'static str> {
        match self {
            Better::Less => Some("less"),
            Better::More => Some("more"),
            Better::Neither => None,
        }
    }
}

/// How a value is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueFormat {
    /// A whole number.
    Count,
    /// A share, shown as per cent.
    Share,
    /// A number.
    Number,
    /// Bits.
    Bits,
}

/// One measure with a value per release.
#[derive(Clone, Debug, PartialEq)]
pub struct ComparedMeasure {
    /// Its key in JSON.
    pub key: String,
    /// Its part of the comparison.
    pub group: MeasureGroup,
    /// Its name for people.
    pub name: String,
    /// Which values are better.
    pub better: Better,
    /// How values are written.
    pub form: ValueFormat,
    /// A value for each release; none where there is no such value, and infinite where a release
    /// says that rows of the table cannot be.
    pub values: Vec<Option<f64>>,
}

impl ComparedMeasure {
    /// The places of the releases with the best value; none where all have the same.
    ///
    /// ```
    /// use equipoise_report::{Better, ValueFormat, MeasureGroup, ComparedMeasure};
    /// let values = vec![Some(0.2), None, Some(0.1), Some(0.1)];
    /// let loss = ComparedMeasure { key: "loss".into(), group: MeasureGroup::Loss, name: "Loss".into(), better: Better::Less, form: ValueFormat::Share, values };
    /// assert_eq!(loss.best(), [2, 3]);
    /// ```
    pub fn best(&self) -> Vec<usize> {
        let known = || {
            self.values
                .iter()
                .enumerate()
                .filter_map(|(at, value)| Some((at, (*value)?)))
        };
        let better = |a: f64, b: f64| match self.better {
            Better::Less => a < b,
            Better::More => a > b,
            Better::Neither => false,
        };
        let is_best = |value: f64| !known().any(|(_, other)| better(other, value));
        let best: Vec<usize> = known()
            .filter(|&(_, value)| is_best(value))
            .map(|(at, _)| at)
            .collect();
        if best.len() == known().count() {
            Vec::new()
        } else {
            best
        }
    }

    /// A value as people read it.
    pub(crate) fn tell(&self, value: Option<f64>) -> String {
        use crate::number::{decimal, percent, thousands};
        match (value, self.form) {
            (None, _) => "none".to_owned(),
            (Some(value), _) if value.is_infinite() => "infinite".to_owned(),
            (Some(value), ValueFormat::Count) => thousands(value as u64),
            (Some(value), ValueFormat::Share) => percent(value),
            (Some(value), ValueFormat::Number) => decimal(value),
            (Some(value), ValueFormat::Bits) => format!("{} bits", decimal(value)),
        }
    }

    fn json(&self, value: Option<f64>) -> Value {
        match (value, self.form) {
            (Some(value), _) if value.is_infinite() => json!("infinite"),
            (Some(value), ValueFormat::Count) => json!(value as u64),
            (value, _) => json!(value),
        }
    }
}

/// What the picture of the page shows: a risk against what is kept.
pub(crate) const RISK: &str = "average_risk";
pub(crate) const LOSS: &str = "loss";

impl ReleaseComparison {
    /// The comparison for a terminal, with the best value of each line marked.
    pub fn to_text(&self) -> String {
        text::render(self)
    }

    /// The comparison as one HTML page with pictures. It shows figures that compare with the table:
    /// keep it where the table is kept.
    pub fn to_html(&self) -> String {
        html::comparison(self)
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

    pub(crate) fn measure(&self, key: &str) -> Option<&ComparedMeasure> {
        self.measures.iter().find(|m| m.key == key)
    }
}
