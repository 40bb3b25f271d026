//! One model as the certificate states it, and back again.

use crate::ask::{Ask, Of};
use crate::class_counts::{ClassCounts, InputClasses};
use crate::facts::SensitiveFacts;
use crate::measured::MeasuredModel;
use crate::model_name::{Diversity, Estimator, Model, Variant};
use crate::parameters::{Distance, DistanceKind, LogBase, MapPopulation, Neighbours, Sampling};
use crate::stated::{self, Stated};
use crate::word::Word;
use crate::{Error, Result};
use hashbrown::{HashMap, HashSet};
use serde::{Deserialize, Serialize};

/// One model: what was asked of it and what was measured, as the worst class or the whole table has
/// it.
///
/// Fields that a model does not have are left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Promise {
    /// The model.
    pub model: Word<Model>,
    /// The sensitive column.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<String>,
    /// The variant of the model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<Word<Variant>>,
    /// The estimator.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub estimator: Option<Word<Estimator>>,
    /// The distance between values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance: Option<DistanceKind>,
    /// Smoothed distance: how far the smoothing reaches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bandwidth: Option<String>,
    /// The logarithm.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub log: Option<Word<LogBase>>,
    /// The values that are looked at, as the recipe lists them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<String>>,
    /// The separator of the items of a cell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub items: Option<String>,
    /// Other columns that divide classes further.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub others_as_quasi_identifiers: Option<Vec<String>>,
    /// The share of the population that was sampled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sampling_fraction: Option<String>,
    /// The units of the population.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub population_size: Option<u64>,
    /// The greatest probability that an estimate claims too much.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub significance: Option<String>,
    /// The origin of the value.
    #[serde(default)]
    pub basis: Basis,
    /// The parameters that were asked for.
    pub asked: Stated,
    /// The measured value. A value that depends on the input is stated only to be within the
    /// parameters (`at_most`, `below`); the shares of delta-presence are rounded to three places.
    /// Measuring such values again takes the record.
    pub measured: Stated,
    /// The label of suppressed cells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The promise is about every set of this many quasi-identifiers; without it, about all of
    /// them together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subsets: Option<u64>,
    /// The value in the other reading of suppressed cells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measured_in_other_reading: Option<u64>,
    /// The value when the table is compared with itself instead of the input, over the released
    /// values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measured_against_release: Option<Stated>,
    /// The released values in ascending order, values of equal rank together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<Vec<Vec<String>>>,
    /// The lines of the hierarchy for the released values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lines: Option<Vec<Vec<String>>>,
    /// The released values with their numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub numbers: Option<Vec<(String, String)>>,
}

/// The origin of a value that a certificate states.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Basis {
    /// Measured on the release: the judge measured it on the released files.
    #[default]
    Release,
    /// Stated by the publisher: the released files do not show it, and the judge did not measure
    /// it. No release of this version states anything in this way, and a check refuses it.
    Publisher,
}

impl Promise {
    /// The promise of a model that was measured; `values` are the released ones of its column. None
    /// when it was not measured.
    pub(crate) fn new(ask: &Ask, model: &MeasuredModel, values: &[String]) -> Option<Self> {
        Some(Promise {
            measured_in_other_reading: model.other_reading,
            measured_against_release: stated::against_release(model),
            ..Promise::parameters(ask, values, stated::measured(ask, model)?)
        })
    }

    /// Whether a certificate of this question has just these parameters: none that the model does
    /// not take, none that the released values or the record contradict.
    pub(crate) fn has_parameters_of(&self, ask: &Ask, values: &[String]) -> bool {
        let written = Promise {
            basis: self.basis,
            measured_in_other_reading: self.measured_in_other_reading,
            measured_against_release: self
                .measured_against_release
                .clone()
                .filter(|_| ask.is_relative()),
            ..Promise::parameters(ask, values, self.measured.clone())
        };
        self.asked.says(&written.asked)
            && Promise {
                asked: self.asked.clone(),
                ..written
            } == *self
    }

