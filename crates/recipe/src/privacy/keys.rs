//! Which keys each model has, and the checks that several of them share.

use crate::problems::Problems;
use crate::reader::{Section, quoted};
use crate::words::Word;
use equipoise_data::{Decimal, ModelName, did_you_mean};

/// The key that protects a column also against those who know the other sensitive columns.
pub(crate) const OTHERS: &str = "others-as-quasi-identifiers";

/// Each model with its keys, in the order in which messages list them.
const KEYS: [(ModelName, &[&str]); 15] = [
    (ModelName::KAnonymity, &["k"]),
    (
        ModelName::LDiversity,
        &["column", "l", "variant", "c", "estimator", OTHERS],
    ),
    (
        ModelName::AlphaKAnonymity,
        &["column", "alpha", "k", "values", OTHERS],
    ),
    (
        ModelName::TCloseness,
        &["column", "t", "distance", "bandwidth", OTHERS],
    ),
    (
        ModelName::NtCloseness,
        &["column", "n", "t", "distance", "bandwidth", OTHERS],
    ),
    (
        ModelName::SemanticPrivacy,
        &["column", "delta", "log", OTHERS],
    ),
    (
        ModelName::DeltaDisclosure,
        &["column", "delta", "log", OTHERS],
    ),
    (
        ModelName::BetaLikeness,
        &["column", "beta", "variant", OTHERS],
    ),
    (ModelName::LkcPrivacy, &["column", "l", "k", "c", OTHERS]),
    (ModelName::KmAnonymity, &["column", "k", "m", OTHERS]),
    (ModelName::SampleUniqueness, &["threshold"]),
    (ModelName::AverageRisk, &["threshold"]),
    (
        ModelName::PopulationUniqueness,
        &[
            "threshold",
            "estimator",
            "sampling-fraction",
            "population-size",
        ],
    ),
    (
        ModelName::KMap,
        &[
            "k",
            "population",
            "estimator",
            "sampling-fraction",
            "population-size",
            "significance",
        ],
    ),
    (ModelName::DeltaPresence, &["population", "min", "max"]),
];

/// The words for all models.
pub(crate) fn models() -> impl Iterator<Item = &'static str> + Clone {
    KEYS.iter().map(|(model, _)| model.as_str())
}

/// Notes every key that the model does not have. A key of another model is told apart from a slip
/// of the pen.
pub(crate) fn accept<'a>(problems: &mut Problems<'a>, section: &Section<'a>, model: ModelName) {
    let own = KEYS
        .iter()
        .find(|(name, _)| *name == model)
        .map_or(&[][..], |(_, keys)| keys);
    let accepted: Vec<&str> = ["model"].into_iter().chain(own.iter().copied()).collect();
    problems.accept_with(section, &accepted, elsewhere);
}

/// Where a key would belong.
fn elsewhere(key: &str) -> Option<String> {
    if ["column", OTHERS].contains(&key) {
        return Some(format!(
            "`{key}` is for models that protect a sensitive column"
        ));
    }
    let owners: Vec<&str> = KEYS
        .iter()
        .filter(|(_, keys)| keys.contains(&key))
        .map(|(model, _)| model.as_str())
        .collect();
    (!owners.is_empty()).then(|| format!("`{key}` is for {}", quoted(owners)))
}

/// Notes that a model is not known, with the one that was probably meant.
pub(crate) fn meant(given: Option<&str>) -> Option<String> {
    given.and_then(|g| did_you_mean(g, models()))
}

/// A key that only one choice of the model has stands beside another choice.
pub(crate) fn only_for<'a>(
    problems: &mut Problems<'a>,
    section: &Section<'a>,
    key: &str,
    owner: &str,
    chosen: &str,
) {
    if section.get(key).is_some() {
        problems.add(
            section.at(key),
            format!(
                "`{key}` in {} is for {owner}, and this one is {chosen}",
                section.place
            ),
        );
    }
}

/// The parameter is there, or its absence is a problem.
pub(crate) fn require<'a>(problems: &mut Problems<'a>, section: &Section<'a>, key: &str) {
    if section.get(key).is_none() {
        problems.add(section.at, format!("{} has no `{key}`", section.place));
    }
}

/// A whole number that must be there.
pub(crate) fn whole<'a>(
    problems: &mut Problems<'a>,
    section: &Section<'a>,
    key: &str,
    least: u64,
) -> Option<u64> {
    require(problems, section, key);
    problems.whole(section, key, least, u64::MAX)
}

