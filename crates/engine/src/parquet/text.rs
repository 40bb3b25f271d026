//! From values to texts and back.

use super::calendar::*;
use super::kind::{ColumnType, Kind, length};
use parquet::basic::Type as Physical;
use parquet::data_type::Int96;
use std::fmt::Write;

/// A value of a Parquet column.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Cell {
    Boolean(bool),
    Int32(i32),
    Int64(i64),
    Int96(Int96),
    Float(f32),
    Double(f64),
    Bytes(Vec<u8>),
}

/// Writes an integer as its kind says; `None` when the value is none of that kind.
pub(crate) fn write_integer(out: &mut String, kind: Kind, value: i64, bits: u32) -> Option<()> {
    match kind {
        Kind::Unsigned => drop(write!(
            out,
            "{}",
            if bits == 32 {
                u64::from(value as u32)
            } else {
                value as u64
            }
        )),
        Kind::Date => write_date(out, value),
        Kind::Time(per_second) => write_time(out, value, per_second)?,
        Kind::Timestamp { per_second, utc } => write_timestamp(out, value, per_second, utc),
        Kind::Decimal { scale } => write_decimal(out, value.into(), scale),
        _ => drop(write!(out, "{value}")),
    }
    Some(())
}

/// Writes bytes as their kind says; `None` when they are none of that kind, such as text that is
/// not UTF-8.
pub(crate) fn write_bytes(out: &mut String, kind: Kind, bytes: &[u8]) -> Option<()> {
    match kind {
        Kind::Decimal { scale } => write_decimal(out, from_big_endian(bytes)?, scale),
        Kind::Uuid => {
            for (i, byte) in bytes.iter().enumerate() {
                let _ = write!(
                    out,
                    "{}{byte:02x}",
                    if matches!(i, 4 | 6 | 8 | 10) { "-" } else { "" }
                );
            }
        }
        _ => out.push_str(std::str::from_utf8(bytes).ok()?),
    }
    Some(())
}

fn write_decimal(out: &mut String, value: i128, scale: usize) {
    let digits = format!("{:0width$}", value.unsigned_abs(), width = scale + 1);
    let (whole, fraction) = digits.split_at(digits.len() - scale);
    let sign = if value < 0 { "-" } else { "" };
    let point = if scale > 0 { "." } else { "" };
    let _ = write!(out, "{sign}{whole}{point}{fraction}");
}

fn read_decimal(text: &str, scale: usize) -> Option<i128> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    if fraction.len() != scale || text.ends_with('.') {
        return None;
    }
    let value = format!("{whole}{fraction}").parse().ok()?;
    let mut again = String::with_capacity(text.len());
    write_decimal(&mut again, value, scale);
    (again == text).then_some(value)
}

/// A number in two's complement, the highest byte first; `None` when it takes more than 128 bits.
fn from_big_endian(bytes: &[u8]) -> Option<i128> {
    let fill = if bytes.first()? & 0x80 == 0 { 0 } else { 0xff };
    let spare = bytes.len().saturating_sub(16);
    let (above, low) = bytes.split_at(spare);
    let mut word = [fill; 16];
    word[16 - low.len()..].copy_from_slice(low);
    let same_sign = low.first().is_some_and(|b| (b & 0x80 == 0) == (fill == 0));
    (above.iter().all(|&b| b == fill) && same_sign).then(|| i128::from_be_bytes(word))
}

/// The number in `length` bytes, or in as few as it takes.
fn to_big_endian(value: i128, length: Option<usize>) -> Option<Vec<u8>> {
    let word = value.to_be_bytes();
    let fill = if value < 0 { 0xff } else { 0 };
    let needed = (1..=16).find(|&n| from_big_endian(&word[16 - n..]) == Some(value))?;
    let length = length.unwrap_or(needed);
    if length < needed {
        return None;
    }
    let mut bytes = vec![fill; length.saturating_sub(16)];
    bytes.extend_from_slice(&word[16 - length.min(16)..]);
    Some(bytes)
}

impl Cell {
    /// The value that has this text in a column of the type; `None` when the type has no such
    /// value.
    pub(crate) fn parse(of: &ColumnType, text: &str) -> Option<Cell> {
        Some(match of.physical() {
            Physical::BOOLEAN => Cell::Boolean(text.parse().ok()?),
            Physical::INT32 if of.kind == Kind::Unsigned => Cell::Int32(plain::<u32>(text)? as i32),
            Physical::INT32 => Cell::Int32(i32::try_from(integer(of.kind, text)?).ok()?),
            Physical::INT64 if of.kind == Kind::Unsigned => Cell::Int64(plain::<u64>(text)? as i64),
            Physical::INT64 => Cell::Int64(integer(of.kind, text)?),
            Physical::INT96 => {
                let (nanos, julian) = read_int96(text)?;
                let mut value = Int96::new();
                value.set_data(nanos as u32, (nanos >> 32) as u32, julian);
                Cell::Int96(value)
            }
            Physical::FLOAT => Cell::Float(plain(text)?),
            Physical::DOUBLE => Cell::Double(plain(text)?),
            Physical::BYTE_ARRAY | Physical::FIXED_LEN_BYTE_ARRAY => Cell::Bytes(bytes(of, text)?),
        })
    }
}

fn integer(kind: Kind, text: &str) -> Option<i64> {
    match kind {
        Kind::Date => read_date(text),
        Kind::Time(per_second) => read_time(text, per_second),
        Kind::Timestamp { per_second, utc } => read_timestamp(text, per_second, utc),
        Kind::Decimal { scale } => i64::try_from(read_decimal(text, scale)?).ok(),
        _ => plain(text),
    }
}

/// A number that is written exactly so: `+1` and `01` are texts, not the number 1.
fn plain<T: std::str::FromStr + std::fmt::Display>(text: &str) -> Option<T> {
    let value: T = text.parse().ok()?;
    (value.to_string() == text).then_some(value)
}

fn bytes(of: &ColumnType, text: &str) -> Option<Vec<u8>> {
    let fixed = (of.physical() == Physical::FIXED_LEN_BYTE_ARRAY)
        .then(|| usize::try_from(length(&of.leaf)).unwrap_or(0));
    let bytes = match of.kind {
        Kind::Decimal { scale } => to_big_endian(read_decimal(text, scale)?, fixed)?,
        Kind::Uuid => uuid(text)?,
        _ => text.as_bytes().to_vec(),
    };
    fixed
        .is_none_or(|length| bytes.len() == length)
        .then_some(bytes)
}

fn uuid(text: &str) -> Option<Vec<u8>> {
    let digits: Vec<u8> = text.bytes().filter(|&b| b != b'-').collect();
    let pairs = digits
        .chunks(2)
        .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok());
    let bytes = pairs
        .collect::<Option<Vec<u8>>>()
        .filter(|b| b.len() == 16)?;
    let mut again = String::with_capacity(text.len());
    write_bytes(&mut again, Kind::Uuid, &bytes)?;
    (again == text).then_some(bytes)
}
