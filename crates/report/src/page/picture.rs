//! Pictures as SVG that take their colours from the page.
//!
//! Plotters computes scales, grids and positions, and writes colours as numbers. Each [`Ink`] has a
//! number of its own, which is replaced by a class afterwards, so that a picture follows the light
//! or dark page that it stands on.

use crate::page::html::escape;
use crate::page::text::printable;
use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// Width of a picture in its own units; the page scales it.
pub(crate) const WIDTH: u32 = 760;
/// Where names of rows end and bars begin.
const NAMES: u32 = 236;
/// Space for numbers behind the longest bar.
const NUMBERS: u32 = 104;
/// Height of the axis.
const AXIS: u32 = 26;
/// Height of text. What plotters is told is larger by a factor of its own.
const TEXT: f64 = 13.0 * 1.24;
/// Characters of a name that fit.
const NAME_CHARACTERS: usize = 33;

/// The meaning of a mark, which decides its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ink {
    /// Text.
    Text,
    /// Text that matters less.
    Faint,
    /// Lines of the grid.
    Grid,
    /// The input.
    Before,
    /// The release.
    After,
}

const INKS: [(Ink, &str); 5] = [
    (Ink::Text, "text"),
    (Ink::Faint, "faint"),
    (Ink::Grid, "grid"),
    (Ink::Before, "before"),
    (Ink::After, "after"),
];

impl Ink {
    /// A colour that stands for it until the picture is finished.
    pub(crate) fn color(self) -> RGBColor {
        let number = INKS.iter().position(|(ink, _)| *ink == self).unwrap_or(0) as u8;
        RGBColor(1, 2, number)
    }
}

/// Text at a side of a point.
pub(crate) fn style(ink: Ink, h: HPos) -> TextStyle<'static> {
    ("sans-serif", TEXT)
        .into_font()
        .color(&ink.color())
        .pos(Pos::new(h, VPos::Center))
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Chart<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;
type Drawn = Result<(), DrawingAreaErrorKind<std::io::Error>>;

/// Title and description of a picture, for those who cannot see it.
pub(crate) struct About<'a> {
    /// Its number on the page.
    pub(crate) number: usize,
    /// A few words.
    pub(crate) title: &'a str,
    /// A description in sentences.
    pub(crate) description: &'a str,
}

/// Rows of marks along a common axis that starts at 0.
pub(crate) struct Rows<'a, 'b, 'c> {
    chart: Chart<'a, 'b>,
    root: &'c Area<'b>,
    greatest: f64,
    rows: usize,
}

