//! Who is left out, by the values of each attribute, against their share of the table.

use crate::mask::{Count, Totals, folded};
use crate::number::share;
use crate::{LeftOutAttribute, LeftOutValue, Report, SuppressedRows};
use serde::Serialize;

/// A value is marked when its share among those left out is more than this many times its share of
/// the table.
const MARKED_FROM: f64 = 1.25;

/// Who is left out.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LeftOutView {
    /// Rows left out.
    pub rows: Count,
    /// The unit of protection: the same rows, or distinct persons with at least one row left out.
    pub units: Count,
    /// Their share of all units.
    pub share: Option<f64>,
    /// `dropped` or `marked`.
    pub treatment: &'static str,
    /// What marked rows show.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// By the values of each quasi-identifier; empty when nothing is left out, the total is masked,
    /// or this is not published.
    pub attributes: Vec<AttributeView>,
}

/// Those left out, by the values of one attribute.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AttributeView {
    /// Its name.
    pub name: String,
    /// Its values: most over-represented first, by number of rows. Masked ones come last, by label.
    pub values: Vec<ValueView>,
    /// All masked values together, also those whose labels are not listed.
    pub masked_together: Option<ShareView>,
}

/// Those left out with one label.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ValueView {
    /// The label at the released level.
    pub label: String,
    /// Their number and share; masked values have none.
    #[serde(flatten)]
    pub counts: ShareView,
}

/// Rows left out and rows in the table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ShareView {
    /// Input rows.
    pub rows: Count,
    /// Those of them that are left out.
    pub left_out: Count,
    /// Share of all rows left out.
    pub share_of_left_out: Option<f64>,
    /// Share of all input rows.
    pub share_of_table: Option<f64>,
    /// The first share over the second.
    pub ratio: Option<f64>,
    /// Whether the ratio is above 1.25.
    pub over_represented: Option<bool>,
}

impl ShareView {
    const MASKED: ShareView = ShareView {
        rows: Count::Withheld,
        left_out: Count::Withheld,
        share_of_left_out: None,
        share_of_table: None,
        ratio: None,
        over_represented: None,
    };

    fn new(rows: u64, left_out: u64, sums: (u64, u64)) -> Self {
        let (of_table, of_left_out) = (share(rows, sums.0), share(left_out, sums.1));
        let ratio = of_left_out
            .zip(of_table)
            .filter(|&(_, table)| table > 0.0)
            .map(|(left_out, table)| left_out / table);
        ShareView {
            rows: Count::Exact(rows),
            left_out: Count::Exact(left_out),
            share_of_left_out: of_left_out,
            share_of_table: of_table,
            ratio,
            over_represented: ratio.map(|r| r > MARKED_FROM),
        }
    }
}

impl LeftOutView {
    pub(crate) fn of(report: &Report, totals: &Totals) -> Self {
        let left_out = &report.left_out;
        let shown = totals.told && left_out.units > 0;
        LeftOutView {
            rows: totals.left_out_rows,
            units: totals.left_out_units,
            share: totals
                .left_out_units
                .exact()
                .zip(totals.units.exact())
                .and_then(|(part, whole)| share(part, whole)),
            treatment: match report.suppressed {
                SuppressedRows::Dropped => "dropped",
                SuppressedRows::Marked { .. } => "marked",
            },
            label: match &report.suppressed {
                SuppressedRows::Dropped => None,
                SuppressedRows::Marked { label } => Some(label.clone()),
            },
            attributes: if shown {
                left_out
                    .attributes
                    .iter()
                    .map(|a| attribute(a, totals))
                    .collect()
            } else {
                Vec::new()
            },
        }
    }
}

fn attribute(attribute: &LeftOutAttribute, totals: &Totals) -> AttributeView {
    let values = &attribute.values;
    let sums = sums(values.iter());
    let units: Vec<u64> = values.iter().map(|v| v.left_out_units).collect();
    let masks = if totals.internal() {
        vec![false; values.len()]
    } else {
        folded(&units)
    };
    let of = |mask: bool| {
        values
            .iter()
            .zip(&masks)
            .filter(move |&(_, &m)| m == mask)
            .map(|(value, _)| value)
    };
    let mut shown: Vec<&LeftOutValue> = of(false).collect();
    // Rows more than the value's share of the table would give: what weighs most comes first.
    let excess = |v: &LeftOutValue| {
        v.left_out_rows as f64 - v.rows as f64 * share(sums.1, sums.0).unwrap_or(0.0)
    };
    shown.sort_by(|a, b| {
        excess(b)
            .total_cmp(&excess(a))
            .then_with(|| a.label.cmp(&b.label))
    });
    // A label that no released row has would tell that somebody left out has it.
    let mut hidden: Vec<&LeftOutValue> = of(true).filter(|v| v.rows > v.left_out_rows).collect();
    hidden.sort_by(|a, b| a.label.cmp(&b.label));
    let view = |value: &LeftOutValue, counts| ValueView {
        label: value.label.clone(),
        counts,
    };
    let folded_sums = self::sums(of(true));
    AttributeView {
        name: attribute.name.clone(),
        values: shown
            .into_iter()
            .map(|v| view(v, ShareView::new(v.rows, v.left_out_rows, sums)))
            .chain(hidden.into_iter().map(|v| view(v, ShareView::MASKED)))
            .collect(),
        masked_together: masks
            .contains(&true)
            .then(|| ShareView::new(folded_sums.0, folded_sums.1, sums)),
    }
}

/// Rows and rows left out.
fn sums<'a>(values: impl Iterator<Item = &'a LeftOutValue>) -> (u64, u64) {
    values.fold((0, 0), |(rows, out), v| {
        (
            v.rows.saturating_add(rows),
            v.left_out_rows.saturating_add(out),
        )
    })
}
