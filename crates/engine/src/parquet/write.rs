//! Writing Parquet: the same rows give the same bytes.

use super::kind::ColumnType;
use super::text::Cell;
use bytes::Bytes;
use parquet::basic::{Compression, Type as Physical, ZstdLevel};
use parquet::column::writer::{ColumnCloseResult, ColumnWriter, get_column_writer};
use parquet::data_type::{ByteArray, FixedLenByteArray, Int96};
use parquet::errors::ParquetError;
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterPropertiesPtr};
use parquet::file::writer::{SerializedFileWriter, SerializedPageWriter, TrackedWrite};
use parquet::schema::types::{ColumnDescPtr, Type};
use rayon::prelude::*;
use std::io::{self, Write};
use std::sync::Arc;

/// Rows in a row group: what is in memory at a time, and what readers can skip.
const GROUP_ROWS: usize = 1 << 18;

/// A column to be written: the texts that occur, of which rows name one by its place.
#[derive(Clone, Debug)]
pub struct ParquetColumn<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its type, where it is released as it was read. Without one, or where a text is none of the
    /// type, it has UTF-8 texts.
    pub of: Option<&'a ColumnType>,
    /// The texts that rows name.
    pub texts: &'a [String],
    /// For each text whether it is written as null. A required column has no nulls: there the text
    /// itself is written.
    pub nulls: Vec<bool>,
    /// Places of texts that no row names: they have no say in the type.
    pub unused: Vec<usize>,
}

/// Writes a table row by row, in pages compressed by zstd with dictionaries, and nothing that is
/// not in the table: no statistics, no time, none of the notes that the input may have had about
/// itself.
///
/// Nothing is complete before [`finish`](ParquetWriter::finish).
/// [`write_error`](crate::write_error) turns its errors into ours.
///
/// ```
/// use equipoise_engine::{ParquetColumn, ParquetWriter};
/// let texts = ["20-39".to_owned(), "NA".to_owned()];
/// let age = ParquetColumn { name: "age", of: None, texts: &texts, nulls: vec![false, true], unused: Vec::new() };
/// let mut out = ParquetWriter::new(Vec::new(), &[age])?;
/// out.rows(&[0], 3)?;
/// out.rows(&[1], 1)?;
/// let bytes = out.finish()?;
/// assert_eq!((&bytes[..4], &bytes[bytes.len() - 4..]), (&b"PAR1"[..], &b"PAR1"[..]));
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct ParquetWriter<W: Write + Send> {
    file: SerializedFileWriter<W>,
    columns: Vec<Values>,
    /// Per column the texts of the rows of the group that is being filled.
    group: Vec<Vec<u32>>,
    group_rows: usize,
}

impl<W: Write + Send> ParquetWriter<W> {
    /// A writer of rows of these columns into `out`, which needs no buffer of its own.
    pub fn new(out: W, columns: &[ParquetColumn<'_>]) -> io::Result<Self> {
        ParquetWriter::with_groups_of(out, columns, GROUP_ROWS)
    }

    /// [`ParquetWriter::new`] with groups of so many rows, so that tests can have several.
    pub(crate) fn with_groups_of(
        out: W,
        columns: &[ParquetColumn<'_>],
        group_rows: usize,
    ) -> io::Result<Self> {
        let values = columns
            .iter()
            .map(Values::new)
            .collect::<io::Result<Vec<_>>>()?;
        let leaves = values.iter().map(|v| v.of.leaf.clone()).collect();
        let schema = Type::group_type_builder("table")
            .with_fields(leaves)
            .build()
            .map_err(failed)?;
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::try_new(3).map_err(failed)?))
            .set_statistics_enabled(EnabledStatistics::None)
            .set_offset_index_disabled(true)
            .set_created_by("equipoise".to_owned())
            .build();
        let file = SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties))
            .map_err(failed)?;
        Ok(ParquetWriter {
            file,
            group: vec![Vec::new(); values.len()],
            columns: values,
            group_rows,
        })
    }

    /// Writes a row `count` times; `places` has the place of the text of each column.
    pub fn rows(&mut self, places: &[u32], count: u64) -> io::Result<()> {
        let mut left = usize::try_from(count).map_err(io::Error::other)?;
        while left > 0 {
            let filled = self.group.first().map_or(0, Vec::len);
            let now = left.min(self.group_rows - filled);
            for (column, &place) in self.group.iter_mut().zip(places) {
                column.extend(std::iter::repeat_n(place, now));
            }
            left -= now;
            if filled + now == self.group_rows {
                self.write_group()?;
            }
        }
        Ok(())
    }

    /// Writes what is left and gives the underlying writer back, neither flushed nor closed.
    pub fn finish(mut self) -> io::Result<W> {
        if self.group.first().is_some_and(|column| !column.is_empty()) {
            self.write_group()?;
        }
        self.file.into_inner().map_err(failed)
    }

    /// Columns are encoded on all threads and written in their order.
    fn write_group(&mut self) -> io::Result<()> {
        let properties = self.file.properties().clone();
        let descriptions: Vec<ColumnDescPtr> = self.file.schema_descr().columns().to_vec();
        let encoded: Vec<io::Result<(Bytes, ColumnCloseResult)>> =
            (&self.columns, &self.group, descriptions)
                .into_par_iter()
                .with_max_len(1)
                .map(|(values, places, description)| {
                    values.encode(places, description, &properties)
                })
                .collect();
        let mut group = self.file.next_row_group().map_err(failed)?;
        for column in encoded {
            let (bytes, close) = column?;
            group.append_column(&bytes, close).map_err(failed)?;
        }
        group.close().map_err(failed)?;
        self.group.iter_mut().for_each(Vec::clear);
        Ok(())
    }
}

