//! Risks as HTML, with pictures.

use super::words::{audit_lines, audit_words, estimators, odds, risk_words, thresholds};
use crate::masked::classes::ClassesView;
use crate::masked::risk_view::{EstimateView, JournalistView, RiskView};
use crate::masked::view::ReportView;
use crate::number::{capital, percent, thousands};
use crate::page::html::{Cell, Page, code, escape};
use crate::sections::before_after::html::{Half, Line, compare, counted, figure, together};
use crate::sections::before_after::words::{number_or_reason, units};

pub(super) fn render(page: &mut Page, view: &ReportView) {
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
        words: number_or_reason(share.map(percent), table),
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
        let number = number_or_reason(risk.marketer.expected.map(thousands), table);
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
            let words = |e: &EstimateView| e.share.map_or_else(|| "masked".to_owned(), percent);
            estimate.map_or_else(Half::default, |e| Half {
                words: words(e),
                share: e.share,
            })
        });
    }
    lines
}

/// Audits: disclosure by classes although nobody's row is found.
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
                Cell::Text(code(column)),
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
