//! Mistakes in `[[privacy]]` that concern every model.

use super::{BASE, PLACE, SHARE_HINT, added, changed, failure, message, of, refuses};

#[test]
fn privacy_models() {
    assert_eq!(
        failure("[columns.age]\nrole = \"quasi-identifier\"\nhierarchy = \"a\"\n"),
        (
            ": the recipe asks for no privacy model".to_owned(),
            "add a section `[[privacy]]` with a `model`, such as `k-anonymity` with `k`".to_owned()
        )
    );
    let sections = "it must be one or more sections that begin with `[[privacy]]`";
    assert_eq!(
        changed("[[privacy]]", "[privacy]"),
        format!("9: `privacy` in the recipe is a table; {sections}")
    );
    assert_eq!(
        message("privacy = []\n[columns.a]\nrole = \"quasi-identifier\"\nhierarchy = \"a\""),
        format!("1: `privacy` in the recipe is a list; {sections}")
    );
    let models = "accepted: `k-anonymity`, `l-diversity`, `alpha-k-anonymity`, `t-closeness`, `nt-closeness`, `semantic-privacy`, \
                  `delta-disclosure`, `beta-likeness`, `lkc-privacy`, `km-anonymity`, `sample-uniqueness`, `average-risk`, \
                  `population-uniqueness`, `k-map`, `delta-presence`";
    let (text, hint) = failure(&BASE.replace("\"k-anonymity\"", "\"k-anonimity\""));
    assert_eq!(
        text,
        format!("10: `model` in `[[privacy]]` is `k-anonimity`; {models}")
    );
    assert_eq!(hint, "did you mean `k-anonymity`?");
    assert_eq!(
        changed("model = \"k-anonymity\"\n", ""),
        format!("9: `[[privacy]]` has no `model`; {models}")
    );
    assert_eq!(changed("k = 5", ""), "9: `[[privacy]]` has no `k`");
    for (k, shown) in [
        ("0", "0"),
        ("-3", "-3"),
        ("2.5", "2.5"),
        ("\"5\"", "`5`"),
        ("true", "true"),
        ("[5]", "a list"),
    ] {
        let expected =
            format!("11: `k` in `[[privacy]]` is {shown}; it must be a whole number, at least 1");
        assert_eq!(changed("k = 5", &format!("k = {k}")), expected);
    }
    assert_eq!(
        added("[[privacy]]\nmodel = \"k-anonymity\"\nk = 0"),
        "14: `k` in `[[privacy]]` number 2 is 0; it must be a whole number, at least 1"
    );
}

/// Each model with sound parameters.
const SOUND: [(&str, &str); 15] = [
    ("k-anonymity", "k = 3"),
    ("l-diversity", "column = \"job\"\nl = 3"),
    ("alpha-k-anonymity", "column = \"job\"\nalpha = 0.5\nk = 3"),
    ("t-closeness", "column = \"job\"\nt = 0.2"),
    ("nt-closeness", "column = \"job\"\nn = 100\nt = 0.2"),
    ("semantic-privacy", "column = \"job\"\ndelta = 1"),
    ("delta-disclosure", "column = \"job\"\ndelta = 1"),
    ("beta-likeness", "column = \"job\"\nbeta = 1"),
    ("lkc-privacy", "column = \"job\"\nl = 1\nk = 3\nc = 0.5"),
    ("km-anonymity", "column = \"job\"\nk = 3\nm = 2"),
    ("sample-uniqueness", "threshold = 0.1"),
    ("average-risk", "threshold = 0.1"),
    (
        "population-uniqueness",
        "threshold = 0.1\nsampling-fraction = 0.1",
    ),
    ("k-map", "k = 3\npopulation = \"register.csv\""),
    ("delta-presence", "population = \"register.csv\"\nmax = 0.5"),
];

fn with_items(model: &str, lines: &str) -> String {
    let base = BASE.replace("[columns.pay]", "items = \"|\"\n[columns.pay]");
    format!("{base}[[privacy]]\nmodel = \"{model}\"\n{lines}\n")
}

