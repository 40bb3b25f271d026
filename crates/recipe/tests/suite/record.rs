//! `[record]`, and what it means for the rest of a recipe.

use equipoise_recipe::{
    AcrossChoice, ColumnLevel, ColumnSensitivity, FormChoice, Method, MinUtility, Model,
    OptimizerChoice, Recipe, RecordWish,
};

fn parse(columns: &str, rest: &str) -> Result<Recipe, String> {
    let text = format!(
        "version = 1\n[columns.age]\nrole = \"quasi-identifier\"\nhierarchy = {{ intervals = [5, 10] }}\n{columns}\n[search]\nmethod = \"record\"\n{rest}"
    );
    Recipe::parse(&text, "recipe.toml").map_err(|e| e.to_string())
}

#[test]
fn without_the_section_everything_has_a_default_and_two_rows_are_alike() {
    let recipe = parse("", "").unwrap();
    assert_eq!(recipe.search.method, Method::Record);
    assert_eq!(recipe.record, RecordWish::default());
    assert_eq!(recipe.record.form, FormChoice::LeastRisk);
    assert!(recipe.record.include_table && recipe.record.dictionaries.is_empty());
    assert_eq!(recipe.privacy, [Model::KAnonymity { k: 2 }]);
}

#[test]
fn the_floor_is_what_the_recipe_asks_for_and_never_nothing() {
    let five = parse("", "[[privacy]]\nmodel = \"k-anonymity\"\nk = 5\n").unwrap();
    assert_eq!(five.privacy, [Model::KAnonymity { k: 5 }]);
    let other = parse(
        "[columns.ill]\nrole = \"sensitive\"\n",
        "[[privacy]]\nmodel = \"l-diversity\"\ncolumn = \"ill\"\nl = 2\n",
    )
    .unwrap();
    assert_eq!(other.privacy.len(), 2);
    assert_eq!(other.privacy[1], Model::KAnonymity { k: 2 });
    let text = "version = 1\n[columns.age]\nrole = \"quasi-identifier\"\nhierarchy = { intervals = [5, 10] }\n";
    assert!(
        Recipe::parse(text, "recipe.toml").is_err(),
        "other methods need a model"
    );
}

#[test]
fn a_percentage_keeps_its_digits() {
    let recipe = parse("", "[record]\nmin-utility = \"0.7%\"\n").unwrap();
    let share = equipoise_recipe::Decimal::parse("0.007").unwrap();
    assert_eq!(recipe.record.min_utility, MinUtility::Share(share));
}

#[test]
fn every_key_is_read() {
    let recipe = parse(
        "sensitivity = 0.5\n[columns.w]\nrole = \"identifying\"\n[columns.zip]\nrole = \"quasi-identifier\"\nhierarchy = { mask = \"right\" }\nsensitivity = { column = \"w\" }\n[columns.sex]\nrole = \"quasi-identifier\"\nhierarchy = \"sex.csv\"\nsensitivity = \"infinite\"\n",
        "[record]\nform = \"least-risk\"\nmin-utility = \"37.5%\"\nutility = \"lm\"\nrisk = \"entropic\"\nsensitivity = \"multiplicative\"\nconsistency = \"fuzzy\"\nsimilarity = 0.9\n\
         dictionaries = [\"a.csv\", \"b.csv\"]\npriors = [0.25, 0.75]\nweights = \"w.csv\"\noptimizer = \"min-risk\"\nrules = [{ age = 1 }, { age = 2, zip = 3 }]\n",
    )
    .unwrap();
    let level = |column: &str, level| ColumnLevel {
        column: column.to_owned(),
        level,
    };
    let record = &recipe.record;
    let MinUtility::Share(share) = &record.min_utility else {
        panic!("a share")
    };
    assert_eq!(share.to_f64(), 0.375);
    assert_eq!(
        (record.across, record.include_table, record.optimizer),
        (AcrossChoice::Bayes, false, OptimizerChoice::MinRisk)
    );
    assert_eq!(
        record.rules,
        [
            vec![level("age", 1)],
            vec![level("age", 2), level("zip", 3)]
        ]
    );
    let sensitivity = |name: &str| recipe.column(name).unwrap().sensitivity.clone();
    assert!(matches!(
        sensitivity("age"),
        Some(ColumnSensitivity::Weight(Some(_)))
    ));
    assert_eq!(
        sensitivity("zip"),
        Some(ColumnSensitivity::Column("w".to_owned()))
    );
    assert_eq!(sensitivity("sex"), Some(ColumnSensitivity::Weight(None)));
}

#[test]
fn mistakes_are_told_with_what_is_accepted() {
    let cases = [
        (
            "[record]\nmin-utility = \"150%\"",
            "`min-utility` in `[record]` is `150%`",
        ),
        (
            "[record]\nmin-utility = -1",
            "`min-utility` in `[record]` is -1",
        ),
        ("[record]\nform = \"most-utility\"", "needs `max-risk`"),
        (
            "[record]\nform = \"mix\"\nmin-utility = 3",
            "`min-utility` in `[record]` is for",
        ),
        ("[record]\nkappa = 2", "`kappa` in `[record]` is for"),
        (
            "[record]\nsimilarity = 0.5",
            "`similarity` in `[record]` is for",
        ),
        ("[record]\noptimizer = \"min-risk\"", "needs `rules`"),
        ("[record]\ninclude-table = false", "has no dictionary"),
        (
            "[record]\npriors = [1.0]\nacross = \"mean\"",
            "`priors` in `[record]` are for",
        ),
        (
            "[record]\npriors = [0.5, 0.5]",
            "has 2 numbers for 1 dictionaries",
        ),
        ("[record]\nid = \"pid\"", "go together"),
        (
            "[record]\nlambda = -1\nform = \"mix\"",
            "it must be at least 0",
        ),
        ("[record]\nrisk = \"expecte\"", "did you mean `expected`"),
        ("loss = \"height\"", "`height` in `[search]` is no loss"),
    ];
    for (rest, says) in cases {
        let error = parse("", rest).unwrap_err();
        assert!(error.contains(says), "{rest}: {says:?} is not in {error}");
    }
    assert!(
        parse("sensitivity = -1", "")
            .unwrap_err()
            .contains("`sensitivity` in `[columns.age]` is -1")
    );
    assert!(
        parse("sensitivity = { column = \"w\" }", "")
            .unwrap_err()
            .contains("which the recipe does not have")
    );
}
