//! A small program outside of the workspace compiles and runs with this crate alone.

use std::path::Path;
use std::process::Command;

const CRATE: &str = env!("CARGO_MANIFEST_DIR");

#[test]
fn a_program_outside_of_the_workspace_anonymizes_a_table() {
    let root = Path::new(CRATE).ancestors().nth(2).unwrap();
    // Always the same place, so that the program is compiled anew only if something changed.
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("outside");
    std::fs::create_dir_all(place.join("src")).unwrap();
    let manifest = std::fs::read_to_string(Path::new(CRATE).join("tests/outside/Cargo.toml"));
    let path = format!("path = {:?}", Path::new(CRATE).display().to_string());
    let manifest = manifest.unwrap().replace("path = \"../..\"", &path);
    std::fs::write(place.join("Cargo.toml"), manifest).unwrap();
    // The same versions as in the workspace, which are at hand without a network.
    std::fs::copy(root.join("Cargo.lock"), place.join("Cargo.lock")).unwrap();
    let source = Path::new(CRATE).join("tests/outside/src/main.rs");
    let lines = std::fs::read_to_string(&source).unwrap().lines().count();
    assert!(lines <= 30, "it has {lines} lines");
    std::fs::copy(source, place.join("src/main.rs")).unwrap();

    let output = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--offline", "--manifest-path"])
        .arg(place.join("Cargo.toml"))
        .env("CARGO_TARGET_DIR", target)
        .current_dir(root)
        .output()
        .unwrap();
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success(),
        "{printed}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert_eq!(printed, "2-anonymity: met\n30-39 30-39 50-59 50-59\n");
}
