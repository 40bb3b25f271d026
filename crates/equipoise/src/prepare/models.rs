//! From the models of a recipe to models that judge.

use super::sensitive::{Counting, SensitiveColumn};
use equipoise_data::build::{Builder, Sequence};
use equipoise_data::{Decimal, Error, Result};
use equipoise_measure::risk::population;
use equipoise_privacy as privacy;
use equipoise_privacy::{ClassModel, Score};
use equipoise_recipe::{
    DistanceChoice, EntropyEstimatorChoice, HierarchySource, LikenessChoice, LogChoice,
    MapEstimator, MapPopulation, Model, Output, Recipe, SamplingChoice, Suppressed,
    UniquenessEstimator, Variant,
};
use std::collections::HashMap;

/// Facts of the table that models need.
pub(crate) struct Facts<'a> {
    pub(crate) counting: &'a Counting,
    /// Rows, or distinct persons.
    pub(crate) units: u64,
    pub(crate) by_person: bool,
}

/// The models of a recipe, bound to the columns they look at.
///
/// # Errors
/// Parameters that do not fit the table, each with its own message.
pub(crate) fn models(recipe: &Recipe, facts: &Facts<'_>) -> Result<Vec<privacy::AnyModel>> {
    recipe
        .privacy
        .iter()
        .map(|model| facts.model(model))
        .collect()
}

/// A model that judges the whole table, which has this number of units; none for other models.
///
/// # Errors
/// Parameters that are out of range.
pub fn table_model(model: &Model, units: u64) -> Result<Option<Box<dyn privacy::TableModel>>> {
    Ok(Some(match model {
        Model::SampleUniqueness { threshold } => Box::new(privacy::SampleUniqueness::new(exact(
            "threshold",
            threshold,
        )?)?),
        Model::AverageRisk { threshold } => {
            Box::new(privacy::AverageRisk::new(exact("threshold", threshold)?)?)
        }
        Model::PopulationUniqueness {
            threshold,
            estimator,
            sampling,
        } => {
            let threshold = exact("threshold", threshold)?;
            let sampling = population_sampling(sampling, units);
            Box::new(privacy::PopulationUniqueness::new(
                threshold,
                uniqueness_estimator(*estimator),
                sampling,
            )?)
        }
        _ => return Ok(None),
    }))
}

/// A parameter as an exact fraction.
pub(crate) fn exact(name: &str, value: &Decimal) -> Result<Score> {
    let fraction = value.fraction().ok_or_else(|| {
        Error::usage(format!(
            "{name} is {value}; it has too many digits or is below 0"
        ))
    })?;
    Ok(Score::new(fraction.numerator, fraction.denominator))
}

