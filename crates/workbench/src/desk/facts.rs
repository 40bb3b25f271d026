//! What does not change while a table is explored.

use super::{prefer, wire, words};
use crate::wish::WishTexts;
use equipoise_data::ThresholdKey;
use equipoise_explore::{AttributeHead, AxisHead, Explorer, Head, LevelHead};
use equipoise_privacy::Bound;
use equipoise_recipe::Recipe;
use equipoise_report::{ProtectionUnit, open_promise};
use std::collections::HashSet;
use std::path::Path;

/// Labels of a level that are shown as examples.
const EXAMPLES: usize = 4;

pub(super) fn chart(
    explorer: &Explorer<'_>,
    recipe: &Recipe,
    has_table: bool,
    warnings: Vec<String>,
) -> wire::PageChart {
    let chart = explorer.atlas().chart();
    let head = chart.head();
    let name = Path::new(&head.origin.recipe_path)
        .file_name()
        .map_or_else(String::new, |n| n.to_string_lossy().into_owned());
    let lattice = chart.lattice();
    let own = WishTexts::default()
        .wishes(chart)
        .expect("wishing for nothing beyond the recipe is always possible");
    let thresholds = own.thresholds.axes.iter().chain(&own.thresholds.tables);
    wire::PageChart {
        name,
        rows: head.rows,
        units: head.units,
        unit: if head.persons { "persons" } else { "rows" },
        nodes: lattice.nodes(),
        annotated: explorer.annotated(),
        complete: explorer.atlas().is_complete(),
        has_table,
        columns: head
            .attributes
            .iter()
            .enumerate()
            .map(|(a, attribute)| {
                column(
                    attribute,
                    recipe,
                    lattice.group(a).filter(|&b| b != a).collect(),
                )
            })
            .collect(),
        models: axes(head).map(|axis| model(axis, head, recipe)).collect(),
        losses: head
            .losses
            .iter()
            .map(|l| wire::PageLoss {
                metric: l.metric.name().to_owned(),
                words: words::loss(l.metric).to_owned(),
            })
            .collect(),
        measures: prefer::measures_of(explorer),
        aspire: prefer::usual_aspiration(explorer),
        wishes: wire::PageWishes {
            thresholds: axes(head)
                .zip(thresholds)
                .map(|(axis, &grade)| axis.show(grade))
                .collect(),
            low: own.low,
            high: own.high,
            max_units: own.max_units,
            max_loss: None,
            max_height: None,
            by: head.losses[0].metric.name().to_owned(),
        },
        warnings,
    }
}

fn axes(head: &Head) -> impl Iterator<Item = &AxisHead> {
    head.axes.iter().chain(&head.tables)
}

fn column(attribute: &AttributeHead, recipe: &Recipe, linked: Vec<usize>) -> wire::PageColumn {
    let of = recipe.column(&attribute.name);
    let level = |(number, level): (usize, &LevelHead)| {
        let mut seen = HashSet::new();
        let used = level
            .of_leaf
            .iter()
            .zip(&attribute.leaf_rows)
            .filter(|(_, rows)| **rows > 0);
        let labels: Vec<&String> = used
            .map(|(code, _)| *code)
            .filter(|code| seen.insert(*code))
            .map(|c| &level.labels[c as usize])
            .collect();
        wire::PageLevel {
            level: number as u8,
            labels: labels.len() as u64,
            words: words::level(
                of.and_then(|c| c.hierarchy.as_ref()),
                number,
                attribute.levels.len(),
                labels.len(),
            ),
            examples: labels.iter().take(EXAMPLES).map(|l| (*l).clone()).collect(),
        }
    };
    wire::PageColumn {
        name: attribute.name.clone(),
        low: attribute.low,
        high: attribute.high,
        linked,
        levels: attribute.levels.iter().enumerate().map(level).collect(),
    }
}

fn model(axis: &AxisHead, head: &Head, recipe: &Recipe) -> wire::PageModel {
    let is_whole = axis.scale == 1;
    let steps = steps(axis, head);
    wire::PageModel {
        name: words::model(axis),
        model: axis.model.to_string(),
        column: axis.column.clone(),
        detail: axis.detail.clone(),
        key: axis.key.to_string(),
        is_whole,
        is_more_private: match axis.bound {
            Bound::AtLeast => "up",
            Bound::AtMost | Bound::Below => "down",
        },
        in_recipe: axis.entry.is_some(),
        words: axis
            .entry
            .and_then(|entry| recipe.privacy.get(entry))
            .map_or_else(
                || "Every class has at least k members; the recipe does not ask for it.".to_owned(),
                |model| {
                    let unit = if head.persons {
                        ProtectionUnit::Persons {
                            column: String::new(),
                        }
                    } else {
                        ProtectionUnit::Rows
                    };
                    open_promise(model, axis.key.as_str(), &unit)
                },
            ),
        least: steps.first().cloned().unwrap_or_default(),
        most: steps.last().cloned().unwrap_or_default(),
        steps,
    }
}

/// Thresholds worth stopping at, the recipe's own among them, in thousandths of the scale or whole
/// numbers.
fn steps(axis: &AxisHead, head: &Head) -> Vec<String> {
    const WHOLE: [u64; 24] = [
        1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 25, 30, 40, 50, 75, 100, 150, 200, 300, 500,
        1000,
    ];
    const SHARES: [u64; 20] = [
        5, 10, 20, 30, 50, 75, 100, 150, 200, 250, 300, 350, 400, 450, 500, 600, 700, 800, 900,
        1000,
    ];
    const FACTORS: [u64; 16] = [
        100, 200, 300, 500, 700, 1000, 1250, 1500, 2000, 2500, 3000, 4000, 5000, 7000, 10000, 20000,
    ];
    let thousandths = |all: &[u64]| {
        all.iter()
            .map(|n| n * (axis.scale / 1000))
            .collect::<Vec<u64>>()
    };
    let values = axis.column.as_ref().map_or(head.units, |_| 30);
    let mut grades: Vec<u64> = match axis.key {
        _ if axis.scale == 1 => WHOLE.iter().copied().filter(|&n| n <= values).collect(),
        ThresholdKey::L => (2..=40).map(|half| half * axis.scale / 2).collect(),
        ThresholdKey::T | ThresholdKey::Alpha | ThresholdKey::Max | ThresholdKey::Threshold => {
            thousandths(&SHARES)
        }
        // K, c, beta and delta have no upper end.
        _ => thousandths(&FACTORS),
    };
    grades.push(axis.asked);
    grades.sort_unstable();
    grades.dedup();
    grades.into_iter().map(|grade| axis.show(grade)).collect()
}
