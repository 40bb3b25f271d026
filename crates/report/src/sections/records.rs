//! Risk and utility of each record, where records were disclosed one by one.

use super::section::Section;
use crate::facts::disclosure::{DictionaryLine, Quartiles};
use crate::masked::disclosure::{DisclosureFiguresView, DisclosureView};
use crate::masked::view::ReportView;
use crate::number::{figure, percent, thousands};
use crate::page::html::{code, escape};
use crate::page::json::Fields;
use crate::page::picture::{About, Ink, rows};
use crate::page::text::{bar, fitting};
use crate::page::{html, text};

const TITLE: &str = "What each record risks and is worth";

/// The section.
pub(super) struct Records;

impl Section for Records {
    fn text(&self, view: &ReportView, page: &mut text::Page) {
        let Some(of) = &view.disclosure else { return };
        page.section(TITLE);
        words(of, view.unit)
            .iter()
            .for_each(|text| page.paragraph(text));
        if let Some(figures) = &of.figures {
            lines(page, figures);
        }
    }

    fn html(&self, view: &ReportView, page: &mut html::Page) {
        let Some(of) = &view.disclosure else { return };
        page.section(TITLE, |page| {
            words(of, view.unit)
                .iter()
                .for_each(|text| page.paragraph(text));
            if let Some(figures) = &of.figures {
                tables(page, figures);
            }
        });
    }

    fn json(&self, view: &ReportView, fields: &mut Fields) {
        fields.add_some("disclosure", view.disclosure.as_ref());
    }
}

fn lines(page: &mut text::Page, figures: &DisclosureFiguresView) {
    page.head(&[
        text::Cell::Left("", 29),
        text::Cell::Right("Least", 8),
        text::Cell::Right("Quarter", 8),
        text::Cell::Right("Half", 8),
        text::Cell::Right("3/4", 8),
        text::Cell::Right("Most", 8),
        text::Cell::Right("Mean", 8),
    ]);
    for (name, spread) in spreads(figures) {
        let numbers = numbers(&spread);
        let cells = numbers.iter().map(|text| text::Cell::Right(text, 8));
        page.row(
            &std::iter::once(text::Cell::Left(name, 29))
                .chain(cells)
                .collect::<Vec<_>>(),
        );
    }
    page.paragraph("How far each attribute went: the share of released rows at each level, from the value itself (level 0) to the top.");
    let width = fitting(figures.attributes.iter().map(|a| a.name.as_str()), 16, 30);
    page.head(&[
        text::Cell::Left("Attribute", width),
        text::Cell::Right("Level", 6),
        text::Cell::Right("Rows", 9),
        text::Cell::Left("", 24),
    ]);
    for line in &figures.attributes {
        for (level, &share) in line.shares.iter().enumerate() {
            let name = if level == 0 { line.name.as_str() } else { "" };
            page.row(&[
                text::Cell::Left(name, width),
                text::Cell::Right(&level.to_string(), 6),
                text::Cell::Right(&percent(share), 9),
                text::Cell::Left(&bar(share, 24), 24),
            ]);
        }
    }
}

fn tables(page: &mut html::Page, figures: &DisclosureFiguresView) {
    risks(page, figures);
    let lines = spreads(figures).into_iter().map(|(name, spread)| {
        std::iter::once(html::Cell::Text(escape(name)))
            .chain(numbers(&spread).map(|n| html::Cell::Number(escape(&n))))
            .collect()
    });
    page.table(
        "Risks and utilities of rows",
        &[
            "",
            "#Least",
            "#Quarter",
            "#Half",
            "#Three quarters",
            "#Most",
            "#Mean",
        ],
        lines.collect(),
    );
    depths(page, figures);
}

/// Mean and largest risk, before and after.
fn risks(page: &mut html::Page, of: &DisclosureFiguresView) {
    let (before, after) = (of.before.risk, of.after.risk);
    let pairs = [
        ("Mean risk", before.mean, after.mean),
        ("Largest risk", before.most, after.most),
    ];
    let greatest = pairs
        .iter()
        .flat_map(|p| [p.1, p.2])
        .filter(|v| v.is_finite())
        .fold(0.0, f64::max);
    let said: Vec<String> = pairs
        .iter()
        .map(|(name, b, a)| format!("{name}: {} and {}", figure(*b), figure(*a)))
        .collect();
    let legend = "<p class=\"legend\"><span class=\"key hollow\"></span> input as it is, outlined \
                  <span class=\"key full\"></span> release, filled</p>\n";
    page.figure("What a record risks", legend, |number| {
        let about = About {
            number,
            title: "What a record risks",
            description: &format!("{}.", said.join("; ")),
        };
        rows(
            &about,
            pairs.len(),
            40,
            greatest,
            &|value| figure(*value),
            |rows| {
                for (row, (name, b, a)) in pairs.iter().enumerate() {
                    rows.name(row, name)?;
                    for (value, parts, ink) in [
                        (*b, (0.12, 0.46), Ink::Before),
                        (*a, (0.52, 0.88), Ink::After),
                    ] {
                        let drawn = if value.is_finite() { value } else { greatest };
                        rows.bar(row, parts, drawn, ink)?;
                        rows.number(row, (parts.0 + parts.1) / 2.0, drawn, &figure(value))?;
                    }
                }
                Ok(())
            },
        )
    });
}

