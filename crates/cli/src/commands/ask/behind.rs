//! Why an answer is as it is: what other thresholds would cost, which classes go, what one step
//! more or less would change.

use super::bars::{Ink, drawing};
use super::words::{change, loss_change, loss_of, units, wrapped};
use crate::say::grouped;
use equipoise_workbench::{Asked, AskedIntuition, AskedNode, AskedStep};

/// Sizes of classes that are named.
const SIZES: usize = 8;

/// What lies behind an answer.
pub(super) fn text(asked: &Asked, best: &AskedNode, ink: Ink) -> String {
    let Some(intuition) = &asked.intuition else {
        return String::new();
    };
    let mut text = String::new();
    // A single point tells nothing.
    for curve in intuition.curves.iter().filter(|c| c.points.len() > 1) {
        text += &format!("\n{}", drawing(asked, curve, ink));
    }
    text += &format!("\n{}\n", wrapped(&going(asked, intuition), 2));
    text + &steps(asked, best, &intuition.steps)
}

/// Which classes would go.
fn going(asked: &Asked, intuition: &AskedIntuition) -> String {
    let total: (u64, u64) = intuition
        .going
        .iter()
        .fold((0, 0), |sum, (_, classes, rows)| {
            (sum.0 + classes, sum.1 + rows)
        });
    if total.0 == 0 {
        return "No class would go.".to_owned();
    }
    let noun = |classes: u64| if classes == 1 { "class" } else { "classes" };
    let size = |(i, (size, classes, _)): (usize, &(u64, u64, u64))| match i {
        0 => format!(
            "{} {} of {} {}",
            grouped(*classes),
            noun(*classes),
            grouped(*size),
            units(asked, *size)
        ),
        _ => format!("{} of {}", grouped(*classes), grouped(*size)),
    };
    let named: Vec<String> = intuition
        .going
        .iter()
        .take(SIZES)
        .enumerate()
        .map(size)
        .collect();
    let rest: u64 = intuition.going.iter().skip(SIZES).map(|g| g.1).sum();
    let rest = if rest == 0 {
        String::new()
    } else {
        format!(" and {} larger ones", grouped(rest))
    };
    let rows = if total.1 == 1 { "row" } else { "rows" };
    format!(
        "Classes that would go: {}{rest}; together {} {rows}.",
        named.join(", "),
        grouped(total.1)
    )
}

/// A line per node that is one step away.
fn steps(asked: &Asked, best: &AskedNode, steps: &[AskedStep]) -> String {
    if steps.is_empty() {
        return String::new();
    }
    let loss = loss_of(asked, best).map_or("loss", |of| &of.metric);
    let mut rows = vec![[
        "column".to_owned(),
        "one step".to_owned(),
        format!("{} left out", units(asked, 2)),
        loss.to_owned(),
        "within your wishes".to_owned(),
    ]];
    for step in steps {
        let from = best
            .levels
            .iter()
            .find(|(name, _)| *name == step.column)
            .map_or(0, |l| l.1);
        let way = if step.is_coarser { "coarser" } else { "finer" };
        let (out, loss) = step.change.map_or_else(Default::default, |(out, loss)| {
            (change(out), loss_change(loss))
        });
        let within = match step.is_feasible {
            Some(true) => "yes",
            Some(false) => "no",
            None => "not looked at",
        };
        rows.push([
            step.column.clone(),
            format!("{way}, {from} -> {}", step.level),
            out,
            loss,
            within.to_owned(),
        ]);
    }
    format!(
        "\nOne step from here, and what it changes:\n{}",
        table(&rows)
    )
}

/// Columns of equal width; numbers to the right.
fn table(rows: &[[String; 5]]) -> String {
    let width = |at: usize| {
        rows.iter()
            .map(|row| row[at].chars().count())
            .max()
            .unwrap_or(0)
    };
    let widths: [usize; 5] = std::array::from_fn(width);
    let mut text = String::new();
    for row in rows {
        for (at, cell) in row.iter().enumerate() {
            let pad = " ".repeat(widths[at] - cell.chars().count());
            text += "  ";
            text += &if matches!(at, 2 | 3) {
                format!("{pad}{cell}")
            } else {
                format!("{cell}{pad}")
            };
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text
}
