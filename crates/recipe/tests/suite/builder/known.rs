//! Recipes that the repository shows, written in code.

use super::rebuilt::rebuilt;
use crate::pin::recipes;
use equipoise_recipe::Recipe;
use std::path::{Path, PathBuf};

/// Every text of the repository that is a recipe: in the documentation, as a file, or as a text in
/// Rust code.
fn texts() -> Vec<String> {
    let mut found = recipes();
    found.extend(RARE.map(str::to_owned));
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let readme = std::fs::read_to_string(root.join("README.md")).unwrap();
    let blocks = readme.split("```toml\n").skip(1);
    found.extend(
        blocks
            .filter_map(|b| b.split("```").next())
            .map(str::to_owned),
    );
    for file in files_below(&root.join("crates")) {
        let is = |ending: &str| file.extension().is_some_and(|e| e == ending);
        if is("toml") {
            found.push(std::fs::read_to_string(&file).unwrap());
        } else if is("rs") {
            found.extend(texts_in(&std::fs::read_to_string(&file).unwrap()));
        }
    }
    found.retain(|text| match Recipe::parse(text, "r") {
        Ok(_) => true,
        Err(e) => {
            assert!(!RARE.contains(&text.as_str()), "{e}");
            false
        }
    });
    found.sort();
    found.dedup();
    found
}

/// What could be a recipe in Rust code. Much of it is none: what parses decides.
fn texts_in(code: &str) -> Vec<String> {
    let raw = code.split("r#\"").skip(1);
    let raw = raw.filter_map(|rest| rest.split("\"#").next()).map(|text| {
        // In documentation comments each line begins with slashes.
        let lines = text.lines().map(str::trim_start);
        let lines = lines.map(|line| line.strip_prefix("///").unwrap_or(line));
        lines.collect::<Vec<_>>().join("\n")
    });
    let escaped = code.replace("\\\"", "\u{0}");
    let plain = escaped.split('"').filter(|text| text.contains("columns"));
    let plain = plain.map(|text| {
        let text = text.replace("\\\n", "").replace("\\n", "\n");
        text.replace('\u{0}', "\"")
    });
    raw.chain(plain).collect()
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(folder)
            .unwrap()
            .map(|f| f.unwrap().path())
        {
            if path.is_dir() {
                folders.push(path);
            } else {
                found.push(path);
            }
        }
    }
    found
}

/// What warnings say, without the place.
fn sentences(recipe: &Recipe) -> Vec<&str> {
    recipe
        .warnings
        .iter()
        .map(|w| w.split_once(": ").map_or(w.as_str(), |(_, text)| text))
        .collect()
}

#[test]
fn every_known_recipe_can_be_written_in_code() {
    let texts = texts();
    assert!(texts.len() >= 40, "only {} recipes were found", texts.len());
    for text in texts {
        let mut read = Recipe::parse(&text, "r").unwrap();
        let builder = rebuilt(&read);
        let built = builder
            .build()
            .unwrap_or_else(|e| panic!("{e}\n{}", builder.text()));
        let mut recipe = built.recipe().clone();
        // Keys that change nothing are not written again, nor are decisions against a model that
        // covers the other columns.
        let sooner = sentences(&read);
        let new = sentences(&recipe)
            .into_iter()
            .find(|w| !sooner.contains(w) && !w.contains("their combination is not"));
        assert_eq!(new, None, "{text}");
        read.warnings.clear();
        recipe.warnings.clear();
        assert_eq!(recipe, read, "{text}\n{}", built.text());
    }
}

