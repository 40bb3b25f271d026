//! A Parquet file whose schema was read.

use super::chunk::{Chunk, Shared};
use super::kind::ColumnType;
use crate::errors::{cannot_open, cannot_read};
use crate::source::stored_sha256;
use equipoise_data::{Error, Result};
use parquet::basic::Compression;
use parquet::column::reader::{ColumnReader, get_column_reader};
use parquet::file::metadata::{ColumnChunkMetaData, ParquetMetaData, ParquetMetaDataReader};
use parquet::file::serialized_reader::SerializedPageReader;
use std::fs::File;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A Parquet file: its schema, its row groups, and the means to read its columns.
pub(crate) struct ParquetFile {
    pub(crate) path: PathBuf,
    pub(crate) size: u64,
    pub(crate) rows: usize,
    file: Shared,
    metadata: ParquetMetaData,
    fields: Vec<Field>,
}

/// A column as people see it: its name, and where its values are or why they cannot be read.
struct Field {
    name: String,
    column: std::result::Result<(usize, ColumnType), &'static str>,
}

impl ParquetFile {
    /// Opens a file and reads what stands at its end.
    pub(crate) fn open(path: &Path) -> Result<Self> {
        let file = File::open(path).map_err(|e| cannot_open(path, e))?;
        let status = file.metadata().map_err(|e| cannot_open(path, e))?;
        if !status.is_file() {
            return Err(Error::usage("is a Parquet table that comes through a pipe")
                .at_file("`{}` ", path)
                .hint("save it as a file: its end is read before its beginning"));
        }
        let file = Shared::new(file, status.len());
        let metadata = guarded(|| {
            ParquetMetaDataReader::new()
                .parse_and_finish(&file)
                .map_err(|_| ())
        })
        .map_err(|()| {
            damaged(
                path,
                "its description at the end of the file cannot be read",
            )
        })?;
        let fields = fields(&metadata);
        check_names(path, &fields)?;
        let rows = count_rows(&metadata)
            .ok_or_else(|| damaged(path, "the number of its rows makes no sense"))?;
        Ok(ParquetFile {
            path: path.to_owned(),
            size: status.len(),
            rows,
            file,
            metadata,
            fields,
        })
    }

    pub(crate) fn names(&self) -> Vec<String> {
        self.fields.iter().map(|f| f.name.clone()).collect()
    }

    /// Where a column is and what it holds. One that cannot be read as texts is an error, or `None`
    /// where it is dispensable.
    pub(crate) fn place(
        &self,
        name: &str,
        dispensable: bool,
    ) -> Result<Option<(usize, ColumnType)>> {
        let field = self
            .fields
            .iter()
            .find(|f| f.name == name)
            .ok_or_else(|| Error::internal(format!("column `{name}` was not found")))?;
        match &field.column {
            Ok((_, of)) if dispensable && of.is_raw() => Ok(None),
            Ok(column) => Ok(Some(column.clone())),
            Err(_) if dispensable => Ok(None),
            Err(what) => Err(Error::data(format!(
                "is {what}; a table has one value per cell"
            ))
            .at_column("column `{}` ", name)
            .in_file(&self.path)
            .hint("leave the column out of the file, or turn it into columns of single values")),
        }
    }

    pub(crate) fn groups(&self) -> usize {
        self.metadata.num_row_groups()
    }

    pub(crate) fn rows_of(&self, group: usize) -> usize {
        usize::try_from(self.metadata.row_group(group).num_rows()).unwrap_or(0)
    }

