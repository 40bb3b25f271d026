//! What each attribute lost.

use super::page::{Cell, Page, bar, fitting};
use crate::number::{decimal, percent, share, thousands};
use crate::{DecisionView, ReportView};
use equipoise_recipe::{LossChoice, Over};

const BAR: usize = 14;

pub(super) fn render(page: &mut Page, view: &ReportView) {
    page.section("What each attribute lost");
    if view.decision.is_empty() {
        page.paragraph("There is no quasi-identifier: nothing was generalized.");
        return;
    }
    let scale = Scale::of(view);
    page.paragraph(levels(view));
    page.paragraph(scale.explanation());
    let width = fitting(view.decision.iter().map(|line| line.name.as_str()), 12, 24);
    page.head(&[
        Cell::Left("Attribute", width),
        Cell::Left("Level", 7),
        Cell::Left("Values", 20),
        Cell::Left(scale.title(), BAR),
        Cell::Right("", 7),
    ]);
    for line in &view.decision {
        let (bar, value) = scale.show(line);
        let level = level(line).unwrap_or_else(|| "class".to_owned());
        page.row(&[
            Cell::Left(&line.name, width),
            Cell::Left(&level, 7),
            Cell::Left(&values(line), 20),
            Cell::Left(&bar, BAR),
            Cell::Right(&value, 7),
        ]);
        if let Some(example) = line.example.as_ref().filter(|_| line.level != Some(0)) {
            page.row(&[
                Cell::Left("", width),
                Cell::Left("", 7),
                Cell::Left(&format!("such as `{example}`"), 40),
            ]);
        }
    }
}

/// The level of an attribute out of all, where it has one.
pub(crate) fn level(line: &DecisionView) -> Option<String> {
    let level = line.level?;
    Some(line.height.map_or_else(
        || level.to_string(),
        |height| format!("{level} of {height}"),
    ))
}

/// How attributes are recoded.
pub(crate) fn levels(view: &ReportView) -> &'static str {
    if view
        .preference
        .as_ref()
        .is_some_and(|of| of.over == Over::Partitions)
    {
        "The values of each attribute are divided into groups, once for all rows. A group is shown by its range, or by the labels and \
         values that it is made of."
    } else if view.decision.iter().any(|line| line.level.is_none()) {
        "Each class has labels of its own: a value can be exact in one class and joined with others in the next. A label always \
         stands for the same set of values."
    } else {
        "Every value of an attribute is released at the same level. Level 0 is the value as it was; each level above joins \
         values into coarser groups, and the highest usually says nothing at all."
    }
}

/// The number of released labels and, for the owner of the input, of its values.
pub(crate) fn values(line: &DecisionView) -> String {
    let raw = line
        .raw_values
        .map_or_else(String::new, |raw| format!("{} → ", thousands(raw)));
    match (line.level, line.labels) {
        (_, 0) => "none released".to_owned(),
        (Some(0), labels) => match line.raw_values.filter(|&raw| raw > labels) {
            Some(raw) => format!("{} of {}, exact", thousands(labels), thousands(raw)),
            None => format!("{}, exact", thousands(labels)),
        },
        (None, 1) => format!("{raw}1 label"),
        (None, labels) => format!("{raw}{} labels", thousands(labels)),
        (_, 1) => format!("{raw}1 group"),
        (_, labels) => format!("{raw}{} groups", thousands(labels)),
    }
}

/// What the bars stand for.
pub(crate) enum Scale {
    /// The attribute's own loss, from 0 to 1.
    Share,
    /// The attribute's own loss, against the greatest of all.
    Number(f64),
    /// Level over height, because the loss is not made of attributes or may not be told.
    Level,
}

impl Scale {
    pub(crate) fn of(view: &ReportView) -> Self {
        let losses: Vec<f64> = view.decision.iter().filter_map(|line| line.loss).collect();
        match view.loss.metric {
            _ if losses.is_empty() => Scale::Level,
            LossChoice::Loss | LossChoice::Precision => Scale::Share,
            LossChoice::Nwp
            | LossChoice::Aecs
            | LossChoice::Discernibility
            | LossChoice::Entropy
            | LossChoice::Height => Scale::Number(losses.iter().copied().fold(0.0, f64::max)),
        }
    }

    /// What it measures, in few words.
    pub(crate) fn title(&self) -> &'static str {
        match self {
            Scale::Share => "Detail lost",
            Scale::Number(_) => "Loss",
            Scale::Level => "How far up",
        }
    }

    /// What it measures, in a sentence.
    pub(crate) fn explanation(&self) -> &'static str {
        match self {
            Scale::Share => {
                "Detail lost goes from 0 % (all values exact) to 100 % (nothing told). A row left out has lost everything."
            }
            Scale::Number(_) => "The bars compare what each attribute adds to the loss.",
            Scale::Level => "The bars show how far up the levels each attribute had to go.",
        }
    }

    fn show(&self, line: &DecisionView) -> (String, String) {
        (
            bar(self.value(line) / self.greatest(), BAR),
            self.number(line),
        )
    }

    /// Where the scale ends; above 0.
    pub(crate) fn greatest(&self) -> f64 {
        match self {
            Scale::Number(most) if *most > 0.0 => *most,
            _ => 1.0,
        }
    }

    /// How far along the scale an attribute is.
    pub(crate) fn value(&self, line: &DecisionView) -> f64 {
        match self {
            Scale::Share | Scale::Number(_) => line.loss.unwrap_or(0.0),
            Scale::Level => line
                .level
                .zip(line.height)
                .and_then(|(level, height)| share(level.into(), height.into()))
                .unwrap_or(0.0),
        }
    }

    /// That in words, where it is more than the level.
    pub(crate) fn number(&self, line: &DecisionView) -> String {
        match (self, line.loss) {
            (Scale::Share, Some(loss)) => percent(loss),
            (Scale::Number(_), Some(loss)) => decimal(loss),
            _ => String::new(),
        }
    }

    /// The name of a place on the scale.
    pub(crate) fn tick(&self, value: f64) -> String {
        match self {
            Scale::Share | Scale::Level => format!("{:.0} %", value * 100.0),
            Scale::Number(_) => decimal(value),
        }
    }
}
