//! The first record of a table and what follows from it.

use super::blocks::Blocks;
use super::detect::detect;
use super::dialect::Dialect;
use super::encode::checked_text;
use super::fault::lines;
use super::merge::Start;
use super::records::{Records, Step};
use crate::errors::cannot_read;
use crate::options::ReadOptions;
use equipoise_data::{Error, Result};
use std::collections::BTreeMap;
use std::path::Path;

/// How much of the text is looked at to find the delimiter.
const SAMPLE_BYTES: usize = 64 << 10;

/// What the beginning of a file tells about the rest.
pub(crate) struct Header {
    pub(crate) names: Vec<String>,
    pub(crate) crlf: bool,
    pub(crate) start: Start,
}

/// The dialect of a file, as given or as detected.
pub(crate) fn find_dialect(
    path: &Path,
    blocks: &mut Blocks,
    delimiter: Option<u8>,
    quote: Option<u8>,
) -> Result<Dialect> {
    Dialect::check(delimiter, quote)?;
    let (sample, whole) = blocks
        .head(SAMPLE_BYTES)
        .map_err(|e| cannot_read(path, e))?;
    if sample.starts_with(b"\xff\xfe") || sample.starts_with(b"\xfe\xff") {
        return Err(Error::data("is UTF-16, not UTF-8")
            .at_line("line {} ", 1)
            .in_file(path)
            .hint("save the file as UTF-8"));
    }
    Ok(match delimiter {
        Some(delimiter) => Dialect { delimiter, quote },
        None => detect(sample, whole, quote),
    })
}

/// Finds the first record, after blank lines if there are any, and takes the names from it.
pub(crate) fn read_header(
    path: &Path,
    blocks: &mut Blocks,
    dialect: Dialect,
    options: &ReadOptions,
) -> Result<Header> {
    let mut line = 1;
    loop {
        let Some(block) = blocks.next(dialect).map_err(|e| cannot_read(path, e))? else {
            return Err(Error::data("the file is empty")
                .in_file(path)
                .hint("a table has a header and at least one row"));
        };
        let (text, fault) = checked_text(&block, dialect);
        let mut records = Records::new(text, 0, dialect);
        let mut names = Vec::new();
        let (from, to, step) = loop {
            let from = records.position();
            match records.next(|_, text, start, end| names.push(text[start..end].to_owned())) {
                Ok(Step::Blank) => {}
                Ok(step) => break (from, records.position(), step),
                Err(fault) => {
                    return Err(fault.error(path, fault.line(&block.bytes, line), dialect));
                }
            }
        };
        if let Step::Row(width) = step {
            let first_line = line + lines(&block.bytes[..from]);
            if options.header {
                check_names(path, first_line, &names)?;
            } else {
                names = (1..=width).map(|i| format!("column-{i}")).collect();
            }
            let crlf = text[from..to].ends_with("\r\n");
            let from = if options.header { to } else { from };
            return Ok(Header {
                names,
                crlf,
                start: Start { block, from, line },
            });
        }
        if let Some(fault) = fault {
            return Err(fault.error(path, fault.line(&block.bytes, line), dialect));
        }
        line += lines(&block.bytes);
    }
}

/// Every column needs a name of its own; all that lack one are reported at once.
fn check_names(path: &Path, line: u64, names: &[String]) -> Result<()> {
    let wrong = |what: String| Error::data(what).at_line("line {} ", line).in_file(path);
    let empty: Vec<String> = (1..)
        .zip(names)
        .filter(|(_, n)| n.trim().is_empty())
        .map(|(i, _)| i.to_string())
        .collect();
    if !empty.is_empty() {
        return Err(wrong(format!("has no name for {}", listed(&empty)))
            .hint("name every column in the first line, or say that the file has no header"));
    }
    let mut places: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (i, name) in (1..).zip(names) {
        places.entry(name).or_default().push(i.to_string());
    }
    let twice: Vec<String> = places
        .iter()
        .filter(|(_, at)| at.len() > 1)
        .map(|(name, at)| format!("`{name}` at {}", listed(at)))
        .collect();
    if !twice.is_empty() {
        return Err(wrong(format!(
            "gives several columns the same name: {}",
            twice.join("; ")
        ))
        .hint("give each column a name of its own, or say that the file has no header"));
    }
    Ok(())
}

/// "column 1", "columns 1 and 4", "columns 1, 4 and 5".
fn listed(places: &[String]) -> String {
    match places {
        [] => String::new(),
        [one] => format!("column {one}"),
        [all @ .., last] => format!("columns {} and {last}", all.join(", ")),
    }
}
