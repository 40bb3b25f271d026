//! Reads a released table once and measures it.

use crate::closeness;
use crate::key::{KeyTable, Keys, Missing};
use crate::measured::{Measured, MeasuredCloseness, MeasuredSensitive, Witness};
use crate::person::PersonReader;
use crate::question::{Layout, Question, SensitiveColumn};
use crate::reading::Records;
use crate::tally::{self, Counts, Tally};
use crate::{Error, Result};
use hashbrown::HashSet;
use std::collections::BTreeMap;
use std::io::Read;

/// Reads a released table once and measures what the question asks.
///
/// A class is a set of rows whose quasi-identifier texts are equal; all texts that mean "missing" are one value, and
/// marked rows are a class like any other. Missing sensitive values count in the size of a class, never as a distinct
/// value, and in closeness as one more value at distance 1 from all others.
///
/// # Errors
/// Data errors name the line and never the value: ragged rows, duplicate column names, a sensitive value that the
/// reference, the ranks or the hierarchy lack.
///
/// # Cost
/// One pass. Memory grows with the distinct classes and the distinct pairs of class and sensitive value; when persons
/// are the unit, with the distinct triples of class, value and person.
///
/// # Example
/// ```
/// use equipoise_certify::{Question, measure};
/// let table = "zip,age\n476**,2*\n476**,2*\n4790*,>=40\n";
/// let measured = measure(&Question::new(["zip", "age"]), table.as_bytes())?;
/// assert_eq!((measured.rows, measured.classes, measured.smallest_class), (3, 2, Some(1)));
/// # Ok::<(), equipoise_data::Error>(())
/// ```
pub fn measure(question: &Question, released: impl Read) -> Result<Measured> {
    let Judged { measured, faults } = measure_and_digest(question, released)?.1?;
    faults.into_iter().next().map_or(Ok(measured), Err)
}

/// What was measured, and why a closeness could not be.
pub(crate) struct Judged {
    pub(crate) measured: Measured,
    pub(crate) faults: Vec<Error>,
}

/// The digest of the file and what was measured. The file is read to its end even when it cannot be measured.
pub(crate) fn measure_and_digest(question: &Question, released: impl Read) -> Result<(String, Result<Judged>)> {
    let mut records = Records::new(question, released);
    let mut judged = judge(question, &mut records);
    let sha256 = records.digest()?;
    if let Ok(judged) = &mut judged {
        judged.measured.sha256.clone_from(&sha256);
    }
    Ok((sha256, judged))
}

fn judge<R: Read>(question: &Question, records: &mut Records<R>) -> Result<Judged> {
    let layout = records.open(question)?;
    let mut classes = Classes::new(question, &layout);
    let mut columns = Columns::new(question, &layout, classes.by_person());
    while records.advance()? {
        let (class, person) = classes.add(records)?;
        columns.add(records, class, person)?;
    }
    let classes = classes.finish()?;
    let mut faults = Vec::new();
    let mut sensitive = Vec::new();
    for (column, tally) in question.sensitive.iter().zip(columns.tallies) {
        sensitive.push(judge_column(column, &tally.finish(), &classes.keys, &mut faults));
    }
    Ok(Judged { measured: classes.measured(layout.columns, sensitive), faults })
}

/// The classes met so far.
pub(crate) struct Classes<'a> {
    key_of: Keys,
    pub(crate) keys: KeyTable,
    /// Units of each class.
    sizes: Vec<u64>,
    person_of: PersonReader<'a>,
    members: HashSet<(u32, u32), foldhash::fast::RandomState>,
    rows: u64,
    marked_rows: u64,
    key: Vec<u8>,
    /// Released tables are sorted, so a row is mostly of the class of the row before it.
    last: u32,
    last_is_marked: bool,
}

impl<'a> Classes<'a> {
    pub(crate) fn new(question: &'a Question, layout: &Layout) -> Self {
        Classes {
            key_of: Keys::new(question, &layout.quasi_identifiers),
            keys: KeyTable::new(layout.quasi_identifiers.len()),
            sizes: Vec::new(),
            person_of: PersonReader::new(question, layout),
            members: HashSet::default(),
            rows: 0,
            marked_rows: 0,
            key: Vec::new(),
            last: 0,
            last_is_marked: false,
        }
    }

    pub(crate) fn by_person(&self) -> bool {
        self.person_of.counts_persons()
    }

    /// Counts the present record; returns its class and its person.
    pub(crate) fn add<R: Read>(&mut self, records: &Records<R>) -> Result<(u32, Option<u32>)> {
        let record = records.record();
        if !records.repeats() {
            self.last_is_marked = self.key_of.is_marked(record);
            self.key_of.write(record, &mut self.key);
            if self.sizes.is_empty() || self.keys.key(self.last) != self.key {
                self.last = self.keys.number(&self.key)?;
            }
        }
        self.rows += 1;
        self.marked_rows += u64::from(self.last_is_marked);
        let class = self.last;
        if class as usize == self.sizes.len() {
            self.sizes.push(0);
        }
        let person = self.person_of.next(record)?;
        if person.is_none_or(|person| self.members.insert((class, person))) {
            self.sizes[class as usize] += 1;
        }
        Ok((class, person))
    }

