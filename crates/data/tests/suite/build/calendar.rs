//! A calendar counted day by day, without any date library.

/// A day with everything the builder may say about it.
#[derive(Clone, Debug)]
pub(crate) struct Day {
    pub(crate) year: i32,
    pub(crate) month: u32,
    pub(crate) day: u32,
    /// 0 is Monday.
    pub(crate) weekday: usize,
    pub(crate) iso_year: i32,
    pub(crate) iso_week: u32,
}

pub(crate) const WEEKDAYS: [&str; 7] = [
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
    "Sunday",
];

impl Day {
    pub(crate) fn text(&self) -> String {
        format!("{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

fn is_leap(year: i32) -> bool {
    (year % 4 == 0 && year % 100 != 0) || year % 400 == 0
}

fn month_length(year: i32, month: u32) -> u32 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// All days from 1890 to 2110, and the weeks they are in.
///
/// The first of January 1890 was a Wednesday. A week belongs to the year of its Thursday, and is
/// numbered by how many Thursdays that year has had.
pub(crate) fn days() -> Vec<Day> {
    let mut days = Vec::new();
    let mut weekday = 2;
    for year in 1890..=2110 {
        for month in 1..=12 {
            for day in 1..=month_length(year, month) {
                days.push(Day {
                    year,
                    month,
                    day,
                    weekday,
                    iso_year: 0,
                    iso_week: 0,
                });
                weekday = (weekday + 1) % 7;
            }
        }
    }
    let mut thursdays = (0, 0);
    // The weeks that are cut off at both ends are left out: their Thursday may be missing.
    let first = days.iter().position(|d| d.weekday == 0).unwrap();
    let mut weeks: Vec<Day> = days[first..].to_vec();
    weeks.truncate(weeks.len() / 7 * 7);
    for week in weeks.chunks_mut(7) {
        let year = week[3].year;
        thursdays = if thursdays.0 == year {
            (year, thursdays.1 + 1)
        } else {
            (year, 1)
        };
        for day in week {
            (day.iso_year, day.iso_week) = thursdays;
        }
    }
    // The first year lacks its beginning, so its weeks cannot be counted.
    weeks
        .into_iter()
        .filter(|d| d.iso_year > 1890 && d.year > 1890)
        .collect()
}

#[test]
fn the_calendar_itself_is_right() {
    let days = days();
    let find = |text: &str| days.iter().find(|d| d.text() == text).unwrap();
    for (text, weekday, week) in [
        ("2024-12-30", 0, (2025, 1)),
        ("2024-02-29", 3, (2024, 9)),
        ("2021-01-03", 6, (2020, 53)),
        ("2000-02-29", 1, (2000, 9)),
        ("1900-02-28", 2, (1900, 9)),
        ("2005-01-01", 5, (2004, 53)),
    ] {
        let day = find(text);
        assert_eq!(
            (day.weekday, (day.iso_year, day.iso_week)),
            (weekday, week),
            "{text}"
        );
    }
    assert!(
        !days
            .iter()
            .any(|d| d.text() == "1900-02-29" || d.text() == "2100-02-29")
    );
}
