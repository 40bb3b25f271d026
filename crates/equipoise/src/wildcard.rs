//! k of a table where a missing quasi-identifier matches anything.

use equipoise_data::Column;
use std::collections::HashMap;

/// Limit on compared pairs of tuples. A table that needs more has too many patterns of missing
/// values, and its report does without the number.
const COMPARISONS: u64 = 100_000_000;

/// k in the wildcard reading. Takes the smallest class.
///
/// # Cost
/// Nothing where no quasi-identifier is missing. Else one pass over the rows, and then few
/// comparisons as a rule: it is over as soon as a tuple of the smallest class is found that nothing
/// else matches.
pub(crate) fn wildcard(
    columns: &[Labelled<'_>],
    rows: usize,
    persons: Option<&[u32]>,
    smallest: Option<u64>,
) -> Option<u64> {
    let complete = columns
        .iter()
        .all(|c| c.label_of.iter().all(Option::is_some));
    if complete {
        smallest
    } else {
        Tuples::new(columns, rows, persons).k(COMPARISONS)
    }
}

/// A quasi-identifier as a table shows it.
pub(crate) struct Labelled<'a> {
    codes: &'a [u32],
    /// For each code its label; none where it is missing.
    label_of: Vec<Option<u32>>,
}

impl<'a> Labelled<'a> {
    /// The texts of a column, of which `missing` mean that the value is missing.
    pub(crate) fn new(column: &'a Column, missing: &[String]) -> Self {
        let label =
            |(code, text): (u32, &str)| missing.iter().all(|token| token != text).then_some(code);
        Labelled {
            codes: &column.codes,
            label_of: (0..).zip(column.dictionary.texts()).map(label).collect(),
        }
    }
}

/// The distinct tuples of a table. Each has a label for each column, or none where it is missing.
struct Tuples {
    tuples: Vec<Tuple>,
    /// The number of tuples at the front that have something missing; those with most come first.
    incomplete: usize,
}

struct Tuple {
    labels: Vec<Option<u32>>,
    rows: u64,
    /// The persons, sorted, each once; empty where rows are counted.
    persons: Vec<u32>,
}

impl Tuple {
    fn units(&self) -> u64 {
        if self.persons.is_empty() {
            self.rows
        } else {
            self.persons.len() as u64
        }
    }

    fn missing(&self) -> usize {
        self.labels.iter().filter(|label| label.is_none()).count()
    }

    fn matches(&self, other: &Tuple) -> bool {
        self.labels
            .iter()
            .zip(&other.labels)
            .all(|(a, b)| a.is_none() || b.is_none() || a == b)
    }
}

