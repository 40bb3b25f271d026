//! Risks, before and after, and audits of the release.

use super::classes::{Half, capital, head, row, text, title, units};
use super::page::{Cell, Page, fitting};
use crate::number::{decimal, percent, share, thousands};
use crate::{
    AuditView, ClassesView, EstimateView, ExposedView, Reference, ReportView, RiskAbove, RiskView,
    UnitsView,
};
use equipoise_recipe::UniquenessEstimator;

pub(super) fn render(page: &mut Page, view: &ReportView) {
    page.section(&title("Risks", view));
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

/// Who is out to find whom.
pub(crate) fn risk_words(view: &ReportView) -> String {
    let (before, after) = (&view.risks.before, &view.risks.after);
    let journalist = match before
        .as_ref()
        .and_then(|of| of.journalist.as_ref())
        .or(after.journalist.as_ref())
    {
        Some(_) => {
            " The journalist has a register of the population and does not know who of it is in the table: the chance is 1 over the people \
             of the register who fit."
        }
        None => "",
    };
    format!(
        "All attackers are taken to know all quasi-identifiers. The prosecutor knows that somebody is in the table and looks for that row: \
         the chance to pick the right one is 1 over the size of the class.{journalist} The marketer links every row with a register of the \
         same people, and wants as many right links as possible, no matter whose."
    )
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
            ((String::new(), text(share.map(percent), classes)), share)
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
        let both = |page: &mut Page, name: &str, half: &dyn Fn(&crate::JournalistView) -> Half| {
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
            let number = text(risk.marketer.expected.map(thousands), classes);
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

/// All estimators that were used.
pub(crate) fn estimators<'a>(
    risks: impl Iterator<Item = &'a RiskView>,
) -> Vec<UniquenessEstimator> {
    let mut names = Vec::new();
    for estimate in risks.flat_map(|risk| &risk.population_uniques) {
        if !names.contains(&estimate.estimator) {
            names.push(estimate.estimator);
        }
    }
    names
}

fn estimated(estimate: &EstimateView) -> String {
    estimate.share.map_or_else(|| "masked".to_owned(), percent)
}

/// The thresholds that people are counted by.
pub(crate) fn thresholds<'a>(risks: impl Iterator<Item = &'a RiskView>) -> Vec<f64> {
    let mut all: Vec<f64> = risks
        .flat_map(|risk| &risk.prosecutor.above)
        .map(|a: &RiskAbove| a.threshold)
        .collect();
    all.sort_by(|a, b| b.total_cmp(a));
    all.dedup();
    all
}

/// A risk as people say it: `1 in 5`, or per cent where that is not whole.
pub(crate) fn odds(risk: f64) -> String {
    let one_in = (1.0 / risk).round();
    if (1.0..1e6).contains(&one_in) && 1.0 / one_in == risk {
        format!("1 in {one_in}")
    } else {
        percent(risk)
    }
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

/// What classes give away although nobody's row is found.
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

/// What is audited; none where nothing is.
pub(crate) fn audit_words(audits: &[AuditView]) -> Option<String> {
    let first = audits.first()?;
    let similar = match audits.iter().any(|audit| audit.similarity.is_some()) {
        true => {
            " Similarity: all known values of the class lie under one label, so the kind of value is known."
        }
        false => "",
    };
    Some(format!(
        "Whoever finds the class of somebody need not find the row to learn something. Homogeneity: all known values of the class are the \
         same, so the value is known. Skewness: a value has at least {} times its share in the whole {}, and at least {} of the class, so \
         it has become likely.{similar}",
        decimal(first.skewness.factor),
        match first.skewness.reference {
            Reference::Input => "table",
            Reference::Release => "release",
        },
        percent(first.skewness.least_share)
    ))
}

/// Column, audit and what it found.
pub(crate) fn audit_lines(audits: &[AuditView]) -> Vec<(&str, String, &ExposedView)> {
    let mut lines = Vec::new();
    for audit in audits {
        let worst = match audit.skewness.worst {
            Some(worst) if worst.is_infinite() => ", without limit".to_owned(),
            Some(worst) => format!(
                ", up to {} times",
                decimal((worst * 10.0 - 1e-9).ceil() / 10.0)
            ),
            None => String::new(),
        };
        lines.push((
            audit.column.as_str(),
            "homogeneity".to_owned(),
            &audit.homogeneity,
        ));
        lines.push((
            audit.column.as_str(),
            format!("skewness{worst}"),
            &audit.skewness.exposed,
        ));
        if let Some(similarity) = &audit.similarity {
            lines.push((
                audit.column.as_str(),
                format!("similarity, level {}", similarity.level),
                &similarity.exposed,
            ));
        }
    }
    lines
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

/// The risk of a class of so many.
pub(crate) fn of_size(size: u64) -> String {
    share(1, size).map_or_else(String::new, percent)
}
