//! The clean-up before a process ends. It reaches all files of the process, so this is a test
//! program of its own.

use equipoise_engine::{Access, Staged, remove_temporaries};
use std::io::Write;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

#[test]
fn nothing_is_left_and_nothing_new_begins() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let count = || std::fs::read_dir(folder.path()).unwrap().count();
    let mut open = Staged::create(&at("open"), Access::Public, false).unwrap();
    let written = Staged::create(&at("written"), Access::OwnerOnly, true)
        .unwrap()
        .finish()
        .unwrap();
    Staged::create(&at("published"), Access::Public, false)
        .unwrap()
        .finish()
        .unwrap()
        .publish()
        .unwrap();
    assert!(
        count() <= 3,
        "the other two have a hidden name, or none where the system can do that"
    );

    let held = remove_temporaries();
    assert_eq!(count(), 1, "what was published stays");
    let (send, receive) = channel();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            drop(Staged::create(&at("late"), Access::Public, false));
            send.send(()).unwrap();
        });
        assert_eq!(
            receive.recv_timeout(Duration::from_millis(100)),
            Err(RecvTimeoutError::Timeout)
        );
        assert_eq!(count(), 1);
        drop(held);
        receive.recv().unwrap();
    });

    open.write_all(b"x").unwrap();
    assert!(open.finish().unwrap().publish().is_err());
    assert!(written.publish().is_err());
    assert_eq!(count(), 1);
}
