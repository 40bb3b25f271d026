//! What each attribute lost.

use super::page::{Cell, Page, code, escape};
use super::picture::{About, Ink, rows};
use crate::text::attributes::{Scale, level, levels, values};
use crate::{DecisionView, ReportView};

/// Levels that are drawn as boxes; more are only told as a number.
const MOST_STEPS: u8 = 16;

pub(super) fn render(page: &mut Page, view: &ReportView) {
    if view.decision.is_empty() {
        page.paragraph("There is no quasi-identifier: nothing was generalized.");
        return;
    }
    let scale = Scale::of(view);
    page.paragraph(levels(view));
    page.paragraph(scale.explanation());
    figure(page, view, &scale);
    table(page, view, &scale);
}

/// Where an attribute is released, in few words.
fn standing(line: &DecisionView) -> String {
    level(line).map_or_else(
        || "labels by class".to_owned(),
        |level| format!("level {level}"),
    )
}

fn figure(page: &mut Page, view: &ReportView, scale: &Scale) {
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

fn table(page: &mut Page, view: &ReportView, scale: &Scale) {
    let rows = view.decision.iter().map(|line| {
        let example = line
            .example
            .as_ref()
            .filter(|_| line.level != Some(0))
            .map_or_else(String::new, |example| code(example));
        vec![
            Cell::Text(code(&line.name)),
            Cell::Text(level(line).unwrap_or_else(|| "by class".to_owned())),
            Cell::Text(escape(&values(line))),
            Cell::Text(example),
            Cell::Number(escape(&scale.number(line))),
        ]
    });
    let lost = format!("#{}", scale.title());
    page.table(
        "Quasi-identifiers in the release",
        &["Attribute", "Level", "Values", "Such as", &lost],
        rows.collect(),
    );
}
