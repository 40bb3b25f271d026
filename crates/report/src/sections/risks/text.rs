//! Risks as plain text.

use super::words::{audit_lines, audit_words, estimators, odds, risk_words, thresholds};
use crate::masked::classes::ClassesView;
use crate::masked::risk_view::{
    AuditView, EstimateView, ExposedView, JournalistView, RiskView, UnitsView,
};
use crate::masked::view::ReportView;
use crate::number::{capital, percent, thousands};
use crate::page::text::{Cell, Page, fitting};
use crate::sections::before_after::text::{Half, head, row};
use crate::sections::before_after::words::{number_or_reason, units};

pub(super) fn render(page: &mut Page, view: &ReportView) {
    page.paragraph(&risk_words(view));
    let after = &view.risks.after;
    let before = view.risks.before.as_ref().zip(view.classes.before.as_ref());
    let sides = Sides {
        before,
        after: (after, &view.classes.after),
        unit: view.unit,
    };
    head(page, "Risk", before.is_some());
    sides.prosecutor(page);
    sides.journalist(page);
    sides.marketer(page);
    sides.uniques(page);
    match before {
        Some((before, _)) => fall_backs(page, &[("Before", before), ("After", after)]),
        None => fall_backs(page, &[("", after)]),
    }
    audits(page, &view.risks.audits, view.unit);
}

/// The release and, where it is reported, the input.
struct Sides<'a> {
    before: Option<(&'a RiskView, &'a ClassesView)>,
    after: (&'a RiskView, &'a ClassesView),
    unit: &'a str,
}

impl Sides<'_> {
    /// A line with the same figure of both.
    fn line(&self, page: &mut Page, name: &str, half: impl Fn(&RiskView, &ClassesView) -> Half) {
        row(
            page,
            name,
            self.before.map(|(risk, classes)| half(risk, classes)),
            half(self.after.0, self.after.1),
        );
    }

    fn all(&self) -> impl Iterator<Item = &RiskView> {
        self.before.map(|of| of.0).into_iter().chain([self.after.0])
    }

    fn shares(&self, page: &mut Page, name: &str, of: impl Fn(&RiskView) -> Option<f64>) {
        self.line(page, name, |risk, classes| {
            let share = of(risk);
            (
                (String::new(), number_or_reason(share.map(percent), classes)),
                share,
            )
        });
    }

    fn prosecutor(&self, page: &mut Page) {
        self.shares(page, "Prosecutor, highest risk", |risk| {
            risk.prosecutor.highest
        });
        self.shares(page, "Prosecutor, average risk", |risk| {
            risk.prosecutor.average
        });
        self.shares(page, "Prosecutor, lowest risk", |risk| {
            risk.prosecutor.lowest
        });
        for above in thresholds(self.all()) {
            let of = |risk: &RiskView| {
                risk.prosecutor
                    .above
                    .iter()
                    .find(|a| a.threshold == above)
                    .map(|a| a.counted.clone())
            };
            self.line(
                page,
                &format!("{} with risk over {}", capital(self.unit), odds(above)),
                |risk, _| counted(of(risk)),
            );
        }
    }

    fn journalist(&self, page: &mut Page) {
        let Some(threshold) = self
            .all()
            .find_map(|risk| risk.journalist.as_ref())
            .map(|either| either.above.threshold)
        else {
            return;
        };
        page.blank();
        let both = |page: &mut Page, name: &str, half: &dyn Fn(&JournalistView) -> Half| {
            self.line(page, name, |risk, _| {
                risk.journalist
                    .as_ref()
                    .map_or_else(|| (Default::default(), None), half)
            });
        };
        let plain = |share: Option<f64>| {
            (
                (
                    String::new(),
                    share.map_or_else(|| "masked".to_owned(), percent),
                ),
                share,
            )
        };
        both(page, "Journalist, highest risk", &|j| plain(j.highest));
        both(page, "Journalist, average risk", &|j| plain(j.average));
        both(
            page,
            &format!("Journalist, over {}", odds(threshold)),
            &|j| counted(Some(j.above.counted.clone())),
        );
        both(page, "Alone in the population", &|j| {
            counted(Some(j.population_uniques.clone()))
        });
    }

    fn marketer(&self, page: &mut Page) {
        page.blank();
        self.line(page, "Marketer, right links", |risk, classes| {
            let number = number_or_reason(risk.marketer.expected.map(thousands), classes);
            (
                (
                    number,
                    risk.marketer.share.map_or_else(String::new, percent),
                ),
                risk.marketer.share,
            )
        });
    }

    fn uniques(&self, page: &mut Page) {
        page.blank();
        self.line(page, "Look like no other", |risk, _| {
            counted(Some(risk.sample_uniques.clone()))
        });
        let names = estimators(self.all());
        for name in &names {
            self.line(
                page,
                &format!("Estimated unique ({name})"),
                |risk, _| match risk
                    .population_uniques
                    .iter()
                    .find(|e| e.estimator == *name)
                {
                    Some(estimate) => ((String::new(), estimated(estimate)), estimate.share),
                    None => (Default::default(), None),
                },
            );
        }
        if !names.is_empty() {
            page.paragraph("Estimated unique is the share of the people that the table was drawn from whom nobody else there looks like.");
        }
    }
}

fn estimated(estimate: &EstimateView) -> String {
    estimate.share.map_or_else(|| "masked".to_owned(), percent)
}

fn counted(of: Option<UnitsView>) -> Half {
    of.map_or_else(
        || (Default::default(), None),
        |counted| (units(counted.units, counted.share), counted.share),
    )
}

/// Says where an estimator had no answer.
pub(crate) fn fall_backs(page: &mut Page, tables: &[(&str, &RiskView)]) {
    for (when, risk) in tables {
        for estimate in &risk.population_uniques {
            if let Some(reason) = &estimate.fell_back {
                let when = if when.is_empty() {
                    String::new()
                } else {
                    format!("{when}, ")
                };
                page.paragraph(&capital(&format!(
                    "{when}`{}` had no answer, because {reason}. Shown is the estimate that stands in its place.",
                    estimate.estimator
                )));
            }
        }
    }
}

/// Audits: disclosure by classes although nobody's row is found.
pub(crate) fn audits(page: &mut Page, audits: &[AuditView], unit: &str) {
    let Some(words) = audit_words(audits) else {
        return;
    };
    page.paragraph(&words);
    let width = fitting(audits.iter().map(|audit| audit.column.as_str()), 16, 28);
    page.head(&[
        Cell::Left("Sensitive column", width),
        Cell::Left("Audit", 28),
        Cell::Right("Classes", 9),
        Cell::Right(&capital(unit), 9),
        Cell::Right("Share", 8),
    ]);
    let mut last = "";
    for (column, audit, found) in audit_lines(audits) {
        exposed(
            page,
            if column == last { "" } else { column },
            &audit,
            found,
            width,
        );
        last = column;
    }
}

fn exposed(page: &mut Page, column: &str, audit: &str, exposed: &ExposedView, width: usize) {
    let (number, share) = units(exposed.counted.units, exposed.counted.share);
    let classes = exposed
        .classes
        .map_or_else(|| "masked".to_owned(), thousands);
    page.row(&[
        Cell::Left(column, width),
        Cell::Left(audit, 28),
        Cell::Right(&classes, 9),
        Cell::Right(&number, 9),
        Cell::Right(&share, 8),
    ]);
}
