//! A run of the bench: what was asked, what came of it so far, and what is said about it.

use crate::args::Args;
use crate::goal::Goal;
use crate::machine::Machine;
use crate::row::{Row, heading};
use crate::{calibration, machine};
use equipoise_data::{Error, Result};
use rayon::ThreadPool;
use std::io::Write;

/// The run at hand.
pub(crate) struct Run {
    pub(crate) args: Args,
    pub(crate) machine: Machine,
    pub(crate) calibration_ns: f64,
    pub(crate) rows: Vec<Row>,
    pub(crate) skipped: Vec<String>,
}

impl Run {
    /// Looks at the machine, runs the calibration kernel, and prints both with the heading of the
    /// table.
    pub(crate) fn start(args: &Args) -> Run {
        let machine = machine::describe();
        say(&machine.to_text());
        if cfg!(debug_assertions) {
            say("this is a debug build: the figures mean nothing");
        }
        let calibration_ns = calibration::ns_per_row();
        say(&format!(
            "calibration: {calibration_ns:.2} ns per row (a million keys into 128 thousand groups, one thread)"
        ));
        let targets = if args.threads == 1 {
            ""
        } else {
            "; the targets are for 1"
        };
        say(&format!(
            "threads: {}{targets}; times are the smallest of {} or more runs\n\n{}",
            args.threads,
            args.repeat,
            heading()
        ));
        Run {
            args: args.clone(),
            machine,
            calibration_ns,
            rows: Vec::new(),
            skipped: Vec::new(),
        }
    }

    /// Whether a workload of that name is asked for.
    pub(crate) fn wants(&self, name: &str) -> bool {
        self.args
            .only
            .as_ref()
            .is_none_or(|part| name.contains(part.as_str()))
    }

    /// Takes a workload that was run, if it is asked for, and prints its line.
    pub(crate) fn add(&mut self, row: Row) {
        if !self.wants(&row.name) {
            return;
        }
        say(&row.line());
        for note in &row.notes {
            say(&format!("    {note}"));
        }
        for wrong in &row.wrong {
            say(&format!("    WRONG: {wrong}"));
        }
        self.rows.push(row);
    }

    /// Says that something is not run, and why.
    pub(crate) fn skip(&mut self, what: &str) {
        say(&format!("skipped: {what}"));
        self.skipped.push(what.to_owned());
    }

    /// Whether every result is the right one.
    pub(crate) fn right(&self) -> bool {
        self.rows.iter().all(|row| row.wrong.is_empty())
    }

    /// Sums up.
    pub(crate) fn finish(&self) {
        say(&summary(&self.rows));
    }
}

fn summary(rows: &[Row]) -> String {
    let goals: Vec<(&Row, &Goal)> = rows
        .iter()
        .flat_map(|row| row.goals.iter().map(move |goal| (row, goal)))
        .collect();
    let missed: Vec<&(&Row, &Goal)> = goals.iter().filter(|(_, goal)| !goal.reached()).collect();
    let wrong: Vec<&str> = rows
        .iter()
        .filter(|row| !row.wrong.is_empty())
        .map(|row| row.name.as_str())
        .collect();
    let mut text = format!(
        "\n{} workloads, {} of {} targets reached",
        rows.len(),
        goals.len() - missed.len(),
        goals.len()
    );
    for (row, goal) in missed {
        let measured = goal
            .measured()
            .map_or_else(|| "unknown".to_owned(), |m| format!("{m:.2}"));
        text += &format!(
            "\nmissed: {}: {}, measured {measured}",
            row.name,
            goal.target()
        );
    }
    match wrong.as_slice() {
        [] => text + "\nall results are right",
        wrong => text + &format!("\nWRONG RESULTS: {}; see the lines above", wrong.join("; ")),
    }
}

/// A pool of so many threads.
pub(crate) fn pool(threads: u16) -> Result<ThreadPool> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads.into())
        .build();
    pool.map_err(|e| Error::internal(format!("could not start threads: {e}")))
}

/// Prints a line. A closed pipe is no error: whoever reads has seen enough.
pub(crate) fn say(text: &str) {
    let _ = writeln!(std::io::stdout().lock(), "{text}");
}

/// Prints a line where it does not disturb the table.
pub(crate) fn complain(text: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meter::Cost;

    fn row(name: &str, goals: Vec<Goal>, wrong: Vec<String>) -> Row {
        Row {
            goals,
            wrong,
            ..Row::new(
                name,
                Cost {
                    wall_ms: 1.0,
                    cpu_ms: 1.0,
                    peak_mb: None,
                },
            )
        }
    }

    #[test]
    fn the_summary_names_what_is_missed_and_what_is_wrong() {
        let fine = row("fine", vec![Goal::against(40.0, 1.0)], Vec::new());
        let slow = row("slow", vec![Goal::against(40.0, 20.0)], Vec::new());
        let wrong = row("wrong", Vec::new(), vec!["loss is 2, should be 1".into()]);
        let text = summary(&[fine.clone(), slow, wrong]);
        assert!(
            text.contains(
                "3 workloads, 1 of 2 targets reached\nmissed: slow: ratio >= 5, measured 2.00\n"
            ),
            "{text}"
        );
        assert!(
            text.ends_with("WRONG RESULTS: wrong; see the lines above"),
            "{text}"
        );
        assert!(summary(&[fine]).ends_with("all results are right"));
    }
}
