//! Modules of a crate form no cycles, neither as single files nor with all that is inside of them,
//! and a public type name means one thing in the workspace.

use crate::modules::{Graph, Modules, collapsed, cycles, member};
use crate::rust_code::{code_only, is_test_path, without_tests};
use crate::tracked::TextFile;
use std::collections::{BTreeMap, BTreeSet};

/// The crate that shares nothing with the others, names of types included.
const JUDGE: &str = "crates/certify/";

/// One line for each cycle: first of single files, then of modules with all that is inside of them,
/// among the children of each module.
pub(crate) fn module_cycles(files: &[TextFile]) -> Vec<String> {
    let mut found = Vec::new();
    for source in source_roots(files) {
        let modules = Modules::read(files, source);
        let graph = modules.dependencies();
        let of_files = cycles(&graph);
        for cycle in &of_files {
            let arrows = arrows(&graph, cycle);
            found.push(format!(
                "{source}: {} modules depend on each other: {arrows}",
                cycle.len()
            ));
        }
        for &parent in graph.keys() {
            let graph_here = collapsed(&graph, parent);
            for cycle in cycles(&graph_here) {
                if !of_files
                    .iter()
                    .any(|files| touches_all(files, &cycle, parent))
                {
                    found.push(format!(
                        "{source}: {} modules of {} depend on each other as wholes: {}",
                        cycle.len(),
                        shown(parent),
                        whole_arrows(&graph, &cycle, parent)
                    ));
                }
            }
        }
    }
    found
}

/// True if a cycle of files passes through every one of the members of a module, and so is the
/// reason why they depend on each other.
fn touches_all(files: &[&str], members: &[&str], parent: &str) -> bool {
    let touched: BTreeSet<&str> = files
        .iter()
        .filter_map(|file| member(file, parent))
        .collect();
    members.iter().all(|member| touched.contains(member))
}

/// `a -> b, c; b -> a`, within the cycle.
fn arrows(graph: &Graph<'_>, cycle: &[&str]) -> String {
    let arrows = cycle.iter().map(|from| {
        let inside = graph[from].iter().filter(|to| cycle.contains(to));
        let to: Vec<&str> = inside.map(|to| shown(to)).collect();
        format!("{} -> {}", shown(from), to.join(", "))
    });
    arrows.collect::<Vec<_>>().join("; ")
}

/// The dependencies between files that lead from one member of the cycle to another.
fn whole_arrows(graph: &Graph<'_>, cycle: &[&str], parent: &str) -> String {
    let mut arrows = Vec::new();
    for (file, targets) in graph {
        let Some(from) = member(file, parent).filter(|from| cycle.contains(from)) else {
            continue;
        };
        let leaves = |to: &&str| {
            member(to, parent).is_some_and(|member| member != from && cycle.contains(&member))
        };
        let to: Vec<&str> = targets.iter().copied().filter(leaves).map(shown).collect();
        if !to.is_empty() {
            arrows.push(format!("{} -> {}", shown(file), to.join(", ")));
        }
    }
    arrows.join("; ")
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
    let names = named.map(|w| w[2].trim_end_matches('('));
    // `$name` in a macro leaves no name here.
    names
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect()
}

