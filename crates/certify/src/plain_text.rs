//! The text of each value of a Parquet file.

use crate::{Error, Result};
use parquet::basic::{ConvertedType, LogicalType, TimeUnit, Type as Physical};
use parquet::schema::types::Type;
use std::fmt::Display;
use std::io::Write;

/// How the values of a column are written as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlainText {
    /// As numbers, booleans and texts are: the type says the rest.
    AsIs,
    Unsigned,
    Day,
    /// Digits of a second.
    Clock(u32),
    /// Digits of a second, and whether it is UTC.
    Moment(u32, bool),
    /// Digits after the point.
    Point(usize),
    Groups,
}

impl PlainText {
    pub(crate) fn of(field: &Type) -> Result<Self> {
        let refused = || {
            Error::data(format!(
                "column `{}` of the file has a type that no released table has",
                field.name()
            ))
        };
        if !field.is_primitive() {
            return Err(refused());
        }
        let digits = |unit: &TimeUnit| match unit {
            TimeUnit::MILLIS => 3,
            TimeUnit::MICROS => 6,
            TimeUnit::NANOS => 9,
        };
        let info = field.get_basic_info();
        let places = |scale: i32| {
            usize::try_from(scale)
                .map(PlainText::Point)
                .map_err(|_| refused())
        };
        let kind = match (info.logical_type_ref(), info.converted_type()) {
            (Some(LogicalType::Integer(integer)), _) if !integer.is_signed => PlainText::Unsigned,
            (Some(LogicalType::Date), _) | (None, ConvertedType::DATE) => PlainText::Day,
            (Some(LogicalType::Time(time)), _) => PlainText::Clock(digits(&time.unit)),
            (None, ConvertedType::TIME_MILLIS) => PlainText::Clock(3),
            (None, ConvertedType::TIME_MICROS) => PlainText::Clock(6),
            (Some(LogicalType::Timestamp(moment)), _) => {
                PlainText::Moment(digits(&moment.unit), moment.is_adjusted_to_u_t_c)
            }
            (None, ConvertedType::TIMESTAMP_MILLIS) => PlainText::Moment(3, true),
            (None, ConvertedType::TIMESTAMP_MICROS) => PlainText::Moment(6, true),
            (Some(LogicalType::Decimal(decimal)), _) => places(decimal.scale)?,
            (None, ConvertedType::DECIMAL) => places(field.get_scale())?,
            (Some(LogicalType::Uuid), _) => PlainText::Groups,
            (
                None,
                ConvertedType::UINT_8
                | ConvertedType::UINT_16
                | ConvertedType::UINT_32
                | ConvertedType::UINT_64,
            ) => PlainText::Unsigned,
            (
                Some(
                    LogicalType::Integer(_)
                    | LogicalType::String
                    | LogicalType::Enum
                    | LogicalType::Json
                    | LogicalType::Unknown,
                ),
                _,
            ) => PlainText::AsIs,
            (Some(_), _) | (None, ConvertedType::INTERVAL | ConvertedType::BSON) => {
                return Err(refused());
            }
            _ => PlainText::AsIs,
        };
        match (kind, field.get_physical_type()) {
            (PlainText::Day, physical) if physical != Physical::INT32 => Err(refused()),
            (PlainText::Unsigned | PlainText::Clock(_) | PlainText::Moment(..), physical)
                if !matches!(physical, Physical::INT32 | Physical::INT64) =>
            {
                Err(refused())
            }
            _ => Ok(kind),
        }
    }

    pub(crate) fn boolean(self, value: bool, out: &mut Vec<u8>) -> bool {
        write!(out, "{value}").is_ok()
    }

    pub(crate) fn float(self, value: &impl Display, out: &mut Vec<u8>) -> bool {
        write!(out, "{value}").is_ok()
    }

    /// A whole number that was stored in so many bytes.
    pub(crate) fn integer(self, value: i64, bytes: u32, out: &mut Vec<u8>) -> bool {
        match self {
            PlainText::Unsigned => {
                write!(out, "{}", value as u64 & (u64::MAX >> (64 - 8 * bytes))).is_ok()
            }
            PlainText::Day => day(value, out),
            PlainText::Clock(digits) => clock(value, digits, out),
            PlainText::Moment(digits, utc) => {
                let in_a_day = 86_400 * 10i64.pow(digits);
                day(value.div_euclid(in_a_day), out);
                out.push(b'T');
                let is_time = clock(value.rem_euclid(in_a_day), digits, out);
                out.extend(utc.then_some(b'Z'));
                is_time
            }
            PlainText::Point(places) => point(&value.to_be_bytes(), places, out),
            _ => write!(out, "{value}").is_ok(),
        }
    }

    /// Nanoseconds of the day in two words, and a Julian day.
    pub(crate) fn int96(self, words: &[u32], out: &mut Vec<u8>) -> bool {
        let [low, high, julian] = *words else {
            return false;
        };
        let nanoseconds = u128::from(high) << 32 | u128::from(low);
        day(i64::from(julian) - 2_440_588, out);
        out.push(b'T');
        i64::try_from(nanoseconds).is_ok_and(|time| clock(time, 9, out))
    }

    pub(crate) fn bytes(self, value: &[u8], out: &mut Vec<u8>) -> bool {
        match self {
            PlainText::Point(places) => point(value, places, out),
            PlainText::Groups => {
                let hex: String = value.iter().map(|byte| format!("{byte:02x}")).collect();
                let groups = [0..8, 8..12, 12..16, 16..20, 20..32]
                    .map(|group| hex.get(group).unwrap_or_default().to_owned());
                out.extend_from_slice(groups.join("-").as_bytes());
                value.len() == 16
            }
            _ => {
                out.extend_from_slice(value);
                std::str::from_utf8(value).is_ok()
            }
        }
    }
}

