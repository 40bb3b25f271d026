//! Aspirations and what was reached, with a picture for the owner.

use super::section::Section;
use crate::masked::preference::{AspiredView, PreferenceView};
use crate::masked::view::ReportView;
use crate::number::{figure, thousands};
use crate::page::html::{code, escape};
use crate::page::json::Fields;
use crate::page::picture::{About, Ink, WIDTH, colored, style};
use crate::page::{html, text};
use equipoise_recipe::Over;
use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

const TITLE: &str = "What was aspired to, and what was reached";
/// Height of the picture.
const HEIGHT: u32 = 380;

/// The section.
pub(super) struct Preference;

impl Section for Preference {
    fn text(&self, view: &ReportView, page: &mut text::Page) {
        let Some(of) = &view.preference else { return };
        page.section(TITLE);
        words(of).iter().for_each(|text| page.paragraph(text));
        lines(page, of);
    }

    fn html(&self, view: &ReportView, page: &mut html::Page) {
        let Some(of) = &view.preference else { return };
        page.section(TITLE, |page| {
            words(of).iter().for_each(|text| page.paragraph(text));
            tables(page, of);
        });
    }

    fn json(&self, view: &ReportView, fields: &mut Fields) {
        fields.add_some("preference", view.preference.as_ref());
    }
}

fn lines(page: &mut text::Page, of: &PreferenceView) {
    page.head(&[
        text::Cell::Left("Measure", 16),
        text::Cell::Right("Aspired", 10),
        text::Cell::Right("Reached", 10),
        text::Cell::Left("What it tells", 48),
    ]);
    for line in &of.measures {
        let reached = reached(line);
        page.row(&[
            text::Cell::Left(line.measure.name(), 16),
            text::Cell::Right(&figure(line.asked), 10),
            text::Cell::Right(&reached, 10),
            text::Cell::Left(line.meaning, 48),
        ]);
    }
    let Some(points) = of.efficient.as_ref().filter(|points| !points.is_empty()) else {
        return;
    };
    page.paragraph(&around(of));
    page.head(&[
        text::Cell::Right(of.measures[0].measure.name(), 16),
        text::Cell::Right(of.measures[1].measure.name(), 16),
        text::Cell::Right("Smallest class", 16),
    ]);
    for point in points {
        page.row(&[
            text::Cell::Right(&figure(point.point[0]), 16),
            text::Cell::Right(&figure(point.point[1]), 16),
            text::Cell::Right(&thousands(point.least), 16),
        ]);
    }
}

fn tables(page: &mut html::Page, of: &PreferenceView) {
    let lines = of.measures.iter().map(|line| {
        vec![
            html::Cell::Text(code(line.measure.name())),
            html::Cell::Text(escape(line.meaning)),
            html::Cell::Number(escape(&figure(line.asked))),
            html::Cell::Number(escape(&reached(line))),
        ]
    });
    page.table(
        TITLE,
        &["Measure", "What it tells", "#Aspired", "#Reached"],
        lines.collect(),
    );
    let Some(points) = of.efficient.as_ref().filter(|points| !points.is_empty()) else {
        return;
    };
    let [first, second] = [&of.measures[0], &of.measures[1]];
    let release = [first.reached.unwrap_or(0.0), second.reached.unwrap_or(0.0)];
    let aspired = [first.asked, second.asked];
    let description = format!(
        "{} The release is at {} and {}, the aspiration at {} and {}.",
        around(of),
        figure(release[0]),
        figure(release[1]),
        figure(aspired[0]),
        figure(aspired[1])
    );
    let legend = "<p class=\"legend\">Filled: the release. Outlined: other efficient choices. Cross: what was aspired to.</p>\n";
    page.figure(
        "Efficient choices, the aspiration and the release",
        legend,
        |number| {
            let about = About {
                number,
                title: "Efficient choices, the aspiration and the release",
                description: &description,
            };
            let points: Vec<[f64; 2]> = points.iter().map(|p| p.point).collect();
            picture(
                &about,
                &points,
                aspired,
                release,
                (first.measure.name(), second.measure.name()),
            )
        },
    );
    let lines = points.iter().map(|p| {
        [figure(p.point[0]), figure(p.point[1]), thousands(p.least)]
            .map(|text| html::Cell::Number(escape(&text)))
            .into_iter()
            .collect()
    });
    let heads = [
        first.measure.to_string(),
        format!("#{}", second.measure),
        "#Smallest class".to_owned(),
    ];
    page.table(
        &around(of),
        &heads.each_ref().map(String::as_str),
        lines.collect(),
    );
}

