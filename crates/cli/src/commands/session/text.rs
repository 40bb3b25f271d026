//! Sessions as text for people.

use crate::say::grouped;
use equipoise_workbench::{
    AskedNode, AtlasState, Exported, Picked, Replayed, SessionShown, ShownCandidate,
};

/// Where a session stands.
pub(super) fn shown(session: &SessionShown) -> String {
    let mut text = format!(
        "Session {}\nAtlas   {}",
        session.path.display(),
        session.atlas.display()
    );
    text += &match &session.atlas_state {
        AtlasState::Same => "\n".to_owned(),
        AtlasState::Rebuilt => {
            " (built again since: the answers below are those of the old one)\n        `equipoise session replay` lists what differs\n"
                .to_owned()
        }
        AtlasState::Gone(why) => format!(" (cannot be opened: {why})\n"),
    };
    text += &format!(
        "Recipe  {}, {} rows\n",
        session.recipe,
        grouped(session.rows)
    );
    text += &steps(session);
    if let Some(wish) = &session.wish {
        let looked_at = session.current.as_ref().map_or_else(
            || "none, the wish was not met".to_owned(),
            |levels| named(levels),
        );
        text += &format!("\nWish     {wish}\nLooks at {looked_at}\n");
    }
    text += &candidates(session);
    if !session.notes.is_empty() {
        text += "\nNotes\n";
        for (about, note) in &session.notes {
            text += &match about {
                Some(name) => format!("  about `{name}`: {note}\n"),
                None => format!("  {note}\n"),
            };
        }
    }
    for (which, why) in &session.reasons {
        text += &format!("\nAccepted `{which}`, because: {why}\n");
    }
    if let Some(decision) = &session.decision {
        let of = decision
            .candidate
            .as_ref()
            .map_or_else(String::new, |name| format!("`{name}`: "));
        text += &format!(
            "\nDecided on {of}{}\n  because: {}\n",
            named(&decision.levels),
            decision.because
        );
    }
    text
}

/// The steps in a list, the cursor behind the last that counts.
fn steps(session: &SessionShown) -> String {
    if session.steps.is_empty() {
        return "\nNo steps yet.\n".to_owned();
    }
    let mut text = "\nSteps\n".to_owned();
    for step in &session.steps {
        let here = if step.number == session.cursor {
            '>'
        } else {
            ' '
        };
        let undone = if step.is_done { "" } else { "(undone) " };
        text += &format!("{here} {:>3}  {undone}{}\n", step.number, step.text);
    }
    if session.cursor == 0 {
        text += "  all of them are undone\n";
    }
    if session.set_aside > 0 {
        text += &format!(
            "  {} more were undone and gave way to others; the file keeps them\n",
            session.set_aside
        );
    }
    text
}

/// The candidates side by side; a star marks the lines in which they differ.
fn candidates(session: &SessionShown) -> String {
    let all = &session.candidates;
    let Some(first) = all.first() else {
        return String::new();
    };
    let mut lines: Vec<(String, Vec<String>)> =
        vec![(String::new(), all.iter().map(|c| c.name.clone()).collect())];
    let mut line = |name: String, cell: &dyn Fn(&ShownCandidate) -> String| {
        lines.push((name, all.iter().map(cell).collect()))
    };
    for (i, (column, _)) in first.levels.iter().enumerate() {
        line(format!("level of {column}"), &|c| c.levels[i].1.to_string());
    }
    for (model, key) in models(all) {
        line(format!("{key} of {model}"), &|c| {
            c.thresholds
                .iter()
                .find(|t| t.0 == model && t.1 == key)
                .map_or_else(|| "-".to_owned(), |t| t.2.clone())
        });
    }
    if first.suppressed_persons.is_some() {
        line("persons left out".to_owned(), &|c| {
            grouped(c.suppressed_persons.unwrap_or(0))
        });
    }
    let share = |rows: u64| 100.0 * rows as f64 / session.rows.max(1) as f64;
    line("rows left out".to_owned(), &|c| {
        format!(
            "{} ({:.1} %)",
            grouped(c.suppressed_rows),
            share(c.suppressed_rows)
        )
    });
    line(first.loss.0.clone(), &|c| format!("{:.6}", c.loss.1));
    format!(
        "\nCandidates{}\n{}",
        if all.len() > 1 {
            " (* where they differ)"
        } else {
            ""
        },
        table(&lines)
    )
}

