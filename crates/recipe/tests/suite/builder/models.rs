//! Every privacy model, with every choice.

use super::{d, error_of};
use equipoise_recipe::*;

/// The model after this one. A new model has no arm here, and the tests do not compile.
fn next(model: &Model) -> Option<Model> {
    let column = || "job".to_owned();
    let others_as_quasi_identifiers = false;
    Some(match model {
        Model::KAnonymity { .. } => Model::LDiversity {
            column: column(),
            l: d("3"),
            variant: Variant::Distinct,
            others_as_quasi_identifiers,
        },
        Model::LDiversity { .. } => Model::AlphaKAnonymity {
            column: column(),
            alpha: d("0.5"),
            k: 4,
            values: None,
            others_as_quasi_identifiers,
        },
        Model::AlphaKAnonymity { .. } => Model::TCloseness {
            column: column(),
            t: d("0.2"),
            distance: DistanceChoice::Equal,
            others_as_quasi_identifiers,
        },
        Model::TCloseness { .. } => Model::NtCloseness {
            column: column(),
            n: 30,
            t: d("0.25"),
            distance: DistanceChoice::Equal,
            others_as_quasi_identifiers,
        },
        Model::NtCloseness { .. } => Model::SemanticPrivacy {
            column: column(),
            delta: d("1.5"),
            log: LogChoice::Natural,
            others_as_quasi_identifiers,
        },
        Model::SemanticPrivacy { .. } => Model::DeltaDisclosure {
            column: column(),
            delta: d("2"),
            log: LogChoice::Natural,
            others_as_quasi_identifiers,
        },
        Model::DeltaDisclosure { .. } => Model::BetaLikeness {
            column: column(),
            beta: d("1.25"),
            variant: LikenessChoice::Basic,
            others_as_quasi_identifiers,
        },
        Model::BetaLikeness { .. } => Model::LkcPrivacy {
            column: column(),
            l: 1,
            k: 5,
            c: d("0.4"),
            others_as_quasi_identifiers,
        },
        Model::LkcPrivacy { .. } => Model::KmAnonymity {
            column: column(),
            k: 3,
            m: 2,
            others_as_quasi_identifiers,
        },
        Model::KmAnonymity { .. } => Model::SampleUniqueness {
            threshold: d("0.05"),
        },
        Model::SampleUniqueness { .. } => Model::AverageRisk {
            threshold: d("0.1"),
        },
        Model::AverageRisk { .. } => Model::PopulationUniqueness {
            threshold: d("0.01"),
            estimator: UniquenessEstimator::Dankar,
            sampling: SamplingChoice::Fraction(d("0.03")),
        },
        Model::PopulationUniqueness { .. } => Model::KMap {
            k: 7,
            population: MapPopulation::File("all.csv".to_owned()),
        },
        Model::KMap { .. } => Model::DeltaPresence {
            population: "all.csv".to_owned(),
            min: d("0.1"),
            max: d("0.9"),
        },
        Model::DeltaPresence { .. } => return None,
    })
}

/// One of each model.
pub(super) fn all_models() -> Vec<Model> {
    std::iter::successors(Some(Model::KAnonymity { k: 5 }), next).collect()
}

/// The same model with every other choice that it has.
fn choices(model: &Model) -> Vec<Model> {
    let mut found = Vec::new();
    let mut add = |change: &dyn Fn(&mut Model)| {
        let mut other = model.clone();
        change(&mut other);
        found.push(other);
    };
    match model {
        Model::LDiversity { .. } => {
            for chosen in [
                Variant::Probabilistic,
                Variant::Entropy {
                    estimator: EntropyEstimatorChoice::Shannon,
                },
                Variant::Entropy {
                    estimator: EntropyEstimatorChoice::Grassberger,
                },
                Variant::Recursive { c: d("2.5") },
            ] {
                add(&|m| {
                    if let Model::LDiversity { variant, .. } = m {
                        *variant = chosen;
                    }
                });
            }
        }
        Model::AlphaKAnonymity { .. } => add(&|m| {
            if let Model::AlphaKAnonymity { values, .. } = m {
                *values = Some(vec!["\"x\"".to_owned(), "y\n".to_owned()]);
            }
        }),
        Model::TCloseness { .. } | Model::NtCloseness { .. } => {
            for chosen in [
                DistanceChoice::Ordered,
                DistanceChoice::Hierarchical,
                DistanceChoice::Smoothed {
                    bandwidth: d("0.2"),
                },
            ] {
                add(&|m| {
                    if let Model::TCloseness { distance, .. }
                    | Model::NtCloseness { distance, .. } = m
                    {
                        *distance = chosen;
                    }
                });
            }
        }
        Model::SemanticPrivacy { .. } | Model::DeltaDisclosure { .. } => add(&|m| {
            if let Model::SemanticPrivacy { log, .. } | Model::DeltaDisclosure { log, .. } = m {
                *log = LogChoice::Binary;
            }
        }),
        Model::BetaLikeness { .. } => add(&|m| {
            if let Model::BetaLikeness { variant, .. } = m {
                *variant = LikenessChoice::Enhanced;
            }
        }),
        Model::PopulationUniqueness { .. } => {
            for chosen in [
                UniquenessEstimator::Zayatz,
                UniquenessEstimator::Pitman,
                UniquenessEstimator::Snb,
            ] {
                add(&|m| {
                    if let Model::PopulationUniqueness {
                        estimator,
                        sampling,
                        ..
                    } = m
                    {
                        *estimator = chosen;
                        *sampling = SamplingChoice::PopulationSize(u64::MAX);
                    }
                });
            }
        }
        Model::KMap { .. } => {
            for chosen in [MapEstimator::Poisson, MapEstimator::ZeroTruncatedPoisson] {
                add(&|m| {
                    if let Model::KMap { population, .. } = m {
                        *population = MapPopulation::Estimated {
                            estimator: chosen,
                            sampling: SamplingChoice::Fraction(d("0.1")),
                            significance: d("0.02"),
                        };
                    }
                });
            }
        }
        Model::DeltaPresence { .. } => add(&|m| {
            if let Model::DeltaPresence { min, .. } = m {
                *min = Decimal::ZERO;
            }
        }),
        Model::KAnonymity { .. }
        | Model::LkcPrivacy { .. }
        | Model::KmAnonymity { .. }
        | Model::SampleUniqueness { .. }
        | Model::AverageRisk { .. } => {}
    }
    found
}

