//! `hierarchy` of a column: a file, or a rule that makes one.

mod built;
mod source;

use crate::problems::Problems;
use crate::reader::{Section, Value, number, quoted};
use crate::values::{Kind, OrderSource};
use crate::words::Word;
use equipoise_data::build::{Areas, Builder, Group, Groups, Intervals, Mask, Side};
use equipoise_data::{Decimal, Result, check_date_format, did_you_mean};
use source::BuilderContext;
pub use source::HierarchySource;
use toml::de::DeValue;

impl Word for Side {
    const WORDS: &'static [(&'static str, Self)] = &[("right", Side::Right), ("left", Side::Left)];
}

/// The type that a column has when it says none: what its builder is for, even if something else is
/// wrong with that.
pub(crate) fn kind_built_of(column: &Section<'_>) -> Kind {
    let names = |key: &str| {
        column
            .get("hierarchy")
            .and_then(|h| h.get_ref().as_table())
            .is_some_and(|table| table.contains_key(key))
    };
    if names("intervals") {
        Kind::Integer
    } else if names("dates") {
        Kind::Date
    } else {
        Kind::Text
    }
}

/// Reads `hierarchy` of a column section.
pub(crate) fn read<'a>(
    problems: &mut Problems<'a>,
    column: &Section<'a>,
    kind: Option<Kind>,
    order: Option<&OrderSource>,
) -> Option<HierarchySource> {
    let value = column.get("hierarchy")?;
    match value.get_ref() {
        DeValue::String(_) => problems
            .filled(column, "hierarchy")
            .map(HierarchySource::File),
        DeValue::Table(table) => {
            let section = Section::new(
                format!("`hierarchy` of {}", column.place),
                value.span().start,
                table,
            );
            let format = column
                .get("format")
                .and_then(|f| f.get_ref().as_str())
                .filter(|f| check_date_format(f).is_ok());
            let source = read_builder(
                problems,
                &section,
                &BuilderContext {
                    kind,
                    order,
                    format,
                    place: &column.place,
                },
            )?;
            if let Err(e) = check(&source) {
                problems.add_error(section.at, e.at_item(&section.place));
                return None;
            }
            Some(source)
        }
        _ => {
            problems.wrong(
                column,
                "hierarchy",
                value,
                "it must be a path in quotes or a builder such as `{ mask = \"right\" }`",
            );
            None
        }
    }
}

fn check(source: &HierarchySource) -> Result<()> {
    match source {
        HierarchySource::File(_) => Ok(()),
        HierarchySource::Builder(builder) => builder.check(),
        HierarchySource::Areas { inhabitants, .. } => Areas::check_inhabitants(inhabitants),
    }
}

const BUILDERS: [&str; 9] = [
    "intervals",
    "mask",
    "groups",
    "dates",
    "ordered",
    "frequency",
    "prefix",
    "areas",
    "levels",
];

fn read_builder<'a>(
    problems: &mut Problems<'a>,
    section: &Section<'a>,
    of: &BuilderContext<'_>,
) -> Option<HierarchySource> {
    // `levels` also limits a mask, so it selects nested groups only when no other builder is named.
    let builder = match BUILDERS.into_iter().find(|key| section.get(key).is_some()) {
        Some("intervals") => read_intervals(problems, section, of.kind).map(Builder::Intervals),
        Some("mask") => read_mask(problems, section).map(Builder::Mask),
        Some("dates") => built::read_dates(problems, section, of).map(Builder::Dates),
        Some("ordered") => built::read_ordered(problems, section, of).map(Builder::Ordered),
        Some("frequency") => built::read_frequency(problems, section).map(Builder::Frequency),
        Some("prefix") => built::read_prefix(problems, section).map(Builder::Prefix),
        Some("areas") => return built::read_areas(problems, section),
        Some(key) => read_groups(problems, section, key).map(Builder::Groups),
        None => {
            let hint = section
                .entries()
                .iter()
                .find_map(|(key, _)| did_you_mean(key.get_ref(), BUILDERS));
            let message = format!(
                "{} names no builder; accepted: {}",
                section.place,
                quoted(BUILDERS)
            );
            problems.add_with(section.at, message, hint);
            None
        }
    };
    builder.map(HierarchySource::Builder)
}

