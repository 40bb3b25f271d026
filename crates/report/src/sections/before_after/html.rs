//! Before and after, as pictures and tables of a page.

use super::words::units;
use crate::masked::risk_view::UnitsView;
use crate::number::percent;
use crate::page::html::{Cell, Page, escape};
use crate::page::picture::{About, Ink, rows};

/// The legend of these pictures. Shapes differ too, not only colours.
const LEGEND: &str = "<p class=\"legend\"><span class=\"key hollow\"></span> before (input), outlined \
                      <span class=\"key full\"></span> after (release), filled</p>\n";

/// One line of a picture and its table.
pub(crate) struct Line {
    pub(crate) name: String,
    /// The input, where it is reported.
    pub(crate) before: Option<Half>,
    pub(crate) after: Half,
}

/// One side of a comparison.
#[derive(Default)]
pub(crate) struct Half {
    /// In the table.
    pub(crate) words: String,
    /// In the picture; none where it is masked.
    pub(crate) share: Option<f64>,
}

/// A number of units and its share.
pub(crate) fn counted(counted: &UnitsView) -> Half {
    Half {
        words: together(units(counted.units, counted.share)),
        share: counted.share,
    }
}

/// A number and its share as one text.
pub(crate) fn together((number, share): (String, String)) -> String {
    match (number.is_empty(), share.is_empty()) {
        (true, _) => share,
        (_, true) => number,
        _ => format!("{number} ({share})"),
    }
}

/// A bar for the release and, where it is reported, one for the input; and the same in words for
/// those who cannot see them.
pub(crate) fn figure(page: &mut Page, title: &str, lines: &[Line]) {
    let said: Vec<String> = lines
        .iter()
        .map(|l| match &l.before {
            Some(before) => format!(
                "{}: {} before, {} after",
                l.name,
                say(before),
                say(&l.after)
            ),
            None => format!("{}: {}", l.name, say(&l.after)),
        })
        .collect();
    let has_before = lines.iter().any(|line| line.before.is_some());
    let (legend, height) = if has_before { (LEGEND, 44) } else { ("", 26) };
    page.figure(title, legend, |number| {
        let about = About {
            number,
            title,
            description: &format!("{}.", said.join("; ")),
        };
        rows(
            &about,
            lines.len(),
            height,
            1.0,
            &|share| format!("{:.0} %", share * 100.0),
            |rows| {
                for (row, line) in lines.iter().enumerate() {
                    rows.name(row, &line.name)?;
                    let bars = match &line.before {
                        Some(before) => vec![
                            (before, (0.12, 0.46), Ink::Before),
                            (&line.after, (0.52, 0.88), Ink::After),
                        ],
                        None => vec![(&line.after, (0.2, 0.8), Ink::After)],
                    };
                    for (half, parts, ink) in bars {
                        let middle = (parts.0 + parts.1) / 2.0;
                        rows.bar(row, parts, half.share.unwrap_or(0.0), ink)?;
                        rows.number(row, middle, half.share.unwrap_or(0.0), &say(half))?;
                    }
                }
                Ok(())
            },
        )
    });
}

/// A share in few characters, or why there is none.
fn say(half: &Half) -> String {
    match half.share {
        Some(share)
            if half.words.ends_with(" %")
                && !half.words.contains('.')
                && !half.words.contains('<') =>
        {
            format!("{:.0} %", share * 100.0)
        }
        Some(share) => percent(share),
        None if half.words.is_empty() => String::new(),
        None => half.words.clone(),
    }
}

/// A table with a column for the release and, where it is reported, one for the input.
pub(crate) fn compare(page: &mut Page, caption: &str, lines: &[Line]) {
    let rows = lines.iter().map(|line| {
        let halves = line
            .before
            .iter()
            .chain([&line.after])
            .map(|half| Cell::Number(escape(&half.words)));
        std::iter::once(Cell::Text(escape(&line.name)))
            .chain(halves)
            .collect()
    });
    let heads: &[&str] = if lines.iter().any(|line| line.before.is_some()) {
        &["", "#Before", "#After"]
    } else {
        &["", "#Release"]
    };
    page.table(caption, heads, rows.collect());
}
