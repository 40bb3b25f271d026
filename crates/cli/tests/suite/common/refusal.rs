//! Runs that must fail, and leave everything as it was.

use super::Workspace;
use super::people::assert_no_values;
use serde_json::Value;

pub(crate) const USAGE: i32 = 2;
pub(crate) const DATA: i32 = 3;

/// Runs a command on the people of [`super::people`]. It must fail with the code, say all of
/// `says`, show no cell value, leave every file as it was, and with `--json` print the same as one
/// object. Gives the object of the error.
pub(crate) fn refuses_command(
    files: &Workspace,
    arguments: &[&str],
    code: i32,
    says: &[&str],
) -> Value {
    let before = files.snapshot();
    let plain = files.run(arguments);
    plain.expect(code);
    assert_eq!(plain.stdout, "", "an error goes to stderr");
    assert!(plain.stderr.starts_with("error: "), "{}", plain.stderr);
    let json = files.run(&[arguments, &["--json"]].concat());
    json.expect(code);
    let object = json.json();
    assert_eq!(object["outcome"], "error");
    let error = &object["error"];
    assert_eq!(error["kind"], if code == USAGE { "usage" } else { "data" });
    let said = format!(
        "{}\n\nhint: {}",
        error["message"].as_str().unwrap(),
        error["hint"].as_str().unwrap_or("none")
    );
    for words in says {
        assert!(
            plain.stderr.contains(words),
            "{words:?} is not in:\n{}",
            plain.stderr
        );
        assert!(said.contains(words), "{words:?} is not in:\n{said}");
    }
    assert_eq!(plain.stderr, json.stderr);
    assert_no_values(&plain);
    assert_no_values(&json);
    assert!(
        files.snapshot() == before,
        "{arguments:?} changed files: {:?}",
        files.snapshot().keys()
    );
    error.clone()
}

/// The same for `anonymize` with further arguments.
pub(crate) fn refuses(files: &Workspace, arguments: &[&str], code: i32, says: &[&str]) -> Value {
    refuses_command(
        files,
        &[&["anonymize", "recipe.toml"], arguments].concat(),
        code,
        says,
    )
}
