//! Journals give back a first part of what was appended, whatever happened to the file.

use equipoise_data::{ErrorKind, Result};
use equipoise_engine::Journal;
use proptest::prelude::*;
use std::fs;
use std::path::{Path, PathBuf};

const HEAD: &[u8] = b"table 1, recipe 2";

/// Magic, version, length of the head, head, checksum.
const HEADER: usize = 16 + HEAD.len() + 8;

/// Length and checksum of a block.
const FRAME: usize = 16;

fn place() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("work.journal");
    (folder, path)
}

/// Opens a journal and reads all of it.
fn content(path: &Path) -> Result<Vec<Vec<u8>>> {
    let (mut journal, blocks) = Journal::open(path, HEAD)?;
    blocks
        .into_iter()
        .map(|block| journal.read(block))
        .collect()
}

/// Payloads of several lengths, among them an empty one, zeros, and one that looks like a block.
fn payloads() -> Vec<Vec<u8>> {
    vec![
        b"first".to_vec(),
        vec![],
        vec![0; 20],
        [1u64.to_le_bytes(), 7u64.to_le_bytes()].concat(),
        b"last".to_vec(),
    ]
}

fn written(path: &Path, payloads: &[Vec<u8>]) -> Vec<u8> {
    let (mut journal, blocks) = Journal::open(path, HEAD).unwrap();
    assert!(blocks.is_empty());
    for payload in payloads {
        let block = journal.append(payload).unwrap();
        assert_eq!(block.bytes(), payload.len());
        assert_eq!(&journal.read(block).unwrap(), payload);
    }
    journal.sync().unwrap();
    drop(journal);
    fs::read(path).unwrap()
}

/// Where each block ends in the file, the header first.
fn ends(payloads: &[Vec<u8>]) -> Vec<usize> {
    let mut end = HEADER;
    let blocks = payloads.iter().map(|payload| {
        end += FRAME + payload.len();
        end
    });
    [HEADER].into_iter().chain(blocks).collect()
}

#[test]
fn what_was_appended_is_there_when_it_is_opened_again() {
    let (_folder, path) = place();
    let bytes = written(&path, &payloads());
    assert_eq!(bytes.len(), *ends(&payloads()).last().unwrap());
    assert_eq!(content(&path).unwrap(), payloads());
    assert_eq!(fs::read(&path).unwrap(), bytes, "reading changes nothing");
    let (mut journal, mut blocks) = Journal::open(&path, HEAD).unwrap();
    let block = journal.append(b"more").unwrap();
    blocks.push(block);
    assert_eq!(
        Journal::open(&path, HEAD).unwrap_err().kind(),
        ErrorKind::Usage
    );
    drop(journal);
    assert_eq!(
        Journal::open(&path, HEAD).unwrap().1,
        blocks,
        "the same blocks, whether appended or found"
    );
}

#[test]
fn a_large_block() {
    let (_folder, path) = place();
    let large: Vec<u8> = (0..1_000_000u32).flat_map(u32::to_le_bytes).collect();
    let payloads = [large.clone(), b"small".to_vec(), large];
    let bytes = written(&path, &payloads);
    assert!(content(&path).unwrap() == payloads);
    fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
    assert!(content(&path).unwrap() == payloads[..2]);
}

#[test]
fn cut_at_every_length() {
    let (_folder, path) = place();
    let bytes = written(&path, &payloads());
    let ends = ends(&payloads());
    for length in 0..=bytes.len() {
        fs::write(&path, &bytes[..length]).unwrap();
        let kept = ends
            .iter()
            .filter(|&&end| end <= length)
            .count()
            .saturating_sub(1);
        assert_eq!(content(&path).unwrap(), payloads()[..kept], "{length}");
        assert_eq!(
            fs::read(&path).unwrap(),
            bytes[..ends[kept]],
            "{length}: the torn block is gone"
        );

        let (mut journal, _) = Journal::open(&path, HEAD).unwrap();
        journal.append(b"after the cut").unwrap();
        journal.append(b"").unwrap();
        drop(journal);
        let expected = [&payloads()[..kept], &[b"after the cut".to_vec(), vec![]]].concat();
        assert_eq!(content(&path).unwrap(), expected, "{length}");
    }
}

