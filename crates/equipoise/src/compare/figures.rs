//! The figures of each release.

use super::labels::Domain;
use super::order::{common, run};
use super::release::ReadRelease;
use crate::source::Job;
use crate::usefulness::{Ordered, Subject, missing_code, number_shown};
use equipoise_data::{Error, Region, Result, Table};
use equipoise_engine::guard;
use equipoise_measure::risk::re_identification::Prosecutor;
use equipoise_release::{ClassColumn, Published, ShownClasses};
use equipoise_report::{self as report, Better, ComparedMeasure, MeasureGroup, ValueFormat};
use std::collections::{BTreeMap, HashMap, HashSet};

/// What figures are measured against.
pub(super) struct Figures<'a> {
    pub(super) job: &'a Job,
    pub(super) table: &'a Table,
    pub(super) domains: &'a [Domain],
}

/// For each quasi-identifier the place of each leaf in the order that is used.
type Places = Vec<Vec<u32>>;

/// Rows of a release that show the same.
struct Groups {
    of_row: Vec<u32>,
    /// A row of each group.
    first: Vec<usize>,
}

/// All that is known of one release.
struct Found {
    rows: u64,
    risk: Option<Prosecutor>,
    loss: f64,
    use_: report::UsefulnessFacts,
}

impl Figures<'_> {
    /// Measures with a value per release, and notes.
    pub(super) fn measure(
        &self,
        read: &[ReadRelease],
    ) -> Result<(Vec<ComparedMeasure>, Vec<String>)> {
        let mut notes = Vec::new();
        let found: Vec<Found> = match self.places(&read.iter().collect::<Vec<_>>()) {
            Ok(places) => {
                let subject = self.subject(&places)?;
                read.iter()
                    .map(|r| self.found(r, &subject, &places))
                    .collect::<Result<_>>()?
            }
            // No order serves all of them: each is measured in its own, with other questions of the
            // same kind.
            Err(_) => {
                notes.push(
                    "Releases are in different orders of values, so each was asked other random questions of the same kind.".to_owned(),
                );
                let one = |r: &ReadRelease| {
                    let places = self.places(&[r])?;
                    self.found(r, &self.subject(&places)?, &places)
                };
                read.iter().map(one).collect::<Result<_>>()?
            }
        };
        notes.extend(references(&found[0].use_));
        let without = || {
            found
                .iter()
                .all(|f| f.use_.classifiers.iter().all(|c| c.released.is_none()))
        };
        if let Some(target) = found[0]
            .use_
            .target
            .as_ref()
            .filter(|_| !found[0].use_.classifiers.is_empty() && without())
        {
            notes.push(format!(
                "How well `{target}` is predicted from the releases is not told: it is a quasi-identifier, and a file does not say which row of \
                 the table a released one comes from. The report of each release tells it."
            ));
        }
        let mut of_measures: Vec<String> = found
            .iter()
            .flat_map(|f| f.use_.notes.iter().cloned())
            .collect();
        of_measures.sort();
        of_measures.dedup();
        notes.extend(of_measures);
        Ok((self.measures(&found), notes))
    }

    /// An order of each column in which the cells of these releases are runs.
    fn places(&self, read: &[&ReadRelease]) -> Result<Places> {
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

    fn subject(&self, places: &Places) -> Result<Subject<'_>> {
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
            self.table,
            &self
                .domains
                .iter()
                .zip(places)
                .map(ordered)
                .collect::<Vec<_>>(),
        )
    }

    fn found(&self, read: &ReadRelease, subject: &Subject<'_>, places: &Places) -> Result<Found> {
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
        let released = released.with_aggregated(numbers)?;
        Ok(Found {
            rows: read.file.input.table.rows as u64,
            risk: Prosecutor::new(&self.sizes(read, &groups)),
            loss: self.loss(read)?,
            use_: subject.measure(&released)?,
        })
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
        let is_quasi = |name: &str| {
            self.job.recipe.role(name) == Some(equipoise_recipe::Role::QuasiIdentifier)
        };
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

    /// Classes by their size in units.
    fn sizes(&self, read: &ReadRelease, groups: &Groups) -> Vec<(u64, u64)> {
        let mut of_group = vec![0_u64; groups.first.len()];
        match read.file.persons(self.job) {
            None => groups
                .of_row
                .iter()
                .for_each(|&group| of_group[group as usize] += 1),
            Some(persons) => {
                let pairs: HashSet<(u32, u32)> =
                    groups.of_row.iter().copied().zip(persons).collect();
                pairs
                    .into_iter()
                    .for_each(|(group, _)| of_group[group as usize] += 1);
            }
        }
        let mut sizes: BTreeMap<u64, u64> = BTreeMap::new();
        of_group
            .into_iter()
            .for_each(|size| *sizes.entry(size).or_insert(0) += 1);
        sizes.into_iter().collect()
    }

    /// The codes of a column that is released as it is.
    fn plain(&self, read: &ReadRelease, name: &str) -> Result<Vec<u32>> {
        let (shown, original) = (read.file.column(name)?, self.table.column(name));
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
                .table
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

    /// The arithmetic mean over attributes of what cells cover of their hierarchies: 0 for the
    /// table itself, 1 for nothing at all.
    fn loss(&self, read: &ReadRelease) -> Result<f64> {
        let rows = self.table.rows as u128;
        let left_out = (self.table.rows - read.file.input.table.rows) as u128;
        let mut sum = 0.0;
        for (domain, labels) in self.domains.iter().zip(&read.labels) {
            let domain_lines = u128::from(domain.hierarchy.domain);
            if domain.hierarchy.height() == 0 || domain_lines < 2 {
                continue;
            }
            let shown: u128 = read
                .file
                .column(&domain.name)?
                .codes
                .iter()
                .map(|&code| u128::from(labels[code as usize].lines))
                .sum();
            let over = (shown + left_out * domain_lines).saturating_sub(rows);
            sum += over as f64 / (rows * (domain_lines - 1)).max(1) as f64;
        }
        Ok(sum / self.domains.len() as f64)
    }

    fn measures(&self, found: &[Found]) -> Vec<ComparedMeasure> {
        let mut all = Vec::new();
        let mut add = |key: &str,
                       name: &str,
                       (group, better, form): (MeasureGroup, Better, ValueFormat),
                       value: &dyn Fn(&Found) -> Option<f64>| {
            let values = found.iter().map(value).collect();
            all.push(ComparedMeasure {
                key: key.to_owned(),
                group,
                name: name.to_owned(),
                better,
                form,
                values,
            });
        };
        use Better::{Less, More, Neither};
        let total = self.table.rows.max(1) as f64;
        let risk = |of: &Found, value: &dyn Fn(&Prosecutor) -> f64| of.risk.as_ref().map(value);
        add(
            "rows",
            "Rows",
            (MeasureGroup::Size, More, ValueFormat::Count),
            &|f| Some(f.rows as f64),
        );
        add(
            "left_out",
            "Rows left out",
            (MeasureGroup::Size, Less, ValueFormat::Share),
            &|f| Some((total - f.rows as f64) / total),
        );
        add(
            "classes",
            "Classes",
            (MeasureGroup::Size, Neither, ValueFormat::Count),
            &|f| risk(f, &|r| r.classes() as f64),
        );
        add(
            "average_class",
            "Average class",
            (MeasureGroup::Size, Neither, ValueFormat::Number),
            &|f| f.use_.average_class,
        );
        add(
            "k",
            "Smallest class (k)",
            (MeasureGroup::Risk, More, ValueFormat::Count),
            &|f| risk(f, &|r| (1.0 / r.highest().to_f64()).round()),
        );
        add(
            "highest_risk",
            "Highest risk of being found",
            (MeasureGroup::Risk, Less, ValueFormat::Share),
            &|f| risk(f, &|r| r.highest().to_f64()),
        );
        add(
            "average_risk",
            "Average risk of being found",
            (MeasureGroup::Risk, Less, ValueFormat::Share),
            &|f| risk(f, &|r| r.average().to_f64()),
        );
        add(
            "uniques",
            "Look like no other",
            (MeasureGroup::Risk, Less, ValueFormat::Count),
            &|f| risk(f, &|r| r.sample_uniques() as f64),
        );
        add(
            "loss",
            "Loss (arithmetic mean)",
            (MeasureGroup::Loss, Less, ValueFormat::Share),
            &|f| Some(f.loss),
        );
        add(
            "ncp",
            "Share that a cell covers (NCP)",
            (MeasureGroup::Loss, Less, ValueFormat::Share),
            &|f| Some(f.use_.penalty),
        );
        add(
            "discernibility",
            "Discernibility",
            (MeasureGroup::Loss, Less, ValueFormat::Count),
            &|f| Some(f.use_.discernibility as f64),
        );
        add(
            "ambiguity_bits",
            "Unknown of a row (ambiguity)",
            (MeasureGroup::Loss, Less, ValueFormat::Bits),
            &|f| Some(f.use_.ambiguity_bits),
        );
        add(
            "kl_bits",
            "Distance of distributions (KL)",
            (MeasureGroup::Use, Less, ValueFormat::Bits),
            &|f| Some(f.use_.divergence_bits),
        );
        let first = &found[0].use_;
        if first.queries.is_some() {
            let percent = |f: &Found, of: fn(&report::QueryLine) -> Option<f64>| {
                f.use_.queries.as_ref().and_then(of).map(|p| p / 100.0)
            };
            add(
                "query_error_mean",
                "Error of questions, mean",
                (MeasureGroup::Use, Less, ValueFormat::Share),
                &|f| percent(f, |q| q.mean_percent),
            );
            add(
                "query_error_median",
                "Error of questions, median",
                (MeasureGroup::Use, Less, ValueFormat::Share),
                &|f| percent(f, |q| q.median_percent),
            );
        }
        for (at, of) in first.information.iter().enumerate() {
            let (key, name) = (
                format!("information_bits.{}", of.column),
                format!("Told about {} by a class", of.column),
            );
            add(
                &key,
                &name,
                (MeasureGroup::Use, More, ValueFormat::Bits),
                &|f| f.use_.information.get(at).map(|i| i.utility_bits),
            );
        }
        for (at, of) in first.classifiers.iter().enumerate() {
            let target = first.target.as_deref().unwrap_or_default();
            let (key, name) = (
                format!("accuracy.{}", of.learner),
                format!("{} predicted right, {}", target, of.learner),
            );
            if found.iter().any(|f| {
                f.use_
                    .classifiers
                    .get(at)
                    .is_some_and(|c| c.released.is_some())
            }) {
                add(
                    &key,
                    &name,
                    (MeasureGroup::Use, More, ValueFormat::Share),
                    &|f| f.use_.classifiers.get(at).and_then(|c| c.released),
                );
            }
        }
        for of in &first.tables {
            let of_table = |f: &Found| f.use_.tables.iter().find(|t| t.name == of.name).cloned();
            let (key, name) = (
                format!("table_error.{}", of.name),
                format!("Error of `{}`", of.name),
            );
            add(
                &key,
                &name,
                (MeasureGroup::Use, Less, ValueFormat::Share),
                &|f| of_table(f).and_then(|t| t.overall),
            );
            let (key, name) = (
                format!("table_error_mean.{}", of.name),
                format!("Error of a cell of `{}`", of.name),
            );
            add(
                &key,
                &name,
                (MeasureGroup::Use, Less, ValueFormat::Share),
                &|f| of_table(f).and_then(|t| t.mean_relative),
            );
        }
        all
    }
}

/// What classifiers reach on the table itself, to compare with.
fn references(of: &report::UsefulnessFacts) -> Option<String> {
    let (target, first) = (of.target.as_ref()?, of.classifiers.first()?);
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    let reached: Vec<String> = of
        .classifiers
        .iter()
        .map(|c| format!("{} {}", c.learner, percent(c.original)))
        .collect();
    Some(format!(
        "On the table itself `{target}` is predicted right for: {}; always naming its most frequent value: {}.",
        reached.join(", "),
        percent(first.baseline)
    ))
}
