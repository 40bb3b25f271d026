//! k of input and release where a missing quasi-identifier matches anything, for the report.

use crate::decided::{ByClass, Decided, Shown};
use crate::prepare::Prepared;
use equipoise_recipe::{Output, Suppressed};
use equipoise_report::Wildcard;
use std::collections::HashMap;

/// Pairs of tuples that are compared at most. A table where that is not enough has so many patterns of missing values that the report
/// does without the number.
const COMPARISONS: u64 = 100_000_000;

/// k of input and release in the wildcard reading. Takes the smallest class of the input.
///
/// # Cost
/// Nothing where no quasi-identifier is missing. Else one pass over the rows, and then few comparisons as a rule: it is over as soon as a
/// tuple of the smallest class is found that nothing else matches.
pub(crate) fn wildcard(prepared: &Prepared, decided: &Decided, output: &Output, smallest: Option<u64>) -> Wildcard {
    let examined = &decided.examined;
    let rows = 0..examined.kept_rows.len();
    let before: Vec<Recoded<'_>> = (0..prepared.quasi.len()).map(|q| Recoded::new(prepared, q, 0, None)).collect();
    let is_marked = output.suppressed == Suppressed::Mark;
    let after = released(prepared, decided, output);
    let persons = prepared.persons().map(|p| p.codes.as_slice());
    let of = |columns: &[Recoded<'_>], smallest: Option<u64>, rows: &mut dyn Iterator<Item = (usize, bool)>| {
        let complete = columns.iter().all(|c| c.label_of.iter().all(Option::is_some));
        if complete { smallest } else { Tuples::new(columns, rows, persons).k(COMPARISONS) }
    };
    Wildcard {
        before: of(&before, smallest, &mut rows.clone().map(|row| (row, true))),
        after: of(
            &after,
            examined.kept_sizes.keys().next().copied(),
            &mut rows.map(|row| (row, examined.kept_rows[row])).filter(|&(_, kept)| kept || is_marked),
        ),
    }
}

/// The quasi-identifiers as the release shows them, in table order.
pub(crate) fn released<'a>(prepared: &'a Prepared, decided: &'a Decided, output: &Output) -> Vec<Recoded<'a>> {
    let mark = (output.suppressed == Suppressed::Mark).then_some(output.label.as_str());
    let column = |(q, shown): (usize, &'a Shown)| match shown {
        Shown::Level(level) => Recoded::new(prepared, q, *level, mark),
        Shown::Classes(of) => Recoded::by_class(prepared, q, of, &decided.examined.class_of_row, mark),
    };
    decided.shown.iter().enumerate().map(column).collect()
}

/// A quasi-identifier at a level. A missing value is none.
pub(crate) struct Recoded<'a> {
    codes: &'a [u32],
    label_of: Vec<Option<u32>>,
    /// The label of marked rows.
    mark: u32,
}

impl Recoded<'_> {
    /// The label that a row shows; none where it is missing. Rows that are not kept show the mark.
    pub(crate) fn label(&self, row: usize, kept: bool) -> Option<u32> {
        if kept { self.label_of[self.codes[row] as usize] } else { Some(self.mark) }
    }
}

impl<'a> Recoded<'a> {
    fn new(prepared: &'a Prepared, quasi: usize, level: u8, mark: Option<&str>) -> Self {
        let quasi = &prepared.quasi[quasi];
        let (hierarchy, level) = (&quasi.hierarchy, usize::from(level));
        let labels = &hierarchy.levels[level];
        // At the top a missing value becomes the top label like all others, and is not missing any more.
        let missing = hierarchy.missing.filter(|_| level == 0 || level < hierarchy.height());
        let label = |&leaf: &u32| (Some(leaf) != missing).then(|| labels.of_leaf[leaf as usize]);
        // A label of the hierarchy may be the same text.
        let same = mark.and_then(|mark| labels.labels.iter().position(|label| label == mark));
        Recoded {
            codes: &prepared.input.table.columns[quasi.at].codes,
            label_of: hierarchy.leaf_of.iter().map(label).collect(),
            mark: same.map_or(u32::MAX, |at| at as u32),
        }
    }
}

impl<'a> Recoded<'a> {
    /// A quasi-identifier with labels of each class.
    fn by_class(prepared: &Prepared, quasi: usize, of: &'a ByClass, class_of_row: &'a [u32], mark: Option<&str>) -> Self {
        let missing = prepared.quasi[quasi].hierarchy.missing;
        let label = |&label: &u32| {
            let region = of.regions[label as usize];
            (missing != Some(region.first)).then_some(label)
        };
        let same = mark.and_then(|mark| of.labels.iter().position(|label| label == mark));
        Recoded { codes: class_of_row, label_of: of.of_class.iter().map(label).collect(), mark: same.map_or(u32::MAX, |at| at as u32) }
    }
}

/// The distinct tuples of a table. Each has a label for each column, or none where it is missing.
struct Tuples {
    tuples: Vec<Tuple>,
    /// How many of them, from the front, have something missing: those with most first.
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
        if self.persons.is_empty() { self.rows } else { self.persons.len() as u64 }
    }

    fn missing(&self) -> usize {
        self.labels.iter().filter(|label| label.is_none()).count()
    }

    fn matches(&self, other: &Tuple) -> bool {
        self.labels.iter().zip(&other.labels).all(|(a, b)| a.is_none() || b.is_none() || a == b)
    }
}

