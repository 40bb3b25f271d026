//! From a prepared table to the chart of its atlas.

use crate::aspire::losses_among;
use equipoise::Job;
use equipoise::SourceKind;
use equipoise::parts::{Prepared, QuasiColumn, table_model};
use equipoise_data::{Error, Result, ThresholdKey};
use equipoise_engine::Checksum;
use equipoise_explore::{AttributeHead, AxisHead, Chart, Head, LossHead, Origin, axes_of};
use equipoise_measure::{LossOptions, Metric};
use equipoise_privacy::{AnyModel, TableModel};
use equipoise_recipe::{Model as RecipeModel, Recipe, Variant};

/// The chart of a table.
///
/// # Errors
/// Models that an atlas cannot hold, losses that do not exist.
pub(crate) fn chart(job: &Job, prepared: &Prepared, more_losses: &[String]) -> Result<Chart> {
    let recipe = job.recipe();
    let describe = |entry: usize| {
        let model = &recipe.privacy[entry];
        let detail = model
            .variant()
            .map(str::to_owned)
            .or_else(|| model.distance().map(|d| d.name().to_owned()));
        (
            threshold_key(model),
            model.column().map(str::to_owned),
            detail,
        )
    };
    let (axes, tables) = axes_of(prepared.panel.models(), describe)?;
    let table = &prepared.input.table;
    let attribute = |(a, q): (usize, &QuasiColumn)| {
        let (column, leader) = (&table.columns[q.at], prepared.lattice.leader_of(a));
        let linked = (leader != a).then_some(leader);
        let attribute = AttributeHead::new(
            &column.name,
            (q.levels.0 as u8, q.levels.1 as u8),
            &q.hierarchy,
            q.hierarchy.leaf_rows(&column.codes),
        );
        AttributeHead {
            linked,
            ..attribute
        }
    };
    let head = Head {
        rows: table.rows as u64,
        units: prepared.units,
        persons: prepared.persons().is_some(),
        attributes: prepared.quasi.iter().enumerate().map(attribute).collect(),
        axes,
        tables,
        forbids_absence: prepared
            .panel
            .models()
            .iter()
            .any(|m| matches!(m, AnyModel::Class(m) if m.forbids_absence())),
        losses: losses(
            &prepared.loss_options(job),
            &[more_losses, &aspired_losses(recipe)].concat(),
        )?,
        max_units: prepared.allowed_units,
        max_suppression: recipe.search.max_suppression.to_string(),
        origin: origin(job)?,
    };
    let models = table_models(&head)?;
    Chart::new(head, models)
}

/// The key of the threshold that can be negotiated: the one that a model scores classes by.
pub(crate) fn threshold_key(model: &RecipeModel) -> ThresholdKey {
    match model {
        RecipeModel::KAnonymity { .. }
        | RecipeModel::KMap { .. }
        | RecipeModel::KmAnonymity { .. }
        | RecipeModel::LkcPrivacy { .. } => ThresholdKey::K,
        RecipeModel::LDiversity {
            variant: Variant::Recursive { .. },
            ..
        } => ThresholdKey::C,
        RecipeModel::LDiversity { .. } => ThresholdKey::L,
        RecipeModel::AlphaKAnonymity { .. } => ThresholdKey::Alpha,
        RecipeModel::TCloseness { .. } | RecipeModel::NtCloseness { .. } => ThresholdKey::T,
        RecipeModel::SemanticPrivacy { .. } | RecipeModel::DeltaDisclosure { .. } => {
            ThresholdKey::Delta
        }
        RecipeModel::BetaLikeness { .. } => ThresholdKey::Beta,
        RecipeModel::DeltaPresence { .. } => ThresholdKey::Max,
        RecipeModel::SampleUniqueness { .. }
        | RecipeModel::AverageRisk { .. }
        | RecipeModel::PopulationUniqueness { .. } => ThresholdKey::Threshold,
    }
}

/// The losses that the recipe aspires to: whoever asks its atlas may aspire to the same.
fn aspired_losses(recipe: &Recipe) -> Vec<String> {
    losses_among(
        &recipe
            .preference
            .aspire
            .iter()
            .map(|of| of.measure.name().to_owned())
            .collect::<Vec<_>>(),
    )
}

/// The recipe's own loss, and others that are wanted beside it.
fn losses(own: &LossOptions, more: &[String]) -> Result<Vec<LossHead>> {
    let mut losses = vec![LossHead::new(own)];
    for name in more {
        let names = || {
            Metric::NAMES
                .iter()
                .map(|m| format!("`{}`", m.0))
                .collect::<Vec<_>>()
                .join(", ")
        };
        let metric = Metric::from_name(name)
            .ok_or_else(|| Error::usage(format!("`{name}` is no loss; losses: {}", names())))?;
        if losses.iter().all(|l| l.metric != metric) {
            losses.push(LossHead::new(&LossOptions {
                metric,
                aggregation: None,
                ..own.clone()
            }));
        }
    }
    Ok(losses)
}

/// The models of an atlas that judge whole tables, from the recipe it was made with.
pub(crate) fn table_models(head: &Head) -> Result<Vec<Box<dyn TableModel>>> {
    if head.tables.is_empty() {
        return Ok(Vec::new());
    }
    let recipe = Recipe::parse(&head.origin.recipe, "the recipe in the atlas")?;
    let model = |axis: &AxisHead| {
        let model = axis.entry.and_then(|entry| recipe.privacy.get(entry));
        let model = model
            .map(|m| table_model(m, head.units))
            .transpose()?
            .flatten();
        model.ok_or_else(|| Error::data("the atlas has models that its recipe does not have"))
    };
    head.tables.iter().map(model).collect()
}

fn origin(job: &Job) -> Result<Origin> {
    let absolute = |path: &std::path::Path| {
        std::path::absolute(path)
            .unwrap_or_else(|_| path.to_owned())
            .display()
            .to_string()
    };
    Ok(Origin {
        // A recipe that was given as text is in no file.
        recipe_path: job.path().map(absolute).unwrap_or_default(),
        recipe: job.text().to_owned(),
        input_path: absolute(&job.input_path()?),
        sources: fingerprint(job)?,
    })
}

/// A checksum of every file that the table is made from.
pub(crate) fn fingerprint(job: &Job) -> Result<String> {
    let mut sum = Checksum::new();
    for file in job.sources()? {
        // The text of the recipe is there itself, and it may have been changed on the way.
        if file.kind == SourceKind::Recipe {
            sum.write(job.text().as_bytes());
        } else {
            sum.write_file(&file.path)?;
        }
    }
    if job.path().is_none() {
        sum.write(job.text().as_bytes());
    }
    Ok(format!("{:016x}", sum.finish()))
}