#[test]
fn every_byte_altered() {
    let (_folder, path) = place();
    let bytes = written(&path, &payloads());
    let ends = ends(&payloads());
    for at in 0..bytes.len() {
        for bits in [0x01, 0x10, 0x80, 0xff] {
            let mut altered = bytes.clone();
            altered[at] ^= bits;
            fs::write(&path, &altered).unwrap();
            if at < HEADER {
                assert_eq!(
                    content(&path).unwrap_err().kind(),
                    ErrorKind::Usage,
                    "{at} {bits}"
                );
                assert_eq!(
                    fs::read(&path).unwrap(),
                    altered,
                    "{at}: what is refused is left alone"
                );
            } else {
                let kept = ends.iter().filter(|&&end| end <= at).count() - 1;
                assert_eq!(content(&path).unwrap(), payloads()[..kept], "{at} {bits}");
            }
        }
    }
}

/// A power cut can leave a file that has its length and not its content.
#[test]
fn zeros_are_no_blocks() {
    let (_folder, path) = place();
    let bytes = written(&path, &payloads());
    for from in ends(&payloads()).into_iter().chain([bytes.len() - 2]) {
        let kept = ends(&payloads()).iter().filter(|&&end| end <= from).count() - 1;
        for length in [from + 1, from + FRAME, from + 100, from + 5000] {
            let mut zeroed = bytes[..from].to_vec();
            zeroed.resize(length, 0);
            fs::write(&path, &zeroed).unwrap();
            assert_eq!(
                content(&path).unwrap(),
                payloads()[..kept],
                "{from} {length}"
            );
        }
    }
    for length in 0..=HEADER {
        fs::write(&path, vec![0; length]).unwrap();
        assert!(content(&path).unwrap().is_empty());
        assert_eq!(fs::read(&path).unwrap(), bytes[..HEADER]);
    }
    fs::write(&path, vec![0; HEADER + 1]).unwrap();
    assert!(content(&path).is_err());
}

/// Each of them is whole, but not here.
#[test]
fn blocks_of_another_place_or_journal_are_no_blocks() {
    let (folder, path) = place();
    let bytes = written(&path, &[b"one!".to_vec(), b"two!".to_vec()]);
    let (header, blocks) = bytes.split_at(HEADER);
    let (one, two) = blocks.split_at(FRAME + 4);
    for (order, kept) in [
        ([one, two, two], 2),
        ([one, one, two], 1),
        ([two, one, two], 0),
    ] {
        fs::write(&path, [header, &order.concat()].concat()).unwrap();
        assert_eq!(content(&path).unwrap().len(), kept);
    }
    let other = folder.path().join("other.journal");
    let (mut journal, _) = Journal::open(&other, b"table 1, recipe 3").unwrap();
    let stranger = journal.append(b"one!").unwrap();
    drop(journal);
    fs::write(
        &path,
        [header, &fs::read(&other).unwrap()[HEADER..]].concat(),
    )
    .unwrap();
    assert!(content(&path).unwrap().is_empty());

    let (mut journal, _) = Journal::open(&path, HEAD).unwrap();
    assert_eq!(
        journal.read(stranger).unwrap_err().kind(),
        ErrorKind::Data,
        "behind the end"
    );
    journal.append(b"two!").unwrap();
    assert_eq!(
        journal.read(stranger).unwrap_err().kind(),
        ErrorKind::Data,
        "another block"
    );
}

