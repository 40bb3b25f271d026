//! Rules for Rust sources that neither the compiler nor clippy knows.

use crate::rust_code::{code_only, is_test_path, without_tests};
use crate::tracked::TextFile;

/// A file longer than this is no longer one idea.
const MOST_LINES: usize = 1_000;

/// Marks of unfinished work and of debugging.
const MARKS: [&str; 4] = ["todo!(", "unimplemented!(", "dbg!(", "#[ignore"];

/// Ways to open a file.
const OPENS: [&str; 5] = [
    "std::fs",
    "fs::",
    "File::open",
    "File::create",
    "OpenOptions",
];

/// Where files may be opened besides the engine, with the reason.
const MAY_OPEN: [(&str, &str); 4] = [
    (
        "crates/engine/",
        "the only crate of the product that opens files",
    ),
    (
        "crates/testkit/",
        "reads the shared test data and is never published",
    ),
    ("bench/", "makes and reads workloads"),
    ("xtask/", "reads the sources it checks"),
];

/// All violations, in the order of the files.
pub(crate) fn check(files: &[TextFile]) -> Vec<String> {
    files
        .iter()
        .filter(|file| file.path.ends_with(".rs"))
        .flat_map(check_file)
        .collect()
}

fn check_file(file: &TextFile) -> Vec<String> {
    let code = code_only(&file.text);
    let mut found = marks(&file.path, &code);
    let lines = file.text.lines().count();
    if lines > MOST_LINES {
        found.push(format!(
            "{} has {lines} lines; at most {MOST_LINES} are allowed: split it by idea",
            file.path
        ));
    }
    if !is_test_path(&file.path) {
        let product = without_tests(&code);
        found.extend(opened_files(&file.path, &product));
        found.extend(borrowed_counting(&file.path, &product));
    }
    found
}

fn marks(path: &str, code: &str) -> Vec<String> {
    let in_line = |(number, line): (usize, &str)| {
        let marks = MARKS.iter().filter(|mark| has_word(line, mark));
        marks
            .map(|mark| format!("{path}:{}: `{mark}` must not stay", number + 1))
            .collect::<Vec<_>>()
    };
    code.lines().enumerate().flat_map(in_line).collect()
}

/// Only the engine opens files, so that reading, atomic writing and clearing up are right in one
/// place.
fn opened_files(path: &str, code: &str) -> Vec<String> {
    if MAY_OPEN.iter().any(|(folder, _)| path.starts_with(folder)) {
        return Vec::new();
    }
    let lines = code
        .lines()
        .enumerate()
        .filter(|(_, line)| OPENS.iter().any(|open| has_word(line, open)));
    lines
        .map(|(number, _)| {
            format!(
                "{path}:{}: opens files; leave that to crates/engine",
                number + 1
            )
        })
        .collect()
}

/// The judge of a release shares no code with what it judges: of our data crate it takes the error
/// type alone.
fn borrowed_counting(path: &str, code: &str) -> Vec<String> {
    const CRATE: &str = "equipoise_data";
    if !path.starts_with("crates/certify/src/") {
        return Vec::new();
    }
    let allowed = |after: &str| {
        let items = after.strip_prefix("::").unwrap_or_default();
        let listed = items
            .strip_prefix('{')
            .and_then(|inner| inner.split_once('}'));
        let list = listed.map_or_else(|| first_word(items), |(list, _)| list);
        list.split(',')
            .all(|item| ["Error", "Result"].contains(&item.trim()))
    };
    let lines = code
        .lines()
        .enumerate()
        .filter(|(_, line)| line.split(CRATE).skip(1).any(|after| !allowed(after)));
    lines
        .map(|(number, _)| {
            format!(
                "{path}:{}: takes more than `Error` and `Result` from {CRATE}",
                number + 1
            )
        })
        .collect()
}

fn first_word(text: &str) -> &str {
    text.split(|c: char| !is_of_word(c))
        .next()
        .unwrap_or_default()
}