    pub(crate) fn finish(self) -> Result<ClassSizes> {
        let units = match self.person_of {
            PersonReader::None => self.rows,
            _ => self.members.iter().map(|(_, person)| person).collect::<HashSet<_>>().len() as u64,
        };
        self.person_of.finish()?;
        let Classes { keys, sizes, members, rows, marked_rows, .. } = self;
        Ok(ClassSizes { keys, sizes, members: members.into_iter().collect(), rows, units, marked_rows })
    }
}

/// All classes of a file with their sizes.
pub(crate) struct ClassSizes {
    pub(crate) keys: KeyTable,
    pub(crate) sizes: Vec<u64>,
    /// (class, person), each pair once and in no order; empty when rows are the unit.
    pub(crate) members: Vec<(u32, u32)>,
    pub(crate) rows: u64,
    pub(crate) units: u64,
    marked_rows: u64,
}

impl ClassSizes {
    fn measured(&self, columns: Vec<String>, sensitive: Vec<MeasuredSensitive>) -> Measured {
        let mut class_sizes = BTreeMap::new();
        for size in &self.sizes {
            *class_sizes.entry(*size).or_insert(0) += 1;
        }
        let mut smallest = Extreme::new(&self.keys);
        for (class, size) in self.sizes.iter().enumerate() {
            smallest.offer(std::cmp::Reverse(*size), class as u32);
        }
        Measured {
            sha256: String::new(),
            columns,
            rows: self.rows,
            units: self.units,
            classes: self.sizes.len() as u64,
            marked_rows: self.marked_rows,
            class_sizes,
            smallest_class: smallest.value().map(|size| size.0),
            smallest_class_witness: smallest.witness(),
            sensitive,
        }
    }
}

/// The tallies of the sensitive columns.
struct Columns {
    places: Vec<usize>,
    tallies: Vec<Tally>,
    missing: Missing,
}

impl Columns {
    fn new(question: &Question, layout: &Layout, by_person: bool) -> Self {
        let tallies = question.sensitive.iter().map(|_| Tally::new(by_person)).collect();
        Columns { places: layout.sensitive.clone(), tallies, missing: Missing::new(&question.missing) }
    }

    fn add<R: Read>(&mut self, records: &Records<R>, class: u32, person: Option<u32>) -> Result<()> {
        for (place, tally) in self.places.iter().zip(&mut self.tallies) {
            let field = &records.record()[*place];
            let field = (!self.missing.contains(field)).then_some(field);
            tally.add(class, field, person, records.line())?;
        }
        Ok(())
    }
}

fn judge_column(column: &SensitiveColumn, counts: &Counts, keys: &KeyTable, faults: &mut Vec<Error>) -> MeasuredSensitive {
    let mut fewest = Extreme::new(keys);
    if column.distinct {
        for (class, cells) in counts.classes() {
            let distinct = cells.iter().filter(|(_, value, _)| *value != tally::MISSING).count() as u64;
            fewest.offer(std::cmp::Reverse(distinct), class);
        }
    }
    let mut values: Vec<String> = counts.values().map(|value| String::from_utf8_lossy(counts.text(value)).into_owned()).collect();
    values.sort_unstable();
    let mut measured = MeasuredSensitive {
        name: column.name.clone(),
        distinct_l: fewest.value().map(|distinct| distinct.0),
        distinct_witness: fewest.witness(),
        closeness: Vec::new(),
        values,
    };
    for asked in &column.closeness {
        measured.closeness.push(closeness::judge(&column.name, asked, counts, keys).unwrap_or_else(|fault| {
            faults.push(fault);
            MeasuredCloseness::unknown(asked.distance.kind())
        }));
    }
    measured
}

/// The greatest value offered and the class it belongs to; among equal ones the smallest key, so that the order of
/// the rows does not matter.
pub(crate) struct Extreme<'a, T> {
    keys: &'a KeyTable,
    best: Option<(T, u32)>,
}

impl<'a, T: Ord + Copy> Extreme<'a, T> {
    pub(crate) fn new(keys: &'a KeyTable) -> Self {
        Extreme { keys, best: None }
    }

    pub(crate) fn offer(&mut self, value: T, class: u32) {
        let better = self.best.is_none_or(|(best, held)| value > best || value == best && self.keys.key(class) < self.keys.key(held));
        if better {
            self.best = Some((value, class));
        }
    }

    pub(crate) fn value(&self) -> Option<T> {
        self.best.map(|(value, _)| value)
    }

    pub(crate) fn witness(&self) -> Option<Witness> {
        let (_, class) = self.best?;
        let labels = self.keys.labels(class);
        Some(labels.map(|text| text.map(|text| String::from_utf8_lossy(text).into_owned())).collect())
    }
}
