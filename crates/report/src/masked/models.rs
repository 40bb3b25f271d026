//! Models with what was asked and measured, as an audience may see them.

use crate::audience::Audience;
use crate::facts::account::AccountSection;
use crate::facts::model::{ModelLine, ThresholdSide};
use crate::facts::unit::ProtectionUnit;
use crate::model::{Comparing, Threshold, judges_table};
use crate::number::{file_name, rounded_down, rounded_up};
use crate::promise::promise;
use crate::words::word;
use equipoise_recipe::{Model, ModelParameter};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// Places of a measured value in public reports. The exact fraction of a value that is compared
/// with the input has the number of input rows in its denominator.
const PUBLIC_PLACES: usize = 3;

/// The key of recipes that is told as a yes or no of its own.
const OTHERS: &str = "others-as-quasi-identifiers";
/// The key of recipes whose value is a path.
const POPULATION: &str = "population";

/// A model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ModelView {
    /// Its name.
    pub model: &'static str,
    /// The sensitive column.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<String>,
    /// The variant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant: Option<&'static str>,
    /// The distance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<&'static str>,
    /// Whether the other sensitive columns count as known.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub others_as_quasi_identifiers: bool,
    /// The parameters: a number, or an object where there are several.
    pub asked: Parameters,
    /// Other settings.
    #[serde(skip_serializing_if = "Settings::is_empty")]
    pub settings: Settings,
    /// The side of the threshold on which the model is met.
    #[serde(serialize_with = "word")]
    pub side: ThresholdSide,
    /// The worst value of a kept class; both ends where a model has two.
    pub measured: Option<MeasuredValue>,
    /// Whether it is met.
    pub met: bool,
    /// Its promise.
    pub promise: String,
    /// The parameters that the measured value is compared with.
    #[serde(skip)]
    pub(crate) threshold: Threshold,
    /// Whether it judges the table as a whole.
    #[serde(skip)]
    pub(crate) judges_table: bool,
}

/// A measured value as an audience may see it. In JSON one value is a number or a text, and two
/// ends are an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MeasuredValue {
    /// The worst value.
    Worst(String),
    /// The least and the worst value, of a model that is bounded from both sides.
    Ends {
        /// The least.
        min: String,
        /// The worst.
        max: String,
    },
}

/// Numbers with names. In JSON a single one is the number itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parameters(pub Vec<ModelParameter>);

/// Words and numbers with names, in JSON always an object.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings(pub Vec<ModelParameter>);

impl Settings {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The settings of a model. Of a file only its name is told, because folders tell about the
    /// machine of whoever made the release. Whether other columns count as known is told by itself.
    fn of(model: &Model, account: &AccountSection) -> Self {
        let shown = |of: ModelParameter| match of.key {
            POPULATION => ModelParameter::new(of.key, file_name(&of.value)),
            _ => of,
        };
        let cells = match account {
            AccountSection::Cells { subsets, .. } => *subsets,
            AccountSection::Plain | AccountSection::Records(_) | AccountSection::Preference(_) => {
                None
            }
        };
        Settings(
            model
                .settings()
                .into_iter()
                .filter(|of| of.key != OTHERS)
                .map(shown)
                .chain(cells.map(|number| ModelParameter::new("subsets", &number)))
                .collect(),
        )
    }
}

impl ModelView {
    pub(crate) fn of(
        line: &ModelLine,
        account: &AccountSection,
        unit: &ProtectionUnit,
        audience: Audience,
    ) -> Self {
        let model = &line.model;
        let threshold = Threshold::of(model);
        let measured = line.measured.as_deref().map(|worst| match audience {
            Audience::Public if line.met && Comparing::of(model).is_some() => {
                only_asked(line.side, &threshold)
            }
            Audience::Public => ends(line, &threshold, worst, PUBLIC_PLACES),
            Audience::Internal => ends(line, &threshold, worst, usize::MAX),
        });
        // k of a table with suppressed cells is not what it is elsewhere, so it is labelled.
        let variant = match account {
            AccountSection::Cells { reading, .. } => Some(reading.name()),
            AccountSection::Plain | AccountSection::Records(_) | AccountSection::Preference(_) => {
                model.variant()
            }
        };
        ModelView {
            model: model.name().as_str(),
            column: model.column().map(str::to_owned),
            variant,
            distance: model.distance().map(|distance| distance.name()),
            others_as_quasi_identifiers: model.others_as_quasi_identifiers(),
            asked: Parameters(model.asked()),
            settings: Settings::of(model, account),
            side: line.side,
            measured,
            met: line.met,
            promise: promise(model, account, unit),
            threshold,
            judges_table: judges_table(model),
        }
    }
}

/// Nothing but that what was asked is kept.
fn only_asked(side: ThresholdSide, threshold: &Threshold) -> MeasuredValue {
    let asked = threshold.decisive();
    MeasuredValue::Worst(match side {
        ThresholdSide::Below => format!("<{asked}"),
        ThresholdSide::AtLeast | ThresholdSide::AtMost => format!("<={asked}"),
    })
}

