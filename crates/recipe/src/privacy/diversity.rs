//! Models that ask for several values in a class: l-diversity and (alpha, k)-anonymity.

use super::choices::{EntropyEstimatorChoice, Variant};
use super::keys::{
    ABOVE_0, FROM_1, SHARE_ABOVE_0, decimal, known, only_for, require, warn_of_size_and_share,
    whole, word_or,
};
use super::model::Model;
use super::target::{Setting, Target};
use crate::column::ColumnRecipe;
use crate::problems::Problems;
use crate::reader::Section;
use equipoise_data::Decimal;

/// Grassberger's estimate for a class of one row, 2 exp(gamma), rounded down: it allows for values
/// that were not drawn.
const SINGLE_ROW: &str = "3.562";

pub(super) fn read_l<'a>(
    problems: &mut Problems<'a>,
    section: &Section<'a>,
    columns: &[ColumnRecipe],
) -> Option<Model> {
    let target = Target::read(problems, section, columns, "l-diversity");
    let variant = match section.get("variant") {
        None => Variant::Distinct,
        // Without the variant nothing can be said about the parameters.
        Some(_) => problems.word(section, "variant", &[])?,
    };
    let l = read_parameter(problems, section, variant);
    let variant = read_variant(problems, section, variant);
    let (target, l, variant) = (target?, l?, variant?);
    if l == Decimal::ONE {
        problems.warn(
            section.at("l"),
            "l = 1 protects nothing: every class with a known value meets it",
        );
    } else if variant
        == (Variant::Entropy {
            estimator: EntropyEstimatorChoice::Grassberger,
        })
        && l <= known(SINGLE_ROW)
    {
        let message = format!(
            "l = {l} with `grassberger` is met by a class of one row, which counts as 3.56 values: ask for k-anonymity too"
        );
        problems.warn(section.at("l"), message);
    }
    Some(Model::LDiversity {
        column: target.name(),
        l,
        variant,
        others_as_quasi_identifiers: target.others,
    })
}

/// `l`, which is a whole number where values are counted.
fn read_parameter<'a>(
    problems: &mut Problems<'a>,
    section: &Section<'a>,
    variant: Variant,
) -> Option<Decimal> {
    if !variant.counts_values() {
        return decimal(problems, section, "l", &FROM_1);
    }
    require(problems, section, "l");
    let (least, hint) = match variant {
        Variant::Recursive { .. } => (2, None),
        _ => (
            1,
            Some("`probabilistic` and `entropy` are the variants whose l may have decimals"),
        ),
    };
    // The hint is for 1.5, not for 0.
    let hint = hint.filter(|_| {
        section
            .get("l")
            .is_some_and(|l| l.get_ref().as_float().is_some())
    });
    problems
        .whole_with(section, "l", least, u64::MAX, hint)
        .map(Decimal::from)
}

/// The variant with its parameters. Parameters of other variants are mistakes: they would change
/// nothing.
fn read_variant<'a>(
    problems: &mut Problems<'a>,
    section: &Section<'a>,
    variant: Variant,
) -> Option<Variant> {
    let chosen = format!("`{variant}`");
    if !matches!(variant, Variant::Recursive { .. }) {
        only_for(problems, section, "c", "the variant `recursive`", &chosen);
    }
    if !matches!(variant, Variant::Entropy { .. }) {
        only_for(
            problems,
            section,
            "estimator",
            "the variant `entropy`",
            &chosen,
        );
    }
    match variant {
        Variant::Recursive { .. } if section.get("c").is_none() => {
            let hint = "the most frequent value of a class must occur less often than c times the sum of the values from the l-th on";
            problems.add_with(
                section.at,
                format!("{} is `recursive` and has no `c`", section.place),
                Some(hint.to_owned()),
            );
            None
        }
        Variant::Recursive { .. } => {
            decimal(problems, section, "c", &ABOVE_0).map(|c| Variant::Recursive { c })
        }
        Variant::Entropy { .. } => {
            let estimator = word_or(
                problems,
                section,
                "estimator",
                EntropyEstimatorChoice::Shannon,
            )?;
            Some(Variant::Entropy { estimator })
        }
        Variant::Distinct | Variant::Probabilistic => Some(variant),
    }
}

pub(super) fn read_alpha_k<'a>(
    problems: &mut Problems<'a>,
    section: &Section<'a>,
    setting: &Setting<'_>,
) -> Option<Model> {
    let target = Target::read(problems, section, setting.columns, "alpha-k-anonymity");
    let alpha = decimal(problems, section, "alpha", &SHARE_ABOVE_0);
    let k = whole(problems, section, "k", 1);
    let values = problems.texts(section, "values");
    let sound = values
        .as_ref()
        .is_none_or(|values| check_values(problems, section, values, setting.missing));
    if section.get("values").is_some() != values.is_some() || !sound {
        return None;
    }
    let (target, alpha, k) = (target?, alpha?, k?);
    warn_of_size_and_share(problems, section, k, ("alpha", alpha));
    Some(Model::AlphaKAnonymity {
        column: target.name(),
        alpha,
        k,
        values,
        others_as_quasi_identifiers: target.others,
    })
}

/// Listed values are cells, so messages count them and do not show them.
fn check_values<'a>(
    problems: &mut Problems<'a>,
    section: &Section<'a>,
    values: &[String],
    missing: &[String],
) -> bool {
    let repeated = values
        .iter()
        .enumerate()
        .filter(|(i, value)| values[..*i].contains(value))
        .count();
    let unknown = values
        .iter()
        .filter(|value| missing.contains(value))
        .count();
    let (what, must) = if values.is_empty() {
        (
            "is empty".to_owned(),
            "it must list at least one value; without it all values are limited",
        )
    } else if repeated > 0 {
        (
            format!("repeats {repeated} of its values"),
            "it must list each value once",
        )
    } else if unknown > 0 {
        (
            format!("lists {unknown} that mean a missing value"),
            "only known values can be limited",
        )
    } else {
        return true;
    };
    problems.add(
        section.at("values"),
        format!("`values` in {} {what}; {must}", section.place),
    );
    false
}
