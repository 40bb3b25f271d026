//! Makes the external view of a released file.

use super::column::KnownColumn;
use super::labels::Label;
use super::order::ColumnOrder;
use super::{ReadRelease, ReleaseReader};
use crate::usefulness::{Ordered, Subject, missing_code, number_shown};
use equipoise_data::{Error, Fate, Ranked, Result, distinct_rows};
use equipoise_engine::{guard, unguarded};
use equipoise_recipe::Role;
use equipoise_release::{ClassColumn, Published, ShownClasses, ValueSet};
use std::collections::HashMap;

/// The external view of a released file. Each bucket has the rows with equal texts in all
/// quasi-identifiers.
pub(crate) struct FileView {
    pub(crate) released: Published<'static>,
    /// For each quasi-identifier and bucket, the number of hierarchy lines that the cell stands
    /// for.
    lines: Vec<Vec<u64>>,
}

/// Rows with equal texts in all quasi-identifiers, including aggregated ones.
struct Groups {
    of_row: Vec<u32>,
    /// A row of each group.
    first: Vec<usize>,
}

impl FileView {
    /// The arithmetic mean over quasi-identifiers of the share of their hierarchies that cells
    /// cover: 0 for the table itself, 1 if nothing is shown.
    pub(crate) fn loss(&self, quasi: &[KnownColumn<'_>]) -> f64 {
        let left_out = u128::from(self.released.left_out());
        let rows = self.released.rows() as u128 + left_out;
        let mut sum = 0.0;
        for (column, lines) in quasi.iter().zip(&self.lines) {
            let domain_lines = u128::from(column.hierarchy.domain);
            if column.hierarchy.height() == 0 || domain_lines < 2 {
                continue;
            }
            let of_buckets = lines.iter().zip(self.released.sizes());
            let shown: u128 = of_buckets
                .map(|(&lines, &size)| u128::from(lines) * u128::from(size))
                .sum();
            let over = (shown + left_out * domain_lines).saturating_sub(rows);
            sum += over as f64 / (rows * (domain_lines - 1)).max(1) as f64;
        }
        sum / quasi.len() as f64
    }
}

impl ReleaseReader<'_> {
    /// For each column, an order in which the cells of these releases are runs, if there is one.
    pub(crate) fn orders(&self, read: &[&ReadRelease]) -> Vec<ColumnOrder> {
        let of_column = |(q, column): (usize, &KnownColumn<'_>)| {
            let mut orders: Vec<Vec<u32>> = read
                .iter()
                .filter_map(|r| r.file.facts(&column.name))
                .map(|facts| column.order_of(facts))
                .collect();
            orders.extend(column.order_of_numbers());
            let sets = read
                .iter()
                .flat_map(|r| r.labels[q].iter().map(|label| &label.set));
            ColumnOrder::common(sets, column.hierarchy.leaves(), &orders)
        };
        self.quasi.iter().enumerate().map(of_column).collect()
    }

