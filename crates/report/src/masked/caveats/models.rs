//! Attacks that each model leaves open, from its promise page.

use super::list::Caveats;
use crate::facts::report::Report;
use crate::facts::unit::ProtectionUnit;
use crate::model::Comparing;
use crate::number::listed;
use crate::promise::several;
use equipoise_recipe::{EntropyEstimatorChoice, LikenessChoice, MapPopulation, Model, Variant};

/// Caveats of all models of a release, in the order of the recipe, each once. What several models
/// leave open comes last.
pub(super) fn add(caveats: &mut Caveats, report: &Report) {
    for line in &report.models {
        if let Some((title, text)) = of(&line.model, &report.unit)
            && caveats.0.iter().all(|known| known.title != title)
        {
            caveats.add(title, text);
        }
    }
    similarity(caveats, report);
    identity(caveats, report);
}

/// Title and text on what one model leaves open.
fn of(model: &Model, unit: &ProtectionUnit) -> Option<(&'static str, String)> {
    let units = unit.noun(2);
    let text = match model {
        Model::KAnonymity { .. } => (
            "Classes whose members are all alike (k-anonymity: homogeneity and background knowledge)",
            "k-anonymity hides which row is whose, not what the rows of a class have in common. If all of them show the same sensitive \
             value, it is known of everybody in the class. Somebody who knows more about a person than the quasi-identifiers can also \
             rule out the others one by one."
                .to_owned(),
        ),
        Model::LDiversity { variant, .. } => return diversity(variant),
        Model::AlphaKAnonymity { values: None, .. } => return None,
        Model::AlphaKAnonymity {
            values: Some(_), ..
        } => (
            "Values that are not listed (alpha-k-anonymity)",
            "Only the listed values are limited: any other may fill a class. That is news as well: whoever is in such a class is known not to \
             have a listed one."
                .to_owned(),
        ),
        Model::TCloseness { .. } => (
            "Rare values that become likely (t-closeness: ratios)",
            "t limits a difference, not a ratio. With all values equally far apart, a value that 1 % of the table has may belong to 20 % of a \
             class at t = 0.19; where values can be near each other, moving between near ones hardly counts."
                .to_owned(),
        ),
        Model::NtCloseness { n, .. } => (
            "Large classes (nt-closeness)",
            format!(
                "A class of {n} or more {units} passes whatever its values are, even if all of them have the same one. Smaller ones are close to \
                 some crowd around them, which may itself differ from the whole table."
            ),
        ),
        Model::SemanticPrivacy { .. } => (
            "Shares that grow by a factor (semantic privacy)",
            "Every share may change by the factor of section 1: with a delta of 1.5 in natural logarithms, 10 % may become 44 %. No distance \
             is known between values, so a class may lean towards values that mean much the same."
                .to_owned(),
        ),
        Model::DeltaDisclosure { .. } => (
            "Values that are absent, and frequent ones that become certain (delta-disclosure)",
            "A class may lack a value, and then everybody in it is known not to have it. A value that half of the table has may belong to all \
             of a class, wherever the factor of section 1 is above 2."
                .to_owned(),
        ),
        Model::BetaLikeness { variant, .. } => likeness(*variant),
        Model::LkcPrivacy { l, .. } => (
            "Whoever knows one quasi-identifier more (LKC-privacy)",
            format!(
                "Nothing is promised against somebody who knows more than {} of a person: the rows that agree on them may be \
                 a single one. Several people can put together what they know.",
                several(&l.to_string(), "quasi-identifier")
            ),
        ),
        Model::KmAnonymity { m, .. } => (
            "Whoever knows one item more (k^m-anonymity)",
            format!(
                "Nothing is promised against somebody who knows more than {} of a person's set, or who knows an item that the person does \
                 not have. And an item that all of a class have is known of everybody in it.",
                several(&m.to_string(), "item")
            ),
        ),
        Model::SampleUniqueness { .. } => (
            "Those who are unique all the same (sample uniqueness)",
            "A share of the whole table promises nothing to a single person: whoever is unique is as exposed as without it, and a class of \
             two is hardly better than a class of one."
                .to_owned(),
        ),
        Model::AverageRisk { .. } => (
            "The worst behind the average (average risk)",
            "An average promises nothing to a single person: beside one class of a thousand, somebody who is alone hardly shows in it, and is \
             found."
                .to_owned(),
        ),
        Model::PopulationUniqueness { .. } => (
            "An estimate that may be wrong (population uniqueness)",
            "The share is a guess from a model of random samples, not a bound. A table that is no random sample, such as all patients of one \
             clinic, can hold far more unique people. And whoever knows that somebody is in the table need not care for the population."
                .to_owned(),
        ),
        Model::KMap { population, .. } => k_map(population),
        Model::DeltaPresence { .. } => (
            "Other registers than the one given (delta-presence)",
            "Being in the table is hidden only from those who know no more than the given population: a list with fewer people gives better \
             odds, and a neighbour knows anyway. Whose row it is, and what it says, is not limited by this model."
                .to_owned(),
        ),
    };
    Some(text)
}

fn k_map(population: &MapPopulation) -> (&'static str, String) {
    let estimate = match population {
        MapPopulation::Estimated { .. } => {
            " The number of people who fit is an estimate that takes the table for a random sample."
        }
        MapPopulation::File(_) => "",
    };
    (
        "Whoever knows that somebody is in the table (k-map)",
        format!(
            "Such a person looks among the released rows, not in the register, and may find a single one. A register with fewer people or \
             more columns than the one assumed here also leaves fewer who fit.{estimate}"
        ),
    )
}

