//! One writer per output, and leftovers that no process owns.

use equipoise_data::{ErrorKind, Result};
use equipoise_engine::{Access, OutputLock, Recovered, Staged};
use std::fs;
use std::path::Path;

fn take(path: &Path) -> Result<(OutputLock, Option<Recovered>)> {
    OutputLock::take(path, path)
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn a_second_writer_is_refused_and_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a/b/out.json");
    let (lock, _) = take(&path).unwrap();
    let e = take(&path).unwrap_err();
    assert_eq!(e.kind(), ErrorKind::Usage);
    assert!(
        e.message().contains("another process is writing") && e.message().contains("out.json"),
        "{e}"
    );
    assert!(
        e.hint_text()
            .unwrap()
            .contains("choose another output path"),
        "{e}"
    );
    // Another output of the same folder is free.
    drop(take(&folder.path().join("a/b/other.json")).unwrap());
    assert_eq!(
        names(&folder.path().join("a/b")),
        [".equipoise-out.json.lock"]
    );
    drop(lock);
    assert!(
        names(folder.path()).is_empty(),
        "folders that were made for nothing are gone"
    );
}

#[test]
fn folders_that_are_needed_stay() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a/b/out.json");
    let (lock, _) = take(&path).unwrap();
    lock.publish(
        vec![
            Staged::create(&path, Access::Public, false)
                .unwrap()
                .finish()
                .unwrap(),
        ],
        &[],
    )
    .unwrap();
    drop(lock);
    assert_eq!(names(&folder.path().join("a/b")), ["out.json"]);
}

/// Threads take and release one lock all the time: never two of them have it.
#[test]
fn a_lock_has_one_owner_at_a_time() {
    use std::sync::atomic::{AtomicU64, Ordering};
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sub/out.json");
    let (inside, taken, refused) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..500 {
                    match take(&path) {
                        Ok((lock, _)) => {
                            assert_eq!(inside.fetch_add(1, Ordering::SeqCst), 0, "two at once");
                            taken.fetch_add(1, Ordering::SeqCst);
                            std::thread::yield_now();
                            inside.fetch_sub(1, Ordering::SeqCst);
                            drop(lock);
                        }
                        Err(e) => {
                            assert!(e.message().contains("another process is writing"), "{e}");
                            refused.fetch_add(1, Ordering::SeqCst);
                        }
                    }
                }
            });
        }
    });
    let (taken, refused) = (taken.into_inner(), refused.into_inner());
    assert!(
        taken + refused == 2000 && taken > 0,
        "{taken} taken, {refused} refused"
    );
    assert!(!folder.path().join("sub").exists() || names(&folder.path().join("sub")).is_empty());
}

#[test]
fn a_name_as_long_as_possible_can_be_locked() {
    let folder = tempfile::tempdir().unwrap();
    let (one, two) = (
        folder.path().join("x".repeat(255)),
        folder.path().join("y".repeat(255)),
    );
    let _locks = (take(&one).unwrap(), take(&two).unwrap());
    assert!(take(&one).is_err());
}

#[test]
fn leftovers_that_nobody_owns_are_removed() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let kept = [
        ".equipoise-1-2.txt",
        ".equipoise-x-2.tmp",
        ".equipoise-.tmp",
        "equipoise-1-2.tmp",
        ".equipoise-other.json.lock",
    ];
    for name in kept
        .iter()
        .chain(&[".equipoise-4000000-0.tmp", ".equipoise-7-12.tmp"])
    {
        fs::write(at(name), "left behind").unwrap();
    }
    let owned = fs::File::open(at(".equipoise-7-12.tmp")).unwrap();
    owned.lock().unwrap();
    fs::create_dir(at(".equipoise-5-5.tmp")).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(at("nowhere"), at(".equipoise-6-6.tmp")).unwrap();
    drop(take(&at("out.json")).unwrap());
    assert!(!at(".equipoise-4000000-0.tmp").exists());
    assert!(
        kept.iter().all(|name| at(name).exists()),
        "{:?}",
        names(folder.path())
    );
    assert!(at(".equipoise-7-12.tmp").exists(), "a process owns it");
    assert!(at(".equipoise-5-5.tmp").exists());
    #[cfg(unix)]
    assert!(at(".equipoise-6-6.tmp").is_symlink());
    owned.unlock().unwrap();
    drop(take(&at("out.json")).unwrap());
    assert!(!at(".equipoise-7-12.tmp").exists());

    // A single file that is written does so too, the first time.
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(".equipoise-1-1.tmp"), "left behind").unwrap();
    drop(Staged::create(&folder.path().join("out.csv"), Access::Public, false).unwrap());
    assert!(names(folder.path()).is_empty());
}