/// The date so many days after the first of 1970: the year is guessed from the mean length of one
/// and put right.
fn day(days: i64, out: &mut Vec<u8>) -> bool {
    // Days before the first of a year, counted from the first of year 0.
    let before = |year: i64| {
        let past = year - 1;
        365 * year + past.div_euclid(4) - past.div_euclid(100) + past.div_euclid(400) + 1
    };
    let days = days + before(1970);
    let mut year = days * 400 / 146_097;
    while before(year) > days {
        year -= 1;
    }
    while before(year + 1) <= days {
        year += 1;
    }
    let is_leap = before(year + 1) - before(year) == 366;
    let lengths = [
        31,
        if is_leap { 29 } else { 28 },
        31,
        30,
        31,
        30,
        31,
        31,
        30,
        31,
        30,
        31,
    ];
    let (mut month, mut day) = (1, days - before(year) + 1);
    for length in lengths {
        if day <= length {
            break;
        }
        (month, day) = (month + 1, day - length);
    }
    let sign = if year < 0 { "-" } else { "" };
    write!(out, "{sign}{:04}-{month:02}-{day:02}", year.abs()).is_ok()
}

/// A time of day, counted in parts of a second with so many digits; false when it is longer than a
/// day.
fn clock(value: i64, digits: u32, out: &mut Vec<u8>) -> bool {
    let parts = 10i64.pow(digits);
    let seconds = value / parts;
    if value < 0 || seconds >= 86_400 {
        return false;
    }
    let written = write!(
        out,
        "{:02}:{:02}:{:02}",
        seconds / 3600,
        seconds % 3600 / 60,
        seconds % 60
    );
    let (mut fraction, mut width) = (value % parts, digits as usize);
    if fraction != 0 {
        while fraction % 10 == 0 {
            (fraction, width) = (fraction / 10, width - 1);
        }
        return write!(out, ".{fraction:0width$}").is_ok();
    }
    written.is_ok()
}

/// A number in two's complement, the highest byte first, with so many digits after the point: long
/// division by ten.
fn point(bytes: &[u8], places: usize, out: &mut Vec<u8>) -> bool {
    let is_negative = bytes.first().is_some_and(|byte| byte & 0x80 != 0);
    let mut magnitude = bytes.to_vec();
    if is_negative {
        magnitude.iter_mut().for_each(|byte| *byte = !*byte);
        for byte in magnitude.iter_mut().rev() {
            let (sum, carries) = byte.overflowing_add(1);
            *byte = sum;
            if !carries {
                break;
            }
        }
    }
    let mut digits = Vec::new();
    while magnitude.iter().any(|byte| *byte != 0) || digits.len() <= places {
        let mut rest = 0u32;
        for byte in &mut magnitude {
            let value = rest << 8 | u32::from(*byte);
            *byte = (value / 10) as u8;
            rest = value % 10;
        }
        if digits.len() == places && places > 0 {
            digits.push(b'.');
            digits.push(b'0' + rest as u8);
        } else {
            digits.push(b'0' + rest as u8);
        }
    }
    out.extend(is_negative.then_some(b'-'));
    out.extend(digits.iter().rev());
    !bytes.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(write: impl FnOnce(&mut Vec<u8>) -> bool, expected: &str) {
        let mut out = Vec::new();
        assert!(write(&mut out), "{expected}");
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }

    #[test]
    fn each_kind_has_its_text() {
        check(|out| PlainText::AsIs.integer(-7, 4, out), "-7");
        check(|out| PlainText::Unsigned.integer(-1, 4, out), "4294967295");
        check(
            |out| PlainText::Unsigned.integer(-1, 8, out),
            "18446744073709551615",
        );
        for (days, text) in [
            (0, "1970-01-01"),
            (19_782, "2024-02-29"),
            (-1, "1969-12-31"),
            (-719_528, "0000-01-01"),
            (-719_529, "-0001-12-31"),
        ] {
            check(|out| PlainText::Day.integer(days, 4, out), text);
        }
        check(
            |out| PlainText::Clock(3).integer(3_600_500, 4, out),
            "01:00:00.5",
        );
        check(
            |out| PlainText::Clock(9).integer(1, 8, out),
            "00:00:00.000000001",
        );
        check(
            |out| PlainText::Moment(3, true).integer(-1, 8, out),
            "1969-12-31T23:59:59.999Z",
        );
        check(
            |out| PlainText::Moment(6, false).integer(951_782_400_000_000, 8, out),
            "2000-02-29T00:00:00",
        );
        check(
            |out| PlainText::AsIs.int96(&[1_000_000_000, 0, 2_440_589], out),
            "1970-01-02T00:00:01",
        );
        check(|out| PlainText::Point(2).integer(-5, 4, out), "-0.05");
        check(|out| PlainText::Point(0).integer(120, 4, out), "120");
        check(|out| PlainText::Point(1).bytes(&[0x80], out), "-12.8");
        check(|out| PlainText::Point(3).bytes(&[1, 0, 0], out), "65.536");
        check(
            |out| PlainText::Groups.bytes(&[0xab; 16], out),
            "abababab-abab-abab-abab-abababababab",
        );
        check(|out| PlainText::AsIs.float(&0.1f32, out), "0.1");
        assert!(!PlainText::Clock(3).integer(86_400_000, 4, &mut Vec::new()));
        assert!(!PlainText::AsIs.bytes(&[0xff], &mut Vec::new()));
    }
}