/// Keys that no other known recipe has together.
const RARE: [&str; 6] = [
    r#"
version = 1
[input]
path = ["a.csv", "b.csv"]
format = "csv"
header = false
quote = "'"
delimiter = ";"
missing = ["?"]
person = "id"
[columns.age]
role = "quasi-identifier"
hierarchy = { intervals = [5], origin = -1.5, bottom = -2, top = 90.5 }
type = "decimal"
min-level = 1
max-level = 2
weight = 0.5
sensitivity = "infinite"
[columns.zip]
role = "quasi-identifier"
hierarchy = { mask = "left", char = "_", levels = 2 }
missing = ["0000"]
sensitivity = { column = "weight" }
[columns.weight]
role = "identifying"
[columns.birth]
role = "identifying"
type = "date"
format = "%d.%m.%Y"
[columns.years]
role = "quasi-identifier"
derive = { age = "birth", at = "2025-01-01" }
hierarchy = { ordered = [2, 4] }
sensitivity = 2
reason = "told by neighbours"
[columns.stay]
role = "quasi-identifier"
derive = { days = ["birth", "admission"] }
hierarchy = { frequency = [10, 100], other = "rare" }
[columns.day]
role = "quasi-identifier"
derive = { weekday = "admission" }
hierarchy = "days.csv"
unlisted = "top"
[columns.admission]
role = "quasi-identifier"
type = "date"
hierarchy = { dates = ["month", "year"] }
[columns.place]
role = "quasi-identifier"
hierarchy = { areas = "places.csv", inhabitants = [1000, 20000] }
[columns.code]
role = "quasi-identifier"
hierarchy = { prefix = [3], ranges = { "A00-B99" = "infections", "I21" = "heart" }, other = "rest" }
[columns.town]
role = "quasi-identifier"
linked = "code"
hierarchy = { levels = [[{ label = "x", values = ["a"] }, { label = "y", values = [] }], [{ label = "z", values = ["x", "y"] }]] }
[columns.job]
role = "sensitive"
order = "hierarchy"
hierarchy = "job.csv"
items = "|"
[columns.pay]
role = "insensitive"
type = "integer"
aggregate = "median"
[search]
method = "record"
[record]
form = "aggregate"
lambda = 2
kappa = 3
utility = "leaves"
risk = "entropic"
sensitivity = "additive"
base-sensitivity = 0.25
consistency = "fuzzy"
similarity = 0.7
dictionaries = ["one.csv", "two.csv"]
include-table = true
across = "bayes"
priors = [0.5, 0.25, 0.25]
weights = "weights.csv"
optimizer = "min-risk"
rules = [{ age = 1 }, { age = 2, zip = 1 }]
true-dictionary = "truth.csv"
id = "birth"
[output]
path = "out.csv"
format = "csv"
suppressed = "mark"
label = "gone"
order = "input"
report = ["html", "json"]
public = ["before", "loss"]
spreadsheet-safe = true
[[analysis]]
by = ["age", "job"]
[[analysis]]
mean = "pay"
[usefulness]
queries = 5
dimensions = 3
selectivity = 0.1
mode = "uniform"
sanity = true
target = "job"
folds = 5
seed = 9
"#,
    r#"
version = 1
[columns.age]
role = "quasi-identifier"
type = "integer"
[[privacy]]
model = "k-anonymity"
k = 3
[search]
method = "preference"
over = "partitions"
[preference]
aspire = { necd = 1.0, nwp = 0.2 }
ties = "privacy"
normalize = true
population = 50
evaluations = 1000
crossover = 0.5
mutation = 0.01
polish = false
taxonomy = true
granulate = { age = 5 }
"#,
    r#"
version = 1
[columns.age]
role = "quasi-identifier"
hierarchy = "age.csv"
[search]
method = "record"
[record]
form = "most-utility"
max-risk = 0.1
sensitivity = "multiplicative"
optimizer = "aruba"
neighbourhood = "cube"
across = "worst"
dictionaries = ["one.csv", "two.csv"]
"#,
    r#"
version = 1
[columns.age]
role = "quasi-identifier"
[[privacy]]
model = "k-anonymity"
k = 3
[search]
method = "mondrian"
cuts = "relaxed"
"#,
    r#"
version = 1
[columns.age]
role = "quasi-identifier"
[[privacy]]
model = "k-anonymity"
k = 3
[search]
method = "cell-suppression"
subsets = 2
reading = "wildcard"
"#,
    r#"
version = 1
[columns.age]
role = "quasi-identifier"
hierarchy = "age.csv"
[[privacy]]
model = "k-anonymity"
k = 3
[search]
method = "best-effort"
loss = "entropy"
aggregation = "max"
suppression-weight = 0.25
max-suppression = 1.0
seed = 18446744073709551615
time-limit = 0.000000001
max-nodes = 18446744073709551615
[record]
optimizer = "pool"
pool = 7
min-utility = "12.5%"
"#,
];

/// The keys that a section accepts, as it tells those who give it another one.
fn accepted(section: &str) -> Vec<String> {
    let text = format!("version = 1\n[{section}]\nunknown-key = 1\n");
    let error = Recipe::parse(&text, "r").unwrap_err().to_string();
    let list = error.split("unknown key `unknown-key`").nth(1).unwrap();
    let list = list
        .split("accepted: ")
        .nth(1)
        .unwrap()
        .lines()
        .next()
        .unwrap();
    list.split('`')
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect()
}

#[test]
fn every_key_of_every_section_is_written() {
    let recipes: Vec<Recipe> = texts()
        .iter()
        .map(|text| Recipe::parse(text, "r").unwrap())
        .collect();
    let written: Vec<String> = recipes
        .iter()
        .map(|recipe| rebuilt(recipe).text())
        .collect();
    let has = |section: &str, key: &str| {
        written.iter().any(|text| {
            let sections = text
                .split("\n\n")
                .filter(|s| s.starts_with(&format!("[{section}")));
            sections
                .into_iter()
                .any(|s| s.contains(&format!("\n{key} = ")))
        })
    };
    let sections = [
        "input",
        "search",
        "record",
        "preference",
        "output",
        "usefulness",
    ];
    for section in sections.into_iter().chain(["columns.x"]) {
        for key in accepted(section) {
            // Only one encoding is accepted, and it is the default.
            let is_written = has(section.trim_end_matches('x'), &key);
            assert!(is_written || key == "encoding", "`{key}` of `[{section}]`");
        }
    }
}
