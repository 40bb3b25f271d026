//! The figures of each release.

use crate::read_release::{ColumnOrder, ReadRelease, ReleaseReader};
use crate::usefulness::Subject;
use equipoise_data::Result;
use equipoise_measure::risk::re_identification::Prosecutor;
use equipoise_release::Published;
use equipoise_report::{self as report, Better, ComparedMeasure, MeasureGroup, ValueFormat};
use std::collections::BTreeMap;

/// The table and settings that figures are measured against.
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
        let orders = self.reader.orders(&read.iter().collect::<Vec<_>>());
        let subject = self.reader.subject(&orders)?;
        let found: Vec<Found> = read
            .iter()
            .map(|release| self.found(release, &subject, &orders))
            .collect::<Result<_>>()?;
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

    fn found(
        &self,
        read: &ReadRelease,
        subject: &Subject<'_>,
        orders: &[ColumnOrder],
    ) -> Result<Found> {
        let view = self.reader.view(read, subject, orders)?;
        Ok(Found {
            rows: view.released.rows() as u64,
            risk: Prosecutor::new(&classes_by_size(&view.released)),
            loss: view.loss(&self.reader.quasi),
            use_: subject.measure(&view.released)?,
        })
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

/// Sizes of classes in units of protection, each with the number of classes that have it.
fn classes_by_size(released: &Published<'_>) -> Vec<(u64, u64)> {
    let mut sizes: BTreeMap<u64, u64> = BTreeMap::new();
    released
        .units()
        .into_iter()
        .for_each(|size| *sizes.entry(size).or_insert(0) += 1);
    sizes.into_iter().collect()
}

/// The accuracy that classifiers reach on the table itself, to compare with.
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
