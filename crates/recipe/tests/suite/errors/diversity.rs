//! Mistakes in l-diversity and (alpha, k)-anonymity.

use super::{PLACE, SHARE_HINT, of, refuses};

const JOB: &str = "column = \"job\"";

fn variant(word: &str) -> String {
    format!("{JOB}\nvariant = \"{word}\"")
}

#[test]
fn l_fits_the_variant() {
    let whole = "it must be a whole number, at least 1";
    let decimals = "`probabilistic` and `entropy` are the variants whose l may have decimals";
    refuses("l-diversity", JOB, "l", &["0", "-2"], whole, "");
    refuses("l-diversity", JOB, "l", &["1.5", "3.0"], whole, decimals);
    refuses(
        "l-diversity",
        &variant("distinct"),
        "l",
        &["1.5"],
        whole,
        decimals,
    );
    for word in ["probabilistic", "entropy"] {
        refuses(
            "l-diversity",
            &variant(word),
            "l",
            &["0", "0.99", "-1"],
            "it must be at least 1",
            "",
        );
        let (text, _) = of("l-diversity", &format!("{}\nl = \"3\"", variant(word)));
        assert_eq!(
            text,
            format!("16: `l` in {PLACE} is `3`; it must be a finite number of at most 38 digits")
        );
    }
    let recursive = format!("{}\nc = 2", variant("recursive"));
    refuses(
        "l-diversity",
        &recursive,
        "l",
        &["0", "1", "2.5"],
        "it must be a whole number, at least 2",
        "",
    );
}

#[test]
fn c_is_for_recursive_diversity() {
    let recursive = format!("{}\nl = 3", variant("recursive"));
    let (text, hint) = of("l-diversity", &recursive);
    assert_eq!(text, format!("12: {PLACE} is `recursive` and has no `c`"));
    assert_eq!(
        hint,
        "the most frequent value of a class must occur less often than c times the sum of the values from the l-th on"
    );
    refuses(
        "l-diversity",
        &recursive,
        "c",
        &["0", "0.0", "-1"],
        "it must be greater than 0",
        "",
    );
    for word in ["distinct", "probabilistic", "entropy"] {
        let (text, _) = of("l-diversity", &format!("{}\nl = 3\nc = 2", variant(word)));
        assert_eq!(
            text,
            format!("17: `c` in {PLACE} is for the variant `recursive`, and this one is `{word}`")
        );
    }
    let (text, _) = of("l-diversity", &format!("{JOB}\nl = 3\nc = 2"));
    assert_eq!(
        text,
        format!("16: `c` in {PLACE} is for the variant `recursive`, and this one is `distinct`")
    );
}

#[test]
fn words_of_diversity() {
    let (text, hint) = of(
        "l-diversity",
        &format!("{}\nl = 3\nc = 2", variant("recursiv")),
    );
    assert_eq!(
        text,
        format!(
            "15: `variant` in {PLACE} is `recursiv`; accepted: `distinct`, `probabilistic`, `entropy`, `recursive`"
        )
    );
    assert_eq!(hint, "did you mean `recursive`?");
    let (text, hint) = of(
        "l-diversity",
        &format!("{}\nl = 3\nestimator = \"shanon\"", variant("entropy")),
    );
    assert_eq!(
        text,
        format!("17: `estimator` in {PLACE} is `shanon`; accepted: `shannon`, `grassberger`")
    );
    assert_eq!(hint, "did you mean `shannon`?");
    let (text, _) = of(
        "l-diversity",
        &format!(
            "{}\nl = 3\nestimator = \"shannon\"",
            variant("probabilistic")
        ),
    );
    assert_eq!(
        text,
        format!(
            "17: `estimator` in {PLACE} is for the variant `entropy`, and this one is `probabilistic`"
        )
    );
}

#[test]
fn alpha_and_k() {
    let model = "alpha-k-anonymity";
    let share = "it must be greater than 0 and at most 1";
    refuses(
        model,
        &format!("{JOB}\nk = 3"),
        "alpha",
        &["0", "1.01", "-0.5", "50"],
        share,
        SHARE_HINT,
    );
    refuses(
        model,
        &format!("{JOB}\nalpha = 0.5"),
        "k",
        &["0", "2.5"],
        "it must be a whole number, at least 1",
        "",
    );
    let values = |list: &str| {
        of(
            model,
            &format!("{JOB}\nalpha = 0.5\nk = 3\nvalues = {list}"),
        )
        .0
    };
    assert_eq!(
        values("\"HIV\""),
        format!("17: `values` in {PLACE} is `HIV`; it must be a list of texts in quotes")
    );
    assert_eq!(
        values("[1]"),
        format!("17: item 1 of `values` in {PLACE} is a number; it must be a text in quotes")
    );
    assert_eq!(
        values("[]"),
        format!(
            "17: `values` in {PLACE} is empty; it must list at least one value; without it all values are limited"
        )
    );
    assert_eq!(
        values("[\"a\", \"b\", \"a\"]"),
        format!("17: `values` in {PLACE} repeats 1 of its values; it must list each value once")
    );
    assert_eq!(
        values("[\"a\", \"NA\"]"),
        format!(
            "17: `values` in {PLACE} lists 1 that mean a missing value; only known values can be limited"
        )
    );
}
