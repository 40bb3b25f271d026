//! The interface of the library: its enums are `non_exhaustive`, and it has no JSON values.

use crate::rust_code::{code_only, is_test_path, without_tests};
use crate::tracked::TextFile;
use std::collections::{BTreeMap, BTreeSet};

/// The root of the library's crate.
const ROOT: &str = "crates/equipoise/src/lib.rs";
const LIBRARY: &str = "crates/equipoise/src/";

/// Enums of the recipe that callers may match without a wildcard arm. Reading, search, judge and
/// report must each handle all of their variants, and only an exhaustive match makes the compiler
/// check it.
const EXHAUSTIVE: [&str; 40] = [
    "AcrossChoice",
    "AgeAt",
    "Aggregate",
    "AggregationChoice",
    "Builder",
    "ConsistencyChoice",
    "Derive",
    "DistanceChoice",
    "EntropyEstimatorChoice",
    "FormChoice",
    "Format",
    "HierarchySource",
    "Kind",
    "LikenessChoice",
    "Limit",
    "LogChoice",
    "LossChoice",
    "MapEstimator",
    "MapPopulation",
    "MeasureChoice",
    "Method",
    "MinUtility",
    "Model",
    "NeighbourhoodChoice",
    "OptimizerChoice",
    "Over",
    "PreferenceTies",
    "ReadingChoice",
    "RecordRisk",
    "RecordUtility",
    "ReportFormat",
    "Role",
    "RowOrderChoice",
    "SamplingChoice",
    "Sensitivity",
    "Sequence",
    "Side",
    "Suppressed",
    "UniquenessEstimator",
    "Variant",
];

/// One line for each exported enum that should be `non_exhaustive`, for each superfluous entry of
/// [`EXHAUSTIVE`], and for each public function of the library with a JSON value in its signature.
pub(crate) fn check(files: &[TextFile]) -> Vec<String> {
    let Some(root) = files.iter().find(|file| file.path == ROOT) else {
        return vec![format!("{ROOT} is not there")];
    };
    let exported = exported(&code_only(&root.text));
    let (mut found, mut enums) = (Vec::new(), BTreeMap::new());
    for file in files.iter().filter(|file| is_product(&file.path)) {
        let code = without_tests(&code_only(&file.text));
        let source = crate_of(&file.path);
        for (name, is_open) in public_enums(&code) {
            if exported.contains(&(source.to_owned(), name.clone())) {
                enums.insert(name, (is_open, file.path.as_str()));
            }
        }
        if file.path.starts_with(LIBRARY) {
            let with_json = signatures(&code).filter(|signature| has_word(signature, "Value"));
            found.extend(with_json.map(|signature| {
                let name = signature.split(['(', '<']).next().unwrap_or_default();
                format!("{}: `{name}` has a JSON value in its signature", file.path)
            }));
        }
    }
    for (name, (is_open, path)) in &enums {
        match (is_open, EXHAUSTIVE.contains(&name.as_str())) {
            (false, false) => found.push(format!(
                "{path}: the enum `{name}` is in the interface of the library and not `non_exhaustive`"
            )),
            (true, true) => found.push(format!(
                "the enum `{name}` is `non_exhaustive`; take it out of the list of exhaustive ones"
            )),
            (true, false) | (false, true) => {}
        }
    }
    let gone = EXHAUSTIVE.iter().filter(|name| !enums.contains_key(**name));
    found.extend(
        gone.map(|name| {
            format!("the enum `{name}` is not in the interface; take it out of the list")
        }),
    );
    found
}

fn is_product(path: &str) -> bool {
    path.starts_with("crates/")
        && path.contains("/src/")
        && path.ends_with(".rs")
        && !is_test_path(path)
}

/// The crate of a path such as `crates/data/src/lib.rs`.
fn crate_of(path: &str) -> &str {
    path.split('/').nth(1).unwrap_or_default()
}

/// The types that the root exports, each with the crate that it comes from, without those of its
/// hidden module `parts`.
fn exported(code: &str) -> BTreeSet<(String, String)> {
    let code = code.split("pub mod parts").next().unwrap_or_default();
    let mut found = BTreeSet::new();
    for list in code.split("pub use ").skip(1) {
        let list = list.split(';').next().unwrap_or_default();
        let words = list.split(|c: char| !(c.is_alphanumeric() || c == '_'));
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        let first = words.first().copied().unwrap_or_default();
        let source = first.strip_prefix("equipoise_").unwrap_or("equipoise");
        let types = words
            .iter()
            .filter(|word| word.starts_with(char::is_uppercase));
        found.extend(types.map(|word| (source.to_owned(), (*word).to_owned())));
    }
    found
}

