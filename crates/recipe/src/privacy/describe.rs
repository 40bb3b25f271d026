//! How models are named, in words and as data.

use super::choices::{
    DistanceChoice, EntropyEstimatorChoice, LogChoice, MapPopulation, SamplingChoice, Variant,
};
use super::keys::OTHERS;
use super::model::Model;
use super::parameter::ModelParameter;
use equipoise_data::{Decimal, ModelName};
use std::fmt;

impl Model {
    /// The word for this model in a recipe and in JSON.
    pub fn name(&self) -> ModelName {
        match self {
            Model::KAnonymity { .. } => ModelName::KAnonymity,
            Model::LDiversity { .. } => ModelName::LDiversity,
            Model::AlphaKAnonymity { .. } => ModelName::AlphaKAnonymity,
            Model::TCloseness { .. } => ModelName::TCloseness,
            Model::NtCloseness { .. } => ModelName::NtCloseness,
            Model::SemanticPrivacy { .. } => ModelName::SemanticPrivacy,
            Model::DeltaDisclosure { .. } => ModelName::DeltaDisclosure,
            Model::BetaLikeness { .. } => ModelName::BetaLikeness,
            Model::LkcPrivacy { .. } => ModelName::LkcPrivacy,
            Model::KmAnonymity { .. } => ModelName::KmAnonymity,
            Model::SampleUniqueness { .. } => ModelName::SampleUniqueness,
            Model::AverageRisk { .. } => ModelName::AverageRisk,
            Model::PopulationUniqueness { .. } => ModelName::PopulationUniqueness,
            Model::KMap { .. } => ModelName::KMap,
            Model::DeltaPresence { .. } => ModelName::DeltaPresence,
        }
    }

    /// The sensitive column it protects, for models that have one.
    pub fn column(&self) -> Option<&str> {
        self.target().map(|(column, _)| column)
    }

    /// Whether the other sensitive columns count as known, so that each class is divided by them;
    /// false for models without a column.
    pub fn others_as_quasi_identifiers(&self) -> bool {
        self.target().is_some_and(|(_, others)| others)
    }

    fn target(&self) -> Option<(&str, bool)> {
        match self {
            Model::LDiversity {
                column,
                others_as_quasi_identifiers: others,
                ..
            }
            | Model::AlphaKAnonymity {
                column,
                others_as_quasi_identifiers: others,
                ..
            }
            | Model::TCloseness {
                column,
                others_as_quasi_identifiers: others,
                ..
            }
            | Model::NtCloseness {
                column,
                others_as_quasi_identifiers: others,
                ..
            }
            | Model::SemanticPrivacy {
                column,
                others_as_quasi_identifiers: others,
                ..
            }
            | Model::DeltaDisclosure {
                column,
                others_as_quasi_identifiers: others,
                ..
            }
            | Model::BetaLikeness {
                column,
                others_as_quasi_identifiers: others,
                ..
            }
            | Model::LkcPrivacy {
                column,
                others_as_quasi_identifiers: others,
                ..
            }
            | Model::KmAnonymity {
                column,
                others_as_quasi_identifiers: others,
                ..
            } => Some((column, *others)),
            Model::KAnonymity { .. }
            | Model::SampleUniqueness { .. }
            | Model::AverageRisk { .. }
            | Model::PopulationUniqueness { .. }
            | Model::KMap { .. }
            | Model::DeltaPresence { .. } => None,
        }
    }

