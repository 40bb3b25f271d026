//! Recipes written in code.

mod drawn;
mod errors;
mod known;
mod models;
mod rebuilt;

use equipoise_data::Error;
use equipoise_recipe::*;
use std::time::Duration;

fn d(text: &str) -> Decimal {
    Decimal::parse(text).unwrap()
}

/// A builder that lacks nothing but what a test adds.
fn with_age() -> RecipeBuilder {
    Recipe::builder().column(ColumnRecipe::quasi_identifier("age").intervals([5, 10]))
}

fn error_of(builder: &RecipeBuilder) -> Error {
    match builder.build() {
        Ok(_) => panic!("no error in\n{}", builder.text()),
        Err(e) => e,
    }
}

#[test]
fn sections_are_written_in_one_order_whatever_the_order_of_calls() {
    let written = Recipe::builder()
        .usefulness(Usefulness::builder())
        .analysis(Analysis::count_by(["age"]))
        .output(Output::builder().label("?"))
        .search(Search::builder().seed(u64::MAX))
        .require(Model::k_anonymity(2))
        .column(ColumnRecipe::quasi_identifier("age").hierarchy_file("age.csv"))
        .input(Input::builder().quote(None))
        .build()
        .unwrap();
    assert_eq!(
        written.text(),
        r#"version = 1

[input]
quote = ""

[columns.age]
role = "quasi-identifier"
hierarchy = "age.csv"

[[privacy]]
model = "k-anonymity"
k = 2

[search]
seed = 18446744073709551615

[output]
label = "?"

[[analysis]]
by = ["age"]

[usefulness]
"#
    );
    let recipe = written.recipe();
    assert_eq!(recipe.usefulness, Some(Usefulness::default()));
    assert_eq!(recipe.search.seed, u64::MAX);
    assert!(recipe.warnings.is_empty(), "{:?}", recipe.warnings);
}

#[test]
fn the_last_value_of_a_key_counts() {
    let age = ColumnRecipe::quasi_identifier("age")
        .hierarchy(build::Dates::new(vec![build::CalendarUnit::Year]))
        .intervals([5])
        .weight(2)
        .weight(3);
    let builder = Recipe::builder()
        .column(ColumnRecipe::sensitive("job"))
        .search(Search::builder().seed(1))
        .search(Search::builder().max_nodes(7))
        .column(age)
        .require(
            Model::l_diversity("job", 2)
                .variant(Variant::Recursive { c: d("2") })
                .variant(Variant::Distinct),
        )
        .require(
            Model::t_closeness("job", 0.5)
                .distance(DistanceChoice::Smoothed {
                    bandwidth: d("0.1"),
                })
                .distance(DistanceChoice::Equal),
        );
    let recipe = builder.build().unwrap().into_recipe();
    assert_eq!((recipe.search.seed, recipe.search.max_nodes), (0, Some(7)));
    assert_eq!(recipe.columns[1].weight, d("3"));
    assert_eq!(recipe.columns[1].kind, Kind::Integer);
    assert_eq!(recipe.privacy[0].variant(), Some("distinct"));
    assert_eq!(recipe.privacy[1].distance(), Some(DistanceChoice::Equal));
}

#[test]
fn a_rule_brings_what_it_needs_of_its_column_unless_the_column_has_it() {
    let ordered = |order| build::Ordered {
        sizes: vec![2],
        order,
    };
    let list = |texts: [&str; 2]| texts.map(str::to_owned).to_vec();
    let decimal = build::Intervals {
        decimal: true,
        ..build::Intervals::new(vec![d("0.5")])
    };
    let recipe = Recipe::builder()
        .column(ColumnRecipe::quasi_identifier("height").hierarchy(decimal))
        .column(
            ColumnRecipe::quasi_identifier("grade")
                .hierarchy(ordered(build::Sequence::List(list(["low", "high"])))),
        )
        .column(
            ColumnRecipe::quasi_identifier("size")
                .order(["s", "l"])
                .hierarchy(ordered(build::Sequence::List(list(["a", "b"])))),
        )
        .column(
            ColumnRecipe::quasi_identifier("when")
                .hierarchy(ordered(build::Sequence::Date(Some("%d.%m.%Y".to_owned())))),
        )
        .require(Model::k_anonymity(2))
        .build()
        .unwrap()
        .into_recipe();
    let column = |name: &str| recipe.column(name).unwrap();
    assert_eq!(column("height").kind, Kind::Decimal);
    let low = OrderSource::List(list(["low", "high"]));
    assert_eq!(column("grade").order, Some(low));
    let small = OrderSource::List(list(["s", "l"]));
    assert_eq!(column("size").order, Some(small));
    assert_eq!(column("when").kind, Kind::Date);
    assert_eq!(column("when").format.as_deref(), Some("%d.%m.%Y"));
}

#[test]
fn numbers_keep_their_digits() {
    let weight = "0.12345678901234567890123456789012345678";
    let search = Search::builder()
        .suppression_weight(0.1)
        .time_limit(Duration::new(u64::from(u32::MAX), 1))
        .max_suppression(Limit::Share(Decimal::ONE));
    let recipe = Recipe::builder()
        .column(
            ColumnRecipe::quasi_identifier("age")
                .kind(Kind::Decimal)
                .intervals([0.1, 0.2])
                .weight(d(weight)),
        )
        .require(Model::average_risk(1e-7))
        .search(search)
        .build()
        .unwrap()
        .into_recipe();
    assert_eq!(recipe.columns[0].weight, d(weight));
    assert_eq!(
        recipe.privacy,
        [Model::AverageRisk {
            threshold: d("0.0000001")
        }]
    );
    assert_eq!(recipe.search.suppression_weight, d("0.1"));
    assert_eq!(
        recipe.search.time_limit,
        Some(Duration::new(u64::from(u32::MAX), 1))
    );
    assert_eq!(recipe.search.max_suppression, Limit::Share(Decimal::ONE));
}

#[test]
fn texts_come_out_as_they_went_in() {
    let odd = [
        "",
        "a.b",
        "say \"no\"",
        "it's",
        "'''",
        "\"\"\"",
        "back\\slash",
        "a\nb\r\nc\rd",
        "\u{0}\u{1}\u{7f}\t",
        "Größe 漢 🙂",
        "[x] # y = { z }",
        " blank ",
        "\u{feff}",
        "trailing\\",
    ];
    for name in odd {
        let recipe = Recipe::builder()
            .name(name)
            .input(Input::builder().missing(odd))
            .column(
                ColumnRecipe::quasi_identifier(name)
                    .intervals([2])
                    .reason(name),
            )
            .require(Model::k_anonymity(2))
            .build()
            .unwrap()
            .into_recipe();
        assert_eq!(recipe.name, name);
        assert_eq!(recipe.columns[0].name, name);
        assert_eq!(recipe.columns[0].reason.as_deref(), Some(name));
        assert_eq!(recipe.input.missing, odd);
    }
}

#[test]
fn a_file_is_a_written_recipe_too() {
    let written = with_age().require(Model::k_anonymity(2)).build().unwrap();
    let file = WrittenRecipe::parse(written.text(), "the recipe").unwrap();
    assert_eq!(file, written);
    assert!(WrittenRecipe::parse("version = 2", "a.toml").is_err());
}
