//! A released file as the view that every release is looked at by.

use super::labels::Domain;
use super::order::{common, run};
use super::{ReadRelease, ReleaseReader};
use crate::usefulness::{Ordered, Subject, missing_code, number_shown};
use equipoise_data::{Error, Region, Result};
use equipoise_engine::guard;
use equipoise_recipe::Role;
use equipoise_release::{ClassColumn, Published, ShownClasses};
use std::collections::HashMap;

/// For each quasi-identifier the place of each leaf in the order that is used.
pub(crate) type Places = Vec<Vec<u32>>;

/// Rows of a release that show the same.
pub(crate) struct Groups {
    pub(crate) of_row: Vec<u32>,
    /// A row of each group.
    pub(crate) first: Vec<usize>,
}

impl ReleaseReader<'_> {
    /// An order of each column in which the cells of these releases are runs.
    pub(crate) fn places(&self, read: &[&ReadRelease]) -> Result<Places> {
        let of_column = |(q, domain): (usize, &Domain)| {
            let mut orders: Vec<Vec<u32>> = read
                .iter()
                .filter_map(|r| r.file.facts(&domain.name))
                .map(|facts| domain.order_of(facts))
                .collect();
            orders.extend(domain.order_of_numbers());
            common(
                read.iter()
                    .flat_map(|r| r.labels[q].iter().map(|label| &label.cover)),
                domain.hierarchy.leaves(),
                &orders,
            )
            .ok_or_else(|| {
                Error::data("are no neighbours in any order of its values")
                    .at_column("the labels of column `{}` ", &domain.name)
                    .hint("compare these releases one by one, or put their records beside them")
            })
        };
        self.domains.iter().enumerate().map(of_column).collect()
    }

    /// The table that releases are measured against, in this order of values.
    pub(crate) fn subject(&self, places: &Places) -> Result<Subject<'_>> {
        let ordered = |(domain, places): (&Domain, &Vec<u32>)| {
            let mut texts = vec![String::new(); places.len()];
            places
                .iter()
                .zip(&domain.hierarchy.levels[0].labels)
                .for_each(|(&place, text)| texts[place as usize] = text.clone());
            let leaf_of = domain
                .hierarchy
                .leaf_of
                .iter()
                .map(|&leaf| places[leaf as usize])
                .collect();
            Ordered {
                at: domain.at,
                leaf_of,
                texts,
            }
        };
        Subject::new(
            &self.job.recipe,
            self.table(),
            &self
                .domains
                .iter()
                .zip(places)
                .map(ordered)
                .collect::<Vec<_>>(),
        )
    }

    /// A release as a view of the table of `subject`, and its rows that show the same.
    ///
    /// # Errors
    /// Labels that are no runs in this order, values of other columns that the table does not have.
    pub(crate) fn view(
        &self,
        read: &ReadRelease,
        subject: &Subject<'_>,
        places: &Places,
    ) -> Result<(Groups, Published<'static>)> {
        let groups = self.groups(read, subject)?;
        let shown =
            |(q, domain): (usize, &Domain)| self.shown(read, q, domain, &places[q], &groups);
        let shown = self.domains.iter().enumerate().map(shown);
        let classes = ShownClasses::new(groups.of_row.clone(), shown.collect::<Result<_>>()?);
        let plain = subject.plain.iter().map(|of| self.plain(read, &of.name));
        let released = subject
            .original
            .read_back(classes, plain.collect::<Result<_>>()?)?;
        let numbers = self.aggregated(read, subject, &released)?;
        Ok((groups, released.with_aggregated(numbers)?))
    }

    /// What groups show of a quasi-identifier.
    fn shown(
        &self,
        read: &ReadRelease,
        quasi: usize,
        domain: &Domain,
        places: &[u32],
        groups: &Groups,
    ) -> Result<ClassColumn> {
        let of_label: Vec<Option<Region>> = read.labels[quasi]
            .iter()
            .map(|label| run(&label.cover, places))
            .collect();
        let mut regions: Vec<Region> = of_label.iter().flatten().copied().collect();
        regions.sort_unstable();
        regions.dedup();
        let codes = &read.file.column(&domain.name)?.codes;
        let place = |&row: &usize| {
            let region = of_label[codes[row] as usize];
            region
                .and_then(|region| regions.binary_search(&region).ok())
                .map(|at| at as u32)
                .ok_or_else(|| Error::internal("a label is no run"))
        };
        let of_class = groups.first.iter().map(place).collect::<Result<_>>()?;
        Ok(ClassColumn {
            values: domain.hierarchy.leaves() as u32,
            regions,
            of_class,
        })
    }

    /// Rows with the same quasi-identifiers, aggregated ones included.
    fn groups(&self, read: &ReadRelease, subject: &Subject<'_>) -> Result<Groups> {
        let is_quasi = |name: &str| self.job.recipe.role(name) == Some(Role::QuasiIdentifier);
        let aggregated = subject
            .aggregated
            .iter()
            .map(|of| of.name.as_str())
            .filter(|name| is_quasi(name));
        let names = self
            .domains
            .iter()
            .map(|d| d.name.as_str())
            .chain(aggregated);
        let columns: Vec<&[u32]> = names
            .map(|name| Ok(read.file.column(name)?.codes.as_slice()))
            .collect::<Result<_>>()?;
        let mut known: HashMap<Vec<u32>, u32> = HashMap::new();
        let mut groups = Groups {
            of_row: Vec::with_capacity(read.file.input.table.rows),
            first: Vec::new(),
        };
        let mut key = Vec::with_capacity(columns.len());
        for row in 0..read.file.input.table.rows {
            key.clear();
            key.extend(columns.iter().map(|codes| codes[row]));
            let group = match known.get(&key) {
                Some(&group) => group,
                None => {
                    groups.first.push(row);
                    known.insert(key.clone(), groups.first.len() as u32 - 1);
                    groups.first.len() as u32 - 1
                }
            };
            groups.of_row.push(group);
        }
        Ok(groups)
    }

    /// The codes of a column that is released as it is.
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
                .hint("sensitive columns, and those that tables and classifiers ask for, must be released as they are")
        })?;
        Ok(shown
            .codes
            .iter()
            .map(|&code| of_code[code as usize])
            .collect())
    }

    /// For each aggregated column the mean number that the rows of a class show.
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
                .map(|text| number_shown(text, original, numbers))
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
