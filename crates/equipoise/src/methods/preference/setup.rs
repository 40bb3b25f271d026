//! From a recipe to gauges, an aspiration and places for boundaries.

use crate::prepare::{Prepared, QuasiColumn};
use crate::source::Job;
use equipoise_data::{Encoded, Error, Hierarchy, Result};
use equipoise_measure::{Loss, LossOptions, Measure, Metric, Shape, loss};
use equipoise_recipe as recipe;
use equipoise_search::prefer::{Aspiration, Boundaries, Gauge, PartitionOptions, Ties};

/// The aspiration of a recipe, with its measures ready to be read.
pub(crate) struct PreferenceSetup {
    /// The measures as the recipe names them.
    pub(crate) asked: [recipe::MeasureChoice; 2],
    pub(crate) measures: [Measure; 2],
    losses: [Option<Box<dyn Loss>>; 2],
    pub(crate) aspiration: Aspiration,
    pub(crate) ties: Ties,
    /// Per quasi-identifier the amount of each code, where a loss sums amounts.
    amounts: Vec<Vec<u64>>,
}

/// The measure that a recipe names.
pub fn measure(of: recipe::MeasureChoice) -> Measure {
    Measure::named(of.name()).expect("recipes have no other measures")
}

impl PreferenceSetup {
    /// # Errors
    /// Aspirations that make no sense.
    pub(crate) fn new(job: &Job, prepared: &Prepared) -> Result<Self> {
        let preference = &job.recipe.preference;
        let [first, second] = preference.aspire.as_slice() else {
            return Err(Error::usage(
                "`method = \"preference\"` needs two measures in `aspire`",
            ));
        };
        let measures = [measure(first.measure), measure(second.measure)];
        let prepare = |of: Measure| match of {
            Measure::Loss(metric) => prepared_loss(job, prepared, metric).map(Some),
            _ => Ok(None),
        };
        let losses = [prepare(measures[0])?, prepare(measures[1])?];
        let of_code = |(amounts, q): (&Vec<u64>, &QuasiColumn)| {
            q.hierarchy
                .leaf_of
                .iter()
                .map(|&leaf| amounts[leaf as usize])
                .collect()
        };
        let amounts = losses.iter().flatten().find_map(|l| l.leaf_amounts());
        Ok(PreferenceSetup {
            asked: [first.measure, second.measure],
            measures,
            aspiration: Aspiration::new([first.value.to_f64(), second.value.to_f64()])?,
            ties: match preference.ties {
                recipe::PreferenceTies::Deviation => Ties::Deviation,
                recipe::PreferenceTies::Privacy => Ties::Privacy,
            },
            amounts: amounts.map_or_else(Vec::new, |amounts| {
                amounts.iter().zip(&prepared.quasi).map(of_code).collect()
            }),
            losses,
        })
    }

    /// The measures, ready to be read.
    pub(crate) fn gauges(&self) -> [Gauge<'_>; 2] {
        std::array::from_fn(|i| Gauge {
            measure: self.measures[i],
            loss: self.losses[i].as_deref(),
        })
    }

    /// The table, with amounts that a measure sums up.
    pub(crate) fn encoded<'a>(&self, prepared: &'a Prepared) -> Encoded<'a> {
        let encoded = prepared.encoded();
        if self.amounts.is_empty() {
            encoded
        } else {
            Encoded {
                amounts: self.amounts.clone(),
                ..encoded
            }
        }
    }

    /// Settings of the search for partitions.
    ///
    /// # Errors
    /// Granules of values that are no numbers.
    pub(crate) fn partition_options(
        &self,
        job: &Job,
        prepared: &Prepared,
    ) -> Result<PartitionOptions> {
        let preference = &job.recipe.preference;
        let boundaries = prepared
            .quasi
            .iter()
            .zip(prepared.quasi_names())
            .map(|(q, name)| {
                let width = preference
                    .granulate
                    .iter()
                    .find(|of| of.column == name)
                    .map(|of| of.width.to_f64());
                Ok(Boundaries {
                    levels: q.levels,
                    respects_taxonomy: preference.taxonomy,
                    granulated: width.map_or(Ok(Vec::new()), |width| {
                        granulated(&q.hierarchy, name, width)
                    })?,
                })
            });
        Ok(PartitionOptions {
            ties: self.ties,
            population: preference.population as usize,
            evaluations: preference.evaluations,
            crossover: preference.crossover.to_f64(),
            mutation: preference.mutation.to_f64(),
            polish: preference.polish,
            ..PartitionOptions::new(boundaries.collect::<Result<_>>()?, job.recipe.search.seed)
        })
    }
}

/// A loss of the table: as the recipe weighs it where it is the recipe's own, with its usual
/// aggregation elsewhere.
fn prepared_loss(job: &Job, prepared: &Prepared, metric: Metric) -> Result<Box<dyn Loss>> {
    let own = prepared.loss_options(job);
    let options = if own.metric == metric {
        own
    } else {
        LossOptions {
            metric,
            aggregation: None,
            ..own
        }
    };
    let table = &prepared.input.table;
    let shape = Shape {
        rows: table.rows as u64,
        hierarchies: prepared.quasi.iter().map(|q| &q.hierarchy).collect(),
        leaf_rows: prepared
            .quasi
            .iter()
            .map(|q| q.hierarchy.leaf_rows(&table.columns[q.at].codes))
            .collect(),
        least_size: prepared.panel.least_size(),
    };
    loss::prepare(&options, &shape)
}

/// The leaves that are in one granule with the leaf before: both numbers are between the same
/// multiples of the width.
fn granulated(hierarchy: &Hierarchy, column: &str, width: f64) -> Result<Vec<u32>> {
    let labels = &hierarchy.levels[0].labels;
    let granule = |leaf: usize| {
        let number: f64 = labels[leaf].trim().parse().ok().filter(|n: &f64| n.is_finite()).ok_or_else(|| {
            Error::data(format!("`granulate` in `[preference]` names `{column}`, which has values that are no numbers"))
                .hint("take the column out of `granulate`")
        })?;
        Ok((number / width + 1e-9).floor())
    };
    let known: Vec<usize> = (0..labels.len())
        .filter(|&leaf| hierarchy.missing != Some(leaf as u32))
        .collect();
    let granules: Vec<f64> = known
        .iter()
        .map(|&leaf| granule(leaf))
        .collect::<Result<_>>()?;
    Ok((1..known.len())
        .filter(|&i| granules[i] == granules[i - 1])
        .map(|i| known[i] as u32)
        .collect())
}
