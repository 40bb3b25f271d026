//! Numbers as documents state them.

use crate::ask::Ask;
use crate::float::STEPS;
use crate::measured::{MeasuredModel, Value};
use crate::ratio::decimal;
use crate::{Error, Ratio, Result};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;

/// A parameter or a measured value: a whole number, a text, or several of them by name.
///
/// Fractions are `{ "num", "den", "decimal" }` with texts, because many readers of JSON round
/// integers above 2^53; the decimal has six places, rounded against the release. A value that is no
/// fraction is a decimal text, rounded likewise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stated {
    /// A whole number.
    Whole(u64),
    /// A decimal, or `infinite`.
    Text(String),
    /// By name.
    Parts(Vec<(String, Stated)>),
}

/// Places of a decimal that was measured against something that is not public.
const PLACES: usize = 3;

impl Stated {
    pub(crate) fn parts<const N: usize>(parts: [(&str, Stated); N]) -> Self {
        Stated::Parts(
            parts
                .into_iter()
                .map(|(name, part)| (name.to_owned(), part))
                .collect(),
        )
    }

    fn fraction(ratio: Ratio, decimal: String) -> Self {
        let text = |number: u128| Stated::Text(number.to_string());
        Stated::parts([
            ("num", text(ratio.num())),
            ("den", text(ratio.den())),
            ("decimal", Stated::Text(decimal)),
        ])
    }

    fn value(value: Value) -> Self {
        match value {
            Value::Exact(ratio) => Stated::fraction(ratio, ratio.decimal_up(6)),
            Value::Rounded(ratio) => Stated::Text(ratio.decimal_up(9)),
            Value::Infinite => infinite(),
        }
    }

    /// A value that is good when large.
    fn value_down(value: Value) -> Self {
        match value {
            Value::Exact(ratio) => Stated::fraction(ratio, ratio.decimal_down(6)),
            other => Stated::value(other),
        }
    }

    fn whole(value: Value) -> Self {
        match value.ratio() {
            Some(ratio) if ratio.den() == 1 => {
                u64::try_from(ratio.num()).map_or_else(|_| Stated::value(value), Stated::Whole)
            }
            _ => Stated::value(value),
        }
    }

    /// The whole number, or that of a part.
    pub(crate) fn number(&self, part: Option<&str>) -> Result<u64> {
        match self.part(part)? {
            Stated::Whole(number) => Ok(*number),
            _ => Err(Error::data("a parameter is no whole number")),
        }
    }

    /// The decimal text, or that of a part.
    pub(crate) fn text(&self, part: Option<&str>) -> Result<String> {
        match self.part(part)? {
            Stated::Text(text) => decimal(text).map(|_| text.clone()),
            _ => Err(Error::data("a parameter is no decimal text")),
        }
    }

    fn part(&self, name: Option<&str>) -> Result<&Stated> {
        match (self, name) {
            (_, None) => Ok(self),
            (Stated::Parts(parts), Some(name)) => {
                let part = parts.iter().find(|(known, _)| known == name);
                part.map(|(_, part)| part)
                    .ok_or_else(|| Error::data(format!("the parameter `{name}` is lacking")))
            }
            (_, Some(name)) => Err(Error::data(format!("the parameter `{name}` is lacking"))),
        }
    }

    /// Whether both say the same; the order of names does not matter.
    pub(crate) fn says(&self, other: &Stated) -> bool {
        match (self, other) {
            (Stated::Parts(a), Stated::Parts(b)) => {
                a.len() == b.len()
                    && a.iter().all(|(name, part)| {
                        b.iter()
                            .any(|(other, with)| name == other && part.says(with))
                    })
            }
            _ => self == other,
        }
    }
}

fn infinite() -> Stated {
    Stated::Text("infinite".into())
}

