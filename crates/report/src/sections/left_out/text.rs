//! People left out, as plain text.

use super::words::{Finding, finding, label, opening, quiet};
use crate::masked::left_out::{AttributeView, ShareView, ValueView};
use crate::masked::view::ReportView;
use crate::number::percent;
use crate::page::text::{Cell, Page, fitting};

/// Values shown per attribute.
const MOST: usize = 8;

pub(super) fn render(page: &mut Page, view: &ReportView) {
    let left_out = &view.left_out;
    let (words, goes_on) = opening(view);
    words.iter().for_each(|words| page.paragraph(words));
    if !goes_on {
        return;
    }
    page.paragraph(
        "Rows are left out when their class fails even after generalization, so they are seldom a fair sample, and who analyses the \
         release sees too little of some values. The tables list values that are more frequent among the rows left out than in the whole \
         table: their share of the rows left out, their share of the table, and the first over the second. ▲ marks a ratio above 1.25.",
    );
    if view.person.is_some() {
        page.paragraph("These tables count rows, not persons.");
    }
    for attribute in left_out
        .attributes
        .iter()
        .filter(|a| finding(a, view) == Finding::Values)
    {
        values(page, attribute, view);
    }
    let quiet = quiet(view);
    if !quiet.is_empty() {
        page.blank();
    }
    quiet
        .iter()
        .for_each(|line| page.wrapped(line, "  · ", "    "));
}

fn values(page: &mut Page, attribute: &AttributeView, view: &ReportView) {
    let over: Vec<&ValueView> = attribute
        .values
        .iter()
        .filter(|v| v.counts.ratio.is_some_and(|r| r > 1.0))
        .collect();
    let shown = &over[..over.len().min(MOST)];
    let labels: Vec<String> = shown
        .iter()
        .map(|v| label(&v.label, &view.missing_tokens))
        .collect();
    let name = format!("`{}`", attribute.name);
    let width = fitting(
        labels.iter().map(String::as_str).chain([name.as_str()]),
        22,
        28,
    );
    page.head(&[
        Cell::Left(&name, width),
        Cell::Right("left out", 10),
        Cell::Right("in table", 11),
        Cell::Right("of left out", 11),
        Cell::Right("of table", 9),
        Cell::Right("ratio", 7),
    ]);
    for (value, label) in shown.iter().zip(&labels) {
        row(page, label, &value.counts, width);
    }
    if let Some(together) = &attribute.masked_together {
        row(page, "other values, masked", together, width);
    }
    if over.len() > MOST {
        page.line(&format!(
            "and {} more; the JSON report has all",
            over.len() - MOST
        ));
    }
}

fn row(page: &mut Page, label: &str, counts: &ShareView, width: usize) {
    let share = |share: Option<f64>| share.map_or_else(String::new, percent);
    let ratio = counts.ratio.map_or_else(String::new, |r| format!("{r:.2}"));
    let mark = if counts.over_represented == Some(true) {
        "▲"
    } else {
        ""
    };
    page.row(&[
        Cell::Left(label, width),
        Cell::Right(&counts.left_out.to_string(), 10),
        Cell::Right(&counts.rows.to_string(), 11),
        Cell::Right(&share(counts.share_of_left_out), 11),
        Cell::Right(&share(counts.share_of_table), 9),
        Cell::Right(&ratio, 7),
        Cell::Left(mark, 1),
    ]);
}
