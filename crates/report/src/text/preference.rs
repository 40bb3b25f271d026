//! What was aspired to, and what was reached.

use super::page::{Cell, Page};
use crate::number::thousands;
use crate::text::disclosure::figure;
use crate::{AspiredView, PreferenceView, ReportView};
use equipoise_recipe::Over;

pub(super) fn render(page: &mut Page, view: &ReportView) {
    let Some(of) = &view.preference else { return };
    page.section("What was aspired to, and what was reached");
    words(of).iter().for_each(|text| page.paragraph(text));
    page.head(&[
        Cell::Left("Measure", 16),
        Cell::Right("Aspired", 10),
        Cell::Right("Reached", 10),
        Cell::Left("What it tells", 48),
    ]);
    for line in &of.measures {
        let reached = reached(line);
        page.row(&[
            Cell::Left(line.measure.name(), 16),
            Cell::Right(&figure(line.asked), 10),
            Cell::Right(&reached, 10),
            Cell::Left(line.meaning, 48),
        ]);
    }
    let Some(points) = of.efficient.as_ref().filter(|points| !points.is_empty()) else {
        return;
    };
    page.paragraph(&around(of));
    page.head(&[
        Cell::Right(of.measures[0].measure.name(), 16),
        Cell::Right(of.measures[1].measure.name(), 16),
        Cell::Right("Smallest class", 16),
    ]);
    for point in points {
        page.row(&[
            Cell::Right(&figure(point.point[0]), 16),
            Cell::Right(&figure(point.point[1]), 16),
            Cell::Right(&thousands(point.least), 16),
        ]);
    }
}

/// The value of a measure as text.
pub(crate) fn reached(line: &AspiredView) -> String {
    line.reached.map_or_else(|| "internal".to_owned(), figure)
}

/// Sentences on what was promised and kept.
pub(crate) fn words(of: &PreferenceView) -> Vec<String> {
    let number = of
        .choices
        .map_or_else(String::new, |choices| format!("{} ", thousands(choices)));
    let promise = match (of.over, of.exact) {
        (Over::Lattice, None) => {
            "Chosen from the lattice. The internal report says whether another choice may come closer.".to_owned()
        }
        (Over::Partitions, None) => {
            "Chosen from free partitions. The internal report says whether another one may come closer.".to_owned()
        }
        (Over::Lattice, Some(true)) => {
            format!(
                "Exact over the lattice: of all {number}choices of levels, none that keeps the promises comes closer, or goes further beyond."
            )
        }
        (Over::Lattice, Some(false)) => {
            format!("Best found over the lattice: not all {number}choices of levels were looked at, and another one may come closer.")
        }
        (Over::Partitions, Some(true)) => {
            format!(
                "Exact over free partitions: all {number}there are were looked at, and none that keeps the promises comes closer, or goes further beyond."
            )
        }
        (Over::Partitions, Some(false)) => format!(
            "Best found over free partitions: {number}of them were looked at, and another one may come closer. What the models promise is measured all the same."
        ),
    };
    let met = match of.within_aspiration {
        Some(true) => {
            "Both aspirations are met. Among releases that meet them, this one goes furthest beyond."
        }
        Some(false) => {
            "Not both aspirations are met. Of all that was looked at, this release falls least behind them."
        }
        None => {
            "Only the internal report says whether both aspirations are met, because that depends on the people left out."
        }
    };
    vec![promise, met.to_owned()]
}

/// What the list of efficient points is.
pub(crate) fn around(of: &PreferenceView) -> String {
    let among = match of.over {
        Over::Lattice => "choices of levels",
        Over::Partitions => "partitions that were looked at",
    };
    format!(
        "Efficient {among} that keep the promises: no other is as good in both measures and better in one."
    )
}
