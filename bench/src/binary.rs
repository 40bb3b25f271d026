//! The real `equipoise` program, and jobs for it.

use crate::adult::hierarchy_path;
use crate::child::{self, Finished};
use crate::run::complain;
use equipoise_data::{Error, Result};
use serde_json::{Value, json};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// The program, built from the sources as they are now.
pub(crate) struct Program {
    path: PathBuf,
}

impl Program {
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Runs the program with a number of threads, and gives the object that it prints.
    ///
    /// # Errors
    /// When it fails or prints something else.
    pub(crate) fn run(&self, arguments: &[OsString], threads: u16) -> Result<(Finished, Value)> {
        let threads = ["--json", "--threads", &threads.to_string()].map(OsString::from);
        let finished = child::run(&self.path, &[arguments, &threads].concat())?;
        let object = serde_json::from_str(&finished.stdout)
            .map_err(|e| Error::data(format!("the program did not print one object: {e}")))?;
        Ok((finished, object))
    }

    /// Lets cargo build the program into the folder where the bench itself lies. What is up to date
    /// costs nothing.
    ///
    /// # Errors
    /// When cargo cannot be started or the build fails: a stale program would be measured
    /// otherwise.
    pub(crate) fn build() -> Result<Program> {
        let target = target_folder()?;
        let profile = if cfg!(debug_assertions) {
            "debug"
        } else {
            "release"
        };
        complain("bringing the program `equipoise` up to date ...");
        let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo.args(["build", "--quiet", "--package", "equipoise-cli"]);
        if profile == "release" {
            cargo.arg("--release");
        }
        cargo
            .arg("--target-dir")
            .arg(&target)
            .current_dir(env!("CARGO_MANIFEST_DIR"));
        let status = cargo.status().map_err(|e| {
            Error::data(format!(
                "cargo could not be started to build `equipoise`: {e}"
            ))
        })?;
        let path = target
            .join(profile)
            .join(format!("equipoise{}", std::env::consts::EXE_SUFFIX));
        if !status.success() || !path.is_file() {
            return Err(Error::data("the program `equipoise` could not be built")
                .hint("`cargo build --release` shows why"));
        }
        Ok(Program { path })
    }
}

/// The folder cargo builds into: two above the bench, as in `target/release/equipoise-bench`.
pub(crate) fn target_folder() -> Result<PathBuf> {
    let myself = std::env::current_exe()
        .map_err(|e| Error::internal(format!("the bench does not know where it is: {e}")))?;
    let folder = myself.ancestors().nth(2).map(Path::to_owned);
    folder.ok_or_else(|| Error::internal("the bench lies in no target folder"))
}

/// A recipe for a table with the columns of Adult, in a folder of its own that goes when the job
/// goes.
pub(crate) struct Job {
    folder: TempDir,
}

/// What the program said of a run.
#[derive(Clone, Debug)]
pub(crate) struct Said {
    pub(crate) loss: f64,
    pub(crate) suppressed_rows: u64,
    pub(crate) proved: bool,
    pub(crate) nodes: (u64, u64),
    pub(crate) search_wall_ms: f64,
    pub(crate) search_cpu_ms: f64,
}

impl Job {
    pub(crate) fn new(data: &Path, columns: &[String], table: &Path, limit: &str) -> Result<Job> {
        Job::of(recipe(data, columns, table, limit))
    }

    /// The job of a recipe.
    pub(crate) fn of(recipe: String) -> Result<Job> {
        let folder =
            tempfile::tempdir().map_err(|e| Error::data(format!("no temporary folder: {e}")))?;
        let job = Job { folder };
        fs::write(job.recipe(), recipe)
            .map_err(|e| Error::data(format!("could not write a recipe: {e}")))?;
        Ok(job)
    }

    pub(crate) fn recipe(&self) -> PathBuf {
        self.folder.path().join("recipe.toml")
    }

    /// The table that the job releases.
    pub(crate) fn released(&self) -> PathBuf {
        self.folder.path().join("release/table.csv")
    }

