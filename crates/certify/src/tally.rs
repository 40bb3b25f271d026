//! Counts of values by class, in rows or in persons.

use crate::texts::Texts;
use crate::{Error, Result};
use hashbrown::{HashMap, HashSet};

type State = foldhash::fast::RandomState;

/// The number of the missing value; text `i` of the column has the number `i + 1`.
pub(crate) const MISSING: u32 = 0;

/// Counts the values of one sensitive column while rows stream by.
pub(crate) struct Tally {
    texts: Texts,
    /// The line on which each value first stood; 0 for a missing value that never did.
    first_line: Vec<u64>,
    counts: HashMap<u64, u64, State>,
    persons: Option<Seen>,
}

/// Who was counted already: a person counts once for each value of a class, and once for each value
/// of the file.
#[derive(Default)]
struct Seen {
    in_class: HashSet<(u64, u32), State>,
    in_file: HashSet<(u32, u32), State>,
}

/// The counts of one column after the last row.
pub(crate) struct Counts {
    pub(crate) texts: Texts,
    pub(crate) first_line: Vec<u64>,
    /// (class, value, units), sorted.
    pub(crate) by_class: Vec<(u32, u32, u64)>,
    /// Units of each value in the whole file.
    pub(crate) whole: Vec<u64>,
    /// (class, value, person), each once and in no order; empty when rows are the unit.
    pub(crate) persons: Vec<(u32, u32, u32)>,
}

impl Tally {
    pub(crate) fn new(by_person: bool) -> Self {
        let persons = by_person.then(Seen::default);
        Tally {
            texts: Texts::default(),
            first_line: vec![0],
            counts: HashMap::default(),
            persons,
        }
    }

    /// Counts one row of `class`; `field` is `None` when the value is missing.
    pub(crate) fn add(
        &mut self,
        class: u32,
        field: Option<&[u8]>,
        person: Option<u32>,
        line: u64,
    ) -> Result<()> {
        let value = match field {
            None => MISSING,
            Some(text) => self.texts.number(text)? + 1,
        };
        if value as usize == self.first_line.len() {
            self.first_line.push(line);
        } else if value == MISSING && self.first_line[0] == 0 {
            self.first_line[0] = line;
        }
        let cell = u64::from(class) << 32 | u64::from(value);
        if let Some(seen) = &mut self.persons {
            let person =
                person.ok_or_else(|| Error::internal("a row was counted without its person"))?;
            seen.in_file.insert((value, person));
            if !seen.in_class.insert((cell, person)) {
                return Ok(());
            }
        }
        *self.counts.entry(cell).or_insert(0) += 1;
        Ok(())
    }

    pub(crate) fn finish(self) -> Counts {
        let mut by_class: Vec<_> = self
            .counts
            .into_iter()
            .map(|(cell, units)| ((cell >> 32) as u32, cell as u32, units))
            .collect();
        by_class.sort_unstable();
        let mut whole = vec![0; self.texts.len() + 1];
        let mut persons = Vec::new();
        match self.persons {
            Some(seen) => {
                seen.in_file
                    .iter()
                    .for_each(|(value, _)| whole[*value as usize] += 1);
                persons.extend(
                    seen.in_class
                        .into_iter()
                        .map(|(cell, person)| ((cell >> 32) as u32, cell as u32, person)),
                );
            }
            None => by_class
                .iter()
                .for_each(|(_, value, units)| whole[*value as usize] += units),
        }
        Counts {
            texts: self.texts,
            first_line: self.first_line,
            by_class,
            whole,
            persons,
        }
    }
}

impl Counts {
    /// The cells of each class: (class, cells).
    pub(crate) fn classes(&self) -> impl Iterator<Item = (u32, &[(u32, u32, u64)])> {
        self.by_class
            .chunk_by(|a, b| a.0 == b.0)
            .map(|cells| (cells[0].0, cells))
    }

    /// The number of a value that occurs in the file.
    pub(crate) fn find(&self, text: &str) -> Option<u32> {
        self.texts.find(text.as_bytes()).map(|number| number + 1)
    }

    /// The text of a value that is not missing.
    pub(crate) fn text(&self, value: u32) -> &[u8] {
        self.texts.get(value - 1)
    }

    /// All values of the file but the missing one.
    pub(crate) fn values(&self) -> impl Iterator<Item = u32> + Clone + use<> {
        1..=self.texts.len() as u32
    }
}