/// The public enums of a file, and whether they are `non_exhaustive`.
fn public_enums(code: &str) -> Vec<(String, bool)> {
    const START: &str = "pub enum ";
    let mut found = Vec::new();
    for (at, _) in code.match_indices(START) {
        let mut words =
            code[at + START.len()..].split(|c: char| !(c.is_alphanumeric() || c == '_'));
        let name = words.next().unwrap_or_default();
        // Attributes lie between the end of the item before and the enum.
        let before = code[..at].rfind(['{', '}', ';']).map_or(0, |end| end + 1);
        let is_open = code[before..at].contains("#[non_exhaustive]");
        found.push((name.to_owned(), is_open));
    }
    found
}

/// The signatures of public functions, from their names on.
fn signatures(code: &str) -> impl Iterator<Item = &str> {
    let functions = code.split("pub fn ").skip(1);
    functions.filter_map(|text| text.split(['{', ';']).next())
}

fn has_word(text: &str, word: &str) -> bool {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_'))
        .any(|found| found == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(more: &[(&str, &str)]) -> Vec<String> {
        found_with(
            &EXHAUSTIVE
                .map(|name| format!("pub enum {name} {{ A }}\n"))
                .concat(),
            more,
        )
    }

    /// Checks files in which the enums of the list are declared as in `listed`.
    fn found_with(listed: &str, more: &[(&str, &str)]) -> Vec<String> {
        let root = format!(
            "pub use inner::{{Open, Closed}};\npub mod recipe {{ pub use equipoise_x::{{{}}}; }}\n\
             pub mod parts {{ pub use inner::Hidden; }}",
            EXHAUSTIVE.join(", ")
        );
        let own = [(ROOT, root.as_str()), ("crates/x/src/lib.rs", listed)];
        let file = |(path, text): &(&str, &str)| TextFile {
            path: (*path).to_owned(),
            text: (*text).to_owned(),
        };
        check(&own.iter().chain(more).map(file).collect::<Vec<_>>())
    }

    #[test]
    fn enums_of_the_interface_are_open() {
        assert_eq!(found(&[]), [""; 0]);
        let inner = "#[non_exhaustive]\n#[derive(Debug)]\npub enum Open { A }\n\
                     pub enum Closed { A }\npub enum Hidden { A }\npub enum Elsewhere { A }";
        let lines = found(&[("crates/equipoise/src/inner.rs", inner)]);
        assert_eq!(lines.len(), 1, "{lines:?}");
        assert!(lines[0].contains("`Closed`"), "{lines:?}");
    }

    #[test]
    fn the_list_has_no_enum_that_need_not_be_there() {
        let declared = |name: &&str| match *name {
            "Model" => "#[non_exhaustive]\npub enum Model { A }\n".to_owned(),
            "Role" => String::new(),
            name => format!("pub enum {name} {{ A }}\n"),
        };
        let listed: String = EXHAUSTIVE.iter().map(declared).collect();
        // Enums with these names in other crates count for nothing.
        let others = "#[non_exhaustive]\npub enum Method { A }\npub enum Role { A }";
        let lines = found_with(&listed, &[("crates/y/src/lib.rs", others)]);
        assert_eq!(lines.len(), 2, "{lines:?}");
        assert!(
            lines[0].contains("`Model`") && lines[1].contains("`Role`"),
            "{lines:?}"
        );
    }

    #[test]
    fn functions_of_the_library_have_no_json_values() {
        let inner = "impl A { pub fn json(&self) -> Value { x } fn own() -> Value { x } pub fn v(&self) -> Values { x } }";
        let lines = found(&[("crates/equipoise/src/inner.rs", inner)]);
        assert_eq!(lines.len(), 1, "{lines:?}");
        assert!(lines[0].contains("`json`"), "{lines:?}");
        assert_eq!(found(&[("crates/server/src/inner.rs", inner)]), [""; 0]);
    }
}
