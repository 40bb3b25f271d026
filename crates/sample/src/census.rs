//! The sample table as rows of text.

use crate::draw::Draws;
use crate::person::Person;
use crate::values::*;
use std::ops::Range;

/// An invented census: a table with one row per person, of any size.
///
/// Row `i` depends on `seed` and `i` only. So a smaller sample is the beginning of a larger one,
/// and parts of a table can be made in any order, by any number of threads.
///
/// | column | values |
/// |---|---|
/// | `person-id` | unique: `P` and a number |
/// | `sex` | 2 values |
/// | `age` | 0 to 100 |
/// | `postcode` | 300 values of 5 digits, with leading zeros |
/// | `marital-status` | 6 values |
/// | `education` | 8 values: the highest level completed |
/// | `occupation` | 18 jobs and 7 ways of not working |
/// | `birth-country` | 36 values, one of them dominant |
/// | `household-size` | 1 to 8 |
/// | `income` | per year, a multiple of 100; 0 where there is none |
/// | `diagnosis` | 26 values: the main chronic condition, or `none` |
///
/// One to two percent of `education`, `occupation`, `income` and `diagnosis` are [`MISSING`].
///
/// # Cost
/// Some hundred nanoseconds and some 85 bytes per row.
///
/// ```
/// use equipoise_sample::Census;
/// let census = Census { rows: 3, seed: 7 };
/// let text = String::from_utf8(census.to_csv()).unwrap();
/// assert!(text.starts_with("person-id,sex,age,postcode,"));
/// assert_eq!(text.lines().count(), 1 + 3);
/// assert_eq!(census.row(2)[0], "P00000003");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Census {
    /// Number of rows.
    pub rows: u64,
    /// Another seed gives other persons from the same population.
    pub seed: u64,
}

/// The names of the columns, in order.
const HEADER: [&str; 11] = [
    "person-id",
    "sex",
    "age",
    "postcode",
    "marital-status",
    "education",
    "occupation",
    "birth-country",
    "household-size",
    "income",
    "diagnosis",
];

impl Census {
    /// As many rows as a usual sample has.
    pub const USUAL_ROWS: u64 = 20_000;

    /// The names of the columns, in order.
    pub fn header() -> [&'static str; 11] {
        HEADER
    }

    /// Appends the header line.
    pub fn write_header(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(HEADER.join(",").as_bytes());
        out.push(b'\n');
    }

    /// Appends the rows in `range`, without header; numbers from `rows` on are left out.
    ///
    /// The delimiter is a comma, lines end in `\n`, and no cell needs quotes.
    pub fn write_csv(&self, range: Range<u64>, out: &mut Vec<u8>) {
        for i in range.start..range.end.min(self.rows) {
            write_row(i, &Person::draw(&mut Draws::of(self.seed, i)), out);
        }
    }

    /// The cells of row `i`, counted from 0, in the order of [`Census::header`].
    ///
    /// Handy for a few rows; [`Census::write_csv`] is the fast way.
    ///
    /// # Panics
    /// When `i` is not below `rows`.
    pub fn row(&self, i: u64) -> [String; 11] {
        assert!(
            i < self.rows,
            "row {i} is not in a sample of {} rows",
            self.rows
        );
        let mut line = Vec::new();
        write_row(i, &Person::draw(&mut Draws::of(self.seed, i)), &mut line);
        let text = String::from_utf8_lossy(&line);
        let mut cells = text.trim_end().split(',').map(str::to_owned);
        std::array::from_fn(|_| cells.next().unwrap_or_default())
    }

    /// The whole table with its header, in memory: for tables that fit.
    pub fn to_csv(&self) -> Vec<u8> {
        let mut out = Vec::new();
        self.write_header(&mut out);
        self.write_csv(0..self.rows, &mut out);
        out
    }
}

fn write_row(i: u64, person: &Person, out: &mut Vec<u8>) {
    let unknown = &person.unknown;
    out.push(b'P');
    // Wide enough that ids sort as text like numbers in any table below a hundred million rows.
    number(i + 1, 8, out);
    text(SEX[person.sex][0], out);
    comma(out);
    number(person.age.into(), 1, out);
    comma(out);
    number(person.postcode.into(), 5, out);
    text(MARITAL[person.marital][0], out);
    text(
        known(EDUCATION[person.education][0], unknown.education),
        out,
    );
    text(
        known(OCCUPATION[person.occupation][0], unknown.occupation),
        out,
    );
    text(COUNTRY[person.country][0], out);
    comma(out);
    number(person.household as u64, 1, out);
    if unknown.income {
        text(MISSING, out);
    } else {
        comma(out);
        number(person.income.into(), 1, out);
    }
    text(
        known(DIAGNOSIS[person.diagnosis][0], unknown.diagnosis),
        out,
    );
    out.push(b'\n');
}

fn known(value: &'static str, unknown: bool) -> &'static str {
    if unknown { MISSING } else { value }
}

pub(crate) fn comma(out: &mut Vec<u8>) {
    out.push(b',');
}

/// Appends a comma and a text.
pub(crate) fn text(value: &str, out: &mut Vec<u8>) {
    comma(out);
    out.extend_from_slice(value.as_bytes());
}

/// Appends a number with at least `width` digits.
pub(crate) fn number(mut value: u64, width: usize, out: &mut Vec<u8>) {
    let mut digits = [b'0'; 20];
    let mut at = digits.len();
    while value > 0 || digits.len() - at < width {
        at -= 1;
        digits[at] = b'0' + (value % 10) as u8;
        value /= 10;
    }
    out.extend_from_slice(&digits[at..]);
}