    /// The table that releases are measured against, with values in these orders.
    pub(crate) fn subject(&self, orders: &[ColumnOrder]) -> Result<Subject<'_>> {
        let ordered = |(column, order): (&KnownColumn<'_>, &ColumnOrder)| {
            let mut texts = vec![String::new(); order.places.len()];
            order
                .places
                .iter()
                .zip(&column.hierarchy.levels[0].labels)
                .for_each(|(&place, text)| texts[place as usize].clone_from(text));
            let leaf_of = column
                .hierarchy
                .leaf_of
                .iter()
                .map(|&leaf| order.places[leaf as usize])
                .collect();
            Ordered {
                at: column.at,
                leaf_of,
                texts,
            }
        };
        let ordered: Vec<Ordered> = self.quasi.iter().zip(orders).map(ordered).collect();
        Subject::new(&self.job.recipe, self.table(), &ordered)
    }

    /// The view of a release, against the table of `subject`, which has its columns in these
    /// orders.
    ///
    /// # Errors
    /// Values in other columns that the table does not have.
    pub(crate) fn view(
        &self,
        read: &ReadRelease,
        subject: &Subject<'_>,
        orders: &[ColumnOrder],
    ) -> Result<FileView> {
        let groups = self.groups(read, subject)?;
        let codes: Vec<&[u32]> = self
            .quasi
            .iter()
            .map(|column| Ok(read.file.column(&column.name)?.codes.as_slice()))
            .collect::<Result<_>>()?;
        let columns = self.quasi.iter().enumerate();
        let shown = columns.map(|(q, column)| {
            let labels = groups.first.iter().map(|&row| codes[q][row] as usize);
            let values = column.hierarchy.leaves() as u32;
            shown(values, &read.labels[q], &orders[q], labels)
        });
        let texts: Vec<u32> = (0..groups.first.len() as u32).collect();
        let classes = ShownClasses::with_tags(groups.of_row, shown.collect(), &texts);
        let plain = subject.plain.iter().map(|of| self.plain(read, &of.name));
        let plain = plain.collect::<Result<_>>()?;
        let mut released = subject.original.read_back(classes, plain)?;
        if let Some(persons) = self.persons(read) {
            released = released.with_persons(persons)?;
        }
        let numbers = self.aggregated(read, subject, &released)?;
        let released = released.with_aggregated(numbers)?;
        let mut row_of_bucket = vec![0; released.buckets()];
        released
            .released_rows()
            .for_each(|(row, bucket)| row_of_bucket[bucket] = row);
        let label = |q: usize, row: usize| &read.labels[q][codes[q][row] as usize];
        let is_marked = |&row: &usize| (0..codes.len()).all(|q| label(q, row).shows_mark);
        let marked = row_of_bucket.iter().position(is_marked);
        let marked = marked.filter(|_| read.file.marks_rows);
        let of_column = |q: usize| {
            let rows = row_of_bucket.iter();
            rows.map(|&row| label(q, row).lines).collect()
        };
        Ok(FileView {
            lines: (0..codes.len()).map(of_column).collect(),
            released: released.with_marked(marked),
        })
    }

    /// The person of each row as a number, if known. A person column does not distinguish persons
    /// if one of its labels stands for several.
    pub(crate) fn persons(&self, read: &ReadRelease) -> Option<Vec<u32>> {
        let person = self.job.recipe.input.person.as_deref();
        let mut columns = self.quasi.iter().zip(&read.labels);
        let of_person = columns.find(|(column, _)| person == Some(column.name.as_str()));
        let is_shown =
            of_person.is_none_or(|(_, labels)| labels.iter().all(|label| label.set.len() == 1));
        read.file.persons(self.job, is_shown)
    }

    /// Rows with equal texts in all quasi-identifiers, including aggregated ones.
    fn groups(&self, read: &ReadRelease, subject: &Subject<'_>) -> Result<Groups> {
        let is_quasi = |name: &str| self.job.recipe.role(name) == Some(Role::QuasiIdentifier);
        let aggregated = subject
            .aggregated
            .iter()
            .map(|of| of.name.as_str())
            .filter(|name| is_quasi(name));
        let names = self
            .quasi
            .iter()
            .map(|column| column.name.as_str())
            .chain(aggregated);
        let ranked = names.map(|name| {
            let column = read.file.column(name)?;
            let texts = column.dictionary.len();
            Ok(Ranked {
                codes: &column.codes,
                rank_of: (0..texts as u32).collect(),
                marked_rank: None,
                ranks: texts,
            })
        });
        let ranked: Vec<Ranked<'_>> = ranked.collect::<Result<_>>()?;
        let rows = distinct_rows(&ranked, read.file.input.table.rows, |_| Fate::Kept)?;
        let mut first = vec![0; rows.counts.len()];
        let in_order = rows.of_row.iter().enumerate().rev();
        in_order.for_each(|(row, &group)| first[group as usize] = row);
        Ok(Groups {
            of_row: rows.of_row,
            first,
        })
    }

    /// The codes of a column that is released unchanged.
    fn plain(&self, read: &ReadRelease, name: &str) -> Result<Vec<u32>> {
        let (shown, original) = (read.file.column(name)?, self.table().column(name));
        let original = original
            .ok_or_else(|| Error::internal("was not read").at_column("column `{}` ", name))?;
        let guarded: HashMap<String, u32> =
            original.dictionary.texts().map(guard).zip(0..).collect();
        let absent = missing_code(&self.job.recipe, original);
        let is_missing = |text: &str| {
            self.job
                .recipe
                .input
                .missing
                .iter()
                .any(|m| m == text || guard(m) == text)
        };
        let code = |text: &str| match is_missing(text) {
            true => absent,
            false => original
                .dictionary
                .find(text)
                .or_else(|| guarded.get(text).copied()),
        };
        let of_code: Option<Vec<u32>> = shown.dictionary.texts().map(code).collect();
        let of_code = of_code.ok_or_else(|| {
            Error::data("has a value that the table does not have")
                .at_file("of `{}` ", &read.file.table)
                .at_column("column `{}` ", name)
                .hint("sensitive columns, and columns that tables and classifiers use, must be released unchanged")
        })?;
        Ok(shown
            .codes
            .iter()
            .map(|&code| of_code[code as usize])
            .collect())
    }

    /// For each aggregated column, the mean of the numbers that the rows of a class show.
    fn aggregated(
        &self,
        read: &ReadRelease,
        subject: &Subject<'_>,
        released: &Published<'_>,
    ) -> Result<Vec<Vec<f64>>> {
        let mut all = Vec::new();
        for (at, of) in subject.aggregated.iter().enumerate() {
            let shown = read.file.column(&of.name)?;
            let original = self
                .table()
                .column(&of.name)
                .ok_or_else(|| Error::internal("an aggregated column was not read"))?;
            let numbers = subject.original.aggregated()[at]
                .numbers
                .as_deref()
                .unwrap_or(&[]);
            let of_code: Vec<f64> = shown
                .dictionary
                .texts()
                .map(|text| {
                    let number = |text| number_shown(text, original, numbers);
                    match (number(text), unguarded(text)) {
                        (found, Some(text)) if found.is_nan() => number(text),
                        (found, _) => found,
                    }
                })
                .collect();
            let mut sums = vec![(0.0, 0.0); released.buckets()];
            for (&class, &code) in released.bucket_of_row().iter().zip(&shown.codes) {
                let number = of_code[code as usize];
                if !number.is_nan() {
                    sums[class as usize].0 += number;
                    sums[class as usize].1 += 1.0;
                }
            }
            all.push(
                sums.into_iter()
                    .map(|(sum, rows)| if rows > 0.0 { sum / rows } else { f64::NAN })
                    .collect(),
            );
        }
        Ok(all)
    }
}

/// The cells of groups in a column with these labels.
fn shown(
    values: u32,
    labels: &[Label],
    order: &ColumnOrder,
    of_group: impl Iterator<Item = usize>,
) -> ClassColumn {
    let of_label: Vec<ValueSet> = labels.iter().map(|label| order.set(&label.set)).collect();
    let mut regions = of_label.clone();
    regions.sort_unstable();
    regions.dedup();
    let place = |label: usize| {
        let place = regions.binary_search(&of_label[label]);
        place.expect("every region was sorted in") as u32
    };
    ClassColumn {
        values,
        of_class: of_group.map(place).collect(),
        regions,
    }
}