fn shown(module: &str) -> &str {
    if module.is_empty() {
        "the root"
    } else {
        module
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(files: &[(&str, &str)]) -> Vec<TextFile> {
        let file = |(path, text): &(&str, &str)| TextFile {
            path: (*path).to_owned(),
            text: (*text).to_owned(),
        };
        files.iter().map(file).collect()
    }

    #[test]
    fn a_parent_and_its_child_can_form_a_cycle() {
        let found = module_cycles(&files(&[
            ("crates/x/src/lib.rs", "mod report;"),
            (
                "crates/x/src/report/mod.rs",
                "mod text; pub struct Report; fn f() { text::g() }",
            ),
            ("crates/x/src/report/text.rs", "use super::Report;"),
        ]));
        let line = "crates/x/src/: 2 modules depend on each other: \
                    report -> report::text; report::text -> report";
        assert_eq!(found, [line]);
    }

    #[test]
    fn modules_are_compared_as_wholes_at_every_level() {
        let found = module_cycles(&files(&[
            ("crates/x/src/main.rs", "mod top;"),
            ("crates/x/src/top/mod.rs", "mod a; mod b;"),
            ("crates/x/src/top/a/mod.rs", "mod x; mod w;"),
            ("crates/x/src/top/a/x.rs", "use crate::top::b::y::Y;"),
            ("crates/x/src/top/a/w.rs", "pub struct W;"),
            ("crates/x/src/top/b/mod.rs", "mod y; mod z;"),
            ("crates/x/src/top/b/y.rs", "pub struct Y;"),
            ("crates/x/src/top/b/z.rs", "use crate::top::a::w::W;"),
        ]));
        let line = "crates/x/src/: 2 modules of top depend on each other as wholes: \
                    top::a::x -> top::b::y; top::b::z -> top::a::w";
        assert_eq!(found, [line]);
    }

    #[test]
    fn the_root_is_a_member_of_the_crate() {
        let found = module_cycles(&files(&[
            (
                "crates/x/src/lib.rs",
                "mod a; pub struct Error; fn f() { a::first::g() }",
            ),
            ("crates/x/src/a/mod.rs", "pub mod first; mod second;"),
            ("crates/x/src/a/first.rs", "pub fn g() {}"),
            ("crates/x/src/a/second.rs", "use crate::Error;"),
        ]));
        let line = "crates/x/src/: 2 modules of the root depend on each other as wholes: \
                    the root -> a::first; a::second -> the root";
        assert_eq!(found, [line]);
    }

    #[test]
    fn a_cycle_is_reported_once() {
        let found = module_cycles(&files(&[
            ("crates/x/src/lib.rs", "mod a; mod b;"),
            ("crates/x/src/a/mod.rs", "mod x;"),
            ("crates/x/src/a/x.rs", "use crate::b::B;"),
            ("crates/x/src/b.rs", "use crate::a::x::X;"),
        ]));
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].contains("a::x -> b; b -> a::x"), "{found:?}");
    }

    #[test]
    fn crates_are_apart() {
        let found = module_cycles(&files(&[
            ("crates/x/src/lib.rs", "mod a; mod b;"),
            ("crates/x/src/a.rs", "use crate::b::B;"),
            ("crates/y/src/lib.rs", "mod a; mod b;"),
            ("crates/y/src/b.rs", "use crate::a::A;"),
            ("crates/y/src/a.rs", ""),
        ]));
        assert!(found.is_empty(), "{found:?}");
    }

    #[test]
    fn public_types_have_one_meaning() {
        let found = ambiguous_types(&files(&[
            (
                "crates/x/src/lib.rs",
                "pub struct Loss; pub(crate) struct Inner; enum Own {}",
            ),
            (
                "crates/x/src/a.rs",
                "pub trait Loss {} pub struct Inner(u8); pub fn same() {}",
            ),
            (
                "crates/y/src/lib.rs",
                "pub type Kind<'a> = &'a str; pub fn same() {}",
            ),
            (
                "crates/y/src/b.rs",
                "#[cfg(test)]\nmod tests { pub struct Kind; }",
            ),
            ("crates/y/src/tests.rs", "pub struct Kind;"),
            ("crates/y/tests/whole.rs", "pub struct Kind;"),
            ("crates/certify/src/lib.rs", "pub enum Kind {}"),
        ]));
        let line = "the type `Loss` is defined in crates/x/src/lib.rs, crates/x/src/a.rs";
        assert_eq!(found, [line]);
    }

    #[test]
    fn public_types_of_every_kind_are_found() {
        let code = "pub struct A<T>(T); pub enum B { X } pub trait C: D {} pub union E { a: u8 }
            pub type F = u8; pub struct G; struct H; pub(crate) enum I {} pub const J: u8 = 1; pub enum $name {}";
        let found: Vec<String> = public_types(code).into_iter().collect();
        assert_eq!(found, ["A", "B", "C", "E", "F", "G"]);
    }
}
