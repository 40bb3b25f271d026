//! Tables with types: what is released unchanged keeps its type, and both judges read it
//! alike.

use equipoise::recipe::ColumnRecipe;
use equipoise::{
    Job, Model, Outcome, PublishOptions, Recipe, RunOptions, Source, TypedCells, TypedTable,
    Unwatched, anonymize, decide, verify,
};
use parquet::data_type::{BoolType, DoubleType, FixedLenByteArrayType, Int32Type, Int64Type};
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use std::path::Path;
use std::sync::Arc;

const SCHEMA: &str = "message t {
    required int32 age;
    required int32 year;
    optional int32 born (DATE);
    optional int64 paid (DECIMAL(18,2));
    optional int64 seen (TIMESTAMP(MICROS,true));
    optional boolean smokes;
    optional double weight;
    required fixed_len_byte_array(16) key (UUID);
}";

const RECIPE: &str = r#"
[input]
path = "in.parquet"
[columns]
age = { role = "quasi-identifier", hierarchy = { intervals = [10, 50] } }
year = { role = "quasi-identifier", hierarchy = { intervals = [10] }, max-level = 0 }
born = { role = "sensitive", type = "date" }
paid = { role = "sensitive", type = "decimal" }
seen = { role = "sensitive" }
smokes = { role = "sensitive" }
weight = { role = "sensitive", type = "decimal" }
key = { role = "identifying" }
[[privacy]]
model = "k-anonymity"
k = 4
[[privacy]]
model = "t-closeness"
column = "born"
distance = "ordered"
t = 0.9
[[privacy]]
model = "t-closeness"
column = "paid"
distance = "ordered"
t = 0.9
[[privacy]]
model = "l-diversity"
column = "seen"
l = 2
[[privacy]]
model = "t-closeness"
column = "smokes"
distance = "equal"
t = 0.9
[[privacy]]
model = "t-closeness"
column = "weight"
distance = "ordered"
t = 0.9
[search]
max-suppression = 0.3
[output]
path = "out.parquet"
"#;

fn write_input(path: &Path) {
    let schema = Arc::new(parse_message_type(SCHEMA).unwrap());
    let file = std::fs::File::create(path).unwrap();
    let mut writer =
        SerializedFileWriter::new(file, schema, Arc::new(WriterProperties::builder().build()))
            .unwrap();
    let rows = 0..200i32;
    let levels: Vec<i16> = rows.clone().map(|i| i16::from(i % 9 != 0)).collect();
    let there: Vec<i64> = rows.clone().filter(|i| i % 9 != 0).map(i64::from).collect();
    let mut group = writer.next_row_group().unwrap();
    let mut number = 0;
    while let Some(mut column) = group.next_column().unwrap() {
        match number {
            0 | 1 => {
                let value = |i: i32| {
                    if number == 0 {
                        20 + i % 37
                    } else {
                        2020 + i % 2
                    }
                };
                column
                    .typed::<Int32Type>()
                    .write_batch(&rows.clone().map(value).collect::<Vec<_>>(), None, None)
                    .unwrap();
            }
            2 => {
                let days: Vec<i32> = there
                    .iter()
                    .map(|i| (i % 5 * 7_001 - 9_000) as i32)
                    .collect();
                column
                    .typed::<Int32Type>()
                    .write_batch(&days, Some(&levels), None)
                    .unwrap();
            }
            3 => {
                let cents: Vec<i64> = there.iter().map(|i| i % 6 * 1_050 - 2_005).collect();
                column
                    .typed::<Int64Type>()
                    .write_batch(&cents, Some(&levels), None)
                    .unwrap();
            }
            4 => {
                let moments: Vec<i64> = there
                    .iter()
                    .map(|i| i % 4 * 1_234_567_891 - 2_000_000_000)
                    .collect();
                column
                    .typed::<Int64Type>()
                    .write_batch(&moments, Some(&levels), None)
                    .unwrap();
            }
            5 => {
                column
                    .typed::<BoolType>()
                    .write_batch(
                        &there.iter().map(|i| i % 2 == 0).collect::<Vec<_>>(),
                        Some(&levels),
                        None,
                    )
                    .unwrap();
            }
            6 => {
                let weights: Vec<f64> = there.iter().map(|i| (i % 7) as f64 * 12.3).collect();
                column
                    .typed::<DoubleType>()
                    .write_batch(&weights, Some(&levels), None)
                    .unwrap();
            }
            _ => {
                let keys: Vec<_> = rows.clone().map(|i| vec![i as u8; 16].into()).collect();
                column
                    .typed::<FixedLenByteArrayType>()
                    .write_batch(&keys, None, None)
                    .unwrap();
            }
        }
        column.close().unwrap();
        number += 1;
    }
    group.close().unwrap();
    writer.close().unwrap();
}