fn read_intervals<'a>(
    problems: &mut Problems<'a>,
    section: &Section<'a>,
    kind: Option<Kind>,
) -> Option<Intervals> {
    problems.accept(section, &["intervals", "origin", "bottom", "top"]);
    if let Some(kind @ (Kind::Text | Kind::Date)) = kind {
        let message = format!(
            "{} has `intervals` and the column's `type` is `{kind}`; it must be `integer` or `decimal`",
            section.place
        );
        problems.add(section.at("intervals"), message);
    }
    let value = section.get("intervals")?;
    let DeValue::Array(items) = value.get_ref() else {
        problems.wrong(
            section,
            "intervals",
            value,
            "it must be a list of widths, such as `[5, 10, 20]`",
        );
        return None;
    };
    let widths: Vec<Decimal> = items.iter().filter_map(number).collect();
    if widths.len() < items.len() {
        let message = format!("{} lists a width that is no number", section.place);
        problems.add(value.span().start, message);
        return None;
    }
    Some(Intervals {
        widths,
        origin: problems.number(section, "origin").unwrap_or(Decimal::ZERO),
        bottom: problems.number(section, "bottom"),
        top: problems.number(section, "top"),
        decimal: kind == Some(Kind::Decimal),
    })
}

fn read_mask<'a>(problems: &mut Problems<'a>, section: &Section<'a>) -> Option<Mask> {
    problems.accept(section, &["mask", "char", "levels"]);
    let side = problems.word::<Side>(section, "mask", &[]);
    let mut mask = Mask::new(side.unwrap_or(Side::Right));
    if let Some(text) = problems.text(section, "char") {
        let mut characters = text.chars();
        match (characters.next(), characters.next()) {
            (Some(character), None) if !character.is_control() => mask.character = character,
            _ => problems.wrong(
                section,
                "char",
                section.get("char")?,
                "it must be one character",
            ),
        }
    }
    mask.levels = problems
        .whole(section, "levels", 1, u64::from(u8::MAX))
        .map(|n| n as usize);
    side.map(|_| mask)
}

fn read_groups<'a>(
    problems: &mut Problems<'a>,
    section: &Section<'a>,
    key: &str,
) -> Option<Groups> {
    problems.accept(section, &[key, "other"]);
    let value = section.get(key)?;
    let levels = if key == "groups" {
        vec![read_level(problems, section, value)?]
    } else {
        let DeValue::Array(levels) = value.get_ref() else {
            problems.wrong(section, key, value, LEVELS);
            return None;
        };
        levels
            .iter()
            .map(|level| read_level(problems, section, level))
            .collect::<Option<_>>()?
    };
    Some(Groups {
        levels,
        other: problems.filled(section, "other"),
    })
}

const LEVELS: &str = "it must be a list of levels, each a list of groups";

fn read_level<'a>(
    problems: &mut Problems<'a>,
    section: &Section<'a>,
    level: &'a Value<'a>,
) -> Option<Vec<Group>> {
    let tables = level
        .get_ref()
        .as_array()
        .map(|items| items.iter().map(|i| (i, i.get_ref().as_table())));
    let Some(tables) = tables else {
        let message = format!(
            "{} must list groups such as `{{ label = \"north\", values = [\"a\", \"b\"] }}`",
            section.place
        );
        problems.add(level.span().start, message);
        return None;
    };
    tables
        .map(|(item, table)| {
            let Some(table) = table else {
                problems.add(
                    item.span().start,
                    format!(
                        "a group in {} is no table with `label` and `values`",
                        section.place
                    ),
                );
                return None;
            };
            let group = Section::new(
                format!("a group of {}", section.place),
                item.span().start,
                table,
            );
            problems.accept(&group, &["label", "values"]);
            for key in ["label", "values"]
                .into_iter()
                .filter(|key| group.get(key).is_none())
            {
                problems.add(group.at, format!("{} has no `{key}`", group.place));
            }
            Some(Group {
                label: problems.text(&group, "label")?,
                values: problems.texts(&group, "values")?,
            })
        })
        .collect()
}
