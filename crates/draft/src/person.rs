//! Which column tells persons apart, where persons have several rows.

use crate::facts::Facts;
use crate::reading::{Reading, Understood};
use crate::words::{BIRTH, NUMBERED, PERSON, SEX};
use equipoise_data::{Error, Result, Table, did_you_mean};

/// About so many rows are looked at to find what belongs to a person.
const SAMPLED_ROWS: usize = 20_000;

/// The person column, if there is one.
#[derive(Default)]
pub(crate) struct Person {
    pub(crate) at: Option<usize>,
    /// Why, for the recipe.
    pub(crate) because: String,
    pub(crate) notes: Vec<String>,
}

/// Finds the person column, or takes the one that was named.
pub(crate) fn find(
    table: &Table,
    facts: &[Facts<'_>],
    read: &[Understood],
    named: Option<&str>,
) -> Result<Person> {
    if let Some(name) = named {
        return by_name(table, facts, name);
    }
    if facts.len() == 1 {
        // Nothing would be left to release.
        return Ok(Person::default());
    }
    let mut notes = Vec::new();
    let mut best: Option<(bool, usize, usize)> = None;
    for (at, of) in facts.iter().enumerate() {
        let told = tells_persons(&of.words);
        if !could_be_person(of, &read[at], told) {
            continue;
        }
        if of.known_rows < of.rows() {
            if told {
                notes.push(format!(
                    "column `{}` may tell persons apart, but not every row has one: complete it, and set `person`",
                    of.name()
                ));
            }
            continue;
        }
        let attached = attached(table, facts, at);
        if !(told || attached.are_enough()) {
            continue;
        }
        if best.is_none_or(|(best_told, count, _)| (told, attached.columns) > (best_told, count)) {
            best = Some((told, attached.columns, at));
        }
    }
    let Some((told, columns, at)) = best else {
        return Ok(Person {
            notes,
            ..Person::default()
        });
    };
    let name = if told {
        "its name says that it tells persons apart".to_owned()
    } else {
        "it is written like an identifier".to_owned()
    };
    let same = match columns {
        0 => String::new(),
        1 => ", and another column has one value for each of its values".to_owned(),
        n => format!(", and {n} other columns have one value for each of its values"),
    };
    let because = format!(
        "{name}{same}; each value has {} rows on average",
        average(&facts[at])
    );
    Ok(Person {
        at: Some(at),
        because,
        notes,
    })
}

fn by_name(table: &Table, facts: &[Facts<'_>], name: &str) -> Result<Person> {
    let Some(at) = facts.iter().position(|f| f.name() == name) else {
        let error = Error::usage(format!(
            "the table has no column `{name}` to tell persons apart"
        ));
        return Err(
            match did_you_mean(name, table.columns.iter().map(|c| c.name.as_str())) {
                Some(hint) => error.hint(hint),
                None => error,
            },
        );
    };
    if facts.len() == 1 || name.is_empty() {
        return Err(Error::usage(
            "a table of persons needs other columns beside the one that tells them apart",
        ));
    }
    let lacking = facts[at].rows() - facts[at].known_rows;
    let notes = (lacking > 0)
        .then(|| format!("{lacking} rows have no value in `{name}`: complete them before `anonymize`, every row needs a person"));
    let because = format!(
        "it was named as the person column; each value has {} rows on average",
        average(&facts[at])
    );
    Ok(Person {
        at: Some(at),
        because,
        notes: notes.into_iter().collect(),
    })
}

/// Rows per value, with one decimal.
fn average(facts: &Facts<'_>) -> String {
    let tenths = (facts.known_rows * 20 / facts.distinct().max(1) as u64).div_ceil(2);
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// `patient-id`, `PatientNr`, `patient`; not `patient-age`.
pub(crate) fn tells_persons(words: &[String]) -> bool {
    let numbered = words.iter().any(|w| NUMBERED.has(w) && w != "name");
    PERSON.tell(words) && (words.len() == 1 || numbered)
}

fn could_be_person(facts: &Facts<'_>, read: &Understood, told: bool) -> bool {
    let (rows, distinct) = (facts.known_rows, facts.distinct() as u64);
    let repeats = distinct >= 2 && distinct < rows;
    let is_code = match &read.reading {
        Reading::Text(_) => {
            facts.common_shape().is_some_and(|length| length >= 3)
                || facts.values.iter().all(|v| is_digits(v.text))
        }
        Reading::Integer(spread) => spread.least >= 0,
        Reading::Decimal(_) | Reading::Date(_) => false,
    };
    let has_usual_size = distinct >= 10 && rows < distinct * 50 && distinct * 20 <= rows * 19;
    !facts.name().is_empty()
        && repeats
        && (told && !matches!(read.reading, Reading::Decimal(_) | Reading::Date(_))
            || is_code && has_usual_size)
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// What belongs to the values of a column.
struct Attached {
    /// Columns with one value for each value of it.
    columns: usize,
    /// Columns that could have told otherwise.
    telling: usize,
    /// A date of birth or a sex is among them.
    has_traits: bool,
}

impl Attached {
    /// Where the name says nothing, what belongs to a value has to look like a person.
    fn are_enough(&self) -> bool {
        self.columns >= 2 && (self.has_traits || self.columns * 2 > self.telling)
    }
}

/// Counts the columns that have one value for each value of column `at`, on a sample of its values
/// with all their rows.
fn attached(table: &Table, facts: &[Facts<'_>], at: usize) -> Attached {
    let codes = &table.columns[at].codes;
    let stride = codes.len().div_ceil(SAMPLED_ROWS).max(1) as u32;
    let rows: Vec<usize> = (0..codes.len())
        .filter(|&row| codes[row].is_multiple_of(stride))
        .collect();
    let mut first_row = vec![usize::MAX; table.columns[at].dictionary.len()];
    // Pairs of a row and the first row with the same value.
    let mut pairs = Vec::new();
    for row in rows {
        let first = &mut first_row[codes[row] as usize];
        match *first {
            usize::MAX => *first = row,
            first => pairs.push((first, row)),
        }
    }
    let mut found = Attached {
        columns: 0,
        telling: 0,
        has_traits: false,
    };
    for (i, column) in table.columns.iter().enumerate().filter(|(i, _)| *i != at) {
        if pairs.is_empty() || alike_by_chance(&facts[i]) > 0.9 {
            continue;
        }
        found.telling += 1;
        let same = pairs
            .iter()
            .filter(|(a, b)| column.codes[*a] == column.codes[*b])
            .count();
        if same * 50 >= pairs.len() * 49 {
            found.columns += 1;
            found.has_traits |= SEX.tell(&facts[i].words) || BIRTH.tell(&facts[i].words);
        }
    }
    found
}

/// How likely two rows have the same value.
fn alike_by_chance(facts: &Facts<'_>) -> f64 {
    let rows = facts.rows().max(1) as f64;
    let missing = facts.rows() - facts.known_rows;
    facts
        .values
        .iter()
        .map(|v| v.rows)
        .chain([missing])
        .map(|n| (n as f64 / rows).powi(2))
        .sum()
}
