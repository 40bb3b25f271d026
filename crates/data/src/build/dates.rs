//! Dates in units of the calendar.

use super::labels::TOP;
use crate::derive::WEEKDAYS;
use crate::error::{Error, Result};
use crate::order::{check_date_format, day_through, read_day, read_values};
use crate::table::Column;
use jiff::civil::Date;

/// A unit of the calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CalendarUnit {
    /// `2024-03-17`: without the time of the day.
    Day,
    /// `2025-W01`: a week of ISO 8601, from Monday to Sunday. It belongs to the year that has its
    /// Thursday.
    Week,
    /// `ISO year 2025`: the weeks of a year, which begin up to three days before or after the
    /// calendar year.
    IsoYear,
    /// `2024-03`.
    Month,
    /// `2024-Q1`.
    Quarter,
    /// `2024`.
    Year,
    /// `2020-2029`: years that share all but the last digit.
    Decade,
    /// `Monday`.
    Weekday,
}

impl CalendarUnit {
    /// All units, in the order in which messages list them.
    pub const ALL: &'static [CalendarUnit] = &[
        CalendarUnit::Day,
        CalendarUnit::Week,
        CalendarUnit::IsoYear,
        CalendarUnit::Month,
        CalendarUnit::Quarter,
        CalendarUnit::Year,
        CalendarUnit::Decade,
        CalendarUnit::Weekday,
    ];

    /// The word for this unit in a recipe.
    pub fn name(self) -> &'static str {
        match self {
            CalendarUnit::Day => "day",
            CalendarUnit::Week => "week",
            CalendarUnit::IsoYear => "iso-year",
            CalendarUnit::Month => "month",
            CalendarUnit::Quarter => "quarter",
            CalendarUnit::Year => "year",
            CalendarUnit::Decade => "decade",
            CalendarUnit::Weekday => "weekday",
        }
    }

    /// True when each `other` lies in one of `self` and `self` is larger.
    fn is_coarser_than(self, other: CalendarUnit) -> bool {
        // Three ways lead up from the day, and none leads from one to another.
        let place = |unit: CalendarUnit| match unit {
            CalendarUnit::Day => (0, 0),
            CalendarUnit::Month => (1, 1),
            CalendarUnit::Quarter => (1, 2),
            CalendarUnit::Year => (1, 3),
            CalendarUnit::Decade => (1, 4),
            CalendarUnit::Week => (2, 1),
            CalendarUnit::IsoYear => (2, 2),
            CalendarUnit::Weekday => (3, 1),
        };
        let ((way, height), (other_way, other_height)) = (place(self), place(other));
        height > other_height && (other == CalendarUnit::Day || way == other_way)
    }

    fn label(self, date: Date) -> String {
        match self {
            CalendarUnit::Day => format!(
                "{}-{:02}-{:02}",
                year(date.year()),
                date.month(),
                date.day()
            ),
            CalendarUnit::Week => {
                let week = date.iso_week_date();
                format!("{}-W{:02}", year(week.year()), week.week())
            }
            CalendarUnit::IsoYear => format!("ISO year {}", year(date.iso_week_date().year())),
            CalendarUnit::Month => format!("{}-{:02}", year(date.year()), date.month()),
            CalendarUnit::Quarter => format!("{}-Q{}", year(date.year()), (date.month() + 2) / 3),
            CalendarUnit::Year => year(date.year()),
            CalendarUnit::Decade => {
                let first = date.year().div_euclid(10) * 10;
                format!("{}-{}", year(first), year(first + 9))
            }
            CalendarUnit::Weekday => {
                WEEKDAYS[date.weekday().to_monday_zero_offset() as usize].to_owned()
            }
        }
    }
}

/// Four digits, as in ISO 8601, also for the first years.
fn year(year: i16) -> String {
    let sign = if year < 0 { "-" } else { "" };
    format!("{sign}{:04}", year.unsigned_abs())
}

