//! Sentences and lists that text and HTML share.

use crate::facts::risks::Reference;
use crate::masked::risk_view::{AuditView, ExposedView, RiskAbove, RiskView};
use crate::masked::view::ReportView;
use crate::number::{decimal, percent, share};
use equipoise_recipe::UniquenessEstimator;

/// Sentences on the attackers.
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

/// A sentence on the audits; none where there is none.
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

/// The risk in a class of this size.
pub(crate) fn of_size(size: u64) -> String {
    share(1, size).map_or_else(String::new, percent)
}
