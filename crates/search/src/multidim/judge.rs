//! Whether rows may be a class.

use super::items::{Items, Part};
use equipoise_data::{Encoded, Error, Region, Result};
use equipoise_privacy::{AnyModel, Class, Panel, Supersets};

/// Judges groups of rows by all models that look at one class at a time.
#[derive(Debug)]
pub(crate) struct Judge<'a> {
    panel: &'a Panel,
    items: &'a Items,
    /// Where nothing but the number of rows decides, the least.
    only_rows: Option<u64>,
    /// The sensitive columns that some model needs.
    columns: Vec<usize>,
    /// How many values each sensitive column has.
    values: Vec<usize>,
    /// Distinct tuples of the population with their counts, where a model needs it.
    population: Option<Vec<(Vec<u32>, u64)>>,
}

/// Counters that a thread uses again and again.
#[derive(Debug, Default)]
pub(crate) struct Counters {
    units: Vec<u64>,
    pairs: Vec<(u32, u32)>,
    values: Vec<Vec<(u32, u64)>>,
}

/// # Errors
/// Models that cannot judge classes whose labels overlap.
fn check(panel: &Panel) -> Result<()> {
    for model in panel.models() {
        let reason = match model {
            AnyModel::Joint(_) => {
                "its groups cut across classes, so no class can be judged by itself"
            }
            AnyModel::Class(m) if m.forbids_absence() => {
                "every class of the population must have a row, and the labels of a partition overlap"
            }
            _ => continue,
        };
        return Err(Error::usage(format!(
            "`{}` cannot guide a partition: {reason}",
            model.name()
        ))
        .hint("use `method = \"optimal\"` in `[search]` for this model"));
    }
    Ok(())
}

impl<'a> Judge<'a> {
    /// # Errors
    /// Models whose groups cut across classes, or that ask for classes of the population that no
    /// row is in.
    pub(crate) fn new(panel: &'a Panel, encoded: &Encoded<'_>, items: &'a Items) -> Result<Self> {
        check(panel)?;
        Ok(Judge::of_classes(panel, encoded, items))
    }

    /// Judges by those models of a panel that look at one class at a time, whatever the others are.
    pub(crate) fn of_classes(panel: &'a Panel, encoded: &Encoded<'_>, items: &'a Items) -> Self {
        let needs = |m: &AnyModel| match m {
            AnyModel::Class(m) => m.needs(),
            AnyModel::Superset(m) => Some(m.needs()),
            AnyModel::Joint(_) | AnyModel::Table(_) => None,
        };
        let mut columns: Vec<usize> = panel.models().iter().filter_map(needs).collect();
        columns.sort_unstable();
        columns.dedup();
        let values = encoded
            .sensitive
            .iter()
            .map(|s| s.value_of.iter().max().map_or(0, |&v| v as usize + 1))
            .collect();
        let only_rows = panel.only_size().filter(|_| items.persons.is_none());
        Judge {
            panel,
            items,
            only_rows,
            columns,
            values,
            population: population(encoded),
        }
    }

    /// Whether these rows may be a class. `regions` is asked only where a population matters.
    pub(crate) fn meets(
        &self,
        parts: &[Part],
        regions: impl FnOnce() -> Vec<Region>,
        above: &dyn Supersets,
        counters: &mut Counters,
    ) -> bool {
        if let Some(least) = self.only_rows {
            return rows(parts) >= least;
        }
        let size = self.size(parts, counters);
        if size < self.panel.least_size() {
            return false;
        }
        let population = self
            .population
            .as_ref()
            .map_or(0, |tuples| within(tuples, &regions()));
        let mut all = std::mem::take(&mut counters.values);
        all.resize(self.values.len(), Vec::new());
        for &column in &self.columns {
            all[column].clear();
            self.count(parts, column, counters, &mut all[column]);
        }
        let seen = |column: Option<usize>| Class {
            population,
            ..Class::new(size, column.map_or(&[][..], |c| &all[c]))
        };
        let meets = |model: &AnyModel| match model {
            AnyModel::Class(m) => m.meets(&seen(m.needs())),
            AnyModel::Superset(m) => m
                .bound()
                .allows(m.score(&seen(Some(m.needs())), 0, above, true), m.asked()),
            AnyModel::Joint(_) | AnyModel::Table(_) => true,
        };
        let met = self.panel.models().iter().all(meets);
        counters.values = all;
        met
    }

