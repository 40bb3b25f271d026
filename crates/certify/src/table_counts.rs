//! One pass over a table: its classes and the values in them.

use crate::classes::{ClassSizes, Classes};
use crate::key::Missing;
use crate::person::PersonReader;
use crate::question::{Layout, Plan, Question};
use crate::reading::Records;
use crate::tally::{Counts, Tally};
use crate::{Error, Result};
use std::io::Read;

/// The counts of one pass.
pub(crate) struct TableCounts {
    pub(crate) classes: Vec<ClassSizes>,
    pub(crate) counts: Vec<Counts>,
}

impl TableCounts {
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
        let bucket = question.grouping.bucket_column();
        let bucket = bucket.map(|column| layout.place(column)).transpose()?;
        let mut class_of = vec![0; classes.len()];
        while records.advance()? {
            if bucket.is_some_and(|place| missing.contains(&records.record()[place])) {
                return Err(Error::data(format!(
                    "line {}: the row is in no bucket",
                    records.line()
                )));
            }
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
        Ok(TableCounts {
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
