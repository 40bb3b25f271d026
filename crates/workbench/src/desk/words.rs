//! Sentences.

use super::state::Desk;
use super::wire;
use equipoise_data::build::Builder;
use equipoise_data::{ModelName, ThresholdKey};
use equipoise_explore::{AxisHead, SIZE, Shown, Thresholds};
use equipoise_measure::Metric;
use equipoise_privacy::Bound;
use equipoise_recipe::{DistanceChoice, HierarchySource, Variant};

/// A number with its thousands apart.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// What a loss measures.
pub(super) fn loss(metric: Metric) -> &'static str {
    match metric {
        Metric::Loss => "mean loss of detail",
        Metric::Nwp => "mean penalty of cells (NWP)",
        Metric::Precision => "mean height of levels",
        Metric::Aecs => "average size of classes",
        Metric::Discernibility => "rows that look alike, squared",
        Metric::Entropy => "bits lost per cell",
        Metric::Height => "sum of levels",
    }
}

/// A model with its column and variant.
pub(super) fn model(axis: &AxisHead) -> String {
    let of = axis
        .column
        .as_ref()
        .map_or_else(String::new, |column| format!(" of {column}"));
    let detail = axis
        .detail
        .as_ref()
        .map_or_else(String::new, |detail| format!(" ({detail})"));
    format!("{}{of}{detail}", axis.model)
}

/// What a model holds every class to, in a few words.
fn held(axis: &AxisHead, grade: u64) -> String {
    let value = axis.show(grade);
    match (axis.model, &axis.column, axis.detail.as_deref()) {
        (ModelName::LDiversity, Some(column), Some(detail))
            if detail == Variant::Distinct.name() && value == "1" =>
        {
            format!("with at least 1 value of {column}")
        }
        (ModelName::LDiversity, Some(column), Some(detail))
            if detail == Variant::Distinct.name() =>
        {
            format!("with at least {value} different values of {column}")
        }
        (ModelName::LDiversity, Some(column), Some(detail)) if axis.key == ThresholdKey::L => {
            format!("with {column} {value}-diverse ({detail})")
        }
        (ModelName::TCloseness, Some(column), detail) => {
            let distance = match detail.filter(|d| *d != DistanceChoice::Equal.name()) {
                None => String::new(),
                Some(detail) => format!(" ({detail})"),
            };
            format!("with {column} within {value} of the whole table{distance}")
        }
        _ => {
            let side = match axis.bound {
                Bound::AtLeast => "at least",
                Bound::AtMost => "at most",
                Bound::Below => "below",
            };
            format!("{} with {} {side} {value}", model(axis), axis.key)
        }
    }
}

/// How fine a level is, by the rule that made it or by the number of its labels.
pub(super) fn level(
    hierarchy: Option<&HierarchySource>,
    level: usize,
    levels: usize,
    labels: usize,
) -> String {
    if level == 0 {
        return "as it is".to_owned();
    }
    if labels <= 1 && level + 1 == levels {
        return "not told".to_owned();
    }
    let by_rule = match hierarchy {
        Some(HierarchySource::Builder(Builder::Intervals(rule))) => rule
            .widths
            .get(level - 1)
            .map(|width| format!("in bands of {width}")),
        Some(HierarchySource::Builder(Builder::Dates(rule))) => rule
            .units
            .get(level - 1)
            .map(|unit| format!("by {}", unit.name())),
        Some(HierarchySource::Builder(Builder::Prefix(rule))) => {
            rule.lengths.get(level - 1).map(|&length| match length {
                1 => "by its first character".to_owned(),
                _ => format!("by its first {length} characters"),
            })
        }
        _ => None,
    };
    by_rule.unwrap_or_else(|| {
        if labels == 1 {
            "in 1 group".to_owned()
        } else {
            format!("in {labels} groups")
        }
    })
}

/// A share in per cent, with as many digits as it takes to tell small ones apart.
pub(super) fn per_cent(share: f64) -> String {
    match 100.0 * share {
        large @ 10.0.. => format!("{large:.0} %"),
        middle @ 1.0.. => format!("{middle:.1} %"),
        small => format!("{small:.2} %"),
    }
}

/// What is left out, with its share.
pub(super) fn share(part: u64, whole: u64) -> String {
    let share = 100.0 * part as f64 / whole.max(1) as f64;
    let is_rounded_away = part > 0 && share < 0.05;
    if is_rounded_away {
        "less than 0.1 %".to_owned()
    } else {
        format!("{share:.1} %")
    }
}