    /// The word for its variant, for models that have several.
    pub fn variant(&self) -> Option<&'static str> {
        match self {
            Model::LDiversity { variant, .. } => Some(variant.name()),
            Model::BetaLikeness { variant, .. } => Some(variant.name()),
            _ => None,
        }
    }

    /// The distance between distributions, for models that have one.
    pub fn distance(&self) -> Option<DistanceChoice> {
        match self {
            Model::TCloseness { distance, .. } | Model::NtCloseness { distance, .. } => {
                Some(*distance)
            }
            _ => None,
        }
    }

    /// The file of the population, relative to the recipe, for models that were given one.
    pub fn population(&self) -> Option<&str> {
        match self {
            Model::KMap {
                population: MapPopulation::File(path),
                ..
            }
            | Model::DeltaPresence {
                population: path, ..
            } => Some(path),
            _ => None,
        }
    }

    /// The `l` of l-diversity where it is a number of values: of the variants distinct and
    /// recursive.
    pub fn whole_l(&self) -> Option<u64> {
        match self {
            Model::LDiversity { l, variant, .. } if variant.counts_values() => l
                .fraction()
                .and_then(|whole| u64::try_from(whole.numerator).ok()),
            _ => None,
        }
    }

    /// The parameters that a release is held to, in the order in which people say them:
    /// c = 2, then l = 3.
    ///
    /// Each is a number in plain digits. What else was chosen is in [`Model::settings`].
    pub fn asked(&self) -> Vec<ModelParameter> {
        fn list<const N: usize>(
            parameters: [(&'static str, &dyn ToString); N],
        ) -> Vec<ModelParameter> {
            parameters
                .into_iter()
                .map(|(key, value)| ModelParameter::new(key, value))
                .collect()
        }
        match self {
            Model::KAnonymity { k } | Model::KMap { k, .. } => list([("k", k)]),
            Model::LDiversity {
                l,
                variant: Variant::Recursive { c },
                ..
            } => list([("c", c), ("l", l)]),
            Model::LDiversity { l, .. } => list([("l", l)]),
            Model::AlphaKAnonymity { alpha, k, .. } => list([("alpha", alpha), ("k", k)]),
            Model::TCloseness { t, .. } => list([("t", t)]),
            Model::NtCloseness { n, t, .. } => list([("n", n), ("t", t)]),
            Model::SemanticPrivacy { delta, .. } | Model::DeltaDisclosure { delta, .. } => {
                list([("delta", delta)])
            }
            Model::BetaLikeness { beta, .. } => list([("beta", beta)]),
            Model::LkcPrivacy { l, k, c, .. } => list([("l", l), ("k", k), ("c", c)]),
            Model::KmAnonymity { k, m, .. } => list([("k", k), ("m", m)]),
            Model::SampleUniqueness { threshold }
            | Model::AverageRisk { threshold }
            | Model::PopulationUniqueness { threshold, .. } => list([("threshold", threshold)]),
            Model::DeltaPresence { min, max, .. } => list([("min", min), ("max", max)]),
        }
    }

    /// What was chosen beside column, variant, distance and [`Model::asked`], under the keys of the
    /// recipe.
    ///
    /// Listed `values` are cells of the table, so only their number is told.
    pub fn settings(&self) -> Vec<ModelParameter> {
        let mut settings = match self {
            Model::LDiversity {
                variant: Variant::Entropy { estimator },
                ..
            } => vec![ModelParameter::new("estimator", estimator)],
            Model::AlphaKAnonymity {
                values: Some(values),
                ..
            } => vec![ModelParameter::new("values", &values.len())],
            Model::TCloseness {
                distance: DistanceChoice::Smoothed { bandwidth },
                ..
            }
            | Model::NtCloseness {
                distance: DistanceChoice::Smoothed { bandwidth },
                ..
            } => vec![ModelParameter::new("bandwidth", bandwidth)],
            Model::SemanticPrivacy { log, .. } | Model::DeltaDisclosure { log, .. } => {
                vec![ModelParameter::new("log", log)]
            }
            Model::PopulationUniqueness {
                estimator,
                sampling,
                ..
            } => vec![
                ModelParameter::new("estimator", estimator),
                sampling.setting(),
            ],
            Model::KMap {
                population:
                    MapPopulation::Estimated {
                        estimator,
                        sampling,
                        significance,
                    },
                ..
            } => {
                vec![
                    ModelParameter::new("estimator", estimator),
                    sampling.setting(),
                    ModelParameter::new("significance", significance),
                ]
            }
            Model::KMap {
                population: MapPopulation::File(path),
                ..
            }
            | Model::DeltaPresence {
                population: path, ..
            } => {
                vec![ModelParameter::new("population", path)]
            }
            _ => Vec::new(),
        };
        if self.others_as_quasi_identifiers() {
            settings.push(ModelParameter::new(OTHERS, &true));
        }
        settings
    }
}

impl SamplingChoice {
    fn setting(&self) -> ModelParameter {
        match self {
            SamplingChoice::Fraction(fraction) => {
                ModelParameter::new("sampling-fraction", fraction)
            }
            SamplingChoice::PopulationSize(units) => ModelParameter::new("population-size", units),
        }
    }
}

impl fmt::Display for SamplingChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SamplingChoice::Fraction(fraction) => write!(f, "a sample of {fraction}"),
            SamplingChoice::PopulationSize(units) => write!(f, "a population of {units}"),
        }
    }
}

