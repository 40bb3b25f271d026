//! Writes a case of the testkit as the files a curator would have: table, hierarchies, recipe.

use super::Workspace;
use equipoise_testkit::{
    Case, OracleAggregation, OracleDistance, OracleEstimator, OracleLimit, OracleLog, OracleLoss,
    OracleModel, ReducedFraction, Seeded,
};
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
    /// They look like formulas, one token for missing too, and the release is to be safe for
    /// spreadsheets.
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
        case.quasi
            .iter_mut()
            .flat_map(|q| &mut q.lines)
            .flatten()
            .for_each(change);
        case.population
            .iter_mut()
            .flat_map(|p| &mut p.rows)
            .flatten()
            .for_each(change);
        for model in &mut case.models {
            let inner = if let OracleModel::OthersAsQuasi(inner) = model {
                inner
            } else {
                model
            };
            if let OracleModel::AlphaK {
                values: Some(values),
                ..
            } = inner
            {
                values.iter_mut().for_each(change);
            }
        }
        for s in &mut case.sensitive {
            s.order
                .iter_mut()
                .chain(s.lines.iter_mut().flatten().flatten())
                .for_each(change);
        }
        case.missing.iter_mut().for_each(change);
        if !self.header {
            case.columns = (1..=case.columns.len())
                .map(|i| format!("column-{i}"))
                .collect();
        }
        case
    }
}

/// Whether the library refuses what a case asks, with an error of its own: models that it cannot
/// judge in persons, columns without any value, and populations in which a person has several rows.
pub(crate) fn is_refused(case: &Case) -> bool {
    let by_person = case.person.is_some();
    let refused = |model: &OracleModel| match (model.inner(), model) {
        (OracleModel::KmAnonymity { .. }, _) => by_person,
        (
            OracleModel::ProbabilisticL { .. } | OracleModel::AlphaK { .. },
            OracleModel::OthersAsQuasi(_),
        ) if by_person => true,
        _ => false,
    };
    let is_empty = |model: &OracleModel| {
        model
            .column()
            .is_some_and(|c| case.rows.iter().all(|row| case.is_missing(&row[c])))
    };
    let repeats = |persons: &Vec<String>| {
        persons
            .iter()
            .collect::<std::collections::HashSet<_>>()
            .len()
            < persons.len()
    };
    case.models.iter().any(|m| refused(m) || is_empty(m))
        || case
            .population
            .as_ref()
            .and_then(|p| p.persons.as_ref())
            .is_some_and(repeats)
}

/// Writes `table.csv`, a hierarchy file per column that has one, and `recipe.toml`; the output is
/// `out/release.csv`.
pub(crate) fn write(case: &Case, manner: Manner, to: &Workspace) {
    to.write("table.csv", table(case, manner));
    let quasi = case.quasi.iter().map(|q| (q.index, &q.lines));
    let sensitive = case
        .sensitive
        .iter()
        .filter_map(|s| Some((s.index, s.lines.as_ref()?)));
    for (index, lines) in quasi.chain(sensitive) {
        to.write(
            &format!("{}.csv", case.columns[index]),
            delimited(lines, manner),
        );
    }
    if case.population.is_some() {
        to.write("population.csv", population(case, manner));
    }
    to.write("recipe.toml", recipe(case, manner));
}

/// The population as a table with the columns of the case, of which only the quasi-identifiers and
/// persons are filled.
fn population(case: &Case, manner: Manner) -> Vec<u8> {
    let population = case.population.as_ref().unwrap();
    let row = |(i, cells): (usize, &Vec<String>)| {
        let mut row = vec!["x".to_owned(); case.columns.len()];
        case.quasi
            .iter()
            .zip(cells)
            .for_each(|(q, cell)| row[q.index].clone_from(cell));
        if let (Some(person), Some(persons)) = (case.person, &population.persons) {
            row[person].clone_from(&persons[i]);
        }
        row
    };
    let header = if manner.header {
        delimited(std::slice::from_ref(&case.columns), manner)
    } else {
        Vec::new()
    };
    [
        header,
        delimited(
            &population
                .rows
                .iter()
                .enumerate()
                .map(row)
                .collect::<Vec<_>>(),
            manner,
        ),
    ]
    .concat()
}

/// The table of a case.
pub(crate) fn table(case: &Case, manner: Manner) -> Vec<u8> {
    let header = if manner.header {
        delimited(std::slice::from_ref(&case.columns), manner)
    } else {
        Vec::new()
    };
    [header, delimited(&case.rows, manner)].concat()
}

