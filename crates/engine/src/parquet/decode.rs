//! From the columns of Parquet files to columns of codes.
//!
//! A column is read from the first row group of the first file to the last of the last, by one
//! thread, and different columns by different threads. So codes are in the order of first sight, on
//! any number of threads, and of each column being read no more than one row group is in memory.

use super::file::{ParquetFile, damaged, guarded};
use super::kind::{ColumnType, Kind};
use super::text::{write_bytes, write_integer};
use crate::cells::Cells;
use crate::errors::stopped;
use crate::reserve::reserve_if_possible;
use crate::watch::ReadWatch;
use equipoise_data::{Column, Error, Result};
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{AsBytes, DataType};
use rayon::prelude::*;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};

/// Cells decoded at a time.
const BATCH: usize = 8 << 10;

/// What all columns have in common while they are read.
pub(crate) struct Reading<'a> {
    pub(crate) files: &'a [ParquetFile],
    /// The text of a null; without one a null is an error.
    pub(crate) null: Option<&'a str>,
    pub(crate) watch: &'a dyn ReadWatch,
    /// Bytes on disk, those of columns that are not read included.
    pub(crate) total: u64,
}

/// Reads columns, each given by its name and, for each file, its place and type.
///
/// The error is that of the first column with one.
pub(crate) fn read_columns(
    reading: &Reading<'_>,
    wanted: Vec<(String, Vec<(usize, ColumnType)>)>,
) -> Result<Vec<Column>> {
    let done = AtomicU64::new(0);
    let count = wanted.len();
    let columns: Vec<Result<Column>> = wanted
        .into_par_iter()
        .with_max_len(1)
        .map(|(name, of)| read_column(reading, name, &of, count, &done))
        .collect();
    columns.into_iter().collect()
}

fn read_column(
    reading: &Reading<'_>,
    name: String,
    of: &[(usize, ColumnType)],
    columns: usize,
    done: &AtomicU64,
) -> Result<Column> {
    let rows: usize = reading.files.iter().map(|f| f.rows).sum();
    let mut column = Codes::new(columns, rows, reading.null);
    for (file, (leaf, of)) in reading.files.iter().zip(of) {
        column.known.clear();
        for group in 0..file.groups() {
            if reading.watch.stopped() {
                return Err(stopped());
            }
            let (reader, bytes) = file.column(group, *leaf)?;
            let rows = file.rows_of(group);
            let found =
                guarded(|| Ok(column.read(reader, of, rows))).unwrap_or(Err(Fault::Damaged));
            found.map_err(|fault| fault.error(file, &name, group))?;
            reading.watch.progress(
                done.fetch_add(bytes, Ordering::Relaxed) + bytes,
                reading.total,
            );
        }
    }
    let Cells {
        dictionary, codes, ..
    } = column.cells;
    Ok(Column {
        name,
        dictionary,
        codes,
    })
}

/// Why a column cannot be read.
#[derive(Clone, Copy, Debug)]
enum Fault {
    Damaged,
    /// A value that is none of its type.
    Value,
    NotUtf8,
    Null,
}

impl Fault {
    fn error(self, file: &ParquetFile, name: &str, group: usize) -> Error {
        let group = group + 1;
        let (what, hint) = match self {
            Fault::Damaged => {
                let what = format!("column `{name}` in row group {group} cannot be decoded");
                return damaged(&file.path, &what).at_column("", name);
            }
            Fault::Value => (
                format!("has a value in row group {group} that its type does not allow"),
                "look for times of more than a day, and for numbers of more than 128 bits",
            ),
            Fault::NotUtf8 => (
                format!("has bytes in row group {group} that are not UTF-8 text"),
                "write the column as text, or leave it out of the file",
            ),
            Fault::Null => (
                "has nulls, and no text means missing".to_owned(),
                "name one in `[input]`, such as `missing = [\"\"]`",
            ),
        };
        Error::data(what)
            .at_column("column `{}` ", name)
            .in_file(&file.path)
            .hint(hint)
    }
}

/// A column on its way to codes, with a small memory of numbers seen before.
struct Codes<'a> {
    cells: Cells,
    known: Known,
    null: Option<&'a str>,
    text: String,
}

/// Numbers and their codes, at a place that the number itself chooses.
struct Known(Vec<Option<(i64, u32)>>);

impl Known {
    const BITS: u32 = 10;

    fn clear(&mut self) {
        self.0.clear();
        self.0.resize(1 << Self::BITS, None);
    }

    #[inline]
    fn place(value: i64) -> usize {
        ((value as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - Self::BITS)) as usize
    }
}

