//! Damaged recipes are refused, never a panic.

use equipoise_data::ErrorKind;
use equipoise_recipe::Recipe;
use proptest::prelude::*;

/// A recipe with every section, so that damage can fall anywhere.
const WHOLE: &str = r#"version = 1
[input]
path = "in.csv"
missing = ["", "é"]
[columns.age]
role = "quasi-identifier"
type = "integer"
hierarchy = { intervals = [5, 10], top = 90 }
max-level = 2
[columns.zip]
role = "quasi-identifier"
hierarchy = { mask = "right", levels = 3 }
[columns.city]
role = "quasi-identifier"
hierarchy = { groups = [{ label = "n", values = ["a"] }], other = "o" }
[columns.job]
role = "sensitive"
order = ["low", "high"]
[columns.bag]
role = "sensitive"
items = "|"
[[privacy]]
model = "k-anonymity"
k = 5
[[privacy]]
model = "t-closeness"
column = "job"
t = 0.2
[[privacy]]
model = "nt-closeness"
column = "job"
n = 100
t = 0.2
distance = "smoothed"
bandwidth = 0.3
others-as-quasi-identifiers = true
[[privacy]]
model = "l-diversity"
column = "job"
l = 3
variant = "recursive"
c = 2.5
[[privacy]]
model = "alpha-k-anonymity"
column = "job"
alpha = 0.5
k = 2
values = ["low"]
[[privacy]]
model = "km-anonymity"
column = "bag"
k = 2
m = 2
[[privacy]]
model = "k-map"
k = 3
estimator = "poisson"
population-size = 1000
significance = 0.05
[[privacy]]
model = "delta-presence"
population = "all.csv"
min = 0.1
max = 0.5
[search]
max-suppression = 0.02
seed = 1
[output]
report = ["text"]
[[analysis]]
by = ["age", "job"]
[[analysis]]
mean = "age"
by = "zip"
[usefulness]
queries = 100
selectivity = 0.1
mode = "uniform"
target = "job"
"#;

#[test]
fn the_whole_recipe_is_sound() {
    Recipe::parse(WHOLE, "recipe.toml").unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Whatever is cut out or put in, the answer is a recipe or a usage error with a place, never a
    /// panic.
    #[test]
    fn any_text_is_read_or_refused(at in 0usize..WHOLE.len(), cut in 0usize..12, put in "[-a-z0-9.=\"\\[\\]{}\n é]{0,6}") {
        let characters: Vec<char> = WHOLE.chars().collect();
        let at = at.min(characters.len());
        let end = (at + cut).min(characters.len());
        let text: String = characters[..at].iter().copied().chain(put.chars()).chain(characters[end..].iter().copied()).collect();
        if let Err(e) = Recipe::parse(&text, "recipe.toml") {
            prop_assert_eq!(e.kind(), ErrorKind::Usage);
            prop_assert!(e.message().starts_with("recipe.toml"), "{}", e);
        }
    }
}
