//! Small CSV files as texts: hierarchies.

use super::blocks::{BLOCK_BYTES, Blocks};
use super::encode::checked_text;
use super::fault::lines;
use super::header::find_dialect;
use super::records::{Records, Step};
use crate::errors::cannot_read;
use crate::options::ReadOptions;
use crate::source::Stream;
use equipoise_data::Result;
use std::path::Path;

/// Reads all records of a file without a header, gzip or not, as texts.
///
/// The delimiter is detected unless given. Empty lines are skipped. Lines may differ in their
/// number of fields: the caller knows what that means and can report all of them at once.
///
/// ```
/// # let folder = tempfile::tempdir().unwrap();
/// # let path = folder.path().join("age.csv");
/// # std::fs::write(&path, "30;30-39;*\n41;40-49;*\n").unwrap();
/// let lines = equipoise_engine::read_lines(&path, None)?;
/// assert_eq!(lines[1], ["41", "40-49", "*"]);
/// # Ok::<(), equipoise_data::Error>(())
/// ```
pub fn read_lines(path: &Path, delimiter: Option<u8>) -> Result<Vec<Vec<String>>> {
    read_lines_in_blocks(path, delimiter, BLOCK_BYTES)
}

/// [`read_lines`] with blocks of a given size, so that tests can cut anywhere.
pub(super) fn read_lines_in_blocks(
    path: &Path,
    delimiter: Option<u8>,
    block_bytes: usize,
) -> Result<Vec<Vec<String>>> {
    let (stream, _) = Stream::open(path)?;
    let mut blocks = Blocks::new(stream, block_bytes);
    let dialect = find_dialect(path, &mut blocks, delimiter, ReadOptions::default().quote)?;
    let mut all = Vec::new();
    let mut line = 1;
    while let Some(block) = blocks.next(dialect).map_err(|e| cannot_read(path, e))? {
        let (text, fault) = checked_text(&block, dialect);
        let mut records = Records::new(text, 0, dialect);
        loop {
            let mut fields = Vec::new();
            match records.next(|_, text, start, end| fields.push(text[start..end].to_owned())) {
                Ok(Step::Row(_)) => all.push(fields),
                Ok(Step::Blank) => {}
                Ok(Step::End) => break,
                Err(fault) => {
                    return Err(fault.error(path, fault.line(&block.bytes, line), dialect));
                }
            }
        }
        if let Some(fault) = fault {
            return Err(fault.error(path, fault.line(&block.bytes, line), dialect));
        }
        line += lines(&block.bytes);
    }
    Ok(all)
}
