//! Several releases side by side, as one page.

use super::page::{Cell, Page, code, escape};
use super::picture::{About, Ink, rows};
use super::scatter::{Point, scatter};
use super::{INTERNAL, STYLE};
use crate::compare::{Better, ComparedMeasure, LOSS, MeasureGroup, RISK, ReleaseComparison};
use crate::number::{decimal, percent, thousands};

/// The whole page.
pub(crate) fn comparison(of: &ReleaseComparison) -> String {
    let mut page = Page::default();
    page.section("Risk against what is kept", |page| picture(page, of));
    for group in MeasureGroup::ALL {
        let measures: Vec<&ComparedMeasure> =
            of.measures.iter().filter(|m| m.group == group).collect();
        if !measures.is_empty() {
            page.section(group.title(), |page| part(page, of, &measures));
        }
    }
    page.section("Files and notes", |page| files(page, of));
    let (sections, _) = page.finish();
    document(of, &sections)
}

fn picture(page: &mut Page, of: &ReleaseComparison) {
    page.paragraph(
        "Each point is a release. Further to the left, people are found less often; further up, cells say more. Of two releases the one that is \
         above and to the left is better in both.",
    );
    let (Some(risk), Some(loss)) = (of.measure(RISK), of.measure(LOSS)) else {
        return;
    };
    let point = |at: usize| {
        Some(Point {
            name: &of.releases[at].name,
            x: risk.values[at].filter(|x| *x > 0.0)?,
            y: 1.0 - loss.values[at]?,
        })
    };
    let points: Vec<Point<'_>> = (0..of.releases.len()).filter_map(point).collect();
    let said: Vec<String> = points
        .iter()
        .map(|p| format!("{}: risk {}, kept {}", p.name, percent(p.x), percent(p.y)))
        .collect();
    page.figure("Average risk of being found, and the share of detail that is kept", "", |number| {
        let title = "Average risk of being found against the share of detail that is kept, a point per release";
        let about = About { number, title, description: &format!("{}.", said.join("; ")) };
        scatter(&about, &points, ("average risk of being found (each line is ten times the one before)", "detail kept"))
    });
}

fn part(page: &mut Page, of: &ReleaseComparison, measures: &[&ComparedMeasure]) {
    let lines = measures.iter().map(|measure| {
        let best = measure.best();
        let value = |at: usize| {
            let text = escape(&measure.tell(measure.values[at]));
            Cell::Number(if best.contains(&at) {
                format!("<strong class=\"met\">✓ {text}</strong>")
            } else {
                text
            })
        };
        std::iter::once(Cell::Text(escape(&measure.name)))
            .chain((0..of.releases.len()).map(value))
            .collect()
    });
    let heads: Vec<String> = of.releases.iter().map(|r| format!("#{}", r.name)).collect();
    let heads: Vec<&str> = std::iter::once("")
        .chain(heads.iter().map(String::as_str))
        .collect();
    page.table("✓ marks the best value of a line", &heads, lines.collect());
    for measure in measures.iter().filter(|m| m.better != Better::Neither) {
        bars(page, of, measure);
    }
}

fn bars(page: &mut Page, of: &ReleaseComparison, measure: &ComparedMeasure) {
    let finite = |at: usize| measure.values[at].filter(|value| value.is_finite());
    let greatest = (0..of.releases.len())
        .filter_map(finite)
        .fold(0.0, f64::max);
    if greatest <= 0.0 {
        return;
    }
    let word = if measure.better == Better::Less {
        "less is better"
    } else {
        "more is better"
    };
    let title = format!("{} ({word})", measure.name);
    let best = measure.best();
    let say = |at: usize| {
        format!(
            "{}{}",
            measure.tell(measure.values[at]),
            if best.contains(&at) { " ✓" } else { "" }
        )
    };
    let said: Vec<String> = of
        .releases
        .iter()
        .enumerate()
        .map(|(at, r)| format!("{}: {}", r.name, say(at)))
        .collect();
    let tick = |value: &f64| match measure.form {
        crate::compare::ValueFormat::Share => format!("{} %", decimal((value * 1e6).round() / 1e4)),
        _ => decimal(*value),
    };
    page.figure(&title, "", |number| {
        let about = About {
            number,
            title: &title,
            description: &format!("{}.", said.join("; ")),
        };
        rows(&about, of.releases.len(), 28, greatest, &tick, |rows| {
            for (row, release) in of.releases.iter().enumerate() {
                rows.name(row, &release.name)?;
                let value = finite(row).unwrap_or(0.0);
                rows.bar(row, (0.15, 0.85), value, Ink::After)?;
                rows.number(row, 0.5, value, &say(row))?;
            }
            Ok(())
        })
    });
}

fn files(page: &mut Page, of: &ReleaseComparison) {
    let lines = of.releases.iter().map(|r| {
        let by = if r.with_record {
            "its record"
        } else {
            "the recipe's hierarchies"
        };
        vec![
            Cell::Text(code(&r.name)),
            Cell::Text(code(&r.file)),
            Cell::Text(by.to_owned()),
        ]
    });
    page.table(
        "Releases",
        &["Name", "File", "Labels are read by"],
        lines.collect(),
    );
    page.paragraph(
        "A released cell is read as each of the values that it stands for, equally likely. Questions and folds are the same for all releases. \
         Rows that are left out count as fully unknown in losses, and are lost to answers.",
    );
    page.list(of.notes.iter().cloned());
}

fn document(of: &ReleaseComparison, body: &str) -> String {
    let noun = if of.releases.len() == 1 {
        "release"
    } else {
        "releases"
    };
    let title = format!(
        "{} {noun} of one table of {} rows",
        of.releases.len(),
        thousands(of.rows)
    );
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>Releases side by side ({INTERNAL})</title>\n<style>\n{STYLE}\
         @page {{ @top-center {{ content: \"{INTERNAL}\"; font: bold 9pt sans-serif; }} }}\n</style>\n</head>\n<body>\n\
         <p class=\"banner\" role=\"note\"><strong>{INTERNAL}</strong> Figures compare with the table and tell about those left out: keep this \
         page where the table is kept.</p>\n<main>\n<header>\n<p class=\"over\">Releases side by side</p>\n<h1>{}</h1>\n</header>\n{body}</main>\n\
         <footer><p>Equipoise {}. The text and JSON of <code>compare</code> have the same numbers.</p></footer>\n</body>\n</html>\n",
        escape(&title),
        escape(&of.version)
    )
}
