//! The modules of a crate and what they take from each other, read from the sources.
//!
//! A module depends on the modules in which the items it names are defined. A re-export is only
//! another way to an item: it is followed to the definition, and makes no dependency of its own, so
//! that `use crate::Error` counts as a use of the module that defines `Error`. Visibilities such as
//! `pub(in crate::report)` are no dependency either.

use crate::rust_code::{code_only, is_test_path, without_tests};
use crate::tracked::TextFile;
use std::collections::{BTreeMap, BTreeSet};

/// For each module, the modules it depends on.
pub(crate) type Graph<'a> = BTreeMap<&'a str, BTreeSet<&'a str>>;

/// The module tree of one crate.
pub(crate) struct Modules {
    /// By path within the crate: `` for the root, `report::text` for a module of a module.
    modules: BTreeMap<String, Module>,
}

/// One file of a crate.
#[derive(Default)]
struct Module {
    /// Names that a `use` brings into scope, with the path they stand for.
    imports: BTreeMap<String, Import>,
    /// Imports by `*`.
    globs: Vec<Glob>,
    /// Every other path in the code.
    paths: BTreeSet<Vec<String>>,
    /// Names of the items that the module defines.
    items: BTreeSet<String>,
    /// First words of all paths in the code.
    words: BTreeSet<String>,
}

struct Import {
    path: Vec<String>,
    /// True for a `pub use` whose name the module itself does not use.
    only_passed_on: bool,
}

struct Glob {
    path: Vec<String>,
    public: bool,
}

impl Modules {
    /// Reads the crate whose sources lie under `source`, such as `crates/data/src/`.
    pub(crate) fn read(files: &[TextFile], source: &str) -> Self {
        let mut modules = BTreeMap::new();
        let mut test_only = BTreeSet::new();
        for file in files {
            let Some(within) = file.path.strip_prefix(source) else {
                continue;
            };
            let Some(path) = module_path(within) else {
                continue;
            };
            let whole = code_only(&file.text);
            let code = without_tests(&whole);
            let (all, kept) = (declared_modules(&whole), declared_modules(&code));
            test_only.extend(all.difference(&kept).map(|name| child(&path, name)));
            modules.insert(path, Module::read(&code));
        }
        modules.retain(|path, _| !test_only.iter().any(|gone| is_within(path, gone)));
        Self { modules }
    }

    /// For each module, the modules it depends on.
    pub(crate) fn dependencies(&self) -> Graph<'_> {
        let of = |(name, module): (&'_ String, &Module)| -> BTreeSet<&str> {
            let imported = module
                .imports
                .values()
                .filter(|i| !i.only_passed_on)
                .map(|i| &i.path);
            let globs = module
                .globs
                .iter()
                .filter(|glob| self.uses_glob(name, glob));
            let named = imported
                .chain(&module.paths)
                .chain(globs.map(|glob| &glob.path));
            named
                .filter_map(|path| self.definition(name, path, 0))
                .filter(|to| to != name)
                .collect()
        };
        self.modules
            .iter()
            .map(|entry| (entry.0.as_str(), of(entry)))
            .collect()
    }

    /// False for a `pub use module::*` of which the module itself uses no name.
    fn uses_glob(&self, from: &str, glob: &Glob) -> bool {
        let Some(target) = self.definition(from, &glob.path, 0) else {
            return false;
        };
        !glob.public
            || !self.modules[target]
                .items
                .is_disjoint(&self.modules[from].words)
    }

    /// The module that defines what `path` means in the module `from`.
    fn definition(&self, from: &str, path: &[String], depth: usize) -> Option<&str> {
        // Imports that lead to each other do not compile; the depth only guards against misreading.
        if depth > 20 {
            return None;
        }
        let (mut at, mut rest) = match path.first()?.as_str() {
            "crate" => (String::new(), &path[1..]),
            "self" => (from.to_owned(), &path[1..]),
            "super" => (parent(from)?.to_owned(), &path[1..]),
            first if self.modules.contains_key(&child(from, first)) => {
                (child(from, first), &path[1..])
            }
            first => {
                let import = self.modules[from].imports.get(first)?;
                if import.path == path {
                    return None;
                }
                return self.definition(from, &continued(&import.path, &path[1..]), depth + 1);
            }
        };
        while let Some(next) = rest.first() {
            if next == "super" {
                at = parent(&at)?.to_owned();
            } else if self.modules.contains_key(&child(&at, next)) {
                at = child(&at, next);
            } else {
                let module = self.modules.get(&at)?;
                if let Some(import) = module.imports.get(next) {
                    let longer = continued(&import.path, &rest[1..]);
                    return self.definition(&at, &longer, depth + 1);
                }
                if !module.items.contains(next) {
                    let through = module.globs.iter().find_map(|glob| {
                        let target = self.definition(&at, &glob.path, depth + 1)?;
                        let passes = target != at && self.provides(target, next, depth + 1);
                        passes
                            .then(|| self.definition(&at, &continued(&glob.path, rest), depth + 1))
                    });
                    if let Some(through) = through {
                        return through;
                    }
                }
                break;
            }
            rest = &rest[1..];
        }
        self.modules
            .get_key_value(&at)
            .map(|(name, _)| name.as_str())
    }

    /// True if the module defines the name, imports it, or gets it through an import by `*`.
    fn provides(&self, module: &str, name: &str, depth: usize) -> bool {
        let read = &self.modules[module];
        let through = |glob: &Glob| {
            let target = self.definition(module, &glob.path, depth + 1);
            target.is_some_and(|to| to != module && self.provides(to, name, depth + 1))
        };
        depth <= 20
            && (read.items.contains(name)
                || read.imports.contains_key(name)
                || self.modules.contains_key(&child(module, name))
                || read.globs.iter().any(through))
    }
}

