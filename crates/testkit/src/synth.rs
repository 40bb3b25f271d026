//! A large table made from a small one: rows of the base table with some cells taken from other
//! rows.

use std::io::{self, Write};

/// `output_rows` rows made from `rows`, which all have the same length.
///
/// A linear congruential generator starts at 42. Each row draws a base row; then each column, with
/// chance 1 in 10, draws another row to take its cell from.
///
/// ```
/// use equipoise_testkit::synth::resample;
/// let rows = vec![vec!["a".to_owned(), "1".to_owned()], vec!["b".to_owned(), "2".to_owned()]];
/// assert_eq!(resample(&rows, 1000).count(), 1000);
/// assert_eq!(resample(&rows, 5).collect::<Vec<_>>(), resample(&rows, 5).collect::<Vec<_>>());
/// ```
pub fn resample(rows: &[Vec<String>], output_rows: usize) -> impl Iterator<Item = Vec<&str>> {
    let mut state = 42u64;
    let mut draw = move || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize
    };
    (0..output_rows).map(move |_| {
        let base = draw() % rows.len();
        let columns = 0..rows[base].len();
        columns
            .map(|column| {
                let from = if draw() % 10 == 0 {
                    draw() % rows.len()
                } else {
                    base
                };
                rows[from][column].as_str()
            })
            .collect()
    })
}

/// Writes the header and [`resample`]d rows, cells separated by `;`, lines ended by LF.
///
/// # Errors
/// Those of the writer.
pub fn write(
    header: &[String],
    rows: &[Vec<String>],
    output_rows: usize,
    mut to: impl Write,
) -> io::Result<()> {
    writeln!(to, "{}", header.join(";"))?;
    for row in resample(rows, output_rows) {
        writeln!(to, "{}", row.join(";"))?;
    }
    to.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Worked out by a program in another language; in the rows marked by a change of digit a cell
    /// is from another row.
    #[test]
    fn the_first_rows_are_known() {
        let rows: Vec<Vec<String>> = (1..=5)
            .map(|i| ["a", "b", "c"].map(|c| format!("{c}{i}")).to_vec())
            .collect();
        let made: Vec<String> = resample(&rows, 12).map(|row| row.concat()).collect();
        assert_eq!(
            made,
            [
                "a5b5c5", "a5b5c2", "a1b3c1", "a4b5c4", "a5b5c5", "a3b1c1", "a3b3c3", "a4b4c4",
                "a3b4c4", "a5b5c5", "a1b1c1", "a5b5c5"
            ]
        );
    }

    #[test]
    fn writes_header_and_line_ends() {
        let mut text = Vec::new();
        write(
            &["x".into(), "y".into()],
            &[vec!["1".into(), "2".into()]],
            2,
            &mut text,
        )
        .unwrap();
        assert_eq!(text, b"x;y\n1;2\n1;2\n");
    }
}
