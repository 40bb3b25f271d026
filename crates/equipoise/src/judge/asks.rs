//! From the models of a recipe to questions for the independent judge.

use crate::prepare::models::fraction;
use crate::prepare::sensitive::{Counting, SensitiveColumn};
use equipoise_certify as certify;
use equipoise_certify::Ask;
use equipoise_data::{Result, Tree};
use equipoise_recipe::{
    DistanceChoice, EntropyEstimatorChoice, LikenessChoice, LogChoice, MapEstimator, MapPopulation,
    Method, Model, ReadingChoice, Recipe, SamplingChoice, UniquenessEstimator, Variant,
};

/// Facts for the judge's questions that no released file shows.
pub(crate) struct QuestionFacts<'a> {
    pub(crate) recipe: &'a Recipe,
    pub(crate) counting: &'a Counting,
    /// Rows, or distinct persons, of the input.
    pub(crate) units: u64,
    /// Turns a value into the text that is released.
    pub(crate) show: &'a dyn Fn(&str) -> String,
    /// Per model the population by class, where it is counted.
    pub(crate) population: &'a dyn Fn(&Model) -> Result<Option<certify::ClassCounts>>,
    /// Per model the classes of the input, where they are needed.
    pub(crate) input: &'a dyn Fn(&Model) -> Result<Option<certify::InputClasses>>,
}

impl QuestionFacts<'_> {
    /// One question for each model of the recipe.
    pub(crate) fn asks(&self) -> Result<Vec<Ask>> {
        self.recipe
            .privacy
            .iter()
            .map(|model| self.ask(model))
            .collect()
    }

    fn ask(&self, model: &Model) -> Result<Ask> {
        let search = &self.recipe.search;
        Ok(match model {
            Model::KAnonymity { k } if search.method == Method::CellSuppression => {
                Ask::CellAnonymity {
                    k: *k,
                    reading: if search.reading == ReadingChoice::Wildcard {
                        certify::CellReading::Wildcard
                    } else {
                        certify::CellReading::Cautious
                    },
                    label: (self.show)(&self.recipe.output.label),
                    subsets: search.subsets,
                }
            }
            Model::KAnonymity { k } => Ask::KAnonymity { k: *k },
            Model::SampleUniqueness { threshold } => Ask::SampleUniqueness {
                threshold: threshold.to_string(),
            },
            Model::AverageRisk { threshold } => Ask::AverageRisk {
                threshold: threshold.to_string(),
            },
            Model::PopulationUniqueness {
                threshold,
                estimator,
                sampling,
            } => Ask::PopulationUniqueness {
                threshold: threshold.to_string(),
                estimator: uniqueness_estimator(*estimator),
                sampling: self.sampling(sampling),
            },
            Model::KMap { k, population } => Ask::KMap {
                k: *k,
                population: self.map_population(model, population)?,
            },
            Model::DeltaPresence { min, max, .. } => Ask::DeltaPresence {
                min: min.to_string(),
                max: max.to_string(),
                population: (self.population)(model)?,
            },
            with_column => self.ask_column(with_column)?,
        })
    }

    fn map_population(
        &self,
        model: &Model,
        population: &MapPopulation,
    ) -> Result<certify::MapPopulation> {
        Ok(match population {
            MapPopulation::File(_) => certify::MapPopulation::Counted((self.population)(model)?),
            MapPopulation::Estimated {
                estimator,
                sampling,
                significance,
            } => certify::MapPopulation::Estimated {
                estimator: match estimator {
                    MapEstimator::Poisson => certify::MapEstimator::Poisson,
                    MapEstimator::ZeroTruncatedPoisson => {
                        certify::MapEstimator::ZeroTruncatedPoisson
                    }
                },
                sampling: self.sampling(sampling),
                sample: None,
                significance: significance.to_string(),
            },
        })
    }

    fn sampling(&self, sampling: &SamplingChoice) -> certify::Sampling {
        certify::Sampling::Fraction(fraction(sampling, self.units))
    }

    fn ask_column(&self, model: &Model) -> Result<Ask> {
        let (column, _) = self.counting.column_of(model)?;
        let of = self.sensitive_column(model, column);
        let reference = || Some(column.counted(self.show));
        Ok(match model {
            Model::LDiversity { l, variant, .. } => match variant {
                Variant::Distinct => Ask::DistinctDiversity {
                    of,
                    l: model.whole_l().unwrap_or_default(),
                },
                Variant::Probabilistic => Ask::ProbabilisticDiversity {
                    of,
                    l: l.to_string(),
                },
                Variant::Entropy { estimator } => Ask::EntropyDiversity {
                    of,
                    l: l.to_string(),
                    estimator: entropy_estimator(*estimator),
                },
                Variant::Recursive { c } => Ask::RecursiveDiversity {
                    of,
                    c: c.to_string(),
                    l: model.whole_l().unwrap_or_default(),
                },
            },
            Model::AlphaKAnonymity {
                alpha, k, values, ..
            } => {
                let values = values
                    .as_ref()
                    .map(|values| values.iter().map(|v| (self.show)(v)).collect());
                Ask::AlphaK {
                    of,
                    alpha: alpha.to_string(),
                    k: *k,
                    values,
                }
            }
            Model::TCloseness { t, distance, .. } => Ask::TCloseness {
                of,
                t: t.to_string(),
                distance: column.ask_distance(*distance, self.show),
                reference: reference(),
            },
            Model::NtCloseness { n, t, distance, .. } => {
                let distance = column.ask_distance(*distance, self.show);
                Ask::NtCloseness {
                    of,
                    n: *n,
                    t: t.to_string(),
                    distance,
                    input: (self.input)(model)?,
                }
            }
            Model::SemanticPrivacy { delta, log, .. } => Ask::SemanticPrivacy {
                of,
                delta: delta.to_string(),
                log: base(*log),
                reference: reference(),
            },
            Model::DeltaDisclosure { delta, log, .. } => Ask::DeltaDisclosure {
                of,
                delta: delta.to_string(),
                log: base(*log),
                reference: reference(),
            },
            Model::BetaLikeness { beta, variant, .. } => {
                let likeness = match variant {
                    LikenessChoice::Basic => certify::Likeness::Basic,
                    LikenessChoice::Enhanced => certify::Likeness::Enhanced,
                };
                Ask::BetaLikeness {
                    of,
                    beta: beta.to_string(),
                    likeness,
                    reference: reference(),
                }
            }
            Model::LkcPrivacy { l, k, c, .. } => Ask::LkcPrivacy {
                of,
                l: *l,
                k: *k,
                c: c.to_string(),
            },
            Model::KmAnonymity { k, m, .. } => Ask::KmAnonymity {
                of,
                items: column.items.clone().unwrap_or_default(),
                k: *k,
                m: *m,
            },
            Model::KAnonymity { .. }
            | Model::SampleUniqueness { .. }
            | Model::AverageRisk { .. }
            | Model::PopulationUniqueness { .. }
            | Model::KMap { .. }
            | Model::DeltaPresence { .. } => self.ask(model)?,
        })
    }

    fn sensitive_column(&self, model: &Model, column: &SensitiveColumn) -> certify::Of {
        let divides = |other: &&SensitiveColumn| {
            model.others_as_quasi_identifiers() && other.name != column.name
        };
        let others = self
            .counting
            .columns
            .iter()
            .filter(divides)
            .map(|other| (self.show)(&other.name))
            .collect();
        certify::Of {
            column: (self.show)(&column.name),
            others,
        }
    }
}