    /// The values of a column in a row group, and how many bytes they take on disk.
    pub(crate) fn column(&self, group: usize, leaf: usize) -> Result<(ColumnReader, u64)> {
        let place = || format!("column {} of row group {}", leaf + 1, group + 1);
        let of = self
            .metadata
            .row_group(group)
            .columns()
            .get(leaf)
            .ok_or_else(|| damaged(&self.path, &format!("{} is lacking", place())))?;
        check_compression(&self.path, of)?;
        let (start, length) = range(of, self.size)
            .ok_or_else(|| damaged(&self.path, &format!("{} lies outside of it", place())))?;
        let bytes = self
            .file
            .bytes(start, length)
            .map_err(|e| cannot_read(&self.path, e))?;
        let chunk = Arc::new(Chunk {
            start,
            bytes: bytes.into(),
        });
        let reader = guarded(|| {
            let pages =
                SerializedPageReader::new(chunk, of, self.rows_of(group), None).map_err(|_| ())?;
            Ok(get_column_reader(of.column_descr_ptr(), Box::new(pages)))
        });
        Ok((
            reader.map_err(|()| damaged(&self.path, &place()))?,
            length as u64,
        ))
    }

    /// The checksum of the file.
    pub(crate) fn sha256(&self) -> Result<String> {
        stored_sha256(&self.path)
    }
}

/// Runs code of the decoder, which was not written for damaged files: a panic in it is an error
/// like any other.
pub(crate) fn guarded<T>(
    decode: impl FnOnce() -> std::result::Result<T, ()>,
) -> std::result::Result<T, ()> {
    catch_unwind(AssertUnwindSafe(decode)).unwrap_or(Err(()))
}

pub(crate) fn damaged(path: &Path, what: &str) -> Error {
    Error::data(format!("the Parquet file is damaged: {what}"))
        .in_file(path)
        .hint("copy or download the file again and compare its checksum")
}

fn fields(metadata: &ParquetMetaData) -> Vec<Field> {
    let schema = metadata.file_metadata().schema_descr();
    let mut leaf = 0;
    let roots = schema.root_schema().get_fields().iter();
    roots
        .map(|root| {
            let first = leaf;
            while leaf < schema.num_columns()
                && schema.get_column_root(leaf).name() == root.name()
                && (leaf == first || root.is_group())
            {
                leaf += 1;
            }
            Field {
                name: root.name().to_owned(),
                column: ColumnType::of(root).map(|of| (first, of)),
            }
        })
        .collect()
}

fn check_names(path: &Path, fields: &[Field]) -> Result<()> {
    if fields.is_empty() {
        return Err(Error::data("the file has no columns").in_file(path));
    }
    for (i, field) in fields.iter().enumerate() {
        if field.name.trim().is_empty() {
            return Err(Error::data(format!("column {} has no name", i + 1))
                .in_file(path)
                .hint("name every column"));
        }
        if fields[..i].iter().any(|f| f.name == field.name) {
            return Err(
                Error::data(format!("several columns have the name `{}`", field.name))
                    .at_column("", &field.name)
                    .in_file(path)
                    .hint("give each column a name of its own"),
            );
        }
    }
    Ok(())
}

/// The sum of the rows of all groups, which must be what the file says.
fn count_rows(metadata: &ParquetMetaData) -> Option<usize> {
    let groups = metadata
        .row_groups()
        .iter()
        .map(|group| usize::try_from(group.num_rows()).ok());
    let rows = groups.sum::<Option<usize>>()?;
    (i64::try_from(rows).ok()? == metadata.file_metadata().num_rows()).then_some(rows)
}

fn check_compression(path: &Path, of: &ColumnChunkMetaData) -> Result<()> {
    let name = match of.compression() {
        Compression::BROTLI(_) => "Brotli",
        Compression::LZO => "LZO",
        _ => return Ok(()),
    };
    Err(Error::data(format!(
        "columns are compressed with {name}; accepted: zstd, Snappy, gzip, LZ4, none"
    ))
    .in_file(path)
    .hint("write the file again with zstd"))
}

/// Where a column chunk lies, if that is inside of the file.
fn range(of: &ColumnChunkMetaData, size: u64) -> Option<(u64, usize)> {
    let start = u64::try_from(
        of.dictionary_page_offset()
            .unwrap_or_else(|| of.data_page_offset()),
    )
    .ok()?;
    let length = u64::try_from(of.compressed_size()).ok()?;
    (start.checked_add(length)? <= size).then_some((start, usize::try_from(length).ok()?))
}
