//! What a publisher aspired to: facts as the caller fills them in, and what an audience may see of
//! them.
//!
//! Both measures read the input like the loss does. A public report has them only where the section
//! `loss` is published, in three digits. Other releases that could have been are for the owner of
//! the input.

use crate::mask::{Count, Totals};
use crate::words::word;
use equipoise_recipe::{MeasureChoice, Over};
use serde::Serialize;

/// What was aspired to, and what came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct PreferenceFacts {
    /// What was chosen from.
    pub over: Over,
    /// The two measures.
    pub measures: [AspiredMeasure; 2],
    /// Figures that the release reached. They read the input.
    pub figures: Option<PreferenceFigures>,
}

/// Figures that a preference reached. They read the input.
#[derive(Clone, Debug, PartialEq)]
pub struct PreferenceFigures {
    /// The value of each measure.
    pub reached: [f64; 2],
    /// Whether nothing that was to choose from achieves more.
    pub proved: bool,
    /// Nodes of the lattice, or partitions that were evaluated.
    pub choices: u64,
    /// How far the release is from utopia.
    pub achievement: f64,
    /// How far what was aspired to is.
    pub asked_achievement: f64,
    /// The smallest class.
    pub least: u64,
    /// What could be reached otherwise: the efficient points, by rising first measure.
    pub efficient: Vec<EfficientPoint>,
}

impl PreferenceFacts {
    /// Whether both aspirations are met; none where what was reached is not reported.
    pub fn is_within(&self) -> Option<bool> {
        let figures = self.figures.as_ref()?;
        Some(
            self.measures
                .iter()
                .zip(figures.reached)
                .all(|(measure, reached)| reached <= measure.asked),
        )
    }
}

/// A measure with what was asked and reached.
#[derive(Clone, Debug, PartialEq)]
pub struct AspiredMeasure {
    /// The measure.
    pub measure: MeasureChoice,
    /// What was aspired to.
    pub asked: f64,
}

/// A release that could have been.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct EfficientPoint {
    /// Its measures.
    pub point: [f64; 2],
    /// Its smallest class.
    pub least: u64,
}

/// What an audience may see of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PreferenceView {
    /// What was chosen from.
    #[serde(serialize_with = "word")]
    pub over: Over,
    /// Whether nothing that was to choose from achieves more; none where that depends on more than
    /// the recipe.
    pub exact: Option<bool>,
    /// Nodes of the lattice, or partitions that were evaluated; the latter are for the owner of the
    /// input.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choices: Option<u64>,
    /// The two measures.
    pub measures: Vec<AspiredView>,
    /// Whether both aspirations are met; none where that is masked or not reported.
    pub within_aspiration: Option<bool>,
    /// The efficient points, for the owner of the input.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub efficient: Option<Vec<EfficientPoint>>,
}

/// A measure as an audience may see it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AspiredView {
    /// The measure.
    #[serde(serialize_with = "word")]
    pub measure: MeasureChoice,
    /// What it tells.
    pub meaning: &'static str,
    /// What was aspired to.
    pub asked: f64,
    /// The value that the release reached; none where it is masked or not reported.
    pub reached: Option<f64>,
}

impl PreferenceFacts {
    /// Whether both aspirations are met. Where somebody is left out, the public gets no more of an
    /// answer than rounded figures give.
    fn is_seen_within(&self, totals: &Totals) -> Option<bool> {
        if totals.internal() || totals.left_out_units == Count::Exact(0) {
            return self.is_within();
        }
        let reached = self.figures.as_ref()?.reached;
        let sides: Vec<Option<bool>> = self
            .measures
            .iter()
            .zip(reached)
            .map(|(m, reached)| is_below(three_digits(reached), m.asked))
            .collect();
        match sides[..] {
            [Some(a), Some(b)] => Some(a && b),
            _ if sides.contains(&Some(false)) => Some(false),
            _ => None,
        }
    }

    /// `proved` and `nodes` are what the whole report says about the search.
    pub(crate) fn seen(
        &self,
        proved: Option<bool>,
        nodes: Option<u64>,
        totals: &Totals,
    ) -> PreferenceView {
        let shown = |value: f64| {
            if totals.internal() {
                value
            } else {
                three_digits(value)
            }
        };
        let reached = |at: usize| {
            self.figures
                .as_ref()
                .filter(|_| totals.told)
                .map(|figures| shown(figures.reached[at]))
        };
        let measure = |(at, m): (usize, &AspiredMeasure)| AspiredView {
            measure: m.measure,
            meaning: meaning(m.measure),
            asked: m.asked,
            reached: reached(at),
        };
        let own = self.figures.as_ref().filter(|_| totals.internal());
        PreferenceView {
            over: self.over,
            exact: own.map(|figures| figures.proved).or(proved),
            choices: own
                .map(|figures| figures.choices)
                .or(nodes.filter(|_| self.over == Over::Lattice)),
            measures: self.measures.iter().enumerate().map(measure).collect(),
            within_aspiration: if totals.told {
                self.is_seen_within(totals)
            } else {
                None
            },
            efficient: own.map(|figures| figures.efficient.clone()),
        }
    }
}

/// Whether a number that was rounded to three digits is below another; none where rounding could
/// decide.
fn is_below(rounded: f64, other: f64) -> Option<bool> {
    let step = 10f64.powi(-places(rounded));
    ((rounded - other).abs() > 0.51 * step).then_some(rounded < other)
}

/// How many decimals three digits of a number have, at most three.
fn places(value: f64) -> i32 {
    if value == 0.0 || !value.is_finite() {
        3
    } else {
        (2 - value.abs().log10().floor() as i32).min(3)
    }
}

/// A number in three digits, never finer than thousandths.
fn three_digits(value: f64) -> f64 {
    if value == 0.0 || !value.is_finite() {
        return value;
    }
    let scale = 10f64.powi(places(value));
    (value * scale).round() / scale
}

/// What a measure tells, in a few words.
fn meaning(measure: MeasureChoice) -> &'static str {
    match measure {
        MeasureChoice::Necd => "largest class less smallest, over all but one",
        MeasureChoice::HighestRisk => "risk of the person in the smallest class",
        MeasureChoice::AverageRisk => "risk of a person on average",
        MeasureChoice::Uniqueness => "share of people who are alone in their class",
        MeasureChoice::Suppression => "share that is left out",
        MeasureChoice::Loss => "share of the domain that a cell covers",
        MeasureChoice::Nwp => "share of occurring values that a cell covers",
        MeasureChoice::Precision => "how high cells are generalized, on average",
        MeasureChoice::Aecs => "average size of a class",
        MeasureChoice::Discernibility => "rows that look alike, squared and summed up",
        MeasureChoice::Entropy => "bits lost",
        MeasureChoice::Height => "sum of levels",
    }
}