fn entropy_estimator(estimator: EntropyEstimatorChoice) -> certify::EntropyEstimator {
    match estimator {
        EntropyEstimatorChoice::Shannon => certify::EntropyEstimator::Shannon,
        EntropyEstimatorChoice::Grassberger => certify::EntropyEstimator::Grassberger,
    }
}

fn uniqueness_estimator(estimator: UniquenessEstimator) -> certify::UniquenessEstimator {
    match estimator {
        UniquenessEstimator::Zayatz => certify::UniquenessEstimator::Zayatz,
        UniquenessEstimator::Pitman => certify::UniquenessEstimator::Pitman,
        UniquenessEstimator::Snb => certify::UniquenessEstimator::Snb,
        UniquenessEstimator::Dankar => certify::UniquenessEstimator::Dankar,
    }
}

fn base(log: LogChoice) -> certify::LogBase {
    match log {
        LogChoice::Natural => certify::LogBase::Natural,
        LogChoice::Binary => certify::LogBase::Binary,
    }
}

impl SensitiveColumn {
    /// Each value with its units in the input.
    fn counted(&self, show: &dyn Fn(&str) -> String) -> certify::Counted {
        self.texts
            .iter()
            .zip(&self.reference)
            .map(|(text, &units)| (text.as_deref().map(show), units))
            .collect()
    }

    fn ask_distance(
        &self,
        distance: DistanceChoice,
        show: &dyn Fn(&str) -> String,
    ) -> certify::Distance {
        match distance {
            DistanceChoice::Equal => certify::Distance::Equal,
            DistanceChoice::Ordered => certify::Distance::Ordered {
                ranks: self.shown_ranks(show),
            },
            DistanceChoice::Hierarchical => certify::Distance::Hierarchical {
                lines: self.shown_lines(show),
            },
            DistanceChoice::Smoothed { bandwidth } => certify::Distance::Smoothed {
                bandwidth: bandwidth.to_string(),
                by: self.neighbours(show),
            },
        }
    }

    fn neighbours(&self, show: &dyn Fn(&str) -> String) -> certify::Neighbours {
        if let Some(numbers) = &self.numbers {
            let shown = self
                .texts
                .iter()
                .zip(numbers)
                .filter_map(|(text, n)| Some((show(text.as_ref()?), n.as_ref()?.to_string())));
            return certify::Neighbours::Numbers(shown.collect());
        }
        match (&self.tree, &self.ranks) {
            (Some(_), _) => certify::Neighbours::Lines(self.shown_lines(show)),
            (None, Some(_)) => certify::Neighbours::Ranks(self.shown_ranks(show)),
            (None, None) => certify::Neighbours::Equal,
        }
    }

    fn shown_ranks(&self, show: &dyn Fn(&str) -> String) -> Vec<(String, u32)> {
        let ranks = self.ranks.iter().flatten().zip(&self.texts);
        ranks
            .filter_map(|(rank, text)| Some((show(text.as_ref()?), (*rank)?)))
            .collect()
    }

    fn shown_lines(&self, show: &dyn Fn(&str) -> String) -> Vec<Vec<String>> {
        let shown = |line: &Vec<String>| {
            line.iter()
                .enumerate()
                .map(|(i, t)| if i == 0 { show(t) } else { t.clone() })
                .collect()
        };
        self.tree.iter().flat_map(Tree::lines).map(shown).collect()
    }
}