impl Module {
    fn read(code: &str) -> Self {
        let tokens = tokens(code);
        let mut module = Self::default();
        let mut passed_on = Vec::new();
        // Depths of braces at which modules within the file were opened.
        let (mut depth, mut inner) = (0_usize, Vec::new());
        let mut at = 0;
        while at < tokens.len() {
            let token = tokens[at];
            let before = at.checked_sub(1).map_or("", |last| tokens[last]);
            if token == "pub" && tokens.get(at + 1..at + 3) == Some(&["(", "in"]) {
                at += tokens[at..].iter().position(|t| *t == ")").unwrap_or(2) + 1;
            } else if token == "use" && starts_a_declaration(&tokens[..at]) {
                let public = ["pub", ")"].contains(&before);
                let end = at + tokens[at..].iter().position(|t| *t == ";").unwrap_or(0);
                let mut imports = Vec::new();
                use_tree(&tokens[at + 1..end.max(at + 1)], &[], &mut imports);
                for (name, path) in imports {
                    let path = seen_from_file(path, inner.len());
                    if let Some(name) = name {
                        passed_on.extend(public.then(|| name.clone()));
                        module.imports.insert(
                            name,
                            Import {
                                path,
                                only_passed_on: false,
                            },
                        );
                    } else {
                        module.globs.push(Glob { path, public });
                    }
                }
                at = end.max(at) + 1;
            } else if is_word(token) {
                if ITEMS.contains(&token)
                    && let Some(name) = tokens.get(at + 1)
                {
                    module.items.insert((*name).to_owned());
                    if token == "mod" && tokens.get(at + 2) == Some(&"{") {
                        inner.push(depth);
                    }
                }
                let mut path = vec![token.to_owned()];
                let mut next = at + 1;
                while next + 1 < tokens.len() && tokens[next] == "::" && is_word(tokens[next + 1]) {
                    path.push(tokens[next + 1].to_owned());
                    next += 2;
                }
                // What follows `::` here belongs to another crate or to a type in brackets.
                if before != "::" {
                    module.words.insert(path[0].clone());
                    if path.len() > 1 {
                        module.paths.insert(seen_from_file(path, inner.len()));
                    }
                }
                at = next;
            } else {
                match token {
                    "{" => depth += 1,
                    "}" => {
                        depth = depth.saturating_sub(1);
                        if inner.last() == Some(&depth) {
                            inner.pop();
                        }
                    }
                    _ => {}
                }
                at += 1;
            }
        }
        for name in passed_on {
            let used = module.words.contains(&name);
            if let Some(import) = module.imports.get_mut(&name) {
                import.only_passed_on = !used;
            }
        }
        module
    }
}

/// Keywords before the name of an item.
const ITEMS: [&str; 9] = [
    "struct", "enum", "union", "trait", "type", "fn", "const", "static", "mod",
];

