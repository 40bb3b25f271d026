//! Recipes that are written for somebody: beside the one that they were made from.

use crate::aspire::AspireTexts;
use equipoise::Job;
use equipoise_data::{Error, Result};
use equipoise_engine::{Access, Staged, same_file, write_error};
use equipoise_explore::session::Aspired;
use equipoise_recipe::{ExportedAspiration, Over, PreferenceTies, aspiring};
use equipoise_search::prefer::{Point, Ties};
use std::io::Write;
use std::path::Path;

/// # Errors
/// A place where paths in the recipe would lead elsewhere, and files that the recipe needs.
pub(crate) fn check_place(path: &Path, job: &Job) -> Result<()> {
    let folder = |path: &Path| {
        path.parent()
            .filter(|p| !p.as_os_str().is_empty())
            .unwrap_or(Path::new("."))
            .to_owned()
    };
    let home = folder(job.path().unwrap_or(Path::new("")));
    if !same_file(&folder(path), &home) {
        return Err(Error::usage(
            "is not in the folder of the recipe: paths in it would lead elsewhere",
        )
        .at_file("`{}` ", path)
        .hint(format!("choose a name in `{}`", home.display())));
    }
    for source in job.sources()? {
        if same_file(path, &source.path) {
            return Err(Error::usage(format!(
                "is {}; an export never replaces what it is made from",
                source.kind
            ))
            .at_file("`{}` ", path)
            .hint("choose another name"));
        }
    }
    Ok(())
}

/// Writes a recipe, whole or not at all.
pub(crate) fn save_recipe(path: &Path, text: &str, force: bool) -> Result<()> {
    let mut file = Staged::create(path, Access::Public, force)?;
    file.write_all(text.as_bytes())
        .map_err(|e| write_error(path, e))?;
    file.finish()?.publish()
}

/// Writes a recipe that was made from that of a job, into the same folder.
///
/// # Errors
/// A file that exists, or a place where the paths in the recipe would lead elsewhere.
pub fn write_recipe(job: &Job, path: &Path, text: &str, force: bool) -> Result<()> {
    check_place(path, job)?;
    save_recipe(path, text, force)
}

/// The recipe of a job with a search that comes closest to an aspiration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AspiringRecipe {
    /// Over free partitions; else over the lattice.
    pub over_partitions: bool,
    /// The point.
    pub to: Point,
    /// Divide the weights of columns by their sum.
    pub normalize: bool,
    /// Partitions that are evaluated; else as the recipe says.
    pub evaluations: Option<u64>,
}

impl AspiringRecipe {
    /// Its text.
    ///
    /// # Errors
    /// Keys of the recipe that mean nothing to a preference.
    pub fn text(&self, job: &Job, aspired: &Aspired) -> Result<String> {
        let named = |i: usize| {
            let measure = equipoise_recipe::MeasureChoice::named(&aspired.measures[i]);
            measure
                .map(|measure| (measure, self.to[i]))
                .ok_or_else(|| Error::internal("a measure is no measure of recipes"))
        };
        let wanted = ExportedAspiration {
            over: if self.over_partitions {
                Over::Partitions
            } else {
                Over::Lattice
            },
            aspire: [named(0)?, named(1)?],
            ties: match aspired.ties {
                Ties::Privacy => PreferenceTies::Privacy,
                Ties::Deviation => PreferenceTies::Deviation,
                _ => return Err(Error::internal("recipes have no name for this tie-break")),
            },
            normalize: self.normalize,
            evaluations: self.evaluations,
        };
        aspiring(job.text(), &wanted)
    }
}

/// Checks that a recipe can be written to a place, before the work is done.
///
/// # Errors
/// A file that exists, a place where the paths in the recipe would lead elsewhere, keys that mean
/// nothing to a preference.
pub fn check_export(
    job: &Job,
    path: &Path,
    force: bool,
    aspire: &AspireTexts,
    over_partitions: bool,
) -> Result<()> {
    check_place(path, job)?;
    if path.symlink_metadata().is_ok() && !force {
        return Err(Error::usage("exists already")
            .at_file("`{}` ", path)
            .hint("`--force` replaces it"));
    }
    let aspired = aspire.aspired(job.recipe(), &|_| Ok(None))?;
    let recipe = AspiringRecipe {
        over_partitions,
        to: aspired.to,
        normalize: aspire.normalize,
        evaluations: None,
    };
    recipe.text(job, &aspired).map(|_| ())
}
