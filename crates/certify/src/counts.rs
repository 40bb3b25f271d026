//! Counts of tables that are not released: a population, the whole input. Both are read recoded to
//! the released labels.

use crate::Result;
use crate::measure::Counted;
use crate::question::{Plan, Question};
use crate::reading::Records;
use crate::record::PersonList;
use crate::tally;
use serde::{Deserialize, Serialize};
use std::io::Read;

/// The quasi-identifier texts of a class; `None` is "missing".
pub type Labels = Vec<Option<String>>;

/// The units of a population in each class, sorted by labels; classes that are not listed have
/// none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClassCounts(pub Vec<(Labels, u64)>);

/// Counts the units of each class of a table: rows, or the persons of the question.
///
/// The table is a population, recoded to the labels of the release, with the layout of the
/// question. Its models are not looked at.
///
/// ```
/// use equipoise_certify::{Question, count_classes};
/// let counts = count_classes(&Question::new(["zip"]), "zip\n1*\n2*\n1*\n".as_bytes())?;
/// assert_eq!(counts.0, [(vec![Some("1*".into())], 2), (vec![Some("2*".into())], 1)]);
/// # Ok::<(), equipoise_data::Error>(())
/// ```
pub fn count_classes(question: &Question, table: impl Read) -> Result<ClassCounts> {
    let plan = Plan {
        groupings: vec![question.quasi_identifiers.clone()],
        tallies: Vec::new(),
        models: Vec::new(),
    };
    let counted = read(question, &plan, table)?;
    let classes = &counted.classes[0];
    let mut counts: Vec<_> = classes
        .sizes
        .iter()
        .zip(0..)
        .map(|(size, class)| (classes.keys.witness(class), *size))
        .collect();
    counts.sort_unstable();
    Ok(ClassCounts(counts))
}

/// The classes of the whole input at the released levels, and what may be above their labels.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InputClasses {
    /// The classes.
    pub classes: Vec<InputClass>,
    /// For each quasi-identifier the labels of its released level, each followed by those above it
    /// up to the top. A label may stand on several lines if these agree. "Missing", and a label
    /// without a line, stays as it is below the top.
    pub lines: Vec<Vec<Vec<String>>>,
    /// Where released classes have labels of their own: then `classes` are those of the raw values,
    /// and there are no lines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub regions: Option<Regions>,
}

/// What the labels of classes stand for, and the sets of rows that a class may be compared with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Regions {
    /// For each quasi-identifier its values in their order. "Missing" comes after all of them.
    pub values: Vec<Vec<String>>,
    /// For each quasi-identifier the released labels, each with the places of the first and the
    /// last of the values that it stands for.
    pub labels: Vec<Vec<(String, u32, u32)>>,
    /// For each set, for each quasi-identifier, the places of its first and its last value.
    pub sets: Vec<Vec<(u32, u32)>>,
}

/// One class of the whole input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InputClass {
    /// Its labels, then the values of the other columns that divide it.
    pub labels: Labels,
    /// Its sensitive values; `None` is "missing".
    pub values: Vec<(Option<String>, Units)>,
}

/// Units that may be counted again in a larger class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Units {
    /// Rows add up.
    Rows(u64),
    /// Persons do not, so they are listed.
    Persons(PersonList),
}

/// Counts the classes of the whole input and the values of `column` in them.
///
/// The table is the input before suppression, recoded to the labels of the release, with the layout
/// of the question; `others` are columns that divide classes further. Its models are not looked at.
/// `lines` become those of [`InputClasses`].
///
/// ```
/// use equipoise_certify::{Question, Units, count_input};
/// let input = count_input(&Question::new(["zip"]), "ill", &[], vec![vec![]], "zip,ill\n1*,flu\n1*,flu\n".as_bytes())?;
/// assert_eq!(input.classes[0].values, [(Some("flu".into()), Units::Rows(2))]);
/// # Ok::<(), equipoise_data::Error>(())
/// ```
pub fn count_input(
    question: &Question,
    column: &str,
    others: &[String],
    lines: Vec<Vec<Vec<String>>>,
    table: impl Read,
) -> Result<InputClasses> {
    let columns = question
        .quasi_identifiers
        .iter()
        .chain(others)
        .cloned()
        .collect();
    let plan = Plan {
        groupings: vec![columns],
        tallies: vec![(0, column.to_owned())],
        models: Vec::new(),
    };
    let mut counted = read(question, &plan, table)?;
    let (keys, counts) = (&counted.classes[0].keys, &mut counted.counts[0]);
    counts.persons.sort_unstable();
    let mut classes = Vec::new();
    for (class, cells) in counts.classes() {
        let values = cells.iter().map(|(_, value, units)| {
            let text = (*value != tally::MISSING)
                .then(|| String::from_utf8_lossy(counts.text(*value)).into_owned());
            let from = counts
                .persons
                .partition_point(|(c, v, _)| (*c, *v) < (class, *value));
            let persons = counts.persons[from..]
                .iter()
                .take_while(|(c, v, _)| (*c, *v) == (class, *value));
            let persons: Vec<u32> = persons.map(|(_, _, person)| *person).collect();
            (
                text,
                if persons.is_empty() {
                    Units::Rows(*units)
                } else {
                    Units::Persons(PersonList(persons))
                },
            )
        });
        let mut values: Vec<_> = values.collect();
        values.sort_by(|a, b| a.0.cmp(&b.0));
        classes.push(InputClass {
            labels: keys.witness(class),
            values,
        });
    }
    classes.sort_by(|a, b| a.labels.cmp(&b.labels));
    Ok(InputClasses {
        classes,
        lines,
        regions: None,
    })
}

fn read(question: &Question, plan: &Plan, table: impl Read) -> Result<Counted> {
    let mut records = Records::new(question, table);
    let layout = records.open(question)?;
    Counted::read(question, &layout, plan, &mut records)
}
