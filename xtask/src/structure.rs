//! Modules of a crate form no cycles, and a public type name means one thing in the workspace.

use crate::modules::{Modules, cycles};
use crate::rust_code::{code_only, is_test_path, without_tests};
use crate::tracked::TextFile;
use std::collections::{BTreeMap, BTreeSet};

/// The crate that shares nothing with the others, names of types included.
const JUDGE: &str = "crates/certify/";

/// One line for each cycle of modules.
pub(crate) fn module_cycles(files: &[TextFile]) -> Vec<String> {
    let mut found = Vec::new();
    for source in source_roots(files) {
        let modules = Modules::read(files, source);
        let graph = modules.dependencies();
        for cycle in cycles(&graph) {
            let inside: BTreeSet<&str> = cycle.iter().copied().collect();
            let arrows = cycle.iter().map(|from| {
                let to: Vec<&str> = graph[from]
                    .intersection(&inside)
                    .map(|m| shown(m))
                    .collect();
                format!("{} -> {}", shown(from), to.join(", "))
            });
            let arrows = arrows.collect::<Vec<_>>().join("; ");
            found.push(format!(
                "{source}: {} modules depend on each other: {arrows}",
                cycle.len()
            ));
        }
    }
    found
}

/// One line for each public type name that is defined more than once.
pub(crate) fn ambiguous_types(files: &[TextFile]) -> Vec<String> {
    let mut places: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for file in files.iter().filter(|f| is_product(&f.path)) {
        let code = without_tests(&code_only(&file.text));
        for name in public_types(&code) {
            places.entry(name).or_default().push(&file.path);
        }
    }
    let several = places.iter().filter(|(_, places)| places.len() > 1);
    several
        .map(|(name, places)| format!("the type `{name}` is defined in {}", places.join(", ")))
        .collect()
}

fn source_roots(files: &[TextFile]) -> BTreeSet<&str> {
    let root = |path: &str| path.ends_with("/src/lib.rs") || path.ends_with("/src/main.rs");
    let files = files
        .iter()
        .map(|f| f.path.as_str())
        .filter(|path| root(path));
    files
        .filter_map(|path| path.rfind('/').map(|at| &path[..=at]))
        .collect()
}

fn is_product(path: &str) -> bool {
    path.ends_with(".rs")
        && path.contains("/src/")
        && !is_test_path(path)
        && !path.starts_with(JUDGE)
}

/// The types that a file makes public. `pub` on an item that nobody can reach is a lint of its own.
fn public_types(code: &str) -> BTreeSet<String> {
    let words: Vec<&str> = code
        .split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '('))
        .collect();
    let kinds = ["struct", "enum", "trait", "union", "type"];
    let named = words
        .windows(3)
        .filter(|w| w[0] == "pub" && kinds.contains(&w[1]));
    named
        .map(|w| w[2].trim_end_matches('(').to_owned())
        .collect()
}

fn shown(module: &str) -> &str {
    if module.is_empty() {
        "the root"
    } else {
        module
    }
}
