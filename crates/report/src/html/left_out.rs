//! Who is left out, against their share of the table.

use super::page::{Cell, Page, code, escape};
use super::picture::{About, rows};
use crate::number::percent;
use crate::text::left_out::{Told, label, opening, quiet, told};
use crate::{AttributeView, ReportView, ShareView};

/// Values drawn per attribute.
const MOST: usize = 8;

const LEGEND: &str = "<p class=\"legend\"><span class=\"key ring\"></span> ring: share of the whole table \
                      <span class=\"key disc\"></span> disc: share of the rows left out</p>\n";

pub(super) fn render(page: &mut Page, view: &ReportView) {
    let left_out = &view.left_out;
    let (words, goes_on) = opening(view);
    words.iter().for_each(|words| page.paragraph(words));
    if !goes_on {
        return;
    }
    page.paragraph(
        "Rows are left out when their class fails even after generalization, so they are seldom a fair sample, and who analyses the release \
         sees too little of some values. Where a disc lies to the right of its ring, the value is more frequent among the rows left out than \
         in the whole table. ▲ marks a ratio of the two above 1.25.",
    );
    if view.person.is_some() {
        page.paragraph("These pictures and tables count rows, not persons.");
    }
    for attribute in left_out
        .attributes
        .iter()
        .filter(|a| matches!(told(a, view), Told::Values))
    {
        let drawn = Drawn::of(attribute, view);
        drawn.figure(page);
        drawn.table(page);
    }
    page.list(quiet(view));
}

/// One attribute with the values that are shown.
struct Drawn<'a> {
    attribute: &'a AttributeView,
    /// Label and counts, most over-represented first; the masked ones as one.
    lines: Vec<(String, &'a ShareView)>,
    /// Values that there is no room for.
    more: usize,
}

impl<'a> Drawn<'a> {
    fn of(attribute: &'a AttributeView, view: &ReportView) -> Self {
        let told: Vec<_> = attribute
            .values
            .iter()
            .filter(|v| v.counts.ratio.is_some())
            .collect();
        let over = told
            .iter()
            .filter(|v| v.counts.ratio.is_some_and(|r| r > 1.0))
            .count();
        // All of a few values, or the most over-represented of many.
        let shown = if told.len() <= MOST {
            told.len()
        } else {
            over.min(MOST)
        };
        let mut lines: Vec<(String, &ShareView)> = told[..shown]
            .iter()
            .map(|v| (label(&v.label, &view.missing_tokens), &v.counts))
            .collect();
        lines.extend(
            attribute
                .masked_together
                .as_ref()
                .map(|together| ("other values, masked".to_owned(), together)),
        );
        Drawn {
            attribute,
            lines,
            more: told.len() - shown,
        }
    }

    fn figure(&self, page: &mut Page) {
        let shares = |c: &ShareView| {
            (
                c.share_of_table.unwrap_or(0.0),
                c.share_of_left_out.unwrap_or(0.0),
            )
        };
        let greatest = self
            .lines
            .iter()
            .map(|(_, c)| shares(c))
            .fold(0.0, |most: f64, (a, b)| most.max(a).max(b));
        let greatest = (greatest * 10.0).ceil() / 10.0;
        let title = format!("Left out by `{}`", self.attribute.name);
        let said: Vec<String> = self
            .lines
            .iter()
            .map(|(label, c)| {
                format!(
                    "{label}: {} of the table, {} of the rows left out",
                    percent(shares(c).0),
                    percent(shares(c).1)
                )
            })
            .collect();
        let (name, description) = (
            format!("Left out by {}", self.attribute.name),
            format!("{}.", said.join("; ")),
        );
        page.figure(&title, LEGEND, |number| {
            let about = About {
                number,
                title: &name,
                description: &description,
            };
            rows(
                &about,
                self.lines.len(),
                30,
                greatest,
                &|share| format!("{:.0} %", share * 100.0),
                |rows| {
                    for (row, (label, counts)) in self.lines.iter().enumerate() {
                        let (table, left_out) = shares(counts);
                        rows.name(row, label)?;
                        rows.dots(row, table, left_out, &ratio(counts))?;
                    }
                    Ok(())
                },
            )
        });
    }

    fn table(&self, page: &mut Page) {
        let share = |share: Option<f64>| {
            Cell::Number(share.map_or_else(String::new, |s| escape(&percent(s))))
        };
        let table = self.lines.iter().map(|(label, counts)| {
            vec![
                Cell::Text(escape(label)),
                Cell::Number(escape(&counts.left_out.to_string())),
                Cell::Number(escape(&counts.rows.to_string())),
                share(counts.share_of_left_out),
                share(counts.share_of_table),
                Cell::Number(escape(&ratio(counts))),
            ]
        });
        page.table(
            &format!("Rows left out by `{}`", self.attribute.name),
            &[
                "Value",
                "#Left out",
                "#In table",
                "#Of left out",
                "#Of table",
                "#Ratio",
            ],
            table.collect(),
        );
        if self.more > 0 {
            page.note(&format!(
                "And {} more that are not shown here; the JSON report has all.",
                self.more
            ));
        }
        let masked = self
            .attribute
            .values
            .iter()
            .filter(|v| v.counts.ratio.is_none())
            .map(|v| code(&v.label))
            .collect::<Vec<_>>();
        match masked.len() {
            0 => {}
            1..=MOST => page.push(&format!(
                "<p class=\"note\">Masked and not drawn for themselves: {}.</p>",
                masked.join(", ")
            )),
            many => page.note(&format!(
                "{many} values are masked and not drawn for themselves; the JSON report names them."
            )),
        }
    }
}

/// How many times more frequent, with a mark where that is much.
fn ratio(counts: &ShareView) -> String {
    let mark = if counts.over_represented == Some(true) {
        " ▲"
    } else {
        ""
    };
    counts
        .ratio
        .map_or_else(String::new, |r| format!("× {r:.2}{mark}"))
}