impl Facts<'_> {
    fn model(&self, model: &Model) -> Result<privacy::AnyModel> {
        self.check(model)?;
        if let Some(table) = table_model(model, self.units)? {
            return Ok(privacy::AnyModel::Table(table));
        }
        Ok(match model {
            Model::LkcPrivacy { l, k, c, .. } => {
                let (column, list) = self.counting.column_of(model)?;
                let lkc = privacy::LkcPrivacy::new(*l, *k, exact("c", c)?, list, column.missing)?;
                privacy::AnyModel::Joint(Box::new(lkc))
            }
            Model::NtCloseness { n, t, distance, .. } => {
                let (column, list) = self.counting.column_of(model)?;
                let t = exact("t", t)?;
                let nt = match distance {
                    DistanceChoice::Smoothed { bandwidth } => privacy::NtCloseness::smoothed(
                        list,
                        *n,
                        t,
                        &column.reference,
                        column.smoothed(bandwidth)?,
                    )?,
                    other => privacy::NtCloseness::new(list, *n, t, column.distance(*other)?)?,
                };
                privacy::AnyModel::Superset(Box::new(nt))
            }
            Model::KAnonymity { k } => {
                privacy::AnyModel::Class(Box::new(privacy::KAnonymity::new(*k)?))
            }
            Model::KMap { k, population } => privacy::AnyModel::Class(self.k_map(*k, population)?),
            Model::DeltaPresence { min, max, .. } => privacy::AnyModel::Class(Box::new(
                privacy::DeltaPresence::new(exact("min", min)?, exact("max", max)?)?,
            )),
            with_column => privacy::AnyModel::Class(self.class_model(with_column)?),
        })
    }

    /// Refuses models that no release of this table can meet.
    ///
    /// # Errors
    /// A size above that of the table, a sensitive column without values.
    pub(crate) fn check_fit(&self, recipe: &Recipe) -> Result<()> {
        recipe.privacy.iter().try_for_each(|model| {
            self.check_size(model)?;
            check_output(model, &recipe.output)?;
            if model.column().is_none() || self.units == 0 {
                return Ok(());
            }
            let (column, _) = self.counting.column_of(model)?;
            check_declared(recipe, model, &column.name)?;
            if column.texts.iter().any(Option::is_some) {
                return Ok(());
            }
            Err(
                Error::data("is missing in every row; there is nothing to protect in it")
                    .at_column("sensitive column `{}` ", &column.name)
                    .hint("take its models out of the recipe, or check `missing` in `[input]`"),
            )
        })
    }

    /// Warnings of values that a recipe lists and the table does not have.
    pub(crate) fn absent_values(&self, recipe: &Recipe) -> Result<Vec<String>> {
        let mut warnings = Vec::new();
        for model in &recipe.privacy {
            if let Model::AlphaKAnonymity {
                values: Some(values),
                ..
            } = model
            {
                let (column, _) = self.counting.column_of(model)?;
                let (absent, all) = (column.absent(values), values.len());
                if absent > 0 {
                    warnings.push(format!(
                        "{absent} of the {all} `values` of {} do not occur in column `{}`",
                        model.name(),
                        column.name
                    ));
                }
            }
        }
        Ok(warnings)
    }

    fn check_size(&self, model: &Model) -> Result<()> {
        let (units, unit) = (self.units, if self.by_person { "persons" } else { "rows" });
        if let Model::KAnonymity { k }
        | Model::AlphaKAnonymity { k, .. }
        | Model::LkcPrivacy { k, .. }
        | Model::KmAnonymity { k, .. } = model
            && *k > units
        {
            return Err(Error::usage(format!(
                "k is {k}, but the table has only {units} {unit}"
            )));
        }
        if let Model::NtCloseness { n, .. } = model
            && *n > units
        {
            return Err(Error::usage(format!(
                "n is {n}, but the table has only {units} {unit}: no superset is that large"
            )));
        }
        Ok(())
    }

    /// Refuses parameters that do not fit the table.
    fn check(&self, model: &Model) -> Result<()> {
        let (units, unit) = (self.units, if self.by_person { "persons" } else { "rows" });
        if let Some(SamplingChoice::PopulationSize(size)) = sampling(model)
            && *size <= units
        {
            return Err(Error::usage(format!(
                "population-size is {size}, but the table alone has {units} {unit}"
            )));
        }
        if model.others_as_quasi_identifiers()
            && matches!(model, Model::NtCloseness { .. } | Model::LkcPrivacy { .. })
        {
            return Err(Error::usage(format!("{} cannot be combined with `others-as-quasi-identifiers`", model.name()))
                .hint("give the other sensitive columns the role of quasi-identifiers, or add a model that can, such as t-closeness"));
        }
        if matches!(model, Model::KmAnonymity { .. }) && self.by_person {
            return Err(Error::usage(
                "km-anonymity counts rows; it cannot be combined with `person` in `[input]`",
            )
            .hint("join the items of a person into one row, and leave `person` out"));
        }
        Ok(())
    }

    fn k_map(&self, k: u64, population: &MapPopulation) -> Result<Box<dyn ClassModel>> {
        Ok(match population {
            MapPopulation::File(_) => Box::new(privacy::KMap::new(k)?),
            MapPopulation::Estimated {
                estimator,
                sampling,
                significance,
            } => {
                let fraction = fraction(sampling, self.units);
                let fraction = Decimal::parse(&fraction)
                    .ok_or_else(|| Error::internal("a fraction is no decimal"))?;
                let fraction = exact("sampling-fraction", &fraction)?;
                let estimator = match estimator {
                    MapEstimator::Poisson => privacy::PopulationEstimator::Poisson,
                    MapEstimator::ZeroTruncatedPoisson => {
                        privacy::PopulationEstimator::ZeroTruncatedPoisson
                    }
                };
                Box::new(privacy::EstimatedKMap::new(
                    k,
                    fraction,
                    estimator,
                    exact("significance", significance)?,
                )?)
            }
        })
    }

    /// A model of one column, on divided classes where the recipe says so.
    fn class_model(&self, model: &Model) -> Result<Box<dyn ClassModel>> {
        let (column, list) = self.counting.column_of(model)?;
        let inner = column.class_model(model, list)?;
        let Some(joint) = self.counting.joint(list) else {
            return Ok(inner);
        };
        let unit = if self.by_person {
            privacy::Unit::Persons
        } else {
            privacy::Unit::Rows
        };
        Ok(Box::new(privacy::Divided::new(
            inner,
            list,
            joint.part_of.clone(),
            joint.value_of.clone(),
            unit,
        )?))
    }
}