impl Desk<'_> {
    /// What the release of a node would promise and cost.
    pub(super) fn sentence(&self, shown: &Shown, thresholds: &Thresholds) -> wire::Sentence {
        let head = self.inner().head();
        let measured = self
            .explorer
            .measured(thresholds, shown.node)
            .unwrap_or_default();
        let privacy = if shown.kept_classes == 0 {
            "Nothing would be released".to_owned()
        } else {
            self.promised(measured.first().copied().flatten(), thresholds)
        };
        let unit = match (head.persons, shown.units) {
            (true, 1) => "persons loses a row",
            (true, _) => "persons lose a row",
            (false, 1) => "rows is left out",
            (false, _) => "rows are left out",
        };
        let left_out = format!(
            "{} of {} {unit} ({})",
            grouped(shown.units),
            grouped(head.units),
            share(shown.units, head.units)
        );
        let levels = self.level_words(&shown.levels);
        let text = format!("{privacy}; {left_out}; {levels}.");
        wire::Sentence {
            text,
            privacy,
            left_out,
            levels,
        }
    }

    /// How large classes are, and what the other models hold.
    fn promised(&self, smallest: Option<u64>, thresholds: &Thresholds) -> String {
        let (whom, whose) = if self.inner().head().persons {
            ("person", "their")
        } else {
            ("row", "its")
        };
        let mut text = match smallest {
            Some(2) => format!(
                "Each released {whom} shares {whose} quasi-identifiers with at least 1 other"
            ),
            Some(size) if size > 2 => {
                format!(
                    "Each released {whom} shares {whose} quasi-identifiers with at least {} others",
                    grouped(size - 1)
                )
            }
            _ => format!("A released {whom} may be alone with {whose} quasi-identifiers"),
        };
        let grades = thresholds.axes.iter().chain(&thresholds.tables);
        for (axis, &grade) in self
            .axes()
            .zip(grades)
            .filter(|(axis, _)| axis.model != SIZE)
        {
            text += &format!(", {}", held(axis, grade));
        }
        text
    }

    /// How fine columns are; those as they are come last, together.
    pub(super) fn level_words(&self, levels: &[u8]) -> String {
        let columns = self.chart.columns.iter().zip(levels);
        let (as_is, changed): (Vec<_>, Vec<_>) = columns.partition(|(_, level)| **level == 0);
        let mut parts: Vec<String> = changed
            .iter()
            .map(|(column, level)| {
                format!(
                    "{} {}",
                    column.name,
                    column.levels[usize::from(**level)].words
                )
            })
            .collect();
        let names: Vec<&str> = as_is
            .iter()
            .map(|(column, _)| column.name.as_str())
            .collect();
        match &names[..] {
            [] => {}
            [one] => parts.push(format!("{one} as it is")),
            several => parts.push(format!("{} as they are", joined(several))),
        }
        parts.join(", ")
    }

    /// The word for units of protection.
    pub(super) fn unit(&self, number: u64) -> &'static str {
        match (self.inner().head().persons, number) {
            (false, 1) => "row",
            (false, _) => "rows",
            (true, 1) => "person",
            (true, _) => "persons",
        }
    }
}

/// `a, b and c`.
fn joined(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_thousands() {
        let shown: Vec<String> = [0, 12, 999, 1000, 30_162, 1_234_567]
            .into_iter()
            .map(grouped)
            .collect();
        assert_eq!(shown, ["0", "12", "999", "1,000", "30,162", "1,234,567"]);
    }

    #[test]
    fn a_share_that_is_there_is_never_told_as_nothing() {
        assert_eq!(
            (share(0, 30_162), share(1, 30_162), share(1346, 30_162)),
            ("0.0 %".into(), "less than 0.1 %".into(), "4.5 %".into())
        );
    }

    #[test]
    fn small_risks_are_told_apart() {
        let shown: Vec<String> = [1.0, 0.5, 0.0333, 1.0 / 1500.0]
            .into_iter()
            .map(per_cent)
            .collect();
        assert_eq!(shown, ["100 %", "50 %", "3.3 %", "0.07 %"]);
    }

    #[test]
    fn words_are_joined_as_people_do() {
        assert_eq!(
            (
                joined(&["a"]),
                joined(&["a", "b"]),
                joined(&["a", "b", "c"])
            ),
            ("a".into(), "a and b".into(), "a, b and c".into())
        );
    }
}
