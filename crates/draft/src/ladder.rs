//! In which steps a column may be generalized.

use crate::calendar::Dates;
use crate::facts::Facts;
use crate::numbers::Spread;
use crate::reading::{Reading, Shape, Understood};
use crate::toml::{list, literal};
use crate::words::PLACE;

/// So many categories can be put into groups by hand.
const FEW_CATEGORIES: usize = 50;

/// A hierarchy as a recipe says it.
#[derive(Clone, Debug)]
pub(crate) struct Ladder {
    /// The value of the key `hierarchy`.
    pub(crate) rule: String,
    /// The word for it.
    pub(crate) name: &'static str,
    /// The value of the key `order`.
    pub(crate) order: Option<String>,
    /// Steps from the values to `*`.
    pub(crate) height: usize,
    /// What the curator should know.
    pub(crate) comment: String,
    /// The lines of the file, where there is one.
    pub(crate) lines: Option<Vec<Vec<String>>>,
}

/// What ladders depend on beside their column.
pub(crate) struct Setting<'a> {
    pub(crate) rows: u64,
    pub(crate) k: u64,
    /// The path of the file, where there is one.
    pub(crate) path: &'a str,
}

/// The hierarchy of a quasi-identifier.
pub(crate) fn ladder(facts: &Facts<'_>, read: &Understood, setting: &Setting<'_>) -> Ladder {
    match &read.reading {
        Reading::Integer(spread) | Reading::Decimal(spread) => intervals(spread),
        Reading::Date(dates) => of_dates(dates, dates.first, dates.last),
        Reading::Text(shape) => of_texts(facts, shape, setting),
    }
}

fn of_texts(facts: &Facts<'_>, shape: &Shape, setting: &Setting<'_>) -> Ladder {
    let few = facts.distinct() <= FEW_CATEGORIES;
    match shape {
        _ if facts.distinct() == 0 => mask(1),
        Shape::Scale(words) => scale(words),
        Shape::Digits(width) if *width >= 4 || !few || PLACE.tell(&facts.words) => {
            let mut ladder = mask(*width);
            ladder.comment += " If these are places and you have a table of their inhabitants, `{ areas = \"places.csv\", \
                               inhabitants = [20000, 100000] }` merges neighbours until an area has so many.";
            ladder
        }
        Shape::Classified if facts.distinct() > 12 => prefix(
            &[3, 1],
            "the first three characters of the codes, then the first",
        ),
        _ if few => file(facts, setting.path),
        Shape::Patterned(length) => {
            let (long, short) = ((length * 2 / 3).max(2), (length / 3).max(1));
            prefix(
                &[long, short],
                "the first characters of the codes; keep as many as have a meaning of their own",
            )
        }
        _ => frequency(facts, setting),
    }
}

/// Bands that double, from about a twentieth of the range to about a third.
pub(crate) fn intervals(spread: &Spread) -> Ladder {
    let range = spread.usual_most.saturating_sub(spread.least).max(1);
    let mut widths = vec![nice((range / 20).max(2))];
    while let Some(last) = widths
        .last()
        .copied()
        .filter(|w| w.saturating_mul(3) < range)
    {
        widths.push(last * 2);
    }
    let last = widths[widths.len() - 1];
    let shown = |n: i64| decimal(n, spread.scale);
    // A few values far above all others would stand alone in their bands.
    let top = (spread.most.saturating_sub(spread.usual_most) > range)
        .then(|| (spread.usual_most.div_euclid(last) + 1) * last);
    let widths: Vec<String> = widths.into_iter().map(shown).collect();
    let rule = match top {
        Some(top) => format!(
            "{{ intervals = [{}], top = {} }}",
            widths.join(", "),
            shown(top)
        ),
        None => format!("{{ intervals = [{}] }}", widths.join(", ")),
    };
    let comment = match top {
        Some(_) => {
            "Bands of growing width; few values lie above `top`, and from there on there is one open band."
        }
        None => {
            "Bands of growing width; `top = ...` would make one open band of the highest values."
        }
    };
    Ladder {
        rule,
        name: "intervals",
        order: None,
        height: widths.len() + 1,
        comment: comment.to_owned(),
        lines: None,
    }
}

/// The next of 1, 2, 5, 10, 20, 50 ...
pub(crate) fn nice(least: i64) -> i64 {
    let mut ten = 1i64;
    loop {
        for step in [1, 2, 5] {
            if step * ten >= least {
                return step * ten;
            }
        }
        ten *= 10;
    }
}

/// A number in units of ten to the power minus `scale`.
fn decimal(number: i64, scale: u32) -> String {
    let (sign, digits) = (
        if number < 0 { "-" } else { "" },
        number.unsigned_abs().to_string(),
    );
    let scale = scale as usize;
    if scale == 0 {
        return format!("{sign}{digits}");
    }
    let digits = format!("{digits:0>width$}", width = scale + 1);
    let (whole, fraction) = digits.split_at(digits.len() - scale);
    match fraction.trim_end_matches('0') {
        "" => format!("{sign}{whole}"),
        fraction => format!("{sign}{whole}.{fraction}"),
    }
}