    /// Runs the job once, from start to report.
    pub(crate) fn run(&self, program: &Program, threads: u16) -> Result<(Finished, Said)> {
        let (finished, object) = self.release(program, threads)?;
        let said = read(&object).ok_or_else(|| {
            Error::data("the program printed something else than the outcome of a release")
        })?;
        Ok((finished, said))
    }

    /// Runs the job once, and gives the printed object. What an earlier run wrote is taken away
    /// before.
    pub(crate) fn release(&self, program: &Program, threads: u16) -> Result<(Finished, Value)> {
        let release = self.folder.path().join("release");
        if release.exists() {
            fs::remove_dir_all(&release)
                .map_err(|e| Error::data(format!("could not remove an earlier release: {e}")))?;
        }
        program.run(&["anonymize".into(), self.recipe().into()], threads)
    }
}

fn read(object: &Value) -> Option<Said> {
    let search = &object["search"];
    Some(Said {
        loss: object["loss"]["value"].as_f64()?,
        suppressed_rows: object["suppressed_rows"].as_u64()?,
        proved: search["proved_optimal"].as_bool()?,
        nodes: (
            search["nodes_evaluated"].as_u64()?,
            search["nodes_total"].as_u64()?,
        ),
        search_wall_ms: search["wall_ms"].as_f64()?,
        search_cpu_ms: search["cpu_ms"].as_f64()?,
    })
}

/// k = 5, all columns quasi-identifiers, `loss`.
fn recipe(data: &Path, columns: &[String], table: &Path, limit: &str) -> String {
    let search = format!("method = \"optimal\"\nloss = \"loss\"\nmax-suppression = {limit}");
    recipe_with(data, columns, table, None, &search)
}

/// k = 5 with a search; all columns are quasi-identifiers, except one that may be sensitive.
/// Strings of JSON are strings of TOML too.
pub(crate) fn recipe_with(
    data: &Path,
    columns: &[String],
    table: &Path,
    sensitive: Option<&str>,
    search: &str,
) -> String {
    let quoted = |path: &Path| json!(path.display().to_string()).to_string();
    let mut text = format!(
        "version = 1\n\n[input]\npath = {}\ndelimiter = \";\"\n",
        quoted(table)
    );
    for column in columns {
        let hierarchy = quoted(&hierarchy_path(data, column));
        let role = if sensitive == Some(column) {
            "sensitive"
        } else {
            "quasi-identifier"
        };
        text += &format!(
            "\n[columns.{}]\nrole = \"{role}\"\nhierarchy = {hierarchy}\n",
            json!(column)
        );
    }
    text += "\n[[privacy]]\nmodel = \"k-anonymity\"\nk = 5\n";
    text += &format!("\n[search]\n{search}\n");
    text + "\n[output]\npath = \"release/table.csv\"\nreport = [\"text\", \"json\"]\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use equipoise_recipe::{Limit, Recipe, Role};

    #[test]
    fn the_recipe_is_one() {
        let columns = ["sex", "native-country", "odd \"name\""].map(str::to_owned);
        let text = recipe(
            Path::new("/d"),
            &columns,
            Path::new("/t/a \\ b.csv"),
            "0.05",
        );
        let recipe = Recipe::parse(&text, "recipe.toml").unwrap();
        assert_eq!(recipe.search.max_suppression, Limit::parse("0.05").unwrap());
        for column in &columns {
            assert_eq!(recipe.role(column), Some(Role::QuasiIdentifier));
        }
        assert_eq!(recipe.privacy.len(), 1);
    }

    #[test]
    fn reads_what_the_program_says() {
        let mut object = json!({
            "outcome": "released", "suppressed_rows": 7, "loss": { "metric": "loss", "value": 0.5 },
            "search": { "proved_optimal": true, "nodes_evaluated": 3, "nodes_total": 9, "wall_ms": 1.5, "cpu_ms": 1.25 },
        });
        let said = read(&object).unwrap();
        assert_eq!(
            (said.loss, said.suppressed_rows, said.proved, said.nodes),
            (0.5, 7, true, (3, 9))
        );
        assert_eq!((said.search_wall_ms, said.search_cpu_ms), (1.5, 1.25));
        object["search"]["cpu_ms"] = Value::Null;
        assert!(read(&object).is_none());
    }
}