/// The groups of modules that depend on each other, largest first.
pub(crate) fn cycles<'a>(graph: &Graph<'a>) -> Vec<Vec<&'a str>> {
    let reach = |from: &'a str| -> BTreeSet<&'a str> {
        let mut seen = BTreeSet::new();
        let mut open = vec![from];
        while let Some(at) = open.pop() {
            open.extend(
                graph
                    .get(at)
                    .into_iter()
                    .flatten()
                    .filter(|to| seen.insert(**to)),
            );
        }
        seen
    };
    let reached: BTreeMap<&str, BTreeSet<&str>> = graph.keys().map(|m| (*m, reach(m))).collect();
    let mut groups: BTreeSet<Vec<&'a str>> = BTreeSet::new();
    for (module, there) in &reached {
        if there.contains(module) {
            let back = |other: &&&str| reached.get(**other).is_some_and(|r| r.contains(module));
            groups.insert(there.iter().filter(back).copied().collect());
        }
    }
    let mut groups: Vec<Vec<&str>> = groups.into_iter().collect();
    groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
    groups
}

/// The graph of the direct children of `parent`, each with all that is inside of it, and of the
/// parent's own file.
pub(crate) fn collapsed<'a>(graph: &Graph<'a>, parent: &str) -> Graph<'a> {
    let mut out = Graph::new();
    for (from, targets) in graph {
        let Some(from) = member(from, parent) else {
            continue;
        };
        let to = targets
            .iter()
            .filter_map(|to| member(to, parent))
            .filter(|to| *to != from);
        out.entry(from).or_default().extend(to);
    }
    out
}

/// The child of `parent` that holds the module: the module itself if it is the parent, and none if
/// it lies elsewhere.
pub(crate) fn member<'a>(module: &'a str, parent: &str) -> Option<&'a str> {
    if module == parent {
        return Some(module);
    }
    let start = if parent.is_empty() {
        0
    } else {
        parent.len() + 2
    };
    if !is_within(module, parent) {
        return None;
    }
    let end = module[start..]
        .find("::")
        .map_or(module.len(), |at| start + at);
    Some(&module[..end])
}

/// True if the module is `outer` or lies in it, at any depth.
fn is_within(module: &str, outer: &str) -> bool {
    let rest = module.strip_prefix(outer);
    outer.is_empty() || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

/// `report/mod.rs` is `report`, `report/text.rs` is `report::text`; none for tests and binaries.
fn module_path(within: &str) -> Option<String> {
    let path = within.strip_suffix(".rs")?;
    if is_test_path(within) || path.starts_with("bin/") {
        return None;
    }
    let path = match path {
        "lib" | "main" => "",
        _ => path.strip_suffix("/mod").unwrap_or(path),
    };
    Some(path.replace('/', "::"))
}

fn parent(module: &str) -> Option<&str> {
    match module.rsplit_once("::") {
        Some((parent, _)) => Some(parent),
        None => (!module.is_empty()).then_some(""),
    }
}

fn child(module: &str, name: &str) -> String {
    if module.is_empty() {
        name.to_owned()
    } else {
        format!("{module}::{name}")
    }
}

fn continued(path: &[String], rest: &[String]) -> Vec<String> {
    path.iter().chain(rest).cloned().collect()
}

/// The path without the leading `super` for each module within the file that it is written in.
fn seen_from_file(mut path: Vec<String>, inner: usize) -> Vec<String> {
    if inner > 0 {
        let supers = path
            .iter()
            .take(inner)
            .take_while(|part| *part == "super")
            .count();
        if supers > 0 {
            path.drain(..supers);
            path.insert(0, "self".to_owned());
        }
    }
    path
}

/// Names of the modules that a file declares.
fn declared_modules(code: &str) -> BTreeSet<&str> {
    let tokens = tokens(code);
    let declared = tokens.windows(3).filter(|w| w[0] == "mod" && w[2] == ";");
    declared.map(|w| w[1]).collect()
}

/// Words, `::`, and single characters of everything else but blanks.
fn tokens(code: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut rest = code.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = if is_of_word(first) {
            rest.find(|c| !is_of_word(c)).unwrap_or(rest.len())
        } else if rest.starts_with("::") {
            2
        } else {
            first.len_utf8()
        };
        let (token, after) = rest.split_at(length);
        out.push(token);
        rest = after.trim_start();
    }
    out
}

/// `use` begins a declaration at the start of an item; in `impl Trait + use<'a>` it does not.
fn starts_a_declaration(before: &[&str]) -> bool {
    before
        .last()
        .is_none_or(|last| ["pub", ")", ";", "}", "{", "]"].contains(last))
}

