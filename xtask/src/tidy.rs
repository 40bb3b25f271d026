//! All checks, and one list of everything they found.

use crate::metadata::{self, Workspace};
use crate::{arrows, interface, licences, paths, sources, structure, tracked};

/// Runs every check. The error lists all violations, so that one run shows all there is to mend.
pub(crate) fn run() -> Result<String, String> {
    let workspace = metadata::load()?;
    let files = tracked::read(&workspace.root)?;
    let cycles = structure::module_cycles(&files);
    let count = cycles.len();
    let checks = [
        ("licences", licences::check(&workspace.packages)),
        ("arrows", arrows::check(&workspace.packages)),
        ("descriptions", descriptions(&workspace)),
        ("cycles", cycles),
        ("names", structure::ambiguous_types(&files)),
        ("interface", interface::check(&files)),
        ("sources", sources::check(&files)),
        (
            "paths",
            paths::check(&files, &paths::of_this_machine(&workspace.root)),
        ),
    ];
    let note = workspace
        .note
        .map_or(String::new(), |note| format!("tidy: note: {note}\n"));
    let found: Vec<String> = checks
        .iter()
        .flat_map(|(name, found)| found.iter().map(move |f| format!("{name}: {f}")))
        .collect();
    if found.is_empty() {
        return Ok(format!(
            "{note}tidy: {} packages and {} files, cycles: {count}, nothing to report",
            workspace.packages.len(),
            files.len()
        ));
    }
    Err(format!(
        "{note}{}\ntidy: {} to mend, cycles: {count}",
        found.join("\n"),
        found.len()
    ))
}

fn descriptions(workspace: &Workspace) -> Vec<String> {
    let bare = workspace
        .packages
        .iter()
        .filter(|p| p.ours && p.description.is_empty());
    bare.map(|p| {
        format!(
            "{} has no description; add `description` to its Cargo.toml",
            p.name
        )
    })
    .collect()
}
