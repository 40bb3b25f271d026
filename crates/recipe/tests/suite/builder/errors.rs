//! A recipe in code gets the errors of a recipe file.

use super::{d, error_of, with_age};
use equipoise_data::ErrorKind;
use equipoise_recipe::build::{CodeRange, Intervals, Ordered, Prefix, Sequence};
use equipoise_recipe::*;
use std::time::Duration;

/// The one problem of a recipe: its key, and its message without the line.
fn problem(builder: &RecipeBuilder) -> (String, String) {
    let error = error_of(builder);
    assert_eq!(error.kind(), ErrorKind::Usage, "{error}");
    // It is the error of the same text in a file.
    assert_eq!(
        Recipe::parse(&builder.text(), "the recipe"),
        Err(error.clone())
    );
    let (line, message) = error
        .message()
        .split_once(": ")
        .map(|(a, b)| (a.to_owned(), b.to_owned()))
        .unwrap();
    assert!(line.starts_with("the recipe line "), "{error}");
    (error.place().key.unwrap_or_default().to_owned(), message)
}

fn column(column: ColumnBuilder) -> RecipeBuilder {
    Recipe::builder()
        .column(column)
        .require(Model::k_anonymity(2))
}

fn age() -> ColumnBuilder {
    ColumnRecipe::quasi_identifier("age").intervals([5])
}

fn search(search: SearchBuilder) -> RecipeBuilder {
    with_age().require(Model::k_anonymity(2)).search(search)
}

#[test]
fn a_bad_value_is_named_by_column_and_key() {
    for (builder, key, message) in [
        (
            column(age().weight(-1)),
            "columns.age.weight",
            "`weight` in `[columns.age]` is -1; it must be at least 0",
        ),
        (
            column(age().weight(f64::NAN)),
            "columns.age.weight",
            "`weight` in `[columns.age]` is nan; it must be a finite number of at most 38 digits",
        ),
        (
            column(age().weight(f64::NEG_INFINITY)),
            "columns.age.weight",
            "`weight` in `[columns.age]` is -inf; it must be a finite number of at most 38 digits",
        ),
        (
            column(age().intervals([0])),
            "columns.age.hierarchy",
            "`hierarchy` of `[columns.age]`: interval width is 0; it must be greater than 0",
        ),
        (
            column(age().min_level(3).max_level(2)),
            "columns.age.min-level",
            "`min-level` in `[columns.age]` is 3 and `max-level` is 2; the minimum is above the maximum",
        ),
        (
            column(age().format("%Y")),
            "columns.age.format",
            "`format` in `[columns.age]` is for dates and the column's `type` is `integer`",
        ),
        (
            column(age().kind(Kind::Text)),
            "columns.age.hierarchy.intervals",
            "`hierarchy` of `[columns.age]` has `intervals` and the column's `type` is `text`; it must be `integer` or `decimal`",
        ),
        (
            column(age().order(["a", "a"])),
            "columns.age.order",
            "`order` in `[columns.age]` repeats 1 of its values; it must list every value once, from low to high",
        ),
        (
            column(age().linked("sex")),
            "columns.age.linked",
            "`linked` in `[columns.age]` names `sex`, which has no section",
        ),
        (
            column(ColumnRecipe::quasi_identifier("post code")),
            "columns.post code",
            "quasi-identifier `post code` has no hierarchy",
        ),
        (
            search(Search::builder().time_limit(Duration::ZERO)),
            "search.time-limit",
            "`time-limit` in `[search]` is 0; it must be a number of seconds greater than 0",
        ),
        (
            search(
                Search::builder()
                    .loss(LossChoice::Height)
                    .aggregation(AggregationChoice::Sum),
            ),
            "search.aggregation",
            "`aggregation` in `[search]` has no meaning for `height`, which is a loss of the whole table; it is for `loss`, `nwp`, `precision` and `entropy`",
        ),
        (
            search(Search::builder().max_suppression(Limit::Share(d("1.5")))),
            "max-suppression",
            "max-suppression is `1.5`; it must be a whole number of units, or a share from 0.0 to 1.0 with a decimal point",
        ),
        (
            with_age().require(Model::t_closeness("job", 0.2)),
            "privacy[0].column",
            "t-closeness protects column `job`, which is not in `[columns]`",
        ),
        (
            with_age().require(Model::average_risk(0)),
            "privacy[0].threshold",
            "`threshold` in `[[privacy]]` is 0; it must be greater than 0 and at most 1",
        ),
        (
            with_age()
                .require(Model::k_anonymity(2))
                .require(Model::k_map(0, MapPopulation::File("p".to_owned()))),
            "privacy[1].k",
            "`k` in `[[privacy]]` number 2 is 0; it must be a whole number, at least 1",
        ),
        (
            with_age()
                .require(Model::k_anonymity(2))
                .input(Input::builder().delimiter('é')),
            "input.delimiter",
            "`delimiter` in `[input]` is `é`; it must be one ASCII character, such as `,` or `;`",
        ),
        (
            with_age()
                .require(Model::k_anonymity(2))
                .output(Output::builder().path("")),
            "output.path",
            "`path` in `[output]` is ``; it must not be empty",
        ),
        (
            with_age()
                .require(Model::k_anonymity(2))
                .usefulness(Usefulness::builder().folds(1)),
            "usefulness.folds",
            "`folds` in `[usefulness]` is 1; it must be a whole number, 2 to 1000",
        ),
        (
            with_age()
                .require(Model::k_anonymity(2))
                .analysis(Analysis::count_by(["sex"])),
            "analysis[0].by",
            "`by` in `[[analysis]]` names `sex`, which has no section",
        ),
        (
            with_age()
                .record(
                    RecordWish::builder()
                        .pool(0)
                        .optimizer(OptimizerChoice::Pool),
                )
                .require(Model::k_anonymity(2)),
            "record.pool",
            "`pool` in `[record]` is 0; it must be a whole number, 1 to 1048576",
        ),
    ] {
        let (at, text) = problem(&builder);
        assert_eq!((at.as_str(), text.as_str()), (key, message));
    }
}

