//! How a column is understood, and the codes that mean missing in it.

use crate::calendar::{self, Dates, Written};
use crate::facts::Facts;
use crate::missing;
use crate::numbers::{Numbers, Spread};
use crate::words::{BIRTH, Words, places_on_a_scale};
use equipoise_recipe::Kind;

const DATE: Words = Words(&["date", "datum", "*datum", "fecha", "data", "day", "dob"]);

/// What the values are.
#[derive(Clone, Debug)]
pub(crate) enum Reading {
    Text(Shape),
    Integer(Spread),
    Decimal(Spread),
    Date(Dates),
}

/// What texts look like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Digits of one length, three or more.
    Digits(usize),
    /// A letter and two digits, perhaps more behind them.
    Classified,
    /// Words of a scale, from low to high.
    Scale(Vec<String>),
    /// Letters and digits in the same places, three to ten of them.
    Patterned(usize),
    /// Anything else.
    Plain,
}

/// How a column is understood.
pub(crate) struct Understood {
    pub(crate) reading: Reading,
    /// Codes that mean missing in this column.
    pub(crate) missing: Vec<String>,
    /// Why it is read so.
    pub(crate) because: String,
    /// What the curator should look at.
    pub(crate) remarks: Vec<String>,
    /// Whole numbers that follow each other, as the numbers of records do.
    pub(crate) is_running: bool,
}

impl Understood {
    pub(crate) fn kind(&self) -> Kind {
        match self.reading {
            Reading::Text(_) => Kind::Text,
            Reading::Integer(_) => Kind::Integer,
            Reading::Decimal(_) => Kind::Decimal,
            Reading::Date(_) => Kind::Date,
        }
    }

    pub(crate) fn dates(&self) -> Option<&Dates> {
        match &self.reading {
            Reading::Date(dates) => Some(dates),
            _ => None,
        }
    }

    pub(crate) fn is_number(&self) -> bool {
        matches!(self.reading, Reading::Integer(_) | Reading::Decimal(_))
    }
}

/// Reads a column. Codes that mean missing are taken out of the facts.
pub(crate) fn understand(facts: &mut Facts<'_>) -> Understood {
    let mut missing = missing::words(facts);
    facts.leave_out(&missing);
    if facts.values.is_empty() {
        return text(
            Shape::Plain,
            "text: every cell is missing",
            missing,
            Vec::new(),
        );
    }
    let is_named_date = DATE.tell(&facts.words) || BIRTH.tell(&facts.words);
    let zeros = missing::zero_dates(facts);
    let without_zeros: Vec<_> = facts
        .values
        .iter()
        .copied()
        .filter(|v| zeros.iter().all(|z| z != v.text))
        .collect();
    match calendar::written(&without_zeros, is_named_date) {
        Written::So(format) => {
            missing.extend(zeros);
            facts.leave_out(&missing);
            return understand_dates(facts, format, missing);
        }
        Written::Ambiguous => {
            let because = "text: dates, but day and month cannot be told apart; say `type = \"date\"` and a `format` such as \"%d/%m/%Y\"";
            return text(Shape::Plain, because, missing, Vec::new());
        }
        Written::Not => {}
    }
    let (codes, remarks) = missing::nines(facts);
    facts.leave_out(&codes);
    missing.extend(codes);
    understand_numbers(facts, missing, remarks)
}

fn understand_dates(
    facts: &mut Facts<'_>,
    format: calendar::Format,
    mut missing: Vec<String>,
) -> Understood {
    let (codes, remarks) = calendar::sentinels(facts, format);
    facts.leave_out(&codes);
    missing.extend(codes);
    let days = || facts.values.iter().filter_map(|v| format.day(v.text));
    let (first, last) = (days().min().unwrap_or(0), days().max().unwrap_or(0));
    let because = format!("dates: every value is written as {}", format.shown);
    Understood {
        reading: Reading::Date(Dates {
            format,
            first,
            last,
        }),
        missing,
        because,
        remarks,
        is_running: false,
    }
}

fn understand_numbers(facts: &Facts<'_>, missing: Vec<String>, remarks: Vec<String>) -> Understood {
    let Some(numbers) = Numbers::read(&facts.values) else {
        let shape = shape(facts);
        let because = match &shape {
            Shape::Classified => "text: codes of a letter and digits, finer from left to right",
            Shape::Scale(_) => "text: words with an order that everybody knows",
            Shape::Patterned(_) | Shape::Digits(_) => "text: codes of one pattern",
            Shape::Plain if facts.distinct() <= 50 => "text: categories",
            Shape::Plain => "text: many different values",
        };
        return text(shape, because, missing, remarks);
    };
    let is_running = numbers.is_running() && facts.is_nearly_unique();
    match numbers.judge(facts) {
        Ok(because) => {
            let reading = if numbers.is_whole() {
                Reading::Integer(numbers.spread())
            } else {
                Reading::Decimal(numbers.spread())
            };
            let kind = if numbers.is_whole() {
                "whole numbers"
            } else {
                "decimal numbers"
            };
            Understood {
                reading,
                missing,
                because: format!("{kind}{because}"),
                remarks,
                is_running,
            }
        }
        Err(because) => Understood {
            is_running,
            ..text(shape(facts), &format!("text: {because}"), missing, remarks)
        },
    }
}

fn text(shape: Shape, because: &str, missing: Vec<String>, remarks: Vec<String>) -> Understood {
    Understood {
        reading: Reading::Text(shape),
        missing,
        because: because.to_owned(),
        remarks,
        is_running: false,
    }
}

fn shape(facts: &Facts<'_>) -> Shape {
    let texts: Vec<&str> = if facts.distinct() <= 12 {
        facts.values.iter().map(|v| v.text).collect()
    } else {
        Vec::new()
    };
    if texts.len() > 2
        && let Some(places) = places_on_a_scale(&texts)
    {
        let mut placed: Vec<(usize, &str)> = places.into_iter().zip(texts).collect();
        placed.sort_unstable();
        return Shape::Scale(
            placed
                .into_iter()
                .map(|(_, text)| text.to_owned())
                .collect(),
        );
    }
    if let Some(width) = facts.digit_width().filter(|w| *w >= 3) {
        return Shape::Digits(width);
    }
    if facts.distinct() >= 10
        && facts.values.iter().all(|v| is_classified(v.text))
        && facts.values.iter().any(|v| v.text.len() > 3)
    {
        return Shape::Classified;
    }
    match facts.common_shape() {
        Some(length @ 3..=10) => Shape::Patterned(length),
        _ => Shape::Plain,
    }
}

/// As `E11` and `I21.4`.
fn is_classified(text: &str) -> bool {
    let bytes = text.as_bytes();
    let (Some(head), Some(tail)) = (bytes.get(..3), bytes.get(3..)) else {
        return false;
    };
    let tail = tail.strip_prefix(b".").unwrap_or(tail);
    head[0].is_ascii_uppercase()
        && head[1].is_ascii_digit()
        && head[2].is_ascii_digit()
        && tail.len() <= 4
        && tail.iter().all(u8::is_ascii_alphanumeric)
}
