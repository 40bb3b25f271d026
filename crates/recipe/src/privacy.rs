//! `[[privacy]]`: the models a release must meet.

use crate::column::{ColumnRecipe, Role};
use crate::problems::Problems;
use crate::reader::{Section, quoted};
use crate::words::words;
use equipoise_data::{Decimal, did_you_mean};
use std::fmt;

words! {
    /// How diversity is counted.
    Variant {
        /// By the number of different values.
        Distinct = "distinct",
    }
}

words! {
    /// How far apart two sensitive values are.
    Distance {
        /// All values are equally far apart.
        Equal = "equal",
        /// By how many values lie between them.
        Ordered = "ordered",
        /// By how high in the hierarchy they meet.
        Hierarchical = "hierarchical",
    }
}

/// A model with its parameters, exactly as asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Model {
    /// Every class has at least `k` units.
    KAnonymity {
        /// At least 1.
        k: u64,
    },
    /// Every class has at least `l` well-represented values of a sensitive column.
    LDiversity {
        /// The sensitive column.
        column: String,
        /// At least 1.
        l: u64,
        /// What well-represented means.
        variant: Variant,
    },
    /// No class is further than `t` from the whole table in a sensitive column.
    TCloseness {
        /// The sensitive column.
        column: String,
        /// From 0 to 1, with exactly the digits of the recipe.
        t: Decimal,
        /// What far means. Default: hierarchical where the column has a hierarchy, ordered where it has an order,
        /// else equal.
        distance: Distance,
    },
}

const MODELS: [&str; 3] = ["k-anonymity", "l-diversity", "t-closeness"];

impl Model {
    /// The word for this model in a recipe and in JSON.
    pub fn name(&self) -> &'static str {
        match self {
            Model::KAnonymity { .. } => MODELS[0],
            Model::LDiversity { .. } => MODELS[1],
            Model::TCloseness { .. } => MODELS[2],
        }
    }

    /// The sensitive column it protects, for models that have one.
    pub fn column(&self) -> Option<&str> {
        match self {
            Model::KAnonymity { .. } => None,
            Model::LDiversity { column, .. } | Model::TCloseness { column, .. } => Some(column),
        }
    }

    pub(crate) fn read<'a>(problems: &mut Problems<'a>, section: &Section<'a>, columns: &[ColumnRecipe]) -> Option<Self> {
        let Some(value) = section.get("model") else {
            problems.add(section.at, format!("{} has no `model`; accepted: {}", section.place, quoted(MODELS)));
            return None;
        };
        match value.get_ref().as_str() {
            Some("k-anonymity") => read_k(problems, section),
            Some("l-diversity") => read_l(problems, section, columns),
            Some("t-closeness") => read_t(problems, section, columns),
            other => {
                let later = other.is_some_and(|m| LATER.contains(&m));
                let must = if later { "that is not in this version; accepted: " } else { "accepted: " };
                let hint = other.filter(|_| !later).and_then(|m| did_you_mean(m, MODELS));
                problems.wrong_with(section, "model", value, &format!("{must}{}", quoted(MODELS)), hint);
                None
            }
        }
    }
}

/// Models that the design names and this version does not have.
const LATER: [&str; 1] = ["nt-closeness"];

impl fmt::Display for Model {
    /// As people say it: `5-anonymity`, `distinct 3-diversity of income`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Model::KAnonymity { k } => write!(f, "{k}-anonymity"),
            Model::LDiversity { column, l, variant } => write!(f, "{variant} {l}-diversity of `{column}`"),
            Model::TCloseness { column, t, distance } => write!(f, "{t}-closeness of `{column}` with {distance} distance"),
        }
    }
}

/// The parameter is there, or its absence is a problem.
fn require<'a>(problems: &mut Problems<'a>, section: &Section<'a>, key: &str) {
    if section.get(key).is_none() {
        problems.add(section.at, format!("{} has no `{key}`", section.place));
    }
}

fn read_k<'a>(problems: &mut Problems<'a>, section: &Section<'a>) -> Option<Model> {
    problems.accept(section, &["model", "k"]);
    require(problems, section, "k");
    let k = problems.whole(section, "k", 1, u64::MAX)?;
    if k == 1 {
        problems.warn(section.at("k"), "k = 1 protects nothing: every table meets it");
    }
    Some(Model::KAnonymity { k })
}

