//! `hierarchy` of a column, written as TOML.

use super::keys::{Keys, Literal};
use crate::hierarchy::HierarchySource;
use crate::words::Word;
use equipoise_data::Decimal;
use equipoise_data::build::{
    Builder, CalendarUnit, CodeRange, Dates, Frequency, Group, Groups, Intervals, Mask, Ordered,
    Prefix, Sequence, Side,
};

impl From<Builder> for HierarchySource {
    fn from(rule: Builder) -> Self {
        HierarchySource::Builder(rule)
    }
}

macro_rules! from_rule {
    ($($rule:ident),+) => {
        $(impl From<$rule> for HierarchySource {
            fn from(rule: $rule) -> Self {
                HierarchySource::Builder(Builder::$rule(rule))
            }
        })+
    };
}

from_rule!(Intervals, Mask, Groups, Dates, Ordered, Frequency, Prefix);

/// The value of `hierarchy`.
pub(super) fn literal(source: &HierarchySource) -> Literal {
    let rule = match source {
        HierarchySource::File(path) => return Literal::text(path),
        HierarchySource::Areas { path, inhabitants } => Keys::default()
            .with("areas", Literal::text(path))
            .with("inhabitants", Literal::numbers(inhabitants.iter().copied())),
        HierarchySource::Builder(rule) => match rule {
            Builder::Intervals(rule) => intervals(rule),
            Builder::Mask(rule) => mask(rule),
            Builder::Groups(rule) => groups(rule),
            Builder::Dates(rule) => dates(rule),
            Builder::Ordered(Ordered { sizes, order: _ }) => {
                Keys::default().with("ordered", Literal::numbers(sizes.iter().copied()))
            }
            Builder::Frequency(rule) => frequency(rule),
            Builder::Prefix(rule) => prefix(rule),
        },
    };
    rule.braces()
}

/// The keys that a rule needs in the section of its column, in addition to `hierarchy`: in a
/// recipe, the type, the order and the date format are keys of the column.
pub(super) fn keys_beside(source: &HierarchySource) -> Keys {
    let keys = Keys::default();
    let kind = |word: &str| Keys::default().with("type", Literal::text(word));
    let date = |format: &Option<String>| match format {
        Some(format) => kind("date").with("format", Literal::text(format)),
        None => kind("date"),
    };
    match source {
        HierarchySource::Builder(Builder::Intervals(rule)) if rule.decimal => kind("decimal"),
        HierarchySource::Builder(Builder::Dates(rule)) => date(&rule.format),
        HierarchySource::Builder(Builder::Ordered(rule)) => match &rule.order {
            Sequence::Integer => kind("integer"),
            Sequence::Decimal => kind("decimal"),
            Sequence::Date(format) => date(format),
            Sequence::List(list) => keys.with("order", Literal::texts(list)),
        },
        _ => keys,
    }
}

fn intervals(rule: &Intervals) -> Keys {
    let Intervals {
        widths,
        origin,
        bottom,
        top,
        decimal: _,
    } = rule;
    let mut keys = Keys::default().with("intervals", Literal::numbers(widths.iter().copied()));
    let origin = Some(*origin).filter(|origin| *origin != Decimal::ZERO);
    for (key, number) in [("origin", origin), ("bottom", *bottom), ("top", *top)] {
        if let Some(number) = number {
            keys.set(key, Literal::number(number));
        }
    }
    keys
}

fn mask(rule: &Mask) -> Keys {
    let Mask {
        side,
        character,
        levels,
    } = rule;
    let mut keys = Keys::default().with("mask", Literal::text(side_word(*side)));
    if *character != Mask::new(*side).character {
        keys.set("char", Literal::text(character.to_string()));
    }
    if let Some(levels) = levels {
        keys.set("levels", Literal::number(*levels));
    }
    keys
}

fn side_word(side: Side) -> &'static str {
    let word = Side::WORDS.iter().find(|(_, known)| *known == side);
    word.expect("every side has a word").0
}

fn groups(rule: &Groups) -> Keys {
    let Groups { levels, other } = rule;
    let group = |Group { label, values }: &Group| {
        Keys::default()
            .with("label", Literal::text(label))
            .with("values", Literal::texts(values))
            .braces()
    };
    let level = |groups: &Vec<Group>| Literal::list(groups.iter().map(group));
    let keys = match levels.as_slice() {
        [one] => Keys::default().with("groups", level(one)),
        several => Keys::default().with("levels", Literal::list(several.iter().map(level))),
    };
    with_other(keys, other.as_deref())
}

fn dates(rule: &Dates) -> Keys {
    let Dates { units, format: _ } = rule;
    let words = units.iter().copied().map(CalendarUnit::name);
    Keys::default().with("dates", Literal::texts(words))
}

fn frequency(rule: &Frequency) -> Keys {
    let Frequency { thresholds, other } = rule;
    let default = Frequency::new(Vec::new()).other;
    let keys = Keys::default().with("frequency", Literal::numbers(thresholds.iter().copied()));
    with_other(keys, Some(other.as_str()).filter(|other| *other != default))
}

fn prefix(rule: &Prefix) -> Keys {
    let Prefix {
        lengths,
        ranges,
        other,
    } = rule;
    let mut keys = Keys::default().with("prefix", Literal::numbers(lengths.iter().copied()));
    if ranges.iter().any(|range| range.label != codes(range)) {
        let mut labels = Keys::default();
        for range in ranges {
            labels.push(&codes(range), Literal::text(&range.label));
        }
        keys.set("ranges", labels.braces());
    } else if !ranges.is_empty() {
        keys.set("ranges", Literal::texts(ranges.iter().map(codes)));
    }
    with_other(keys, other.as_deref())
}

/// A range as recipes write it: one code, or the first and the last.
fn codes(range: &CodeRange) -> String {
    let CodeRange { first, last, .. } = range;
    if first == last && !first.contains('-') {
        first.clone()
    } else {
        format!("{first}-{last}")
    }
}

fn with_other(mut keys: Keys, other: Option<&str>) -> Keys {
    if let Some(other) = other {
        keys.set("other", Literal::text(other));
    }
    keys
}
