//! The risks of one table, for its curator: nothing is masked.

use crate::classes::When;
use crate::mask::{Count, Totals};
use crate::number::{percent, thousands};
use crate::risk_mask::audits;
use crate::text::page::{Cell, Page, bar};
use crate::text::risks::{self, odds};
use crate::{AuditView, ClassSizes, ProtectionUnit, RiskFacts, RiskView, UnitsView};
use serde_json::{Value, json};

const NAME: usize = 46;
const UNITS: usize = 13;
const SHARE: usize = 8;
const BAR: usize = 20;

/// The risks of one table as text for a terminal, at most 100 characters wide: who could find whom,
/// with which success, and what classes give away. It begins with an empty line and names no cell
/// value.
///
/// ```
/// use equipoise_report::{ClassSizes, RiskFacts, ProtectionUnit, risk_text};
/// let text = risk_text(&ProtectionUnit::Rows, &ClassSizes::new([(1, 2), (3, 4)]), &RiskFacts::default());
/// assert!(text.contains("right links expected"));
/// ```
pub fn risk_text(unit: &ProtectionUnit, classes: &ClassSizes, risks: &RiskFacts) -> String {
    let (risk, audits) = views(classes, risks);
    let mut page = Page::part();
    render(&mut page, &risk, &audits, unit.noun(2));
    page.finish()
}

/// The same numbers as JSON, in the layout that reports have for one table.
pub fn risk_json(classes: &ClassSizes, risks: &RiskFacts) -> Value {
    let (risk, audits) = views(classes, risks);
    json!({ "risk": risk, "audits": audits })
}

/// What is told of a table to its curator: everything.
pub(crate) fn views(classes: &ClassSizes, risks: &RiskFacts) -> (RiskView, Vec<AuditView>) {
    let totals = Totals::of_own_table(0, 0);
    (
        RiskView::of(classes, risks, When::Before, &totals),
        audits(classes, &risks.audits, When::Before, &totals),
    )
}

pub(crate) fn render(page: &mut Page, risk: &RiskView, audits: &[AuditView], unit: &str) {
    page.head(&[
        Cell::Left("Risk", NAME),
        Cell::Right(unit, UNITS),
        Cell::Right("share", SHARE),
        Cell::Left("", BAR),
    ]);
    prosecutor(page, risk, unit);
    journalist(page, risk);
    page.line("Marketer, who links every row with a register of the same people");
    let expected = risk.marketer.expected.map_or_else(String::new, thousands);
    row(page, "right links expected", &expected, risk.marketer.share);
    page.line("One of a kind");
    counted(page, "look like no other", &risk.sample_uniques);
    for estimate in &risk.population_uniques {
        row(
            page,
            &format!(
                "unique in the population, estimated ({})",
                estimate.estimator
            ),
            "",
            estimate.share,
        );
    }
    risks::fall_backs(page, &[("", risk)]);
    risks::audits(page, audits, unit);
}

fn prosecutor(page: &mut Page, risk: &RiskView, unit: &str) {
    page.line("Prosecutor, who knows that somebody is in the table and looks for the row");
    row(page, "highest risk", "", risk.prosecutor.highest);
    row(page, "average risk", "", risk.prosecutor.average);
    row(page, "lowest risk", "", risk.prosecutor.lowest);
    for above in &risk.prosecutor.above {
        counted(
            page,
            &format!("{unit} with risk over {}", odds(above.threshold)),
            &above.counted,
        );
    }
}

fn journalist(page: &mut Page, risk: &RiskView) {
    let Some(journalist) = &risk.journalist else {
        return;
    };
    page.line(
        "Journalist, who has a register of the population and no list of who is in the table",
    );
    row(page, "highest risk", "", journalist.highest);
    row(page, "average risk", "", journalist.average);
    counted(
        page,
        &format!("risk over {}", odds(journalist.above.threshold)),
        &journalist.above.counted,
    );
    counted(
        page,
        "alone in the population",
        &journalist.population_uniques,
    );
}

fn counted(page: &mut Page, name: &str, counted: &UnitsView) {
    let number = counted
        .units
        .exact()
        .map_or_else(String::new, |units| Count::Exact(units).to_string());
    row(page, name, &number, counted.share);
}

fn row(page: &mut Page, name: &str, number: &str, share: Option<f64>) {
    let text = share.map_or_else(|| "none".to_owned(), percent);
    page.row(&[
        Cell::Left(&format!("  {name}"), NAME),
        Cell::Right(number, UNITS),
        Cell::Right(&text, SHARE),
        Cell::Left(&bar(share.unwrap_or(0.0), BAR), BAR),
    ]);
}
