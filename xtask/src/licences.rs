//! Every package we build with must be under a licence that ours allows.

use crate::metadata::Package;
use crate::spdx::satisfiable;

/// Permissive licences. MPL-2.0 and other licences that reach into what they are linked with are
/// left out on purpose.
const ACCEPTED: [&str; 13] = [
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// One line for each package whose licence is not accepted, sorted.
pub(crate) fn check(packages: &[Package]) -> Vec<String> {
    let mut found: Vec<String> = packages.iter().filter_map(offence).collect();
    found.sort();
    found
}

fn offence(package: &Package) -> Option<String> {
    let who = format!("{} {}", package.name, package.version);
    let Some(expression) = &package.licence else {
        return Some(format!("{who} states no licence"));
    };
    match satisfiable(expression, &ACCEPTED) {
        Ok(true) => None,
        Ok(false) => Some(format!(
            "{who} is under `{expression}`; accepted: {}",
            ACCEPTED.join(", ")
        )),
        Err(why) => Some(format!(
            "{who} states the licence `{expression}`, which cannot be read: {why}"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(name: &str, licence: Option<&str>) -> Package {
        Package {
            name: name.into(),
            version: "1.2.3".into(),
            licence: licence.map(str::to_owned),
            ..Package::default()
        }
    }

    #[test]
    fn cargo_deny_accepts_the_same_licences() {
        let text =
            std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../deny.toml")).unwrap();
        let list = text
            .split_once("\nallow = [")
            .and_then(|(_, rest)| rest.split_once(']'))
            .expect("deny.toml has a list")
            .0;
        let named: Vec<&str> = list
            .split(',')
            .map(|name| name.trim().trim_matches('"'))
            .filter(|name| !name.is_empty())
            .collect();
        assert_eq!(named, ACCEPTED);
    }

    #[test]
    fn all_offenders_are_named_at_once() {
        let packages = [
            package("z", Some("MPL-2.0")),
            package("good", Some("MIT OR MPL-2.0")),
            package("a", None),
            package("m", Some("MIT OR")),
            package("tables", Some("(MIT OR Apache-2.0) AND Unicode-3.0")),
        ];
        let found = check(&packages);
        assert_eq!(found.len(), 3);
        for (line, start) in found.iter().zip([
            "a 1.2.3 states no",
            "m 1.2.3 states the licence `MIT OR`, which",
            "z 1.2.3 is under `MPL-2.0`",
        ]) {
            assert!(line.starts_with(start), "{line}");
        }
    }

    #[test]
    fn the_licences_of_this_project_are_accepted() {
        assert!(check(&[package("ours", Some("MIT OR Apache-2.0"))]).is_empty());
    }
}