/// Units of the calendar, by how far the first and the last date lie apart.
pub(crate) fn of_dates(dates: &Dates, first: i64, last: i64) -> Ladder {
    let day = if dates.format.has_time() {
        &["day"][..]
    } else {
        &[]
    };
    let units: &[&str] = match last - first {
        ..93 => &["week"],
        93..366 => &["month", "quarter"],
        366..7300 => &["month", "quarter", "year"],
        _ => &["month", "year", "decade"],
    };
    let units: Vec<String> = day.iter().chain(units).map(|unit| literal(unit)).collect();
    Ladder {
        rule: format!("{{ dates = [{}] }}", units.join(", ")),
        name: "dates",
        order: None,
        height: units.len() + 1,
        comment: "Units of the calendar, by the span of the dates.".to_owned(),
        lines: None,
    }
}

fn mask(width: usize) -> Ladder {
    // A step for each of many digits would make the search long and its answer no better.
    let levels = (width > 6).then_some(5);
    let rule = levels.map_or_else(
        || "{ mask = \"right\" }".to_owned(),
        |n| format!("{{ mask = \"right\", levels = {n} }}"),
    );
    let height = levels.unwrap_or(width.saturating_sub(1)) + 1;
    let comment = "Characters are masked one by one from the right.".to_owned();
    Ladder {
        rule,
        name: "mask",
        order: None,
        height,
        comment,
        lines: None,
    }
}

fn prefix(lengths: &[usize], what: &str) -> Ladder {
    let shown: Vec<String> = lengths.iter().map(usize::to_string).collect();
    let rule = format!("{{ prefix = [{}] }}", shown.join(", "));
    Ladder {
        rule,
        name: "prefix",
        order: None,
        height: lengths.len() + 1,
        comment: format!("Keeps {what}."),
        lines: None,
    }
}

/// Runs of neighbours, of a size that divides the scale well.
fn scale(words: &[String]) -> Ladder {
    let sizes: &[u64] = match words.len() {
        ..=4 => &[2],
        12 => &[3, 6],
        _ => &[2, 4],
    };
    let shown: Vec<String> = sizes.iter().map(u64::to_string).collect();
    Ladder {
        rule: format!("{{ ordered = [{}] }}", shown.join(", ")),
        name: "ordered",
        order: Some(list(words)),
        height: sizes.len() + 1,
        comment: "Neighbours in `order` join, first few and then more of them.".to_owned(),
        lines: None,
    }
}

fn file(facts: &Facts<'_>, path: &str) -> Ladder {
    let mut texts: Vec<&str> = facts.values.iter().map(|v| v.text).collect();
    texts.sort_unstable();
    Ladder {
        rule: literal(path),
        name: "file",
        order: None,
        height: 1,
        comment: "Its file has no groups yet: write them between the values and `*`.".to_owned(),
        lines: Some(
            texts
                .into_iter()
                .map(|text| vec![text.to_owned(), "*".to_owned()])
                .collect(),
        ),
    }
}

fn frequency(facts: &Facts<'_>, setting: &Setting<'_>) -> Ladder {
    let least = nice(
        i64::try_from((setting.rows / 1000).max(setting.k.saturating_mul(2)))
            .unwrap_or(i64::MAX / 100)
            .clamp(2, i64::MAX / 100),
    );
    let mut thresholds = vec![least];
    if least as u64 * 20 <= setting.rows {
        thresholds.push(least * 10);
    }
    let shown: Vec<String> = thresholds.iter().map(i64::to_string).collect();
    let is_free = |label: &String| facts.column.dictionary.find(label).is_none();
    let mut labels = (1..).map(|i| {
        if i == 1 {
            "other".to_owned()
        } else {
            format!("other ({i})")
        }
    });
    let other = labels
        .find(is_free)
        .filter(|label| label != "other")
        .map_or_else(String::new, |label| {
            format!(", other = {}", literal(&label))
        });
    Ladder {
        rule: format!("{{ frequency = [{}]{other} }}", shown.join(", ")),
        name: "frequency",
        order: None,
        height: thresholds.len() + 1,
        comment: "Values in fewer rows than that join one label. Groups that have a meaning, in a hierarchy file, keep more and give \
                  away less about the table."
            .to_owned(),
        lines: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(scale: u32, least: i64, most: i64, usual_most: i64) -> String {
        intervals(&Spread {
            scale,
            least,
            most,
            usual_most,
        })
        .rule
    }

    #[test]
    fn bands_go_by_the_range() {
        assert_eq!(rule(0, 0, 100, 95), "{ intervals = [5, 10, 20, 40] }");
        assert_eq!(rule(0, 0, 20, 18), "{ intervals = [2, 4, 8] }");
        assert_eq!(rule(0, 7, 7, 7), "{ intervals = [2] }");
        assert_eq!(
            rule(0, 0, 9_000, 100),
            "{ intervals = [5, 10, 20, 40], top = 120 }"
        );
        assert_eq!(rule(2, 0, 250, 250), "{ intervals = [0.2, 0.4, 0.8, 1.6] }");
        assert_eq!(rule(1, -500, 500, 500), "{ intervals = [5, 10, 20, 40] }");
    }

    #[test]
    fn nice_numbers_are_the_next_ones() {
        for (least, expected) in [
            (1, 1),
            (2, 2),
            (3, 5),
            (6, 10),
            (11, 20),
            (50, 50),
            (51, 100),
        ] {
            assert_eq!(nice(least), expected);
        }
        assert_eq!(nice(i64::MAX / 100), 100_000_000_000_000_000);
        assert_eq!(decimal(-5, 2), "-0.05");
    }
}