/// Dates in units of the calendar, one unit per level; the last level is `*`.
///
/// Each unit must lie within one of the next: `day`, `month`, `quarter`, `year`, `decade` do, and
/// so do `day`, `week`, `iso-year`, and `day`, `weekday`. A week can lie in two months, so no
/// month, quarter, year or decade comes after it.
///
/// Values are read by the column's format. Times of one day fall together on level 1, whatever the
/// unit. A date counts as it is written: an offset such as `+0200` does not move it to another day.
///
/// ```
/// # use equipoise_data::{Table, build::{Builder, Dates, CalendarUnit}};
/// let table = Table::from_rows(&["admission"], &[["2024-12-30"]]);
/// let tree = |units| Builder::Dates(Dates::new(units)).tree(&table.columns[0], &[]);
/// assert_eq!(tree(vec![CalendarUnit::Month, CalendarUnit::Decade])?.lines()[0], ["2024-12-30", "2024-12", "2020-2029", "*"]);
/// assert_eq!(tree(vec![CalendarUnit::Week, CalendarUnit::IsoYear])?.lines()[0], ["2024-12-30", "2025-W01", "ISO year 2025", "*"]);
/// # Ok::<(), equipoise_data::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dates {
    /// The unit of each level, from level 1 up.
    pub units: Vec<CalendarUnit>,
    /// How values are written, in `%` directives; without it `yyyy-mm-dd`.
    pub format: Option<String>,
}

impl Dates {
    /// Dates written as `yyyy-mm-dd`.
    pub fn new(units: Vec<CalendarUnit>) -> Self {
        Dates {
            units,
            format: None,
        }
    }

    /// Checks that units nest and that the format holds what they need.
    pub fn check(&self) -> Result<()> {
        if self.units.is_empty() {
            return Err(
                Error::usage("`dates` is empty; it must list at least one unit").hint(WAYS),
            );
        }
        for pair in self.units.windows(2) {
            if !pair[1].is_coarser_than(pair[0]) {
                return Err(no_coarsening(pair[0], pair[1]));
            }
        }
        let Some(format) = &self.format else {
            return Ok(());
        };
        check_date_format(format)?;
        match self.units.iter().find(|unit| !tells(format, **unit)) {
            None => Ok(()),
            Some(unit) => Err(Error::usage(format!(
                "`dates` has `{}`, which dates written as `{format}` do not tell",
                unit.name()
            ))
            .hint("begin with a unit that the format holds")),
        }
    }

    pub(super) fn lines(&self, column: &Column, missing: &[String]) -> Result<Vec<Vec<String>>> {
        let what = match &self.format {
            None => "dates written as yyyy-mm-dd".to_owned(),
            Some(format) => format!("dates written as `{format}`"),
        };
        let mut dates = read_values(
            column,
            missing,
            |text| read_day(self.format.as_deref(), text),
            &what,
        )?;
        let text = |code: u32| column.dictionary.text(code);
        dates.sort_unstable_by(|a, b| (a.1, text(a.0)).cmp(&(b.1, text(b.0))));
        Ok(dates
            .into_iter()
            .map(|(code, date)| self.line(text(code), date))
            .collect())
    }

    fn line(&self, text: &str, date: Date) -> Vec<String> {
        let labels = self.units.iter().map(|unit| unit.label(date));
        std::iter::once(text.to_owned())
            .chain(labels)
            .chain([TOP.to_owned()])
            .collect()
    }
}

const WAYS: &str = "units from fine to coarse: `day`, `month`, `quarter`, `year`, `decade`; or `day`, `week`, `iso-year`; or `day`, `weekday`";

fn no_coarsening(below: CalendarUnit, above: CalendarUnit) -> Error {
    let given = format!("`dates` has `{}` after `{}`", above.name(), below.name());
    match (below, above) {
        (
            CalendarUnit::Week,
            CalendarUnit::Month | CalendarUnit::Quarter | CalendarUnit::Year | CalendarUnit::Decade,
        ) => Error::usage(format!("{given}; a week can lie in two of them"))
            .hint("`iso-year` holds whole weeks; or leave out `week`"),
        (CalendarUnit::IsoYear, CalendarUnit::Decade) => Error::usage(format!(
            "{given}; the first days of an ISO year can lie in the decade before"
        ))
        .hint("leave out one of them"),
        (CalendarUnit::Weekday, _) => {
            Error::usage(format!("{given}; only `*` is above a weekday")).hint(WAYS)
        }
        _ => Error::usage(format!(
            "{given}; each unit must hold whole units of the one before and be larger"
        ))
        .hint(WAYS),
    }
}