    /// The promise of a model with what was asked and measured, and nothing else that was measured.
    fn parameters(ask: &Ask, values: &[String], measured: Stated) -> Self {
        let mut promise = Promise {
            model: ask.model().into(),
            column: ask.column().map(Into::into),
            variant: ask.variant().map(Into::into),
            estimator: ask.estimator().map(Into::into),
            distance: ask.distance().map(Distance::kind),
            bandwidth: None,
            log: None,
            values: None,
            items: None,
            others_as_quasi_identifiers: ask
                .of()
                .map(|of| of.others.clone())
                .filter(|others| !others.is_empty()),
            sampling_fraction: None,
            population_size: None,
            significance: None,
            basis: Basis::Release,
            asked: stated::asked(ask),
            measured,
            label: None,
            subsets: None,
            measured_in_other_reading: None,
            measured_against_release: None,
            order: None,
            lines: None,
            numbers: None,
        };
        promise.add_parameters(ask);
        if let Some(distance) = ask.distance() {
            promise.add_distance(distance, values);
        }
        promise
    }

    fn add_parameters(&mut self, ask: &Ask) {
        match ask {
            Ask::CellAnonymity { label, subsets, .. } => {
                (self.label, self.subsets) = (Some(label.clone()), *subsets)
            }
            Ask::SemanticPrivacy { log, .. } | Ask::DeltaDisclosure { log, .. } => {
                self.log = Some((*log).into())
            }
            // As the recipe has them: which of them occur would tell about the input.
            Ask::AlphaK { values, .. } => self.values.clone_from(values),
            Ask::PopulationUniqueness { sampling, .. } => self.add_sampling(sampling),
            Ask::KMap {
                population:
                    MapPopulation::Estimated {
                        sampling,
                        significance,
                        ..
                    },
                ..
            } => {
                self.significance = Some(significance.clone());
                self.add_sampling(sampling);
            }
            Ask::KmAnonymity { items, .. } => self.items = Some(items.clone()),
            _ => {}
        }
    }

    fn add_sampling(&mut self, sampling: &Sampling) {
        match sampling {
            Sampling::Fraction(fraction) => self.sampling_fraction = Some(fraction.clone()),
            Sampling::PopulationSize(size) => self.population_size = Some(*size),
        }
    }

    fn add_distance(&mut self, distance: &Distance, values: &[String]) {
        match distance {
            Distance::Equal => {}
            Distance::Ordered { ranks } => self.order = Some(released_order(ranks, values)),
            Distance::Hierarchical { lines } => self.lines = Some(released_lines(lines, values)),
            Distance::Smoothed { bandwidth, by } => {
                self.bandwidth = Some(bandwidth.clone());
                match by {
                    Neighbours::Equal => {}
                    Neighbours::Numbers(numbers) => {
                        self.numbers = Some(released_numbers(numbers, values))
                    }
                    Neighbours::Ranks(ranks) => self.order = Some(released_order(ranks, values)),
                    Neighbours::Lines(lines) => self.lines = Some(released_lines(lines, values)),
                }
            }
        }
    }