/// Whether `text` stands in the line and does not just end a longer word.
fn has_word(line: &str, text: &str) -> bool {
    line.match_indices(text)
        .any(|(at, _)| !text.starts_with(is_of_word) || !line[..at].ends_with(is_of_word))
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, text: &str) -> Vec<String> {
        check(&[TextFile {
            path: path.into(),
            text: text.into(),
        }])
    }

    #[test]
    fn marks_in_code_are_found_with_their_line() {
        let lines = found(
            "crates/a/src/b.rs",
            "fn f() {\n    todo!()\n}\n#[ignore = \"slow\"]\nfn g() { dbg!(1); unimplemented!(\"x\") }\n",
        );
        assert_eq!(lines.len(), 4);
        assert!(
            lines[0].starts_with("crates/a/src/b.rs:2: `todo!(`"),
            "{lines:?}"
        );
        assert!(
            found("a/tests/b.rs", "#[ignore]\n").len() == 1,
            "tests are no exception"
        );
    }

    #[test]
    fn marks_in_prose_and_other_files_are_not() {
        assert!(
            found(
                "a.rs",
                "// no todo!(), no dbg!()\nlet s = \"dbg!(\"; my_dbg!(2); #[must_use] fn f() {}"
            )
            .is_empty()
        );
        assert!(found("a.md", "todo!()").is_empty());
    }

    #[test]
    fn long_files_are_found() {
        assert!(found("a.rs", &"\n".repeat(MOST_LINES)).is_empty());
        assert_eq!(found("a.rs", &"\n".repeat(MOST_LINES + 1)).len(), 1);
    }

    #[test]
    fn only_the_engine_opens_files() {
        for line in [
            "use std::fs;",
            "use std::{fs::File, io};",
            "let f = File::open(p)?;",
            "fs::write(p, b)?;",
            "OpenOptions::new()",
        ] {
            assert_eq!(found("crates/search/src/a.rs", line).len(), 1, "{line}");
            assert_eq!(found("crates/equipoise/src/a.rs", line).len(), 1, "{line}");
            let tests = [
                "crates/search/tests/a.rs",
                "crates/search/src/tests/a.rs",
                "crates/search/src/tests.rs",
                "crates/a/benches/b.rs",
            ];
            for path in tests.into_iter().chain([
                "crates/engine/src/a.rs",
                "xtask/src/a.rs",
                "bench/src/main.rs",
            ]) {
                assert!(found(path, line).is_empty(), "{path}: {line}");
            }
        }
        for line in [
            "let offs::et = 1;",
            "refs::of(x)",
            "Profile::open()",
            "/// like std::fs",
        ] {
            assert!(found("crates/search/src/a.rs", line).is_empty(), "{line}");
        }
        assert!(
            found(
                "crates/search/src/a.rs",
                "fn a() {}\n#[cfg(test)]\nmod tests {\n    use std::fs;\n}\n"
            )
            .is_empty()
        );
        assert_eq!(
            found(
                "crates/search/src/a.rs",
                "#[cfg(test)]\nmod tests {}\nuse std::fs;\n"
            ),
            ["crates/search/src/a.rs:3: opens files; leave that to crates/engine"]
        );
    }

    #[test]
    fn the_judge_borrows_nothing_but_the_error() {
        let path = "crates/certify/src/a.rs";
        for line in [
            "use equipoise_data::{Error, Result};",
            "use equipoise_data::Error;",
            "fn f() -> equipoise_data::Result<()> {}",
        ] {
            assert!(found(path, line).is_empty(), "{line}");
        }
        let bad = [
            "use equipoise_data::{Error, Tree};",
            "use equipoise_data::*;",
            "equipoise_data::Errors",
            "use equipoise_data as d;",
        ];
        for line in bad {
            assert_eq!(found(path, line).len(), 1, "{line}");
            assert!(found("crates/search/src/a.rs", line).is_empty(), "{line}");
        }
        assert!(found(path, "/// # Ok::<(), equipoise_data::Tree>(())").is_empty());
    }
}
