//! What was aspired to, and what was reached: with a picture for the owner.

use super::page::{Cell, Page, code, escape};
use super::picture::{About, Ink, WIDTH, colored, style};
use crate::PreferenceView;
use crate::number::thousands;
use crate::text::disclosure::figure;
use crate::text::preference::{around, reached, words};
use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

const HEIGHT: u32 = 380;

pub(super) fn render(page: &mut Page, of: &PreferenceView) {
    words(of).iter().for_each(|text| page.paragraph(text));
    let lines = of.measures.iter().map(|line| {
        vec![
            Cell::Text(code(line.measure.name())),
            Cell::Text(escape(line.meaning)),
            Cell::Number(escape(&figure(line.asked))),
            Cell::Number(escape(&reached(line))),
        ]
    });
    page.table(
        "What was aspired to, and what was reached",
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
            .map(|text| Cell::Number(escape(&text)))
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
