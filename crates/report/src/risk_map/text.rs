//! The map as plain text.

use super::facts::RiskUtilityMap;
use crate::number::{figure, percent};
use crate::page::text::{Cell, Page};

pub(super) fn render(of: &RiskUtilityMap) -> String {
    let mut page = Page::new("Risk and utility", "for the owner of the table");
    if let Some(words) = of.sample_words() {
        page.paragraph(&words);
    }
    for series in &of.series {
        let proof = if series.proved {
            "no record has a better choice"
        } else {
            "best found"
        };
        page.section(&format!("Optimizer `{}`: {proof}", series.name));
        page.head(&[
            Cell::Right(series.asked(), 14),
            Cell::Right("Utility kept", 14),
            Cell::Right("Mean risk", 12),
        ]);
        for point in &series.points {
            page.row(&[
                Cell::Right(&point.asked(), 14),
                Cell::Right(&percent(point.utility), 14),
                Cell::Right(&figure(point.risk), 12),
            ]);
        }
        series
            .end_words()
            .iter()
            .for_each(|words| page.paragraph(words));
    }
    page.section(
        "One level per column, k-anonymous, nobody left out: the most useful rule for each k",
    );
    page.head(&[
        Cell::Right("k", 14),
        Cell::Right("Utility kept", 14),
        Cell::Right("Mean risk", 12),
    ]);
    for point in &of.rules {
        page.row(&[
            Cell::Right(&point.asked(), 14),
            Cell::Right(&percent(point.utility), 14),
            Cell::Right(&figure(point.risk), 12),
        ]);
    }
    page.finish()
}