/// True when dates in this format tell the unit. The days are chosen so that a missing day or month
/// changes every unit that depends on it, at least once.
fn tells(format: &str, unit: CalendarUnit) -> bool {
    let days = [
        Date::constant(2001, 2, 3),
        Date::constant(1999, 11, 27),
        Date::constant(2005, 1, 29),
    ];
    days.into_iter()
        .all(|day| day_through(format, day).is_some_and(|read| unit.label(read) == unit.label(day)))
}

#[cfg(test)]
mod tests {
    use super::super::Builder;
    use super::super::tests::{column, shown};
    use super::CalendarUnit::*;
    use super::*;
    use crate::ErrorKind;

    fn build(units: &[CalendarUnit], format: Option<&str>, values: &[&str]) -> Vec<String> {
        let rule = Dates {
            units: units.to_vec(),
            format: format.map(str::to_owned),
        };
        shown(
            &Builder::Dates(rule)
                .tree(&column(values), &["NA".into()])
                .unwrap(),
        )
    }

    fn failure(units: &[CalendarUnit], format: Option<&str>) -> (String, String) {
        let e = Dates {
            units: units.to_vec(),
            format: format.map(str::to_owned),
        }
        .check()
        .unwrap_err();
        assert_eq!(e.kind(), ErrorKind::Usage);
        (e.message(), e.hint_text().unwrap_or_default().to_owned())
    }

    #[test]
    fn edges_of_years_weeks_and_leap_days() {
        assert_eq!(
            build(
                &[Month, Quarter, Year, Decade],
                None,
                &["2024-03-31", "2020-02-29", "NA", "2019-12-31", "2024-04-01"]
            ),
            [
                "2019-12-31 | 2019-12 | 2019-Q4 | 2019 | 2010-2019 | *",
                "2020-02-29 | 2020-02 | 2020-Q1 | 2020 | 2020-2029 | *",
                "2024-03-31 | 2024-03 | 2024-Q1 | 2024 | 2020-2029 | *",
                "2024-04-01 | 2024-04 | 2024-Q2 | 2024 | 2020-2029 | *"
            ]
        );
        assert_eq!(
            build(
                &[Week, IsoYear],
                None,
                &[
                    "2024-12-30",
                    "2024-12-29",
                    "2021-01-03",
                    "2021-01-04",
                    "2020-12-31"
                ]
            ),
            [
                "2020-12-31 | 2020-W53 | ISO year 2020 | *",
                "2021-01-03 | 2020-W53 | ISO year 2020 | *",
                "2021-01-04 | 2021-W01 | ISO year 2021 | *",
                "2024-12-29 | 2024-W52 | ISO year 2024 | *",
                "2024-12-30 | 2025-W01 | ISO year 2025 | *"
            ]
        );
        assert_eq!(
            build(&[Day, Weekday], None, &["2024-02-29"]),
            ["2024-02-29 | 2024-02-29 | Thursday | *"]
        );
    }

    #[test]
    fn the_ends_of_time_do_not_panic() {
        assert_eq!(
            build(
                &[Week, IsoYear],
                None,
                &["0001-01-01", "9999-12-31", "0000-01-01"]
            ),
            [
                "0000-01-01 | -0001-W52 | ISO year -0001 | *",
                "0001-01-01 | 0001-W01 | ISO year 0001 | *",
                "9999-12-31 | 9999-W52 | ISO year 9999 | *"
            ]
        );
        assert_eq!(
            build(&[Day, Year, Decade], None, &["0001-01-01", "9999-12-31"]),
            [
                "0001-01-01 | 0001-01-01 | 0001 | 0000-0009 | *",
                "9999-12-31 | 9999-12-31 | 9999 | 9990-9999 | *"
            ]
        );
        let far = ["-9999-01-01", "-9999-01-04", "9999-12-31"];
        for units in [
            &[Day, Week, IsoYear][..],
            &[Day, Month, Quarter, Year, Decade],
            &[Day, Weekday],
        ] {
            assert_eq!(build(units, Some("%Y-%m-%d"), &far).len(), 3);
        }
    }

