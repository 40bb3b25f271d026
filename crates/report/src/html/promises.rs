//! The models: what was asked, what was measured, whether it is met, and what that promises.

use super::page::{Cell, Page, escape, prose};
use crate::ReportView;
use crate::text::asked::{bound, limit, measured, model_name, named, over_whom};

pub(super) fn render(page: &mut Page, view: &ReportView) {
    if view.privacy.is_empty() {
        page.paragraph("No privacy model was asked for, so nothing is promised.");
    } else {
        models(page, view);
    }
    page.paragraph(&limit(view));
    page.paragraph(&match &view.person {
        Some(column) => {
            format!("Counted are persons, told apart by `{column}`, however many rows they have.")
        }
        None => "Counted are rows: each row stands for one person.".to_owned(),
    });
}

fn models(page: &mut Page, view: &ReportView) {
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
            Cell::Text(format!("{}{settings}", prose(&model_name(model)))),
            Cell::Text(unbroken(&bound(model))),
            Cell::Text(unbroken(&measured(model))),
            Cell::Text(verdict.to_owned()),
            Cell::Text(prose(&model.promise)),
        ]
    });
    page.table(
        "Privacy models, in the order of the recipe",
        &["Model", "Asked", "Measured", "Verdict", "What it promises"],
        rows.collect(),
    );
}

/// A short text stays on one line.
fn unbroken(text: &str) -> String {
    if text.chars().count() <= 16 {
        format!("<span class=\"one-line\">{}</span>", escape(text))
    } else {
        escape(text)
    }
}