impl Tuples {
    fn new(columns: &[Labelled<'_>], rows: usize, persons: Option<&[u32]>) -> Self {
        let mut found: HashMap<Vec<Option<u32>>, (u64, Vec<u32>)> = HashMap::new();
        let mut labels = Vec::with_capacity(columns.len());
        for row in 0..rows {
            labels.clear();
            labels.extend(columns.iter().map(|c| c.label_of[c.codes[row] as usize]));
            if !found.contains_key(&labels) {
                found.insert(labels.clone(), Default::default());
            }
            if let Some((rows, of)) = found.get_mut(&labels) {
                *rows += 1;
                of.extend(persons.map(|p| p[row]));
            }
        }
        let tuple = |(labels, (rows, mut persons)): (Vec<Option<u32>>, (u64, Vec<u32>))| {
            persons.sort_unstable();
            persons.dedup();
            Tuple {
                labels,
                rows,
                persons,
            }
        };
        let mut tuples: Vec<Tuple> = found.into_iter().map(tuple).collect();
        // Those that match most come first, so that a search for a few matches ends early.
        tuples.sort_by(|a, b| {
            b.missing()
                .cmp(&a.missing())
                .then_with(|| a.labels.cmp(&b.labels))
        });
        let incomplete = tuples.iter().take_while(|t| t.missing() > 0).count();
        Tuples { tuples, incomplete }
    }

    /// The fewest units that match a tuple, itself included; none without rows, or where `budget`
    /// comparisons are not enough.
    fn k(&self, mut budget: u64) -> Option<u64> {
        let mut by_size: Vec<usize> = (0..self.tuples.len()).collect();
        by_size.sort_by_key(|&t| self.tuples[t].units());
        let smallest = self.tuples[*by_size.first()?].units();
        let mut fewest = u64::MAX;
        for t in by_size {
            // A tuple has at least its own units, so larger ones cannot be fewer, and none has
            // fewer than the smallest.
            if self.tuples[t].units() >= fewest || fewest == smallest {
                break;
            }
            fewest = fewest.min(self.matching(t, fewest, &mut budget)?);
        }
        Some(fewest)
    }

    /// The units that match a tuple, or any number that is not below `enough`.
    fn matching(&self, t: usize, enough: u64, budget: &mut u64) -> Option<u64> {
        let tuple = &self.tuples[t];
        // Two tuples without anything missing match only when they are the same.
        let others = if t < self.incomplete {
            &self.tuples[..]
        } else {
            &self.tuples[..self.incomplete]
        };
        let (mut units, mut persons) = (tuple.units(), tuple.persons.clone());
        for other in others
            .iter()
            .enumerate()
            .filter(|&(o, _)| o != t)
            .map(|(_, other)| other)
        {
            if units >= enough {
                break;
            }
            *budget = budget.checked_sub(1)?;
            if !tuple.matches(other) {
                continue;
            }
            if tuple.persons.is_empty() {
                units += other.rows;
            } else {
                persons.extend(&other.persons);
                persons.sort_unstable();
                persons.dedup();
                units = persons.len() as u64;
            }
        }
        Some(units)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::CsvRows;
    use equipoise_certify::{Persons, Question, wildcard_k};
    use equipoise_data::Table;

    /// Numbers from 0 up to `below` that look random.
    struct Draw(u64);

    impl Draw {
        fn next(&mut self, below: u64) -> u64 {
            self.0 = self
                .0
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (self.0 >> 33) % below
        }
    }

    fn columns(table: &Table, names: usize) -> Vec<Labelled<'_>> {
        table.columns[..names]
            .iter()
            .map(|column| Labelled::new(column, &["?".to_owned()]))
            .collect()
    }

    #[test]
    fn the_judge_of_releases_counts_the_same() {
        let mut draw = Draw(7);
        let names = ["a", "b", "c", "person"];
        let mut seen = [0; 4];
        for _ in 0..400 {
            let (rows, values, missing) =
                (1 + draw.next(30) as usize, 2 + draw.next(3), draw.next(6));
            let cell = |draw: &mut Draw| {
                if draw.next(10) < missing {
                    "?".to_owned()
                } else {
                    draw.next(values).to_string()
                }
            };
            let cells: Vec<[String; 4]> = (0..rows)
                .map(|_| {
                    [
                        cell(&mut draw),
                        cell(&mut draw),
                        cell(&mut draw),
                        draw.next(8).to_string(),
                    ]
                })
                .collect();
            let cells: Vec<[&str; 4]> = cells
                .iter()
                .map(|row| row.each_ref().map(String::as_str))
                .collect();
            let table = Table::from_rows(&names, &cells);
            for by_person in [false, true] {
                let mut question = Question::new(["a", "b", "c"]);
                question.columns = names.map(str::to_owned).to_vec();
                question.quasi_identifiers = names[..3].iter().map(|n| (*n).to_owned()).collect();
                question.header = false;
                question.missing = vec!["?".into()];
                question.persons = if by_person {
                    Persons::Column("person".into())
                } else {
                    Persons::Rows
                };
                let expected = wildcard_k(&question, CsvRows::new(&table)).unwrap().k;
                let persons = by_person.then_some(table.columns[3].codes.as_slice());
                let tuples = Tuples::new(&columns(&table, 3), rows, persons);
                assert_eq!(tuples.k(u64::MAX), expected, "{cells:?}");
                seen[expected.map_or(0, |k| k.min(3)) as usize] += 1;
            }
        }
        assert!(seen[1..].iter().all(|&times| times > 20), "{seen:?}");
    }

    #[test]
    fn too_much_to_compare_is_not_measured() {
        let table = Table::from_rows(
            &["a", "b"],
            &[["1", "?"], ["?", "1"], ["2", "?"], ["?", "2"]],
        );
        let tuples = Tuples::new(&columns(&table, 2), 4, None);
        assert_eq!((tuples.k(2), tuples.k(100)), (None, Some(3)));
        let nothing = Tuples::new(&columns(&table, 2), 0, None);
        assert_eq!(nothing.k(100), None);
    }
}
