//! Several Parquet files as one table.

use super::files::no_rows;
use super::names::{kept, match_names};
use crate::options::{FileFormat, Keep, ReadOptions};
use crate::parquet::{ColumnType, ParquetFile, Reading, read_columns};
use crate::source::{has_repeated, joined_sha256};
use crate::table::InputTable;
use crate::watch::ReadWatch;
use equipoise_data::{Error, Result, Table};
use std::path::PathBuf;

/// Reads Parquet files in their order.
pub(super) fn read_parquet(
    paths: &[PathBuf],
    options: &ReadOptions,
    keep: &Keep<'_>,
    watch: &dyn ReadWatch,
) -> Result<InputTable> {
    let files = paths
        .iter()
        .map(|path| ParquetFile::open(path))
        .collect::<Result<Vec<_>>>()?;
    let names = files[0].names();
    let keep = kept(keep, &names)?;
    let (mut wanted, mut types) = (Vec::new(), Vec::new());
    for file in &files[1..] {
        match_names((&paths[0], &names), (&file.path, &file.names()))?;
    }
    for (name, _) in names.iter().zip(&keep).filter(|(_, keep)| **keep) {
        let dispensable = options.dispensable.contains(name);
        let Some(places) = files
            .iter()
            .map(|file| file.place(name, dispensable))
            .collect::<Result<Option<Vec<_>>>>()?
        else {
            continue;
        };
        let mut of = places.iter().map(|(_, of)| of);
        let joined = of
            .next()
            .cloned()
            .and_then(|first| of.try_fold(first, ColumnType::joined));
        types.extend(joined.map(|of| (name.clone(), of)));
        wanted.push((name.clone(), places));
    }
    let rows = files.iter().map(|f| f.rows).sum();
    if rows == 0 {
        return Err(no_rows(paths));
    }
    let bytes = files.iter().map(|f| f.size).sum();
    let reading = Reading {
        files: &files,
        null: options.null.as_deref(),
        watch,
        total: bytes,
    };
    let sums = || {
        files
            .iter()
            .map(ParquetFile::sha256)
            .collect::<Result<Vec<_>>>()
    };
    let (columns, sums) = rayon::join(|| read_columns(&reading, wanted), sums);
    let (mut columns, sums) = (columns?, sums?);
    // Control totals: a row lost or counted twice here would change every class size after it.
    if columns.iter().any(|c| c.codes.len() != rows) {
        return Err(Error::internal(format!(
            "the columns of a Parquet table do not all have {rows} rows"
        )));
    }
    columns.iter_mut().for_each(|c| c.codes.shrink_to_fit());
    watch.progress(bytes, bytes);
    Ok(InputTable {
        table: Table { columns, rows },
        names,
        delimiter: b',',
        repeated: has_repeated(&sums),
        sha256: joined_sha256(&sums),
        bytes,
        crlf: false,
        format: FileFormat::Parquet,
        types,
        left_out: Vec::new(),
    })
}
