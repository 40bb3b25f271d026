mod damage;
mod kept;
mod shapes;

use super::*;
use crate::options::{FileFormat, ReadOptions};
use crate::read::read_tables;
use crate::table::InputTable;
use crate::watch::Quiet;
use ::parquet::data_type::*;
use ::parquet::file::properties::WriterProperties;
use ::parquet::file::reader::{FileReader, SerializedFileReader};
use ::parquet::file::writer::SerializedFileWriter;
use ::parquet::schema::parser::parse_message_type;
use equipoise_data::{Result, Table};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Values of a column, with holes.
#[derive(Clone, Debug, PartialEq)]
enum Raw {
    Boolean(Vec<Option<bool>>),
    Int32(Vec<Option<i32>>),
    Int64(Vec<Option<i64>>),
    Int96(Vec<Option<Int96>>),
    Float(Vec<Option<f32>>),
    Double(Vec<Option<f64>>),
    Bytes(Vec<Option<Vec<u8>>>),
    Fixed(Vec<Option<Vec<u8>>>),
}

macro_rules! each {
    ($raw:expr, $values:ident, $type:ident => $body:expr) => {
        match $raw {
            Raw::Boolean($values) => {
                type $type = BoolType;
                $body
            }
            Raw::Int32($values) => {
                type $type = Int32Type;
                $body
            }
            Raw::Int64($values) => {
                type $type = Int64Type;
                $body
            }
            Raw::Int96($values) => {
                type $type = Int96Type;
                $body
            }
            Raw::Float($values) => {
                type $type = FloatType;
                $body
            }
            Raw::Double($values) => {
                type $type = DoubleType;
                $body
            }
            Raw::Bytes($values) => {
                type $type = ByteArrayType;
                $body
            }
            Raw::Fixed($values) => {
                type $type = FixedLenByteArrayType;
                $body
            }
        }
    };
}

/// Writes a file with the fields of a schema such as `required int32 a; optional binary b (UTF8);`,
/// all in groups of rows.
// One expression for all types: some of them need the clone and the conversion.
#[allow(clippy::useless_conversion, clippy::clone_on_copy)]
fn write_raw(path: &Path, fields: &str, columns: &[Raw], group_rows: usize) {
    let schema = Arc::new(parse_message_type(&format!("message table {{ {fields} }}")).unwrap());
    let file = std::fs::File::create(path).unwrap();
    let mut writer =
        SerializedFileWriter::new(file, schema, Arc::new(WriterProperties::builder().build()))
            .unwrap();
    let rows = columns.first().map_or(
        0,
        |c| each!(c, v, T => { let _ = std::any::type_name::<T>(); v.len() }),
    );
    for from in (0..rows).step_by(group_rows.max(1)) {
        let to = rows.min(from + group_rows);
        let mut group = writer.next_row_group().unwrap();
        for column in columns {
            let mut out = group.next_column().unwrap().unwrap();
            each!(column, values, T => {
                let part = &values[from..to];
                let levels: Vec<i16> = part.iter().map(|v| i16::from(v.is_some())).collect();
                let there: Vec<<T as DataType>::T> = part.iter().flatten().map(|v| v.clone().into()).collect();
                out.typed::<T>().write_batch(&there, Some(&levels), None).unwrap();
            });
            out.close().unwrap();
        }
        group.close().unwrap();
    }
    writer.close().unwrap();
}

fn temporary() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table.parquet");
    (folder, path)
}

fn read(paths: &[PathBuf]) -> Result<InputTable> {
    read_tables(
        paths,
        &ReadOptions::default(),
        &|names| Ok(vec![true; names.len()]),
        &Quiet,
    )
}

fn read_one(path: &Path) -> Result<InputTable> {
    read(&[path.to_owned()])
}

/// The cells of a table, row by row.
fn rows(table: &Table) -> Vec<Vec<String>> {
    let cell = |c: &equipoise_data::Column, row: usize| c.dictionary.text(c.codes[row]).to_owned();
    (0..table.rows)
        .map(|row| table.columns.iter().map(|c| cell(c, row)).collect())
        .collect()
}

fn texts(input: &InputTable, column: usize) -> Vec<String> {
    rows(&input.table)
        .into_iter()
        .map(|mut row| row.swap_remove(column))
        .collect()
}

/// Writes the rows of an input again as they are, every column with its type; empty texts are null.
fn rewrite(input: &InputTable, path: &Path, group_rows: usize) {
    let dictionaries: Vec<Vec<String>> = input
        .table
        .columns
        .iter()
        .map(|c| c.dictionary.texts().map(str::to_owned).collect())
        .collect();
    let columns = input
        .table
        .columns
        .iter()
        .zip(&dictionaries)
        .map(|(c, texts)| ParquetColumn {
            name: &c.name,
            of: input.type_of(&c.name),
            texts,
            nulls: texts.iter().map(String::is_empty).collect(),
            unused: Vec::new(),
        });
    let mut out =
        ParquetWriter::with_groups_of(Vec::new(), &columns.collect::<Vec<_>>(), group_rows)
            .unwrap();
    for row in 0..input.table.rows {
        let places: Vec<u32> = input.table.columns.iter().map(|c| c.codes[row]).collect();
        out.rows(&places, 1).unwrap();
    }
    std::fs::write(path, out.finish().unwrap()).unwrap();
}

/// The fields of a file with their types, as the crate prints them.
fn fields(path: &Path) -> Vec<String> {
    let reader = SerializedFileReader::new(std::fs::File::open(path).unwrap()).unwrap();
    let schema = reader
        .metadata()
        .file_metadata()
        .schema_descr()
        .root_schema_ptr();
    schema
        .get_fields()
        .iter()
        .map(|f| format!("{f:?}"))
        .collect()
}
