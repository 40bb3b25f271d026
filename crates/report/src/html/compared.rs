//! Pictures and tables that compare the input with the release: class sizes, and risks.

use super::page::{Cell, Page, escape};
use super::picture::{About, Ink, rows};
use crate::number::{percent, thousands};
use crate::text::classes::{ClassSize, SIZES, capital, coarse, name, text, title, units};
use crate::text::risks::{audit_lines, audit_words, estimators, odds, risk_words, thresholds};
use crate::{ClassesView, JournalistView, ReportView, RiskView};

/// What the marks of these pictures mean. The shapes say it too, not only the colours.
const LEGEND: &str = "<p class=\"legend\"><span class=\"key hollow\"></span> before (input), outlined \
                      <span class=\"key full\"></span> after (release), filled</p>\n";

/// One line of a picture and its table.
struct Line {
    name: String,
    /// The input, where it is reported.
    before: Option<Half>,
    after: Half,
}

/// What is told of one side.
#[derive(Default)]
struct Half {
    /// In the table.
    words: String,
    /// In the picture; none where it is masked.
    share: Option<f64>,
}

pub(super) fn classes(page: &mut Page, view: &ReportView) {
    let (before, after, unit) = (view.classes.before.as_ref(), &view.classes.after, view.unit);
    page.paragraph(&format!(
        "Who knows the quasi-identifiers of somebody in the table is left with one class: the {unit} that look the same. The larger it is, \
         the better it hides those in it."
    ));
    if view.person.is_some() {
        page.paragraph("A person with rows in several classes counts in each of them.");
    }
    if before.is_some_and(coarse) {
        page.paragraph("Shares before are rounded to whole per cent, because counts would tell how many are left out.");
    }
    let half = |band: &crate::BandView| Half {
        words: together(units(band.units, band.share)),
        share: band.share,
    };
    let line = |(at, a): (usize, &crate::BandView)| Line {
        name: format!("Class of {}", name(a).trim()),
        before: before.map(|of| half(&of.bands[at])),
        after: half(a),
    };
    let mut lines: Vec<Line> = after.bands.iter().enumerate().map(line).collect();
    figure(
        page,
        &title(&format!("Share of {unit} by the size of their class"), view),
        &lines,
    );
    lines.extend(sizes(unit, before, after));
    compare(
        page,
        &format!("{} by the size of their class", capital(unit)),
        &lines,
    );
}

fn sizes(unit: &str, before: Option<&ClassesView>, after: &ClassesView) -> Vec<Line> {
    let half = |words: String| Half { words, share: None };
    let all = Line {
        name: format!("All {unit}"),
        before: before.map(|of| half(of.units.to_string())),
        after: half(after.units.to_string()),
    };
    let line = |(name, size): (&str, ClassSize)| Line {
        name: name.to_owned(),
        before: before.map(|of| half(text(size(of), of))),
        after: half(text(size(after), after)),
    };
    std::iter::once(all).chain(SIZES.map(line)).collect()
}

pub(super) fn risks(page: &mut Page, view: &ReportView) {
    page.paragraph(&risk_words(view));
    let lines = risk_lines(view);
    let compared = if view.risks.before.is_some() {
        " before and after"
    } else {
        ""
    };
    figure(
        page,
        &format!("Risks{compared}, as shares of the {}", view.unit),
        &lines,
    );
    compare(page, "Risks by attacker", &lines);
    let (before, after) = (view.risks.before.as_ref(), &view.risks.after);
    let sides = before
        .map(|risk| ("Before, ", risk))
        .into_iter()
        .chain([(if before.is_some() { "After, " } else { "" }, after)]);
    for (when, risk) in sides {
        let without = risk
            .population_uniques
            .iter()
            .filter_map(|e| e.fell_back.as_ref().map(|why| (&e.estimator, why)));
        for (estimator, why) in without {
            page.note(&format!("{when}`{estimator}` had no answer, because {why}. Shown is the estimate that stands in its place."));
        }
    }
    if before
        .into_iter()
        .chain([after])
        .any(|risk| !risk.population_uniques.is_empty())
    {
        page.note("Estimated unique is the share of the people that the table was drawn from whom nobody else there looks like.");
    }
    audits(page, view);
}

