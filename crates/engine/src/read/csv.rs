//! Several CSV files as one table.

use super::blocks::Blocks;
use super::encode::Layout;
use super::files::no_rows;
use super::header::{find_dialect, read_header};
use super::merge::{Job, SoFar, read_rows};
use super::names::{kept, match_names};
use crate::options::{FileFormat, Keep, ReadOptions};
use crate::source::{Stream, has_repeated, joined_sha256};
use crate::table::InputTable;
use crate::watch::ReadWatch;
use equipoise_data::{Column, Dictionary, Error, Result, Table};
use std::path::{Path, PathBuf};

/// What the first file decides for all.
struct First {
    names: Vec<String>,
    keep: Vec<bool>,
    delimiter: u8,
    crlf: bool,
}

/// Reads CSV files in their order, in blocks of a given size, so that tests can cut anywhere.
pub(super) fn read_csv(
    paths: &[PathBuf],
    options: &ReadOptions,
    keep: &Keep<'_>,
    watch: &dyn ReadWatch,
    block_bytes: usize,
) -> Result<InputTable> {
    let sizes = paths
        .iter()
        .map(|path| std::fs::metadata(path).map_or(0, |m| if m.is_file() { m.len() } else { 0 }));
    let total = sizes.sum();
    let (mut first, mut so_far, mut sums, mut before) =
        (None::<First>, SoFar::default(), Vec::new(), 0);
    for path in paths {
        let mut blocks = Blocks::new(Stream::open(path)?.0, block_bytes);
        let dialect = find_dialect(path, &mut blocks, options.delimiter, options.quote)?;
        let header = read_header(path, &mut blocks, dialect, options)?;
        if first.is_none() {
            let keep = kept(keep, &header.names)?;
            let names = header
                .names
                .iter()
                .zip(&keep)
                .filter(|(_, keep)| **keep)
                .map(|(name, _)| name);
            so_far.columns = names
                .map(|n| Column {
                    name: n.clone(),
                    dictionary: Dictionary::new(),
                    codes: Vec::new(),
                })
                .collect();
            first = Some(First {
                names: header.names.clone(),
                keep,
                delimiter: dialect.delimiter,
                crlf: header.crlf,
            });
        }
        let all = first
            .as_ref()
            .ok_or_else(|| Error::internal("a first file was read"))?;
        let order = Order::new(all, (&paths[0], path), &header.names)?;
        so_far.columns = order.arrange(so_far.columns)?;
        let job = Job {
            path,
            layout: Layout {
                dialect,
                keep: order.keep.clone(),
            },
            watch,
            before,
            total,
        };
        let (read, blocks) = read_rows(&job, header.start, blocks, so_far)?;
        so_far = SoFar {
            columns: order.restore(read.columns)?,
            ..read
        };
        before += blocks.bytes_read();
        sums.push(blocks.into_stream().sha256());
    }
    let first = first
        .filter(|_| so_far.rows > 0)
        .ok_or_else(|| no_rows(paths))?;
    so_far
        .columns
        .iter_mut()
        .for_each(|c| c.codes.shrink_to_fit());
    Ok(InputTable {
        table: Table {
            columns: so_far.columns,
            rows: so_far.rows,
        },
        names: first.names,
        delimiter: first.delimiter,
        repeated: has_repeated(&sums),
        sha256: joined_sha256(&sums),
        bytes: before,
        crlf: first.crlf,
        format: FileFormat::Csv,
        types: Vec::new(),
        left_out: Vec::new(),
    })
}

/// How the columns of a file stand to those of the first.
struct Order {
    /// For each column of the file whether it is kept.
    keep: Vec<bool>,
    /// For each kept column of the file its place among the kept columns.
    places: Vec<usize>,
}

impl Order {
    fn new(first: &First, (first_path, path): (&Path, &Path), names: &[String]) -> Result<Self> {
        let places = match_names((first_path, &first.names), (path, names))?;
        let keep: Vec<bool> = places.iter().map(|&place| first.keep[place]).collect();
        let before = |place: usize| first.keep[..place].iter().filter(|keep| **keep).count();
        let places = places
            .into_iter()
            .filter(|&place| first.keep[place])
            .map(before)
            .collect();
        Ok(Order { keep, places })
    }

    /// The kept columns in the order of the file.
    fn arrange(&self, columns: Vec<Column>) -> Result<Vec<Column>> {
        let mut columns: Vec<Option<Column>> = columns.into_iter().map(Some).collect();
        let arranged = self
            .places
            .iter()
            .map(|&place| columns.get_mut(place).and_then(Option::take));
        arranged.collect::<Option<Vec<_>>>().ok_or_else(lost)
    }

    /// The kept columns in the order of the first file.
    fn restore(&self, columns: Vec<Column>) -> Result<Vec<Column>> {
        let mut restored: Vec<Option<Column>> = columns.iter().map(|_| None).collect();
        for (column, &place) in columns.into_iter().zip(&self.places) {
            restored[place] = Some(column);
        }
        restored
            .into_iter()
            .collect::<Option<Vec<_>>>()
            .ok_or_else(lost)
    }
}

fn lost() -> Error {
    Error::internal("a column was lost on the way from one file to the next")
}
