//! `[[privacy]]`: the models a release must meet.

mod choices;
mod closeness;
mod describe;
mod diversity;
mod gain;
mod keys;
mod model;
mod parameter;
mod population;
mod size;
mod target;

use crate::problems::Problems;
use crate::reader::{Section, quoted};
use equipoise_data::ModelName;

pub use choices::{
    DistanceChoice, EntropyEstimatorChoice, LikenessChoice, LogChoice, MapEstimator, MapPopulation,
    SamplingChoice, UniquenessEstimator, Variant,
};
pub(crate) use keys::OTHERS;
pub use model::Model;
pub use parameter::ModelParameter;
pub(crate) use target::{Setting, warn_of_combination};

impl Model {
    pub(crate) fn read<'a>(
        problems: &mut Problems<'a>,
        section: &Section<'a>,
        setting: &Setting<'_>,
    ) -> Option<Self> {
        let Some(value) = section.get("model") else {
            problems.add(
                section.at,
                format!(
                    "{} has no `model`; accepted: {}",
                    section.place,
                    quoted(keys::models())
                ),
            );
            return None;
        };
        let given = value.get_ref().as_str();
        let must = format!("accepted: {}", quoted(keys::models()));
        let Some(name) = given.and_then(ModelName::from_word) else {
            problems.wrong_with(section, "model", value, &must, keys::meant(given));
            return None;
        };
        keys::accept(problems, section, name);
        let columns = setting.columns;
        match name {
            ModelName::KAnonymity => size::read_k(problems, section),
            ModelName::LDiversity => diversity::read_l(problems, section, columns),
            ModelName::AlphaKAnonymity => diversity::read_alpha_k(problems, section, setting),
            ModelName::TCloseness => closeness::read_t(problems, section, columns),
            ModelName::NtCloseness => closeness::read_nt(problems, section, columns),
            ModelName::SemanticPrivacy => gain::read_semantic(problems, section, columns),
            ModelName::DeltaDisclosure => gain::read_delta(problems, section, columns),
            ModelName::BetaLikeness => gain::read_beta(problems, section, columns),
            ModelName::LkcPrivacy => size::read_lkc(problems, section, columns),
            ModelName::KmAnonymity => size::read_km(problems, section, columns),
            ModelName::SampleUniqueness => population::read_sample_uniqueness(problems, section),
            ModelName::AverageRisk => population::read_average_risk(problems, section),
            ModelName::PopulationUniqueness => population::read_uniqueness(problems, section),
            ModelName::KMap => population::read_k_map(problems, section),
            ModelName::DeltaPresence => population::read_presence(problems, section),
            // No recipe can ask for a model that has a name and nothing else.
            _ => {
                problems.wrong(section, "model", value, &must);
                None
            }
        }
    }
}