/// The share of rows at each level of each attribute.
fn depths(page: &mut html::Page, of: &DisclosureFiguresView) {
    let bars: Vec<(String, f64)> = of
        .attributes
        .iter()
        .flat_map(|line| {
            line.shares
                .iter()
                .enumerate()
                .map(|(level, &share)| (format!("{}, level {level}", line.name), share))
        })
        .collect();
    let said: Vec<String> = bars
        .iter()
        .map(|(name, share)| format!("{name}: {}", percent(*share)))
        .collect();
    page.figure(
        "How far each attribute went: released rows by level",
        "",
        |number| {
            let about = About {
                number,
                title: "How far each attribute went",
                description: &format!("{}.", said.join("; ")),
            };
            rows(
                &about,
                bars.len(),
                22,
                1.0,
                &|value| percent(*value),
                |rows| {
                    for (row, (name, share)) in bars.iter().enumerate() {
                        rows.name(row, name)?;
                        rows.bar(row, (0.2, 0.8), *share, Ink::After)?;
                        rows.number(row, 0.5, *share, &percent(*share))?;
                    }
                    Ok(())
                },
            )
        },
    );
    let most = of
        .attributes
        .iter()
        .map(|a| a.shares.len())
        .max()
        .unwrap_or(0);
    let heads: Vec<String> = (0..most).map(|level| format!("#Level {level}")).collect();
    let heads: Vec<&str> = std::iter::once("Attribute")
        .chain(heads.iter().map(String::as_str))
        .collect();
    let lines = of.attributes.iter().map(|line| {
        let share = |level: usize| {
            html::Cell::Number(
                line.shares
                    .get(level)
                    .map_or_else(String::new, |s| escape(&percent(*s))),
            )
        };
        std::iter::once(html::Cell::Text(code(&line.name)))
            .chain((0..most).map(share))
            .collect()
    });
    page.table("Released rows by level", &heads, lines.collect());
}

/// Sentences on what was asked and found.
fn words(of: &DisclosureView, unit: &str) -> Vec<String> {
    let people = |d: &DictionaryLine| {
        d.people
            .map_or_else(String::new, |n| format!(", {} people", thousands(n)))
    };
    let one = |d: &DictionaryLine| format!("{} ({}{})", d.name, d.columns.join(", "), people(d));
    let known = of
        .dictionaries
        .iter()
        .map(one)
        .collect::<Vec<_>>()
        .join("; ");
    let proof = match of.figures.as_ref().map(|figures| figures.proved) {
        Some(true) => ": no record has a better choice",
        Some(false) => ": the best found; whether some record has a better choice is not known",
        None => "",
    };
    let mut words = vec![
        format!(
            "Each record was given labels of its own: {}. {} {}",
            of.asked, of.risk, of.utility
        ),
        format!(
            "Attackers are taken to know: {known}. Found by `{}`{proof}.",
            of.optimizer
        ),
        format!(
            "That a record fits k people of a dictionary does not make k rows of the file alike. So rows were put into classes that meet the models above, some of them under \
             wider labels than is best for them. The smallest class of the released file has {} {unit}{}.",
            thousands(of.least_class.unwrap_or(0)),
            of.figures
                .as_ref()
                .map_or_else(String::new, |figures| format!(
                    ", and no released record fits fewer than {} people of a dictionary",
                    thousands(figures.least_crowd)
                ))
        ),
    ];
    let Some(figures) = &of.figures else {
        return words;
    };
    let (moved, short) = (thousands(figures.moved_rows), thousands(figures.short_rows));
    words.push(format!(
        "{moved} rows were moved for that, {short} of them below what was asked for them."
    ));
    if figures.unknown_rows > 0 {
        words.push(format!(
            "{} released rows fit nobody in some dictionary. An attacker with it finds nobody, but a row must not look safer than one that says less: each is counted as fitting one person.",
            thousands(figures.unknown_rows)
        ));
    }
    let bound = if figures.upper_bound {
        "is an upper bound of the true one"
    } else {
        "is no upper bound of the true one"
    };
    words.push(format!(
        "The risk reported here {bound}: {}.",
        figures.upper_bound_reason
    ));
    words
}

/// Spreads by name.
fn spreads(of: &DisclosureFiguresView) -> [(&'static str, Quartiles); 6] {
    [
        ("Risk, input as it is", of.before.risk),
        ("Risk, best for each record", of.best.risk),
        ("Risk, release", of.after.risk),
        ("Utility, input as it is", of.before.utility),
        ("Utility, best for each record", of.best.utility),
        ("Utility, release", of.after.utility),
    ]
}

/// The numbers of a spread as texts.
fn numbers(spread: &Quartiles) -> [String; 6] {
    [
        spread.least,
        spread.quarter,
        spread.median,
        spread.three_quarters,
        spread.most,
        spread.mean,
    ]
    .map(figure)
}