/// Collects the names that a tree of imports brings into scope; none where it ends in `*`.
fn use_tree(tokens: &[&str], prefix: &[String], out: &mut Vec<(Option<String>, Vec<String>)>) {
    // A leading `::` names another crate.
    if prefix.is_empty() && tokens.first() == Some(&"::") {
        return;
    }
    let mut path = prefix.to_vec();
    let mut at = 0;
    while at < tokens.len() {
        match tokens[at] {
            "::" => {}
            "*" => return out.push((None, path)),
            "as" => return out.push((Some(tokens[at + 1].to_owned()), path)),
            "{" => {
                let inside = &tokens[at + 1..tokens.len() - 1];
                for branch in branches(inside) {
                    use_tree(branch, &path, out);
                }
                return;
            }
            "self" if !path.is_empty() => {}
            word => path.push(word.to_owned()),
        }
        at += 1;
    }
    if let Some(name) = path.last().cloned() {
        out.push((Some(name), path));
    }
}

/// Splits at commas outside of braces.
fn branches<'a, 'b>(tokens: &'b [&'a str]) -> Vec<&'b [&'a str]> {
    let mut depth = 0;
    let parts = tokens.split(|token| {
        match *token {
            "{" => depth += 1,
            "}" => depth -= 1,
            _ => {}
        }
        *token == "," && depth == 0
    });
    parts.filter(|part| !part.is_empty()).collect()
}

