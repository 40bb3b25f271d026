//! Risks against utilities, as one page.

use super::facts::{MapPoint, RiskUtilityMap};
use crate::number::{figure, percent, thousands};
use crate::page::document::Document;
use crate::page::html::{Cell, Page, escape};
use crate::page::picture::{About, Ink, WIDTH, colored, style};
use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

const HEIGHT: u32 = 460;
/// Names are at least so far apart.
const APART: i32 = 17;

/// The whole page.
pub(super) fn render(of: &RiskUtilityMap) -> String {
    let mut page = Page::default();
    page.section("What utility costs in risk", |page| picture(page, of));
    page.section("In figures", |page| figures(page, of));
    document(of, &page.finish())
}

fn picture(page: &mut Page, of: &RiskUtilityMap) {
    of.sample_words()
        .iter()
        .for_each(|words| page.paragraph(words));
    of.series
        .iter()
        .filter_map(|series| series.end_words())
        .take(1)
        .for_each(|words| page.paragraph(&words));
    page.paragraph(
        "Each point is a way to show all rows: further to the left a record risks less, further up it says more. Lines are record by record, each record with labels of its own, for \
         rising thresholds; squares are one level per column for all rows, with the k that this gives. These are risks before classes of the released file are made, which costs some more.",
    );
    let said: Vec<String> = of
        .series
        .iter()
        .map(|s| {
            format!(
                "{}: {}",
                s.name,
                s.points.iter().map(tell).collect::<Vec<_>>().join(", ")
            )
        })
        .chain([format!(
            "rules: {}",
            of.rules.iter().map(tell).collect::<Vec<_>>().join(", ")
        )])
        .collect();
    let shapes = ["discs", "rings", "crosses", "triangles"];
    let legend: Vec<String> = of
        .series
        .iter()
        .enumerate()
        .map(|(i, s)| {
            let proof = if s.proved { "exact" } else { "best found" };
            format!(
                "{}: {} ({proof})",
                escape(&s.name),
                shapes[i % shapes.len()]
            )
        })
        .chain(["k-anonymous rules: squares".to_owned()])
        .collect();
    let legend = format!("<p class=\"legend\">{}</p>\n", legend.join(" · "));
    page.figure("Mean risk and mean utility of rows", &legend, |number| {
        let about = About {
            number,
            title: "Mean risk against mean utility",
            description: &format!("{}.", said.join("; ")),
        };
        let mut svg = String::new();
        // Nothing here can fail: the picture is a text in memory.
        if draw(&mut svg, of).is_err() {
            String::new()
        } else {
            colored(&svg, (WIDTH, HEIGHT), &about)
        }
    });
}

fn tell(point: &MapPoint) -> String {
    let name = match (point.k, point.threshold, point.lambda) {
        (Some(k), ..) => format!("k = {k} "),
        (_, Some(share), _) => format!("at least {} ", percent(share)),
        (.., Some(lambda)) => format!("lambda = {lambda} "),
        _ => String::new(),
    };
    format!(
        "{name}risk {}, utility {}",
        figure(point.risk),
        percent(point.utility)
    )
}