/// A recipe with a sensitive column that every model accepts.
fn with_job() -> RecipeBuilder {
    let job = ColumnRecipe::sensitive("job")
        .hierarchy_file("job.csv")
        .items("|");
    super::with_age()
        .column(job)
        .column(ColumnRecipe::sensitive("pay").kind(Kind::Integer))
}

fn read_back(model: impl Into<ModelBuilder>) -> Model {
    let builder = with_job().require(model);
    let built = builder
        .build()
        .unwrap_or_else(|e| panic!("{e}\n{}", builder.text()));
    built.recipe().privacy[0].clone()
}

#[test]
fn every_model_with_every_choice_is_read_back() {
    let models = all_models();
    assert_eq!(models.len(), 15);
    for model in models
        .iter()
        .flat_map(|m| [vec![m.clone()], choices(m)].concat())
    {
        assert_eq!(read_back(model.clone()), model);
        if model.column().is_some() {
            let builder = ModelBuilder::from(model.clone()).others_as_quasi_identifiers(true);
            let known = read_back(builder);
            assert!(known.others_as_quasi_identifiers(), "{known}");
            assert_eq!(read_back(known.clone()), known);
            let unknown = ModelBuilder::from(known).others_as_quasi_identifiers(false);
            assert_eq!(read_back(unknown), model);
        }
    }
}

#[test]
fn parameters_without_a_default_suffice() {
    let sampling = SamplingChoice::Fraction(d("0.1"));
    let map = MapPopulation::File("all.csv".to_owned());
    let named = [
        Model::k_anonymity(5),
        Model::l_diversity("job", 3),
        Model::alpha_k_anonymity("job", 0.5, 4),
        Model::t_closeness("job", 0.2),
        Model::nt_closeness("job", 30, 0.25),
        Model::semantic_privacy("job", 1.5),
        Model::delta_disclosure("job", 2),
        Model::beta_likeness("job", 1.25),
        Model::lkc_privacy("job", 1, 5, 0.4),
        Model::km_anonymity("job", 3, 2),
        Model::sample_uniqueness(0.05),
        Model::average_risk(0.1),
        Model::population_uniqueness(0.01, sampling),
        Model::k_map(7, map),
        Model::delta_presence("all.csv", 0.9),
    ];
    let models = all_models();
    assert_eq!(named.len(), models.len());
    for (builder, model) in named.into_iter().zip(models) {
        let read = read_back(builder);
        assert_eq!((read.name(), read.column()), (model.name(), model.column()));
    }
    // Such defaults follow from the column.
    let closeness = read_back(Model::t_closeness("job", 0.2));
    assert_eq!(closeness.distance(), Some(DistanceChoice::Hierarchical));
    let closeness = read_back(Model::t_closeness("pay", 0.2));
    assert_eq!(closeness.distance(), Some(DistanceChoice::Ordered));
}

#[test]
fn several_sensitive_columns_are_decided_about_in_code_as_in_a_file() {
    let both = |others: Option<bool>| {
        let model = |column: &str| {
            let model = Model::l_diversity(column, 2);
            match others {
                Some(others) => model.others_as_quasi_identifiers(others),
                None => model,
            }
        };
        let builder = with_job().require(model("job")).require(model("pay"));
        builder.build().unwrap().into_recipe().warnings
    };
    assert!(both(None)[0].contains("their combination is not"));
    assert_eq!(both(Some(false)), Vec::<String>::new());
    assert_eq!(both(Some(true)), Vec::<String>::new());
}

#[test]
fn keys_of_other_models_are_refused() {
    let builder = with_job().require(Model::k_anonymity(5).log(LogChoice::Binary));
    let error = error_of(&builder);
    assert!(
        error
            .message()
            .ends_with("unknown key `log` in `[[privacy]]`; accepted: `model`, `k`"),
        "{error}"
    );
    assert_eq!(error.place().key, Some("privacy[0].log"));
}
