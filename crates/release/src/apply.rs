//! Applies a decision to a table of codes and returns the released rows.

use equipoise_data::{Column, Distinct, Fate, Hierarchy, Ranked, Result, distinct_rows};

/// The treatment of a column in a release.
#[derive(Clone, Copy, Debug)]
pub enum Treatment<'a> {
    /// Cells are released unchanged.
    Unchanged,
    /// Cells are released at a level of the hierarchy.
    Level(&'a Hierarchy, u8),
    /// Cells are released by the class of their row. Rows that are not kept need no class.
    Classes {
        /// The class of each row.
        class_of_row: &'a [u32],
        /// The index of the label of each class.
        of_class: &'a [u32],
        /// The texts of the labels.
        labels: &'a [String],
    },
}

/// The order of released rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowOrder {
    /// Sorted by released values: the input order would link rows to the source.
    Canonical,
    /// As in the input.
    Input,
}

/// The rows of a release, as distinct rows and their repetitions.
#[derive(Clone, Debug)]
pub struct Released {
    /// The names of the columns.
    pub names: Vec<String>,
    /// The texts of each column, sorted.
    pub texts: Vec<Vec<String>>,
    /// Distinct rows.
    distinct: Distinct,
    order: RowOrder,
}

/// Applies treatments to columns and drops or marks rows.
///
/// `label` replaces the cells of marked rows in generalized columns.
///
/// # Cost
/// O(rows x columns); memory for the distinct released rows and four bytes per row.
///
/// ```
/// use equipoise_data::{Fate, Table};
/// use equipoise_release::{RowOrder, Treatment, apply};
/// let table = Table::from_rows(&["age", "sex"], &[["31", "F"], ["30", "M"], ["31", "F"]]);
/// let columns = table.columns.iter().map(|c| (c, Treatment::Unchanged)).collect::<Vec<_>>();
/// let released = apply(&columns, table.rows, |_| Fate::Kept, "*", RowOrder::Canonical)?;
/// let rows: Vec<Vec<&str>> = released.rows().map(|r| released.cells(r).collect()).collect();
/// assert_eq!(rows, [["30", "M"], ["31", "F"], ["31", "F"]]);
/// # Ok::<(), equipoise_data::Error>(())
/// ```
pub fn apply<'a>(
    columns: &[(&'a Column, Treatment<'a>)],
    rows: usize,
    fate: impl Fn(usize) -> Fate,
    label: &str,
    order: RowOrder,
) -> Result<Released> {
    let mut ranked = Vec::with_capacity(columns.len());
    let mut texts = Vec::with_capacity(columns.len());
    for (column, treatment) in columns {
        let (released, sorted) = rank(column, *treatment, label);
        ranked.push(released);
        texts.push(sorted);
    }
    let distinct = distinct_rows(&ranked, rows, fate)?;
    Ok(Released {
        names: columns.iter().map(|(c, _)| c.name.clone()).collect(),
        texts,
        distinct,
        order,
    })
}

fn rank<'a>(
    column: &'a Column,
    treatment: Treatment<'a>,
    label: &str,
) -> (Ranked<'a>, Vec<String>) {
    let text_of: Vec<&str> = match treatment {
        Treatment::Unchanged => column.dictionary.texts().collect(),
        Treatment::Level(hierarchy, level) => {
            let level = &hierarchy.levels[usize::from(level)];
            hierarchy
                .leaf_of
                .iter()
                .map(|&leaf| level.labels[level.of_leaf[leaf as usize] as usize].as_str())
                .collect()
        }
        Treatment::Classes {
            of_class, labels, ..
        } => of_class
            .iter()
            .map(|&label| labels[label as usize].as_str())
            .collect(),
    };
    let changed = !matches!(treatment, Treatment::Unchanged);
    let mut sorted: Vec<&str> = text_of.clone();
    if changed {
        sorted.push(label);
    }
    sorted.sort_unstable();
    sorted.dedup();
    let find = |text: &str| {
        sorted
            .binary_search(&text)
            .expect("every text was sorted in") as u32
    };
    let codes = match treatment {
        Treatment::Classes { class_of_row, .. } => class_of_row,
        _ => &column.codes,
    };
    let ranked = Ranked {
        codes,
        rank_of: text_of.iter().map(|t| find(t)).collect(),
        marked_rank: changed.then(|| find(label)),
        ranks: sorted.len(),
    };
    (ranked, sorted.into_iter().map(str::to_owned).collect())
}

impl Released {
    /// Number of released rows.
    pub fn len(&self) -> usize {
        self.distinct.of_row.len()
    }

    /// True when no row is released.
    pub fn is_empty(&self) -> bool {
        self.distinct.of_row.is_empty()
    }

    /// The rows in output order, as pairs of a distinct row and its number of repetitions.
    pub fn runs(&self) -> Box<dyn Iterator<Item = (u32, u64)> + '_> {
        match self.order {
            RowOrder::Canonical => Box::new(
                self.distinct
                    .counts
                    .iter()
                    .zip(0..)
                    .map(|(&count, row)| (row, count)),
            ),
            RowOrder::Input => Box::new(self.distinct.of_row.iter().map(|&row| (row, 1))),
        }
    }

    /// All released rows in output order, as numbers of distinct rows.
    pub fn rows(&self) -> impl Iterator<Item = u32> + '_ {
        self.runs()
            .flat_map(|(row, count)| std::iter::repeat_n(row, count as usize))
    }

    /// The cells of a distinct row, as indices into the texts of each column.
    pub fn ranks(&self, row: u32) -> &[u32] {
        let columns = self.names.len();
        &self.distinct.tuples[row as usize * columns..][..columns]
    }

    /// The texts of a distinct row.
    pub fn cells(&self, row: u32) -> impl Iterator<Item = &str> {
        self.ranks(row)
            .iter()
            .zip(&self.texts)
            .map(|(&rank, texts)| texts[rank as usize].as_str())
    }

    /// Reorders one number per row from input order to output order. `of_row` has the numbers of
    /// the rows that are not dropped.
    ///
    /// In canonical order, equal rows are sorted by their number, so that the result does not
    /// depend on the order of the input.
    pub fn in_written_order(&self, of_row: &[u32]) -> Vec<u32> {
        match self.order {
            RowOrder::Input => of_row.to_vec(),
            RowOrder::Canonical => {
                let mut pairs: Vec<(u32, u32)> = self
                    .distinct
                    .of_row
                    .iter()
                    .copied()
                    .zip(of_row.iter().copied())
                    .collect();
                pairs.sort_unstable();
                pairs.into_iter().map(|p| p.1).collect()
            }
        }
    }
}
