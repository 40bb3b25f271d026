//! Builder for `[[privacy]]`.

use super::keys::{Keys, Literal, setters};
use super::number::Number;
use crate::privacy::{
    DistanceChoice, LikenessChoice, LogChoice, MapPopulation, Model, OTHERS, SamplingChoice,
    UniquenessEstimator, Variant,
};
use equipoise_data::ModelName;

/// Builder for a privacy model. Keys that are not set keep the defaults of [`Model`].
///
/// [`Model`] has a function for each model that takes its required parameters, and every [`Model`]
/// converts to a builder. The functions do not check values: [`RecipeBuilder::build`] does.
///
/// [`RecipeBuilder::build`]: crate::RecipeBuilder::build
///
/// ```
/// # use equipoise_recipe::{Model, ModelBuilder, Variant};
/// let diversity = Model::l_diversity("diagnosis", 3).variant(Variant::Probabilistic);
/// let anonymity = ModelBuilder::from(Model::KAnonymity { k: 5 });
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct ModelBuilder {
    pub(super) keys: Keys,
}

setters! { ModelBuilder {
    /// The limit for frequent values, for beta-likeness.
    likeness(likeness: LikenessChoice) = "variant", Literal::text(likeness.name());
    /// The base of the logarithm, for semantic privacy and delta-disclosure.
    log(log: LogChoice) = "log", Literal::text(log.name());
    /// The sensitive values that the limit applies to, for (alpha, k)-anonymity.
    values(values: impl IntoIterator<Item = impl AsRef<str>>) = "values", Literal::texts(values);
    /// The estimator, for population uniqueness.
    estimator(estimator: UniquenessEstimator) = "estimator", Literal::text(estimator.name());
    /// The least share of a class of the population that the table may hold, for delta-presence.
    min(min: impl Into<Number>) = "min", Literal::number(min);
    /// Whether the other sensitive columns count as known, for models of a sensitive column.
    others_as_quasi_identifiers(known: bool) = OTHERS, Literal::flag(known);
} }

impl ModelBuilder {
    /// The meaning of "well-represented", for l-diversity.
    pub fn variant(mut self, variant: Variant) -> Self {
        self.choose("variant", variant.name(), &["estimator", "c"]);
        match variant {
            Variant::Distinct | Variant::Probabilistic => {}
            Variant::Entropy { estimator } => {
                self.keys.set("estimator", Literal::text(estimator.name()));
            }
            Variant::Recursive { c } => self.keys.set("c", Literal::number(c)),
        }
        self
    }

    /// The distance between sensitive values, for t-closeness and (n, t)-closeness.
    pub fn distance(mut self, distance: DistanceChoice) -> Self {
        self.choose("distance", distance.name(), &["bandwidth"]);
        match distance {
            DistanceChoice::Equal | DistanceChoice::Ordered | DistanceChoice::Hierarchical => {}
            DistanceChoice::Smoothed { bandwidth } => {
                self.keys.set("bandwidth", Literal::number(bandwidth));
            }
        }
        self
    }

    /// Sets a choice and removes the parameters of an earlier one.
    fn choose(&mut self, key: &str, word: &str, parameters: &[&str]) {
        if self.keys.has(key) {
            parameters.iter().for_each(|key| self.keys.remove(key));
        }
        self.keys.set(key, Literal::text(word));
    }

    fn new(model: ModelName) -> Self {
        let keys = Keys::default();
        ModelBuilder {
            keys: keys.with("model", Literal::text(model.as_str())),
        }
    }

    fn of_column(model: ModelName, column: impl AsRef<str>) -> Self {
        ModelBuilder::new(model).key("column", Literal::text(column))
    }

    fn key(mut self, key: &str, value: Literal) -> Self {
        self.keys.set(key, value);
        self
    }

    fn number(self, key: &str, number: impl Into<Number>) -> Self {
        self.key(key, Literal::number(number))
    }

    fn sampling(self, sampling: SamplingChoice) -> Self {
        match sampling {
            SamplingChoice::Fraction(fraction) => self.number("sampling-fraction", fraction),
            SamplingChoice::PopulationSize(size) => self.number("population-size", size),
        }
    }

