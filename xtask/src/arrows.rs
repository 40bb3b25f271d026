//! Arrows between our crates go one way.
//!
//! A crate is cut where a dependency must be impossible, and this table is where that is written
//! down. Tests may reach further than the code they test, so dev-dependencies are free; those of
//! the testkit are not, because an oracle that shares code with what it judges judges nothing.

use crate::metadata::Package;

/// What a crate may depend on among ours.
enum May {
    Use(&'static [&'static str]),
    UseAnything,
}

use May::{Use, UseAnything};

const ARROWS: [(&str, May); 20] = [
    ("equipoise-data", Use(&[])),
    (
        "equipoise-privacy",
        Use(&["equipoise-data", "equipoise-measure"]),
    ),
    (
        "equipoise-measure",
        Use(&["equipoise-data", "equipoise-release"]),
    ),
    (
        "equipoise-search",
        Use(&[
            "equipoise-data",
            "equipoise-release",
            "equipoise-privacy",
            "equipoise-measure",
        ]),
    ),
    (
        "equipoise-explore",
        Use(&[
            "equipoise-data",
            "equipoise-privacy",
            "equipoise-measure",
            "equipoise-search",
        ]),
    ),
    ("equipoise-release", Use(&["equipoise-data"])),
    ("equipoise-certify", Use(&["equipoise-data"])),
    ("equipoise-recipe", Use(&["equipoise-data"])),
    (
        "equipoise-draft",
        Use(&["equipoise-data", "equipoise-recipe"]),
    ),
    ("equipoise-engine", Use(&["equipoise-data"])),
    ("equipoise-report", Use(&["equipoise-recipe"])),
    ("equipoise-sample", Use(&[])),
    (
        "equipoise",
        Use(&[
            "equipoise-data",
            "equipoise-privacy",
            "equipoise-measure",
            "equipoise-search",
            "equipoise-explore",
            "equipoise-release",
            "equipoise-certify",
            "equipoise-recipe",
            "equipoise-draft",
            "equipoise-engine",
            "equipoise-report",
            "equipoise-sample",
        ]),
    ),
    (
        "equipoise-workbench",
        Use(&[
            "equipoise",
            "equipoise-data",
            "equipoise-engine",
            "equipoise-explore",
            "equipoise-measure",
            "equipoise-privacy",
            "equipoise-recipe",
            "equipoise-report",
            "equipoise-search",
        ]),
    ),
    // Doors: the library, the workbench, and the error type that they return.
    (
        "equipoise-server",
        Use(&["equipoise", "equipoise-data", "equipoise-workbench"]),
    ),
    (
        "equipoise-cli",
        Use(&[
            "equipoise",
            "equipoise-data",
            "equipoise-server",
            "equipoise-workbench",
        ]),
    ),
    (TESTKIT, Use(&[])),
    ("equipoise-bench", UseAnything),
    ("equipoise-claims", UseAnything),
    ("xtask", UseAnything),
];

const TESTKIT: &str = "equipoise-testkit";

/// One line for each arrow that must not be, and for each crate of ours that the table does not
/// know.
pub(crate) fn check(packages: &[Package]) -> Vec<String> {
    let ours: Vec<&Package> = packages.iter().filter(|p| p.ours).collect();
    let mut found = Vec::new();
    for package in &ours {
        let Some((_, may)) = ARROWS.iter().find(|(name, _)| *name == package.name) else {
            found.push(format!(
                "{} is not in the table; say in xtask/src/arrows.rs what it may depend on",
                package.name
            ));
            continue;
        };
        let Use(allowed) = may else { continue };
        let counted = package
            .dependencies
            .iter()
            .filter(|d| !d.dev || package.name == TESTKIT);
        let among_ours = counted.filter(|d| ours.iter().any(|o| o.name == d.name));
        found.extend(
            among_ours
                .filter(|d| !allowed.contains(&d.name.as_str()))
                .map(|d| violation(&package.name, &d.name, allowed)),
        );
    }
    found
}

fn violation(from: &str, to: &str, allowed: &[&str]) -> String {
    let may = if allowed.is_empty() {
        "none of ours".to_owned()
    } else {
        allowed.join(", ")
    };
    format!("{from} depends on {to}; of our crates it may use {may}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::Dependency;

    fn package(name: &str, needs: &[(&str, bool)]) -> Package {
        let dependencies = needs
            .iter()
            .map(|&(name, dev)| Dependency {
                name: name.into(),
                dev,
            })
            .collect();
        Package {
            name: name.into(),
            ours: true,
            dependencies,
            ..Package::default()
        }
    }

    fn workspace(package: Package) -> Vec<Package> {
        let others = ARROWS
            .iter()
            .filter(|(name, _)| *name != package.name)
            .map(|(name, _)| self::package(name, &[]))
            .collect::<Vec<_>>();
        others.into_iter().chain([package]).collect()
    }

    fn found(name: &str, needs: &[(&str, bool)]) -> Vec<String> {
        check(&workspace(package(name, needs)))
    }

    #[test]
    fn the_search_does_not_know_the_engine() {
        let [line] = &found(
            "equipoise-search",
            &[("equipoise-data", false), ("equipoise-engine", false)],
        )[..] else {
            panic!("one violation")
        };
        assert!(line.starts_with("equipoise-search depends on equipoise-engine; of our crates it may use equipoise-data, "), "{line}");
    }

    #[test]
    fn every_arrow_of_the_table_is_fine_and_every_other_is_not() {
        for (from, may) in &ARROWS {
            for (to, _) in ARROWS.iter().filter(|(to, _)| to != from) {
                let allowed = match may {
                    Use(allowed) => allowed.contains(to),
                    UseAnything => true,
                };
                assert_eq!(
                    found(from, &[(to, false)]).is_empty(),
                    allowed,
                    "{from} -> {to}"
                );
            }
        }
    }

    #[test]
    fn the_table_has_no_way_back() {
        // Taking away, again and again, the crates that need none of those left takes away all of
        // them.
        let needs = |may: &May, left: &[&str]| matches!(may, Use(allowed) if allowed.iter().any(|a| left.contains(a)));
        let mut left: Vec<&str> = ARROWS.iter().map(|(name, _)| *name).collect();
        while !left.is_empty() {
            let next: Vec<&str> = ARROWS
                .iter()
                .filter(|(n, may)| left.contains(n) && needs(may, &left))
                .map(|(n, _)| *n)
                .collect();
            assert!(next.len() < left.len(), "a ring among {left:?}");
            left = next;
        }
    }

    #[test]
    fn tests_may_reach_further_but_not_those_of_the_testkit() {
        assert!(found("equipoise-sample", &[("equipoise-recipe", true)]).is_empty());
        assert_eq!(
            found("equipoise-sample", &[("equipoise-recipe", false)]).len(),
            1
        );
        assert_eq!(found(TESTKIT, &[("equipoise-data", true)]).len(), 1);
        assert!(
            found(TESTKIT, &[("flate2", false), ("sha2", true)]).is_empty(),
            "crates of others are no arrows"
        );
    }

    #[test]
    fn a_new_crate_must_enter_the_table() {
        let [line] = &found("equipoise-new", &[])[..] else {
            panic!("one violation")
        };
        assert!(
            line.starts_with("equipoise-new is not in the table"),
            "{line}"
        );
    }
}
