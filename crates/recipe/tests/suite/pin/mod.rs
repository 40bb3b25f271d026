//! A pinned recipe means what was asked, and everything else is as it was.

mod cases;
mod drawn;

use equipoise_recipe::{Pin, Recipe};
use std::path::Path;

const SAMPLE: &str = include_str!("../../../../sample/src/recipe.toml");

const HEADERS: &str = r#"version = 1
# ages
[columns."age"] # others know it
role = "quasi-identifier"
hierarchy = { intervals = [5, 10], top = 90 }
max-level = 2 # never lost
# a zip code
[columns.zip]
  role = "quasi-identifier"
  [columns.zip.hierarchy]
  mask = "right"
[columns.job]
role = "sensitive"
[[privacy]] # size
model = "k-anonymity"
k = 5   # usual
[[privacy]]
model = "l-diversity"
column = "job"
l = 2
[output]
report = ["text"]
# the end
"#;

const BRACES: &str = r#"search = { loss = "precision" }
privacy = [ { model = "k-anonymity", k = 5 }, { model = "l-diversity", column = "job", l = 2 } ]
[columns]
age = { role = "quasi-identifier", hierarchy = { intervals = [5, 10] } } # one line
"zip" = {role="quasi-identifier",hierarchy={mask="right"},max-level=3}
job = { role = "sensitive" }
"#;

const LONG_BRACES: &str = r#"columns = { age = {
    role = "quasi-identifier",
    hierarchy = { intervals = [5, 10] }, # bands
  },
  zip.role = "quasi-identifier", zip.hierarchy.mask = "right",
  job = { role = "sensitive" },
}
privacy = [
  # size
  { model = "k-anonymity", k = 5 },
  { model = "l-diversity", column = "job", l = 2 }, # worth
]
"#;

const DOTS: &str = r#"version = 1
columns.age.role = "quasi-identifier"
columns."zip".role = "quasi-identifier"
columns.age.hierarchy.intervals = [5, 10]
  columns.zip.hierarchy = { mask = "right" } # digits
columns.job.role = "sensitive"
search.max-suppression = 0.10 # one in ten
[[privacy]]
model = "k-anonymity"
k = 5
"#;

const DOTS_BELOW: &str = r#"[columns]
age.role = "quasi-identifier"
age.hierarchy.intervals = [5, 10]
age.min-level = 1
zip.hierarchy.mask = "right"
zip.role = "quasi-identifier"
job.role = "sensitive"
[input]
missing = ["", "?"]
[search]
[[privacy]]
model = "k-anonymity"
k = 5
[[privacy]]
model = "t-closeness"
column = "job"
t = 0.20
[[privacy]]
k = 5
model = "k-anonymity"
"#;

fn shapes() -> Vec<String> {
    let crlf = HEADERS.replace('\n', "\r\n");
    [HEADERS, BRACES, LONG_BRACES, DOTS, DOTS_BELOW, &crlf]
        .map(str::to_owned)
        .to_vec()
}

/// Every recipe at hand: those above, the sample, and whatever the documentation shows in full.
pub(crate) fn recipes() -> Vec<String> {
    let mut found = shapes();
    found.push(SAMPLE.to_owned());
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let mut folders = vec![docs];
    while let Some(folder) = folders.pop() {
        for file in std::fs::read_dir(folder)
            .unwrap()
            .map(|f| f.unwrap().path())
        {
            if file.is_dir() {
                folders.push(file);
            } else if file.extension().is_some_and(|e| e == "md") {
                let page = std::fs::read_to_string(&file).unwrap();
                let blocks = page
                    .split("```toml\n")
                    .skip(1)
                    .filter_map(|b| b.split("```").next());
                // Pages show models and columns by turns; together with the other half they are
                // recipes.
                for block in blocks {
                    let column = format!(
                        "{block}\n[columns.shoe-size]\nrole = \"quasi-identifier\"\nhierarchy = {{ intervals = [2] }}\n"
                    );
                    let model = format!(
                        "{block}\n[[privacy]]\nmodel = \"average-risk\"\nthreshold = 0.3\n"
                    );
                    found.extend([block.to_owned(), column, model]);
                }
            }
        }
    }
    found.retain(|text| Recipe::parse(text, "r").is_ok());
    assert!(found.len() >= 10, "only {} recipes were found", found.len());
    found
}

fn parse(text: &str) -> Recipe {
    Recipe::parse(text, "r").unwrap_or_else(|e| panic!("{e}\n{text}"))
}

fn levels_of(all: &[(&str, u8)]) -> Pin {
    Pin {
        levels: all
            .iter()
            .map(|(name, level)| ((*name).to_owned(), *level))
            .collect(),
        ..Pin::default()
    }
}

fn comments(text: &str) -> Vec<&str> {
    text.lines()
        .filter_map(|line| line.split_once('#').map(|(_, comment)| comment.trim_end()))
        .collect()
}
