//! What each record risks and is worth.

use super::page::{Cell, Page, code, escape};
use super::picture::{About, Ink, rows};
use crate::number::percent;
use crate::text::disclosure::{figure, numbers, spreads, words};
use crate::{DisclosureFiguresView, DisclosureView};

pub(super) fn render(page: &mut Page, of: &DisclosureView, unit: &str) {
    words(of, unit).iter().for_each(|text| page.paragraph(text));
    let Some(figures) = &of.figures else { return };
    risks(page, figures);
    let lines = spreads(figures).into_iter().map(|(name, spread)| {
        std::iter::once(Cell::Text(escape(name)))
            .chain(numbers(&spread).map(|n| Cell::Number(escape(&n))))
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
fn risks(page: &mut Page, of: &DisclosureFiguresView) {
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
fn depths(page: &mut Page, of: &DisclosureFiguresView) {
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
            Cell::Number(
                line.shares
                    .get(level)
                    .map_or_else(String::new, |s| escape(&percent(*s))),
            )
        };
        std::iter::once(Cell::Text(code(&line.name)))
            .chain((0..most).map(share))
            .collect()
    });
    page.table("Released rows by level", &heads, lines.collect());
}
