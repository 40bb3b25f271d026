//! From a recipe and a prepared table to records that can be solved.

use super::dictionaries::{Dictionaries, bound, dictionaries};
use super::weights::Weights;
use crate::prepare::Prepared;
use crate::source::Job;
use crate::watch::Watch;
use equipoise_data::{Encoded, Hierarchy, Result};
use equipoise_measure::disclosure::{
    Across, AdversaryDictionary, Attribute, Phi, RiskModel, Risks, Utility,
};
use equipoise_recipe::{self as recipe, MinUtility, RecordWish};
use equipoise_search::record::{Form, RecordTask, Records, Threshold};

/// Everything that a task of records borrows from.
pub(crate) struct RecordSetup<'a> {
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) hierarchies: Vec<&'a Hierarchy>,
    pub(crate) levels: Vec<(usize, usize)>,
    pub(crate) records: Records,
    pub(crate) dictionaries: Vec<AdversaryDictionary>,
    /// The names of the dictionaries in reports.
    pub(crate) names: Vec<String>,
    pub(crate) risks: Risks,
    /// Whether the risk is an upper bound, and why.
    pub(crate) bound: (bool, String),
    /// Warnings about dictionaries and weights.
    pub(crate) warnings: Vec<String>,
}

impl<'a> RecordSetup<'a> {
    pub(crate) fn new(
        job: &Job,
        prepared: &'a Prepared,
        encoded: &Encoded<'_>,
        watch: &dyn Watch,
    ) -> Result<Self> {
        let wish = &job.recipe.record;
        let weights = Weights::new(job, prepared, watch)?;
        let utility = utility(wish.utility);
        let attributes = prepared
            .quasi
            .iter()
            .zip(&weights.of_labels)
            .map(|(q, w)| Attribute::new(&q.hierarchy, q.levels, w, utility))
            .collect();
        let Dictionaries {
            named,
            mut warnings,
        } = dictionaries(job, prepared)?;
        let (names, dictionaries) = named.into_iter().unzip();
        warnings.extend(weights.warning);
        Ok(RecordSetup {
            attributes,
            hierarchies: prepared.quasi.iter().map(|q| &q.hierarchy).collect(),
            levels: prepared.quasi.iter().map(|q| q.levels).collect(),
            records: Records::new(encoded, weights.factors.as_deref())?,
            dictionaries,
            names,
            risks: risks(wish),
            bound: bound(job, prepared)?,
            warnings,
        })
    }

    pub(crate) fn task(&self, threshold: Threshold) -> RecordTask<'_> {
        RecordTask {
            attributes: &self.attributes,
            hierarchies: &self.hierarchies,
            levels: &self.levels,
            records: &self.records,
            dictionaries: &self.dictionaries,
            risks: &self.risks,
            threshold,
        }
    }
}

fn utility(word: recipe::RecordUtility) -> Utility {
    match word {
        recipe::RecordUtility::Depth => Utility::Depth,
        recipe::RecordUtility::Leaves => Utility::Leaves,
        recipe::RecordUtility::Information => Utility::Information,
        recipe::RecordUtility::XiaoTao => Utility::XiaoTao,
        recipe::RecordUtility::Lm => Utility::Lm,
    }
}

fn risks(wish: &RecordWish) -> Risks {
    Risks {
        phi: match wish.sensitivity {
            recipe::Sensitivity::Additive => Phi::Additive {
                base: wish.base_sensitivity.to_f64(),
            },
            recipe::Sensitivity::Multiplicative => Phi::Multiplicative,
        },
        model: match wish.risk {
            recipe::RecordRisk::Expected => RiskModel::Expected,
            recipe::RecordRisk::Identification => RiskModel::Identification,
            recipe::RecordRisk::Entropic => RiskModel::Entropic,
            recipe::RecordRisk::EntropicRaw => RiskModel::EntropicRaw,
        },
        across: match wish.across {
            recipe::AcrossChoice::Mean => Across::Mean,
            recipe::AcrossChoice::Worst => Across::Worst,
            recipe::AcrossChoice::Bayes => Across::Bayes(
                wish.priors
                    .iter()
                    .map(equipoise_data::Decimal::to_f64)
                    .collect(),
            ),
        },
    }
}

/// The threshold that the recipe sets for each record.
pub(crate) fn record_threshold(wish: &RecordWish) -> Threshold {
    let (lambda, share) = (
        wish.lambda.to_f64(),
        matches!(wish.min_utility, MinUtility::Share(_)),
    );
    let form = match wish.form {
        recipe::FormChoice::LeastRisk => {
            let (MinUtility::Share(least) | MinUtility::Absolute(least)) = &wish.min_utility;
            Form::LeastRisk {
                min_utility: least.to_f64(),
            }
        }
        recipe::FormChoice::MostUtility => Form::MostUtility {
            max_risk: wish
                .max_risk
                .as_ref()
                .map_or(0.0, equipoise_data::Decimal::to_f64),
        },
        recipe::FormChoice::Mix => Form::Mix { lambda },
        recipe::FormChoice::Aggregate => Form::Aggregate {
            lambda,
            kappa: wish.kappa,
        },
    };
    Threshold {
        form,
        is_share: share,
    }
}