/// Refuses settings of `[output]` that a model does not go with.
fn check_output(model: &Model, output: &Output) -> Result<()> {
    let compares = matches!(model, Model::NtCloseness { .. }) || model.population().is_some();
    if compares && output.suppressed == Suppressed::Mark {
        // Who is in no released class of the population must be in a marked row, so the label does
        // hide less than it seems.
        return Err(
            Error::usage(format!("{} cannot judge marked rows", model.name()))
                .hint("set `suppressed = \"drop\"` in `[output]`"),
        );
    }
    if matches!(model, Model::KmAnonymity { .. }) && output.spreadsheet_safe {
        return Err(Error::usage("km-anonymity cannot be combined with `spreadsheet-safe`: guarded cells have other items")
            .hint("leave `spreadsheet-safe` out of `[output]`"));
    }
    Ok(())
}

/// A certificate shows the hierarchy that a distance is measured by. It may not depend on the
/// values of people who are left out.
fn check_declared(recipe: &Recipe, model: &Model, column: &str) -> Result<()> {
    let Some(HierarchySource::Builder(rule)) =
        recipe.column(column).and_then(|of| of.hierarchy.as_ref())
    else {
        return Ok(());
    };
    let is_made_of_values = match rule {
        Builder::Ordered(rule) => !matches!(rule.order, Sequence::List(_)),
        Builder::Mask(_) | Builder::Frequency(_) => true,
        Builder::Intervals(_) | Builder::Groups(_) | Builder::Dates(_) | Builder::Prefix(_) => {
            false
        }
    };
    if model.distance() != Some(DistanceChoice::Hierarchical) || !is_made_of_values {
        return Ok(());
    }
    Err(Error::usage(format!("is made of the values of the table by `{}`; a hierarchical distance needs one that does not depend on them", rule.name()))
        .at_column("the hierarchy of `{}` ", column)
    .hint("use `intervals`, `dates`, `prefix`, `groups` or a hierarchy file: the certificate shows it"))
}

/// The share of the population that is in the table. Where the size of the population is given, it
/// is rounded up to two digits: the exact share would give away the number of input rows, and a
/// larger share is the cautious one.
pub(crate) fn fraction(sampling: &SamplingChoice, units: u64) -> String {
    match sampling {
        SamplingChoice::Fraction(fraction) => fraction.to_string(),
        SamplingChoice::PopulationSize(size) => {
            let (mut places, mut scale) = (2usize, 100u128);
            let parts = |scale: u128| (u128::from(units.max(1)) * scale).div_ceil((*size).into());
            // Two digits that are not 0, and more where rounding up would make it all of the
            // population.
            while parts(scale) < 10 || parts(scale) >= scale && scale < 1 << 60 {
                (places, scale) = (places + 1, scale * 10);
            }
            format!("0.{:0places$}", parts(scale).min(scale - 1))
        }
    }
}

fn sampling(model: &Model) -> Option<&SamplingChoice> {
    match model {
        Model::PopulationUniqueness { sampling, .. }
        | Model::KMap {
            population: MapPopulation::Estimated { sampling, .. },
            ..
        } => Some(sampling),
        _ => None,
    }
}

pub(crate) fn uniqueness_estimator(estimator: UniquenessEstimator) -> population::UniquesEstimator {
    match estimator {
        UniquenessEstimator::Zayatz => population::UniquesEstimator::Zayatz,
        UniquenessEstimator::Pitman => population::UniquesEstimator::Pitman,
        UniquenessEstimator::Snb => population::UniquesEstimator::Snb,
        UniquenessEstimator::Dankar => population::UniquesEstimator::Dankar,
    }
}

pub(crate) fn population_sampling(sampling: &SamplingChoice, units: u64) -> population::Sampling {
    population::Sampling::Fraction(fraction(sampling, units).parse().unwrap_or(1.0))
}

