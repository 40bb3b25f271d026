//! Writes a case of the testkit as the files a curator would have: table, hierarchies, recipe.

use super::Workspace;
use equipoise_testkit::{Aggregation, Case, Distance, Limit, Loss, Model, Seeded};
use std::fmt::Write;

/// How the files are written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manner {
    pub(crate) delimiter: char,
    pub(crate) header: bool,
    /// Whether the person column stays in the release.
    pub(crate) keep_person: bool,
    pub(crate) texts: Texts,
}

/// What the texts of a table look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Texts {
    /// They need no quotes.
    Plain,
    /// They hold delimiters, quotes and line ends.
    Quoted,
    /// They look like formulas, one token for missing too, and the release is to be safe for spreadsheets.
    Formulas,
}

impl Manner {
    pub(crate) fn random(r: &mut Seeded) -> Self {
        Manner {
            delimiter: r.pick(&[',', ';', '\t', '|']),
            header: r.chance(80),
            keep_person: r.chance(50),
            texts: r.pick(&[Texts::Plain, Texts::Plain, Texts::Quoted, Texts::Formulas]),
        }
    }

    /// The case with its texts changed, one to one: everything else about it stays the same.
    pub(crate) fn dress(&self, mut case: Case) -> Case {
        let missing = case.missing.clone();
        let change = |text: &mut String| match self.texts {
            Texts::Plain => {}
            Texts::Formulas if text == "NA" => *text = "-".into(),
            _ if missing.contains(text) => {}
            Texts::Quoted => *text = format!("{text}{}\"\n", self.delimiter),
            Texts::Formulas => *text = format!("={text}"),
        };
        case.rows.iter_mut().flatten().for_each(change);
        case.quasi.iter_mut().flat_map(|q| &mut q.lines).flatten().for_each(change);
        for s in &mut case.sensitive {
            s.order.iter_mut().chain(s.lines.iter_mut().flatten().flatten()).for_each(change);
        }
        case.missing.iter_mut().for_each(change);
        if !self.header {
            case.columns = (1..=case.columns.len()).map(|i| format!("column-{i}")).collect();
        }
        case
    }
}

/// Writes `table.csv`, a hierarchy file per column that has one, and `recipe.toml`; the output is `out/release.csv`.
pub(crate) fn write(case: &Case, manner: Manner, to: &Workspace) {
    to.write("table.csv", table(case, manner));
    let quasi = case.quasi.iter().map(|q| (q.index, &q.lines));
    let sensitive = case.sensitive.iter().filter_map(|s| Some((s.index, s.lines.as_ref()?)));
    for (index, lines) in quasi.chain(sensitive) {
        to.write(&format!("{}.csv", case.columns[index]), delimited(lines, manner));
    }
    to.write("recipe.toml", recipe(case, manner));
}

/// The table of a case.
pub(crate) fn table(case: &Case, manner: Manner) -> Vec<u8> {
    let header = if manner.header { delimited(std::slice::from_ref(&case.columns), manner) } else { Vec::new() };
    [header, delimited(&case.rows, manner)].concat()
}

/// Rows as text.
pub(crate) fn delimited(rows: &[Vec<String>], manner: Manner) -> Vec<u8> {
    let mut out = csv::WriterBuilder::new().delimiter(manner.delimiter as u8).from_writer(Vec::new());
    rows.iter().for_each(|row| out.write_record(row).unwrap());
    out.into_inner().unwrap()
}

/// The rows of a text, without a header.
pub(crate) fn rows(text: &[u8], manner: Manner) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new().delimiter(manner.delimiter as u8).has_headers(manner.header).from_reader(text);
    reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect()
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
    let mut text = format!("version = 1\n[input]\npath = \"table.csv\"\nheader = {}\nmissing = {:?}\n", manner.header, case.missing);
    if let Some(person) = case.person {
        writeln!(text, "person = \"{}\"", case.columns[person]).unwrap();
    }
    writeln!(text, "[output]\npath = \"out/release.csv\"\nreport = [\"text\", \"json\"]").unwrap();
    writeln!(text, "spreadsheet-safe = {}", manner.texts == Texts::Formulas).unwrap();
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