/// A picture of `rows` rows, each `height` high, along an axis from 0 to `greatest` whose ticks are
/// named by `tick`.
pub(crate) fn rows(
    about: &About<'_>,
    rows: usize,
    height: u32,
    greatest: f64,
    tick: &dyn Fn(&f64) -> String,
    fill: impl FnOnce(&mut Rows<'_, '_, '_>) -> Drawn,
) -> String {
    let mut svg = String::new();
    let size = (WIDTH, rows as u32 * height + AXIS + 8);
    // Nothing here can fail: the picture is a text in memory. Should it, a page without it is
    // better than none.
    let drawn = draw(&mut svg, size, rows, greatest, tick, fill);
    if drawn.is_err() {
        String::new()
    } else {
        colored(&svg, size, about)
    }
}

fn draw(
    svg: &mut String,
    size: (u32, u32),
    rows: usize,
    greatest: f64,
    tick: &dyn Fn(&f64) -> String,
    fill: impl FnOnce(&mut Rows<'_, '_, '_>) -> Drawn,
) -> Drawn {
    // An axis needs a length, whatever is drawn along it.
    let greatest = if greatest.is_finite() && greatest > 0.0 {
        greatest
    } else {
        1.0
    };
    let root = SVGBackend::with_string(svg, size).into_drawing_area();
    let mut chart = ChartBuilder::on(&root)
        .margin_top(6)
        .margin_right(NUMBERS)
        .set_label_area_size(LabelAreaPosition::Left, NAMES)
        .set_label_area_size(LabelAreaPosition::Bottom, AXIS)
        .build_cartesian_2d(0.0..greatest, 0.0..rows.max(1) as f64)?;
    chart
        .configure_mesh()
        .disable_y_mesh()
        .disable_y_axis()
        .x_labels(6)
        .light_line_style(TRANSPARENT)
        .bold_line_style(Ink::Grid.color().stroke_width(1))
        .axis_style(Ink::Grid.color().stroke_width(1))
        .x_label_style(("sans-serif", TEXT).into_font().color(&Ink::Faint.color()))
        .x_label_formatter(tick)
        .draw()?;
    fill(&mut Rows {
        chart,
        root: &root,
        greatest,
        rows,
    })?;
    root.present()
}

impl Rows<'_, '_, '_> {
    /// The place of a row on the axis upwards; `part` is 0 at its upper edge and 1 at its lower.
    fn y(&self, row: usize, part: f64) -> f64 {
        self.rows as f64 - row as f64 - part
    }

    fn x(&self, value: f64) -> f64 {
        if value.is_nan() {
            0.0
        } else {
            value.clamp(0.0, self.greatest)
        }
    }

    /// The name of a row, at its left.
    pub(crate) fn name(&mut self, row: usize, name: &str) -> Drawn {
        self.label(row, 0.5, &clipped(name, NAME_CHARACTERS), Ink::Text)
    }

    /// Two lines of text at the left of a row.
    pub(crate) fn names(&mut self, row: usize, name: &str, below: &str) -> Drawn {
        self.label(row, 0.3, &clipped(name, NAME_CHARACTERS), Ink::Text)?;
        self.label(row, 0.74, &clipped(below, NAME_CHARACTERS), Ink::Faint)
    }

    fn label(&mut self, row: usize, part: f64, text: &str, ink: Ink) -> Drawn {
        // Labels stand left of the plotting area, which the chart does not draw in, so they are
        // placed on the whole picture.
        let y = self.chart.backend_coord(&(0.0, self.y(row, part))).1;
        self.root.draw(&Text::new(
            shown(text),
            (NAMES as i32 - 10, y),
            style(ink, HPos::Right),
        ))
    }

    /// A bar from 0 to `value`, between two parts of a row: hollow before, filled after. A bar of
    /// something is never invisible.
    pub(crate) fn bar(&mut self, row: usize, parts: (f64, f64), value: f64, ink: Ink) -> Drawn {
        if value <= 0.0 {
            return Ok(());
        }
        let (top, bottom) = (self.y(row, parts.0), self.y(row, parts.1));
        let (left, upper) = self.chart.backend_coord(&(0.0, top));
        let (right, lower) = self.chart.backend_coord(&(self.x(value), bottom));
        let corners = [(left, upper), (right.max(left + 2), lower)];
        let style = if ink == Ink::Before {
            ShapeStyle::from(ink.color())
        } else {
            ink.color().filled()
        };
        self.root.draw(&Rectangle::new(corners, style))
    }

    /// A number behind the end of a bar.
    pub(crate) fn number(&mut self, row: usize, part: f64, value: f64, text: &str) -> Drawn {
        let (x, y) = self
            .chart
            .backend_coord(&(self.x(value), self.y(row, part)));
        self.root.draw(&Text::new(
            shown(text),
            (x + 7, y),
            style(Ink::Text, HPos::Left),
        ))
    }

    /// A ring and a disc on one line, what is expected and what is, and a text behind them.
    pub(crate) fn dots(&mut self, row: usize, ring: f64, disc: f64, text: &str) -> Drawn {
        let y = self.y(row, 0.5);
        let (from, to) = (
            self.chart.backend_coord(&(self.x(ring), y)),
            self.chart.backend_coord(&(self.x(disc), y)),
        );
        let gap = if (to.0 - from.0).abs() > 14 {
            6 * (to.0 - from.0).signum()
        } else {
            0
        };
        if gap != 0 {
            let line = [(from.0 + gap, from.1), to];
            self.root.draw(&PathElement::new(
                line.to_vec(),
                Ink::After.color().stroke_width(2),
            ))?;
        }
        self.root
            .draw(&Circle::new(to, 5, Ink::After.color().filled()))?;
        self.root
            .draw(&Circle::new(from, 6, Ink::Before.color().stroke_width(2)))?;
        self.root.draw(&Text::new(
            shown(text),
            (from.0.max(to.0) + 13, to.1),
            style(Ink::Text, HPos::Left),
        ))
    }

    /// Boxes for the levels of a hierarchy, those up to `level` filled.
    pub(crate) fn steps(&mut self, row: usize, part: f64, level: u8, height: u8) -> Drawn {
        let (x, y) = self.chart.backend_coord(&(0.0, self.y(row, part)));
        for step in 0..i32::from(height) {
            let left = x + step * 16;
            let corners = [(left, y - 4), (left + 13, y + 4)];
            let filled = step < i32::from(level);
            let style = if filled {
                Ink::Before.color().filled()
            } else {
                ShapeStyle::from(Ink::Faint.color())
            };
            self.root.draw(&Rectangle::new(corners, style))?;
        }
        Ok(())
    }
}

/// Text that XML can hold; plotters escapes it.
pub(crate) fn shown(text: &str) -> String {
    printable(text).replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}")
}

fn clipped(text: &str, characters: usize) -> String {
    if text.chars().count() <= characters {
        return text.to_owned();
    }
    let start: String = text.chars().take(characters - 1).collect();
    format!("{start}…")
}

/// The picture with classes for colours, a title and a description. Colours of plotters stand in
/// attributes, where no label can look like one: quotes of labels are escaped.
pub(crate) fn colored(svg: &str, size: (u32, u32), about: &About<'_>) -> String {
    let mut svg = svg
        .replace(" opacity=\"1\"", "")
        .replace(" font-family=\"sans-serif\"", "");
    for (ink, class) in INKS {
        let RGBColor(r, g, b) = ink.color();
        let color = format!("#{r:02X}{g:02X}{b:02X}");
        svg = svg.replace(
            &format!("fill=\"{color}\""),
            &format!("class=\"f-{class}\""),
        );
        svg = svg.replace(
            &format!("stroke=\"{color}\""),
            &format!("class=\"s-{class}\""),
        );
    }
    let body = svg.split_once('>').map_or("", |(_, body)| body);
    let (n, title, description) = (about.number, escape(about.title), escape(about.description));
    format!(
        "<svg class=\"picture\" viewBox=\"0 0 {} {}\" role=\"img\" aria-labelledby=\"p{n}t p{n}d\" xmlns=\"http://www.w3.org/2000/svg\">\n\
         <title id=\"p{n}t\">{title}</title>\n<desc id=\"p{n}d\">{description}</desc>{body}",
        size.0, size.1
    )
}
