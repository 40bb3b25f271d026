//! The shared test data, which lies beside the project and is not part of it.

use crate::{Case, OracleLimit, OracleLoss, OracleQuasiColumn, SensitiveColumn};
use flate2::read::GzDecoder;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Once;

/// The folder `shared/data` beside one of the folders above this crate, if there is one.
///
/// When there is none, a line on stderr says so, once per process, so that a test that then has
/// nothing to check does not pass in silence.
pub fn shared_data() -> Option<PathBuf> {
    static ABSENT: Once = Once::new();
    let found = find_above(Path::new(env!("CARGO_MANIFEST_DIR")));
    if found.is_none() {
        // Straight to stderr: the test harness would swallow what `eprintln` prints.
        ABSENT.call_once(|| {
            let _ =
                writeln!(std::io::stderr(), "shared test data is absent (no folder `shared/data` above the crate): its checks are skipped");
        });
    }
    found
}

fn find_above(start: &Path) -> Option<PathBuf> {
    start
        .ancestors()
        .map(|folder| folder.join("shared").join("data"))
        .find(|data| data.is_dir())
}

/// The lines of a file whose cells are separated by `;` without quotes, as all shared tables are.
/// Where there is no such file, it is the one with `.gz` added.
///
/// # Panics
/// When the file cannot be read.
pub fn read_cells(path: &Path) -> Vec<Vec<String>> {
    let text = if path.exists() {
        fs::read_to_string(path)
    } else {
        read_packed(&path.with_added_extension("gz"))
    };
    let text = text.unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    text.lines()
        .map(|line| line.split(';').map(str::to_owned).collect())
        .collect()
}

fn read_packed(path: &Path) -> std::io::Result<String> {
    let mut text = String::new();
    GzDecoder::new(File::open(path)?).read_to_string(&mut text)?;
    Ok(text)
}

/// The shared Adult table with its hierarchies, and no model yet; `None` when the shared data is
/// absent.
///
/// The columns named in `sensitive` are sensitive, all others are quasi-identifiers. The loss is
/// `loss` with default aggregation, the limit 0.05.
pub fn adult(sensitive: &[&str]) -> Option<Case> {
    let folder = shared_data()?.join("adult");
    Some(table(&folder, "adult", sensitive))
}

/// One of the large shared tables, `creditcard` or `mach2019`, with all columns as
/// quasi-identifiers and no model yet; `None` when the shared data is absent. The loss is `loss`
/// with default aggregation, the limit 1.0.
pub fn large(name: &str) -> Option<Case> {
    let mut case = table(&shared_data()?.join(name), &format!("{name}_int"), &[]);
    case.limit = OracleLimit::Share {
        numerator: 1,
        denominator: 1,
        text: "1.0".into(),
    };
    Some(case)
}

fn table(folder: &Path, name: &str, sensitive: &[&str]) -> Case {
    let mut rows = read_cells(&folder.join(format!("{name}.csv")));
    let columns = rows.remove(0);
    let mut case = Case {
        columns: columns.clone(),
        rows,
        quasi: Vec::new(),
        sensitive: Vec::new(),
        person: None,
        population: None,
        missing: vec![String::new(), "NA".into()],
        models: Vec::new(),
        loss: OracleLoss::Loss,
        aggregation: None,
        suppression_weight: 0.5,
        limit: OracleLimit::Share {
            numerator: 5,
            denominator: 100,
            text: "0.05".into(),
        },
    };
    for (index, column) in columns.iter().enumerate() {
        let lines = read_cells(&folder.join(format!("hierarchies/{name}_hierarchy_{column}.csv")));
        if sensitive.contains(&column.as_str()) {
            let order = lines.iter().map(|line| line[0].clone()).collect();
            case.sensitive.push(SensitiveColumn {
                lines: Some(lines),
                ..SensitiveColumn::new(index, order)
            });
        } else {
            let max_level = lines[0].len() - 1;
            case.quasi.push(OracleQuasiColumn {
                index,
                lines,
                weight: 1.0,
                min_level: 0,
                max_level,
            });
        }
    }
    case
}

/// One node of Adult with nine quasi-identifiers at k = 5, from an exhaustive evaluation made
/// beforehand.
#[derive(Clone, Debug, PartialEq)]
pub struct LatticeRow {
    /// Levels in column order.
    pub levels: [u8; 9],
    /// All classes.
    pub classes: u64,
    /// Classes of at least five rows.
    pub classes_ge_k: u64,
    /// Rows in the other classes.
    pub suppressed: u64,
    /// The loss, geometric mean; rounded to 10 decimals.
    pub loss: f64,
    /// The precision, arithmetic mean; rounded to 10 decimals.
    pub precision: f64,
    /// The average class size; rounded to 6 decimals.
    pub aecs: f64,
}

/// All 12,960 nodes of Adult at k = 5; `None` when the shared data is absent.
///
/// # Panics
/// When the file is there and is not what it should be.
pub fn lattice_k5() -> Option<Vec<LatticeRow>> {
    let path = shared_data()?.join("adult").join("lattice_k5.csv.gz");
    let file = File::open(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let lines = BufReader::new(GzDecoder::new(file))
        .lines()
        .map(|line| line.expect("the lattice file is gzip of text"));
    Some(lines.skip(1).map(|line| lattice_row(&line)).collect())
}

fn lattice_row(line: &str) -> LatticeRow {
    let cells: Vec<&str> = line.split(',').collect();
    assert_eq!(
        cells.len(),
        15,
        "a line of the lattice file has nine levels and six numbers"
    );
    let count = |i: usize| cells[i].parse().expect("a count");
    let number = |i: usize| cells[i].parse().expect("a number");
    LatticeRow {
        levels: std::array::from_fn(|i| cells[i].parse().expect("a level")),
        classes: count(9),
        classes_ge_k: count(10),
        suppressed: count(11),
        loss: number(12),
        precision: number(13),
        aecs: number(14),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_in_every_folder_above() {
        assert_eq!(
            find_above(Path::new("/no/such/folder")).is_some(),
            Path::new("/shared/data").is_dir()
        );
        if let Some(data) = shared_data() {
            assert_eq!(
                find_above(&data),
                Some(data),
                "the folder above `shared` finds it too"
            );
        }
    }
}