fn diversity(variant: &Variant) -> Option<(&'static str, String)> {
    match variant {
        Variant::Distinct => Some((
            "Values that differ, but are lopsided or similar (distinct l-diversity: skewness and similarity)",
            "Different values are counted, not weighed. A class may show one value almost always and the others once, or only \
             values that mean much the same, such as several kinds of cancer."
                .to_owned(),
        )),
        Variant::Entropy { estimator } => {
            let credit = match estimator {
                EntropyEstimatorChoice::Grassberger => {
                    " Grassberger's correction also counts values that a class does not show: a single row passes for 3.56 of them."
                }
                EntropyEstimatorChoice::Shannon => "",
            };
            Some((
                "One value that is likely all the same (entropy l-diversity)",
                format!(
                    "Uncertainty is limited on the whole, not the chance of the best guess. Shares of one half and four times one eighth count \
                     as 4 equally frequent values, and the most frequent one is right every second time.{credit}"
                ),
            ))
        }
        Variant::Probabilistic | Variant::Recursive { .. } => None,
    }
}

fn likeness(variant: LikenessChoice) -> (&'static str, String) {
    let absent = "A class may lack a value, and then everybody in it is known not to have it.";
    match variant {
        LikenessChoice::Enhanced => (
            "Values that are absent (enhanced beta-likeness)",
            absent.to_owned(),
        ),
        LikenessChoice::Basic => (
            "Values that are absent, and frequent ones that become certain (basic beta-likeness)",
            format!(
                "{absent} A value that half of the table has may belong to all of a class as soon as beta is 1 or more."
            ),
        ),
    }
}

/// Models that limit how frequent a value is in a class know neither what values mean nor how
/// frequent they are elsewhere.
fn similarity(caveats: &mut Caveats, report: &Report) {
    let mut names: Vec<String> = Vec::new();
    for name in report
        .models
        .iter()
        .filter_map(|m| frequency_limit(&m.model))
    {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    if !names.is_empty() {
        caveats.add(
            "Values that mean much the same, or are rare elsewhere (similarity and skewness)",
            format!(
                "By {}, values count as different or frequent, whatever they mean. A class may show only values that tell nearly the same, \
                 or show often what is rare in the whole table.",
                listed(&names)
            ),
        );
    }
}

/// The name of a model that limits how frequent a value is in a class.
fn frequency_limit(model: &Model) -> Option<String> {
    match model {
        Model::LDiversity {
            variant:
                variant @ (Variant::Probabilistic | Variant::Entropy { .. } | Variant::Recursive { .. }),
            ..
        } => Some(format!("{variant} {}", model.name())),
        Model::AlphaKAnonymity { .. } | Model::LkcPrivacy { .. } => Some(model.name().to_string()),
        Model::LDiversity {
            variant: Variant::Distinct,
            ..
        }
        | Model::KAnonymity { .. }
        | Model::TCloseness { .. }
        | Model::NtCloseness { .. }
        | Model::SemanticPrivacy { .. }
        | Model::DeltaDisclosure { .. }
        | Model::BetaLikeness { .. }
        | Model::KmAnonymity { .. }
        | Model::SampleUniqueness { .. }
        | Model::AverageRisk { .. }
        | Model::PopulationUniqueness { .. }
        | Model::KMap { .. }
        | Model::DeltaPresence { .. } => None,
    }
}

/// Models that compare a class with the table do not care how large it is.
fn identity(caveats: &mut Caveats, report: &Report) {
    let mut comparing: Vec<(Comparing, &str)> = report
        .models
        .iter()
        .filter_map(|m| Some((Comparing::of(&m.model)?, m.model.name().as_str())))
        .collect();
    comparing.sort();
    comparing.dedup();
    let names: Vec<String> = comparing
        .iter()
        .map(|(_, name)| (*name).to_owned())
        .collect();
    let Some(first) = names.first() else { return };
    let asked = |is: fn(&Model) -> bool| {
        report
            .models
            .iter()
            .find(|m| is(&m.model))
            .map(|m| m.model.name().as_str())
    };
    let of_size = asked(|model| matches!(model, Model::KAnonymity { .. }))
        .or_else(|| asked(|model| matches!(model, Model::AlphaKAnonymity { .. })));
    let size = match of_size {
        Some(model) => format!("Here {model} was asked for as well, and it is k that limits this."),
        None => "No model for that was asked for here: look at the class sizes above.".to_owned(),
    };
    let limits = if names.len() == 1 { "limits" } else { "limit" };
    let only_crowds = comparing.iter().all(|(of, _)| *of == Comparing::Nt);
    let with = if only_crowds {
        "a crowd around it"
    } else {
        "the whole table"
    };
    let does = if names.len() == 1 {
        "It does"
    } else {
        "They do"
    };
    caveats.add(
        &format!("Finding somebody's row ({}: identity)", if names.len() == 1 { first.as_str() } else { "comparison with the table" }),
        format!(
            "{} {limits} what the class tells about the sensitive value, compared with {with}. {does} not limit how easily a \
             person's row is found. {size}",
            listed(&names)
        ),
    );
}
