//! What each attribute lost.

use super::page::{Cell, Page, code, escape};
use super::picture::{About, Ink, rows};
use crate::View;
use crate::text::attributes::{Scale, values};

/// Levels that are drawn as boxes; more are only told as a number.
const MOST_STEPS: u8 = 16;

pub(super) fn render(page: &mut Page, view: &View) {
    if view.decision.is_empty() {
        page.paragraph("There is no quasi-identifier: nothing was generalized.");
        return;
    }
    let scale = Scale::of(view);
    page.paragraph(
        "Every value of an attribute is released at the same level. Level 0 is the value as it was; each level above joins values into \
         coarser groups, and the highest usually says nothing at all.",
    );
    page.paragraph(scale.explanation());
    figure(page, view, &scale);
    table(page, view, &scale);
}

fn figure(page: &mut Page, view: &View, scale: &Scale) {
    let title = format!("{} of each attribute, and its level", scale.title());
    let legend = "<p class=\"legend\"><span class=\"key full\"></span> bar: how much <span class=\"key level\"></span> boxes: levels, filled \
                  up to the released one</p>\n";
    let said: Vec<String> = view
        .decision
        .iter()
        .map(|line| format!("{}: level {} of {}, {}", line.name, line.level, line.height, scale.number(line)))
        .collect();
    page.figure(&title, legend, |number| {
        let about = About { number, title: &title, description: &format!("{}.", said.join("; ")) };
        rows(&about, view.decision.len(), 48, scale.greatest(), &|value| scale.tick(*value), |rows| {
            for (row, line) in view.decision.iter().enumerate() {
                rows.names(row, &line.name, &format!("level {} of {}", line.level, line.height))?;
                let value = scale.value(line);
                rows.bar(row, (0.14, 0.52), value, Ink::After)?;
                rows.number(row, 0.33, value, &scale.number(line))?;
                if line.height <= MOST_STEPS {
                    rows.steps(row, 0.74, line.level, line.height)?;
                }
            }
            Ok(())
        })
    });
}

fn table(page: &mut Page, view: &View, scale: &Scale) {
    let rows = view.decision.iter().map(|line| {
        let example = line.example.as_ref().filter(|_| line.level > 0).map_or_else(String::new, |example| code(example));
        vec![
            Cell::Text(code(&line.name)),
            Cell::Text(format!("{} of {}", line.level, line.height)),
            Cell::Text(escape(&values(line))),
            Cell::Text(example),
            Cell::Number(escape(&scale.number(line))),
        ]
    });
    let lost = format!("#{}", scale.title());
    page.table("Quasi-identifiers in the release", &["Attribute", "Level", "Values", "Such as", &lost], rows.collect());
}