impl Tuples {
    /// Rows with whether they are kept; those that are not show the mark.
    fn new(columns: &[Recoded<'_>], rows: &mut dyn Iterator<Item = (usize, bool)>, persons: Option<&[u32]>) -> Self {
        let mut found: HashMap<Vec<Option<u32>>, (u64, Vec<u32>)> = HashMap::new();
        let mut labels = Vec::with_capacity(columns.len());
        for (row, kept) in rows {
            labels.clear();
            labels.extend(columns.iter().map(|c| c.label(row, kept)));
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
            Tuple { labels, rows, persons }
        };
        let mut tuples: Vec<Tuple> = found.into_iter().map(tuple).collect();
        // Those that match most come first, so that a search for a few matches ends early.
        tuples.sort_by(|a, b| b.missing().cmp(&a.missing()).then_with(|| a.labels.cmp(&b.labels)));
        let incomplete = tuples.iter().take_while(|t| t.missing() > 0).count();
        Tuples { tuples, incomplete }
    }

    /// The fewest units that match a tuple, itself included; none without rows, or where `budget` comparisons are not enough.
    fn k(&self, mut budget: u64) -> Option<u64> {
        let mut by_size: Vec<usize> = (0..self.tuples.len()).collect();
        by_size.sort_by_key(|&t| self.tuples[t].units());
        let smallest = self.tuples[*by_size.first()?].units();
        let mut fewest = u64::MAX;
        for t in by_size {
            // A tuple has at least its own units, so larger ones cannot be fewer, and none has fewer than the smallest.
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
        let others = if t < self.incomplete { &self.tuples[..] } else { &self.tuples[..self.incomplete] };
        let (mut units, mut persons) = (tuple.units(), tuple.persons.clone());
        for other in others.iter().enumerate().filter(|&(o, _)| o != t).map(|(_, other)| other) {
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
    use crate::retold::Retold;
    use equipoise_certify::{Persons, Question, wildcard_k};
    use equipoise_data::Table;

    /// Numbers from 0 up to `below` that look random.
    struct Draw(u64);

    impl Draw {
        fn next(&mut self, below: u64) -> u64 {
            self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (self.0 >> 33) % below
        }
    }

    fn columns(table: &Table, names: usize) -> Vec<Recoded<'_>> {
        let recoded = |c: usize| {
            let column = &table.columns[c];
            let label_of = column.dictionary.texts().enumerate().map(|(code, text)| (text != "?").then_some(code as u32)).collect();
            Recoded { codes: &column.codes, label_of, mark: u32::MAX }
        };
        (0..names).map(recoded).collect()
    }

    #[test]
    fn the_judge_of_releases_counts_the_same() {
        let mut draw = Draw(7);
        let names = ["a", "b", "c", "person"];
        let mut seen = [0; 4];
        for _ in 0..400 {
            let (rows, values, missing) = (1 + draw.next(30) as usize, 2 + draw.next(3), draw.next(6));
            let cell = |draw: &mut Draw| if draw.next(10) < missing { "?".to_owned() } else { draw.next(values).to_string() };
            let cells: Vec<[String; 4]> =
                (0..rows).map(|_| [cell(&mut draw), cell(&mut draw), cell(&mut draw), draw.next(8).to_string()]).collect();
            let cells: Vec<[&str; 4]> = cells.iter().map(|row| row.each_ref().map(String::as_str)).collect();
            let table = Table::from_rows(&names, &cells);
            for by_person in [false, true] {
                let mut question = Question::new(["a", "b", "c"]);
                question.columns = names.map(str::to_owned).to_vec();
                question.quasi_identifiers = names[..3].iter().map(|n| (*n).to_owned()).collect();
                question.header = false;
                question.missing = vec!["?".into()];
                question.persons = if by_person { Persons::Column("person".into()) } else { Persons::Rows };
                let expected = wildcard_k(&question, Retold::new(&table)).unwrap().k;
                let persons = by_person.then_some(table.columns[3].codes.as_slice());
                let tuples = Tuples::new(&columns(&table, 3), &mut (0..rows).map(|row| (row, true)), persons);
                assert_eq!(tuples.k(u64::MAX), expected, "{cells:?}");
                seen[expected.map_or(0, |k| k.min(3)) as usize] += 1;
            }
        }
        assert!(seen[1..].iter().all(|&times| times > 20), "{seen:?}");
    }

    #[test]
    fn too_much_to_compare_is_not_measured() {
        let table = Table::from_rows(&["a", "b"], &[["1", "?"], ["?", "1"], ["2", "?"], ["?", "2"]]);
        let tuples = Tuples::new(&columns(&table, 2), &mut (0..4).map(|row| (row, true)), None);
        assert_eq!((tuples.k(2), tuples.k(100)), (None, Some(3)));
        let nothing = Tuples::new(&columns(&table, 2), &mut std::iter::empty(), None);
        assert_eq!(nothing.k(100), None);
    }

    #[test]
    fn marked_rows_show_their_mark() {
        let table = Table::from_rows(&["a"], &[["1"], ["1"], ["2"], ["?"]]);
        let kept = |row: usize| (row, row < 2);
        let tuples = Tuples::new(&columns(&table, 1), &mut (0..4).map(kept), None);
        assert_eq!(tuples.tuples.len(), 2);
        assert_eq!(tuples.k(100), Some(2), "two marked rows are a class, and the missing value is gone");
    }
}
