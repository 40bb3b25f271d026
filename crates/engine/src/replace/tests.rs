use super::*;
use crate::OutputLock;
use equipoise_data::ErrorKind;
use std::cell::Cell;
use std::collections::BTreeMap;
use tempfile::TempDir;

/// The last file of the set.
const LAST: &str = "t.certificate";
const NEW: [&str; 4] = ["t.csv", "t.record", "t.report", LAST];

type Files = BTreeMap<String, String>;

/// A folder with an older set of files, and how that set differs from the new one.
struct Set {
    folder: TempDir,
    before: Files,
    stale: Vec<PathBuf>,
}

/// Older sets: none, a whole one with a report that the new one lacks, parts of one.
const BEFORE: [&[&str]; 4] = [
    &[],
    &["t.csv", "t.record", "t.report", "t.html", LAST],
    &["t.csv"],
    &["t.report", LAST],
];

impl Set {
    fn new(before: &[&str]) -> Self {
        let folder = tempfile::tempdir_in("/dev/shm")
            .or_else(|_| tempfile::tempdir())
            .unwrap();
        for name in before {
            fs::write(folder.path().join(name), format!("old {name}")).unwrap();
        }
        let stale = before
            .iter()
            .filter(|n| !NEW.contains(n))
            .map(|n| folder.path().join(n))
            .collect();
        let mut set = Set {
            folder,
            before: Files::new(),
            stale,
        };
        set.before = set.files();
        set
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// All files, hidden ones too.
    fn files(&self) -> Files {
        let entries = fs::read_dir(self.folder.path())
            .unwrap()
            .map(|e| e.unwrap());
        entries
            .map(|e| {
                (
                    e.file_name().into_string().unwrap(),
                    fs::read_to_string(e.path()).unwrap(),
                )
            })
            .collect()
    }

    fn after(&self) -> Files {
        NEW.iter()
            .map(|&name| (name.to_owned(), format!("new {name}")))
            .collect()
    }

    fn replace(&self, gate: Gate<'_>) -> Result<()> {
        let stage = |name: &&str| {
            let mut file = Staged::create(&self.at(name), Access::Public, true).unwrap();
            file.write_all(format!("new {name}").as_bytes()).unwrap();
            file.finish().unwrap()
        };
        replace(NEW.iter().map(stage).collect(), &self.stale, gate)
    }

    fn recover(&self, gate: Gate<'_>) -> Result<Option<Recovered>> {
        recover_through(&self.at(LAST), &self.at("t.csv"), gate)
    }

    /// At any moment: the last file is there only with all others of its set, or else the set is
    /// reported as interrupted.
    fn is_mixture(&self) -> bool {
        let visible: Files = self
            .files()
            .into_iter()
            .filter(|(name, _)| !name.starts_with('.'))
            .collect();
        let is_whole = visible == self.before || visible == self.after();
        !is_whole && (visible.contains_key(LAST) || !is_interrupted(&self.at(LAST)))
    }
}

/// Prints a count, past the test harness.
fn announce(text: std::fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Fails the step with this number, from 0. With `dead`, all later ones too: as if the process had
/// been killed before it.
struct Failing {
    step: usize,
    dead: bool,
    seen: Cell<usize>,
}

impl Failing {
    fn at(step: usize, dead: bool) -> Self {
        Failing {
            step,
            dead,
            seen: Cell::new(0),
        }
    }

    fn pass(&self) -> io::Result<()> {
        let number = self.seen.replace(self.seen.get() + 1);
        let fails = number == self.step || (self.dead && number > self.step);
        if fails {
            Err(io::ErrorKind::PermissionDenied.into())
        } else {
            Ok(())
        }
    }

    /// Whether the step was reached at all.
    fn was_reached(&self) -> bool {
        self.seen.get() > self.step
    }
}

#[test]
fn a_step_that_fails_leaves_the_old_files_or_the_new_ones() {
    let (mut broken, mut tried) = (0, 0);
    for before in BEFORE {
        for step in 0.. {
            let (set, failing) = (Set::new(before), Failing::at(step, false));
            let done = set.replace(&|| failing.pass());
            if !failing.was_reached() {
                assert!(done.is_ok() && set.files() == set.after());
                break;
            }
            tried += 1;
            // A failure after the last new file is in place leaves at most hidden files, for the
            // next run to remove.
            let expected = if done.is_ok() {
                set.after()
            } else {
                set.before.clone()
            };
            let visible: Files = set
                .files()
                .into_iter()
                .filter(|(name, _)| done.is_err() || !name.starts_with('.'))
                .collect();
            broken += usize::from(visible != expected || set.is_mixture());
            if let Err(e) = done {
                assert_eq!(e.kind(), ErrorKind::Limit);
                assert!(e.message().contains("permission denied"), "{e}");
                let left = if before.is_empty() || step == 0 {
                    FilesLeft::Nothing
                } else {
                    FilesLeft::Old
                };
                assert_eq!(e.files_left(), Some(left), "step {step}: {e}");
            }
            assert!(!is_interrupted(&set.at(LAST)));
            set.recover(&|| Ok(())).unwrap();
            assert_eq!(set.files(), expected, "step {step}");
        }
    }
    announce(format_args!(
        "{broken} of {tried} failing steps left a mixture"
    ));
    assert!(broken == 0 && tried > 30);
}

#[test]
fn a_kill_before_any_step_is_repaired_even_if_the_repair_is_killed_too() {
    let (mut broken, mut tried, mut ends) = (0, 0, BTreeMap::new());
    for before in BEFORE {
        for step in 0.. {
            let killed = Failing::at(step, true);
            if Set::new(before).replace(&|| killed.pass()).is_ok() && !killed.was_reached() {
                break;
            }
            for again in 0.. {
                let (set, killed, repair) = (
                    Set::new(before),
                    Failing::at(step, true),
                    Failing::at(again, true),
                );
                let done = set.replace(&|| killed.pass());
                broken += usize::from(set.is_mixture());
                let _ = set.recover(&|| repair.pass());
                broken += usize::from(set.is_mixture());
                let end = set.recover(&|| Ok(())).unwrap();
                *ends.entry(format!("{end:?}")).or_insert(0) += 1;
                let expected = if done.is_ok() {
                    set.after()
                } else {
                    set.before.clone()
                };
                broken += usize::from(set.files() != expected);
                tried += 1;
                if !repair.was_reached() {
                    break;
                }
            }
        }
    }
    announce(format_args!(
        "{broken} of {tried} kills left a mixture: {ends:?}"
    ));
    assert!(broken == 0 && tried > 100 && ends.len() == 4, "{ends:?}");
}

/// Somebody removes the new certificate after a kill at the very end, when some backups are gone
/// already: they are not put back.
#[test]
fn nothing_is_undone_once_backups_are_being_removed() {
    let mut tried = 0;
    for step in 0.. {
        let (set, killed) = (Set::new(BEFORE[1]), Failing::at(step, true));
        let done = set.replace(&|| killed.pass());
        if done.is_ok() && !killed.was_reached() {
            break;
        }
        if set.at(LAST).exists() && finished(&hidden(&set.at(LAST), "journal")).exists() {
            fs::remove_file(set.at(LAST)).unwrap();
            assert_eq!(
                set.recover(&|| Ok(())).unwrap(),
                Some(Recovered::Finished),
                "step {step}"
            );
            let left: Files = set
                .after()
                .into_iter()
                .filter(|(name, _)| name != LAST)
                .collect();
            assert_eq!(set.files(), left, "step {step}");
            tried += 1;
        }
    }
    assert!(tried > 3, "{tried} moments");
}

/// The same bytes again: then the last file alone does not tell old from new, and it does not
/// matter.
#[test]
fn a_replacement_by_the_same_bytes_is_repaired_too() {
    for step in 0.. {
        let (set, killed) = (Set::new(&[]), Failing::at(step, true));
        set.replace(&|| Ok(())).unwrap();
        let done = set.replace(&|| killed.pass());
        set.recover(&|| Ok(())).unwrap();
        assert_eq!(set.files(), set.after(), "step {step}");
        if done.is_ok() && !killed.was_reached() {
            return;
        }
    }
}

/// Steps fail and their undoing fails too: the message says where the old files are, and the next
/// run restores them.
#[test]
fn an_undo_that_fails_says_where_the_old_files_are() {
    let mut told = 0;
    for step in 1.. {
        let (set, failing) = (Set::new(BEFORE[1]), Failing::at(step, true));
        let Err(e) = set.replace(&|| failing.pass()) else {
            break;
        };
        let kept: Vec<String> = set
            .files()
            .into_keys()
            .filter(|name| name.ends_with(".old"))
            .collect();
        // The last file is not even tried when another could not be restored: it would mark a
        // mixture as complete.
        for name in kept.iter().take(kept.len().saturating_sub(1)) {
            assert!(e.message().contains(name), "step {step}: {name}: {e}");
            told += 1;
        }
        assert_eq!(e.files_left(), Some(FilesLeft::Mixture), "{e}");
        assert!(is_interrupted(&set.at(LAST)));
        assert_eq!(set.recover(&|| Ok(())).unwrap(), Some(Recovered::Restored));
        assert_eq!(set.files(), set.before);
    }
    assert!(told > 5);
}

#[test]
fn a_file_that_somebody_else_wrote_since_is_kept() {
    // Old files are moved away, and no new one is in place.
    let (set, killed) = (Set::new(BEFORE[1]), Failing::at(6, true));
    set.replace(&|| killed.pass()).unwrap_err();
    fs::write(set.at("t.csv"), "theirs").unwrap();
    let e = set.recover(&|| Ok(())).unwrap_err();
    assert!(
        e.message().contains("written by another program since") && e.message().contains(".old`"),
        "{e}"
    );
    assert_eq!(set.files()["t.csv"], "theirs");
    assert!(is_interrupted(&set.at(LAST)) && !set.at(LAST).exists());
    fs::remove_file(set.at("t.csv")).unwrap();
    assert_eq!(set.recover(&|| Ok(())).unwrap(), Some(Recovered::Restored));
    assert_eq!(set.files(), set.before);

    // There was no old file: theirs stays, and ours go.
    let (set, killed) = (Set::new(&[]), Failing::at(3, true));
    set.replace(&|| killed.pass()).unwrap_err();
    assert!(set.at("t.csv").exists() && set.at("t.record").exists());
    fs::write(set.at("t.csv"), "theirs").unwrap();
    assert_eq!(set.recover(&|| Ok(())).unwrap(), Some(Recovered::Removed));
    assert_eq!(
        set.files(),
        Files::from([("t.csv".to_owned(), "theirs".to_owned())])
    );
}

#[test]
fn files_that_appear_meanwhile_are_not_replaced() {
    let set = Set::new(&[]);
    let appears = Cell::new(0);
    let e = set.replace(&|| {
        appears.set(appears.get() + 1);
        if appears.get() == 3 {
            fs::write(set.at("t.record"), "theirs")
        } else {
            Ok(())
        }
    });
    assert!(e.unwrap_err().message().contains("t.record"));
    assert_eq!(
        set.files(),
        Files::from([("t.record".to_owned(), "theirs".to_owned())])
    );
}

#[test]
fn a_journal_is_read_back_and_damage_is_noticed() {
    let last = Path::new("some folder/a b.certificate.json");
    let names = ["a b.csv", "sub/ä%.csv", "line\nend", "a b.certificate.json"];
    let entries: Vec<Entry> = names
        .iter()
        .enumerate()
        .map(|(i, name)| {
            let new = (i != 1).then_some(Content {
                bytes: i as u64 * 1000,
                sum: u64::MAX - i as u64,
            });
            Entry {
                had_old: i % 2 == 0,
                ..entry(last, i, Path::new("some folder").join(name), new).unwrap()
            }
        })
        .collect();
    let text = journal_text(last, &entries);
    assert_eq!(parse_journal(last, &text).unwrap(), entries);
    for end in 0..text.len() {
        assert_eq!(parse_journal(last, &text[..end]), None);
    }
    for i in 0..text.len() - 1 {
        let mut bytes = text.clone().into_bytes();
        bytes[i] ^= 1;
        assert_eq!(
            parse_journal(last, &String::from_utf8(bytes).unwrap()),
            None,
            "byte {i}"
        );
    }
    // A journal reaches no file outside of its folder.
    for name in ["../up.csv", "/etc/passwd", "a/../../b", ""] {
        let body = format!("{TITLE}\ncreate 1 {:016x} {name}\n", 0);
        let text = format!("{body}end {:016x}\n", checksum(body.as_bytes()));
        assert_eq!(parse_journal(last, &text), None, "{name}");
    }
}

/// Files elsewhere have no place in the journal, but a failure is undone all the same.
#[test]
fn files_of_other_folders_are_put_back_after_a_failure() {
    for step in 0.. {
        let (set, other, failing) = (Set::new(&["b"]), Set::new(&["a"]), Failing::at(step, false));
        let written = [other.at("a"), set.at("b")].map(|path| {
            Staged::create(&path, Access::Public, true)
                .unwrap()
                .finish()
                .unwrap()
        });
        let done = replace(written.into(), &[], &|| failing.pass());
        match done {
            // A backup that could not be removed may be left.
            Ok(()) => assert!(set.files()["b"].is_empty() && other.files()["a"].is_empty()),
            Err(_) => assert!(set.files() == set.before && other.files() == other.before),
        }
        if !failing.was_reached() {
            return;
        }
    }
}

#[cfg(unix)]
#[test]
fn links_and_strangers_are_no_journals() {
    use std::os::unix::fs::symlink;
    let set = Set::new(BEFORE[1]);
    let journal = hidden(&set.at(LAST), "journal");
    symlink(set.at("t.csv"), &journal).unwrap();
    let e = OutputLock::take(&set.at(LAST), &set.at("t.csv")).unwrap_err();
    assert!(
        e.message()
            .ends_with(".journal` is a symbolic link; a journal must be a regular file"),
        "{e}"
    );
    fs::remove_file(&journal).unwrap();
    fs::write(&journal, "nothing of ours").unwrap();
    let e = OutputLock::take(&set.at(LAST), &set.at("t.csv")).unwrap_err();
    assert!(
        e.message().contains("it is damaged") && e.hint_text().is_some(),
        "{e}"
    );
    assert!(is_interrupted(&set.at(LAST)));
    fs::remove_file(&journal).unwrap();

    let lock = hidden(&set.at(LAST), "lock");
    symlink(set.at("nowhere"), &lock).unwrap();
    let e = OutputLock::take(&set.at(LAST), &set.at("t.csv")).unwrap_err();
    assert!(
        e.message()
            .ends_with("is a symbolic link; a lock must be a regular file"),
        "{e}"
    );
    fs::remove_file(&lock).unwrap();
    assert_eq!(set.files(), set.before);
}