#[test]
fn what_is_another_ones_is_refused_and_kept() {
    let (_folder, path) = place();
    let ours = written(&path, &payloads());
    let mut newer = ours.clone();
    newer[8] = 2;
    let place = path.display();
    for (there, asked, message) in [
        (
            &ours[..],
            &b"table 9"[..],
            format!("the journal `{place}` is about `table 1, recipe 2`, and not about `table 9`"),
        ),
        (
            &ours,
            b"",
            format!("the journal `{place}` is about `table 1, recipe 2`, and not about ``"),
        ),
        (
            &ours,
            &[0, 255],
            format!("the journal `{place}` is about `table 1, recipe 2`, and not about `00ff`"),
        ),
        (
            &ours[..HEADER],
            &[b'x'; 99],
            format!(
                "the journal `{place}` is about `table 1, recipe 2`, and not about `{}...`",
                "x".repeat(64)
            ),
        ),
        (
            &ours[..HEADER - 1],
            b"table 9",
            format!("the beginning of the journal `{place}` is damaged"),
        ),
        (
            &ours[..20],
            b"a head that is longer",
            format!("the beginning of the journal `{place}` is damaged"),
        ),
        (
            &newer,
            HEAD,
            format!("the journal `{place}` has format version 2; this program knows version 1"),
        ),
        (
            b"age,city\n",
            HEAD,
            format!("`{place}` exists and is not a journal of unfinished work"),
        ),
        (
            b"x",
            HEAD,
            format!("`{place}` exists and is not a journal of unfinished work"),
        ),
    ] {
        fs::write(&path, there).unwrap();
        let e = Journal::open(&path, asked).unwrap_err();
        assert_eq!(
            (e.kind(), e.message().as_str()),
            (ErrorKind::Usage, message.as_str())
        );
        assert_eq!(
            e.hint_text(),
            Some("remove the file, or choose another place")
        );
        assert_eq!(fs::read(&path).unwrap(), there);
    }
    for head in [&[][..], &[7; 4096]] {
        fs::remove_file(&path).unwrap();
        Journal::open(&path, head).unwrap().0.append(b"x").unwrap();
        assert_eq!(Journal::open(&path, head).unwrap().1.len(), 1);
    }
    assert_eq!(
        Journal::open(&path, &[7; 4097]).unwrap_err().kind(),
        ErrorKind::Internal
    );
}

#[test]
fn one_writer_at_a_time() {
    let (_folder, path) = place();
    let (journal, _) = Journal::open(&path, HEAD).unwrap();
    for head in [HEAD, b"other"] {
        let e = Journal::open(&path, head).unwrap_err();
        assert_eq!(
            (e.kind(), e.message().as_str()),
            (
                ErrorKind::Usage,
                format!("the journal `{}` is in use already", path.display()).as_str()
            )
        );
        assert!(
            e.hint_text().unwrap().starts_with("wait until the process"),
            "{e}"
        );
    }
    drop(journal);
    Journal::open(&path, HEAD).unwrap();
}

/// Many threads open, append their mark and either leave or remove the journal. Whoever gets in is
/// alone.
#[test]
fn a_journal_that_is_removed_is_not_written_on() {
    let (folder, path) = place();
    let inside = std::sync::atomic::AtomicUsize::new(0);
    let entered: usize = std::thread::scope(|scope| {
        let one = |thread: u8| {
            let mut entered = 0;
            for round in 0..300u32 {
                let Ok((mut journal, _)) = Journal::open(&path, HEAD) else {
                    continue;
                };
                assert_eq!(inside.fetch_add(1, std::sync::atomic::Ordering::SeqCst), 0);
                let block = journal.append(&[thread]).unwrap();
                let named = fs::read(&path).unwrap();
                assert_eq!(
                    named.last(),
                    Some(&thread),
                    "the file that has the name is the one that is written"
                );
                assert_eq!(journal.read(block).unwrap(), [thread]);
                inside.fetch_sub(1, std::sync::atomic::Ordering::SeqCst);
                entered += 1;
                if round % 3 == 0 {
                    drop(journal)
                } else {
                    journal.remove().unwrap()
                }
            }
            entered
        };
        let threads: Vec<_> = (1..=3)
            .map(|thread| scope.spawn(move || one(thread)))
            .collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap())
            .sum()
    });
    // On a busy machine others are often in the way.
    assert!(entered >= 10, "{entered}");
    assert!(fs::read_dir(folder.path()).unwrap().count() <= 1);
}