impl<'a> Codes<'a> {
    fn new(columns: usize, rows: usize, null: Option<&'a str>) -> Self {
        // The number of rows is what the file says, which may be nonsense: then the codes grow as
        // they come.
        let mut cells = Cells::new(columns, 0);
        reserve_if_possible(&mut cells.codes, rows.min(1 << 28));
        Codes {
            cells,
            known: Known(Vec::new()),
            null,
            text: String::new(),
        }
    }

    fn read(&mut self, reader: ColumnReader, of: &ColumnType, rows: usize) -> Result<(), Fault> {
        let kind = of.kind;
        match reader {
            ColumnReader::BoolColumnReader(r) => self.all(r, of, rows, |c, v| {
                c.number(i64::from(*v), |t| write!(t, "{v}").ok())
            }),
            ColumnReader::Int32ColumnReader(r) => self.all(r, of, rows, |c, &v| {
                c.number(v.into(), |t| write_integer(t, kind, v.into(), 32))
            }),
            ColumnReader::Int64ColumnReader(r) => self.all(r, of, rows, |c, &v| {
                c.number(v, |t| write_integer(t, kind, v, 64))
            }),
            ColumnReader::Int96ColumnReader(r) => self.all(r, of, rows, |c, v| {
                let data = v.data();
                c.written(|t| {
                    super::calendar::write_int96(
                        t,
                        u64::from(data[1]) << 32 | u64::from(data[0]),
                        data[2],
                    )
                })
            }),
            // The bits of a float tell floats apart, NaN among them.
            ColumnReader::FloatColumnReader(r) => self.all(r, of, rows, |c, v| {
                c.number(v.to_bits().into(), |t| write!(t, "{v}").ok())
            }),
            ColumnReader::DoubleColumnReader(r) => self.all(r, of, rows, |c, v| {
                c.number(v.to_bits() as i64, |t| write!(t, "{v}").ok())
            }),
            ColumnReader::ByteArrayColumnReader(r) => {
                self.all(r, of, rows, |c, v| c.bytes(kind, v.as_bytes()))
            }
            ColumnReader::FixedLenByteArrayColumnReader(r) => {
                self.all(r, of, rows, |c, v| c.bytes(kind, v.as_bytes()))
            }
        }
    }

    /// Reads all values of a row group; `rows` is how many there must be.
    fn all<T: DataType>(
        &mut self,
        mut reader: ColumnReaderImpl<T>,
        of: &ColumnType,
        rows: usize,
        push: impl Fn(&mut Self, &T::T) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let (mut values, mut levels) = (Vec::with_capacity(BATCH), Vec::with_capacity(BATCH));
        let mut left = rows;
        loop {
            values.clear();
            levels.clear();
            let wanted = BATCH.min(left).max(1);
            let (read, found, _) = reader
                .read_records(wanted, Some(&mut levels), None, &mut values)
                .map_err(|_| Fault::Damaged)?;
            if read > left || (read == 0 && left > 0) || values.len() != found {
                return Err(Fault::Damaged);
            }
            if read == 0 {
                return Ok(());
            }
            left -= read;
            if of.is_optional() && found < read {
                let mut next = values.iter();
                for &level in &levels {
                    if level == 0 {
                        self.null()?
                    } else {
                        push(self, next.next().ok_or(Fault::Damaged)?)?
                    }
                }
            } else {
                values.iter().try_for_each(|value| push(self, value))?;
            }
        }
    }

    fn null(&mut self) -> Result<(), Fault> {
        let text = self.null.ok_or(Fault::Null)?;
        self.cells.push(text, 0, text.len());
        Ok(())
    }

    /// A number, of which `write` makes the text if it was not seen a moment ago.
    #[inline]
    fn number(
        &mut self,
        value: i64,
        write: impl FnOnce(&mut String) -> Option<()>,
    ) -> Result<(), Fault> {
        let place = Known::place(value);
        if let Some((known, code)) = self.known.0[place]
            && known == value
        {
            self.cells.codes.push(code);
            return Ok(());
        }
        self.written(write)?;
        self.known.0[place] = self.cells.codes.last().map(|&code| (value, code));
        Ok(())
    }

    fn written(&mut self, write: impl FnOnce(&mut String) -> Option<()>) -> Result<(), Fault> {
        self.text.clear();
        write(&mut self.text).ok_or(Fault::Value)?;
        let code = self.cells.dictionary.intern(&self.text);
        self.cells.codes.push(code);
        Ok(())
    }

    #[inline]
    fn bytes(&mut self, kind: Kind, bytes: &[u8]) -> Result<(), Fault> {
        match kind {
            Kind::Text => self.cells.push_bytes(bytes).ok_or(Fault::NotUtf8),
            _ => self.written(|text| write_bytes(text, kind, bytes)),
        }
    }
}