/// Rows as text.
pub(crate) fn delimited(rows: &[Vec<String>], manner: Manner) -> Vec<u8> {
    let mut out = csv::WriterBuilder::new()
        .delimiter(manner.delimiter as u8)
        .from_writer(Vec::new());
    rows.iter().for_each(|row| out.write_record(row).unwrap());
    out.into_inner().unwrap()
}

/// The rows of a text, without a header.
pub(crate) fn rows(text: &[u8], manner: Manner) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(manner.delimiter as u8)
        .has_headers(manner.header)
        .from_reader(text);
    reader
        .records()
        .map(|row| row.unwrap().iter().map(str::to_owned).collect())
        .collect()
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
    head(case, manner) + &privacy(case, &OracleModel::K { k })
}

fn head(case: &Case, manner: Manner) -> String {
    let mut text = format!(
        "version = 1\n[input]\npath = \"table.csv\"\nheader = {}\nmissing = {:?}\n",
        manner.header, case.missing
    );
    if let Some(person) = case.person {
        writeln!(text, "person = \"{}\"", case.columns[person]).unwrap();
    }
    writeln!(
        text,
        "[output]\npath = \"out/release.csv\"\nreport = [\"text\", \"json\"]"
    )
    .unwrap();
    writeln!(
        text,
        "spreadsheet-safe = {}",
        manner.texts == Texts::Formulas
    )
    .unwrap();
    text += &search(case);
    for index in 0..case.columns.len() {
        text += &column(case, index, manner);
    }
    text
}

fn search(case: &Case) -> String {
    let name = match case.loss {
        OracleLoss::Loss => "loss",
        OracleLoss::Nwp => "nwp",
        OracleLoss::Precision => "precision",
        OracleLoss::Aecs => "aecs",
        OracleLoss::Discernibility => "discernibility",
        OracleLoss::Entropy => "entropy",
        OracleLoss::Height => "height",
    };
    let mut text = format!("[search]\nloss = \"{name}\"\n");
    let limit = match &case.limit {
        OracleLimit::Units(units) => units.to_string(),
        OracleLimit::Share { text, .. } => text.clone(),
    };
    writeln!(text, "max-suppression = {limit}").unwrap();
    // A recipe may not hold keys that mean nothing to its loss.
    if let Some(aggregation) = case.aggregation
        && matches!(
            case.loss,
            OracleLoss::Loss | OracleLoss::Nwp | OracleLoss::Precision | OracleLoss::Entropy
        )
    {
        let name = match aggregation {
            OracleAggregation::Geometric => "geometric",
            OracleAggregation::Arithmetic => "arithmetic",
            OracleAggregation::Sum => "sum",
            OracleAggregation::Max => "max",
        };
        writeln!(text, "aggregation = \"{name}\"").unwrap();
    }
    if !matches!(case.loss, OracleLoss::Aecs | OracleLoss::Height) {
        writeln!(text, "suppression-weight = {:?}", case.suppression_weight).unwrap();
    }
    text
}