    /// The question that this promise answers, with what is known beside the file.
    ///
    /// # Errors
    /// A model or a parameter that cannot be read.
    pub(crate) fn ask(&self, known: &Known<'_>) -> Result<Ask> {
        let (asked, facts) = (&self.asked, known.facts);
        let reference = facts.and_then(|facts| facts.reference.clone());
        let variant = self.variant.as_ref();
        let Word::Known(model) = self.model else {
            return Err(unknown());
        };
        Ok(match (model, variant) {
            (Model::KAnonymity, None) => Ask::KAnonymity {
                k: asked.number(None)?,
            },
            (Model::KAnonymity, Some(variant)) => Ask::CellAnonymity {
                k: asked.number(None)?,
                reading: match variant {
                    Word::Known(Variant::Cells(reading)) => *reading,
                    _ => return Err(lacking("variant")),
                },
                label: self.label.clone().ok_or_else(|| lacking("label"))?,
                subsets: self.subsets,
            },
            (Model::BucketSize, None) => Ask::BucketSize {
                k: asked.number(None)?,
            },
            (Model::LDiversity, Some(Word::Known(Variant::Diversity(variant)))) => {
                self.diversity(*variant)?
            }
            (Model::AlphaKAnonymity, None) => Ask::AlphaK {
                of: self.of()?,
                alpha: asked.text(Some("alpha"))?,
                k: asked.number(Some("k"))?,
                values: self.values.clone(),
            },
            (Model::TCloseness, None) => Ask::TCloseness {
                of: self.of()?,
                t: asked.text(None)?,
                distance: self.distance_with(facts)?,
                reference,
            },
            (Model::SemanticPrivacy, None) => Ask::SemanticPrivacy {
                of: self.of()?,
                delta: asked.text(None)?,
                log: self.log()?,
                reference,
            },
            (Model::DeltaDisclosure, None) => Ask::DeltaDisclosure {
                of: self.of()?,
                delta: asked.text(None)?,
                log: self.log()?,
                reference,
            },
            (Model::BetaLikeness, Some(variant)) => Ask::BetaLikeness {
                of: self.of()?,
                beta: asked.text(None)?,
                likeness: match variant {
                    Word::Known(Variant::Likeness(likeness)) => *likeness,
                    _ => return Err(lacking("variant")),
                },
                reference,
            },
            (Model::SampleUniqueness, None) => Ask::SampleUniqueness {
                threshold: asked.text(None)?,
            },
            (Model::AverageRisk, None) => Ask::AverageRisk {
                threshold: asked.text(None)?,
            },
            (Model::PopulationUniqueness, None) => Ask::PopulationUniqueness {
                threshold: asked.text(None)?,
                estimator: match self.estimator {
                    Some(Word::Known(Estimator::Uniqueness(estimator))) => estimator,
                    _ => return Err(lacking("estimator")),
                },
                sampling: self.sampling()?,
            },
            (Model::KMap, None) => Ask::KMap {
                k: asked.number(None)?,
                population: self.population(known)?,
            },
            (Model::DeltaPresence, None) => Ask::DeltaPresence {
                min: asked.text(Some("min"))?,
                max: asked.text(Some("max"))?,
                population: known.population.cloned(),
            },
            (Model::NtCloseness, None) => Ask::NtCloseness {
                of: self.of()?,
                n: asked.number(Some("n"))?,
                t: asked.text(Some("t"))?,
                distance: self.distance_with(facts)?,
                input: known.input.cloned(),
            },
            (Model::LkcPrivacy, None) => Ask::LkcPrivacy {
                of: self.of()?,
                l: asked.number(Some("l"))?,
                k: asked.number(Some("k"))?,
                c: asked.text(Some("c"))?,
            },
            (Model::KmAnonymity, None) => Ask::KmAnonymity {
                of: self.of()?,
                items: self.items.clone().ok_or_else(|| lacking("items"))?,
                k: asked.number(Some("k"))?,
                m: asked.number(Some("m"))?,
            },
            _ => return Err(unknown()),
        })
    }

    fn diversity(&self, variant: Diversity) -> Result<Ask> {
        let (of, asked) = (self.of()?, &self.asked);
        Ok(match variant {
            Diversity::Distinct => Ask::DistinctDiversity {
                of,
                l: asked.number(None)?,
            },
            Diversity::Probabilistic => Ask::ProbabilisticDiversity {
                of,
                l: asked.text(None)?,
            },
            Diversity::Entropy => Ask::EntropyDiversity {
                of,
                l: asked.text(None)?,
                estimator: match self.estimator {
                    Some(Word::Known(Estimator::Entropy(estimator))) => estimator,
                    _ => return Err(lacking("estimator")),
                },
            },
            Diversity::Recursive => Ask::RecursiveDiversity {
                of,
                c: asked.text(Some("c"))?,
                l: asked.number(Some("l"))?,
            },
        })
    }

    fn of(&self) -> Result<Of> {
        let column = self.column.clone().ok_or_else(|| lacking("column"))?;
        Ok(Of {
            column,
            others: self.others_as_quasi_identifiers.clone().unwrap_or_default(),
        })
    }

    fn log(&self) -> Result<LogBase> {
        let log = self.log.as_ref().and_then(Word::known);
        log.copied().ok_or_else(|| lacking("log"))
    }

    fn sampling(&self) -> Result<Sampling> {
        match (&self.sampling_fraction, self.population_size) {
            (Some(fraction), None) => Ok(Sampling::Fraction(fraction.clone())),
            (None, Some(size)) => Ok(Sampling::PopulationSize(size)),
            _ => Err(lacking("sampling_fraction")),
        }
    }

