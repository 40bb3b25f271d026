//! `equipoise init table.csv`

use crate::args::Init;
use crate::exit::Exit;
use crate::say::{self, grouped};
use equipoise::{DraftedColumn, InitRequest, Initiated, Result, Watch, init};
use std::path::Path;

/// Text of a column of the terminal is cut at this, but for the last one.
const WIDEST: usize = 44;

/// Drafts a recipe.
pub(crate) fn run(args: &Init, watch: &dyn Watch) -> Result<Exit> {
    let request = InitRequest {
        recipe: args.recipe.clone(),
        person: args.person.clone(),
        k: Some(args.k()?),
        force: args.force,
    };
    let made = init(&args.table, &request, watch)?;
    if args.shared.json {
        say::object(&made)?;
    } else if !args.shared.quiet {
        say::warnings(&made.warnings);
        say::text(&summary(&made))?;
    }
    Ok(Exit::Done)
}

fn line(column: DraftedColumn) -> [String; 4] {
    let role = column.role.name().to_owned();
    [column.name, role, column.recognized, column.reason].map(plain)
}

fn summary(made: &Initiated) -> String {
    let columns = made.columns();
    let heading = ["column", "role", "understood as", "why this role"].map(str::to_owned);
    let lines: Vec<[String; 4]> = std::iter::once(heading)
        .chain(columns.into_iter().map(line))
        .collect();
    let width = |i: usize| {
        lines
            .iter()
            .map(|line| line[i].chars().count())
            .max()
            .unwrap_or(0)
            .min(WIDEST)
    };
    let widths = [width(0), width(1), width(2)];
    let mut text = String::new();
    for line in &lines {
        let cells: Vec<String> = (0..3)
            .map(|i| format!("{:<w$}", cut(&line[i]), w = widths[i]))
            .collect();
        text += &format!("{}  {}\n", cells.join("  "), line[3]);
    }
    let unit = match made.person() {
        Some(person) => format!(
            "Persons are protected, told apart by `{}`.",
            plain(person.to_owned())
        ),
        None => {
            "Rows are protected: no column was found that tells persons with several rows apart."
                .to_owned()
        }
    };
    text += &format!(
        "\nA draft for {} rows: {}\n{unit}\n",
        grouped(made.rows),
        made.recipe.display()
    );
    text +=
        "Read every role: nothing was called harmless, because a table does not show that. Then:\n";
    let recipe = shell(&made.recipe);
    text + &format!(
        "  equipoise inspect {recipe}\n  equipoise anonymize {recipe}\n  equipoise verify {}\n",
        shell(&made.certificate)
    )
}

/// Names of columns may hold anything; a terminal should not.
fn plain(text: String) -> String {
    text.chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect()
}

fn cut(text: &str) -> String {
    if text.chars().count() <= WIDEST {
        text.to_owned()
    } else {
        text.chars().take(WIDEST - 3).chain("...".chars()).collect()
    }
}

/// A path that can be pasted.
fn shell(path: &Path) -> String {
    let text = path.display().to_string();
    let is_plain = text
        .chars()
        .all(|c| c.is_alphanumeric() || "-_./\\:".contains(c));
    if is_plain {
        text
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}