fn read_l<'a>(problems: &mut Problems<'a>, section: &Section<'a>, columns: &[ColumnRecipe]) -> Option<Model> {
    let variant = match section.get("variant") {
        None => Some(Variant::Distinct),
        Some(_) => problems.word::<Variant>(section, "variant", &["probabilistic", "entropy", "recursive"]),
    };
    if variant.is_some() {
        // Other variants have parameters of their own, which would only blur the message.
        problems.accept(section, &["model", "column", "l", "variant"]);
    }
    require(problems, section, "l");
    let column = read_column(problems, section, columns, "l-diversity");
    let l = problems.whole(section, "l", 1, u64::MAX)?;
    if l == 1 {
        problems.warn(section.at("l"), "l = 1 protects nothing: every class with a known value meets it");
    }
    Some(Model::LDiversity { column: column?.name.clone(), l, variant: variant? })
}

fn read_t<'a>(problems: &mut Problems<'a>, section: &Section<'a>, columns: &[ColumnRecipe]) -> Option<Model> {
    problems.accept(section, &["model", "column", "t", "distance"]);
    require(problems, section, "t");
    let t = problems.number_within(section, "t", |t| !t.is_negative() && *t <= Decimal::ONE, "it must be at least 0 and at most 1");
    if t == Some(Decimal::ONE) {
        problems.warn(section.at("t"), "t = 1 protects nothing: no class can be further from the table");
    }
    let distance = problems.word::<Distance>(section, "distance", &["smoothed"]);
    let column = read_column(problems, section, columns, "t-closeness")?;
    if section.get("distance").is_some() {
        check_distance(problems, section, column, distance?);
    }
    let default = if column.hierarchy.is_some() {
        Distance::Hierarchical
    } else if column.has_own_order() {
        Distance::Ordered
    } else {
        Distance::Equal
    };
    Some(Model::TCloseness { column: column.name.clone(), t: t?, distance: distance.unwrap_or(default) })
}

fn check_distance<'a>(problems: &mut Problems<'a>, section: &Section<'a>, column: &ColumnRecipe, distance: Distance) {
    let place = column_place(&column.name);
    let (lacks, hint) = match distance {
        Distance::Hierarchical if column.hierarchy.is_none() => ("hierarchy", format!("add `hierarchy` to {place}")),
        Distance::Ordered if column.hierarchy.is_none() && !column.has_own_order() => {
            ("order", format!("add `order`, a `hierarchy`, or the `type` of its numbers or dates to {place}"))
        }
        _ => return,
    };
    let message = format!("`distance` in {} is `{distance}`, and column `{}` has no {lacks}", section.place, column.name);
    problems.add_with(section.at("distance"), message, Some(hint));
}

/// The column of a model, which must be in the recipe and sensitive.
fn read_column<'a, 'c>(
    problems: &mut Problems<'a>,
    section: &Section<'a>,
    columns: &'c [ColumnRecipe],
    model: &str,
) -> Option<&'c ColumnRecipe> {
    require(problems, section, "column");
    let name = problems.filled(section, "column")?;
    let sensitive = || columns.iter().filter(|c| c.role == Role::Sensitive).map(|c| c.name.as_str());
    let found = columns.iter().find(|c| c.name == name);
    let message = match found {
        Some(column) if column.role == Role::Sensitive => return found,
        Some(column) => format!("{model} protects column `{name}`, whose role is `{}`; it must be `sensitive`", column.role),
        None => format!("{model} protects column `{name}`, which is not in `[columns]`"),
    };
    let hint = match sensitive().count() {
        0 => "no column has the role `sensitive`".to_owned(),
        _ if found.is_some() => format!("sensitive columns: {}", quoted(sensitive())),
        _ => {
            let meant = did_you_mean(&name, sensitive()).map_or(String::new(), |m| format!("{m} "));
            format!("{meant}sensitive columns: {}", quoted(sensitive()))
        }
    };
    problems.add_with(section.at("column"), message, Some(hint));
    None
}

/// How a column's section is written in TOML.
pub(crate) fn column_place(name: &str) -> String {
    let bare = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
    if bare { format!("`[columns.{name}]`") } else { format!("`[columns.{name:?}]`") }
}
