//! Writes a case of the testkit as the files a curator would have: table, hierarchies, recipe.

use super::Workspace;
use equipoise_testkit::{Aggregation, Case, Distance, Limit, Loss, Model};
use std::fmt::Write;

/// How the files are written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manner {
    pub(crate) delimiter: char,
    /// Whether the person column stays in the release.
    pub(crate) keep_person: bool,
}

/// Writes `table.csv`, a hierarchy file per column that has one, and `recipe.toml`; the output is `out/release.csv`.
pub(crate) fn write(case: &Case, manner: Manner, to: &Workspace) {
    to.write("table.csv", table(case, manner));
    for q in &case.quasi {
        to.write(&format!("{}.csv", case.columns[q.index]), delimited(&q.lines, manner.delimiter));
    }
    for s in &case.sensitive {
        if let Some(lines) = &s.lines {
            to.write(&format!("{}.csv", case.columns[s.index]), delimited(lines, manner.delimiter));
        }
    }
    to.write("recipe.toml", recipe(case, manner));
}

/// The table of a case. Its cells need no quotes.
pub(crate) fn table(case: &Case, manner: Manner) -> String {
    delimited(std::slice::from_ref(&case.columns), manner.delimiter) + &delimited(&case.rows, manner.delimiter)
}

fn delimited(rows: &[Vec<String>], delimiter: char) -> String {
    rows.iter().map(|row| row.join(&delimiter.to_string()) + "\n").collect()
}

/// The recipe of a case.
pub(crate) fn recipe(case: &Case, manner: Manner) -> String {
    let mut text = head(case, manner);
    for model in &case.models {
        text += &privacy(case, model);
    }
    text
}

/// The recipe of a case with k-anonymity as its only model.
pub(crate) fn recipe_with_k(case: &Case, manner: Manner, k: u64) -> String {
    head(case, manner) + &privacy(case, &Model::K { k })
}

fn head(case: &Case, manner: Manner) -> String {
    let mut text = String::from("version = 1\n[input]\npath = \"table.csv\"\n");
    if let Some(person) = case.person {
        writeln!(text, "person = \"{}\"", case.columns[person]).unwrap();
    }
    writeln!(text, "[output]\npath = \"out/release.csv\"\nreport = [\"text\", \"json\"]").unwrap();
    text += &search(case);
    for index in 0..case.columns.len() {
        text += &column(case, index, manner);
    }
    text
}

fn search(case: &Case) -> String {
    let name = match case.loss {
        Loss::Loss => "loss",
        Loss::Precision => "precision",
        Loss::Aecs => "aecs",
        Loss::Discernibility => "discernibility",
        Loss::Entropy => "entropy",
        Loss::Height => "height",
    };
    let mut text = format!("[search]\nloss = \"{name}\"\n");
    let limit = match &case.limit {
        Limit::Units(units) => units.to_string(),
        Limit::Share { text, .. } => text.clone(),
    };
    writeln!(text, "max-suppression = {limit}").unwrap();
    // A recipe may not hold keys that mean nothing to its loss.
    if let Some(aggregation) = case.aggregation
        && matches!(case.loss, Loss::Loss | Loss::Precision | Loss::Entropy)
    {
        let name = match aggregation {
            Aggregation::Geometric => "geometric",
            Aggregation::Arithmetic => "arithmetic",
            Aggregation::Sum => "sum",
            Aggregation::Max => "max",
        };
        writeln!(text, "aggregation = \"{name}\"").unwrap();
    }
    if !matches!(case.loss, Loss::Aecs | Loss::Height) {
        writeln!(text, "suppression-weight = {:?}", case.suppression_weight).unwrap();
    }
    text
}

fn column(case: &Case, index: usize, manner: Manner) -> String {
    let name = &case.columns[index];
    let mut text = format!("[columns.{name}]\n");
    if let Some(q) = case.quasi.iter().find(|q| q.index == index) {
        writeln!(text, "role = \"quasi-identifier\"\nhierarchy = \"{name}.csv\"\nweight = {:?}", q.weight).unwrap();
        writeln!(text, "min-level = {}\nmax-level = {}", q.min_level, q.max_level).unwrap();
    } else if let Some(s) = case.sensitive.iter().find(|s| s.index == index) {
        writeln!(text, "role = \"sensitive\"\norder = {:?}", s.order).unwrap();
        if s.lines.is_some() {
            writeln!(text, "hierarchy = \"{name}.csv\"").unwrap();
        }
    } else if case.person == Some(index) && !manner.keep_person {
        text += "role = \"identifying\"\n";
    } else {
        text += "role = \"insensitive\"\n";
    }
    text
}

fn privacy(case: &Case, model: &Model) -> String {
    match model {
        Model::K { k } => format!("[[privacy]]\nmodel = \"k-anonymity\"\nk = {k}\n"),
        Model::DistinctL { column, l } => {
            format!("[[privacy]]\nmodel = \"l-diversity\"\ncolumn = \"{}\"\nl = {l}\n", case.columns[*column])
        }
        Model::T { column, text, distance, .. } => {
            let distance = match distance {
                Distance::Equal => "equal",
                Distance::Ordered => "ordered",
                Distance::Hierarchical => "hierarchical",
            };
            let column = &case.columns[*column];
            format!("[[privacy]]\nmodel = \"t-closeness\"\ncolumn = \"{column}\"\nt = {text}\ndistance = \"{distance}\"\n")
        }
    }
}