/// Every model and key that some candidate has, in the order in which they appear.
fn models(all: &[ShownCandidate]) -> Vec<(String, String)> {
    let mut models: Vec<(String, String)> = Vec::new();
    for (model, key, _) in all.iter().flat_map(|c| &c.thresholds) {
        if !models.iter().any(|m| (&m.0, &m.1) == (model, key)) {
            models.push((model.clone(), key.clone()));
        }
    }
    models
}

/// Lines of cells under each other.
fn table(lines: &[(String, Vec<String>)]) -> String {
    let width = |text: &str| text.chars().count();
    let first = lines.iter().map(|(name, _)| width(name)).max().unwrap_or(0);
    let columns = lines.first().map_or(0, |(_, cells)| cells.len());
    let widths: Vec<usize> = (0..columns)
        .map(|i| {
            lines
                .iter()
                .map(|(_, cells)| width(&cells[i]))
                .max()
                .unwrap_or(0)
        })
        .collect();
    let mut text = String::new();
    for (number, (name, cells)) in lines.iter().enumerate() {
        let differs = number > 0 && cells.iter().any(|cell| *cell != cells[0]);
        text += &format!("{} {name:<first$}", if differs { '*' } else { ' ' });
        for (cell, width) in cells.iter().zip(&widths) {
            text += &format!("  {cell:>width$}");
        }
        text.push('\n');
    }
    text
}

fn named(levels: &[(String, u8)]) -> String {
    levels
        .iter()
        .map(|(name, level)| format!("{name} {level}"))
        .collect::<Vec<_>>()
        .join(", ")
}

fn figures(node: &AskedNode, rows: u64) -> String {
    let share = 100.0 * node.suppressed_rows as f64 / rows.max(1) as f64;
    let persons = node
        .suppressed_persons
        .map_or_else(String::new, |p| format!(" of {} persons", grouped(p)));
    let losses: Vec<String> = node
        .losses
        .iter()
        .map(|of| format!("{} {:.6}", of.metric, of.value))
        .collect();
    format!(
        "{} of {} rows{persons} ({share:.1} %) left out, {} classes, {}",
        grouped(node.suppressed_rows),
        grouped(rows),
        grouped(node.classes),
        losses.join(", ")
    )
}

/// A node that was picked or kept.
pub(super) fn picked(picked: &Picked) -> String {
    let node = picked.node();
    let what = picked.name.as_ref().map_or_else(
        || "Looking at".to_owned(),
        |name| format!("Kept as `{name}`:"),
    );
    let within = if picked.is_within_wishes {
        ""
    } else {
        "It is not within the last wish, which limits levels, what is left out, or the loss.\n"
    };
    format!(
        "{what} {}\n{}\n{within}",
        named(&node.levels),
        figures(node, picked.asked.rows)
    )
}

/// What came of asking again.
pub(super) fn replayed(replayed: &Replayed) -> String {
    let atlas = if replayed.is_rebuilt {
        "an atlas that was built again since"
    } else {
        "the same atlas"
    };
    let mut text = format!(
        "Asked {} wishes and looked at {} candidates again, in {atlas}.\n",
        replayed.wishes, replayed.candidates
    );
    for difference in &replayed.differences {
        let what = difference.step.map_or_else(
            || format!("candidate `{}`", difference.what),
            |n| format!("step {n}, {}", difference.what),
        );
        text += &format!(
            "\n{what}\n  before: {}\n  now:    {}\n",
            difference.before, difference.now
        );
    }
    if replayed.differences.is_empty() {
        text += "Everything is as it was.\n";
    } else if replayed.is_rebuilt {
        text += "\nTo go on with the new atlas, begin a new session.\n";
    }
    text
}

/// A recipe that was written.
pub(super) fn exported(exported: &Exported) -> String {
    let of = exported
        .candidate
        .as_ref()
        .map_or_else(String::new, |name| format!(" of candidate `{name}`"));
    let mut text = format!("Recipe{of}: {}\n", exported.recipe_path.display());
    text += &format!(
        "Levels: {}\nIt leaves out {} rows and keeps {} classes.\n",
        named(&exported.node.levels),
        grouped(exported.node.suppressed_rows),
        grouped(exported.node.classes)
    );
    text += &format!("\nrelease it    {}\n", exported.command_line);
    if let Some(ask) = &exported.ask_line {
        text += &format!("ask it again  {ask}\n");
    }
    text
}
