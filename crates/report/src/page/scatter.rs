//! A picture of points with names: what is risked against what is kept.

use crate::number::decimal;
use crate::page::picture::{About, Ink, WIDTH, colored, shown, style};
use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

const HEIGHT: u32 = 420;
/// Names are at least so far apart.
const APART: i32 = 17;

/// A point with a name.
pub(crate) struct Point<'a> {
    pub(crate) name: &'a str,
    /// To the right, above 0: drawn by its logarithm.
    pub(crate) x: f64,
    /// Upwards, from 0 to 1.
    pub(crate) y: f64,
}

/// The picture; `names` are those of the axes.
pub(crate) fn scatter(about: &About<'_>, points: &[Point<'_>], names: (&str, &str)) -> String {
    let mut svg = String::new();
    // Nothing here can fail: the picture is a text in memory.
    let drawn = draw(&mut svg, points, names);
    if drawn.is_err() {
        String::new()
    } else {
        colored(&svg, (WIDTH, HEIGHT), about)
    }
}

fn draw(
    svg: &mut String,
    points: &[Point<'_>],
    names: (&str, &str),
) -> Result<(), DrawingAreaErrorKind<std::io::Error>> {
    let least = points.iter().map(|p| p.x).fold(0.1, f64::min).max(1e-9);
    let lowest = points.iter().map(|p| p.y).fold(0.9, f64::min);
    let from = least.log10().floor();
    let bottom = ((lowest - 0.05).max(0.0) * 10.0).floor() / 10.0;
    let root = SVGBackend::with_string(svg, (WIDTH, HEIGHT)).into_drawing_area();
    let faint = || ("sans-serif", 16).into_font().color(&Ink::Faint.color());
    let mut chart = ChartBuilder::on(&root)
        .margin(12)
        .margin_right(24)
        .set_label_area_size(LabelAreaPosition::Left, 64)
        .set_label_area_size(LabelAreaPosition::Bottom, 48)
        .build_cartesian_2d(from..0.08, bottom..1.02)?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(Ink::Grid.color().stroke_width(1))
        .axis_style(Ink::Grid.color().stroke_width(1))
        .x_labels(((-from) as usize + 1).max(3))
        .y_labels(6)
        .x_label_style(faint())
        .y_label_style(faint())
        .x_label_formatter(&|x| power(*x))
        .y_label_formatter(&|y| format!("{:.0} %", y * 100.0))
        .x_desc(names.0)
        .y_desc(names.1)
        .axis_desc_style(faint())
        .draw()?;
    let mut taken: Vec<(i32, i32)> = Vec::new();
    let mut order: Vec<&Point<'_>> = points.iter().collect();
    order.sort_by(|a, b| b.y.total_cmp(&a.y).then(a.x.total_cmp(&b.x)));
    for point in order {
        let at = chart.backend_coord(&(
            point.x.max(1e-9).log10().clamp(from, 0.0),
            point.y.clamp(bottom, 1.0),
        ));
        root.draw(&Circle::new(at, 6, Ink::After.color().filled()))?;
        // At the right edge names go to the left of their points.
        let side = if at.0 > WIDTH as i32 - 200 {
            HPos::Right
        } else {
            HPos::Left
        };
        let x = if matches!(side, HPos::Right) {
            at.0 - 12
        } else {
            at.0 + 12
        };
        let mut y = at.1;
        while taken
            .iter()
            .any(|&(other, line)| (other - x).abs() < 190 && (line - y).abs() < APART)
        {
            y += APART;
        }
        taken.push((x, y));
        root.draw(&Text::new(
            shown(point.name),
            (x, y),
            style(Ink::Text, side),
        ))?;
    }
    drop(chart);
    root.present()
}

/// 10 to a power, as per cent.
fn power(x: f64) -> String {
    let percent = 100.0 * 10_f64.powf(x);
    if percent >= 10.0 {
        format!("{percent:.0} %")
    } else {
        format!("{} %", decimal(percent))
    }
}