/// The parameters that were asked for.
pub(crate) fn asked(ask: &Ask) -> Stated {
    let text = |text: &String| Stated::Text(text.clone());
    match ask {
        Ask::KAnonymity { k }
        | Ask::BucketSize { k }
        | Ask::CellAnonymity { k, .. }
        | Ask::KMap { k, .. } => Stated::Whole(*k),
        Ask::DistinctDiversity { l, .. } => Stated::Whole(*l),
        Ask::ProbabilisticDiversity { l, .. } | Ask::EntropyDiversity { l, .. } => text(l),
        Ask::RecursiveDiversity { c, l, .. } => {
            Stated::parts([("c", text(c)), ("l", Stated::Whole(*l))])
        }
        Ask::AlphaK { alpha, k, .. } => {
            Stated::parts([("alpha", text(alpha)), ("k", Stated::Whole(*k))])
        }
        Ask::TCloseness { t, .. } => text(t),
        Ask::SemanticPrivacy { delta, .. } | Ask::DeltaDisclosure { delta, .. } => text(delta),
        Ask::BetaLikeness { beta, .. } => text(beta),
        Ask::SampleUniqueness { threshold }
        | Ask::AverageRisk { threshold }
        | Ask::PopulationUniqueness { threshold, .. } => text(threshold),
        Ask::DeltaPresence { min, max, .. } => {
            Stated::parts([("min", text(min)), ("max", text(max))])
        }
        Ask::NtCloseness { n, t, .. } => Stated::parts([("n", Stated::Whole(*n)), ("t", text(t))]),
        Ask::LkcPrivacy { l, k, c, .. } => Stated::parts([
            ("l", Stated::Whole(*l)),
            ("k", Stated::Whole(*k)),
            ("c", text(c)),
        ]),
        Ask::KmAnonymity { k, m, .. } => {
            Stated::parts([("k", Stated::Whole(*k)), ("m", Stated::Whole(*m))])
        }
    }
}

/// The measured value of a model as the certificate states it; none when it was not measured.
pub(crate) fn measured(ask: &Ask, model: &MeasuredModel) -> Option<Stated> {
    let value = model.value?;
    let of_input = |asked: &str| rounded_up(value, asked).ok();
    match ask {
        Ask::KAnonymity { .. }
        | Ask::BucketSize { .. }
        | Ask::CellAnonymity { .. }
        | Ask::DistinctDiversity { .. }
        | Ask::KMap { .. }
        | Ask::KmAnonymity { .. } => Some(Stated::whole(value)),
        // What is left out can be weighed against such a value: a class that is nearer to the input
        // than to the release tells who is gone, however coarsely the value is rounded. So nothing
        // but that the promise is kept is stated.
        Ask::TCloseness { t: asked, .. }
        | Ask::NtCloseness { t: asked, .. }
        | Ask::SemanticPrivacy { delta: asked, .. }
        | Ask::BetaLikeness { beta: asked, .. } => {
            kept(model, "at_most", asked).or_else(|| of_input(asked))
        }
        Ask::DeltaDisclosure { delta: asked, .. } => {
            kept(model, "below", asked).or_else(|| of_input(asked))
        }
        Ask::DeltaPresence { min, max, .. } => Some(Stated::parts([
            ("min", rounded_down(model.least?, min).ok()?),
            ("max", rounded_up(value, max).ok()?),
        ])),
        Ask::ProbabilisticDiversity { .. } | Ask::EntropyDiversity { .. } => {
            Some(Stated::value_down(value))
        }
        // Measured on the file alone, so anybody can measure it.
        Ask::RecursiveDiversity { .. }
        | Ask::AlphaK { .. }
        | Ask::SampleUniqueness { .. }
        | Ask::AverageRisk { .. }
        | Ask::PopulationUniqueness { .. }
        | Ask::LkcPrivacy { .. } => Some(Stated::value(value)),
    }
}

/// The statement that a promise is kept, and no more.
fn kept(model: &MeasuredModel, word: &str, asked: &str) -> Option<Stated> {
    model
        .met
        .then(|| Stated::parts([(word, Stated::Text(asked.to_owned()))]))
}

/// The same when the table is compared with itself.
pub(crate) fn against_release(model: &MeasuredModel) -> Option<Stated> {
    model.against_release.map(Stated::value)
}