/// Which numbers a parameter may be, and how messages say it.
pub(crate) struct Range {
    pub(crate) holds: fn(&Decimal) -> bool,
    pub(crate) must: &'static str,
    pub(crate) hint: Option<&'static str>,
}

/// People often write a percentage where a share is meant.
const IS_SHARE: Option<&str> = Some("it is a share: `0.05` is five in a hundred");

/// From 0 to 1.
pub(crate) const SHARE: Range = Range {
    holds: |x| !x.is_negative() && *x <= Decimal::ONE,
    must: "it must be at least 0 and at most 1",
    hint: IS_SHARE,
};
/// Above 0, at most 1.
pub(crate) const SHARE_ABOVE_0: Range = Range {
    holds: |x| *x > Decimal::ZERO && *x <= Decimal::ONE,
    must: "it must be greater than 0 and at most 1",
    hint: IS_SHARE,
};
/// Above 0, below 1.
pub(crate) const INNER_SHARE: Range = Range {
    holds: |x| *x > Decimal::ZERO && *x < Decimal::ONE,
    must: "it must be greater than 0 and less than 1",
    hint: IS_SHARE,
};
/// From 0 to 1, for distances that nobody writes in percent.
pub(crate) const UNIT: Range = Range {
    hint: None,
    ..SHARE
};
/// At least 0.
pub(crate) const FROM_0: Range = Range {
    holds: |x| !x.is_negative(),
    must: "it must be at least 0",
    hint: None,
};
/// At least 1.
pub(crate) const FROM_1: Range = Range {
    holds: |x| *x >= Decimal::ONE,
    must: "it must be at least 1",
    hint: None,
};
/// Above 0.
pub(crate) const ABOVE_0: Range = Range {
    holds: |x| *x > Decimal::ZERO,
    must: "it must be greater than 0",
    hint: None,
};

/// A number that must be there.
pub(crate) fn decimal<'a>(
    problems: &mut Problems<'a>,
    section: &Section<'a>,
    key: &str,
    range: &Range,
) -> Option<Decimal> {
    require(problems, section, key);
    optional(problems, section, key, range)
}

/// A number that may be left out. Every number of a model is a fraction of 128-bit integers, so
/// that judges can compare it exactly.
pub(crate) fn optional<'a>(
    problems: &mut Problems<'a>,
    section: &Section<'a>,
    key: &str,
    range: &Range,
) -> Option<Decimal> {
    let value = section.get(key)?;
    let given = problems.number(section, key)?;
    if !(range.holds)(&given) {
        problems.wrong_with(
            section,
            key,
            value,
            range.must,
            range.hint.map(str::to_owned),
        );
        return None;
    }
    if given.fraction().is_none() {
        problems.wrong(
            section,
            key,
            value,
            "it must be a number that can be written with at most 38 digits",
        );
        return None;
    }
    Some(given)
}

/// The word of a key, or the default where the key is not there; `None` for a word that is not
/// known.
pub(crate) fn word_or<'a, W: Word>(
    problems: &mut Problems<'a>,
    section: &Section<'a>,
    key: &str,
    default: W,
) -> Option<W> {
    match section.get(key) {
        None => Some(default),
        Some(_) => problems.word(section, key, &[]),
    }
}

/// Warns where one or both of a size `k` and a largest share limit nothing.
pub(crate) fn warn_of_size_and_share<'a>(
    problems: &mut Problems<'a>,
    section: &Section<'a>,
    k: u64,
    share: (&str, Decimal),
) {
    let (name, all) = (share.0, share.1 == Decimal::ONE);
    match (k, all) {
        (1, true) => problems.warn(
            section.at("k"),
            format!("k = 1 with {name} = 1 protects nothing: every table meets it"),
        ),
        (1, false) => problems.warn(
            section.at("k"),
            format!("k = 1 protects nothing by itself: here only {name} does"),
        ),
        (_, true) => problems.warn(
            section.at(name),
            format!("{name} = 1 protects nothing by itself: here only k does"),
        ),
        (_, false) => {}
    }
}

/// A default that is written in this crate.
pub(crate) fn known(digits: &str) -> Decimal {
    Decimal::parse(digits).expect("it is written as a number")
}
