//! From a block of text to columns of codes that are valid within the block.

use super::blocks::{Block, last_record_end};
use super::dialect::{Dialect, valid_prefix};
use super::fault::{Fault, Problem, lines};
use super::records::{Records, Step};
use crate::cells::Cells;
use equipoise_data::Dictionary;

/// What all blocks of a table have in common.
pub(crate) struct Layout {
    pub(crate) dialect: Dialect,
    /// For each column of the file, whether it is kept.
    pub(crate) keep: Vec<bool>,
}

/// The rows of a block: per kept column a dictionary and codes of it.
pub(crate) struct Encoded {
    pub(crate) columns: Vec<(Dictionary, Vec<u32>)>,
    pub(crate) rows: usize,
    /// Bytes of the block.
    pub(crate) bytes: u64,
    /// Line ends in the block, those inside quotes included.
    pub(crate) lines: u64,
}

/// Encodes the records of a block from byte `from` on. The first fault in the order of the text is
/// reported.
pub(crate) fn encode(block: &Block, from: usize, layout: &Layout) -> Result<Encoded, Fault> {
    let (text, fault) = checked_text(block, layout.dialect);
    let mut columns = Columns::new(layout, text.len() - from.min(text.len()));
    let width = layout.keep.len();
    let mut records = Records::new(text, from, layout.dialect);
    let mut rows = 0;
    loop {
        let start = records.position();
        match records.next(|index, text, start, end| columns.push(index, text, start, end))? {
            Step::Row(found) if found == width => rows += 1,
            Step::Row(found) => {
                return Err(Fault::new(
                    start,
                    Problem::Ragged {
                        found,
                        expected: width,
                    },
                ));
            }
            // In a table of one column an empty line is a row like any other.
            Step::Blank if width == 1 => {
                columns.push(0, "", 0, 0);
                rows += 1;
            }
            Step::Blank => {}
            Step::End => break,
        }
    }
    match fault {
        Some(fault) => Err(fault),
        None => Ok(Encoded {
            columns: columns.finish(),
            rows,
            bytes: block.bytes.len() as u64,
            lines: lines(&block.bytes),
        }),
    }
}

/// The text of a block up to the first record that cannot be read, and what is wrong with that
/// record.
pub(crate) fn checked_text(block: &Block, dialect: Dialect) -> (&str, Option<Fault>) {
    if block.overlong {
        return ("", Some(overlong_fault(&block.bytes, dialect)));
    }
    match std::str::from_utf8(&block.bytes) {
        Ok(text) => (text, None),
        Err(e) => {
            let end = last_record_end(&block.bytes[..e.valid_up_to()], dialect);
            (
                valid_prefix(&block.bytes[..end]),
                Some(Fault::new(end, Problem::NotUtf8)),
            )
        }
    }
}

/// A record without an end is most often a quote that was not closed.
fn overlong_fault(bytes: &[u8], dialect: Dialect) -> Fault {
    if std::str::from_utf8(bytes).is_err_and(|e| e.error_len().is_some()) {
        return Fault::new(0, Problem::NotUtf8);
    }
    let parsed = Records::new(valid_prefix(bytes), 0, dialect).next(|_, _, _, _| ());
    parsed.err().unwrap_or(Fault::new(0, Problem::TooLong))
}

/// The columns of a block while it is being read; `None` where a column is not kept.
struct Columns(Vec<Option<Cells>>);

impl Columns {
    fn new(layout: &Layout, bytes: usize) -> Self {
        let kept = layout.keep.iter().filter(|&&k| k).count();
        // A field has at least one byte, its delimiter. The guess need not hold; it only saves
        // copies.
        let rows = bytes / (8 * layout.keep.len()).max(1);
        Columns(
            layout
                .keep
                .iter()
                .map(|&keep| keep.then(|| Cells::new(kept, rows)))
                .collect(),
        )
    }

    #[inline]
    fn push(&mut self, index: usize, text: &str, start: usize, end: usize) {
        if let Some(Some(column)) = self.0.get_mut(index) {
            column.push(text, start, end);
        }
    }

    fn finish(self) -> Vec<(Dictionary, Vec<u32>)> {
        self.0
            .into_iter()
            .flatten()
            .map(|c| (c.dictionary, c.codes))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_of_zeros_is_not_the_empty_cell() {
        let block = Block {
            bytes: b"\0,,\0\0,x\n".repeat(30),
            overlong: false,
        };
        let layout = Layout {
            dialect: Dialect {
                delimiter: b',',
                quote: None,
            },
            keep: vec![true; 4],
        };
        let encoded = encode(&block, 0, &layout).unwrap();
        let texts: Vec<&str> = encoded.columns.iter().map(|(d, _)| d.text(0)).collect();
        assert_eq!(texts, ["\0", "", "\0\0", "x"]);
        let block = Block {
            bytes: b"\0\n\n\0\0\nx\n\n\0\n".to_vec(),
            overlong: false,
        };
        let layout = Layout {
            dialect: layout.dialect,
            keep: vec![true],
        };
        assert_eq!(
            encode(&block, 0, &layout).unwrap().columns[0].1,
            [0, 1, 2, 3, 1, 0]
        );
    }
}