fn column(case: &Case, index: usize, manner: Manner) -> String {
    let name = &case.columns[index];
    let mut text = format!("[columns.{name}]\n");
    if let Some(q) = case.quasi.iter().find(|q| q.index == index) {
        writeln!(
            text,
            "role = \"quasi-identifier\"\nhierarchy = \"{name}.csv\"\nweight = {:?}",
            q.weight
        )
        .unwrap();
        writeln!(
            text,
            "min-level = {}\nmax-level = {}",
            q.min_level, q.max_level
        )
        .unwrap();
    } else if let Some(s) = case.sensitive.iter().find(|s| s.index == index) {
        text += "role = \"sensitive\"\n";
        if s.numbers {
            text += "type = \"decimal\"\n";
        } else if !s.order.is_empty() {
            writeln!(text, "order = {:?}", s.order).unwrap();
        }
        if let Some(separator) = s.items {
            writeln!(text, "items = \"{separator}\"").unwrap();
        }
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

fn privacy(case: &Case, model: &OracleModel) -> String {
    let (name, keys) = model_keys(model.inner());
    let mut text = format!("[[privacy]]\nmodel = \"{name}\"\n");
    if let Some(column) = model.column() {
        writeln!(text, "column = \"{}\"", case.columns[column]).unwrap();
    }
    for (key, value) in keys {
        writeln!(text, "{key} = {value}").unwrap();
    }
    if matches!(model, OracleModel::OthersAsQuasi(_)) {
        text += "others-as-quasi-identifiers = true\n";
    }
    text
}

/// The name of a model in recipes and its keys, without the column.
fn model_keys(model: &OracleModel) -> (&'static str, Vec<(&'static str, String)>) {
    let number = |f: &ReducedFraction| f.decimal().expect("parameters are decimals");
    let word = |w: &str| format!("\"{w}\"");
    let log = |log: &OracleLog| {
        word(if *log == OracleLog::Natural {
            "natural"
        } else {
            "binary"
        })
    };
    match model {
        OracleModel::K { k } => ("k-anonymity", vec![("k", k.to_string())]),
        OracleModel::DistinctL { l, .. } => ("l-diversity", vec![("l", l.to_string())]),
        OracleModel::ProbabilisticL { l, .. } => (
            "l-diversity",
            vec![("l", number(l)), ("variant", word("probabilistic"))],
        ),
        OracleModel::EntropyL { l, estimator, .. } => {
            let estimator = if *estimator == OracleEstimator::Shannon {
                "shannon"
            } else {
                "grassberger"
            };
            (
                "l-diversity",
                vec![
                    ("l", number(l)),
                    ("variant", word("entropy")),
                    ("estimator", word(estimator)),
                ],
            )
        }
        OracleModel::RecursiveL { l, c, .. } => (
            "l-diversity",
            vec![
                ("l", l.to_string()),
                ("c", number(c)),
                ("variant", word("recursive")),
            ],
        ),
        OracleModel::AlphaK {
            alpha, k, values, ..
        } => {
            let values = values
                .iter()
                .map(|values| ("values", format!("{values:?}")));
            (
                "alpha-k-anonymity",
                [("alpha", number(alpha)), ("k", k.to_string())]
                    .into_iter()
                    .chain(values)
                    .collect(),
            )
        }
        OracleModel::T { text, distance, .. } => (
            "t-closeness",
            [("t", text.clone())]
                .into_iter()
                .chain(distance_keys(distance))
                .collect(),
        ),
        OracleModel::NtCloseness { n, t, distance, .. } => (
            "nt-closeness",
            [("n", n.to_string()), ("t", number(t))]
                .into_iter()
                .chain(distance_keys(distance))
                .collect(),
        ),
        OracleModel::SemanticPrivacy {
            delta, log: base, ..
        } => (
            "semantic-privacy",
            vec![("delta", number(delta)), ("log", log(base))],
        ),
        OracleModel::DeltaDisclosure {
            delta, log: base, ..
        } => (
            "delta-disclosure",
            vec![("delta", number(delta)), ("log", log(base))],
        ),
        OracleModel::BetaLikeness { beta, enhanced, .. } => (
            "beta-likeness",
            vec![
                ("beta", number(beta)),
                (
                    "variant",
                    word(if *enhanced { "enhanced" } else { "basic" }),
                ),
            ],
        ),
        OracleModel::SampleUniqueness { threshold } => {
            ("sample-uniqueness", vec![("threshold", number(threshold))])
        }
        OracleModel::AverageRisk { threshold } => {
            ("average-risk", vec![("threshold", number(threshold))])
        }
        OracleModel::KMap { k } => (
            "k-map",
            vec![("k", k.to_string()), ("population", word("population.csv"))],
        ),
        OracleModel::DeltaPresence { min, max } => (
            "delta-presence",
            vec![
                ("min", number(min)),
                ("max", number(max)),
                ("population", word("population.csv")),
            ],
        ),
        OracleModel::LkcPrivacy { l, k, c, .. } => (
            "lkc-privacy",
            vec![("l", l.to_string()), ("k", k.to_string()), ("c", number(c))],
        ),
        OracleModel::KmAnonymity { k, m, .. } => (
            "km-anonymity",
            vec![("k", k.to_string()), ("m", m.to_string())],
        ),
        OracleModel::OthersAsQuasi(_) => unreachable!("the inner model is given"),
    }
}

fn distance_keys(distance: &OracleDistance) -> Vec<(&'static str, String)> {
    let named = |name: &str| ("distance", format!("\"{name}\""));
    match distance {
        OracleDistance::Equal => vec![named("equal")],
        OracleDistance::Ordered => vec![named("ordered")],
        OracleDistance::Hierarchical => vec![named("hierarchical")],
        OracleDistance::Smoothed { bandwidth } => vec![
            named("smoothed"),
            ("bandwidth", bandwidth.decimal().expect("a decimal")),
        ],
    }
}