    /// The units of protection among these rows.
    pub(crate) fn size(&self, parts: &[Part], counters: &mut Counters) -> u64 {
        let Some(persons) = &self.items.persons else {
            return rows(parts);
        };
        let pairs = &mut counters.pairs;
        pairs.clear();
        pairs.extend(parts.iter().map(|part| (persons[part.item as usize], 0)));
        pairs.sort_unstable();
        pairs.dedup();
        pairs.len() as u64
    }

    /// The units of each value of a sensitive column among these rows.
    pub(crate) fn count(
        &self,
        parts: &[Part],
        column: usize,
        counters: &mut Counters,
        out: &mut Vec<(u32, u64)>,
    ) {
        let value_of = &self.items.values[column];
        let units = &mut counters.units;
        units.clear();
        units.resize(self.values[column], 0);
        match &self.items.persons {
            None => parts.iter().for_each(|part| {
                units[value_of[part.item as usize] as usize] += u64::from(part.rows)
            }),
            Some(persons) => {
                let pairs = &mut counters.pairs;
                pairs.clear();
                pairs.extend(
                    parts
                        .iter()
                        .map(|part| (value_of[part.item as usize], persons[part.item as usize])),
                );
                pairs.sort_unstable();
                pairs.dedup();
                pairs
                    .iter()
                    .for_each(|&(value, _)| units[value as usize] += 1);
            }
        }
        out.extend(
            units
                .iter()
                .zip(0..)
                .filter(|(units, _)| **units > 0)
                .map(|(&units, value)| (value, units)),
        );
    }

    /// No class is smaller than this, in units of protection.
    pub(crate) fn least_size(&self) -> u64 {
        self.panel.least_size()
    }

    /// The models of the whole table, which look at the sizes of all classes.
    pub(crate) fn table_models(&self) -> impl Iterator<Item = &dyn equipoise_privacy::TableModel> {
        self.panel.models().iter().filter_map(|m| match m {
            AnyModel::Table(m) => Some(m.as_ref()),
            _ => None,
        })
    }

    /// For each sensitive column its number of values.
    pub(crate) fn values(&self) -> &[usize] {
        &self.values
    }
}

/// The rows of some parts.
pub(crate) fn rows(parts: &[Part]) -> u64 {
    parts.iter().map(|part| u64::from(part.rows)).sum()
}

fn population(encoded: &Encoded<'_>) -> Option<Vec<(Vec<u32>, u64)>> {
    let columns = encoded.population?;
    let mut tuples: std::collections::BTreeMap<Vec<u32>, u64> = std::collections::BTreeMap::new();
    for row in 0..columns.first().map_or(0, Vec::len) {
        let leaf = |(codes, q): (&Vec<u32>, &equipoise_data::Quasi<'_>)| {
            q.hierarchy.leaf_of[codes[row] as usize]
        };
        *tuples
            .entry(columns.iter().zip(&encoded.quasi).map(leaf).collect())
            .or_insert(0) += 1;
    }
    Some(tuples.into_iter().collect())
}

/// The units of tuples in a region.
fn within(tuples: &[(Vec<u32>, u64)], regions: &[Region]) -> u64 {
    let is_in = |tuple: &[u32]| {
        tuple
            .iter()
            .zip(regions)
            .all(|(&leaf, region)| region.contains(leaf))
    };
    tuples
        .iter()
        .filter(|(tuple, _)| is_in(tuple))
        .map(|(_, units)| units)
        .sum()
}
