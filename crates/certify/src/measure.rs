//! Reads a released table once and measures it.

use crate::classes::{ClassSizes, Classes};
use crate::key::Missing;
use crate::measured::{Measured, MeasuredModel};
use crate::models::{self, Evidence};
use crate::person::PersonReader;
use crate::question::{Layout, Plan, Question};
use crate::reading::Records;
use crate::tally::{Counts, Tally};
use crate::{Error, Result};
use std::collections::BTreeMap;
use std::io::Read;

/// Reads a released table once and measures what the question asks.
///
/// A class is a set of rows whose quasi-identifier texts are equal; all texts that mean "missing"
/// are one value, and marked rows are a class like any other. Missing sensitive values count in the
/// size of a class, never as a distinct or frequent value, and where a class is compared with the
/// input as one more value.
///
/// # Errors
/// Data errors name the line and never the value: ragged rows, duplicate column names, a sensitive
/// value that the reference, the ranks or the hierarchy lack. Parameters that are no numbers are
/// usage errors.
///
/// # Cost
/// One pass. Memory grows with the distinct classes and the distinct pairs of class and sensitive
/// value; when persons are the unit, with the distinct triples of class, value and person. Other
/// columns that divide classes are counted beside the rest.
///
/// # Example
/// ```
/// use equipoise_certify::{Ask, Question, Ratio, Value, measure};
/// let table = "zip,age\n476**,2*\n476**,2*\n4790*,>=40\n";
/// let mut question = Question::new(["zip", "age"]);
/// question.models = vec![Ask::AverageRisk { threshold: "0.7".into() }];
/// let measured = measure(&question, table.as_bytes())?;
/// assert_eq!((measured.rows, measured.classes, measured.smallest_class), (3, 2, Some(1)));
/// assert_eq!((measured.models[0].value, measured.models[0].met), (Some(Value::Exact(Ratio::new(2, 3)?)), true));
/// # Ok::<(), equipoise_data::Error>(())
/// ```
pub fn measure(question: &Question, released: impl Read) -> Result<Measured> {
    let Judged { measured, faults } = measure_and_digest(question, released)?.1?;
    faults.into_iter().next().map_or(Ok(measured), Err)
}

/// What was measured, and why a model could not be.
pub(crate) struct Judged {
    pub(crate) measured: Measured,
    pub(crate) faults: Vec<Error>,
}

/// The digest of the file and what was measured. The file is read to its end even when it cannot be
/// measured.
pub(crate) fn measure_and_digest(
    question: &Question,
    released: impl Read,
) -> Result<(String, Result<Judged>)> {
    let mut records = Records::new(question, released);
    let mut judged = judge(question, &mut records);
    let sha256 = records.digest()?;
    if let Ok(judged) = &mut judged {
        judged.measured.sha256.clone_from(&sha256);
    }
    Ok((sha256, judged))
}

fn judge<R: Read>(question: &Question, records: &mut Records<R>) -> Result<Judged> {
    let layout = records.open(question)?;
    let plan = Plan::new(question);
    let counted = Counted::read(question, &layout, &plan, records)?;
    let mut faults = Vec::new();
    let mut all = Vec::new();
    for (ask, (grouping, tally)) in question.models.iter().zip(&plan.models) {
        let evidence = Evidence {
            classes: &counted.classes[*grouping],
            counts: tally.map(|tally| &counted.counts[tally]),
            quasi_identifiers: question.quasi_identifiers.len(),
        };
        all.push(models::judge(ask, &evidence).unwrap_or_else(|fault| {
            let message = fault.message().to_owned();
            faults.push(fault);
            MeasuredModel {
                fault: Some(message),
                ..MeasuredModel::default()
            }
        }));
    }
    let values = released_values(question, &plan, &counted.counts);
    Ok(Judged {
        measured: measured(&counted.classes[0], layout.columns, all, values),
        faults,
    })
}

/// All that one pass counts.
pub(crate) struct Counted {
    pub(crate) classes: Vec<ClassSizes>,
    pub(crate) counts: Vec<Counts>,
}

impl Counted {
    pub(crate) fn read<R: Read>(
        question: &Question,
        layout: &Layout,
        plan: &Plan,
        records: &mut Records<R>,
    ) -> Result<Self> {
        let mut persons = PersonReader::new(question, layout);
        let by_person = persons.counts_persons();
        let missing = Missing::new(&question.missing);
        let places = plan.groupings.iter().map(|columns| layout.places(columns));
        let mut classes = places
            .map(|places| Ok(Classes::new(question, &places?)))
            .collect::<Result<Vec<_>>>()?;
        let columns = plan.tallies.iter().map(|(grouping, column)| {
            Ok((*grouping, layout.place(column)?, Tally::new(by_person)))
        });
        let mut tallies = columns.collect::<Result<Vec<_>>>()?;
        let mut class_of = vec![0; classes.len()];
        while records.advance()? {
            let person = persons.next(records.record())?;
            for (classes, class) in classes.iter_mut().zip(&mut class_of) {
                *class = classes.add(records, person)?;
            }
            for (grouping, place, tally) in &mut tallies {
                let field = &records.record()[*place];
                tally.add(
                    class_of[*grouping],
                    (!missing.contains(field)).then_some(field),
                    person,
                    records.line(),
                )?;
            }
        }
        persons.finish()?;
        Ok(Counted {
            classes: classes
                .into_iter()
                .map(|classes| classes.finish(by_person))
                .collect(),
            counts: tallies
                .into_iter()
                .map(|(_, _, tally)| tally.finish())
                .collect(),
        })
    }
}

fn measured(
    classes: &ClassSizes,
    columns: Vec<String>,
    models: Vec<MeasuredModel>,
    values: BTreeMap<String, Vec<String>>,
) -> Measured {
    let mut class_sizes = BTreeMap::new();
    for size in &classes.sizes {
        *class_sizes.entry(*size).or_insert(0) += 1;
    }
    let smallest = classes.smallest();
    Measured {
        sha256: String::new(),
        columns,
        rows: classes.rows,
        units: classes.units,
        classes: classes.sizes.len() as u64,
        marked_rows: classes.marked_rows,
        class_sizes,
        smallest_class: smallest.value().map(|size| size.0),
        smallest_class_witness: smallest.witness(),
        models,
        values,
    }
}

fn released_values(
    question: &Question,
    plan: &Plan,
    counts: &[Counts],
) -> BTreeMap<String, Vec<String>> {
    let mut values = BTreeMap::new();
    for (ask, (_, tally)) in question.models.iter().zip(&plan.models) {
        if let (Some(column), Some(tally)) = (ask.column(), tally.filter(|_| ask.lists_values())) {
            values.entry(column.to_owned()).or_insert_with(|| {
                let counts = &counts[tally];
                let mut texts: Vec<_> = counts
                    .values()
                    .map(|value| String::from_utf8_lossy(counts.text(value)).into_owned())
                    .collect();
                texts.sort_unstable();
                texts
            });
        }
    }
    values
}
