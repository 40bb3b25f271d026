//! No file of the project may name a place that exists on one machine only.

use crate::tracked::TextFile;
use std::path::Path;

/// Folders under which people's own folders lie. Written in parts, so that this file does not name
/// such a place.
const HOMES: [&str; 2] = ["home", "Users"];

/// Places of this machine: the home folder, the clone, and the shared folder that may lie beside
/// it.
pub(crate) fn of_this_machine(root: &Path) -> Vec<String> {
    let home = std::env::home_dir();
    let shared = root.parent().map(|above| above.join("shared"));
    let places = [home, Some(root.to_owned()), shared].into_iter().flatten();
    // A place with a short name, such as the root of a container, would be found in ordinary text.
    places
        .filter_map(|place| place.to_str().map(str::to_owned))
        .filter(|place| place.len() > 3)
        .collect()
}

/// One line for each line of a file that names such a place.
pub(crate) fn check(files: &[TextFile], places: &[String]) -> Vec<String> {
    let mut found = Vec::new();
    for file in files {
        let lines = file
            .text
            .lines()
            .enumerate()
            .filter(|(_, line)| names_a_place(line, places));
        found.extend(lines.map(|(number, _)| {
            format!(
                "{}:{}: names a folder of one machine",
                file.path,
                number + 1
            )
        }));
    }
    found
}

fn names_a_place(line: &str, places: &[String]) -> bool {
    let someones = HOMES.iter().any(|folder| {
        absolute(line, &format!("/{folder}/")).any(|rest| rest.starts_with(char::is_alphanumeric))
    });
    let roots = absolute(line, concat!("/", "root", "/")).next().is_some();
    someones
        || roots
        || places
            .iter()
            .any(|place| absolute(line, place).any(ends_a_name))
}

/// What follows each occurrence of `path` that does not continue a longer path or address.
fn absolute<'a>(line: &'a str, path: &str) -> impl Iterator<Item = &'a str> {
    let begins =
        |at: usize| !line[..at].ends_with(|c: char| c.is_alphanumeric() || "_-.~})/>*".contains(c));
    line.match_indices(path)
        .filter(move |(at, _)| begins(*at))
        .map(|(at, found)| &line[at + found.len()..])
}

fn ends_a_name(rest: &str) -> bool {
    !rest.starts_with(|c: char| c.is_alphanumeric() || "_-".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str, places: &[&str]) -> usize {
        let places: Vec<String> = places.iter().map(|p| (*p).to_owned()).collect();
        check(
            &[TextFile {
                path: "a.md".into(),
                text: text.into(),
            }],
            &places,
        )
        .len()
    }

    #[test]
    fn home_folders_are_found() {
        for folder in HOMES {
            let place = format!("/{folder}/ann");
            for text in [
                place.clone(),
                format!("see `{place}/x`"),
                format!("path = \"{place}/x\""),
                format!("C:{place}").replace("C:", "="),
            ] {
                assert_eq!(found(&text, &[]), 1, "{text}");
            }
            for text in [
                format!("crates{place}"),
                format!("https://example.org{place}"),
                format!("/{folder}/"),
                format!("${{X}}{place}"),
            ] {
                assert_eq!(found(&text, &[]), 0, "{text}");
            }
        }
    }

    #[test]
    fn places_of_this_machine_are_found() {
        assert_eq!(
            found(
                "see /lab/clone/x\nand /lab/clone\nbut not /lab/clones or /my/lab/clone",
                &["/lab/clone"]
            ),
            2
        );
        assert_eq!(found("see /lab/shared, please", &["/lab/shared"]), 1);
    }

    #[test]
    fn the_place_of_a_clone_is_known() {
        let places = of_this_machine(Path::new("/lab/clone"));
        assert!(
            places.contains(&"/lab/clone".to_owned()) && places.contains(&"/lab/shared".to_owned())
        );
        assert!(!of_this_machine(Path::new("/x")).contains(&"/x".to_owned()));
    }
}
