//! `[[analysis]]` and `[usefulness]`: what they mean and what they refuse.

use equipoise_data::Decimal;
use equipoise_recipe::{Analysis, QueryMode, Recipe, Usefulness};

/// Lines 1 to 14; further sections start at line 15.
const BASE: &str = "version = 1
[columns.age]
role = \"quasi-identifier\"
hierarchy = { intervals = [5, 10] }
[columns.sex]
role = \"quasi-identifier\"
hierarchy = \"sex.csv\"
[columns.job]
role = \"sensitive\"
[columns.name]
role = \"identifying\"
[[privacy]]
model = \"k-anonymity\"
k = 5
";

fn with(section: &str) -> Recipe {
    Recipe::parse(&format!("{BASE}{section}"), "recipe.toml").unwrap_or_else(|e| panic!("{e}"))
}

/// The message without `recipe.toml line `, and the hint.
fn refused(section: &str) -> (String, String) {
    let e = Recipe::parse(&format!("{BASE}{section}"), "recipe.toml")
        .expect_err("this recipe is wrong");
    let message = e.message();
    let message = message
        .strip_prefix("recipe.toml")
        .unwrap_or_else(|| panic!("{e}"))
        .trim_start_matches(" line ");
    (
        message.to_owned(),
        e.hint_text().unwrap_or_default().to_owned(),
    )
}

#[test]
fn nothing_is_asked_for_unless_the_recipe_does() {
    let recipe = with("");
    assert_eq!((recipe.analyses, recipe.usefulness), (vec![], None));
    assert_eq!(with("[usefulness]").usefulness, Some(Usefulness::default()));
    let default = Usefulness::default();
    assert_eq!(
        (
            default.queries,
            default.dimensions,
            default.selectivity.to_string().as_str()
        ),
        (1000, 2, "0.05")
    );
    assert_eq!(
        (
            default.mode,
            default.sanity,
            default.target,
            default.folds,
            default.seed
        ),
        (QueryMode::Fixed, false, None, 10, 0)
    );
}

#[test]
fn every_key() {
    let recipe = with(
        "[usefulness]\nqueries = 10_000\ndimensions = 4\nselectivity = 0.2\nmode = \"uniform\"\nsanity = true\ntarget = \"job\"\nfolds = 5\nseed = 7",
    );
    let expected = Usefulness {
        queries: 10_000,
        dimensions: 4,
        selectivity: Decimal::parse("0.2").unwrap(),
        mode: QueryMode::Uniform,
        sanity: true,
        target: Some("job".to_owned()),
        folds: 5,
        seed: 7,
    };
    assert_eq!(recipe.usefulness, Some(expected));
    assert_eq!(
        with("[usefulness]\nqueries = 0")
            .usefulness
            .unwrap()
            .queries,
        0
    );
    assert_eq!(
        with("[usefulness]\ntarget = \"age\"")
            .usefulness
            .unwrap()
            .target
            .as_deref(),
        Some("age"),
        "a quasi-identifier can be learned"
    );
}

#[test]
fn tables_are_read_in_order() {
    let recipe = with(
        "[[analysis]]\nby = [\"sex\", \"age\"]\n[[analysis]]\nmean = \"age\"\nby = \"sex\"\n[[analysis]]\nmean = \"age\"",
    );
    let names: Vec<String> = recipe.analyses.iter().map(Analysis::to_string).collect();
    assert_eq!(
        names,
        ["count by sex, age", "mean of age by sex", "mean of age"]
    );
    assert_eq!(
        recipe.analyses[1],
        Analysis {
            by: vec!["sex".to_owned()],
            mean: Some("age".to_owned())
        }
    );
    let twice = with("[[analysis]]\nby = \"sex\"\n[[analysis]]\nby = [\"sex\"]");
    assert_eq!(twice.analyses.len(), 1);
    assert_eq!(
        twice.warnings,
        ["recipe.toml line 17: the table `count by sex` is asked for twice"]
    );
}

