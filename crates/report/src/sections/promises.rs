//! The models: what was asked, what was measured, whether it is met, and what that promises.

use super::columns::counted;
use super::section::Section;
use crate::facts::model::ThresholdSide;
use crate::masked::mask::Count;
use crate::masked::models::{MeasuredValue, ModelView, shortened};
use crate::masked::view::ReportView;
use crate::model::Threshold;
use crate::number::thousands;
use crate::page::html::{escape, prose};
use crate::page::json::Fields;
use crate::page::text::fitting;
use crate::page::{html, text};
use equipoise_recipe::{Limit, ModelParameter};

/// Places of a measured value.
const PLACES: usize = 4;

/// The section. In the text the columns come before and the search after it, under one heading.
pub(super) struct Promises;

impl Section for Promises {
    fn text(&self, view: &ReportView, page: &mut text::Page) {
        if view.privacy.is_empty() {
            page.paragraph(NO_MODEL);
        } else {
            lines(page, view);
        }
        page.paragraph(&limit(view));
    }

    fn html(&self, view: &ReportView, page: &mut html::Page) {
        page.section("What was asked, and what was measured", |page| {
            if view.privacy.is_empty() {
                page.paragraph(NO_MODEL);
            } else {
                table(page, view);
            }
            page.paragraph(&limit(view));
            page.paragraph(&counted(view));
        });
    }

    fn json(&self, view: &ReportView, fields: &mut Fields) {
        fields.add("asked", &view.asked);
        fields.add("privacy", &view.privacy);
    }
}

const NO_MODEL: &str = "No privacy model was asked for, so nothing is promised.";

fn lines(page: &mut text::Page, view: &ReportView) {
    page.paragraph(&over_whom(view));
    let names: Vec<String> = view.privacy.iter().map(model_name).collect();
    let bounds: Vec<String> = view.privacy.iter().map(bound).collect();
    let asked = fitting(bounds.iter().map(String::as_str), 14, 34);
    let width = fitting(names.iter().map(String::as_str), 24, 46.min(65 - asked));
    page.head(&[
        text::Cell::Left("Model", width),
        text::Cell::Right("Asked", asked),
        text::Cell::Right("Measured", 12),
        text::Cell::Left("Verdict", 7),
    ]);
    for ((model, name), bound) in view.privacy.iter().zip(&names).zip(&bounds) {
        let verdict = if model.met { "met" } else { "NOT MET" };
        page.row(&[
            text::Cell::Left(name, width),
            text::Cell::Right(bound, asked),
            text::Cell::Right(&measured(model), 12),
            text::Cell::Left(verdict, 7),
        ]);
        page.wrapped(&model.promise, "      ", "      ");
        if !model.settings.0.is_empty() {
            page.wrapped(
                &format!("Settings: {}.", named(&model.settings.0)),
                "      ",
                "      ",
            );
        }
    }
}

fn table(page: &mut html::Page, view: &ReportView) {
    page.paragraph(&over_whom(view));
    let rows = view.privacy.iter().map(|model| {
        let verdict = if model.met {
            "<span class=\"met\">✓ met</span>"
        } else {
            "<strong class=\"not\">✗ NOT MET</strong>"
        };
        let settings = match model.settings.0.is_empty() {
            true => String::new(),
            false => format!(
                "<br><span class=\"note\">Settings: {}</span>",
                escape(&named(&model.settings.0))
            ),
        };
        vec![
            html::Cell::Text(format!("{}{settings}", prose(&model_name(model)))),
            html::Cell::Text(unbroken(&bound(model))),
            html::Cell::Text(unbroken(&measured(model))),
            html::Cell::Text(verdict.to_owned()),
            html::Cell::Text(prose(&model.promise)),
        ]
    });
    page.table(
        "Privacy models, in the order of the recipe",
        &["Model", "Asked", "Measured", "Verdict", "What it promises"],
        rows.collect(),
    );
}

/// Sentences on classes and on the measured value.
fn over_whom(view: &ReportView) -> String {
    let whole = view.privacy.iter().any(|m| m.judges_table);
    format!(
        "A class is all that look the same in every quasi-identifier. Measured is the worst class of the release{}.",
        if whole {
            ", or the whole of it for a model of the table as a whole"
        } else {
            ""
        }
    )
}

/// Names and values in a row.
fn named(parameters: &[ModelParameter]) -> String {
    parameters
        .iter()
        .map(|of| format!("{} = {}", of.key, of.value))
        .collect::<Vec<_>>()
        .join(", ")
}

/// A model with its variant and column.
fn model_name(model: &ModelView) -> String {
    let variant = model.variant.or(model.distance);
    let variant = variant.map_or_else(String::new, |v| format!(" ({v})"));
    match &model.column {
        Some(column) => format!("{}{variant} of `{column}`", model.model),
        None => format!("{}{variant}", model.model),
    }
}

/// The threshold with its side, and the other parameters behind it.
fn bound(model: &ModelView) -> String {
    let (key, threshold) = match &model.threshold {
        Threshold::Range { min, max } => return format!("{min} to {max}"),
        Threshold::One { key, value } => (*key, value),
    };
    let others: Vec<ModelParameter> = model
        .asked
        .0
        .iter()
        .filter(|of| of.key != key)
        .cloned()
        .collect();
    if others.is_empty() {
        format!("{} {threshold}", model.side)
    } else {
        format!("{} {threshold} ({})", model.side, named(&others))
    }
}

/// A measured value that fits its column.
fn measured(model: &ModelView) -> String {
    let threshold = &model.threshold;
    let short = |value: &str, side, threshold| shortened(value, side, threshold, model.met, PLACES);
    match &model.measured {
        None => "nothing kept".to_owned(),
        Some(MeasuredValue::Worst(worst)) => short(worst, model.side, threshold.decisive()),
        Some(MeasuredValue::Ends { min, max }) => format!(
            "{} to {}",
            short(min, ThresholdSide::AtLeast, threshold.least().unwrap_or("")),
            short(max, model.side, threshold.decisive())
        ),
    }
}

/// A sentence on the limit and the number of people left out.
fn limit(view: &ReportView) -> String {
    let nouns = |number: u64| {
        if number == 1 {
            view.unit.trim_end_matches('s')
        } else {
            view.unit
        }
    };
    // The digits of the limit are not repeated.
    let says = |number: u64| match view.asked.limit {
        Limit::Units(units) => units == number,
        Limit::Share(share) => share.to_f64() * 100.0 == number as f64,
    };
    let allowed = match view.asked.allowed_units {
        Some(number) if !says(number) => {
            format!(" ({} {})", thousands(number), nouns(number))
        }
        _ => String::new(),
    };
    let left_out = match view.left_out.units {
        Count::Exact(0) => "none".to_owned(),
        Count::Exact(number) => format!("{} {}", thousands(number), nouns(number)),
        _ => format!("fewer than 11 {}", view.unit),
    };
    format!(
        "Allowed to be left out: {}{allowed}. Left out: {left_out}.",
        view.asked.limit_text
    )
}

/// A short text stays on one line.
fn unbroken(text: &str) -> String {
    if text.chars().count() <= 16 {
        format!("<span class=\"one-line\">{}</span>", escape(text))
    } else {
        escape(text)
    }
}
