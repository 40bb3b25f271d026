//! `[[privacy]]`: the models a release must meet.

mod choices;
mod closeness;
mod describe;
mod diversity;
mod gain;
mod keys;
mod model;
mod population;
mod size;
mod target;

use crate::problems::Problems;
use crate::reader::{Section, quoted};

pub use choices::{
    DistanceChoice, EntropyEstimatorChoice, LikenessChoice, LogChoice, MapEstimator, MapPopulation,
    SamplingChoice, UniquenessEstimator, Variant,
};
pub(crate) use keys::OTHERS;
pub use model::Model;
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
        if let Some(model) = given.filter(|m| keys::models().any(|known| known == *m)) {
            keys::accept(problems, section, model);
        }
        let columns = setting.columns;
        match given {
            Some("k-anonymity") => size::read_k(problems, section),
            Some("l-diversity") => diversity::read_l(problems, section, columns),
            Some("alpha-k-anonymity") => diversity::read_alpha_k(problems, section, setting),
            Some("t-closeness") => closeness::read_t(problems, section, columns),
            Some("nt-closeness") => closeness::read_nt(problems, section, columns),
            Some("semantic-privacy") => gain::read_semantic(problems, section, columns),
            Some("delta-disclosure") => gain::read_delta(problems, section, columns),
            Some("beta-likeness") => gain::read_beta(problems, section, columns),
            Some("lkc-privacy") => size::read_lkc(problems, section, columns),
            Some("km-anonymity") => size::read_km(problems, section, columns),
            Some("sample-uniqueness") => population::read_sample_uniqueness(problems, section),
            Some("average-risk") => population::read_average_risk(problems, section),
            Some("population-uniqueness") => population::read_uniqueness(problems, section),
            Some("k-map") => population::read_k_map(problems, section),
            Some("delta-presence") => population::read_presence(problems, section),
            other => {
                let must = format!("accepted: {}", quoted(keys::models()));
                problems.wrong_with(section, "model", value, &must, keys::meant(other));
                None
            }
        }
    }
}