#[test]
fn the_models_of_this_list_are_sound() {
    for (model, lines) in SOUND {
        let recipe =
            equipoise_recipe::Recipe::parse(&with_items(model, lines), "recipe.toml").unwrap();
        assert!(recipe.warnings.is_empty(), "{model}: {:?}", recipe.warnings);
        assert_eq!(recipe.privacy.last().unwrap().name().as_str(), model);
    }
}

#[test]
fn every_parameter_without_default_is_required() {
    for (model, lines) in SOUND {
        for line in lines.lines() {
            let key = line.split(' ').next().unwrap();
            let rest: Vec<&str> = lines.lines().filter(|l| *l != line).collect();
            let text = message(&with_items(model, &rest.join("\n")));
            let missing = match (model, key) {
                ("population-uniqueness", "sampling-fraction") => {
                    "neither `sampling-fraction` nor `population-size`; it must have exactly one"
                        .to_owned()
                }
                ("k-map", "population") => {
                    "neither `population` nor `estimator`; it must have exactly one".to_owned()
                }
                _ => format!("no `{key}`"),
            };
            assert_eq!(text, format!("13: {PLACE} has {missing}"), "{model}");
        }
    }
}

#[test]
fn a_misspelt_key_is_told_with_those_of_the_model() {
    for (model, lines) in SOUND {
        let (text, _) = failure(&with_items(model, &format!("{lines}\nthreshhold = 1")));
        let line = 15 + lines.lines().count();
        assert!(
            text.starts_with(&format!(
                "{line}: unknown key `threshhold` in {PLACE}; accepted: `model`, "
            )),
            "{text}"
        );
        for key in lines.lines().map(|line| line.split(' ').next().unwrap()) {
            assert!(text.contains(&format!("`{key}`")), "{text}");
        }
    }
    assert_eq!(
        of("average-risk", "threshold = 0.1\ntreshold = 1").1,
        "did you mean `threshold`?"
    );
}

#[test]
fn keys_of_other_models_are_told_apart() {
    let (text, hint) = of(
        "l-diversity",
        "column = \"job\"\nl = 3\npopulation = \"p.csv\"",
    );
    assert_eq!(
        text,
        format!(
            "16: unknown key `population` in {PLACE}; accepted: `model`, `column`, `l`, `variant`, `c`, `estimator`, \
             `others-as-quasi-identifiers`"
        )
    );
    assert_eq!(hint, "`population` is for `k-map`, `delta-presence`");
    let (text, hint) = of(
        "population-uniqueness",
        "threshold = 0.1\nsampling-fraction = 0.1\npopulation = \"p.csv\"",
    );
    assert_eq!(
        text,
        format!(
            "16: unknown key `population` in {PLACE}; accepted: `model`, `threshold`, `estimator`, `sampling-fraction`, `population-size`"
        )
    );
    assert_eq!(hint, "`population` is for `k-map`, `delta-presence`");
    for key in ["column", "others-as-quasi-identifiers"] {
        let (text, hint) = of("k-anonymity", &format!("k = 3\n{key} = true"));
        assert_eq!(
            text,
            format!("15: unknown key `{key}` in {PLACE}; accepted: `model`, `k`")
        );
        assert_eq!(
            hint,
            format!("`{key}` is for models that protect a sensitive column")
        );
    }
    assert_eq!(
        of("average-risk", "threshold = 0.1\nbandwidth = 1").1,
        "`bandwidth` is for `t-closeness`, `nt-closeness`"
    );
}

