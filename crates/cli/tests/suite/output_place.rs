//! Where a release may be written: never over what it is made from, and over older files only with
//! `--force`.

use crate::common::people::{RELEASED, assert_no_values, people, people_with, recipe};
use crate::common::{Ran, Workspace};

/// Refused as wrong usage; nothing changes.
fn refused(files: &Workspace, arguments: &[&str], says: &str) -> Ran {
    let before = files.snapshot();
    let ran = files.run(&[&["anonymize", "recipe.toml", "--json"], arguments].concat());
    ran.expect(2);
    let message = ran.json()["error"]["message"].as_str().unwrap().to_owned();
    assert!(message.contains(says), "{says:?} is not in {message:?}");
    assert_no_values(&ran);
    assert!(
        files.snapshot() == before,
        "{arguments:?} changed files: {:?}",
        files.snapshot().keys()
    );
    ran
}

#[test]
fn the_input_is_never_replaced() {
    for force in [&[][..], &["--force"]] {
        let files = people();
        let with = |more: &[&'static str]| [more, force].concat();
        for output in ["people.csv", "./people.csv", "out/../people.csv"] {
            refused(&files, &with(&["--output", output]), "input");
        }
        files.write("recipe.toml", recipe("out/people.csv", "people.csv"));
        let ran = refused(&files, force, "input");
        assert!(
            !ran.stderr.contains("--force"),
            "force would not help: {}",
            ran.stderr
        );

        // The report of `people.csv` would be called like this input.
        files.write("people.report.txt", files.read("people.csv"));
        files.write(
            "recipe.toml",
            recipe("path = \"people.csv\"", "path = \"people.report.txt\"").replace("out/", ""),
        );
        refused(&files, force, "input");
    }
}

#[cfg(unix)]
#[test]
fn the_input_is_never_replaced_through_links() {
    use std::os::unix::fs::symlink;
    for force in [&[][..], &["--force"]] {
        let files = people();
        symlink(files.path("people.csv"), files.path("soft.csv")).unwrap();
        std::fs::hard_link(files.path("people.csv"), files.path("hard.csv")).unwrap();
        symlink(files.path(""), files.path("here")).unwrap();
        // The snapshot must not follow a link to the folder itself, and it does not.
        for output in ["soft.csv", "hard.csv", "here/people.csv"] {
            refused(&files, &[&["--output", output], force].concat(), "input");
        }
        refused(
            &files,
            &[&["--input", "soft.csv", "--output", "people.csv"], force].concat(),
            "input",
        );
        assert_eq!(files.text("people.csv"), crate::common::people::TABLE);
    }
}

#[test]
fn recipe_and_hierarchies_are_never_replaced() {
    for force in [&[][..], &["--force"]] {
        let files = people();
        refused(
            &files,
            &[&["--output", "recipe.toml"], force].concat(),
            "recipe",
        );
        refused(
            &files,
            &[&["--output", "town.csv"], force].concat(),
            "hierarchy",
        );
    }
}

#[test]
fn any_file_of_an_older_release_is_kept_without_force() {
    for name in RELEASED {
        let files = people();
        files.write(&format!("out/{name}"), "old");
        let ran = refused(&files, &[], name);
        assert!(
            ran.stderr.contains("hint: `--force` replaces it"),
            "{}",
            ran.stderr
        );
        files.succeed(&["anonymize", "recipe.toml", "--force"]);
        assert_eq!(files.names("out"), RELEASED);
        assert_ne!(files.text(&format!("out/{name}")), "old");
        files.succeed(&[
            "verify",
            "out/people.certificate.json",
            "--record",
            "out/people.record.json",
        ]);
    }
}

#[test]
fn a_second_release_is_refused_and_with_force_replaces_the_first() {
    let files = people();
    files.succeed(&["anonymize", "recipe.toml"]);
    for name in RELEASED {
        refused(&files, &[], name);
    }
    let before = files.read("out/people.csv");
    let certificate = files.read("out/people.certificate.json");
    files.write("recipe.toml", recipe("k = 2", "k = 5"));
    files.succeed(&["anonymize", "recipe.toml", "--force"]);
    assert_eq!(files.names("out"), RELEASED);
    assert!(
        files.read("out/people.csv") != before
            && files.read("out/people.certificate.json") != certificate
    );
    files.succeed(&[
        "verify",
        "out/people.certificate.json",
        "--record",
        "out/people.record.json",
    ]);
}

#[test]
fn an_unmet_wish_keeps_an_older_release_even_with_force() {
    let files = people();
    files.succeed(&["anonymize", "recipe.toml"]);
    files.write(
        "recipe.toml",
        recipe("k = 2", "k = 12").replace("[columns.town]", "[columns.town]\nmax-level = 0"),
    );
    let before = files.snapshot();
    files
        .run(&["anonymize", "recipe.toml", "--force"])
        .expect(1);
    assert!(files.snapshot() == before);
}

#[test]
fn places_where_no_file_can_be() {
    let files = people();
    files.write("folder/inside", "");
    refused(&files, &["--output", "folder"], "folder");
    refused(
        &files,
        &["--output", "folder", "--force"],
        "`folder` exists and is not a regular file",
    );
    refused(
        &files,
        &["--output", "people.csv/below.csv"],
        "a part of the path is a file, not a folder",
    );
    refused(&files, &["--output", "folder/.."], "names no file");
    refused(&files, &["--output", "new/"], "names no file");
}

#[cfg(unix)]
#[test]
fn a_link_is_replaced_itself_and_its_target_kept() {
    use std::os::unix::fs::symlink;
    let files = people();
    files.write("elsewhere.csv", "kept");
    std::fs::create_dir(files.path("out")).unwrap();
    symlink(files.path("elsewhere.csv"), files.path("out/people.csv")).unwrap();
    symlink(files.path("nowhere"), files.path("out/people.record.json")).unwrap();
    refused(&files, &[], "people.csv");
    files.succeed(&["anonymize", "recipe.toml", "--force"]);
    assert_eq!(files.text("elsewhere.csv"), "kept");
    assert!(!files.path("nowhere").exists());
    assert_eq!(files.names("out"), RELEASED);
    files.succeed(&[
        "verify",
        "out/people.certificate.json",
        "--record",
        "out/people.record.json",
    ]);
}

/// Record and run figures are personal data; with `--internal` the reports are too.
#[cfg(unix)]
#[test]
fn personal_data_is_for_its_owner_only() {
    use std::os::unix::fs::PermissionsExt;
    let files = people();
    let mode = |name: &str| {
        std::fs::metadata(files.path(&format!("out/{name}")))
            .unwrap()
            .permissions()
            .mode()
            & 0o777
    };
    files.write("usual", "");
    let usual = std::fs::metadata(files.path("usual"))
        .unwrap()
        .permissions()
        .mode()
        & 0o777;
    files.succeed(&["anonymize", "recipe.toml"]);
    for name in RELEASED {
        let expected = if name.contains("record") || name.contains("run") {
            0o600
        } else {
            usual
        };
        assert_eq!(mode(name), expected, "{name}");
    }
    files.succeed(&["anonymize", "recipe.toml", "--force", "--internal"]);
    assert_eq!(
        (mode("people.report.txt"), mode("people.report.json")),
        (0o600, 0o600)
    );
}

#[test]
fn samples_replace_nothing_without_force() {
    let files = Workspace::new();
    let sample = ["sample", "census", "--rows", "50", "--directory", "made"];
    files.succeed(&sample);
    let before = files.snapshot();
    let ran = files.run(&[&sample[..], &["--json", "--seed", "9"]].concat());
    ran.expect(2);
    assert!(
        ran.json()["error"]["hint"]
            .as_str()
            .unwrap()
            .contains("--force")
    );
    assert!(files.snapshot() == before);
    std::fs::remove_file(files.path("made/census.csv")).unwrap();
    let before = files.snapshot();
    files.run(&sample).expect(2);
    assert!(
        files.snapshot() == before,
        "one file of it that exists is enough"
    );
    files.succeed(&[&sample[..], &["--force"]].concat());
}

#[test]
fn paths_in_a_recipe_start_at_the_recipe_and_those_in_flags_where_you_are() {
    let files = people_with("path = \"people.csv\"", "path = \"../people.csv\"");
    std::fs::create_dir(files.path("sub")).unwrap();
    for name in ["recipe.toml", "town.csv"] {
        std::fs::rename(files.path(name), files.path(&format!("sub/{name}"))).unwrap();
    }
    files.succeed(&["anonymize", "sub/recipe.toml"]);
    assert_eq!(files.names("sub/out"), RELEASED);
    files.succeed(&[
        "anonymize",
        "sub/recipe.toml",
        "--input",
        "people.csv",
        "--output",
        "here/people.csv",
    ]);
    assert_eq!(files.names("here"), RELEASED);
}

#[test]
fn a_name_that_says_another_format_is_refused() {
    let files = people();
    for output in [
        "out/people.xlsx",
        "out/people.CSV.BZ2",
        "out/people.parquet.zst",
    ] {
        refused(
            &files,
            &["--output", output],
            "a release is written as `.csv`, `.csv.gz`, `.csv.zst` or `.parquet`",
        );
    }
}
