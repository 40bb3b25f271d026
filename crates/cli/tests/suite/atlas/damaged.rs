//! Atlases that are not what was written: each is refused, and none makes the program stumble.

use crate::common::people::{assert_no_values, people};
use crate::common::{Ran, Workspace};

fn charted() -> (Workspace, Vec<u8>) {
    let files = people();
    files.succeed(&["atlas", "build", "recipe.toml", "--output", "whole.atlas"]);
    let whole = files.read("whole.atlas");
    (files, whole)
}

/// Asks and describes the bytes.
fn open(files: &Workspace, bytes: &[u8]) -> [Ran; 2] {
    files.write("damaged.atlas", bytes);
    [
        files.run(&["atlas", "info", "damaged.atlas"]),
        files.run(&["ask", "damaged.atlas", "--k", "3"]),
    ]
}

fn assert_refused(ran: &Ran, what: &str) {
    assert_eq!(ran.code, Some(3), "{what}: {}\n{}", ran.stdout, ran.stderr);
    assert_eq!(ran.stdout, "", "{what}");
    assert!(
        ran.stderr.starts_with("error: damaged.atlas: "),
        "{what}: {}",
        ran.stderr
    );
    assert!(
        ran.stderr.contains("equipoise atlas build"),
        "{what}: {}",
        ran.stderr
    );
    assert_no_values(ran);
}

#[test]
fn cut_short() {
    let (files, whole) = charted();
    let step = whole.len() / 120 + 1;
    let lengths = (8..64)
        .step_by(7)
        .chain((64..whole.len()).step_by(step))
        .chain([whole.len() - 8, whole.len() - 1]);
    for length in lengths {
        open(&files, &whole[..length])
            .iter()
            .for_each(|ran| assert_refused(ran, &format!("{length} bytes")));
    }
    // Longer is no better.
    open(&files, &[&whole[..], b"x"].concat())
        .iter()
        .for_each(|ran| assert_refused(ran, "a byte more"));
    // With nothing left that tells what it was, it may be a recipe.
    for length in [0, 3] {
        assert_refused(&open(&files, &whole[..length])[0], "hardly anything");
    }
}

#[test]
fn altered() {
    let (files, whole) = charted();
    let mut damaged = whole.clone();
    // The first bytes say that it is an atlas; without them it is not.
    for place in (8..whole.len()).step_by(97) {
        damaged[place] ^= 1 << (place % 8);
        files.write("damaged.atlas", &damaged);
        let ran = files.run(&["ask", "damaged.atlas", "--k", "3"]);
        assert_refused(&ran, &format!("byte {place}"));
        damaged[place] = whole[place];
    }
    damaged[0] ^= 1;
    let [info, ask] = open(&files, &damaged);
    assert!(
        info.expect(3).stderr.contains("this is not an atlas"),
        "{}",
        info.stderr
    );
    // Then it can only be a recipe, and it is none.
    assert!(
        ask.expect(3).stderr.contains("not valid UTF-8"),
        "{}",
        ask.stderr
    );
}

#[test]
fn of_another_version() {
    let (files, mut whole) = charted();
    whole[8] = 99;
    for ran in open(&files, &whole) {
        assert_refused(&ran, "another version");
        assert!(ran.stderr.contains("version 99"), "{}", ran.stderr);
    }
}