fn picture(
    about: &About<'_>,
    points: &[[f64; 2]],
    aspired: [f64; 2],
    reached: [f64; 2],
    names: (&str, &str),
) -> String {
    let mut svg = String::new();
    // Nothing here can fail: the picture is a text in memory.
    let drawn = draw(&mut svg, points, aspired, reached, names);
    if drawn.is_err() {
        String::new()
    } else {
        colored(&svg, (WIDTH, HEIGHT), about)
    }
}

fn draw(
    svg: &mut String,
    points: &[[f64; 2]],
    aspired: [f64; 2],
    reached: [f64; 2],
    names: (&str, &str),
) -> Result<(), DrawingAreaErrorKind<std::io::Error>> {
    let greatest = |axis: usize| {
        let all = points
            .iter()
            .chain([&aspired, &reached])
            .map(|p| p[axis])
            .filter(|v| v.is_finite());
        let most = all.fold(0.0, f64::max);
        if most > 0.0 { most * 1.08 } else { 1.0 }
    };
    let root = SVGBackend::with_string(svg, (WIDTH, HEIGHT)).into_drawing_area();
    let faint = || ("sans-serif", 16).into_font().color(&Ink::Faint.color());
    let mut chart = ChartBuilder::on(&root)
        .margin(12)
        .margin_right(24)
        .set_label_area_size(LabelAreaPosition::Left, 72)
        .set_label_area_size(LabelAreaPosition::Bottom, 48)
        .build_cartesian_2d(0.0..greatest(0), 0.0..greatest(1))?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(Ink::Grid.color().stroke_width(1))
        .axis_style(Ink::Grid.color().stroke_width(1))
        .x_labels(6)
        .y_labels(6)
        .x_label_style(faint())
        .y_label_style(faint())
        .x_label_formatter(&|x| figure(*x))
        .y_label_formatter(&|y| figure(*y))
        .x_desc(names.0)
        .y_desc(names.1)
        .axis_desc_style(faint())
        .draw()?;
    let at = |p: [f64; 2]| chart.backend_coord(&(p[0], p[1]));
    for point in points {
        root.draw(&Circle::new(
            at(*point),
            5,
            Ink::Before.color().stroke_width(2),
        ))?;
    }
    root.draw(&Circle::new(at(reached), 7, Ink::After.color().filled()))?;
    root.draw(&Cross::new(
        at(aspired),
        8,
        Ink::Text.color().stroke_width(2),
    ))?;
    for (text, place) in [("release", at(reached)), ("aspiration", at(aspired))] {
        let side = if place.0 > WIDTH as i32 - 140 {
            HPos::Right
        } else {
            HPos::Left
        };
        let x = if matches!(side, HPos::Right) {
            place.0 - 12
        } else {
            place.0 + 12
        };
        root.draw(&Text::new(text, (x, place.1 - 12), style(Ink::Text, side)))?;
    }
    drop(chart);
    root.present()
}

/// The value of a measure as text.
fn reached(line: &AspiredView) -> String {
    line.reached.map_or_else(|| "internal".to_owned(), figure)
}

/// Sentences on what was promised and kept.
fn words(of: &PreferenceView) -> Vec<String> {
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

/// A sentence on the list of efficient points.
fn around(of: &PreferenceView) -> String {
    let among = match of.over {
        Over::Lattice => "choices of levels",
        Over::Partitions => "partitions that were looked at",
    };
    format!(
        "Efficient {among} that keep the promises: no other is as good in both measures and better in one."
    )
}