    /// Writes the key only if it is true. Without the key, the recipe warns about several sensitive
    /// columns. A written `false` would count as a decision not to protect them together.
    fn with_others(self, known: bool) -> Self {
        if known {
            self.others_as_quasi_identifiers(true)
        } else {
            self
        }
    }
}

/// Builders for every model.
impl Model {
    /// k-anonymity: every class has at least `k` units.
    pub fn k_anonymity(k: u64) -> ModelBuilder {
        ModelBuilder::new(ModelName::KAnonymity).number("k", k)
    }

    /// l-diversity: every class has at least `l` well-represented values of a sensitive column.
    pub fn l_diversity(column: impl AsRef<str>, l: impl Into<Number>) -> ModelBuilder {
        ModelBuilder::of_column(ModelName::LDiversity, column).number("l", l)
    }

    /// (alpha, k)-anonymity: every class has at least `k` units, and no sensitive value more than a
    /// share `alpha` of them.
    pub fn alpha_k_anonymity(
        column: impl AsRef<str>,
        alpha: impl Into<Number>,
        k: u64,
    ) -> ModelBuilder {
        ModelBuilder::of_column(ModelName::AlphaKAnonymity, column)
            .number("alpha", alpha)
            .number("k", k)
    }

    /// t-closeness: no class is further than `t` from the whole table in a sensitive column.
    pub fn t_closeness(column: impl AsRef<str>, t: impl Into<Number>) -> ModelBuilder {
        ModelBuilder::of_column(ModelName::TCloseness, column).number("t", t)
    }

    /// (n, t)-closeness: every class has at least `n` units, or is within `t` of a larger set of
    /// rows around it that has at least `n`.
    pub fn nt_closeness(column: impl AsRef<str>, n: u64, t: impl Into<Number>) -> ModelBuilder {
        ModelBuilder::of_column(ModelName::NtCloseness, column)
            .number("n", n)
            .number("t", t)
    }

    /// Semantic privacy: every sensitive value of the table occurs in every class, and the
    /// logarithm of its share there differs by at most `delta` from that in the table.
    pub fn semantic_privacy(column: impl AsRef<str>, delta: impl Into<Number>) -> ModelBuilder {
        ModelBuilder::of_column(ModelName::SemanticPrivacy, column).number("delta", delta)
    }

    /// Delta-disclosure privacy: for every sensitive value of a class, the logarithm of its share
    /// there differs by less than `delta` from that in the table.
    pub fn delta_disclosure(column: impl AsRef<str>, delta: impl Into<Number>) -> ModelBuilder {
        ModelBuilder::of_column(ModelName::DeltaDisclosure, column).number("delta", delta)
    }

    /// Beta-likeness: the share of a sensitive value in a class exceeds its share in the table by
    /// at most `beta` times the latter.
    pub fn beta_likeness(column: impl AsRef<str>, beta: impl Into<Number>) -> ModelBuilder {
        ModelBuilder::of_column(ModelName::BetaLikeness, column).number("beta", beta)
    }

    /// LKC-privacy: an adversary who knows `l` quasi-identifiers finds at least `k` units, and no
    /// sensitive value in more than a share `c` of them.
    pub fn lkc_privacy(
        column: impl AsRef<str>,
        l: u64,
        k: u64,
        c: impl Into<Number>,
    ) -> ModelBuilder {
        ModelBuilder::of_column(ModelName::LkcPrivacy, column)
            .number("l", l)
            .number("k", k)
            .number("c", c)
    }

    /// k^m-anonymity: an adversary who knows `m` items of a person's set finds at least `k` units.
    pub fn km_anonymity(column: impl AsRef<str>, k: u64, m: u64) -> ModelBuilder {
        ModelBuilder::of_column(ModelName::KmAnonymity, column)
            .number("k", k)
            .number("m", m)
    }