/// The fields of a file with their types.
fn fields(path: &Path) -> Vec<String> {
    let reader = SerializedFileReader::new(std::fs::File::open(path).unwrap()).unwrap();
    let root = reader
        .metadata()
        .file_metadata()
        .schema_descr()
        .root_schema_ptr();
    root.get_fields()
        .iter()
        .map(|field| format!("{field:?}"))
        .collect()
}

#[test]
fn unchanged_columns_of_a_table_in_memory_have_types_in_parquet_files() {
    let table = TypedTable::new()
        .with_column("age", [31, 34, 58, 52])
        .and_then(|t| t.with_column("visits", [Some(i64::MIN), None, Some(i64::MAX), Some(3)]))
        .and_then(|t| t.with_column("income", [Some(0.1 + 0.2), None, Some(-1e300), Some(2.0)]))
        .and_then(|t| {
            let days = [
                Some("2026-03-31"),
                None,
                Some("0001-01-01"),
                Some("1950-02-28"),
            ];
            t.with_column("born", TypedCells::dates(days))
        })
        .and_then(|t| t.with_column("smoker", [Some(true), None, Some(false), Some(true)]))
        .and_then(|t| t.with_column("city", [Some("Bonn"), None, Some("Ulm"), Some("Ulm")]))
        .unwrap();
    let names = ["visits", "income", "born", "smoker", "city"];
    let mut recipe = Recipe::builder()
        .column(ColumnRecipe::quasi_identifier("age").intervals([10]))
        .require(Model::k_anonymity(2));
    for name in names {
        recipe = recipe.column(ColumnRecipe::insensitive(name));
    }
    let job = Job::from(recipe.build().unwrap());
    let solution = decide(&job, Source::Table(&table), &Unwatched).unwrap();
    let solution = solution.into_result().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let options = PublishOptions {
        output: Some(folder.path().join("out.parquet")),
        ..PublishOptions::default()
    };
    let release = solution.publish(&options, &Unwatched).unwrap();
    let fields = fields(&release.output);
    for (field, part) in fields.iter().zip([
        "BYTE_ARRAY",
        "INT64",
        "DOUBLE",
        "Date",
        "BOOLEAN",
        "BYTE_ARRAY",
    ]) {
        assert!(field.contains(part), "{field} is not {part}");
    }
    let verified = verify(&release.certificate, None, None, &Unwatched).unwrap();
    assert!(verified.verification.holds());
    let file = std::fs::File::open(&release.output).unwrap();
    let rows = SerializedFileReader::new(file).unwrap().into_iter();
    let rows: Vec<String> = rows.map(|row| row.unwrap().to_string()).collect();
    let rows = rows.join("\n");
    for cell in [
        "visits: -9223372036854775808",
        "visits: 9223372036854775807",
        "income: 0.30000000000000004",
        "income: null",
        "born: null",
        "smoker: false",
    ] {
        assert!(rows.contains(cell), "{cell} is not in {rows}");
    }
}

#[test]
fn unchanged_columns_keep_their_types_and_both_judges_agree() {
    let folder = tempfile::tempdir().unwrap();
    write_input(&folder.path().join("in.parquet"));
    let job = Job::from_text(RECIPE.to_owned(), &folder.path().join("recipe.toml")).unwrap();
    let Outcome::Met(release) = anonymize(&job, &RunOptions::default(), &Unwatched).unwrap() else {
        panic!("nothing was released")
    };
    let (before, after) = (
        fields(&folder.path().join("in.parquet")),
        fields(&release.output),
    );
    assert_eq!(after.len(), 7, "the key is gone");
    assert_eq!(before[1..7], after[1..7]);
    assert!(
        after[0].contains("BYTE_ARRAY") && after[0].contains("String"),
        "{}",
        after[0]
    );
    let verified = verify(
        &release.certificate,
        None,
        Some(&release.record),
        &Unwatched,
    )
    .unwrap();
    assert!(
        verified.verification.holds(),
        "{:?}",
        verified.verification.findings
    );
    assert!(verified.verification.needs_record.is_empty());
}
