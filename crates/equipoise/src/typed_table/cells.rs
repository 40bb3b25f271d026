//! Cells of a typed column, and the texts that stand for them.

use crate::watch::Pace;
use equipoise_data::{Column, Dictionary, Error, Result};
use std::fmt;

/// The cells of a column, one per row; `None` is a missing cell.
///
/// Vectors, arrays and slices of texts, numbers, `bool`, and options of these convert to cells;
/// [`TypedCells::unsigned`] takes numbers that may be too large for `i64`. An `f32` keeps its
/// digits: `0.1` stays `0.1`.
///
/// ```
/// use equipoise::TypedCells;
/// assert_eq!(TypedCells::from([3, 4]), TypedCells::Integer(vec![Some(3), Some(4)]));
/// assert_eq!(TypedCells::from(vec![Some("a"), None]).len(), 2);
/// assert_eq!(TypedCells::from([0.1_f32]), TypedCells::from([0.1_f64]));
/// let ages: &[u8] = &[31, 34];
/// assert_eq!(TypedCells::from(ages), TypedCells::from([31, 34]));
/// ```
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub enum TypedCells {
    /// Texts.
    Text(Vec<Option<String>>),
    /// Integers.
    Integer(Vec<Option<i64>>),
    /// Decimal numbers, all finite.
    Decimal(Vec<Option<f64>>),
    /// Dates in ISO 8601 notation: `2026-03-31`.
    Date(Vec<Option<String>>),
    /// Booleans, written as `true` and `false`.
    Boolean(Vec<Option<bool>>),
}

/// The type of the cells of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CellType {
    Text,
    Integer,
    Decimal,
    Date,
    Boolean,
}

impl CellType {
    fn name(self) -> &'static str {
        match self {
            CellType::Text => "Text",
            CellType::Integer => "Integer",
            CellType::Decimal => "Decimal",
            CellType::Date => "Date",
            CellType::Boolean => "Boolean",
        }
    }
}

/// Prints the type, the number of cells and the number of missing cells. Cell values stay out of
/// logs.
impl fmt::Debug for TypedCells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct(self.cell_type().name())
            .field("cells", &self.len())
            .field("missing", &self.missing())
            .finish()
    }
}

impl TypedCells {
    /// Creates a column of dates such as `2026-03-31`.
    ///
    /// ```
    /// use equipoise::{TypedCells, TypedTable};
    /// let days = TypedCells::dates([Some("2026-03-31"), None]);
    /// assert!(TypedTable::new().with_column("admitted", days).is_ok());
    /// let wrong = TypedCells::dates([Some("31.3.2026")]);
    /// assert!(TypedTable::new().with_column("admitted", wrong).is_err());
    /// ```
    pub fn dates<T: Into<String>>(cells: impl IntoIterator<Item = Option<T>>) -> Self {
        TypedCells::Date(cells.into_iter().map(|cell| cell.map(Into::into)).collect())
    }

    /// Creates a column of integers from unsigned 64-bit integers.
    ///
    /// ```
    /// use equipoise::TypedCells;
    /// assert_eq!(TypedCells::unsigned([7_u64])?, TypedCells::from([7]));
    /// assert_eq!(TypedCells::unsigned([Some(7), None])?.len(), 2);
    /// assert!(TypedCells::unsigned([u64::MAX]).is_err());
    /// # Ok::<(), equipoise::Error>(())
    /// ```
    ///
    /// # Errors
    /// A number greater than `i64::MAX`.
    pub fn unsigned<T: Into<Option<u64>>>(cells: impl IntoIterator<Item = T>) -> Result<Self> {
        let cell = |(row, cell): (usize, T)| match cell.into().map(i64::try_from) {
            None => Ok(None),
            Some(Ok(number)) => Ok(Some(number)),
            Some(Err(_)) => Err(Error::data(format!(
                "a cell is greater than {} (row {})",
                i64::MAX,
                row + 1
            ))
            .at_row(row as u64 + 1)
            .hint("pass the column as texts")),
        };
        let cells = cells.into_iter().enumerate().map(cell);
        Ok(TypedCells::Integer(cells.collect::<Result<_>>()?))
    }

    /// The number of cells.
    pub fn len(&self) -> usize {
        match self {
            TypedCells::Text(cells) | TypedCells::Date(cells) => cells.len(),
            TypedCells::Integer(cells) => cells.len(),
            TypedCells::Decimal(cells) => cells.len(),
            TypedCells::Boolean(cells) => cells.len(),
        }
    }

