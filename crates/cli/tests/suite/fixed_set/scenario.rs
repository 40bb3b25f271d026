//! A folder of files, command lines run in it, and everything that comes of them.

use crate::common::{Ran, Workspace};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Files by name, with their content.
pub(crate) type Produced = BTreeMap<String, Vec<u8>>;

/// Columns of the census sample, without models, search and output.
const CENSUS: &str = include_str!("census.toml");
/// Columns of the hospital sample, with several rows per person.
const HOSPITAL: &str = include_str!("hospital.toml");

/// Files whose content changes with the place, the time or a format number.
const LEFT_OUT: [&str; 7] = [
    ".certificate.json",
    ".record.json",
    ".run.json",
    ".atlas",
    ".atlas.more",
    "session.json",
    ".lock",
];

/// Keys of printed JSON that hold times, or sizes and checksums of files that hold paths.
const LEFT_OUT_KEYS: [&str; 4] = ["_ms", "_us", "bytes", "checksum"];

/// Command lines with the exit codes that they must have, in a folder of their own.
#[derive(Clone)]
pub(crate) struct Scenario {
    name: String,
    files: Vec<(String, Vec<u8>)>,
    /// Command lines that make the tables; what they write is no result.
    preparations: Vec<String>,
    steps: Vec<(i32, String)>,
}

impl Scenario {
    pub(crate) fn new(name: &str) -> Self {
        Scenario {
            name: name.to_owned(),
            files: Vec::new(),
            preparations: Vec::new(),
            steps: Vec::new(),
        }
    }

    /// A scenario with a sample of the census and a recipe of its columns and `more`.
    pub(crate) fn census(name: &str, rows: usize, more: &str) -> Self {
        Scenario::new(name)
            .prepare(&format!("sample census --rows {rows} --seed 3"))
            .file("recipe.toml", format!("{CENSUS}\n{more}"))
    }

    /// A scenario with a sample of stays in hospitals and a recipe of its columns and `more`.
    pub(crate) fn hospital(name: &str, rows: usize, more: &str) -> Self {
        Scenario::new(name)
            .prepare(&format!("sample hospital --rows {rows} --seed 4"))
            .file("recipe.toml", format!("{HOSPITAL}\n{more}"))
    }

    pub(crate) fn prepare(mut self, arguments: &str) -> Self {
        self.preparations.push(arguments.to_owned());
        self
    }

    pub(crate) fn file(mut self, name: &str, content: impl Into<Vec<u8>>) -> Self {
        self.files.retain(|(other, _)| other != name);
        self.files.push((name.to_owned(), content.into()));
        self
    }

    /// A recipe with something of `recipe.toml` replaced, which must be in it.
    pub(crate) fn recipe(self, name: &str, replacements: &[(&str, &str)]) -> Self {
        let (_, recipe) = (self.files.iter())
            .find(|(name, _)| name == "recipe.toml")
            .expect("there is a recipe");
        let mut text = String::from_utf8(recipe.clone()).expect("a recipe is text");
        for (from, to) in replacements {
            assert!(text.contains(from), "the recipe has no {from:?}");
            text = text.replacen(from, to, 1);
        }
        self.file(name, text)
    }

    /// A command line that must succeed. Arguments are separated by single blanks.
    pub(crate) fn step(self, arguments: &str) -> Self {
        self.fails(0, arguments)
    }

    /// A command line that must end with an exit code.
    pub(crate) fn fails(mut self, code: i32, arguments: &str) -> Self {
        self.steps.push((code, arguments.to_owned()));
        self
    }

    /// The release of a recipe with its public reports, and once more with its internal ones. The
    /// printed JSON says how many nodes were looked at, which only one thread always repeats.
    pub(crate) fn release(self, recipe: &str, ending: &str) -> Self {
        let place = recipe.strip_suffix(".toml").expect("a recipe is TOML");
        self.step(&format!("anonymize {recipe} --output {place}{ending}"))
            .step(&format!(
                "anonymize {recipe} --output {place}-internal{ending} --internal --json --threads 1"
            ))
    }

    /// Runs everything. Gives what was printed and written, and the steps that ended with another
    /// exit code than they must.
    pub(crate) fn run(&self) -> (Produced, Vec<String>) {
        let place = Workspace::new();
        for (name, content) in &self.files {
            place.write(name, content);
        }
        for arguments in &self.preparations {
            run(&place, arguments).expect(0);
        }
        let before = place.snapshot();
        let (mut produced, mut wrong) = (Produced::new(), Vec::new());
        for (number, (code, arguments)) in self.steps.iter().enumerate() {
            let ran = run(&place, arguments);
            if ran.code != Some(*code) {
                wrong.push(format!(
                    "{}: {arguments}: exit code {:?}, not {code}\n{}",
                    self.name, ran.code, ran.stderr
                ));
            }
            let command = arguments.split(' ').next().unwrap_or_default();
            let name = format!("{}/{:02}-{command}.txt", self.name, number + 1);
            produced.insert(name, printed(&ran, &place).into_bytes());
        }
        for (name, content) in place.snapshot() {
            let is_left_out = LEFT_OUT.iter().any(|ending| name.ends_with(ending));
            if !is_left_out && before.get(&name) != Some(&content) {
                produced.insert(format!("{}/{name}", self.name), content);
            }
        }
        (produced, wrong)
    }
}

fn run(place: &Workspace, arguments: &str) -> Ran {
    place.run(&arguments.split(' ').collect::<Vec<_>>())
}

/// A command line, its exit code and what it printed, without times and the place of the folder.
fn printed(ran: &Ran, place: &Workspace) -> String {
    let mut text = format!("$ equipoise {}\n", ran.arguments);
    writeln!(text, "exit code {:?}", ran.code).unwrap();
    let folder = place.path("");
    let folder = folder.to_string_lossy();
    for (name, printed) in [("stdout", &ran.stdout), ("stderr", &ran.stderr)] {
        writeln!(text, "--- {name}").unwrap();
        for line in printed.lines().filter(|line| !has_left_out_key(line)) {
            let line = line.replace(folder.as_ref(), "FOLDER/");
            writeln!(text, "{}", without_times(&line)).unwrap();
        }
    }
    text
}

/// Whether a line of printed JSON holds a key that is left out.
fn has_left_out_key(line: &str) -> bool {
    let key = line
        .trim_start()
        .strip_prefix('"')
        .and_then(|rest| rest.split_once("\": "));
    key.is_some_and(|(key, _)| LEFT_OUT_KEYS.iter().any(|end| key.ends_with(end)))
}

/// A line with `N` for every number of milliseconds.
fn without_times(line: &str) -> String {
    let mut parts = line.split(" ms");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let number = text.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.' || c == ',');
        if number.len() < text.len() {
            text.truncate(number.len());
            text.push('N');
        }
        text = text + " ms" + part;
    }
    text
}

#[test]
fn fixed_set_leaves_times_out() {
    assert_eq!(without_times("in 1,234 ms. (0.5 ms)"), "in N ms. (N ms)");
    assert_eq!(without_times("three ms 12"), "three ms 12");
    assert!(has_left_out_key("  \"wall_ms\": 1.5,"));
    assert!(!has_left_out_key("  \"rows\": 1,") && !has_left_out_key("a \"wall_ms\": 1"));
}
