//! LKC-privacy: what somebody finds who knows some of the quasi-identifiers.

use super::evidence::{Cell, Evidence, known, of_class, ratio};
use crate::measured::{MeasuredModel, Value, Witness};
use crate::tally::Counts;
use crate::texts::Texts;
use crate::{Ratio, Result};
use hashbrown::{HashMap, HashSet};

/// The greatest share of a value among the rows that agree on any `l` quasi-identifiers; infinite
/// where these are fewer than k units. The witness has "missing" for quasi-identifiers that are not
/// known.
pub(super) fn judge(l: u64, k: u64, c: Ratio, evidence: &Evidence<'_>) -> Result<MeasuredModel> {
    let counts = evidence.counts()?;
    let width = evidence.quasi_identifiers;
    let known = usize::try_from(l).unwrap_or(usize::MAX).min(width);
    let mut worst: Option<(Value, Witness)> = None;
    for subset in subsets(width, known) {
        for (value, witness) in groups(&subset, k, evidence, counts)? {
            // Among equal values the first witness in the order of its labels, whatever the order
            // of the rows.
            let better = worst
                .as_ref()
                .is_none_or(|(held, known)| value > *held || value == *held && witness < *known);
            if better {
                worst = Some((value, witness));
            }
        }
    }
    let (value, witness) = worst.unzip();
    Ok(of_class(value, witness, |value| value.at_most(c)))
}

/// All sets of `count` numbers below `width`, ascending.
fn subsets(width: usize, count: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..count {
        let longer = |set: Vec<usize>| {
            let from = set.last().map_or(0, |last| last + 1);
            (from..width).map(move |next| [&set[..], &[next]].concat())
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    all
}

/// The score of each group of classes that agree on these quasi-identifiers and on the columns that
/// divide classes further.
fn groups(
    subset: &[usize],
    k: u64,
    evidence: &Evidence<'_>,
    counts: &Counts,
) -> Result<Vec<(Value, Witness)>> {
    let (classes, width) = (evidence.classes, evidence.quasi_identifiers);
    let seen = |place: usize| place >= width || subset.contains(&place);
    let (mut texts, mut witnesses, mut group_of) = (Texts::default(), Vec::new(), Vec::new());
    let mut key = Vec::new();
    for class in 0..classes.keys.len() as u32 {
        key.clear();
        for (_, label) in classes
            .keys
            .labels(class)
            .enumerate()
            .filter(|(place, _)| seen(*place))
        {
            key.extend_from_slice(
                &label
                    .map_or(u64::MAX, |text| text.len() as u64)
                    .to_le_bytes(),
            );
            key.extend_from_slice(label.unwrap_or_default());
        }
        let group = texts.number(&key)?;
        if group as usize == witnesses.len() {
            let labels = classes.keys.witness(class).into_iter().enumerate();
            witnesses.push(
                labels
                    .map(|(place, label)| label.filter(|_| seen(place)))
                    .collect::<Witness>(),
            );
        }
        group_of.push(group);
    }
    let sizes = sizes(&group_of, witnesses.len(), evidence);
    let cells = cells(&group_of, counts);
    let mut scores = Vec::new();
    for cells in cells.chunk_by(|a, b| a.0 == b.0) {
        let size = sizes[cells[0].0 as usize];
        let most = known(cells).max().unwrap_or(0);
        let value = if size < k {
            Value::Infinite
        } else {
            Value::Exact(ratio(most, size)?)
        };
        scores.push((value, std::mem::take(&mut witnesses[cells[0].0 as usize])));
    }
    Ok(scores)
}

/// Units of each group. Persons do not add up, so they are counted anew.
fn sizes(group_of: &[u32], groups: usize, evidence: &Evidence<'_>) -> Vec<u64> {
    let mut sizes = vec![0; groups];
    if evidence.classes.members.is_empty() {
        group_of
            .iter()
            .zip(&evidence.classes.sizes)
            .for_each(|(group, size)| sizes[*group as usize] += size);
    } else {
        let members: HashSet<(u32, u32)> = evidence
            .classes
            .members
            .iter()
            .map(|(class, person)| (group_of[*class as usize], *person))
            .collect();
        members
            .iter()
            .for_each(|(group, _)| sizes[*group as usize] += 1);
    }
    sizes
}

/// (group, value, units), sorted.
fn cells(group_of: &[u32], counts: &Counts) -> Vec<Cell> {
    let mut units: HashMap<(u32, u32), u64> = HashMap::new();
    if counts.persons.is_empty() {
        for (class, value, rows) in &counts.by_class {
            *units
                .entry((group_of[*class as usize], *value))
                .or_default() += rows;
        }
    } else {
        let persons = counts
            .persons
            .iter()
            .map(|(class, value, person)| (group_of[*class as usize], *value, *person));
        for (group, value, _) in persons.collect::<HashSet<_>>() {
            *units.entry((group, value)).or_default() += 1;
        }
    }
    let mut cells: Vec<Cell> = units
        .into_iter()
        .map(|((group, value), units)| (group, value, units))
        .collect();
    cells.sort_unstable();
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subsets_are_all_and_once() {
        assert_eq!(subsets(3, 2), [[0, 1], [0, 2], [1, 2]]);
        assert_eq!(subsets(2, 0), [Vec::<usize>::new()]);
        assert_eq!(subsets(5, 3).len(), 10);
    }
}
