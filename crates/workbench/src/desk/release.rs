//! A decision released from the desk: the exported recipe is written and run, as the command line
//! would.

use super::state::Desk;
use super::wire;
use equipoise::Watch;
use equipoise::{Job, Outcome, Release, RunOptions, anonymize};
use equipoise_data::{Error, Result};
use equipoise_engine::{Access, file_length, read_bytes, read_text, save};
use std::path::Path;
use std::sync::Arc;

impl Desk<'_> {
    /// Decides on what shall be released; the recipe that releases it.
    ///
    /// # Errors
    /// Nothing to decide on, no reason, a table that is not at hand.
    pub fn decide_release(&self, candidate: Option<&str>, because: &str) -> Result<wire::Export> {
        self.prepared()?;
        let changed = self.export(candidate)?.warnings;
        if let Some(changed) = changed.first() {
            return Err(Error::data(changed.clone())
                .hint("start again: the atlas is then built from the files as they are now"));
        }
        self.decide_on(candidate, because)?;
        self.export(candidate)
    }

    /// Writes an exported recipe and releases it like `anonymize`: the bytes are the same.
    ///
    /// # Errors
    /// Files that exist unless `force` is set, and those of [`anonymize`].
    pub fn release(
        &self,
        exported: wire::Export,
        force: bool,
        watch: &dyn Watch,
    ) -> Result<wire::PublishedFiles> {
        let recipe = Path::new(&exported.recipe_path);
        let is_there = recipe.exists();
        if !is_there || read_text(recipe)? != exported.recipe {
            if is_there && !force {
                return Err(Error::usage("exists already, and it is another recipe")
                    .at_file("`{}` ", recipe)
                    .hint("allow that files are replaced, or rename it"));
            }
            save(recipe, Access::Public, exported.recipe.as_bytes())?;
        }
        let options = RunOptions {
            force,
            ..RunOptions::default()
        };
        let outcome = anonymize(&Job::open(recipe)?, &options, watch)?;
        let Outcome::Met(release) = &outcome else {
            return Err(Error::data(
                "the recipe of this decision has no release: a file that it names has changed since the atlas was built",
            )
            .hint("start again to build the atlas from the files as they are now"));
        };
        let published = wire::PublishedFiles {
            recipe_path: exported.recipe_path,
            command: exported.command,
            files: files(release)?,
            outcome: serde_json::to_value(&outcome).unwrap_or_default(),
        };
        *self.published.lock().expect("no thread panicked") = Some(Arc::new(published.clone()));
        Ok(published)
    }

    /// The bytes of a file of the latest release.
    ///
    /// # Errors
    /// No release yet, a file that is none of its files.
    pub fn released_file(&self, name: &str) -> Result<Vec<u8>> {
        let published = self.published.lock().expect("no thread panicked").clone();
        let file = published
            .as_ref()
            .and_then(|p| p.files.iter().find(|file| file.name == name));
        let file = file.ok_or_else(|| {
            Error::usage("there is no such file of a release")
                .hint("release first; then take one of its files")
        })?;
        read_bytes(Path::new(&file.path))
    }
}

fn files(release: &Release) -> Result<Vec<wire::PageFile>> {
    let one = [
        ("release", &release.output),
        ("certificate", &release.certificate),
        ("record", &release.record),
    ];
    let all = one
        .into_iter()
        .chain(release.reports.iter().map(|report| ("report", report)));
    all.map(|(what, path)| {
        let name = path
            .file_name()
            .map_or_else(String::new, |n| n.to_string_lossy().into_owned());
        let bytes = file_length(path)?;
        Ok(wire::PageFile {
            what,
            name,
            path: path.display().to_string(),
            bytes,
        })
    })
    .collect()
}
