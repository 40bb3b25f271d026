//! The same table in every format gives the same release, and every release can be verified.

use equipoise::{Job, Outcome, RunOptions, Unwatched, anonymize, verify};
use equipoise_engine::{ParquetColumn, ParquetWriter, Quiet, ReadOptions, read_table};
use std::path::Path;

const RECIPE: &str = r#"
[input]
path = "INPUT"
[columns.age]
role = "quasi-identifier"
hierarchy = { intervals = [10, 20, 40] }
[columns.sex]
role = "quasi-identifier"
hierarchy = { mask = "right" }
[columns.disease]
role = "sensitive"
[columns.name]
role = "identifying"
[[privacy]]
model = "k-anonymity"
k = 3
[[privacy]]
model = "l-diversity"
column = "disease"
l = 2
[search]
max-suppression = 0.2
[output]
path = "OUTPUT"
"#;

fn rows() -> Vec<[String; 4]> {
    let age = |i: usize| {
        if i.is_multiple_of(13) {
            String::new()
        } else {
            (20 + i * 7 % 50).to_string()
        }
    };
    let sex = |i: usize| ["F", "M", ""][if i.is_multiple_of(17) { 2 } else { i % 2 }].to_owned();
    let disease = |i: usize| ["flu", "cold", "", "gout, \"old\""][i * 5 % 4].to_owned();
    (0..120)
        .map(|i| [format!("person {i}"), age(i), sex(i), disease(i)])
        .collect()
}

const NAMES: [&str; 4] = ["name", "age", "sex", "disease"];

fn write_csv(path: &Path, rows: &[[String; 4]]) {
    let mut out = equipoise_engine::CsvWriter::new(Vec::new(), &Default::default());
    out.row(NAMES).unwrap();
    rows.iter().for_each(|row| out.row(row).unwrap());
    std::fs::write(path, out.finish().unwrap()).unwrap();
}

fn write_parquet(path: &Path, rows: &[[String; 4]]) {
    let texts: Vec<Vec<String>> = (0..4)
        .map(|c| rows.iter().map(|row| row[c].clone()).collect())
        .collect();
    let columns = NAMES.iter().zip(&texts).map(|(name, texts)| ParquetColumn {
        name,
        of: None,
        texts,
        nulls: texts.iter().map(String::is_empty).collect(),
        unused: Vec::new(),
    });
    let mut out = ParquetWriter::new(Vec::new(), &columns.collect::<Vec<_>>()).unwrap();
    (0..rows.len() as u32).for_each(|row| out.rows(&[row; 4], 1).unwrap());
    std::fs::write(path, out.finish().unwrap()).unwrap();
}

/// The cells of a released file; a null is an empty text.
fn cells(path: &Path) -> Vec<Vec<String>> {
    let table = read_table(
        path,
        &ReadOptions::default(),
        &|names| Ok(vec![true; names.len()]),
        &Quiet,
    )
    .unwrap()
    .table;
    let cell = |c: &equipoise_data::Column, row: usize| c.dictionary.text(c.codes[row]).to_owned();
    (0..table.rows)
        .map(|row| table.columns.iter().map(|c| cell(c, row)).collect())
        .collect()
}

#[test]
fn every_format_gives_the_same_release() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let all = rows();
    write_csv(&at("in.csv"), &all);
    write_parquet(&at("in.parquet"), &all);
    std::fs::create_dir(at("parts")).unwrap();
    write_parquet(&at("parts/b.parquet"), &all[50..]);
    write_parquet(&at("parts/a.parquet"), &all[..50]);
    std::fs::create_dir(at("texts")).unwrap();
    write_csv(&at("texts/1.csv"), &all[..7]);
    write_csv(&at("texts/2.csv"), &all[7..]);

    let mut expected = None;
    for input in ["in.csv", "in.parquet", "parts", "texts"] {
        for ending in ["csv", "csv.gz", "csv.zst", "parquet"] {
            let output = format!("out-{}.{ending}", input.replace('.', "-"));
            let text = RECIPE.replace("INPUT", input).replace("OUTPUT", &output);
            let job = Job::from_text(text, &at("recipe.toml")).unwrap();
            let options = RunOptions {
                force: true,
                ..RunOptions::default()
            };
            let Outcome::Met(release) = anonymize(&job, &options, &Unwatched)
                .unwrap_or_else(|e| panic!("{input} {ending}: {e}"))
            else {
                panic!("{input} {ending}: nothing was released")
            };
            let certificate: serde_json::Value =
                serde_json::from_str(&std::fs::read_to_string(&release.certificate).unwrap())
                    .unwrap();
            let format = if ending == "parquet" {
                "parquet"
            } else {
                "csv"
            };
            assert_eq!(certificate["files"][0]["format"], format);
            let found = (
                cells(&release.output),
                certificate["privacy"].clone(),
                release.suppressed_rows,
                release.levels.clone(),
            );
            assert_eq!(
                *expected.get_or_insert_with(|| found.clone()),
                found,
                "{input} {ending}"
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
                "{input} {ending}: {:?}",
                verified.verification.findings
            );

            let mut bytes = std::fs::read(&release.output).unwrap();
            let middle = bytes.len() / 2;
            bytes[middle] ^= 1;
            std::fs::write(&release.output, bytes).unwrap();
            let altered = verify(&release.certificate, None, None, &Unwatched);
            assert!(
                altered.is_err() || !altered.unwrap().verification.holds(),
                "{input} {ending}: an altered file was verified"
            );
        }
    }
}

#[test]
fn a_release_is_not_written_into_the_folder_it_is_made_from() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("parts")).unwrap();
    write_csv(&folder.path().join("parts/1.csv"), &rows());
    let text = RECIPE
        .replace("INPUT", "parts")
        .replace("OUTPUT", "parts/release.csv");
    let job = Job::from_text(text, &folder.path().join("recipe.toml")).unwrap();
    let e = anonymize(&job, &RunOptions::default(), &Unwatched).unwrap_err();
    assert!(e.message().contains("would lie in the input folder"), "{e}");
}