#[test]
fn folders_are_made_and_places_without_files_refused() {
    let (folder, path) = place();
    let deep = folder.path().join("deep/er/work.journal");
    Journal::open(&deep, HEAD).unwrap().0.remove().unwrap();
    assert!(!deep.exists() && deep.parent().unwrap().exists());
    fs::write(&path, "x").unwrap();
    for bad in [folder.path().to_owned(), path.join("below")] {
        let e = Journal::open(&bad, HEAD).unwrap_err();
        assert_eq!(e.kind(), ErrorKind::Usage, "{e}");
    }
    #[cfg(unix)]
    assert_eq!(
        Journal::open(Path::new("/dev/null"), HEAD)
            .unwrap_err()
            .message(),
        "`/dev/null` exists and is not a regular file"
    );
}

#[cfg(unix)]
#[test]
fn the_owner_alone_may_read_it() {
    use std::os::unix::fs::PermissionsExt;
    let (_folder, path) = place();
    let mode = || fs::metadata(&path).unwrap().permissions().mode() & 0o777;
    let (journal, _) = Journal::open(&path, HEAD).unwrap();
    assert_eq!(mode(), 0o600);
    drop(journal);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o664)).unwrap();
    Journal::open(&path, HEAD).unwrap();
    assert_eq!(
        mode(),
        0o600,
        "others lose a right they should not have had"
    );
}

/// What may happen to a journal.
#[derive(Clone, Debug)]
enum Step {
    Append(Vec<u8>),
    Reopen,
    /// Cut to this part of the length, in thousandths.
    Cut(usize),
    /// Alter a byte behind the header, at this part of the length.
    Alter(usize, u8),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => prop::collection::vec(any::<u8>(), 0..40).prop_map(Step::Append),
        1 => Just(Step::Reopen),
        1 => (0..1000usize).prop_map(Step::Cut),
        1 => (0..1000usize, 1..=255u8).prop_map(|(at, bits)| Step::Alter(at, bits)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    /// A list of payloads is the model: damage takes away from its end, and nothing else ever does.
    #[test]
    fn any_history(steps in prop::collection::vec(step(), 0..25)) {
        let (_folder, path) = place();
        let mut model: Vec<Vec<u8>> = Vec::new();
        let mut journal = Some(Journal::open(&path, HEAD).unwrap().0);
        for step in steps {
            let end = *ends(&model).last().unwrap();
            let kept = |length: usize, model: &[Vec<u8>]| ends(model).iter().filter(|&&e| e <= length).count().saturating_sub(1);
            match step {
                Step::Append(payload) => {
                    journal.as_mut().unwrap().append(&payload).unwrap();
                    model.push(payload);
                    continue;
                }
                Step::Reopen => {}
                Step::Cut(part) => {
                    let length = end * part / 1000;
                    fs::OpenOptions::new().write(true).open(&path).unwrap().set_len(length as u64).unwrap();
                    model.truncate(kept(length, &model));
                }
                Step::Alter(part, bits) => {
                    let at = HEADER + (end - HEADER) * part / 1000;
                    let mut bytes = fs::read(&path).unwrap();
                    let Some(byte) = bytes.get_mut(at) else { continue };
                    *byte ^= bits;
                    fs::write(&path, bytes).unwrap();
                    model.truncate(kept(at, &model));
                }
            }
            drop(journal.take());
            let (mut opened, blocks) = Journal::open(&path, HEAD).unwrap();
            let found: Vec<Vec<u8>> = blocks.into_iter().map(|block| opened.read(block).unwrap()).collect();
            prop_assert_eq!(&found, &model);
            journal = Some(opened);
        }
    }
}

/// What is written there would end up elsewhere.
#[cfg(unix)]
#[test]
fn a_link_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (target, link) = (
        folder.path().join("target"),
        folder.path().join("work.journal"),
    );
    std::os::unix::fs::symlink(&target, &link).unwrap();
    for is_there in [false, true] {
        if is_there {
            drop(Journal::open(&target, b"head").unwrap());
        }
        let e = Journal::open(&link, b"head").unwrap_err();
        assert_eq!(e.kind(), ErrorKind::Usage);
        assert!(
            e.message()
                .ends_with("work.journal` is a symbolic link; a journal must be a regular file"),
            "{e}"
        );
        assert_eq!(target.exists(), is_there);
    }
}