impl SensitiveColumn {
    fn class_model(&self, model: &Model, list: usize) -> Result<Box<dyn ClassModel>> {
        Ok(match model {
            Model::LDiversity { l, variant, .. } => self.diversity(model, l, *variant, list)?,
            Model::AlphaKAnonymity {
                alpha, k, values, ..
            } => {
                let listed = values.as_ref().map(|values| self.listed(values));
                Box::new(privacy::AlphaKAnonymity::new(
                    list,
                    exact("alpha", alpha)?,
                    *k,
                    self.missing,
                    listed.as_deref(),
                )?)
            }
            Model::TCloseness {
                t,
                distance: DistanceChoice::Smoothed { bandwidth },
                ..
            } => Box::new(privacy::SmoothedCloseness::new(
                list,
                exact("t", t)?,
                &self.reference,
                &self.smoothed(bandwidth)?,
            )?),
            Model::TCloseness { t, distance, .. } => Box::new(privacy::TCloseness::new(
                list,
                exact("t", t)?,
                &self.reference,
                self.distance(*distance)?,
            )?),
            Model::SemanticPrivacy { delta, log, .. } => Box::new(privacy::SemanticPrivacy::new(
                list,
                exact("delta", delta)?,
                base(*log),
                &self.reference,
            )?),
            Model::DeltaDisclosure { delta, log, .. } => Box::new(privacy::DeltaDisclosure::new(
                list,
                exact("delta", delta)?,
                base(*log),
                &self.reference,
            )?),
            Model::BetaLikeness { beta, variant, .. } => {
                let likeness = match variant {
                    LikenessChoice::Basic => privacy::Likeness::Basic,
                    LikenessChoice::Enhanced => privacy::Likeness::Enhanced,
                };
                Box::new(privacy::BetaLikeness::new(
                    list,
                    exact("beta", beta)?,
                    likeness,
                    &self.reference,
                )?)
            }
            Model::KmAnonymity { k, m, .. } => {
                Box::new(privacy::KmAnonymity::new(list, *k, *m, self.item_sets())?)
            }
            other => {
                return Err(Error::internal(format!(
                    "{} is no model of one column",
                    other.name()
                )));
            }
        })
    }

    fn diversity(
        &self,
        model: &Model,
        l: &Decimal,
        variant: Variant,
        list: usize,
    ) -> Result<Box<dyn ClassModel>> {
        let whole = || {
            model
                .whole_l()
                .ok_or_else(|| Error::internal("l was not checked"))
        };
        Ok(match variant {
            Variant::Distinct => Box::new(privacy::DistinctDiversity::new(
                list,
                whole()?,
                self.missing,
            )?),
            Variant::Probabilistic => Box::new(privacy::ProbabilisticDiversity::new(
                list,
                exact("l", l)?,
                self.missing,
            )?),
            Variant::Recursive { c } => Box::new(privacy::RecursiveDiversity::new(
                list,
                whole()?,
                exact("c", &c)?,
                self.missing,
            )?),
            Variant::Entropy { estimator } => {
                let estimator = match estimator {
                    EntropyEstimatorChoice::Shannon => privacy::EntropyEstimator::Shannon,
                    EntropyEstimatorChoice::Grassberger => privacy::EntropyEstimator::Grassberger,
                };
                Box::new(privacy::EntropyDiversity::new(
                    list,
                    exact("l", l)?,
                    estimator,
                    self.missing,
                )?)
            }
        })
    }

    /// The values that a recipe lists. All that do not occur are one more value, which no class
    /// has.
    fn listed(&self, texts: &[String]) -> Vec<u32> {
        let find = |text: &String| {
            self.texts
                .iter()
                .position(|t| t.as_ref() == Some(text))
                .unwrap_or(self.texts.len()) as u32
        };
        texts.iter().map(find).collect()
    }

    /// The number of listed values that do not occur.
    pub(crate) fn absent(&self, texts: &[String]) -> usize {
        self.listed(texts)
            .iter()
            .filter(|&&value| value as usize == self.texts.len())
            .count()
    }

