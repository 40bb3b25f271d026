//! Dates that belong together: an age at an event, and dates that move levels together.

use crate::calendar::{Day, year_of};
use crate::facts::Facts;
use crate::ladder::{Ladder, of_dates};
use crate::reading::Understood;
use crate::toml::literal;
use crate::words::{AGE, BIRTH};
use equipoise_data::derive::check_day_text;
use equipoise_recipe::Role;

/// About so many rows are looked at to see which date comes first.
const SAMPLED_ROWS: usize = 20_000;

/// Linked dates lie mostly within this.
const NEAR_DAYS: Day = 366;

/// A column that the recipe derives.
pub(crate) struct Age {
    pub(crate) name: String,
    /// The place of the date of birth.
    pub(crate) birth: usize,
    /// The value of the key `derive`.
    pub(crate) rule: String,
    pub(crate) ladder: Ladder,
    pub(crate) comment: String,
}

/// The days of some rows in two columns, where both are known.
fn pairs(facts: &[Facts<'_>], read: &[Understood], a: usize, b: usize) -> Vec<(Day, Day)> {
    let days = |at: usize| -> Vec<Option<Day>> {
        let Some(dates) = read[at].dates() else {
            return Vec::new();
        };
        let is_missing = |text: &str| read[at].missing.iter().any(|m| m == text);
        facts[at]
            .column
            .dictionary
            .texts()
            .map(|t| {
                if is_missing(t) {
                    None
                } else {
                    dates.format.day(t)
                }
            })
            .collect()
    };
    let (first, second) = (days(a), days(b));
    let (a, b) = (&facts[a].column.codes, &facts[b].column.codes);
    let stride = a.len().div_ceil(SAMPLED_ROWS).max(1);
    (0..a.len())
        .step_by(stride)
        .filter_map(|row| first[a[row] as usize].zip(second[b[row] as usize]))
        .collect()
}

/// The age to derive from a date of birth, unless the table has one.
pub(crate) fn age(facts: &[Facts<'_>], read: &[Understood], roles: &[Role]) -> Option<Age> {
    let is_birth = |at: usize| {
        read[at].dates().is_some() && BIRTH.tell(&facts[at].words) && !facts[at].name().is_empty()
    };
    let birth = (0..facts.len()).find(|&at| is_birth(at))?;
    if facts.iter().any(|f| AGE.tell(&f.words)) {
        return None;
    }
    let is_event = |at: &usize| {
        let name = facts[*at].name();
        let is_date =
            read[*at].dates().is_some() && !is_birth(*at) && roles[*at] == Role::QuasiIdentifier;
        // A column that is named like a date would be read as that date.
        is_date
            && !name.is_empty()
            && check_day_text(name).is_err()
            && follows(&pairs(facts, read, birth, *at))
    };
    let (at, when) = match (0..facts.len()).find(is_event) {
        Some(event) => (
            facts[event].name().to_owned(),
            format!("on the day in `{}`", facts[event].name()),
        ),
        None => {
            let last = read
                .iter()
                .filter_map(Understood::dates)
                .map(|d| d.last)
                .max()?;
            let day = format!("{:04}-01-01", (year_of(last) + 1).min(9999));
            (
                day.clone(),
                format!("on {day}, the first of January after all dates of the table"),
            )
        }
    };
    let is_free = |name: &String| facts.iter().all(|f| f.name() != name);
    let name = ["age", "age-in-years"]
        .map(str::to_owned)
        .into_iter()
        .chain((2..).map(|i| format!("age-{i}")))
        .find(is_free)?;
    let rule = format!(
        "{{ age = {}, at = {} }}",
        literal(facts[birth].name()),
        literal(&at)
    );
    let comment = format!(
        "Not in the table: completed years {when}, computed from `{}`.",
        facts[birth].name()
    );
    let ladder = Ladder {
        rule: "{ intervals = [5, 10, 20, 40], top = 90 }".to_owned(),
        name: "intervals",
        order: None,
        height: 5,
        comment: "Bands of years, and one open band for the very old, who are few.".to_owned(),
        lines: None,
    };
    Some(Age {
        name,
        birth,
        rule,
        ladder,
        comment,
    })
}

/// The second is almost never before the first.
fn follows(pairs: &[(Day, Day)]) -> bool {
    !pairs.is_empty() && pairs.iter().filter(|(a, b)| b >= a).count() * 100 >= pairs.len() * 99
}

fn are_near(pairs: &[(Day, Day)]) -> bool {
    pairs
        .iter()
        .filter(|(a, b)| (b - a).abs() <= NEAR_DAYS)
        .count()
        * 2
        >= pairs.len()
}

/// For each column the column that leads it, where dates move levels together.
pub(crate) fn links(
    facts: &[Facts<'_>],
    read: &[Understood],
    roles: &[Role],
) -> Vec<Option<usize>> {
    let mut leader: Vec<Option<usize>> = vec![None; facts.len()];
    let dated: Vec<usize> = (0..facts.len())
        .filter(|&i| {
            read[i].dates().is_some()
                && roles[i] == Role::QuasiIdentifier
                && !facts[i].name().is_empty()
        })
        .collect();
    for (place, &b) in dated.iter().enumerate() {
        leader[b] = dated[..place]
            .iter()
            .copied()
            .filter(|&a| leader[a].is_none())
            .find(|&a| {
                let same_height = read[a].dates().map(|d| d.format.has_time())
                    == read[b].dates().map(|d| d.format.has_time());
                let pairs = pairs(facts, read, a, b);
                let back: Vec<(Day, Day)> = pairs.iter().map(|&(x, y)| (y, x)).collect();
                same_height
                    && pairs.len() >= 5
                    && (follows(&pairs) || follows(&back))
                    && are_near(&pairs)
            });
    }
    leader
}

/// One ladder for all dates of a group, by the span of all of them.
pub(crate) fn joint_ladder(
    read: &[Understood],
    leaders: &[Option<usize>],
    at: usize,
) -> Option<Ladder> {
    let group = leaders[at].unwrap_or(at);
    let members = || {
        (0..read.len())
            .filter(|&i| i == group || leaders[i] == Some(group))
            .filter_map(|i| read[i].dates())
    };
    let (first, last) = (
        members().map(|d| d.first).min()?,
        members().map(|d| d.last).max()?,
    );
    (members().count() > 1).then(|| {
        of_dates(
            read[at].dates().expect("linked columns are dates"),
            first,
            last,
        )
    })
}
