//! Dates, ordered runs, frequencies, prefixes and areas.

use super::source::{BuilderContext, HierarchySource};
use crate::problems::Problems;
use crate::reader::{Section, quoted, whole};
use crate::values::{Kind, OrderSource};
use equipoise_data::build::{CalendarUnit, CodeRange, Dates, Frequency, Ordered, Prefix, Sequence};
use equipoise_data::did_you_mean;
use toml::de::DeValue;

pub(super) fn read_dates<'a>(
    problems: &mut Problems<'a>,
    section: &Section<'a>,
    of: &BuilderContext<'_>,
) -> Option<Dates> {
    problems.accept(section, &["dates"]);
    if let Some(kind @ (Kind::Text | Kind::Integer | Kind::Decimal)) = of.kind {
        let message = format!(
            "{} has `dates` and the column's `type` is `{kind}`; it must be `date`",
            section.place
        );
        problems.add(section.at("dates"), message);
    }
    let words = problems.texts(section, "dates")?;
    let unit = |word: &String| {
        let mut all = CalendarUnit::ALL.iter().copied();
        all.find(|unit| unit.name() == word)
    };
    let unknown: Vec<&String> = words.iter().filter(|word| unit(word).is_none()).collect();
    for word in &unknown {
        let names = || CalendarUnit::ALL.iter().map(|unit| unit.name());
        let message = format!(
            "`dates` in {} has the unit `{word}`; accepted: {}",
            section.place,
            quoted(names())
        );
        problems.add_with(section.at("dates"), message, did_you_mean(word, names()));
    }
    let units = words.iter().filter_map(unit).collect();
    unknown.is_empty().then_some(Dates {
        units,
        format: of.format.map(str::to_owned),
    })
}

pub(super) fn read_ordered<'a>(
    problems: &mut Problems<'a>,
    section: &Section<'a>,
    of: &BuilderContext<'_>,
) -> Option<Ordered> {
    problems.accept(section, &["ordered"]);
    let sizes = read_wholes(
        problems,
        section,
        "ordered",
        "it must be a list of sizes, such as `[2, 4]`",
    );
    let order = match (of.kind, of.order) {
        (Some(Kind::Integer), _) => Sequence::Integer,
        (Some(Kind::Decimal), _) => Sequence::Decimal,
        (Some(Kind::Date), _) => Sequence::Date(of.format.map(str::to_owned)),
        (_, Some(OrderSource::List(list))) => Sequence::List(list.clone()),
        _ => {
            let message = format!(
                "{} has `ordered`, and nothing puts the values in order",
                section.place
            );
            let hint = format!(
                "add to {} a list of values from low to high as `order`, or the `type` of numbers or dates",
                of.place
            );
            problems.add_with(section.at("ordered"), message, Some(hint));
            return None;
        }
    };
    Some(Ordered {
        sizes: sizes?,
        order,
    })
}

pub(super) fn read_frequency<'a>(
    problems: &mut Problems<'a>,
    section: &Section<'a>,
) -> Option<Frequency> {
    problems.accept(section, &["frequency", "other"]);
    let thresholds = read_wholes(
        problems,
        section,
        "frequency",
        "it must be a list of numbers of rows, such as `[10, 100]`",
    )?;
    let rule = Frequency::new(thresholds);
    Some(match problems.filled(section, "other") {
        Some(other) => Frequency { other, ..rule },
        None => rule,
    })
}

pub(super) fn read_prefix<'a>(
    problems: &mut Problems<'a>,
    section: &Section<'a>,
) -> Option<Prefix> {
    problems.accept(section, &["prefix", "ranges", "other"]);
    let lengths = read_wholes(
        problems,
        section,
        "prefix",
        "it must be a list of numbers of characters, such as `[3, 1]`",
    );
    let ranges = if section.get("ranges").is_some() {
        read_ranges(problems, section)?
    } else {
        Vec::new()
    };
    let lengths = lengths?
        .into_iter()
        .map(|n| usize::try_from(n).unwrap_or(usize::MAX))
        .collect();
    Some(Prefix {
        lengths,
        ranges,
        other: problems.filled(section, "other"),
    })
}

const RANGES: &str = "it must be a list such as `[\"A00-B99\"]`, or a table such as `{ \"A00-B99\" = \"infections\" }`";

/// A list of ranges, each its own label, or a table of ranges and labels.
fn read_ranges<'a>(problems: &mut Problems<'a>, section: &Section<'a>) -> Option<Vec<CodeRange>> {
    let value = section.get("ranges")?;
    let given: Vec<(usize, String, Option<String>)> = match value.get_ref() {
        DeValue::Array(_) => {
            let texts = problems.texts(section, "ranges")?;
            texts
                .into_iter()
                .map(|text| (value.span().start, text, None))
                .collect()
        }
        DeValue::Table(table) => {
            let labels = Section::new(
                format!("`ranges` of {}", section.place),
                value.span().start,
                table,
            );
            let label = |(key, value): &(
                &'a toml::Spanned<std::borrow::Cow<'a, str>>,
                &crate::reader::Value<'a>,
            )| {
                let label = problems.filled(&labels, key.get_ref())?;
                Some((value.span().start, key.get_ref().to_string(), Some(label)))
            };
            labels.entries().iter().map(label).collect::<Option<_>>()?
        }
        _ => {
            problems.wrong(section, "ranges", value, RANGES);
            return None;
        }
    };
    if given.is_empty() {
        problems.add(
            value.span().start,
            format!("`ranges` in {} is empty; {RANGES}", section.place),
        );
        return None;
    }
    let mut range = |(at, text, label): (usize, String, Option<String>)| match CodeRange::parse(
        &text,
        label.as_deref(),
    ) {
        Ok(range) => Some(range),
        Err(e) => {
            problems.add_error(at, e.at_item(&section.place));
            None
        }
    };
    // All of them are looked at, so that every wrong one is told.
    given
        .into_iter()
        .map(&mut range)
        .collect::<Vec<_>>()
        .into_iter()
        .collect()
}

pub(super) fn read_areas<'a>(
    problems: &mut Problems<'a>,
    section: &Section<'a>,
) -> Option<HierarchySource> {
    problems.accept(section, &["areas", "inhabitants"]);
    let path = problems.filled(section, "areas");
    if section.get("inhabitants").is_none() {
        let message = format!("{} has `areas` and no `inhabitants`", section.place);
        problems.add_with(
            section.at("areas"),
            message,
            Some(
                "add the fewest inhabitants of an area, such as `inhabitants = [10000]`".to_owned(),
            ),
        );
        return None;
    }
    let inhabitants = read_wholes(
        problems,
        section,
        "inhabitants",
        "it must be a list of numbers, such as `[10000, 50000]`",
    )?;
    Some(HierarchySource::Areas {
        path: path?,
        inhabitants,
    })
}

/// A list of whole numbers that are not negative.
fn read_wholes<'a>(
    problems: &mut Problems<'a>,
    section: &Section<'a>,
    key: &str,
    must: &str,
) -> Option<Vec<u64>> {
    let value = section.get(key)?;
    let DeValue::Array(items) = value.get_ref() else {
        problems.wrong(section, key, value, must);
        return None;
    };
    let numbers: Vec<u64> = items.iter().filter_map(whole).collect();
    if numbers.len() < items.len() {
        let place = items
            .iter()
            .position(|item| whole(item).is_none())
            .unwrap_or(0)
            + 1;
        problems.add(
            value.span().start,
            format!(
                "item {place} of `{key}` in {} is no whole number; {must}",
                section.place
            ),
        );
        return None;
    }
    Some(numbers)
}
