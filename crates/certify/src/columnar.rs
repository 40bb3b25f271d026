//! Reads a released Parquet file, with code of its own from values to texts.
//!
//! The texts are those that the guide gives for each type, because a table has the same classes and
//! the same values in every format. A null is missing: it stands for the empty text if that means
//! missing, else for the first text that does.

use crate::plain_text::PlainText;
use crate::question::Question;
use crate::texts::Texts;
use crate::{Error, Result};
use bytes::Bytes;
use csv::ByteRecord;
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{AsBytes, DataType};
use parquet::file::reader::{FileReader, SerializedFileReader};
use rayon::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The rows of a Parquet file.
pub(crate) struct Columnar {
    file: SerializedFileReader<Bytes>,
    names: Vec<String>,
    kinds: Vec<PlainText>,
    null: Option<Vec<u8>>,
    /// The row group that is read next.
    group: usize,
    /// The columns of the present group: distinct texts, and for each row the number of one.
    columns: Vec<(Texts, Vec<u32>)>,
    /// The row of the present group that is read next.
    row: usize,
}

impl Columnar {
    pub(crate) fn open(question: &Question, bytes: Vec<u8>) -> Result<Self> {
        let file = unless_damaged(|| {
            SerializedFileReader::new(Bytes::from(bytes)).map_err(|_| damaged())
        })?;
        let schema = file.metadata().file_metadata().schema_descr();
        let fields = schema.root_schema().get_fields();
        if fields.len() != schema.num_columns() {
            return Err(Error::data(
                "a column of the file holds lists or structures; a released table has one value per cell",
            ));
        }
        let kinds = fields
            .iter()
            .map(|field| PlainText::of(field))
            .collect::<Result<_>>()?;
        let null = question
            .missing
            .iter()
            .find(|text| text.is_empty())
            .or(question.missing.first());
        Ok(Columnar {
            names: fields.iter().map(|field| field.name().to_owned()).collect(),
            kinds,
            null: null.map(|text| text.clone().into_bytes()),
            group: 0,
            columns: Vec::new(),
            row: 0,
            file,
        })
    }

    pub(crate) fn names(&self) -> &[String] {
        &self.names
    }

    /// Writes the next row into `record`; `None` at the end, else whether it is the same as the row
    /// before it.
    pub(crate) fn next(&mut self, record: &mut ByteRecord) -> Result<Option<bool>> {
        while self
            .columns
            .first()
            .is_none_or(|(_, rows)| self.row == rows.len())
        {
            if self.group == self.file.num_row_groups() {
                return Ok(None);
            }
            self.columns = self.decode_group(self.group)?;
            (self.group, self.row) = (self.group + 1, 0);
        }
        let row = self.row;
        self.row += 1;
        // Numbers of texts are those of one group only.
        if row > 0
            && self
                .columns
                .iter()
                .all(|(_, rows)| rows[row] == rows[row - 1])
        {
            return Ok(Some(true));
        }
        record.clear();
        self.columns
            .iter()
            .for_each(|(texts, rows)| record.push_field(texts.get(rows[row])));
        Ok(Some(false))
    }

    fn decode_group(&self, group: usize) -> Result<Vec<(Texts, Vec<u32>)>> {
        let rows = usize::try_from(self.file.metadata().row_group(group).num_rows())
            .map_err(|_| damaged())?;
        let decode = |column: usize| {
            unless_damaged(|| {
                let reader = self
                    .file
                    .get_row_group(group)
                    .and_then(|g| g.get_column_reader(column))
                    .map_err(|_| damaged())?;
                let mut decoded = Decoded {
                    texts: Texts::default(),
                    rows: Vec::new(),
                    null: self.null.as_deref(),
                    text: Vec::new(),
                };
                decoded.read(reader, self.kinds[column], rows)?;
                Ok((decoded.texts, decoded.rows))
            })
        };
        (0..self.names.len())
            .into_par_iter()
            .with_max_len(1)
            .map(decode)
            .collect()
    }
}

fn damaged() -> Error {
    Error::data("the file is not a Parquet file, or it is damaged")
}

/// Code that was not written for damaged files may panic on one.
fn unless_damaged<T>(decode: impl FnOnce() -> Result<T>) -> Result<T> {
    catch_unwind(AssertUnwindSafe(decode)).unwrap_or_else(|_| Err(damaged()))
}

/// A column of a row group on its way to texts.
struct Decoded<'a> {
    texts: Texts,
    rows: Vec<u32>,
    null: Option<&'a [u8]>,
    text: Vec<u8>,
}

impl Decoded<'_> {
    fn read(&mut self, reader: ColumnReader, kind: PlainText, rows: usize) -> Result<()> {
        match reader {
            ColumnReader::BoolColumnReader(r) => self.all(r, rows, |v, out| kind.boolean(*v, out)),
            ColumnReader::Int32ColumnReader(r) => {
                self.all(r, rows, |v, out| kind.integer(i64::from(*v), 4, out))
            }
            ColumnReader::Int64ColumnReader(r) => {
                self.all(r, rows, |v, out| kind.integer(*v, 8, out))
            }
            ColumnReader::Int96ColumnReader(r) => {
                self.all(r, rows, |v, out| kind.int96(v.data(), out))
            }
            ColumnReader::FloatColumnReader(r) => self.all(r, rows, |v, out| kind.float(v, out)),
            ColumnReader::DoubleColumnReader(r) => self.all(r, rows, |v, out| kind.float(v, out)),
            ColumnReader::ByteArrayColumnReader(r) => {
                self.all(r, rows, |v, out| kind.bytes(v.as_bytes(), out))
            }
            ColumnReader::FixedLenByteArrayColumnReader(r) => {
                self.all(r, rows, |v, out| kind.bytes(v.as_bytes(), out))
            }
        }
    }

    /// Reads all values; a value like the one before it is not turned into text again.
    fn all<T: DataType>(
        &mut self,
        mut reader: ColumnReaderImpl<T>,
        rows: usize,
        write: impl Fn(&T::T, &mut Vec<u8>) -> bool,
    ) -> Result<()> {
        let (mut values, mut levels) = (Vec::new(), Vec::new());
        while self.rows.len() <= rows {
            values.clear();
            levels.clear();
            let (read, found, _) = reader
                .read_records(4096, Some(&mut levels), None, &mut values)
                .map_err(|_| damaged())?;
            if read == 0 {
                break;
            }
            // Without levels every row has a value.
            levels.resize(
                if levels.is_empty() {
                    read
                } else {
                    levels.len()
                },
                1,
            );
            let there = levels.iter().filter(|level| **level > 0).count();
            if levels.len() != read || found != there || values.len() != there {
                return Err(damaged());
            }
            let mut next = values.iter();
            let mut before: Option<(&T::T, u32)> = None;
            for level in &levels {
                let number = match (*level > 0).then(|| next.next()).flatten() {
                    None => self.texts.number(self.null.ok_or_else(|| {
                        Error::data("the file has a null, and no text means missing")
                    })?)?,
                    Some(value) => match before {
                        Some((same, number)) if same == value => number,
                        _ => {
                            self.text.clear();
                            if !write(value, &mut self.text) {
                                return Err(Error::data(
                                    "the file has a value that its type does not allow",
                                ));
                            }
                            let number = self.texts.number(&self.text)?;
                            before = Some((value, number));
                            number
                        }
                    },
                };
                self.rows.push(number);
            }
        }
        if self.rows.len() == rows {
            Ok(())
        } else {
            Err(damaged())
        }
    }
}