#[test]
fn columns_must_be_there_and_sensitive() {
    let protecting = SOUND
        .iter()
        .filter(|(_, lines)| lines.starts_with("column"));
    for (model, lines) in protecting {
        let (text, hint) = of(model, &lines.replace("\"job\"", "\"age\""));
        assert_eq!(
            text,
            format!(
                "14: {model} protects column `age`, whose role is `quasi-identifier`; it must be `sensitive`"
            )
        );
        assert_eq!(hint, "sensitive columns: `job`, `pay`");
        let (text, hint) = of(model, &lines.replace("\"job\"", "\"jobs\""));
        assert_eq!(
            text,
            format!("14: {model} protects column `jobs`, which is not in `[columns]`")
        );
        assert_eq!(hint, "did you mean `job`? sensitive columns: `job`, `pay`");
    }
    let none = BASE.replace("\"sensitive\"", "\"insensitive\"");
    let (_, hint) = failure(&format!(
        "{none}[[privacy]]\nmodel = \"t-closeness\"\ncolumn = \"zzz\"\nt = 0.1"
    ));
    assert_eq!(hint, "no column has the role `sensitive`");
}

#[test]
fn other_columns_must_be_there_to_be_known() {
    for (model, lines) in SOUND
        .iter()
        .filter(|(_, lines)| lines.starts_with("column"))
    {
        let alone = with_items(
            model,
            &format!("others-as-quasi-identifiers = true\n{lines}"),
        )
        .replace(
            "[columns.pay]\nrole = \"sensitive\"",
            "[columns.pay]\nrole = \"insensitive\"",
        );
        let (text, hint) = failure(&alone);
        assert_eq!(
            text,
            format!(
                "15: `others-as-quasi-identifiers` in {PLACE} is true, and `job` is the only sensitive column"
            )
        );
        assert_eq!(
            hint,
            "give every other column that is sensitive the role `sensitive`, or leave this key out"
        );
        assert!(
            equipoise_recipe::Recipe::parse(&alone.replace("= true", "= false"), "recipe.toml")
                .is_ok()
        );
    }
    assert_eq!(
        of(
            "l-diversity",
            "column = \"job\"\nl = 2\nothers-as-quasi-identifiers = \"yes\""
        )
        .0,
        format!("16: `others-as-quasi-identifiers` in {PLACE} is `yes`; it must be true or false")
    );
}

#[test]
fn sizes_of_groups() {
    let whole = "it must be a whole number, at least 1";
    refuses("k-anonymity", "", "k", &["0", "-1", "1.5"], whole, "");
    let lkc = "column = \"job\"\n";
    refuses(
        "lkc-privacy",
        &format!("{lkc}k = 3\nc = 0.5"),
        "l",
        &["0", "1.5"],
        whole,
        "",
    );
    refuses(
        "lkc-privacy",
        &format!("{lkc}l = 2\nc = 0.5"),
        "k",
        &["0", "1.5"],
        whole,
        "",
    );
    refuses(
        "lkc-privacy",
        &format!("{lkc}l = 2\nk = 3"),
        "c",
        &["0", "-0.5", "1.1", "50"],
        "it must be greater than 0 and at most 1",
        SHARE_HINT,
    );
    refuses(
        "km-anonymity",
        "column = \"job\"\nm = 3",
        "k",
        &["0"],
        whole,
        "",
    );
    refuses(
        "km-anonymity",
        "column = \"job\"\nk = 3",
        "m",
        &["0", "2.0"],
        whole,
        "",
    );
    let (text, hint) = of("km-anonymity", "column = \"job\"\nk = 3\nm = 2");
    assert_eq!(
        text,
        "14: km-anonymity protects the sets of column `job`, which has no `items`"
    );
    assert_eq!(
        hint,
        "add `items`, the text between two items of a set, such as `items = \"|\"`, to `[columns.job]`"
    );
}

#[test]
fn numbers_stay_within_what_judges_compare_exactly() {
    let must = "it must be a number that can be written with at most 38 digits";
    refuses("t-closeness", "column = \"job\"", "t", &["1e-39"], must, "");
    refuses(
        "beta-likeness",
        "column = \"job\"",
        "beta",
        &["1e39", "1e-100"],
        must,
        "",
    );
    refuses("average-risk", "", "threshold", &["1e-300"], must, "");
}
