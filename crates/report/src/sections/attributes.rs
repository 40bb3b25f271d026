//! Detail that each attribute lost.

use super::section::Section;
use crate::masked::view::{DecisionView, ReportView};
use crate::number::{decimal, percent, share, thousands};
use crate::page::html::{code, escape};
use crate::page::json::Fields;
use crate::page::picture::{About, Ink, rows};
use crate::page::text::{bar, fitting};
use crate::page::{html, text};
use equipoise_recipe::LossChoice;

const TITLE: &str = "What each attribute lost";
const NO_ATTRIBUTE: &str = "There is no quasi-identifier: nothing was generalized.";

/// Characters of a bar in the text.
const BAR: usize = 14;
/// Levels that are drawn as boxes; more are only told as a number.
const MOST_STEPS: u8 = 16;

/// The section.
pub(super) struct Attributes;

impl Section for Attributes {
    fn text(&self, view: &ReportView, page: &mut text::Page) {
        page.section(TITLE);
        if view.decision.is_empty() {
            page.paragraph(NO_ATTRIBUTE);
            return;
        }
        let scale = Scale::of(view);
        page.paragraph(levels(view));
        page.paragraph(scale.explanation());
        lines(page, view, &scale);
    }

    fn html(&self, view: &ReportView, page: &mut html::Page) {
        page.section(TITLE, |page| {
            if view.decision.is_empty() {
                page.paragraph(NO_ATTRIBUTE);
                return;
            }
            let scale = Scale::of(view);
            page.paragraph(levels(view));
            page.paragraph(scale.explanation());
            figure(page, view, &scale);
            table(page, view, &scale);
        });
    }

    fn json(&self, view: &ReportView, fields: &mut Fields) {
        fields.add("decision", &view.decision);
        fields.add("loss", &view.loss);
    }
}

fn lines(page: &mut text::Page, view: &ReportView, scale: &Scale) {
    let width = fitting(view.decision.iter().map(|line| line.name.as_str()), 12, 24);
    page.head(&[
        text::Cell::Left("Attribute", width),
        text::Cell::Left("Level", 7),
        text::Cell::Left("Values", 20),
        text::Cell::Left(scale.title(), BAR),
        text::Cell::Right("", 7),
    ]);
    for line in &view.decision {
        let (bar, value) = scale.show(line);
        let level = level(line).unwrap_or_else(|| "class".to_owned());
        page.row(&[
            text::Cell::Left(&line.name, width),
            text::Cell::Left(&level, 7),
            text::Cell::Left(&values(line), 20),
            text::Cell::Left(&bar, BAR),
            text::Cell::Right(&value, 7),
        ]);
        if let Some(example) = line.example.as_ref().filter(|_| line.level != Some(0)) {
            page.row(&[
                text::Cell::Left("", width),
                text::Cell::Left("", 7),
                text::Cell::Left(&format!("such as `{example}`"), 40),
            ]);
        }
    }
}

fn figure(page: &mut html::Page, view: &ReportView, scale: &Scale) {
    let title = format!("{} of each attribute, and its level", scale.title());
    let legend = "<p class=\"legend\"><span class=\"key full\"></span> bar: how much <span class=\"key level\"></span> boxes: levels, filled \
                  up to the released one</p>\n";
    let said: Vec<String> = view
        .decision
        .iter()
        .map(|line| format!("{}: {}, {}", line.name, standing(line), scale.number(line)))
        .collect();
    page.figure(&title, legend, |number| {
        let about = About {
            number,
            title: &title,
            description: &format!("{}.", said.join("; ")),
        };
        rows(
            &about,
            view.decision.len(),
            48,
            scale.greatest(),
            &|value| scale.tick(*value),
            |rows| {
                for (row, line) in view.decision.iter().enumerate() {
                    rows.names(row, &line.name, &standing(line))?;
                    let value = scale.value(line);
                    rows.bar(row, (0.14, 0.52), value, Ink::After)?;
                    rows.number(row, 0.33, value, &scale.number(line))?;
                    if let Some((level, height)) = line
                        .level
                        .zip(line.height)
                        .filter(|&(_, height)| height <= MOST_STEPS)
                    {
                        rows.steps(row, 0.74, level, height)?;
                    }
                }
                Ok(())
            },
        )
    });
}

fn table(page: &mut html::Page, view: &ReportView, scale: &Scale) {
    let rows = view.decision.iter().map(|line| {
        let example = line
            .example
            .as_ref()
            .filter(|_| line.level != Some(0))
            .map_or_else(String::new, |example| code(example));
        vec![
            html::Cell::Text(code(&line.name)),
            html::Cell::Text(level(line).unwrap_or_else(|| "by class".to_owned())),
            html::Cell::Text(escape(&values(line))),
            html::Cell::Text(example),
            html::Cell::Number(escape(&scale.number(line))),
        ]
    });
    let lost = format!("#{}", scale.title());
    page.table(
        "Quasi-identifiers in the release",
        &["Attribute", "Level", "Values", "Such as", &lost],
        rows.collect(),
    );
}

/// Where an attribute is released, in few words.
fn standing(line: &DecisionView) -> String {
    level(line).map_or_else(
        || "labels by class".to_owned(),
        |level| format!("level {level}"),
    )
}

/// The level of an attribute out of all, where it has one.
pub(super) fn level(line: &DecisionView) -> Option<String> {
    let level = line.level?;
    Some(line.height.map_or_else(
        || level.to_string(),
        |height| format!("{level} of {height}"),
    ))
}

/// A sentence on how attributes are recoded.
fn levels(view: &ReportView) -> &'static str {
    if view.has_partitions() {
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
fn values(line: &DecisionView) -> String {
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

/// The scale of the bars.
enum Scale {
    /// The attribute's own loss, from 0 to 1.
    Share,
    /// The attribute's own loss, against the greatest of all.
    Number(f64),
    /// Level over height, because the loss is not made of attributes or may not be told.
    Level,
}

impl Scale {
    fn of(view: &ReportView) -> Self {
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

    /// The title of the scale.
    fn title(&self) -> &'static str {
        match self {
            Scale::Share => "Detail lost",
            Scale::Number(_) => "Loss",
            Scale::Level => "How far up",
        }
    }

    /// A sentence on the scale.
    fn explanation(&self) -> &'static str {
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
    fn greatest(&self) -> f64 {
        match self {
            Scale::Number(most) if *most > 0.0 => *most,
            _ => 1.0,
        }
    }

    /// The place of an attribute on the scale.
    fn value(&self, line: &DecisionView) -> f64 {
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
    fn number(&self, line: &DecisionView) -> String {
        match (self, line.loss) {
            (Scale::Share, Some(loss)) => percent(loss),
            (Scale::Number(_), Some(loss)) => decimal(loss),
            _ => String::new(),
        }
    }

    /// The name of a place on the scale.
    fn tick(&self, value: f64) -> String {
        match self {
            Scale::Share | Scale::Level => format!("{:.0} %", value * 100.0),
            Scale::Number(_) => decimal(value),
        }
    }
}
