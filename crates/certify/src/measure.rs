//! Reads a released table once and measures it.

use crate::classes::ClassSizes;
use crate::measured::{Measured, MeasuredModel};
use crate::models::{self, Evidence};
use crate::question::{Plan, Question};
use crate::reading::Records;
use crate::table_counts::TableCounts;
use crate::tally::Counts;
use crate::{Error, Result};
use std::collections::BTreeMap;
use std::io::Read;

/// Reads a released table once and measures what the question asks.
///
/// A class is a set of rows whose quasi-identifier texts are equal, or a bucket (see [`Grouping`]);
/// all texts that mean "missing" are one value, and marked rows are a class like any other. Missing
/// sensitive values count in the
/// size of a class, never as a distinct or frequent value, and where a class is compared with the
/// input as one more value.
///
/// # Errors
/// Data errors name the line and never the value: ragged rows, duplicate column names, a sensitive
/// value that the reference, the ranks or the hierarchy lack, a row without a bucket. Parameters
/// that are no numbers, and models that have no meaning for the classes, are usage errors.
///
/// [`Grouping`]: crate::Grouping
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

/// Measured values, and the faults of models that could not be measured.
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
    let counted = TableCounts::read(question, &layout, &plan, records)?;
    let mut faults = Vec::new();
    let mut all = Vec::new();
    for (ask, (grouping, tally)) in question.models.iter().zip(&plan.models) {
        let evidence = Evidence {
            classes: &counted.classes[*grouping],
            counts: tally.map(|tally| &counted.counts[tally]),
            quasi_identifiers: question.class_columns().len(),
        };
        let grouping = &question.grouping;
        let judged = grouping
            .check_model(ask, &question.quasi_identifiers)
            .and_then(|()| models::judge(ask, &evidence));
        all.push(judged.unwrap_or_else(|fault| {
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