    /// True when there are no cells.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of missing cells.
    fn missing(&self) -> usize {
        fn missing<T>(cells: &[Option<T>]) -> usize {
            cells.iter().filter(|cell| cell.is_none()).count()
        }
        match self {
            TypedCells::Text(cells) | TypedCells::Date(cells) => missing(cells),
            TypedCells::Integer(cells) => missing(cells),
            TypedCells::Decimal(cells) => missing(cells),
            TypedCells::Boolean(cells) => missing(cells),
        }
    }

    pub(crate) fn cell_type(&self) -> CellType {
        match self {
            TypedCells::Text(_) => CellType::Text,
            TypedCells::Integer(_) => CellType::Integer,
            TypedCells::Decimal(_) => CellType::Decimal,
            TypedCells::Date(_) => CellType::Date,
            TypedCells::Boolean(_) => CellType::Boolean,
        }
    }

    /// Rejects cells that do not have the type of the column.
    pub(super) fn check(&self, name: &str) -> Result<()> {
        let (wrong, message, hint) = match self {
            TypedCells::Decimal(cells) => (
                cells
                    .iter()
                    .position(|cell| cell.is_some_and(|number| !number.is_finite())),
                "is infinite or not a number",
                "pass a missing cell where there is no number",
            ),
            TypedCells::Date(cells) => (
                cells
                    .iter()
                    .position(|cell| cell.as_deref().is_some_and(|text| !is_date(text))),
                "is not a valid date",
                "write dates like 2026-03-31, or pass the column as texts",
            ),
            TypedCells::Text(_) | TypedCells::Integer(_) | TypedCells::Boolean(_) => return Ok(()),
        };
        match wrong {
            None => Ok(()),
            Some(row) => Err(Error::data(format!("a cell {message} (row {})", row + 1))
                .at_column("column `{}`: ", name)
                .at_row(row as u64 + 1)
                .hint(hint)),
        }
    }

    /// Encodes the column as if read from a CSV file; `null` is the text of missing cells.
    pub(super) fn encode(&self, name: &str, null: Option<&str>, pace: &Pace<'_>) -> Result<Column> {
        match self {
            TypedCells::Text(cells) | TypedCells::Date(cells) => {
                encode(name, null, pace, cells, |cell, text| text.push_str(cell))
            }
            TypedCells::Integer(cells) => encode(name, null, pace, cells, written),
            // Zero has one text, with either sign.
            TypedCells::Decimal(cells) => encode(name, null, pace, cells, |cell, text| {
                written(&(cell + 0.0), text);
            }),
            TypedCells::Boolean(cells) => encode(name, null, pace, cells, written),
        }
    }

    /// Parses cells of this type from their texts.
    ///
    /// # Errors
    /// An internal error for texts that do not have the type; a stop by the user.
    pub(super) fn parse<'a>(
        cell_type: CellType,
        cells: impl Iterator<Item = Option<&'a str>>,
        pace: &Pace<'_>,
    ) -> Result<TypedCells> {
        let text = |text: &str| Some(text.to_owned());
        let date = |text: &str| is_date(text).then(|| text.to_owned());
        Ok(match cell_type {
            CellType::Text => TypedCells::Text(parsed(cells, pace, text)?),
            CellType::Integer => {
                TypedCells::Integer(parsed(cells, pace, |text| text.parse().ok())?)
            }
            CellType::Decimal => {
                TypedCells::Decimal(parsed(cells, pace, |text| text.parse().ok())?)
            }
            CellType::Date => TypedCells::Date(parsed(cells, pace, date)?),
            CellType::Boolean => {
                TypedCells::Boolean(parsed(cells, pace, |text| text.parse().ok())?)
            }
        })
    }
}

fn written(cell: &impl ToString, text: &mut String) {
    text.push_str(&cell.to_string());
}

fn encode<T>(
    name: &str,
    null: Option<&str>,
    pace: &Pace<'_>,
    cells: &[Option<T>],
    write: impl Fn(&T, &mut String),
) -> Result<Column> {
    let (mut dictionary, mut text) = (Dictionary::new(), String::new());
    let code = |(row, cell): (usize, &Option<T>)| {
        pace.step()?;
        match (cell, null) {
            (Some(cell), _) => {
                text.clear();
                write(cell, &mut text);
                Ok(dictionary.intern(&text))
            }
            (None, Some(null)) => Ok(dictionary.intern(null)),
            (None, None) => Err(Error::data(format!(
                "has missing cells (first at row {}), and no text of the recipe means missing",
                row + 1
            ))
            .at_column("column `{}` ", name)
            .at_row(row as u64 + 1)
            .hint("list a text in `missing` of `[input]`")),
        }
    };
    let codes = cells.iter().enumerate().map(code).collect::<Result<_>>()?;
    Ok(Column {
        name: name.to_owned(),
        dictionary,
        codes,
    })
}

