//! Staged files appear whole or not at all.

use equipoise_data::ErrorKind;
use equipoise_engine::{Access, Staged, publish_all, same_file};
use std::fs;
use std::io::Write;
use std::path::Path;

/// The names in a folder, hidden ones included.
fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

fn staged(path: &Path, force: bool, content: &[u8]) -> Staged {
    let mut file = Staged::create(path, Access::Public, force).unwrap();
    file.write_all(content).unwrap();
    file
}

#[test]
fn a_published_file_is_whole_and_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("deep/er/out.csv");
    let content: Vec<u8> = (0..1_000_000u32).flat_map(u32::to_le_bytes).collect();
    let written = staged(&path, false, &content).finish().unwrap();
    assert_eq!(written.path(), path);
    assert_eq!(written.bytes, content.len() as u64);
    assert_eq!(fs::read(written.temporary()).unwrap(), content);
    assert!(
        names(path.parent().unwrap())
            .iter()
            .all(|name| name.starts_with(".equipoise-")),
        "only hidden files, if any"
    );
    assert!(!path.exists());
    written.publish().unwrap();
    assert_eq!(fs::read(&path).unwrap(), content);
    assert_eq!(names(path.parent().unwrap()), ["out.csv"]);
}

#[test]
fn dropped_files_leave_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.csv");
    drop(staged(&path, false, b"x"));
    assert!(names(folder.path()).is_empty());
    drop(staged(&path, false, b"x").finish().unwrap());
    assert!(names(folder.path()).is_empty());
}

#[test]
fn an_existing_file_is_refused_or_replaced_at_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.csv");
    fs::write(&path, "old").unwrap();
    let e = Staged::create(&path, Access::Public, false).unwrap_err();
    assert_eq!(e.kind(), ErrorKind::Usage);
    assert!(
        e.message().ends_with("out.csv` exists already")
            && e.hint_text().unwrap().contains("--force"),
        "{e}"
    );

    let written = staged(&path, true, b"new").finish().unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"old");
    written.publish().unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"new");
    assert_eq!(names(folder.path()), ["out.csv"]);
}

#[test]
fn a_file_that_appears_meanwhile_is_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.csv");
    let written = staged(&path, false, b"ours").finish().unwrap();
    fs::write(&path, "theirs").unwrap();
    let e = written.publish().unwrap_err();
    assert_eq!(e.kind(), ErrorKind::Usage);
    assert_eq!(fs::read(&path).unwrap(), b"theirs");
    assert_eq!(names(folder.path()), ["out.csv"]);
}

#[test]
fn all_files_get_their_names_or_none() {
    for (force, in_the_way) in [(false, false), (false, true), (true, false), (true, true)] {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let files =
            ["a", "b", "c"].map(|name| staged(&at(name), force, name.as_bytes()).finish().unwrap());
        if in_the_way {
            // With force only a folder is.
            if force {
                fs::create_dir(at("c")).unwrap()
            } else {
                fs::write(at("c"), "theirs").unwrap()
            }
        }
        assert_eq!(publish_all(files.into()).is_err(), in_the_way);
        assert_eq!(
            names(folder.path()),
            if in_the_way {
                &["c"][..]
            } else {
                &["a", "b", "c"]
            }
        );
    }
}

#[test]
fn two_files_for_one_name_do_not_disturb_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.csv");
    let (first, second) = (
        staged(&path, false, b"first"),
        staged(&path, false, b"second"),
    );
    second.finish().unwrap().publish().unwrap();
    assert!(first.finish().unwrap().publish().is_err());
    assert_eq!(fs::read(&path).unwrap(), b"second");
    assert_eq!(names(folder.path()), ["out.csv"]);
}

#[test]
fn places_where_no_file_can_be() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    for path in [
        folder.path().to_owned(),
        file.join("below"),
        folder.path().join("new/"),
        "/".into(),
        "..".into(),
    ] {
        for force in [false, true] {
            let e = Staged::create(&path, Access::Public, force).unwrap_err();
            assert_eq!(e.kind(), ErrorKind::Usage, "{e}");
        }
    }
    assert_eq!(names(folder.path()), ["file"]);
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn owner_only_holds_from_the_start() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("record.json");
        let file = Staged::create(&path, Access::OwnerOnly, false).unwrap();
        assert!(
            names(folder.path())
                .iter()
                .all(|name| mode(&folder.path().join(name)) == 0o600)
        );
        let written = file.finish().unwrap();
        assert_eq!(mode(written.temporary()), 0o600);
        written.publish().unwrap();
        assert_eq!(mode(&path), 0o600);

        // A file that others could read does not pass its rights on.
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
        Staged::create(&path, Access::OwnerOnly, true)
            .unwrap()
            .finish()
            .unwrap()
            .publish()
            .unwrap();
        assert_eq!(mode(&path), 0o600);
    }

    #[test]
    fn public_files_get_the_usual_rights() {
        let folder = tempfile::tempdir().unwrap();
        let (usual, ours) = (folder.path().join("usual"), folder.path().join("ours"));
        fs::write(&usual, "").unwrap();
        staged(&ours, false, b"")
            .finish()
            .unwrap()
            .publish()
            .unwrap();
        assert_eq!(mode(&ours), mode(&usual));
    }

    #[test]
    fn a_link_is_replaced_and_its_target_kept() {
        let folder = tempfile::tempdir().unwrap();
        let (target, link) = (folder.path().join("target"), folder.path().join("link"));
        fs::write(&target, "kept").unwrap();
        symlink(&target, &link).unwrap();
        assert!(Staged::create(&link, Access::Public, false).is_err());
        staged(&link, true, b"new")
            .finish()
            .unwrap()
            .publish()
            .unwrap();
        assert_eq!(
            (fs::read(&target).unwrap(), fs::read(&link).unwrap()),
            (b"kept".to_vec(), b"new".to_vec())
        );
    }

    #[test]
    fn devices_are_refused_even_with_force() {
        let e = Staged::create(Path::new("/dev/null"), Access::Public, true).unwrap_err();
        assert_eq!(e.message(), "`/dev/null` exists and is not a regular file");
    }

    #[test]
    fn links_lead_to_the_same_file() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("a"), "").unwrap();
        fs::write(at("b"), "").unwrap();
        symlink(at("a"), at("soft")).unwrap();
        fs::hard_link(at("a"), at("hard")).unwrap();
        fs::create_dir(at("folder")).unwrap();
        symlink(folder.path(), at("self")).unwrap();
        for (x, y, same) in [
            ("a", "a", true),
            ("a", "soft", true),
            ("soft", "hard", true),
            ("a", "folder/../a", true),
            ("a", "self/a", true),
            ("a", "b", false),
            ("a", "new", false),
            ("new", "new", true),
            ("new", "self/new", true),
            ("new", "folder/new", false),
            ("no/such/folder", "no/such/folder", true),
            ("a", "no/such/../../a", true),
            ("a", "self/no/../a", true),
            ("a", "no/../b", false),
        ] {
            assert_eq!(same_file(&at(x), &at(y)), same, "{x} {y}");
            assert_eq!(same_file(&at(y), &at(x)), same, "{y} {x}");
        }
    }
}

#[test]
fn what_is_written_is_not_shown_by_debug() {
    let folder = tempfile::tempdir().unwrap();
    let file = staged(&folder.path().join("out.csv"), false, b"AAAA");
    assert!(!format!("{file:?}").contains("65, 65"));
}
