mod faults;
mod round_trip;
mod shapes;

use super::blocks::BLOCK_BYTES;
use super::csv::read_csv;
use super::*;
use crate::options::ReadOptions;
use crate::table::InputTable;
use crate::watch::{Quiet, ReadWatch};
use equipoise_data::{Column, Error, Result, Table};
use std::path::Path;
use std::sync::OnceLock;
use tempfile::TempDir;

/// A file with these bytes, in a folder that lives as long as the result.
fn file(bytes: &[u8]) -> (TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table.csv");
    std::fs::write(&path, bytes).unwrap();
    (folder, path)
}

/// A pool of one, two or three threads, made once for all tests.
fn pool(threads: usize) -> &'static rayon::ThreadPool {
    static POOLS: OnceLock<Vec<rayon::ThreadPool>> = OnceLock::new();
    let make = |n| {
        rayon::ThreadPoolBuilder::new()
            .num_threads(n)
            .build()
            .unwrap()
    };
    &POOLS.get_or_init(|| (1..=3).map(make).collect())[threads - 1]
}

fn all_columns(names: &[String]) -> Result<Vec<bool>> {
    Ok(vec![true; names.len()])
}

fn read(
    path: &Path,
    options: &ReadOptions,
    block_bytes: usize,
    threads: usize,
) -> Result<InputTable> {
    pool(threads).install(|| {
        read_csv(
            &[path.to_owned()],
            options,
            &all_columns,
            &Quiet,
            block_bytes,
        )
    })
}

/// The cells of a table, row by row.
fn rows(table: &Table) -> Vec<Vec<String>> {
    let cell = |c: &Column, row: usize| c.dictionary.text(c.codes[row]).to_owned();
    (0..table.rows)
        .map(|row| table.columns.iter().map(|c| cell(c, row)).collect())
        .collect()
}

/// Reads a text with every block size up to 40 and the usual one, on one thread and on two, and
/// gives the one result.
#[track_caller]
fn read_every_way(bytes: &[u8], options: &ReadOptions) -> Result<InputTable> {
    let (_folder, path) = file(bytes);
    let expected = read(&path, options, BLOCK_BYTES, 1);
    for block_bytes in 1..40 {
        for threads in [1, 2] {
            match (&expected, read(&path, options, block_bytes, threads)) {
                (Ok(a), Ok(b)) => assert_same(a, &b),
                (Err(a), Err(b)) => assert_eq!(a, &b, "blocks of {block_bytes}, {threads} threads"),
                (a, b) => panic!(
                    "blocks of {block_bytes}, {threads} threads: {:?} or {:?}",
                    a.as_ref().err(),
                    b.err()
                ),
            }
        }
    }
    expected
}

#[track_caller]
fn assert_same(a: &InputTable, b: &InputTable) {
    assert_eq!(rows(&a.table), rows(&b.table));
    for (x, y) in a.table.columns.iter().zip(&b.table.columns) {
        assert_eq!(x.codes, y.codes, "codes are in the order of first sight");
    }
    assert_eq!(
        (&a.names, a.delimiter, &a.sha256, a.bytes, a.crlf),
        (&b.names, b.delimiter, &b.sha256, b.bytes, b.crlf)
    );
}
