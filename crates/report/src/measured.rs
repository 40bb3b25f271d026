//! What was asked of a model and measured, as an audience may see it.

use crate::number::{rounded_down, rounded_up};
use crate::promise::promise;
use crate::{Audience, ModelLine, Side, Unit};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// Places of a measured value in public reports. The exact fraction of a value that is compared
/// with the input has the number of input rows in its denominator.
const PUBLIC_PLACES: usize = 3;

/// Models whose measured value compares the release with the input. Even rounded, it can be weighed
/// against what is left out: it gives away the count of a rare value in the input, or the value of
/// the one person who is gone.
const COMPARES_WITH_INPUT: [&str; 5] = [
    "t-closeness",
    "nt-closeness",
    "semantic-privacy",
    "delta-disclosure",
    "beta-likeness",
];

/// The key of recipes that is told as a yes or no of its own.
const OTHERS: &str = "others-as-quasi-identifiers";

/// A model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ModelView {
    /// Its name.
    pub model: String,
    /// The sensitive column.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<String>,
    /// The variant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// The distance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<String>,
    /// Whether the other sensitive columns count as known.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub others_as_quasi_identifiers: bool,
    /// The parameters: a number, or an object where there are several.
    pub asked: Parameters,
    /// What else was chosen.
    #[serde(skip_serializing_if = "Settings::is_empty")]
    pub settings: Settings,
    /// `at least`, `at most` or `below`: where the model is met.
    pub side: &'static str,
    /// The worst value of a kept class; an object with both ends where a model has two.
    pub measured: Option<Parameters>,
    /// Whether it is met.
    pub met: bool,
    /// What it promises.
    pub promise: String,
    /// The parameter that the measured value is compared with.
    #[serde(skip)]
    pub(crate) threshold: Option<(String, String)>,
}

/// Numbers with names. In JSON a single one is the number itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parameters(pub Vec<(String, String)>);

/// Words and numbers with names, in JSON always an object.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings(pub Vec<(String, String)>);

impl Settings {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl ModelView {
    pub(crate) fn of(line: &ModelLine, unit: &Unit, audience: Audience) -> Self {
        let measured = line.measured.as_deref().map(|worst| match audience {
            Audience::Public if line.met && COMPARES_WITH_INPUT.contains(&line.model.as_str()) => {
                only_asked(line)
            }
            Audience::Public => ends(line, worst, PUBLIC_PLACES),
            Audience::Internal => ends(line, worst, usize::MAX),
        });
        ModelView {
            model: line.model.clone(),
            column: line.column.clone(),
            variant: line.variant.clone(),
            distance: line.distance.clone(),
            others_as_quasi_identifiers: line.others_as_quasi_identifiers,
            asked: Parameters(line.asked.clone()),
            settings: Settings(
                line.settings
                    .iter()
                    .filter(|(key, _)| key != OTHERS)
                    .map(setting)
                    .collect(),
            ),
            side: line.side.name(),
            measured,
            met: line.met,
            promise: promise(line, unit),
            threshold: line
                .threshold()
                .map(|(key, value)| (key.to_owned(), value.to_owned())),
        }
    }
}

/// A setting; of a file only its name, because folders tell about the machine of whoever made the
/// release.
fn setting((key, value): &(String, String)) -> (String, String) {
    let shown = if key == "population" {
        file_name(value)
    } else {
        value
    };
    (key.clone(), shown.to_owned())
}

/// The last part of a path.
pub(crate) fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// Nothing but that what was asked is kept.
fn only_asked(line: &ModelLine) -> Parameters {
    let asked = line.threshold().map_or("", |(_, value)| value);
    let shown = if line.side == Side::Below {
        format!("<{asked}")
    } else {
        format!("<={asked}")
    };
    Parameters(vec![(String::new(), shown)])
}

/// The measured value, or both ends.
fn ends(line: &ModelLine, worst: &str, places: usize) -> Parameters {
    let threshold = line.threshold().map_or("", |(_, value)| value);
    let worst = shortened(worst, line.side, threshold, line.met, places);
    Parameters(match &line.least {
        None => vec![(String::new(), worst)],
        Some(least) => {
            let least = shortened(
                least,
                Side::AtLeast,
                line.value("min").unwrap_or(""),
                line.met,
                places,
            );
            vec![("min".to_owned(), least), ("max".to_owned(), worst)]
        }
    })
}

/// A value rounded against the release, but not to the other side of a threshold that it meets.
pub(crate) fn shortened(
    value: &str,
    side: Side,
    threshold: &str,
    met: bool,
    places: usize,
) -> String {
    if places == usize::MAX {
        return value.to_owned();
    }
    let short = if side == Side::AtLeast {
        rounded_down(value, places)
    } else {
        rounded_up(value, places)
    };
    let parsed = short.parse::<f64>().ok().zip(threshold.parse::<f64>().ok());
    match (parsed.filter(|_| met && short != value), side) {
        (Some((short, asked)), Side::AtLeast) if short < asked => threshold.to_owned(),
        (Some((short, asked)), Side::AtMost) if short > asked => threshold.to_owned(),
        (Some((short, asked)), Side::Below) if short >= asked => format!("<{threshold}"),
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
            [(_, only)] => Number(only).serialize(serializer),
            several => object(several, serializer),
        }
    }
}

impl Serialize for Settings {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        object(&self.0, serializer)
    }
}

fn object<S: Serializer>(named: &[(String, String)], serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(named.len()))?;
    for (name, value) in named {
        map.serialize_entry(name, &Number(value))?;
    }
    map.end()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_goes_against_the_release_but_not_over_the_threshold() {
        for (value, side, threshold, met, shown) in [
            ("16511/28140", Side::AtMost, "0.6", true, "0.587"),
            ("16511/28140", Side::AtMost, "0.5868", true, "0.5868"),
            ("16511/28140", Side::AtMost, "0.5868", false, "0.587"),
            ("100/98", Side::AtLeast, "1", true, "1.02"),
            ("3.0009", Side::AtLeast, "3.0005", true, "3.0005"),
            ("3.0004", Side::AtLeast, "3.0005", false, "3"),
            ("0.99999", Side::Below, "1", true, "<1"),
            ("0.5", Side::Below, "1", true, "0.5"),
            ("7", Side::AtLeast, "5", true, "7"),
            ("infinite", Side::AtMost, "1", false, "infinite"),
        ] {
            assert_eq!(shortened(value, side, threshold, met, 3), shown, "{value}");
        }
        assert_eq!(shortened("1/3", Side::AtMost, "1", true, usize::MAX), "1/3");
    }

    #[test]
    fn one_number_is_a_number_and_several_are_an_object() {
        let json = |pairs: &[(&str, &str)]| {
            let pairs = pairs
                .iter()
                .map(|(a, b)| ((*a).to_owned(), (*b).to_owned()))
                .collect();
            serde_json::to_string(&Parameters(pairs)).unwrap()
        };
        assert_eq!(json(&[("k", "5")]), "5");
        assert_eq!(json(&[("c", "0.5"), ("l", "3")]), r#"{"c":0.5,"l":3}"#);
        assert_eq!(json(&[("", "infinite")]), r#""infinite""#);
        assert_eq!(json(&[]), "null");
    }

    #[test]
    fn folders_are_not_told() {
        assert_eq!(
            ["people.csv", "../data/people.csv", r"C:\data\people.csv"].map(file_name),
            ["people.csv"; 3]
        );
    }
}
