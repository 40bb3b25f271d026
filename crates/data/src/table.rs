//! A table of codes: what reading a file gives.

use crate::dictionary::Dictionary;

/// One column: a dictionary and a code per row.
#[derive(Clone, Debug)]
pub struct Column {
    /// The name in the header, or `column-1`, `column-2` ... for a file without one.
    pub name: String,
    /// The distinct texts exactly as given, tokens for missing values included.
    pub dictionary: Dictionary,
    /// Per row a code of `dictionary`.
    pub codes: Vec<u32>,
}

impl Column {
    /// How many rows have each code.
    pub fn counts(&self) -> Vec<u64> {
        let mut counts = vec![0u64; self.dictionary.len()];
        for &code in &self.codes {
            counts[code as usize] += 1;
        }
        counts
    }
}

/// A table with all columns equally long. Cell texts are kept once per distinct value.
#[derive(Clone, Debug)]
pub struct Table {
    /// The columns in file order.
    pub columns: Vec<Column>,
    /// Number of rows.
    pub rows: usize,
}

impl Table {
    /// The column of that name.
    pub fn column(&self, name: &str) -> Option<&Column> {
        self.columns.iter().find(|c| c.name == name)
    }

    /// A table from texts, row by row: for tests and examples.
    ///
    /// ```
    /// use equipoise_data::Table;
    /// let t = Table::from_rows(&["age", "sex"], &[&["30", "F"], &["40", "F"]]);
    /// assert_eq!(t.column("sex").unwrap().counts(), [2]);
    /// ```
    ///
    /// # Panics
    /// When a row is not as long as `names`.
    pub fn from_rows<R: AsRef<[S]>, S: AsRef<str>>(names: &[&str], rows: &[R]) -> Self {
        let columns = names
            .iter()
            .enumerate()
            .map(|(i, name)| {
                let mut dictionary = Dictionary::new();
                let codes = rows
                    .iter()
                    .map(|row| {
                        assert_eq!(row.as_ref().len(), names.len());
                        dictionary.intern(row.as_ref()[i].as_ref())
                    })
                    .collect();
                Column {
                    name: (*name).to_owned(),
                    dictionary,
                    codes,
                }
            })
            .collect();
        Table {
            columns,
            rows: rows.len(),
        }
    }
}
