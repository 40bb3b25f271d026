//! The facts of a comparison, as the caller fills them in.

use crate::facts::unit::ProtectionUnit;
use crate::number::{decimal, percent, thousands};
use serde_json::{Value, json};

/// Releases of one table with figures of each.
#[derive(Clone, Debug, PartialEq)]
pub struct ReleaseComparison {
    /// Version of Equipoise.
    pub version: String,
    /// The unit that class sizes and risks count.
    pub unit: ProtectionUnit,
    /// Rows of the table.
    pub rows: u64,
    /// The releases, in the order in which they were given.
    pub releases: Vec<ComparedRelease>,
    /// Measures, each with a value per release.
    pub measures: Vec<ComparedMeasure>,
    /// Notes on the figures.
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

/// A part of the comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeasureGroup {
    /// Rows and classes.
    Size,
    /// Risks of those in the release.
    Risk,
    /// Information that cells lost.
    Loss,
    /// Quality of answers from the release.
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

    pub(super) fn key(self) -> &'static str {
        match self {
            MeasureGroup::Size => "size",
            MeasureGroup::Risk => "risk",
            MeasureGroup::Loss => "loss",
            MeasureGroup::Use => "use",
        }
    }
}

/// The better values of a measure.
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
    pub(super) fn key(self) -> Option<&'static str> {
        match self {
            Better::Less => Some("less"),
            Better::More => Some("more"),
            Better::Neither => None,
        }
    }
}

/// The notation of a value.
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
    /// The better values.
    pub better: Better,
    /// The notation of values.
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
    pub(super) fn tell(&self, value: Option<f64>) -> String {
        match (value, self.form) {
            (None, _) => "none".to_owned(),
            (Some(value), _) if value.is_infinite() => "infinite".to_owned(),
            (Some(value), ValueFormat::Count) => thousands(value as u64),
            (Some(value), ValueFormat::Share) => percent(value),
            (Some(value), ValueFormat::Number) => decimal(value),
            (Some(value), ValueFormat::Bits) => format!("{} bits", decimal(value)),
        }
    }

    /// A value for a program.
    pub(super) fn json(&self, value: Option<f64>) -> Value {
        match (value, self.form) {
            (Some(value), _) if value.is_infinite() => json!("infinite"),
            (Some(value), ValueFormat::Count) => json!(value as u64),
            (value, _) => json!(value),
        }
    }
}
