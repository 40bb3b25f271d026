//! Mistakes in models about the people behind the table.

use super::{PLACE, SHARE_HINT, of, refuses};

#[test]
fn thresholds_are_shares() {
    let (from_0, above_0) = (
        "it must be at least 0 and at most 1",
        "it must be greater than 0 and at most 1",
    );
    refuses(
        "sample-uniqueness",
        "",
        "threshold",
        &["1.1", "-0.1", "5"],
        from_0,
        SHARE_HINT,
    );
    refuses(
        "average-risk",
        "",
        "threshold",
        &["0", "1.1", "-0.1", "20"],
        above_0,
        SHARE_HINT,
    );
    refuses(
        "population-uniqueness",
        "sampling-fraction = 0.1",
        "threshold",
        &["1.1", "-0.1"],
        from_0,
        SHARE_HINT,
    );
}

/// The models that estimate, and what else they need.
const ESTIMATES: [(&str, &str); 2] = [
    (
        "population-uniqueness",
        "threshold = 0.1\nestimator = \"pitman\"",
    ),
    ("k-map", "k = 3\nestimator = \"poisson\""),
];

#[test]
fn the_size_of_the_population_is_said_once() {
    for (model, lines) in ESTIMATES {
        let (text, hint) = of(model, lines);
        assert_eq!(
            text,
            format!(
                "12: {PLACE} has neither `sampling-fraction` nor `population-size`; it must have exactly one"
            )
        );
        assert_eq!(
            hint,
            "they say how many people the table was drawn from: `sampling-fraction = 0.01` is one in a hundred"
        );
        let (text, hint) = of(
            model,
            &format!("{lines}\nsampling-fraction = 0.1\npopulation-size = 1000"),
        );
        assert_eq!(
            text,
            format!(
                "17: {PLACE} has both `sampling-fraction` and `population-size`; it must have exactly one"
            )
        );
        assert_eq!(hint, "");
        let inner = "it must be greater than 0 and less than 1";
        refuses(
            model,
            lines,
            "sampling-fraction",
            &["1", "1.0", "0", "-0.1", "10"],
            inner,
            SHARE_HINT,
        );
        refuses(
            model,
            lines,
            "population-size",
            &["0", "-5", "1e6"],
            "it must be a whole number, at least 1",
            "",
        );
    }
}

#[test]
fn estimators() {
    let (text, hint) = of(
        "population-uniqueness",
        "threshold = 0.1\nsampling-fraction = 0.1\nestimator = \"zayats\"",
    );
    assert_eq!(
        text,
        format!(
            "16: `estimator` in {PLACE} is `zayats`; accepted: `zayatz`, `pitman`, `snb`, `dankar`"
        )
    );
    assert_eq!(hint, "did you mean `zayatz`?");
    let (text, hint) = of(
        "k-map",
        "k = 3\nsampling-fraction = 0.1\nestimator = \"poison\"",
    );
    assert_eq!(
        text,
        format!(
            "16: `estimator` in {PLACE} is `poison`; accepted: `poisson`, `zero-truncated-poisson`"
        )
    );
    assert_eq!(hint, "did you mean `poisson`?");
}

#[test]
fn k_map_counts_a_file_or_estimates() {
    let (text, hint) = of("k-map", "k = 3");
    assert_eq!(
        text,
        format!("12: {PLACE} has neither `population` nor `estimator`; it must have exactly one")
    );
    assert_eq!(
        hint,
        "`population` names a file of the people the table was drawn from; `estimator` guesses their number from the table"
    );
    let (text, _) = of(
        "k-map",
        "k = 3\npopulation = \"p.csv\"\nestimator = \"poisson\"\nsampling-fraction = 0.1",
    );
    assert_eq!(
        text,
        format!("16: {PLACE} has both `population` and `estimator`; it must have exactly one")
    );
    for line in [
        "sampling-fraction = 0.1",
        "population-size = 1000",
        "significance = 0.05",
    ] {
        let key = line.split(' ').next().unwrap();
        let (text, _) = of("k-map", &format!("k = 3\npopulation = \"p.csv\"\n{line}"));
        assert_eq!(
            text,
            format!(
                "16: `{key}` in {PLACE} is for estimates, and `population` names a file that is counted"
            )
        );
    }
    refuses(
        "k-map",
        "population = \"p.csv\"",
        "k",
        &["0", "1.5"],
        "it must be a whole number, at least 1",
        "",
    );
    let estimate = "k = 3\nestimator = \"poisson\"\nsampling-fraction = 0.1";
    refuses(
        "k-map",
        estimate,
        "significance",
        &["0", "1", "-0.1", "5"],
        "it must be greater than 0 and less than 1",
        SHARE_HINT,
    );
    assert_eq!(
        of("k-map", "k = 3\npopulation = \"\"").0,
        format!("15: `population` in {PLACE} is ``; it must not be empty")
    );
    assert_eq!(
        of("k-map", "k = 3\npopulation = 9").0,
        format!("15: `population` in {PLACE} is 9; it must be a text in quotes")
    );
}

#[test]
fn presence() {
    let file = "population = \"p.csv\"";
    refuses(
        "delta-presence",
        file,
        "max",
        &["0", "1.1", "-0.5"],
        "it must be greater than 0 and at most 1",
        SHARE_HINT,
    );
    refuses(
        "delta-presence",
        &format!("{file}\nmax = 0.5"),
        "min",
        &["1.1", "-0.5"],
        "it must be at least 0 and at most 1",
        SHARE_HINT,
    );
    let (text, _) = of("delta-presence", &format!("{file}\nmin = 0.6\nmax = 0.5"));
    assert_eq!(
        text,
        format!("15: `min` in {PLACE} is 0.6 and `max` is 0.5; the minimum is above the maximum")
    );
    assert_eq!(
        of("delta-presence", "population = \"\"\nmax = 0.5").0,
        format!("14: `population` in {PLACE} is ``; it must not be empty")
    );
}
