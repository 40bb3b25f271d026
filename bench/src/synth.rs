//! The table of a million rows, made once from Adult and kept beside what cargo builds.

use crate::binary::target_folder;
use crate::oracle::SYNTH_SHA256;
use crate::run::complain;
use equipoise_data::{Error, Result};
use equipoise_testkit::synth;
use sha2::{Digest, Sha256};
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read};
use std::path::{Path, PathBuf};

const ROWS: usize = 1_000_000;

/// Where the table is, made if it is not there yet; `cells` is Adult, header first.
///
/// # Errors
/// When it cannot be written, or is not the table it should be.
pub(crate) fn table(cells: &[Vec<String>]) -> Result<PathBuf> {
    let folder = target_folder()?.join("bench-data");
    let path = folder.join("synth1m.csv");
    if !path.is_file() {
        complain("making the table of a million rows, once ...");
        fs::create_dir_all(&folder)
            .and_then(|()| make(cells, ROWS, &path))
            .map_err(|e| cannot("make", &path, &e))?;
    }
    let found = sha256(&path).map_err(|e| cannot("read", &path, &e))?;
    if found != SYNTH_SHA256 {
        return Err(Error::data(format!(
            "{} has sha256 {found}, should have {SYNTH_SHA256}",
            path.display()
        ))
        .hint("remove the file; it is made again by the next run"));
    }
    Ok(path)
}

fn cannot(what: &str, path: &Path, error: &io::Error) -> Error {
    Error::data(format!("could not {what} {}: {error}", path.display()))
}

/// Writes beside the place and renames, so that a run that is stopped leaves no half of a table.
fn make(cells: &[Vec<String>], rows: usize, path: &Path) -> io::Result<()> {
    let (header, base) = cells
        .split_first()
        .ok_or_else(|| io::Error::other("the base table is empty"))?;
    let unfinished = path.with_extension("unfinished");
    synth::write(
        header,
        base,
        rows,
        BufWriter::new(File::create(&unfinished)?),
    )?;
    fs::rename(unfinished, path)
}

fn sha256(path: &Path) -> io::Result<String> {
    let mut reader = BufReader::new(File::open(path)?);
    let mut hash = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        match reader.read(&mut buffer)? {
            0 => {
                return Ok(hash
                    .finalize()
                    .iter()
                    .map(|byte| format!("{byte:02x}"))
                    .collect());
            }
            read => hash.update(&buffer[..read]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn makes_whole_files_and_hashes_them() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("t.csv");
        let cells = [["x", "y"], ["1", "2"]].map(|row| row.map(str::to_owned).to_vec());
        make(&cells, 2, &path).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "x;y\n1;2\n1;2\n");
        assert_eq!(
            fs::read_dir(folder.path()).unwrap().count(),
            1,
            "nothing else is left"
        );
        fs::write(&path, "abc").unwrap();
        assert_eq!(
            sha256(&path).unwrap(),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
    }
}