impl fmt::Display for Model {
    /// As people say it: `5-anonymity`, `distinct 3-diversity of income`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Model::KAnonymity { k } => write!(f, "{k}-anonymity"),
            Model::LDiversity {
                column, l, variant, ..
            } => write_diversity(f, column, l, variant),
            Model::AlphaKAnonymity {
                column,
                alpha,
                k,
                values,
                ..
            } => {
                write!(f, "({alpha}, {k})-anonymity of `{column}`")?;
                values.as_ref().map_or(Ok(()), |values| {
                    write!(f, " for {} of its values", values.len())
                })
            }
            Model::TCloseness {
                column,
                t,
                distance,
                ..
            } => write!(f, "{t}-closeness of `{column}`{}", With(distance)),
            Model::NtCloseness {
                column,
                n,
                t,
                distance,
                ..
            } => write!(f, "({n}, {t})-closeness of `{column}`{}", With(distance)),
            Model::SemanticPrivacy {
                column, delta, log, ..
            } => write!(f, "{delta}-semantic privacy of `{column}`{}", base(*log)),
            Model::DeltaDisclosure {
                column, delta, log, ..
            } => write!(f, "{delta}-disclosure privacy of `{column}`{}", base(*log)),
            Model::BetaLikeness {
                column,
                beta,
                variant,
                ..
            } => write!(f, "{variant} {beta}-likeness of `{column}`"),
            Model::LkcPrivacy {
                column, l, k, c, ..
            } => write!(
                f,
                "LKC-privacy of `{column}` with l = {l}, k = {k}, c = {c}"
            ),
            Model::KmAnonymity { column, k, m, .. } => write!(f, "{k}^{m}-anonymity of `{column}`"),
            Model::SampleUniqueness { threshold } => {
                write!(f, "sample uniqueness of at most {threshold}")
            }
            Model::AverageRisk { threshold } => write!(f, "average risk of at most {threshold}"),
            Model::PopulationUniqueness {
                threshold,
                estimator,
                sampling,
            } => {
                write!(
                    f,
                    "population uniqueness of at most {threshold} ({estimator}, {sampling})"
                )
            }
            Model::KMap {
                k,
                population: MapPopulation::File(path),
            } => write!(f, "{k}-map in `{path}`"),
            Model::KMap {
                k,
                population:
                    MapPopulation::Estimated {
                        estimator,
                        sampling,
                        significance,
                    },
            } => {
                write!(
                    f,
                    "{k}-map ({estimator}, {sampling}, significance {significance})"
                )
            }
            Model::DeltaPresence {
                population,
                min,
                max,
            } => write!(f, "({min}, {max})-presence in `{population}`"),
        }?;
        f.write_str(if self.others_as_quasi_identifiers() {
            ", with other sensitive columns as quasi-identifiers"
        } else {
            ""
        })
    }
}

fn write_diversity(
    f: &mut fmt::Formatter<'_>,
    column: &str,
    l: &Decimal,
    variant: &Variant,
) -> fmt::Result {
    match variant {
        Variant::Recursive { c } => write!(f, "{variant} ({c}, {l})-diversity of `{column}`"),
        Variant::Entropy {
            estimator: EntropyEstimatorChoice::Grassberger,
        } => {
            write!(
                f,
                "{variant} {l}-diversity of `{column}` with Grassberger's estimator"
            )
        }
        _ => write!(f, "{variant} {l}-diversity of `{column}`"),
    }
}

/// A distance with its bandwidth, as the end of a sentence.
struct With<'a>(&'a DistanceChoice);

impl fmt::Display for With<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            DistanceChoice::Smoothed { bandwidth } => {
                write!(f, " with smoothed distance of bandwidth {bandwidth}")
            }
            distance => write!(f, " with {distance} distance"),
        }
    }
}

fn base(log: LogChoice) -> &'static str {
    match log {
        LogChoice::Natural => "",
        LogChoice::Binary => " in binary logarithms",
    }
}
