//! Releases side by side, on a terminal.

use super::{MeasureGroup, ReleaseComparison};
use crate::number::thousands;
use crate::text::page::{Cell, Page, fitting};

/// Releases that stand side by side; more go below.
const ABREAST: usize = 3;
const VALUE: usize = 16;
/// Before the names of measures.
const INDENT: &str = "  ";
/// What marks the best value of a line.
const BEST: &str = "*";

pub(super) fn render(of: &ReleaseComparison) -> String {
    let mut page = Page::terminal(
        &format!("Equipoise {} · releases of one table", of.version),
        "internal",
    );
    let noun = if of.releases.len() == 1 {
        "release"
    } else {
        "releases"
    };
    page.paragraph(&format!(
        "{} {noun} of a table of {} rows, measured against it. These figures tell about people who are left out: keep them where the table \
         is kept. {BEST} marks the best value of a line.",
        of.releases.len(),
        thousands(of.rows)
    ));
    let width = fitting(of.measures.iter().map(|m| m.name.as_str()), 24, 42) + INDENT.len();
    for from in (0..of.releases.len()).step_by(ABREAST) {
        let places: Vec<usize> = (from..of.releases.len().min(from + ABREAST)).collect();
        let names = places
            .iter()
            .map(|&at| Cell::Right(clip(&of.releases[at].name), VALUE));
        page.head(
            &std::iter::once(Cell::Left("", width))
                .chain(names)
                .collect::<Vec<_>>(),
        );
        for group in MeasureGroup::ALL {
            let lines: Vec<_> = of.measures.iter().filter(|m| m.group == group).collect();
            if lines.is_empty() {
                continue;
            }
            page.line(group.title());
            for measure in lines {
                let best = measure.best();
                let value = |&at: &usize| {
                    let mark = if best.contains(&at) { BEST } else { " " };
                    format!("{}{mark}", measure.tell(measure.values[at]))
                };
                let values: Vec<String> = places.iter().map(value).collect();
                let name = format!("{INDENT}{}", measure.name);
                let cells = std::iter::once(Cell::Left(&name, width))
                    .chain(values.iter().map(|v| Cell::Right(v, VALUE)));
                page.row(&cells.collect::<Vec<_>>());
            }
        }
    }
    of.notes.iter().for_each(|note| page.paragraph(note));
    page.finish()
}

/// A name that fits over a column: its beginning.
fn clip(name: &str) -> &str {
    name.char_indices()
        .nth(VALUE)
        .map_or(name, |(at, _)| &name[..at])
}
