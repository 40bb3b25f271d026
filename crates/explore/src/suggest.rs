//! What to relax when wishes cannot be met.

use crate::answer::{NoSuggestion, Relaxed, Shown, Suggestions};
use crate::find::{Found, find};
use crate::known::KnownNodes;
use crate::preference::{is_met, prefer};
use crate::records::Records;
use crate::slice::SliceView;
use crate::wishes::{By, Thresholds, Wishes};
use equipoise_privacy::Grid;
use std::time::Instant;

/// Three ways out, each relaxing one wish and keeping the others.
pub(crate) fn suggestions(
    records: &Records<'_>,
    view: &SliceView<'_>,
    wishes: &Wishes,
    deadline: Instant,
) -> Suggestions {
    let mut relaxed = thresholds(records, wishes);
    let threshold = if relaxed.is_empty() {
        Err(no_threshold(records, wishes))
    } else {
        Ok(relaxed.remove(0))
    };
    Suggestions {
        suppression: suppression(records, view, wishes, deadline),
        height: height(records, view, wishes, deadline),
        threshold,
        other_thresholds: relaxed,
    }
}

/// The fewest units over all nodes at or below vmax; of ties vmax itself.
fn suppression(
    records: &Records<'_>,
    view: &SliceView<'_>,
    wishes: &Wishes,
    deadline: Instant,
) -> Result<Shown, NoSuggestion> {
    let wider = Wishes {
        max_units: u64::MAX,
        by: By::Suppression,
        ..wishes.clone()
    };
    let vmax = view.lattice().index(&wishes.high);
    if records.atlas().chart().is_monotone()
        && let Some(figures) = view.figures(vmax)
        && let shown = records.shown(vmax, figures)
        && is_met(&shown, &wider)
    {
        // No node below it suppresses fewer.
        return Ok(shown);
    }
    let Found { nodes, proved, .. } = find(records, view, &wider, deadline);
    let Some(fewest) = nodes.first().cloned() else {
        return Err(
            match (
                proved,
                wishes.max_loss.is_some() || wishes.max_height.is_some(),
            ) {
                (true, true) => NoSuggestion::proved(
                    "no node within the level bounds is within the greatest loss or height that is wished, however many are left out",
                ),
                (true, false) => NoSuggestion::proved(
                    "every node within the level bounds leaves out all there is",
                ),
                (false, _) => NoSuggestion::unknown(
                    "some nodes within the level bounds have not been looked at, and none of the others leaves anything in within the other wishes",
                ),
            },
        );
    };
    if let Some(at_vmax) = nodes.iter().find(|n| n.levels == wishes.high) {
        return Ok(at_vmax.clone());
    }
    // Among ties the measure that was asked by decides.
    Ok(nodes
        .into_iter()
        .min_by(|a, b| prefer(wishes.by, a, b))
        .unwrap_or(fewest))
}

/// The lowest sum of levels of all nodes that meet the other wishes. Only the coarsest levels and
/// the greatest height are given up: the finest levels that are wished for stay.
fn height(
    records: &Records<'_>,
    view: &SliceView<'_>,
    wishes: &Wishes,
    deadline: Instant,
) -> Result<Shown, NoSuggestion> {
    let lattice = view.lattice();
    let coarser = Wishes {
        high: lattice.top().to_vec(),
        max_height: None,
        by: By::Height,
        ..wishes.clone()
    };
    let Found { nodes, proved, .. } = find(records, view, &coarser, deadline);
    if let Some(lowest) = nodes.into_iter().next() {
        return Ok(lowest);
    }
    if !proved {
        return Err(NoSuggestion::unknown(
            "some coarser nodes have not been looked at, and none of the others meets the other wishes",
        ));
    }
    let top = view.at_hand(lattice.index(lattice.top())).map(|f| f.units);
    let unit = if records.atlas().chart().head().persons {
        "persons"
    } else {
        "rows"
    };
    Err(NoSuggestion::proved(match top {
        Some(units) if units <= wishes.max_units && wishes.max_loss.is_some() => {
            "no height helps: no node of the lattice is within both the greatest loss and the limit of suppression".to_owned()
        }
        Some(units) if units >= view.all_units() => format!("no height helps: even the top node leaves out all {units} {unit}"),
        Some(units) => format!("no height helps: even the top node leaves out {units} {unit}"),
        None => "no height helps".to_owned(),
    }))
}

