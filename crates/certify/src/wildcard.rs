//! The wildcard reading of k-anonymity: a missing quasi-identifier matches anything.

use crate::Result;
use crate::classes::{ClassSizes, Classes};
use crate::key::KeyTable;
use crate::person::PersonReader;
use crate::question::Question;
use crate::reading::Records;
use crate::texts::Texts;
use hashbrown::HashMap;
use serde::Serialize;
use std::io::Read;

/// The result of [`wildcard_k`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Wildcard {
    /// Rows of the table.
    pub rows: u64,
    /// Rows, or distinct persons.
    pub units: u64,
    /// The smallest number of units that match a row, itself included. None in a table without
    /// rows.
    pub k: Option<u64>,
}

/// Reads a table and returns the smallest number of units that match a row when a missing
/// quasi-identifier, in either row, matches anything. A release is not judged by this reading: it
/// is kinder than that of [`measure`](crate::measure).
///
/// # Cost
/// Rows collapse to distinct tuples first, and tuples to patterns of missing columns. In rows:
/// O(patterns x tuples) time and O(tuples) memory. In persons also one step for each person of each
/// matching pair of tuples, because persons do not add up; a tuple without any value matches all.
///
/// ```
/// use equipoise_certify::{Question, wildcard_k};
/// let mut question = Question::new(["zip", "age"]);
/// question.missing = vec!["".into()];
/// let table = "zip,age\n1,30\n,30\n2,30\n";
/// assert_eq!(wildcard_k(&question, table.as_bytes())?.k, Some(2));
/// # Ok::<(), equipoise_data::Error>(())
/// ```
pub fn wildcard_k(question: &Question, table: impl Read) -> Result<Wildcard> {
    question.grouping.require_equal_texts()?;
    let mut records = Records::new(question, table);
    let layout = records.open(question)?;
    let mut classes = Classes::new(question, &layout.quasi_identifiers);
    let mut persons = PersonReader::new(question, &layout);
    let by_person = persons.counts_persons();
    while records.advance()? {
        let person = persons.next(records.record())?;
        classes.add(&records, person)?;
    }
    persons.finish()?;
    let classes = classes.finish(by_person);
    let patterns = Patterns::new(&classes.keys);
    let k = if by_person {
        patterns.fewest_persons(&classes)?
    } else {
        patterns.fewest_rows(&classes.sizes)?
    };
    Ok(Wildcard {
        rows: classes.rows,
        units: classes.units,
        k,
    })
}

/// The tuples of a table, grouped by which of their columns are missing.
struct Patterns<'a> {
    keys: &'a KeyTable,
    /// For each pattern (true: missing) the tuples that have it.
    patterns: Vec<(Vec<bool>, Vec<u32>)>,
}

impl<'a> Patterns<'a> {
    fn new(keys: &'a KeyTable) -> Self {
        let mut found: HashMap<Vec<bool>, Vec<u32>> = HashMap::new();
        for tuple in 0..keys.len() as u32 {
            found
                .entry(keys.labels(tuple).map(|text| text.is_none()).collect())
                .or_default()
                .push(tuple);
        }
        Patterns {
            keys,
            patterns: found.into_iter().collect(),
        }
    }

    /// Writes the texts of the columns that are present in both patterns, which decide whether two
    /// tuples match.
    fn project(&self, tuple: u32, a: &[bool], b: &[bool], key: &mut Vec<u8>) {
        key.clear();
        let columns = self
            .keys
            .labels(tuple)
            .zip(a.iter().zip(b))
            .filter(|(_, (a, b))| !**a && !**b);
        for (text, _) in columns {
            let text = text.unwrap_or_default();
            key.extend_from_slice(&(text.len() as u64).to_le_bytes());
            key.extend_from_slice(text);
        }
    }

    /// Calls `visit(tuple, groups, group)` for each tuple of `of` and the group of tuples of `with`
    /// that match it.
    fn groups(
        &self,
        of: usize,
        with: usize,
        mut visit: impl FnMut(u32, &[Vec<u32>], usize),
    ) -> Result<()> {
        let (a, tuples) = &self.patterns[of];
        let (b, others) = &self.patterns[with];
        let (mut texts, mut groups, mut key) =
            (Texts::default(), Vec::<Vec<u32>>::new(), Vec::new());
        for &other in others {
            self.project(other, a, b, &mut key);
            let group = texts.number(&key)? as usize;
            if group == groups.len() {
                groups.push(Vec::new());
            }
            groups[group].push(other);
        }
        for &tuple in tuples {
            self.project(tuple, a, b, &mut key);
            if let Some(group) = texts.find(&key) {
                visit(tuple, &groups, group as usize);
            }
        }
        Ok(())
    }

    fn fewest_rows(&self, sizes: &[u64]) -> Result<Option<u64>> {
        // Two tuples of one pattern match only when they are the same.
        let mut matching = sizes.to_vec();
        for of in 0..self.patterns.len() {
            for with in (0..self.patterns.len()).filter(|with| *with != of) {
                let mut sums: Vec<Option<u64>> = Vec::new();
                self.groups(of, with, |tuple, groups, group| {
                    sums.resize(groups.len(), None);
                    let sum = *sums[group].get_or_insert_with(|| {
                        groups[group]
                            .iter()
                            .map(|other| sizes[*other as usize])
                            .sum()
                    });
                    matching[tuple as usize] += sum;
                })?;
            }
        }
        Ok(matching.into_iter().min())
    }

    fn fewest_persons(&self, classes: &ClassSizes) -> Result<Option<u64>> {
        let mut persons_of = vec![Vec::new(); self.keys.len()];
        let mut numbers: HashMap<u32, u32> = HashMap::new();
        for (class, person) in &classes.members {
            let next = numbers.len() as u32;
            persons_of[*class as usize].push(*numbers.entry(*person).or_insert(next));
        }
        // A person is stamped with the last tuple that counted it, so that it counts once for each
        // tuple.
        let mut stamps = vec![u32::MAX; numbers.len()];
        let mut fewest = None;
        for (of, (_, tuples)) in self.patterns.iter().enumerate() {
            let mut matches: HashMap<u32, Vec<u32>> =
                tuples.iter().map(|tuple| (*tuple, vec![*tuple])).collect();
            for with in (0..self.patterns.len()).filter(|with| *with != of) {
                self.groups(of, with, |tuple, groups, group| {
                    matches.entry(tuple).or_default().extend(&groups[group])
                })?;
            }
            for (tuple, others) in matches {
                let mut count = 0;
                for person in others.iter().flat_map(|other| &persons_of[*other as usize]) {
                    count +=
                        u64::from(std::mem::replace(&mut stamps[*person as usize], tuple) != tuple);
                }
                fewest = Some(fewest.map_or(count, |fewest: u64| fewest.min(count)));
            }
        }
        Ok(fewest)
    }
}