    /// Sample uniqueness: at most this share of the released units is alone in its class.
    pub fn sample_uniqueness(threshold: impl Into<Number>) -> ModelBuilder {
        ModelBuilder::new(ModelName::SampleUniqueness).number("threshold", threshold)
    }

    /// Average risk: there are at most `threshold` classes per released unit.
    pub fn average_risk(threshold: impl Into<Number>) -> ModelBuilder {
        ModelBuilder::new(ModelName::AverageRisk).number("threshold", threshold)
    }

    /// Population uniqueness: at most this share of the population is estimated to be unique in it.
    pub fn population_uniqueness(
        threshold: impl Into<Number>,
        sampling: SamplingChoice,
    ) -> ModelBuilder {
        ModelBuilder::new(ModelName::PopulationUniqueness)
            .number("threshold", threshold)
            .sampling(sampling)
    }

    /// k-map: every class has at least `k` units in the population.
    pub fn k_map(k: u64, population: MapPopulation) -> ModelBuilder {
        let model = ModelBuilder::new(ModelName::KMap).number("k", k);
        match population {
            MapPopulation::File(path) => model.key("population", Literal::text(path)),
            MapPopulation::Estimated {
                estimator,
                sampling,
                significance,
            } => model
                .key("estimator", Literal::text(estimator.name()))
                .sampling(sampling)
                .number("significance", significance),
        }
    }

    /// Delta-presence: in every class, the released units are at most a share `max` of those in the
    /// population. A file lists the population.
    pub fn delta_presence(population: impl AsRef<str>, max: impl Into<Number>) -> ModelBuilder {
        ModelBuilder::new(ModelName::DeltaPresence)
            .key("population", Literal::text(population))
            .number("max", max)
    }
}

impl From<Model> for ModelBuilder {
    fn from(model: Model) -> Self {
        let others = model.others_as_quasi_identifiers();
        let keys = match model {
            Model::KAnonymity { k } => Model::k_anonymity(k),
            Model::LDiversity {
                column,
                l,
                variant,
                others_as_quasi_identifiers: _,
            } => Model::l_diversity(column, l).variant(variant),
            Model::AlphaKAnonymity {
                column,
                alpha,
                k,
                values,
                others_as_quasi_identifiers: _,
            } => {
                let keys = Model::alpha_k_anonymity(column, alpha, k);
                match values {
                    Some(values) => keys.values(values),
                    None => keys,
                }
            }
            Model::TCloseness {
                column,
                t,
                distance,
                others_as_quasi_identifiers: _,
            } => Model::t_closeness(column, t).distance(distance),
            Model::NtCloseness {
                column,
                n,
                t,
                distance,
                others_as_quasi_identifiers: _,
            } => Model::nt_closeness(column, n, t).distance(distance),
            Model::SemanticPrivacy {
                column,
                delta,
                log,
                others_as_quasi_identifiers: _,
            } => Model::semantic_privacy(column, delta).log(log),
            Model::DeltaDisclosure {
                column,
                delta,
                log,
                others_as_quasi_identifiers: _,
            } => Model::delta_disclosure(column, delta).log(log),
            Model::BetaLikeness {
                column,
                beta,
                variant,
                others_as_quasi_identifiers: _,
            } => Model::beta_likeness(column, beta).likeness(variant),
            Model::LkcPrivacy {
                column,
                l,
                k,
                c,
                others_as_quasi_identifiers: _,
            } => Model::lkc_privacy(column, l, k, c),
            Model::KmAnonymity {
                column,
                k,
                m,
                others_as_quasi_identifiers: _,
            } => Model::km_anonymity(column, k, m),
            Model::SampleUniqueness { threshold } => Model::sample_uniqueness(threshold),
            Model::AverageRisk { threshold } => Model::average_risk(threshold),
            Model::PopulationUniqueness {
                threshold,
                estimator,
                sampling,
            } => Model::population_uniqueness(threshold, sampling).estimator(estimator),
            Model::KMap { k, population } => Model::k_map(k, population),
            Model::DeltaPresence {
                population,
                min,
                max,
            } => Model::delta_presence(population, max).min(min),
        };
        keys.with_others(others)
    }
}