fn risk_lines(view: &ReportView) -> Vec<Line> {
    let before = view.risks.before.as_ref().zip(view.classes.before.as_ref());
    let after = (&view.risks.after, &view.classes.after);
    let all = || before.map(|of| of.0).into_iter().chain([after.0]);
    let mut lines = Vec::new();
    let mut both = |name: String, of: &dyn Fn(&RiskView, &ClassesView) -> Half| {
        lines.push(Line {
            name,
            before: before.map(|(risk, table)| of(risk, table)),
            after: of(after.0, after.1),
        });
    };
    let plain = |share: Option<f64>, table: &ClassesView| Half {
        words: text(share.map(percent), table),
        share,
    };
    both("Prosecutor, highest risk".into(), &|risk, table| {
        plain(risk.prosecutor.highest, table)
    });
    both("Prosecutor, average risk".into(), &|risk, table| {
        plain(risk.prosecutor.average, table)
    });
    for above in thresholds(all()) {
        both(
            format!("{} with risk over {}", capital(view.unit), odds(above)),
            &|risk, _| {
                let found = risk.prosecutor.above.iter().find(|a| a.threshold == above);
                found.map_or_else(Half::default, |a| counted(&a.counted))
            },
        );
    }
    if let Some(either) = all().find_map(|risk| risk.journalist.as_ref()) {
        let mut of = |name: String, half: &dyn Fn(&JournalistView) -> Half| {
            both(name, &|risk, _| {
                risk.journalist.as_ref().map_or_else(Half::default, half)
            });
        };
        let share = |share: Option<f64>| Half {
            words: share.map_or_else(|| "masked".to_owned(), percent),
            share,
        };
        of("Journalist, highest risk".into(), &|j| share(j.highest));
        of("Journalist, average risk".into(), &|j| share(j.average));
        of(
            format!("Journalist, over {}", odds(either.above.threshold)),
            &|j| counted(&j.above.counted),
        );
        of("Alone in the population".into(), &|j| {
            counted(&j.population_uniques)
        });
    }
    both("Marketer, right links".into(), &|risk, table| {
        let number = text(risk.marketer.expected.map(thousands), table);
        Half {
            words: together((
                number,
                risk.marketer.share.map_or_else(String::new, percent),
            )),
            share: risk.marketer.share,
        }
    });
    both("Look like no other".into(), &|risk, _| {
        counted(&risk.sample_uniques)
    });
    for name in estimators(all()) {
        both(format!("Estimated unique ({name})"), &|risk, _| {
            let estimate = risk.population_uniques.iter().find(|e| e.estimator == name);
            let words =
                |e: &crate::EstimateView| e.share.map_or_else(|| "masked".to_owned(), percent);
            estimate.map_or_else(Half::default, |e| Half {
                words: words(e),
                share: e.share,
            })
        });
    }
    lines
}

fn counted(counted: &crate::UnitsView) -> Half {
    Half {
        words: together(units(counted.units, counted.share)),
        share: counted.share,
    }
}

/// A number and its share as one text.
fn together((number, share): (String, String)) -> String {
    match (number.is_empty(), share.is_empty()) {
        (true, _) => share,
        (_, true) => number,
        _ => format!("{number} ({share})"),
    }
}

/// A bar for the release and, where it is reported, one for the input; and the same in words for
/// those who cannot see them.
fn figure(page: &mut Page, title: &str, lines: &[Line]) {
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

fn compare(page: &mut Page, caption: &str, lines: &[Line]) {
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

/// What classes give away although nobody's row is found.
fn audits(page: &mut Page, view: &ReportView) {
    let audits = &view.risks.audits;
    let Some(words) = audit_words(audits) else {
        return;
    };
    page.paragraph(&words);
    let rows = audit_lines(audits)
        .into_iter()
        .map(|(column, audit, exposed)| {
            let (number, share) = units(exposed.counted.units, exposed.counted.share);
            let classes = exposed
                .classes
                .map_or_else(|| "masked".to_owned(), thousands);
            vec![
                Cell::Text(super::page::code(column)),
                Cell::Text(escape(&audit)),
                Cell::Number(classes),
                Cell::Number(escape(&number)),
                Cell::Number(escape(&share)),
            ]
        });
    let units = format!("#{}", capital(view.unit));
    page.table(
        "What the classes of the release give away about sensitive columns",
        &["Column", "Audit", "#Classes", &units, "#Share"],
        rows.collect(),
    );
}
