//! The modules of a crate and what they take from each other, read from the sources.
//!
//! A module depends on the modules in which the items it names are defined. A re-export is only
//! another way to an item: it is followed to the definition, and makes no dependency of its own, so
//! that `use crate::Error` counts as a use of the module that defines `Error`.

use crate::rust_code::{code_only, is_test_path, without_tests};
use crate::tracked::TextFile;
use std::collections::{BTreeMap, BTreeSet};

/// The module tree of one crate.
pub(crate) struct Modules {
    /// By path within the crate: `` for the root, `report::text` for a module of a module.
    modules: BTreeMap<String, Module>,
}

/// One file of a crate.
struct Module {
    /// Names that a `use` brings into scope, with the path they stand for.
    imports: BTreeMap<String, Import>,
    /// Paths of modules whose items were imported by `*`.
    globs: Vec<Vec<String>>,
    /// Every other path in the code.
    paths: BTreeSet<Vec<String>>,
}

struct Import {
    path: Vec<String>,
    /// A `pub use` whose name the module itself does not use.
    only_passed_on: bool,
}

impl Modules {
    /// Reads the crate whose sources lie under `source`, such as `crates/data/src/`.
    pub(crate) fn read(files: &[TextFile], source: &str) -> Self {
        let mut modules = BTreeMap::new();
        for file in files {
            let Some(within) = file.path.strip_prefix(source) else {
                continue;
            };
            let Some(path) = module_path(within) else {
                continue;
            };
            let code = without_tests(&code_only(&file.text));
            modules.insert(path, Module::read(&code));
        }
        Self { modules }
    }

    /// For each module, the modules it depends on.
    pub(crate) fn dependencies(&self) -> BTreeMap<&str, BTreeSet<&str>> {
        let of = |(name, module): (&'_ String, &Module)| -> BTreeSet<&str> {
            let imported = module
                .imports
                .values()
                .filter(|i| !i.only_passed_on)
                .map(|i| &i.path);
            let named = imported.chain(&module.paths).chain(&module.globs);
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
            first => {
                if self.modules.contains_key(&child(from, first)) {
                    (child(from, first), &path[1..])
                } else {
                    let import = self.modules[from].imports.get(first)?;
                    if import.path == path {
                        return None;
                    }
                    let longer: Vec<String> =
                        import.path.iter().chain(&path[1..]).cloned().collect();
                    return self.definition(from, &longer, depth + 1);
                }
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
                    let longer: Vec<String> =
                        import.path.iter().chain(&rest[1..]).cloned().collect();
                    return self.definition(&at, &longer, depth + 1);
                }
                break;
            }
            rest = &rest[1..];
        }
        self.modules
            .get_key_value(&at)
            .map(|(name, _)| name.as_str())
    }
}

impl Module {
    fn read(code: &str) -> Self {
        let tokens = tokens(code);
        let mut module = Self {
            imports: BTreeMap::new(),
            globs: Vec::new(),
            paths: BTreeSet::new(),
        };
        let mut words = BTreeSet::new();
        let mut passed_on = Vec::new();
        let mut at = 0;
        while at < tokens.len() {
            if tokens[at] == "use" && starts_a_declaration(&tokens[..at]) {
                let public = at > 0 && ["pub", ")"].contains(&tokens[at - 1]);
                let end = at + tokens[at..].iter().position(|t| *t == ";").unwrap_or(0);
                let mut imports = Vec::new();
                use_tree(&tokens[at + 1..end.max(at + 1)], &[], &mut imports);
                for (name, path) in imports {
                    match name.as_deref() {
                        None => module.globs.push(path),
                        Some(name) => {
                            passed_on.extend(public.then(|| name.to_owned()));
                            let import = Import {
                                path,
                                only_passed_on: false,
                            };
                            module.imports.insert(name.to_owned(), import);
                        }
                    }
                }
                at = end.max(at) + 1;
                continue;
            }
            if is_word(tokens[at]) {
                let mut path = vec![tokens[at].to_owned()];
                let mut next = at + 1;
                while next + 1 < tokens.len() && tokens[next] == "::" && is_word(tokens[next + 1]) {
                    path.push(tokens[next + 1].to_owned());
                    next += 2;
                }
                words.insert(path[0].clone());
                if path.len() > 1 {
                    module.paths.insert(path);
                }
                at = next;
                continue;
            }
            at += 1;
        }
        for name in passed_on {
            let used = words.contains(&name);
            if let Some(import) = module.imports.get_mut(&name) {
                import.only_passed_on = !used;
            }
        }
        module
    }
}

/// The groups of modules that depend on each other, largest first.
pub(crate) fn cycles<'a>(graph: &BTreeMap<&'a str, BTreeSet<&'a str>>) -> Vec<Vec<&'a str>> {
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
