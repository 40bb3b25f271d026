//! Calendar days as numbers, for the years 1901 to 2099, in which every fourth year is a leap year.

/// Days since 1 March 1900: years that begin in March have their leap day at the end.
pub(crate) type Day = u32;

/// Days of four years, one of them a leap year.
const FOUR_YEARS: u32 = 1_461;

/// The number of a day.
pub(crate) const fn day(year: u32, month: u32, of_month: u32) -> Day {
    // January and February belong to the year that began in March.
    let (year, month) = if month < 3 {
        (year - 1, month + 9)
    } else {
        (year, month - 3)
    };
    (year - 1_900) * FOUR_YEARS / 4 + (153 * month + 2) / 5 + of_month - 1
}

/// Year, month and day of the month.
pub(crate) fn civil(day: Day) -> (u32, u32, u32) {
    let rest = day % FOUR_YEARS;
    let past = (rest / 365).min(3);
    let of_year = rest - 365 * past;
    let month = (5 * of_year + 2) / 153;
    let of_month = of_year - (153 * month + 2) / 5 + 1;
    let year = 1_900 + day / FOUR_YEARS * 4 + past;
    if month < 10 {
        (year, month + 3, of_month)
    } else {
        (year + 1, month - 9, of_month)
    }
}

/// 0 for Monday to 6 for Sunday.
pub(crate) fn weekday(day: Day) -> u32 {
    // 1 March 1900 was a Thursday.
    (day + 3) % 7
}

/// Whole years between two days: the age of somebody born on the first.
pub(crate) fn years(from: Day, to: Day) -> u32 {
    let ((y, m, d), (year, month, of_month)) = (civil(from), civil(to));
    year - y - u32::from((month, of_month) < (m, d))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_day_follows_the_one_before() {
        let mut before = (1901, 1, 1);
        for n in day(1901, 1, 2)..=day(2099, 12, 31) {
            let (y, m, d) = civil(n);
            assert_eq!(day(y, m, d), n);
            let first = [(before.0, before.1 + 1, 1), (before.0 + 1, 1, 1)];
            assert!(
                (y, m, d) == (before.0, before.1, before.2 + 1) || first.contains(&(y, m, d)),
                "{before:?} {y}-{m}-{d}"
            );
            assert!(d <= 31 && (m != 2 || d <= if y % 4 == 0 { 29 } else { 28 }));
            before = (y, m, d);
        }
        assert_eq!(before, (2099, 12, 31));
        assert_eq!(day(2024, 12, 31) - day(2023, 1, 1), 730);
    }

    #[test]
    fn weekdays_and_ages_are_those_of_the_calendar() {
        // A Sunday, a Thursday and a leap day that was a Thursday.
        assert_eq!(
            (
                weekday(day(2023, 1, 1)),
                weekday(day(1970, 1, 1)),
                weekday(day(2024, 2, 29))
            ),
            (6, 3, 3)
        );
        let born = day(2000, 2, 29);
        assert_eq!(years(born, day(2023, 2, 28)), 22);
        assert_eq!(years(born, day(2023, 3, 1)), 23);
        assert_eq!(years(born, day(2024, 2, 29)), 24);
        assert_eq!(years(born, born), 0);
    }
}
