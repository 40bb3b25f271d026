//! Methods that give each class labels of its own, and aggregated columns.

use super::{BASE, added, changed, failure};
use equipoise_recipe::{Aggregate, AggregationChoice, Cuts, Method, ReadingChoice, Recipe};

fn search(lines: &str) -> String {
    added(&format!("[search]\n{lines}"))
}

#[test]
fn keys_of_one_method_are_refused_beside_another() {
    assert_eq!(
        search("cuts = \"relaxed\""),
        "13: `cuts` in `[search]` is for `method = \"mondrian\"`; the method is `optimal`"
    );
    assert_eq!(
        search("method = \"mondrian\"\nsubsets = 2"),
        "14: `subsets` in `[search]` is for `method = \"cell-suppression\"`; the method is `mondrian`"
    );
    assert_eq!(
        search("method = \"local-recoding\"\nreading = \"wildcard\""),
        "14: `reading` in `[search]` is for `method = \"cell-suppression\"`; the method is `local-recoding`"
    );
    assert_eq!(
        search("method = \"local-recoding\"\nsuppression-weight = 0.4"),
        "14: `suppression-weight` in `[search]` has no meaning for `method = \"local-recoding\"`"
    );
}

#[test]
fn losses_that_need_levels_are_refused() {
    assert_eq!(
        search("method = \"mondrian\"\nloss = \"height\""),
        "14: `height` in `[search]` is no loss of classes with labels of their own; `mondrian` takes `loss`, `nwp`, `aecs` or `discernibility`"
    );
    assert_eq!(
        search("method = \"local-recoding\"\nloss = \"aecs\""),
        "14: `aecs` in `[search]` is no loss of classes with labels of their own; `local-recoding` takes `loss`"
    );
    assert_eq!(
        search("method = \"local-recoding\"\naggregation = \"geometric\""),
        "14: `aggregation` in `[search]` must be `arithmetic` for `method = \"local-recoding\"`: it makes a mean of all cells small"
    );
}

#[test]
fn what_is_accepted_is_read() {
    let read = |lines: &str| {
        Recipe::parse(&format!("{BASE}[search]\n{lines}"), "recipe.toml")
            .unwrap()
            .search
    };
    let mondrian = read("method = \"mondrian\"\ncuts = \"relaxed\"");
    assert_eq!(
        (mondrian.method, mondrian.cuts, mondrian.aggregation),
        (
            Method::Mondrian,
            Cuts::Relaxed,
            Some(AggregationChoice::Arithmetic)
        )
    );
    let cells = read("method = \"cell-suppression\"\nreading = \"wildcard\"\nsubsets = 2");
    assert_eq!(
        (cells.method, cells.reading, cells.subsets),
        (Method::CellSuppression, ReadingChoice::Wildcard, Some(2))
    );
    assert_eq!(
        read("method = \"mondrian\"\nloss = \"aecs\"").aggregation,
        None
    );
}

#[test]
fn only_some_methods_do_without_hierarchies() {
    let bare = BASE.replace("hierarchy = \"age.csv\"\n", "");
    for method in ["optimal", "best-effort", "local-recoding"] {
        let (message, hint) = failure(&format!("{bare}[search]\nmethod = \"{method}\"\n"));
        assert_eq!(message, "2: quasi-identifier `age` has no hierarchy");
        assert_eq!(hint, "add `hierarchy` to `[columns.age]`");
    }
    for method in ["mondrian", "cell-suppression"] {
        assert!(
            Recipe::parse(
                &format!("{bare}[search]\nmethod = \"{method}\"\n"),
                "recipe.toml"
            )
            .is_ok(),
            "{method}"
        );
    }
}

#[test]
fn only_numbers_that_no_model_looks_at_are_aggregated() {
    let of_age = |lines: &str| changed("hierarchy = \"age.csv\"", lines);
    assert!(of_age("aggregate = \"mean\"").contains(
        "`aggregate` in `[columns.age]` is for numbers and the column's `type` is `text`"
    ));
    assert!(
        of_age("type = \"integer\"\naggregate = \"total\"")
            .contains("accepted: `mean`, `median`, `mode`, `interval`")
    );
    assert!(
        of_age("type = \"integer\"\naggregate = \"mean\"\nhierarchy = \"age.csv\"")
            .contains("`hierarchy` in `[columns.age]` has no meaning beside `aggregate`: the column forms no classes")
    );
    assert!(
        changed(
            "[columns.pay]\nrole = \"sensitive\"",
            "[columns.pay]\nrole = \"sensitive\"\ntype = \"integer\"\naggregate = \"mean\""
        )
        .contains(
            "`aggregate` in `[columns.pay]` is for quasi-identifiers and insensitive columns"
        )
    );
    let text = BASE.replace(
        "[columns.pay]\nrole = \"sensitive\"",
        "[columns.pay]\nrole = \"insensitive\"\ntype = \"decimal\"\naggregate = \"median\"",
    );
    let recipe = Recipe::parse(&text, "recipe.toml").unwrap();
    assert_eq!(
        recipe.column("pay").unwrap().aggregate,
        Some(Aggregate::Median)
    );
}

/// A release needs something that forms classes.
#[test]
fn an_aggregated_column_alone_forms_no_classes() {
    let message = changed(
        "hierarchy = \"age.csv\"",
        "type = \"integer\"\naggregate = \"mean\"",
    );
    assert!(
        message.contains("no column has the role `quasi-identifier`"),
        "{message}"
    );
}
