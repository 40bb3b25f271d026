//! Every command in the guides is run, in the order of the text, each guide in a folder of its own.
//!
//! - A line of code that begins with `equipoise` is run. It must succeed, unless `# exit code N`
//!   stands behind it.
//! - `explore` is stopped as soon as its page is ready.
//! - `cd folder` goes there.
//! - `> file` at its end keeps what it prints.
//! - A block of TOML whose first line is a comment with the name of a file tells how to edit that
//!   file: its keys are set there.

mod edit;
mod steps;

use crate::common::Workspace;
use crate::common::explored::Explored;
use std::path::{Path, PathBuf};
use steps::{Step, steps};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

/// The guides, in the order of names.
fn guides() -> Vec<String> {
    let entries = std::fs::read_dir(folder()).expect("the guides are there");
    let names = entries.map(|e| {
        e.expect("the folder can be read")
            .file_name()
            .into_string()
            .expect("names are texts")
    });
    let mut guides: Vec<String> = names
        .filter_map(|n| n.strip_suffix(".md").map(str::to_owned))
        .collect();
    guides.sort();
    guides
}

fn read(guide: &str) -> String {
    std::fs::read_to_string(folder().join(format!("{guide}.md")))
        .unwrap_or_else(|e| panic!("{guide}: {e}"))
}

fn run(guide: &str) {
    let workspace = Workspace::new();
    let steps = steps(&read(guide));
    assert!(
        steps.iter().any(|s| matches!(s, Step::Run { .. })),
        "{guide} has no command"
    );
    let mut folder = String::new();
    for step in steps {
        match step {
            Step::Run {
                arguments,
                code,
                kept,
            } => {
                let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
                if arguments[0] == "explore" {
                    let explored = Explored::start(
                        workspace
                            .command(&arguments)
                            .current_dir(workspace.path(&folder)),
                    );
                    explored.wait_until_ready();
                    assert_eq!(
                        explored.stop().status.code(),
                        Some(code),
                        "{guide}: equipoise {}",
                        arguments.join(" ")
                    );
                    continue;
                }
                let output = workspace
                    .command(&arguments)
                    .current_dir(workspace.path(&folder))
                    .output()
                    .expect("the binary runs");
                let shown = || {
                    String::from_utf8_lossy(&output.stderr).into_owned()
                        + &String::from_utf8_lossy(&output.stdout)
                };
                assert_eq!(
                    output.status.code(),
                    Some(code),
                    "{guide}: equipoise {}\n{}",
                    arguments.join(" "),
                    shown()
                );
                if arguments.starts_with(&["sample", "hospital"]) {
                    // The search of this recipe uses all of its 30 seconds.
                    let recipe = format!("{folder}hospital/recipe.toml");
                    let shorter = edit::set(&workspace.text(&recipe), "[search]\ntime-limit = 3\n");
                    workspace.write(&recipe, shorter);
                }
                if let Some(file) = kept {
                    workspace.write(&format!("{folder}{file}"), &output.stdout);
                }
            }
            Step::Enter(name) => folder = format!("{folder}{name}/"),
            Step::Edit { file, toml } => {
                let file = format!("{folder}{file}");
                workspace.write(&file, edit::set(&workspace.text(&file), &toml));
            }
        }
    }
}

macro_rules! guides {
    ($($test:ident $name:literal)*) => {
        $(#[test]
        fn $test() {
            run($name);
        })*

        #[test]
        fn every_guide_is_run() {
            let run = [$($name),*];
            // The list of the guides has no commands.
            assert_eq!(guides().into_iter().filter(|g| g != "README").collect::<Vec<_>>(), run);
        }
    };
}

guides! {
    asking "asking"
    explorer "explorer"
    finer "finer"
    first_release "first-release"
    formats "formats"
    hierarchies "hierarchies"
    models "models"
    new_rows "new-rows"
    preferences "preferences"
    records "records"
    report "report"
    roles "roles"
    sessions "sessions"
}

#[test]
fn the_list_names_every_guide() {
    let list = read("README");
    for guide in guides().iter().filter(|g| *g != "README") {
        assert!(
            list.contains(&format!("({guide}.md)")),
            "docs/README.md does not name {guide}.md"
        );
    }
}

/// What the guide to hierarchies shows as rules can be written in a recipe.
#[test]
fn rules_in_the_table_of_hierarchies_are_accepted() {
    let guide = read("hierarchies");
    let rules: Vec<&str> = guide
        .split('`')
        .filter(|code| code.starts_with("{ ") && code.ends_with('}'))
        .collect();
    assert!(rules.len() >= 9, "{rules:?}");
    let workspace = Workspace::new();
    workspace.write("table.csv", "x\n1\n");
    for rule in rules {
        let kind = if rule.contains("dates") {
            "date"
        } else if rule.contains("ordered") || rule.contains("intervals") {
            "integer"
        } else {
            "text"
        };
        let column = format!(
            "[columns.x]\nrole = \"quasi-identifier\"\ntype = \"{kind}\"\nhierarchy = {rule}\n"
        );
        workspace.write(
            "recipe.toml",
            format!("version = 1\n[input]\npath = \"table.csv\"\n{column}[[privacy]]\nmodel = \"k-anonymity\"\nk = 2\n"),
        );
        // The rule is sound; whether it suits this table is another question.
        let output = workspace
            .command(&["check", "recipe.toml"])
            .output()
            .expect("the binary runs");
        assert_ne!(
            output.status.code(),
            Some(2),
            "{rule}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
}

/// A link to a file of the project must lead somewhere.
#[test]
fn links_between_guides_lead_somewhere() {
    for guide in guides() {
        for target in read(&guide)
            .split("](")
            .skip(1)
            .filter_map(|rest| rest.split(')').next())
        {
            let file = target.split('#').next().unwrap_or_default();
            assert!(
                file.is_empty() || folder().join(file).exists(),
                "{guide}: {target}"
            );
        }
    }
}