fn is_word(token: &str) -> bool {
    token.starts_with(is_of_word)
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `a -> b c` for each module with dependencies; the root is `root`.
    fn arrows(files: &[(&str, &str)]) -> Vec<String> {
        let file = |(path, text): &(&str, &str)| TextFile {
            path: format!("crates/x/src/{path}"),
            text: (*text).to_owned(),
        };
        let files: Vec<TextFile> = files.iter().map(file).collect();
        let modules = Modules::read(&files, "crates/x/src/");
        let graph = modules.dependencies();
        let shown = |name: &str| if name.is_empty() { "root" } else { name }.to_owned();
        let used = graph.iter().filter(|(_, to)| !to.is_empty());
        used.map(|(from, to)| {
            let to: Vec<String> = to.iter().map(|to| shown(to)).collect();
            format!("{} -> {}", shown(from), to.join(" "))
        })
        .collect()
    }

    const LEAVES: [(&str, &str); 3] = [
        ("lib.rs", "pub mod a; mod b; mod c;"),
        (
            "a.rs",
            "pub struct A; pub fn make() {} pub const ALL: u8 = 1;",
        ),
        ("c/mod.rs", "pub mod inner;"),
    ];

    /// The arrows of `LEAVES` with `b.rs` and `c/inner.rs` of this text.
    fn with(b: &str, inner: &str) -> Vec<String> {
        let more = [("b.rs", b), ("c/inner.rs", inner)];
        arrows(&[&LEAVES[..], &more[..]].concat())
    }

    #[test]
    fn use_trees_are_taken_apart() {
        let deep = "use crate::{a::{self, make as build}, c::inner::{Inner, Outer}};";
        assert_eq!(with(deep, ""), ["b -> a c::inner"]);
        assert_eq!(
            with("use crate::a::make;\nfn f() { make() }", ""),
            ["b -> a"]
        );
        assert_eq!(with("use std::{fmt, io::{self, Read}};", ""), [""; 0]);
        assert_eq!(with("use ::a::Foreign; fn f() { ::a::g() }", ""), [""; 0]);
    }

    #[test]
    fn paths_in_code_count_and_prose_does_not() {
        assert_eq!(with("fn f() { crate::a::make() }", ""), ["b -> a"]);
        assert_eq!(
            with("fn f(x: &super::a::A) -> crate::c::inner::T {}", ""),
            ["b -> a c::inner"]
        );
        assert_eq!(
            with("// crate::a::A\nconst X: &str = \"crate::a\";", ""),
            [""; 0]
        );
        assert_eq!(
            with("fn f() { other::a::make(); Vec::<u8>::a::x() }", ""),
            [""; 0]
        );
    }

    #[test]
    fn super_and_self_are_relative() {
        assert_eq!(with("", "use super::super::a::A;"), ["c::inner -> a"]);
        assert_eq!(with("", "use super::Missing;"), ["c::inner -> c"]);
        assert_eq!(with("use self::own::X; use super::a;", ""), ["b -> a"]);
    }

    #[test]
    fn modules_within_a_file_belong_to_it() {
        let b = "pub struct B; mod own { use super::B; use super::super::a::A; } use super::c::T;";
        assert_eq!(with(b, ""), ["b -> a c"]);
    }

    #[test]
    fn re_exports_lead_to_the_definition() {
        let files = [
            (
                "lib.rs",
                "mod a; mod b; mod c; pub use a::A; pub use b::Renamed as B;",
            ),
            ("a.rs", "pub struct A;"),
            ("b.rs", "pub use crate::a::A as Renamed;"),
            ("c.rs", "use crate::{A, B}; fn f(a: A, b: B) {}"),
        ];
        assert_eq!(arrows(&files), ["c -> a"]);
    }

    #[test]
    fn a_re_export_that_its_module_uses_is_a_dependency() {
        let only = ("lib.rs", "mod a; pub use a::A;");
        let used = ("lib.rs", "mod a; pub use a::A; fn f(a: &A) {}");
        let a = ("a.rs", "pub struct A;");
        assert_eq!(arrows(&[only, a]), [""; 0]);
        assert_eq!(arrows(&[used, a]), ["root -> a"]);
    }

    #[test]
    fn globs_pass_names_on() {
        let a = ("a.rs", "pub struct A; pub enum Kind { X }");
        let user = ("b.rs", "use crate::A;");
        let root = "mod a; mod b; pub use a::*;";
        assert_eq!(arrows(&[("lib.rs", root), a, user]), ["b -> a"]);
        let using = "mod a; mod b; pub use a::*; fn f(a: A) {}";
        assert_eq!(
            arrows(&[("lib.rs", using), a, user]),
            ["root -> a", "b -> a"]
        );
        let own = "mod a; mod b; pub use a::*; pub struct B;";
        let of_root = ("b.rs", "use crate::B;");
        assert_eq!(arrows(&[("lib.rs", own), a, of_root]), ["b -> root"]);
        assert_eq!(with("use crate::a::*;", ""), ["b -> a"]);
        assert_eq!(with("use super::*;", ""), ["b -> root"]);
    }

    #[test]
    fn tests_and_visibilities_are_no_dependencies() {
        assert_eq!(
            with("#[cfg(test)]\nmod tests { use crate::a::A; }", ""),
            [""; 0]
        );
        assert_eq!(
            with("", "pub(in crate::c) fn f() {} pub(super) fn g() {}"),
            [""; 0]
        );
        let files = [
            ("lib.rs", "mod a; #[cfg(test)]\nmod check;"),
            ("a.rs", "pub struct A;"),
            ("check.rs", "use crate::a::A;"),
            ("tests.rs", "use crate::a::A;"),
            ("a/tests/deep.rs", "use crate::a::A;"),
        ];
        assert_eq!(arrows(&files), [""; 0]);
    }

    fn graph<'a>(arrows: &[(&'a str, &'a str)]) -> Graph<'a> {
        let mut graph = Graph::new();
        for (from, to) in arrows {
            graph.entry(from).or_default().insert(to);
            graph.entry(to).or_default();
        }
        graph
    }

    #[test]
    fn cycles_are_found_whole() {
        let ring = graph(&[
            ("a", "b"),
            ("b", "c"),
            ("c", "a"),
            ("c", "d"),
            ("e", "f"),
            ("f", "e"),
        ]);
        assert_eq!(cycles(&ring), [vec!["a", "b", "c"], vec!["e", "f"]]);
        assert!(cycles(&graph(&[("a", "b"), ("a", "c"), ("b", "c")])).is_empty());
    }

    #[test]
    fn modules_collapse_into_the_members_of_their_parent() {
        let files = graph(&[
            ("a::x", "b::y"),
            ("b::z", "a::w"),
            ("a::x", "a::w"),
            ("", "b"),
        ]);
        assert!(cycles(&files).is_empty());
        let top = collapsed(&files, "");
        assert_eq!(top, graph(&[("a", "b"), ("b", "a"), ("", "b")]));
        assert_eq!(collapsed(&files, "a"), graph(&[("a::x", "a::w")]));
        assert_eq!(member("a::x::y", "a"), Some("a::x"));
        assert_eq!(member("a", "a"), Some("a"));
        assert_eq!(member("ab::x", "a"), None);
        assert_eq!(member("", "a"), None);
    }
}
