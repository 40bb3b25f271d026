//! Counts tables that are not released: a population, the whole input. Both are read recoded to the
//! released labels.

use crate::Result;
use crate::class_counts::{ClassCounts, InputClass, InputClasses, Units};
use crate::person_list::PersonList;
use crate::question::{Plan, Question};
use crate::reading::Records;
use crate::table_counts::TableCounts;
use crate::tally;
use std::io::Read;

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

fn read(question: &Question, plan: &Plan, table: impl Read) -> Result<TableCounts> {
    question.grouping.require_equal_texts()?;
    let mut records = Records::new(question, table);
    let layout = records.open(question)?;
    TableCounts::read(question, &layout, plan, &mut records)
}