fn failed(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(inner) => match inner.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(other) => io::Error::other(other),
        },
        other => io::Error::other(other),
    }
}

/// The values of a column that rows name, in the form in which they are written.
struct Values {
    of: ColumnType,
    values: List,
    nulls: Vec<bool>,
}

enum List {
    Boolean(Vec<bool>),
    Int32(Vec<i32>),
    Int64(Vec<i64>),
    Int96(Vec<Int96>),
    Float(Vec<f32>),
    Double(Vec<f64>),
    Bytes(Vec<ByteArray>),
    Fixed(Vec<FixedLenByteArray>),
}

impl Values {
    fn new(column: &ParquetColumn<'_>) -> io::Result<Self> {
        let typed = column.of.and_then(|of| Values::typed(of, column));
        let texts = || Values::typed(&ColumnType::text(column.name)?, column);
        typed
            .or_else(texts)
            .ok_or_else(|| io::Error::other(format!("column `{}` has no type", column.name)))
    }

    /// The values of a type, if all texts are such values.
    fn typed(of: &ColumnType, column: &ParquetColumn<'_>) -> Option<Self> {
        let nulls: Vec<bool> = column
            .nulls
            .iter()
            .map(|&null| null && of.is_optional())
            .collect();
        let cell = |(place, text): (usize, &String)| {
            let is_empty = nulls[place] || column.unused.contains(&place);
            if is_empty {
                Some(None)
            } else {
                Cell::parse(of, text).map(Some)
            }
        };
        let cells = column.texts.iter().enumerate().map(cell);
        let cells: Vec<Option<Cell>> = cells.collect::<Option<_>>()?;
        Some(Values {
            of: of.clone(),
            values: List::new(of.physical(), cells)?,
            nulls,
        })
    }

    fn encode(
        &self,
        places: &[u32],
        of: ColumnDescPtr,
        properties: &WriterPropertiesPtr,
    ) -> io::Result<(Bytes, ColumnCloseResult)> {
        let mut sink = TrackedWrite::new(Vec::new());
        let mut writer = get_column_writer(
            of,
            properties.clone(),
            Box::new(SerializedPageWriter::new(&mut sink)),
        );
        self.write(places, &mut writer).map_err(failed)?;
        let close = writer.close().map_err(failed)?;
        Ok((sink.into_inner().map_err(failed)?.into(), close))
    }

    fn write(&self, places: &[u32], writer: &mut ColumnWriter<'_>) -> Result<(), ParquetError> {
        const BATCH: usize = 8 << 10;
        for places in places.chunks(BATCH) {
            let levels: Vec<i16> = places
                .iter()
                .map(|&p| i16::from(!self.nulls[p as usize]))
                .collect();
            let levels = self.of.is_optional().then_some(levels.as_slice());
            let there = places
                .iter()
                .map(|&p| p as usize)
                .filter(|&p| !self.nulls[p]);
            match (&self.values, &mut *writer) {
                (List::Boolean(v), ColumnWriter::BoolColumnWriter(w)) => {
                    w.write_batch(&pick(v, there), levels, None)?
                }
                (List::Int32(v), ColumnWriter::Int32ColumnWriter(w)) => {
                    w.write_batch(&pick(v, there), levels, None)?
                }
                (List::Int64(v), ColumnWriter::Int64ColumnWriter(w)) => {
                    w.write_batch(&pick(v, there), levels, None)?
                }
                (List::Int96(v), ColumnWriter::Int96ColumnWriter(w)) => {
                    w.write_batch(&pick(v, there), levels, None)?
                }
                (List::Float(v), ColumnWriter::FloatColumnWriter(w)) => {
                    w.write_batch(&pick(v, there), levels, None)?
                }
                (List::Double(v), ColumnWriter::DoubleColumnWriter(w)) => {
                    w.write_batch(&pick(v, there), levels, None)?
                }
                (List::Bytes(v), ColumnWriter::ByteArrayColumnWriter(w)) => {
                    w.write_batch(&pick(v, there), levels, None)?
                }
                (List::Fixed(v), ColumnWriter::FixedLenByteArrayColumnWriter(w)) => {
                    w.write_batch(&pick(v, there), levels, None)?
                }
                _ => {
                    return Err(ParquetError::General(
                        "a column was to be written as another type".to_owned(),
                    ));
                }
            };
        }
        Ok(())
    }
}

fn pick<T: Clone>(values: &[T], places: impl Iterator<Item = usize>) -> Vec<T> {
    places.map(|place| values[place].clone()).collect()
}

impl List {
    /// The list of the cells of a physical type; nulls and unused texts get a value that nobody
    /// reads.
    fn new(physical: Physical, cells: Vec<Option<Cell>>) -> Option<Self> {
        macro_rules! list {
            ($form:ident, $cell:ident) => {
                List::$form(
                    cells
                        .into_iter()
                        .map(|cell| match cell {
                            None => Some(Default::default()),
                            Some(Cell::$cell(value)) => Some(value.into()),
                            Some(_) => None,
                        })
                        .collect::<Option<_>>()?,
                )
            };
        }
        Some(match physical {
            Physical::BOOLEAN => list!(Boolean, Boolean),
            Physical::INT32 => list!(Int32, Int32),
            Physical::INT64 => list!(Int64, Int64),
            Physical::INT96 => list!(Int96, Int96),
            Physical::FLOAT => list!(Float, Float),
            Physical::DOUBLE => list!(Double, Double),
            Physical::BYTE_ARRAY => list!(Bytes, Bytes),
            Physical::FIXED_LEN_BYTE_ARRAY => list!(Fixed, Bytes),
        })
    }
}