    fn distance(&self, distance: DistanceChoice) -> Result<privacy::Distance> {
        let lacking = |what: &str| {
            Error::internal(format!("has no {what}")).at_column("column `{}` ", &self.name)
        };
        Ok(match distance {
            DistanceChoice::Equal => privacy::Distance::Equal,
            DistanceChoice::Ordered => {
                privacy::Distance::ordered(self.ranks.as_ref().ok_or_else(|| lacking("order"))?)
            }
            DistanceChoice::Hierarchical => privacy::Distance::hierarchical(
                self.hierarchy
                    .as_ref()
                    .ok_or_else(|| lacking("hierarchy"))?,
            ),
            DistanceChoice::Smoothed { .. } => {
                return Err(Error::internal(
                    "a smoothed distance is no earth mover's distance",
                ));
            }
        })
    }

    fn smoothed(&self, bandwidth: &Decimal) -> Result<privacy::Smoothed> {
        privacy::Smoothed::new(&self.ground(), self.missing, bandwidth.to_f64())
    }

    /// Distances between values, from 0 to 1: by their numbers, their hierarchy, their order,
    /// or all the same.
    fn ground(&self) -> Vec<Vec<f64>> {
        let values = 0..self.texts.len();
        let apart = |numbers: Vec<Option<f64>>| {
            let known = || numbers.iter().flatten().copied();
            let range =
                known().fold(f64::NEG_INFINITY, f64::max) - known().fold(f64::INFINITY, f64::min);
            let of = |a: Option<f64>, b: Option<f64>| match (a, b) {
                (Some(a), Some(b)) if range > 0.0 => ((a - b).abs() / range).min(1.0),
                _ => 0.0,
            };
            numbers
                .iter()
                .map(|&a| numbers.iter().map(|&b| of(a, b)).collect())
                .collect()
        };
        if let Some(numbers) = &self.numbers {
            return apart(
                numbers
                    .iter()
                    .map(|n| n.as_ref().map(Decimal::to_f64))
                    .collect(),
            );
        }
        if let Some(hierarchy) = &self.hierarchy {
            let height = hierarchy.height();
            let meet = |a: usize, b: usize| {
                (0..=height)
                    .find(|&l| hierarchy.levels[l].of_leaf[a] == hierarchy.levels[l].of_leaf[b])
            };
            let of =
                |a: usize, b: usize| meet(a, b).unwrap_or(height) as f64 / height.max(1) as f64;
            return values
                .clone()
                .map(|a| values.clone().map(|b| of(a, b)).collect())
                .collect();
        }
        if let Some(ranks) = &self.ranks {
            return apart(ranks.iter().map(|r| r.map(f64::from)).collect());
        }
        values
            .clone()
            .map(|a| {
                values
                    .clone()
                    .map(|b| f64::from(u8::from(a != b)))
                    .collect()
            })
            .collect()
    }

    /// Per value the numbers of its items. An empty item is none.
    fn item_sets(&self) -> Vec<Vec<u32>> {
        let separator = self.items.as_deref().unwrap_or("|");
        let mut numbers: HashMap<&str, u32> = HashMap::new();
        let mut sets = Vec::new();
        for text in &self.texts {
            let items = text
                .iter()
                .flat_map(|t| t.split(separator))
                .filter(|item| !item.is_empty());
            let number = |item| {
                let next = numbers.len() as u32;
                *numbers.entry(item).or_insert(next)
            };
            sets.push(items.map(number).collect());
        }
        sets
    }
}

fn base(log: LogChoice) -> privacy::Log {
    match log {
        LogChoice::Natural => privacy::Log::Natural,
        LogChoice::Binary => privacy::Log::Binary,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_of_the_population_has_two_digits_and_is_never_too_small() {
        let of = |units, size| fraction(&SamplingChoice::PopulationSize(size), units);
        assert_eq!(of(100, 200), "0.50");
        assert_eq!(of(101, 200), "0.51");
        assert_eq!(of(30_162, 1_000_000), "0.031");
        assert_eq!(of(1, 3_000_000), "0.00000034");
        assert_eq!(of(990, 1_000), "0.99");
        assert_eq!(of(9_995, 10_000), "0.9995");
        for (units, size) in [(7u64, 10u64), (123, 98_765), (5, 6), (1, 1_000_000_007)] {
            let found: f64 = of(units, size).parse().unwrap();
            let exact = units as f64 / size as f64;
            assert!(
                found >= exact && found <= exact * 1.1 + 1e-18,
                "{units} of {size}: {found}"
            );
        }
    }
}