    fn population(&self, known: &Known<'_>) -> Result<MapPopulation> {
        let estimator = match self.estimator {
            None => return Ok(MapPopulation::Counted(known.population.cloned())),
            Some(Word::Known(Estimator::Map(estimator))) => estimator,
            Some(_) => return Err(lacking("estimator")),
        };
        Ok(MapPopulation::Estimated {
            estimator,
            sampling: self.sampling()?,
            sample: known.input_units,
            significance: self
                .significance
                .clone()
                .ok_or_else(|| lacking("significance"))?,
        })
    }

    /// From the record where there is one, because that knows the values of the input too.
    fn distance_with(&self, facts: Option<&SensitiveFacts>) -> Result<Distance> {
        let ranks = || {
            let ranks = facts.and_then(|facts| facts.ranks.clone());
            ranks.unwrap_or_else(|| ranks_of(self.order.as_deref().unwrap_or_default()))
        };
        let lines = || {
            facts
                .and_then(|facts| facts.lines.clone())
                .or_else(|| self.lines.clone())
                .unwrap_or_default()
        };
        let numbers = || {
            facts
                .and_then(|facts| facts.numbers.clone())
                .or_else(|| self.numbers.clone())
                .unwrap_or_default()
        };
        Ok(match self.distance.ok_or_else(|| lacking("distance"))? {
            DistanceKind::Equal => Distance::Equal,
            DistanceKind::Ordered => Distance::Ordered { ranks: ranks() },
            DistanceKind::Hierarchical => Distance::Hierarchical { lines: lines() },
            DistanceKind::Smoothed => Distance::Smoothed {
                bandwidth: self.bandwidth.clone().ok_or_else(|| lacking("bandwidth"))?,
                by: match (&self.numbers, &self.order, &self.lines) {
                    (Some(_), _, _) => Neighbours::Numbers(numbers()),
                    (None, Some(_), _) => Neighbours::Ranks(ranks()),
                    (None, None, Some(_)) => Neighbours::Lines(lines()),
                    (None, None, None) => Neighbours::Equal,
                },
            },
        })
    }
}

/// Facts beside the file and the certificate.
#[derive(Default)]
pub(crate) struct Known<'a> {
    /// Of the column of the promise.
    pub(crate) facts: Option<&'a SensitiveFacts>,
    /// Units of the whole input.
    pub(crate) input_units: Option<u64>,
    /// The population in the released classes.
    pub(crate) population: Option<&'a ClassCounts>,
    /// The classes of the whole input.
    pub(crate) input: Option<&'a InputClasses>,
}

fn unknown() -> Error {
    Error::data("this version does not know the model or its variant")
}

fn lacking(field: &str) -> Error {
    Error::data(format!(
        "`{field}` is lacking or not one of those that this version knows"
    ))
}

fn ranks_of(order: &[Vec<String>]) -> Vec<(String, u32)> {
    order
        .iter()
        .zip(0..)
        .flat_map(|(tied, rank)| tied.iter().map(move |text| (text.clone(), rank)))
        .collect()
}

/// The released values by rank.
fn released_order(ranks: &[(String, u32)], values: &[String]) -> Vec<Vec<String>> {
    let released: HashSet<&str> = values.iter().map(String::as_str).collect();
    let mut ranked: Vec<(u32, &str)> = ranks
        .iter()
        .map(|(text, rank)| (*rank, text.as_str()))
        .filter(|(_, text)| released.contains(text))
        .collect();
    ranked.sort_unstable();
    ranked
        .chunk_by(|a, b| a.0 == b.0)
        .map(|tied| tied.iter().map(|(_, text)| (*text).to_owned()).collect())
        .collect()
}

/// The lines of the released values, in the order of the values and not of the file.
fn released_lines(lines: &[Vec<String>], values: &[String]) -> Vec<Vec<String>> {
    let by_value: HashMap<&str, &Vec<String>> = lines
        .iter()
        .filter_map(|line| Some((line.first()?.as_str(), line)))
        .collect();
    values
        .iter()
        .filter_map(|value| by_value.get(value.as_str()).map(|line| (*line).clone()))
        .collect()
}

fn released_numbers(numbers: &[(String, String)], values: &[String]) -> Vec<(String, String)> {
    let by_value: HashMap<&str, &str> = numbers
        .iter()
        .map(|(value, number)| (value.as_str(), number.as_str()))
        .collect();
    values
        .iter()
        .filter_map(|value| {
            by_value
                .get(value.as_str())
                .map(|number| (value.clone(), (*number).to_owned()))
        })
        .collect()
}