/// Risks by their logarithm; what has none lies at the left edge.
fn draw(svg: &mut String, of: &RiskUtilityMap) -> Result<(), DrawingAreaErrorKind<std::io::Error>> {
    let all = || of.series.iter().flat_map(|s| &s.points).chain(&of.rules);
    let risks = || all().map(|p| p.risk).filter(|r| *r > 0.0 && r.is_finite());
    let (least, most) = (
        risks().fold(f64::INFINITY, f64::min),
        risks().fold(f64::NEG_INFINITY, f64::max),
    );
    let (from, to) = if least <= most {
        (least.log10().floor() - 0.15, most.log10().ceil() + 0.05)
    } else {
        (-1.0, 0.0)
    };
    let root = SVGBackend::with_string(svg, (WIDTH, HEIGHT)).into_drawing_area();
    let faint = || ("sans-serif", 16).into_font().color(&Ink::Faint.color());
    let mut chart = ChartBuilder::on(&root)
        .margin(12)
        .margin_right(28)
        .set_label_area_size(LabelAreaPosition::Left, 64)
        .set_label_area_size(LabelAreaPosition::Bottom, 48)
        .build_cartesian_2d(from..to, -0.03..1.04)?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(Ink::Grid.color().stroke_width(1))
        .axis_style(Ink::Grid.color().stroke_width(1))
        .x_labels(((to - from) as usize + 1).clamp(3, 8))
        .y_labels(6)
        .x_label_style(faint())
        .y_label_style(faint())
        .x_label_formatter(&|x| figure(10f64.powf(*x)))
        .y_label_formatter(&|y| format!("{:.0} %", y * 100.0))
        .x_desc("mean risk of a record (each line is ten times the one before)")
        .y_desc("utility kept")
        .axis_desc_style(faint())
        .draw()?;
    let place = |point: &MapPoint| {
        (
            if point.risk > 0.0 {
                point.risk.log10().clamp(from, to)
            } else {
                from
            },
            point.utility,
        )
    };
    for (i, series) in of.series.iter().enumerate() {
        let ink = if i % 2 == 0 { Ink::After } else { Ink::Before };
        let line: Vec<(i32, i32)> = series
            .points
            .iter()
            .map(|p| chart.backend_coord(&place(p)))
            .collect();
        root.draw(&PathElement::new(line.clone(), ink.color().stroke_width(2)))?;
        for at in line {
            match i % 4 {
                0 => root.draw(&Circle::new(at, 5, ink.color().filled()))?,
                1 => root.draw(&Circle::new(at, 8, ink.color().stroke_width(2)))?,
                2 => root.draw(&Cross::new(at, 6, ink.color().stroke_width(2)))?,
                _ => root.draw(&TriangleMarker::new(at, 7, ink.color().filled()))?,
            }
        }
    }
    let mut taken: Vec<(i32, i32)> = Vec::new();
    let named = named(&of.rules);
    let squares: Vec<(i32, i32)> = named
        .iter()
        .map(|(_, point)| chart.backend_coord(&place(point)))
        .collect();
    for ((name, _), &(x, y)) in named.iter().zip(&squares) {
        root.draw(&Rectangle::new(
            [(x - 4, y - 4), (x + 4, y + 4)],
            Ink::Text.color().filled(),
        ))?;
        // Names are moved down until they are apart from each other, and from squares to their
        // right.
        let is_free = |line: i32| {
            !taken
                .iter()
                .any(|&(other, held)| (other - x).abs() < 90 && (held - line).abs() < APART)
                && !squares.iter().any(|&(other, held)| {
                    (1..90).contains(&(other - x)) && (held - line).abs() < APART
                })
        };
        let line = (0..)
            .map(|i| y + i * APART)
            .find(|&line| is_free(line))
            .unwrap_or(y);
        taken.push((x, line));
        root.draw(&Text::new(
            name.as_str(),
            (x + 9, line),
            style(Ink::Text, HPos::Left),
        ))?;
    }
    drop(chart);
    root.present()
}

/// Rules, those that are the same for several k once.
fn named(rules: &[MapPoint]) -> Vec<(String, MapPoint)> {
    let mut named: Vec<(String, MapPoint)> = Vec::new();
    for rule in rules {
        let k = rule.k.unwrap_or(0);
        match named.last_mut() {
            Some((name, held)) if (held.risk, held.utility) == (rule.risk, rule.utility) => {
                *name += &format!(", {k}")
            }
            _ => named.push((format!("k = {k}"), *rule)),
        }
    }
    named
}

fn figures(page: &mut Page, of: &RiskUtilityMap) {
    for series in &of.series {
        let lines = series.points.iter().map(|p| {
            [p.asked(), percent(p.utility), figure(p.risk)]
                .map(|t| Cell::Number(escape(&t)))
                .into_iter()
                .collect()
        });
        page.table(
            &format!("Optimizer {}", series.name),
            &[series.asked(), "#Utility kept", "#Mean risk"],
            lines.collect(),
        );
    }
    let lines = of.rules.iter().map(|p| {
        [p.asked(), percent(p.utility), figure(p.risk)]
            .map(|t| Cell::Number(escape(&t)))
            .into_iter()
            .collect()
    });
    page.table(
        "The most useful rule for each k, nobody left out",
        &["k", "#Utility kept", "#Mean risk"],
        lines.collect(),
    );
}

fn document(of: &RiskUtilityMap, sections: &str) -> String {
    let body = format!(
        "<header>\n<p class=\"over\">Risk and utility</p>\n<h1>{} rows, shown in many ways</h1>\n</header>\n{sections}",
        thousands(of.rows)
    );
    let footer = format!(
        "Equipoise {}. The text and JSON of <code>frontier</code> have the same numbers.",
        escape(&of.version)
    );
    Document {
        title: "Risk and utility",
        internal: Some("Figures are counted in the table: keep this page where the table is kept."),
        body: &body,
        footer: &footer,
    }
    .to_html()
}
