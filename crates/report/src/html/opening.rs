//! The first lines: one sentence, the rest of it, and the figures that people ask for first.

use super::page::{escape, prose};
use crate::number::{decimal, percent, thousands};
use crate::text::classes::capital;
use crate::{Count, ReportView};
use equipoise_recipe::LossChoice;

pub(super) fn render(view: &ReportView) -> String {
    let figures: String = figures(view)
        .into_iter()
        .map(|(name, value, note)| {
            let note = if note.is_empty() {
                String::new()
            } else {
                format!("<dd class=\"small\">{}</dd>", escape(&note))
            };
            format!(
                "<div><dt>{}</dt><dd>{}</dd>{note}</div>\n",
                escape(&name),
                escape(&value)
            )
        })
        .collect();
    let met = !view.privacy.is_empty() && view.privacy.iter().all(|m| m.met);
    format!(
        "<header>\n<p class=\"over\">Report of one release, {}</p>\n<h1{}>{}</h1>\n<p>{}</p>\n<p class=\"note\">{}</p>\n</header>\n\
         <dl class=\"figures\" aria-label=\"Key figures\">\n{figures}</dl>\n",
        escape(view.audience.name()),
        if met { "" } else { " class=\"unmet\"" },
        prose(&view.lead),
        prose(&view.rest),
        prose(&view.masking)
    )
}

/// Name, value, and what it is to be compared with.
fn figures(view: &ReportView) -> Vec<(String, String, String)> {
    let (before, after) = (view.classes.before.as_ref(), &view.classes.after);
    let was = |value: Option<Option<String>>| match value {
        Some(Some(value)) => format!("before: {value}"),
        Some(None) => "before: masked".to_owned(),
        None => String::new(),
    };
    let told = |value: Option<String>| value.unwrap_or_else(|| "none".to_owned());
    let rows = match view.table.rows {
        Count::Exact(_) => format!("of {}", view.table.rows),
        _ => String::new(),
    };
    let left_out = match (view.left_out.units, view.left_out.share) {
        (Count::Exact(_), Some(share)) => {
            format!("{}, allowed: {}", percent(share), view.asked.limit_text)
        }
        _ => format!("allowed: {}", view.asked.limit_text),
    };
    let proof = match view.search.proved_optimal {
        _ if view.is_applied() => "at the levels of an earlier release",
        Some(true) => "proved to be the smallest possible",
        Some(false) => "best found, not proved",
        None => "",
    };
    let name = if view.loss.metric == LossChoice::Loss {
        "Loss".to_owned()
    } else {
        format!("Loss ({})", view.loss.metric)
    };
    let mut figures = vec![
        (
            "Rows released".to_owned(),
            view.table.released_rows.to_string(),
            rows,
        ),
        (
            format!("{} left out", capital(view.unit)),
            view.left_out.units.to_string(),
            left_out,
        ),
        (
            "Smallest class".to_owned(),
            told(after.smallest.map(thousands)),
            was(before.map(|of| of.smallest.map(thousands))),
        ),
        (
            "Highest risk".to_owned(),
            told(view.risks.after.prosecutor.highest.map(percent)),
            was(view
                .risks
                .before
                .as_ref()
                .map(|of| of.prosecutor.highest.map(percent))),
        ),
    ];
    figures.extend(
        view.loss
            .value
            .map(|loss| (name, decimal(loss), proof.to_owned())),
    );
    figures
}