fn parsed<'a, T>(
    cells: impl Iterator<Item = Option<&'a str>>,
    pace: &Pace<'_>,
    parse: impl Fn(&str) -> Option<T>,
) -> Result<Vec<Option<T>>> {
    let wrong = || Error::internal("a released column does not have the type of its input");
    cells
        .map(|cell| {
            pace.step()?;
            match cell {
                Some(text) => parse(text).map(Some).ok_or_else(wrong),
                None => Ok(None),
            }
        })
        .collect()
}

/// Whether a text is a valid calendar date, written like `2026-03-31`.
fn is_date(text: &str) -> bool {
    let bytes = text.as_bytes();
    let is_formed = bytes.len() == 10
        && bytes.iter().enumerate().all(|(at, byte)| match at {
            4 | 7 => *byte == b'-',
            _ => byte.is_ascii_digit(),
        });
    if !is_formed {
        return false;
    }
    let number = |part: &str| part.parse::<u32>().unwrap_or_default();
    let (year, month, day) = (number(&text[..4]), number(&text[5..7]), number(&text[8..]));
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    (1..=days).contains(&day)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::watch::{Stage, Unwatched};

    #[test]
    fn days_of_the_calendar_are_dates() {
        for date in ["2026-03-31", "2024-02-29", "2000-02-29", "0001-01-01"] {
            assert!(is_date(date), "{date}");
        }
        for text in [
            "",
            "2026-3-31",
            "2026-02-29",
            "1900-02-29",
            "2026-13-01",
            "2026-00-01",
            "2026-04-31",
            "2026-01-00",
            "2026-01-01 ",
            "+026-01-01",
            "2026-01-0é",
        ] {
            assert!(!is_date(text), "{text}");
        }
    }

    #[test]
    fn numbers_keep_their_digits() {
        let texts = |cells: TypedCells| -> Vec<String> {
            let pace = Pace::new(&Unwatched, Stage::Read, 0);
            let column = cells.encode("x", Some(""), &pace).unwrap();
            column.dictionary.texts().map(str::to_owned).collect()
        };
        assert_eq!(
            texts(TypedCells::from([
                0.1_f32,
                16_777_216.0,
                -2.5,
                f32::MIN_POSITIVE
            ])),
            [
                "0.1".to_owned(),
                "16777216".to_owned(),
                "-2.5".to_owned(),
                f32::MIN_POSITIVE.to_string(),
            ]
        );
        assert_eq!(texts(TypedCells::from([f32::MAX])), [f32::MAX.to_string()]);
        assert_eq!(texts(TypedCells::from([i8::MIN])), ["-128"]);
        assert_eq!(
            texts(TypedCells::from([Some(u32::MAX), None])),
            ["4294967295", ""]
        );
        assert_eq!(texts(TypedCells::from(&["a", "b"][..])), ["a", "b"]);
        assert_eq!(texts(TypedCells::from(&[i64::MIN, i64::MAX][..])).len(), 2);
        let error = TypedCells::unsigned([Some(1), Some(u64::MAX)]).unwrap_err();
        assert_eq!(
            error.message(),
            "a cell is greater than 9223372036854775807 (row 2)"
        );
        let not_finite = TypedCells::from([f32::NAN]);
        assert!(not_finite.check("x").is_err());
    }

    #[test]
    fn texts_of_cells_are_read_back_as_the_same_cells() {
        let all = [
            TypedCells::from([Some("a"), None, Some("")]),
            TypedCells::from([Some(i64::MIN), None, Some(i64::MAX)]),
            TypedCells::from([Some(0.1 + 0.2), Some(1e-300), Some(-1e300), Some(2.0), None]),
            TypedCells::dates([Some("2026-03-31"), None]),
            TypedCells::from([Some(true), None, Some(false)]),
        ];
        for cells in all {
            let pace = Pace::new(&Unwatched, Stage::Read, 0);
            let column = cells.encode("x", Some("NA"), &pace).unwrap();
            let texts = column
                .codes
                .iter()
                .map(|&code| column.dictionary.text(code));
            let read = TypedCells::parse(
                cells.cell_type(),
                texts.map(|text| (text != "NA").then_some(text)),
                &pace,
            );
            assert_eq!(read.unwrap(), cells);
        }
        let pace = Pace::new(&Unwatched, Stage::Read, 0);
        let zero = TypedCells::from([-0.0, 0.0]).encode("x", None, &pace);
        let zero = zero.unwrap();
        assert_eq!(zero.dictionary.texts().collect::<Vec<_>>(), ["0"]);
    }
}