/// The measured value, or both ends.
fn ends(line: &ModelLine, threshold: &Threshold, worst: &str, places: usize) -> MeasuredValue {
    let worst = shortened(worst, line.side, threshold.decisive(), line.met, places);
    match &line.least {
        None => MeasuredValue::Worst(worst),
        Some(least) => MeasuredValue::Ends {
            min: shortened(
                least,
                ThresholdSide::AtLeast,
                threshold.least().unwrap_or(""),
                line.met,
                places,
            ),
            max: worst,
        },
    }
}

/// A value rounded against the release, but not to the other side of a threshold that it meets.
pub(crate) fn shortened(
    value: &str,
    side: ThresholdSide,
    threshold: &str,
    met: bool,
    places: usize,
) -> String {
    if places == usize::MAX {
        return value.to_owned();
    }
    let short = if side == ThresholdSide::AtLeast {
        rounded_down(value, places)
    } else {
        rounded_up(value, places)
    };
    let parsed = short.parse::<f64>().ok().zip(threshold.parse::<f64>().ok());
    match (parsed.filter(|_| met && short != value), side) {
        (Some((short, asked)), ThresholdSide::AtLeast) if short < asked => threshold.to_owned(),
        (Some((short, asked)), ThresholdSide::AtMost) if short > asked => threshold.to_owned(),
        (Some((short, asked)), ThresholdSide::Below) if short >= asked => format!("<{threshold}"),
        _ => short,
    }
}

/// A text that is a number, as a number.
struct Number<'a>(&'a str);

impl Serialize for Number<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let plain = self.0.bytes().all(|b| b.is_ascii_digit() || b == b'.');
        match (self.0.parse::<u64>(), self.0.parse::<f64>()) {
            (Ok(whole), _) if plain => serializer.serialize_u64(whole),
            (_, Ok(real)) if plain && real.is_finite() => serializer.serialize_f64(real),
            _ => serializer.serialize_str(self.0),
        }
    }
}

impl Serialize for Parameters {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.as_slice() {
            [] => serializer.serialize_unit(),
            [only] => Number(&only.value).serialize(serializer),
            several => object(several, serializer),
        }
    }
}

impl Serialize for MeasuredValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            MeasuredValue::Worst(worst) => Number(worst).serialize(serializer),
            MeasuredValue::Ends { min, max } => {
                let mut map = serializer.serialize_map(Some(2))?;
                map.serialize_entry("min", &Number(min))?;
                map.serialize_entry("max", &Number(max))?;
                map.end()
            }
        }
    }
}

impl Serialize for Settings {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        object(&self.0, serializer)
    }
}

fn object<S: Serializer>(named: &[ModelParameter], serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(named.len()))?;
    for of in named {
        map.serialize_entry(of.key, &Number(&of.value))?;
    }
    map.end()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_goes_against_the_release_but_not_over_the_threshold() {
        for (value, side, threshold, met, shown) in [
            ("16511/28140", ThresholdSide::AtMost, "0.6", true, "0.587"),
            (
                "16511/28140",
                ThresholdSide::AtMost,
                "0.5868",
                true,
                "0.5868",
            ),
            (
                "16511/28140",
                ThresholdSide::AtMost,
                "0.5868",
                false,
                "0.587",
            ),
            ("100/98", ThresholdSide::AtLeast, "1", true, "1.02"),
            ("3.0009", ThresholdSide::AtLeast, "3.0005", true, "3.0005"),
            ("3.0004", ThresholdSide::AtLeast, "3.0005", false, "3"),
            ("0.99999", ThresholdSide::Below, "1", true, "<1"),
            ("0.5", ThresholdSide::Below, "1", true, "0.5"),
            ("7", ThresholdSide::AtLeast, "5", true, "7"),
            ("infinite", ThresholdSide::AtMost, "1", false, "infinite"),
        ] {
            assert_eq!(shortened(value, side, threshold, met, 3), shown, "{value}");
        }
        assert_eq!(
            shortened("1/3", ThresholdSide::AtMost, "1", true, usize::MAX),
            "1/3"
        );
    }

    #[test]
    fn one_number_is_a_number_and_several_are_an_object() {
        let json = |pairs: &[(&'static str, &str)]| {
            let pairs = pairs
                .iter()
                .map(|(a, b)| ModelParameter::new(a, *b))
                .collect();
            serde_json::to_string(&Parameters(pairs)).unwrap()
        };
        assert_eq!(json(&[("k", "5")]), "5");
        assert_eq!(json(&[("c", "0.5"), ("l", "3")]), r#"{"c":0.5,"l":3}"#);
        assert_eq!(json(&[("k", "infinite")]), r#""infinite""#);
        assert_eq!(json(&[]), "null");
    }
}