/// How a value that depends on the input is stated: rounded up, so that it neither understates nor
/// gives away how many rows the input had, but not above the threshold that it keeps.
fn rounded_up(value: Value, asked: &str) -> Result<Stated> {
    let Some(ratio) = value.ratio() else {
        return Ok(infinite());
    };
    let (threshold, up) = (decimal(asked)?, ratio.decimal_up(PLACES));
    let exceeds = decimal(&up)? > threshold && ratio <= threshold;
    Ok(Stated::Text(if exceeds { asked.into() } else { up }))
}

/// The same for a value that must not be too small.
fn rounded_down(value: Value, asked: &str) -> Result<Stated> {
    let Some(ratio) = value.ratio() else {
        return Ok(infinite());
    };
    let (threshold, down) = (decimal(asked)?, ratio.decimal_down(PLACES));
    let falls_short = decimal(&down)? < threshold && ratio >= threshold;
    Ok(Stated::Text(if falls_short { asked.into() } else { down }))
}

/// Two computations of one floating-point value may differ by so many steps.
const TOLERATED: u64 = 2;

/// The model with values that another computation could have rounded to; the value itself comes
/// first.
pub(crate) fn neighbours(model: &MeasuredModel) -> Vec<MeasuredModel> {
    let mut all = vec![model.clone()];
    let is_rounded = |value: &Option<Value>| matches!(value, Some(Value::Rounded(_)));
    if !is_rounded(&model.value) && !is_rounded(&model.against_release) {
        return all;
    }
    let moved = |value: Option<Value>, steps: i128| match value {
        Some(Value::Rounded(ratio)) => {
            let now = i128::try_from(ratio.num())
                .ok()?
                .checked_mul(i128::try_from(u128::from(STEPS) / ratio.den()).ok()?)?;
            Ratio::new((now + steps).max(0).unsigned_abs(), STEPS.into())
                .ok()
                .map(Value::Rounded)
        }
        other => other,
    };
    let tolerated = i128::from(TOLERATED);
    for steps in (-tolerated..=tolerated).filter(|steps| *steps != 0) {
        let (value, against_release) = (
            moved(model.value, steps),
            moved(model.against_release, steps),
        );
        all.push(MeasuredModel {
            value,
            against_release,
            ..model.clone()
        });
    }
    all
}

impl fmt::Display for Stated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stated::Whole(number) => write!(f, "{number}"),
            Stated::Text(text) => f.write_str(text),
            Stated::Parts(parts) => {
                if let (Ok(num), Ok(den)) = (self.text(Some("num")), self.text(Some("den"))) {
                    return write!(f, "{num}/{den}");
                }
                for (i, (name, part)) in parts.iter().enumerate() {
                    write!(f, "{}{name} {part}", if i == 0 { "" } else { ", " })?;
                }
                Ok(())
            }
        }
    }
}

impl Serialize for Stated {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        match self {
            Stated::Whole(number) => serializer.serialize_u64(*number),
            Stated::Text(text) => serializer.serialize_str(text),
            Stated::Parts(parts) => {
                serializer.collect_map(parts.iter().map(|(name, part)| (name, part)))
            }
        }
    }
}

impl<'de> Deserialize<'de> for Stated {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        deserializer.deserialize_any(StatedVisitor)
    }
}

struct StatedVisitor;

impl<'de> de::Visitor<'de> for StatedVisitor {
    type Value = Stated;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a whole number, a text, or an object of these")
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> std::result::Result<Stated, E> {
        Ok(Stated::Whole(number))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> std::result::Result<Stated, E> {
        Ok(Stated::Text(text.to_owned()))
    }

    fn visit_map<A: de::MapAccess<'de>>(self, mut map: A) -> std::result::Result<Stated, A::Error> {
        let mut parts: Vec<(String, Stated)> = Vec::new();
        while let Some((name, part)) = map.next_entry::<String, Stated>()? {
            if parts.iter().any(|(known, _)| *known == name) {
                return Err(de::Error::custom("duplicate name in a stated value"));
            }
            parts.push((name, part));
        }
        Ok(Stated::Parts(parts))
    }
}