    #[test]
    fn formats_with_a_time_and_formats_without_a_day() {
        assert_eq!(
            build(
                &[Day, Month],
                Some("%d.%m.%Y %H:%M"),
                &["17.03.2024 23:59", "17.03.2024 00:00", "18.03.2024 00:00"]
            ),
            [
                "17.03.2024 00:00 | 2024-03-17 | 2024-03 | *",
                "17.03.2024 23:59 | 2024-03-17 | 2024-03 | *",
                "18.03.2024 00:00 | 2024-03-18 | 2024-03 | *"
            ]
        );
        assert_eq!(
            build(&[Day], Some("%Y-%m-%dT%H:%M%z"), &["2020-01-01T00:30+0200"]),
            ["2020-01-01T00:30+0200 | 2020-01-01 | *"]
        );
        assert_eq!(
            build(&[Quarter, Year], Some("%m/%Y"), &["12/1999"]),
            ["12/1999 | 1999-Q4 | 1999 | *"]
        );
        assert_eq!(
            build(&[Decade], Some("%Y"), &["1999"]),
            ["1999 | 1990-1999 | *"]
        );
        for (units, format, unit) in [
            (&[Day][..], "%m/%Y", "day"),
            (&[Week], "%m/%Y", "week"),
            (&[IsoYear], "%m/%Y", "iso-year"),
            (&[Weekday], "%m/%Y", "weekday"),
            (&[Month, Year], "%Y", "month"),
            (&[Quarter], "%Y", "quarter"),
            (&[IsoYear], "%Y", "iso-year"),
        ] {
            let (message, hint) = failure(units, Some(format));
            assert_eq!(
                message,
                format!("`dates` has `{unit}`, which dates written as `{format}` do not tell")
            );
            assert_eq!(hint, "begin with a unit that the format holds");
        }
        for format in [
            "%d.%m.%Y",
            "%Y-%j",
            "%G-W%V-%u",
            "%d/%m/%y",
            "%Y%m%d",
            "%B %d, %Y",
        ] {
            for &unit in CalendarUnit::ALL {
                assert!(tells(format, unit), "{format} {}", unit.name());
            }
        }
    }

    #[test]
    fn units_that_do_not_nest_are_refused() {
        let (message, hint) = failure(&[Week, Month], None);
        assert_eq!(
            message,
            "`dates` has `month` after `week`; a week can lie in two of them"
        );
        assert_eq!(hint, "`iso-year` holds whole weeks; or leave out `week`");
        let (message, hint) = failure(&[Week, IsoYear, Decade], None);
        assert_eq!(
            message,
            "`dates` has `decade` after `iso-year`; the first days of an ISO year can lie in the decade before"
        );
        assert_eq!(hint, "leave out one of them");
        assert_eq!(
            failure(&[Weekday, Year], None).0,
            "`dates` has `year` after `weekday`; only `*` is above a weekday"
        );
        let (message, hint) = failure(&[Year, Month], None);
        assert_eq!(
            message,
            "`dates` has `month` after `year`; each unit must hold whole units of the one before and be larger"
        );
        assert_eq!(hint, WAYS);
        let (message, hint) = failure(&[], None);
        assert_eq!(message, "`dates` is empty; it must list at least one unit");
        assert_eq!(hint, WAYS);
        assert!(
            failure(&[Year], Some("%K"))
                .0
                .starts_with("date format is `%K`")
        );
    }

    #[test]
    fn what_is_no_date_is_counted() {
        let e = Builder::Dates(Dates::new(vec![Year]))
            .tree(&column(&["2024-01-01", "soon", "2023-02-29"]), &[])
            .unwrap_err();
        assert_eq!(
            e.message(),
            "column `x`: 2 of 3 values are not dates written as yyyy-mm-dd (first at row 2)"
        );
        assert_eq!(
            e.hint_text(),
            Some("tokens for missing values are listed under `missing` in `[input]`")
        );
    }
}