/// For each model, in the order of the recipe, the strictest threshold that vmax reaches with all
/// other wishes kept.
fn thresholds(records: &Records<'_>, wishes: &Wishes) -> Vec<Relaxed> {
    let head = records.atlas().chart().head();
    let axes = head.axes.iter().chain(&head.tables).enumerate();
    let mut order: Vec<(Option<usize>, usize)> =
        axes.map(|(number, axis)| (axis.entry, number)).collect();
    // A size that the recipe does not ask for comes last.
    order.sort_by_key(|(entry, number)| (entry.unwrap_or(usize::MAX), *number));
    order
        .into_iter()
        .filter_map(|(_, number)| relax(records, wishes, number))
        .collect()
}

fn relax(records: &Records<'_>, wishes: &Wishes, number: usize) -> Option<Relaxed> {
    let chart = records.atlas().chart();
    let (head, node) = (chart.head(), chart.lattice().index(&wishes.high));
    let axis = head.axes.iter().chain(&head.tables).nth(number)?;
    let grid = axis.grid();
    let asked = *wishes.thresholds.clone().of(number);
    records.with_record_made(node, |record| {
        let with = |threshold: u64| {
            let mut thresholds = wishes.thresholds.clone();
            *thresholds.of(number) = threshold;
            records.shown(node, chart.figures(&wishes.high, record, &thresholds))
        };
        let mut values = chart.values(record, &wishes.thresholds, number);
        values.retain(|&value| grid.is_stricter(asked, value) && axis.has_meaning(value));
        // The strictest first.
        if grid.is_stricter(2, 1) {
            values.reverse();
        }
        // The laxer a threshold, the fewer it leaves out, unless a model looks at all classes
        // together.
        let is_alone = head.tables.is_empty() && !head.forbids_absence;
        let first = if is_alone {
            values.partition_point(|&value| with(value).units > wishes.max_units)
        } else {
            0
        };
        let mut reached = values[first..].iter().map(|&value| (value, with(value)));
        let (grade, shown) = reached.find(|(_, shown)| is_met(shown, wishes))?;
        Some(Relaxed {
            axis: number,
            grade,
            shown,
        })
    })?
}

fn no_threshold(records: &Records<'_>, wishes: &Wishes) -> NoSuggestion {
    let chart = records.atlas().chart();
    if records
        .with_record_made(chart.lattice().index(&wishes.high), |_| ())
        .is_none()
    {
        return NoSuggestion::unknown(
            "the node of the coarsest levels accepted has not been looked at",
        );
    }
    let many = chart
        .head()
        .axes
        .iter()
        .filter(|a| a.entry.is_some())
        .count()
        > 1;
    NoSuggestion::proved(if many {
        "no threshold of a single model is reached at the coarsest levels accepted while the other wishes are kept"
    } else {
        "no threshold is reached at the coarsest levels accepted within the other wishes"
    })
}

impl crate::atlas::Chart {
    /// The thresholds of one model at which something changes at a node: the strictest that some of
    /// its classes are within.
    pub(crate) fn values(&self, record: &[u8], thresholds: &Thresholds, number: usize) -> Vec<u64> {
        let axes = self.head().axes.len();
        let mut values = Vec::new();
        if number < axes {
            let grid = self.head().axes[number].grid();
            self.for_each_grade(record, number, |grade| values.push(grade));
            values.retain(|&grade| grade != Grid::INFINITE || number == 0);
            values
                .iter_mut()
                .for_each(|grade| *grade = grid.strictest(*grade));
        } else {
            values = self.table_values(record, thresholds, number - axes);
        }
        values.sort_unstable();
        values.dedup();
        values
    }
}