#[test]
fn tables_that_are_refused() {
    assert_eq!(
        refused("[[analysis]]\nbye = [\"sex\"]\nmean = \"age\""),
        (
            "16: unknown key `bye` in `[[analysis]]`; accepted: `by`, `mean`".into(),
            "did you mean `by`?".into()
        )
    );
    assert_eq!(
        refused("[[analysis]]\ncount = true\nby = [\"sex\"]"),
        (
            "16: unknown key `count` in `[[analysis]]`; accepted: `by`, `mean`".into(),
            "rows are counted unless `mean` is given".into()
        )
    );
    let add =
        "add `by` with the columns of the table, such as `by = [\"sex\", \"age\"]`".to_owned();
    assert_eq!(
        refused("[[analysis]]"),
        ("15: `[[analysis]]` names no columns".into(), add.clone())
    );
    assert_eq!(
        refused("[[analysis]]\nby = []"),
        ("15: `[[analysis]]` names no columns".into(), add)
    );
    assert_eq!(
        refused("[[analysis]]\nby = [\"sexx\"]"),
        (
            "16: `by` in `[[analysis]]` names `sexx`, which has no section".into(),
            "did you mean `sex`?".into()
        )
    );
    assert_eq!(
        refused("[[analysis]]\nby = \"name\"").0,
        "16: `by` in `[[analysis]]` names `name`, which is identifying and not released"
    );
    assert_eq!(
        refused("[[analysis]]\nby = [\"sex\", \"sex\"]").0,
        "16: `by` in `[[analysis]]` names `sex` twice"
    );
    assert_eq!(
        refused("[[analysis]]\nby = 3").0,
        "16: `by` in `[[analysis]]` is 3; it must be a list of texts in quotes"
    );
    assert_eq!(
        refused("[[analysis]]\nby = \"sex\"\n[[analysis]]\nmean = \"job\"\nby = \"sex\""),
        (
            "18: `mean` in `[[analysis]]` number 2 names `job`, whose `type` is `text`; only numbers have a mean".into(),
            "add `type = \"integer\"` or `type = \"decimal\"` to `[columns.job]`".into()
        )
    );
    assert_eq!(
        refused("[[analysis]]\nmean = \"age\"\nby = \"age\"").0,
        "16: `mean` in `[[analysis]]` names `age`, which is in `by` too"
    );
    assert_eq!(
        refused("[analysis]\nby = \"sex\"").0,
        "15: `analysis` in the recipe is a table; it must be one or more sections that begin with `[[analysis]]`"
    );
    let not_a_table = format!("analysis = [3]\n{BASE}");
    let e = Recipe::parse(&not_a_table, "recipe.toml").unwrap_err();
    assert_eq!(
        e.message(),
        "recipe.toml line 1: `[[analysis]]` must be a table with `by`"
    );
}

#[test]
fn measures_that_are_refused() {
    let usefulness = |line: &str| refused(&format!("[usefulness]\n{line}"));
    assert_eq!(
        usefulness("query = 5"),
        (
            "16: unknown key `query` in `[usefulness]`; accepted: `queries`, `dimensions`, `selectivity`, `mode`, `sanity`, `target`, `folds`, \
             `seed`"
                .into(),
            "did you mean `queries`?".into()
        )
    );
    let message = |line: &str| usefulness(line).0;
    assert_eq!(
        message("queries = -1"),
        "16: `queries` in `[usefulness]` is -1; it must be a whole number, 0 to 1000000"
    );
    assert_eq!(
        message("dimensions = 0"),
        "16: `dimensions` in `[usefulness]` is 0; it must be a whole number, 1 to 64"
    );
    for share in ["0", "0.0", "1.5", "-0.1"] {
        assert_eq!(
            message(&format!("selectivity = {share}")),
            format!(
                "16: `selectivity` in `[usefulness]` is {share}; it must be greater than 0 and at most 1"
            )
        );
    }
    assert_eq!(
        usefulness("mode = \"fix\""),
        (
            "16: `mode` in `[usefulness]` is `fix`; accepted: `fixed`, `uniform`".into(),
            "did you mean `fixed`?".into()
        )
    );
    assert_eq!(
        message("folds = 1"),
        "16: `folds` in `[usefulness]` is 1; it must be a whole number, 2 to 1000"
    );
    assert_eq!(
        usefulness("target = \"jobs\""),
        (
            "16: `target` in `[usefulness]` names `jobs`, which has no section".into(),
            "did you mean `job`?".into()
        )
    );
    assert_eq!(
        message("target = \"name\""),
        "16: `target` in `[usefulness]` names `name`, which is identifying and not released"
    );
    assert_eq!(
        message("sanity = 1"),
        "16: `sanity` in `[usefulness]` is 1; it must be true or false"
    );
}
