//! Days and times as texts: the proleptic Gregorian calendar, which is what Parquet counts in.

use std::fmt::Write;

const SECONDS_PER_DAY: i64 = 86_400;

/// Writes the date that is `days` after 1970-01-01.
pub(crate) fn write_date(out: &mut String, days: i64) {
    // Years are counted from March, so that the leap day is the last of a year, in cycles of 400
    // years.
    let days = days + 719_468;
    let (cycle, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let (day, month) = (
        day - (153 * month + 2) / 5 + 1,
        if month < 10 { month + 3 } else { month - 9 },
    );
    let year = year + cycle * 400 + i64::from(month <= 2);
    let sign = if year < 0 { "-" } else { "" };
    let _ = write!(out, "{sign}{:04}-{month:02}-{day:02}", year.abs());
}

/// The days from 1970-01-01 to a date that [`write_date`] wrote.
pub(crate) fn read_date(text: &str) -> Option<i64> {
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
    let mut parts = digits.split('-');
    let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
    if year.len() < 4 || month.len() != 2 || day.len() != 2 || parts.next().is_some() {
        return None;
    }
    let (year, month, day) = (sign * number(year)?, number(month)?, number(day)?);
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    let shifted = year - i64::from(month <= 2);
    let (cycle, year) = (shifted.div_euclid(400), shifted.rem_euclid(400));
    let from_march = (153 * (month + if month > 2 { -3 } else { 9 }) + 2) / 5 + day - 1;
    let days = cycle * 146_097 + year * 365 + year / 4 - year / 100 + from_march - 719_468;
    // The 30th of February is no date: it is written differently.
    let mut again = String::with_capacity(text.len());
    write_date(&mut again, days);
    (again == text).then_some(days)
}

fn number(digits: &str) -> Option<i64> {
    if digits.is_empty() || digits.len() > 12 || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    digits.parse().ok()
}

/// Writes a time of day; `None` when the value is none. The fraction has no closing zeros.
pub(crate) fn write_time(out: &mut String, value: i64, per_second: i64) -> Option<()> {
    let (seconds, fraction) = (value.div_euclid(per_second), value.rem_euclid(per_second));
    if !(0..SECONDS_PER_DAY).contains(&seconds) {
        return None;
    }
    let _ = write!(
        out,
        "{:02}:{:02}:{:02}",
        seconds / 3_600,
        seconds / 60 % 60,
        seconds % 60
    );
    if fraction > 0 {
        let digits = per_second.ilog10() as usize;
        let _ = write!(out, ".{fraction:0digits$}");
        out.truncate(out.trim_end_matches('0').len());
    }
    Some(())
}

/// The value of a time of day that [`write_time`] wrote.
pub(crate) fn read_time(text: &str, per_second: i64) -> Option<i64> {
    let (clock, fraction) = text.split_once('.').unwrap_or((text, ""));
    let mut parts = clock
        .split(':')
        .map(|part| (part.len() == 2).then(|| number(part)).flatten());
    let (hours, minutes, seconds) = (parts.next()??, parts.next()??, parts.next()??);
    let digits = per_second.ilog10() as usize;
    if parts.next().is_some()
        || hours > 23
        || minutes > 59
        || seconds > 59
        || fraction.len() > digits
        || text.ends_with(['0', '.']) && text.contains('.')
    {
        return None;
    }
    let fraction = if fraction.is_empty() {
        0
    } else {
        number(fraction)? * 10i64.pow((digits - fraction.len()) as u32)
    };
    Some((hours * 3_600 + minutes * 60 + seconds) * per_second + fraction)
}

/// Writes a point in time that is `value` after the start of 1970.
pub(crate) fn write_timestamp(out: &mut String, value: i64, per_second: i64, utc: bool) {
    let per_day = SECONDS_PER_DAY * per_second;
    write_date(out, value.div_euclid(per_day));
    out.push('T');
    let written = write_time(out, value.rem_euclid(per_day), per_second);
    debug_assert!(written.is_some(), "what is left of a day is a time of day");
    if utc {
        out.push('Z');
    }
}

/// The value of a timestamp that [`write_timestamp`] wrote.
pub(crate) fn read_timestamp(text: &str, per_second: i64, utc: bool) -> Option<i64> {
    let text = if utc { text.strip_suffix('Z')? } else { text };
    let (date, time) = text.split_once('T')?;
    let value = i128::from(read_date(date)?) * i128::from(SECONDS_PER_DAY * per_second)
        + i128::from(read_time(time, per_second)?);
    i64::try_from(value).ok()
}

/// The Julian day on which 1970 begins.
const JULIAN_EPOCH: i64 = 2_440_588;
const NANOS: i64 = 1_000_000_000;

/// Writes an INT96 timestamp: nanoseconds of the day and a Julian day. `None` when the nanoseconds
/// are more than a day has.
pub(crate) fn write_int96(out: &mut String, nanos: u64, julian: u32) -> Option<()> {
    write_date(out, i64::from(julian) - JULIAN_EPOCH);
    out.push('T');
    write_time(out, i64::try_from(nanos).ok()?, NANOS)
}

/// The nanoseconds and the Julian day that [`write_int96`] wrote.
pub(crate) fn read_int96(text: &str) -> Option<(u64, u32)> {
    let (date, time) = text.split_once('T')?;
    let julian = u32::try_from(read_date(date)? + JULIAN_EPOCH).ok()?;
    Some((u64::try_from(read_time(time, NANOS)?).ok()?, julian))
}
