//! (n,t)-closeness of classes with labels of their own: a class is large, or close to a large set
//! of input rows that contains it.
//!
//! A label stands for a run of the values of its column, in their order. The sets are given as runs
//! too; one contains a class when its run covers that of the class on every quasi-identifier. Which
//! rows are in a set is counted here, from the raw values of the input.

use super::domain::{Domain, Positions, Yardstick};
use super::evidence::{Evidence, greatest};
use super::nt_closeness::yardstick;
use crate::class_counts::{InputClasses, Regions};
use crate::measured::{MeasuredModel, Value};
use crate::parameters::Distance;
use crate::{Error, Ratio, Result};
use hashbrown::{HashMap, HashSet};

/// The places of the first and the last value.
type Run = (u32, u32);

pub(super) fn judge(
    column: &str,
    n: u64,
    t: Ratio,
    distance: &Distance,
    (input, regions): (&InputClasses, &Regions),
    evidence: &Evidence<'_>,
) -> Result<MeasuredModel> {
    let counts = evidence.counts()?;
    let values: HashSet<&[u8]> = input
        .classes
        .iter()
        .flat_map(|c| &c.values)
        .filter_map(|(v, _)| Some(v.as_ref()?.as_bytes()))
        .collect();
    let has_missing = input
        .classes
        .iter()
        .flat_map(|c| &c.values)
        .any(|(value, _)| value.is_none());
    let domain = Domain::new(distance, values.iter().copied(), has_missing)?;
    let place = |text: &[u8]| values.contains(text).then(|| domain.place(text)).flatten();
    let positions = Positions::new(column, counts, place, has_missing)?;
    let sets = sets(column, &domain, input, regions, n)?;
    let runs = Runs::new(regions, evidence.quasi_identifiers)?;
    let (value, witness) = greatest(evidence, |class, cells| {
        if evidence.classes.sizes[class as usize] >= n {
            return Ok(Value::Exact(Ratio::ZERO));
        }
        let own = runs.of(&evidence.classes.keys.witness(class))?;
        let (units, missing) = positions.of_class(cells);
        let mut least = Value::Infinite;
        for (set, yardstick) in &sets {
            if set
                .iter()
                .zip(&own)
                .all(|(set, own)| set.0 <= own.0 && own.1 <= set.1)
            {
                least = least.min(yardstick.distance(&units, missing)?);
            }
        }
        Ok(least)
    })?;
    Ok(MeasuredModel {
        value: Some(value),
        met: value.at_most(t),
        witness: Some(witness),
        ..MeasuredModel::default()
    })
}

/// The sets of at least n units, with what is known of them.
fn sets<'r>(
    column: &str,
    domain: &Domain<'_>,
    input: &InputClasses,
    regions: &'r Regions,
    n: u64,
) -> Result<Vec<(&'r Vec<Run>, Yardstick)>> {
    let places: Vec<HashMap<&str, u32>> = regions
        .values
        .iter()
        .map(|values| values.iter().map(String::as_str).zip(0..).collect())
        .collect();
    let place = |column: usize, label: &Option<String>| match label {
        None => Ok(regions.values[column].len() as u32),
        Some(text) => places[column]
            .get(text.as_str())
            .copied()
            .ok_or_else(|| Error::data("the input has a value that is not listed")),
    };
    let mut rows = Vec::new();
    for class in &input.classes {
        let places: Result<Vec<u32>> = class
            .labels
            .iter()
            .take(places.len())
            .enumerate()
            .map(|(column, label)| place(column, label))
            .collect();
        rows.push((places?, class.values.as_slice()));
    }
    let mut all = Vec::new();
    for set in &regions.sets {
        let is_in = |row: &&(Vec<u32>, _)| {
            row.0
                .iter()
                .zip(set)
                .all(|(place, run)| run.0 <= *place && *place <= run.1)
        };
        let members = rows.iter().filter(is_in).map(|row| row.1);
        if let Some(yardstick) = yardstick(column, domain, members, n)? {
            all.push((set, yardstick));
        }
    }
    Ok(all)
}

/// What released labels stand for.
struct Runs<'r> {
    of_label: Vec<HashMap<&'r str, Run>>,
    /// For each quasi-identifier the place of "missing".
    missing: Vec<u32>,
}

impl<'r> Runs<'r> {
    fn new(regions: &'r Regions, quasi_identifiers: usize) -> Result<Self> {
        let widths = [regions.values.len(), regions.labels.len()]
            .into_iter()
            .chain(regions.sets.iter().map(Vec::len));
        if widths.into_iter().any(|width| width != quasi_identifiers) {
            return Err(Error::data(
                "the labels of classes are told for another number of quasi-identifiers",
            ));
        }
        let mut of_label = Vec::new();
        for labels in &regions.labels {
            let mut of = HashMap::new();
            for (label, first, last) in labels {
                // One label for two sets would let a class look smaller than it is.
                if of
                    .insert(label.as_str(), (*first, *last))
                    .is_some_and(|known| known != (*first, *last))
                {
                    return Err(Error::data(
                        "a label stands for two different sets of values",
                    ));
                }
            }
            of_label.push(of);
        }
        Ok(Runs {
            of_label,
            missing: regions
                .values
                .iter()
                .map(|values| values.len() as u32)
                .collect(),
        })
    }

    fn of(&self, labels: &[Option<String>]) -> Result<Vec<Run>> {
        let run =
            |(label, (of, &missing)): (&Option<String>, (&HashMap<&str, Run>, &u32))| match label {
                None => Ok((missing, missing)),
                Some(text) => of
                    .get(text.as_str())
                    .copied()
                    .ok_or_else(|| Error::data("a released label is not listed")),
            };
        labels
            .iter()
            .zip(self.of_label.iter().zip(&self.missing))
            .map(run)
            .collect()
    }
}
