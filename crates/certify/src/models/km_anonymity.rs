//! k^m-anonymity: what somebody finds who knows some of the items of a unit.

use super::evidence::{Evidence, of_class};
use crate::classes::Extreme;
use crate::measured::{MeasuredModel, Value};
use crate::tally;
use crate::{Error, Ratio, Result};
use hashbrown::{HashMap, HashSet};
use std::cmp::Reverse;

/// More combinations than this in one table are not listed.
const MOST: u64 = 200_000_000;

/// The fewest units of a class whose cell has all of at most m items, over all combinations that
/// occur; infinite where no cell has an item. A combination occurs where one cell has it.
pub(super) fn judge(items: &str, k: u64, m: u64, evidence: &Evidence<'_>) -> Result<MeasuredModel> {
    let counts = evidence.counts()?;
    let m = usize::try_from(m).unwrap_or(usize::MAX);
    let sets: Vec<Vec<u32>> = item_sets(counts, items);
    let mut budget = MOST;
    let mut fewest = Extreme::new(&evidence.classes.keys);
    let mut persons_of: HashMap<u32, Vec<(u32, u32)>> = HashMap::new();
    for (class, value, person) in &counts.persons {
        persons_of
            .entry(*class)
            .or_default()
            .push((*value, *person));
    }
    for (class, cells) in counts.classes() {
        let mut rows: HashMap<Vec<u32>, u64> = HashMap::new();
        let mut people: HashMap<Vec<u32>, HashSet<u32>> = HashMap::new();
        match persons_of.get(&class) {
            Some(persons) => {
                for (value, person) in persons {
                    combine(&sets[*value as usize], m, &mut budget, &mut |set| {
                        _ = people.entry(set).or_default().insert(*person)
                    })?;
                }
            }
            None => {
                for (_, value, units) in cells {
                    combine(&sets[*value as usize], m, &mut budget, &mut |set| {
                        *rows.entry(set).or_default() += units
                    })?;
                }
            }
        }
        let least = rows
            .into_values()
            .chain(people.into_values().map(|people| people.len() as u64))
            .min();
        fewest.offer(Reverse(least.map_or(Value::Infinite, Value::whole)), class);
    }
    let value = fewest.value().map(|value| value.0);
    Ok(of_class(value, fewest.witness(), |value| {
        value.at_least(Ratio::whole(k))
    }))
}

/// The items of each value of the column, sorted and each once; an empty item is none.
fn item_sets(counts: &tally::Counts, separator: &str) -> Vec<Vec<u32>> {
    let mut numbers: HashMap<String, u32> = HashMap::new();
    let mut sets = vec![Vec::new()];
    for value in counts.values() {
        let text = String::from_utf8_lossy(counts.text(value));
        let mut set: Vec<u32> = Vec::new();
        for item in text.split(separator).filter(|item| !item.is_empty()) {
            let next = numbers.len() as u32;
            set.push(*numbers.entry(item.to_owned()).or_insert(next));
        }
        set.sort_unstable();
        set.dedup();
        sets.push(set);
    }
    sets
}

/// Calls `visit` with each combination of one to m of the items.
fn combine(
    items: &[u32],
    m: usize,
    budget: &mut u64,
    visit: &mut impl FnMut(Vec<u32>),
) -> Result<()> {
    let mut open: Vec<(Vec<u32>, usize)> = vec![(Vec::new(), 0)];
    while let Some((set, from)) = open.pop() {
        for (next, item) in items.iter().enumerate().skip(from) {
            *budget = budget.checked_sub(1).ok_or_else(|| {
                Error::limit("a column has too many combinations of items to count")
            })?;
            let longer = [&set[..], &[*item]].concat();
            if longer.len() < m {
                open.push((longer.clone(), next + 1));
            }
            if longer.len() <= m {
                visit(longer);
            }
        }
    }
    Ok(())
}
