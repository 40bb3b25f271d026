//! The figures of each release.

use crate::read_release::{Groups, Places, ReadRelease, ReleaseReader};
use crate::usefulness::Subject;
use equipoise_data::Result;
use equipoise_measure::risk::re_identification::Prosecutor;
use equipoise_report::{self as report, Better, ComparedMeasure, MeasureGroup, ValueFormat};
use std::collections::{BTreeMap, HashSet};

/// What figures are measured against.
pub(super) struct Figures<'a> {
    pub(super) reader: &'a ReleaseReader<'a>,
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
        let found: Vec<Found> = match self.reader.places(&read.iter().collect::<Vec<_>>()) {
            Ok(places) => {
                let subject = self.reader.subject(&places)?;
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
                    let places = self.reader.places(&[r])?;
                    self.found(r, &self.reader.subject(&places)?, &places)
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

    fn found(&self, read: &ReadRelease, subject: &Subject<'_>, places: &Places) -> Result<Found> {
        let (groups, released) = self.reader.view(read, subject, places)?;
        Ok(Found {
            rows: read.file.input.table.rows as u64,
            risk: Prosecutor::new(&self.sizes(read, &groups)),
            loss: self.loss(read)?,
            use_: subject.measure(&released)?,
        })
    }

    /// Classes by their size in units.
    fn sizes(&self, read: &ReadRelease, groups: &Groups) -> Vec<(u64, u64)> {
        let mut of_group = vec![0_u64; groups.first.len()];
        match read.file.persons(self.reader.job) {
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

    /// The arithmetic mean over attributes of what cells cover of their hierarchies: 0 for the
    /// table itself, 1 for nothing at all.
    fn loss(&self, read: &ReadRelease) -> Result<f64> {
        let all = self.reader.table().rows;
        let rows = all as u128;
        let left_out = (all - read.file.input.table.rows) as u128;
        let mut sum = 0.0;
        for (domain, labels) in self.reader.domains.iter().zip(&read.labels) {
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
        Ok(sum / self.reader.domains.len() as f64)
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
        let total = self.reader.table().rows.max(1) as f64;
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