#[test]
fn a_rule_that_does_not_fit_is_an_error_of_its_column() {
    let range = |label: &str| CodeRange::parse("A-B", Some(label)).unwrap();
    let prefix = |ranges| Prefix {
        ranges,
        ..Prefix::new(vec![1])
    };
    let whole = Intervals::new(vec![d("0.5")]);
    let unordered = Ordered {
        sizes: vec![1],
        order: Sequence::Integer,
    };
    for (rule, message) in [
        (
            HierarchySource::from(whole),
            "`hierarchy` of `[columns.x]`: interval width is 0.5; bands of whole numbers need whole bounds",
        ),
        (
            HierarchySource::from(unordered),
            "`hierarchy` of `[columns.x]`: `ordered` begins with 1; a run has at least 2 values",
        ),
        (
            HierarchySource::from(prefix(vec![range("")])),
            "`A-B` in `ranges` of `hierarchy` of `[columns.x]` is ``; it must not be empty",
        ),
        (
            HierarchySource::from(prefix(vec![range("x"), range("y")])),
            "not valid TOML: duplicate key",
        ),
        (
            HierarchySource::File(String::new()),
            "`hierarchy` in `[columns.x]` is ``; it must not be empty",
        ),
        (
            HierarchySource::Areas {
                path: "a.csv".to_owned(),
                inhabitants: vec![],
            },
            "`hierarchy` of `[columns.x]`: `inhabitants` is empty; it must list at least one number",
        ),
    ] {
        let builder = column(ColumnRecipe::quasi_identifier("x").hierarchy(rule));
        assert_eq!(problem(&builder).1, message);
    }
}

#[test]
fn all_problems_are_reported_at_once() {
    let error = error_of(
        &column(age().weight(-1))
            .require(Model::k_anonymity(0))
            .name("visits"),
    );
    assert!(
        error.message().starts_with("visits has 2 problems"),
        "{error}"
    );
}

#[test]
fn a_recipe_lacks_in_code_what_it_lacks_in_a_file() {
    let error = error_of(&Recipe::builder());
    let text = error.to_string();
    assert!(
        text.contains("no column has the role `quasi-identifier`"),
        "{text}"
    );
    assert!(
        text.contains("the recipe asks for no privacy model"),
        "{text}"
    );
}

#[test]
fn a_column_is_added_once() {
    let error = error_of(
        &column(age())
            .column(ColumnRecipe::sensitive("age"))
            .name("visits"),
    );
    assert_eq!(error.message(), "visits: column `age` is added twice");
    assert_eq!(error.place().column, Some("age"));
    assert_eq!(error.kind(), ErrorKind::Usage);
}
