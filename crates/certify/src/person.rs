//! The person of each row.

use crate::key::Missing;
use crate::question::{Layout, Persons, Question};
use crate::texts::Texts;
use csv::ByteRecord;
use equipoise_data::{Error, Result};

/// Numbers the persons of a file.
pub(crate) enum PersonReader<'a> {
    /// Rows are the unit.
    None,
    /// Text `i` of the column is person `i + 1`; all rows without a person are person 0.
    Column {
        place: usize,
        missing: Missing,
        texts: Texts,
    },
    /// The next number of the list.
    Listed(std::slice::Iter<'a, u32>),
}

impl<'a> PersonReader<'a> {
    pub(crate) fn new(question: &'a Question, layout: &Layout) -> Self {
        match (&question.persons, layout.person) {
            (Persons::Listed(numbers), _) => PersonReader::Listed(numbers.iter()),
            (Persons::Column(_), Some(place)) => PersonReader::Column {
                place,
                missing: Missing::new(&question.missing),
                texts: Texts::default(),
            },
            _ => PersonReader::None,
        }
    }

    pub(crate) fn counts_persons(&self) -> bool {
        !matches!(self, PersonReader::None)
    }

    /// The person of the record; call it once for each record, in the order of the file.
    pub(crate) fn next(&mut self, record: &ByteRecord) -> Result<Option<u32>> {
        match self {
            PersonReader::None => Ok(None),
            PersonReader::Column { place, missing, .. } if missing.contains(&record[*place]) => {
                Ok(Some(0))
            }
            PersonReader::Column { place, texts, .. } => {
                Ok(Some(texts.number(&record[*place])? + 1))
            }
            PersonReader::Listed(numbers) => numbers
                .next()
                .map(|number| Some(*number))
                .ok_or_else(miscounted),
        }
    }

    /// Checks at the end of the file that the list was used up.
    pub(crate) fn finish(self) -> Result<()> {
        match self {
            PersonReader::Listed(rest) if rest.len() > 0 => Err(miscounted()),
            _ => Ok(()),
        }
    }
}

fn miscounted() -> Error {
    Error::data("the file and the list of its persons have different numbers of rows")
        .hint("rows were added or removed after the release")
}
